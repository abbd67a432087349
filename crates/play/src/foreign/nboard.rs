//! An engine that speaks the NBoard protocol.
//!
//! ```text
//! we:      ping 3       set game (;GM[Othello]…;)    go
//! engine:       pong 3                                  === D6/-0.51/0.02
//! ```
//!
//! Only `ping` and `go` are answered, and an engine may write anything at any time: its progress, its
//! results, its name. So a ping comes before every position, and output written before its pong is
//! discarded. Every request carries the whole game and the current clock, so that the boards cannot
//! differ. Whether a level was accepted cannot be seen.

use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::{Format, Game, Record, Tag, ggf};
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::player::{self, Protocol, TIME, seconds, shortened};
use super::process::{Deadline, Process};
use crate::catalogue::{Seat, Setup, key};
use crate::{Clock, PlayerError};

/// How many other lines may precede an answer: engines write search output at every depth.
const MAX_OTHER_LINES: usize = 10_000;

const CMD: Key = key("cmd", "", "the command that starts the engine, such as \"ntest x\"");
const LEVEL: Key = key("level", "", "its level, sent by `set depth`");

/// The options of an engine.
pub(crate) const KEYS: &[Key] = &[CMD, LEVEL, TIME];

/// The engine of a spec.
pub(crate) fn nboard<S: Size>(spec: &Spec, _setup: &Setup) -> Result<Seat<S>, SpecError> {
    player::seat::<S, Engine>(spec, CMD)
}

/// An engine, and the number of pings so far.
struct Engine {
    process: Process,
    /// Zero before it is initialised.
    pings: u64,
}

impl<S: Size> Protocol<S> for Engine {
    fn with(process: Process) -> Engine {
        Engine { process, pings: 0 }
    }

    fn initialise(
        &mut self,
        level: Option<u32>,
        deadline: &Deadline<'_>,
    ) -> Result<(), PlayerError> {
        if self.pings > 0 {
            return Ok(());
        }
        self.process.send("nboard 2")?;
        if let Some(level) = level {
            self.process.send(&format!("set depth {level}"))?;
        }
        self.ping(deadline)
    }

    fn synchronise(&mut self, game: &Game<S>, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        self.set_game(game, Clock::default())?;
        self.ping(deadline)
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        deadline: &Deadline<'_>,
    ) -> Result<Move<S>, PlayerError> {
        self.ping(deadline)?;
        self.set_game(game, clock)?;
        let answered = self.ask("go", "===", deadline)?;
        let word = answered.split(['/', ' ', '\t']).next().unwrap_or_default();
        match word.parse() {
            _ if word.is_empty() => Ok(Move::Pass),
            Ok(chosen) => Ok(chosen),
            Err(_) => {
                let (asked, answered) = ("go".to_owned(), shortened(&answered));
                Err(EngineError::NoMove { asked, answered }.into())
            }
        }
    }
}

impl Engine {
    /// Makes sure that all further output was written after this point.
    fn ping(&mut self, deadline: &Deadline<'_>) -> Result<(), PlayerError> {
        self.pings += 1;
        let number = self.pings.to_string();
        self.process.discard_output();
        self.process.send(&format!("ping {number}"))?;
        self.read_answer("ping", deadline, |line| {
            let answer = line.strip_prefix("pong")?;
            (answer.trim() == number).then_some(())
        })
    }

    fn set_game<S: Size>(&mut self, game: &Game<S>, clock: Clock) -> Result<(), PlayerError> {
        Ok(self.process.send(&format!("set game {}", game_line(game, clock)))?)
    }

    /// Sends a command; returns what follows this word in the answer.
    fn ask(
        &mut self,
        asked: &str,
        word: &str,
        deadline: &Deadline<'_>,
    ) -> Result<String, PlayerError> {
        self.process.send(asked)?;
        self.read_answer(asked, deadline, |line| {
            line.strip_prefix(word).map(|rest| rest.trim().to_owned())
        })
    }

    /// Reads lines until one is an answer.
    fn read_answer<T>(
        &mut self,
        asked: &str,
        deadline: &Deadline<'_>,
        answer: impl Fn(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        for _ in 0..MAX_OTHER_LINES {
            if let Some(answer) = answer(self.process.read_line(deadline)?.trim_start()) {
                return Ok(answer);
            }
        }
        Err(EngineError::UnexpectedOutput { asked: asked.to_owned(), lines: MAX_OTHER_LINES }
            .into())
    }
}

impl Drop for Engine {
    /// Sends `quit`, so that the engine can clean up.
    fn drop(&mut self) {
        let _ = self.process.send("quit");
    }
}

/// The game as a line of GGF, with the current clock and no times of moves.
fn game_line<S: Size>(game: &Game<S>, clock: Clock) -> String {
    let mut bare = Game::from_position(*game.start());
    for played in game.moves() {
        bare.play(played.played).expect("a move of a game");
    }
    let mut about = Record { event: "Othellier".to_owned(), ..Record::default() };
    if let Some(value) = clock_text(clock, game.position().board().empties().len()) {
        about.tags.push(Tag { format: Format::Ggf, at: 0, name: "TI".to_owned(), value });
    }
    let mut line = Vec::new();
    ggf::write_game(&mut line, &about, &bare).expect("memory takes everything");
    String::from_utf8_lossy(&line).trim_end().to_owned()
}

/// The clock in GGF. The protocol has no time per move: the sum over the moves to come is sent instead.
fn clock_text(clock: Clock, empties: u32) -> Option<String> {
    let moves_to_come = empties.div_ceil(2).max(1);
    let share = clock.per_move.map(|time| time.saturating_mul(moves_to_come));
    let main = [share, clock.left].into_iter().flatten().min()?;
    // Byo-yomi is equivalent to an increment.
    Some(match clock.increment.saturating_add(clock.byo_yomi) {
        Duration::ZERO => time_text(main),
        increment => format!("{}/{}", time_text(main), time_text(increment)),
    })
}

/// Minutes and seconds; a short time to the millisecond.
fn time_text(time: Duration) -> String {
    match time.as_secs() {
        0..10 => seconds(time).to_string(),
        whole => format!("{}:{:02}", whole / 60, whole % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_in_ggf() {
        let text = |left: Option<u64>, per_move: Option<u64>, increment: u64| {
            let [left, per_move] = [left, per_move].map(|time| time.map(Duration::from_millis));
            let increment = Duration::from_millis(increment);
            clock_text(Clock { left, increment, per_move, ..Clock::default() }, 59)
        };
        assert_eq!(text(None, None, 0), None);
        assert_eq!(text(Some(300_000), None, 0).unwrap(), "5:00");
        assert_eq!(text(Some(61_900), None, 1_500).unwrap(), "1:01/1.5");
        assert_eq!(text(Some(1_250), None, 0).unwrap(), "1.25");
        assert_eq!(text(None, Some(2_000), 0).unwrap(), "1:00");
        assert_eq!(text(Some(9_000), Some(2_000), 0).unwrap(), "9");
    }
}

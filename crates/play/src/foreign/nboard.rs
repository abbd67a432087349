//! An engine that speaks the NBoard protocol, as the board of that name does.
//!
//! ```text
//! we:  ping 3       set game (;GM[Othello]…;)    go
//! it:       pong 3                                  === D6/-0.51/0.02
//! ```
//!
//! Nothing in this protocol is answered but `ping` and `go`, and an engine may say anything at any
//! time: how far it is, what it found, its name. So a ping comes before every position, and what
//! was written before its pong is forgotten. Every question carries the whole game and the clock as
//! it stands now, so that no two boards can differ. Whether a level was understood cannot be seen.

use std::time::Duration;

use othellier_board::{Move, Size};
use othellier_record::{Format, Game, Record, Tag, ggf};
use othellier_spec::{Key, Spec, SpecError};

use super::EngineError;
use super::player::{self, Conversation, TIME, seconds, shortened};
use super::program::{Program, Wait};
use crate::catalogue::{Seat, Setup, key};
use crate::{Clock, PlayerError};

/// How many lines may come before an answer: engines tell what they think, depth by depth.
const MOST_CHATTER: usize = 10_000;

const CMD: Key = key(
    "cmd",
    "",
    "the command that starts the engine, such as \"ntest x\"",
    "la commande qui lance le moteur, comme \"ntest x\"",
);
const LEVEL: Key =
    key("level", "", "its level, told by `set depth`", "son niveau, donné par `set depth`");

/// The options of an engine.
pub(crate) const KEYS: &[Key] = &[CMD, LEVEL, TIME];

/// The engine of a spec.
pub(crate) fn nboard<S: Size>(spec: &Spec, _setup: &Setup) -> Result<Seat<S>, SpecError> {
    player::seat::<S, Engine>(spec, CMD)
}

/// An engine and how far the talk is.
struct Engine {
    program: Program,
    /// Zero before it was greeted.
    pings: u64,
}

impl<S: Size> Conversation<S> for Engine {
    fn with(program: Program) -> Engine {
        Engine { program, pings: 0 }
    }

    fn greet(&mut self, level: Option<u32>, wait: &Wait<'_>) -> Result<(), PlayerError> {
        if self.pings > 0 {
            return Ok(());
        }
        self.program.send("nboard 2")?;
        if let Some(level) = level {
            self.program.send(&format!("set depth {level}"))?;
        }
        self.ping(wait)
    }

    fn follow(&mut self, game: &Game<S>, wait: &Wait<'_>) -> Result<(), PlayerError> {
        self.set_game(game, Clock::default())?;
        self.ping(wait)
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        wait: &Wait<'_>,
    ) -> Result<Move<S>, PlayerError> {
        self.ping(wait)?;
        self.set_game(game, clock)?;
        let answered = self.ask("go", "===", wait)?;
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
    /// Sees to it that whatever comes from now on was written from now on.
    fn ping(&mut self, wait: &Wait<'_>) -> Result<(), PlayerError> {
        self.pings += 1;
        let number = self.pings.to_string();
        self.program.forget();
        self.program.send(&format!("ping {number}"))?;
        self.hear("ping", wait, |line| {
            let answer = line.strip_prefix("pong")?;
            (answer.trim() == number).then_some(())
        })
    }

    fn set_game<S: Size>(&mut self, game: &Game<S>, clock: Clock) -> Result<(), PlayerError> {
        Ok(self.program.send(&format!("set game {}", written(game, clock)))?)
    }

    /// What follows this word in the answer.
    fn ask(&mut self, asked: &str, word: &str, wait: &Wait<'_>) -> Result<String, PlayerError> {
        self.program.send(asked)?;
        self.hear(asked, wait, |line| line.strip_prefix(word).map(|rest| rest.trim().to_owned()))
    }

    /// The first line that is an answer.
    fn hear<T>(
        &mut self,
        asked: &str,
        wait: &Wait<'_>,
        answer: impl Fn(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        for _ in 0..MOST_CHATTER {
            if let Some(answer) = answer(self.program.hear(wait)?.trim_start()) {
                return Ok(answer);
            }
        }
        Err(EngineError::Babbling { asked: asked.to_owned(), lines: MOST_CHATTER }.into())
    }
}

impl Drop for Engine {
    /// Says good-bye, for those who have something to put away.
    fn drop(&mut self) {
        let _ = self.program.send("quit");
    }
}

/// The game on a line of GGF, with the clock as it stands now and no time used.
fn written<S: Size>(game: &Game<S>, clock: Clock) -> String {
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

/// The clock as GGF writes it. The protocol knows no time for a move: what so much for each of the
/// moves to come adds up to is told instead.
fn clock_text(clock: Clock, empties: u32) -> Option<String> {
    let moves_to_come = empties.div_ceil(2).max(1);
    let share = clock.per_move.map(|time| time.saturating_mul(moves_to_come));
    let main = [share, clock.left].into_iter().flatten().min()?;
    // What comes again with every move is as good as an increment.
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
    fn clocks_are_written_as_the_server_does() {
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

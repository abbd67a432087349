//! A game, the player who thinks about it, and what it says meanwhile.

use std::any::Any;
use std::time::{Duration, Instant};

use othellier_board::{Move, Position, Size, Status};
use othellier_play::{Player, StopSignal, TimeControl};
use othellier_record::{AnyGame, Format, Game, Record, with_game};
use othellier_search::{Line, SearchLimits, SearchReport, Trust};
use othellier_spec::Spec;

use crate::engine::{Refusal, program};

/// What to think about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    /// Which move to play.
    Go,
    /// What so many of the best moves are worth.
    Hint(usize),
    /// What every position of the game is worth, the last one first.
    Analyze,
}

/// A desk of any size.
pub(crate) trait Seated: Send {
    /// Takes over the game of a record; or not, where it is of another size.
    fn take(&mut self, record: &Record) -> bool;

    /// Plays a move on the board.
    fn play(&mut self, text: &str, took: Option<Duration>) -> Result<(), String>;

    /// Thinks until it is done or told to stop, and says what it finds.
    fn think(&mut self, task: Task, stop: &StopSignal, say: &mut dyn FnMut(String));

    /// Lets another player think from now on.
    fn seat(&mut self, player: &Spec, seed: u64) -> Result<(), Refusal>;

    /// The game with what was said of it.
    fn record(&self) -> Record;
}

/// A desk for a player with the game of a record on it.
pub(crate) fn desk(player: &Spec, seed: u64, record: &Record) -> Result<Box<dyn Seated>, Refusal> {
    let mut desk = with_game!(&record.game, game => {
        let (game, player) = (game.clone(), program(player, seed)?);
        let desk = Desk { game, about: Record::default(), player, controls: [None; 2] };
        Box::new(desk) as Box<dyn Seated>
    });
    desk.take(record);
    Ok(desk)
}

/// A desk with a board of one size.
struct Desk<S: Size> {
    game: Game<S>,
    /// What was said of the game; its own game is the one that it was said of.
    about: Record,
    player: Box<dyn Player<S>>,
    /// The time of Black and White, if any.
    controls: [Option<TimeControl>; 2],
}

impl<S: Size> Seated for Desk<S>
where
    AnyGame: From<Game<S>>,
{
    fn take(&mut self, record: &Record) -> bool {
        let game: Option<&Game<S>> =
            with_game!(&record.game, game => (game as &dyn Any).downcast_ref());
        let Some(game) = game else { return false };
        self.game = game.clone();
        self.about = record.clone();
        self.controls = ["TB", "TW"].map(|own| time_control(record, own));
        true
    }

    fn play(&mut self, text: &str, took: Option<Duration>) -> Result<(), String> {
        let illegal = || format!("{text} is not legal here");
        let played: Move<S> = match text {
            "" => Move::Pass,
            text => text.parse().map_err(|_| format!("{text} is no move"))?,
        };
        let here = self.game.position();
        let needs_pass = !here.is_legal(played) && here.status() == Status::MustPass;
        if needs_pass && here.after(Move::Pass).is_legal(played) {
            self.game.play(Move::Pass).map_err(|_| illegal())?;
        }
        self.game.play_timed(played, took).map_err(|_| illegal())
    }

    fn think(&mut self, task: Task, stop: &StopSignal, say: &mut dyn FnMut(String)) {
        let is_over = matches!(self.game.position().status(), Status::Over { .. });
        match task {
            Task::Go | Task::Hint(_) if is_over => return say("status The game is over".into()),
            Task::Go => self.go(stop, say),
            Task::Hint(lines) => self.hint(lines.max(1), stop, say),
            Task::Analyze => self.analyze(stop, say),
        }
        if !stop.is_stopped() {
            say("status".into());
        }
    }

    fn seat(&mut self, player: &Spec, seed: u64) -> Result<(), Refusal> {
        self.player = program(player, seed)?;
        Ok(())
    }

    fn record(&self) -> Record {
        Record { game: self.game.clone().into(), ..self.about.clone() }
    }
}

impl<S: Size> Desk<S> {
    fn go(&mut self, stop: &StopSignal, say: &mut dyn FnMut(String)) {
        if self.game.position().status() == Status::MustPass {
            return say("=== PA".into());
        }
        say("status Thinking".into());
        let mover = self.game.position().side_to_move();
        let control = self.controls[mover as usize];
        let clock = control.map(|control| control.clock(&self.game, mover)).unwrap_or_default();
        let began = Instant::now();
        let choice =
            self.player.choose(&self.game, clock, stop, &mut |report| say(node_stats(report)));
        match choice {
            _ if stop.is_stopped() => {}
            Ok(choice) if self.game.position().is_legal(choice.chosen) => {
                let line = choice.report.as_ref().and_then(|report| report.lines.first());
                let value = line.filter(|line| line.trust != Trust::None).map(value);
                say(format!(
                    "=== {}/{}/{:.2}",
                    name(choice.chosen),
                    value.unwrap_or_default(),
                    began.elapsed().as_secs_f64()
                ));
            }
            Ok(choice) => say(format!("status The player chose {}, not legal", choice.chosen)),
            Err(error) => say(format!("status There is no move: {error}")),
        }
    }

    fn hint(&mut self, lines: usize, stop: &StopSignal, say: &mut dyn FnMut(String)) {
        say("status Analyzing".into());
        let position = *self.game.position();
        if let Some(known) = self.player.book_report(&position) {
            told("book", &known, lines, &position).for_each(&mut *say);
        }
        let tell = &mut |report: &SearchReport<S>| {
            told("search", report, lines, &position).for_each(&mut *say);
            say(node_stats(report));
        };
        if judge(&mut *self.player, &position, lines, stop, tell).is_none() {
            say("status This player shows nothing of its thinking".into());
        }
    }

    fn analyze(&mut self, stop: &StopSignal, say: &mut dyn FnMut(String)) {
        say("status Analyzing".into());
        let mut game = self.game.clone();
        loop {
            let position = *game.position();
            let value = match position.status() {
                Status::Over { .. } => {
                    Some(format!("{:.2}", f64::from(position.board().final_score())))
                }
                _ => judge(&mut *self.player, &position, 1, stop, &mut |_| ()),
            };
            match value {
                _ if stop.is_stopped() => return,
                Some(value) => say(format!("analysis {} {value}", game.length())),
                None => return say("status This player shows nothing of its thinking".into()),
            }
            if game.undo().is_none() {
                return;
            }
        }
    }
}

/// Lets a player judge a position, without a clock, and gives the value of the best move; nothing
/// from a player that shows nothing. A level that errs does so in its choice, after all it shows.
fn judge<S: Size>(
    player: &mut dyn Player<S>,
    position: &Position<S>,
    lines: usize,
    stop: &StopSignal,
    tell: &mut dyn FnMut(&SearchReport<S>),
) -> Option<String> {
    let (searcher, limits) = player.search()?;
    let limits = SearchLimits { lines: Some(lines), stop: stop.clone(), ..limits.clone() };
    let mut best = None;
    let mut watch = |report: &SearchReport<S>| {
        best = report.lines.first().map(value);
        tell(report);
    };
    let report = searcher.search(position, &limits, &mut watch);
    if best.is_none() {
        // A searcher without depths shows nothing on the way.
        tell(&report);
        best = report.lines.first().map(value);
    }
    best
}

/// The best lines of a report: `search F5-D6-C3 1.25 0 12`, or `book` and the same.
fn told<S: Size>(
    word: &str,
    report: &SearchReport<S>,
    lines: usize,
    at: &Position<S>,
) -> impl Iterator<Item = String> {
    let empties = at.board().empties().len();
    report.lines.iter().take(lines).map(move |line| {
        let moves: Vec<_> = line.moves.iter().map(|played| name(*played)).collect();
        let depth = match line.trust {
            Trust::Exact => "100%".to_owned(),
            Trust::Selective { percent } => format!("{percent}%"),
            Trust::Estimate | Trust::None => u32::from(report.depth).min(empties).to_string(),
        };
        format!("{word} {} {} 0 {depth}", moves.join("-"), value(line))
    })
}

fn node_stats<S: Size>(report: &SearchReport<S>) -> String {
    format!("nodestats {} {:.2}", report.nodes, report.elapsed.as_secs_f64())
}

fn value<S: Size>(line: &Line<S>) -> String {
    format!("{:.2}", line.score.discs())
}

/// Squares in capitals, and `PA` for a pass.
fn name<S: Size>(played: Move<S>) -> String {
    match played {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// The clock of one side, or of both, as GGF has it: `[[h:]m:]s` for the game, the same after a bar
/// for each move. A grace after a second bar is for those who were too slow.
fn time_control(record: &Record, own: &str) -> Option<TimeControl> {
    let tag = |name: &str| {
        let tag = record.tags.iter().find(|tag| tag.format == Format::Ggf && tag.name == name);
        tag.map(|tag| tag.value.as_str())
    };
    let mut parts = tag(own).or_else(|| tag("TI"))?.split('/');
    let main = time(parts.next()?).filter(|main| !main.is_zero())?;
    let increment = parts.next().and_then(time).unwrap_or_default();
    Some(TimeControl { main, increment, ..TimeControl::default() })
}

fn time(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(',').next()?.split(':') {
        seconds = 60.0 * seconds + part.trim().parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::Tag;

    #[test]
    fn clocks_of_the_server() {
        let seconds = Duration::from_secs;
        for (tags, black, white) in [
            (&[("TI", "5:00")][..], Some((300, 0)), Some((300, 0))),
            (&[("TI", "05:00//02:00")], Some((300, 0)), Some((300, 0))),
            (&[("TI", "1:00:00/10")], Some((3600, 10)), Some((3600, 10))),
            (&[("TI", "15:00"), ("TW", "30")], Some((900, 0)), Some((30, 0))),
            (&[("TI", "soon")], None, None),
            (&[], None, None),
        ] {
            let tags = tags.iter().map(|(name, value)| Tag {
                format: Format::Ggf,
                at: 0,
                name: (*name).to_owned(),
                value: (*value).to_owned(),
            });
            let record = Record { tags: tags.collect(), ..Record::default() };
            let control = |own| time_control(&record, own);
            let expected = [black, white].map(|expected| {
                let (main, increment) = expected?;
                let (main, increment) = (seconds(main), seconds(increment));
                Some(TimeControl { main, increment, ..TimeControl::default() })
            });
            assert_eq!([control("TB"), control("TW")], expected);
        }
    }
}

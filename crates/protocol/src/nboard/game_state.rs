//! The state behind NBoard commands: the game and the program, and the lines a search sends.

use std::time::Duration;

use othellier_board::{Move, Position, Size, Status};
use othellier_platform::clock::Instant;
use othellier_record::{AnyGame, Format, Game, Record, TimeControl, with_game};
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopSignal, Trust};
use othellier_session::{Command, GameSession};
use othellier_spec::Spec;

use crate::{Program, Programs};

/// A task that takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Choose a move.
    Go,
    /// Evaluate this many of the best moves (multi-PV).
    Hint(usize),
    /// Evaluate every position of the game, the last one first.
    Analyze,
}

/// A [`GameState`] of any board size.
pub(super) trait DynGameState<P: Programs>: Send {
    /// Sets the game of a record; `false` if its board size differs.
    fn set_game(&mut self, record: &Record) -> bool;

    /// Plays a move on the board.
    fn play(&mut self, text: &str, took: Option<Duration>) -> Result<(), String>;

    /// Runs a task until it is finished or asked to stop, and sends its lines. Hints and analyses reach
    /// at least this depth.
    fn run(&mut self, task: Task, depth: u8, stop: &StopSignal, send: &mut dyn FnMut(String));

    fn set_player(&mut self, programs: &P, player: &Spec) -> Result<(), P::Error>;

    /// The game with its metadata.
    fn record(&self) -> Record;
}

/// A new state with this player and the game of a record.
pub(super) fn new_state<P: Programs>(
    programs: &P,
    player: &Spec,
    record: &Record,
) -> Result<Box<dyn DynGameState<P>>, P::Error> {
    let state = with_game!(&record.game, game => {
        let (game, program) = (game.clone(), programs.build(player)?);
        let state = GameState { session: new_session(game, record), program };
        Box::new(state) as Box<dyn DynGameState<P>>
    });
    Ok(state)
}

/// The game and the program, for one board size.
struct GameState<S: Size> {
    /// The game, which the GUI leads.
    session: GameSession<S>,
    program: Box<dyn Program<S>>,
}

/// The game of a record, with the clocks of its tags.
fn new_session<S: Size>(game: Game<S>, record: &Record) -> GameSession<S> {
    let clocks = ["TB", "TW"].map(|own| time_control(record, own));
    GameSession::controlled(game, record.clone(), clocks, Instant::now())
}

impl<S: Size, P: Programs> DynGameState<P> for GameState<S>
where
    AnyGame: From<Game<S>>,
{
    fn set_game(&mut self, record: &Record) -> bool {
        let game: Option<&Game<S>> = with_game!(&record.game, game => game.cast());
        let Some(game) = game else { return false };
        // So that `go` does not wait on its clock.
        self.program.make_ready();
        self.session = new_session(game.clone(), record);
        true
    }

    fn play(&mut self, text: &str, took: Option<Duration>) -> Result<(), String> {
        let played: Move<S> = match text {
            "" => Move::Pass,
            text => text.parse().map_err(|_| format!("{text} is not a move"))?,
        };
        // Our own answer to `go` at the end of the game.
        if played == Move::Pass && self.is_over() {
            return Ok(());
        }
        let received = self.session.apply(Command::Receive { played, took }, Instant::now());
        received.map(|_| ()).map_err(|_| format!("{text} is not legal here"))
    }

    fn run(&mut self, task: Task, depth: u8, stop: &StopSignal, send: &mut dyn FnMut(String)) {
        let done = match task {
            Task::Go => self.go(stop, send),
            Task::Hint(lines) => self.hint(lines.max(1), depth, stop, send),
            Task::Analyze => self.analyze(depth, stop, send),
        };
        match done {
            _ if stop.is_stopped() => {}
            Ok(()) => send("status".to_owned()),
            // Not followed by an empty status, which would hide it.
            Err(wrong) => send(format!("status {wrong}")),
        }
    }

    fn set_player(&mut self, programs: &P, player: &Spec) -> Result<(), P::Error> {
        self.program = programs.build(player)?;
        Ok(())
    }

    fn record(&self) -> Record {
        Record { game: self.session.game().clone().into(), ..self.session.record().clone() }
    }
}

impl<S: Size> GameState<S> {
    fn position(&self) -> &Position<S> {
        self.session.game().position()
    }

    fn is_over(&self) -> bool {
        matches!(self.position().status(), Status::Over { .. })
    }

    fn go(&mut self, stop: &StopSignal, send: &mut dyn FnMut(String)) -> Result<(), String> {
        // At the end of the game there is nothing to play either.
        if self.position().status() != Status::ToMove {
            send("=== PA".to_owned());
            return Ok(());
        }
        send("status Thinking".to_owned());
        let clock = self.session.clock(self.session.side_to_move());
        let (game, began) = (self.session.game(), Instant::now());
        let watch = &mut |report: &SearchReport<S>| send(format_node_stats(report));
        let choice = self.program.choose(game, clock, stop, watch);
        if stop.is_stopped() {
            return Ok(());
        }
        let choice = choice.map_err(|error| format!("There is no move: {error}"))?;
        if !game.position().is_legal(choice.chosen) {
            return Err(format!("The player chose {}, not legal", choice.chosen));
        }
        let line = choice.line.as_ref();
        let value = line.filter(|line| line.trust != Trust::None).map(format_value);
        send(format!(
            "=== {}/{}/{:.2}",
            move_name(choice.chosen),
            value.unwrap_or_default(),
            began.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    fn hint(
        &mut self,
        lines: usize,
        depth: u8,
        stop: &StopSignal,
        send: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        if self.is_over() {
            return Ok(());
        }
        send("status Analyzing".to_owned());
        let position = *self.position();
        if let Some(known) = self.program.book_report(&position) {
            format_lines("book", &known, lines, &position).for_each(&mut *send);
        }
        let mut shown = Vec::new();
        let on_report = &mut |report: &SearchReport<S>| {
            format_lines("search", report, lines, &position).for_each(&mut *send);
            format_dropped(report, lines, &position, &mut shown).into_iter().for_each(&mut *send);
            send(format_node_stats(report));
        };
        evaluate(&mut *self.program, &position, lines, depth, stop, on_report).map(drop)
    }

    fn analyze(
        &mut self,
        depth: u8,
        stop: &StopSignal,
        send: &mut dyn FnMut(String),
    ) -> Result<(), String> {
        send("status Analyzing".to_owned());
        let mut game = self.session.game().clone();
        loop {
            let position = *game.position();
            let value = match position.status() {
                Status::Over { .. } => format!("{:.2}", f64::from(position.board().final_score())),
                _ => evaluate(&mut *self.program, &position, 1, depth, stop, &mut |_| ())?,
            };
            if stop.is_stopped() {
                return Ok(());
            }
            send(format!("analysis {} {value}", game.length()));
            if game.undo().is_none() {
                return Ok(());
            }
        }
    }
}

/// Searches a position without a clock, at least to this depth, and returns the value of the best move.
/// Fails for a program without a search. The deliberate errors of weak levels are in their choice, not
/// in this value.
fn evaluate<S: Size>(
    program: &mut dyn Program<S>,
    position: &Position<S>,
    lines: usize,
    depth: u8,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&SearchReport<S>),
) -> Result<String, String> {
    let Some((searcher, limits)) = program.search() else {
        return Err("This player has no search to show".to_owned());
    };
    let limits = limits.clone().with_lines(lines).with_stop(stop);
    let mut report = search_and_report(searcher, position, &limits, on_report);
    // A weak level stops earlier than its number says.
    let is_limited = limits.depth.is_some() || limits.time.is_some() || limits.nodes.is_some();
    let depth = u32::from(depth).min(position.board().empties().len()) as u8;
    if !is_limited && report.depth < depth && !stop.is_stopped() {
        let reached = report.depth;
        report = search_and_report(searcher, position, &limits.or_depth(depth), &mut |report| {
            if report.depth > reached {
                on_report(report);
            }
        });
    }
    Ok(report.lines.first().map(format_value).unwrap_or_default())
}

/// Searches, and reports at least once: a searcher without iterative deepening has only its result.
fn search_and_report<S: Size>(
    searcher: &mut dyn Searcher<S>,
    position: &Position<S>,
    limits: &SearchLimits,
    on_report: &mut dyn FnMut(&SearchReport<S>),
) -> SearchReport<S> {
    let mut reports = 0;
    let report = searcher.search(position, limits, &mut |report| {
        reports += 1;
        on_report(report);
    });
    if reports == 0 {
        on_report(&report);
    }
    report
}

/// The best lines of a report: `search F5-D6-C3 1.25 0 12`, or the same with `book`.
fn format_lines<S: Size>(
    word: &str,
    report: &SearchReport<S>,
    lines: usize,
    at: &Position<S>,
) -> impl Iterator<Item = String> {
    report.lines.iter().take(lines).map(move |line| {
        let moves: Vec<_> = line.moves.iter().map(|played| move_name(*played)).collect();
        let (value, depth) = (format_value(line), format_depth(report, line, at));
        format!("{word} {} {value} 0 {depth}", moves.join("-"))
    })
}

/// The moves that were shown before and are no longer among the best, with the value of the last of
/// these, which they do not exceed: else the GUI would keep a value of a shallower search beside them.
/// The depth is that of the list, because NBoard takes another depth for the beginning of a new list.
fn format_dropped<S: Size>(
    report: &SearchReport<S>,
    lines: usize,
    at: &Position<S>,
    shown: &mut Vec<Move<S>>,
) -> Vec<String> {
    let best = &report.lines[..lines.min(report.lines.len())];
    let Some(last) = best.last() else { return Vec::new() };
    let listed: Vec<_> = best.iter().filter_map(|line| line.moves.first().copied()).collect();
    shown.retain(|played| !listed.contains(played));
    let (value, depth) = (format_value(last), format_depth(report, last, at));
    let line =
        |played: &Move<S>| format!("search {} {value} 0 {depth} at most", move_name(*played));
    let dropped = shown.iter().map(line).collect();
    shown.extend(listed);
    dropped
}

/// Plies, or how sure a search to the end of the game is.
fn format_depth<S: Size>(report: &SearchReport<S>, line: &Line<S>, at: &Position<S>) -> String {
    match line.trust {
        Trust::Exact => "100%".to_owned(),
        Trust::Selective { percent } => format!("{percent}%"),
        Trust::Estimate | Trust::None => {
            u32::from(report.depth).min(at.board().empties().len()).to_string()
        }
    }
}

fn format_node_stats<S: Size>(report: &SearchReport<S>) -> String {
    format!("nodestats {} {:.2}", report.nodes, report.elapsed.as_secs_f64())
}

fn format_value<S: Size>(line: &Line<S>) -> String {
    format!("{:.2}", line.score.discs())
}

/// Squares in capitals, and `PA` for a pass.
fn move_name<S: Size>(played: Move<S>) -> String {
    match played {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// The time control of one side, else of both, from GGF tags: `[[h:]m:]s` for the game, then after a
/// slash the increment per move. The grace time after a second slash is ignored.
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
    fn time_controls_are_parsed() {
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

//! A board, the player who answers at it, and its clocks.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::{Duration, Instant};

use othellier_board::{Color, Move, Position, Size, Square, Status};
use othellier_play::{Clock, Player, PlayerError, StopSignal};
use othellier_record::{Game, transcript};
use othellier_search::{Line, SearchLimits, SearchReport, Trust};
use othellier_spec::Spec;

use super::request::Answer;
use super::session::{COMMANDS, done, wrong};
use crate::engine::{Refusal, program};

/// A desk of any size.
pub(crate) trait Seated {
    /// Does what concerns the board.
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Answer;

    /// Lets another player answer from now on; the game stays.
    fn seat(&mut self, player: &Spec, seed: u64) -> Result<(), Refusal>;

    /// What both clocks show at the start of a game.
    fn time(&self) -> Clock;
}

/// A desk with a board of one size.
pub(crate) struct Desk<S: Size> {
    game: Game<S>,
    /// How many moves each command played: two where a pass had to come first.
    steps: Vec<usize>,
    player: Box<dyn Player<S>>,
    /// What both clocks show at the start.
    time: Clock,
    clocks: [Clock; 2],
}

/// What a player decided.
enum Decision<S: Size> {
    /// To play this, after so many passes of the other side.
    Move { passes: usize, chosen: Move<S> },
    /// To give up.
    Resign,
    /// Nothing: the game is over.
    Over,
}

impl<S: Size> fmt::Display for Decision<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Move { chosen, .. } => write!(f, "{chosen}"),
            Decision::Resign => f.write_str("resign"),
            Decision::Over => f.write_str("pass"),
        }
    }
}

impl<S: Size> Desk<S> {
    /// A new game.
    pub(crate) fn new(player: &Spec, seed: u64) -> Result<Desk<S>, Refusal> {
        let player = program(player, seed)?;
        let (game, time) = (Game::default(), Clock::default());
        Ok(Desk { game, steps: Vec::new(), player, time, clocks: [time; 2] })
    }

    /// The same desk with this time on both clocks.
    pub(crate) fn timed(self, time: Clock) -> Desk<S> {
        Desk { time, clocks: [time; 2], ..self }
    }

    /// The same desk with this game on it.
    pub(crate) fn with(mut self, game: Game<S>) -> Desk<S> {
        self.begin(game);
        self
    }

    fn begin(&mut self, game: Game<S>) {
        self.steps = vec![1; game.length()];
        self.game = game;
        self.clocks = [self.time; 2];
    }

    fn play(&mut self, color: Color, played: Move<S>) -> Answer {
        let passes = match played {
            Move::Pass if color != self.mover() => return Err("wrong color".to_owned()),
            Move::Pass => 0,
            Move::Place(_) => self.passes_before(color)?,
        };
        let mut position = *self.game.position();
        if passes > 0 {
            position = position.after(Move::Pass);
        }
        if !position.is_legal(played) {
            return Err("illegal move".to_owned());
        }
        self.put(passes, played)
    }

    /// Plays a move that is legal after so many passes.
    fn put(&mut self, passes: usize, played: Move<S>) -> Answer {
        for played in std::iter::repeat_n(Move::Pass, passes).chain([played]) {
            self.game.play(played).map_err(|_| "illegal move".to_owned())?;
        }
        self.steps.push(passes + 1);
        done("")
    }

    /// How many passes of the other side must come before this side can move, if that can be.
    fn passes_before(&self, color: Color) -> Result<usize, String> {
        match self.game.position().status() {
            _ if color == self.mover() => Ok(0),
            Status::MustPass => Ok(1),
            Status::ToMove | Status::Over { .. } => Err("wrong color".to_owned()),
        }
    }

    fn mover(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Lets the player decide for a side, and plays what it chose.
    fn generate(&mut self, color: Color) -> Answer {
        let decision = self.decide(color)?;
        if let Decision::Move { passes, chosen } = decision {
            self.put(passes, chosen)?;
        }
        done(&decision.to_string())
    }

    /// Lets the player decide for a side: its choice, and how many passes must come before it.
    fn decide(&mut self, color: Color) -> Result<Decision<S>, String> {
        if matches!(self.game.position().status(), Status::Over { .. }) {
            return Ok(Decision::Over);
        }
        let passes = self.passes_before(color)?;
        let mut game = self.game.clone();
        for _ in 0..passes {
            game.play(Move::Pass).map_err(|_| "illegal move".to_owned())?;
        }
        let chosen = match game.position().status() {
            Status::MustPass | Status::Over { .. } => Ok(Move::Pass),
            Status::ToMove => self.choose(color, &game),
        };
        match chosen {
            Ok(chosen) if game.position().is_legal(chosen) => Ok(Decision::Move { passes, chosen }),
            Ok(chosen) => Err(format!("the player chose {chosen}, which is not legal")),
            Err(PlayerError::Resigned) => Ok(Decision::Resign),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Lets the player choose, and takes its time.
    fn choose(&mut self, color: Color, game: &Game<S>) -> Result<Move<S>, PlayerError> {
        let clock = &mut self.clocks[color as usize];
        let began = Instant::now();
        let choice = self.player.choose(game, *clock, &StopSignal::default(), &mut |_| ());
        // The next `time_left` knows better.
        let left = clock.left.map(|left| left.saturating_sub(began.elapsed()));
        clock.left = left.map(|left| left.saturating_add(clock.increment));
        choice.map(|choice| choice.chosen)
    }

    fn undo(&mut self) -> Answer {
        let step = self.steps.pop().ok_or("cannot undo")?;
        for _ in 0..step {
            self.game.undo();
        }
        done("")
    }

    /// What the player thinks of its best moves, one on each line.
    fn analyze(&mut self, lines: NonZeroUsize) -> Answer {
        let position = *self.game.position();
        let allotted = self.clocks[self.mover() as usize].allot(position.board().empties().len());
        let Some((searcher, limits)) = self.player.search() else {
            return Err("this player shows nothing of its thinking".to_owned());
        };
        let time = limits.time.into_iter().chain(allotted).min();
        let limits = SearchLimits { lines: Some(lines.get()), time, ..limits.clone() };
        let report = searcher.search(&position, &limits, &mut |_| ());
        let shown: Vec<_> =
            report.lines.iter().take(lines.get()).map(|line| thought(&report, line)).collect();
        done(&shown.join("\n"))
    }

    /// Sets both clocks. GTP knows a main time and then a time for so many stones; nothing of
    /// either means no limit. Othello engines read a main time with a time for one stone as an
    /// increment, and that is on the safe side.
    fn set_time(&mut self, main: Duration, byo_yomi: Duration, stones: u32) -> Answer {
        let share = byo_yomi.checked_div(stones).unwrap_or_default();
        self.time = match (main.is_zero(), share.is_zero()) {
            _ if stones == 0 && !byo_yomi.is_zero() => Clock::default(),
            (true, true) => Clock::default(),
            (true, false) => Clock { per_move: Some(share), ..Clock::default() },
            (false, _) => Clock { left: Some(main), increment: share, ..Clock::default() },
        };
        self.clocks = [self.time; 2];
        done("")
    }

    /// Sets one clock: what is left of the main time, or for so many stones.
    fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) -> Answer {
        self.clocks[color as usize] = match left.checked_div(stones) {
            Some(share) => Clock { per_move: Some(share), ..Clock::default() },
            None => Clock { left: Some(left), ..self.time },
        };
        done("")
    }

    /// As GoGui wants it: it counts rows from the bottom.
    fn rows(&self) -> String {
        let cell = |square| self.game.position().disc_at(square).map_or('.', Color::letter);
        let row = |row| {
            let squares = (0..S::SIDE).filter_map(move |column| Square::at(column, row));
            squares.map(|square| cell(square).to_string()).collect::<Vec<_>>().join(" ")
        };
        (0..S::SIDE).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn legal_moves(&self) -> String {
        match self.game.position().status() {
            Status::Over { .. } => String::new(),
            _ => {
                let moves = self.game.position().moves().map(|played| played.to_string());
                moves.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Empty squares to the winner.
    fn final_score(&self) -> Answer {
        let outcome = self.game.outcome().ok_or("cannot score")?;
        done(&match outcome.black_score {
            0 => "0".to_owned(),
            score @ 1.. => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }

    fn final_result(&self) -> String {
        let Status::Over { black, white } = self.game.position().status() else {
            return String::new();
        };
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("Black wins {black}-{white}"),
            std::cmp::Ordering::Less => format!("White wins {white}-{black}"),
            std::cmp::Ordering::Equal => format!("Draw {black}-{white}"),
        }
    }

    fn show(&self) -> String {
        let position = self.game.position();
        let over = matches!(position.status(), Status::Over { .. });
        let board = crate::play::board(position, !over);
        let below =
            if over { self.final_result() } else { format!("{} to move", self.mover().letter()) };
        format!("\n{board}\n{below}")
    }
}

impl<S: Size> Seated for Desk<S> {
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Answer {
        match (command, arguments) {
            ("clear_board", []) => {
                self.begin(Game::default());
                done("")
            }
            ("play", arguments) => match *arguments {
                [color, vertex] => match (color.parse(), vertex.parse()) {
                    (Ok(color), Ok(played)) => self.play(color, played),
                    _ => wrong("play COLOR VERTEX"),
                },
                _ => wrong("play COLOR VERTEX"),
            },
            ("genmove", arguments) => match only(arguments) {
                Some(color) => self.generate(color),
                None => wrong("genmove COLOR"),
            },
            ("reg_genmove", arguments) => match only(arguments) {
                Some(color) => self.decide(color).map(|decision| decision.to_string()),
                None => wrong("reg_genmove COLOR"),
            },
            ("undo", []) => self.undo(),
            ("showboard", []) => done(&self.show()),
            ("final_score", []) => self.final_score(),
            ("time_settings", arguments) => match times(arguments) {
                Some((main, byo_yomi, stones)) => self.set_time(main, byo_yomi, stones),
                None => wrong("time_settings MAIN BYO STONES"),
            },
            ("time_left", arguments) => match time_left(arguments) {
                Some((color, left, stones)) => self.set_time_left(color, left, stones),
                None => wrong("time_left COLOR SECONDS STONES"),
            },
            ("gogui-rules_board", []) => done(&self.rows()),
            ("gogui-rules_board_size", []) => done(&S::SIDE.to_string()),
            ("gogui-rules_legal_moves", []) => done(&self.legal_moves()),
            ("gogui-rules_side_to_move", []) => done(&self.mover().to_string()),
            ("gogui-rules_final_result", []) => done(&self.final_result()),
            ("othellier-analyze", []) => self.analyze(NonZeroUsize::MIN),
            ("othellier-analyze", arguments) => match only(arguments) {
                Some(lines) => self.analyze(lines),
                None => wrong("othellier-analyze [LINES]"),
            },
            ("othellier-moves", []) => done(&transcript::write_with_passes(&self.game)),
            ("othellier-position", words) => match words.concat().parse::<Position<S>>() {
                Ok(position) => {
                    self.begin(Game::from_position(position));
                    done("")
                }
                Err(_) => wrong("othellier-position BOARD SIDE"),
            },
            (command, _) if COMMANDS.contains(&command) => {
                Err("syntax error; wrong number of arguments".to_owned())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn seat(&mut self, player: &Spec, seed: u64) -> Result<(), Refusal> {
        self.player = program(player, seed)?;
        Ok(())
    }

    fn time(&self) -> Clock {
        self.time
    }
}

fn thought<S: Size>(report: &SearchReport<S>, line: &Line<S>) -> String {
    let trust = match line.trust {
        Trust::Exact => "exact".to_owned(),
        Trust::Selective { percent } => format!("{percent}%"),
        Trust::Estimate => "estimate".to_owned(),
        Trust::None => "none".to_owned(),
    };
    let pv: Vec<_> = line.moves.iter().map(ToString::to_string).collect();
    format!(
        "move {} score {} trust {trust} depth {} nodes {} pv {}",
        pv.first().map_or("", String::as_str),
        line.score,
        report.depth,
        report.nodes,
        pv.join(" ")
    )
}

/// The one argument that there must be.
fn only<T: FromStr>(arguments: &[&str]) -> Option<T> {
    let [argument] = arguments else { return None };
    argument.parse().ok()
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

fn times(arguments: &[&str]) -> Option<(Duration, Duration, u32)> {
    let [main, byo_yomi, stones] = *arguments else { return None };
    Some((seconds(main)?, seconds(byo_yomi)?, stones.parse().ok()?))
}

fn time_left(arguments: &[&str]) -> Option<(Color, Duration, u32)> {
    let [color, left, stones] = *arguments else { return None };
    Some((color.parse().ok()?, seconds(left)?, stones.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Eight;

    #[test]
    fn every_form_of_time() {
        let mut desk = Desk::<Eight>::new(&"random".parse().unwrap(), 1).unwrap();
        let mut clock = |line: &str| {
            let words: Vec<_> = line.split(' ').collect();
            desk.obey(words[0], &words[1..]).unwrap();
            desk.clocks[1]
        };
        let some = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        let none = Clock::default();
        assert_eq!(clock("time_settings 0 0.5 1"), Clock { per_move: some(0.5), ..none });
        assert_eq!(clock("time_settings 0 30 10"), Clock { per_move: some(3.0), ..none });
        assert_eq!(clock("time_settings 300 0 0"), Clock { left: some(300.0), ..none });
        assert_eq!(clock("time_settings 0 0 0"), none);
        assert_eq!(clock("time_settings 0 60 0"), none, "that is how GTP writes no limit");
        let fischer = Clock { left: some(300.0), increment: Duration::from_secs(2), ..none };
        assert_eq!(clock("time_settings 300 2 1"), fischer);
        assert_eq!(clock("time_left w 12.5 0"), Clock { left: some(12.5), ..fischer });
        assert_eq!(clock("time_left w 20 10"), Clock { per_move: some(2.0), ..none });
        assert_eq!(clock("time_left b 1 0").per_move, some(2.0), "each has its own");
        assert_eq!(clock("clear_board"), fischer);
    }

    #[test]
    fn a_move_uses_time() {
        let mut desk = Desk::<Eight>::new(&"random".parse().unwrap(), 1).unwrap();
        desk.obey("time_settings", &["300", "2", "1"]).unwrap();
        desk.obey("genmove", &["b"]).unwrap();
        let [black, white] = desk.clocks.map(|clock| clock.left.unwrap());
        assert!(black > white && black <= Duration::from_secs(302));
        assert_eq!(white, Duration::from_secs(300));
    }
}

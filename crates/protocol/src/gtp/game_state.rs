//! The state behind the game commands of GTP: the game, the program and the clocks.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use othellier_board::{Color, Move, Position, Size, Square, Status};
use othellier_platform::clock::Instant;
use othellier_record::{Clock, Game, MoveOverhead, Record, diagram, transcript};
use othellier_search::{Line, SearchReport, StopSignal, Trust};
use othellier_session::{Command, GameSession};
use othellier_spec::Spec;

use super::request::{COMMANDS, Response, success, syntax_error};
use crate::{Program, ProgramError, Programs};

/// A [`GameState`] of any board size.
pub(super) trait DynGameState<P: Programs> {
    /// Executes a command about the game.
    fn execute(&mut self, command: &str, arguments: &[&str]) -> Response;

    /// Replaces the player; the game stays.
    fn set_player(&mut self, programs: &P, player: &Spec) -> Result<(), P::Error>;

    /// The clock that both sides start a game with.
    fn time_settings(&self) -> Clock;
}

/// The game, the program and the clocks, for one board size.
///
/// The game is a [`GameSession`] that the controller leads. Two things are GTP's own: `undo` takes back a
/// command, whoever played, and the time left is what the controller says.
pub(super) struct GameState<S: Size> {
    session: GameSession<S>,
    /// The ply before each command that played, for `undo`: a pass may be implied.
    commands: Vec<usize>,
    program: Box<dyn Program<S>>,
    /// The clock that both sides start a game with.
    time_settings: Clock,
    /// Whether `time_settings` gave a byo-yomi time for no stones, and no main time.
    has_only_byo_yomi: bool,
    /// The time left by the controller's word, less the time that the program has used since.
    clocks: [Clock; 2],
}

/// The program's decision in a turn.
enum Decision<S: Size> {
    Move(Move<S>),
    /// Resignation. Whether it ends the game is up to the controller.
    Resign,
    /// The game is over; there is nothing to choose.
    Over,
}

impl<S: Size> fmt::Display for Decision<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Move(chosen) => write!(f, "{chosen}"),
            Decision::Resign => f.write_str("resign"),
            Decision::Over => f.write_str("pass"),
        }
    }
}

impl<S: Size> GameState<S> {
    /// This game with this program; both sides have this time.
    pub(super) fn new(program: Box<dyn Program<S>>, game: Game<S>, time: Clock) -> GameState<S> {
        let commands = (0..game.length()).collect();
        let (session, clocks) = (new_session(game), [time; 2]);
        let has_only_byo_yomi = false;
        GameState { session, commands, program, time_settings: time, has_only_byo_yomi, clocks }
    }

    /// A new game from this position, with the same program and time settings.
    fn restart(&mut self, start: Position<S>) {
        self.commands.clear();
        self.session = new_session(Game::from_position(start));
        self.clocks = [self.time_settings; 2];
    }

    fn position(&self) -> &Position<S> {
        self.session.game().position()
    }

    fn is_over(&self) -> bool {
        matches!(self.position().status(), Status::Over { .. })
    }

    fn play(&mut self, color: Color, played: Move<S>) -> Response {
        if played == Move::Pass && self.is_over() {
            return self.pass_at_the_end();
        }
        if !self.position_of(color)?.is_legal(played) {
            return Err("illegal move".to_owned());
        }
        self.receive(played)
    }

    /// The position in which this side moves: after a pass of the other side, if that must pass.
    fn position_of(&self, color: Color) -> Result<Position<S>, String> {
        let position = *self.position();
        match position.status() {
            _ if color == position.side_to_move() => Ok(position),
            Status::MustPass => Ok(position.after(Move::Pass)),
            Status::ToMove | Status::Over { .. } => Err("wrong color".to_owned()),
        }
    }

    /// Plays a move, and the pass that it implies, as one command.
    fn receive(&mut self, played: Move<S>) -> Response {
        let ply = self.session.game().length();
        let received = self.session.apply(Command::Receive { played, took: None }, Instant::now());
        received.map_err(|_| "illegal move".to_owned())?;
        self.commands.push(ply);
        success("")
    }

    /// Controllers pass when neither side has a move. That changes nothing, but it can be undone.
    fn pass_at_the_end(&mut self) -> Response {
        self.commands.push(self.session.game().length());
        success("")
    }

    /// `genmove`: lets the program choose a move for a side, and plays it.
    fn genmove(&mut self, color: Color) -> Response {
        let decision = self.choose_move(color)?;
        match decision {
            Decision::Move(chosen) => self.receive(chosen)?,
            Decision::Over => self.pass_at_the_end()?,
            Decision::Resign => String::new(),
        };
        success(&decision.to_string())
    }

    /// Lets the program choose a move for a side without playing it (`reg_genmove`).
    fn choose_move(&mut self, color: Color) -> Result<Decision<S>, String> {
        if self.is_over() {
            return Ok(Decision::Over);
        }
        let position = self.position_of(color)?;
        let chosen = match position.status() {
            Status::MustPass | Status::Over { .. } => Ok(Move::Pass),
            Status::ToMove => self.ask_program(color),
        };
        match chosen {
            Ok(chosen) if position.is_legal(chosen) => Ok(Decision::Move(chosen)),
            Ok(chosen) => Err(format!("the player chose {chosen}, which is not legal")),
            Err(ProgramError::Resigned) => Ok(Decision::Resign),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Calls the program, after a pass of the other side if that must pass, and charges its clock.
    fn ask_program(&mut self, color: Color) -> Result<Move<S>, ProgramError> {
        let mut game = self.session.game().clone();
        if color != game.position().side_to_move() {
            game.play(Move::Pass).expect("the other side must pass");
        }
        let clock = &mut self.clocks[color as usize];
        let began = Instant::now();
        let choice = self.program.choose(&game, *clock, &StopSignal::default(), &mut |_| ());
        // Only an estimate until the controller sends `time_left`.
        let left = clock.left.map(|left| left.saturating_sub(began.elapsed()));
        clock.left = left.map(|left| left.saturating_add(clock.increment));
        choice.map(|choice| choice.chosen)
    }

    fn undo(&mut self) -> Response {
        let ply = self.commands.pop().ok_or("cannot undo")?;
        let gone = self.session.apply(Command::GoTo(ply), Instant::now());
        gone.map_err(|error| error.to_string())?;
        success("")
    }

    /// Searches and returns the best moves with scores, one per line (multi-PV).
    fn analyze(&mut self, lines: NonZeroUsize) -> Response {
        let position = *self.position();
        let clock = self.clocks[position.side_to_move() as usize];
        let allotted = clock.allot(position.board().empties().len(), MoveOverhead::Usual);
        let Some((searcher, limits)) = self.program.search() else {
            return Err("this player has no search to show".to_owned());
        };
        let time = limits.time.into_iter().chain(allotted.map(|time| time.optimum)).min();
        let mut limits = limits.clone().with_lines(lines.get());
        limits.time = time;
        let report = searcher.search(&position, &limits, &mut |_| ());
        let shown: Vec<_> =
            report.lines.iter().take(lines.get()).map(|line| format_line(&report, line)).collect();
        success(&shown.join("\n"))
    }

    /// Sets both clocks. GTP has a main time, then a byo-yomi time for `stones` moves; both zero means
    /// no limit. Like other Othello engines, a byo-yomi for one stone after a main time is read as
    /// an increment, which never overspends.
    fn set_time(&mut self, main: Duration, byo_yomi: Duration, stones: u32) -> Response {
        let share = byo_yomi.checked_div(stones).unwrap_or_default();
        self.time_settings = match (main.is_zero(), share.is_zero()) {
            _ if stones == 0 && !byo_yomi.is_zero() => Clock::default(),
            (true, true) => Clock::default(),
            (true, false) => Clock { per_move: Some(share), ..Clock::default() },
            (false, _) => Clock { left: Some(main), increment: share, ..Clock::default() },
        };
        self.has_only_byo_yomi = main.is_zero() && !byo_yomi.is_zero() && stones == 0;
        self.clocks = [self.time_settings; 2];
        success("")
    }

    /// Sets one clock: what is left of the main time, or of the byo-yomi for `stones` moves. No stones
    /// mean the main time; where there is none, controllers such as match-runner mean the time for one
    /// move.
    fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) -> Response {
        self.clocks[color as usize] = match left.checked_div(stones) {
            Some(share) => Clock { per_move: Some(share), ..Clock::default() },
            None if self.has_only_byo_yomi => Clock { per_move: Some(left), ..Clock::default() },
            None => Clock { left: Some(left), ..self.time_settings },
        };
        success("")
    }

    /// The board for GoGui, which counts rows from the bottom.
    fn gogui_rows(&self) -> String {
        let cell = |square| self.position().disc_at(square).map_or('.', Color::letter);
        let row = |row| {
            let squares = (0..S::SIDE).filter_map(move |column| Square::at(column, row));
            squares.map(|square| cell(square).to_string()).collect::<Vec<_>>().join(" ")
        };
        (0..S::SIDE).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn legal_moves(&self) -> String {
        match self.position().status() {
            Status::Over { .. } => String::new(),
            _ => {
                let moves = self.position().moves().map(|played| played.to_string());
                moves.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// The score with empty squares counted for the winner.
    fn final_score(&self) -> Response {
        let outcome = self.session.game().outcome().ok_or("cannot score")?;
        success(&match outcome.black_score {
            0 => "0".to_owned(),
            score @ 1.. => format!("B+{score}"),
            score => format!("W+{}", -score),
        })
    }

    fn final_result(&self) -> String {
        let Status::Over { black, white } = self.position().status() else {
            return String::new();
        };
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("Black wins {black}-{white}"),
            std::cmp::Ordering::Less => format!("White wins {white}-{black}"),
            std::cmp::Ordering::Equal => format!("Draw {black}-{white}"),
        }
    }

    fn show(&self) -> String {
        let position = self.position();
        let over = matches!(position.status(), Status::Over { .. });
        let board = diagram::text(position, !over);
        let below = if over {
            self.final_result()
        } else {
            format!("{} to move", position.side_to_move().letter())
        };
        format!("\n{board}\n{below}")
    }
}

impl<S: Size, P: Programs> DynGameState<P> for GameState<S> {
    fn execute(&mut self, command: &str, arguments: &[&str]) -> Response {
        // The first command about the game waits, so that `genmove` does not on its clock.
        self.program.make_ready();
        match (command, arguments) {
            ("clear_board", []) => {
                self.restart(Position::default());
                success("")
            }
            ("play", arguments) => match *arguments {
                [color, vertex] => match (color.parse(), vertex.parse()) {
                    (Ok(color), Ok(played)) => self.play(color, played),
                    _ => syntax_error("play COLOR VERTEX"),
                },
                _ => syntax_error("play COLOR VERTEX"),
            },
            ("genmove", arguments) => match single_argument(arguments) {
                Some(color) => self.genmove(color),
                None => syntax_error("genmove COLOR"),
            },
            ("reg_genmove", arguments) => match single_argument(arguments) {
                Some(color) => self.choose_move(color).map(|decision| decision.to_string()),
                None => syntax_error("reg_genmove COLOR"),
            },
            ("undo", []) => self.undo(),
            ("showboard", []) => success(&self.show()),
            ("final_score", []) => self.final_score(),
            ("time_settings", arguments) => match parse_time_settings(arguments) {
                Some((main, byo_yomi, stones)) => self.set_time(main, byo_yomi, stones),
                None => syntax_error("time_settings MAIN BYO STONES"),
            },
            ("time_left", arguments) => match parse_time_left(arguments) {
                Some((color, left, stones)) => self.set_time_left(color, left, stones),
                None => syntax_error("time_left COLOR SECONDS STONES"),
            },
            ("gogui-rules_board", []) => success(&self.gogui_rows()),
            ("gogui-rules_board_size", []) => success(&S::SIDE.to_string()),
            ("gogui-rules_legal_moves", []) => success(&self.legal_moves()),
            ("gogui-rules_side_to_move", []) => {
                success(&self.position().side_to_move().to_string())
            }
            ("gogui-rules_final_result", []) => success(&self.final_result()),
            ("othellier-analyze", []) => self.analyze(NonZeroUsize::MIN),
            ("othellier-analyze", arguments) => match single_argument(arguments) {
                Some(lines) => self.analyze(lines),
                None => syntax_error("othellier-analyze [LINES]"),
            },
            ("othellier-moves", []) => success(&transcript::write_with_passes(self.session.game())),
            ("othellier-position", words) => match words.concat().parse::<Position<S>>() {
                Ok(position) => {
                    self.restart(position);
                    success("")
                }
                Err(_) => syntax_error("othellier-position BOARD SIDE"),
            },
            (command, _) if COMMANDS.contains(&command) => {
                Err("syntax error; wrong number of arguments".to_owned())
            }
            _ => Err("unknown command".to_owned()),
        }
    }

    fn set_player(&mut self, programs: &P, player: &Spec) -> Result<(), P::Error> {
        self.program = programs.build(player)?;
        Ok(())
    }

    fn time_settings(&self) -> Clock {
        self.time_settings
    }
}

fn new_session<S: Size>(game: Game<S>) -> GameSession<S> {
    GameSession::controlled(game, Record::default(), [None; 2], Instant::now())
}

fn format_line<S: Size>(report: &SearchReport<S>, line: &Line<S>) -> String {
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

/// Parses the only argument.
fn single_argument<T: FromStr>(arguments: &[&str]) -> Option<T> {
    let [argument] = arguments else { return None };
    argument.parse().ok()
}

/// Parses a number of seconds.
fn parse_seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

fn parse_time_settings(arguments: &[&str]) -> Option<(Duration, Duration, u32)> {
    let [main, byo_yomi, stones] = *arguments else { return None };
    Some((parse_seconds(main)?, parse_seconds(byo_yomi)?, stones.parse().ok()?))
}

fn parse_time_left(arguments: &[&str]) -> Option<(Color, Duration, u32)> {
    let [color, left, stones] = *arguments else { return None };
    Some((color.parse().ok()?, parse_seconds(left)?, stones.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestPrograms;
    use othellier_board::Eight;

    fn execute(state: &mut GameState<Eight>, command: &str, arguments: &[&str]) {
        DynGameState::<TestPrograms>::execute(state, command, arguments).unwrap();
    }

    fn random() -> GameState<Eight> {
        let program = TestPrograms.build(&"random".parse().unwrap()).unwrap();
        GameState::new(program, Game::default(), Clock::default())
    }

    #[test]
    fn every_form_of_time() {
        let mut state = random();
        let mut clock = |line: &str| {
            let words: Vec<_> = line.split(' ').collect();
            execute(&mut state, words[0], &words[1..]);
            state.clocks[1]
        };
        let some = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        let none = Clock::default();
        assert_eq!(clock("time_settings 0 0.5 1"), Clock { per_move: some(0.5), ..none });
        assert_eq!(clock("time_settings 0 30 10"), Clock { per_move: some(3.0), ..none });
        assert_eq!(clock("time_settings 300 0 0"), Clock { left: some(300.0), ..none });
        assert_eq!(clock("time_settings 0 0 0"), none);
        assert_eq!(clock("time_settings 0 60 0"), none, "that is how GTP writes no limit");
        // match-runner, with a byo-yomi of one second.
        assert_eq!(clock("time_settings 0 1 0"), none);
        assert_eq!(clock("time_left white 1 0"), Clock { per_move: some(1.0), ..none });
        assert_eq!(clock("clear_board"), none);
        assert_eq!(clock("time_settings 10 0 0"), Clock { left: some(10.0), ..none });
        assert_eq!(clock("time_left white 1 0"), Clock { left: some(1.0), ..none });
        assert_eq!(clock("time_settings 0 0 0"), none);
        assert_eq!(clock("time_left white 1 0"), Clock { left: some(1.0), ..none });
        let fischer = Clock { left: some(300.0), increment: Duration::from_secs(2), ..none };
        assert_eq!(clock("time_settings 300 2 1"), fischer);
        assert_eq!(clock("time_left w 12.5 0"), Clock { left: some(12.5), ..fischer });
        assert_eq!(clock("time_left w 20 10"), Clock { per_move: some(2.0), ..none });
        assert_eq!(clock("time_left b 1 0").per_move, some(2.0), "each has its own");
        assert_eq!(clock("clear_board"), fischer);
    }

    #[test]
    fn a_move_uses_time() {
        let mut state = random();
        execute(&mut state, "time_settings", &["300", "2", "1"]);
        execute(&mut state, "genmove", &["b"]);
        let [black, white] = state.clocks.map(|clock| clock.left.unwrap());
        assert!(black > white && black <= Duration::from_secs(302));
        assert_eq!(white, Duration::from_secs(300));
    }
}

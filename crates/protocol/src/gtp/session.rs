//! The engine side of GTP: one line in, one response out.
//!
//! Commands about the session (size, player, files) are executed here; commands about the game go to
//! the [`game_state`](super::game_state), which is replaced when the board size changes.

use std::io::{self, BufRead};

use othellier_board::Eight;
use othellier_record::{Clock, Game, sgf, with_game, with_size};
use othellier_spec::Spec;

use super::game_state::{DynGameState, GameState};
use super::request::{COMMANDS, Request, Response, success, syntax_error};
use crate::Programs;

/// Entries of GoGui's Analyze menu.
const ANALYSES: &str = "\
string/Best moves/othellier-analyze 5
string/Legal moves/gogui-rules_legal_moves
string/Moves played/othellier-moves
string/Final score/final_score";

/// Opens the file that `loadsgf` names.
pub type OpenFile = fn(&str) -> io::Result<Box<dyn BufRead>>;

/// An engine in a conversation with one controller.
pub struct Session<P> {
    programs: P,
    player: Spec,
    open_file: OpenFile,
    state: Box<dyn DynGameState<P>>,
    is_over: bool,
}

impl<P: Programs + 'static> Session<P> {
    /// A new game on 8×8 for this player. It opens no files.
    pub fn new(programs: P, player: Spec) -> Result<Session<P>, P::Error> {
        let program = programs.build::<Eight>(&player)?;
        let state = Box::new(GameState::new(program, Game::default(), Clock::default()));
        let open_file = |_: &str| Err(io::Error::from(io::ErrorKind::Unsupported));
        Ok(Session { programs, player, open_file, state, is_over: false })
    }

    /// Sets how the session opens files for `loadsgf`.
    pub fn with_files(self, open_file: OpenFile) -> Session<P> {
        Session { open_file, ..self }
    }

    /// Whether `quit` was received, after which nothing is answered.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Parses and executes any bytes, and returns the response; `None` if there is no request in them.
    /// Blocks while the program thinks.
    pub fn handle_line(&mut self, line: &[u8]) -> Option<String> {
        let request = Request::parse(line)?;
        Some(request.format_response(&self.execute(&request)))
    }

    fn execute(&mut self, request: &Request) -> Response {
        let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        match (request.command.as_str(), arguments.as_slice()) {
            ("protocol_version", []) => success("2"),
            ("name", []) => success("Othellier"),
            ("version", []) => success(env!("CARGO_PKG_VERSION")),
            ("known_command", [name]) => success(&COMMANDS.contains(name).to_string()),
            ("list_commands", []) => success(&COMMANDS.join("\n")),
            ("quit", []) => {
                self.is_over = true;
                success("")
            }
            ("boardsize", [side]) => self.set_board_size(side),
            ("komi", [komi]) => {
                komi.parse().map_or_else(|_| syntax_error("komi NUMBER"), |_: f64| success(""))
            }
            ("set_game", [game]) if game.eq_ignore_ascii_case("othello") => success(""),
            ("set_game", [_]) => Err("unknown game; expected Othello".to_owned()),
            ("list_games", []) => success("Othello"),
            ("set_level", [level]) => {
                let player = self.at_level(level)?;
                self.set_player(player)
            }
            ("othellier-player", []) => success(&self.player.to_string()),
            ("othellier-player", words) => {
                let player = words.join(" ").parse();
                self.set_player(
                    player.map_err(|error: othellier_spec::ParseSpecError| error.to_string())?,
                )
            }
            ("loadsgf", [file @ .., number])
                if !file.is_empty() && number.parse::<usize>().is_ok() =>
            {
                self.load_sgf(&file.join(" "), number.parse().ok())
            }
            ("loadsgf", [_, ..]) => self.load_sgf(&arguments.join(" "), None),
            ("gogui-analyze_commands", []) => success(ANALYSES),
            ("gogui-rules_game_id", []) => success("Othello"),
            (command, arguments) => self.state.execute(command, arguments),
        }
    }

    /// Starts a new game on a board of this size.
    fn set_board_size(&mut self, side: &str) -> Response {
        let unacceptable = || "unacceptable size".to_owned();
        let side: u8 = side.parse().map_err(|_| unacceptable())?;
        let (programs, player, time) = (&self.programs, &self.player, self.state.time_settings());
        let state = with_size!(side, S => programs.build::<S>(player).map(|program| {
            Box::new(GameState::new(program, Game::default(), time)) as Box<dyn DynGameState<P>>
        }));
        self.state = state.ok_or_else(unacceptable)?.map_err(|error| error.to_string())?;
        success("")
    }

    /// Replaces the player; the game stays.
    fn set_player(&mut self, player: Spec) -> Response {
        self.state.set_player(&self.programs, &player).map_err(|error| error.to_string())?;
        self.player = player;
        success("")
    }

    /// The player at another level: its own `level` option if it has one, else `level-N`.
    fn at_level(&self, level: &str) -> Result<Spec, String> {
        let mut player = self.player.clone();
        if self.programs.has_option(&player, "level") {
            player.set("level", level);
            return Ok(player);
        }
        let (name, levels) = (format!("level-{level}"), self.programs.levels());
        let unknown = format!("unknown level; expected 1 to {}", levels.len());
        levels.into_iter().find(|level| level.name == name).ok_or(unknown)
    }

    /// Loads a game from an SGF file, up to the move before this one.
    fn load_sgf(&mut self, path: &str, before: Option<usize>) -> Response {
        let refused = |why: String| format!("cannot load file: {why}");
        let file = (self.open_file)(path).map_err(|error| refused(error.to_string()))?;
        let record = sgf::read(file).next();
        let record = record.ok_or_else(|| refused("there is no game in it".to_owned()))?;
        let record = record.map_err(|error| refused(error.to_string()))?;
        let (programs, player, time) = (&self.programs, &self.player, self.state.time_settings());
        let last = record.game.length();
        let length = before.map_or(last, |before| before.saturating_sub(1).min(last));
        self.state = with_game!(record.game, game => {
            let mut game = game;
            // Replaying the moves drops a resignation, so that the game can continue.
            let _ = game.go_to(0);
            let _ = game.go_to(length);
            let program = programs.build(player).map_err(|error| error.to_string())?;
            Box::new(GameState::new(program, game, time)) as Box<dyn DynGameState<P>>
        });
        success("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::testing::TestPrograms;
    use crate::{Program, ProgramChoice, ProgramError};
    use othellier_board::Size;
    use othellier_search::{SearchReport, StopSignal};
    use proptest::prelude::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A session in which every file holds the same game.
    fn session(player: &str) -> Session<TestPrograms> {
        let session = Session::new(TestPrograms, player.parse().unwrap()).unwrap();
        session.with_files(|path| match path {
            "a game.sgf" => {
                let game = "(;GM[2]FF[4]SZ[8]PB[a];B[f5];W[df]C[x](;B[C3])(;B[c4]))";
                Ok(Box::new(game.as_bytes()))
            }
            _ => Err(io::ErrorKind::NotFound.into()),
        })
    }

    /// Each line, and its response without the empty line at the end.
    #[track_caller]
    fn check(session: &mut Session<TestPrograms>, conversation: &[(&str, &str)]) {
        for (line, expected) in conversation {
            let answer = session.handle_line(line.as_bytes()).unwrap();
            assert_eq!(answer.strip_suffix("\n\n"), Some(*expected), "{line}");
        }
    }

    #[test]
    fn a_new_board_size_keeps_the_time_settings() {
        let mut session = session("random");
        check(&mut session, &[("time_settings 0 0.5 1", "="), ("boardsize 6", "=")]);
        assert_eq!(
            session.state.time_settings().per_move,
            Some(std::time::Duration::from_millis(500))
        );
    }

    #[test]
    fn the_session_of_the_protocol() {
        check(
            &mut session("alphabeta(depth=1)"),
            &[
                ("1 boardsize 8", "=1"),
                ("2 clear_board", "=2"),
                ("3 play b f5", "=3"),
                ("4 reg_genmove w", "=4 f4"),
                ("5 play b a1", "?5 wrong color"),
                ("play w a1", "? illegal move"),
                ("play W D6", "="),
                ("gogui-rules_side_to_move", "= black"),
                ("play black pass", "? illegal move"),
                ("undo", "="),
                ("undo", "="),
                ("undo", "? cannot undo"),
                ("genmove w", "? wrong color"),
                ("99 protocol_version", "=99 2"),
                ("name", "= Othellier"),
                ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
                ("komi 6.5", "="),
                ("set_game Othello", "="),
                ("list_games", "= Othello"),
                ("gogui-rules_game_id", "= Othello"),
                ("known_command genmove", "= true"),
                ("known_command genmov", "= false"),
            ],
        );
    }

    /// The programs of [`TestPrograms`], which note when somebody waits for them.
    struct SlowPrograms(Arc<AtomicBool>);

    struct SlowProgram<S: Size>(Box<dyn Program<S>>, Arc<AtomicBool>);

    impl Programs for SlowPrograms {
        type Error = String;

        fn build<S: Size>(&self, spec: &Spec) -> Result<Box<dyn Program<S>>, String> {
            Ok(Box::new(SlowProgram(TestPrograms.build(spec)?, Arc::clone(&self.0))))
        }

        fn has_option(&self, spec: &Spec, name: &str) -> bool {
            TestPrograms.has_option(spec, name)
        }
    }

    impl<S: Size> Program<S> for SlowProgram<S> {
        fn make_ready(&mut self) {
            self.1.store(true, Ordering::Relaxed);
        }

        fn choose(
            &mut self,
            game: &Game<S>,
            clock: Clock,
            stop: &StopSignal,
            watch: &mut dyn FnMut(&SearchReport<S>),
        ) -> Result<ProgramChoice<S>, ProgramError> {
            self.0.choose(game, clock, stop, watch)
        }
    }

    /// Controllers ask for the name first, and some do not wait long for it.
    #[test]
    fn questions_about_the_engine_do_not_wait_for_the_program() {
        let awaited = Arc::new(AtomicBool::new(false));
        let programs = SlowPrograms(Arc::clone(&awaited));
        let mut session = Session::new(programs, "random".parse().unwrap()).unwrap();
        for line in [
            "protocol_version",
            "name",
            "version",
            "list_commands",
            "known_command genmove",
            "set_game Othello",
            "boardsize 8",
        ] {
            assert!(session.handle_line(line.as_bytes()).unwrap().starts_with('='), "{line}");
            assert!(!awaited.load(Ordering::Relaxed), "{line}");
        }
        // Before the clock of the first move runs.
        session.handle_line(b"clear_board").unwrap();
        assert!(awaited.load(Ordering::Relaxed));
    }

    #[test]
    fn errors_name_the_expected_form() {
        check(
            &mut session("random"),
            &[
                ("fly", "? unknown command"),
                ("7", "?7 unknown command"),
                ("play", "? syntax error; expected play COLOR VERTEX"),
                ("play green f5", "? syntax error; expected play COLOR VERTEX"),
                ("play b z9", "? syntax error; expected play COLOR VERTEX"),
                ("genmove", "? syntax error; expected genmove COLOR"),
                ("boardsize 7", "? unacceptable size"),
                ("boardsize x", "? unacceptable size"),
                ("komi much", "? syntax error; expected komi NUMBER"),
                ("set_game Chess", "? unknown game; expected Othello"),
                ("set_level 7", "? unknown level; expected 1 to 3"),
                ("time_settings 1 2", "? syntax error; expected time_settings MAIN BYO STONES"),
                ("time_left b soon 0", "? syntax error; expected time_left COLOR SECONDS STONES"),
                ("final_score", "? cannot score"),
                ("name x", "? syntax error; wrong number of arguments"),
                ("othellier-player nobody", "? unknown player `nobody`"),
                ("othellier-analyze 0", "? syntax error; expected othellier-analyze [LINES]"),
                ("othellier-position XO", "? syntax error; expected othellier-position BOARD SIDE"),
                ("loadsgf /no/such/file", "? cannot load file: entity not found"),
            ],
        );
    }

    #[test]
    fn every_listed_command_is_implemented() {
        let mut session = session("level-1");
        let unknown = "? unknown command\n\n";
        for command in COMMANDS {
            assert_ne!(session.handle_line(command.as_bytes()).unwrap(), unknown, "{command}");
        }
        assert_eq!(session.handle_line(b"black f5").unwrap(), unknown);
        let listed = session.handle_line(b"list_commands").unwrap();
        assert_eq!(listed.trim().lines().count(), COMMANDS.len());
    }

    /// Black plays a1, White must pass, Black plays g1, and the game is over.
    #[test]
    fn passes_and_the_end() {
        let position = format!("othellier-position -OXXXO--{} X", "-".repeat(56));
        let mut session = session("alphabeta(depth=1)");
        check(
            &mut session,
            &[
                (&position, "="),
                ("gogui-rules_legal_moves", "= a1 g1"),
                ("gogui-rules_final_result", "="),
                ("play b a1", "="),
                ("gogui-rules_legal_moves", "= pass"),
                ("reg_genmove w", "= pass"),
                ("genmove w", "= pass"),
                ("undo", "="),
                // White's pass is implied; `undo` takes it back with the move.
                ("play b g1", "="),
                ("undo", "="),
                ("gogui-rules_side_to_move", "= white"),
                ("genmove b", "= g1"),
                ("othellier-moves", "= a1--g1"),
                ("gogui-rules_legal_moves", "="),
                ("genmove w", "= pass"),
                // As Egaroucid's match scripts do when neither side can move.
                ("play w pass", "="),
                ("play black pass", "="),
                ("play w f5", "? illegal move"),
                ("othellier-moves", "= a1--g1"),
                ("undo", "="),
                ("undo", "="),
                ("undo", "="),
                ("othellier-moves", "= a1--g1"),
                ("final_score", "= B+64"),
                ("gogui-rules_final_result", "= Black wins 7-0"),
                ("clear_board", "="),
                ("othellier-moves", "="),
                ("gogui-rules_side_to_move", "= black"),
            ],
        );
    }

    #[test]
    fn boards_of_every_size_are_shown() {
        let mut session = session("random");
        check(
            &mut session,
            &[
                ("boardsize 4", "="),
                ("gogui-rules_board_size", "= 4"),
                (
                    "showboard",
                    "=\n   a b c d\n 1 . * . . 1\n 2 * O X . 2\n 3 . X O * 3\n 4 . . * . 4\n   a b c d\nX to move",
                ),
                ("play b b1", "="),
                // GoGui counts rows from the bottom.
                ("gogui-rules_board", "= . . . .\n. X O .\n. X X .\n. X . ."),
                ("boardsize 10", "="),
                ("play b g6", "="),
                ("clear_board", "="),
            ],
        );
    }

    #[test]
    fn levels_and_players() {
        check(
            &mut session("random"),
            &[
                ("set_level 3", "="),
                ("othellier-player", "= level-3"),
                ("othellier-player alphabeta(depth=2)", "="),
                ("othellier-player", "= alphabeta(depth=2)"),
                ("play b f5", "="),
                ("set_level 2", "="),
                ("othellier-moves", "= f5"),
                ("othellier-player champion(level=2, nodes=9)", "="),
                ("set_level 4", "="),
                ("othellier-player", "= champion(nodes=9, level=4)"),
            ],
        );
    }

    #[test]
    fn analysis() {
        let mut session = session("alphabeta(depth=2)");
        let answer = session.handle_line(b"3 othellier-analyze 2").unwrap();
        let lines: Vec<_> = answer.trim_end().lines().collect();
        assert_eq!(lines.len(), 2, "{answer}");
        assert!(lines[0].starts_with("=3 move "), "{answer}");
        for word in [" score ", " trust estimate ", " depth 2 ", " nodes ", " pv "] {
            assert!(lines.iter().all(|line| line.contains(word)), "{answer}");
        }
        check(
            &mut session,
            &[("gogui-analyze_commands", &format!("= {ANALYSES}")), ("othellier-moves", "=")],
        );
    }

    #[test]
    fn games_are_loaded() {
        let mut session = session("random");
        check(
            &mut session,
            &[
                ("loadsgf a game.sgf", "="),
                ("othellier-moves", "= f5d6c3"),
                ("loadsgf a game.sgf 2", "="),
                ("othellier-moves", "= f5"),
            ],
        );
    }

    #[test]
    fn quit_ends_the_session() {
        let mut session = session("random");
        assert!(!session.is_over());
        assert_eq!(session.handle_line(b"quit").unwrap(), "=\n\n");
        assert!(session.is_over());
    }

    /// Any bytes, or a command with any words.
    fn any_line() -> impl Strategy<Value = Vec<u8>> {
        let words = "( (b|w|black|f5|D6|pass|1|-1|1e400|nan|\u{7f}é|#|=|\\(|8)){0,4}";
        let request = (0..COMMANDS.len(), words)
            .prop_map(|(command, words)| format!("{}{words}", COMMANDS[command]).into_bytes());
        prop_oneof![any::<Vec<u8>>(), request.clone(), request]
    }

    proptest! {
        #[test]
        fn any_bytes_get_a_well_formed_response(
            lines in proptest::collection::vec(any_line(), 0..40),
        ) {
            let mut session = session("random");
            for line in lines {
                if let Some(answer) = session.handle_line(&line) {
                    prop_assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"));
                    prop_assert_eq!(answer.matches("\n\n").count(), 1, "{:?}", answer);
                }
            }
        }
    }
}

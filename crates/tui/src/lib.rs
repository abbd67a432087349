//! A game at the terminal between any two players: `othellier play`; and [exercises](exercise).
//!
//! [`PlaySettings`] come from the arguments, else from the [configuration file](config), else from the
//! answers of the person (`ask`), else from the defaults. They make a `game`, a view of
//! [`GameSession`], which one of two interfaces drives: the full `screen`
//! on a terminal, `plain` lines everywhere else.

#![cfg_attr(not(feature = "screen"), allow(dead_code))]

mod ask;
mod command;
pub mod config;
mod error;
pub mod exercise;
mod game;
mod lines;
mod plain;
#[cfg(feature = "screen")]
mod screen;
#[cfg(test)]
#[path = "../testdata/sessions.rs"]
mod sessions;
mod statistics;
pub mod table;
#[cfg(feature = "screen")]
mod terminal;

use std::io::{IsTerminal, Write, stdin};
use std::path::{Path, PathBuf};

use othellier_board::{Color, Size, with_size};
use othellier_clock::Instant;
use othellier_locale::{Lang, tr};
use othellier_play::{
    GameSession, Participant, Seat, SessionSettings, Setup, TimeControl, build_seat, with_book,
};
use othellier_record::{Game, Record, guess_side, parse_position, save};
use othellier_spec::{Access, Spec};

use self::config::Interface;
use self::game::{Exit, TerminalGame};
use self::plain::{OutputMode, PlainInterface};

pub use self::error::{PlayError, interrupt};
pub use self::lines::read_line;
pub use self::statistics::Detail;

/// The settings before the first move; pairs have Black first.
pub struct PlaySettings {
    /// The players that were given; defaults depend on the board.
    pub players: [Option<Spec>; 2],
    /// Names that were given.
    pub names: [Option<String>; 2],
    /// The clocks.
    pub clocks: [Option<TimeControl>; 2],
    /// Squares per side; by default those of the position.
    pub size: Option<u8>,
    /// The start position.
    pub position: Option<String>,
    /// A saved game to resume.
    pub load: Option<PathBuf>,
    /// The file that the game is saved to after every move.
    pub save: Option<PathBuf>,
    /// The full screen or plain lines.
    pub interface: Interface,
    /// JSON objects instead of sentences and boards.
    pub json: bool,
    /// Whether plain lines show the board in a game between programs.
    pub show_board: bool,
    /// The statistics at the end.
    pub statistics: Detail,
    /// The seed of the programs' random choices.
    pub seed: u64,
    /// The language of the person.
    pub lang: Lang,
}

/// Plays until the person quits.
pub fn play(mut settings: PlaySettings) -> Result<(), PlayError> {
    let mut load = settings.load.take();
    let no_player_given = settings.players.iter().all(Option::is_none) && load.is_none();
    let mut asked = false;
    if no_player_given && is_at_terminal() && !settings.json {
        let (lang, side) = (settings.lang, settings.side());
        let (input, out) = (&mut stdin().lock(), &mut anstream::stdout());
        let Some(answers) = ask::who_plays(lang, side, &settings.names, input, out)? else {
            return Ok(());
        };
        settings.players = answers.players.map(Some);
        settings.names = answers.names;
        asked = true;
    }
    loop {
        let exit = match &load {
            Some(path) => open(&settings, asked, path)?,
            None => {
                let text = settings.position.as_deref().unwrap_or("startpos");
                with_size!(settings.side(), S => {
                    let start = parse_position::<S>(text)
                        .map_err(|error| PlayError::Position(Box::new(error)))?;
                    resume(&settings, asked, Game::from_position(start), Record::default())
                })
                .expect("a side that was checked")?
            }
        };
        match exit {
            Exit::Quit => return Ok(()),
            Exit::Open(path) => load = Some(path),
        }
    }
}

impl PlaySettings {
    /// The side of the board that the game starts on.
    fn side(&self) -> u8 {
        let guessed = || guess_side(self.position.as_deref()?);
        self.size.or_else(guessed).unwrap_or(8)
    }

    /// The players on a board of this size.
    fn players_on(&self, side: u8, asked: bool) -> [Spec; 2] {
        let named = |color: Color| match &self.players[color as usize] {
            Some(player) if asked => Some(ask::on_board(player, side)),
            player => player.clone(),
        };
        [
            named(Color::Black).unwrap_or_else(ask::person),
            named(Color::White).unwrap_or_else(|| ask::default_opponent(side)),
        ]
    }
}

/// Whether a person can be asked here.
fn is_at_terminal() -> bool {
    stdin().is_terminal() && std::io::stdout().is_terminal()
}

fn open(settings: &PlaySettings, asked: bool, path: &Path) -> Result<Exit, PlayError> {
    let text = save::load(path).map_err(PlayError::Load)?;
    let refused = |error| PlayError::Save { path: path.to_owned(), error };
    let side = save::side_of(&text).map_err(refused)?;
    with_size!(side, S => {
        let (game, record) = save::from_text_with::<S>(&text).map_err(refused)?;
        resume(settings, asked, game, record)
    })
    .expect("a saved game has a size that exists")
}

/// Resumes a game; the record has the rest of its file.
fn resume<S: Size>(
    settings: &PlaySettings,
    asked: bool,
    game: Game<S>,
    record: Record,
) -> Result<Exit, PlayError> {
    let lang = settings.lang;
    let specs = settings.players_on(S::SIDE, asked);
    let build = |color: Color| {
        let spec = with_book(&specs[color as usize]);
        let setup = Setup { seed: settings.seed.wrapping_add(color as u64), access: Access::Full };
        let seat = build_seat(&spec, &setup).map_err(PlayError::Player)?;
        let saved = Some(game.name(color)).filter(|name| !name.is_empty());
        let given = settings.names[color as usize].as_deref();
        let name = given.or(saved).map_or_else(|| name_of(lang, &specs, color), str::to_owned);
        Ok::<_, PlayError>(match seat {
            Seat::Human => (Participant::person(name), None),
            Seat::Program(program) => {
                (Participant::program(name, specs[color as usize].clone()), Some(program))
            }
        })
    };
    let ((black, black_program), (white, white_program)) =
        (build(Color::Black)?, build(Color::White)?);
    let has_program = black_program.is_some() || white_program.is_some();
    let own = SessionSettings {
        clocks: settings.clocks,
        seed: settings.seed,
        ..SessionSettings::new([black, white])
    };
    let session = GameSession::new(game, record, own, Instant::now());
    let programs = [black_program, white_program];
    let mut session = TerminalGame::new(session, programs, settings.save.clone(), lang);

    let on_screen = match settings.interface {
        Interface::Screen if !is_at_terminal() => return Err(PlayError::NoTerminal),
        Interface::Plain => false,
        Interface::Auto if !cfg!(feature = "screen") => false,
        Interface::Auto | Interface::Screen => is_at_terminal() && !settings.json,
    };
    let mut out = anstream::stdout();
    let exit = if on_screen {
        let exit = run_screen(&mut session, settings.seed)?;
        // The screen is cleared when it is left, so the result is printed again.
        for line in session.result().into_iter().chain(session.statistics(settings.statistics)) {
            writeln!(out, "{line}")?;
        }
        exit
    } else {
        let mode = match (settings.json, settings.show_board || session.has_person()) {
            (true, _) => OutputMode::Json,
            (false, true) => OutputMode::Full,
            (false, false) => OutputMode::Brief,
        };
        if has_program {
            anstream::eprintln!("{}", tr!(lang, "play-seed", seed = settings.seed.to_string()));
        }
        let interface = PlainInterface::new(&mut out, mode, settings.statistics, &session);
        interface.run(&mut session, settings.seed, &mut stdin().lock())?
    };
    match session.not_saved() {
        Some(why) if matches!(exit, Exit::Quit) => Err(PlayError::NotSaved(why.to_owned())),
        _ => Ok(exit),
    }
}

#[cfg(feature = "screen")]
fn run_screen<S: Size>(session: &mut TerminalGame<S>, seed: u64) -> Result<Exit, PlayError> {
    Ok(screen::run(session, seed)?)
}

#[cfg(not(feature = "screen"))]
fn run_screen<S: Size>(_: &mut TerminalGame<S>, _: u64) -> Result<Exit, PlayError> {
    Err(PlayError::NoTerminal)
}

/// The default name of a player: a program is named by its spec.
fn name_of(lang: Lang, players: &[Spec; 2], color: Color) -> String {
    let is_person = |spec: &Spec| spec.name == "human";
    match &players[color as usize] {
        program if !is_person(program) => program.to_string(),
        _ if players.iter().all(is_person) => {
            tr!(lang, "play-name-numbered", number = color as usize + 1)
        }
        _ => lang.text("play-name-person"),
    }
}

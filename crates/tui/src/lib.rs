//! A game at the terminal between any two players: `othellier play`; and [exercises](exercise).
//!
//! [`PlaySettings`] come from the arguments, else from the [configuration file](config), else from the
//! answers of the person (`ask`), else from a saved game, else from the defaults. They seat the players
//! (`seats`) and make a `game`, a view of [`GameSession`], which one of two interfaces drives: the full
//! `screen` on a terminal, `plain` lines everywhere else.

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
mod seats;
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
use othellier_locale::{Lang, tr};
use othellier_platform::clock::Instant;
use othellier_play::{GameSession, SessionSettings, TimeControl};
use othellier_record::{Game, Record, guess_side, parse_position, save};
use othellier_spec::Spec;

use self::config::Interface;
use self::game::{Exit, TerminalGame};
use self::plain::{OutputMode, PlainInterface};

pub use self::error::{PlayError, interrupt};
pub use self::lines::read_line;
pub use self::seats::SeatError;
pub use self::statistics::Detail;

/// The settings before the first move; pairs have Black first.
pub struct PlaySettings {
    /// The players that were given; defaults depend on the board.
    pub players: [Option<Spec>; 2],
    pub names: [Option<String>; 2],
    pub clocks: [Option<TimeControl>; 2],
    /// Squares per side; by default those of the position.
    pub size: Option<u8>,
    pub position: Option<String>,
    /// A saved game to resume: its names, players and clocks are used where none is given.
    pub load: Option<PathBuf>,
    /// The file that the game is saved to after every move; by default the one that it was loaded
    /// from.
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
    let mut load = settings.load.take().map(|path| (path, OpenedBy::Arguments));
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
            Some((path, opened_by)) => open(&settings, asked, path, *opened_by)?,
            None => {
                let text = settings.position.as_deref().unwrap_or("startpos");
                with_size!(settings.side(), S => {
                    let start = parse_position::<S>(text)
                        .map_err(|error| PlayError::Position(Box::new(error)))?;
                    resume(&settings, asked, None, Game::from_position(start), Record::default())
                })
                .expect("a side that was checked")?
            }
        };
        match exit {
            Exit::Quit => return Ok(()),
            Exit::Open(path) => load = Some((path, OpenedBy::Command)),
        }
    }
}

/// Who opens a saved game, and so whose word counts where the file and the settings differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenedBy {
    /// The arguments, which come first. The game is saved in its file again.
    Arguments,
    /// A command in a game: the file comes first.
    Command,
}

impl OpenedBy {
    fn choose<T>(self, given: Option<T>, saved: Option<T>) -> Option<T> {
        match self {
            OpenedBy::Arguments => given.or(saved),
            OpenedBy::Command => saved.or(given),
        }
    }
}

impl PlaySettings {
    /// The side of the board that the game starts on.
    fn side(&self) -> u8 {
        let guessed = || guess_side(self.position.as_deref()?);
        self.size.or_else(guessed).unwrap_or(8)
    }

    /// The players that were given, on a board of this size.
    fn players_on(&self, side: u8, asked: bool) -> [Option<Spec>; 2] {
        self.players.each_ref().map(|player| match player {
            Some(player) if asked => Some(ask::on_board(player, side)),
            player => player.clone(),
        })
    }
}

/// Whether a person can be asked here.
fn is_at_terminal() -> bool {
    stdin().is_terminal() && std::io::stdout().is_terminal()
}

fn open(
    settings: &PlaySettings,
    asked: bool,
    path: &Path,
    opened_by: OpenedBy,
) -> Result<Exit, PlayError> {
    let text = save::load(path).map_err(PlayError::Load)?;
    let refused = |error| PlayError::Save { path: path.to_owned(), error };
    let side = save::side_of(&text).map_err(refused)?;
    with_size!(side, S => {
        let (game, record) = save::from_text_with::<S>(&text).map_err(refused)?;
        resume(settings, asked, Some((path, opened_by)), game, record)
    })
    .expect("a saved game has a size that exists")
}

/// Resumes a game; the record has the rest of its file, if it was saved.
fn resume<S: Size>(
    settings: &PlaySettings,
    asked: bool,
    saved: Option<(&Path, OpenedBy)>,
    game: Game<S>,
    record: Record,
) -> Result<Exit, PlayError> {
    let lang = settings.lang;
    let opened_by = saved.map_or(OpenedBy::Arguments, |(_, opened_by)| opened_by);
    let given = settings.players_on(S::SIDE, asked);
    let player = |color: Color| {
        let at = color as usize;
        opened_by.choose(given[at].clone(), record.players[at].clone())
    };
    let players = [
        player(Color::Black).unwrap_or_else(ask::person),
        player(Color::White).unwrap_or_else(|| ask::default_opponent(S::SIDE)),
    ];
    let named: Vec<_> = given.iter().flatten().collect();
    let programs = seats::build(&players, &named, settings.seed).map_err(PlayError::Seat)?;
    let participant = |color: Color| {
        let player = &players[color as usize];
        let replaced = record.players[color as usize].as_ref().filter(|saved| *saved != player);
        if let Some(saved) = replaced {
            report_replaced(lang, color, player, saved);
        }
        let saved = Some(game.name(color)).filter(|name| !name.is_empty() && replaced.is_none());
        let given = settings.names[color as usize].as_deref();
        let name = opened_by.choose(given, saved).map(str::to_owned);
        seats::participant(
            player,
            name.unwrap_or_else(|| seats::default_name(lang, &players, color)),
        )
    };
    let participants = Color::ALL.map(participant);
    let has_program = programs.iter().any(Option::is_some);
    let has_seats = record.players.iter().any(Option::is_some);
    let own = SessionSettings {
        clocks: match opened_by {
            OpenedBy::Command if has_seats => record.clocks,
            _ => Color::ALL
                .map(|color| settings.clocks[color as usize].or(record.clocks[color as usize])),
        },
        seed: settings.seed,
        ..SessionSettings::new(participants)
    };
    let session = GameSession::new(game, record, own, Instant::now());
    let mut session = TerminalGame::new(session, programs, settings.save.clone(), lang);
    if let Some((path, OpenedBy::Arguments)) = saved {
        session.continue_in(path);
    }

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

/// Reports a player of a saved game in whose place another was given.
fn report_replaced(lang: Lang, color: Color, player: &Spec, saved: &Spec) {
    let sentence = tr!(
        lang,
        "play-replaced",
        color = color.to_string(),
        player = player.to_string(),
        saved = saved.to_string()
    );
    anstream::eprintln!("othellier: {sentence}");
}

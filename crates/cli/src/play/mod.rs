//! `othellier play`: a game at the terminal between any two players.
//!
//! The settings come from the arguments, else from the configuration file, else from the defaults.
//! They make a [`session`], which one of two faces drives: the [`screen`] where there is a terminal,
//! [`plain`] lines everywhere else.

mod command;
pub(crate) mod config;
pub(crate) mod plain;
mod screen;
mod session;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_board::{Color, Size, with_size};
use othellier_play::{Setup, TimeControl, build, with_book};
use othellier_record::{Game, Record, guess_side, save};
use othellier_spec::Spec;

use self::config::{Config, Face};
use self::plain::Voice;
pub(crate) use self::plain::board;
use self::session::{About, Chair, Session};
use crate::arguments::Common;
use crate::complaint::{Complaint, interrupt};
use crate::games::read_position;
use crate::lang::{Lang, say};
use crate::output;
use crate::{values, whole_file};

/// Play a game at the terminal: person or program on either side
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier play                         you are Black against dice
  othellier play random human --size 6   you are White on 6×6
  othellier play human human --load game.txt --save game.txt")]
pub(crate) struct Options {
    /// Who plays Black: see `othellier players`; by default `human`
    black: Option<Spec>,
    /// Who plays White; by default `random`
    white: Option<Spec>,
    /// Squares to a side: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Start from this position: a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "size"])]
    load: Option<PathBuf>,
    /// Write the game to this file after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Read the settings from this file: TOML, or YAML with the students' keys
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print a commented configuration file and stop
    #[arg(long)]
    print_config: bool,
    /// Name of the Black player
    #[arg(long, value_name = "NAME")]
    black_name: Option<String>,
    /// Name of the White player
    #[arg(long, value_name = "NAME")]
    white_name: Option<String>,
    /// Time for the whole game, with an increment per move or a byo-yomi if wanted: `5m`, `5m+2s`, `5m/30s`
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// Lines instead of the full screen, even on a terminal
    #[arg(long)]
    plain: bool,
    /// Seed of the dice: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Everything that was decided before the first move.
struct Settings {
    players: [Spec; 2],
    names: [Option<String>; 2],
    clocks: [Option<TimeControl>; 2],
    size: Option<u8>,
    position: Option<String>,
    face: Face,
    show_board: bool,
    keep_in: Option<PathBuf>,
    seed: u64,
}

/// How a face ended.
pub(crate) enum Exit {
    /// The person leaves, or there is nothing left to do.
    Quit,
    /// The person opens a saved game of another size.
    Open(PathBuf),
}

/// Plays.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    if options.print_config {
        return output::line(config::example(common.lang).trim_end());
    }
    // Every move is on disk already where the game is kept: there is nothing to save here.
    let _ = ctrlc::set_handler(|| {
        screen::leave();
        interrupt()
    });
    let mut load = options.load.clone();
    let settings = settle(common.lang, options)?;
    if let Some(file) = &settings.keep_in {
        whole_file::check(common.lang, file)?;
    }
    loop {
        let exit = match &load {
            Some(path) => open(common, &settings, path)?,
            None => {
                let text = settings.position.as_deref().unwrap_or("startpos");
                let side = settings.size.or_else(|| guess_side(text)).unwrap_or(8);
                with_size!(side, S => {
                    let start = read_position::<S>(common.lang, text)?;
                    play(common, &settings, Game::from_position(start), Record::default())
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

/// Arguments before configuration before defaults.
fn settle(lang: Lang, options: Options) -> Result<Settings, Complaint> {
    let config = match &options.config {
        Some(path) => config::read(path, lang).map_err(Complaint::Usage)?,
        None => Config::default(),
    };
    let default = |name: &str| Spec { name: name.to_owned(), options: Vec::new() };
    let Config { players, names, board, display, clock, dice } = config;
    let clock_of = |own: Option<TimeControl>| options.clock.or(own);
    Ok(Settings {
        players: [
            options.black.or(players.black).unwrap_or_else(|| default("human")),
            options.white.or(players.white).unwrap_or_else(|| default("random")),
        ],
        names: [options.black_name.or(names.black), options.white_name.or(names.white)],
        clocks: [clock_of(clock.black), clock_of(clock.white)],
        size: options.size.or(board.size),
        position: options.position.or(board.start),
        face: if options.plain { Face::Plain } else { display.face },
        show_board: display.board,
        keep_in: options.save,
        seed: options.seed.or(dice.seed).unwrap_or_else(values::seed),
    })
}

fn open(common: Common, settings: &Settings, path: &Path) -> Result<Exit, Complaint> {
    let text = save::load(path).map_err(Complaint::usage)?;
    let refused = |error| whole_file::refused(common.lang, path, error);
    let side = save::side_of(&text).map_err(refused)?;
    with_size!(side, S => {
        let (game, record) = save::from_text_with::<S>(&text).map_err(refused)?;
        play(common, settings, game, record)
    })
    .expect("a saved game has a size that exists")
}

/// Plays on from a game of which a record says what was in its file.
fn play<S: Size>(
    common: Common,
    settings: &Settings,
    game: Game<S>,
    record: Record,
) -> Result<Exit, Complaint> {
    let lang = common.lang;
    let about = About::new(&game, record);
    let mut dice = false;
    let mut chair = |color: Color| -> Result<Chair<S>, Complaint> {
        let spec = &with_book(&settings.players[color as usize]);
        let setup = Setup { seed: settings.seed.wrapping_add(color as u64) };
        let seat = build(spec, &setup).map_err(|error| Complaint::spec(lang, error))?;
        dice |= matches!(seat, othellier_play::Seat::Program(_));
        let saved = Some(game.name(color)).filter(|name| !name.is_empty());
        let given = settings.names[color as usize].as_deref();
        let name = given.or(saved).map_or_else(|| name_of(lang, settings, color), str::to_owned);
        Ok(Chair::new(name, seat))
    };
    let chairs = [chair(Color::Black)?, chair(Color::White)?];
    let session = Session::new(game, chairs, settings.clocks, settings.keep_in.clone(), lang);
    let mut session = session.with_about(about);

    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    match settings.face {
        Face::Screen if !terminal => return Err(Complaint::Usage(lang.text("play-no-terminal"))),
        Face::Auto | Face::Screen if terminal && !common.json => {
            return screen::run(&mut session, settings.seed);
        }
        _ => {}
    }
    let voice = match (common.json, settings.show_board) {
        (true, _) => Voice::Machine,
        (false, true) => Voice::Person,
        (false, false) => Voice::Brief,
    };
    if dice {
        anstream::eprintln!("{}", say!(lang, "play-seed", seed = settings.seed.to_string()));
    }
    plain::run(&mut session, voice, settings.seed, &mut std::io::stdin().lock())
}

/// What a player without a name is called: a program by its spec.
fn name_of(lang: Lang, settings: &Settings, color: Color) -> String {
    let is_person = |spec: &Spec| spec.name == "human";
    match &settings.players {
        players if !is_person(&players[color as usize]) => players[color as usize].to_string(),
        players if players.iter().all(is_person) => {
            say!(lang, "play-name-numbered", number = color as usize + 1)
        }
        _ => lang.text("play-name-person"),
    }
}

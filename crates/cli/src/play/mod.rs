//! `othellier play`: a game at the terminal between any two players.
//!
//! Settings come from the arguments, else from the configuration file, else from the answers of the
//! person ([`ask`]), else from the defaults. They make a [`session`], which one of two interfaces
//! drives: the full [`screen`] on a terminal, [`plain`] lines everywhere else.

mod ask;
mod command;
pub(crate) mod config;
pub(crate) mod plain;
mod screen;
mod session;
mod statistics;

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_board::{Color, Size, with_size};
use othellier_locale::{Lang, message, tr};
use othellier_play::{Setup, TimeControl, build, with_book};
use othellier_record::{Game, Record, guess_side, save};
use othellier_spec::Spec;

use self::config::{Config, Interface, Unused};
use self::plain::{OutputMode, PlainInterface};
use self::session::{PlaySession, PlayerSlot, RecordInfo};
use self::statistics::Detail;
use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::read_position;
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::output;
use crate::common::values;

/// Play a game at the terminal: person or program on either side
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier play                         asks who plays
  othellier play human 'champion(level=4)'
  othellier play random human --size 6   you are White on 6×6
  othellier play human human --load game.txt --save game.txt")]
pub(crate) struct Options {
    /// Who plays Black: see `othellier players`; by default `human`
    black: Option<Spec>,
    /// Who plays White; by default an easy program: `champion(level=2)`, or `level-3` off 8×8
    white: Option<Spec>,
    /// Squares to a side: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Start from this position: a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "size"])]
    load: Option<PathBuf>,
    /// Write the game to this file after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Read the settings from this file: TOML or YAML, with our keys or those of the student reports
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print a commented configuration file and exit
    #[arg(long)]
    print_config: bool,
    /// Print it in YAML
    #[arg(long, requires = "print_config")]
    yaml: bool,
    /// Name of the Black player
    #[arg(long, value_name = "NAME")]
    black_name: Option<String>,
    /// Name of the White player
    #[arg(long, value_name = "NAME")]
    white_name: Option<String>,
    /// Time for the whole game, with an optional increment per move or byo-yomi: `5m`, `5m+2s`, `5m/30s`
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// Plain lines instead of the full screen, even on a terminal
    #[arg(long)]
    plain: bool,
    /// Statistics to show at the end (time, nodes, discs); by default the totals of each player
    #[arg(long, value_name = "DETAIL")]
    statistics: Option<Detail>,
    /// Seed of the random choices: the same seed repeats the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The settings before the first move.
struct Settings {
    /// The players that were given; defaults depend on the board.
    players: [Option<Spec>; 2],
    /// Whether the person at the terminal chose them.
    asked: bool,
    names: [Option<String>; 2],
    clocks: [Option<TimeControl>; 2],
    size: Option<u8>,
    position: Option<String>,
    interface: Interface,
    show_board: bool,
    statistics: Detail,
    save_path: Option<PathBuf>,
    seed: u64,
}

/// How an interface ended.
pub(crate) enum Exit {
    /// The person quits, or the game is over.
    Quit,
    /// The person opens a saved game of another size.
    Open(PathBuf),
}

/// Plays.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if options.print_config {
        let example = if options.yaml { Lang::sample_yaml } else { Lang::sample_toml };
        return output::line(example(common.lang).trim_end());
    }
    // With a save file every move is on disk already: there is nothing to save here.
    let _ = ctrlc::set_handler(|| {
        screen::leave();
        interrupt()
    });
    let mut load = options.load.clone();
    let mut settings = resolve(common.lang, options)?;
    if let Some(file) = &settings.save_path {
        files::check_writable(file)?;
    }
    let no_player_given = settings.players.iter().all(Option::is_none) && load.is_none();
    if no_player_given && is_at_terminal() && !common.json {
        let asked =
            ask::who_plays(common.lang, settings.side(), &settings.names, &mut stdin().lock())?;
        let Some(answers) = asked else { return Ok(()) };
        settings.players = answers.players.map(Some);
        settings.asked = true;
        settings.names = answers.names;
    }
    loop {
        let exit = match &load {
            Some(path) => open(common, &settings, path)?,
            None => {
                let text = settings.position.as_deref().unwrap_or("startpos");
                with_size!(settings.side(), S => {
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

impl Settings {
    /// The side of the board that the game starts on.
    fn side(&self) -> u8 {
        let guessed = || guess_side(self.position.as_deref()?);
        self.size.or_else(guessed).unwrap_or(8)
    }
}

/// Whether a person can be asked here.
fn is_at_terminal() -> bool {
    stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Arguments before configuration before defaults.
fn resolve(lang: Lang, options: Options) -> Result<Settings, CliError> {
    let config = match &options.config {
        Some(path) => config::read(path, lang)?,
        None => Config::default(),
    };
    if let Some(path) = &options.config {
        report_unused(lang, path, &config.unused);
    }
    let [black, white] = config.players;
    let [black_name, white_name] = config.names;
    Ok(Settings {
        players: [options.black.or(black), options.white.or(white)],
        asked: false,
        names: [options.black_name.or(black_name), options.white_name.or(white_name)],
        clocks: config.clocks.map(|own| options.clock.or(own)),
        size: options.size.or(config.size),
        position: options.position.or(config.start),
        interface: if options.plain {
            Interface::Plain
        } else {
            config.interface.unwrap_or_default()
        },
        show_board: config.show_board.unwrap_or(true),
        statistics: options.statistics.or(config.statistics).unwrap_or_default(),
        save_path: options.save,
        seed: options.seed.or(config.seed).unwrap_or_else(values::seed),
    })
}

/// Reports keys of a configuration file that have no effect.
fn report_unused(lang: Lang, path: &Path, unused: &[Unused]) {
    for Unused { color, mode, keys } in unused {
        let sentence = tr!(
            lang,
            "config-unused",
            file = path.display().to_string(),
            color = color.to_string(),
            mode = mode.to_string(),
            keys = keys.join(", ")
        );
        anstream::eprintln!("othellier: {sentence}");
    }
}

fn open(common: Common, settings: &Settings, path: &Path) -> Result<Exit, CliError> {
    let text = save::load(path).map_err(|error| CliError::usage(error))?;
    let refused = |error| files::refused(path, error);
    let side = save::side_of(&text).map_err(refused)?;
    with_size!(side, S => {
        let (game, record) = save::from_text_with::<S>(&text).map_err(refused)?;
        play(common, settings, game, record)
    })
    .expect("a saved game has a size that exists")
}

/// Resumes a game; the record has the rest of its file.
fn play<S: Size>(
    common: Common,
    settings: &Settings,
    game: Game<S>,
    record: Record,
) -> Result<Exit, CliError> {
    let lang = common.lang;
    let info = RecordInfo::new(&game, record);
    let named = |color: Color| match &settings.players[color as usize] {
        Some(player) if settings.asked => Some(ask::on_board(player, S::SIDE)),
        player => player.clone(),
    };
    let players = [
        named(Color::Black).unwrap_or_else(ask::person),
        named(Color::White).unwrap_or_else(|| ask::default_opponent(S::SIDE)),
    ];
    let mut has_program = false;
    let mut slot = |color: Color| -> Result<PlayerSlot<S>, CliError> {
        let spec = &with_book(&players[color as usize]);
        let setup = Setup { seed: settings.seed.wrapping_add(color as u64) };
        let seat = build(spec, &setup).map_err(|error| CliError::usage(error))?;
        has_program |= matches!(seat, othellier_play::Seat::Program(_));
        let saved = Some(game.name(color)).filter(|name| !name.is_empty());
        let given = settings.names[color as usize].as_deref();
        let name = given.or(saved).map_or_else(|| name_of(lang, &players, color), str::to_owned);
        Ok(PlayerSlot::new(name, seat))
    };
    let slots = [slot(Color::Black)?, slot(Color::White)?];
    let session = PlaySession::new(game, slots, settings.clocks, settings.save_path.clone(), lang);
    let mut session = session.with_info(info);

    let on_screen = match settings.interface {
        Interface::Screen if !is_at_terminal() => {
            return Err(CliError::usage(message!("play-no-terminal")));
        }
        Interface::Plain => false,
        Interface::Auto | Interface::Screen => is_at_terminal() && !common.json,
    };
    let exit = if on_screen {
        let exit = screen::run(&mut session, settings.seed)?;
        // The screen is cleared when it is left, so the result is printed again.
        let mut said = session.result().into_iter().chain(session.statistics(settings.statistics));
        said.try_for_each(|line| output::line(&line))?;
        exit
    } else {
        let mode = match (common.json, settings.show_board || session.has_person()) {
            (true, _) => OutputMode::Json,
            (false, true) => OutputMode::Full,
            (false, false) => OutputMode::Brief,
        };
        if has_program {
            anstream::eprintln!("{}", tr!(lang, "play-seed", seed = settings.seed.to_string()));
        }
        let interface = PlainInterface::new(mode, settings.statistics, &session);
        interface.run(&mut session, settings.seed, &mut stdin().lock())?
    };
    match session.not_saved() {
        Some(sentence) if matches!(exit, Exit::Quit) => Err(CliError::failed(sentence.to_owned())),
        _ => Ok(exit),
    }
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

//! `othellier play`: the options of a game at the terminal, which [`othellier_tui`] plays.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use othellier_locale::{Lang, tr};
use othellier_play::TimeControl;
use othellier_spec::Spec;
use othellier_tui::config::{self, Config, Interface, Unused};
use othellier_tui::{Detail, PlayError, PlaySettings, interrupt, play};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::{files, output, values};

/// Play a game at the terminal: person or program on either side
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier play                         asks who plays
  othellier play human 'champion(level=4)'
  othellier play random human --size 6   you are White on 6×6
  othellier play --load game.txt         resumes with its players and clocks")]
pub(crate) struct Options {
    /// Who plays Black: see `othellier players`; by default `human`
    black: Option<Spec>,
    /// Who plays White; by default an easy program: `champion(level=2)`, or `level-3` off 8×8
    white: Option<Spec>,
    /// Board size: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
    /// Start from this position: a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Resume a saved game, with its players and clocks, and keep saving it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "size"])]
    load: Option<PathBuf>,
    /// Write the game to this file after every move; by default the one that was loaded
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
    #[arg(long, value_name = "DETAIL", value_parser = detail_parser())]
    statistics: Option<Detail>,
    /// Seed of the random choices: the same seed repeats the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// One of the words of a detail.
fn detail_parser() -> impl TypedValueParser<Value = Detail> {
    let words = Detail::WORDS.map(|(word, _)| word);
    PossibleValuesParser::new(words).map(|given| {
        let found = Detail::WORDS.into_iter().find(|(word, _)| *word == given);
        found.expect("a possible value").1
    })
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    if options.print_config {
        let example = if options.yaml { Lang::sample_yaml } else { Lang::sample_toml };
        return output::line(example(common.lang).trim_end());
    }
    // With a save file every move is on disk already: there is nothing to save here.
    let _ = ctrlc::set_handler(|| interrupt());
    let settings = resolve(common, options)?;
    if let Some(file) = &settings.save {
        files::check_writable(file)?;
    }
    Ok(play(settings)?)
}

impl From<PlayError> for CliError {
    fn from(error: PlayError) -> CliError {
        match error {
            PlayError::Terminal(error) => error.into(),
            PlayError::NotSaved(why) => CliError::failed(why),
            error => CliError::usage(error),
        }
    }
}

/// Arguments before configuration before defaults.
fn resolve(common: Common, options: Options) -> Result<PlaySettings, CliError> {
    let config = match &options.config {
        Some(path) => config::read(path)?,
        None => Config::default(),
    };
    if let Some(path) = &options.config {
        report_unused(common.lang, path, &config.unused);
    }
    let [black, white] = config.players;
    let [black_name, white_name] = config.names;
    Ok(PlaySettings {
        players: [options.black.or(black), options.white.or(white)],
        names: [options.black_name.or(black_name), options.white_name.or(white_name)],
        clocks: config.clocks.map(|own| options.clock.or(own)),
        size: options.size.or(config.size),
        position: options.position.or(config.start),
        load: options.load,
        save: options.save,
        interface: if options.plain {
            Interface::Plain
        } else {
            config.interface.unwrap_or_default()
        },
        json: common.json,
        show_board: config.show_board.unwrap_or(true),
        statistics: options.statistics.or(config.statistics).unwrap_or_default(),
        seed: options.seed.or(config.seed).unwrap_or_else(values::seed),
        lang: common.lang,
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

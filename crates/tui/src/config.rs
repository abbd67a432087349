//! The configuration file of `play`, in TOML or in YAML.
//!
//! Both languages have the same keys: each setting in its section (`[board]`, `size = 6`) or on its
//! own (`size: 6`), and the pairs of the two sides as a section with `black` and `white` or as a
//! list, Black first. The keys of the student reports' `config.yaml` (`students`) may be used for
//! the players.

mod error;
mod section;
mod students;
mod tree;

use std::path::Path;

use othellier_locale::Lang;
use othellier_play::TimeControl;
use othellier_record::read_text;
use othellier_spec::Spec;

pub use self::error::ConfigError;
use self::section::{Section, Setting, both, either};
pub use self::students::Unused;
use crate::error::PlayError;
use crate::statistics::Detail;

/// The largest configuration file; a full one has about a thousand bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The settings of a configuration file; pairs have Black first.
#[derive(Debug, Default, PartialEq)]
pub struct Config {
    pub players: [Option<Spec>; 2],
    pub names: [Option<String>; 2],
    pub size: Option<u8>,
    pub start: Option<String>,
    pub interface: Option<Interface>,
    /// Whether the plain interface shows the board in a game between programs.
    pub show_board: Option<bool>,
    /// The statistics at the end.
    pub statistics: Option<Detail>,
    pub clocks: [Option<TimeControl>; 2],
    /// The seed of the programs' random choices.
    pub seed: Option<u64>,
    /// Keys that have no effect.
    pub unused: Vec<Unused>,
}

/// The interface of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interface {
    /// The full screen on a terminal, plain lines elsewhere.
    #[default]
    Auto,
    Screen,
    Plain,
}

const INTERFACES: [(&str, Interface); 3] =
    [("auto", Interface::Auto), ("screen", Interface::Screen), ("plain", Interface::Plain)];

const SIZES: [(&str, u8); 4] = [("4", 4), ("6", 6), ("8", 8), ("10", 10)];

/// Reads a file, by its extension: `.yaml` and `.yml` are YAML, all others are TOML.
pub fn read(path: &Path) -> Result<Config, PlayError> {
    let text = read_text(path, MAX_BYTES).map_err(PlayError::File)?;
    let is_yaml =
        path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let config = if is_yaml { from_yaml(&text) } else { from_toml(&text) };
    config.map_err(|error| PlayError::Config { path: path.to_owned(), error })
}

/// Parses any text both ways, for the fuzzers.
pub fn fuzz(text: &str) {
    for error in [from_toml(text), from_yaml(text)].into_iter().filter_map(Result::err) {
        assert_ne!(error.message(Lang::En), error.message(Lang::Fr));
    }
}

fn from_toml(text: &str) -> Result<Config, ConfigError> {
    of_file(Section::new(tree::of_toml(text)?))
}

fn from_yaml(text: &str) -> Result<Config, ConfigError> {
    of_file(Section::new(tree::of_yaml(text)?))
}

fn of_file(mut file: Section) -> Result<Config, ConfigError> {
    let (players, mode) = (file.take("players"), file.take("mode"));
    let (players, unused) = match either(players, mode)? {
        Some(setting) if setting.is("mode") => students::players(Some(setting), &mut file)?,
        players => {
            students::players(None, &mut file)?;
            (both(players, Setting::player)?, Vec::new())
        }
    };
    let names = both(file.take("names"), Setting::text)?;
    let clocks = both(file.take("clock"), Setting::time)?;

    let mut board = file.inner("board")?;
    let size = either(file.take("size"), board.take("size"))?;
    let start = either(file.take("start"), board.take("start"))?;
    board.finish()?;

    // In the student reports `display` is a switch; here it is a section.
    let display = file.take("display");
    let shown = display.as_ref().and_then(Setting::as_switch);
    let mut display = match (display, shown) {
        (Some(display), None) => display.section_or(error::Kind::Switch)?,
        _ => Section::new(Vec::new()),
    };
    let interface = either(file.take("face"), display.take("face"))?;
    let show_board = display.take("board").map(Setting::switch).transpose()?;
    let statistics = either(file.take("statistics"), display.take("statistics"))?;
    display.finish()?;

    let mut random = file.inner("random")?;
    let seed = either(file.take("seed"), random.take("seed"))?;
    random.finish()?;
    file.finish()?;

    Ok(Config {
        players,
        names,
        size: size.map(|size| size.word(&SIZES)).transpose()?,
        start: start.map(Setting::text).transpose()?,
        interface: interface.map(|interface| interface.word(&INTERFACES)).transpose()?,
        show_board: shown.or(show_board),
        statistics: statistics.map(detail).transpose()?,
        clocks,
        seed: seed.map(|seed| seed.whole(0..=u64::MAX)).transpose()?,
        unused,
    })
}

/// The detail of the statistics: a word, or a switch.
fn detail(setting: Setting) -> Result<Detail, ConfigError> {
    match setting.as_switch() {
        Some(true) => Ok(Detail::Moves),
        Some(false) => Ok(Detail::None),
        None => setting.word(&Detail::WORDS),
    }
}

#[cfg(test)]
mod tests;

//! The configuration file of `play`, in TOML or in YAML.
//!
//! Both languages have the same keys: each setting in its section (`[board]`, `size = 6`) or on its
//! own (`size: 6`), and the pairs of the two sides as a section with `black` and `white` or as a list,
//! Black first. The keys of the reports' `config.yaml` ([`students`]) may be used for the players.

mod fault;
mod section;
mod students;
mod tree;

use std::path::Path;

use othellier_play::TimeControl;
use othellier_spec::Spec;

pub(crate) use self::fault::Fault;
use self::section::{Section, Setting, both, either};
pub(crate) use self::students::Unused;
use super::statistics::Detail;
use crate::complaint::Complaint;
use crate::lang::Lang;
use crate::whole_file;

/// The most bytes that a configuration file may have; a full one has about a thousand.
const MOST_BYTES: u64 = 1 << 20;

/// A file with every setting at its default, commented, in TOML.
pub(crate) fn example_toml(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../../locales/en/play.toml"),
        Lang::Fr => include_str!("../../locales/fr/play.toml"),
    }
}

/// The same in YAML, with the keys of the reports beside ours.
pub(crate) fn example_yaml(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../../locales/en/play.yaml"),
        Lang::Fr => include_str!("../../locales/fr/play.yaml"),
    }
}

/// What a configuration file can say; pairs have Black first.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Config {
    pub(crate) players: [Option<Spec>; 2],
    pub(crate) names: [Option<String>; 2],
    pub(crate) size: Option<u8>,
    pub(crate) start: Option<String>,
    pub(crate) face: Option<Face>,
    /// Whether the lines of a game between programs show the board.
    pub(crate) show_board: Option<bool>,
    pub(crate) statistics: Option<Detail>,
    pub(crate) clocks: [Option<TimeControl>; 2],
    pub(crate) seed: Option<u64>,
    /// What the file says in vain.
    pub(crate) unused: Vec<Unused>,
}

/// How a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Face {
    /// The full screen on a terminal, lines elsewhere.
    #[default]
    Auto,
    Screen,
    Plain,
}

const FACES: [(&str, Face); 3] =
    [("auto", Face::Auto), ("screen", Face::Screen), ("plain", Face::Plain)];

const SIZES: [(&str, u8); 4] = [("4", 4), ("6", 6), ("8", 8), ("10", 10)];

/// Reads a file, by its extension: `.yaml` and `.yml` are YAML, all else is TOML.
pub(crate) fn read(path: &Path, lang: Lang) -> Result<Config, Complaint> {
    let text = whole_file::text(lang, path, MOST_BYTES)?;
    let is_yaml =
        path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let config = if is_yaml { from_yaml(&text) } else { from_toml(&text) };
    config.map_err(|fault| whole_file::refused(lang, path, fault.say(lang)))
}

/// Reads any text in both ways, for the fuzzers.
pub(crate) fn fuzz(text: &str) {
    for fault in [from_toml(text), from_yaml(text)].into_iter().filter_map(Result::err) {
        assert_ne!(fault.say(Lang::En), fault.say(Lang::Fr));
    }
}

fn from_toml(text: &str) -> Result<Config, Fault> {
    of_file(Section::new(tree::of_toml(text)?))
}

fn from_yaml(text: &str) -> Result<Config, Fault> {
    of_file(Section::new(tree::of_yaml(text)?))
}

fn of_file(mut file: Section) -> Result<Config, Fault> {
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

    // The reports' `display` is a switch, ours a section.
    let display = file.take("display");
    let shown = display.as_ref().and_then(Setting::as_switch);
    let mut display = match (display, shown) {
        (Some(display), None) => display.section_or(fault::Kind::Switch)?,
        _ => Section::new(Vec::new()),
    };
    let face = either(file.take("face"), display.take("face"))?;
    let show_board = display.take("board").map(Setting::switch).transpose()?;
    let statistics = either(file.take("statistics"), display.take("statistics"))?;
    display.finish()?;

    // The section was called `dice` once.
    let mut random = file.inner("random")?;
    let mut dice = file.inner_hidden("dice")?;
    let seed = either(random.take("seed"), dice.take("seed"))?;
    let seed = either(file.take("seed"), seed)?;
    random.finish()?;
    dice.finish()?;
    file.finish()?;

    Ok(Config {
        players,
        names,
        size: size.map(|size| size.word(&SIZES)).transpose()?,
        start: start.map(Setting::text).transpose()?,
        face: face.map(|face| face.word(&FACES)).transpose()?,
        show_board: shown.or(show_board),
        statistics: statistics.map(detail).transpose()?,
        clocks,
        seed: seed.map(|seed| seed.whole(0..=u64::MAX)).transpose()?,
        unused,
    })
}

/// How much to say at the end: a word, or all or nothing.
fn detail(setting: Setting) -> Result<Detail, Fault> {
    match setting.as_switch() {
        Some(true) => Ok(Detail::Moves),
        Some(false) => Ok(Detail::None),
        None => setting.word(&Detail::WORDS),
    }
}

/// What is wrong with a text in TOML that is read by serde, and in which line.
pub(crate) fn toml_reason(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = error.message();
    let message = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match line {
        Some(line) => format!("line {line}: {message}"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests;

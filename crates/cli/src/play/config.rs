//! The configuration file of `play`: our own in TOML, or the students' in YAML.

use std::path::Path;

use othellier_play::TimeControl;
use othellier_spec::Spec;
use serde::{Deserialize, Deserializer, de};

use crate::lang::{Lang, say};

/// A file with every setting at its default, commented.
pub(crate) fn example(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../../locales/en/play.toml"),
        Lang::Fr => include_str!("../../locales/fr/play.toml"),
    }
}

/// What a configuration file can say.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    pub(crate) players: Players,
    pub(crate) names: Names,
    pub(crate) board: Board,
    pub(crate) display: Display,
    pub(crate) clock: Clocks,
    pub(crate) dice: Dice,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Players {
    #[serde(deserialize_with = "from_text")]
    pub(crate) black: Option<Spec>,
    #[serde(deserialize_with = "from_text")]
    pub(crate) white: Option<Spec>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Names {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Board {
    #[serde(deserialize_with = "side")]
    pub(crate) size: Option<u8>,
    pub(crate) start: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Display {
    pub(crate) face: Face,
    pub(crate) board: bool,
}

impl Default for Display {
    fn default() -> Display {
        Display { face: Face::Auto, board: true }
    }
}

/// How a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Face {
    /// The full screen on a terminal, lines elsewhere.
    #[default]
    Auto,
    Screen,
    Plain,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Clocks {
    #[serde(deserialize_with = "from_text")]
    pub(crate) black: Option<TimeControl>,
    #[serde(deserialize_with = "from_text")]
    pub(crate) white: Option<TimeControl>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Dice {
    pub(crate) seed: Option<u64>,
}

/// Reads a value from its text.
fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(de::Error::custom)
}

fn side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    let number = u64::deserialize(deserializer)?;
    crate::values::side(&number.to_string()).map(Some).map_err(|expected| {
        de::Error::custom(format!("`{number}` is not a size; expected {expected}"))
    })
}

/// Reads a file, by its extension: `.yaml` and `.yml` are the students', all else is TOML.
pub(crate) fn read(path: &Path, lang: Lang) -> Result<Config, String> {
    let file = path.display().to_string();
    let refused = |why: String| say!(lang, "config-refused", file = file.clone(), why = why);
    let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    let is_yaml =
        path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let config = if is_yaml { from_yaml(&text) } else { from_toml(&text) };
    config.map_err(refused)
}

/// Reads any text in both ways, for the fuzzers.
pub(crate) fn fuzz(text: &str) {
    let _ = from_toml(text);
    let _ = from_yaml(text);
}

fn from_toml(text: &str) -> Result<Config, String> {
    toml::from_str(text).map_err(|error| toml_reason(text, &error))
}

/// What is wrong with a text in TOML, and in which line.
pub(crate) fn toml_reason(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    match line {
        Some(line) => format!("line {line}: {}", one_line(error.message())),
        None => one_line(error.message()),
    }
}

fn from_yaml(text: &str) -> Result<Config, String> {
    let students: Students =
        serde_saphyr::from_str(text).map_err(|error| one_line(&error.to_string()))?;
    students.into_config()
}

fn one_line(message: &str) -> String {
    let lines: Vec<_> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.first().copied().unwrap_or_default().to_owned()
}

/// The students' `config.yaml`: pairs of numbers, Black first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Students {
    /// 0 human, 1 random, 2 positional, 3 absolute, 4 mobility, 5 mixed.
    #[serde(default = "human_against_random")]
    mode: [u8; 2],
    /// 0 minimax, 1 alpha-beta, 2 negamax, 3 negamax with alpha-beta.
    #[serde(default)]
    minimax_mode: [u8; 2],
    #[serde(default = "depth_three")]
    max_depth: [u8; 2],
    /// 0 none, 1 the first table of square values, 2 the second.
    #[serde(default = "first_table")]
    h_table: [u8; 2],
    #[serde(default = "yes")]
    display: bool,
}

fn human_against_random() -> [u8; 2] {
    [0, 1]
}

fn depth_three() -> [u8; 2] {
    [3, 3]
}

fn first_table() -> [u8; 2] {
    [1, 1]
}

fn yes() -> bool {
    true
}

impl Students {
    fn into_config(self) -> Result<Config, String> {
        let display = Display { board: self.display, ..Display::default() };
        let players = Players { black: Some(self.player(0)?), white: Some(self.player(1)?) };
        Ok(Config { players, display, ..Config::default() })
    }

    /// The spec of one side, in the words of the catalogue.
    fn player(&self, side: usize) -> Result<Spec, String> {
        let unknown = |key: &str, value: u8, last: u8| {
            Err(format!("{key}: {value} is not a choice; expected 0 to {last}"))
        };
        let bare = |name: &str| Spec { name: name.to_owned(), options: Vec::new() };
        let eval = match (self.mode[side], self.h_table[side]) {
            (0, _) => return Ok(bare("human")),
            (1, _) => return Ok(bare("random")),
            (2, 0) => return Err("mode: 2 (positional) needs h_table 1 or 2".to_owned()),
            (2, 1) => "matrix1",
            (2, 2) => "matrix2",
            (2, other) => return unknown("h_table", other, 2),
            (3, _) => "discs",
            (4, _) => "mobility",
            (5, _) => "mixed",
            (other, _) => return unknown("mode", other, 5),
        };
        let name = match self.minimax_mode[side] {
            0 => "minimax",
            1 => "alphabeta",
            2 => "negamax",
            3 => "negamax-ab",
            other => return unknown("minimax_mode", other, 3),
        };
        let depth = self.max_depth[side].to_string();
        let options = [("depth", depth), ("eval", eval.to_owned())];
        Ok(Spec {
            name: name.to_owned(),
            options: options.map(|(key, value)| (key.to_owned(), value)).into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_example_says_what_the_defaults_are() {
        for lang in [Lang::En, Lang::Fr] {
            let config = from_toml(example(lang)).unwrap();
            assert_eq!(config.players.black.unwrap().to_string(), "human");
            assert_eq!(config.players.white.unwrap().to_string(), "random");
            assert_eq!(config.board, Board { size: Some(8), start: Some("startpos".into()) });
            assert_eq!(config.display, Display::default());
        }
    }

    #[test]
    fn every_commented_line_of_the_example_is_valid_too() {
        let is_setting = |rest: &&str| rest.contains(" = ");
        for lang in [Lang::En, Lang::Fr] {
            let lines = example(lang).lines();
            let uncommented: String = lines
                .map(|line| line.strip_prefix("# ").filter(is_setting).unwrap_or(line))
                .map(|line| format!("{line}\n"))
                .collect();
            let config = from_toml(&uncommented).unwrap();
            assert_eq!(config.names.white.as_deref(), Some("Bob"));
            assert_eq!(config.clock.black.unwrap().to_string(), "5m+2s");
            assert_eq!(config.dice.seed, Some(1));
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        for (text, said) in [
            ("[players]\nblak = \"human\"", "line 2: unknown field `blak`"),
            ("[board]\nsize = 7", "`7` is not a size; expected 4, 6, 8 or 10"),
            ("[clock]\nblack = \"soon\"", "`soon` is not a time"),
            ("[players]\nblack = \"(\"", "`(` cannot be read"),
            ("[", "line 1"),
        ] {
            let error = from_toml(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
    }

    #[test]
    fn the_students_file_is_read_numbers_and_all() {
        let text = "\
# Partie
mode: [2, 1]          # 0 humain, 1 aléatoire, 2 positionnel
minimax_mode: [3, 0]
max_depth: [4, 2]
h_table: [2, 0]
display: False
";
        let config = from_yaml(text).unwrap();
        let black = config.players.black.unwrap().to_string();
        assert_eq!(black, "negamax-ab(depth=4, eval=matrix2)");
        assert_eq!(config.players.white.unwrap().to_string(), "random");
        assert!(!config.display.board);
    }

    #[test]
    fn a_wrong_number_in_the_students_file_is_refused() {
        for (text, said) in [
            ("mode: [7, 0]", "mode: 7 is not a choice; expected 0 to 5"),
            ("mode: [2, 0]\nminimax_mode: [4, 0]", "minimax_mode: 4 is not a choice"),
            ("mode: [2, 0]\nh_table: [0, 0]", "needs h_table 1 or 2"),
            ("mod: [0, 0]", "mod"),
            ("mode: [0", ""),
            ("mode: 3", ""),
        ] {
            let error = from_yaml(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}

//! The keys of the student reports' `config.yaml`: pairs of numbers, Black first.
//!
//! | key | numbers |
//! |---|---|
//! | `mode` | 0 human, 1 random, 2 positional, 3 absolute, 4 mobility, 5 mixed |
//! | `minimax_mode` | 0 minimax, 1 alpha-beta, 2 negamax, 3 negamax with alpha-beta |
//! | `max_depth` | plies; default 3 |
//! | `h_table` | 0 none, 1 the first table of square values, 2 the second; default 1 |
//!
//! The modes positional and mixed evaluate by a table of square values, so `h_table` applies to
//! both, and 0 is an error there. A search chooses at random among equal moves, as in the reports.
//! The reports give all four keys for both sides whatever their mode: a key that a mode does not
//! use is not an error, but is reported as [`Unused`].

use othellier_board::Color;
use othellier_spec::Spec;

use super::error::{ConfigError, Problem};
use super::section::{Section, Setting, both};

const DEPTH: u64 = 3;
const DEPTHS: std::ops::RangeInclusive<u64> = 1..=120;
const TABLE: u64 = 1;

/// Keys that were given for a side and that its mode does not use.
#[derive(Debug, PartialEq, Eq)]
pub struct Unused {
    pub color: Color,
    pub mode: u8,
    pub keys: Vec<&'static str>,
}

/// The other three keys for one side.
struct Given {
    minimax_mode: Option<u64>,
    max_depth: Option<u64>,
    h_table: Option<u64>,
}

/// Takes the keys that refine a mode, and returns the players; none without a mode.
pub(super) fn players(
    mode: Option<Setting>,
    file: &mut Section,
) -> Result<([Option<Spec>; 2], Vec<Unused>), ConfigError> {
    let searches = file.take("minimax_mode");
    let depths = file.take("max_depth");
    let tables = file.take("h_table");
    let Some(mode) = mode else {
        let given = [("minimax_mode", searches), ("max_depth", depths), ("h_table", tables)];
        let useless = given.into_iter().find_map(|(key, setting)| Some((key, setting?)));
        return match useless {
            None => Ok(Default::default()),
            Some((key, setting)) => Err(setting.error(Problem::NeedsMode { key })),
        };
    };
    let line = mode.line();
    let modes = both(Some(mode), |mode| mode.whole(0..=5))?;
    let searches = both(searches, |search| search.whole(0..=3))?;
    let depths = both(depths, |depth| depth.whole(DEPTHS))?;
    let tables = both(tables, |table| table.whole(0..=2))?;
    let mut unused = Vec::new();
    let mut player = |color: Color| -> Result<Spec, ConfigError> {
        let side = color as usize;
        // A side without a mode is a person.
        let mode = modes[side].unwrap_or(0) as u8;
        let given =
            Given { minimax_mode: searches[side], max_depth: depths[side], h_table: tables[side] };
        let keys = given.unused_by(mode);
        if !keys.is_empty() {
            unused.push(Unused { color, mode, keys });
        }
        let problem = Problem::NeedsTable { mode, color };
        given.player(mode).ok_or(ConfigError { line, problem })
    };
    let players = [Some(player(Color::Black)?), Some(player(Color::White)?)];
    Ok((players, unused))
}

impl Given {
    /// The spec of a side; `None` if a table is needed and there is none.
    fn player(&self, mode: u8) -> Option<Spec> {
        let matrix = match self.h_table.unwrap_or(TABLE) {
            0 => None,
            number => Some(number),
        };
        let eval = match mode {
            0 | 1 => {
                let name = if mode == 0 { "human" } else { "random" };
                return Some(Spec { name: name.to_owned(), options: Vec::new() });
            }
            2 => format!("matrix{}", matrix?),
            3 => "discs".to_owned(),
            4 => "mobility".to_owned(),
            _ => match matrix? {
                1 => "mixed".to_owned(),
                other => format!("mixed(matrix={other})"),
            },
        };
        let name = match self.minimax_mode.unwrap_or(0) {
            0 => "minimax",
            1 => "alphabeta",
            2 => "negamax",
            _ => "negamax-ab",
        };
        let depth = self.max_depth.unwrap_or(DEPTH).to_string();
        let options = [("depth", depth), ("eval", eval), ("ties", "random".to_owned())];
        let options = options.map(|(key, value)| (key.to_owned(), value));
        Some(Spec { name: name.to_owned(), options: options.into() })
    }

    /// The keys that were given and that this mode does not use. A table of 0 counts as not given.
    fn unused_by(&self, mode: u8) -> Vec<&'static str> {
        let (searches, uses_table) = (mode >= 2, matches!(mode, 2 | 5));
        let given = [
            ("minimax_mode", self.minimax_mode.is_some() && !searches),
            ("max_depth", self.max_depth.is_some() && !searches),
            ("h_table", self.h_table.is_some_and(|table| table > 0) && !uses_table),
        ];
        given.into_iter().filter_map(|(key, is_unused)| is_unused.then_some(key)).collect()
    }
}

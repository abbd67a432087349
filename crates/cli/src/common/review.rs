//! The settings of a review, and the sentences of its reasons.

use std::num::NonZeroUsize;
use std::time::Duration;

use othellier_board::Size;
use othellier_locale::{Lang, reviews};
use othellier_review::Settings;
use othellier_search::champion::SearchLevel;
use othellier_wire::Sentence;

use super::options;

/// Review settings from the command line, with defaults. If only a time is given, the level is
/// unlimited.
pub(crate) fn settings(
    level: Option<u32>,
    time: Option<Duration>,
    threads: Option<NonZeroUsize>,
    table_bytes: usize,
) -> Settings {
    let usual = if time.is_some() { SearchLevel::MAX } else { Settings::DEFAULT_LEVEL };
    let threads = options::threads(threads).get();
    Settings { level: level.unwrap_or(usual), time, threads, table_bytes }
}

/// A reason in both languages; `number` is that of the move in the game.
pub(crate) fn sentence<S: Size>(reason: &othellier_review::Reason<S>, number: usize) -> Sentence {
    let [en, fr] = [Lang::En, Lang::Fr].map(|lang| reviews::reason(lang, reason, number));
    Sentence { en, fr }
}

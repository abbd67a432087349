//! The settings of a review.

use std::num::NonZeroUsize;
use std::time::Duration;

use othellier_review::Settings;
use othellier_search::champion::SearchLevel;

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

//! What `match`, `tournament` and `benchmark` share: playing it, its tables and its files.

pub(crate) mod files;
pub(crate) mod run;
pub(crate) mod table;

use othellier_locale::Lang;

/// The number of faults that are reported as they happen; later ones are only counted.
const MAX_REPORTED_FAULTS: usize = 5;

/// Reports a fault, the first few times.
pub(crate) fn report_first_few(lang: Lang, sentence: String, count: usize) {
    if count <= MAX_REPORTED_FAULTS {
        anstream::eprintln!("othellier: {sentence}");
    }
    if count == MAX_REPORTED_FAULTS {
        anstream::eprintln!("othellier: {}", lang.text("match-more-faults"));
    }
}

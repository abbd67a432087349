//! Opening books in the spec of the champion.

#[cfg(feature = "book")]
mod player;
#[cfg(not(feature = "book"))]
mod without;

use othellier_eval::Score;
use othellier_search::champion::SearchLevel;
use othellier_spec::{Access, Expected, Spec, SpecError};

#[cfg(feature = "book")]
pub(crate) use player::OpenBook;
#[cfg(not(feature = "book"))]
pub(crate) use without::OpenBook;

/// The player for a game against a person: the champion uses its book, unless its spec says otherwise,
/// and varies its openings. Measurements do not use this, so that they measure the search.
pub fn with_book(spec: &Spec) -> Spec {
    let mut spec = spec.clone();
    let is_set = |key: &str| spec.option(key).is_some();
    let errs = spec.option("level").and_then(|level| level.parse().ok());
    let errs = errs.is_some_and(|level: u32| level < SearchLevel::FIRST_FULL_STRENGTH);
    let is_explicit = is_set("book") || is_set("variety") || is_set("weights");
    if spec.name == "champion" && !errs && !is_explicit {
        let options = [("book", "on"), ("variety", "1")];
        spec.options.extend(options.map(|(key, value)| (key.to_owned(), value.to_owned())));
    }
    spec
}

/// The book of a spec, and how much worse than the best a book move may be.
pub(crate) fn of_spec(
    spec: &Spec,
    access: &Access,
) -> Result<Option<(OpenBook, Score)>, SpecError> {
    let discs = Expected::Described("a number of discs from 0 to 64");
    let variety = spec.read("variety", discs, |text| {
        text.parse().ok().filter(|discs: &f64| (0.0..=64.0).contains(discs))
    })?;
    let variety = Score::guess((100.0 * variety.unwrap_or(0.0)) as i64);
    let book = match spec.option("book") {
        None | Some("off") if variety > Score::ZERO => {
            return Err(spec.refused("variety is of no use without a book"));
        }
        None | Some("off") => return Ok(None),
        Some(name) => OpenBook::named(name, spec, access)?,
    };
    Ok(Some((book, variety)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_against_a_person_gets_the_book_by_default() {
        let text = |spec: &str| with_book(&spec.parse().unwrap()).to_string();
        assert_eq!(text("champion"), "champion(book=on, variety=1)");
        assert_eq!(text("champion(level=20)"), "champion(level=20, book=on, variety=1)");
        for same in ["random", "champion(level=5)", "champion(book=off)", "champion(weights=x)"] {
            assert_eq!(text(same), same);
        }
    }
}

//! The champion in the catalogue: its options, and how its spec becomes a search.

use othellier_board::{Eight, Size, SizeFamily};
use othellier_eval::patterns::Patterns;
use othellier_search::SearchLimits;
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_spec::{Expected, Key, Spec, SpecError};

use crate::book::BookPlayer;
use crate::catalogue::{Seat, Setup, key};
use crate::{Player, Ponderer, SearchPlayer, book, textbook};

/// The options of the champion.
pub(crate) const KEYS: &[Key] = &[
    key("level", "16", "strength from 0 to 60, unless one of the limits below is set"),
    key("depth", "", "plies to look ahead"),
    key("time", "", "time for each move, such as 500ms or 2s"),
    key("nodes", "", "most nodes for each move"),
    key("selectivity", "73", "confidence of selective search: 73, 87, 95, 98, 99, or 100 for none"),
    key("threads", "1", "threads of the search"),
    key("hash", "64MiB", "size of the transposition table"),
    key("ponder", "off", "think on the opponent's time: on or off"),
    key("weights", "", "a weights file instead of the shipped one"),
    key(
        "book",
        "off",
        "an opening book file, on for the shipped one, or off; `play` sets it to on",
    ),
    key("variety", "0", "discs that a book move may be worse than the best one"),
    #[cfg(feature = "tune")]
    key("parameters", "", "values of tunable numbers, NAME:VALUE, joined by +"),
];

/// Builds the champion of a spec.
pub(crate) fn champion<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    let level = spec.number("level", 0..=u64::from(SearchLevel::MAX))?;
    let depth: Option<u8> = spec.number("depth", 1..=60)?;
    let (time, nodes) = (textbook::time(spec)?, spec.number("nodes", 1..)?);
    let limited = depth.is_some() || time.is_some() || nodes.is_some();
    if level.is_some() && limited {
        return Err(spec.refused("level cannot be combined with depth, time or nodes"));
    }
    let percents = Selectivity::ALL.map(|selectivity| selectivity.percent().to_string());
    let selectivity = spec.read("selectivity", Expected::OneOf(percents.into()), |text| {
        Selectivity::from_percent(text.parse().ok()?)
    })?;
    let selectivity = selectivity.unwrap_or(Selectivity::Percent73);
    let own = match depth {
        Some(depth) => SearchLevel::fixed(depth.into(), selectivity, 0),
        None => {
            SearchLevel { selectivity, ..SearchLevel::new(level.unwrap_or(SearchLevel::DEFAULT)) }
        }
    };
    let threads = spec.number("threads", 1..=256)?.unwrap_or(1);
    let bytes = textbook::table_bytes(spec, 64 << 20)?;
    let evaluator = match spec.option("weights") {
        Some(path) if !path.is_empty() => {
            Patterns::read(path).map_err(|error| spec.faulty(error))?
        }
        _ => Patterns::shipped(),
    };
    let book = book::of_spec(spec)?;
    let champion = Champion::with(evaluator, own, threads, bytes).seeded(setup.seed);
    #[cfg(feature = "tune")]
    let champion = champion.tuned(parameters(spec)?);
    // A level given explicitly stays that level, however much time there is.
    let champion = if level.is_some() { champion.limited_to_level() } else { champion };
    let mut limits = SearchLimits::default();
    (limits.depth, limits.time, limits.nodes) = (depth, time, nodes);
    let player = SearchPlayer::new(champion, limits);
    let ponder = spec.choice("ponder", &[("on", true), ("off", false)])?;
    let player: Box<dyn Player> = match ponder.unwrap_or(false) {
        true => Box::new(Ponderer::new(player)),
        false => Box::new(player),
    };
    let seat: Seat = Seat::Program(match book {
        Some((book, variety)) => Box::new(BookPlayer::new(book, variety, setup.seed, player)),
        None => player,
    });
    // The same type where the board is 8×8.
    struct Seats;
    impl SizeFamily for Seats {
        type Of<S: Size> = Seat<S>;
    }
    Eight::cast::<Seats, S>(seat).ok_or_else(|| spec.refused("it plays on 8×8 boards only"))
}

/// The values of tunable numbers in a spec.
#[cfg(feature = "tune")]
fn parameters(spec: &Spec) -> Result<othellier_search::champion::ParameterValues, SpecError> {
    let mut values = othellier_search::champion::ParameterValues::default();
    let pairs = spec.option("parameters").unwrap_or_default().split('+');
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once(':').unwrap_or((pair, ""));
        let value =
            value.parse().map_err(|_| spec.refused("parameters are NAME:VALUE, joined by +"))?;
        values.set(name, value).map_err(|error| spec.faulty(error))?;
    }
    Ok(values)
}

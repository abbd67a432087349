//! The champion in the catalogue: its options, and how its spec becomes a search.

use std::time::Duration;

use othellier_board::{Eight, Size, SizeFamily};
use othellier_eval::Score;
use othellier_eval::patterns::Patterns;
use othellier_search::SearchLimits;
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_spec::{Access, Expected, Key, Spec, SpecError};

use crate::book::OpenBook;
use crate::entry::{Seat, Setup, key};
use crate::limits::MoveLimits;
use crate::{MoveOverhead, Player, Ponderer, SearchPlayer, book, entry, weights_files};

/// The options of the champion.
pub(crate) const KEYS: &[Key] = &[
    key("level", "16", "strength from 0 to 60, unless one of the limits below is set"),
    key("depth", "", "plies to look ahead"),
    key("time", "", "time for each move, such as 500ms or 2s"),
    key("nodes", "", "most nodes for each move"),
    key("selectivity", "73", "confidence of selective search: 73, 87, 95, 98, 99, or 100 for none"),
    key("threads", "1", "threads of the search"),
    key("hash", "64MiB", "size of the transposition table"),
    key(
        "overhead",
        "",
        "time of each move that is not used for thinking, for slow machines and pipes, such as 20ms; \
         by default 10ms, or a quarter of a shorter time",
    ),
    key("ponder", "off", "think on the opponent's time: on or off"),
    key("weights", "", "a weights file instead of the shipped one, or small for the small weights"),
    key(
        "book",
        "off",
        "an opening book file, on for the shipped one, or off; `play` sets it to on",
    ),
    key("variety", "0", "discs that a book move may be worse than the best one"),
    #[cfg(feature = "tune")]
    key("parameters", "", "values of parameters, NAME:VALUE, joined by +"),
];

/// The settings of the champion as a player. Its spec is the text form, read at the border only.
///
/// ```
/// use othellier_play::ChampionOptions;
///
/// let mut options = ChampionOptions::default();
/// options.level = Some(4);
/// let mut player = options.build(1);
/// let played = player.choose_move(&othellier_record::Game::new()).unwrap();
/// assert_ne!(played, othellier_board::Move::Pass);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct ChampionOptions {
    /// Strength from 0 to 60; it stays that strength, however much time there is. It is not used if one
    /// of the limits is set.
    pub level: Option<u32>,
    /// The depth limit in plies.
    pub depth: Option<u8>,
    /// The time for each move.
    pub time: Option<Duration>,
    /// The most nodes for each move.
    pub nodes: Option<u64>,
    /// The confidence of selective search.
    pub selectivity: Selectivity,
    /// The number of threads of the search.
    pub threads: usize,
    /// The size of the transposition table.
    pub table_bytes: usize,
    /// Time that is reserved in each move, for slow machines and pipes.
    pub overhead: MoveOverhead,
    /// Whether it thinks on the opponent's time; in WebAssembly, which has no threads, it never does.
    pub ponder: bool,
    /// The evaluator of its leaves.
    pub evaluator: Patterns,
    book: Option<(OpenBook, Score)>,
    #[cfg(feature = "tune")]
    parameters: othellier_search::champion::ParameterValues,
}

impl Default for ChampionOptions {
    /// The shipped weights, one thread, no book, and as strong as its time allows.
    fn default() -> ChampionOptions {
        ChampionOptions {
            level: None,
            depth: None,
            time: None,
            nodes: None,
            selectivity: Selectivity::Percent73,
            threads: 1,
            table_bytes: DEFAULT_TABLE_BYTES,
            overhead: MoveOverhead::default(),
            ponder: false,
            evaluator: Patterns::shipped(),
            book: None,
            #[cfg(feature = "tune")]
            parameters: Default::default(),
        }
    }
}

/// The default size of the transposition table.
const DEFAULT_TABLE_BYTES: usize = 64 << 20;

impl ChampionOptions {
    /// The settings that a spec names.
    pub fn from_spec(spec: &Spec, access: &Access) -> Result<ChampionOptions, SpecError> {
        ChampionOptions::limited(spec, &MoveLimits::default(), access)
    }

    /// The settings that a spec names, with other limits.
    pub fn limited(
        spec: &Spec,
        limits: &MoveLimits,
        access: &Access,
    ) -> Result<ChampionOptions, SpecError> {
        let level = spec.number("level", 0..=u64::from(SearchLevel::MAX))?;
        let depth = limits.depth(spec, 1..=60)?;
        let (time, nodes) = (limits.time(spec)?, limits.nodes(spec)?);
        if level.is_some() && (depth.is_some() || time.is_some() || nodes.is_some()) {
            return Err(spec.refused("level cannot be combined with depth, time or nodes"));
        }
        let percents = Selectivity::ALL.map(|selectivity| selectivity.percent().to_string());
        let selectivity = spec.read("selectivity", Expected::OneOf(percents.into()), |text| {
            Selectivity::from_percent(text.parse().ok()?)
        })?;
        let threads = limits.threads(spec)?;
        let table_bytes = entry::table_bytes(spec, DEFAULT_TABLE_BYTES)?;
        let evaluator = match spec.option("weights") {
            Some(name) if !name.is_empty() => weights_files::named(name, spec, access)?,
            _ => Patterns::shipped(),
        };
        let ponder = spec.choice("ponder", &[("on", true), ("off", false)])?;
        Ok(ChampionOptions {
            level,
            depth,
            time,
            nodes,
            selectivity: selectivity.unwrap_or(Selectivity::Percent73),
            threads,
            table_bytes,
            overhead: entry::overhead(spec)?.map_or(MoveOverhead::Usual, MoveOverhead::Fixed),
            ponder: ponder.unwrap_or(false),
            evaluator,
            book: book::of_spec(spec, access)?,
            #[cfg(feature = "tune")]
            parameters: parameters(spec)?,
        })
    }

    /// The player with these settings.
    pub fn build(self, seed: u64) -> Box<dyn Player> {
        let ChampionOptions { selectivity, depth, .. } = self;
        let own = match depth {
            Some(depth) => SearchLevel::fixed(depth.into(), selectivity, 0),
            None => SearchLevel {
                selectivity,
                ..SearchLevel::new(self.level.unwrap_or(SearchLevel::DEFAULT))
            },
        };
        let champion = Champion::with(self.evaluator, own, self.threads, self.table_bytes);
        let champion = champion.seeded(seed);
        #[cfg(feature = "tune")]
        let champion = champion.tuned(self.parameters);
        let mut limits = SearchLimits::default();
        (limits.depth, limits.time, limits.nodes) = (depth, self.time, self.nodes);
        let limited = depth.is_some() || self.time.is_some() || self.nodes.is_some();
        // A level given explicitly stays that level, however much time there is.
        let champion = match self.level {
            Some(_) if !limited => champion.limited_to_level(),
            _ => champion,
        };
        let player = SearchPlayer::new(champion, limits).with_overhead(self.overhead);
        let player: Box<dyn Player> = if self.ponder && !cfg!(target_family = "wasm") {
            Box::new(Ponderer::new(player))
        } else {
            Box::new(player)
        };
        match self.book {
            Some((book, variety)) => book.before(player, variety, seed),
            None => player,
        }
    }
}

/// Builds the champion of a spec.
pub(crate) fn champion<S: Size>(
    spec: &Spec,
    limits: &MoveLimits,
    setup: &Setup,
) -> Result<Seat<S>, SpecError> {
    let seat: Seat =
        Seat::Program(ChampionOptions::limited(spec, limits, &setup.access)?.build(setup.seed));
    // `S` is `Eight` where the board is 8×8.
    struct Seats;
    impl SizeFamily for Seats {
        type Of<S: Size> = Seat<S>;
    }
    Eight::cast::<Seats, S>(seat).ok_or_else(|| spec.refused("it plays on 8×8 boards only"))
}

/// The values of parameters in a spec.
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

//! Players by their spec, searches, proofs and reviews.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use othellier_board::{Field, Four, Move, Position, Six, Size, Status, each_size, with_size};
use othellier_locale::reviews;
use othellier_play::{
    Clock, MoveLimits, NoProgram, Player, Setup, build_limited, catalogue, has_room, parse_bytes,
    parse_duration,
};
use othellier_record::{AnyGame, Game, with_game};
use othellier_review::{MoveReview, ReviewProgress, Reviewable, Reviewer, Settings};
use othellier_search::champion::{
    ChampionEvaluator, Goal, Heuristic, SearchLevel, Selectivity, Solver,
};
use othellier_search::{SearchReport, StopSignal};
use othellier_spec::{Access, Spec};
use othellier_wire::{
    Report, ReviewEvent, ReviewSummary, ReviewedMove, SearchEvent, SearchResult, SolveEvent,
    SolvedPosition,
};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::any::{AnyPosition, number, sized, with_position};
use crate::errors::{PlayerError, value_error};
use crate::interrupt::{Watcher, interruptible};
use crate::json::to_python;
use crate::values::{game_of, position_of};

macro_rules! any_player {
    ([$($side:literal $size:ident),*]) => {
        /// A player for boards of any size.
        enum AnyPlayer {
            $($size(Box<dyn Player<othellier_board::$size>>),)*
        }

        $(impl From<Box<dyn Player<othellier_board::$size>>> for AnyPlayer {
            fn from(player: Box<dyn Player<othellier_board::$size>>) -> AnyPlayer {
                AnyPlayer::$size(player)
            }
        })*

        impl AnyPlayer {
            /// The move that it chooses, as [`choose`] does; `None` if the game is of another size.
            fn choose(
                &mut self,
                game: &AnyGame,
                clock: Option<Duration>,
                stop: &StopSignal,
            ) -> Option<Result<u8, String>> {
                match (self, game) {
                    $((AnyPlayer::$size(player), AnyGame::$size(game)) => {
                        Some(choose(&mut **player, game, clock, stop))
                    })*
                    _ => None,
                }
            }
        }
    };
}
each_size!(any_player);

/// A player named by its spec, such as "champion(level=4)" or "alphabeta(depth=5, eval=mobility)".
///
/// `othellier.players()` lists all of them with their options.
///
/// >>> import othellier
/// >>> player = othellier.Player("minimax(depth=2, eval=discs)", seed=1)
/// >>> board = othellier.Board()
/// >>> board.push(player.choose(board))
/// >>> len(board)
/// 1
#[pyclass(module = "othellier", name = "Player", frozen)]
pub(crate) struct PyPlayer {
    spec: Spec,
    seed: u64,
    size: u8,
    player: Mutex<AnyPlayer>,
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (spec, *, seed=None, size=8))]
    fn new(py: Python<'_>, spec: &str, seed: Option<u64>, size: u8) -> PyResult<PyPlayer> {
        let seed = seed_or_random(seed)?;
        let spec = parse_spec(spec)?;
        // A table of gigabytes is allocated here.
        let player = py.detach(|| build(&spec, &MoveLimits::default(), seed, size))?;
        Ok(PyPlayer { spec, seed, size, player: Mutex::new(player) })
    }

    /// Its spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The seed of its random numbers.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Size of its boards.
    #[getter]
    fn size(&self) -> u8 {
        self.size
    }

    /// The move that it plays in a game, on a board or in a position: a number. A forced pass is played
    /// without asking it; PlayerError when the game is over or the player gives no move.
    #[pyo3(signature = (game, *, clock=None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u8> {
        let game = game_of(game)?;
        let clock = clock.map(duration).transpose()?;
        let watcher = Watcher::new(None);
        let chosen = interruptible(py, &watcher, |stop| {
            let mut player = self.player.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            player.choose(&game, clock, stop)
        })?;
        let other_size = || {
            let (expected, found) = (self.size, game.side());
            let message = format!(
                "a player of size {expected} and a board of size {found}; expected the same size"
            );
            Err(message)
        };
        chosen.unwrap_or_else(other_size).map_err(PlayerError::new_err)
    }

    fn __repr__(&self) -> String {
        format!("Player('{}', seed={}, size={})", self.spec, self.seed, self.size)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPlayer>().is_ok_and(|other| {
            let other = other.get();
            (&other.spec, other.seed, other.size) == (&self.spec, self.seed, self.size)
        })
    }

    fn __hash__(&self) -> u64 {
        let text = self.__repr__();
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, player) = (slf.py(), slf.get());
        let restore = py.import("othellier._othellier")?.getattr("_restore_player")?;
        let arguments = (player.spec.to_string(), player.seed, player.size).into_pyobject(py)?;
        PyTuple::new(py, [restore, arguments.into_any()])
    }
}

/// A player from its pickled parts.
#[pyfunction]
pub(crate) fn _restore_player(
    py: Python<'_>,
    spec: &str,
    seed: u64,
    size: u8,
) -> PyResult<PyPlayer> {
    PyPlayer::new(py, spec, Some(seed), size)
}

fn choose<S: Size>(
    player: &mut dyn Player<S>,
    game: &Game<S>,
    clock: Option<Duration>,
    stop: &StopSignal,
) -> Result<u8, String> {
    match game.position().status() {
        Status::Over { .. } => Err("the game is over".to_owned()),
        Status::MustPass => Ok(number(Move::<S>::Pass)),
        Status::ToMove => {
            let mut allowed = Clock::default();
            if let Some(time) = clock {
                allowed.per_move = Some(time);
            }
            let choice = player.choose(game, allowed, stop, &mut |_| ());
            choice.map(|choice| number(choice.chosen)).map_err(|error| error.to_string())
        }
    }
}

/// Builds the player of a spec for boards of a size.
fn build(spec: &Spec, limits: &MoveLimits, seed: u64, size: u8) -> PyResult<AnyPlayer> {
    let built = with_size!(size, S => {
        build_limited::<S>(spec, limits, &Setup { seed, access: Access::Full }).map(AnyPlayer::from).map_err(no_program)
    });
    sized(size, built)?
}

fn no_program(error: NoProgram) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn parse_spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(value_error)
}

/// The seed, or one of the operating system.
pub(crate) fn seed_or_random(seed: Option<u64>) -> PyResult<u64> {
    match seed {
        Some(seed) => Ok(seed),
        None => getrandom::u64().map_err(|error| PyRuntimeError::new_err(error.to_string())),
    }
}

/// A duration given in seconds or as a text such as "500ms".
pub(crate) fn duration(argument: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(text) = argument.extract::<&str>() {
        return parse_duration(text).map_err(value_error);
    }
    let seconds: f64 = argument.extract().map_err(|_| {
        PyTypeError::new_err("expected a time in seconds, or a text such as '500ms'")
    })?;
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        PyValueError::new_err(format!("a time of {seconds} seconds; expected 0 or more"))
    })
}

/// The number of threads, by default all cores.
pub(crate) fn threads_or_all(threads: Option<usize>) -> PyResult<NonZeroUsize> {
    match threads {
        None => Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(threads) if (1..=256).contains(&threads) => {
            Ok(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN))
        }
        Some(threads) => {
            Err(PyValueError::new_err(format!("{threads} threads; expected 1 to 256")))
        }
    }
}

/// Bytes given as a number or as a text such as "256MiB".
fn bytes(argument: Option<&Bound<'_, PyAny>>, usual: usize) -> PyResult<usize> {
    let bytes = match argument {
        None => usual,
        Some(argument) => match argument.extract::<&str>() {
            Ok(text) => parse_bytes(text).ok_or_else(|| {
                PyValueError::new_err(format!("{text} is not a size; expected one such as 256MiB"))
            })?,
            Err(_) => argument.extract()?,
        },
    };
    if has_room(bytes) {
        Ok(bytes)
    } else {
        Err(PyMemoryError::new_err("there is no room for a table of that size"))
    }
}

/// Searches a position: the dictionary of `othellier search --json`, type "result".
///
/// `watch` is called with a dictionary after every depth, type "depth"; it ends the search by returning
/// False. Ctrl-C ends it too. `time` is in seconds or a text such as "500ms".
///
/// >>> import othellier
/// >>> result = othellier.search("f5d6c3", depth=6, lines=2, seed=1)
/// >>> result["type"], result["depth"], len(result["lines"])
/// ('result', 6, 2)
/// >>> sorted(result["lines"][0])
/// ['loss', 'move', 'percent', 'pv', 'score', 'trust']
#[pyfunction]
#[pyo3(signature = (position, *, player=None, depth=None, time=None, nodes=None, threads=None,
                    lines=1, seed=None, watch=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn search<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    player: Option<&str>,
    depth: Option<u8>,
    time: Option<&Bound<'py, PyAny>>,
    nodes: Option<u64>,
    threads: Option<usize>,
    lines: usize,
    seed: Option<u64>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = position_of(position)?;
    let usual = if position.side() == 8 { "champion" } else { "level-6" };
    let spec = parse_spec(player.unwrap_or(usual))?;
    let is_alone = spec.name == "champion" && spec.option("threads").is_none();
    let threads = match threads {
        None if !is_alone => None,
        threads => Some(threads_or_all(threads)?),
    };
    let time = time.map(duration).transpose()?;
    let limits = MoveLimits { depth, time, nodes, threads };
    let seed = seed_or_random(seed)?;
    if lines == 0 {
        return Err(PyValueError::new_err("0 lines; expected at least 1"));
    }
    let job = SearchJob { spec, limits, seed, lines, watcher: Watcher::new(watch) };
    let result = with_position!(&position, position => job.run(py, position))?;
    to_python(py, &SearchEvent::Result(Box::new(result)))
}

struct SearchJob {
    spec: Spec,
    limits: MoveLimits,
    seed: u64,
    lines: usize,
    watcher: Watcher,
}

impl SearchJob {
    fn run<S: Size>(&self, py: Python<'_>, position: &Position<S>) -> PyResult<SearchResult> {
        let setup = Setup { seed: self.seed, access: Access::Full };
        let built = py.detach(|| build_limited::<S>(&self.spec, &self.limits, &setup));
        let mut player = built.map_err(no_program)?;
        let watcher = &self.watcher;
        let report = interruptible(py, watcher, |stop| {
            let (searcher, limits) = player.search()?;
            let limits = limits.clone().with_lines(self.lines).with_stop(stop);
            searcher.make_ready();
            Some(searcher.search(position, &limits, &mut |report: &SearchReport<S>| {
                if watcher.is_watching() {
                    watcher.see(&SearchEvent::Depth(Report::new(position, report, self.lines)));
                }
            }))
        })?;
        let none = || PyValueError::new_err(format!("{} has no search to show", self.spec));
        let spec = self.limits.written(&self.spec);
        Ok(SearchResult::new(position, &report.ok_or_else(none)?, self.lines, spec, self.seed))
    }
}

/// The exact final score of a position: the dictionary of `othellier solve --json`, type "position".
///
/// `outcome=True` proves only who wins; `selectivity` of 73, 87, 95, 98 or 99 is a confidence in percent
/// instead of a proof. Boards of 4x4, 6x6 and 8x8.
///
/// >>> import othellier
/// >>> othellier.solve(othellier.Position(size=4))["score"]
/// -10
#[pyfunction]
#[pyo3(signature = (position, *, threads=None, hash=None, outcome=false, selectivity=100))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    threads: Option<usize>,
    hash: Option<&Bound<'py, PyAny>>,
    outcome: bool,
    selectivity: u8,
) -> PyResult<Bound<'py, PyAny>> {
    let position = position_of(position)?;
    let threads = threads_or_all(threads)?.get();
    let usual = if position.side() == 4 { 1 << 20 } else { 128 << 20 };
    let hash = bytes(hash, usual)?;
    let goal = match Selectivity::from_percent(selectivity) {
        _ if outcome => Goal::Outcome,
        Some(selectivity) => selectivity.into(),
        None => {
            let message =
                format!("a selectivity of {selectivity}; expected 73, 87, 95, 98, 99 or 100");
            return Err(PyValueError::new_err(message));
        }
    };
    let solved = match &position {
        AnyPosition::Four(position) => {
            let new = || Solver::with(Heuristic::<Four>::default(), threads, hash);
            solve_with(py, new, position, goal)
        }
        AnyPosition::Six(position) => {
            let new = || Solver::with(Heuristic::<Six>::default(), threads, hash);
            solve_with(py, new, position, goal)
        }
        AnyPosition::Eight(position) => {
            solve_with(py, || Solver::new(threads, hash), position, goal)
        }
        AnyPosition::Ten(_) => {
            Err(PyValueError::new_err("a board of size 10 cannot be solved; expected 4, 6 or 8"))
        }
    }?;
    to_python(py, &SolveEvent::Position(Box::new(solved)))
}

fn solve_with<E: ChampionEvaluator>(
    py: Python<'_>,
    solver: impl FnOnce() -> Solver<E> + Send,
    position: &Position<E::Size>,
    goal: Goal,
) -> PyResult<SolvedPosition>
where
    E::Size: Field,
{
    let watcher = Watcher::new(None);
    let solved = interruptible(py, &watcher, |stop| {
        let mut solver = solver();
        solver.make_ready();
        solver.solve(position.board(), goal, stop)
    })?;
    let solved = solved.ok_or_else(|| PyRuntimeError::new_err("stopped before it was solved"))?;
    let pv = othellier_wire::moves(&solved.line);
    Ok(SolvedPosition {
        id: 1,
        position: position.to_string(),
        empties: position.board().empties().len(),
        score: solved.score,
        played: pv.first().cloned(),
        pv,
        nodes: solved.nodes,
        seconds: solved.elapsed.as_secs_f64(),
        expected: None,
        ok: true,
        journalled: false,
    })
}

/// Reviews a game: the dictionaries of `othellier analyze --json`, one for each move (type "move") in the
/// order of the game, then the totals (type "total"). Every reason is given in English and French.
///
/// `watch` is called with each dictionary as it is found, from the last move to the first.
///
/// >>> import othellier
/// >>> events = othellier.review(othellier.Game("f5d6c3g5"), level=2, threads=1)
/// >>> [event["type"] for event in events]
/// ['move', 'move', 'move', 'move', 'total']
#[pyfunction]
#[pyo3(signature = (game, *, level=None, time=None, threads=None, hash=None, watch=None))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    level: Option<u32>,
    time: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    hash: Option<&Bound<'py, PyAny>>,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let game = game_of(game)?;
    if game.length() == 0 {
        return Err(PyValueError::new_err("the game has no moves to review"));
    }
    let time = time.map(duration).transpose()?;
    let usual = if time.is_some() { SearchLevel::MAX } else { Settings::DEFAULT_LEVEL };
    let level = level.unwrap_or(usual);
    if level > SearchLevel::MAX {
        let most = SearchLevel::MAX;
        return Err(PyValueError::new_err(format!("level {level}; expected 0 to {most}")));
    }
    let threads = threads_or_all(threads)?.get();
    let settings = Settings { level, time, threads, table_bytes: bytes(hash, 64 << 20)? };
    let watcher = Watcher::new(watch);
    let events = interruptible(
        py,
        &watcher,
        |stop| with_game!(&game, game => review_events(game, &settings, stop, &watcher)),
    )?;
    let events: PyResult<Vec<_>> = events.iter().map(|event| to_python(py, event)).collect();
    PyList::new(py, events?)
}

fn review_events<S: Reviewable>(
    game: &Game<S>,
    settings: &Settings,
    stop: &StopSignal,
    watcher: &Watcher,
) -> Vec<ReviewEvent> {
    let mut reviewer = Reviewer::<S>::new(settings);
    let review = reviewer.review(game, stop, &mut |progress| {
        if let ReviewProgress::Move(review) = progress
            && watcher.is_watching()
        {
            watcher.see(&move_event(review));
        }
    });
    let reviewed = review.moves.iter().map(move_event);
    let summary = ReviewSummary::new(game, &review, stop.is_stopped());
    reviewed.chain([ReviewEvent::Total(Box::new(summary))]).collect()
}

fn move_event<S: Size>(review: &MoveReview<S>) -> ReviewEvent {
    let describe = |reason: &_| reviews::in_both(reason, reviews::When::of(review)).into();
    ReviewEvent::Move(Box::new(ReviewedMove::new(review, describe)))
}

/// The players that a spec can name, with their options: the dictionaries of `othellier players --json`.
#[pyfunction]
#[pyo3(signature = (*, size=8))]
pub(crate) fn players(py: Python<'_>, size: u8) -> PyResult<Bound<'_, PyAny>> {
    let entries = with_size!(size, S => {
        let entry = |entry: othellier_play::Entry<S>| {
            let stands_for = othellier_play::NamedLevel::named(entry.description.name);
            let stands_for = stands_for.map(|level| level.spec);
            othellier_wire::Entry::new(&entry.description, stands_for, othellier_locale::french)
        };
        catalogue::<S>().into_iter().map(entry).collect::<Vec<_>>()
    });
    to_python(py, &sized(size, entries)?)
}

/// The evaluators that `eval=` and `evaluate` can name: the dictionaries of `othellier evaluators --json`.
#[pyfunction]
#[pyo3(signature = (*, size=8))]
pub(crate) fn evaluators(py: Python<'_>, size: u8) -> PyResult<Bound<'_, PyAny>> {
    let entries = with_size!(size, S => {
        let entry = |entry: othellier_eval::Entry<S>| {
            othellier_wire::Entry::new(&entry.description, None, othellier_locale::french)
        };
        othellier_eval::catalogue::<S>().into_iter().map(entry).collect::<Vec<_>>()
    });
    to_python(py, &sized(size, entries)?)
}

//! Matches, tournaments, openings and their statistics.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use numpy::{PyArray1, PyReadwriteArray2};
use othellier_board::batch::{PAD, row_length};
use othellier_board::{Color, Move, Size, with_size};
use othellier_measure::stats::{Counts, Pairs, Sprt, Verdict};
use othellier_measure::tournament::{Entry, FormatName, Tournament, TournamentSettings};
use othellier_measure::{Colors, Lines, Match, MatchGame, MatchSettings, Openings};
use othellier_record::AnyGame;
use othellier_spec::Access;
use othellier_wire::{MatchEvent, MatchTotal, StandingRow, TournamentEvent, TournamentTotal};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::any::sized;
use crate::errors::value_error;
use crate::interrupt::{Watcher, interruptible};
use crate::json::to_python;
use crate::player::{duration, parse_spec, seed_or_random, threads_or_all};
use crate::values::Game;

/// Drawn games that every rating begins with, as on the command line.
const PRIOR: f64 = 0.5;

/// The openings that are asked for: lines, or a number of random plies.
fn asked_openings(asked: Option<&Bound<'_, PyAny>>) -> PyResult<(Option<Lines>, Option<usize>)> {
    let Some(asked) = asked else { return Ok((None, None)) };
    if let Ok(plies) = asked.extract() {
        return Ok((None, Some(plies)));
    }
    let texts = asked.extract().map_err(|_| {
        PyValueError::new_err("openings: expected a number of random plies, or a list of texts")
    })?;
    Ok((Some(Lines::Lines(texts)), None))
}

fn prepared<S: Size>(settings: &MatchSettings, threads: Option<usize>) -> PyResult<Match<S>> {
    let matchup = settings.prepare(Access::Full, threads_or_all(threads)?).map_err(value_error)?;
    matchup.check().map_err(value_error)?;
    Ok(matchup)
}

/// A match of two players: the dictionary of `othellier match --json`, type "total".
///
/// Each opening is played twice with colours reversed. `openings` is a number of random plies or a list of
/// texts; by default the balanced list, and 8 random plies off 8x8. `clock` is the time of each side for a
/// game, such as "5m+2s". `sprt=(elo0, elo1)` ends the match when the test is decided. `watch` is called
/// with the dictionary of every game.
///
/// >>> import othellier
/// >>> total = othellier.match("level-2", "random", games=4, seed=1, threads=1)
/// >>> total["games"] == total["wins"] + total["draws"] + total["losses"] == 4
/// True
#[pyfunction(name = "match")]
#[pyo3(signature = (a, b, games=100, *, openings=None, time_per_move=None, clock=None, sprt=None,
                    seed=None, threads=None, size=8, watch=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    games: usize,
    openings: Option<&Bound<'py, PyAny>>,
    time_per_move: Option<&Bound<'py, PyAny>>,
    clock: Option<&str>,
    sprt: Option<(f64, f64)>,
    seed: Option<u64>,
    threads: Option<usize>,
    size: u8,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (openings, random_plies) = asked_openings(openings)?;
    let few = || PyValueError::new_err("games: expected a number from 1 on");
    let settings = MatchSettings {
        games: NonZeroUsize::new(games).ok_or_else(few)?,
        openings,
        random_plies,
        time_per_move: time_per_move.map(duration).transpose()?,
        clock: clock.map(str::parse).transpose().map_err(value_error)?,
        sprt: sprt.map(read_sprt).transpose()?,
        size,
        seed: Some(seed_or_random(seed)?),
        ..MatchSettings::new(parse_spec(a)?, parse_spec(b)?)
    };
    let watcher = Watcher::new(watch);
    let total = with_size!(size, S => {
        let one = prepared::<S>(&settings, threads)?;
        run_match(py, &one, &watcher, &mut |_| ())?
    });
    to_python(py, &MatchEvent::Total(Box::new(sized(size, total)?)))
}

fn run_match<S: Size>(
    py: Python<'_>,
    one: &Match<S>,
    watcher: &Watcher,
    keep: &mut (dyn FnMut(&MatchGame<S>) + Send),
) -> PyResult<MatchTotal> {
    let began = Instant::now();
    let totals = interruptible(py, watcher, |stop| {
        one.run(stop, &mut |game, _| {
            keep(game);
            if watcher.is_watching() {
                let players = one.players.each_ref();
                watcher.see(&MatchEvent::Game(Box::new(othellier_wire::MatchGame::new(
                    players, game,
                ))));
            }
            ControlFlow::Continue(())
        })
    })?
    .map_err(value_error)?;
    Ok(MatchTotal::new(&totals, began.elapsed(), one.sprt, watcher.stop.is_stopped()))
}

fn read_sprt((elo0, elo1): (f64, f64)) -> PyResult<Sprt> {
    Sprt::new(elo0, elo1).ok_or_else(|| {
        PyValueError::new_err(format!(
            "sprt=({elo0}, {elo1}); expected two numbers, the smaller first"
        ))
    })
}

/// The moves, the scores, who had Black, and the totals.
type Played<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyAny>);

/// Many games of two players into arrays: `(moves, scores, a_is_black, total)`.
///
/// `moves` and `scores` are those of `random_games`, in the order of the games; `a_is_black` is 1 where the
/// first player had Black, and `total` the dictionary of `othellier.match`. Games whose opening is not given
/// by moves from the start cannot be written so and are an error.
///
/// >>> from othellier import batch
/// >>> moves, scores, a_is_black, total = batch.play("level-1", "level-2", 4, seed=1, threads=1)
/// >>> moves.shape, a_is_black.tolist(), total["games"]
/// ((4, 60), [1, 0, 1, 0], 4)
#[pyfunction]
#[pyo3(signature = (a, b, n, *, openings=None, swap=true, seed=None, threads=None, size=8))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn play<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    n: usize,
    openings: Option<&Bound<'py, PyAny>>,
    swap: bool,
    seed: Option<u64>,
    threads: Option<usize>,
    size: u8,
) -> PyResult<Played<'py>> {
    let (openings, random_plies) = asked_openings(openings)?;
    // Without a swap every game has an opening of its own: as many as twice the games have.
    let games = if swap { n } else { n.saturating_mul(2) };
    let settings = MatchSettings {
        games: NonZeroUsize::new(games).unwrap_or(NonZeroUsize::MIN),
        openings,
        random_plies,
        size,
        seed: Some(seed_or_random(seed)?),
        ..MatchSettings::new(parse_spec(a)?, parse_spec(b)?)
    };
    let colors = if swap { Colors::Swapped } else { Colors::Fixed };
    let watcher = Watcher::new(None);
    let played = with_size!(size, S => {
        let one = Match { colors, games: n, ..prepared::<S>(&settings, threads)? };
        let mut rows = Vec::with_capacity(n.min(1 << 20));
        let total = run_match(py, &one, &watcher, &mut |game| rows.push(row(game)))?;
        (rows, total, row_length::<S>())
    });
    let (mut rows, total, width) = sized(size, played)?;
    rows.sort_by_key(|row| row.index);
    let moves = py.import("numpy")?.getattr("full")?.call1(((rows.len(), width), PAD, "uint8"))?;
    {
        let mut moves: PyReadwriteArray2<'_, u8> = moves.extract()?;
        let squares = moves.as_slice_mut()?;
        for (row, cells) in rows.iter().zip(squares.chunks_exact_mut(width)) {
            let Some(played) = &row.squares else {
                let message = format!("game {} does not begin at the start", row.index);
                return Err(PyValueError::new_err(message));
            };
            cells[..played.len()].copy_from_slice(played);
        }
    }
    let scores = PyArray1::from_iter(py, rows.iter().map(|row| row.score));
    let a_is_black = PyArray1::from_iter(py, rows.iter().map(|row| i8::from(row.a_is_black)));
    Ok((moves, scores, a_is_black, to_python(py, &MatchEvent::Total(Box::new(total)))?))
}

/// A game of a match as squares.
struct Row {
    index: usize,
    /// None for a game from another start.
    squares: Option<Vec<u8>>,
    score: i8,
    a_is_black: bool,
}

fn row<S: Size>(game: &MatchGame<S>) -> Row {
    let played = &game.finished.game;
    let square = |played: Move<S>| match played {
        Move::Place(square) => Some(square.index()),
        Move::Pass => None,
    };
    let is_standard = *played.start() == Default::default();
    let squares = || played.moves().iter().filter_map(|one| square(one.played)).collect();
    Row {
        index: game.index,
        squares: is_standard.then(squares),
        score: game.finished.outcome.black_score as i8,
        a_is_black: game.a_color == Color::Black,
    }
}

/// A tournament: the dictionary of `othellier tournament --json`, type "total".
///
/// A player is a spec or "NAME=SPEC". `format` is "round-robin", "swiss", "knock-out" or "gauntlet" (the
/// first player meets all others).
///
/// >>> import othellier
/// >>> total = othellier.tournament(["random", "level-2", "level-3"], games=2, seed=1, threads=1)
/// >>> [row["rank"] for row in total["standings"]]
/// [1, 2, 3]
#[pyfunction]
#[pyo3(signature = (players, *, games=2, format="round-robin", openings=None, time_per_move=None,
                    seed=None, threads=None, size=8, watch=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn tournament<'py>(
    py: Python<'py>,
    players: Vec<String>,
    games: usize,
    format: &str,
    openings: Option<&Bound<'py, PyAny>>,
    time_per_move: Option<&Bound<'py, PyAny>>,
    seed: Option<u64>,
    threads: Option<usize>,
    size: u8,
    watch: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let entries: PyResult<Vec<Entry>> =
        players.iter().map(|player| player.parse().map_err(value_error)).collect();
    let format = match format {
        "round-robin" => FormatName::RoundRobin,
        "swiss" => FormatName::Swiss,
        "knock-out" => FormatName::KnockOut,
        "gauntlet" => FormatName::Gauntlet,
        _ => {
            let message =
                format!("the format {format}; expected round-robin, swiss, knock-out or gauntlet");
            return Err(PyValueError::new_err(message));
        }
    };
    let (openings, random_plies) = asked_openings(openings)?;
    let settings = TournamentSettings {
        format,
        games,
        openings,
        random_plies,
        time_per_move: time_per_move.map(duration).transpose()?,
        size,
        seed: Some(seed_or_random(seed)?),
        ..TournamentSettings::new(entries?)
    };
    let (threads, watcher) = (threads_or_all(threads)?, Watcher::new(watch));
    let total = with_size!(size, S => {
        let tournament = settings.prepare::<S>(Access::Full, threads).map_err(value_error)?;
        run_tournament(py, &tournament, &watcher)?
    });
    to_python(py, &TournamentEvent::Total(Box::new(sized(size, total)?)))
}

fn run_tournament<S: Size>(
    py: Python<'_>,
    tournament: &Tournament<S>,
    watcher: &Watcher,
) -> PyResult<TournamentTotal> {
    tournament.check().map_err(value_error)?;
    let began = Instant::now();
    let results = interruptible(py, watcher, |stop| {
        tournament.run(stop, &mut |game, _| {
            if watcher.is_watching() {
                let game = othellier_wire::TournamentGame::new(&tournament.participants, game);
                watcher.see(&TournamentEvent::Game(Box::new(game)));
            }
            ControlFlow::Continue(())
        })
    })?
    .map_err(value_error)?;
    let standings = tournament.standings(&results);
    let ratings = tournament.ratings(&results, PRIOR);
    let rows = StandingRow::all(&tournament.participants, &standings, &ratings);
    Ok(TournamentTotal::new(&results, rows, began.elapsed()))
}

/// Balanced openings as Games, shuffled by the seed: eight plies after which neither side is ahead. 8x8.
#[pyfunction]
#[pyo3(signature = (n=None, *, seed=0))]
pub(crate) fn balanced(n: Option<usize>, seed: u64) -> PyResult<Vec<Game>> {
    let all = Openings::<othellier_board::Eight>::balanced(seed)
        .ok_or_else(|| PyValueError::new_err("balanced openings are for 8x8"))?;
    Ok(games_of(&all, n.unwrap_or(all.count())))
}

/// Random openings as Games, different up to symmetry while new ones are found.
#[pyfunction]
#[pyo3(signature = (n, *, plies=6, seed=0, size=8))]
pub(crate) fn random(n: usize, plies: usize, seed: u64, size: u8) -> PyResult<Vec<Game>> {
    let made = with_size!(size, S => {
        let all = Openings::<S>::random(plies, n, seed).map_err(value_error)?;
        games_of(&all, n)
    });
    sized(size, made)
}

fn games_of<S: Size>(openings: &Openings<S>, count: usize) -> Vec<Game>
where
    AnyGame: From<othellier_record::Game<S>>,
{
    let game = |index| Game(AnyGame::from(openings.cycled(index).clone()).into());
    (0..count.min(openings.count())).map(game).collect()
}

/// The Elo difference that a score means, with its 95 % error: `(difference, error)`, or None where it is
/// not defined. `pairs` are five counts of pairs of games with 0, 0.5, 1, 1.5 and 2 points.
///
/// >>> from othellier import stats
/// >>> difference, error = stats.elo(60, 10, 30)
/// >>> round(difference), round(error)
/// (108, 68)
#[pyfunction]
#[pyo3(signature = (wins=0, draws=0, losses=0, *, pairs=None))]
pub(crate) fn elo(
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Option<[u64; 5]>,
) -> Option<(f64, f64)> {
    let elo = match pairs {
        Some(pairs) => Pairs(pairs).elo(),
        None => Counts { wins, draws, losses }.elo(),
    }?;
    Some((elo.difference, elo.error))
}

/// Wilson's 95 % interval of the score rate, `(low, high)`; a draw counts half. None without games.
///
/// >>> from othellier import stats
/// >>> low, high = stats.interval(60, 10, 30)
/// >>> round(low, 3), round(high, 3)
/// (0.553, 0.736)
#[pyfunction]
#[pyo3(signature = (wins=0, draws=0, losses=0))]
pub(crate) fn interval(wins: u64, draws: u64, losses: u64) -> Option<(f64, f64)> {
    Counts { wins, draws, losses }.interval()
}

/// A sequential test on five counts of pairs: `{"llr", "lower", "upper", "state"}`, the state "h0", "h1" or
/// "undecided".
#[pyfunction]
pub(crate) fn sprt<'py>(
    py: Python<'py>,
    pairs: [u64; 5],
    elo0: f64,
    elo1: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let test = read_sprt((elo0, elo1))?;
    let state = match test.verdict(Pairs(pairs)) {
        Verdict::Undecided => "undecided",
        Verdict::AcceptH0 => "h0",
        Verdict::AcceptH1 => "h1",
    };
    let (lower, upper) = test.bounds();
    let llr = test.llr(Pairs(pairs));
    to_python(
        py,
        &serde_json::json!({ "llr": llr, "lower": lower, "upper": upper, "state": state }),
    )
}

/// The graded opponents with their measured strength: dictionaries of `level`, `spec`, `name`, and `elo`
/// above the random player with its `elo_error`.
#[pyfunction]
pub(crate) fn levels(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &othellier_service::levels::levels())
}

//! The JSON output of a match: its settings, each game ([`GameLine`]), the total.

use othellier_board::Size;
use othellier_lab::stats::{Counts, Verdict};
use othellier_lab::{Colors, Effort, Totals};
use serde::Serialize;

pub(crate) use super::line::GameLine;
use super::line::milliseconds;
use super::plan::{MatchOutcome, Plan};

/// The effective settings: everything that is needed to repeat the match.
#[derive(Serialize)]
pub(crate) struct Settings<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    a: String,
    b: String,
    /// The players with all defaults filled in.
    effective: PerPlayer<String>,
    games: usize,
    openings: Option<&'a str>,
    random_plies: Option<usize>,
    colors_swapped: bool,
    seconds_per_move: Option<f64>,
    seconds_forgiven: Option<f64>,
    sprt: Option<[f64; 2]>,
    seed: u64,
    threads: usize,
    size: u8,
    version: &'static str,
}

/// A value for A and one for B.
#[derive(Serialize)]
struct PerPlayer<T> {
    a: T,
    b: T,
}

impl<T> PerPlayer<T> {
    fn of<U>([a, b]: &[U; 2], value: impl Fn(&U) -> T) -> PerPlayer<T> {
        PerPlayer { a: value(a), b: value(b) }
    }
}

impl<'a> Settings<'a> {
    pub(crate) fn new<S: Size>(plan: &'a Plan<S>) -> Settings<'a> {
        let matchup = &plan.matchup;
        Settings {
            kind: "settings",
            a: matchup.players[0].to_string(),
            b: matchup.players[1].to_string(),
            effective: PerPlayer::of(&matchup.players, |spec| {
                othellier_lab::effective(spec).to_string()
            }),
            games: matchup.games,
            openings: plan.openings_file.as_deref(),
            random_plies: plan.random_plies,
            colors_swapped: matchup.colors == Colors::Swapped,
            seconds_per_move: matchup.limit.map(|limit| limit.time.as_secs_f64()),
            seconds_forgiven: matchup.limit.map(|limit| limit.margin.as_secs_f64()),
            sprt: matchup.sprt.map(|sprt| sprt.hypotheses().into()),
            seed: matchup.seed,
            threads: matchup.threads.get(),
            size: S::SIDE,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The total of all games. Values that do not exist, such as the Elo of a side that never scored,
/// are null.
#[derive(Serialize)]
pub(crate) struct Total {
    #[serde(rename = "type")]
    kind: &'static str,
    games: u64,
    #[serde(flatten)]
    for_a: Results,
    score_rate: Option<f64>,
    /// Wilson's interval, 95 %.
    score_interval: Option<(f64, f64)>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    normalised_elo: Option<f64>,
    /// The numbers of pairs in which A scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    mean_disc_difference: Option<f64>,
    a_as_black: Results,
    a_as_white: Results,
    /// Results of Black, whoever played it.
    black: Results,
    occupation: Option<Occupation>,
    mean_ms_per_move: PerPlayer<f64>,
    players: PerPlayer<Spent>,
    illegal: u64,
    crashes: u64,
    time_losses: u64,
    mean_game_seconds: Option<f64>,
    seconds: f64,
    sprt: Option<Test>,
    interrupted: bool,
}

#[derive(Serialize)]
struct Results {
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The shares of the board at the end of games.
#[derive(Serialize)]
struct Occupation {
    black: f64,
    white: f64,
    empty: f64,
}

/// What a player spent on all its moves.
#[derive(Serialize)]
struct Spent {
    moves: usize,
    mean_ms: f64,
    median_ms: f64,
    p95_ms: f64,
    slowest_ms: f64,
    nodes: u64,
    nodes_per_second: Option<f64>,
    reused_nodes: u64,
    /// The most memory kept after a move.
    live_bytes: usize,
    /// Peak memory during any move.
    peak_bytes: usize,
    /// All memory allocated, whether freed or not.
    cumulated_bytes: u64,
    illegal: u64,
    crashes: u64,
    time_losses: u64,
}

/// The state of the SPRT.
#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl Total {
    pub(crate) fn new<S: Size>(plan: &Plan<S>, outcome: &MatchOutcome) -> Total {
        let totals = &outcome.totals;
        let efforts = &totals.efforts;
        let elo = totals.elo();
        let all = |count: fn(&Effort) -> u64| efforts.iter().map(count).sum();
        Total {
            kind: "total",
            games: totals.games(),
            for_a: totals.score.into(),
            score_rate: totals.score.score_rate(),
            score_interval: totals.score.interval(),
            elo: elo.map(|elo| elo.difference),
            elo_error: elo.map(|elo| elo.error),
            normalised_elo: totals.pairs.normalised_elo(),
            pairs: totals.pairs.0,
            mean_disc_difference: totals.mean_disc_difference(),
            a_as_black: totals.by_color[0].into(),
            a_as_white: totals.by_color[1].into(),
            black: totals.for_black().into(),
            occupation: totals.occupation().map(|shares| Occupation {
                black: shares.black,
                white: shares.white,
                empty: shares.empty,
            }),
            mean_ms_per_move: PerPlayer::of(efforts, |effort| milliseconds(effort.times().mean)),
            players: PerPlayer::of(efforts, Spent::new),
            illegal: all(|effort| effort.illegal),
            crashes: all(|effort| effort.crashes),
            time_losses: all(|effort| effort.time_losses),
            mean_game_seconds: totals.mean_game_time().map(|time| time.as_secs_f64()),
            seconds: outcome.elapsed.as_secs_f64(),
            sprt: plan.matchup.sprt.map(|sprt| Test::new(sprt, totals)),
            interrupted: outcome.interrupted,
        }
    }
}

impl From<Counts> for Results {
    fn from(Counts { wins, draws, losses }: Counts) -> Results {
        Results { wins, draws, losses }
    }
}

impl Spent {
    fn new(effort: &Effort) -> Spent {
        let times = effort.times();
        Spent {
            moves: times.count,
            mean_ms: milliseconds(times.mean),
            median_ms: milliseconds(times.median),
            p95_ms: milliseconds(times.p95),
            slowest_ms: milliseconds(times.slowest),
            nodes: effort.nodes,
            nodes_per_second: effort.nodes_per_second(),
            reused_nodes: effort.reused_nodes,
            live_bytes: effort.live_bytes,
            peak_bytes: effort.peak_bytes,
            cumulated_bytes: effort.cumulated_bytes,
            illegal: effort.illegal,
            crashes: effort.crashes,
            time_losses: effort.time_losses,
        }
    }
}

impl Test {
    fn new(sprt: othellier_lab::stats::Sprt, totals: &Totals) -> Test {
        let (elo0, elo1) = sprt.hypotheses();
        let (lower, upper) = sprt.bounds();
        let verdict = match sprt.verdict(totals.pairs) {
            Verdict::Undecided => "undecided",
            Verdict::AcceptH0 => "h0",
            Verdict::AcceptH1 => "h1",
        };
        Test { elo0, elo1, llr: sprt.llr(totals.pairs), lower, upper, verdict }
    }
}

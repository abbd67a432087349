//! Summaries of the rows of an experiment.

use std::collections::BTreeMap;
use std::time::Duration;

use super::plan::{Job, Plan};
use super::rows::decided_after;
use super::{
    GameRow, MoveStatsRow, PredictionRow, Row, SearchRow, TimingFindings, TimingRow, speedup,
};
use crate::Occupation;
use crate::evolve::Generation;
use crate::stats::{Counts, Elo, Mean, PairCounter, Pairs, Ratio, Sprt, Times, Verdict};

#[derive(Clone, Debug, Default)]
pub struct Findings {
    games: BTreeMap<String, Vec<GameFindings>>,
    searches: BTreeMap<String, Vec<Vec<SearchFindings>>>,
    predictions: BTreeMap<String, Vec<Vec<Guess>>>,
    evolutions: BTreeMap<String, Vec<Vec<Vec<Generation>>>>,
    timings: BTreeMap<String, Vec<Option<TimingFindings>>>,
}

/// The summary of the games of one arm, for its player.
#[derive(Clone, Debug, Default)]
pub struct GameFindings {
    pub score: Counts,
    /// The player's games with Black, and those with White.
    pub by_color: [ColorFindings; 2],
    /// Wins, draws and losses of Black, whichever player it was.
    pub black: Counts,
    /// Wins, draws and losses of Black in the games whose last move Black made, and in those whose
    /// last move White made.
    pub by_last_move: [Counts; 2],
    /// The player's points by pair, for pairs with both games.
    pub pairs: Pairs,
    /// The SPRT: its log-likelihood ratio and its state.
    pub sprt: Option<(Sprt, f64, Verdict)>,
    /// The disc difference per game.
    pub discs: Option<Mean>,
    pub game_seconds: Option<Mean>,
    /// The shares of the squares at the end, by colour. If the player changes colours, see
    /// [`ColorFindings::holding`] for the shares by player.
    pub occupation: Option<Occupation>,
    /// Games lost by a fault.
    pub faults: u64,
    /// Times of the player's moves.
    pub times: Times,
    /// Times of the opponent's moves.
    pub opponent_times: Times,
    pub milliseconds: Option<Mean>,
    pub nodes: Option<Mean>,
    /// The most memory kept after a move.
    pub live_bytes: u64,
    pub peak_bytes: u64,
    /// Memory allocated in a game, whether freed or not.
    pub cumulated_bytes: Option<Mean>,
    /// The use of the transposition table.
    pub table: TableRates,
    pub by_move: Vec<ByMove>,
    /// For each square, row by row, the share of games in which the player owned it at the end.
    pub squares: Vec<f64>,
}

/// The summary of the games of one arm with one colour, for its player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColorFindings {
    pub score: Counts,
    /// The disc difference per game.
    pub discs: Option<Mean>,
    pub game_seconds: Option<Mean>,
    /// The shares of the squares at the end, by player.
    pub holding: Option<Holding>,
}

/// The shares of the squares at the end, by player; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holding {
    pub player: f64,
    pub opponent: f64,
    /// Empty squares: a game may end before the board is full.
    pub empty: f64,
}

/// Rates of a transposition table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableRates {
    pub probes: u64,
    /// The share of probes that found their position.
    pub hits: Option<f64>,
    /// The share of probes that found another position.
    pub collisions: Option<f64>,
    /// The largest share of entries in use.
    pub fill: Option<f64>,
}

/// The cost of the player's moves with one move number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMove {
    /// The move number, from 1.
    pub ply: u64,
    pub times: Times,
    /// The mean in milliseconds, with its uncertainty.
    pub milliseconds: Mean,
    /// The interquartile range of the times, in milliseconds: robust against a few moves delayed by
    /// other work on the machine.
    pub middle_half: (f64, f64),
    pub nodes: Mean,
    pub peak_bytes: Mean,
    /// Memory kept after the move.
    pub live_bytes: Mean,
}

/// The summary of the searches of one arm in one phase: means over positions, each by its fastest
/// repetition.
#[derive(Clone, Debug)]
pub struct SearchFindings {
    /// The phase or the name of the position.
    pub phase: String,
    pub nodes: Mean,
    pub milliseconds: Mean,
    pub peak_bytes: Mean,
    /// Memory allocated, whether freed or not.
    pub cumulated_bytes: Mean,
    /// Memory kept at the end.
    pub live_bytes: Mean,
    /// The use of the transposition table.
    pub table: TableRates,
    /// The speedup over the smallest value of the varied key.
    pub speedup: Option<Ratio>,
}

/// How often an evaluator predicted the winner at one move number: right, equal and wrong count as
/// wins, draws and losses. Drawn games are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    pub ply: u64,
    /// Right, equal and wrong predictions.
    pub counts: Counts,
}

impl Findings {
    /// Summarises the rows of a plan, in any order.
    pub fn of(plan: &Plan, rows: &[Row]) -> Findings {
        let mut findings = Findings::default();
        for job in &plan.jobs {
            let name = job.name().to_owned();
            let ours = rows.iter().filter(|row| row.unit().0 == name);
            match job {
                Job::Games { .. } => {
                    let mut arms = vec![Vec::new(); job.arms()];
                    for row in ours {
                        if let (Row::Game(game), Some(unit)) = (row, plan.unit_of(row)) {
                            arms[unit.arm].push(game);
                        }
                    }
                    let found = arms.into_iter().map(|games| GameFindings::of(job.sprt(), games));
                    findings.games.insert(name, found.collect());
                }
                Job::Positions { part, arms: compared, positions, .. } => {
                    let mut arms = vec![Vec::new(); job.arms()];
                    for row in ours {
                        if let (Row::Search(search), Some(unit)) = (row, plan.unit_of(row)) {
                            arms[unit.arm].push(search);
                        }
                    }
                    let mut phases: Vec<&str> = positions.iter().map(|(p, _)| p.as_str()).collect();
                    phases.dedup();
                    let found = arms.iter().map(|searches| {
                        let of_phase =
                            |phase| SearchFindings::of(phase, part.repetitions, searches);
                        phases.iter().filter_map(|phase| of_phase(phase)).collect()
                    });
                    let mut found: Vec<Vec<SearchFindings>> = found.collect();
                    if let Some(by) = &part.by {
                        speedup::fill(by, part.repetitions, compared, &arms, &mut found);
                    }
                    findings.searches.insert(name, found);
                }
                Job::Predictions { evaluators, .. } => {
                    let games: Vec<_> = ours
                        .filter_map(|row| match row {
                            Row::Prediction(game) => Some(game),
                            _ => None,
                        })
                        .collect();
                    let found = (0..evaluators.specs.len()).map(|which| guesses(which, &games));
                    findings.predictions.insert(name, found.collect());
                }
                Job::Evolution(bred) => {
                    findings.evolutions.insert(name, bred.histories(rows));
                }
                Job::Timed(timed) => {
                    let timings = ours.filter_map(|row| match row {
                        Row::Timing(row) => Some(row),
                        _ => None,
                    });
                    let rows: Vec<&TimingRow> = timings.collect();
                    findings.timings.insert(name, timed.findings(&rows));
                }
            }
        }
        findings
    }

    /// The summaries of a part with games, by arm.
    pub fn games(&self, part: &str) -> &[GameFindings] {
        self.games.get(part).map_or(&[], Vec::as_slice)
    }

    /// The summaries of a part with searches, by arm and phase.
    pub fn searches(&self, part: &str) -> &[Vec<SearchFindings>] {
        self.searches.get(part).map_or(&[], Vec::as_slice)
    }

    /// The summaries of a part with predictions, by evaluator and move number.
    pub fn predictions(&self, part: &str) -> &[Vec<Guess>] {
        self.predictions.get(part).map_or(&[], Vec::as_slice)
    }

    /// The summaries of a part that times something, by arm; `None` without a measurement.
    pub fn timings(&self, part: &str) -> &[Option<TimingFindings>] {
        self.timings.get(part).map_or(&[], Vec::as_slice)
    }

    /// The generations of a part that breeds weights, by law and run.
    pub fn evolutions(&self, part: &str) -> &[Vec<Vec<Generation>>] {
        self.evolutions.get(part).map_or(&[], Vec::as_slice)
    }
}

impl GameFindings {
    fn of(sprt: Option<Sprt>, mut games: Vec<&GameRow>) -> GameFindings {
        games.sort_by_key(|game| game.index);
        if let Some(sprt) = sprt {
            let slim = |game: &&GameRow| GameRow { move_stats: Vec::new(), ..(*game).clone() };
            let end = decided_after(sprt, &games.iter().map(slim).collect::<Vec<_>>());
            games.retain(|game| game.index < end.unwrap_or(usize::MAX));
        }
        let mut found = GameFindings { squares: vec![0.0; 64], ..GameFindings::default() };
        let mut pairs = PairCounter::default();
        let mut squares = [0_u64; 3];
        for game in &games {
            let counts = game.counts();
            found.score += counts;
            let black = if game.is_black() { counts } else { counts.reversed() };
            found.black += black;
            if let Some(last) = game.move_stats.last().filter(|_| game.ending == "board") {
                found.by_last_move[usize::from(last.own != game.is_black())] += black;
            }
            if let Some(pair) = game.pair {
                pairs.add(pair, game.difference);
            }
            match game.ending.as_str() {
                "board" => {
                    let (black, white) = (u64::from(game.black), u64::from(game.white));
                    let of_game = [black, white, 64_u64.saturating_sub(black + white)];
                    squares.iter_mut().zip(of_game).for_each(|(sum, count)| *sum += count);
                }
                "resigned" => {}
                _ => found.faults += 1,
            }
            let own = if game.is_black() { 'X' } else { 'O' };
            for (sum, letter) in found.squares.iter_mut().zip(game.board.chars()) {
                *sum += f64::from(u8::from(letter == own));
            }
        }
        found.pairs = pairs.pairs();
        let count = games.len().max(1) as f64;
        found.squares.iter_mut().for_each(|sum| *sum /= count);
        let all: u64 = squares.iter().sum();
        let [black, white, empty] = squares.map(|count| count as f64 / all as f64);
        found.occupation = (all > 0).then_some(Occupation { black, white, empty });
        found.discs = mean_of(games.iter().map(|game| f64::from(game.difference)));
        found.game_seconds = mean_of(games.iter().map(|game| game.seconds));
        found.by_color = [true, false].map(|black| {
            ColorFindings::of(games.iter().copied().filter(|game| game.is_black() == black))
        });
        found.sprt = sprt.map(|sprt| (sprt, sprt.llr(found.pairs), sprt.verdict(found.pairs)));
        found.spent(&games);
        found
    }

    /// Adds the cost of the moves.
    fn spent(&mut self, games: &[&GameRow]) {
        let move_stats = || games.iter().flat_map(|game| &game.move_stats);
        let own = || move_stats().filter(|stats| stats.own);
        let durations: Vec<Duration> = own().map(MoveStatsRow::duration).collect();
        self.times = Times::of(&durations);
        let others: Vec<Duration> =
            move_stats().filter(|stats| !stats.own).map(MoveStatsRow::duration).collect();
        self.opponent_times = Times::of(&others);
        self.milliseconds = mean_of(durations.iter().map(|time| time.as_secs_f64() * 1e3));
        self.nodes = mean_of(own().map(|stats| stats.nodes as f64));
        self.live_bytes = own().map(|stats| stats.live_bytes).max().unwrap_or(0);
        self.peak_bytes = own().map(|stats| stats.peak_bytes).max().unwrap_or(0);
        self.cumulated_bytes = mean_of(games.iter().map(|game| {
            let own = game.move_stats.iter().filter(|stats| stats.own);
            own.map(|stats| stats.cumulated_bytes).sum::<u64>() as f64
        }));
        self.table = TableRates::of(own());
        let mut by_ply: BTreeMap<u64, Vec<&MoveStatsRow>> = BTreeMap::new();
        own().for_each(|stats| by_ply.entry(stats.ply).or_default().push(stats));
        self.by_move = by_ply.into_iter().filter_map(|(ply, own)| ByMove::of(ply, &own)).collect();
    }

    /// The Elo difference, its error from the variance of pairs if there are any, else from that of
    /// games.
    pub fn elo(&self) -> Option<Elo> {
        match self.pairs.standard_error() {
            Some(error) => Elo::new(self.score.score_rate()?, error),
            None => self.score.elo(),
        }
    }
}

impl ColorFindings {
    fn of<'a>(games: impl Iterator<Item = &'a GameRow>) -> ColorFindings {
        let games: Vec<&GameRow> = games.collect();
        let mut score = Counts::default();
        games.iter().for_each(|game| score += game.counts());
        // Games that a fault ended have no final board.
        let ended = || games.iter().filter(|game| game.ending == "board");
        let share = |of: fn(&GameRow) -> u32| {
            let sum: u32 = ended().map(|game| of(game)).sum();
            f64::from(sum) / (64 * ended().count()) as f64
        };
        let player = share(|game| if game.is_black() { game.black } else { game.white });
        let opponent = share(|game| if game.is_black() { game.white } else { game.black });
        let empty = (1.0 - player - opponent).max(0.0);
        let holding = Holding { player, opponent, empty };
        ColorFindings {
            score,
            discs: mean_of(games.iter().map(|game| f64::from(game.difference))),
            game_seconds: mean_of(games.iter().map(|game| game.seconds)),
            holding: (ended().count() > 0).then_some(holding),
        }
    }
}

impl TableRates {
    fn of<'a>(move_stats: impl Iterator<Item = &'a MoveStatsRow>) -> TableRates {
        let (mut probes, mut hits, mut collisions, mut fill) = (0, 0, 0, None);
        for stats in move_stats {
            probes += stats.probes;
            hits += stats.hits;
            collisions += stats.collisions;
            if stats.slots > 0 {
                let share = stats.filled as f64 / stats.slots as f64;
                fill = Some(share.max(fill.unwrap_or(0.0)));
            }
        }
        let rate = |count: u64| (probes > 0).then(|| count as f64 / probes as f64);
        TableRates { probes, hits: rate(hits), collisions: rate(collisions), fill }
    }
}

impl ByMove {
    fn of(ply: u64, move_stats: &[&MoveStatsRow]) -> Option<ByMove> {
        let mut durations: Vec<Duration> =
            move_stats.iter().map(|stats| stats.duration()).collect();
        durations.sort_unstable();
        let rank = |share: f64| ((durations.len() - 1) as f64 * share).round() as usize;
        let at = |share: f64| durations.get(rank(share)).map(|time| time.as_secs_f64() * 1e3);
        Some(ByMove {
            ply,
            times: Times::of(&durations),
            middle_half: (at(0.25)?, at(0.75)?),
            milliseconds: mean_of(durations.iter().map(|time| time.as_secs_f64() * 1e3))?,
            nodes: mean_of(move_stats.iter().map(|stats| stats.nodes as f64))?,
            peak_bytes: mean_of(move_stats.iter().map(|stats| stats.peak_bytes as f64))?,
            live_bytes: mean_of(move_stats.iter().map(|stats| stats.live_bytes as f64))?,
        })
    }
}

impl SearchFindings {
    fn of(phase: &str, repetitions: usize, searches: &[&SearchRow]) -> Option<SearchFindings> {
        let mut best: BTreeMap<usize, &SearchRow> = BTreeMap::new();
        for search in searches.iter().filter(|search| search.phase == phase) {
            let kept = best.entry(search.index / repetitions).or_insert(search);
            if search.stats.nanoseconds < kept.stats.nanoseconds {
                *kept = search;
            }
        }
        let move_stats = || best.values().map(|search| &search.stats);
        let mean = |of: fn(&MoveStatsRow) -> f64| mean_of(move_stats().map(of));
        Some(SearchFindings {
            phase: phase.to_owned(),
            nodes: mean(|stats| stats.nodes as f64)?,
            milliseconds: mean(|stats| stats.nanoseconds as f64 / 1e6)?,
            peak_bytes: mean(|stats| stats.peak_bytes as f64)?,
            cumulated_bytes: mean(|stats| stats.cumulated_bytes as f64)?,
            live_bytes: mean(|stats| stats.live_bytes as f64)?,
            table: TableRates::of(move_stats()),
            speedup: None,
        })
    }
}

fn guesses(which: usize, games: &[&PredictionRow]) -> Vec<Guess> {
    let mut by_ply: BTreeMap<u64, Counts> = BTreeMap::new();
    for game in games.iter().filter(|game| game.result != 0) {
        for (ply, guesses) in (game.first_ply..).zip(&game.guesses) {
            if let Some(guess) = guesses.get(which) {
                let agreement = i32::from(guess * game.result);
                *by_ply.entry(ply).or_default() += Counts::of_difference(agreement);
            }
        }
    }
    by_ply.into_iter().map(|(ply, counts)| Guess { ply, counts }).collect()
}

fn mean_of(numbers: impl Iterator<Item = f64>) -> Option<Mean> {
    Mean::of(&numbers.collect::<Vec<_>>())
}

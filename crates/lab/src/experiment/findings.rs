//! What the rows of an experiment come to.

use std::collections::BTreeMap;
use std::time::Duration;

use super::plan::{Job, Plan};
use super::{
    GameRow, PredictionRow, Row, SearchRow, ThoughtRow, TimingFindings, TimingRow, speedup,
};
use crate::Occupation;
use crate::evolve::Generation;
use crate::stats::{Counts, Elo, Mean, Pairs, Ratio, Sprt, Times, Verdict};

/// Everything that was found, part by part.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    games: BTreeMap<String, Vec<GameFindings>>,
    searches: BTreeMap<String, Vec<Vec<SearchFindings>>>,
    predictions: BTreeMap<String, Vec<Vec<Guess>>>,
    evolutions: BTreeMap<String, Vec<Vec<Vec<Generation>>>>,
    timings: BTreeMap<String, Vec<Option<TimingFindings>>>,
}

/// What the games of one arm come to, for its player.
#[derive(Clone, Debug, Default)]
pub struct GameFindings {
    /// Wins, draws and losses.
    pub score: Counts,
    /// What the player's games with Black and with White come to.
    pub by_color: [ColorFindings; 2],
    /// For Black, whoever that was.
    pub black: Counts,
    /// By pair, where both games of a pair are there.
    pub pairs: Pairs,
    /// How the test stands: its ratio and what it says.
    pub sprt: Option<(Sprt, f64, Verdict)>,
    /// The difference of discs per game.
    pub discs: Option<Mean>,
    /// Seconds per game.
    pub game_seconds: Option<Mean>,
    /// How full the board is at the end, by colour. Where the player changes colours this is of
    /// neither player: see [`ColorFindings::holding`].
    pub occupation: Option<Occupation>,
    /// Games that a player lost by a fault.
    pub faults: u64,
    /// How long the player's moves took.
    pub times: Times,
    /// The same for the opponent.
    pub opponent_times: Times,
    /// Milliseconds per move.
    pub milliseconds: Option<Mean>,
    /// Nodes per move.
    pub nodes: Option<Mean>,
    /// The most memory held after a move.
    pub live_bytes: u64,
    /// The most memory held at any moment.
    pub peak_bytes: u64,
    /// The memory asked for in a game.
    pub cumulated_bytes: Option<Mean>,
    /// How the table served.
    pub table: TableRates,
    /// By the number of the move.
    pub by_move: Vec<ByMove>,
    /// For each square, row by row, in what share of the games the player had it at the end.
    pub squares: Vec<f64>,
}

/// What the games of one arm with one colour come to, for its player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColorFindings {
    /// Wins, draws and losses.
    pub score: Counts,
    /// The difference of discs per game.
    pub discs: Option<Mean>,
    /// Seconds per game.
    pub game_seconds: Option<Mean>,
    /// Whose discs are on the board at the end.
    pub holding: Option<Holding>,
}

/// Whose discs are on the board at the end, as shares of its squares: together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holding {
    /// The player's discs.
    pub player: f64,
    /// The opponent's discs.
    pub opponent: f64,
    /// Empty squares: games may end early.
    pub empty: f64,
}

/// How a transposition table served, as shares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableRates {
    /// Positions looked up.
    pub probes: u64,
    /// Found, of those looked up.
    pub hits: Option<f64>,
    /// Another one met, of those looked up.
    pub collisions: Option<f64>,
    /// Entries in use at the fullest.
    pub fill: Option<f64>,
}

/// What the player's moves of one number cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMove {
    /// The number of the move, from 1.
    pub ply: u64,
    /// How long they took.
    pub times: Times,
    /// The same in milliseconds, with its uncertainty.
    pub milliseconds: Mean,
    /// Between what the middle half of the times lies, in milliseconds: other work on the machine
    /// makes a few times long and does not reach these.
    pub middle_half: (f64, f64),
    /// Positions visited.
    pub nodes: Mean,
    /// The most memory held.
    pub peak_bytes: Mean,
    /// The memory held after the move.
    pub live_bytes: Mean,
}

/// What the searches of one arm in one phase come to: means over positions, of each position its
/// fastest repetition.
#[derive(Clone, Debug)]
pub struct SearchFindings {
    /// The phase or the name of the position.
    pub phase: String,
    /// Nodes.
    pub nodes: Mean,
    /// Milliseconds.
    pub milliseconds: Mean,
    /// The most memory held.
    pub peak_bytes: Mean,
    /// The memory asked for.
    pub cumulated_bytes: Mean,
    /// The memory held at the end.
    pub live_bytes: Mean,
    /// How the table served.
    pub table: TableRates,
    /// How many times as fast it is as with the least value of the key that varies.
    pub speedup: Option<Ratio>,
}

/// How often an evaluator was right about the winner after the moves of one number: right, equal and
/// wrong stand as wins, draws and losses. Games that nobody won are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The number of the move.
    pub ply: u64,
    /// How the guesses went.
    pub counts: Counts,
}

impl Findings {
    /// Sums up the rows of a plan, whatever their order.
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
                    let found = (0..evaluators.len()).map(|which| guesses(which, &games));
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

    /// What a part of games found, arm by arm.
    pub fn games(&self, part: &str) -> &[GameFindings] {
        self.games.get(part).map_or(&[], Vec::as_slice)
    }

    /// What a part of searches found, arm by arm and phase by phase.
    pub fn searches(&self, part: &str) -> &[Vec<SearchFindings>] {
        self.searches.get(part).map_or(&[], Vec::as_slice)
    }

    /// What a part of predictions found, evaluator by evaluator and move by move.
    pub fn predictions(&self, part: &str) -> &[Vec<Guess>] {
        self.predictions.get(part).map_or(&[], Vec::as_slice)
    }

    /// What a part that times something found, arm by arm; nothing where there is no measurement.
    pub fn timings(&self, part: &str) -> &[Option<TimingFindings>] {
        self.timings.get(part).map_or(&[], Vec::as_slice)
    }

    /// What a part that breeds found, law by law, run by run and generation by generation.
    pub fn evolutions(&self, part: &str) -> &[Vec<Vec<Generation>>] {
        self.evolutions.get(part).map_or(&[], Vec::as_slice)
    }
}

/// After how many games, taken in order, a test is decided. The order in which they ended does not
/// matter: only games whose predecessors are all there count.
pub(super) fn decided_after(sprt: Sprt, games: &[GameRow]) -> Option<usize> {
    let by_index: BTreeMap<usize, usize> =
        games.iter().map(|game| (game.index, game.half_points())).collect();
    let mut pairs = Pairs::default();
    for pair in 0.. {
        let (first, second) = (by_index.get(&(2 * pair))?, by_index.get(&(2 * pair + 1))?);
        pairs.add(first + second);
        if sprt.verdict(pairs) != Verdict::Undecided {
            return Some(2 * pair + 2);
        }
    }
    None
}

impl GameFindings {
    fn of(sprt: Option<Sprt>, mut games: Vec<&GameRow>) -> GameFindings {
        games.sort_by_key(|game| game.index);
        if let Some(sprt) = sprt {
            let slim = |game: &&GameRow| GameRow { thoughts: Vec::new(), ..(*game).clone() };
            let end = decided_after(sprt, &games.iter().map(slim).collect::<Vec<_>>());
            games.retain(|game| game.index < end.unwrap_or(usize::MAX));
        }
        let mut found = GameFindings { squares: vec![0.0; 64], ..GameFindings::default() };
        let mut halves: BTreeMap<usize, usize> = BTreeMap::new();
        let mut squares = [0_u64; 3];
        for game in &games {
            let counts = game.counts();
            found.score += counts;
            found.black += if game.is_black() { counts } else { counts.reversed() };
            if let Some(pair) = game.pair {
                match halves.remove(&pair) {
                    Some(first) => found.pairs.add(first + game.half_points()),
                    None => drop(halves.insert(pair, game.half_points())),
                }
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

    /// What the moves cost.
    fn spent(&mut self, games: &[&GameRow]) {
        let thoughts = || games.iter().flat_map(|game| &game.thoughts);
        let own = || thoughts().filter(|thought| thought.own);
        let durations: Vec<Duration> = own().map(ThoughtRow::duration).collect();
        self.times = Times::of(&durations);
        let others: Vec<Duration> =
            thoughts().filter(|thought| !thought.own).map(ThoughtRow::duration).collect();
        self.opponent_times = Times::of(&others);
        self.milliseconds = mean_of(durations.iter().map(|time| time.as_secs_f64() * 1e3));
        self.nodes = mean_of(own().map(|thought| thought.nodes as f64));
        self.live_bytes = own().map(|thought| thought.live_bytes).max().unwrap_or(0);
        self.peak_bytes = own().map(|thought| thought.peak_bytes).max().unwrap_or(0);
        self.cumulated_bytes = mean_of(games.iter().map(|game| {
            let own = game.thoughts.iter().filter(|thought| thought.own);
            own.map(|thought| thought.cumulated_bytes).sum::<u64>() as f64
        }));
        self.table = TableRates::of(own());
        let mut by_ply: BTreeMap<u64, Vec<&ThoughtRow>> = BTreeMap::new();
        own().for_each(|thought| by_ply.entry(thought.ply).or_default().push(thought));
        self.by_move = by_ply.into_iter().filter_map(|(ply, own)| ByMove::of(ply, &own)).collect();
    }

    /// The Elo difference: its error from the spread between pairs where there are any, else from
    /// that between games.
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
        // Games that a fault ended have no board at the end.
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
    fn of<'a>(thoughts: impl Iterator<Item = &'a ThoughtRow>) -> TableRates {
        let (mut probes, mut hits, mut collisions, mut fill) = (0, 0, 0, None);
        for thought in thoughts {
            probes += thought.probes;
            hits += thought.hits;
            collisions += thought.collisions;
            if thought.slots > 0 {
                let share = thought.filled as f64 / thought.slots as f64;
                fill = Some(share.max(fill.unwrap_or(0.0)));
            }
        }
        let rate = |count: u64| (probes > 0).then(|| count as f64 / probes as f64);
        TableRates { probes, hits: rate(hits), collisions: rate(collisions), fill }
    }
}

impl ByMove {
    fn of(ply: u64, thoughts: &[&ThoughtRow]) -> Option<ByMove> {
        let mut durations: Vec<Duration> =
            thoughts.iter().map(|thought| thought.duration()).collect();
        durations.sort_unstable();
        let rank = |share: f64| ((durations.len() - 1) as f64 * share).round() as usize;
        let at = |share: f64| durations.get(rank(share)).map(|time| time.as_secs_f64() * 1e3);
        Some(ByMove {
            ply,
            times: Times::of(&durations),
            middle_half: (at(0.25)?, at(0.75)?),
            milliseconds: mean_of(durations.iter().map(|time| time.as_secs_f64() * 1e3))?,
            nodes: mean_of(thoughts.iter().map(|thought| thought.nodes as f64))?,
            peak_bytes: mean_of(thoughts.iter().map(|thought| thought.peak_bytes as f64))?,
            live_bytes: mean_of(thoughts.iter().map(|thought| thought.live_bytes as f64))?,
        })
    }
}

impl SearchFindings {
    fn of(phase: &str, repetitions: usize, searches: &[&SearchRow]) -> Option<SearchFindings> {
        let mut best: BTreeMap<usize, &SearchRow> = BTreeMap::new();
        for search in searches.iter().filter(|search| search.phase == phase) {
            let kept = best.entry(search.index / repetitions).or_insert(search);
            if search.thought.nanoseconds < kept.thought.nanoseconds {
                *kept = search;
            }
        }
        let thoughts = || best.values().map(|search| &search.thought);
        let mean = |of: fn(&ThoughtRow) -> f64| mean_of(thoughts().map(of));
        Some(SearchFindings {
            phase: phase.to_owned(),
            nodes: mean(|thought| thought.nodes as f64)?,
            milliseconds: mean(|thought| thought.nanoseconds as f64 / 1e6)?,
            peak_bytes: mean(|thought| thought.peak_bytes as f64)?,
            cumulated_bytes: mean(|thought| thought.cumulated_bytes as f64)?,
            live_bytes: mean(|thought| thought.live_bytes as f64)?,
            table: TableRates::of(thoughts()),
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

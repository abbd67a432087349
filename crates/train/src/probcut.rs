//! Fits the error model of ProbCut: how well shallow searches predict deeper ones.
//!
//! Positions are searched to every depth without selectivity. The differences between the values of
//! two depths have a mean and a standard deviation (sigma). The logarithm of sigma is fitted by a linear
//! model of both depths and the number of empty squares. Towards the end of the game the deeper value
//! is the final score.

use std::ops::ControlFlow;
use std::path::PathBuf;

use othellier_board::{Board, Color, Eight, Position};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_search::champion::{
    Champion, ChampionEvaluator, Goal, ProbCutSigma, SearchLevel, Selectivity, Solver,
};
use othellier_search::{SearchLimits, Searcher};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{ShardError, read_shard};
use crate::threads::at_least_one;

/// The values of one board, in discs.
#[derive(Clone, Debug)]
pub struct Values {
    pub empties: u32,
    /// The value by depth, from 0 on.
    pub by_depth: Vec<f64>,
    /// The final score, where it was solved.
    pub proven: Option<f64>,
}

/// Shards that boards are sampled from: more would only take time to read.
const MAX_SHARDS: usize = 16;

/// Samples up to `count` boards of the shards, evenly over the numbers of empty squares.
pub fn boards(shards: &[PathBuf], count: usize, seed: u64) -> Result<Vec<Board>, ShardError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut shards = shards.to_vec();
    shards.shuffle(&mut rng);
    let mut by_empties: Vec<Vec<Board>> = vec![Vec::new(); 61];
    for shard in shards.iter().take(MAX_SHARDS) {
        let (_, examples) = read_shard(shard)?;
        for board in examples.iter().map(|example| example.board) {
            if !board.legal_moves().is_empty() {
                by_empties[board.empties().len() as usize].push(board);
            }
        }
    }
    for boards in &mut by_empties {
        boards.sort();
        boards.dedup();
        boards.shuffle(&mut rng);
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && by_empties.iter().any(|boards| !boards.is_empty()) {
        chosen.extend(by_empties.iter_mut().filter_map(Vec::pop));
    }
    chosen.truncate(count);
    Ok(chosen)
}

/// Searches every board to every depth up to the deepest, and solves those with few empty squares.
/// The values are in the order of the boards. When stopped, returns what is finished.
pub fn measure<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    boards: &[Board],
    deepest: u8,
    solve_from: u32,
    threads: usize,
    stop: &StopSignal,
    watch: &(dyn Fn(usize) + Sync),
) -> Vec<Values> {
    let engines = || {
        let level = SearchLevel::fixed(1, Selectivity::Exact, 0);
        let champion = Champion::with(evaluator.clone(), level, 1, 1 << 22);
        (champion, Solver::with(evaluator.clone(), 1, 1 << 22))
    };
    let mut all = Vec::new();
    let _: ControlFlow<()> = parallel_for(
        at_least_one(threads),
        boards.iter().enumerate(),
        stop,
        engines,
        |(champion, solver), (at, &board), stop| {
            champion.clear();
            let values = values(evaluator, (champion, solver), board, deepest, solve_from, stop)?;
            Some((at, values))
        },
        |values| {
            all.push(values);
            watch(all.len());
            ControlFlow::Continue(())
        },
    );
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, values)| values).collect()
}

fn values<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    (champion, solver): (&mut Champion<E>, &mut Solver<E>),
    board: Board,
    deepest: u8,
    solve_from: u32,
    stop: &StopSignal,
) -> Option<Values> {
    let empties = board.empties().len();
    let guess =
        evaluator.evaluate(othellier_board::kernel::Scalar, &evaluator.feature_state(board), board);
    let mut by_depth = vec![f64::from(guess) / 100.0];
    let deepest = u32::from(deepest).min(empties.saturating_sub(1)) as u8;
    let position = Position::new(board, Color::Black);
    by_depth.resize(usize::from(deepest) + 1, f64::NAN);
    // The iterations of a search have the parity of its depth.
    for depth in (deepest.saturating_sub(1).max(1)..=deepest).rev() {
        let limits = SearchLimits::depth(depth).with_stop(stop);
        // Not to take its values from the deeper search.
        champion.clear();
        champion.search(&position, &limits, &mut |report| {
            let value = by_depth.get_mut(usize::from(report.depth));
            if let (Some(value), Some(line)) = (value, report.lines.first()) {
                *value = line.score.discs();
            }
        });
    }
    // Where a search ended early there are no values of greater depths.
    by_depth.truncate(by_depth.iter().take_while(|value| value.is_finite()).count());
    if stop.is_stopped() {
        return None;
    }
    let proven = if empties <= solve_from {
        Some(f64::from(solver.solve(board, Goal::Exact, stop)?.score))
    } else {
        None
    };
    Some(Values { empties, by_depth, proven })
}

/// The differences between two depths, over many boards.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Empty squares, rounded down to a multiple of four.
    pub empties: u32,
    pub shallow: u32,
    /// The deeper one; the number of empty squares where the deeper value is the final score.
    pub deep: u32,
    pub count: u32,
    /// The mean difference, deeper minus shallower.
    pub mean: f64,
    /// The root mean squared difference.
    pub sigma: f64,
}

/// Cells with fewer boards are left out.
const MIN_BOARDS: u32 = 10;

/// The differences by empty squares and depths of equal parity.
pub fn cells(values: &[Values], to_the_end: bool) -> Vec<Cell> {
    let mut sums = std::collections::BTreeMap::<(u32, u32, u32), (u32, f64, f64)>::new();
    let mut add = |key, difference: f64| {
        let (count, sum, squared) = sums.entry(key).or_default();
        *count += 1;
        *sum += difference;
        *squared += difference * difference;
    };
    for Values { empties, by_depth, proven } in values {
        let depths = by_depth.len();
        if to_the_end {
            let Some(proven) = proven else { continue };
            for (shallow, value) in by_depth.iter().enumerate().take(11) {
                add((*empties, shallow as u32, *empties), proven - value);
            }
        } else {
            for deep in 2..depths {
                for shallow in (deep % 2..deep).step_by(2) {
                    let difference = by_depth[deep] - by_depth[shallow];
                    add((empties / 4 * 4, shallow as u32, deep as u32), difference);
                }
            }
        }
    }
    sums.into_iter()
        .filter(|(_, (count, ..))| *count >= MIN_BOARDS)
        .map(|((empties, shallow, deep), (count, sum, squared))| {
            let number = f64::from(count);
            let (mean, sigma) = (sum / number, (squared / number).sqrt());
            Cell { empties, shallow, deep, count, mean, sigma }
        })
        .collect()
}

/// Fits the logarithms of the sigmas by weighted least squares, each cell weighted by its count; `None`
/// with fewer cells than parameters.
pub fn fit(cells: &[Cell]) -> Option<ProbCutSigma> {
    const N: usize = 5;
    if cells.len() < N {
        return None;
    }
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for cell in cells {
        let row = ProbCutSigma::terms(cell.empties, cell.deep, cell.shallow).map(f64::from);
        let weight = f64::from(cell.count);
        let target = cell.sigma.max(0.05).ln();
        for i in 0..N {
            for j in 0..N {
                matrix[i][j] += weight * row[i] * row[j];
            }
            right[i] += weight * row[i] * target;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-6;
    }
    // Gaussian elimination with partial pivoting.
    for at in 0..N {
        let pivot = (at..N)
            .max_by(|a, b| f64::total_cmp(&matrix[*a][at].abs(), &matrix[*b][at].abs()))
            .expect("a row is left");
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..N {
            let above = matrix[at];
            let factor = matrix[below][at] / above[at];
            for (number, above) in matrix[below].iter_mut().zip(above).skip(at) {
                *number -= factor * above;
            }
            right[below] -= factor * right[at];
        }
    }
    let mut solution = [0.0; N];
    for at in (0..N).rev() {
        let known: f64 = (at + 1..N).map(|column| matrix[at][column] * solution[column]).sum();
        solution[at] = (right[at] - known) / matrix[at][at];
    }
    Some(ProbCutSigma(solution.map(|number| number as f32)))
}

/// The calibration of a model: how often deeper values are within its margins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    pub shallow: u32,
    /// The deeper one; `None` where the deeper value is the final score.
    pub deep: Option<u32>,
    pub count: u32,
    /// For each confidence below 100 %, how often the difference is within the margin: should equal the
    /// confidence.
    pub within: [f64; 5],
    /// How often a cut is right when the shallow value is outside the window by just the margin, above
    /// or below.
    pub right: [f64; 5],
}

/// Measures the calibration of a model on values, preferably those it was not fitted to.
pub fn calibrate(values: &[Values], model: &ProbCutSigma, to_the_end: bool) -> Vec<Calibration> {
    let mut sums =
        std::collections::BTreeMap::<(Option<u32>, u32), (u32, [u32; 5], [u32; 5])>::new();
    let margins: Vec<f64> =
        Selectivity::ALL.iter().filter_map(|level| level.sigmas()).map(f64::from).collect();
    let mut add = |empties: u32, deep: u32, shallow: u32, difference: f64| {
        let key = ((!to_the_end).then_some(deep), shallow);
        let (count, within, right) = sums.entry(key).or_default();
        *count += 1;
        let discs = f64::from(model.discs(empties, deep, shallow));
        for (at, margin) in margins.iter().enumerate() {
            within[at] += u32::from(difference.abs() <= margin * discs);
            // Once as a cut above the window, once as a cut below it.
            right[at] += u32::from(difference >= -margin * discs);
            right[at] += u32::from(difference <= margin * discs);
        }
    };
    for Values { empties, by_depth, proven } in values {
        if let Some(proven) = proven.filter(|_| to_the_end) {
            for (shallow, value) in by_depth.iter().enumerate() {
                add(*empties, *empties, shallow as u32, proven - value);
            }
        }
        for deep in 2..if to_the_end { 0 } else { by_depth.len() } {
            for shallow in (deep % 2..deep).step_by(2) {
                let difference = by_depth[deep] - by_depth[shallow];
                add(*empties, deep as u32, shallow as u32, difference);
            }
        }
    }
    let share = |counts: [u32; 5], of: u32| counts.map(|count| f64::from(count) / f64::from(of));
    sums.into_iter()
        .map(|((deep, shallow), (count, within, right))| Calibration {
            shallow,
            deep,
            count,
            within: share(within, count),
            right: share(right, 2 * count),
        })
        .collect()
}

/// Which searches a model is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Midgame,
    /// Searches to the end of the game.
    Endgame,
}

impl Stage {
    /// Its name in the output of programs.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Midgame => "MIDGAME",
            Stage::Endgame => "ENDGAME",
        }
    }
}

/// A fitted model, with the data it was made from.
#[derive(Clone, Debug)]
pub struct Model {
    /// Which searches it is about.
    pub stage: Stage,
    pub fitted: ProbCutSigma,
    /// The differences of all boards.
    pub cells: Vec<Cell>,
    /// Its calibration on the half of the boards that it was not fitted to.
    pub calibration: Vec<Calibration>,
}

/// The models of both stages, fitted to one half of the boards and calibrated on the other; `None` with
/// too few boards.
pub fn models(values: &[Values]) -> Option<[Model; 2]> {
    // Neighbouring boards have about as many empty squares, so each half covers all stages.
    let half = |odd: usize| -> Vec<Values> {
        let every = values.iter().enumerate();
        every.filter(|(at, _)| at % 2 == odd).map(|(_, values)| values.clone()).collect()
    };
    let (training, validation) = (half(0), half(1));
    let model = |stage| {
        let to_the_end = stage == Stage::Endgame;
        let fitted = fit(&cells(&training, to_the_end))?;
        let calibration = calibrate(&validation, &fitted, to_the_end);
        Some(Model { stage, fitted, cells: cells(values, to_the_end), calibration })
    };
    Some([model(Stage::Midgame)?, model(Stage::Endgame)?])
}

impl Model {
    /// The model as values of the champion's parameters.
    pub fn parameters(&self) -> String {
        let names: &[&str] = match self.stage {
            Stage::Midgame => &["", "_shallow", "_depth", "_empties", "_product"],
            Stage::Endgame => &["_endgame", "_endgame_shallow", "_endgame_empties"],
        };
        let value = |(name, factor): (&&str, f32)| {
            format!("probcut_sigma{name} = {}", (10_000.0 * factor).round())
        };
        names.iter().zip(self.fitted.0).map(value).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Values drawn from a known model: the fit recovers it, and it is calibrated.
    #[test]
    fn a_known_model_is_recovered() {
        let known = ProbCutSigma([1.5, -0.2, 0.1, -0.005, 0.0]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        // The sum of twelve uniform numbers is nearly normal.
        let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        let values: Vec<Values> = (0..20_000)
            .map(|board| {
                let empties = 20 + board % 8 * 4;
                let discs = f64::from(known.discs(empties, 2, 0));
                Values { empties, by_depth: vec![0.0, 0.0, discs * normal()], proven: None }
            })
            .collect();
        assert_eq!(fit(&cells(&values[..20], false)), None);
        let fitted = fit(&cells(&values, false)).unwrap();
        for empties in [20, 32, 48] {
            let (found, expected) = (fitted.discs(empties, 2, 0), known.discs(empties, 2, 0));
            assert!((found / expected - 1.0).abs() < 0.05, "{empties}: {found}, not {expected}");
        }
        let [only] = calibrate(&values, &fitted, false).try_into().unwrap();
        assert_eq!((only.deep, only.shallow, only.count), (Some(2), 0, 20_000));
        let expected = [(0.729, 0.864), (0.866, 0.933), (0.954, 0.977), (0.991, 0.995)];
        for (at, (within, right)) in expected.into_iter().enumerate() {
            assert!((only.within[at] - within).abs() < 0.02, "{only:?}");
            assert!((only.right[at] - right).abs() < 0.02, "{only:?}");
        }
    }
}

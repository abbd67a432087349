//! How well shallow searches foretell deeper ones: the numbers behind selective search.
//!
//! Positions are searched to every depth, everything looked at; the differences of the values of two
//! depths have a mean and a spread. The logarithm of the spread is fitted by a plane in both depths
//! and the number of empty squares. Towards the end of the game the deeper value is the final score.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use othellier_board::{Board, Color, Eight, Position};
use othellier_eval::Judge;
use othellier_search::champion::{Champion, Goal, Level, Selectivity, Solver, Spread};
use othellier_search::{SearchLimits, Searcher, StopSignal};

/// The values of one board, in discs.
#[derive(Clone, Debug)]
pub struct Values {
    /// How many squares are empty.
    pub empties: u32,
    /// The value by depth, from 0 on.
    pub by_depth: Vec<f64>,
    /// The final score, where it was proven.
    pub proven: Option<f64>,
}

/// Searches every board to every depth up to the deepest, and solves those with few empty squares.
pub fn measure<J: Judge<Size = Eight>>(
    judge: &J,
    boards: &[Board],
    deepest: u8,
    solve_from: u32,
    threads: usize,
    watch: &(dyn Fn(usize) + Sync),
) -> Vec<Values> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let level = Level::fixed(1, Selectivity::Exact, 0);
                let mut champion = Champion::with(judge.clone(), level, 1, 1 << 22);
                let mut solver = Solver::with(judge.clone(), 1, 1 << 22);
                while let Some(&board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let values =
                        values(judge, &mut champion, &mut solver, board, deepest, solve_from);
                    let mut all = all.lock().expect("nobody panics with the lock");
                    all.push(values);
                    watch(all.len());
                }
            });
        }
    });
    all.into_inner().expect("nobody panics with the lock")
}

fn values<J: Judge<Size = Eight>>(
    judge: &J,
    champion: &mut Champion<J>,
    solver: &mut Solver<J>,
    board: Board,
    deepest: u8,
    solve_from: u32,
) -> Values {
    let empties = board.empties().len();
    let guess = judge.judge(othellier_board::kernel::Scalar, &judge.track(board), board);
    let mut by_depth = vec![f64::from(guess) / 100.0];
    let deepest = u32::from(deepest).min(empties.saturating_sub(1)) as u8;
    let position = Position::new(board, Color::Black);
    champion.search(&position, &SearchLimits::depth(deepest), &mut |report| {
        by_depth.extend(report.lines.first().map(|line| line.score.discs()));
    });
    let proven = (empties <= solve_from).then(|| {
        let solved = solver.solve(board, Goal::Exact, &StopSignal::default());
        f64::from(solved.expect("nobody says stop").score)
    });
    Values { empties, by_depth, proven }
}

/// How two depths differ, over many boards.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Empty squares, rounded down to a multiple of four.
    pub empties: u32,
    /// The shallower depth.
    pub shallow: u32,
    /// The deeper one; the number of empty squares where the deeper value is the final score.
    pub deep: u32,
    /// How many boards.
    pub count: u32,
    /// The mean difference, deeper less shallower.
    pub mean: f64,
    /// The root of the mean squared difference.
    pub spread: f64,
}

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
            for shallow in 0..depths.min(11) {
                add((*empties, shallow as u32, *empties), proven - by_depth[shallow]);
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
        .filter(|(_, (count, ..))| *count >= 30)
        .map(|((empties, shallow, deep), (count, sum, squared))| {
            let number = f64::from(count);
            let (mean, spread) = (sum / number, (squared / number).sqrt());
            Cell { empties, shallow, deep, count, mean, spread }
        })
        .collect()
}

/// The plane that fits the logarithms of the spreads best, each cell weighing as its count.
pub fn fit(cells: &[Cell]) -> Spread {
    const N: usize = 5;
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for cell in cells {
        let row = Spread::terms(cell.empties, cell.deep, cell.shallow).map(f64::from);
        let weight = f64::from(cell.count);
        let target = cell.spread.max(0.05).ln();
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
    // Gauss, the largest pivot first.
    for at in 0..N {
        let pivot = (at..N)
            .max_by(|a, b| f64::total_cmp(&matrix[*a][at].abs(), &matrix[*b][at].abs()))
            .expect("a row is left");
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for below in at + 1..N {
            let factor = matrix[below][at] / matrix[at][at];
            for column in at..N {
                matrix[below][column] -= factor * matrix[at][column];
            }
            right[below] -= factor * right[at];
        }
    }
    let mut solution = [0.0; N];
    for at in (0..N).rev() {
        let known: f64 = (at + 1..N).map(|column| matrix[at][column] * solution[column]).sum();
        solution[at] = (right[at] - known) / matrix[at][at];
    }
    Spread(solution.map(|number| number as f32))
}

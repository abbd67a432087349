//! Whatever stops a search, the result is the move and the value of the last completed depth.
//!
//! A search that mixes in results of the depth it had to abandon has searched some moves more deeply
//! than others. So each position here is stopped at many places inside a depth whose best move differs
//! from that of the depth before.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{naive, plain, positions};
use othellier_board::{Board, Eight, Position};
use othellier_eval::{Score, StaticEvaluator};
use othellier_search::classic::{Algorithm, Classic, Hash, Options, Order, TableOptions};
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopReason, StopSignal};

const DEPTH: u8 = 5;

/// The best line of an unlimited search after each depth, and the nodes it had visited by then.
struct Depths(Vec<(Line, u64)>);

impl Depths {
    fn of(options: &Options<Eight>, position: &Position) -> Depths {
        let mut depths = Vec::new();
        let watch = &mut |so_far: &SearchReport| {
            assert_eq!(usize::from(so_far.depth), depths.len() + 1);
            depths.push((so_far.lines[0].clone(), so_far.nodes));
        };
        let options = Options { deepening: true, ..options.clone() };
        Classic::new(options, 1).search(position, &SearchLimits::depth(DEPTH), watch);
        Depths(depths)
    }

    fn answer(&self, depth: u8) -> &Line {
        &self.0[usize::from(depth) - 1].0
    }

    /// Whether some depth prefers another move than the one before it.
    fn differ(&self) -> bool {
        self.0.windows(2).any(|pair| pair[0].0.moves[0] != pair[1].0.moves[0])
    }
}

/// Asymmetric positions where the best move depends on the depth.
fn undecided(options: &Options<Eight>) -> Vec<(Position, Depths)> {
    let is_wide = |position: &Position| {
        position.legal_moves().len() >= 4 && position.board().empties().len() > 12
    };
    let wide = positions::<Eight>(200, 21).into_iter().filter(is_wide);
    let known = wide.map(|position| (position, Depths::of(options, &position)));
    let undecided: Vec<_> = known.filter(|(_, depths)| depths.differ()).take(6).collect();
    assert_eq!(undecided.len(), 6);
    undecided
}

/// The searches that are stopped: with and without pruning, order and table.
fn searches() -> Vec<Options<Eight>> {
    let table = Some(TableOptions { hash: Hash::Zobrist, bytes: 1 << 20 });
    vec![
        plain(Algorithm::Minimax, "mobility"),
        plain(Algorithm::NegamaxAb, "matrix1"),
        Options { order: Order::Static, ..plain(Algorithm::AlphaBeta, "mobility") },
        Options { order: Order::Mobility, table, ..plain(Algorithm::Pvs, "mobility") },
        Options { table, ..plain(Algorithm::Mtdf, "matrix1") },
    ]
}

/// The result is that of the depth it names, and its move has the reported value.
#[track_caller]
fn check(report: &SearchReport, position: &Position, depths: &Depths, options: &Options<Eight>) {
    let answer = depths.answer(report.depth);
    let context = (options.algorithm, position, report.depth);
    assert_eq!(report.lines[0].moves[0], answer.moves[0], "{context:?}");
    assert_eq!(report.lines[0].score, answer.score, "{context:?}");
    let after = position.after(report.lines[0].moves[0]);
    let value = -naive(&*options.evaluator, &after, report.depth - 1);
    assert_eq!(value, report.lines[0].score, "{context:?}");
}

#[test]
fn a_limit_of_nodes_anywhere_is_answered_from_the_last_complete_depth() {
    for options in searches() {
        for (position, depths) in undecided(&options) {
            let all = depths.0.last().unwrap().1;
            let first = depths.0[0].1;
            // Evenly spread, and just before, at and after the end of every depth.
            let spread = (1..24).map(|part| first + (all - first) * part / 24);
            let ends = depths.0.iter().flat_map(|&(_, nodes)| [nodes - 1, nodes, nodes + 1]);
            for most in spread.chain(ends).filter(|&most| (first..all).contains(&most)) {
                let limits = SearchLimits::depth(DEPTH).or_nodes(most);
                let report =
                    Classic::new(options.clone(), 1).search(&position, &limits, &mut |_| ());
                let whole = depths.0.iter().filter(|&&(_, nodes)| nodes <= most).count();
                assert_eq!(usize::from(report.depth), whole, "{:?} {most}", options.algorithm);
                assert_eq!(report.stopped_by, StopReason::Nodes);
                check(&report, &position, &depths, &options);
            }
        }
    }
}

/// An evaluation that runs a callback at its n-th board.
struct Alarm {
    evaluator: Arc<dyn StaticEvaluator<Eight>>,
    left: AtomicU64,
    ring: Box<dyn Fn() + Send + Sync>,
}

impl StaticEvaluator<Eight> for Alarm {
    fn evaluate(&self, board: Board) -> Score {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            (self.ring)();
        }
        self.evaluator.evaluate(board)
    }
}

/// The search, with a callback after that many evaluations.
fn with_alarm(
    options: &Options<Eight>,
    after: u64,
    ring: impl Fn() + Send + Sync + 'static,
) -> Options<Eight> {
    let evaluator = options.evaluator.clone();
    let alarm = Alarm { evaluator, left: AtomicU64::new(after), ring: Box::new(ring) };
    Options { evaluator: Arc::new(alarm), ..options.clone() }
}

/// When the alarm rings: at several moments inside the later depths.
fn moments(depths: &Depths) -> impl Iterator<Item = u64> {
    let all = depths.0.last().unwrap().1;
    (2..12).map(move |part| all * part / 16)
}

#[test]
fn a_stop_in_the_middle_of_a_depth_is_answered_from_the_one_before() {
    let mut stopped = 0;
    for options in searches() {
        for (position, depths) in undecided(&options) {
            for after in moments(&depths) {
                let stop = StopSignal::default();
                let limits = SearchLimits::depth(DEPTH).with_stop(&stop);
                let mut rung = with_alarm(&options, after, move || stop.stop());
                rung.deepening = true;
                let report = Classic::new(rung, 1).search(&position, &limits, &mut |_| ());
                stopped += usize::from(report.stopped_by == StopReason::Stopped);
                check(&report, &position, &depths, &options);
            }
        }
    }
    assert!(stopped > 150, "only {stopped} searches were stopped");
}

/// The evaluation uses up all the time at a chosen board, so the test does not depend on the speed of
/// the machine. The result must always be that of a completed depth.
#[test]
fn a_limit_of_time_is_answered_from_the_last_complete_depth() {
    let time = Duration::from_millis(20);
    for options in searches() {
        let (position, depths) = undecided(&options).swap_remove(0);
        let mut stopped = 0;
        for after in moments(&depths) {
            let limits = SearchLimits::depth(DEPTH).or_time(time);
            let rung = with_alarm(&options, after, move || std::thread::sleep(time));
            let mut shown = None;
            let watch = &mut |so_far: &SearchReport| shown = Some(so_far.lines[0].clone());
            let report = Classic::new(rung, 1).search(&position, &limits, watch);
            stopped += usize::from(report.stopped_by == StopReason::Time);
            assert_eq!(shown.as_ref(), (report.depth > 0).then(|| &report.lines[0]));
            if report.depth > 0 {
                check(&report, &position, &depths, &options);
            }
        }
        assert!(stopped > 0, "the time limit was never reached");
    }
}

//! One analysis, run a slice at a time.
//!
//! A slice is a complete search with a short time limit: the results of earlier slices are in the
//! transposition table, so it passes the depths they reached almost at once. A slice that reached
//! no new depth was too short, and the next one is twice as long.

use std::time::Duration;

use othellier_board::{Position, Size};
use othellier_search::{SearchLimits, SearchReport, StopReason, StopSignal, Trust};
use othellier_wire::{Report, SearchEvent, SearchResult};
use tokio::sync::mpsc::UnboundedSender;

use super::pool::{SlicedTask, TaskStatus, WorkerState};
use crate::metrics::Metrics;

/// The first slice, and the longest.
const FIRST_SLICE: Duration = Duration::from_millis(25);
const LONGEST_SLICE: Duration = Duration::from_millis(6400);

/// The seed of the players that analyse.
pub(crate) const SEED: u64 = 0;

/// How a position is searched: by the worker's champion, or by the player of the task.
pub(crate) type Search<S> = Box<
    dyn FnMut(
            &mut WorkerState,
            &Position<S>,
            &SearchLimits,
            &mut dyn FnMut(&SearchReport<S>),
        ) -> SearchReport<S>
        + Send,
>;

/// One analysis.
pub(crate) struct SlicedAnalysis<S: Size> {
    pub(crate) position: Position<S>,
    pub(crate) search: Search<S>,
    /// The spec of the player that searches.
    pub(crate) player: String,
    /// Depth, number of lines, and the node limit of all slices together.
    pub(crate) limits: SearchLimits,
    /// The depth and selectivity at which the analysis is done.
    pub(crate) enough: Option<(u8, u8)>,
    /// The time that is left.
    pub(crate) left: Duration,
    pub(crate) slice: Duration,
    /// Whether the searcher does not deepen iteratively, and so cannot be sliced.
    pub(crate) is_unsliced: bool,
    pub(crate) sender: UnboundedSender<SearchEvent>,
    pub(crate) metrics: Metrics,
    /// The last depth that was reported, its selectivity, and whether the score was exact.
    pub(crate) reached: (u8, u8, bool),
    /// The last report that was sent.
    pub(crate) last: Option<Report>,
    pub(crate) spent: Duration,
    pub(crate) nodes: u64,
    pub(crate) evaluations: u64,
}

impl<S: Size> SlicedAnalysis<S> {
    /// An analysis that has not started.
    pub(crate) fn new(
        position: Position<S>,
        search: Search<S>,
        player: String,
        time: Duration,
        stop: StopSignal,
        sender: UnboundedSender<SearchEvent>,
        metrics: Metrics,
    ) -> SlicedAnalysis<S> {
        SlicedAnalysis {
            position,
            search,
            player,
            limits: SearchLimits::default().with_stop(&stop),
            enough: None,
            left: time,
            slice: FIRST_SLICE,
            is_unsliced: false,
            sender,
            metrics,
            reached: (0, 0, false),
            last: None,
            spent: Duration::ZERO,
            nodes: 0,
            evaluations: 0,
        }
    }

    fn lines(&self) -> usize {
        self.limits.lines.unwrap_or(usize::MAX)
    }

    fn report_depth(&mut self, report: &SearchReport<S>) {
        let shown = Report::new(&self.position, report, self.lines());
        let shown = shown.after(self.nodes, self.evaluations, self.spent);
        self.reached = reached(report);
        self.last = Some(shown.clone());
        let _ = self.sender.send(SearchEvent::Depth(shown));
    }

    /// Sends the result, given the report of the last slice, and the end of the stream.
    fn finish(&mut self, report: &SearchReport<S>, reason: StopReason) -> TaskStatus {
        let mut result =
            SearchResult::new(&self.position, report, self.lines(), &self.player, SEED);
        result.stopped_by = reason.into();
        let stopped_by = result.stopped_by;
        result.report = result.report.after(self.nodes, self.evaluations, self.spent);
        // The last slice may have ended before it reached the depth of an earlier one.
        if let Some(last) = self.last.take().filter(|_| reached(report) < self.reached) {
            let Report { nodes, evaluations, seconds, elapsed_ms, nodes_per_second, .. } =
                result.report;
            result.report =
                Report { nodes, evaluations, seconds, elapsed_ms, nodes_per_second, ..last };
        }
        let _ = self.sender.send(SearchEvent::Result(Box::new(result)));
        let _ = self.sender.send(SearchEvent::Done { stopped_by });
        TaskStatus::Finished
    }

    /// Adds the cost of a slice that is not the last.
    fn add_cost(&mut self, report: &SearchReport<S>) {
        self.spent += report.elapsed;
        self.nodes += report.nodes;
        self.evaluations += report.evaluations;
    }
}

/// How far a search got: depth, selectivity, whether the score is exact.
fn reached<S: Size>(report: &SearchReport<S>) -> (u8, u8, bool) {
    let is_proven = report.lines.first().is_some_and(|line| line.trust == Trust::Exact);
    (report.depth, report.selectivity, is_proven)
}

impl<S: Size> SlicedTask for SlicedAnalysis<S> {
    fn slice(&mut self, worker: &mut WorkerState) -> TaskStatus {
        if self.limits.stop.is_stopped() || self.sender.is_closed() {
            return TaskStatus::Finished;
        }
        let before = self.reached;
        let slice = self.slice.min(self.left);
        let mut limits = self.limits.clone();
        if !self.is_unsliced {
            limits.time = Some(slice);
            limits.nodes = limits.nodes.map(|most| most.saturating_sub(self.nodes));
        }
        let (position, stop) = (self.position, limits.stop.clone());
        let mut search = std::mem::replace(&mut self.search, Box::new(|_, _, _, _| unreachable!()));
        let mut is_satisfied = false;
        let report = search(worker, &position, &limits, &mut |report| {
            if reached(report) > self.reached && !is_satisfied && !stop.is_stopped() {
                self.report_depth(report);
            }
            let enough = self.enough;
            if enough.is_some_and(|enough| (report.depth, report.selectivity) >= enough) {
                is_satisfied = true;
                stop.stop();
            }
        });
        self.search = search;
        self.metrics.count_slice(report.nodes);
        if self.is_unsliced {
            self.report_depth(&report);
            return self.finish(&report, report.stopped_by);
        }
        self.left = self.left.saturating_sub(report.elapsed);
        match report.stopped_by {
            _ if is_satisfied => self.finish(&report, StopReason::Done),
            StopReason::Stopped => TaskStatus::Finished,
            StopReason::Time if self.left > Duration::ZERO => {
                self.add_cost(&report);
                if self.reached == before {
                    self.slice = (2 * self.slice).min(LONGEST_SLICE);
                }
                TaskStatus::Pending
            }
            reason => self.finish(&report, reason),
        }
    }
}

//! One analysis, run a slice at a time.
//!
//! A slice is a complete search with a short time limit: the results of earlier slices are in the
//! transposition table, so it passes the depths they reached almost at once. A slice that reached
//! no new depth was too short, and the next one is twice as long.

use std::time::Duration;

use othellier_board::{Position, Size};
use othellier_search::{SearchLimits, SearchReport, StopReason, StopSignal, Trust};
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;
use utoipa::ToSchema;

use super::pool::{SlicedTask, TaskStatus, WorkerState};
use crate::metrics::Metrics;
use othellier_desk::wire::{LineShown, lines_shown, reason_shown, speed};

/// The first slice, and the longest.
const FIRST_SLICE: Duration = Duration::from_millis(25);
const LONGEST_SLICE: Duration = Duration::from_millis(6400);

/// The events of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalysisEvent {
    /// All workers are busy.
    Queued { ahead: usize },
    /// A depth was searched completely.
    Depth(DepthShown),
    /// The analysis is over.
    Done { stopped_by: &'static str },
}

/// A depth that was searched completely.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct DepthShown {
    pub(crate) depth: u8,
    /// Selectivity: the confidence of forward pruning, in percent.
    pub(crate) selectivity: u8,
    /// Whether the depth reaches the end of the game.
    pub(crate) to_the_end: bool,
    /// Best first.
    pub(crate) lines: Vec<LineShown>,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: Option<u64>,
    pub(crate) elapsed_ms: u64,
}

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
    /// Depth, number of lines, and the node limit of all slices together.
    pub(crate) limits: SearchLimits,
    /// The depth and selectivity at which the analysis is done.
    pub(crate) enough: Option<(u8, u8)>,
    /// The time that is left.
    pub(crate) left: Duration,
    pub(crate) slice: Duration,
    /// Whether the searcher does not deepen iteratively, and so cannot be sliced.
    pub(crate) is_unsliced: bool,
    pub(crate) sender: UnboundedSender<AnalysisEvent>,
    pub(crate) metrics: Metrics,
    /// The last depth that was reported, its selectivity, and whether the score was exact.
    pub(crate) reached: (u8, u8, bool),
    pub(crate) spent: Duration,
    pub(crate) nodes: u64,
}

impl<S: Size> SlicedAnalysis<S> {
    /// An analysis that has not started.
    pub(crate) fn new(
        position: Position<S>,
        search: Search<S>,
        time: Duration,
        stop: StopSignal,
        sender: UnboundedSender<AnalysisEvent>,
        metrics: Metrics,
    ) -> SlicedAnalysis<S> {
        SlicedAnalysis {
            position,
            search,
            limits: SearchLimits { stop, ..SearchLimits::default() },
            enough: None,
            left: time,
            slice: FIRST_SLICE,
            is_unsliced: false,
            sender,
            metrics,
            reached: (0, 0, false),
            spent: Duration::ZERO,
            nodes: 0,
        }
    }

    fn report_depth(&mut self, report: &SearchReport<S>) {
        let empties = self.position.board().empties().len();
        let spent = self.spent + report.elapsed;
        let nodes = self.nodes + report.nodes;
        let shown = DepthShown {
            depth: report.depth,
            selectivity: report.selectivity,
            to_the_end: u32::from(report.depth) >= empties,
            lines: lines_shown(report),
            nodes,
            nodes_per_second: speed(nodes, spent.as_secs_f64()),
            elapsed_ms: spent.as_millis() as u64,
        };
        self.reached = reached(report);
        let _ = self.sender.send(AnalysisEvent::Depth(shown));
    }

    fn finish(&mut self, reason: StopReason) -> TaskStatus {
        let _ = self.sender.send(AnalysisEvent::Done { stopped_by: reason_shown(reason) });
        TaskStatus::Finished
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
        let limits = match self.is_unsliced {
            true => self.limits.clone(),
            false => SearchLimits {
                time: Some(slice),
                nodes: self.limits.nodes.map(|most| most.saturating_sub(self.nodes)),
                ..self.limits.clone()
            },
        };
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
            return self.finish(report.stopped_by);
        }
        self.spent += report.elapsed;
        self.nodes += report.nodes;
        self.left = self.left.saturating_sub(report.elapsed);
        match report.stopped_by {
            _ if is_satisfied => self.finish(StopReason::Done),
            StopReason::Stopped => TaskStatus::Finished,
            StopReason::Time if self.left > Duration::ZERO => {
                if self.reached == before {
                    self.slice = (2 * self.slice).min(LONGEST_SLICE);
                }
                TaskStatus::Pending
            }
            reason => self.finish(reason),
        }
    }
}

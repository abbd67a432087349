//! One analysis, thought a slice at a time.
//!
//! A slice is a whole search with a little time: what the slices before it found out is in the
//! table, so that it passes the depths they reached in no time. A slice that reached nothing new
//! was too short, and the next one is twice as long.

use std::time::Duration;

use othellier_board::{Position, Size};
use othellier_search::{SearchLimits, SearchReport, StopReason, StopSignal, Trust};
use serde::Serialize;
use tokio::sync::mpsc::UnboundedSender;
use utoipa::ToSchema;

use super::pool::{Desk, Job, More};
use crate::metrics::Metrics;
use crate::wire::{LineShown, lines_shown, reason_shown, speed};

/// The first slice, and the longest.
const FIRST: Duration = Duration::from_millis(25);
const LONGEST: Duration = Duration::from_millis(6400);

/// What an analysis tells.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalysisEvent {
    /// All workers are taken.
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
    /// With what confidence lines were left out, in percent.
    pub(crate) selectivity: u8,
    /// Whether the depth reaches the end of the game.
    pub(crate) to_the_end: bool,
    /// Best first.
    pub(crate) lines: Vec<LineShown>,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: Option<u64>,
    pub(crate) elapsed_ms: u64,
}

/// How a position is searched: by the worker's champion, or by a player of its own.
pub(crate) type Search<S> = Box<
    dyn FnMut(
            &mut Desk,
            &Position<S>,
            &SearchLimits,
            &mut dyn FnMut(&SearchReport<S>),
        ) -> SearchReport<S>
        + Send,
>;

/// One analysis.
pub(crate) struct Thinking<S: Size> {
    pub(crate) position: Position<S>,
    pub(crate) search: Search<S>,
    /// The depth and the lines that are wanted, and the positions that may be visited in all.
    pub(crate) limits: SearchLimits,
    /// The depth and the confidence that are enough.
    pub(crate) enough: Option<(u8, u8)>,
    /// How long it may still think.
    pub(crate) left: Duration,
    pub(crate) slice: Duration,
    /// Whether the searcher has no depths to go on from, and shows nothing on the way.
    pub(crate) in_one_piece: bool,
    pub(crate) told: UnboundedSender<AnalysisEvent>,
    pub(crate) metrics: Metrics,
    /// The last depth that was told, its confidence, and whether it was proven.
    pub(crate) reached: (u8, u8, bool),
    pub(crate) spent: Duration,
    pub(crate) nodes: u64,
}

impl<S: Size> Thinking<S> {
    /// An analysis that has not begun.
    pub(crate) fn new(
        position: Position<S>,
        search: Search<S>,
        time: Duration,
        stop: StopSignal,
        told: UnboundedSender<AnalysisEvent>,
        metrics: Metrics,
    ) -> Thinking<S> {
        Thinking {
            position,
            search,
            limits: SearchLimits { stop, ..SearchLimits::default() },
            enough: None,
            left: time,
            slice: FIRST,
            in_one_piece: false,
            told,
            metrics,
            reached: (0, 0, false),
            spent: Duration::ZERO,
            nodes: 0,
        }
    }

    fn tell(&mut self, report: &SearchReport<S>) {
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
        let _ = self.told.send(AnalysisEvent::Depth(shown));
    }

    fn finish(&mut self, reason: StopReason) -> More {
        let _ = self.told.send(AnalysisEvent::Done { stopped_by: reason_shown(reason) });
        More::No
    }
}

/// How far a search has come.
fn reached<S: Size>(report: &SearchReport<S>) -> (u8, u8, bool) {
    let is_proven = report.lines.first().is_some_and(|line| line.trust == Trust::Exact);
    (report.depth, report.selectivity, is_proven)
}

impl<S: Size> Job for Thinking<S> {
    fn slice(&mut self, desk: &mut Desk) -> More {
        if self.limits.stop.is_stopped() || self.told.is_closed() {
            return More::No;
        }
        let before = self.reached;
        let slice = self.slice.min(self.left);
        let limits = match self.in_one_piece {
            true => self.limits.clone(),
            false => SearchLimits {
                time: Some(slice),
                nodes: self.limits.nodes.map(|most| most.saturating_sub(self.nodes)),
                ..self.limits.clone()
            },
        };
        let (position, stop) = (self.position, limits.stop.clone());
        let mut search = std::mem::replace(&mut self.search, Box::new(|_, _, _, _| unreachable!()));
        let mut sated = false;
        let report = search(desk, &position, &limits, &mut |report| {
            if reached(report) > self.reached && !sated && !stop.is_stopped() {
                self.tell(report);
            }
            let enough = self.enough;
            if enough.is_some_and(|enough| (report.depth, report.selectivity) >= enough) {
                sated = true;
                stop.stop();
            }
        });
        self.search = search;
        self.metrics.count_slice(report.nodes);
        if self.in_one_piece {
            self.tell(&report);
            return self.finish(report.stopped_by);
        }
        self.spent += report.elapsed;
        self.nodes += report.nodes;
        self.left = self.left.saturating_sub(report.elapsed);
        match report.stopped_by {
            _ if sated => self.finish(StopReason::Done),
            StopReason::Stopped => More::No,
            StopReason::Time if self.left > Duration::ZERO => {
                if self.reached == before {
                    self.slice = (2 * self.slice).min(LONGEST);
                }
                More::Yes
            }
            reason => self.finish(reason),
        }
    }
}

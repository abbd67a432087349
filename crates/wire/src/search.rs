//! Searches: reports, lines, and how far a score can be trusted.

use std::time::Duration;

use othellier_board::{Move, Position, Size};
use othellier_search::{MemoryUse, SearchReport, TableUse};
use serde::{Deserialize, Serialize};

use crate::{hundredths, nodes_per_second};

/// How far a score can be trusted. The confidence of a selective score is in the field `percent`
/// beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Trust {
    /// Proven: searched to the end of the game without selective pruning.
    Exact,
    /// Searched to the end of the game, with selective pruning.
    Selective,
    /// A static evaluation at the leaves.
    Estimate,
    /// The move was not chosen by its score.
    None,
}

impl Trust {
    pub const fn word(self) -> &'static str {
        match self {
            Trust::Exact => "exact",
            Trust::Selective => "selective",
            Trust::Estimate => "estimate",
            Trust::None => "none",
        }
    }
}

impl From<othellier_search::Trust> for Trust {
    fn from(trust: othellier_search::Trust) -> Trust {
        match trust {
            othellier_search::Trust::Exact => Trust::Exact,
            othellier_search::Trust::Selective { .. } => Trust::Selective,
            othellier_search::Trust::Estimate => Trust::Estimate,
            othellier_search::Trust::None => Trust::None,
        }
    }
}

/// The confidence of a selective score.
fn percent(trust: othellier_search::Trust) -> Option<u8> {
    match trust {
        othellier_search::Trust::Selective { percent } => Some(percent),
        _ => None,
    }
}

/// A score and how far it can be trusted. (The derivation of schemas takes a type called `Value` for any
/// JSON.)
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TrustedScore {
    /// In discs; none if the move was not chosen by a score.
    pub score: Option<f64>,
    /// How far it can be trusted.
    pub trust: Trust,
    /// The confidence of a selective score, out of 100.
    pub percent: Option<u8>,
}

impl TrustedScore {
    /// A score with its trust.
    pub fn new(discs: f64, trust: othellier_search::Trust) -> TrustedScore {
        let score = (trust != othellier_search::Trust::None).then_some(discs);
        TrustedScore { score, trust: trust.into(), percent: percent(trust) }
    }

    /// This score rounded to hundredths.
    pub fn rounded(self) -> TrustedScore {
        TrustedScore { score: self.score.map(hundredths), ..self }
    }

    pub const NONE: TrustedScore = TrustedScore { score: None, trust: Trust::None, percent: None };
}

impl From<TrustedScore> for othellier_search::Trust {
    fn from(value: TrustedScore) -> othellier_search::Trust {
        match value.trust {
            Trust::Exact => othellier_search::Trust::Exact,
            Trust::Selective => {
                othellier_search::Trust::Selective { percent: value.percent.unwrap_or(0) }
            }
            Trust::Estimate => othellier_search::Trust::Estimate,
            Trust::None => othellier_search::Trust::None,
        }
    }
}

impl<S: Size> From<&othellier_search::Line<S>> for TrustedScore {
    fn from(line: &othellier_search::Line<S>) -> TrustedScore {
        TrustedScore::new(line.score.discs(), line.trust)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    Done,
    /// The limit of nodes was reached.
    Nodes,
    /// The limit of time was reached.
    Time,
    /// The tree in memory reached its greatest size.
    Memory,
    /// It was asked to stop.
    Stopped,
}

impl From<othellier_search::StopReason> for StopReason {
    fn from(reason: othellier_search::StopReason) -> StopReason {
        match reason {
            othellier_search::StopReason::Done => StopReason::Done,
            othellier_search::StopReason::Nodes => StopReason::Nodes,
            othellier_search::StopReason::Time => StopReason::Time,
            othellier_search::StopReason::Memory => StopReason::Memory,
            othellier_search::StopReason::Stopped => StopReason::Stopped,
        }
    }
}

/// A move with its score and its principal variation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    #[serde(rename = "move")]
    pub played: String,
    /// In discs for the side to move; none if the move was not chosen by a score.
    pub score: Option<f64>,
    /// How far the score can be trusted.
    pub trust: Trust,
    /// The confidence of a selective score, out of 100.
    pub percent: Option<u8>,
    /// The loss against the best move, in discs; none without scores.
    pub loss: Option<f64>,
    /// The principal variation: the move and the expected replies.
    pub pv: Vec<String>,
}

impl Line {
    /// A line, given the best score of the search.
    pub fn new<S: Size>(line: &othellier_search::Line<S>, best: Option<f64>) -> Line {
        let TrustedScore { score, trust, percent } = TrustedScore::from(line);
        let pv = moves(&line.moves);
        Line {
            played: pv.first().cloned().unwrap_or_default(),
            score,
            trust,
            percent,
            loss: best.zip(score).map(|(best, score)| hundredths(best - score)),
            pv,
        }
    }
}

pub fn moves<S: Size>(moves: &[Move<S>]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// The result of a search, so far or at its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Report {
    /// The last depth that was completed.
    pub depth: u8,
    /// The confidence of ProbCut in percent; 100 where nothing was pruned by it.
    pub selectivity: u8,
    /// Whether the depth reaches the end of the game.
    pub to_the_end: bool,
    pub lines: Vec<Line>,
    pub nodes: u64,
    pub evaluations: u64,
    pub seconds: f64,
    /// Nodes per second; none if no time has passed.
    pub nodes_per_second: Option<u64>,
}

impl Report {
    /// The report of a search of a position, with at most this number of lines.
    pub fn new<S: Size>(
        position: &Position<S>,
        report: &SearchReport<S>,
        most_lines: usize,
    ) -> Report {
        let best = report.lines.first().and_then(|line| TrustedScore::from(line).score);
        let lines = report.lines.iter().take(most_lines).map(|line| Line::new(line, best));
        let seconds = report.elapsed.as_secs_f64();
        Report {
            depth: report.depth,
            selectivity: report.selectivity,
            to_the_end: u32::from(report.depth) >= position.board().empties().len(),
            lines: lines.collect(),
            nodes: report.nodes,
            evaluations: report.evaluations,
            seconds,
            nodes_per_second: nodes_per_second(report.nodes, seconds),
        }
    }

    /// The report of a search that continues earlier ones, with what those have cost.
    pub fn after(mut self, nodes: u64, evaluations: u64, elapsed: Duration) -> Report {
        self.nodes += nodes;
        self.evaluations += evaluations;
        self.seconds += elapsed.as_secs_f64();
        self.nodes_per_second = nodes_per_second(self.nodes, self.seconds);
        self
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchResult {
    #[serde(flatten)]
    pub report: Report,
    /// The position that was searched.
    pub position: String,
    pub player: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The most memory that the search held.
    pub memory_bytes: usize,
    pub memory: Memory,
    /// How the transposition table was used, if there was one.
    pub table: Option<Table>,
    pub stopped_by: StopReason,
}

impl SearchResult {
    /// The end of a search of a position by a player.
    pub fn new<S: Size>(
        position: &Position<S>,
        report: &SearchReport<S>,
        most_lines: usize,
        player: impl ToString,
        seed: u64,
    ) -> SearchResult {
        SearchResult {
            report: Report::new(position, report, most_lines),
            position: position.to_string(),
            player: player.to_string(),
            seed,
            memory_bytes: report.memory.peak_bytes,
            memory: report.memory.into(),
            table: report.table.map(Table::from),
            stopped_by: report.stopped_by.into(),
        }
    }
}

/// Bytes that a search held: its boards, its history or its tree, and its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Memory {
    /// Held when the search ended.
    pub live_bytes: usize,
    pub peak_bytes: usize,
    /// Allocated in total, whatever was released.
    pub cumulated_bytes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
}

impl From<MemoryUse> for Memory {
    fn from(memory: MemoryUse) -> Memory {
        let MemoryUse { live_bytes, peak_bytes, cumulated_bytes, reused_nodes, .. } = memory;
        Memory { live_bytes, peak_bytes, cumulated_bytes, reused_nodes }
    }
}

/// How a transposition table was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    pub probes: u64,
    /// Probes that found their position.
    pub hits: u64,
    /// Probes that found another position.
    pub collisions: u64,
    pub filled: usize,
    pub slots: usize,
}

impl From<TableUse> for Table {
    fn from(table: TableUse) -> Table {
        let TableUse { probes, hits, collisions, filled, slots, .. } = table;
        Table { probes, hits, collisions, filled, slots }
    }
}

/// The events of a search: the stream of `search --json` and of an analysis over HTTP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SearchEvent {
    Queued {
        /// How many searches are served first.
        ahead: usize,
    },
    /// A depth was searched completely.
    Depth(Report),
    /// The end of the search.
    Result(Box<SearchResult>),
    /// The end of the stream over HTTP.
    Done { stopped_by: StopReason },
}

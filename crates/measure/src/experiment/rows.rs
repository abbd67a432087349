//! The result of one unit: plain data, one line of a journal.

use std::time::Duration;

use othellier_board::{Color, Eight};
use othellier_record::{Game, transcript};
use othellier_search::SearchReport;
use serde::{Deserialize, Serialize};

use super::TimingRow;
use crate::stats::{Counts, SequentialTest, Sprt, half_points};
use crate::{FaultKind, MatchGame, MoveStats, Side};

/// The result of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Row {
    Game(GameRow),
    /// A search of a position.
    Search(SearchRow),
    /// A game whose winner evaluators predicted.
    Prediction(PredictionRow),
    /// A generation of a genetic algorithm.
    Generation(GenerationRow),
    Timing(TimingRow),
}

impl Row {
    /// The part, arm and index of its unit.
    pub fn unit(&self) -> (&str, usize, usize) {
        match self {
            Row::Game(row) => (&row.part, row.arm, row.index),
            Row::Search(row) => (&row.part, row.arm, row.index),
            Row::Prediction(row) => (&row.part, 0, row.index),
            Row::Generation(row) => (&row.part, row.arm, row.index),
            Row::Timing(row) => (&row.part, row.arm, row.index),
        }
    }
}

impl Row {
    /// This row without the times that games and searches took: for results that must not depend on
    /// the machine.
    pub fn without_times(mut self) -> Row {
        match &mut self {
            Row::Game(row) => {
                row.seconds = 0.0;
                row.move_stats.iter_mut().for_each(|stats| stats.nanoseconds = 0);
            }
            Row::Search(row) => row.stats.nanoseconds = 0,
            Row::Prediction(_) | Row::Generation(_) | Row::Timing(_) => {}
        }
        self
    }
}

/// A game, seen from the player of its arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part.
    pub arm: usize,
    /// The index of the game in the arm, from 0.
    pub index: usize,
    /// The number of its pair, if games are played in pairs.
    pub pair: Option<usize>,
    /// The player's colour: `black` or `white`.
    pub color: String,
    /// The number of moves that are the opening.
    pub opening_length: usize,
    /// The moves from the start, or from the position of the opening.
    pub moves: String,
    pub board: String,
    /// Black discs at the end.
    pub black: u32,
    /// White discs at the end.
    pub white: u32,
    /// The player's discs minus the opponent's, empty squares to the winner.
    pub difference: i32,
    /// `board`, `resigned`, `illegal`, `crash` or `time`.
    pub ending: String,
    /// Time from the opening to the end.
    pub seconds: f64,
    /// The cost of every move of both players, in order.
    #[serde(rename = "thoughts")]
    pub move_stats: Vec<MoveStatsRow>,
}

impl GameRow {
    pub(super) fn new(part: &str, arm: usize, game: &MatchGame<Eight>) -> GameRow {
        let finished = &game.finished;
        let position = finished.game.position();
        let ending = match finished.fault.as_ref().map(|fault| &fault.kind) {
            None if finished.game.ending().is_some() => "resigned",
            None => "board",
            Some(FaultKind::Illegal(_)) => "illegal",
            Some(FaultKind::Failed(_) | FaultKind::Crashed(_)) => "crash",
            Some(FaultKind::OutOfTime(_)) => "time",
        };
        let own = |stats: &MoveStats| game.side(stats.color) == Side::A;
        GameRow {
            part: part.to_owned(),
            arm,
            index: game.index,
            pair: game.pair,
            color: game.a_color.to_string(),
            opening_length: game.opening_length,
            moves: transcript::write(&finished.game),
            board: position.to_string(),
            black: position.discs(Color::Black).len(),
            white: position.discs(Color::White).len(),
            difference: game.difference(),
            ending: ending.to_owned(),
            seconds: finished.elapsed.as_secs_f64(),
            move_stats: finished.move_stats.iter().map(|t| MoveStatsRow::new(own(t), t)).collect(),
        }
    }

    /// The result for the player.
    pub fn counts(&self) -> Counts {
        Counts::of_difference(self.difference)
    }

    pub fn half_points(&self) -> usize {
        half_points(self.difference)
    }

    /// Whether the player had Black.
    pub fn is_black(&self) -> bool {
        self.color == "black"
    }
}

/// The cost of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 14]", into = "[u64; 14]")]
pub struct MoveStatsRow {
    /// The number of the move in the game, from 1; opening moves and passes count.
    pub ply: u64,
    /// Whether it is the player's, not the opponent's.
    pub own: bool,
    pub nanoseconds: u64,
    pub nodes: u64,
    /// The depth of the search.
    pub depth: u64,
    /// Memory kept after the move.
    pub live_bytes: u64,
    pub peak_bytes: u64,
    /// Memory allocated, whether freed or not.
    pub cumulated_bytes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
    /// Probes of the transposition table.
    pub probes: u64,
    /// Probes that found their position.
    pub hits: u64,
    /// Probes that found another position.
    pub collisions: u64,
    /// Entries of the table in use.
    pub filled: u64,
    pub slots: u64,
}

impl MoveStatsRow {
    fn new(own: bool, stats: &MoveStats) -> MoveStatsRow {
        let table = stats.table.unwrap_or_default();
        MoveStatsRow {
            ply: stats.ply as u64 + 1,
            own,
            nanoseconds: stats.duration.as_nanos() as u64,
            nodes: stats.nodes,
            depth: stats.depth.into(),
            live_bytes: stats.memory.live_bytes as u64,
            peak_bytes: stats.memory.peak_bytes as u64,
            cumulated_bytes: stats.memory.cumulated_bytes,
            reused_nodes: stats.memory.reused_nodes,
            probes: table.probes,
            hits: table.hits,
            collisions: table.collisions,
            filled: table.filled as u64,
            slots: table.slots as u64,
        }
    }

    /// The cost of a single search.
    fn of_search(ply: usize, took: Duration, report: Option<&SearchReport<Eight>>) -> MoveStatsRow {
        MoveStatsRow::new(
            true,
            &MoveStats {
                color: Color::Black,
                ply,
                duration: took,
                nodes: report.map_or(0, |report| report.nodes),
                depth: report.map_or(0, |report| report.depth),
                memory: report.map(|report| report.memory).unwrap_or_default(),
                table: report.and_then(|report| report.table),
            },
        )
    }

    pub fn duration(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds)
    }
}

impl From<[u64; 14]> for MoveStatsRow {
    fn from(numbers: [u64; 14]) -> MoveStatsRow {
        let [ply, own, nanoseconds, nodes, depth, live_bytes, peak_bytes, rest @ ..] = numbers;
        let [cumulated_bytes, reused_nodes, probes, hits, collisions, filled, slots] = rest;
        MoveStatsRow {
            ply,
            own: own != 0,
            nanoseconds,
            nodes,
            depth,
            live_bytes,
            peak_bytes,
            cumulated_bytes,
            reused_nodes,
            probes,
            hits,
            collisions,
            filled,
            slots,
        }
    }
}

impl From<MoveStatsRow> for [u64; 14] {
    fn from(row: MoveStatsRow) -> [u64; 14] {
        [
            row.ply,
            row.own.into(),
            row.nanoseconds,
            row.nodes,
            row.depth,
            row.live_bytes,
            row.peak_bytes,
            row.cumulated_bytes,
            row.reused_nodes,
            row.probes,
            row.hits,
            row.collisions,
            row.filled,
            row.slots,
        ]
    }
}

/// A search of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part.
    pub arm: usize,
    /// The index of position and repetition in the arm.
    pub index: usize,
    /// The phase or the name of the position.
    pub phase: String,
    pub position: String,
    /// The move that was chosen.
    pub chosen: String,
    /// Its score in discs for the side to move, if the player reports one.
    pub score: Option<f64>,
    /// The cost of the search.
    #[serde(rename = "thought")]
    pub stats: MoveStatsRow,
}

impl SearchRow {
    pub(super) fn new(
        (part, arm, index): (&str, usize, usize),
        phase: &str,
        game: &Game,
        (chosen, took): (String, Duration),
        report: Option<&SearchReport<Eight>>,
    ) -> SearchRow {
        SearchRow {
            part: part.to_owned(),
            arm,
            index,
            phase: phase.to_owned(),
            position: game.position().to_string(),
            chosen,
            score: report.and_then(|report| report.lines.first()).map(|line| line.score.discs()),
            stats: MoveStatsRow::of_search(game.length(), took, report),
        }
    }
}

/// The predictions of evaluators after each move of a game, and its winner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionRow {
    /// The part of the experiment.
    pub part: String,
    /// The index of the game.
    pub index: usize,
    /// The winner: 1 Black, -1 White, 0 draw.
    pub result: i8,
    /// The number of the first evaluated move; passes do not count.
    pub first_ply: u64,
    /// For each move from there on, the side that each evaluator sees ahead: 1, -1 or 0.
    pub guesses: Vec<Vec<i8>>,
    /// The moves of the game.
    pub moves: String,
}

/// The fitness of each individual of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part: the law.
    pub arm: usize,
    /// The index of run and generation in the arm.
    pub index: usize,
    /// The mean final disc difference of each, in the order of the population.
    pub fitness: Vec<f64>,
}

/// The number of games, in index order, after which an SPRT is decided. The order in which they
/// ended does not matter: only games whose predecessors are all finished count.
pub(super) fn decided_after(sprt: Sprt, games: &[GameRow]) -> Option<usize> {
    let mut test = SequentialTest::new(sprt);
    games.iter().for_each(|game| test.add(game.index, game.difference));
    test.decided_after()
}

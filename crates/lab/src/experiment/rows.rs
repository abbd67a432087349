//! What one unit found: plain data, one line of a journal.

use std::time::Duration;

use othellier_board::{Color, Eight};
use othellier_record::{Game, transcript};
use othellier_search::SearchReport;
use serde::{Deserialize, Serialize};

use super::TimingRow;
use crate::stats::Counts;
use crate::{DuelGame, FaultKind, Side, Thought};

/// What a unit found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Row {
    /// A game.
    Game(GameRow),
    /// A search of a position.
    Search(SearchRow),
    /// A game whose winner evaluators guessed.
    Prediction(PredictionRow),
    /// A generation that was bred.
    Generation(GenerationRow),
    /// A measurement of something small.
    Timing(TimingRow),
}

impl Row {
    /// The part, the arm and the number within it: which unit it was.
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

/// A game, seen from the player of its arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part.
    pub arm: usize,
    /// Which game of the arm, from 0.
    pub index: usize,
    /// Which pair it belongs to, where games come in pairs.
    pub pair: Option<usize>,
    /// The player's colour: `black` or `white`.
    pub color: String,
    /// How many of the moves are the opening.
    pub opening_length: usize,
    /// From the start, or from the position of the opening.
    pub moves: String,
    /// The board at the end.
    pub board: String,
    /// Black discs at the end.
    pub black: u32,
    /// White discs at the end.
    pub white: u32,
    /// The player's discs less the opponent's, empty squares to the winner.
    pub difference: i32,
    /// `board`, `resigned`, `illegal`, `crash` or `time`.
    pub ending: String,
    /// From the opening to the end.
    pub seconds: f64,
    /// Every answer of both, in order.
    pub thoughts: Vec<ThoughtRow>,
}

impl GameRow {
    pub(super) fn new(part: &str, arm: usize, game: &DuelGame<Eight>) -> GameRow {
        let finished = &game.finished;
        let position = finished.game.position();
        let ending = match finished.fault.as_ref().map(|fault| &fault.kind) {
            None if finished.game.ending().is_some() => "resigned",
            None => "board",
            Some(FaultKind::Illegal(_)) => "illegal",
            Some(FaultKind::Failed(_) | FaultKind::Crashed(_)) => "crash",
            Some(FaultKind::OutOfTime(_)) => "time",
        };
        let own = |thought: &Thought| game.side(thought.color) == Side::A;
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
            thoughts: finished.thoughts.iter().map(|t| ThoughtRow::new(own(t), t)).collect(),
        }
    }

    /// The result for the player.
    pub fn counts(&self) -> Counts {
        Counts::of_difference(self.difference)
    }

    /// The player's half points.
    pub fn half_points(&self) -> usize {
        (self.difference.signum() + 1) as usize
    }

    /// Whether the player had Black.
    pub fn is_black(&self) -> bool {
        self.color == "black"
    }
}

/// A move and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 14]", into = "[u64; 14]")]
pub struct ThoughtRow {
    /// Which move of the game, from 1, those of the opening and passes included.
    pub ply: u64,
    /// Whether it is the player's, not the opponent's.
    pub own: bool,
    /// How long it took.
    pub nanoseconds: u64,
    /// Positions visited.
    pub nodes: u64,
    /// How deep it looked.
    pub depth: u64,
    /// Held after the move.
    pub live_bytes: u64,
    /// Held at the worst moment.
    pub peak_bytes: u64,
    /// Asked for in all.
    pub cumulated_bytes: u64,
    /// Nodes found again in the tree of an earlier move.
    pub reused_nodes: u64,
    /// Positions looked up in the table.
    pub probes: u64,
    /// Positions found there.
    pub hits: u64,
    /// Look-ups that met another position.
    pub collisions: u64,
    /// Entries of the table in use.
    pub filled: u64,
    /// Entries of the table.
    pub slots: u64,
}

impl ThoughtRow {
    fn new(own: bool, thought: &Thought) -> ThoughtRow {
        let table = thought.table.unwrap_or_default();
        ThoughtRow {
            ply: thought.ply as u64 + 1,
            own,
            nanoseconds: thought.duration.as_nanos() as u64,
            nodes: thought.nodes,
            depth: thought.depth.into(),
            live_bytes: thought.memory.live_bytes as u64,
            peak_bytes: thought.memory.peak_bytes as u64,
            cumulated_bytes: thought.memory.cumulated_bytes,
            reused_nodes: thought.memory.reused_nodes,
            probes: table.probes,
            hits: table.hits,
            collisions: table.collisions,
            filled: table.filled as u64,
            slots: table.slots as u64,
        }
    }

    /// A search of its own.
    fn of_search(ply: usize, took: Duration, report: Option<&SearchReport<Eight>>) -> ThoughtRow {
        ThoughtRow::new(
            true,
            &Thought {
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

    /// How long it took.
    pub fn duration(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds)
    }
}

impl From<[u64; 14]> for ThoughtRow {
    fn from(numbers: [u64; 14]) -> ThoughtRow {
        let [ply, own, nanoseconds, nodes, depth, live_bytes, peak_bytes, rest @ ..] = numbers;
        let [cumulated_bytes, reused_nodes, probes, hits, collisions, filled, slots] = rest;
        ThoughtRow {
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

impl From<ThoughtRow> for [u64; 14] {
    fn from(row: ThoughtRow) -> [u64; 14] {
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
    /// Which position and repetition of the arm.
    pub index: usize,
    /// The phase or the name of the position.
    pub phase: String,
    /// The position.
    pub position: String,
    /// The move that was chosen.
    pub chosen: String,
    /// What it is worth, in discs for the side to move, where the player tells.
    pub score: Option<f64>,
    /// What it cost.
    pub thought: ThoughtRow,
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
            thought: ThoughtRow::of_search(game.length(), took, report),
        }
    }
}

/// What evaluators said after each move of a game, and who won it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredictionRow {
    /// The part of the experiment.
    pub part: String,
    /// Which game.
    pub index: usize,
    /// Who won: 1 Black, -1 White, 0 nobody.
    pub result: i8,
    /// The number of the first move that was judged.
    pub first_ply: u64,
    /// For each move from there on, whom each evaluator saw ahead.
    pub guesses: Vec<Vec<i8>>,
    /// The moves of the game.
    pub moves: String,
}

/// What each individual of a generation reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationRow {
    /// The part of the experiment.
    pub part: String,
    /// The arm of the part: which law.
    pub arm: usize,
    /// Which generation of which run of the arm.
    pub index: usize,
    /// The mean final difference of discs of each, in the order of the population.
    pub fitness: Vec<f64>,
}

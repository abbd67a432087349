//! How many legal moves random games offer, some games in each unit.
//!
//! This is also the example of a kind. Its settings, what a unit is, how it is done and checked, and what its
//! rows become are in this file; the list of kinds has a line for it, and the French help its words. The
//! command `othellier mobility-census`, its JSON, its form on the page, `grid`, shards, workers, resume, audits
//! and `othellier.work` of Python follow from these.

use std::ops::Range;
use std::path::{Path, PathBuf};

use othellier_board::batch::{PAD, random_games, row_length};
use othellier_board::{Eight, Move, Position, Square};
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::match_play::seed;
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::{JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, UnitError};

/// Count the legal moves that random games offer, ply by ply
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[cfg_attr(
    feature = "args",
    command(after_help = "\
Examples:
  othellier mobility-census --games 100000
  othellier mobility-census --games 1000000000 --out census --on nats://192.168.1.10:4222

DIR/results/plies.csv has the fewest, the most and the mean number of legal moves at each ply.")
)]
#[serde(deny_unknown_fields)]
pub struct MobilityCensus {
    /// Number of games
    #[cfg_attr(feature = "args", arg(long, value_name = "N"))]
    pub games: usize,
    /// Games of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    pub unit: usize,
    /// Seed of the random numbers: the same seed gives the same result
    #[serde(default = "seed")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = seed()))]
    pub seed: u64,
}

fn unit() -> usize {
    1000
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    index: usize,
    /// The number of legal moves before each move; a forced pass is no move.
    legal: Vec<u32>,
}

impl MobilityCensus {
    fn games(&self, number: u64) -> Range<usize> {
        pieces(number, self.unit, self.games)
    }
}

/// Counts the legal moves of the games with these numbers.
fn counted(seed: u64, games: Range<usize>) -> Vec<Row> {
    let mut squares = vec![PAD; games.len() * row_length::<Eight>()];
    let mut scores = vec![0; games.len()];
    random_games::<Eight>(seed, games.start as u64, &mut squares, &mut scores);
    let rows = games.zip(squares.chunks(row_length::<Eight>()));
    rows.map(|(index, squares)| Row { index, legal: legal_moves(squares) }).collect()
}

fn legal_moves(squares: &[u8]) -> Vec<u32> {
    let mut position = Position::<Eight>::default();
    let placed = squares.iter().copied().take_while(|square| *square != PAD);
    let count = |square: u8| {
        if position.legal_moves().is_empty() {
            position = position.play(Move::Pass).expect("a pass is forced");
        }
        let legal = position.legal_moves().len();
        let square = Square::from_index(square).expect("a square of the board");
        position = position.play(Move::Place(square)).expect("a game of legal moves");
        legal
    };
    placed.map(count).collect()
}

impl Kind for MobilityCensus {
    fn resolve(&mut self, _: &mut JobFiles) -> Result<(), JobProblem> {
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        in_units(self.games, self.unit)
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    /// A row has an index and 60 counts at most.
    fn bytes(&self) -> Option<u64> {
        Some((self.games as u64).saturating_mul(512))
    }

    fn prepare(&self, _: &Access) -> Result<Box<dyn Work>, JobProblem> {
        Ok(Box::new(self.clone()))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(self.clone()))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        Ok(Box::new(Census {
            folder: folder.to_owned(),
            lines: RowFile::create(folder.join("games.jsonl"))?,
            games: 0,
            plies: Vec::new(),
        }))
    }
}

impl Work for MobilityCensus {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let rows = counted(self.seed, self.games(number));
        progress.progressed(rows.len() as u64);
        Ok(to_lines(&rows))
    }
}

impl RowCheck for MobilityCensus {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let expected = counted(self.seed, self.games(number));
        check_lines(rows, expected.iter(), |expected, row: &Row| expected == row)
    }
}

/// The legal moves before one ply of all games.
#[derive(Serialize)]
struct Ply {
    /// From 1; passes are not counted.
    ply: usize,
    /// Games that are that long.
    games: u64,
    fewest: u32,
    most: u32,
    mean: f64,
}

#[derive(Serialize)]
struct Total {
    games: u64,
    moves: u64,
    /// Legal moves before a move.
    mean: f64,
    most: u32,
}

struct Census {
    folder: PathBuf,
    lines: RowFile,
    games: u64,
    /// Games, the fewest, the most and the sum of legal moves at each ply.
    plies: Vec<(u64, u32, u32, u64)>,
}

impl ResultWriter for Census {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        for row in of_lines::<Row>(number, rows)? {
            self.games += 1;
            for (ply, legal) in row.legal.into_iter().enumerate() {
                if ply == self.plies.len() {
                    self.plies.push((0, u32::MAX, 0, 0));
                }
                let (games, fewest, most, sum) = &mut self.plies[ply];
                *games += 1;
                *fewest = legal.min(*fewest);
                *most = legal.max(*most);
                *sum += u64::from(legal);
            }
        }
        self.lines.write(rows)
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        let mut table = CsvFile::create(self.folder.join("plies.csv"))?;
        let (mut moves, mut legal, mut largest) = (0, 0, 0);
        for (ply, (games, fewest, most, sum)) in (1..).zip(self.plies) {
            table.add(&Ply { ply, games, fewest, most, mean: sum as f64 / games as f64 })?;
            (moves, legal, largest) = (moves + games, legal + sum, most.max(largest));
        }
        table.finish()?;
        let mean = legal as f64 / (moves.max(1)) as f64;
        let total = Total { games: self.games, moves, mean, most: largest };
        Ok(summary(&total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_does_not_depend_on_its_unit() {
        let all = counted(5, 0..40);
        assert_eq!(all[..17], counted(5, 0..17));
        assert_eq!(all[17..], counted(5, 17..40));
        assert!(all.iter().all(|row| row.legal[..2] == [4, 3]), "as after every first move");
    }

    #[test]
    fn rows_of_other_games_are_refused() {
        let census = MobilityCensus { games: 7, unit: 4, seed: 1 };
        let rows = to_lines(&counted(1, 4..7));
        assert_eq!(census.check(1, &rows), Ok(()));
        assert!(census.check(0, &rows).is_err());
        assert!(MobilityCensus { seed: 2, ..census }.check(1, &rows).is_err());
    }
}

//! The positions of games as an opening book, some in each unit.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use othellier_board::{Board, Color, Position};
use othellier_book::learn::PositionCounts;
use othellier_book::{Analyst, Book, Deviation};
use othellier_measure::bench::SIGNATURE;
use othellier_measure::files::write;
use othellier_measure::provenance::Weights;
use othellier_record::parse_position;
use othellier_record::source::each_game;
use othellier_search::champion::SearchLevel;
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::summary;
use super::solve::table_bytes;
use super::{
    Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, check_within, in_units, pieces,
};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, UnitError};

/// The levels of the champion.
const LEVELS: RangeInclusive<u32> = 0..=SearchLevel::MAX;

/// A book of the positions of games, each with its best deviation, as `othellier book build --games`
/// makes one. Growth along lines goes by rounds, and is done on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct BookRun {
    /// First add the positions of the games in these files or folders
    // In a manifest there are the positions instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "args", arg(long, value_name = "FILE", num_args = 1..))]
    pub games: Vec<PathBuf>,
    /// The positions, each as a board with its side to move.
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(skip))]
    pub positions: Vec<String>,
    /// Maximum plies of a line or game
    #[serde(default = "plies")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = plies()))]
    pub plies: u32,
    /// Only positions that occur in at least N games
    #[serde(default = "one")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = one()))]
    pub at_least: u32,
    /// Search level of the champion, from 0 to 60
    #[serde(default = "level")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = level()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u8>(LEVELS)))]
    pub level: u8,
    /// Size of the transposition table of each thread
    #[serde(default = "hash")]
    #[cfg_attr(feature = "args", arg(long, value_name = "SIZE", default_value_t = hash()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::bytes))]
    pub hash: String,
    /// Positions of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit()))]
    #[cfg_attr(feature = "args", arg(requires = "units"))]
    pub unit: usize,
}

fn plies() -> u32 {
    24
}

fn one() -> u32 {
    1
}

fn level() -> u8 {
    16
}

fn hash() -> String {
    "32MiB".to_owned()
}

fn unit() -> usize {
    50
}

impl BookRun {
    /// What searches for the positions, with this number of threads.
    pub fn analyst(&self, threads: NonZeroUsize) -> Result<Analyst, JobProblem> {
        check_within("level", self.level.into(), LEVELS)?;
        Ok(Analyst::new(self.level, threads, self.table_bytes()?))
    }

    pub fn table_bytes(&self) -> Result<usize, JobProblem> {
        table_bytes(&self.hash)
    }

    /// Adds the positions that occur often enough.
    pub fn add(&mut self, counts: &PositionCounts) {
        let found = counts.missing(&Book::new(), self.at_least);
        let text = |board| Position::new(board, Color::Black).to_string();
        self.positions.extend(found.into_iter().map(text));
    }

    fn book(&self) -> Result<Book, JobProblem> {
        if let Some(path) = self.games.first() {
            return Err(JobProblem::NotAnInput { name: path.display().to_string() });
        }
        let boards = self.positions.iter().map(|text| Ok(parse_position(text)?.board()));
        let boards = boards.collect::<Result<Vec<Board>, JobProblem>>()?;
        let entries = boards.into_iter().map(|board| (board, None));
        let distinct = JobProblem::Setting { key: "positions", expected: Expected::Distinct };
        Book::from_entries(&self.provenance(), entries).map_err(|_| distinct)
    }

    fn provenance(&self) -> String {
        let Weights { name, checksum } = Weights::shipped();
        let BookRun { plies, at_least, level, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "othellier {version} grid, book --level {level} --plies {plies} --at-least {at_least}; \
             weights {name} {checksum}, signature {SIGNATURE}"
        )
    }
}

impl Kind for BookRun {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        let mut counts = PositionCounts::default();
        for path in std::mem::take(&mut self.games) {
            let mut unreadable = None;
            each_game(
                &files.path(&path),
                &mut |game| counts.add(&game, self.plies as usize),
                &mut |name, count| unreadable = Some((name.to_string(), count)),
            )?;
            if let Some((name, count)) = unreadable.filter(|(_, count)| *count > 0) {
                return Err(JobProblem::RefusedGames { name, count });
            }
        }
        self.add(&counts);
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        self.analyst(NonZeroUsize::MIN)?;
        in_units(self.book()?.missing_deviations().len(), self.unit)
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    fn prepare(&self, _: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let book = self.book()?;
        let boards = book.missing_deviations();
        Ok(Box::new(Searching {
            analyst: self.analyst(NonZeroUsize::MIN)?,
            book,
            boards,
            unit: self.unit,
        }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let boards = self.book()?.missing_deviations();
        Ok(Box::new(BookCheck { boards, unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let book = self.book().map_err(OutputError::Job)?;
        Ok(Box::new(BookFiles {
            path: folder.join("positions.book"),
            book,
            found: BTreeMap::new(),
        }))
    }
}

struct Searching {
    analyst: Analyst,
    /// All positions: replies that are in it are not searched.
    book: Book,
    boards: Vec<Board>,
    unit: usize,
}

impl Work for Searching {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut found = Vec::new();
        for board in &self.boards[pieces(number, self.unit, self.boards.len())] {
            let board = std::slice::from_ref(board);
            let deviations = self.analyst.deviations(&self.book, board, progress.stop());
            let deviation = deviations.ok_or(UnitError::Stopped)?.pop().flatten();
            found.push((board[0], deviation));
            progress.progressed(1);
        }
        let found = Book::from_entries("", found);
        let found = found.map_err(|(_, error)| UnitError::Failed(error.to_string()))?;
        Ok(found.to_bytes())
    }
}

struct BookCheck {
    boards: Vec<Board>,
    unit: usize,
}

impl RowCheck for BookCheck {
    /// A book of the positions of the unit alone; reading it checks that its moves are legal.
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let found = Book::from_bytes(rows).map_err(|_| RowFault::Unreadable)?;
        let boards = &self.boards[pieces(number, self.unit, self.boards.len())];
        if found.len() != boards.len() {
            return Err(RowFault::Count { found: found.len(), expected: boards.len() });
        }
        match boards.iter().position(|board| !found.contains(*board)) {
            Some(index) => Err(RowFault::Row { row: index + 1 }),
            None => Ok(()),
        }
    }
}

#[derive(Serialize)]
struct Total {
    positions: usize,
    /// Positions with a best move outside the book.
    deviations: usize,
}

struct BookFiles {
    path: PathBuf,
    book: Book,
    /// What was found, on canonical boards.
    found: BTreeMap<Board, Deviation>,
}

impl ResultWriter for BookFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let found = Book::from_bytes(rows).map_err(|_| OutputError::Rows(RowsError { number }))?;
        let found = found.entries().filter_map(|(board, deviation)| Some((board, deviation?)));
        self.found.extend(found);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        let entries =
            self.book.entries().map(|(board, _)| (board, self.found.get(&board).copied()));
        let book = Book::from_entries(self.book.provenance(), entries);
        let book =
            book.map_err(|(index, _)| OutputError::Rows(RowsError { number: index as u64 }))?;
        write(&self.path, &book.to_bytes())?;
        Ok(summary(&Total { positions: book.len(), deviations: self.found.len() }))
    }
}

//! User-defined square values: a table from a file, or one for each phase of the game.
//!
//! ```text
//! # a comment
//! phase 50                      empty squares at the centre of the phase, of 60, decreasing
//!  100 -30   8 …                as many whole numbers as the board has squares, row by row from a1
//!  …
//! phase 10
//!   30   2   6 …
//! ```
//!
//! A file without a line `phase` holds one table for the whole game. Numbers are separated by spaces,
//! commas or line ends. Between the centres of two phases the values are interpolated linearly, so that
//! the score does not jump. The table need not be symmetric.
//!
//! ```text
//! evaluate = Σ values of the phase under the mover's discs − Σ under the opponent's
//! merit    = Σ good values under the mover's discs + Σ |bad values| under the opponent's, in hundredths
//! ```
//!
//! Without a file it is also the feature `matrix` of weighted sums.
//!
//! Without a file, built-in tables for the opening, the middle game and the end are used: squares that
//! give a corner away are worst in the opening, and at the end every disc counts.
//!
//! Cost: that of `matrix1`, twice between phases. Compare with: `matrix2`, which is the middle one of
//! the three tables; `regions`, whose values follow the corners instead of the phase.
//!
//! From two of the student reports: one gives each of its players a payoff matrix, the other has
//! tables by phase, whose numbers it does not print.

use std::str::FromStr;

use othellier_board::{Board, Eight, Size, Square};

use super::matrix::SquareValues;
use super::mixed::USUAL_MOVES;
use super::phases::Phases;
use super::{Feature, MATRIX2, Matrix, Quarter};
use crate::{Score, StaticEvaluator};

/// The largest accepted value of a square, of either sign.
const MOST: i32 = 1_000_000;

/// The built-in tables: empty squares at the centre of each phase, and the values of a quarter of the
/// board.
const USUAL: [(u32, Quarter); 3] = [
    (50, [[100, -30, 8, 5], [-30, -60, -4, -3], [8, -4, 1, 0], [5, -3, 0, 0]]),
    (30, MATRIX2),
    (10, [[40, 0, 6, 5], [0, -8, 2, 2], [6, 2, 2, 2], [5, 2, 2, 2]]),
];

/// Tables of square values by phase.
#[derive(Clone, Debug)]
pub struct SquareTables<S: Size = Eight> {
    phases: Phases<S>,
    /// One matrix for each phase.
    tables: Vec<Matrix<S>>,
}

/// The built-in tables of the textbook evaluator.
impl<S: Size> Default for SquareTables<S> {
    fn default() -> SquareTables<S> {
        SquareTables {
            phases: Phases::new(&USUAL.map(|(centre, _)| centre)),
            tables: USUAL.map(|(_, quarter)| Matrix::new(&quarter)).into(),
        }
    }
}

impl<S: Size> SquareTables<S> {
    /// A sum of values, interpolated between the phases on both sides of the board.
    fn between(&self, board: Board<S>, sum: impl Fn(&Matrix<S>) -> i32) -> Score {
        let of_phase = |phase: usize| 100 * i64::from(sum(&self.tables[phase]));
        Score::guess(self.phases.between(board.empties().len(), of_phase))
    }
}

impl<S: Size> SquareValues<S> for SquareTables<S> {
    fn of_mover(&self, board: Board<S>) -> Score {
        self.between(board, |table| table.values.sum(board.mover()))
    }
}

impl<S: Size> Feature<S> for SquareTables<S> {
    fn merit(&self, board: Board<S>) -> u32 {
        let good = |discs| self.between(board, |table| table.good.sum(discs));
        let bad = good(board.opponent()) - self.of_mover(board.passed());
        (good(board.mover()) + bad).hundredths().unsigned_abs()
    }
}

impl<S: Size> StaticEvaluator<S> for SquareTables<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        self.of_mover(board) - self.of_mover(board.passed())
    }
}

impl<S: Size> FromStr for SquareTables<S> {
    type Err = SquareTablesError;

    fn from_str(text: &str) -> Result<SquareTables<S>, SquareTablesError> {
        let mut reading = Reading::default();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let line = line.split('#').next().unwrap_or_default();
            let at_line = |reason| SquareTablesError { line: line_number, reason };
            reading.take(line, S::SQUARES.into()).map_err(at_line)?;
        }
        let last = text.lines().count().max(1);
        let tables = reading.finish(S::SQUARES.into());
        let tables = tables.map_err(|reason| SquareTablesError { line: last, reason })?;
        let centres: Vec<u32> = tables.iter().map(|(centre, _)| *centre).collect();
        let table = |(_, values): &(u32, Vec<i32>)| {
            Matrix::with_values(|at: Square<S>| values[usize::from(at.index())])
        };
        Ok(SquareTables {
            phases: Phases::new(&centres),
            tables: tables.iter().map(table).collect(),
        })
    }
}

/// The tables read so far: the centre of each phase, and its values.
#[derive(Default)]
struct Reading {
    tables: Vec<(u32, Vec<i32>)>,
    has_phases: bool,
}

impl Reading {
    fn take(&mut self, line: &str, squares: usize) -> Result<(), TableFault> {
        let words = || line.split([' ', '\t', ',', '\r']).filter(|word| !word.is_empty());
        match words().next() {
            None => Ok(()),
            Some("phase") => self.take_phase(words().skip(1).collect(), squares),
            Some(_) => words().try_for_each(|word| self.take_value(word, squares)),
        }
    }

    fn take_phase(&mut self, words: Vec<&str>, squares: usize) -> Result<(), TableFault> {
        self.check_last(squares)?;
        if !self.has_phases && !self.tables.is_empty() {
            return Err(TableFault::BeforePhase);
        }
        let [word] = words[..] else {
            return Err(TableFault::NoEmpties);
        };
        let before = self.tables.last().map_or(USUAL_MOVES + 1, |(centre, _)| *centre);
        let centre = word.parse().ok().filter(|centre| *centre < before);
        let most = before.saturating_sub(1);
        let centre =
            centre.ok_or_else(|| TableFault::BadEmpties { word: word.to_owned(), most })?;
        self.has_phases = true;
        self.tables.push((centre, Vec::with_capacity(squares)));
        Ok(())
    }

    fn take_value(&mut self, word: &str, squares: usize) -> Result<(), TableFault> {
        let value = word.parse().ok().filter(|value: &i32| value.abs() <= MOST);
        let value = value.ok_or_else(|| TableFault::BadValue { word: word.to_owned() })?;
        if self.tables.is_empty() {
            self.tables.push((0, Vec::with_capacity(squares)));
        }
        let values = self.tables.last_mut().map(|(_, values)| values).filter(|v| v.len() < squares);
        let values = values.ok_or(TableFault::TooLong { squares })?;
        values.push(value);
        Ok(())
    }

    /// The last table must have a value for every square.
    fn check_last(&self, squares: usize) -> Result<(), TableFault> {
        match self.tables.last() {
            Some((_, values)) if values.len() < squares => {
                let found = values.len();
                Err(TableFault::TooShort { found, squares })
            }
            _ => Ok(()),
        }
    }

    fn finish(self, squares: usize) -> Result<Vec<(u32, Vec<i32>)>, TableFault> {
        self.check_last(squares)?;
        if self.tables.is_empty() { Err(TableFault::Empty { squares }) } else { Ok(self.tables) }
    }
}

/// The text is not a set of tables for this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct SquareTablesError {
    /// The line that is wrong, the first being 1.
    pub line: usize,
    /// The fault in that line, and the expectation.
    pub reason: TableFault,
}

/// A fault in a line of tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// The first table has no phase, a later one has.
    #[error("a table stands before the first `phase`")]
    BeforePhase,
    /// `phase` is not followed by one number.
    #[error("expected one number of empty squares, such as phase 30")]
    NoEmpties,
    /// A phase is not below the one before it.
    #[error("`{word}` is not a number of empty squares here; expected 0 to {most}, falling")]
    BadEmpties {
        /// The word in place of a number of empty squares.
        word: String,
        /// The largest number that fits.
        most: u32,
    },
    /// A value is not a number, or too large.
    #[error("`{word}` is not a value; expected a whole number from -{MOST} to {MOST}")]
    BadValue {
        /// The word in place of a value.
        word: String,
    },
    /// A table has too many numbers.
    #[error("a table has more than {squares} numbers; the board has {squares} squares")]
    TooLong {
        /// The squares of the board.
        squares: usize,
    },
    /// A table has too few numbers.
    #[error("a table ends after {found} numbers; the board has {squares} squares")]
    TooShort {
        /// How many numbers it has.
        found: usize,
        /// The squares of the board.
        squares: usize,
    },
    /// There is no number.
    #[error("there is no table; expected {squares} whole numbers")]
    Empty {
        /// The squares of the board.
        squares: usize,
    },
}

impl TableFault {
    /// The largest value of a square, and the negative of the smallest.
    pub const MOST_VALUE: i32 = MOST;
}

#[cfg(test)]
mod tests {
    use super::super::MATRIX1;
    use super::super::matrix::value;
    use super::super::tests::board;
    use super::*;
    use othellier_board::{Bitboard, Four, Six};

    /// The whole table of a quarter, as text.
    fn text<S: Size>(quarter: &Quarter) -> String {
        let row = |row: u8| {
            let squares = (0..S::SIDE).filter_map(move |column| Square::<S>::at(column, row));
            squares.map(|at| value(quarter, at).to_string()).collect::<Vec<_>>().join(", ")
        };
        (0..S::SIDE).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_table_from_a_text_equals_the_built_in_one() {
        let read: SquareTables = format!("# ours\n\n{}", text::<Eight>(&MATRIX1)).parse().unwrap();
        let board = Board::<Eight>::default().after("f5".parse().unwrap());
        assert_eq!(read.evaluate(board), Matrix::new(&MATRIX1).evaluate(board));
        for square in Square::<Eight>::all() {
            let alone = Board::new(square.bitboard(), Bitboard::EMPTY).unwrap();
            let expected = Score::from_discs(value(&MATRIX1, square));
            assert_eq!(read.evaluate(alone), expected, "{square}");
        }
    }

    #[test]
    fn a_table_need_not_be_symmetric() {
        let numbers: Vec<String> = (0..16).map(|number| number.to_string()).collect();
        let read: SquareTables<Four> = numbers.join(" ").parse().unwrap();
        let board = board::<Four>("---X ---- ---- O---");
        assert_eq!(read.evaluate(board), Score::from_discs(3 - 12));
    }

    #[test]
    fn between_two_phases_the_values_are_between_theirs() {
        let of = |value: &str| vec![value; 16].join(" ");
        let text = format!("phase 50\n{}\nphase 30\n{}", of("10"), of("20"));
        let read: SquareTables<Four> = text.parse().unwrap();
        // Of 12 moves: 10 empties are 50 of 60, 8 are 40, 6 are 30.
        let with = |discs: usize| {
            let mover: Bitboard<Four> = Square::all().take(discs).collect();
            let board = Board::new(mover, Bitboard::EMPTY).unwrap();
            read.evaluate(board).hundredths() / discs as i32
        };
        assert_eq!([4, 6, 8, 10, 12].map(with), [1000, 1000, 1500, 2000, 2000]);
    }

    #[track_caller]
    fn refused(text: &str, line: usize, reason: &str) {
        let error = text.parse::<SquareTables<Six>>().unwrap_err();
        assert_eq!(
            (error.line, error.reason.to_string().contains(reason)),
            (line, true),
            "{error}"
        );
    }

    #[test]
    fn errors_name_their_line() {
        let table = vec!["1"; 36].join(" ");
        refused("", 1, "there is no table");
        refused("# nothing\n\n", 2, "there is no table");
        refused("1 2\n3 x", 2, "`x` is not a value");
        refused("1000001", 1, "`1000001` is not a value");
        refused("1.5", 1, "`1.5` is not a value");
        refused("1 2 3\n4", 2, "ends after 4 numbers; the board has 36 squares");
        refused(&format!("{table}\n7"), 2, "more than 36");
        refused(&format!("{table}\nphase 3"), 2, "before the first `phase`");
        refused(&format!("phase 50\n{table}\nphase 50\n{table}"), 3, "expected 0 to 49, falling");
        refused("phase 61", 1, "expected 0 to 60");
        refused("phase", 1, "expected one number");
        refused(&format!("phase 50\n1\nphase 30\n{table}"), 3, "ends after 1 numbers");
    }
}

//! Numbered problems from a file, standard input or a position.
//!
//! A problem is identified by its number: its place in the file, from 1. A file whose name ends in
//! `-A-B.obf`, as in published suites, and that holds exactly B - A + 1 problems is numbered from A.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use othellier_board::Size;

use crate::obf::{self, ObfError, Problem};
use crate::source::{SourceError, SourceName};
use crate::{PositionTextError, guess_side, parse_position};

/// How much of a file is read to detect the board size.
const MAX_HEAD_BYTES: u64 = 1 << 20;

/// A problem and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedProblem<S: Size> {
    /// The number in the file, from 1.
    pub id: u64,
    /// The position and what the file says about it.
    pub problem: Problem<S>,
}

/// A file of problems, or standard input.
pub struct ProblemSource {
    name: SourceName,
    side: u8,
    content: Content,
}

enum Content {
    Position(String),
    File(Box<dyn BufRead>),
}

/// The reason why problems cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ProblemsError<S: Size> {
    /// A line is not a problem.
    #[error("{name}: {error}")]
    Line {
        /// The file or standard input.
        name: SourceName,
        /// The fault in the line.
        error: ObfError,
    },
    /// There is no problem.
    #[error("{name}: there is no position in it")]
    Empty {
        /// The file or standard input.
        name: SourceName,
    },
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionTextError<S>),
}

impl ProblemSource {
    /// A single position as a text.
    pub fn position(text: &str) -> ProblemSource {
        let side = guess_side(text).unwrap_or(8);
        let name = SourceName::Text(text.to_owned());
        ProblemSource { name, side, content: Content::Position(text.to_owned()) }
    }

    /// A file, or standard input (`-`).
    pub fn open(path: &Path) -> Result<ProblemSource, SourceError> {
        let (name, file): (SourceName, io::Result<Box<dyn BufRead>>) = match path.to_str() {
            Some("-") => (SourceName::Stdin, Ok(Box::new(io::stdin().lock()))),
            _ => {
                let file = File::open(path).map(|file| Box::new(BufReader::new(file)) as Box<_>);
                (SourceName::Path(path.to_owned()), file)
            }
        };
        match file.and_then(peek_side) {
            Ok((side, file)) => Ok(ProblemSource { name, side, content: Content::File(file) }),
            Err(error) => Err(SourceError { name, problem: error.into() }),
        }
    }

    /// The file or standard input, as messages name it.
    pub fn name(&self) -> &SourceName {
        &self.name
    }

    /// The size of its boards; 8 if unknown.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// Reads all problems; the first invalid one is an error.
    pub fn read<S: Size>(self) -> Result<Vec<NumberedProblem<S>>, ProblemsError<S>> {
        let name = self.name;
        let problems: Vec<Problem<S>> = match self.content {
            Content::Position(text) => vec![Problem::new(parse_position(&text)?)],
            Content::File(file) => {
                let problems = obf::read(file).map(|read| read.map(|(_, problem)| problem));
                let problems = problems.collect::<Result<_, _>>();
                problems.map_err(|error| ProblemsError::Line { name: name.clone(), error })?
            }
        };
        if problems.is_empty() {
            return Err(ProblemsError::Empty { name });
        }
        let first = match &name {
            SourceName::Path(path) => first_number(&path.display().to_string(), problems.len()),
            SourceName::Stdin | SourceName::Text(_) => 1,
        };
        Ok((first..).zip(problems).map(|(id, problem)| NumberedProblem { id, problem }).collect())
    }
}

/// The side of the first board of a file, and the file with nothing consumed.
fn peek_side(mut file: Box<dyn BufRead>) -> io::Result<(u8, Box<dyn BufRead>)> {
    let mut head = Vec::new();
    let side = loop {
        let before = head.len();
        let room = MAX_HEAD_BYTES - before as u64;
        if file.by_ref().take(room).read_until(b'\n', &mut head)? == 0 {
            break None;
        }
        let line = String::from_utf8_lossy(&head[before..]);
        let board = line.split([';', '%']).next().unwrap_or_default();
        let board =
            board.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        if !board.is_empty() {
            break guess_side(board);
        }
    };
    Ok((side.unwrap_or(8), Box::new(Cursor::new(head).chain(file))))
}

/// The number of the first of `count` problems.
fn first_number(name: &str, count: usize) -> u64 {
    let range = || {
        let stem = name.strip_suffix(".obf")?;
        let mut parts = stem.rsplitn(3, '-');
        let (last, first) = (parts.next()?.parse::<u64>().ok()?, parts.next()?.parse().ok()?);
        parts.next()?;
        (last.checked_sub(first)?.checked_add(1)? == count as u64).then_some(first)
    };
    range().unwrap_or(1)
}

/// Selected problem numbers, such as `40-44,47`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRanges(Vec<RangeInclusive<u64>>);

/// A text is not a list of numbers and ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected numbers and ranges such as 40-44,47")]
pub struct ParseNumberRangesError;

impl FromStr for NumberRanges {
    type Err = ParseNumberRangesError;

    fn from_str(text: &str) -> Result<NumberRanges, ParseNumberRangesError> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = number(first)?..=number(last)?;
            (!range.is_empty()).then_some(range)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges.map(NumberRanges).ok_or(ParseNumberRangesError)
    }
}

/// A number or range selects no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wanted} finds no problem; those of {name} have the numbers {first} to {last}")]
pub struct NoSuchProblem {
    /// The source of the problems.
    pub name: SourceName,
    /// The text of the number or range.
    pub wanted: String,
    /// The smallest number in the file.
    pub first: u64,
    /// The largest number in the file.
    pub last: u64,
}

impl NumberRanges {
    /// The selected problems; every number or range must match at least one.
    pub fn select<'a, S: Size>(
        &self,
        name: &SourceName,
        problems: &'a [NumberedProblem<S>],
    ) -> Result<Vec<&'a NumberedProblem<S>>, NoSuchProblem> {
        let NumberRanges(ranges) = self;
        let finds_none =
            |range: &&RangeInclusive<u64>| !problems.iter().any(|p| range.contains(&p.id));
        if let Some(range) = ranges.iter().find(finds_none) {
            let wanted = if range.start() == range.end() {
                range.start().to_string()
            } else {
                format!("{}-{}", range.start(), range.end())
            };
            let [first, last] = [problems.first(), problems.last()].map(|p| p.map_or(0, |p| p.id));
            return Err(NoSuchProblem { name: name.clone(), wanted, first, last });
        }
        let is_wanted = |p: &&NumberedProblem<S>| ranges.iter().any(|range| range.contains(&p.id));
        Ok(problems.iter().filter(is_wanted).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_can_give_the_numbers() {
        for (name, count, first) in [
            ("fforum-40-59.obf", 20, 40),
            ("data/ffo/fforum-1-19.obf", 19, 1),
            ("fforum-40-59.obf", 19, 1),
            ("fforum-40-59.txt", 20, 1),
            ("40-59.obf", 20, 1),
            ("-59-40.obf", 20, 1),
            ("a-0-18446744073709551615.obf", 20, 1),
            ("standard input", 1, 1),
        ] {
            assert_eq!(first_number(name, count), first, "{name}");
        }
    }

    #[test]
    fn numbers_and_ranges_are_parsed() {
        let NumberRanges(ranges) = "40-44, 47".parse().unwrap();
        assert_eq!(ranges, [40..=44, 47..=47]);
        for text in ["", ",", "1,", "a", "3-", "-3", "5-4", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<NumberRanges>().is_err(), "{text}");
        }
    }

    #[test]
    fn peeking_at_the_board_size_consumes_nothing() {
        for (text, side) in [
            ("% 4x4\n\n-----OX--XO----- X; A2:+8;\n", 4),
            ("-----OX--XO-----X", 4),
            ("", 8),
            ("%\n%", 8),
            ("hello\n-----OX--XO----- X", 8),
        ] {
            let (found, mut file) = peek_side(Box::new(text.as_bytes())).unwrap();
            let mut read = String::new();
            file.read_to_string(&mut read).unwrap();
            assert_eq!((found, read.as_str()), (side, text));
        }
    }
}

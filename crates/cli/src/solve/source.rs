//! Reads numbered problems from a file, a pipe or an argument.
//!
//! A problem is identified by its number: its place in the file, from 1. A file whose name ends in
//! `-A-B.obf`, as in published suites, and that holds exactly B - A + 1 problems is numbered from A.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, IsTerminal, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use othellier_board::Size;
use othellier_locale::{Lang, Localized, Value, message};
use othellier_record::guess_side;
use othellier_record::obf::{self, Problem};

use crate::error::CliError;
use crate::games::read_position;
use crate::values::ExpectedValue;

/// How much of a file is read to detect the board size.
const MAX_HEAD_BYTES: u64 = 1 << 20;

/// A problem and its number.
pub(crate) struct NumberedProblem<S: Size> {
    pub(crate) id: u64,
    pub(crate) problem: Problem<S>,
}

/// A source of problems.
pub(crate) struct ProblemSource {
    /// Its name in messages.
    name: String,
    /// The side of its boards; 8 if unknown.
    side: u8,
    content: Content,
}

enum Content {
    Position(String),
    File(Box<dyn BufRead>),
}

impl ProblemSource {
    /// Opens the position if given, else the file, else standard input unless it is a terminal.
    pub(crate) fn open(
        lang: Lang,
        file: Option<&Path>,
        position: Option<&str>,
    ) -> Result<ProblemSource, CliError> {
        let piped = || (lang.text("solve-stdin"), Box::new(std::io::stdin().lock()) as Box<_>);
        let (name, file): (String, Box<dyn BufRead>) = match (position, file) {
            (Some(text), _) => {
                let side = guess_side(text).unwrap_or(8);
                let content = Content::Position(text.to_owned());
                return Ok(ProblemSource { name: "--position".to_owned(), side, content });
            }
            (None, Some(path)) if path == Path::new("-") => piped(),
            (None, Some(path)) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|error| refused(&name, error))?;
                (name, Box::new(BufReader::new(file)))
            }
            (None, None) if std::io::stdin().is_terminal() => {
                return Err(CliError::usage(message!("solve-nothing")));
            }
            (None, None) => piped(),
        };
        let (side, file) = peek_side(file).map_err(|error| refused(&name, error))?;
        Ok(ProblemSource { name, side, content: Content::File(file) })
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The side of its boards; 8 if unknown.
    pub(crate) fn side(&self) -> u8 {
        self.side
    }

    /// Reads all problems; the first invalid one is an error.
    pub(crate) fn read<S: Size>(self, lang: Lang) -> Result<Vec<NumberedProblem<S>>, CliError> {
        let problems = match self.content {
            Content::Position(text) => {
                vec![Problem::new(read_position(lang, &text)?)]
            }
            Content::File(file) => {
                let problems = obf::read(file).map(|read| read.map(|(_, problem)| problem));
                problems.collect::<Result<_, _>>().map_err(|error| refused(&self.name, error))?
            }
        };
        if problems.is_empty() {
            return Err(refused(&self.name, message!("solve-empty")));
        }
        let first = first_number(&self.name, problems.len());
        Ok((first..).zip(problems).map(|(id, problem)| NumberedProblem { id, problem }).collect())
    }
}

/// The error of a file that cannot be used.
pub(crate) fn refused(file: &str, why: impl Localized + Send + Sync + 'static) -> CliError {
    CliError::usage(message!("solve-file-refused", file = file, why = Value::localized(why)))
}

/// The side of the first board of a file, and the file with nothing consumed.
fn peek_side(mut file: Box<dyn BufRead>) -> std::io::Result<(u8, Box<dyn BufRead>)> {
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
#[derive(Clone, Debug)]
pub(crate) struct NumberRanges(Vec<RangeInclusive<u64>>);

impl FromStr for NumberRanges {
    type Err = ExpectedValue;

    fn from_str(text: &str) -> Result<NumberRanges, ExpectedValue> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = number(first)?..=number(last)?;
            (!range.is_empty()).then_some(range)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges.map(NumberRanges).ok_or(ExpectedValue::Described("expected-numbers"))
    }
}

/// The selected problems; every number or range must match at least one.
pub(crate) fn select<'a, S: Size>(
    name: &str,
    only: Option<&NumberRanges>,
    problems: &'a [NumberedProblem<S>],
) -> Result<Vec<&'a NumberedProblem<S>>, CliError> {
    let Some(NumberRanges(ranges)) = only else { return Ok(problems.iter().collect()) };
    let finds_none = |range: &&RangeInclusive<u64>| !problems.iter().any(|p| range.contains(&p.id));
    if let Some(range) = ranges.iter().find(finds_none) {
        let wanted = match range.start() == range.end() {
            true => range.start().to_string(),
            false => format!("{}-{}", range.start(), range.end()),
        };
        let [first, last] = [problems.first(), problems.last()].map(|p| p.map_or(0, |p| p.id));
        return Err(CliError::usage(message!(
            "solve-only-none",
            wanted = wanted,
            file = name,
            first = first.to_string(),
            last = last.to_string()
        )));
    }
    let is_wanted = |p: &&NumberedProblem<S>| ranges.iter().any(|range| range.contains(&p.id));
    Ok(problems.iter().filter(is_wanted).collect())
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

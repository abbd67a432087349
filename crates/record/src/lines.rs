//! The lines of a text of unknown length and encoding.

use std::io::{BufRead, Read};

use crate::error::{LONGEST_GAME, Location, ReadError, ReadProblem};
use crate::latin::decoded;

/// How many bytes of an overlong line are skipped to find the next one.
pub(crate) const MAX_SKIPPED: u64 = 1 << 30;

/// The lines of a file with their numbers, without line ends; a line longer than [`LONGEST_GAME`]
/// is an error.
pub(crate) struct Lines<R> {
    file: R,
    number: usize,
    is_done: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(file: R) -> Lines<R> {
        Lines { file, number: 0, is_done: false }
    }

    fn read(&mut self) -> Result<Option<String>, ReadProblem> {
        let mut bytes = Vec::with_capacity(128);
        let most = LONGEST_GAME as u64;
        if self.file.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if !bytes.ends_with(b"\n") && bytes.len() == LONGEST_GAME {
            // Give up on an endless file, such as a device.
            let skipped = self.file.by_ref().take(MAX_SKIPPED).skip_until(b'\n')?;
            self.is_done = skipped as u64 == MAX_SKIPPED;
            return Err(ReadProblem::TooLong);
        }
        while bytes.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
            bytes.pop();
        }
        let text = decoded(bytes);
        Ok(Some(match text.strip_prefix('\u{feff}') {
            Some(rest) if self.number == 1 => rest.to_owned(),
            _ => text,
        }))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<(usize, String), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        self.number += 1;
        let number = self.number;
        let read = self.read().map_err(|problem| {
            self.is_done |= matches!(problem, ReadProblem::Unreadable(_));
            Location::Line(number).error(problem)
        });
        read.transpose().map(|read| read.map(|text| (number, text)))
    }
}

//! The lines of a text of unknown length and alphabet.

use std::io::{BufRead, Read};

use crate::fault::{Fault, LONGEST_GAME, Place, ReadError};
use crate::latin::decoded;

/// How much of a line that is too long is passed over to find the next one.
pub(crate) const MOST_SKIPPED: u64 = 1 << 30;

/// The lines of a file with their numbers, without their ends, none longer than a game may be.
pub(crate) struct Lines<R> {
    file: R,
    number: usize,
    is_done: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(file: R) -> Lines<R> {
        Lines { file, number: 0, is_done: false }
    }

    fn read(&mut self) -> Result<Option<String>, Fault> {
        let mut bytes = Vec::with_capacity(128);
        let most = LONGEST_GAME as u64;
        if self.file.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if !bytes.ends_with(b"\n") && bytes.len() == LONGEST_GAME {
            // A file without an end, such as a device, is not waited for.
            let skipped = self.file.by_ref().take(MOST_SKIPPED).skip_until(b'\n')?;
            self.is_done = skipped as u64 == MOST_SKIPPED;
            return Err(Fault::TooLong);
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
        let read = self.read().map_err(|fault| {
            self.is_done |= matches!(fault, Fault::Unreadable(_));
            Place::Line(number).error(fault)
        });
        read.transpose().map(|read| read.map(|text| (number, text)))
    }
}

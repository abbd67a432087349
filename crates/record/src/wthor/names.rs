//! The names of WTHOR files: players (`.jou`) and tournaments (`.trn`), referenced by number.
//!
//! A file is a header like that of the games, with the number of names, and fixed-length names in
//! ISO-8859-1, padded with zeros.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Write};

use super::{Day, HEADER, header};
use crate::error::{Location, ReadError, ReadProblem};
use crate::latin::{from_latin, to_latin};

/// The maximum number of names: numbers have two bytes.
const MAX_NAMES: usize = 1 << 16;

/// Players and tournaments.
#[derive(Clone, Debug)]
pub struct Names {
    /// From the file `.jou`.
    pub players: NameList,
    /// From the file `.trn`.
    pub tournaments: NameList,
}

/// Empty lists.
impl Default for Names {
    fn default() -> Names {
        Names { players: NameList::new(20), tournaments: NameList::new(26) }
    }
}

/// A list of fixed-width names.
#[derive(Clone, Debug)]
pub struct NameList {
    width: usize,
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// Numbers in use beyond the list, whose names are unknown.
    nameless: HashSet<u16>,
}

impl NameList {
    fn new(width: usize) -> NameList {
        let (names, numbers, nameless) = Default::default();
        NameList { width, names, numbers, nameless }
    }

    /// The number of names in the list.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name with this number.
    pub fn name(&self, number: u16) -> Option<String> {
        self.names.get(usize::from(number)).cloned()
    }

    /// The number of a name, and whether the name fits unchanged. A new name is added; `None` if
    /// the list is full. The empty name is number 0.
    pub(super) fn number(&mut self, name: &str) -> Option<(u16, bool)> {
        if let Some(&number) = self.numbers.get(name) {
            return Some((number, true));
        }
        if name.is_empty() {
            if self.names.is_empty() {
                self.push("???".to_owned());
            }
            return Some((0, true));
        }
        if let Some(number) = number_of_unknown(name).filter(|&n| usize::from(n) >= self.len()) {
            self.nameless.insert(number);
            return Some((number, true));
        }
        let written = self.cut(name);
        let is_whole = written == name;
        if let Some(&number) = self.numbers.get(&written) {
            return Some((number, is_whole));
        }
        if self.names.is_empty() && name != "???" {
            self.push("???".to_owned());
        }
        loop {
            let number = u16::try_from(self.names.len()).ok().filter(|&n| n < u16::MAX)?;
            if !self.nameless.contains(&number) {
                self.push(written);
                return Some((number, is_whole));
            }
            self.push(unknown(number));
        }
    }

    fn push(&mut self, name: String) {
        self.numbers.entry(name.clone()).or_insert(self.names.len() as u16);
        self.names.push(name);
    }

    /// The name truncated and restricted to what can be written.
    fn cut(&self, name: &str) -> String {
        let letters = name.chars().map(|letter| if letter == '\0' { ' ' } else { letter });
        let latin = letters.map(|letter| if u32::from(letter) < 256 { letter } else { '?' });
        latin.take(self.width - 1).collect()
    }

    /// Replaces the list by a file of names.
    pub fn read(&mut self, mut file: impl Read) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        let most = (HEADER + MAX_NAMES * self.width) as u64;
        let start = Location::Offset(0);
        file.by_ref().take(most).read_to_end(&mut bytes).map_err(|error| start.error(error))?;
        let Some((head, names)) = bytes.split_at_checked(HEADER) else {
            return Err(start.error(ReadProblem::OtherFormat { format: "WTHOR" }));
        };
        let promised = u32::from(u16::from_le_bytes([head[8], head[9]]));
        let found = (names.len() / self.width) as u32;
        if promised != found || !names.len().is_multiple_of(self.width) {
            return Err(Location::Offset(bytes.len() as u64)
                .error(ReadProblem::MissingNames { promised, found }));
        }
        *self = NameList::new(self.width);
        for name in names.chunks(self.width) {
            let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
            self.push(from_latin(&name[..length]));
        }
        Ok(())
    }

    /// Writes the file with its creation date.
    pub fn write(&self, file: &mut impl Write, made: Day) -> io::Result<()> {
        file.write_all(&header(made, 0, self.names.len() as u16, 0, [0; 4]))?;
        for name in &self.names {
            let mut bytes = to_latin(name).unwrap_or_default();
            bytes.resize(self.width, 0);
            file.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// The placeholder for an unknown name.
pub(super) fn unknown(number: u16) -> String {
    format!("#{number}")
}

fn number_of_unknown(name: &str) -> Option<u16> {
    let number = name.strip_prefix('#')?.parse().ok()?;
    (unknown(number) == name).then_some(number)
}

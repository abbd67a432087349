//! The binary file format of a book.
//!
//! Little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OTHELLBK` |
//! | 2 | version of the format, 1 |
//! | 4 | CRC-32 of all that follows |
//! | 4 + n | length and text of the provenance, UTF-8 |
//! | 8 | how many positions |
//! | 24 each | mover's discs, opponent's discs (8 + 8); value (2); the deviation: move (1: a square, 64 pass, 65 not known which, 255 none), value (2), depth, confidence, level (1 + 1 + 1) |
//!
//! Values are in hundredths of a disc for the side to move. Boards are in canonical form and in
//! ascending order, so that equal books are equal files.
//!
//! The whole file is read into memory: a million positions take 24 MB, and are read and checked in
//! well under a second. A memory map would be unsafe, because the file may change while the book is
//! open.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use othellier_board::{Bitboard, Board, Move, Square};
use othellier_eval::Score;
use othellier_record::{read_file, replace_file};

use crate::book::{Book, Node, is_legal};
use crate::deviation::{Deviation, MAX_VALUE};

const MAGIC: &[u8; 8] = b"OTHELLBK";
const VERSION: u16 = 1;
/// Magic, version and checksum.
pub(crate) const HEAD: usize = 14;
const RECORD: usize = 24;

const PASS: u8 = 64;
const UNKNOWN: u8 = 65;
const NONE: u8 = 255;

/// Why a book file is rejected.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a book.
    #[error("this is not a book")]
    NotABook,
    /// The format version is not supported.
    #[error("the book has format {0}; expected format {VERSION}")]
    Version(u16),
    /// The checksum does not match: the file is truncated or corrupted.
    #[error("the book is damaged: the checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// The checksum in the file.
        written: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// The checksum matches, but the contents are invalid.
    #[error("the book is invalid: {0}")]
    Invalid(InvalidBook),
    /// The checksum matches, but a position is invalid.
    #[error("position {number} of the book is invalid: {why}")]
    Position {
        /// The number of the record, from 1.
        number: usize,
        /// The reason why it is invalid.
        why: InvalidPosition,
    },
}

/// Why the contents of a book are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBook {
    /// It is truncated.
    #[error("it is too short")]
    Short,
    /// Its provenance is not UTF-8.
    #[error("its provenance is not text")]
    Provenance,
    /// It has more or fewer positions than its header says.
    #[error("the number of positions does not match the header")]
    Count,
}

/// Why a position of a book is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// The positions are not sorted.
    #[error("it is out of order")]
    Order,
    /// A value is impossible.
    #[error("its value is out of range")]
    Value,
    /// A square belongs to both sides.
    #[error("two discs are on one square")]
    Overlap,
    /// It is a symmetric image of the position that should be stored.
    #[error("it is not in its canonical form")]
    NotCanonical,
    /// The record is truncated.
    #[error("it is short")]
    Short,
    /// There is a value without a move.
    #[error("it has no move but a value")]
    NoMove,
    /// The number of the move is unknown.
    #[error("its move is not a square or a pass")]
    NotAMove,
    /// The confidence is too large.
    #[error("its confidence is more than 100 percent")]
    Confidence,
    /// The move cannot be played.
    #[error("its move is not legal")]
    Illegal,
    /// There is a move after the end of the game.
    #[error("it has a move but the game is over")]
    Over,
}

impl BookError {
    /// The format version of books.
    pub const VERSION: u16 = VERSION;
}

impl Book {
    /// The maximum file size: twenty million positions.
    pub const MOST_BYTES: u64 = 512 << 20;

    /// Reads a book, or refuses it with the place of its first fault.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let bytes = read_file(path, Book::MOST_BYTES);
        Book::from_bytes(&bytes.map_err(|error| io::Error::from(error.problem))?)
    }

    /// Replaces a file with the book atomically: the old file stays until the new one is on disk.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace_file(path, |file| file.write_all(&self.to_bytes()))
    }

    /// The contents of a book file, with its checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(16 + self.provenance().len() + RECORD * self.len());
        body.extend((self.provenance().len() as u32).to_le_bytes());
        body.extend(self.provenance().as_bytes());
        body.extend((self.len() as u64).to_le_bytes());
        for (board, node) in self.nodes() {
            body.extend(record(*board, node));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Parses the contents of a file. Any bytes give an error or a book whose boards are canonical
    /// and whose moves are legal.
    pub fn from_bytes(file: &[u8]) -> Result<Book, BookError> {
        let Some((head, body)) = file.split_at_checked(HEAD).filter(|_| file.starts_with(MAGIC))
        else {
            return Err(BookError::NotABook);
        };
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let written = u32::from_le_bytes([head[10], head[11], head[12], head[13]]);
        let found = crc32fast::hash(body);
        if written != found {
            return Err(BookError::Damaged { written, found });
        }
        let short = BookError::Invalid(InvalidBook::Short);
        let (provenance, count, records) = parts(body).ok_or(short)?;
        let provenance =
            str::from_utf8(provenance).map_err(|_| BookError::Invalid(InvalidBook::Provenance))?;
        let (records, odd) = records.as_chunks::<RECORD>();
        if !odd.is_empty() || records.len() as u64 != count {
            return Err(BookError::Invalid(InvalidBook::Count));
        }
        Ok(Book::from_nodes(provenance.to_owned(), nodes(records)?))
    }
}

/// Provenance, number of positions, positions.
fn parts(body: &[u8]) -> Option<(&[u8], u64, &[u8])> {
    let (length, rest) = body.split_first_chunk::<4>()?;
    let (provenance, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (count, records) = rest.split_first_chunk::<8>()?;
    Some((provenance, u64::from_le_bytes(*count), records))
}

fn nodes(records: &[[u8; RECORD]]) -> Result<BTreeMap<Board, Node>, BookError> {
    let mut nodes = Vec::with_capacity(records.len());
    for (number, record) in (1..).zip(records) {
        let (board, node) =
            parse_record(record).map_err(|why| BookError::Position { number, why })?;
        if nodes.last().is_some_and(|(last, _)| *last >= board) {
            return Err(BookError::Position { number, why: InvalidPosition::Order });
        }
        nodes.push((board, node));
    }
    Ok(nodes.into_iter().collect())
}

fn record(board: Board, node: &Node) -> [u8; RECORD] {
    let hundredths = |value: Score| (value.hundredths() as i16).to_le_bytes();
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&board.mover().bits().to_le_bytes());
    bytes[8..16].copy_from_slice(&board.opponent().bits().to_le_bytes());
    bytes[16..18].copy_from_slice(&hundredths(node.value));
    bytes[18] = NONE;
    if let Some(deviation) = node.deviation {
        bytes[18] = match deviation.played {
            Some(Move::Place(square)) => square.index(),
            Some(Move::Pass) => PASS,
            None => UNKNOWN,
        };
        bytes[19..21].copy_from_slice(&hundredths(deviation.value));
        bytes[21..].copy_from_slice(&[deviation.depth, deviation.confidence, deviation.level]);
    }
    bytes
}

fn parse_record(bytes: &[u8; RECORD]) -> Result<(Board, Node), InvalidPosition> {
    let discs = |at: usize| {
        let bytes: [u8; 8] = std::array::from_fn(|offset| bytes[at + offset]);
        Bitboard::from_bits(u64::from_le_bytes(bytes))
    };
    let value = |at: usize| {
        let hundredths = i16::from_le_bytes([bytes[at], bytes[at + 1]]).into();
        let is_possible = (-MAX_VALUE..=MAX_VALUE).contains(&hundredths);
        is_possible.then_some(Score::guess(hundredths.into())).ok_or(InvalidPosition::Value)
    };
    let board = Board::new(discs(0), discs(8)).map_err(|_| InvalidPosition::Overlap)?;
    if board != board.canonical() {
        return Err(InvalidPosition::NotCanonical);
    }
    let node = Node { value: value(16)?, deviation: None };
    let [number, .., depth, confidence, level] = bytes[18..] else {
        return Err(InvalidPosition::Short);
    };
    let played = match number {
        NONE if bytes[19..].iter().all(|byte| *byte == 0) => return Ok((board, node)),
        NONE => return Err(InvalidPosition::NoMove),
        PASS => Some(Move::Pass),
        UNKNOWN => None,
        index => Some(Move::Place(Square::from_index(index).ok_or(InvalidPosition::NotAMove)?)),
    };
    if confidence > 100 {
        return Err(InvalidPosition::Confidence);
    }
    match played {
        Some(played) if !is_legal(board, played) => return Err(InvalidPosition::Illegal),
        None if board.is_over() => return Err(InvalidPosition::Over),
        _ => {}
    }
    let deviation = Deviation { played, value: value(19)?, depth, confidence, level };
    Ok((board, Node { deviation: Some(deviation), ..node }))
}

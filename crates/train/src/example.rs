//! Positions with what became of them, and the files that keep them.
//!
//! A shard is a file of examples, written as a whole or not at all. Little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OTHELLEX` |
//! | 2 | version of the format, 1 |
//! | 2 + n | length and text of where the examples come from, UTF-8 |
//! | 24 each | the examples: mover's discs, opponent's discs, outcome, forecast, game |
//!
//! Outcome and forecast are in hundredths of a disc for the side to move; a forecast that was not
//! made is the least 16-bit number. A board stands in the form that is least among its images under
//! the eight symmetries.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use othellier_board::{Bitboard, Board};

/// A position and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The least of its images.
    pub board: Board,
    /// How the game ended, for the side to move, in hundredths of a disc.
    pub outcome: i16,
    /// What a search said, in hundredths of a disc.
    pub forecast: Option<i16>,
    /// A number of the game, so that all its positions are kept on one side of a split.
    pub game: u32,
}

const MAGIC: &[u8; 8] = b"OTHELLEX";
const VERSION: u16 = 1;
const SIZE: usize = 24;
const NO_FORECAST: i16 = i16::MIN;

/// Why a shard is refused.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// It cannot be read.
    #[error("`{path}` cannot be read: {source}")]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else, or damaged.
    #[error("`{path}` is no shard of examples: {fault}")]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        fault: ShardFault,
    },
    /// A shard of the same name was made in another way.
    #[error("`{path}` was made in another way: {found}")]
    Other {
        /// Which file.
        path: PathBuf,
        /// Where its examples come from.
        found: String,
    },
    /// It cannot be written.
    #[error("`{path}` cannot be written: {source}")]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What is wrong with a file that should be a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardFault {
    /// It does not begin as shards do.
    #[error("it begins otherwise")]
    Foreign,
    /// It was written by another version.
    #[error("it has another version")]
    Version,
    /// It ends too soon.
    #[error("it is cut off")]
    CutOff,
    /// Its provenance is not UTF-8.
    #[error("its provenance is not text")]
    NotText,
    /// One of its boards cannot be.
    #[error("a board is impossible")]
    Impossible,
}

impl Example {
    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.board.mover().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().bits().to_le_bytes());
        bytes[16..18].copy_from_slice(&self.outcome.to_le_bytes());
        let forecast = self.forecast.unwrap_or(NO_FORECAST);
        bytes[18..20].copy_from_slice(&forecast.to_le_bytes());
        bytes[20..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Nothing where a square belongs to both sides, or where there are fewer discs than at the start.
    fn from_bytes(bytes: &[u8; SIZE]) -> Option<Example> {
        let (mover, rest) = bytes.split_first_chunk::<8>()?;
        let (opponent, rest) = rest.split_first_chunk::<8>()?;
        let [outcome_low, outcome_high, forecast_low, forecast_high, game @ ..] = rest else {
            return None;
        };
        let [mover, opponent] =
            [mover, opponent].map(|bytes| Bitboard::from_bits(u64::from_le_bytes(*bytes)));
        let forecast = i16::from_le_bytes([*forecast_low, *forecast_high]);
        Some(Example {
            board: Board::new(mover, opponent).ok().filter(|board| board.discs().len() >= 4)?,
            outcome: i16::from_le_bytes([*outcome_low, *outcome_high]),
            forecast: (forecast != NO_FORECAST).then_some(forecast),
            game: u32::from_le_bytes(game.try_into().ok()?),
        })
    }
}

/// Writes a shard: the file is there when it is whole, and not before.
pub fn write_shard(path: &Path, provenance: &str, examples: &[Example]) -> Result<(), ShardError> {
    let provenance = as_kept(provenance);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((provenance.len() as u16).to_le_bytes());
    bytes.extend(provenance.as_bytes());
    bytes.extend(examples.iter().flat_map(|example| example.to_bytes()));
    let unfinished = path.with_extension("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&unfinished, path)
    };
    write().map_err(|source| ShardError::Unwritable { path: path.to_owned(), source })
}

/// As much of a provenance as a shard has room for.
fn as_kept(provenance: &str) -> &str {
    &provenance[..provenance.floor_char_boundary(usize::from(u16::MAX))]
}

/// The longest that stands before the examples.
const LONGEST_HEAD: u64 = MAGIC.len() as u64 + 4 + u16::MAX as u64;

/// The most that a shard may have beyond that: some forty million examples.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a shard: where it comes from, and its examples.
pub fn read_shard(path: &Path) -> Result<(String, Vec<Example>), ShardError> {
    let unreadable = |source| ShardError::Unreadable { path: path.to_owned(), source };
    let refused = |fault| ShardError::Refused { path: path.to_owned(), fault };
    let mut file = othellier_file::open(path).map_err(|problem| unreadable(problem.into()))?;
    // Whatever is no shard is refused before it is read as a whole.
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(LONGEST_HEAD).read_to_end(&mut bytes).map_err(unreadable)?;
    parse_head(&bytes).map_err(refused)?;
    let rest = othellier_file::read_all(file, MOST_BYTES);
    bytes.extend(rest.map_err(|problem| unreadable(problem.into()))?);
    parse_shard(&bytes).map_err(refused)
}

/// Takes the bytes of a shard apart.
pub fn parse_shard(bytes: &[u8]) -> Result<(String, Vec<Example>), ShardFault> {
    let (provenance, records) = parse_head(bytes)?;
    let (records, odd) = records.as_chunks::<SIZE>();
    if !odd.is_empty() {
        return Err(ShardFault::CutOff);
    }
    let examples: Option<Vec<Example>> = records.iter().map(Example::from_bytes).collect();
    Ok((provenance.to_owned(), examples.ok_or(ShardFault::Impossible)?))
}

/// The provenance, and the bytes that follow it.
fn parse_head(bytes: &[u8]) -> Result<(&str, &[u8]), ShardFault> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ShardFault::Foreign)?;
    let (version, rest) = rest.split_first_chunk::<2>().ok_or(ShardFault::CutOff)?;
    if u16::from_le_bytes(*version) != VERSION {
        return Err(ShardFault::Version);
    }
    let (length, rest) = rest.split_first_chunk::<2>().ok_or(ShardFault::CutOff)?;
    let length = u16::from_le_bytes(*length).into();
    let (provenance, rest) = rest.split_at_checked(length).ok_or(ShardFault::CutOff)?;
    Ok((str::from_utf8(provenance).map_err(|_| ShardFault::NotText)?, rest))
}

/// Whether a shard is there already; refused where one is there that was made in another way.
pub(crate) fn is_there(path: &Path, provenance: &str) -> Result<bool, ShardError> {
    let unreadable = |source| ShardError::Unreadable { path: path.to_owned(), source };
    if !path.try_exists().map_err(unreadable)? {
        return Ok(false);
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(LONGEST_HEAD).read_to_end(&mut head).map_err(unreadable)?;
    let refused = |fault| ShardError::Refused { path: path.to_owned(), fault };
    let (found, _) = parse_head(&head).map_err(refused)?;
    if found != as_kept(provenance) {
        return Err(ShardError::Other { path: path.to_owned(), found: found.to_owned() });
    }
    Ok(true)
}

/// The shards in a folder, by name.
pub fn shards(folder: &Path) -> Result<Vec<PathBuf>, ShardError> {
    let list = || -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    let mut shards =
        list().map_err(|source| ShardError::Unreadable { path: folder.to_owned(), source })?;
    shards.retain(|path| path.extension().is_some_and(|extension| extension == "examples"));
    shards.sort();
    Ok(shards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_example() -> impl Strategy<Value = Example> {
        let fields = (any::<u64>(), any::<u64>(), any::<i16>(), any::<Option<i16>>(), any::<u32>());
        fields.prop_map(|(mover, opponent, outcome, forecast, game)| {
            let mover = Bitboard::from_bits(mover | 15);
            let opponent = Bitboard::from_bits(opponent) - mover;
            let forecast = forecast.filter(|forecast| *forecast != NO_FORECAST);
            Example { board: Board::from_disjoint(mover, opponent), outcome, forecast, game }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            examples in prop::collection::vec(any_example(), 0..50),
            provenance in ".*",
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.examples");
            write_shard(&path, &provenance, &examples).unwrap();
            prop_assert_eq!(shards(folder.path()).unwrap(), std::slice::from_ref(&path));
            prop_assert!(is_there(&path, &provenance).unwrap());
            prop_assert!(is_there(&path, "another way").is_err());
            prop_assert_eq!(read_shard(&path).unwrap(), (provenance, examples));
        }

        #[test]
        fn any_bytes_are_survived(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            whole_head in any::<bool>(),
        ) {
            let head = if whole_head { &b"OTHELLEX\x01\0\0\0"[..] } else { &b""[..] };
            let _ = parse_shard(&[head, &bytes].concat());
        }
    }

    #[test]
    fn every_fault_is_found() {
        let shard = |version: u8, rest: &[u8]| [b"OTHELLEX", &[version, 0][..], rest].concat();
        let start = Example { board: Board::default(), outcome: 0, forecast: None, game: 7 };
        let example = start.to_bytes();
        let whole = shard(1, &[&[0, 0][..], &example].concat());
        assert_eq!(parse_shard(&whole), Ok((String::new(), vec![start])));
        for (bytes, fault) in [
            (b"OTHELLPW".to_vec(), ShardFault::Foreign),
            (shard(2, &[0, 0]), ShardFault::Version),
            (whole[..9].to_vec(), ShardFault::CutOff),
            (whole[..11].to_vec(), ShardFault::CutOff),
            (whole[..whole.len() - 1].to_vec(), ShardFault::CutOff),
            (shard(1, &[5, 0, b'a']), ShardFault::CutOff),
            (shard(1, &[1, 0, 0xff]), ShardFault::NotText),
            (shard(1, &[&[0, 0][..], &[1; 24]].concat()), ShardFault::Impossible),
            (shard(1, &[&[0, 0][..], &[0; 24]].concat()), ShardFault::Impossible),
        ] {
            assert_eq!(parse_shard(&bytes), Err(fault));
        }
    }

    #[test]
    fn a_long_provenance_is_cut_between_letters() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.examples");
        write_shard(&path, &"é".repeat(40_000), &[]).unwrap();
        assert_eq!(read_shard(&path).unwrap().0, "é".repeat(32_767));
    }
}

//! Training examples and the files that store them.
//!
//! A shard is a file of examples, written atomically. Little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OTHELLEX` |
//! | 2 | format version, 1 |
//! | 2 + n | length and text of the provenance, UTF-8 |
//! | 24 each | the examples: mover's discs, opponent's discs, outcome, forecast, game |
//!
//! Outcome and forecast are in hundredths of a disc for the side to move; a missing forecast is the
//! smallest 16-bit number. A board is stored in canonical form: the least of its images under the eight
//! symmetries.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use othellier_board::{Bitboard, Board};

/// A position with its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The board in canonical form.
    pub board: Board,
    /// The outcome of the game for the side to move, in hundredths of a disc; that of a search in
    /// midgame exploration (see [`Example::is_searched`]).
    pub outcome: i16,
    /// The value of a search, in hundredths of a disc.
    pub forecast: Option<i16>,
    /// The number of the game, so that all its positions fall on one side of the validation split.
    pub game: u32,
}

const MAGIC: &[u8; 8] = b"OTHELLEX";
const VERSION: u16 = 1;
/// Bytes of the record of an example.
pub const EXAMPLE_BYTES: usize = 24;
const NO_FORECAST: i16 = i16::MIN;

/// An error with a shard file.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    #[error("`{path}` cannot be read: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
    /// A folder has no shards.
    #[error("`{path}` has no shards of examples")]
    None { path: PathBuf },
    /// It is some other kind of file, or damaged.
    #[error("`{path}` is no shard of examples: {fault}")]
    Refused { path: PathBuf, fault: ShardFault },
    /// A shard of the same name has another provenance.
    #[error("`{path}` was made in another way: {found}")]
    Other { path: PathBuf, found: String },
    #[error("`{path}` cannot be written: {source}")]
    Unwritable { path: PathBuf, source: io::Error },
}

/// A fault in a file that should be a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardFault {
    /// It does not start with the magic number of shards.
    #[error("it has another magic number")]
    Foreign,
    /// It has another format version.
    #[error("it has another version")]
    Version,
    #[error("it is truncated")]
    CutOff,
    /// Its provenance is not UTF-8.
    #[error("its provenance is not text")]
    NotText,
    /// One of its boards is impossible.
    #[error("a board is impossible")]
    Impossible,
}

/// Hundredths of a disc between two final scores, which are even.
const SCORE_STEP: i16 = 200;

impl Example {
    /// Whether the value of a search stands in place of the outcome, as in midgame exploration: there
    /// is no forecast, and the outcome is no possible final score. One searched value in two hundred
    /// equals a final score and is taken for one.
    #[inline]
    pub fn is_searched(&self) -> bool {
        self.forecast.is_none() && self.outcome % SCORE_STEP != 0
    }

    /// The record of a shard.
    pub fn to_bytes(self) -> [u8; EXAMPLE_BYTES] {
        let mut bytes = [0; EXAMPLE_BYTES];
        bytes[..8].copy_from_slice(&self.board.mover().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent().bits().to_le_bytes());
        bytes[16..18].copy_from_slice(&self.outcome.to_le_bytes());
        let forecast = self.forecast.unwrap_or(NO_FORECAST);
        bytes[18..20].copy_from_slice(&forecast.to_le_bytes());
        bytes[20..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads the record of a shard: `None` where a square belongs to both sides, or where there are fewer
    /// than four discs.
    pub fn from_bytes(bytes: &[u8; EXAMPLE_BYTES]) -> Option<Example> {
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

/// The bytes of a shard.
pub fn shard_bytes(provenance: &str, examples: &[Example]) -> Vec<u8> {
    let provenance = truncated(provenance);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((provenance.len() as u16).to_le_bytes());
    bytes.extend(provenance.as_bytes());
    bytes.extend(examples.iter().flat_map(|example| example.to_bytes()));
    bytes
}

/// Writes a shard atomically: to a temporary file, which is then renamed.
pub fn write_shard(path: &Path, provenance: &str, examples: &[Example]) -> Result<(), ShardError> {
    let bytes = shard_bytes(provenance, examples);
    let unfinished = path.with_extension("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&unfinished, path)
    };
    write().map_err(|source| ShardError::Unwritable { path: path.to_owned(), source })
}

/// The provenance, truncated to what a shard has room for.
fn truncated(provenance: &str) -> &str {
    &provenance[..provenance.floor_char_boundary(usize::from(u16::MAX))]
}

/// The most bytes before the examples.
const MAX_HEADER: u64 = MAGIC.len() as u64 + 4 + u16::MAX as u64;

/// The most bytes of a shard beyond that: some forty million examples.
const MAX_BYTES: u64 = 1 << 30;

/// Reads a shard: its provenance and its examples.
pub fn read_shard(path: &Path) -> Result<(String, Vec<Example>), ShardError> {
    let unreadable = |source| ShardError::Unreadable { path: path.to_owned(), source };
    let refused = |fault| ShardError::Refused { path: path.to_owned(), fault };
    let mut file =
        othellier_platform::file::open(path).map_err(|problem| unreadable(problem.into()))?;
    // A file that is not a shard is refused before all of it is read.
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(MAX_HEADER).read_to_end(&mut bytes).map_err(unreadable)?;
    parse_header(&bytes).map_err(refused)?;
    let rest = othellier_platform::file::read_all(file, MAX_BYTES);
    bytes.extend(rest.map_err(|problem| unreadable(problem.into()))?);
    parse_shard(&bytes).map_err(refused)
}

/// Parses the bytes of a shard.
pub fn parse_shard(bytes: &[u8]) -> Result<(String, Vec<Example>), ShardFault> {
    let (provenance, records) = parse_header(bytes)?;
    let (records, odd) = records.as_chunks::<EXAMPLE_BYTES>();
    if !odd.is_empty() {
        return Err(ShardFault::CutOff);
    }
    let examples: Option<Vec<Example>> = records.iter().map(Example::from_bytes).collect();
    Ok((provenance.to_owned(), examples.ok_or(ShardFault::Impossible)?))
}

/// The provenance, and the bytes after it.
fn parse_header(bytes: &[u8]) -> Result<(&str, &[u8]), ShardFault> {
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

/// Whether a shard exists already; an error where it has another provenance.
pub(crate) fn exists(path: &Path, provenance: &str) -> Result<bool, ShardError> {
    let unreadable = |source| ShardError::Unreadable { path: path.to_owned(), source };
    if !path.try_exists().map_err(unreadable)? {
        return Ok(false);
    }
    let mut header = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_HEADER).read_to_end(&mut header).map_err(unreadable)?;
    let refused = |fault| ShardError::Refused { path: path.to_owned(), fault };
    let (found, _) = parse_header(&header).map_err(refused)?;
    if found != truncated(provenance) {
        return Err(ShardError::Other { path: path.to_owned(), found: found.to_owned() });
    }
    Ok(true)
}

/// The shards in a folder, sorted by name.
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

/// The shards that these paths name, those in folders included; at least one for each.
pub fn named_shards(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ShardError> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            match shards(path)? {
                own if own.is_empty() => return Err(ShardError::None { path: path.clone() }),
                own => found.extend(own),
            }
        } else {
            found.push(path.clone())
        }
    }
    Ok(found)
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
        fn a_shard_round_trips(
            examples in prop::collection::vec(any_example(), 0..50),
            provenance in ".*",
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.examples");
            write_shard(&path, &provenance, &examples).unwrap();
            prop_assert_eq!(shards(folder.path()).unwrap(), std::slice::from_ref(&path));
            prop_assert!(exists(&path, &provenance).unwrap());
            prop_assert!(exists(&path, "another way").is_err());
            prop_assert_eq!(read_shard(&path).unwrap(), (provenance, examples));
        }

        #[test]
        fn random_bytes_do_not_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            valid_header in any::<bool>(),
        ) {
            let head = if valid_header { &b"OTHELLEX\x01\0\0\0"[..] } else { &b""[..] };
            let _ = parse_shard(&[head, &bytes].concat());
        }
    }

    #[test]
    fn every_fault_is_detected() {
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
    fn a_searched_outcome_is_no_final_score_and_has_no_forecast() {
        let is_searched = |outcome, forecast| {
            Example { board: Board::default(), outcome, forecast, game: 0 }.is_searched()
        };
        for score in (-6400..=6400).step_by(200) {
            assert!(!is_searched(score, None), "{score}");
        }
        for value in [-6399, -101, -100, 1, 100, 199, 201, 6301] {
            assert!(is_searched(value, None), "{value}");
            assert!(!is_searched(value, Some(0)), "{value} beside a forecast");
        }
    }

    #[test]
    fn a_long_provenance_is_truncated_between_characters() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.examples");
        write_shard(&path, &"é".repeat(40_000), &[]).unwrap();
        assert_eq!(read_shard(&path).unwrap().0, "é".repeat(32_767));
    }
}

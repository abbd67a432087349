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
    #[error("`{path}` is no shard of examples: {what}")]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
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

    /// Nothing where a square belongs to both sides.
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
            board: Board::new(mover, opponent).ok()?,
            outcome: i16::from_le_bytes([*outcome_low, *outcome_high]),
            forecast: (forecast != NO_FORECAST).then_some(forecast),
            game: u32::from_le_bytes(game.try_into().ok()?),
        })
    }
}

/// Writes a shard: the file is there when it is whole, and not before.
pub fn write_shard(path: &Path, provenance: &str, examples: &[Example]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let provenance = &provenance.as_bytes()[..provenance.len().min(usize::from(u16::MAX))];
    bytes.extend((provenance.len() as u16).to_le_bytes());
    bytes.extend(provenance);
    bytes.extend(examples.iter().flat_map(|example| example.to_bytes()));
    let mut file = File::create(&unfinished)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    std::fs::rename(unfinished, path)
}

/// Reads a shard: where it comes from, and its examples.
pub fn read_shard(path: &Path) -> Result<(String, Vec<Example>), ShardError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|source| ShardError::Unreadable { path: path.to_owned(), source })?;
    let refused = |what| ShardError::Refused { path: path.to_owned(), what };
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| refused("it begins otherwise"))?;
    let (version, rest) =
        rest.split_first_chunk::<2>().ok_or_else(|| refused("it is too short"))?;
    if u16::from_le_bytes(*version) != VERSION {
        return Err(refused("it has another version"));
    }
    let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(|| refused("it is too short"))?;
    let (provenance, rest) = rest
        .split_at_checked(u16::from_le_bytes(*length).into())
        .ok_or_else(|| refused("it is too short"))?;
    let provenance =
        str::from_utf8(provenance).map_err(|_| refused("its provenance is not text"))?;
    let (records, odd) = rest.as_chunks::<SIZE>();
    if !odd.is_empty() {
        return Err(refused("its last example is cut off"));
    }
    let examples: Option<Vec<Example>> = records.iter().map(Example::from_bytes).collect();
    let examples = examples.ok_or_else(|| refused("a square belongs to both sides"))?;
    Ok((provenance.to_owned(), examples))
}

/// The shards in a folder, by name.
pub fn shards(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut shards: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    shards.retain(|path| path.extension().is_some_and(|extension| extension == "examples"));
    shards.sort();
    Ok(shards)
}

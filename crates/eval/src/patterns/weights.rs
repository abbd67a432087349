//! The weights and their file.
//!
//! Weights are given at knots, every four empty squares from 0 to 60; a board between two knots has
//! the mean of both. Mobility and a constant have a table for each number of empty squares.
//!
//! The file, little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OTHELLPW` |
//! | 2 | version of the format, 4 |
//! | 4 | CRC-32 of all that follows |
//! | 8 | a number that changes with the shapes, the knots and the measures of the net |
//! | 1 + n | length and text of the name, UTF-8 |
//! | 22 × 4 | length of each block that follows |
//! | … | 16 knots and the mobility, each a zlib stream of 16-bit numbers: low bytes, then high bytes |
//! | … | the net: for each part of the game a zlib stream of its rows, one after the other; a zlib stream of 32-bit numbers: the starts of the parts, and the heads, one after the other. All are empty where there is no net |

use std::{fmt, io};

use othellier_file::{FileError, read_file};

use super::net::{self, HEAD, HEADS, Head, NetWeights, PARTS, Part, WIDTH};
use super::shapes::{Fold, SHAPES, SMALL};

/// Empty squares from one knot to the next.
pub const STRIDE: usize = 4;
/// How many knots there are.
pub const KNOTS: usize = 60 / STRIDE + 1;
/// Phases of the game: boards with so many empty squares, and one more, share their weights.
pub const PHASES: usize = 60 / 2 + 1;
/// Mobilities that are told apart; more count as the last.
pub const MOBILITIES: usize = 36;
/// Numbers of the mobility block for one count of empty squares: mover, opponent, constant.
pub const MOBILITY_ROW: usize = 2 * MOBILITIES + 1;
/// Numbers of the mobility block.
pub const MOBILITY: usize = 61 * MOBILITY_ROW;

/// The phase of boards with so many empty squares.
#[inline(always)]
pub fn phase(empties: u32) -> usize {
    empties.min(60) as usize / 2
}

/// The knots of a phase: its weights are those of one, or the mean of two.
#[inline(always)]
pub fn knots(phase: usize) -> (usize, Option<usize>) {
    let first = 2 * phase / STRIDE;
    (first, (!(2 * phase).is_multiple_of(STRIDE)).then_some(first + 1))
}

const MAGIC: &[u8; 8] = b"OTHELLPW";
const VERSION: u16 = 4;
/// Bytes before the body.
const BEFORE: usize = 14;
/// Where the blocks of the net begin, after those of the knots and of mobility.
const OF_NET: usize = KNOTS + 1;
/// All of them: the net has the rows of each part, and its other numbers.
const BLOCKS: usize = OF_NET + PARTS.len() + 1;

/// What a pattern evaluation has learned, in hundredths of a disc.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// What the weights are called.
    pub name: String,
    /// For each knot, the weights of all classes of all shapes, shape after shape.
    pub knots: Vec<Vec<i16>>,
    /// For each number of empty squares, the weights of the mover's mobility, of the opponent's, and
    /// a constant.
    pub mobility: Vec<i16>,
    /// What is added to the sum of these; nothing where the weights are a sum alone.
    pub net: Option<NetWeights>,
}

/// Why a file of weights is refused.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightsError {
    /// There is no such file, or it cannot be read.
    #[error("{path}: {why}")]
    Unreadable {
        /// Which file.
        path: String,
        /// Why.
        why: String,
    },
    /// It is something else.
    #[error("this is not a file of pattern weights")]
    Foreign,
    /// Written by another version.
    #[error("the weights have format {0}; expected format {VERSION}")]
    Version(u16),
    /// Not all of it is there, or a part has changed.
    #[error("the weights are damaged: the checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// What the file says.
        written: u32,
        /// What its bytes give.
        found: u32,
    },
    /// Made for other shapes.
    #[error("the weights are for other shapes")]
    Shapes,
    /// The checksum holds and the contents make no sense.
    #[error("the weights make no sense: {0}")]
    Senseless(&'static str),
}

impl Weights {
    /// The most that a file may have; the shipped one has 8 MB.
    pub const MOST_BYTES: u64 = 64 << 20;

    /// Weights that find every board worth nothing.
    pub fn zero(name: &str) -> Weights {
        Weights {
            name: name.to_owned(),
            knots: vec![vec![0; classes()]; KNOTS],
            mobility: vec![0; MOBILITY],
            net: None,
        }
    }

    /// The file that holds these weights; of a long name as much as it has room for.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = &self.name.as_bytes()[..self.name.floor_char_boundary(255)];
        let mut body = geometry_number().to_le_bytes().to_vec();
        body.push(name.len() as u8);
        body.extend(name);
        let tables = self.knots.iter().chain([&self.mobility]).map(|numbers| pack(numbers));
        let mut blocks: Vec<Vec<u8>> = tables.collect();
        blocks.extend(self.net.iter().flat_map(pack_net));
        blocks.resize(BLOCKS, Vec::new());
        for block in &blocks {
            body.extend((block.len() as u32).to_le_bytes());
        }
        body.extend(blocks.concat());
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(crc32fast::hash(&body).to_le_bytes());
        file.extend(body);
        file
    }

    /// Reads the file with this name.
    pub fn read(path: &str) -> Result<Weights, WeightsError> {
        match read_file(path.as_ref(), Weights::MOST_BYTES) {
            Ok(file) => Weights::from_bytes(&file),
            Err(FileError { problem, .. }) => Err(WeightsError::Unreadable {
                path: path.to_owned(),
                why: io::Error::from(problem).to_string(),
            }),
        }
    }

    /// Reads all of a file.
    pub fn from_bytes(file: &[u8]) -> Result<Weights, WeightsError> {
        let packed = Packed::new(file)?;
        let knots = (0..KNOTS).map(|knot| packed.knot(knot)).collect::<Result<_, _>>()?;
        let (mobility, net) = (packed.mobility()?, packed.net()?);
        Ok(Weights { name: packed.name.to_owned(), knots, mobility, net })
    }
}

/// A file of weights that is whole; its blocks are unpacked when they are wanted.
pub struct Packed<'a> {
    /// What the weights are called.
    pub name: &'a str,
    /// The checksum of the file.
    pub checksum: u32,
    blocks: Vec<&'a [u8]>,
}

impl<'a> Packed<'a> {
    /// Checks a file.
    pub fn new(file: &'a [u8]) -> Result<Packed<'a>, WeightsError> {
        if !file.starts_with(MAGIC) || file.len() < BEFORE {
            return Err(WeightsError::Foreign);
        }
        let (head, body) = file.split_at(BEFORE);
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let written = u32::from_le_bytes([head[10], head[11], head[12], head[13]]);
        let found = crc32fast::hash(body);
        if written != found {
            return Err(WeightsError::Damaged { written, found });
        }
        let mut rest = body;
        let short = WeightsError::Senseless("it is too short");
        let mut take = |bytes: usize| {
            let (taken, others) = rest.split_at_checked(bytes)?;
            rest = others;
            Some(taken)
        };
        if take(8).ok_or(short)? != geometry_number().to_le_bytes() {
            return Err(WeightsError::Shapes);
        }
        let short = || WeightsError::Senseless("it is too short");
        let length = take(1).ok_or_else(short)?[0];
        let name = str::from_utf8(take(length.into()).ok_or_else(short)?)
            .map_err(|_| WeightsError::Senseless("its name is not text"))?;
        let mut lengths = Vec::new();
        for _ in 0..BLOCKS {
            let bytes = take(4).ok_or_else(short)?;
            lengths.push(u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize);
        }
        let blocks: Option<Vec<&[u8]>> = lengths.into_iter().map(&mut take).collect();
        let blocks = blocks.ok_or_else(short)?;
        if !rest.is_empty() {
            return Err(WeightsError::Senseless("something follows its last block"));
        }
        Ok(Packed { name, checksum: found, blocks })
    }

    /// The weights at one knot.
    pub fn knot(&self, knot: usize) -> Result<Vec<i16>, WeightsError> {
        unpack(self.blocks[knot], classes())
    }

    /// The weights of mobility.
    pub fn mobility(&self) -> Result<Vec<i16>, WeightsError> {
        unpack(self.blocks[KNOTS], MOBILITY)
    }

    /// The net, if there is one.
    pub fn net(&self) -> Result<Option<NetWeights>, WeightsError> {
        let Some(heads) = self.heads()? else { return Ok(None) };
        let parts = (0..PARTS.len()).map(|part| self.part(part)).collect::<Result<_, _>>()?;
        Ok(Some(NetWeights { parts, heads }))
    }

    /// The hidden layers of the net, if there is one.
    pub fn heads(&self) -> Result<Option<Vec<Head>>, WeightsError> {
        if self.blocks[OF_NET..].iter().all(|block| block.is_empty()) {
            return Ok(None);
        }
        let numbers = self.numbers()?;
        let (heads, _) = numbers[PARTS.len() * WIDTH..].as_chunks::<HEAD>();
        let heads: Option<Vec<Head>> = heads.iter().map(Head::from_numbers).collect();
        let heads = heads.filter(|heads| heads.iter().all(Head::is_sound));
        heads.map(Some).ok_or(TOO_LARGE)
    }

    /// What the net adds up in one part of the game, where there is a net.
    pub fn part(&self, part: usize) -> Result<Part, WeightsError> {
        let bytes = inflate(self.blocks[OF_NET + part], WIDTH * net::rows())?;
        let rows = bytes.as_chunks().0.iter().map(|row| row.map(|number| number as i8)).collect();
        let mut start = [0; WIDTH];
        for (sum, number) in start.iter_mut().zip(&self.numbers()?[part * WIDTH..]) {
            // The rows of all places are added to it.
            let fits = |number: &i16| number.unsigned_abs() < 1 << 14;
            *sum = i16::try_from(*number).ok().filter(fits).ok_or(TOO_LARGE)?;
        }
        Ok(Part { rows, start })
    }

    /// The numbers of the net beside its rows.
    fn numbers(&self) -> Result<Vec<i32>, WeightsError> {
        let bytes = inflate(self.blocks[BLOCKS - 1], 4 * (PARTS.len() * WIDTH + HEADS * HEAD))?;
        Ok(bytes.as_chunks::<4>().0.iter().copied().map(i32::from_le_bytes).collect())
    }
}

const TOO_LARGE: WeightsError = WeightsError::Senseless("a number of the net is too large");

fn pack(numbers: &[i16]) -> Vec<u8> {
    let bytes = numbers.iter().map(|number| number.to_le_bytes());
    let planes: Vec<u8> =
        bytes.clone().map(|[low, _]| low).chain(bytes.map(|[_, high]| high)).collect();
    miniz_oxide::deflate::compress_to_vec_zlib(&planes, 9)
}

fn inflate(block: &[u8], count: usize) -> Result<Vec<u8>, WeightsError> {
    use miniz_oxide::inflate::{TINFLStatus, decompress_slice_iter_to_slice};
    let mut bytes = vec![0; count];
    match decompress_slice_iter_to_slice(&mut bytes, std::iter::once(block), true, false) {
        Ok(written) if written == count => Ok(bytes),
        Ok(_) | Err(TINFLStatus::HasMoreOutput) => {
            Err(WeightsError::Senseless("a block has another length than its tables"))
        }
        Err(_) => Err(WeightsError::Senseless("a block cannot be unpacked")),
    }
}

fn unpack(block: &[u8], count: usize) -> Result<Vec<i16>, WeightsError> {
    let planes = inflate(block, 2 * count)?;
    let (low, high) = planes.split_at(count);
    Ok(low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect())
}

/// The blocks of a net.
fn pack_net(net: &NetWeights) -> Vec<Vec<u8>> {
    let rows = |part: &Part| -> Vec<u8> {
        part.rows.as_flattened().iter().map(|&number| number as u8).collect()
    };
    let starts = net.parts.iter().flat_map(|part| part.start).map(i32::from);
    let numbers = starts.chain(net.heads.iter().flat_map(Head::numbers));
    let numbers = numbers.flat_map(i32::to_le_bytes).collect();
    let blocks = net.parts.iter().map(rows).chain([numbers]);
    blocks.map(|bytes| miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 9)).collect()
}

/// How many weights a knot has.
pub fn classes() -> usize {
    Fold::all().iter().map(|fold| fold.classes).sum()
}

/// A number that changes with the shapes, the knots and the measures of the net.
fn geometry_number() -> u64 {
    let text = format!("{SHAPES:?} {KNOTS} {MOBILITIES} {SMALL:?} {WIDTH} {HEADS} {PARTS:?}");
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:?})", self.name)
    }
}

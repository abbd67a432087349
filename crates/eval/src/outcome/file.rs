//! The weights of the outcome model and their file, which `python/train/outcome.py` writes.
//!
//! The file, little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OTHELLOM` |
//! | 2 | format version, 1 |
//! | 4 | CRC-32 of everything that follows |
//! | 5 × 2 | dimensions: inputs, sums, hidden neurons, outputs, output buckets |
//! | 1 + n | length and text of the name, UTF-8 |
//! | 2 + n | length and text of the lineage: games, years, settings, seed; UTF-8 |
//! | … | a zlib stream of the numbers |
//!
//! The numbers: feature weights (16 bits, input after input) and their bias (16); then of all output
//! buckets the weights of the first layer (8, input after input) and its biases (32), those of the
//! second layer, and those of the outputs (16 and 32). Of each of these blocks the lowest bytes of all
//! numbers come first, then the next ones.

use std::path::Path;
use std::sync::Arc;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use othellier_platform::file::{FileError, FileProblem, read_file};

use super::{HIDDEN, INPUTS, OUTPUT_BUCKETS, OUTPUTS, PRODUCTS, WIDTH};
use crate::patterns::WeightsFault;

const MAGIC: &[u8; 8] = b"OTHELLOM";
const VERSION: u16 = 1;
/// Bytes before the body.
const HEADER_BYTES: usize = 14;
const DIMENSIONS: [u16; 5] =
    [INPUTS as u16, WIDTH as u16, HIDDEN as u16, OUTPUTS as u16, OUTPUT_BUCKETS as u16];
const NUMBER_BYTES: usize = 2 * WIDTH * (INPUTS + 1)
    + OUTPUT_BUCKETS * (HIDDEN * (PRODUCTS + HIDDEN + 8) + OUTPUTS * (2 * HIDDEN + 4));

/// The weights of the outcome model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeWeights {
    /// The name of the model.
    pub name: String,
    /// The model's training data and training.
    pub lineage: String,
    /// A row of feature weights for each input: discs of the mover and of the opponent, legal moves of
    /// the mover and of the opponent, each by square.
    pub features: Vec<[i16; WIDTH]>,
    /// The bias that each sum of the feature transformer starts from.
    pub feature_bias: [i16; WIDTH],
    /// The layers for each number of empty squares, four at a time, from the end of the game on.
    pub buckets: Vec<OutputBucket>,
}

/// The layers behind the feature transformer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputBucket {
    /// The weights of the first layer, input after input.
    pub first: [[i8; HIDDEN]; PRODUCTS],
    /// Biases of the first layer.
    pub first_bias: [i32; HIDDEN],
    /// The weights of the second layer.
    pub second: [[i8; HIDDEN]; HIDDEN],
    /// Biases of the second layer.
    pub second_bias: [i32; HIDDEN],
    /// The weights of the outputs.
    pub output: [[i16; OUTPUTS]; HIDDEN],
    /// Biases of the outputs.
    pub output_bias: [i32; OUTPUTS],
}

/// Why a file of an outcome model is refused.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum OutcomeError {
    /// The file does not exist or cannot be read.
    #[error("{path}: {}", problem.cause())]
    Unreadable {
        /// The path of the file.
        path: String,
        /// The reason why it cannot be read.
        problem: Arc<FileProblem>,
    },
    /// It is some other kind of file.
    #[error("this is not a file of an outcome model")]
    Foreign,
    /// It has another format version.
    #[error("the model has format {0}; expected format {VERSION}")]
    Version(u16),
    /// It is truncated or corrupted.
    #[error("the weights are damaged: the checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// The checksum in the file.
        written: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// Its network has other dimensions.
    #[error("the network has other dimensions")]
    Dimensions,
    /// The checksum is right, but the content is not valid.
    #[error("the weights are malformed: {0}")]
    Malformed(WeightsFault),
}

impl From<WeightsFault> for OutcomeError {
    fn from(fault: WeightsFault) -> OutcomeError {
        OutcomeError::Malformed(fault)
    }
}

impl OutcomeWeights {
    /// The largest file that is read.
    pub const MAX_BYTES: u64 = 3 << 20;

    /// Weights that give every board the same outcome.
    pub fn zero(name: &str) -> OutcomeWeights {
        let bucket = OutputBucket {
            first: [[0; HIDDEN]; PRODUCTS],
            first_bias: [0; HIDDEN],
            second: [[0; HIDDEN]; HIDDEN],
            second_bias: [0; HIDDEN],
            output: [[0; OUTPUTS]; HIDDEN],
            output_bias: [0; OUTPUTS],
        };
        OutcomeWeights {
            name: name.to_owned(),
            lineage: String::new(),
            features: vec![[0; WIDTH]; INPUTS],
            feature_bias: [0; WIDTH],
            buckets: vec![bucket; OUTPUT_BUCKETS],
        }
    }

    /// Reads a file and checks its format, version and checksum.
    pub fn read(path: impl AsRef<Path>) -> Result<OutcomeWeights, OutcomeError> {
        match read_file(path.as_ref(), OutcomeWeights::MAX_BYTES) {
            Ok(file) => OutcomeWeights::from_bytes(&file),
            Err(FileError { path, problem }) => Err(OutcomeError::Unreadable {
                path: path.display().to_string(),
                problem: Arc::new(problem),
            }),
        }
    }

    /// Parses the bytes of a file.
    pub fn from_bytes(file: &[u8]) -> Result<OutcomeWeights, OutcomeError> {
        if !file.starts_with(MAGIC) || file.len() < HEADER_BYTES {
            return Err(OutcomeError::Foreign);
        }
        let (head, body) = file.split_at(HEADER_BYTES);
        let version = u16::from_le_bytes([head[8], head[9]]);
        if version != VERSION {
            return Err(OutcomeError::Version(version));
        }
        let written = u32::from_le_bytes([head[10], head[11], head[12], head[13]]);
        let found = crc32fast::hash(body);
        if written != found {
            return Err(OutcomeError::Damaged { written, found });
        }
        let mut rest = body;
        for dimension in DIMENSIONS {
            if take(&mut rest, 2)? != dimension.to_le_bytes() {
                return Err(OutcomeError::Dimensions);
            }
        }
        let name_length = usize::from(take(&mut rest, 1)?[0]);
        let name = text(take(&mut rest, name_length)?)?;
        let length = take(&mut rest, 2)?;
        let lineage_length = usize::from(u16::from_le_bytes([length[0], length[1]]));
        let lineage = text(take(&mut rest, lineage_length)?)?;
        let numbers = decompress_to_vec_zlib_with_limit(rest, NUMBER_BYTES);
        let numbers = numbers.map_err(|_| WeightsFault::Compression)?;
        if numbers.len() != NUMBER_BYTES {
            return Err(WeightsFault::Length.into());
        }
        let weights = unpacked(name, lineage, &numbers);
        if !weights.cannot_overflow() {
            return Err(WeightsFault::TooLarge.into());
        }
        Ok(weights)
    }

    /// The bytes of a file; a long name or lineage is truncated.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = &self.name.as_bytes()[..self.name.floor_char_boundary(u8::MAX.into())];
        let lineage = &self.lineage.as_bytes()[..self.lineage.floor_char_boundary(u16::MAX.into())];
        let mut body: Vec<u8> = DIMENSIONS.iter().flat_map(|number| number.to_le_bytes()).collect();
        body.push(name.len() as u8);
        body.extend(name);
        body.extend((lineage.len() as u16).to_le_bytes());
        body.extend(lineage);
        body.extend(compress_to_vec_zlib(&packed(self), 9));
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(crc32fast::hash(&body).to_le_bytes());
        file.extend(body);
        file
    }

    /// Whether no board can make a sum overflow. A square has a disc of one side, or none and then a
    /// move of any side.
    fn cannot_overflow(&self) -> bool {
        let size = |input: usize, at: usize| u32::from(self.features[input][at].unsigned_abs());
        let sums_fit = (0..WIDTH).all(|at| {
            let of_square = |square: usize| {
                let [mover, opponent, moves, replies] =
                    [0, 1, 2, 3].map(|plane| size(64 * plane + square, at));
                mover.max(opponent).max(moves + replies)
            };
            let most: u32 = (0..64).map(of_square).sum();
            u32::from(self.feature_bias[at].unsigned_abs()) + most <= i16::MAX as u32
        });
        // The weighted inputs of an output are at most 32 × 127 × 2¹⁵, less than 2²⁷; those of a hidden
        // neuron less.
        let small = |numbers: &[i32]| numbers.iter().all(|number| number.unsigned_abs() < 1 << 28);
        let biases_fit = |bucket: &OutputBucket| {
            small(&bucket.first_bias) && small(&bucket.second_bias) && small(&bucket.output_bias)
        };
        sums_fit && self.buckets.iter().all(biases_fit)
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], WeightsFault> {
    let (taken, others) = rest.split_at_checked(count).ok_or(WeightsFault::Short)?;
    *rest = others;
    Ok(taken)
}

fn text(bytes: &[u8]) -> Result<String, WeightsFault> {
    String::from_utf8(bytes.to_vec()).map_err(|_| WeightsFault::Name)
}

/// The numbers of a file, whose count is right.
fn unpacked(name: String, lineage: String, bytes: &[u8]) -> OutcomeWeights {
    let mut blocks = Blocks(bytes);
    let mut weights = OutcomeWeights { lineage, ..OutcomeWeights::zero(&name) };
    blocks.fill(weights.features.as_flattened_mut().iter_mut());
    blocks.fill(weights.feature_bias.iter_mut());
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| bucket.first.as_flattened_mut()));
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| &mut bucket.first_bias));
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| bucket.second.as_flattened_mut()));
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| &mut bucket.second_bias));
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| bucket.output.as_flattened_mut()));
    blocks.fill(weights.buckets.iter_mut().flat_map(|bucket| &mut bucket.output_bias));
    weights
}

fn packed(weights: &OutcomeWeights) -> Vec<u8> {
    let OutcomeWeights { features, feature_bias, buckets, .. } = weights;
    [
        planes(features.as_flattened()),
        planes(feature_bias),
        planes(buckets.iter().flat_map(|bucket| bucket.first.as_flattened())),
        planes(buckets.iter().flat_map(|bucket| &bucket.first_bias)),
        planes(buckets.iter().flat_map(|bucket| bucket.second.as_flattened())),
        planes(buckets.iter().flat_map(|bucket| &bucket.second_bias)),
        planes(buckets.iter().flat_map(|bucket| bucket.output.as_flattened())),
        planes(buckets.iter().flat_map(|bucket| &bucket.output_bias)),
    ]
    .concat()
}

/// A number of a file.
trait Number: Copy {
    const BYTES: usize;
    fn from_bytes(byte: impl Fn(usize) -> u8) -> Self;
    fn byte(self, at: usize) -> u8;
}

macro_rules! number {
    ($($kind:ty)*) => {$(
        impl Number for $kind {
            const BYTES: usize = size_of::<$kind>();
            fn from_bytes(byte: impl Fn(usize) -> u8) -> $kind {
                <$kind>::from_le_bytes(std::array::from_fn(byte))
            }
            fn byte(self, at: usize) -> u8 {
                self.to_le_bytes()[at]
            }
        }
    )*};
}
number!(i8 i16 i32);

/// All first bytes, then all second ones, and so on: they compress better.
fn planes<'a, N: Number + 'a>(numbers: impl IntoIterator<Item = &'a N>) -> Vec<u8> {
    let numbers: Vec<N> = numbers.into_iter().copied().collect();
    (0..N::BYTES).flat_map(|at| numbers.iter().map(move |number| number.byte(at))).collect()
}

/// The rest of the numbers.
struct Blocks<'a>(&'a [u8]);

impl Blocks<'_> {
    fn fill<'n, N: Number + 'n>(&mut self, numbers: impl Iterator<Item = &'n mut N>) {
        let numbers: Vec<&mut N> = numbers.collect();
        let count = numbers.len();
        let (block, rest) = self.0.split_at(count * N::BYTES);
        for (index, number) in numbers.into_iter().enumerate() {
            *number = N::from_bytes(|at| block[at * count + index]);
        }
        self.0 = rest;
    }
}

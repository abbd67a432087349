//! The learned weights and their file.
//!
//! Weights are stored at stage anchors, every four empty squares from 0 to 60; a stage between two
//! anchors uses their mean. Mobility and a constant have a row of weights for each number of empty
//! squares.
//!
//! The file, little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `OTHELLPW` |
//! | 2 | format version, 5 |
//! | 4 | CRC-32 of everything that follows |
//! | 8 | checksum of the geometry: patterns, anchors, dimensions of the network |
//! | 1 + n | length and text of the name, UTF-8 |
//! | 22 × 4 | length of each block that follows |
//! | … | 16 anchors and the mobility, each a zlib stream of 16-bit numbers: all low bytes, then all high bytes |
//! | … | the network: for each feature bucket a zlib stream of its feature weights, row after row, or nothing if they are those of the bucket before; then a zlib stream of 32-bit numbers: the biases of the feature buckets, and the output buckets one after the other. All of these blocks are empty where there is no network |

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use othellier_platform::file::{FileError, FileProblem, read_file};

use super::geometry::{MOVE_PATTERNS, NET_PATTERNS, PATTERNS, SymmetryFold};
use super::net::{
    self, FEATURE_BUCKETS, FeatureBucket, NetWeights, OUTPUT_BUCKET_PARAMETERS, OUTPUT_BUCKETS,
    OutputBucket, WIDTH,
};

/// Empty squares from one stage anchor to the next.
pub const ANCHOR_STRIDE: usize = 4;
/// How many stage anchors there are.
pub const ANCHORS: usize = 60 / ANCHOR_STRIDE + 1;
/// Game stages: two neighbouring numbers of empty squares share their weights.
pub const STAGES: usize = 60 / 2 + 1;
/// Mobility values with weights of their own; larger ones share the last.
pub const MOBILITY_BUCKETS: usize = 36;
/// Weights of the mobility block for one number of empty squares: mover, opponent, constant.
pub const MOBILITY_ROW: usize = 2 * MOBILITY_BUCKETS + 1;
/// Weights of the mobility block.
pub const MOBILITY: usize = 61 * MOBILITY_ROW;

/// The game stage of boards with this many empty squares.
#[inline(always)]
pub fn stage(empties: u32) -> usize {
    empties.min(60) as usize / 2
}

/// The anchors of a stage: its weights are those of one anchor, or the mean of two.
#[inline(always)]
pub fn anchors(stage: usize) -> (usize, Option<usize>) {
    let first = 2 * stage / ANCHOR_STRIDE;
    (first, (!(2 * stage).is_multiple_of(ANCHOR_STRIDE)).then_some(first + 1))
}

const MAGIC: &[u8; 8] = b"OTHELLPW";
const VERSION: u16 = 5;
/// Bytes before the body.
const HEADER_BYTES: usize = 14;
/// The first block of the network, after those of the anchors and of the mobility.
const NET_BLOCKS: usize = ANCHORS + 1;
/// All blocks: the network has the weights of each feature bucket, and its other parameters.
const BLOCKS: usize = NET_BLOCKS + FEATURE_BUCKETS.len() + 1;

/// The learned weights, in hundredths of a disc.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// The name of the weights.
    pub name: String,
    /// For each stage anchor, the weights of all canonical configurations, pattern after pattern.
    pub anchors: Vec<Vec<i16>>,
    /// For each number of empty squares, the weights of the mover's mobility, of the opponent's, and
    /// a constant.
    pub mobility: Vec<i16>,
    /// The network that is added to the sum; `None` for a linear evaluation.
    pub net: Option<NetWeights>,
}

/// Why a weights file is refused.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightsError {
    /// The file does not exist or cannot be read.
    #[error("{path}: {}", problem.cause())]
    Unreadable {
        /// The path of the file.
        path: String,
        /// The reason why it cannot be read.
        problem: Arc<FileProblem>,
    },
    /// It is some other kind of file.
    #[error("this is not a file of pattern weights")]
    Foreign,
    /// It has another format version.
    #[error("the weights have format {0}; expected format {VERSION}")]
    Version(u16),
    /// It is truncated or corrupted.
    #[error("the weights are damaged: the checksum is {found:08x}, not {written:08x}")]
    Damaged {
        /// The checksum in the file.
        written: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// It was made for other patterns, or another network.
    #[error("the weights are for other patterns")]
    Geometry,
    /// The checksum is right, but the content is not valid.
    #[error("the weights are malformed: {0}")]
    Malformed(WeightsFault),
}

/// A fault in weights whose checksum is right.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightsFault {
    /// It ends before its last block does.
    #[error("it is too short")]
    Short,
    /// Its name is not UTF-8.
    #[error("its name is not text")]
    Name,
    /// There are bytes after the last block.
    #[error("something follows its last block")]
    Extra,
    /// A parameter could overflow the sums of the network.
    #[error("a parameter of the network is too large")]
    TooLarge,
    /// A block has more or fewer numbers than expected.
    #[error("a block has the wrong length")]
    Length,
    /// A block is not compressed data.
    #[error("a block cannot be decompressed")]
    Compression,
}

impl Weights {
    /// The largest file that is read; the shipped one has 8 MB.
    pub const MAX_BYTES: u64 = 64 << 20;

    /// Weights that give every board the value zero.
    pub fn zero(name: &str) -> Weights {
        Weights {
            name: name.to_owned(),
            anchors: vec![vec![0; weights_per_anchor()]; ANCHORS],
            mobility: vec![0; MOBILITY],
            net: None,
        }
    }

    /// Checks weights that do not come from a file: the number of weights, and that no sum of the network
    /// can overflow.
    pub fn check(&self) -> Result<(), WeightsError> {
        let count = weights_per_anchor();
        let of_anchors = self.anchors.len() == ANCHORS
            && self.anchors.iter().all(|anchor| anchor.len() == count)
            && self.mobility.len() == MOBILITY;
        let of_net = self.net.as_ref().is_none_or(|net| {
            let rows =
                |bucket: &FeatureBucket| bucket.feature_weights.len() == net::feature_count();
            net.feature_buckets.len() == FEATURE_BUCKETS.len()
                && net.output_buckets.len() == OUTPUT_BUCKETS
                && net.feature_buckets.iter().all(rows)
        });
        let fits = self.net.as_ref().is_none_or(|net| {
            let biases = |bucket: &FeatureBucket| bucket.bias.iter().all(fits_in_a_sum);
            net.output_buckets.iter().all(OutputBucket::cannot_overflow)
                && net.feature_buckets.iter().all(biases)
        });
        match (of_anchors && of_net, fits) {
            (false, _) => Err(WeightsError::Malformed(WeightsFault::Length)),
            (true, false) => Err(TOO_LARGE),
            (true, true) => Ok(()),
        }
    }

    /// The bytes of a weights file; a long name is truncated.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = &self.name.as_bytes()[..self.name.floor_char_boundary(255)];
        let mut body = geometry_checksum().to_le_bytes().to_vec();
        body.push(name.len() as u8);
        body.extend(name);
        let tables = self.anchors.iter().chain([&self.mobility]).map(|numbers| pack(numbers));
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

    /// Reads a weights file and checks its format, version and checksum.
    pub fn read(path: impl AsRef<Path>) -> Result<Weights, WeightsError> {
        match read_file(path.as_ref(), Weights::MAX_BYTES) {
            Ok(file) => Weights::from_bytes(&file),
            Err(FileError { path, problem }) => Err(WeightsError::Unreadable {
                path: path.display().to_string(),
                problem: Arc::new(problem),
            }),
        }
    }

    /// Parses the bytes of a weights file and unpacks all of it.
    pub fn from_bytes(file: &[u8]) -> Result<Weights, WeightsError> {
        let packed = Packed::new(file)?;
        let anchors = (0..ANCHORS).map(|anchor| packed.anchor(anchor)).collect::<Result<_, _>>()?;
        let (mobility, net) = (packed.mobility()?, packed.net()?);
        Ok(Weights { name: packed.name.to_owned(), anchors, mobility, net })
    }
}

/// A validated weights file; its blocks are unpacked on demand.
#[derive(Clone)]
pub struct Packed<'a> {
    /// The name of the weights.
    pub name: &'a str,
    /// The checksum of the file.
    pub checksum: u32,
    blocks: Vec<&'a [u8]>,
}

impl<'a> Packed<'a> {
    /// Validates the bytes of a file.
    pub fn new(file: &'a [u8]) -> Result<Packed<'a>, WeightsError> {
        if !file.starts_with(MAGIC) || file.len() < HEADER_BYTES {
            return Err(WeightsError::Foreign);
        }
        let (head, body) = file.split_at(HEADER_BYTES);
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
        let short = WeightsError::Malformed(WeightsFault::Short);
        let mut take = |bytes: usize| {
            let (taken, others) = rest.split_at_checked(bytes)?;
            rest = others;
            Some(taken)
        };
        if take(8).ok_or(short)? != geometry_checksum().to_le_bytes() {
            return Err(WeightsError::Geometry);
        }
        let short = || WeightsError::Malformed(WeightsFault::Short);
        let length = take(1).ok_or_else(short)?[0];
        let name = str::from_utf8(take(length.into()).ok_or_else(short)?)
            .map_err(|_| WeightsError::Malformed(WeightsFault::Name))?;
        let mut lengths = Vec::new();
        for _ in 0..BLOCKS {
            let bytes = take(4).ok_or_else(short)?;
            lengths.push(u32::from_le_bytes(bytes.try_into().expect("four bytes")) as usize);
        }
        let blocks: Option<Vec<&[u8]>> = lengths.into_iter().map(&mut take).collect();
        let blocks = blocks.ok_or_else(short)?;
        if !rest.is_empty() {
            return Err(WeightsError::Malformed(WeightsFault::Extra));
        }
        Ok(Packed { name, checksum: found, blocks })
    }

    /// The weights at one stage anchor.
    pub fn anchor(&self, anchor: usize) -> Result<Vec<i16>, WeightsError> {
        unpack(self.blocks[anchor], weights_per_anchor())
    }

    /// The weights of mobility, by stage and number of moves.
    pub fn mobility(&self) -> Result<Vec<i16>, WeightsError> {
        unpack(self.blocks[ANCHORS], MOBILITY)
    }

    /// The network, if there is one.
    pub fn net(&self) -> Result<Option<NetWeights>, WeightsError> {
        let Some(output_buckets) = self.output_buckets()? else { return Ok(None) };
        let feature_buckets = (0..FEATURE_BUCKETS.len()).map(|bucket| self.feature_bucket(bucket));
        Ok(Some(NetWeights {
            feature_buckets: feature_buckets.collect::<Result<_, _>>()?,
            output_buckets,
        }))
    }

    /// The output buckets of the network, if there is one.
    pub fn output_buckets(&self) -> Result<Option<Vec<OutputBucket>>, WeightsError> {
        if self.blocks[NET_BLOCKS..].iter().all(|block| block.is_empty()) {
            return Ok(None);
        }
        let parameters = self.parameters()?;
        let (buckets, _) =
            parameters[FEATURE_BUCKETS.len() * WIDTH..].as_chunks::<OUTPUT_BUCKET_PARAMETERS>();
        let buckets: Option<Vec<OutputBucket>> =
            buckets.iter().map(OutputBucket::from_parameters).collect();
        let buckets = buckets.filter(|buckets| buckets.iter().all(OutputBucket::cannot_overflow));
        buckets.ok_or(TOO_LARGE).map(Some)
    }

    /// One feature bucket of the network; an error where there is no network.
    pub fn feature_bucket(&self, bucket: usize) -> Result<FeatureBucket, WeightsError> {
        // An empty block is the same as the one before.
        let own = &self.blocks[NET_BLOCKS..=NET_BLOCKS + bucket];
        let block = own.iter().rfind(|block| !block.is_empty()).copied().unwrap_or_default();
        let mut rows = vec![[0; WIDTH]; net::feature_count()];
        inflate_into(block, rows.as_flattened_mut())?;
        // In place: the rows are large.
        let rows = rows.into_iter().map(|row| row.map(|number: u8| number as i8));
        let feature_weights = rows.collect();
        let mut bias = [0; WIDTH];
        for (sum, number) in bias.iter_mut().zip(&self.parameters()?[bucket * WIDTH..]) {
            *sum = i16::try_from(*number).ok().filter(fits_in_a_sum).ok_or(TOO_LARGE)?;
        }
        Ok(FeatureBucket { feature_weights, bias })
    }

    /// The parameters of the network other than feature weights.
    fn parameters(&self) -> Result<Vec<i32>, WeightsError> {
        let count = FEATURE_BUCKETS.len() * WIDTH + OUTPUT_BUCKETS * OUTPUT_BUCKET_PARAMETERS;
        let bytes = inflate(self.blocks[BLOCKS - 1], 4 * count)?;
        Ok(bytes.as_chunks::<4>().0.iter().copied().map(i32::from_le_bytes).collect())
    }
}

/// Whether the rows of all active features can be added to a bias, in 16 bits.
fn fits_in_a_sum(bias: &i16) -> bool {
    bias.unsigned_abs() < 1 << 14
}

const TOO_LARGE: WeightsError = WeightsError::Malformed(WeightsFault::TooLarge);

fn pack(numbers: &[i16]) -> Vec<u8> {
    let bytes = numbers.iter().map(|number| number.to_le_bytes());
    let planes: Vec<u8> =
        bytes.clone().map(|[low, _]| low).chain(bytes.map(|[_, high]| high)).collect();
    miniz_oxide::deflate::compress_to_vec_zlib(&planes, 9)
}

fn inflate(block: &[u8], count: usize) -> Result<Vec<u8>, WeightsError> {
    let mut bytes = vec![0; count];
    inflate_into(block, &mut bytes).map(|()| bytes)
}

/// Decompresses a block that fills `bytes` exactly.
fn inflate_into(block: &[u8], bytes: &mut [u8]) -> Result<(), WeightsError> {
    use miniz_oxide::inflate::{TINFLStatus, decompress_slice_iter_to_slice};
    match decompress_slice_iter_to_slice(bytes, std::iter::once(block), true, false) {
        Ok(written) if written == bytes.len() => Ok(()),
        Ok(_) | Err(TINFLStatus::HasMoreOutput) => {
            Err(WeightsError::Malformed(WeightsFault::Length))
        }
        Err(_) => Err(WeightsError::Malformed(WeightsFault::Compression)),
    }
}

fn unpack(block: &[u8], count: usize) -> Result<Vec<i16>, WeightsError> {
    let planes = inflate(block, 2 * count)?;
    let (low, high) = planes.split_at(count);
    Ok(low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect())
}

/// The blocks of a network.
fn pack_net(net: &NetWeights) -> Vec<Vec<u8>> {
    let feature_weights = |bucket: &FeatureBucket| -> Vec<u8> {
        bucket.feature_weights.as_flattened().iter().map(|&number| number as u8).collect()
    };
    let biases = net.feature_buckets.iter().flat_map(|bucket| bucket.bias).map(i32::from);
    let outputs = net.output_buckets.iter().flat_map(OutputBucket::parameters);
    let parameters = biases.chain(outputs).flat_map(i32::to_le_bytes).collect();
    let compressed = |bytes: Vec<u8>| miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 9);
    let mut blocks = Vec::new();
    for (at, bucket) in net.feature_buckets.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &net.feature_buckets[before]);
        let is_same = before.is_some_and(|it| it.feature_weights == bucket.feature_weights);
        blocks.push(if is_same { Vec::new() } else { compressed(feature_weights(bucket)) });
    }
    blocks.push(compressed(parameters));
    blocks
}

/// How many weights an anchor has.
pub fn weights_per_anchor() -> usize {
    SymmetryFold::all().iter().map(|fold| fold.count).sum()
}

/// A checksum (FNV-1a) of the patterns, the anchors and the dimensions of the network. It is part of
/// the file format: it hashes the values as `{:?}` prints them, in this order.
fn geometry_checksum() -> u64 {
    let text = format!(
        "{PATTERNS:?} {ANCHORS} {MOBILITY_BUCKETS} {NET_PATTERNS:?} {MOVE_PATTERNS:?} {WIDTH} \
         {OUTPUT_BUCKETS} {FEATURE_BUCKETS:?}"
    );
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:?})", self.name)
    }
}

//! The learned evaluation: contents of shapes on the board, each with a weight.
//!
//! [`shapes`] says what is looked at, [`Indices`] where a board is looked up, [`Weights`] what was
//! learned and how it is kept, and [`Patterns`] is the evaluator: a sum of weights, and what a small
//! [`net`] adds to it. All sums are of integers: the same board has the same value on every machine.

mod indices;
pub mod net;
pub mod shapes;
pub mod weights;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_board::{Board, Eight, Placement};

pub use indices::Indices;
pub use weights::{Weights, WeightsError};

use crate::{Evaluator, Judge, Score};
use net::{Head, Net, Part};
use shapes::{ENTRIES, Fold, GEOMETRY, Geometry, PAGE, STARTS, TURNS};
use weights::{MOBILITIES, MOBILITY_ROW, PHASES, Packed, knots, phase};

/// The weights that come with the library.
pub static SHIPPED: &[u8] = include_bytes!("../../weights/patterns.bin");

/// The weights of every contents of every shape.
type Sheet = [i16; ENTRIES];

/// Judges boards by learned weights of what stands on its shapes.
///
/// To clone it is to share its tables. Those of a phase of the game, and those of the net for a part of
/// it, are unpacked when a board that needs them is first seen.
#[derive(Clone)]
pub struct Patterns {
    geometry: &'static Geometry,
    tables: Arc<Tables>,
}

struct Tables {
    source: Source,
    mobility: Vec<i16>,
    phases: [OnceLock<Box<Sheet>>; PHASES],
    net: Option<Net>,
}

enum Source {
    Shipped(Packed<'static>),
    Given(Weights),
}

impl Patterns {
    /// The evaluator with the weights that come with the library.
    pub fn shipped() -> Patterns {
        static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
            let packed = Packed::new(SHIPPED).expect("the shipped weights are whole");
            let mobility = packed.mobility().expect("the shipped weights are whole");
            let heads = packed.heads().expect("the shipped weights are whole");
            Patterns::from_source(Source::Shipped(packed), mobility, heads)
        });
        PATTERNS.clone()
    }

    /// The evaluator with these weights.
    pub fn new(weights: Weights) -> Patterns {
        let mobility = weights.mobility.clone();
        let heads = weights.net.as_ref().map(|net| net.heads.clone());
        Patterns::from_source(Source::Given(weights), mobility, heads)
    }

    /// The evaluator with the weights of a file. Until the file changes, it is read and unpacked once
    /// for all players that ask for it: unpacking takes longer than many a move may take.
    pub fn read(path: &str) -> Result<Patterns, WeightsError> {
        type Known = (SystemTime, Patterns);
        static FILES: Mutex<BTreeMap<String, Known>> = Mutex::new(BTreeMap::new());
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = std::fs::metadata(path).and_then(|file| file.modified()).ok();
        if let Some((then, patterns)) = files.get(path)
            && Some(*then) == changed
        {
            return Ok(patterns.clone());
        }
        let patterns = Patterns::new(Weights::read(path)?);
        if let Some(changed) = changed {
            files.insert(path.to_owned(), (changed, patterns.clone()));
        }
        Ok(patterns)
    }

    fn from_source(source: Source, mobility: Vec<i16>, heads: Option<Vec<Head>>) -> Patterns {
        let phases = std::array::from_fn(|_| OnceLock::new());
        let tables = Tables { source, mobility, phases, net: heads.map(Net::new) };
        Patterns { geometry: &GEOMETRY, tables: Arc::new(tables) }
    }

    /// The name of the weights.
    pub fn name(&self) -> &str {
        match &self.tables.source {
            Source::Shipped(packed) => packed.name,
            Source::Given(weights) => &weights.name,
        }
    }

    /// Whether there is a net beside the sum.
    pub fn has_net(&self) -> bool {
        self.tables.net.is_some()
    }

    /// The checksum of the weights that come with the library.
    pub fn shipped_checksum() -> u32 {
        match &Patterns::shipped().tables.source {
            Source::Shipped(packed) => packed.checksum,
            Source::Given(_) => unreachable!("these are the shipped weights"),
        }
    }

    /// The sum of the weights.
    #[inline(always)]
    fn sum(&self, track: &Indices, empties: u32, moves: u32, replies: u32) -> i32 {
        let sheet = self.sheet(empties);
        let mut sum = 0_i32;
        for (shape, four) in track.of_shapes().chunks_exact(TURNS).enumerate() {
            let page: &[i16; PAGE] = sheet[STARTS[shape]..].first_chunk().expect("a page follows");
            for &index in four {
                sum += i32::from(page[usize::from(index)]);
            }
        }
        let row = (empties as usize).min(60) * MOBILITY_ROW;
        let row = &self.tables.mobility[row..][..MOBILITY_ROW];
        sum += i32::from(row[(moves as usize).min(MOBILITIES - 1)]);
        sum += i32::from(row[MOBILITIES + (replies as usize).min(MOBILITIES - 1)]);
        sum + i32::from(row[2 * MOBILITIES])
    }

    #[inline(always)]
    fn sheet(&self, empties: u32) -> &Sheet {
        let phase = phase(empties);
        match self.tables.phases[phase].get() {
            Some(sheet) => sheet,
            None => self.tables.unpacked(phase),
        }
    }
}

impl Tables {
    #[cold]
    fn unpacked(&self, phase: usize) -> &Sheet {
        self.phases[phase].get_or_init(|| {
            let (first, second) = knots(phase);
            let mut weights = self.source.knot(first);
            if let Some(second) = second {
                for (weight, other) in weights.iter_mut().zip(self.source.knot(second)) {
                    *weight = i16::midpoint(*weight, other);
                }
            }
            let mut sheet = vec![0; ENTRIES];
            let mut weights = &weights[..];
            for (fold, start) in Fold::all().iter().zip(STARTS) {
                let (own, others) = weights.split_at(fold.classes);
                for (entry, class) in sheet[start..].iter_mut().zip(&fold.class) {
                    *entry = own[usize::from(*class)];
                }
                weights = others;
            }
            sheet.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("as many entries"))
        })
    }
}

impl Source {
    fn knot(&self, knot: usize) -> Vec<i16> {
        match self {
            Source::Shipped(packed) => packed.knot(knot).expect("the shipped weights are whole"),
            Source::Given(weights) => weights.knots[knot].clone(),
        }
    }

    /// A part of the net, where there is one.
    fn part(&self, part: usize) -> Part {
        match self {
            Source::Shipped(packed) => packed.part(part).expect("the shipped weights are whole"),
            Source::Given(weights) => {
                weights.net.as_ref().expect("there is a net").parts[part].clone()
            }
        }
    }
}

impl Judge for Patterns {
    type Size = Eight;
    type Track = Indices;
    const FORETELLS: bool = true;

    fn make_ready(&self) {
        for empties in 0..=60 {
            self.sheet(empties);
        }
        if let Some(net) = &self.tables.net {
            net.make_ready(|part| self.tables.source.part(part));
        }
    }

    fn track(&self, board: Board) -> Indices {
        Indices::of(board)
    }

    #[inline(always)]
    fn after(&self, track: &Indices, placement: Placement) -> Indices {
        track.after(self.geometry, placement)
    }

    #[inline(always)]
    fn passed(&self, track: &Indices) -> Indices {
        track.passed(self.geometry)
    }

    #[inline(always)]
    fn judge<K: Kernel>(&self, kernel: K, track: &Indices, board: Board) -> i32 {
        let moves = kernel.legal_moves(board).len();
        self.judge_knowing(kernel, track, board, moves)
    }

    #[inline(always)]
    fn judge_knowing<K: Kernel>(
        &self,
        kernel: K,
        track: &Indices,
        board: Board,
        moves: u32,
    ) -> i32 {
        self.judge_between(kernel, track, board, moves, (-INFINITE, INFINITE))
    }

    #[inline(always)]
    fn judge_between<K: Kernel>(
        &self,
        kernel: K,
        track: &Indices,
        board: Board,
        moves: u32,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        let (empties, replies) = (board.empties().len(), replies(kernel, board));
        let mut value = self.sum(track, empties, moves, replies);
        if let Some(net) = &self.tables.net
            && (alpha - DOUBT..beta + DOUBT).contains(&value)
        {
            let source = |part| self.tables.source.part(part);
            value += net.say(kernel, source, track.of_small(), empties, moves, replies);
        }
        value.clamp(-MOST, MOST)
    }

    #[inline(always)]
    fn rank<K: Kernel>(&self, kernel: K, track: &Indices, board: Board, moves: u32) -> i32 {
        self.sum(track, board.empties().len(), moves, replies(kernel, board))
    }
}

/// How many moves the opponent would have.
#[inline(always)]
fn replies<K: Kernel>(kernel: K, board: Board) -> u32 {
    kernel.legal_moves(board.passed()).len()
}

/// What the net says is seldom more than this, in hundredths of a disc.
const DOUBT: i32 = 800;
/// More than any value.
const INFINITE: i32 = 1 << 20;
/// A guess is never more than this: 64 discs, in hundredths.
const MOST: i32 = 6400;

impl Evaluator for Patterns {
    fn evaluate(&self, board: Board) -> Score {
        Score::guess(kernel::run(Alone(self, board)).into())
    }

    fn make_ready(&self) {
        Judge::make_ready(self);
    }
}

/// A board that no line of search has led to.
struct Alone<'a>(&'a Patterns, Board);

impl Task for Alone<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Alone(patterns, board) = self;
        patterns.judge(kernel, &Indices::of(board), board)
    }
}

const _: () = assert!(shapes::ALL.is_multiple_of(32), "the indices fill whole vectors");

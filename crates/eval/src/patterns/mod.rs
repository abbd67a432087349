//! The learned evaluation: contents of shapes on the board, each with a weight.
//!
//! [`shapes`] says what is looked at, [`Indices`] where a board is looked up, [`Weights`] what was
//! learned and how it is kept, and [`Patterns`] is the evaluator. The sum is of integers: the same
//! board has the same value on every machine.

mod indices;
pub mod shapes;
pub mod weights;

use std::sync::{Arc, LazyLock, OnceLock};

use othellier_board::kernel::{Kernel, Scalar};
use othellier_board::{Board, Eight, Placement};

pub use indices::Indices;
pub use weights::{Weights, WeightsError};

use crate::{Evaluator, Judge, Score};
use shapes::{Fold, GEOMETRY, Geometry, LAYOUT, PAGE, PAGES, SHAPES, TURNS};
use weights::{MOBILITIES, MOBILITY_ROW, PHASES, Packed, knots, phase};

/// The weights that come with the library.
pub static SHIPPED: &[u8] = include_bytes!("../../weights/patterns.bin");

type Pages = [[i16; PAGE]; PAGES];

/// Judges boards by learned weights of what stands on its shapes.
///
/// To clone it is to share its tables. Those of a phase of the game are unpacked when a board of that
/// phase is first seen.
#[derive(Clone)]
pub struct Patterns {
    geometry: &'static Geometry,
    tables: Arc<Tables>,
}

struct Tables {
    source: Source,
    mobility: Vec<i16>,
    phases: [OnceLock<Box<Pages>>; PHASES],
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
            Patterns::from_source(Source::Shipped(packed), mobility)
        });
        PATTERNS.clone()
    }

    /// The evaluator with these weights.
    pub fn new(weights: Weights) -> Patterns {
        let mobility = weights.mobility.clone();
        Patterns::from_source(Source::Given(weights), mobility)
    }

    fn from_source(source: Source, mobility: Vec<i16>) -> Patterns {
        let phases = std::array::from_fn(|_| OnceLock::new());
        Patterns { geometry: &GEOMETRY, tables: Arc::new(Tables { source, mobility, phases }) }
    }

    /// The name of the weights.
    pub fn name(&self) -> &str {
        match &self.tables.source {
            Source::Shipped(packed) => packed.name,
            Source::Given(weights) => &weights.name,
        }
    }

    /// The checksum of the weights that come with the library.
    pub fn shipped_checksum() -> u32 {
        match &Patterns::shipped().tables.source {
            Source::Shipped(packed) => packed.checksum,
            Source::Given(_) => unreachable!("these are the shipped weights"),
        }
    }

    #[inline(always)]
    fn pages(&self, empties: u32) -> &Pages {
        let phase = phase(empties);
        match self.tables.phases[phase].get() {
            Some(pages) => pages,
            None => self.tables.unpacked(phase),
        }
    }
}

impl Tables {
    #[cold]
    fn unpacked(&self, phase: usize) -> &Pages {
        self.phases[phase].get_or_init(|| {
            let knot = |knot: usize| match &self.source {
                Source::Shipped(packed) => {
                    packed.knot(knot).expect("the shipped weights are whole")
                }
                Source::Given(weights) => weights.knots[knot].clone(),
            };
            let (first, second) = knots(phase);
            let mut weights = knot(first);
            if let Some(second) = second {
                for (weight, other) in weights.iter_mut().zip(knot(second)) {
                    *weight = i16::midpoint(*weight, other);
                }
            }
            let mut pages = vec![[0; PAGE]; PAGES];
            let mut weights = &weights[..];
            for (fold, (page, start)) in Fold::all().iter().zip(LAYOUT) {
                let (own, others) = weights.split_at(fold.classes);
                for (entry, class) in pages[page][start..].iter_mut().zip(&fold.class) {
                    *entry = own[*class as usize];
                }
                weights = others;
            }
            pages.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("as many pages"))
        })
    }
}

impl Judge for Patterns {
    type Size = Eight;
    type Track = Indices;
    const FORETELLS: bool = true;

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
        let empties = board.empties().len();
        let pages = self.pages(empties);
        let mut sum = 0_i32;
        for (shape, four) in track.0.chunks_exact(TURNS).enumerate() {
            let page = &pages[LAYOUT[shape].0];
            for &index in four {
                sum += i32::from(page[usize::from(index)]);
            }
        }
        let replies = kernel.legal_moves(board.passed()).len();
        let row = (empties as usize).min(60) * MOBILITY_ROW;
        let row = &self.tables.mobility[row..][..MOBILITY_ROW];
        sum += i32::from(row[(moves as usize).min(MOBILITIES - 1)]);
        sum += i32::from(row[MOBILITIES + (replies as usize).min(MOBILITIES - 1)]);
        sum += i32::from(row[2 * MOBILITIES]);
        sum.clamp(-MOST, MOST)
    }
}

/// A guess is never more than this: 64 discs, in hundredths.
const MOST: i32 = 6400;

impl Evaluator for Patterns {
    fn evaluate(&self, board: Board) -> Score {
        Score::guess(self.judge(Scalar, &Indices::of(board), board).into())
    }
}

const _: () = assert!((SHAPES.len() * TURNS).is_multiple_of(32), "the indices fill whole vectors");

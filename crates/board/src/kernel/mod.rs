//! The rules on 8×8 again, written to be fast: one module per instruction set.
//!
//! [`Scalar`] is the specification: portable and always compiled. All kernels are tested against the
//! still simpler [`reference`](mod@crate::reference) and differ in speed alone. A kernel is a token:
//! only its detection makes one, so having it proves that the CPU can run it.
//!
//! The choice is made once, above the hot loops. [`run`] hands the best kernel of this machine to a
//! [`Task`]; the task and what it inlines are then compiled for that instruction set, and a
//! recursive function stays inside it by calling itself through [`Kernel::run`]:
//!
//! ```
//! use othellier_board::kernel::{self, Kernel, Task};
//! use othellier_board::Board;
//!
//! /// Counts the positions two plies below a board.
//! struct Grandchildren(Board);
//!
//! impl Task for Grandchildren {
//!     type Output = u32;
//!     #[inline(always)]
//!     fn run<K: Kernel>(self, kernel: K) -> u32 {
//!         let moves = kernel.legal_moves(self.0);
//!         moves.into_iter().map(|m| kernel.legal_moves(kernel.after(self.0, m)).len()).sum()
//!     }
//! }
//! assert_eq!(kernel::run(Grandchildren(Board::default())), 12);
//! ```

#![allow(unsafe_code)]

mod rays;
mod scalar;

/// Implements [`Kernel`] for a token by the functions `flips`, `legal_moves` and `replies` of its
/// module, which need these features.
#[cfg(target_arch = "x86_64")]
macro_rules! detected_kernel {
    ($kernel:ident, $name:literal, $($features:literal),*) => {
        impl crate::kernel::Kernel for $kernel {
            const NAME: &'static str = $name;

            #[inline(always)]
            fn any(self) -> crate::kernel::AnyKernel {
                crate::kernel::AnyKernel::$kernel(self)
            }

            #[inline(always)]
            fn flips(self, board: crate::Board, square: Square) -> crate::Bitboard {
                let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
                // SAFETY: the token exists only where `detect` saw the features.
                crate::Bitboard::from_bits(unsafe { flips(mover, opponent, square) })
            }

            #[inline(always)]
            fn legal_moves(self, board: crate::Board) -> crate::Bitboard {
                let (mover, opponent) = (board.mover().bits(), board.opponent().bits());
                // SAFETY: the token exists only where `detect` saw the features.
                crate::Bitboard::from_bits(unsafe { legal_moves(mover, opponent) })
            }

            #[inline(always)]
            fn replies(self, batch: Batch<'_>) -> Replies {
                // SAFETY: the token exists only where `detect` saw the features.
                unsafe { replies(batch) }
            }

            #[inline(always)]
            fn run<T: crate::kernel::Task>(self, task: T) -> T::Output {
                $(#[target_feature(enable = $features)])*
                fn compiled<T: crate::kernel::Task>(kernel: $kernel, task: T) -> T::Output {
                    task.run(kernel)
                }
                // SAFETY: the token exists only where `detect` saw the features.
                unsafe { compiled(self, task) }
            }
        }
    };
}
#[cfg(any(test, target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod pairs;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use scalar::Scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128;

use crate::{Bitboard, Board, Placement, Square};

/// How many moves a [`Batch`] holds.
pub const LANES: usize = 8;

/// An implementation of the rules for one instruction set.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// Its name, as `othellier version` prints it.
    const NAME: &'static str;

    /// This kernel among all of them, so that another crate can have functions of its own for each
    /// instruction set. Which one it is is known when the code is compiled: the match costs nothing.
    fn any(self) -> AnyKernel;

    /// The discs that a move to an empty square would flip.
    fn flips(self, board: Board, square: Square) -> Bitboard;

    /// The squares where the mover may play.
    fn legal_moves(self, board: Board) -> Bitboard;

    /// Plays every move of a batch and finds the replies to each. An illegal move, which
    /// flips nothing, still places its disc.
    fn replies(self, batch: Batch<'_>) -> Replies;

    /// Runs a task compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// The board after a move that the caller knows to be legal.
    #[inline(always)]
    fn after(self, board: Board, square: Square) -> Board {
        board.with(Placement { square, flips: self.flips(board, square) })
    }
}

/// Work that is compiled once per kernel. Mark `run` as `#[inline(always)]`: code that is not
/// inlined is not compiled for the kernel's instruction set.
pub trait Task {
    /// The result of the work.
    type Output;
    /// Runs the work with the kernel that was chosen.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// [`LANES`] moves, each on a board of its own, as columns of words. A lane that is not wanted may
/// hold anything.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The mover's discs of each board.
    pub mover: &'a [u64; LANES],
    /// The opponent's discs of each board.
    pub opponent: &'a [u64; LANES],
    /// One bit: the empty square to play.
    pub square: &'a [u64; LANES],
}

/// The result of a [`Batch`]: the boards after its moves, and the legal moves there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Replies {
    /// The discs of the side to move after the move.
    pub mover: [u64; LANES],
    /// The discs of the side that just moved.
    pub opponent: [u64; LANES],
    /// The legal moves of `mover`.
    pub moves: [u64; LANES],
    /// How many they are.
    pub count: [u64; LANES],
}

/// One of the kernels of this target.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum AnyKernel {
    /// Portable code for any machine.
    Scalar(Scalar),
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// x86-64 with AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// 64-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    /// WebAssembly with vectors.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
}

/// The kernels there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Portable code for any machine.
    Scalar,
    /// WebAssembly compiled with vectors of 128 bits.
    Simd128,
    /// 64-bit ARM, whose vectors every such processor has.
    Neon,
    /// x86-64 since about 2013.
    Avx2,
    /// x86-64 with the vector extensions of about 2019.
    Avx512,
}

impl Tier {
    /// All of them, slowest first.
    pub const ALL: [Tier; 5] = [Tier::Scalar, Tier::Simd128, Tier::Neon, Tier::Avx2, Tier::Avx512];

    /// The best kernel of this machine.
    pub fn best() -> Tier {
        Tier::ALL.into_iter().rev().find(|tier| tier.is_available()).unwrap_or(Tier::Scalar)
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        struct Nothing;
        impl Task for Nothing {
            type Output = ();
            fn run<K: Kernel>(self, _: K) {}
        }
        self.run(Nothing).is_some()
    }

    /// Its name, as `othellier version` prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Scalar => "scalar",
            Tier::Simd128 => "simd128",
            Tier::Neon => "neon",
            Tier::Avx2 => "avx2",
            Tier::Avx512 => "avx512",
        }
    }

    /// Runs a task with this kernel, or returns `None` on a machine that does not have it.
    pub fn run<T: Task>(self, task: T) -> Option<T::Output> {
        match self {
            // A module for the browser is downloaded: it has its best kernel alone.
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Tier::Scalar => Some(Scalar.run(task)),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => Avx2::detect().map(|kernel| kernel.run(task)),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => Avx512::detect().map(|kernel| kernel.run(task)),
            #[cfg(target_arch = "aarch64")]
            Tier::Neon => Neon::detect().map(|kernel| kernel.run(task)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => Some(Simd128::compiled().run(task)),
            #[allow(unreachable_patterns, reason = "every target has tiers of others")]
            _ => None,
        }
    }
}

/// Runs a task with the best kernel of this machine.
pub fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(kernel) = Avx512::detect() {
            return kernel.run(task);
        }
        if let Some(kernel) = Avx2::detect() {
            return kernel.run(task);
        }
    }
    #[cfg(target_arch = "aarch64")]
    if let Some(kernel) = Neon::detect() {
        return kernel.run(task);
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return Simd128::compiled().run(task);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Scalar.run(task)
}

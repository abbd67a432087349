//! Options that several commands share, and what they default to.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use othellier_board::kernel::Tier;
use othellier_locale::{Lang, message};
use othellier_play::has_room;
use othellier_record::guess_side;

use super::error::CliError;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) json: bool,
    pub(crate) lang: Lang,
}

/// A kernel, as `--kernel` names it.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum KernelName {
    Scalar,
    Simd128,
    Neon,
    Avx2,
    Avx512,
}

/// The requested kernel, if this machine supports it; by default its best one.
pub(crate) fn tier(asked: Option<KernelName>) -> Result<Tier, CliError> {
    let tier = asked.map_or(Tier::best(), |name| match name {
        KernelName::Scalar => Tier::Scalar,
        KernelName::Simd128 => Tier::Simd128,
        KernelName::Neon => Tier::Neon,
        KernelName::Avx2 => Tier::Avx2,
        KernelName::Avx512 => Tier::Avx512,
    });
    if tier.is_available() {
        Ok(tier)
    } else {
        Err(CliError::usage(message!("error-no-kernel", kernel = tier.name())))
    }
}

/// The requested number of threads, by default the number of cores.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().ok();
    asked.or_else(cores).unwrap_or(NonZeroUsize::MIN)
}

/// Refuses a table that does not fit into memory.
pub(crate) fn check_table_fits(bytes: usize) -> Result<(), CliError> {
    if has_room(bytes) {
        Ok(())
    } else {
        Err(CliError::usage(message!("solve-no-room", mebibytes = bytes >> 20)))
    }
}

/// The given board size, else that of the position, else 8.
pub(crate) fn board_side(size: Option<u8>, position: &str) -> u8 {
    size.or_else(|| guess_side(position)).unwrap_or(8)
}

/// The deepest tree that is drawn: a deeper one is unreadable.
pub(crate) const MAX_TREE_DEPTH: u8 = 4;

//! Options that several commands share, and what they default to.

use std::num::NonZeroUsize;

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

/// The requested kernel, if this machine supports it; by default its best one.
pub(crate) fn tier(asked: Option<Tier>) -> Result<Tier, CliError> {
    let tier = asked.unwrap_or_else(Tier::best);
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

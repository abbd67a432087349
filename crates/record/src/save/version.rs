//! The name, the versions and the size limit of the format.

/// The first word of a save file.
pub(super) const FORMAT: &str = "othellier-game";

/// The newest version of the format: games with players and clocks.
pub const VERSION: u32 = 4;

/// The version of a game without metadata.
pub(super) const PLAIN_VERSION: u32 = 1;

/// The maximum file size in bytes; a long game has a few thousand.
pub const MOST_BYTES: u64 = 1 << 20;

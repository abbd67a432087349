//! The bounds of what a request may ask for. How many may ask at once is for the edge to limit.

use std::time::Duration;

/// The longest time a program may think about a move.
pub const MOVE_TIME: Duration = Duration::from_secs(10);
/// The highest level that plays by its depth alone, however slow the machine is.
pub const FAST_LEVEL: u32 = 12;
/// The longest time a spec may ask for.
pub const SPEC_TIME: Duration = Duration::from_secs(10);
/// The most memory a spec may ask for.
pub const SPEC_BYTES: usize = 16 << 20;
pub const SPEC_CHARS: usize = 400;
pub const NAME_CHARS: usize = 100;
/// The longest pause between the moves of programs.
pub const PACE: Duration = Duration::from_secs(10);
/// The most time on a clock.
pub const CLOCK: Duration = Duration::from_secs(24 * 3600);
/// How long an analysis may run.
pub const ANALYSIS_TIME: Duration = Duration::from_secs(60);
pub const MATCH_GAMES: usize = 200;
/// Games shown of one pasted text.
pub const IMPORTED: usize = 100;
/// The greatest depth of a search whose tree is shown.
pub const TREE_DEPTH: u8 = 4;
/// Nodes of a tree that are sent.
pub const TREE_NODES: usize = 5_000;
/// Empty squares of an exercise, least and most.
pub const EXERCISE_EMPTIES: [u32; 2] = [2, 14];
/// The highest level of a review.
pub const REVIEW_LEVEL: u32 = 20;

//! Every number that bounds a request.

use std::time::Duration;

/// The largest request body.
pub(crate) const BODY_BYTES: usize = 256 << 10;
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long the header of a request may take to arrive, and a connection may be idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// Connections at once; a process can usually open a thousand files.
pub(crate) const CONNECTIONS: usize = 800;
/// Connections at once from one address, except this machine's own.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 64;
/// How long the last responses may take when the server shuts down.
pub(crate) const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// The longest time a program may think about a move.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(10);
/// The longest time a spec may ask for.
pub(crate) const SPEC_TIME: Duration = Duration::from_secs(10);
/// The most memory a spec may ask for.
pub(crate) const SPEC_BYTES: usize = 16 << 20;
/// Characters of a spec, and of a name.
pub(crate) const SPEC_CHARS: usize = 400;
pub(crate) const NAME_CHARS: usize = 100;
/// The longest pause between the moves of programs.
pub(crate) const PACE: Duration = Duration::from_secs(10);
/// The most time on a clock.
pub(crate) const CLOCK: Duration = Duration::from_secs(24 * 3600);

/// How long an analysis may run.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_secs(60);
/// Analyses at once: per client, per address, in total.
pub(crate) const ANALYSES: [usize; 3] = [4, 64, 256];
/// Game streams at once, likewise.
pub(crate) const WATCHERS: [usize; 3] = [8, 128, 500];
/// Jobs at once (reviews, trees, exercises), likewise.
pub(crate) const JOBS: [usize; 3] = [2, 16, 64];
/// Matches that run or wait, likewise.
pub(crate) const MATCHES: [usize; 3] = [1, 4, 16];
/// Matches in memory, and on disk.
pub(crate) const MATCHES_IN_MEMORY: usize = 64;
pub(crate) const STORED_MATCHES: u64 = 1_000;
/// Reviews on disk.
pub(crate) const STORED_REVIEWS: u64 = 10_000;
/// Games of a match.
pub(crate) const MATCH_GAMES: usize = 200;
/// Games on disk.
pub(crate) const STORED_GAMES: u64 = 1_000_000;
/// New games per minute: per client, per address, in total.
pub(crate) const NEW_GAMES: [usize; 3] = [60, 600, 3_000];
/// Games shown of one pasted text.
pub(crate) const IMPORTED: usize = 100;
/// Archive queries at once: each takes milliseconds, the others wait.
pub(crate) const ARCHIVE_QUERIES: usize = 2;
/// The greatest depth of a search whose tree is shown.
pub(crate) const TREE_DEPTH: u8 = 4;
/// Nodes of a tree that are sent.
pub(crate) const TREE_NODES: usize = 5_000;
/// Empty squares of an exercise, least and most.
pub(crate) const EXERCISE_EMPTIES: [u32; 2] = [2, 14];
/// The highest level of a review.
pub(crate) const REVIEW_LEVEL: u32 = 20;

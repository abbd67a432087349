//! What strangers may ask for: every number that bounds a request stands here.

use std::time::Duration;

/// The largest body of a request.
pub(crate) const BODY_BYTES: usize = 256 << 10;
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long the head of a request may take to arrive, and a connection may lie idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// Connections at once; a process usually has a thousand files.
pub(crate) const CONNECTIONS: usize = 800;
/// Connections at once from one address that is not this machine's own.
pub(crate) const CONNECTIONS_OF_ONE: usize = 64;
/// How long the last answers may take when the server shuts down.
pub(crate) const FAREWELL: Duration = Duration::from_secs(3);

/// The most a program may think about a move.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(10);
/// The most time a spec may name.
pub(crate) const SPEC_TIME: Duration = Duration::from_secs(10);
/// The most memory a spec may name.
pub(crate) const SPEC_BYTES: usize = 16 << 20;
/// Letters of a spec or a name.
pub(crate) const SPEC_LETTERS: usize = 400;
pub(crate) const NAME_LETTERS: usize = 100;
/// The most time between the moves of programs.
pub(crate) const PACE: Duration = Duration::from_secs(10);
/// The most time on a clock.
pub(crate) const CLOCK: Duration = Duration::from_secs(24 * 3600);

/// How long an analysis may think.
pub(crate) const ANALYSIS_TIME: Duration = Duration::from_secs(60);
/// Analyses at once: of a client, of an address, in all.
pub(crate) const ANALYSES: [usize; 3] = [4, 64, 256];
/// Streams of games at once likewise.
pub(crate) const WATCHERS: [usize; 3] = [8, 128, 500];
/// Reviews, trees, exercises and other work that is done in one piece.
pub(crate) const ERRANDS: [usize; 3] = [2, 16, 64];
/// Matches that run or wait.
pub(crate) const MATCHES: [usize; 3] = [1, 4, 16];
/// Matches that are at hand, and those that are kept on disk.
pub(crate) const MATCHES_AT_HAND: usize = 64;
pub(crate) const MATCHES_KEPT: u64 = 1_000;
/// Reviews that are kept on disk.
pub(crate) const REVIEWS_KEPT: u64 = 10_000;
/// Games of a match.
pub(crate) const MATCH_GAMES: usize = 200;
/// Games that are kept on disk.
pub(crate) const GAMES: u64 = 1_000_000;
/// New games in a minute: of a client, of an address, in all.
pub(crate) const NEW_GAMES: [usize; 3] = [60, 600, 3_000];
/// Games shown of one pasted text.
pub(crate) const IMPORTED: usize = 100;
/// Looks into the archive at once: each takes milliseconds, the others wait.
pub(crate) const LOOKS: usize = 2;
/// Plies of a search whose tree is shown.
pub(crate) const TREE_DEPTH: u8 = 4;
/// Nodes of a tree that are told.
pub(crate) const TREE_NODES: usize = 5_000;
/// Empty squares of an exercise.
pub(crate) const EXERCISE_EMPTIES: [u32; 2] = [2, 14];
/// The deepest level of a review.
pub(crate) const REVIEW_LEVEL: u32 = 20;

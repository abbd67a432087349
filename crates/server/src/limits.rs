//! Every number that bounds the traffic. The bounds of single requests are in `othellier_desk::limits`.

use std::time::Duration;

/// The largest request body.
pub(crate) const BODY_BYTES: usize = 256 << 10;
/// The largest file of games.
pub(crate) const FILE_BYTES: usize = 8 << 20;
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long the header of a request may take to arrive, and a connection may be idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// Connections at once, as far as the system has files for them.
pub(crate) const CONNECTIONS: usize = 4_096;
/// Files that are left for other things than connections.
pub(crate) const OTHER_FILES: usize = 128;
/// Connections at once from one address; from this machine itself, where many people may be behind one.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 512;
pub(crate) const CONNECTIONS_FROM_HERE: usize = 2_048;
/// Connections above the limits that are told so at once; further ones are closed.
pub(crate) const REFUSALS: usize = 64;
/// Requests to the API per second: per client, per address, in total.
pub(crate) const REQUESTS: [usize; 3] = [400, 4_000, 8_000];
/// What wrong guesses of passwords, codes and tokens cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GuessLimit {
    /// The wrong guess within [`GUESS_TIME`] that closes the door for [`FIRST_PAUSE`]; each further one
    /// closes it for twice as long.
    pub(crate) closes_at: usize,
    pub(crate) longest_pause: Duration,
}
/// Of one address.
pub(crate) const GUESSES: GuessLimit =
    GuessLimit { closes_at: 20, longest_pause: Duration::from_secs(15 * 60) };
/// Of all addresses together.
pub(crate) const ALL_GUESSES: GuessLimit =
    GuessLimit { closes_at: 1_000, longest_pause: Duration::from_secs(60) };
/// The first pause.
pub(crate) const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// How long a wrong guess counts.
pub(crate) const GUESS_TIME: Duration = Duration::from_secs(60 * 60);
/// Tokens that are remembered as right, and for how long after their last use.
pub(crate) const KNOWN_KEYS: usize = 100_000;
pub(crate) const KEY_TIME: Duration = Duration::from_secs(24 * 60 * 60);
/// How long the last responses may take when the server shuts down.
pub(crate) const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// Analyses at once: per client, per address, in total.
pub(crate) const ANALYSES: [usize; 3] = [4, 64, 256];
/// Game streams at once, likewise.
pub(crate) const WATCHERS: [usize; 3] = [8, 2_000, 4_000];
/// Jobs at once (reviews, trees, exercises, imports, heat maps), likewise.
pub(crate) const JOBS: [usize; 3] = [4, 64, 256];
/// Matches that run or wait, likewise.
pub(crate) const MATCHES: [usize; 3] = [1, 8, 64];
/// How long a match may play, without the time in which it waits.
pub(crate) const MATCH_TIME: Duration = Duration::from_secs(3600);
/// Matches in memory, and on disk.
pub(crate) const MATCHES_IN_MEMORY: usize = 64;
pub(crate) const STORED_MATCHES: u64 = 1_000;
/// Reviews on disk.
pub(crate) const STORED_REVIEWS: u64 = 10_000;
/// Games on disk.
pub(crate) const STORED_GAMES: u64 = 1_000_000;
/// New games per minute: per client, per address, in total.
pub(crate) const NEW_GAMES: [usize; 3] = [60, 3_000, 6_000];
/// New rooms per minute, likewise.
pub(crate) const NEW_ROOMS: [usize; 3] = [10, 60, 300];
/// Rooms on disk.
pub(crate) const STORED_ROOMS: u64 = 10_000;
/// Rooms that pay for what one address orders in them, in a minute.
pub(crate) const PAYING_ROOMS: usize = 8;
/// Members of a room, also those who left.
pub(crate) const ROOM_MEMBERS: usize = 200;
/// Open challenges, questions and sets of exercises of a room.
pub(crate) const ROOM_LISTS: usize = 100;
/// Games of a room.
pub(crate) const ROOM_GAMES: usize = 5_000;
/// Finished games that a room shows; all of them can be downloaded.
pub(crate) const ROOM_GAMES_SHOWN: usize = 200;
/// Exercises of a set.
pub(crate) const SET_EXERCISES: usize = 30;
/// Archive queries at once: each takes milliseconds, the others wait.
pub(crate) const ARCHIVE_QUERIES: usize = 2;
/// How often the server of the grid is asked, while somebody looks.
pub(crate) const GRID_INTERVAL: Duration = Duration::from_secs(2);
/// How often unused memory is given back.
pub(crate) const TIDY_INTERVAL: Duration = Duration::from_secs(5);
/// How often expired invitations are deleted.
pub(crate) const DELETION_INTERVAL: Duration = Duration::from_secs(60 * 60);

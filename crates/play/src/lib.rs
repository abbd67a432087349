//! Who sits at the board, and the clock.
//!
//! A [`Player`] is anything that can choose a move. One text, the [`Spec`], names a player
//! everywhere: `random`, `alphabeta(depth=6, eval=mobility)`. One [`catalogue`](catalogue()) lists
//! them, so that a player added there appears in every interface.

mod catalogue;
mod clock;
mod player;
mod random;
mod spec;

pub use catalogue::{CatalogueError, Entry, Key, Seat, Setup, Words, build, catalogue};
pub use clock::{Clock, ParseDurationError, TimeControl, parse_duration, show_duration};
pub use player::{Choice, Player, PlayerError, StopSignal};
pub use random::Random;
pub use spec::{ParseSpecError, Spec};

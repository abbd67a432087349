//! Games between people and programs.
//!
//! [`LiveGame`] is a session with what the page adds. A [`GameCommand`] changes it; while it waits
//! for a program, its [`Turn`] thinks wherever its owner likes, and the choice is passed back.

mod live;
mod open;
mod requests;
mod shown;
mod thinking;

pub use live::LiveGame;
pub use open::{OpenGames, StoredGame};
pub use requests::{
    Changes, CopyOf, GameCommand, Goto, NewGame, NewMove, NewStart, ReadGame, Recall, Resign,
};
pub use shown::game_shown;
pub use thinking::{Chosen, Program, Turn};

//! Players and clocks.
//!
//! A [`Player`] is anything that can choose a move. One text, the [`Spec`](othellier_spec::Spec), names a
//! player everywhere: `random`, `alphabeta(depth=6, eval=mobility)`. One [`catalogue`](catalogue())
//! lists them all, so that a player added there appears in every interface.
//!
//! A game in progress is a [`GameSession`], of the crate `othellier-session`.

#![warn(missing_docs)]

mod book;
mod bytes;
mod catalogue;
mod champion;
#[cfg(feature = "textbook")]
mod compiled;
mod engine;
mod entry;
mod foreign;
mod levels;
mod limits;
mod player;
mod ponder;
#[cfg(feature = "textbook")]
mod textbook;
mod weights_files;

pub use book::with_book;
pub use bytes::{has_room, parse_bytes};
pub use catalogue::{
    NoProgram, ProgramError, build_limited, build_player, build_program, build_seat, catalogue,
};
pub use champion::ChampionOptions;
pub use engine::CataloguePrograms;
pub use entry::{Entry, Seat, Setup};
#[cfg(not(target_family = "wasm"))]
pub use foreign::end_foreign_engines;
pub use foreign::{CommandFault, EngineError};
pub use levels::{LEVELS, NamedLevel};
pub use limits::MoveLimits;
pub use othellier_protocol::BadAnswer;
pub use othellier_record::{
    Clock, MoveOverhead, ParseDurationError, TimeAllotment, TimeControl, parse_duration,
    show_duration,
};
pub use othellier_search::StopSignal;
pub use othellier_session::{
    AnySession, Arbiter, Command, Event, GameSession, MAX_VARIATIONS, Participant, SessionError,
    SessionSettings, SessionState, Thought, Variation, with_session,
};
pub use othellier_spec::{Access, AccessError};
pub use player::{Choice, Player, PlayerError, SearchPlayer};
pub use ponder::Ponderer;
#[cfg(feature = "textbook")]
pub use textbook::build_with_evaluator;

//! An archive of games in one file: found by player, event, year, result, and by every position
//! that was ever on the board, however the board was turned.
//!
//! ```
//! use othellier_archive::{Archive, Filter};
//! use othellier_board::Position;
//! use othellier_record::{Record, transcript};
//!
//! let folder = tempfile::tempdir()?;
//! let mut archive = Archive::open(&folder.path().join("games.sqlite"))?;
//! let game = |moves| transcript::read(Position::start(), moves).map(Record::from);
//! // The same opening twice, once on a turned board.
//! archive.add(&[game("f5d6c3")?, game("d3c5f6")?, game("f5f6")?])?;
//!
//! let here = transcript::read(Position::start(), "e6f4")?;
//! let explored = archive.explore(here.position(), &Filter::default())?;
//! assert_eq!(explored.all.games, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Archive`] is one connection to the file. It can be handed to another thread, and any number
//! of them may read while one writes.

mod archive;
mod columns;
mod error;
mod explore;
mod filter;
mod import;
mod row;
mod spot;
mod stats;

pub use archive::Archive;
pub use error::ArchiveError;
pub use explore::{Explored, Reply, Tally};
pub use filter::{Filter, Verdict};
pub use import::Added;
pub use spot::Spot;
pub use stats::Stats;

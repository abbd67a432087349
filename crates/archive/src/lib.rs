//! An archive of games in one file, searchable by player, event, year, result, and by every
//! position that occurred, up to symmetry.
//!
//! ```
//! use othellier_archive::{Archive, Filter};
//! use othellier_board::Position;
//! use othellier_record::{Record, transcript};
//!
//! let folder = tempfile::tempdir()?;
//! let mut archive = Archive::open(&folder.path().join("games.sqlite"))?;
//! let game = |moves| transcript::read(Position::start(), moves).map(Record::from);
//! // The same opening twice, once on a rotated board.
//! archive.add(&[game("f5d6c3")?, game("d3c5f6")?, game("f5f6")?])?;
//!
//! let here = transcript::read(Position::start(), "e6f4")?;
//! let explored = archive.explore(here.position(), &Filter::default())?;
//! assert_eq!(explored.all.games, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Archive`] is one connection to the file. It is `Send`; any number of connections may read
//! while one writes.

mod add;
mod archive;
mod columns;
mod error;
mod explore;
mod filter;
mod import;
mod position_key;
mod row;
mod stats;

pub use add::Added;
pub use archive::Archive;
pub use error::ArchiveError;
pub use explore::{Explored, Reply, ResultCounts};
pub use filter::{Filter, GameResult};
pub use import::{Import, ImportEvent, Imported};
pub use position_key::PositionKey;
pub use stats::Stats;

//! Finds the good and the bad moves of a game, and the reasons.
//!
//! A [`Reviewer`] compares every move of a game with the best one, from the last move to the first.
//! Each gives a [`MoveReview`] with the scores before and after, the loss in discs, a [`Mark`], the
//! two lines that were compared and, for a bad move, the [`Reason`]s that distinguish these lines.
//! Together they form a [`Review`], with the [`Accuracy`] of each side and the turning point.
//!
//! A bad move becomes an [`Exercise`]: find the better one. Endgame positions with exact scores of
//! all moves are exercises too.
//!
//! ```
//! use othellier_board::Position;
//! use othellier_record::transcript;
//! use othellier_review::{Reviewer, Settings};
//! use othellier_search::StopSignal;
//!
//! let game = transcript::read(Position::start(), "f5d6c5f4e3c6d3")?;
//! let mut reviewer = Reviewer::new(&Settings { level: 2, ..Settings::default() });
//! let review = reviewer.review(&game, &StopSignal::default(), &mut |_| ());
//! assert!(review.is_complete());
//! assert_eq!(review.moves.len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate produces no sentences: a reason is data, and the interface that shows it words it.

mod mark;
mod reason;
mod review;

mod accuracy;
mod turning_point;

mod analyser;
mod reviewer;

mod walk;
mod why;

pub mod exercise;

pub use accuracy::Accuracy;
pub use analyser::{Analyser, Deadline, Evaluation, Method, Reviewable, Settings};
pub use exercise::{Difficulty, Exercise, Grade, Missed};
pub use mark::Mark;
pub use reason::{CornerNeighbour, MoveCounts, Reason};
pub use review::{MoveReview, Review, Value};
pub use reviewer::{ReviewProgress, Reviewer};
pub use why::reasons;

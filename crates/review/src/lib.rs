//! What was good and bad in a game, and why.
//!
//! A [`Reviewer`] looks at every move of a game, from the last to the first, and says what it was
//! worth beside the best one: a [`MoveReview`] with the scores before and after, the loss in discs, a
//! [`Mark`], the two lines that were compared and, for a bad move, the [`Reason`]s that tell these
//! lines apart. All of them together are a [`Review`]: with the [`Accuracy`] of each side and the
//! move after which the game was lost for good.
//!
//! A bad move is an [`Exercise`]: find the better one. Positions near the end with the proven score
//! of every move are exercises too.
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
//! Nothing here knows words: a reason is data, and whoever shows it makes the sentence.

mod mark;
mod reason;
mod review;

mod accuracy;
mod turning_point;

mod mind;
mod reviewer;

mod walk;
mod why;

pub mod exercise;

pub use accuracy::Accuracy;
pub use exercise::{Difficulty, Exercise, Grade, Missed};
pub use mark::Mark;
pub use mind::{Means, Mind, Opinion, Reviewable, Settings};
pub use reason::{Moves, Near, Reason};
pub use review::{MoveReview, Review, Value};
pub use reviewer::{Progress, Reviewer};
pub use why::reasons;

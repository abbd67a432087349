//! MTD(f): find the value by nothing but yes-or-no questions.
//!
//! The idea: a search with a window one step wide answers *is the value at least this?*, and cuts the
//! most. Begin at a good guess and ask again and again, moving towards the value, until what it is at
//! least and what it is at most meet. Each question goes over the tree of the one before, so a table
//! that remembers it is what makes this pay.
//!
//! ```text
//! mtdf(position, depth, guess):
//!     low = -infinity, high = +infinity, value = guess
//!     while low < high:
//!         beta = value + 1 if value = low else value
//!         value = alpha-beta(position, depth, beta - 1, beta)
//!         if value < beta: high = value else: low = value
//!     return value
//! ```
//!
//! Cost: the fewest positions of all where the guess is good and the table large; many passes where
//! the evaluation has fine steps. Compare with: NegaScout, PVS.

use othellier_board::Size;
use othellier_eval::Score;

use super::negamax_ab;
use super::search::{Search, Visited};

/// The value of the position for the side to move, found from a first guess.
pub fn value<S: Size>(search: &mut Search<'_, S>, depth: u8, guess: Score) -> Visited {
    let (mut low, mut high) = (Score::MIN, Score::MAX);
    let mut value = guess;
    let mut line = Vec::new();
    while low < high {
        let beta = if value == low { value + Score::STEP } else { value };
        value = negamax_ab::value(search, depth, beta - Score::STEP, beta)?;
        if value < beta {
            high = value;
        } else {
            low = value;
            line = search.line().to_vec();
        }
    }
    // Only a question answered by yes shows a move.
    search.set_line(line);
    Ok(value)
}

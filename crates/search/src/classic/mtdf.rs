//! MTD(f): find the value by null-window searches alone.
//!
//! The idea: a search with a null window (one step wide) answers *is the value at least this?*, and
//! cuts the most. Start at a good guess and search again and again, moving towards the value, until
//! lower and upper bound meet. Each search revisits the tree of the one before, so it pays only with
//! a transposition table.
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
//! Cost: the fewest nodes of all where the guess is good and the table large; many searches where the
//! evaluation has fine steps. Compare with: NegaScout, PVS.

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
    // Only a search that fails high shows a move.
    search.set_line(line);
    Ok(value)
}

//! Negamax: minimax in one rule instead of two.
//!
//! The idea: what is good for you is bad for me by as much. If every value is given for the side *to
//! move*, each side does the same: it takes the greatest of its children's values with the sign
//! changed.
//!
//! ```text
//! negamax(position, depth):
//!     if depth = 0 or the game is over: return the value of position for the side to move
//!     return the greatest of -negamax(child, depth - 1) over all children
//! ```
//!
//! The value of a leaf must be that for the side to move there, at odd depths as at even ones, and a
//! pass changes the sign like any other move. The code that a student report prints (IA appliquée au jeu
//! d'Othello, alg. 4) « Only works for pair depth ».
//!
//! Cost: that of minimax, node for node. Compare with: minimax (same), negamax with alpha-beta.

use othellier_board::Size;
use othellier_eval::Score;

use super::search::{Search, Visited, below};

/// The value of the position for the side to move.
pub fn value<S: Size>(search: &mut Search<'_, S>, depth: u8) -> Visited {
    search.enter(Score::MIN, Score::MAX)?;
    if depth == 0 {
        return Ok(search.leaf());
    }
    if let Some(known) = search.probe_table(depth, Score::MIN, Score::MAX) {
        return Ok(known);
    }
    let moves = search.moves(depth);
    if moves.is_empty() {
        return Ok(search.end());
    }
    let mut best = Score::MIN;
    for played in moves {
        search.play(played);
        let value = -value(search, below(depth))?;
        search.take_back();
        if value > best {
            best = value;
            search.update_pv(played);
        }
    }
    search.store_in_table(depth, Score::MIN, Score::MAX, best);
    Ok(search.leave(best))
}

//! Minimax: search every line to a given depth.
//!
//! The idea: I choose the move that is best for me, knowing that you will answer with the move that
//! is worst for me, knowing that I will choose the best, and so on down to a depth where the board is
//! evaluated. Values are always *mine*: I take the greatest, you the least.
//!
//! ```text
//! minimax(position, depth, mine):
//!     if depth = 0 or the game is over: return the value of position for me
//!     if mine: return the greatest of minimax(child, depth - 1, not mine) over all children
//!     else:    return the least    of minimax(child, depth - 1, not mine) over all children
//! ```
//!
//! Cost: every position of the tree, about 10 to the power of the depth. Compare with: negamax, which
//! is the same in half the lines; alpha-beta, which gives the same value from fewer positions.

use othellier_board::Size;
use othellier_eval::Score;

use super::search::{Search, Visited, below};

/// The value of the position for the side to move.
pub fn value<S: Size>(search: &mut Search<'_, S>, depth: u8) -> Visited {
    minimax(search, depth, true)
}

/// The value of the position for the side to move at the root; `mine` if that side moves here.
fn minimax<S: Size>(search: &mut Search<'_, S>, depth: u8, mine: bool) -> Visited {
    search.enter(Score::MIN, Score::MAX)?;
    let for_me = |value: Score| if mine { value } else { -value };
    if depth == 0 {
        return Ok(for_me(search.leaf()));
    }
    if let Some(known) = search.probe_table(depth, Score::MIN, Score::MAX) {
        return Ok(for_me(known));
    }
    let moves = search.moves(depth);
    if moves.is_empty() {
        return Ok(for_me(search.end()));
    }
    let mut best = if mine { Score::MIN } else { Score::MAX };
    for played in moves {
        search.play(played);
        let value = minimax(search, below(depth), !mine)?;
        search.take_back();
        if if mine { value > best } else { value < best } {
            best = value;
            search.update_pv(played);
        }
    }
    search.store_in_table(depth, Score::MIN, Score::MAX, for_me(best));
    Ok(for_me(search.leave(for_me(best))))
}

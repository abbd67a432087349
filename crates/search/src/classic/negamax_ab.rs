//! Alpha-beta on negamax: the pruning of alpha-beta in the notation of negamax.
//!
//! The idea: alpha is what the side to move is sure of, beta what its opponent is. One ply down the
//! roles are exchanged, so the window is reversed and its signs are changed.
//!
//! ```text
//! negamax_ab(position, depth, alpha, beta):
//!     if depth = 0 or the game is over: return the value of position for the side to move
//!     best = -infinity
//!     for each child:
//!         best = max(best, -negamax_ab(child, depth - 1, -beta, -max(alpha, best)))
//!         if best >= beta: stop, the rest is cut
//!     return best
//! ```
//!
//! The recursion must call *itself*, with the window: the code that a student report prints (Ot'hello
//! World, §2.1.4.2) calls plain negamax, and so could prune at the root only.
//!
//! Cost: that of alpha-beta, node for node. Compare with: alpha-beta (same), NegaScout.

use othellier_board::Size;
use othellier_eval::Score;

use super::search::{Search, Visited, below};

/// The value of the position for the side to move, exact if it lies between alpha and beta, else a
/// bound on its side of them.
pub fn value<S: Size>(search: &mut Search<'_, S>, depth: u8, alpha: Score, beta: Score) -> Visited {
    search.enter(alpha, beta)?;
    if depth == 0 {
        return Ok(search.leaf());
    }
    if let Some(known) = search.probe_table(depth, alpha, beta) {
        return Ok(known);
    }
    let moves = search.moves(depth);
    if moves.is_empty() {
        return Ok(search.end());
    }
    let mut best = Score::MIN;
    for (at, &played) in moves.iter().enumerate() {
        search.play(played);
        let value = -value(search, below(depth), -beta, -alpha.max(best))?;
        search.take_back();
        if value > best {
            best = value;
            search.update_pv(played);
        }
        if best >= beta {
            search.cut(&moves[at + 1..]);
            break;
        }
    }
    search.store_in_table(depth, alpha, beta, best);
    Ok(search.leave(best))
}

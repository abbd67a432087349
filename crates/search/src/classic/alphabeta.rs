//! Alpha-beta on minimax: prune what cannot matter.
//!
//! The idea: once I have a move worth 5, a second move is of no interest as soon as one answer to it
//! is worth 5 or less to me: you would choose that answer or a better one. So the window is passed
//! down: alpha, what I am sure of already; beta, what you are sure of already. Where they meet, the
//! rest of the children are cut.
//!
//! ```text
//! alphabeta(position, depth, alpha, beta, mine):
//!     if depth = 0 or the game is over: return the value of position for me
//!     if mine:
//!         for each child: alpha = max(alpha, alphabeta(child, depth - 1, alpha, beta, not mine))
//!                         if alpha >= beta: stop, the rest is cut
//!     else:
//!         for each child: beta = min(beta, alphabeta(child, depth - 1, alpha, beta, not mine))
//!                         if alpha >= beta: stop, the rest is cut
//!     return the best value seen
//! ```
//!
//! Cost: with the best move always first, about the square root of minimax's positions; with the
//! worst first, all of them. Hence move ordering. Compare with: minimax (same value), its negamax
//! form (same positions).

use othellier_board::Size;
use othellier_eval::Score;

use super::search::{Search, Visited, below};

/// The value of the position for the side to move, exact if it lies between alpha and beta, else a
/// bound on its side of them.
pub fn value<S: Size>(search: &mut Search<'_, S>, depth: u8, alpha: Score, beta: Score) -> Visited {
    alphabeta(search, depth, alpha, beta, true)
}

/// The value for the side to move at the root; so are alpha and beta.
fn alphabeta<S: Size>(
    search: &mut Search<'_, S>,
    depth: u8,
    mut alpha: Score,
    mut beta: Score,
    mine: bool,
) -> Visited {
    // The window as the side to move sees it.
    let window = |alpha: Score, beta: Score| if mine { (alpha, beta) } else { (-beta, -alpha) };
    let for_me = |value: Score| if mine { value } else { -value };
    let (low, high) = window(alpha, beta);
    search.enter(low, high)?;
    if depth == 0 {
        return Ok(for_me(search.leaf()));
    }
    if let Some(known) = search.probe_table(depth, low, high) {
        return Ok(for_me(known));
    }
    let moves = search.moves(depth);
    if moves.is_empty() {
        return Ok(for_me(search.end()));
    }
    let mut best = if mine { Score::MIN } else { Score::MAX };
    for (at, &played) in moves.iter().enumerate() {
        search.play(played);
        let value = alphabeta(search, below(depth), alpha, beta, !mine)?;
        search.take_back();
        let better = if mine { value > best } else { value < best };
        if better {
            best = value;
            search.update_pv(played);
        }
        if mine {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            search.cut(&moves[at + 1..]);
            break;
        }
    }
    search.store_in_table(depth, low, high, for_me(best));
    Ok(for_me(search.leave(for_me(best))))
}

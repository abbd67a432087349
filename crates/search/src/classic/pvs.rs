//! PVS, principal variation search: only the line assumed to be best is searched with an open window.
//!
//! The idea: a node is either on the principal variation, and then its value matters, or beside it,
//! and then only whether it is better matters. So the two kinds are two functions: on the principal
//! variation the first child is searched as such, the others are tested by a null window, and one
//! that passes the test becomes the new principal variation; beside it everything is a test.
//!
//! ```text
//! pv_node(position, depth, alpha, beta):
//!     if depth = 0 or the game is over: return the value of position for the side to move
//!     first child:  value = -pv_node(child, depth - 1, -beta, -alpha)
//!     other child:  value = -test(child, depth - 1, -a)                  where a = max(alpha, best)
//!                   if a < value < beta: value = -pv_node(child, depth - 1, -beta, -a)
//!     best = max(best, value); if best >= beta: stop
//!     return best
//!
//! test(position, depth, beta):   alpha-beta with the window (beta - 1, beta)
//! ```
//!
//! Cost: as NegaScout. In a student report (Projet Reversi, §VI) it « n'a fait que ralentir »: it needs
//! move ordering that finds the best move first, and a table, or most tests are wasted. Compare with:
//! NegaScout, alpha-beta with the same order.

use othellier_board::Size;
use othellier_eval::Score;

use super::negamax_ab;
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
        let sure = alpha.max(best);
        search.play(played);
        let mut value = sure + Score::STEP;
        if at > 0 {
            value = -test(search, below(depth), -sure)?;
        }
        // A leaf that was tested has its value already.
        if at == 0 || (sure < value && value < beta && depth > 1) {
            value = -self::value(search, below(depth), -beta, -sure)?;
        }
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

/// Whether a position is worth at least `beta`: alpha-beta with a null window.
fn test<S: Size>(search: &mut Search<'_, S>, depth: u8, beta: Score) -> Visited {
    negamax_ab::value(search, depth, beta - Score::STEP, beta)
}

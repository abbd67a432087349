//! NegaScout: search the first move, then only test the others with null windows.
//!
//! The idea: if the moves are well ordered the first is usually the best. So search it with the whole
//! window, and ask of each of the others only *is it better?*, with a null window (one step wide) at
//! the best value so far, where nearly everything is cut. Only if the answer is yes is the move
//! searched again, from the value that the test has shown on.
//!
//! ```text
//! negascout(position, depth, alpha, beta):
//!     if depth = 0 or the game is over: return the value of position for the side to move
//!     first child:  value = -negascout(child, depth - 1, -beta, -alpha)
//!     other child:  value = -negascout(child, depth - 1, -(a + 1), -a)   where a = max(alpha, best)
//!                   if a < value < beta: value = -negascout(child, depth - 1, -beta, -value)
//!     best = max(best, value); if best >= beta: stop
//!     return best
//! ```
//!
//! The same in the notation of minimax, with two rules instead of one, is [`minmax_value`].
//!
//! Cost: fewer nodes than alpha-beta when moves are well ordered, more when they are not: without
//! ordering and a table, many tests must be repeated. Compare with: PVS, which searches again from
//! alpha; MTD(f), which only tests.

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
        let sure = alpha.max(best);
        search.play(played);
        let mut value;
        if at == 0 {
            value = -self::value(search, below(depth), -beta, -sure)?;
        } else {
            value = -self::value(search, below(depth), -(sure + Score::STEP), -sure)?;
            // A leaf has its value already.
            if sure < value && value < beta && depth > 1 {
                value = -self::value(search, below(depth), -beta, -value)?;
            }
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

/// NegaScout in the notation of minimax: values and window for the side to move at the root.
pub fn minmax_value<S: Size>(
    search: &mut Search<'_, S>,
    depth: u8,
    alpha: Score,
    beta: Score,
) -> Visited {
    scout(search, depth, alpha, beta, true)
}

fn scout<S: Size>(
    search: &mut Search<'_, S>,
    depth: u8,
    mut alpha: Score,
    mut beta: Score,
    mine: bool,
) -> Visited {
    let for_me = |value: Score| if mine { value } else { -value };
    let (low, high) = if mine { (alpha, beta) } else { (-beta, -alpha) };
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
        let value = match (at, mine) {
            (0, _) => scout(search, below(depth), alpha, beta, !mine)?,
            (_, true) => {
                let test = scout(search, below(depth), alpha, alpha + Score::STEP, !mine)?;
                let again = alpha < test && test < beta && depth > 1;
                if again { scout(search, below(depth), test, beta, !mine)? } else { test }
            }
            (_, false) => {
                let test = scout(search, below(depth), beta - Score::STEP, beta, !mine)?;
                let again = alpha < test && test < beta && depth > 1;
                if again { scout(search, below(depth), alpha, test, !mine)? } else { test }
            }
        };
        search.take_back();
        if if mine { value > best } else { value < best } {
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

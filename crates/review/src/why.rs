//! Features that distinguish a bad move from the best one, measured on the two lines.
//!
//! Each idea is a function that compares both lines and either finds a difference or does not. None
//! uses the score: a reason is an observation about the board, and the reader decides whether it
//! explains the loss. If nothing is observed, no reason is given.
//!
//! | idea | reported when |
//! |---|---|
//! | corner | the opponent takes it in the played line only, or the mover in the best line only, and the mover ends up with fewer corners; searched to the end if both lines reach it |
//! | wipe-out, pass, wedge | it happens in one line only |
//! | parity | a region is filled last by the opponent in one line and by the mover in the other |
//! | last move | the opponent makes the last move of the game in one line, the mover in the other; both lines reach the end, at most 24 empty squares |
//! | access | only the opponent can play in a region of two to twelve squares, and the mover can too after as many plies of the best line |
//! | mobility | a difference of four moves, both sides together, with at least 12 empty squares; or else 1.5 moves per turn over the compared plies |
//! | safe moves | three fewer, or none, with at least 12 empty squares; or none at a later turn, and some at every turn of the best line |
//! | frontier | four discs more, with at least 16 empty squares; or else 2.5 per ply over the compared plies, the mover's minus the opponent's |
//! | stability | three discs fewer after the same number of plies, with at least 6 empty squares then |
//! | exchange | three more discs flipped back; both lines reach the end, at most 16 empty squares |

mod access;
mod corners;
mod edges;
mod ending;
mod moves;

use othellier_board::{Move, Position, Size};

use crate::Reason;
use crate::walk::Walk;

/// How many plies of two lines are compared; endgame features use all of them.
pub(crate) const HORIZON: usize = 10;

/// At most this many reasons are given for a move.
const MAX_REASONS: usize = 3;

/// Two lines from one position.
pub(crate) struct Pair<S: Size> {
    /// The move played and best play after it.
    played: Walk<S>,
    /// The best move and best play after it.
    best: Walk<S>,
    /// The number of compared plies.
    plies: usize,
    /// The number of compared plies of features that are searched to the end of the game, if both lines reach it.
    reach: usize,
}

impl<S: Size> Pair<S> {
    fn new(position: &Position<S>, played: &[Move<S>], best: &[Move<S>]) -> Pair<S> {
        let [played, best] = [played, best].map(|line| Walk::new(position, line));
        // A line that ends with the game does not limit the comparison.
        let shown = |walk: &Walk<S>| if walk.is_over() { HORIZON } else { walk.plies() };
        let plies = HORIZON.min(shown(&played)).min(shown(&best));
        let to_the_end = played.is_over() && best.is_over();
        let reach = if to_the_end { played.plies().max(best.plies()) } else { plies };
        Pair { played, best, plies, reach }
    }

    /// The empty squares before the move.
    fn empties(&self) -> u32 {
        self.played.at(0).map_or(0, |start| start.board().empties().len())
    }
}

/// A reason and its weight relative to others.
type Weighed<S> = (u32, Reason<S>);

/// How the line of a bad move differs from the best line, most important first. Both lines start in
/// the position and are followed as far as their moves are legal.
///
/// ```
/// use othellier_board::{Move, Position, Square};
/// use othellier_review::{Reason, reasons};
/// // Black can take the corner a1, and plays elsewhere.
/// let position: Position = format!("-OX-----{}---XO--- X", "-".repeat(48)).parse()?;
/// let [played, best] = [Square::F8, Square::A1].map(|square| [Move::Place(square)]);
/// let corner = Reason::CornerMissed { corner: Square::A1, ply: 1 };
/// assert!(reasons(&position, &played, &best).contains(&corner));
/// # Ok::<(), othellier_board::ParsePositionError>(())
/// ```
pub fn reasons<S: Size>(
    position: &Position<S>,
    played: &[Move<S>],
    best: &[Move<S>],
) -> Vec<Reason<S>> {
    let pair = Pair::new(position, played, best);
    let mut found: Vec<Weighed<S>> = Vec::new();
    found.extend(ending::wiped_out(&pair));
    found.extend(corners::given(&pair));
    found.extend(corners::missed(&pair));
    found.extend(moves::must_pass(&pair));
    found.extend(moves::pass_missed(&pair));
    found.extend(edges::wedged(&pair));
    found.extend(edges::wedge_missed(&pair));
    found.extend(ending::parity(&pair).or_else(|| ending::last_move(&pair)));
    found.extend(access::lost(&pair));
    found.extend(moves::mobility(&pair).or_else(|| moves::mobility_along(&pair)));
    found.extend(moves::safe_moves(&pair).or_else(|| moves::out_of_safe_moves(&pair)));
    found.extend(moves::frontier(&pair).or_else(|| moves::frontier_along(&pair)));
    found.extend(edges::stability(&pair));
    found.extend(ending::exchange(&pair));
    found.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
    found.truncate(MAX_REASONS);
    found.into_iter().map(|(_, reason)| reason).collect()
}

/// A weight that decreases the later the event happens.
fn fading(weight: u32, ply: usize) -> u32 {
    weight.saturating_sub(5 * ply as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Square};

    /// Two lines from the position of a picture.
    #[track_caller]
    pub(super) fn pair<S: Size>(picture: &str, played: &str, best: &str) -> Pair<S> {
        let position: Position<S> = picture.parse().unwrap();
        let [played, best] = [played, best].map(line);
        let pair = Pair::new(&position, &played, &best);
        assert_eq!((pair.played.plies(), pair.best.plies()), (played.len(), best.len()), "legal");
        pair
    }

    fn line<S: Size>(moves: &str) -> Vec<Move<S>> {
        moves.split_whitespace().map(|text| text.parse().unwrap()).collect()
    }

    /// Black can always play b5 and White f4, whatever happens elsewhere.
    pub(super) const QUIET: &str = "
        -------- -------- --------
        ------XO -------- -O------
        -X------ --------";

    /// The quiet position with some other squares, such as `c3:O`, and Black to move.
    pub(super) fn quiet(with: &str) -> String {
        let mut position: Position = format!("{QUIET} X").parse().unwrap();
        for (square, disc) in with.split_whitespace().filter_map(|word| word.split_once(':')) {
            let disc = disc.chars().next().and_then(othellier_board::Color::from_letter);
            position = position.with_disc_at(square.parse().unwrap(), disc);
        }
        position.to_string()
    }

    #[test]
    fn a_line_does_not_differ_from_itself() {
        let position: Position = quiet("").parse().unwrap();
        let line = line("b5 f4");
        assert_eq!(reasons(&position, &line, &line), []);
        assert_eq!(reasons(&position, &[], &line), []);
    }

    #[test]
    fn the_most_important_reason_comes_first_and_there_are_few() {
        let position: Position = quiet("b1:O c1:X").parse().unwrap();
        let found = reasons::<Eight>(&position, &line("b5 f4"), &line("a1 f4"));
        assert_eq!(found[0], Reason::CornerMissed { corner: Square::A1, ply: 1 });
        assert!(found.iter().any(|reason| matches!(reason, Reason::Stability { .. })));
        assert!(found.len() <= MAX_REASONS);
    }
}

//! What tells a bad move from the best one, measured on the two lines.
//!
//! Every idea is a function that looks at both lines and either can point at something or cannot.
//! None asks what the score is: a reason says what happens on the board, and whoever reads it
//! judges whether that is worth the discs that were lost. So a reason is never more than an
//! observation, and where there is none, none is made up.
//!
//! | idea | is said when |
//! |---|---|
//! | corner | the opponent takes it in one line and not in the other, or the mover in the other and not in the one, and the mover is left with fewer corners; looked for up to the end where both lines go there |
//! | wipe-out, pass, wedge | it happens in one line and not in the other |
//! | parity | a region is filled last by the opponent in one line and by the mover in the other |
//! | last move | the opponent makes the last move of the game in one line, the mover in the other, both known to the end, at most 24 empty squares |
//! | access | the opponent alone can play into a region of two to twelve squares, and the mover can play there after as many plies of the other line |
//! | mobility | four moves more or less, both sides together, with at least 12 empty squares; or else, over the plies that are compared, one and a half a turn |
//! | safe moves | three fewer, or none at all, with at least 12 empty squares; or none at all at a later turn, and some at every turn of the other line |
//! | frontier | four discs more, with at least 16 empty squares; or else, over the plies that are compared, two and a half a ply, the mover's less the opponent's |
//! | stability | three discs fewer after the same number of plies, with at least 6 empty squares then |
//! | exchange | three discs more turned back, both lines known to the end, at most 16 empty squares |

mod access;
mod corners;
mod edges;
mod ending;
mod moves;

use othellier_board::{Move, Position, Size};

use crate::Reason;
use crate::walk::Walk;

/// How many plies of two lines are compared; for what happens at the end, all of them.
pub(crate) const HORIZON: usize = 10;

/// No more reasons than this are given for a move.
const MOST: usize = 3;

/// Two lines from one position.
pub(crate) struct Pair<S: Size> {
    /// The move played and best play after it.
    played: Walk<S>,
    /// The best move and best play after it.
    best: Walk<S>,
    /// How many plies of both are compared.
    plies: usize,
    /// The same for what is worth looking for up to the end, where both lines go there.
    reach: usize,
}

impl<S: Size> Pair<S> {
    fn new(position: &Position<S>, played: &[Move<S>], best: &[Move<S>]) -> Pair<S> {
        let [played, best] = [played, best].map(|line| Walk::new(position, line));
        // A line that ends with the game has nothing more to show.
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

/// A reason and how much it weighs beside others.
type Weighed<S> = (u32, Reason<S>);

/// What tells the line of a bad move from the best line, the weightiest first. Both lines begin in
/// the position and are looked at as far as their moves are legal.
///
/// ```
/// use othellier_board::{Move, Position, Square};
/// use othellier_review::{Reason, reasons};
/// // Black may take the corner a1, and plays on the other side of the board.
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
    found.truncate(MOST);
    found.into_iter().map(|(_, reason)| reason).collect()
}

/// What weighs this much at once and less the later it happens.
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

    /// Moves parted by spaces.
    fn line<S: Size>(moves: &str) -> Vec<Move<S>> {
        moves.split_whitespace().map(|text| text.parse().unwrap()).collect()
    }

    /// Black has b5 to play and White f4, whatever happens elsewhere.
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
    fn a_line_is_not_told_from_itself() {
        let position: Position = quiet("").parse().unwrap();
        let line = line("b5 f4");
        assert_eq!(reasons(&position, &line, &line), []);
        assert_eq!(reasons(&position, &[], &line), []);
    }

    #[test]
    fn the_weightiest_reason_comes_first_and_there_are_few() {
        let position: Position = quiet("b1:O c1:X").parse().unwrap();
        let found = reasons::<Eight>(&position, &line("b5 f4"), &line("a1 f4"));
        assert_eq!(found[0], Reason::CornerMissed { corner: Square::A1, ply: 1 });
        assert!(found.iter().any(|reason| matches!(reason, Reason::Stability { .. })));
        assert!(found.len() <= MOST);
    }
}

//! Stability: discs that can never be flipped again.
//!
//! A disc is flipped along a line when it is bracketed by two discs of the other side. It is safe on a
//! line if it cannot be bracketed there: the line is full, so that no disc will be played on it; or the
//! disc is at the end of the line; or its neighbour on the line is a safe disc of its own colour, which
//! would have to be flipped first. A disc that is safe on all its four lines is stable. Safety spreads
//! from the corners and full lines until nothing changes.
//!
//! ```text
//! stable = ∅
//! repeat until nothing changes:
//!     stable = own discs d such that for each of the four axes
//!                  the line of d is full, or d is at its end, or a neighbour of d on it is in stable
//! merit = |stable|
//! ```
//!
//! This is a lower bound: every counted disc is stable, but some stable discs are not counted, such as a
//! disc between two stable ones of the other side.
//!
//! A disc that is not stable may be *semi-stable*. There are two rules, [`SemiStability`]: that of the
//! textbooks, which looks one reply ahead, and ours for the words of a student report
//! ("bords/entourés"), which looks at the place only:
//!
//! ```text
//! unstable               = own discs that a legal move of the other side flips
//! semi-stable, next move = own discs − stable − unstable
//! semi-stable, edges     = own discs on an edge or with no empty square beside them − stable
//! ```
//!
//! A disc of the second kind may be flipped by the next move: along its edge, or along a line through its
//! neighbours. [`GradedStability`] adds semi-stable discs to stable ones, at a percentage of them.
//!
//! Cost: some hundred shifts, the most of all features; with semi-stable discs by the next move, the
//! flips of every move of both sides as well. Compare with: `corners`, where stability starts;
//! `interior`, which is much weaker.
//!
//! From two of the student reports, as "pions définitifs" spreading from the corners.

use othellier_board::{Bitboard, Board, Size};

use super::geometry::{AXES, Axis, beside, edges, ends, grown, near};
use super::{Counts, Feature};
use crate::{Score, StaticEvaluator};

/// The mover's stable discs minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stability;

impl<S: Size> Feature<S> for Stability {
    fn merit(&self, board: Board<S>) -> u32 {
        stable_discs(board).len()
    }

    /// Both merits at once; the closed squares, which are equal for both sides, are computed once.
    fn counts(&self, board: Board<S>) -> Counts {
        let closed = closed_squares(board);
        let [mine, theirs] =
            [board.mover(), board.opponent()].map(|discs| stable_among(discs, closed).len());
        Counts { mine, theirs }
    }
}

/// Discs of the mover that no sequence of moves can flip: a lower bound.
///
/// ```
/// use othellier_board::{Four, Position};
/// use othellier_eval::classic::stable_discs;
/// let corner: Position<Four> = "XX-- OX-- ---- ---- X".parse()?;
/// assert_eq!(format!("{:?}", stable_discs(corner.board())), "{a1, b1}");
/// # Ok::<(), othellier_board::ParsePositionError>(())
/// ```
pub fn stable_discs<S: Size>(board: Board<S>) -> Bitboard<S> {
    stable_among(board.mover(), closed_squares(board))
}

/// The discs of one side by how safe they are: a partition of all its discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safety<S: Size> {
    /// Can never be flipped.
    pub stable: Bitboard<S>,
    /// Cannot be flipped by the next move, but perhaps later.
    pub semi_stable: Bitboard<S>,
    /// Can be flipped by the next move.
    pub unstable: Bitboard<S>,
}

impl<S: Size> Safety<S> {
    /// Classifies the mover's discs, with the opponent to move next.
    ///
    /// ```
    /// use othellier_board::{Four, Position};
    /// use othellier_eval::classic::Safety;
    /// let position: Position<Four> = "XX-- OXO- -X-- ---- X".parse()?;
    /// let safety = Safety::of_mover(position.board());
    /// assert_eq!(format!("{:?}", safety.stable), "{a1, b1}");
    /// assert_eq!(format!("{:?}", safety.semi_stable), "{b2}");
    /// assert_eq!(format!("{:?}", safety.unstable), "{b3}");
    /// # Ok::<(), othellier_board::ParsePositionError>(())
    /// ```
    pub fn of_mover(board: Board<S>) -> Safety<S> {
        let stable = stable_discs(board);
        let replies = board.passed();
        let flipped = replies.legal_moves().into_iter().map(|square| replies.flips(square));
        let unstable = flipped.fold(Bitboard::EMPTY, |all, flips| all | flips);
        Safety { stable, semi_stable: board.mover() - stable - unstable, unstable }
    }
}

/// The mover's semi-stable discs minus the opponent's, by one of two rules. Stable discs do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SemiStability {
    /// The rule of the textbooks: no reply flips the disc.
    NextMove,
    /// Our rule for the words of a report, "bords/entourés": the disc is on an edge, or no square
    /// beside it is empty.
    Edges,
}

impl SemiStability {
    /// The mover's discs that are semi-stable.
    ///
    /// ```
    /// use othellier_board::{Four, Position};
    /// use othellier_eval::classic::SemiStability;
    /// let position: Position<Four> = "XX-- OXO- -X-- ---- X".parse()?;
    /// let semi = |rule: SemiStability| format!("{:?}", rule.of_mover(position.board()));
    /// assert_eq!(semi(SemiStability::NextMove), "{b2}");
    /// assert_eq!(semi(SemiStability::Edges), "{}");
    /// # Ok::<(), othellier_board::ParsePositionError>(())
    /// ```
    pub fn of_mover<S: Size>(self, board: Board<S>) -> Bitboard<S> {
        match self {
            SemiStability::NextMove => Safety::of_mover(board).semi_stable,
            SemiStability::Edges => {
                let surrounded = !near(board.empties());
                (board.mover() & (edges() | surrounded)) - stable_discs(board)
            }
        }
    }
}

impl<S: Size> Feature<S> for SemiStability {
    fn merit(&self, board: Board<S>) -> u32 {
        self.of_mover(board).len()
    }
}

/// The mover's stable and semi-stable discs minus the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct GradedStability {
    /// The weight of a semi-stable disc, in percent of a stable one.
    pub percent: u32,
    /// Which discs are semi-stable.
    pub semi: SemiStability,
}

impl<S: Size> StaticEvaluator<S> for GradedStability {
    fn evaluate(&self, board: Board<S>) -> Score {
        let [stable, semi] = [Stability.counts(board), self.semi.counts(board)]
            .map(|counts| i64::from(counts.difference()));
        Score::guess(100 * stable + i64::from(self.percent) * semi)
    }
}

/// For each axis, the squares where no disc of either side can be bracketed along it: those at the end of
/// a line and those on a full one.
fn closed_squares<S: Size>(board: Board<S>) -> [Bitboard<S>; 4] {
    AXES.map(|axis| ends(axis) | full_lines(board, axis))
}

/// The discs of one side that are stable, given what is closed on each axis.
fn stable_among<S: Size>(own: Bitboard<S>, closed: [Bitboard<S>; 4]) -> Bitboard<S> {
    grown(Bitboard::EMPTY, |stable| {
        let safe = AXES.into_iter().zip(closed).map(|(axis, closed)| closed | beside(stable, axis));
        safe.fold(own, |on_all, on_one| on_all & on_one)
    })
}

/// The squares of the lines of this axis that have no empty square: those that an empty square does
/// not reach along the axis.
fn full_lines<S: Size>(board: Board<S>, axis: Axis) -> Bitboard<S> {
    !grown(board.empties(), |open| open | beside(open, axis))
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use othellier_board::{Eight, Four};

    #[test]
    fn an_edge_is_stable_from_its_corner_to_the_first_gap() {
        let board = board::<Eight>(
            "XXXX-XX- X------- O------- -------- -------- -------- -------- --------",
        );
        assert_eq!(format!("{:?}", stable_discs(board)), "{a1, b1, c1, d1, a2}");
        assert_eq!(Stability.evaluate(board), Score::from_discs(5));
    }

    #[test]
    fn a_triangle_in_the_corner_is_stable() {
        let board = board::<Eight>(
            "XXX----- XX------ X------- -------- -------- -------- -------- --------",
        );
        assert_eq!(stable_discs(board).len(), 6);
    }

    #[test]
    fn a_full_edge_is_stable_without_owning_a_corner() {
        let board = board::<Four>("OXXO ---- ---- ----");
        assert_eq!(format!("{:?}", stable_discs(board)), "{b1, c1}");
        assert_eq!(format!("{:?}", stable_discs(board.passed())), "{a1, d1}");
    }

    #[test]
    fn on_a_full_board_every_disc_is_stable() {
        let board = board::<Four>("XOXO OXOX XOXO OOOX");
        assert_eq!(stable_discs(board), board.mover());
    }

    #[test]
    fn a_disc_on_an_edge_or_surrounded_is_semi_stable_by_the_rule_of_the_place() {
        let semi = |picture| {
            let semi = SemiStability::Edges.of_mover(board::<Eight>(picture));
            format!("{semi:?}")
        };
        // On an edge, whether or not a reply flips it; not beside it.
        assert_eq!(
            semi("--XXO--- ---X---- -------- -------- -------- -------- -------- --------"),
            "{c1, d1}"
        );
        // Surrounded by discs of any colour; the discs around it touch an empty square.
        assert_eq!(
            semi("-------- --OXO--- --XXX--- --OXO--- -------- -------- -------- --------"),
            "{d3}"
        );
        // A stable disc is not semi-stable.
        assert_eq!(
            semi("XX-XO--- -------- -------- -------- -------- -------- -------- --------"),
            "{d1}"
        );
    }

    #[test]
    fn without_corner_or_full_line_nothing_is_stable() {
        assert_eq!(stable_discs(Board::<Eight>::default()), Bitboard::EMPTY);
    }
}

//! Weights by phase: a weighted sum of features, with weights that follow the phase of the game.
//!
//! Moves matter in the opening, safe discs later, parity at the end. Each feature enters as its
//! normalised difference, from −1 to 1, so that weights of different features can be compared.
//!
//! ```text
//! evaluate = Σ over the features f:  weight(f, e) × (mine − theirs) / (mine + theirs)
//!
//! e = empty squares, scaled to a game of 60 moves
//! weight(f, e): given at the centre of each phase, linear between, constant beyond the outer ones
//! ```
//!
//! The weights never jump from one phase to the next. The end of a game needs no weights: a search gives
//! it its exact value, empty squares to the winner.
//!
//! Cost: that of the features with a non-zero weight; the weights of every number of empty squares are
//! precomputed. Compare with: `mixed`, which jumps.
//!
//! From two of the student reports. One asks for normalised criteria and for coefficients that change
//! smoothly from phase to phase, and evolves them. The other gives the features and weights of
//! `phased`, [`Genome::phased`], the seventh step of its evaluations:
//!
//! ```text
//! group      features                                            opening  middle game  end
//! mobility   mobility, potential mobility, frontier                  5         4        –
//! position   square tables by phase (`matrix`)                       2         –        –
//! stability  stable discs; semi-stable: on an edge or surrounded     –         3        6
//! runs       aligned runs                                            –         3        –
//! parity     by discs: more while the empties are even, else fewer   –         –        3
//! ```
//!
//! Where the report leaves open how its features count, this is our reading and not its program: each
//! feature of a group has the weight of the group; of semi-stable discs it says "bords/entourés", and
//! that every disc on an edge or surrounded is one and counts as much as a stable one is our rule, the
//! one that costs `phased` most; potential mobility is that of [`Potential`](super::Potential); the
//! numbers of the tables, which are not printed, and the centres of the phases are ours; the differences are normalised and the weights interpolated as in the other
//! report. Its special endgame is the exact search of the endgame, an option of the search
//! (`endgame=14`). The weights of the full board are ours.

use othellier_board::{Board, Eight, Size};

use super::phases::Phases;
use super::{Feature, Genome};
use crate::{Score, StaticEvaluator};

/// Evaluates by the weights of a [`Genome`].
pub struct Phased<S: Size = Eight> {
    features: Vec<Box<dyn Feature<S>>>,
    /// By the number of empty squares: one weight a feature.
    weights: Vec<Vec<i64>>,
}

impl<S: Size> Phased<S> {
    /// The evaluator with these weights.
    pub fn new(genome: &Genome) -> Phased<S> {
        let all_empties = 0..=u32::from(S::SQUARES);
        Phased {
            features: genome.criteria().iter().map(|criterion| criterion.feature()).collect(),
            weights: all_empties.map(|empties| genome.weights::<S>(empties)).collect(),
        }
    }
}

impl<S: Size> StaticEvaluator<S> for Phased<S> {
    fn evaluate(&self, board: Board<S>) -> Score {
        let weights = &self.weights[board.empties().len() as usize];
        let weighted = self.features.iter().zip(weights).filter(|(_, weight)| **weight != 0);
        Score::guess(
            weighted.map(|(feature, &weight)| feature.counts(board).normalised(weight)).sum(),
        )
    }
}

impl Genome {
    /// The weight of each feature with this many empty squares on a board of this size, in hundredths.
    pub fn weights<S: Size>(&self, empties: u32) -> Vec<i64> {
        let phases = Phases::<S>::new(self.phases());
        let hundredths = |weight: i32| 100 * i64::from(weight);
        self.rows()
            .map(|(_, weights)| phases.between(empties, |phase| hundredths(weights[phase])))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Four, Square, Ten};

    #[test]
    fn weights_hold_at_the_centre_of_each_phase() {
        let genome: Genome =
            "othellier-genome 1\nphases 50 30 10 0\nmobility 5 4 0 0\ndiscs 0 0 0 6"
                .parse()
                .unwrap();
        assert_eq!(genome.weights::<Eight>(60), [500, 0]);
        assert_eq!(genome.weights::<Eight>(50), [500, 0]);
        assert_eq!(genome.weights::<Eight>(40), [450, 0]);
        assert_eq!(genome.weights::<Eight>(30), [400, 0]);
        assert_eq!(genome.weights::<Eight>(10), [0, 0]);
        assert_eq!(genome.weights::<Eight>(0), [0, 600]);
    }

    #[test]
    fn the_phases_of_another_board_are_the_same_parts_of_its_game() {
        let genome = Genome::phased();
        assert_eq!(genome.weights::<Four>(6), genome.weights::<Eight>(30));
        assert_eq!(genome.weights::<Ten>(80), genome.weights::<Eight>(50));
        assert_eq!(genome.weights::<Ten>(16), genome.weights::<Eight>(10));
    }

    #[test]
    fn without_anything_to_count_the_score_is_zero() {
        let genome: Genome =
            "othellier-genome 1\nphases 0\ncorners 7\nstability 7".parse().unwrap();
        assert_eq!(Phased::new(&genome).evaluate(Board::<Eight>::default()), Score::ZERO);
    }

    #[test]
    fn the_score_is_the_weighted_normalised_difference() {
        let genome: Genome = "othellier-genome 1\nphases 30\ndiscs 5\nmobility -2".parse().unwrap();
        // Four discs to one, and three moves each.
        let board = Board::<Eight>::default().after(Square::F5);
        assert_eq!(Phased::new(&genome).evaluate(board), Score::guess(500 * -3 / 5));
    }
}

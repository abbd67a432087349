//! The scores that a file does not give, proven here: that of the position and that of the move
//! that was chosen, and no other.
//!
//! Both are proven by one solver, so that the second finds in its table what the first left there:
//! where the best move was chosen it costs next to nothing. Two scores that are merely likely can
//! contradict each other, a move being worth more than its position: then the better of them is what
//! was to be had.

use othellier_board::{Board, Eight, Four, Move, Six, Size, Ten};
use othellier_play::StopSignal;
use othellier_record::obf::Problem;
use othellier_search::champion::{ChampionEvaluator, Heuristic, Selectivity, Solver};

/// Finds final scores on boards of a size, as surely as it was told when it was made.
pub(super) trait Prover<S: Size> {
    /// How sure its scores are, in percent.
    fn percent(&self) -> u8;
    /// Begins a position: nothing that it finds depends on those before.
    fn begin(&mut self);
    /// The final score for the side to move; nothing when it was told to stop first.
    fn score(&mut self, board: Board<S>, stop: &StopSignal) -> Option<i32>;
}

/// A size of boards, and who proves scores there.
pub(super) trait Provable: Size {
    /// A prover that is so sure and has a table of about that many bytes; nothing where there is
    /// none.
    fn prover(surely: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Self>>>;
}

impl Provable for Eight {
    fn prover(surely: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Eight>>> {
        Some(Box::new(Sure { solver: Solver::new(1, table_bytes), surely }))
    }
}

// What was learned was learned on 8×8: smaller boards go by a rule of thumb, which foretells
// nothing, so that their scores are always certain.
impl Provable for Six {
    fn prover(_: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Six>>> {
        let solver = Solver::with(Heuristic::<Six>::default(), 1, table_bytes);
        Some(Box::new(Sure { solver, surely: Selectivity::Exact }))
    }
}

impl Provable for Four {
    fn prover(_: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Four>>> {
        let solver = Solver::with(Heuristic::<Four>::default(), 1, table_bytes);
        Some(Box::new(Sure { solver, surely: Selectivity::Exact }))
    }
}

impl Provable for Ten {
    fn prover(_: Selectivity, _: usize) -> Option<Box<dyn Prover<Ten>>> {
        None
    }
}

struct Sure<J: ChampionEvaluator> {
    solver: Solver<J>,
    surely: Selectivity,
}

impl<J: ChampionEvaluator> Prover<J::Size> for Sure<J> {
    fn percent(&self) -> u8 {
        self.surely.percent()
    }

    fn begin(&mut self) {
        // A proof is the same whatever is remembered.
        if self.surely != Selectivity::Exact {
            self.solver.clear();
        }
    }

    fn score(&mut self, board: Board<J::Size>, stop: &StopSignal) -> Option<i32> {
        self.solver.solve(board, self.surely.into(), stop).map(|solved| solved.score)
    }
}

/// What a choice is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    /// The score of the position.
    pub(super) expected: i32,
    /// The score of the move that was chosen.
    pub(super) chosen: i32,
    /// How sure they are, in percent, where one of them was proven here.
    pub(super) proved: Option<u8>,
}

/// What the file says, if it gives every move.
pub(super) fn known<S: Size>(problem: &Problem<S>, chosen: Move<S>) -> Option<Truth> {
    let expected = problem.best().filter(|_| problem.has_every_move())?;
    Some(Truth { expected, chosen: problem.score_of(chosen)?, proved: None })
}

/// What the file says and, where it says nothing, what the prover finds. The move must be legal;
/// nothing when it was told to stop first.
///
/// The best of some moves is not the score of the position: another one may be better.
pub(super) fn prove<S: Size>(
    prover: &mut dyn Prover<S>,
    problem: &Problem<S>,
    chosen: Move<S>,
    stop: &StopSignal,
) -> Option<Truth> {
    prover.begin();
    let position = problem.position;
    let (of_position, of_move) = (problem.score, problem.score_of(chosen));
    let proved = (of_position.is_none() || of_move.is_none()).then(|| prover.percent());
    let of_position = match of_position {
        Some(score) => score,
        None => prover.score(position.board(), stop)?,
    };
    let chosen = match of_move {
        Some(score) => score,
        None => -prover.score(position.after(chosen).board(), stop)?,
    };
    Some(Truth { expected: of_position.max(chosen), chosen, proved })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives what it was told to, and counts how often it was asked.
    struct Scripted {
        answers: Vec<i32>,
        asked: usize,
    }

    impl Prover<Four> for Scripted {
        fn percent(&self) -> u8 {
            73
        }

        fn begin(&mut self) {}

        fn score(&mut self, _: Board<Four>, _: &StopSignal) -> Option<i32> {
            self.asked += 1;
            self.answers.get(self.asked - 1).copied()
        }
    }

    #[track_caller]
    fn check(fields: &str, answers: &[i32], expected: Option<(i32, i32, Option<u8>)>) {
        let problem: Problem<Four> = format!("-----OX--XO----- X;{fields}").parse().unwrap();
        let chosen = "a2".parse().unwrap();
        let mut prover = Scripted { answers: answers.to_vec(), asked: 0 };
        let truth = known(&problem, chosen)
            .or_else(|| prove(&mut prover, &problem, chosen, &StopSignal::default()));
        let truth = truth.map(|truth| (truth.expected, truth.chosen, truth.proved));
        assert_eq!(truth, expected, "{fields}");
        if expected.is_some() {
            assert_eq!(prover.asked, answers.len(), "{fields}");
        }
    }

    #[test]
    fn only_what_is_missing_is_proven() {
        check("", &[4, 2], Some((4, -2, Some(73))));
        check(" +4;", &[2], Some((4, -2, Some(73))));
        check(" A2:+2;", &[4], Some((4, 2, Some(73))));
        check(" B1:+8;", &[4, 2], Some((4, -2, Some(73))));
        check(" A2:+2; +4;", &[], Some((4, 2, None)));
        check(" A2:+2; B1:+4; C4:-2; D3:+0;", &[], Some((4, 2, None)));
    }

    #[test]
    fn the_better_of_two_contradicting_scores_counts() {
        check("", &[2, -6], Some((6, 6, Some(73))));
    }

    #[test]
    fn a_proof_that_was_stopped_says_nothing() {
        check("", &[], None);
        check("", &[4], None);
    }

    #[test]
    fn every_size_that_can_be_solved_has_a_prover() {
        fn score<S: Provable>(surely: Selectivity) -> Option<(u8, i32)> {
            let mut prover = S::prover(surely, 1 << 16)?;
            let end = Board::<S>::default();
            let full = Board::from_disjoint(end.mover() | end.empties(), end.opponent());
            Some((prover.percent(), prover.score(full, &StopSignal::default())?))
        }
        let likely = Selectivity::Percent87;
        assert_eq!(score::<Eight>(likely), Some((87, 60)));
        assert_eq!(score::<Six>(likely), Some((100, 32)));
        assert_eq!(score::<Four>(likely), Some((100, 12)));
        assert_eq!(score::<Ten>(likely), None);
    }
}

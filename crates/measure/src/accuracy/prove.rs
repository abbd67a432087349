//! Solves for the scores that a file does not give: that of the position and that of the chosen move,
//! and no other.
//!
//! One solver does both, so that the second search profits from the transposition table of the
//! first: if the best move was chosen, it costs next to nothing. With selective search the two scores
//! can contradict each other, a move being better than its position: then the better score counts.

use othellier_board::{Board, Eight, Four, Move, Six, Size, Ten};
use othellier_platform::parallel::StopSignal;
use othellier_record::obf::Problem;
use othellier_search::champion::{ChampionEvaluator, Heuristic, Selectivity, Solver};

/// Solves boards of one size, with a fixed confidence.
pub trait Prover<S: Size> {
    /// The confidence of its scores in percent.
    fn percent(&self) -> u8;
    /// Starts a new position: results do not depend on earlier ones.
    fn begin(&mut self);
    /// The final score for the side to move; `None` if stopped.
    fn score(&mut self, board: Board<S>, stop: &StopSignal) -> Option<i32>;
}

/// A board size with its solver.
pub trait Provable: Size {
    /// A solver with this confidence and about this much table memory; `None` if the size has none.
    fn prover(selectivity: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Self>>>;
}

impl Provable for Eight {
    fn prover(selectivity: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Eight>>> {
        Some(Box::new(SolverProver { solver: Solver::new(1, table_bytes), selectivity }))
    }
}

// The learned evaluation is for 8×8. Smaller boards use a heuristic without ProbCut margins, so that
// their scores are always exact.
impl Provable for Six {
    fn prover(_: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Six>>> {
        let solver = Solver::with(Heuristic::<Six>::default(), 1, table_bytes);
        Some(Box::new(SolverProver { solver, selectivity: Selectivity::Exact }))
    }
}

impl Provable for Four {
    fn prover(_: Selectivity, table_bytes: usize) -> Option<Box<dyn Prover<Four>>> {
        let solver = Solver::with(Heuristic::<Four>::default(), 1, table_bytes);
        Some(Box::new(SolverProver { solver, selectivity: Selectivity::Exact }))
    }
}

impl Provable for Ten {
    fn prover(_: Selectivity, _: usize) -> Option<Box<dyn Prover<Ten>>> {
        None
    }
}

struct SolverProver<J: ChampionEvaluator> {
    solver: Solver<J>,
    selectivity: Selectivity,
}

impl<J: ChampionEvaluator> Prover<J::Size> for SolverProver<J> {
    fn percent(&self) -> u8 {
        self.selectivity.percent()
    }

    fn begin(&mut self) {
        // An exact score does not depend on the table.
        if self.selectivity != Selectivity::Exact {
            self.solver.clear();
        }
    }

    fn score(&mut self, board: Board<J::Size>, stop: &StopSignal) -> Option<i32> {
        self.solver.solve(board, self.selectivity.into(), stop).map(|solved| solved.score)
    }
}

/// The scores that a choice is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceScores {
    /// The score of the position.
    pub expected: i32,
    /// The score of the move that was chosen.
    pub chosen: i32,
    /// Their confidence in percent, if one of them was solved here.
    pub proved: Option<u8>,
}

/// The scores of the file, if it gives every move.
pub fn from_file<S: Size>(problem: &Problem<S>, chosen: Move<S>) -> Option<ReferenceScores> {
    let expected = problem.best().filter(|_| problem.has_every_move())?;
    Some(ReferenceScores { expected, chosen: problem.score_of(chosen)?, proved: None })
}

/// The scores of the file, completed by the solver. The move must be legal; `None` if stopped.
///
/// If the file gives only some moves, the best of them is not the score of the position: another
/// move may be better.
pub fn prove<S: Size>(
    prover: &mut dyn Prover<S>,
    problem: &Problem<S>,
    chosen: Move<S>,
    stop: &StopSignal,
) -> Option<ReferenceScores> {
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
    Some(ReferenceScores { expected: of_position.max(chosen), chosen, proved })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns scripted scores and counts the calls.
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
        let truth = from_file(&problem, chosen)
            .or_else(|| prove(&mut prover, &problem, chosen, &StopSignal::default()));
        let truth = truth.map(|truth| (truth.expected, truth.chosen, truth.proved));
        assert_eq!(truth, expected, "{fields}");
        if expected.is_some() {
            assert_eq!(prover.asked, answers.len(), "{fields}");
        }
    }

    #[test]
    fn only_missing_scores_are_solved() {
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
    fn a_stopped_proof_has_no_result() {
        check("", &[], None);
        check("", &[4], None);
    }

    #[test]
    fn every_size_that_can_be_solved_has_a_prover() {
        fn score<S: Provable>(selectivity: Selectivity) -> Option<(u8, i32)> {
            let mut prover = S::prover(selectivity, 1 << 16)?;
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

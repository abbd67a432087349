//! Generated endgames as exercises.

use othellier_platform::parallel::StopSignal;
use othellier_record::obf::Problem;
use othellier_review::Exercise;
use othellier_review::exercise::of_problem;
use othellier_search::champion::{Selectivity, Solver};

use super::{Endgames, solve_moves};

/// A generator of exercises: [`Endgames`] in which every move is solved.
pub struct EndgameExercises {
    positions: Endgames,
    solver: Solver,
}

impl EndgameExercises {
    /// The same seed gives the same exercises. The table of the solver has about `table_bytes` bytes.
    pub fn new(empties: u32, seed: u64, table_bytes: usize) -> EndgameExercises {
        let solver = Solver::new(1, table_bytes);
        EndgameExercises { positions: Endgames::new(empties, seed), solver }
    }

    /// The next exercise that fits. `None` if there is none among the next positions, as many as there
    /// are attempts, or if a stop is requested.
    pub fn find(
        &mut self,
        attempts: usize,
        stop: &StopSignal,
        fits: impl Fn(&Problem, &Exercise) -> bool,
    ) -> Option<Exercise> {
        for position in self.positions.by_ref().take(attempts) {
            let solved = solve_moves(&mut self.solver, position, Selectivity::Exact, stop)?;
            if let Some(exercise) = of_problem(&solved.problem)
                && fits(&solved.problem, &exercise)
            {
                return Some(exercise);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_hard(exercise: &Exercise) -> bool {
        exercise.difficulty.is_some_and(|difficulty| difficulty.stars() >= 3)
    }

    #[test]
    fn exercises_fit_and_follow_the_seed() {
        let some = |seed| -> Vec<Exercise> {
            let mut exercises = EndgameExercises::new(7, seed, 1 << 16);
            let stop = StopSignal::default();
            let mut next = || exercises.find(1000, &stop, |_, exercise| is_hard(exercise));
            std::iter::from_fn(&mut next).take(3).collect()
        };
        assert_eq!(some(1).len(), 3);
        assert!(some(1).iter().all(is_hard));
        assert_eq!(some(1), some(1));
        assert_ne!(some(1), some(2));
    }

    #[test]
    fn it_gives_up_after_the_attempts_and_when_stopped() {
        let mut exercises = EndgameExercises::new(7, 1, 1 << 16);
        let stop = StopSignal::default();
        assert!(exercises.find(5, &stop, |_, _| false).is_none());
        stop.stop();
        assert!(exercises.find(5, &stop, |_, _| true).is_none());
    }
}

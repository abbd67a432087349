//! The accuracy of a player: its moves and scores compared with those of problems.
//!
//! Each position gets a new player, so that the results do not depend on the order or on the number
//! of threads. Scores that the problems do not give are solved after the player has chosen
//! ([`prove`]).
//!
//! The time of a choice is measured twice: on the wall clock, which also bounds a player with a
//! limit of time, and as CPU time ([`CpuClock`]). On a busy machine the second is less than the
//! first times the threads, and a player with a limit of time judges worse than on a quiet one.

mod cpu;
pub mod prove;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Move, Size, Status};
use othellier_platform::clock::Instant;
use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
use othellier_play::{Choice, Clock, PlayerError, Seat, Setup, build_seat};
use othellier_record::Game;
use othellier_record::problems::NumberedProblem;
use othellier_search::Trust;
use othellier_search::champion::Selectivity;
use othellier_spec::{Access, Spec, SpecError};
use serde::Serialize;

pub use self::cpu::CpuClock;
use self::prove::{Provable, Prover};
use crate::stats::{Counts, Mean};

/// The loss in discs up to which [`Measures::within_3_rate`] counts a move.
const SMALL_LOSS: i32 = 3;

#[derive(Clone, Debug)]
pub struct Accuracy {
    pub player: Spec,
    /// The files and programs that the player may use.
    pub access: Access,
    /// The seed of the random numbers; each position has its own.
    pub seed: u64,
    /// The confidence with which missing scores are solved; `None` solves nothing.
    pub prove: Option<Selectivity>,
    /// Bytes of the transposition table of each thread that solves.
    pub table_bytes: usize,
    /// Positions that are measured in parallel.
    pub threads: NonZeroUsize,
}

/// The measures of one position, or their mean over many ([`Measures::mean`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// The mean difference between the player's score and the true one, in discs; `None` for a
    /// player that gives no score.
    pub mean_abs_error: Option<f64>,
    /// The mean of the player's score minus the true one, in discs: above 0 for an optimist. `None`
    /// for a player that gives no score.
    pub bias: Option<f64>,
    /// The share of best moves.
    pub best_move_rate: f64,
    /// The share of moves that lose at most three discs.
    pub within_3_rate: f64,
    /// The mean number of discs lost.
    pub mean_loss: f64,
    /// Nodes of the player's search, without the solver's.
    pub nodes: u64,
    /// The player's time on the wall clock, without the solver's.
    pub seconds: f64,
    /// The player's CPU time, without the solver's; `None` where it cannot be measured
    /// ([`Accuracy::cpu_clock`]).
    pub cpu_seconds: Option<f64>,
}

/// The bounds of a 95 % confidence interval.
pub type Interval = (f64, f64);

/// The 95 % confidence intervals of [`Measures`], the positions being a sample of many: Student's
/// for means, Wilson's for shares. `None` where there is none, as for one position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Intervals {
    pub mean_abs_error: Option<Interval>,
    pub bias: Option<Interval>,
    /// Of the share of best moves.
    pub best_move_rate: Option<Interval>,
    /// Of the share of moves that lose at most three discs.
    pub within_3_rate: Option<Interval>,
    /// Of the discs lost.
    pub mean_loss: Option<Interval>,
}

impl Intervals {
    /// The intervals of the means over these positions.
    pub fn of(all: &[Measures]) -> Intervals {
        let mean = |value: fn(&Measures) -> Option<f64>| {
            let values: Option<Vec<f64>> = all.iter().map(value).collect();
            Mean::of(&values?)?.interval()
        };
        let share = |value: fn(&Measures) -> f64| {
            let wins = all.iter().filter(|measures| value(measures) > 0.5).count() as u64;
            Counts { wins, draws: 0, losses: all.len() as u64 - wins }.interval()
        };
        Intervals {
            mean_abs_error: mean(|measures| measures.mean_abs_error),
            bias: mean(|measures| measures.bias),
            best_move_rate: share(|measures| measures.best_move_rate),
            within_3_rate: share(|measures| measures.within_3_rate),
            mean_loss: mean(|measures| Some(measures.mean_loss)),
        }
    }
}

impl Measures {
    /// The means over positions, and the sums of nodes and seconds.
    pub fn mean(all: &[Measures]) -> Measures {
        // Not `sum`, whose zero is negative and would be printed as -0.
        let sum =
            |value: fn(&Measures) -> f64| all.iter().map(value).fold(0.0, |sum, one| sum + one);
        let mean = |value| sum(value) / all.len().max(1) as f64;
        // Known for all positions or for none.
        let known = |value: fn(&Measures) -> Option<f64>| {
            let values: Option<Vec<f64>> = all.iter().map(value).collect();
            values.filter(|values| !values.is_empty())
        };
        let mean_known = |value| known(value).and_then(|values| Some(Mean::of(&values)?.mean));
        Measures {
            mean_abs_error: mean_known(|measures| measures.mean_abs_error),
            bias: mean_known(|measures| measures.bias),
            best_move_rate: mean(|measures| measures.best_move_rate),
            within_3_rate: mean(|measures| measures.within_3_rate),
            mean_loss: mean(|measures| measures.mean_loss),
            nodes: all.iter().map(|measures| measures.nodes).sum(),
            seconds: sum(|measures| measures.seconds),
            cpu_seconds: known(|measures| measures.cpu_seconds).map(|times| times.iter().sum()),
        }
    }
}

/// A position and how the player did on it.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredPosition<S: Size> {
    /// The number of the problem.
    pub id: u64,
    pub empties: u32,
    pub played: Move<S>,
    /// The player's score in discs, if it gives one.
    pub score: Option<f64>,
    /// The score of the best move.
    pub expected: i32,
    /// The discs that the chosen move loses.
    pub loss: i32,
    /// The confidence of the scores in percent, if one of them was solved here.
    pub proved: Option<u8>,
    pub measures: Measures,
}

/// A player cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum AccuracyError {
    /// The spec names no player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The spec names a person.
    #[error("a person cannot be measured")]
    Person,
    /// The player gave no legal move.
    #[error("position {id}: {why}")]
    NoMove {
        /// The number of the problem.
        id: u64,
        why: NoMove,
    },
}

/// Why a player gave no legal move.
#[derive(Debug, thiserror::Error)]
pub enum NoMove {
    #[error(transparent)]
    Failed(#[from] PlayerError),
    #[error("it plays {played}, which is illegal")]
    Illegal { played: String },
}

impl Accuracy {
    /// Whether there is a move to choose, and every move has a score or can be solved.
    pub fn can_measure<S: Size>(&self, numbered: &NumberedProblem<S>) -> bool {
        let problem = &numbered.problem;
        let is_known = self.prove.is_some() || problem.has_every_move();
        problem.position.status() == Status::ToMove && is_known
    }

    fn setup(&self, seed: u64) -> Setup {
        Setup { seed, access: self.access.clone() }
    }

    /// Checks that the spec names a program.
    pub fn check<S: Size>(&self) -> Result<(), AccuracyError> {
        match build_seat::<S>(&self.player, &self.setup(self.seed))? {
            Seat::Human => Err(AccuracyError::Person),
            Seat::Program(_) => Ok(()),
        }
    }

    /// How the CPU time of a choice is measured: that of the process for one position at a time,
    /// that of its thread for several. `None` for several positions at a time and a player of
    /// several threads, which cannot be told apart.
    pub fn cpu_clock(&self) -> Option<CpuClock> {
        let has_threads = self.player.option("threads").is_some_and(|threads| threads != "1");
        match self.threads.get() {
            1 => Some(CpuClock::Process),
            _ if has_threads => None,
            _ => Some(CpuClock::Thread),
        }
    }

    /// Measures the positions and passes the results to `watch` in order, until it breaks or a stop
    /// is requested. All of them must be [measurable](Accuracy::can_measure).
    pub fn measure<S: Provable, B>(
        &self,
        problems: &[&NumberedProblem<S>],
        stop: &StopSignal,
        watch: &mut dyn FnMut(MeasuredPosition<S>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, AccuracyError> {
        self.check::<S>()?;
        let end = parallel_for_ordered(
            self.threads,
            problems.iter().copied(),
            stop,
            || None,
            |prover, numbered, stop| self.measure_one(prover, numbered, stop).transpose(),
            |measured| match measured {
                Ok(measured) => watch(measured).map_break(Ok),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        match end {
            ControlFlow::Break(Err(error)) => Err(error),
            ControlFlow::Break(Ok(why)) => Ok(ControlFlow::Break(why)),
            ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
        }
    }

    /// Lets a new player choose and compares its move; `None` if stopped. The solver of the thread
    /// is created when it is first needed.
    fn measure_one<S: Provable>(
        &self,
        prover: &mut Option<Box<dyn Prover<S>>>,
        numbered: &NumberedProblem<S>,
        stop: &StopSignal,
    ) -> Result<Option<MeasuredPosition<S>>, AccuracyError> {
        let (id, problem) = (numbered.id, &numbered.problem);
        let Timed { choice, seconds, cpu_seconds } = self.choice(numbered, stop)?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let played = choice.chosen;
        if !problem.position.is_legal(played) {
            let why = NoMove::Illegal { played: played.to_string() };
            return Err(AccuracyError::NoMove { id, why });
        }
        let report = choice.report.as_ref();
        let line = report.and_then(|report| report.lines.first());
        let score = line.filter(|line| line.trust != Trust::None).map(|line| line.score.discs());
        let truth = prove::from_file(problem, played).or_else(|| {
            if prover.is_none() {
                *prover = S::prover(self.prove?, self.table_bytes);
            }
            prove::prove(prover.as_deref_mut()?, problem, played, stop)
        });
        let Some(truth) = truth else { return Ok(None) };
        let (expected, loss) = (truth.expected, truth.expected - truth.chosen);
        let error = score.map(|score| score - f64::from(expected));
        Ok(Some(MeasuredPosition {
            id,
            empties: problem.position.board().empties().len(),
            played,
            score,
            expected,
            loss,
            proved: truth.proved,
            measures: Measures {
                mean_abs_error: error.map(f64::abs),
                bias: error,
                best_move_rate: f64::from(u8::from(loss == 0)),
                within_3_rate: f64::from(u8::from(loss <= SMALL_LOSS)),
                mean_loss: f64::from(loss),
                nodes: report.map_or(0, |report| report.nodes),
                seconds,
                cpu_seconds,
            },
        }))
    }

    /// The choice of a new player and its time.
    fn choice<S: Size>(
        &self,
        numbered: &NumberedProblem<S>,
        stop: &StopSignal,
    ) -> Result<Timed<S>, AccuracyError> {
        let setup = self.setup(self.seed.wrapping_add(numbered.id));
        let mut player = match build_seat::<S>(&self.player, &setup)? {
            Seat::Program(player) => player,
            Seat::Human => return Err(AccuracyError::Person),
        };
        let failed = |why: PlayerError| AccuracyError::NoMove { id: numbered.id, why: why.into() };
        let game = Game::from_position(numbered.problem.position);
        player.prepare(&game, stop).map_err(failed)?;
        let cpu_time = || self.cpu_clock().and_then(CpuClock::now);
        let (started, cpu_before) = (Instant::now(), cpu_time());
        let choice = player.choose(&game, Clock::default(), stop, &mut |_| {});
        let (seconds, cpu_after) = (started.elapsed().as_secs_f64(), cpu_time());
        let cpu = cpu_after.zip(cpu_before).map(|(after, before)| after.saturating_sub(before));
        let cpu_seconds = cpu.map(|cpu| cpu.as_secs_f64());
        Ok(Timed { choice: choice.map_err(failed)?, seconds, cpu_seconds })
    }
}

/// A choice and its time.
struct Timed<S: Size> {
    choice: Choice<S>,
    seconds: f64,
    cpu_seconds: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Four;

    fn problems() -> Vec<NumberedProblem<Four>> {
        let problem = |fields: &str| format!("-----OX--XO----- X;{fields}").parse().unwrap();
        let given = problem(" A2:+2; B1:+4; C4:-2; D3:+0;");
        [given, problem("")]
            .into_iter()
            .zip(1..)
            .map(|(problem, id)| NumberedProblem { id, problem })
            .collect()
    }

    fn accuracy(player: &str, prove: Option<Selectivity>) -> Accuracy {
        let threads = NonZeroUsize::new(2).unwrap();
        Accuracy {
            player: player.parse().unwrap(),
            access: Access::Sealed,
            seed: 1,
            prove,
            table_bytes: 1 << 16,
            threads,
        }
    }

    #[test]
    fn scores_that_are_missing_are_solved() {
        let problems = problems();
        let all: Vec<_> = problems.iter().collect();
        let accuracy = accuracy("alphabeta(depth=12)", Some(Selectivity::Exact));
        let mut measured = Vec::new();
        let end: ControlFlow<()> = accuracy
            .measure(&all, &StopSignal::default(), &mut |position| {
                measured.push((position.id, position.proved, position.loss));
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(end.is_continue());
        assert_eq!(measured[0].1, None);
        assert_eq!(measured[1], (2, Some(100), 0), "a search to the end finds the best move");
    }

    #[test]
    fn a_problem_without_scores_can_only_be_solved() {
        let problems = problems();
        let measurable = |prove| {
            let accuracy = accuracy("random", prove);
            problems.iter().map(|numbered| accuracy.can_measure(numbered)).collect::<Vec<_>>()
        };
        assert_eq!(measurable(None), [true, false]);
        assert_eq!(measurable(Some(Selectivity::Exact)), [true, true]);
    }

    #[test]
    fn a_person_is_refused() {
        assert!(matches!(accuracy("human", None).check::<Four>(), Err(AccuracyError::Person)));
        assert!(matches!(accuracy("nobody", None).check::<Four>(), Err(AccuracyError::Spec(_))));
    }

    #[test]
    fn the_mean_of_nothing_is_zero() {
        let none = Measures::mean(&[]);
        assert_eq!((none.mean_abs_error, none.mean_loss), (None, 0.0));
        let one = Measures { mean_abs_error: Some(2.0), nodes: 3, ..Measures::default() };
        let two = Measures { mean_abs_error: Some(4.0), nodes: 4, ..Measures::default() };
        let mean = Measures::mean(&[one, two]);
        assert_eq!((mean.mean_abs_error, mean.nodes), (Some(3.0), 7));
        assert_eq!(Measures::mean(&[one, Measures::default()]).mean_abs_error, None);
    }

    /// Errors of +1 and +3 discs: a mean of 2 and a standard error of 1; Student's quantile for one
    /// degree of freedom is 12.706. Wilson's interval of one success in two is 0.0945 to 0.9055.
    #[test]
    fn intervals_are_those_of_the_tables() {
        let with = |bias: f64, best_move_rate| Measures {
            mean_abs_error: Some(bias.abs()),
            bias: Some(bias),
            best_move_rate,
            within_3_rate: 1.0,
            mean_loss: 2.0,
            ..Measures::default()
        };
        let all = [with(1.0, 0.0), with(3.0, 1.0)];
        assert_eq!(Measures::mean(&all).bias, Some(2.0));
        let intervals = Intervals::of(&all);
        let near = |interval: Option<Interval>, low: f64, high: f64| {
            let (found_low, found_high) = interval.expect("two positions");
            assert!((found_low - low).abs() < 1e-3 && (found_high - high).abs() < 1e-3);
        };
        near(intervals.bias, 2.0 - 12.706, 2.0 + 12.706);
        near(intervals.mean_loss, 2.0, 2.0);
        near(intervals.best_move_rate, 0.0945, 0.9055);
        near(intervals.within_3_rate, 0.3424, 1.0);
        assert_eq!(Intervals::of(&all[..1]).bias, None);
        assert_eq!(Intervals::of(&[]), Intervals::default());
        assert_eq!(Intervals::of(&[all[0], Measures::default()]).mean_abs_error, None);
    }

    #[test]
    fn the_cpu_time_is_that_of_the_player() {
        let clock = |player: &str, threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            Accuracy { threads, ..accuracy(player, None) }.cpu_clock()
        };
        assert_eq!(clock("champion(threads=4)", 1), Some(CpuClock::Process));
        assert_eq!(clock("champion(threads=4)", 2), None);
        assert_eq!(clock("champion(threads=1)", 2), Some(CpuClock::Thread));
        assert_eq!(clock("champion", 2), Some(CpuClock::Thread));
    }
}

//! An experiment that is checked and expanded, and how its units are run.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use othellier_board::{Color, Eight, Position};
use othellier_eval::StaticEvaluator;
use othellier_platform::clock::Instant;
use othellier_platform::parallel::{Report, StopSignal, parallel_stream};
use othellier_play::{Clock, Player, Seat, Setup, build_seat, parse_duration};
use othellier_record::source::each_game;
use othellier_record::{Game, parse_position, transcript};
use othellier_spec::{Access, Spec};

use super::breeding::EvolutionPlan;
use super::checks::{check_count, parse_spec};
use super::parts::{ColorChoice, GamesPart, PositionsPart, PredictionsPart};
use super::rows::decided_after;
use super::timing::TimingPlan;
use super::{
    Arm, Counted, Experiment, ExperimentError, GameRow, PartProblem, PredictionRow, Row, SearchRow,
};
use crate::evolve::Law;
use crate::seeds::derived;
use crate::stats::Sprt;
use crate::{Colors, Match, Openings, TimeLimit};

/// The seed stream of the first part; each later part has the next one.
const STREAM: u64 = 1000;
/// The largest mean disc difference on the largest board.
const MAX_FITNESS: f64 = 100.0;

/// An experiment that is checked and expanded into jobs.
pub struct Plan {
    /// As written in the file.
    pub experiment: Experiment,
    /// The parts that take time.
    pub jobs: Vec<Job>,
    access: Access,
}

/// A part that takes time.
pub enum Job {
    /// Games: one match for each arm. All arms have the same seed: they have the same openings and
    /// their opponents the same RNGs, so that only the player differs.
    Games {
        /// As written in the file.
        part: GamesPart,
        /// The players that are compared.
        arms: Vec<Arm>,
        matchups: Vec<Match>,
    },
    Positions {
        /// As written in the file.
        part: PositionsPart,
        /// The players that are compared.
        arms: Vec<Arm>,
        /// The phase, and the game that leads to the position.
        positions: Vec<(String, Game)>,
        /// The seed of the players' RNGs.
        seed: u64,
    },
    Predictions {
        /// As written in the file.
        part: PredictionsPart,
        evaluators: Evaluators,
        source: PredictionGames,
    },
    /// Weights bred by a genetic algorithm.
    Evolution(Box<EvolutionPlan>),
    /// A small operation that is timed.
    Timed(Box<TimingPlan>),
}

/// Evaluators, built when the first one is needed.
pub struct Evaluators {
    pub specs: Vec<Spec>,
    built: OnceLock<Vec<Arc<dyn StaticEvaluator>>>,
}

impl Evaluators {
    fn built(&self, access: &Access) -> Result<&[Arc<dyn StaticEvaluator>], PartProblem> {
        if let Some(built) = self.built.get() {
            return Ok(built);
        }
        let built = self.specs.iter().map(|spec| othellier_eval::build::<Eight>(spec, access));
        let built = built.collect::<Result<_, _>>()?;
        Ok(self.built.get_or_init(|| built))
    }
}

/// The games of which the winner is predicted.
pub enum PredictionGames {
    /// A player plays them against itself.
    Played(Box<Match>),
    /// The first finished games of a file, which is read when a game is needed.
    File(GameFile),
}

impl PredictionGames {
    /// Who plays them; nobody if they are those of a file.
    pub fn players(&self) -> &[Spec] {
        match self {
            PredictionGames::Played(matchup) => &matchup.players,
            PredictionGames::File(_) => &[],
        }
    }
}

pub struct GameFile {
    path: String,
    count: usize,
    games: OnceLock<Vec<Game>>,
}

impl GameFile {
    /// The file or folder, as written in the experiment.
    pub fn path(&self) -> &str {
        &self.path
    }

    fn games(&self, access: &Access) -> Result<&[Game], PartProblem> {
        if let Some(games) = self.games.get() {
            return Ok(games);
        }
        let path = access.file(&self.path)?;
        let mut games = Vec::new();
        let mut keep = |game: Game| {
            if games.len() < self.count && *game.start() == Position::start() && game.is_over() {
                games.push(game);
            }
        };
        each_game(&path, &mut keep, &mut |_, _| ())
            .map_err(|error| PartProblem::Source(error.into()))?;
        let found = games.len();
        if found < self.count {
            return Err(PartProblem::FewGames { file: self.path.clone(), found });
        }
        Ok(self.games.get_or_init(|| games))
    }
}

/// A unit of work: an interrupted run resumes with the units that are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The index of the job.
    pub job: usize,
    /// The index of the arm.
    pub arm: usize,
    /// The index of the game or search of the arm.
    pub index: usize,
}

impl Plan {
    /// Checks and expands an experiment; all errors in it are found here. Its players and its games are
    /// files and programs that the access reaches.
    pub fn of(experiment: Experiment, access: &Access) -> Result<Plan, ExperimentError> {
        let plan = Plan::expand(experiment, access)?;
        for job in &plan.jobs {
            job.check(access).map_err(|why| ExperimentError::in_part(job.name(), why))?;
        }
        Ok(plan)
    }

    /// Expands an experiment to read its results, not to run it: no player is built and no file is read.
    pub fn of_finished(experiment: Experiment) -> Result<Plan, ExperimentError> {
        Plan::expand(experiment, &Access::Sealed)
    }

    fn expand(experiment: Experiment, access: &Access) -> Result<Plan, ExperimentError> {
        let mut jobs = Vec::new();
        let seed = |jobs: &Vec<Job>| derived(experiment.seed, STREAM, jobs.len() as u64);
        for part in &experiment.games {
            let job = games(part, seed(&jobs), access);
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.positions {
            let job = positions(part, seed(&jobs));
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.predictions {
            let job = predictions(part, seed(&jobs), access);
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.evolution {
            let bred = EvolutionPlan::of(part, seed(&jobs), access);
            let bred = bred.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Evolution(Box::new(bred)));
        }
        for part in &experiment.hashing {
            let timed = TimingPlan::hashing(part, seed(&jobs));
            let timed = timed.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Timed(Box::new(timed)));
        }
        for part in &experiment.perft {
            let timed = TimingPlan::perft(part);
            let timed = timed.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Timed(Box::new(timed)));
        }
        for part in &experiment.weights {
            if !["matrix1", "matrix2"].contains(&part.table.as_str()) {
                let why = PartProblem::NoTable { table: part.table.clone() };
                return Err(ExperimentError::in_part(&part.name, why));
            }
        }
        for part in &experiment.roulette {
            for law in &part.laws {
                law.parse::<Law>().map_err(|why| ExperimentError::in_part(&part.name, why))?;
            }
            if !part.fitnesses.iter().all(|fitness| fitness.abs() <= MAX_FITNESS) {
                return Err(ExperimentError::in_part(&part.name, PartProblem::Fitness));
            }
        }
        for job in &jobs {
            let units = job.arms().saturating_mul(job.per_arm());
            check_count(Counted::Units, units)
                .map_err(|why| ExperimentError::in_part(job.name(), why))?;
        }
        for comparison in &experiment.compare {
            let job = jobs.iter().find(|job| job.name() == comparison.part);
            if let Some(Job::Games { arms, .. }) = job
                && !arms.iter().any(|arm| arm.is_called(&comparison.arm))
            {
                let names: Vec<&str> = arms.iter().map(|arm| arm.name.as_str()).collect();
                let (arm, known) = (comparison.arm.clone(), names.join("; "));
                let why = PartProblem::NoArm { arm, known };
                return Err(ExperimentError::in_part(&comparison.part, why));
            }
        }
        Ok(Plan { experiment, jobs, access: access.clone() })
    }

    pub fn units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        for (job, work) in self.jobs.iter().enumerate() {
            for arm in 0..work.arms() {
                units.extend((0..work.per_arm()).map(|index| Unit { job, arm, index }));
            }
        }
        units
    }

    /// The unit of a row, if it belongs to this plan.
    pub fn unit_of(&self, row: &Row) -> Option<Unit> {
        let (part, arm, index) = row.unit();
        let job = self.jobs.iter().position(|job| job.name() == part)?;
        let fits = arm < self.jobs[job].arms() && index < self.jobs[job].per_arm();
        let same_kind = match (&self.jobs[job], row) {
            (Job::Games { .. }, Row::Game(_))
            | (Job::Positions { .. }, Row::Search(_))
            | (Job::Predictions { .. }, Row::Prediction(_))
            | (Job::Timed(_), Row::Timing(_)) => true,
            (Job::Evolution(bred), Row::Generation(row)) => {
                row.fitness.len() == bred.part.population
            }
            _ => false,
        };
        (fits && same_kind).then_some(Unit { job, arm, index })
    }

    /// The predictions of a unit for a game that was played elsewhere; none if it is no unit of predictions,
    /// or an evaluator cannot be built.
    pub fn predicted(&self, unit: Unit, game: Game) -> Option<PredictionRow> {
        let Job::Predictions { part, evaluators, .. } = &self.jobs[unit.job] else { return None };
        let evaluators = evaluators.built(&self.access).ok()?;
        Some(guesses(part, unit.index, evaluators, game))
    }

    /// Whether the unit of a row runs [alone](Job::alone).
    pub fn is_alone(&self, row: &Row) -> bool {
        self.unit_of(row).is_some_and(|unit| self.jobs[unit.job].alone())
    }

    /// Runs the units that are not done. Each row is passed to `watch` as it is found, in any
    /// order, until all are done, `watch` breaks or a stop is requested; unfinished units can be
    /// run later.
    pub fn run(
        &self,
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        watch: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), ExperimentError> {
        let finished: HashSet<Unit> = done.iter().filter_map(|row| self.unit_of(row)).collect();
        let open: Vec<Unit> =
            self.units().into_iter().filter(|unit| !finished.contains(unit)).collect();
        let tasks = open.chunk_by(|a, b| self.in_turn(a, b));
        let (mut alone, beside): (Vec<&[Unit]>, Vec<&[Unit]>) =
            tasks.partition(|task| self.jobs[task[0].job].alone());
        // Arms alternate, so that a slower phase of the machine affects all of them.
        alone.sort_by_key(|task| (task[0].job, task[0].index, task[0].arm));
        let mut progress = SprtProgress::new(self, done);
        let mut running = true;
        for (tasks, threads) in [(beside, threads), (alone, NonZeroUsize::MIN)] {
            if running {
                running = self.run_tasks(&tasks, done, threads, stop, &mut progress, watch)?;
            }
        }
        Ok(())
    }

    /// Runs tasks on this many threads; returns whether to continue with more.
    fn run_tasks(
        &self,
        tasks: &[&[Unit]],
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        progress: &mut SprtProgress<'_>,
        watch: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<bool, ExperimentError> {
        // If there are fewer tasks than threads, tasks that can use several threads get the rest.
        let share = NonZeroUsize::new(threads.get() / tasks.len().max(1));
        let share = share.unwrap_or(NonZeroUsize::MIN);
        let limits: Vec<Vec<AtomicUsize>> = self
            .jobs
            .iter()
            .map(|job| (0..job.arms()).map(|_| AtomicUsize::new(usize::MAX)).collect())
            .collect();
        progress.publish(&limits);
        let work = |(): &mut (), task: &[Unit], cancel: &StopSignal, report: Report<'_, _>| {
            let unit = task[0];
            // Once a sequential test has decided, the later games of its arm are not played.
            if unit.index < limits[unit.job][unit.arm].load(Ordering::Relaxed) {
                let mut row = |row| report(Ok(row));
                if let Err(error) = self.work(unit, done, share, cancel, &mut row) {
                    let _ = report(Err(error));
                }
            }
        };
        let end = parallel_stream(
            threads,
            tasks.iter().copied(),
            stop,
            || (),
            work,
            |row| {
                let row = match row {
                    Ok(row) => row,
                    Err(error) => return ControlFlow::Break(Some(error)),
                };
                progress.add(&row);
                progress.publish(&limits);
                watch(row).map_break(|()| None)
            },
        );
        match end {
            ControlFlow::Continue(()) => Ok(!stop.is_stopped()),
            ControlFlow::Break(None) => Ok(false),
            ControlFlow::Break(Some(error)) => Err(error),
        }
    }

    /// The units in groups: those of a group depend on each other in turn, as generations do, and on
    /// no other group.
    pub fn tasks(&self) -> Vec<Vec<Unit>> {
        let units = self.units();
        units.chunk_by(|a, b| self.in_turn(a, b)).map(<[Unit]>::to_vec).collect()
    }

    /// Runs one of the [`tasks`](Plan::tasks) alone; `None` if stopped. `tick` is called after each
    /// row.
    pub fn run_task(
        &self,
        task: &[Unit],
        stop: &StopSignal,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<Vec<Row>>, ExperimentError> {
        let mut rows = Vec::new();
        if let Some(&first) = task.first() {
            self.work(first, &[], NonZeroUsize::MIN, stop, &mut |row| {
                rows.push(row);
                tick();
                ControlFlow::Continue(())
            })?;
        }
        Ok((rows.len() == task.len()).then_some(rows))
    }

    /// Runs a unit and those that depend on it; reports fewer rows if it is stopped.
    fn work(
        &self,
        unit: Unit,
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        report: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), ExperimentError> {
        let job = &self.jobs[unit.job];
        let failed = |why: PartProblem| ExperimentError::in_part(job.name(), why);
        let row = match job {
            Job::Games { part, matchups, .. } => {
                let game = matchups[unit.arm].game(unit.index, stop);
                let game = game.map_err(|error| failed(error.into()))?;
                game.map(|game| Row::Game(GameRow::new(&part.name, unit.arm, &game)))
            }
            Job::Positions { part, arms, positions, seed } => {
                let (phase, game) = &positions[unit.index / part.repetitions];
                let seed = derived(*seed, unit.arm as u64, unit.index as u64);
                let player = program(&arms[unit.arm].player, seed, &self.access);
                let mut player = player.map_err(failed)?;
                let ready = player.prepare(game, stop);
                ready.map_err(|error| failed(error.into()))?;
                let began = Instant::now();
                let choice = player.choose(game, Clock::default(), stop, &mut |_| ());
                let took = began.elapsed();
                if stop.is_stopped() {
                    return Ok(());
                }
                let choice = choice.map_err(|error| failed(error.into()))?;
                Some(Row::Search(SearchRow::new(
                    (&part.name, unit.arm, unit.index),
                    phase,
                    game,
                    (choice.chosen.to_string(), took),
                    choice.report.as_ref(),
                )))
            }
            Job::Predictions { part, evaluators, source } => {
                let game = match source {
                    PredictionGames::Played(matchup) => {
                        let game = matchup.game(unit.index, stop);
                        let game = game.map_err(|error| failed(error.into()))?;
                        game.map(|game| game.finished.game)
                    }
                    PredictionGames::File(file) => {
                        Some(file.games(&self.access).map_err(failed)?[unit.index].clone())
                    }
                };
                let evaluators = evaluators.built(&self.access).map_err(failed)?;
                game.map(|game| Row::Prediction(guesses(part, unit.index, evaluators, game)))
            }
            Job::Evolution(bred) => {
                let run = (unit.arm, bred.run_of(unit.index));
                let bred = bred.run_generations(run, done, threads, stop, report);
                return bred.map_err(|error| failed(error.into()));
            }
            Job::Timed(timed) => {
                let measured = timed.measure(unit.arm, unit.index).map_err(failed)?;
                Some(Row::Timing(measured))
            }
        };
        if let Some(row) = row {
            // If the receiver is closed, a stop was requested.
            let _ = report(row);
        }
        Ok(())
    }

    /// Whether the second of two units depends on the first, so that the same task runs both.
    fn in_turn(&self, first: &Unit, second: &Unit) -> bool {
        let same_arm = (first.job, first.arm) == (second.job, second.arm);
        match &self.jobs[first.job] {
            Job::Evolution(bred) => {
                same_arm && bred.run_of(first.index) == bred.run_of(second.index)
            }
            _ => false,
        }
    }

    /// The number of units left, given the rows that are done: an arm whose SPRT is decided needs
    /// no more.
    pub fn open(&self, done: &[Row]) -> usize {
        let finished: HashSet<Unit> = done.iter().filter_map(|row| self.unit_of(row)).collect();
        let limits = SprtProgress::new(self, done).limits();
        let wanted = |unit: &Unit| unit.index < limits[unit.job][unit.arm];
        self.units().iter().filter(|unit| wanted(unit) && !finished.contains(unit)).count()
    }
}

/// The games of arms that an SPRT may end early.
struct SprtProgress<'a> {
    plan: &'a Plan,
    games: Vec<Vec<Vec<GameRow>>>,
}

impl<'a> SprtProgress<'a> {
    fn new(plan: &'a Plan, done: &[Row]) -> SprtProgress<'a> {
        let games = plan.jobs.iter().map(|job| vec![Vec::new(); job.arms()]).collect();
        let mut progress = SprtProgress { plan, games };
        done.iter().for_each(|row| progress.add(row));
        progress
    }

    fn add(&mut self, row: &Row) {
        if let (Row::Game(game), Some(unit)) = (row, self.plan.unit_of(row))
            && self.plan.jobs[unit.job].sprt().is_some()
        {
            let slim = GameRow { move_stats: Vec::new(), ..game.clone() };
            self.games[unit.job][unit.arm].push(slim);
        }
    }

    /// The maximum number of games that each arm needs.
    fn limits(&self) -> Vec<Vec<usize>> {
        let of_job = |(job, arms): (&Job, &Vec<Vec<GameRow>>)| {
            let end = |games: &Vec<GameRow>| {
                job.sprt().and_then(|sprt| decided_after(sprt, games)).unwrap_or(usize::MAX)
            };
            arms.iter().map(end).collect()
        };
        self.plan.jobs.iter().zip(&self.games).map(of_job).collect()
    }

    fn publish(&self, limits: &[Vec<AtomicUsize>]) {
        if self.plan.jobs.iter().all(|job| job.sprt().is_none()) {
            return;
        }
        for (shared, found) in limits.iter().flatten().zip(self.limits().into_iter().flatten()) {
            shared.store(found, Ordering::Relaxed);
        }
    }
}

impl Job {
    /// The name of the part.
    pub fn name(&self) -> &str {
        match self {
            Job::Games { part, .. } => &part.name,
            Job::Positions { part, .. } => &part.name,
            Job::Predictions { part, .. } => &part.name,
            Job::Evolution(bred) => &bred.part.name,
            Job::Timed(timed) => &timed.name,
        }
    }

    pub fn arms(&self) -> usize {
        match self {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => arms.len(),
            Job::Predictions { .. } => 1,
            Job::Evolution(bred) => bred.evolutions.len(),
            Job::Timed(timed) => timed.arms().len(),
        }
    }

    /// The number of units of each arm.
    pub fn per_arm(&self) -> usize {
        match self {
            Job::Games { part, .. } => part.games,
            Job::Positions { part, positions, .. } => {
                positions.len().saturating_mul(part.repetitions)
            }
            Job::Predictions { part, .. } => part.games,
            Job::Evolution(bred) => bred.part.runs.saturating_mul(bred.part.generations),
            Job::Timed(timed) => timed.repetitions,
        }
    }

    /// Whether its units run one at a time, with nothing else: if a small operation is timed, if
    /// the file asks for it, or if a player has several threads.
    pub fn alone(&self) -> bool {
        let threaded = |spec: &Spec| {
            spec.option("threads").is_some_and(|threads| threads.parse() != Ok(1_usize))
        };
        match self {
            Job::Timed(_) => true,
            Job::Positions { part, arms, .. } => {
                part.alone || arms.iter().any(|arm| threaded(&arm.player))
            }
            Job::Games { arms, .. } => arms
                .iter()
                .any(|arm| threaded(&arm.player) || arm.opponent.as_ref().is_some_and(threaded)),
            Job::Predictions { .. } | Job::Evolution(_) => false,
        }
    }

    /// Checks that its players can be built.
    fn check(&self, access: &Access) -> Result<(), PartProblem> {
        let playable = |matchup: &Match| matchup.check().map_err(PartProblem::from);
        match self {
            Job::Games { matchups, .. } => matchups.iter().try_for_each(playable),
            Job::Positions { arms, .. } => {
                arms.iter().try_for_each(|arm| program(&arm.player, 0, access).map(drop))
            }
            Job::Predictions { evaluators, source, .. } => {
                evaluators.built(access)?;
                match source {
                    PredictionGames::Played(matchup) => playable(matchup),
                    PredictionGames::File(file) => file.games(access).map(drop),
                }
            }
            Job::Evolution(bred) => Ok(bred.check()?),
            Job::Timed(_) => Ok(()),
        }
    }

    /// The SPRT that may end an arm early.
    pub fn sprt(&self) -> Option<Sprt> {
        match self {
            Job::Games { part, .. } => part.sprt.and_then(|[elo0, elo1]| Sprt::new(elo0, elo1)),
            _ => None,
        }
    }
}

/// The predictions of the evaluators after each move beyond the opening, the last one included. A
/// pass is not a move: a position without a new disc is left out.
fn guesses(
    part: &PredictionsPart,
    index: usize,
    evaluators: &[Arc<dyn StaticEvaluator>],
    mut game: Game,
) -> PredictionRow {
    let result = game.outcome().map_or(0, |outcome| outcome.black_score.signum() as i8);
    let moves = transcript::write(&game);
    let last = game.length();
    let mut seek = |length: usize| {
        game.go_to(length).expect("a length within the game");
        *game.position()
    };
    let moves_until = |position: &Position| 64 - position.board().empties().len() - 4;
    let mut number = moves_until(&seek(part.random_plies.min(last)));
    let first = number + 1;
    let mut guesses = Vec::new();
    for length in part.random_plies + 1..=last {
        let position = seek(length);
        if moves_until(&position) == number {
            continue;
        }
        number = moves_until(&position);
        let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
        let guess = |evaluator: &Arc<dyn StaticEvaluator>| {
            let ahead = evaluator.evaluate(position.board()).discs();
            let ahead = if ahead > 0.0 {
                1
            } else if ahead < 0.0 {
                -1
            } else {
                0
            };
            sign * ahead
        };
        guesses.push(evaluators.iter().map(guess).collect());
    }
    PredictionRow {
        part: part.name.clone(),
        index,
        result,
        first_ply: first.into(),
        guesses,
        moves,
    }
}

fn program(spec: &Spec, seed: u64, access: &Access) -> Result<Box<dyn Player>, PartProblem> {
    match build_seat::<Eight>(spec, &Setup { seed, access: access.clone() })? {
        Seat::Program(player) => Ok(player),
        Seat::Human => Err(PartProblem::Person { name: spec.name.clone() }),
    }
}

fn games(part: &GamesPart, seed: u64, access: &Access) -> Result<Job, PartProblem> {
    check_count(Counted::Games, part.games)?;
    let arms = Arm::all(&part.players, &part.grid, Some(&part.opponents))?;
    if arms.is_empty() || part.games == 0 {
        return Err(PartProblem::NothingToPlay);
    }
    if part.split.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err(PartProblem::NotAKey { option: "split" });
    }
    if part.by.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err(PartProblem::NotAKey { option: "by" });
    }
    if part.sprt.is_some_and(|[elo0, elo1]| Sprt::new(elo0, elo1).is_none()) {
        return Err(PartProblem::Order { option: "sprt" });
    }
    let colors = match part.colors {
        ColorChoice::Swapped => Colors::Swapped,
        ColorChoice::Fixed => Colors::Fixed,
    };
    if part.sprt.is_some() && colors == Colors::Fixed {
        return Err(PartProblem::SprtColors);
    }
    let openings = match &part.openings {
        Some(text) => Openings::read(text)?,
        None if part.random_plies == 0 => Openings::start(),
        None => {
            // The two games of a pair have one opening.
            let count = if colors == Colors::Swapped { part.games.div_ceil(2) } else { part.games };
            Openings::random(part.random_plies, count, seed)?
        }
    };
    let time = part.time_per_move.as_deref().map(parse_duration).transpose()?;
    let matchup = |arm: &Arm| {
        let opponent = arm.opponent.clone().ok_or(PartProblem::NoOpponent)?;
        let matchup = Match {
            players: [arm.player.clone(), opponent],
            games: part.games,
            openings: openings.clone(),
            colors,
            limit: time.map(TimeLimit::per_move),
            sprt: None,
            seed,
            access: access.clone(),
            threads: NonZeroUsize::MIN,
        };
        Ok::<Match, PartProblem>(matchup)
    };
    let matchups = arms.iter().map(matchup).collect::<Result<_, _>>()?;
    Ok(Job::Games { part: part.clone(), arms, matchups })
}

fn positions(part: &PositionsPart, seed: u64) -> Result<Job, PartProblem> {
    check_count(Counted::Positions, part.count.saturating_mul(part.phases.len()))?;
    let arms = Arm::all(&part.players, &part.grid, None)?;
    if part.by.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err(PartProblem::NotAKey { option: "by" });
    }
    let mut positions = Vec::new();
    for named in &part.list {
        let position = parse_position(&named.position)?;
        let start = othellier_board::Position::default();
        let moves = transcript::read(start, &named.position).ok();
        let game = moves.unwrap_or_else(|| Game::from_position(position));
        if game.is_over() || game.position().legal_moves().is_empty() {
            return Err(PartProblem::NoMove { name: named.name.clone() });
        }
        positions.push((named.name.clone(), game));
    }
    let mut phases: Vec<(&String, &usize)> = part.phases.iter().collect();
    phases.sort_by_key(|(_, plies)| **plies);
    for (phase, &plies) in phases {
        positions
            .extend(of_phase(plies, part.count, seed)?.into_iter().map(|g| (phase.clone(), g)));
    }
    if positions.is_empty() || part.repetitions == 0 {
        return Err(PartProblem::NothingToSearch);
    }
    Ok(Job::Positions { part: part.clone(), arms, positions, seed })
}

/// `count` positions in which the side to move has a move.
fn of_phase(plies: usize, count: usize, seed: u64) -> Result<Vec<Game>, PartProblem> {
    let spare = 2 * count + 8;
    let made = Openings::random(plies, spare, derived(seed, STREAM, plies as u64))?;
    let games = (0..spare).map(|index| made.cycled(index).clone());
    let playable = games.filter(|game| !game.position().legal_moves().is_empty());
    Ok(playable.take(count).collect())
}

fn predictions(part: &PredictionsPart, seed: u64, access: &Access) -> Result<Job, PartProblem> {
    check_count(Counted::Games, part.games)?;
    let specs = part.evaluators.iter().map(|text| parse_spec(text));
    let specs = specs.collect::<Result<Vec<_>, _>>()?;
    let evaluators = Evaluators { specs, built: OnceLock::new() };
    if let Some(path) = &part.file {
        if !part.player.is_empty() {
            return Err(PartProblem::PlayerAndFile);
        }
        let (path, count) = (path.clone(), part.games);
        let source = PredictionGames::File(GameFile { path, count, games: OnceLock::new() });
        return Ok(Job::Predictions { part: part.clone(), evaluators, source });
    }
    let player = parse_spec(&part.player)?;
    let openings = Openings::random(part.random_plies, part.games.max(1), seed);
    let matchup = Match {
        players: [player.clone(), player],
        games: part.games,
        openings: openings?,
        colors: Colors::Fixed,
        limit: None,
        sprt: None,
        seed,
        access: access.clone(),
        threads: NonZeroUsize::MIN,
    };
    let source = PredictionGames::Played(Box::new(matchup));
    Ok(Job::Predictions { part: part.clone(), evaluators, source })
}

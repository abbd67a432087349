//! An experiment that is settled, and how it is carried out.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use othellier_board::{Color, Eight};
use othellier_eval::StaticEvaluator;
use othellier_play::{Clock, Player, Seat, Setup, StopSignal, build, parse_duration};
use othellier_record::{Game, parse_position, transcript};
use othellier_spec::Spec;

use super::breeding::Bred;
use super::findings::decided_after;
use super::parts::{ColorChoice, GamesPart, PositionsPart, PredictionsPart};
use super::timing::Timed;
use super::{Arm, Experiment, ExperimentError, GameRow, PredictionRow, Row, SearchRow};
use crate::evolve::Law;
use crate::seeds::derived;
use crate::stats::Sprt;
use crate::{Colors, Duel, MoveLimit, Openings};

/// How long it takes at most until a stop is heard.
const HEARING: Duration = Duration::from_millis(20);
/// The streams of seeds: parts take theirs from here on, one each.
const STREAM: u64 = 1000;
/// What the mean of final disc differences can be on the largest board.
const MOST_FITNESS: f64 = 100.0;
/// How many games, searches or generations a part may have: years of work.
const MOST_UNITS: usize = 1_000_000;

/// An experiment that is settled.
pub struct Plan {
    /// What was asked for.
    pub experiment: Experiment,
    /// The parts that take time.
    pub jobs: Vec<Job>,
}

/// A part that takes time.
pub enum Job {
    /// Games: one duel for each arm. All arms have the same seed: they begin with the same openings
    /// and meet opponents with the same dice, so that what differs is the player.
    Games {
        /// What was asked for.
        part: GamesPart,
        /// Who is compared.
        arms: Vec<Arm>,
        /// Each arm's match.
        duels: Vec<Duel>,
    },
    /// Searches.
    Positions {
        /// What was asked for.
        part: PositionsPart,
        /// Who is compared.
        arms: Vec<Arm>,
        /// The phase and how the position came about.
        positions: Vec<(String, Game)>,
        /// The seed of the players' dice.
        seed: u64,
    },
    /// Guesses at the winner.
    Predictions {
        /// What was asked for.
        part: PredictionsPart,
        /// Who guesses.
        evaluators: Vec<(Spec, Arc<dyn StaticEvaluator>)>,
        /// The games.
        duel: Box<Duel>,
    },
    /// Weights that are bred.
    Evolution(Box<Bred>),
    /// Something small that is timed.
    Timed(Box<Timed>),
}

/// A piece of work that is done or not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Which job.
    pub job: usize,
    /// Which arm of it.
    pub arm: usize,
    /// Which game or search of the arm.
    pub index: usize,
}

impl Plan {
    /// Settles an experiment: everything that can be wrong is found here.
    pub fn of(experiment: Experiment) -> Result<Plan, ExperimentError> {
        let plan = Plan::of_finished(experiment)?;
        for job in &plan.jobs {
            job.check().map_err(|why| ExperimentError::in_part(job.name(), why))?;
        }
        Ok(plan)
    }

    /// Settles an experiment to read what was found, not to run it: its players need not be there,
    /// as the engines of another machine are not.
    pub fn of_finished(experiment: Experiment) -> Result<Plan, ExperimentError> {
        let mut jobs = Vec::new();
        let seed = |jobs: &Vec<Job>| derived(experiment.seed, STREAM, jobs.len() as u64);
        for part in &experiment.games {
            let job = games(part, seed(&jobs));
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.positions {
            let job = positions(part, seed(&jobs));
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.predictions {
            let job = predictions(part, seed(&jobs));
            jobs.push(job.map_err(|why| ExperimentError::in_part(&part.name, why))?);
        }
        for part in &experiment.evolution {
            let bred = Bred::of(part, seed(&jobs));
            let bred = bred.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Evolution(Box::new(bred)));
        }
        for part in &experiment.hashing {
            let timed = Timed::hashing(part, seed(&jobs));
            let timed = timed.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Timed(Box::new(timed)));
        }
        for part in &experiment.perft {
            let timed = Timed::perft(part);
            let timed = timed.map_err(|why| ExperimentError::in_part(&part.name, why))?;
            jobs.push(Job::Timed(Box::new(timed)));
        }
        for part in &experiment.weights {
            if !["matrix1", "matrix2"].contains(&part.table.as_str()) {
                let why =
                    format!("there is no table `{}`; expected matrix1 or matrix2", part.table);
                return Err(ExperimentError::in_part(&part.name, why));
            }
        }
        for part in &experiment.roulette {
            for law in &part.laws {
                law.parse::<Law>().map_err(|why| ExperimentError::in_part(&part.name, why))?;
            }
            if !part.fitnesses.iter().all(|fitness| fitness.abs() <= MOST_FITNESS) {
                let why = "a fitness is a number of discs from -100 to 100";
                return Err(ExperimentError::in_part(&part.name, why));
            }
        }
        for job in &jobs {
            let units = job.arms().saturating_mul(job.per_arm());
            few_enough("games, searches or generations", units)
                .map_err(|why| ExperimentError::in_part(job.name(), why))?;
        }
        for comparison in &experiment.compare {
            let job = jobs.iter().find(|job| job.name() == comparison.part);
            if let Some(Job::Games { arms, .. }) = job
                && !arms.iter().any(|arm| arm.is_called(&comparison.arm))
            {
                let names: Vec<&str> = arms.iter().map(|arm| arm.name.as_str()).collect();
                let (arm, names) = (&comparison.arm, names.join("; "));
                let why = format!("compare: there is no arm `{arm}`; expected one of: {names}");
                return Err(ExperimentError::in_part(&comparison.part, why));
            }
        }
        Ok(Plan { experiment, jobs })
    }

    /// Every unit, in order.
    pub fn units(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        for (job, work) in self.jobs.iter().enumerate() {
            for arm in 0..work.arms() {
                units.extend((0..work.per_arm()).map(|index| Unit { job, arm, index }));
            }
        }
        units
    }

    /// The unit that a row is of, if it is one of this plan.
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

    /// Does what is not done yet. Each row is shown to `watch` as it is found, in whatever order,
    /// until all are there, `watch` breaks off or the signal says stop; units that are not finished
    /// by then are left for another time.
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
        // Arms take turns, so that a machine that slows down slows all of them.
        alone.sort_by_key(|task| (task[0].job, task[0].index, task[0].arm));
        let mut progress = Progress::new(self, done);
        let mut go_on = true;
        for (tasks, threads) in [(beside, threads), (alone, NonZeroUsize::MIN)] {
            if go_on {
                go_on = self.share_out(&tasks, done, threads, stop, &mut progress, watch)?;
            }
        }
        Ok(())
    }

    /// Does tasks on that many threads; whether there may be more.
    fn share_out(
        &self,
        tasks: &[&[Unit]],
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        progress: &mut Progress<'_>,
        watch: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<bool, ExperimentError> {
        // Where there are fewer tasks than threads, those that can use several share them.
        let share = NonZeroUsize::new(threads.get() / tasks.len().max(1));
        let share = share.unwrap_or(NonZeroUsize::MIN);
        let limits: Vec<Vec<AtomicUsize>> = self
            .jobs
            .iter()
            .map(|job| (0..job.arms()).map(|_| AtomicUsize::new(usize::MAX)).collect())
            .collect();
        progress.publish(&limits);
        let next = AtomicUsize::new(0);
        let enough = StopSignal::default();
        let mut failure = None;
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(threads.get());
            for _ in 0..threads.get().min(tasks.len()) {
                let (sender, next, enough, limits) = (sender.clone(), &next, &enough, &limits);
                scope.spawn(move || {
                    while !enough.is_stopped() {
                        let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            return;
                        };
                        let unit = task[0];
                        let limit = &limits[unit.job][unit.arm];
                        if unit.index >= limit.load(Ordering::Relaxed) {
                            continue;
                        }
                        let mut tell = |row| match sender.send(Ok(row)) {
                            Ok(()) => ControlFlow::Continue(()),
                            Err(_) => ControlFlow::Break(()),
                        };
                        let worked = self.jobs[unit.job].work(unit, done, share, enough, &mut tell);
                        if let Err(error) = worked
                            && sender.send(Err(error)).is_err()
                        {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut broken_off = false;
            loop {
                match receiver.recv_timeout(HEARING) {
                    Ok(Ok(row)) if !broken_off => {
                        progress.add(&row);
                        progress.publish(&limits);
                        broken_off = watch(row).is_break();
                    }
                    Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => {}
                    Ok(Err(error)) => failure = Some(error),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if broken_off || failure.is_some() || stop.is_stopped() {
                    enough.stop();
                }
            }
        });
        failure.map_or(Ok(!enough.is_stopped()), Err)
    }

    /// Whether the second of two units must wait for the first, and is done by whoever did that.
    fn in_turn(&self, first: &Unit, second: &Unit) -> bool {
        let same_arm = (first.job, first.arm) == (second.job, second.arm);
        match &self.jobs[first.job] {
            Job::Evolution(bred) => {
                same_arm && bred.run_of(first.index) == bred.run_of(second.index)
            }
            _ => false,
        }
    }

    /// How many units there are still to do, given what is done: an arm whose test is decided needs
    /// no more.
    pub fn open(&self, done: &[Row]) -> usize {
        let finished: HashSet<Unit> = done.iter().filter_map(|row| self.unit_of(row)).collect();
        let limits = Progress::new(self, done).limits();
        let wanted = |unit: &Unit| unit.index < limits[unit.job][unit.arm];
        self.units().iter().filter(|unit| wanted(unit) && !finished.contains(unit)).count()
    }
}

/// The games of arms that a test may end early.
struct Progress<'a> {
    plan: &'a Plan,
    games: Vec<Vec<Vec<GameRow>>>,
}

impl<'a> Progress<'a> {
    fn new(plan: &'a Plan, done: &[Row]) -> Progress<'a> {
        let games = plan.jobs.iter().map(|job| vec![Vec::new(); job.arms()]).collect();
        let mut progress = Progress { plan, games };
        done.iter().for_each(|row| progress.add(row));
        progress
    }

    fn add(&mut self, row: &Row) {
        if let (Row::Game(game), Some(unit)) = (row, self.plan.unit_of(row))
            && self.plan.jobs[unit.job].sprt().is_some()
        {
            let slim = GameRow { thoughts: Vec::new(), ..game.clone() };
            self.games[unit.job][unit.arm].push(slim);
        }
    }

    /// How many games each arm needs at most.
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

    /// How many arms it has.
    pub fn arms(&self) -> usize {
        match self {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => arms.len(),
            Job::Predictions { .. } => 1,
            Job::Evolution(bred) => bred.evolutions.len(),
            Job::Timed(timed) => timed.arms().len(),
        }
    }

    /// How many units each arm has.
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

    /// Whether its units run one at a time, with nothing beside them: where something small is timed,
    /// where the file wants it, and where a player has several threads of its own.
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

    /// Whether its players can be had, and started.
    fn check(&self) -> Result<(), String> {
        let playable = |duel: &Duel| duel.check().map_err(|error| error.to_string());
        match self {
            Job::Games { duels, .. } => duels.iter().try_for_each(playable),
            Job::Positions { arms, .. } => {
                arms.iter().try_for_each(|arm| program(&arm.player, 0).map(drop))
            }
            Job::Predictions { duel, .. } => playable(duel),
            Job::Evolution(_) | Job::Timed(_) => Ok(()),
        }
    }

    /// The test that may end an arm early.
    pub fn sprt(&self) -> Option<Sprt> {
        match self {
            Job::Games { part, .. } => part.sprt.and_then(|[elo0, elo1]| Sprt::new(elo0, elo1)),
            _ => None,
        }
    }

    /// Does a unit, and those that come after it in turn; tells less where it was stopped.
    fn work(
        &self,
        unit: Unit,
        done: &[Row],
        threads: NonZeroUsize,
        stop: &StopSignal,
        tell: &mut dyn FnMut(Row) -> ControlFlow<()>,
    ) -> Result<(), ExperimentError> {
        let failed = |why: String| ExperimentError::in_part(self.name(), why);
        let row = match self {
            Job::Games { part, duels, .. } => {
                let game = duels[unit.arm].game(unit.index, stop);
                let game = game.map_err(|error| failed(error.to_string()))?;
                game.map(|game| Row::Game(GameRow::new(&part.name, unit.arm, &game)))
            }
            Job::Positions { part, arms, positions, seed } => {
                let (phase, game) = &positions[unit.index / part.repetitions];
                let seed = derived(*seed, unit.arm as u64, unit.index as u64);
                let mut player = program(&arms[unit.arm].player, seed).map_err(failed)?;
                let ready = player.prepare(game, stop);
                ready.map_err(|error| failed(error.to_string()))?;
                let began = Instant::now();
                let choice = player.choose(game, Clock::default(), stop, &mut |_| ());
                let took = began.elapsed();
                if stop.is_stopped() {
                    return Ok(());
                }
                let choice = choice.map_err(|error| failed(error.to_string()))?;
                Some(Row::Search(SearchRow::new(
                    (&part.name, unit.arm, unit.index),
                    phase,
                    game,
                    (choice.chosen.to_string(), took),
                    choice.report.as_ref(),
                )))
            }
            Job::Predictions { part, evaluators, duel } => {
                let game = duel.game(unit.index, stop);
                let game = game.map_err(|error| failed(error.to_string()))?;
                game.map(|game| {
                    let game = game.finished.game;
                    Row::Prediction(guesses(part, unit.index, evaluators, game))
                })
            }
            Job::Evolution(bred) => {
                let run = (unit.arm, bred.run_of(unit.index));
                let lived = bred.live(run, done, threads, stop, tell);
                return lived.map_err(|error| failed(error.to_string()));
            }
            Job::Timed(timed) => {
                let measured = timed.measure(unit.arm, unit.index).map_err(failed)?;
                Some(Row::Timing(measured))
            }
        };
        if let Some(row) = row {
            // Whoever hears no more has said stop too.
            let _ = tell(row);
        }
        Ok(())
    }
}

/// What the evaluators say after each move beyond the opening.
fn guesses(
    part: &PredictionsPart,
    index: usize,
    evaluators: &[(Spec, Arc<dyn StaticEvaluator>)],
    mut game: Game,
) -> PredictionRow {
    let result = game.outcome().map_or(0, |outcome| outcome.black_score.signum() as i8);
    let moves = transcript::write(&game);
    let last = game.length();
    let first = part.random_plies.min(last);
    let mut guesses = Vec::new();
    for length in first + 1..last {
        game.go_to(length).expect("a length that the game has");
        let position = *game.position();
        let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
        let guess = |(_, evaluator): &(Spec, Arc<dyn StaticEvaluator>)| {
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
        first_ply: first as u64 + 1,
        guesses,
        moves,
    }
}

fn program(spec: &Spec, seed: u64) -> Result<Box<dyn Player>, String> {
    match build::<Eight>(spec, &Setup { seed }).map_err(|error| error.to_string())? {
        Seat::Program(player) => Ok(player),
        Seat::Human => Err(format!("`{}` is a person; expected a program", spec.name)),
    }
}

/// Refuses a number of things that nobody will live to see, before they are made.
pub(super) fn few_enough(what: &str, count: usize) -> Result<(), String> {
    match count <= MOST_UNITS {
        true => Ok(()),
        false => Err(format!("{count} {what}; expected at most {MOST_UNITS}")),
    }
}

fn games(part: &GamesPart, seed: u64) -> Result<Job, String> {
    few_enough("games", part.games)?;
    let arms = Arm::all(&part.players, &part.grid, Some(&part.opponents))?;
    if arms.is_empty() || part.games == 0 {
        return Err("there is nothing to play; expected players, opponents and games".to_owned());
    }
    if part.split.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err("split is no key of the grid".to_owned());
    }
    if part.by.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err("by is no key of the grid".to_owned());
    }
    if part.sprt.is_some_and(|[elo0, elo1]| Sprt::new(elo0, elo1).is_none()) {
        return Err("sprt has two numbers, the lesser first".to_owned());
    }
    let colors = match part.colors {
        ColorChoice::Swapped => Colors::Swapped,
        ColorChoice::Fixed => Colors::Fixed,
    };
    if part.sprt.is_some() && colors == Colors::Fixed {
        return Err("sprt counts pairs of games; expected colors = \"swapped\"".to_owned());
    }
    let openings = match &part.openings {
        Some(text) => Openings::read(text).map_err(|error| error.to_string())?,
        None if part.random_plies == 0 => Openings::start(),
        None => {
            let count = if colors == Colors::Swapped { part.games.div_ceil(2) } else { part.games };
            Openings::random(part.random_plies, count, seed).map_err(|error| error.to_string())?
        }
    };
    let time = part.time_per_move.as_deref().map(parse_duration).transpose();
    let time = time.map_err(|error| error.to_string())?;
    let duel = |arm: &Arm| {
        let opponent = arm.opponent.clone().ok_or("there is no opponent")?;
        let duel = Duel {
            players: [arm.player.clone(), opponent],
            games: part.games,
            openings: openings.clone(),
            colors,
            limit: time.map(MoveLimit::new),
            sprt: None,
            seed,
            threads: NonZeroUsize::MIN,
        };
        Ok::<Duel, String>(duel)
    };
    let duels = arms.iter().map(duel).collect::<Result<_, _>>()?;
    Ok(Job::Games { part: part.clone(), arms, duels })
}

fn positions(part: &PositionsPart, seed: u64) -> Result<Job, String> {
    few_enough("positions", part.count.saturating_mul(part.phases.len()))?;
    let arms = Arm::all(&part.players, &part.grid, None)?;
    if part.by.as_ref().is_some_and(|key| !part.grid.contains_key(key)) {
        return Err("by is no key of the grid".to_owned());
    }
    let mut positions = Vec::new();
    for named in &part.list {
        let position = parse_position(&named.position).map_err(|error| error.to_string())?;
        let start = othellier_board::Position::default();
        let moves = transcript::read(start, &named.position).ok();
        let game = moves.unwrap_or_else(|| Game::from_position(position));
        if game.is_over() || game.position().legal_moves().is_empty() {
            return Err(format!("{}: there is no move to choose", named.name));
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
        return Err("there is nothing to search; expected list or phases".to_owned());
    }
    Ok(Job::Positions { part: part.clone(), arms, positions, seed })
}

/// That many positions where there is a move to choose.
fn of_phase(plies: usize, count: usize, seed: u64) -> Result<Vec<Game>, String> {
    let spare = 2 * count + 8;
    let made = Openings::random(plies, spare, derived(seed, STREAM, plies as u64));
    let made = made.map_err(|error| error.to_string())?;
    let games = (0..spare).map(|index| made.cycled(index).clone());
    let playable = games.filter(|game| !game.position().legal_moves().is_empty());
    Ok(playable.take(count).collect())
}

fn predictions(part: &PredictionsPart, seed: u64) -> Result<Job, String> {
    few_enough("games", part.games)?;
    let evaluators = part.evaluators.iter().map(|text| {
        let spec: Spec = text.parse().map_err(|error| format!("`{text}`: {error}"))?;
        let built = othellier_eval::build::<Eight>(&spec).map_err(|error| error.to_string())?;
        Ok::<_, String>((spec, built))
    });
    let evaluators = evaluators.collect::<Result<Vec<_>, _>>()?;
    let player: Spec =
        part.player.parse().map_err(|error| format!("`{}`: {error}", part.player))?;
    let openings = Openings::random(part.random_plies, part.games.max(1), seed);
    let duel = Duel {
        players: [player.clone(), player],
        games: part.games,
        openings: openings.map_err(|error| error.to_string())?,
        colors: Colors::Fixed,
        limit: None,
        sprt: None,
        seed,
        threads: NonZeroUsize::MIN,
    };
    Ok(Job::Predictions { part: part.clone(), evaluators, duel: Box::new(duel) })
}

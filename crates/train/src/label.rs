//! Relabels examples: with the value of a deeper search, or with the exact score.
//!
//! With few empty squares the outcome of the game is replaced by the exact score; with more, the
//! forecast is replaced by that of a search; so is the value of a search that stands in for the outcome
//! (midgame exploration). Each shard becomes a shard of the same name in another
//! folder. Weights that are good near the end of the game can so be extended backwards, stage by stage:
//! label the boards of the stage before by searches that reach into the known stage, fit, and repeat.

use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use othellier_board::{Color, Eight, Position};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_search::champion::{
    Champion, ChampionEvaluator, Goal, SearchLevel, Selectivity, Solver,
};
use othellier_search::{SearchLimits, Searcher, StopReason};

use crate::example::{Example, ShardError, exists, read_shard, write_shard};
use crate::threads::at_least_one;

#[derive(Clone, Debug)]
pub struct Settings {
    pub depth: u32,
    pub selectivity: Selectivity,
    /// Boards with this many empty squares or fewer are solved instead.
    pub solve_from: u32,
    /// Examples with these numbers of empty squares are labelled.
    pub empties: RangeInclusive<u32>,
    /// Whether the other examples are kept unchanged, or left out.
    pub keep_others: bool,
    /// Threads to work with, each on a shard.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth: 8,
            selectivity: Selectivity::Percent73,
            solve_from: 14,
            empties: 0..=60,
            keep_others: true,
            threads: 1,
        }
    }
}

impl Settings {
    /// The provenance of the labels: everything that determines them, with the evaluator's name.
    pub fn provenance(&self, evaluator: &str) -> String {
        let Settings { depth, selectivity, solve_from, empties, keep_others, .. } = self;
        let (first, last) = (empties.start(), empties.end());
        let others = if *keep_others { "kept" } else { "left-out" };
        let selectivity = selectivity.percent();
        format!(
            "label weights={evaluator} depth={depth} selectivity={selectivity} solve-from={solve_from} \
             empties={first}-{last} others={others}"
        )
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Finished shards, including older ones.
    pub shards: usize,
    /// Shards from an earlier run.
    pub older_shards: usize,
    /// Examples labelled in this run.
    pub labelled: u64,
}

/// Labels all shards that are not in the folder yet. When stopped, it returns early and drops
/// unfinished shards.
pub fn label<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    evaluator_name: &str,
    shards: &[PathBuf],
    settings: &Settings,
    folder: &Path,
    stop: &StopSignal,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, ShardError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| ShardError::Unwritable { path: folder.to_owned(), source })?;
    let (done, older) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let labelled = AtomicU64::new(0);
    let own_provenance = settings.provenance(evaluator_name);
    let progress = || Progress {
        shards: done.load(Ordering::Relaxed),
        older_shards: older.load(Ordering::Relaxed),
        labelled: labelled.load(Ordering::Relaxed),
    };
    let one = |worker: &mut Worker<E>, path: &Path, stop: &StopSignal| -> Result<(), ShardError> {
        let (provenance, examples) = read_shard(path)?;
        let provenance = format!("{provenance}; {own_provenance}");
        let target = folder.join(path.file_name().unwrap_or_default());
        if exists(&target, &provenance)? {
            older.fetch_add(1, Ordering::Relaxed);
        } else {
            let tick = || {
                labelled.fetch_add(1, Ordering::Relaxed);
                watch(progress());
            };
            let Some(examples) = worker.shard(examples, stop, &tick) else { return Ok(()) };
            write_shard(&target, &provenance, &examples)?;
        }
        done.fetch_add(1, Ordering::Relaxed);
        watch(progress());
        Ok(())
    };
    let end = parallel_for(
        at_least_one(settings.threads),
        shards.iter(),
        stop,
        || Worker::new(evaluator, settings),
        |worker, path, stop| Some(one(worker, path, stop)),
        |labelled| labelled.map_or_else(ControlFlow::Break, ControlFlow::Continue),
    );
    match end {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(progress()),
    }
}

/// The examples of one shard with their new labels and provenance, as [`label`] writes them; `None` when
/// stopped. `tick` is called after each label.
pub fn label_shard<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    evaluator_name: &str,
    (provenance, examples): (String, Vec<Example>),
    settings: &Settings,
    stop: &StopSignal,
    tick: &dyn Fn(),
) -> Option<(String, Vec<Example>)> {
    let provenance = format!("{provenance}; {}", settings.provenance(evaluator_name));
    let examples = Worker::new(evaluator, settings).shard(examples, stop, tick)?;
    Some((provenance, examples))
}

/// The state of one thread.
struct Worker<'a, E: ChampionEvaluator> {
    champion: Champion<E>,
    solver: Solver<E>,
    settings: &'a Settings,
}

impl<E: ChampionEvaluator<Size = Eight>> Worker<'_, E> {
    fn new<'a>(evaluator: &E, settings: &'a Settings) -> Worker<'a, E> {
        let level = SearchLevel::fixed(settings.depth, settings.selectivity, 0);
        Worker {
            champion: Champion::with(evaluator.clone(), level, 1, 1 << 22),
            solver: Solver::with(evaluator.clone(), 1, 1 << 22),
            settings,
        }
    }

    /// The examples with their new labels; `None` when stopped.
    fn shard(
        &mut self,
        mut examples: Vec<Example>,
        stop: &StopSignal,
        tick: &dyn Fn(),
    ) -> Option<Vec<Example>> {
        // Other shards must not influence this one.
        self.champion.clear();
        let is_wanted = |example: &Example| {
            self.settings.empties.contains(&example.board.empties().len())
                && !example.board.is_over()
        };
        if !self.settings.keep_others {
            examples.retain(is_wanted);
        }
        let settings = self.settings;
        for example in &mut examples {
            let empties = example.board.empties().len();
            if settings.empties.contains(&empties) && !example.board.is_over() {
                self.example(example, stop)?;
                tick();
            }
        }
        Some(examples)
    }

    fn example(&mut self, example: &mut Example, stop: &StopSignal) -> Option<()> {
        if example.board.empties().len() <= self.settings.solve_from {
            let solved = self.solver.solve(example.board, Goal::Exact, stop)?;
            example.outcome = 100 * solved.score as i16;
            example.forecast = None;
            return Some(());
        }
        let position = Position::new(example.board, Color::Black);
        let limits = SearchLimits::depth(self.settings.depth as u8).with_stop(stop);
        let report = self.champion.search(&position, &limits, &mut |_| {});
        if report.stopped_by == StopReason::Stopped {
            return None;
        }
        let score = report.lines.first()?.score;
        let value = (100.0 * score.discs()).round() as i16;
        // Midgame exploration has the value of a search in place of an outcome.
        if example.is_searched() {
            example.outcome = value
        } else {
            example.forecast = Some(value)
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::shards;
    use crate::selfplay;
    use othellier_search::champion::Heuristic;

    #[test]
    fn labels_are_exact_or_searched_and_other_examples_stay() {
        let [from, to, threaded] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let stop = StopSignal::default();
        let play = selfplay::Settings {
            shards: 2,
            games: 3,
            depth: 1,
            solve_from: 8,
            random_max: 20,
            midgame_exploration: 4,
            ..selfplay::Settings::default()
        };
        selfplay::play(&Heuristic::<Eight>::default(), "test", &play, from.path(), &stop, &|_| {})
            .unwrap();
        let games = shards(from.path()).unwrap();
        let settings = Settings {
            depth: 2,
            solve_from: 9,
            empties: 0..=30,
            threads: 1,
            ..Settings::default()
        };
        let label = |settings: &Settings, folder: &Path| {
            label(&Heuristic::<Eight>::default(), "rule", &games, settings, folder, &stop, &|_| {})
                .unwrap()
        };
        let progress = label(&settings, to.path());
        assert_eq!((progress.shards, progress.older_shards), (2, 0));
        assert_eq!(
            label(&settings, to.path()),
            Progress { labelled: 0, older_shards: 2, ..progress }
        );
        label(&Settings { threads: 2, ..settings }, threaded.path());

        let mut solver = Solver::with(Heuristic::<Eight>::default(), 1, 1 << 20);
        let (mut labelled, mut replaced) = (0, 0);
        for path in &games {
            let name = path.file_name().unwrap();
            let (_, before) = read_shard(path).unwrap();
            let (provenance, after) = read_shard(&to.path().join(name)).unwrap();
            assert!(provenance.starts_with("test; label weights=rule depth=2"), "{provenance}");
            assert_eq!(read_shard(&threaded.path().join(name)).unwrap().1, after);
            for (before, after) in before.iter().zip(&after) {
                let empties = before.board.empties().len();
                assert_eq!((before.board, before.game), (after.board, after.game));
                if empties > 30 {
                    assert_eq!(before, after);
                } else if empties <= 9 {
                    let solved = solver.solve(before.board, Goal::Exact, &stop).unwrap();
                    assert_eq!((after.outcome, after.forecast), (100 * solved.score as i16, None));
                } else if before.is_searched() {
                    assert_eq!(after.forecast, None);
                    replaced += u32::from(before.outcome != after.outcome);
                } else {
                    assert_eq!(before.outcome, after.outcome);
                    assert!(after.forecast.is_some());
                }
                labelled += u64::from(empties <= 30);
            }
        }
        assert_eq!(progress.labelled, labelled);
        assert!(replaced > 0);
    }
}

//! One turn of the training loop on a small scale: an evaluator plays, and weights are fitted to its
//! games and to those before.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_platform::clock::Instant;
use othellier_platform::parallel::StopSignal;
use othellier_record::replace_file;
use othellier_search::champion::Selectivity;

use crate::evaluator::{Learned, NamedEvaluator};
use crate::example::{self, ShardError};
use crate::fit::{self, Errors};
use crate::selfplay;

const SHARD: usize = 500;
/// Search depth of self-play, in plies.
const DEPTH: u32 = 2;

/// The settings of the loop.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// Where games and weights are written.
    pub folder: &'a Path,
    /// Games that each generation learns from in addition.
    pub games: usize,
    /// Seed of the random moves.
    pub seed: u64,
    pub threads: usize,
}

/// The state of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Games played, of a total.
    Played(u64, u64),
    /// Steps of the fit done, of a total.
    Fitted(u64, u64),
}

pub struct Generation {
    pub learned: Learned,
    /// Training examples, those of earlier generations included.
    pub examples: u64,
    /// The errors on the validation set.
    pub errors: Errors,
    pub elapsed: Duration,
}

/// Why a generation cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// A shard cannot be written or read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The weights cannot be written.
    #[error("`{path}` cannot be written: {source}")]
    Weights { path: PathBuf, source: io::Error },
}

/// Plays games with a teacher, adds their shards to the earlier ones, fits weights to all, and writes
/// them as `NAME.bin`. `None` when stopped. The folder of the games has the teacher's `called` name.
pub fn generation(
    settings: &Settings<'_>,
    teacher: &NamedEvaluator,
    called: &str,
    name: &str,
    shards: &mut Vec<PathBuf>,
    stop: &StopSignal,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Option<Generation>, GenerationError> {
    let started = Instant::now();
    let play = selfplay::Settings {
        shards: settings.games.div_ceil(SHARD) as u32,
        games: settings.games.min(SHARD) as u32,
        depth: DEPTH,
        selectivity: Selectivity::Exact,
        solve_from: 10,
        random_max: 16,
        seed: settings.seed,
        threads: settings.threads,
        ..selfplay::Settings::default()
    };
    let folder = settings.folder.join(format!("games-of-{called}"));
    let all = u64::from(play.shards) * u64::from(play.games);
    let played = teacher.play(&play, &folder, stop, &|progress| {
        watch(Progress::Played(progress.games, all));
    })?;
    if played.shards < play.shards {
        return Ok(None);
    }
    shards.extend(example::shards(&folder)?);
    // Few games need a strong penalty: most configurations are rare.
    let fitting = fit::Settings {
        steps: 12,
        penalty: 100.0,
        threads: settings.threads.min(shards.len()),
        ..fit::Settings::default()
    };
    let mut examples = 0;
    let fitted = fit::fit(name, shards, &fitting, stop, &mut |progress| {
        examples = progress.examples;
        watch(Progress::Fitted(progress.step.into(), fitting.steps.into()));
    })?;
    if stop.is_stopped() {
        return Ok(None);
    }
    let bytes = fitted.weights.to_bytes();
    let path = settings.folder.join(format!("{name}.bin"));
    replace_file(&path, |file| io::Write::write_all(file, &bytes))
        .map_err(|source| GenerationError::Weights { path, source })?;
    Ok(Some(Generation {
        examples,
        errors: Errors::sum(&fitted.validation),
        elapsed: started.elapsed(),
        learned: Learned::of(fitted.weights, &bytes),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_learns_from_its_teacher_and_the_games_before() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { folder: folder.path(), games: 20, seed: 1, threads: 2 };
        let (mut shards, stop) = (Vec::new(), StopSignal::default());
        let mut next = |teacher: &NamedEvaluator, called, name| {
            let made = generation(&settings, teacher, called, name, &mut shards, &stop, &|_| {});
            made.unwrap().expect("nobody stopped it")
        };
        let first = next(&NamedEvaluator::Rule, "rule", "first");
        assert!(first.learned.title.starts_with("first#") && first.examples > 0);
        let before = first.examples;
        let teacher = NamedEvaluator::Learned(first.learned);
        let second = next(&teacher, "first", "second");
        assert!(second.examples > before);
        assert!(folder.path().join("second.bin").is_file());
        stop.stop();
        let none = generation(&settings, &teacher, "second", "third", &mut shards, &stop, &|_| {});
        assert!(none.unwrap().is_none());
    }
}

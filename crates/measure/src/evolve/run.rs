//! An evolution that saves its state after every generation.

use std::path::PathBuf;

use othellier_board::Size;
use othellier_eval::classic::Genome;
use othellier_play::StopSignal;
use serde::Serialize;

use super::checkpoint;
use super::evolution::{Evolution, EvolutionError, Generation, State};
use super::settings::Settings;
use crate::files::{WriteError, write};

/// When an evolution ends. It has no effect on the generations before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    pub generations: usize,
    /// The fitness that the best of a generation must reach.
    pub until: Option<f64>,
}

impl Goal {
    /// Whether the evolution has ended.
    pub fn is_met(self, history: &[Generation]) -> bool {
        history.len() >= self.generations
            || history.last().is_some_and(|last| self.is_reached(last))
    }

    /// Whether the best of a generation has the fitness.
    pub fn is_reached(self, generation: &Generation) -> bool {
        self.until.is_some_and(|until| generation.best >= until)
    }
}

/// The files of an evolution, each replaced atomically after every generation.
#[derive(Clone, Debug, Default)]
pub struct EvolutionFiles {
    pub out: PathBuf,
    /// The state, from which the evolution resumes.
    pub checkpoint: Option<PathBuf>,
    /// One row for each generation.
    pub csv: Option<PathBuf>,
}

/// An evolution with its goal and its files.
pub struct EvolutionRun<'a, S: Size> {
    pub evolution: &'a Evolution<S>,
    /// Its settings as they are written in the checkpoint.
    pub settings: &'a Settings,
    pub goal: Goal,
    pub files: &'a EvolutionFiles,
}

/// What happens during an evolution.
pub enum EvolutionEvent<'a> {
    /// A generation begins, by its number from 1.
    Begins(usize),
    /// So many games of the generation were played.
    Played(usize),
    /// A generation was finished and saved.
    Finished(usize, &'a Generation),
}

/// Why an evolution stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum EvolutionRunError {
    #[error(transparent)]
    Evolution(#[from] EvolutionError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl<S: Size> EvolutionRun<'_, S> {
    /// Breeds until the goal is met; returns whether it was, and not stopped.
    pub fn run<E: From<EvolutionRunError>>(
        &self,
        state: &mut State,
        stop: &StopSignal,
        watch: &mut dyn FnMut(EvolutionEvent<'_>) -> Result<(), E>,
    ) -> Result<bool, E> {
        self.save(state).map_err(EvolutionRunError::from)?;
        while !self.goal.is_met(&state.history) {
            let number = state.history.len() + 1;
            watch(EvolutionEvent::Begins(number))?;
            let mut watched = Ok(());
            let completed = self.evolution.advance(state, stop, &mut |played| {
                if watched.is_ok() {
                    watched = watch(EvolutionEvent::Played(played));
                }
            });
            let completed = completed.map_err(EvolutionRunError::from)?;
            watched?;
            if !completed {
                return Ok(false);
            }
            self.save(state).map_err(EvolutionRunError::from)?;
            watch(EvolutionEvent::Finished(number, &state.history[number - 1]))?;
        }
        Ok(true)
    }

    /// Saves the state; files that are older than the checkpoint are rebuilt from it.
    fn save(&self, state: &State) -> Result<(), WriteError> {
        let EvolutionFiles { out, checkpoint, csv } = self.files;
        if let Some(path) = checkpoint {
            checkpoint::save(path, self.settings, self.goal.until, state)?;
        }
        if let Some(path) = csv {
            write(path, &rows(self.goal, &state.history))?;
        }
        if let Some(best) = state.history.last() {
            let (seed, number) = (self.settings.seed, state.history.len());
            let text = genome_file(&self.evolution.arena.genome, best, seed, number);
            write(out, text.as_bytes())?;
        }
        Ok(())
    }
}

/// The best genome of a generation, with a comment on its origin.
fn genome_file(genome: &Genome, best: &Generation, seed: u64, number: usize) -> String {
    let bred = genome.with_genes(best.genes.clone()).expect("as many genes as the genome");
    let text = bred.to_string();
    let (header, weights) = text.split_once('\n').unwrap_or((&text, ""));
    let fitness = best.best;
    format!(
        "{header}\n# Bred by othellier evolve: seed {seed}, generation {number}, fitness {fitness:+.2}.\n{weights}"
    )
}

#[derive(Serialize)]
struct Row {
    generation: usize,
    best: String,
    mean: String,
    worst: String,
    deviation: String,
    diversity: String,
    renewed: bool,
    genes: String,
    reached: bool,
}

/// The CSV, one row for each generation.
fn rows(goal: Goal, history: &[Generation]) -> Vec<u8> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for (number, generation) in (1..).zip(history) {
        let genes = generation.genes.iter().map(ToString::to_string).collect::<Vec<_>>();
        let row = Row {
            generation: number,
            best: format!("{:.4}", generation.best),
            mean: format!("{:.4}", generation.mean),
            worst: format!("{:.4}", generation.worst),
            deviation: format!("{:.4}", generation.deviation),
            diversity: format!("{:.4}", generation.diversity),
            renewed: generation.renewed,
            genes: genes.join(" "),
            reached: goal.is_reached(generation),
        };
        csv.serialize(row).expect("memory can be written");
    }
    csv.into_inner().expect("memory can be written")
}

//! The checkpoint of an evolution, from which it resumes after an interruption.
//!
//! A checkpoint is one JSON object: every setting that determines the evolution, and the state
//! after the last generation. It is replaced atomically. Floating-point numbers are written so that
//! they are read back exactly.

use std::path::{Path, PathBuf};

use othellier_platform::file::{FileError, FileProblem, read_text};
use serde::{Deserialize, Serialize};

use super::evolution::{Generation, State};
use super::fitness::Control;
use super::settings::Settings;
use crate::files::{WriteError, write};
use crate::settings_diff::first_difference;

/// A file that is not the checkpoint of this evolution.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct CheckpointError {
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: CheckpointProblem,
}

/// Why a file is not the checkpoint of this evolution.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointProblem {
    #[error(transparent)]
    File(#[from] FileProblem),
    #[error("it is not the checkpoint of an evolution")]
    NotACheckpoint,
    /// It has another version of the format.
    #[error("it was written by another version of othellier")]
    OtherVersion,
    /// It is of an evolution with other settings.
    #[error("it was started with another {name}")]
    OtherSettings {
        /// The name of the first setting that differs.
        name: String,
    },
}

/// The version of the checkpoint format; raised when its meaning changes.
const VERSION: u32 = 1;

/// The type of a checkpoint.
const KIND: &str = "evolution";

/// What every version of a checkpoint has.
#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    settings: Settings,
    /// The fitness to stop at, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<f64>,
    population: Vec<Vec<i32>>,
    environment: Vec<SavedControl>,
    history: Vec<SavedGeneration>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedControl {
    Player(String),
    Genes(Vec<i32>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGeneration {
    best: f64,
    mean: f64,
    worst: f64,
    deviation: f64,
    diversity: f64,
    renewed: bool,
    genes: Vec<i32>,
    /// The fitness of each individual.
    fitness: Vec<f64>,
}

/// The size limit of a checkpoint: thousands of generations of thousands of individuals.
const MAX_BYTES: u64 = 256 << 20;

/// The seed of an existing checkpoint.
pub fn seed(path: &Path) -> Option<u64> {
    let text = read_text(path, MAX_BYTES).ok()?;
    Some(serde_json::from_str::<Checkpoint>(&text).ok()?.settings.seed)
}

/// A state, and the fitness to stop at.
pub type Saved = (State, Option<f64>);

/// Reads the state of a checkpoint with these settings; `None` if there is no file yet.
pub fn read(path: &Path, settings: &Settings) -> Result<Option<Saved>, CheckpointError> {
    let text = match read_text(path, MAX_BYTES) {
        Ok(text) => text,
        Err(FileError { problem: FileProblem::Unreadable(error), .. })
            if error.kind() == std::io::ErrorKind::NotFound =>
        {
            return Ok(None);
        }
        Err(FileError { path, problem }) => {
            return Err(CheckpointError { path, problem: problem.into() });
        }
    };
    let saved = parse(&text, settings);
    saved.map(Some).map_err(|problem| CheckpointError { path: path.to_owned(), problem })
}

fn parse(text: &str, settings: &Settings) -> Result<Saved, CheckpointProblem> {
    let stranger = || CheckpointProblem::NotACheckpoint;
    // The version first, as the other fields depend on it.
    let head: Head = serde_json::from_str(text).map_err(|_| stranger())?;
    if head.kind != KIND {
        return Err(stranger());
    }
    if head.version != VERSION {
        return Err(CheckpointProblem::OtherVersion);
    }
    let saved: Checkpoint = serde_json::from_str(text).map_err(|_| stranger())?;
    if let Some(name) = first_difference(settings, &saved.settings) {
        return Err(CheckpointProblem::OtherSettings { name });
    }
    let control = |control| match control {
        SavedControl::Player(spec) => spec.parse().map(Control::Player).map_err(|_| stranger()),
        SavedControl::Genes(genes) => Ok(Control::Genes(genes)),
    };
    let generation = |saved: SavedGeneration| Generation {
        best: saved.best,
        mean: saved.mean,
        worst: saved.worst,
        deviation: saved.deviation,
        diversity: saved.diversity,
        renewed: saved.renewed,
        genes: saved.genes,
        fitness: saved.fitness,
    };
    let environment = saved.environment.into_iter().map(control).collect::<Result<_, _>>()?;
    let history = saved.history.into_iter().map(generation).collect();
    Ok((State { population: saved.population, environment, history }, saved.until))
}

/// Writes the checkpoint of a state.
pub fn save(
    path: &Path,
    settings: &Settings,
    until: Option<f64>,
    state: &State,
) -> Result<(), WriteError> {
    let control = |control: &Control| match control {
        Control::Player(spec) => SavedControl::Player(spec.to_string()),
        Control::Genes(genes) => SavedControl::Genes(genes.clone()),
    };
    let generation = |generation: &Generation| SavedGeneration {
        best: generation.best,
        mean: generation.mean,
        worst: generation.worst,
        deviation: generation.deviation,
        diversity: generation.diversity,
        renewed: generation.renewed,
        genes: generation.genes.clone(),
        fitness: generation.fitness.clone(),
    };
    let checkpoint = Checkpoint {
        kind: KIND.to_owned(),
        version: VERSION,
        settings: settings.clone(),
        until,
        population: state.population.clone(),
        environment: state.environment.iter().map(control).collect(),
        history: state.history.iter().map(generation).collect(),
    };
    let text = serde_json::to_string(&checkpoint).expect("a checkpoint is JSON");
    write(path, format!("{text}\n").as_bytes())
}

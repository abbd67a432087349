//! The checkpoint of an evolution, from which it resumes after an interruption.
//!
//! A checkpoint is one JSON object: every setting that determines the evolution, and the state
//! after the last generation. It is replaced atomically. Floating-point numbers are written so that
//! they are read back exactly.

use std::path::Path;

use othellier_lab::evolve::{Control, Generation, State};
use othellier_locale::{Lang, tr};
use othellier_record::{FileError, FileProblem, read_text};
use serde::{Deserialize, Serialize};

use crate::error::CliError;
use crate::file_io::{self, refused};
use crate::settings_diff::first_difference;

/// The version of the checkpoint format; raised when its meaning changes.
const VERSION: u32 = 1;

/// The settings that determine the evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub(super) seed: u64,
    /// The text of the genome that defines the phases and features, and optionally the first genes.
    pub(super) genome: String,
    pub(super) start: String,
    pub(super) player: String,
    pub(super) environment: Vec<String>,
    pub(super) population: usize,
    pub(super) openings: usize,
    pub(super) random_plies: usize,
    pub(super) law: String,
    pub(super) crossover: String,
    pub(super) crossover_rate: f64,
    pub(super) mutation: String,
    pub(super) mutation_rate: f64,
    pub(super) range: [i32; 2],
    pub(super) elite: usize,
    pub(super) renew: usize,
    pub(super) renew_count: usize,
    pub(super) restart: bool,
    pub(super) size: u8,
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
    /// The fitness of each individual; absent in checkpoints of earlier versions.
    #[serde(default)]
    fitness: Vec<f64>,
}

/// The size limit of a checkpoint: thousands of generations of thousands of individuals.
const MAX_BYTES: u64 = 256 << 20;

/// The seed of an existing checkpoint.
pub(super) fn seed(path: &Path) -> Option<u64> {
    let text = read_text(path, MAX_BYTES).ok()?;
    Some(serde_json::from_str::<Checkpoint>(&text).ok()?.settings.seed)
}

/// A state, and the fitness to stop at.
type Saved = (State, Option<f64>);

/// Reads the state of a checkpoint with these settings; `None` if there is no file yet.
pub(super) fn read(
    lang: Lang,
    path: &Path,
    settings: &Settings,
) -> Result<Option<Saved>, CliError> {
    let text = match read_text(path, MAX_BYTES) {
        Ok(text) => text,
        Err(FileError { problem: FileProblem::Unreadable(error), .. })
            if error.kind() == std::io::ErrorKind::NotFound =>
        {
            return Ok(None);
        }
        Err(error) => return Err(file_io::read_error(error)),
    };
    parse(lang, &text, settings).map(Some).map_err(|why| refused(path, why))
}

fn parse(lang: Lang, text: &str, settings: &Settings) -> Result<Saved, String> {
    let stranger = || lang.text("evolve-no-checkpoint");
    let saved: Checkpoint = serde_json::from_str(text).map_err(|_| stranger())?;
    if saved.kind != "evolution" || saved.version != VERSION {
        return Err(stranger());
    }
    if let Some(name) = first_difference(settings, &saved.settings) {
        return Err(tr!(lang, "settings-differ", name = name));
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
pub(super) fn write(
    lang: Lang,
    path: &Path,
    settings: &Settings,
    until: Option<f64>,
    state: &State,
) -> Result<(), CliError> {
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
        kind: "evolution".to_owned(),
        version: VERSION,
        settings: settings.clone(),
        until,
        population: state.population.clone(),
        environment: state.environment.iter().map(control).collect(),
        history: state.history.iter().map(generation).collect(),
    };
    let text = serde_json::to_string(&checkpoint);
    let text = text.map_err(|error| CliError::failed(error.to_string()))?;
    file_io::write(lang, path, format!("{text}\n").as_bytes())
}

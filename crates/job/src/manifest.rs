//! The manifest of a job: everything that its units are a function of.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::kinds::{Job, JobError, JobProblem, of_settings, read_job};
use crate::{Digest, Engine, Inputs, JobId, Mismatch, Unit, UnitId};

/// The version of the format; raised when the meaning of a manifest changes.
const FORMAT: u32 = 2;

/// How long a unit may take, unless the job file says so.
const UNIT_LIMIT: Duration = Duration::from_secs(3600);

/// What the ids of units begin with.
const UNIT_DOMAIN: &[u8] = b"othellier unit 1";

/// Everything that the units of a job are a function of. Another machine needs this, its
/// [inputs](Inputs) and the same engine, and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    pub name: String,
    /// What is to be done.
    pub job: Job,
    pub units: u64,
    /// The files that units read: their digests, and their names for people.
    pub inputs: BTreeMap<Digest, String>,
    /// The engine that does the units.
    pub engine: Engine,
    /// Whether a unit that is done again gives the same bytes: not where a clock decides.
    pub reproducible: bool,
    /// How long a worker of a server may take for a unit, in milliseconds. It decides no result.
    pub unit_limit_ms: u64,
    #[serde(skip)]
    digests: Digests,
}

/// Digests of a manifest, computed when they are first needed: it may be large, and its units many. A
/// copy begins without them, as it may be changed.
#[derive(Debug, Default)]
struct Digests {
    job: OnceLock<Digest>,
    /// Of what decides the results.
    work: OnceLock<Digest>,
}

impl Clone for Digests {
    fn clone(&self) -> Digests {
        Digests::default()
    }
}

impl PartialEq for Digests {
    fn eq(&self, _: &Digests) -> bool {
        true
    }
}

/// Bytes are not a manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// They are not the JSON of one.
    #[error("not the manifest of a job: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the manifest has format {found}; expected {FORMAT}")]
    Format { found: u32 },
    /// The settings cannot be used.
    #[error(transparent)]
    Job(#[from] JobProblem),
    /// Units, inputs or reproducibility do not follow from the settings.
    #[error("the manifest contradicts itself")]
    Contradiction,
}

impl Manifest {
    /// Reads a job file; also returns the files that its units read.
    pub fn read_job(path: &Path) -> Result<(Manifest, Inputs), JobError> {
        let (name, unit_limit, job, inputs) = read_job(path)?;
        let manifest = Manifest::new(name, job, &inputs);
        let path = path.to_owned();
        let mut manifest = manifest.map_err(|problem| JobError { path, problem })?;
        if let Some(limit) = unit_limit {
            manifest.unit_limit_ms = milliseconds(limit);
        }
        Ok((manifest, inputs))
    }

    /// The manifest of a job of this [kind](crate::kinds::KINDS), whose files are relative to the current
    /// folder.
    pub fn of_settings(
        kind: &str,
        settings: Map<String, Value>,
    ) -> Result<(Manifest, Inputs), JobProblem> {
        Manifest::of_job(kind.to_owned(), of_settings(kind, settings)?, Path::new(""))
    }

    /// The manifest of a job that another person described: it reads no file.
    pub fn sealed(kind: &str, settings: Map<String, Value>) -> Result<Manifest, JobProblem> {
        Manifest::new(kind.to_owned(), of_settings(kind, settings)?, &Inputs::default())
    }

    /// How many bytes its rows and the memory of a unit are at most, where that is known.
    pub fn bytes(&self) -> Option<u64> {
        self.job.bytes()
    }

    /// The manifest of a job that names files relative to this folder; also returns those that its units
    /// read.
    pub fn of_job(
        name: String,
        mut job: Job,
        folder: &Path,
    ) -> Result<(Manifest, Inputs), JobProblem> {
        let inputs = job.resolve(folder)?;
        Ok((Manifest::new(name, job, &inputs)?, inputs))
    }

    /// The manifest of a job whose files were all resolved, for the engine of this program.
    pub fn new(name: String, job: Job, inputs: &Inputs) -> Result<Manifest, JobProblem> {
        let (units, reproducible) = (job.units()?, job.is_reproducible());
        let file_name = |path: &Path| {
            path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
        };
        let inputs = inputs.0.iter().map(|(digest, path)| (*digest, file_name(path))).collect();
        Ok(Manifest {
            format: FORMAT,
            name,
            job,
            units,
            inputs,
            engine: Engine::ours(),
            reproducible,
            unit_limit_ms: milliseconds(UNIT_LIMIT),
            digests: Digests::default(),
        })
    }

    /// The manifest of a later stage of the job.
    pub(crate) fn of_stage(&self, name: String, job: Job) -> Result<Manifest, JobProblem> {
        let (units, reproducible) = (job.units()?, job.is_reproducible());
        Ok(Manifest { name, job, units, reproducible, ..self.clone() })
    }

    /// Reads the bytes of a manifest.
    pub fn from_bytes(bytes: &[u8]) -> Result<Manifest, ManifestError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let Head { format: found } = serde_json::from_slice(bytes)?;
        if found != FORMAT {
            return Err(ManifestError::Format { found });
        }
        let manifest: Manifest = serde_json::from_slice(bytes)?;
        let Manifest { job, units, reproducible, .. } = &manifest;
        if job.units()? == *units && job.is_reproducible() == *reproducible {
            Ok(manifest)
        } else {
            Err(ManifestError::Contradiction)
        }
    }

    /// How long a worker of a server may take for a unit.
    pub fn unit_limit(&self) -> Duration {
        Duration::from_millis(self.unit_limit_ms)
    }

    /// Its bytes: JSON, always the same for the same manifest.
    pub fn to_bytes(&self) -> Vec<u8> {
        json(self)
    }

    /// The id of the job.
    pub fn id(&self) -> JobId {
        JobId(*self.digests.job.get_or_init(|| Digest::of(&self.to_bytes())))
    }

    /// The unit with this number. The name of the job does not matter.
    pub fn unit(&self, number: u64) -> Unit {
        let work = self.digests.work.get_or_init(|| {
            let inputs: Vec<&Digest> = self.inputs.keys().collect();
            Digest::of_all(&[&json(&self.job), &json(&inputs), &json(&self.engine)])
        });
        let id = Digest::of_all(&[UNIT_DOMAIN, work.as_bytes(), &number.to_le_bytes()]);
        Unit { id: UnitId(id), number }
    }

    /// Whether units can be done with this engine.
    pub fn check(&self, ours: &Engine) -> Result<(), Mismatch> {
        ours.check(&self.engine)
    }
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("settings are JSON")
}

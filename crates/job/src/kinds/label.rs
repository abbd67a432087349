//! Shards of examples with new labels, some in each unit.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use othellier_spec::Access;
use othellier_train::NamedEvaluator;
use othellier_train::example::{named_shards, read_shard};
use othellier_train::label::Settings;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::to_files;
use super::selfplay::{
    DEPTHS, SOLVABLE, ShardCheck, ShardFiles, check_weights, load_weights, resolve_weights,
};
use super::solve::selectivity;
use super::{
    Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, check_within, in_units, pieces,
};
use crate::output::OutputError;
use crate::{Digest, Progress, UnitError};

/// Labels of examples, as by `othellier train label`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "args", derive(clap::Args))]
#[serde(deny_unknown_fields)]
pub struct LabelRun {
    /// Folders or files of shards to label
    #[cfg_attr(feature = "args", arg(id = "folder", value_name = "FOLDER", required = true))]
    pub shards: Vec<ShardSource>,
    /// Shards of a unit of work
    #[serde(default = "unit")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = unit(), requires = "units"))]
    pub unit: usize,
    /// Weights of the search: a file, or `rule`; by default the shipped ones
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "args", arg(long, value_name = "FILE"))]
    pub weights: Option<String>,
    /// Search depth in plies
    #[serde(default = "depth")]
    #[cfg_attr(feature = "args", arg(long, value_name = "D", default_value_t = depth()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(DEPTHS)))]
    pub depth: u32,
    /// Confidence of the search in per cent: 73, 87, 95, 98, 99 or 100
    #[serde(default = "usual_selectivity")]
    #[cfg_attr(feature = "args", arg(long, value_name = "S", default_value_t = usual_selectivity()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::selectivity))]
    pub selectivity: u8,
    /// Solve the boards with this many empty squares or fewer instead
    #[serde(default = "solve_from")]
    #[cfg_attr(feature = "args", arg(long, value_name = "N", default_value_t = solve_from()))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::within::<u32>(SOLVABLE)))]
    pub solve_from: u32,
    /// Label the examples with these numbers of empty squares
    #[serde(default = "all")]
    #[cfg_attr(feature = "args", arg(long, value_name = "A-B", default_value = "0-60"))]
    #[cfg_attr(feature = "args", arg(value_parser = super::args::range))]
    pub empties: [u32; 2],
    /// Leave the other examples out, instead of keeping them unchanged
    #[serde(default)]
    #[cfg_attr(feature = "args", arg(long))]
    pub only: bool,
}

fn unit() -> usize {
    1
}

fn depth() -> u32 {
    8
}

fn usual_selectivity() -> u8 {
    73
}

fn solve_from() -> u32 {
    14
}

fn all() -> [u32; 2] {
    [0, 60]
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ShardSource {
    /// A file, or a folder of them.
    Path(PathBuf),
    /// An input of the job.
    Input {
        /// The name of the file.
        name: String,
        digest: Digest,
    },
}

/// An argument of the command line names a file or a folder.
impl From<OsString> for ShardSource {
    fn from(path: OsString) -> ShardSource {
        ShardSource::Path(path.into())
    }
}

impl LabelRun {
    /// The checked settings for this number of threads.
    pub fn settings(&self, threads: usize) -> Result<Settings, JobProblem> {
        let [first, last] = self.empties;
        if first > last {
            return Err(JobProblem::Setting { key: "empties", expected: Expected::Range });
        }
        check_within("depth", self.depth, DEPTHS)?;
        check_within("solve_from", self.solve_from, SOLVABLE)?;
        Ok(Settings {
            depth: self.depth,
            selectivity: selectivity("selectivity", self.selectivity)?,
            solve_from: self.solve_from,
            empties: first..=last,
            keep_others: !self.only,
            threads,
        })
    }

    /// The files and folders that are not inputs yet.
    pub fn paths(&self) -> Vec<PathBuf> {
        let path = |source: &ShardSource| match source {
            ShardSource::Path(path) => Some(path.clone()),
            ShardSource::Input { .. } => None,
        };
        self.shards.iter().filter_map(path).collect()
    }

    /// The names and digests of the shards.
    fn inputs(&self) -> Result<Vec<(String, Digest)>, JobProblem> {
        let input = |source: &ShardSource| match source {
            ShardSource::Input { name, digest } => {
                if is_file_name(name) {
                    Ok((name.clone(), *digest))
                } else {
                    Err(JobProblem::NotAnInput { name: name.clone() })
                }
            }
            ShardSource::Path(path) => {
                Err(JobProblem::NotAnInput { name: path.display().to_string() })
            }
        };
        self.shards.iter().map(input).collect()
    }
}

/// Whether a name stays in its folder.
fn is_file_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|file| file == name)
}

impl Kind for LabelRun {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        resolve_weights(&mut self.weights, files)?;
        let mut resolved = Vec::new();
        for source in &self.shards {
            match source {
                ShardSource::Input { .. } => resolved.push(source.clone()),
                ShardSource::Path(path) => {
                    for shard in named_shards(&[files.path(path)])? {
                        let name = shard.file_name().unwrap_or_default();
                        let name = name.to_string_lossy().into_owned();
                        let digest = files.inputs.add(&shard)?;
                        resolved.push(ShardSource::Input { name, digest });
                    }
                }
            }
        }
        self.shards = resolved;
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        check_weights(self.weights.as_deref())?;
        self.settings(1)?;
        let mut names: Vec<String> = self.inputs()?.into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        if names.windows(2).any(|two| two[0] == two[1]) {
            Err(JobProblem::Setting { key: "shards", expected: Expected::Distinct })
        } else {
            in_units(names.len(), self.unit)
        }
    }

    fn is_reproducible(&self) -> bool {
        true
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let shards = self.inputs()?.into_iter();
        let shards = shards.map(|(_, digest)| access.file(&digest.to_string()));
        let shards = shards.collect::<Result<_, _>>()?;
        let evaluator = load_weights(self.weights.as_deref(), access)?;
        let (settings, unit) = (self.settings(1)?, self.unit);
        Ok(Box::new(Labelling { settings, evaluator, shards, unit }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(ShardCheck { shards: self.inputs()?.len(), unit: self.unit }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let names = self.inputs().map_err(OutputError::Job)?;
        let paths = names.into_iter().map(|(name, _)| folder.join(name)).collect();
        Ok(Box::new(ShardFiles { paths, unit: self.unit, total: Default::default() }))
    }
}

struct Labelling {
    settings: Settings,
    evaluator: NamedEvaluator,
    shards: Vec<PathBuf>,
    unit: usize,
}

impl Work for Labelling {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let tick = || progress.progressed(1);
        let mut labelled = Vec::new();
        for path in &self.shards[pieces(number, self.unit, self.shards.len())] {
            let read = read_shard(path);
            let shard = read.map_err(|error| UnitError::Failed(error.to_string()))?;
            let shard = self.evaluator.label_shard(shard, &self.settings, progress.stop(), &tick);
            labelled.push(shard.ok_or(UnitError::Stopped)?);
        }
        Ok(to_files(&labelled))
    }
}

//! The files that a job file names.

use std::path::{Path, PathBuf};

use othellier_platform::file::read_text;
use serde::{Deserialize, Serialize};

use super::JobProblem;
use crate::{Digest, InputError, Inputs};

/// The largest text that becomes part of a manifest: a million openings of eight plies.
const MAX_TEXT: u64 = 16 << 20;

/// Lines of text: in a job file the name of a file or the lines themselves, in a manifest the lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Lines {
    /// The name of a file.
    File(PathBuf),
    Lines(Vec<String>),
}

impl Lines {
    /// Replaces the name of a file by its lines; comments and empty lines stay, so that messages name
    /// the right line.
    pub(crate) fn resolve(&mut self, files: &JobFiles) -> Result<(), JobProblem> {
        if let Lines::File(path) = self {
            let text = files.text(path)?;
            *self = Lines::Lines(text.lines().map(str::to_owned).collect());
        }
        Ok(())
    }

    /// The lines as one text.
    pub(crate) fn text(&self) -> Result<String, JobProblem> {
        match self {
            Lines::Lines(lines) => Ok(lines.join("\n")),
            Lines::File(path) => Err(JobProblem::NotAnInput { name: path.display().to_string() }),
        }
    }
}

/// Reads the files that a job file names, relative to its folder.
pub(crate) struct JobFiles<'a> {
    folder: &'a Path,
    pub(crate) inputs: Inputs,
}

impl<'a> JobFiles<'a> {
    pub(crate) fn new(folder: &'a Path) -> JobFiles<'a> {
        JobFiles { folder, inputs: Inputs::default() }
    }

    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The text of a file, to become part of the manifest.
    pub(crate) fn text(&self, path: &Path) -> Result<String, JobProblem> {
        let read = read_text(&self.folder.join(path), MAX_TEXT);
        read.map_err(|error| InputError { path: error.path, problem: error.problem.into() }.into())
    }

    /// A file that units read.
    pub(crate) fn input(&mut self, path: &Path) -> Result<Digest, JobProblem> {
        Ok(self.inputs.add(&self.folder.join(path))?)
    }
}

//! The files that a job file names.

use std::path::{Path, PathBuf};

use othellier_measure::{Lines, LinesError};

use super::JobProblem;
use crate::{Digest, Inputs};

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

    /// Replaces the name of a file by its lines, to become part of the manifest; comments and empty
    /// lines stay, so that messages name the right line.
    pub(crate) fn read(&self, lines: &mut Lines) -> Result<(), JobProblem> {
        if let Some(path) = lines.file() {
            *lines = Lines::of_file(&self.path(path)).map_err(LinesError::from)?;
        }
        Ok(())
    }

    /// A file that units read.
    pub(crate) fn input(&mut self, path: &Path) -> Result<Digest, JobProblem> {
        Ok(self.inputs.add(&self.folder.join(path))?)
    }
}

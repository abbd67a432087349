//! Files that units read, such as weights: each is named by the digest of its content.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use othellier_measure::files::{WriteError, create_folder, write};
use othellier_platform::file::{FileProblem, read_file};

use crate::Digest;

const MAX_BYTES: u64 = 1 << 30;

/// The files that a job reads: where each content was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(pub BTreeMap<Digest, PathBuf>);

/// An input cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct InputError {
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: InputProblem,
}

/// Why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InputProblem {
    #[error(transparent)]
    File(#[from] FileProblem),
    #[error("{0}")]
    Unwritable(io::Error),
    /// Its content is not that of its name.
    #[error("the content has another digest")]
    OtherContent,
}

impl Inputs {
    /// Adds a file and returns its digest.
    pub fn add(&mut self, path: &Path) -> Result<Digest, InputError> {
        let digest = Digest::of(&read(path)?);
        self.0.insert(digest, path.to_owned());
        Ok(digest)
    }

    /// The content of an input.
    pub fn content(&self, digest: &Digest) -> Result<Option<Vec<u8>>, InputError> {
        let Some(path) = self.0.get(digest) else { return Ok(None) };
        let bytes = read(path)?;
        check(path, digest, &bytes)?;
        Ok(Some(bytes))
    }

    /// Copies the inputs into a folder, each under its digest.
    pub fn copy_to(&self, folder: &Path) -> Result<(), InputError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let unwritable = |WriteError { path, error }| InputError {
            path,
            problem: InputProblem::Unwritable(error),
        };
        create_folder(folder).map_err(unwritable)?;
        for (digest, path) in &self.0 {
            let target = folder.join(digest.to_string());
            if !target.exists() {
                let bytes = read(path)?;
                check(path, digest, &bytes)?;
                write(&target, &bytes).map_err(unwritable)?;
            }
        }
        Ok(())
    }
}

/// The path of an input in a folder, once its content was checked.
pub(crate) fn find(folder: &Path, digest: &Digest) -> Result<PathBuf, InputError> {
    let path = folder.join(digest.to_string());
    check(&path, digest, &read(&path)?)?;
    Ok(path)
}

fn read(path: &Path) -> Result<Vec<u8>, InputError> {
    read_file(path, MAX_BYTES)
        .map_err(|error| InputError { path: error.path, problem: error.problem.into() })
}

fn check(path: &Path, digest: &Digest, bytes: &[u8]) -> Result<(), InputError> {
    if Digest::of(bytes) == *digest {
        Ok(())
    } else {
        Err(InputError { path: path.to_owned(), problem: InputProblem::OtherContent })
    }
}

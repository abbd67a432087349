//! The reach of a spec outside the program: the capability that a catalogue builds with.
//!
//! A spec can name a file (`weights=`, `book=`, `file=`) or a program (`cmd=`). The catalogues get a path
//! or the permit to start a program from an [`Access`] alone, so whoever holds one without rights cannot
//! be made to read a file or start a program, in whatever order things are checked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Spec, SpecError};

/// The reach of a spec while it is built, and of the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing outside the program. For specs that other people wrote: requests, jobs, folders.
    Sealed,
    /// These files, by the names that specs give them, and no program. For jobs and their inputs.
    Files(Arc<BTreeMap<String, PathBuf>>),
    /// Every file and program that this process may use. For specs of the user.
    Full,
}

/// The permit to start programs; only [`Access::programs`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramPermit(());

/// A file or program that is out of reach.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// A program would be started.
    #[error("it would start a program, which is not allowed here")]
    Program,
    /// A file would be read.
    #[error("the file `{name}` may not be read here")]
    File {
        /// Its name in the spec.
        name: String,
    },
}

impl Access {
    /// The path of a file that a spec names.
    pub fn file(&self, name: &str) -> Result<PathBuf, AccessError> {
        let refused = || AccessError::File { name: name.to_owned() };
        match self {
            Access::Sealed => Err(refused()),
            Access::Files(files) => files.get(name).cloned().ok_or_else(refused),
            Access::Full => Ok(PathBuf::from(name)),
        }
    }

    /// The path of a file that settings name.
    pub fn path(&self, path: &Path) -> Result<PathBuf, AccessError> {
        match self {
            // A name that is not text is one too.
            Access::Full => Ok(path.to_owned()),
            _ => self.file(&path.to_string_lossy()),
        }
    }

    /// The permit to start programs.
    pub fn programs(&self) -> Result<ProgramPermit, AccessError> {
        match self {
            Access::Full => Ok(ProgramPermit(())),
            Access::Sealed | Access::Files(_) => Err(AccessError::Program),
        }
    }
}

impl Spec {
    /// The error of a spec that names what is out of reach.
    pub fn denied(&self, error: AccessError) -> SpecError {
        SpecError::Denied { owner: self.name.clone(), error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_access_reaches_what_it_names() {
        let files = Access::Files(Arc::new([("a".to_owned(), "in/x".into())].into()));
        assert_eq!(files.file("a"), Ok(PathBuf::from("in/x")));
        for name in ["", ".", "in/x", "../a", "b"] {
            assert!(files.file(name).is_err(), "{name}");
        }
        assert_eq!(Access::Full.file("/a"), Ok(PathBuf::from("/a")));
        assert_eq!(Access::Full.path(Path::new("/a")), Ok(PathBuf::from("/a")));
        assert!(Access::Sealed.path(Path::new("a")).is_err());
        assert!(Access::Sealed.file("a").is_err());
        assert!(Access::Full.programs().is_ok());
        for access in [Access::Sealed, files] {
            assert_eq!(access.programs(), Err(AccessError::Program));
        }
    }
}

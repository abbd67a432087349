//! The weights files that specs name, each read once.
//!
//! A match builds its players anew for every game, and reading and unpacking weights takes longer than a
//! fast move. So a file that was read is kept until it changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use othellier_eval::patterns::{Patterns, WeightsError};
use othellier_spec::{Access, Spec, SpecError};

/// The weights that a spec names: a file, or `small` for the small ones where they are part of the program.
pub(crate) fn named(name: &str, spec: &Spec, access: &Access) -> Result<Patterns, SpecError> {
    #[cfg(feature = "weights-small")]
    if name == "small" {
        return Ok(Patterns::small());
    }
    let path = access.file(name).map_err(|error| spec.denied(error))?;
    read(&path).map_err(|error| spec.faulty(error))
}

/// The evaluator with the weights of a file: the one that was read before, if the file has the same
/// modification time.
pub(crate) fn read(path: &Path) -> Result<Patterns, WeightsError> {
    static KEPT: Mutex<BTreeMap<PathBuf, (SystemTime, Patterns)>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let modified = fs::metadata(path).and_then(|file| file.modified()).ok();
    if let Some((then, patterns)) = kept.get(path)
        && Some(*then) == modified
    {
        return Ok(patterns.clone());
    }
    let patterns = Patterns::read(path)?;
    if let Some(modified) = modified {
        kept.insert(path.to_owned(), (modified, patterns.clone()));
    }
    Ok(patterns)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use othellier_eval::patterns::Weights;

    use super::*;

    #[test]
    fn a_file_is_read_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.bin");
        let write = |name: &str, seconds: u64| {
            fs::write(&path, Weights::zero(name).to_bytes()).unwrap();
            let then = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
        };
        let name = || read(&path).unwrap().name().to_owned();
        write("first", 1000);
        assert_eq!(name(), "first");
        write("as old as the first", 1000);
        assert_eq!(name(), "first");
        write("second", 2000);
        assert_eq!(name(), "second");
        fs::remove_file(&path).unwrap();
        assert!(matches!(read(&path), Err(WeightsError::Unreadable { .. })));
    }

    #[cfg(feature = "weights-small")]
    #[test]
    fn the_small_weights_have_a_name() {
        let spec = "champion".parse().unwrap();
        assert_eq!(named("small", &spec, &Access::Sealed).unwrap().name(), "small-1");
    }
}

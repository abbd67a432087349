//! Runs the tests that need data of others, which is not part of the repository.
//!
//! `OTHELLIER_DATA` names the folder. Where it is not set the tests are *ignored* and counted as
//! such, so that their absence is not mistaken for a success; where it is set, a missing file is a
//! failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

const VARIABLE: &str = "OTHELLIER_DATA";

/// The folder of data.
pub(crate) struct Data(PathBuf);

#[allow(dead_code, reason = "each crate uses some of them")]
impl Data {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    #[track_caller]
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[track_caller]
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    /// The files of a folder with this ending, in the order of their names; at least one.
    #[track_caller]
    pub(crate) fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        let path = self.path(folder);
        let entries = std::fs::read_dir(&path);
        let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let is_wanted = |path: &Path| path.extension().is_some_and(|found| found == ending);
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<_> = paths.filter(|path| is_wanted(path)).collect();
        assert!(!paths.is_empty(), "{} has no file .{ending}", path.display());
        paths.sort();
        paths
    }
}

/// A test and its name.
pub(crate) type Suite = (&'static str, fn(&Data));

/// The `main` of a file of suites.
pub(crate) fn run(suites: &[Suite]) -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = std::env::var_os(VARIABLE).map(PathBuf::from);
    if folder.is_none() && !arguments.list {
        eprintln!("{VARIABLE} is not set: {} external suites are not run", suites.len());
    }
    let trials = suites.iter().map(|&(name, check)| {
        let data = folder.clone();
        let trial = Trial::test(name, move || {
            let data = data.ok_or_else(|| format!("{VARIABLE} is not set"))?;
            check(&Data(data));
            Ok(())
        });
        trial.with_ignored_flag(folder.is_none())
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

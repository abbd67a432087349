//! A folder with the results of units.
//!
//! ```text
//! job.json                the manifest
//! inputs/DIGEST           the files that units read
//! units/00000007.unit     the result of a unit, written atomically
//! results/                what the units found, as tables
//! provenance.parquet      where each result comes from; also as CSV
//! stage-2/                the job and the units of the second stage, where there are stages
//! ```
//!
//! Units are files of their own, so several runs, also on several machines with a shared disk, can
//! write into one folder.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use othellier_measure::files::{WriteError, create_folder, write};
use othellier_platform::file::{FileProblem, read_file};

use crate::{InputError, Inputs, Manifest, ManifestError, ResultError, RowsError, UnitResult};

const MANIFEST: &str = "job.json";
const INPUTS: &str = "inputs";
const UNITS: &str = "units";
const ENDING: &str = "unit";

const MAX_MANIFEST: u64 = 64 << 20;

const MAX_RESULT: u64 = 1 << 30;

/// A folder with a job and the results of its units so far.
#[derive(Clone, Debug)]
pub struct UnitFolder {
    path: PathBuf,
    manifest: Manifest,
    /// Where its inputs are: those of a later stage are in the folder of the first.
    inputs: PathBuf,
}

/// A folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FolderError {
    /// The folder, or the file in it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: FolderProblem,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderProblem {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// A file cannot be written.
    #[error("{0}")]
    Unwritable(io::Error),
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// An input cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A folder holds another job.
    #[error("this is another job")]
    OtherJob,
    /// A result cannot be read.
    #[error(transparent)]
    Result(#[from] ResultError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// A result is that of another unit.
    #[error("the result of another unit")]
    OtherUnit,
    #[error("units that are in two folders: {}", numbers(.units))]
    Doubles { units: Vec<u64> },
    #[error("units that are missing: {}", numbers(.units))]
    Gaps { units: Vec<u64> },
}

impl From<WriteError> for FolderError {
    fn from(WriteError { path, error }: WriteError) -> FolderError {
        FolderError { path, problem: FolderProblem::Unwritable(error) }
    }
}

impl UnitFolder {
    /// Opens the folder of a job, or creates it with its inputs.
    pub fn create(
        path: &Path,
        manifest: Manifest,
        inputs: &Inputs,
    ) -> Result<UnitFolder, FolderError> {
        if path.join(MANIFEST).exists() {
            let found = UnitFolder::open(path)?;
            return if found.manifest == manifest {
                Ok(found)
            } else {
                let path = path.join(MANIFEST);
                Err(FolderError { path, problem: FolderProblem::OtherJob })
            };
        }
        create_folder(&path.join(UNITS))?;
        let copied = inputs.copy_to(&path.join(INPUTS));
        copied.map_err(|error| FolderError { path: path.to_owned(), problem: error.into() })?;
        write(&path.join(MANIFEST), &manifest.to_bytes())?;
        Ok(UnitFolder::at(path, manifest))
    }

    fn at(path: &Path, manifest: Manifest) -> UnitFolder {
        UnitFolder { path: path.to_owned(), manifest, inputs: path.join(INPUTS) }
    }

    /// Opens the folder of a job.
    pub fn open(path: &Path) -> Result<UnitFolder, FolderError> {
        let file = path.join(MANIFEST);
        let refused = |problem| FolderError { path: file.clone(), problem };
        let bytes =
            read_file(&file, MAX_MANIFEST).map_err(|error| refused(error.problem.into()))?;
        let manifest = Manifest::from_bytes(&bytes).map_err(|error| refused(error.into()))?;
        Ok(UnitFolder::at(path, manifest))
    }

    /// The folder of a later stage, opened or created in that of the first.
    pub(crate) fn stage(&self, number: u64, manifest: Manifest) -> Result<UnitFolder, FolderError> {
        let folder = UnitFolder::create(&self.stage_path(number), manifest, &Inputs::default())?;
        Ok(UnitFolder { inputs: self.inputs.clone(), ..folder })
    }

    /// Whether a later stage was begun, which needs all results of the one before.
    pub fn has_stage(&self, number: u64) -> bool {
        self.stage_path(number).join(MANIFEST).exists()
    }

    fn stage_path(&self, number: u64) -> PathBuf {
        self.path.join(format!("stage-{number}"))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The folder with the inputs.
    pub fn inputs(&self) -> &Path {
        &self.inputs
    }

    /// The numbers of the units that are done.
    pub fn done(&self) -> Result<Vec<u64>, FolderError> {
        let folder = self.path.join(UNITS);
        let unreadable = |error| FolderError {
            path: folder.clone(),
            problem: FileProblem::Unreadable(error).into(),
        };
        let mut numbers = Vec::new();
        let entries = match std::fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(numbers),
            entries => entries.map_err(unreadable)?,
        };
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == ENDING) {
                let number = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
                let number = number.filter(|number| *number < self.manifest.units);
                let foreign = || FolderError { path, problem: FolderProblem::OtherUnit };
                numbers.push(number.ok_or_else(foreign)?);
            }
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Stores a result; it is on disk when this returns.
    pub fn put(&self, result: &UnitResult) -> Result<(), FolderError> {
        Ok(write(&self.unit_file(result.number), &result.to_bytes())?)
    }

    /// Removes the result of a unit.
    pub fn remove(&self, number: u64) -> Result<(), FolderError> {
        let path = self.unit_file(number);
        std::fs::remove_file(&path).map_err(|error| WriteError { path, error }.into())
    }

    /// The result of a unit.
    pub fn result(&self, number: u64) -> Result<UnitResult, FolderError> {
        let path = self.unit_file(number);
        let refused = |problem| FolderError { path: path.clone(), problem };
        let bytes = read_file(&path, MAX_RESULT).map_err(|error| refused(error.problem.into()))?;
        let result = UnitResult::from_bytes(&bytes).map_err(|error| refused(error.into()))?;
        let unit = self.manifest.unit(number);
        if (result.unit, result.number) == (unit.id, unit.number) {
            Ok(result)
        } else {
            Err(refused(FolderProblem::OtherUnit))
        }
    }

    fn unit_file(&self, number: u64) -> PathBuf {
        self.path.join(UNITS).join(format!("{number:08}.{ENDING}"))
    }
}

/// The units of each stage.
pub(crate) fn of_stages<'a, 'f>(
    units: &'a [(u64, &'f UnitFolder)],
) -> impl Iterator<Item = &'a [(u64, &'f UnitFolder)]> {
    units.chunk_by(|(_, one), (_, next)| one.manifest().id() == next.manifest().id())
}

/// Where each unit of a job is, among folders of the same job: every unit that is needed, once, in the
/// order of the numbers.
pub fn merged(folders: &[UnitFolder]) -> Result<Vec<(u64, &UnitFolder)>, FolderError> {
    let Some(first) = folders.first() else { return Ok(Vec::new()) };
    let mut found: BTreeMap<u64, &UnitFolder> = BTreeMap::new();
    let mut doubles = Vec::new();
    for folder in folders {
        if folder.manifest != first.manifest {
            let path = folder.path.join(MANIFEST);
            return Err(FolderError { path, problem: FolderProblem::OtherJob });
        }
        for number in folder.done()? {
            if found.insert(number, folder).is_some() {
                doubles.push(number);
            }
        }
    }
    let refused = |problem| Err(FolderError { path: first.path.clone(), problem });
    if !doubles.is_empty() {
        doubles.sort_unstable();
        return refused(FolderProblem::Doubles { units: doubles });
    }
    let mut units = first.manifest.units;
    if let Some(mut early_end) = first.manifest.job.early_end() {
        for (number, folder) in &found {
            let unreadable = |error: RowsError| FolderError {
                path: folder.unit_file(*number),
                problem: error.into(),
            };
            early_end.add(*number, &folder.result(*number)?.rows).map_err(unreadable)?;
            if early_end.is_decided() {
                break;
            }
        }
        units = early_end.units();
    }
    let gaps: Vec<u64> = (0..units).filter(|number| !found.contains_key(number)).collect();
    if gaps.is_empty() {
        Ok(found.into_iter().take_while(|(number, _)| *number < units).collect())
    } else {
        refused(FolderProblem::Gaps { units: gaps })
    }
}

/// The most ranges of numbers in a message.
const MAX_RANGES: usize = 10;

/// Numbers in ascending order as ranges: `0, 3-5`; the rest of many is counted.
pub fn numbers(numbers: &[u64]) -> String {
    let ranges: Vec<&[u64]> = numbers.chunk_by(|first, second| first + 1 == *second).collect();
    let shown = ranges.iter().take(MAX_RANGES).map(|range| match range {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let rest: usize = ranges.iter().skip(MAX_RANGES).map(|range| range.len()).sum();
    if rest == 0 { shown } else { format!("{shown} … (+{rest})") }
}

//! The folder of an experiment: its text, its settings, the journal, the tables.
//!
//! ```text
//! experiment.toml   the experiment
//! journal.jsonl     a header line; for each run a line of type `run`; for each finished unit a line
//!                   with its row
//! settings.json     the provenance: version, seed, machine, players with all their options
//! tables/           the results as CSV, Parquet and JSON
//! ```
//!
//! The journal and the experiment are enough to resume and to report; the other files are derived.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use othellier_board::kernel::Tier;
use othellier_lab::bench::SIGNATURE;
use othellier_lab::experiment::{
    Arm, Experiment, ExperimentError, GridValues, Job, Plan, Row, tables, with_values,
};
use othellier_locale::{Lang, Localized, tr};
use serde::{Deserialize, Serialize};

use super::{breeding, timings};
use crate::append_file::{self, AppendFile, Format};
use crate::error::CliError;
use crate::file_io::{self, refused, write};
use crate::match_play::plan::effective;
use crate::version::Weights;

/// The version of the journal format; raised when the meaning of its lines changes.
const VERSION: u32 = 2;
/// The first bytes of every journal.
const BEGINNING: &str = r#"{"type":"lab-journal","#;
/// The file name of the journal.
pub(super) const JOURNAL: &str = "journal.jsonl";
/// The file name of the experiment.
const EXPERIMENT: &str = "experiment.toml";
/// The size limit of the text of an experiment.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    /// The version of the program that measured; results of different versions are not mixed.
    othellier: String,
    name: String,
    pub(super) quick: bool,
    pub(super) seed: u64,
    /// A hash of everything that determines the work.
    fingerprint: String,
    /// The grid values given by `--set`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) set: Vec<String>,
}

/// A run that appended to a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Run {
    #[serde(rename = "type")]
    kind: String,
    /// Start time in seconds since 1970.
    pub(super) started: u64,
    pub(super) threads: usize,
    /// A description of the machine.
    pub(super) machine: String,
    pub(super) kernel: String,
    /// Its number of cores; 0 if not recorded.
    #[serde(default)]
    pub(super) cores: usize,
}

/// An experiment with its results so far.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) header: Header,
    /// The text of the experiment.
    text: String,
    pub(super) plan: Plan,
    pub(super) runs: Vec<Run>,
    pub(super) rows: Vec<Row>,
}

/// A player of a part, with all its effective options.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Setting {
    pub(super) part: String,
    pub(super) arm: String,
    /// The spec as written.
    pub(super) player: String,
    pub(super) effective: String,
    /// Its opponents, with all their effective options.
    pub(super) opponents: Vec<String>,
}

impl Folder {
    /// Opens the folder of an experiment for appending, or creates it.
    pub(super) fn open(
        lang: Lang,
        path: &Path,
        text: &str,
        header: Header,
        plan: Plan,
    ) -> Result<(Folder, AppendFile), CliError> {
        std::fs::create_dir_all(path).map_err(|error| file_io::write_error(lang, path, error))?;
        let first_line = line(&header)?;
        let format = Format {
            prefix: BEGINNING,
            first_line: &first_line,
            wrong_kind: "lab-journal-not-one",
        };
        let (journal, (runs, rows)) =
            AppendFile::open(lang, &path.join(JOURNAL), &format, |lines| {
                match lines.lines().next() {
                    Some(first) if serde_json::from_str(first).ok() != Some(header.clone()) => {
                        Err(lang.text("lab-journal-other"))
                    }
                    _ => parse(lang, &plan, lines),
                }
            })?;
        write(lang, &path.join(EXPERIMENT), text.as_bytes())?;
        let (path, text) = (path.to_owned(), text.to_owned());
        Ok((Folder { path, header, text, plan, runs, rows }, journal))
    }

    /// Reads the folder of an experiment.
    pub(super) fn read(lang: Lang, path: &Path) -> Result<Folder, CliError> {
        let text = |name: &str, most_bytes| file_io::read_text(&path.join(name), most_bytes);
        let broken = |why: String| refused(path, why);
        // Files of another kind are refused without being read to the end.
        let begins = append_file::first_line(&path.join(JOURNAL));
        let is_other = begins.is_none_or(|line| !line.starts_with(BEGINNING));
        if is_other && path.join(JOURNAL).exists() {
            return Err(broken(lang.text("lab-journal-not-one")));
        }
        let journal = text(JOURNAL, append_file::MAX_BYTES)?;
        // An incomplete last line, left by a killed process, is ignored.
        let whole = journal.rfind('\n').map_or("", |end| &journal[..=end]);
        let first = whole.lines().next().unwrap_or_default();
        let header: Header =
            serde_json::from_str(first).map_err(|_| broken(lang.text("lab-journal-not-one")))?;
        let text = text(EXPERIMENT, MAX_BYTES)?;
        let set = header.set.iter().map(|given| given.parse::<GridValues>());
        let set =
            set.collect::<Result<Vec<_>, _>>().map_err(|error| broken(error.in_language(lang)))?;
        let given = with_values(&text, &set).map_err(|error| broken(error.in_language(lang)))?;
        let experiment = match header.quick {
            true => Experiment::read_quick(&given),
            false => Experiment::read(&given),
        };
        let experiment = experiment.map_err(|error| broken(error.in_language(lang)))?;
        let experiment = Experiment { seed: header.seed, ..experiment };
        // Journals of version 1 have a fingerprint that later versions cannot compute; instead,
        // each of their rows must be a unit of the plan.
        let essence = Experiment::essence(&given, header.quick);
        let essence = essence.map_err(|error| broken(error.in_language(lang)))?;
        if header.version >= VERSION && fingerprint(&essence) != header.fingerprint {
            return Err(broken(lang.text("lab-journal-other")));
        }
        let plan =
            Plan::of_finished(experiment).map_err(|error| broken(error.in_language(lang)))?;
        let (runs, rows) = parse(lang, &plan, whole).map_err(broken)?;
        Ok(Folder { path: path.to_owned(), header, text, plan, runs, rows })
    }

    /// The path of the experiment file, as it was run.
    pub(super) fn experiment_file(&self) -> PathBuf {
        self.path.join(EXPERIMENT)
    }

    /// Finds an arm by the names of its part and of the arm.
    pub(super) fn arm(&self, part: &str, name: &str) -> Option<&Arm> {
        let job = self.plan.jobs.iter().find(|job| job.name() == part)?;
        match job {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => {
                arms.iter().find(|arm| arm.name == name)
            }
            _ => None,
        }
    }

    /// The players of all parts.
    pub(super) fn settings(&self) -> Vec<Setting> {
        let of_arm = |part: &str, arm: &Arm| Setting {
            part: part.to_owned(),
            arm: arm.name.clone(),
            player: arm.player.to_string(),
            effective: effective(&arm.player).to_string(),
            opponents: arm.opponent.iter().map(|spec| effective(spec).to_string()).collect(),
        };
        let of_job = |job: &Job| match job {
            Job::Games { arms, .. } | Job::Positions { arms, .. } => {
                arms.iter().map(|arm| of_arm(job.name(), arm)).collect()
            }
            Job::Predictions { part, matchup, .. } => vec![Setting {
                part: part.name.clone(),
                arm: part.evaluators.join(", "),
                player: part.player.clone(),
                effective: effective(&matchup.players[0]).to_string(),
                opponents: vec![effective(&matchup.players[1]).to_string()],
            }],
            Job::Evolution(bred) => breeding::settings(bred),
            Job::Timed(timed) => timings::settings(timed),
        };
        self.plan.jobs.iter().flat_map(of_job).collect()
    }

    /// Everything that is needed to repeat the measurement.
    pub(super) fn provenance(&self) -> serde_json::Value {
        serde_json::json!({
            "type": "settings",
            "name": self.header.name,
            "quick": self.header.quick,
            "seed": self.header.seed,
            "set": self.header.set,
            "version": self.header.othellier,
            "signature": SIGNATURE,
            "weights": Weights::shipped(),
            "runs": self.runs,
            "units": self.plan.units().len(),
            "finished": self.rows.len(),
            "arms": self.settings(),
            "experiment": self.text,
        })
    }

    /// Writes the settings and the tables, each file atomically.
    pub(super) fn write_tables(&self, lang: Lang) -> Result<(), CliError> {
        let provenance = self.provenance();
        let pretty = serde_json::to_vec_pretty(&provenance)
            .map_err(|error| CliError::failed(error.to_string()))?;
        write(lang, &self.path.join("settings.json"), &pretty)?;
        let folder = self.path.join("tables");
        std::fs::create_dir_all(&folder)
            .map_err(|error| file_io::write_error(lang, &folder, error))?;
        for table in tables::all(&self.plan, &self.rows) {
            let file = |ending: &str| folder.join(format!("{}.{ending}", table.name));
            write(lang, &file("csv"), &table.csv())?;
            write(lang, &file("parquet"), &table.parquet(&provenance))?;
            write(lang, &file("json"), &table.json(&provenance))?;
        }
        Ok(())
    }
}

impl Header {
    /// The header of the journal of this text with these grid values.
    pub(super) fn new(
        text: &str,
        experiment: &Experiment,
        quick: bool,
        set: &[GridValues],
    ) -> Result<Header, ExperimentError> {
        Ok(Header {
            kind: "lab-journal".to_owned(),
            version: VERSION,
            othellier: env!("CARGO_PKG_VERSION").to_owned(),
            name: experiment.name.clone(),
            quick,
            seed: experiment.seed,
            fingerprint: fingerprint(&Experiment::essence(text, quick)?),
            set: set.iter().map(ToString::to_string).collect(),
        })
    }
}

impl Run {
    pub(super) fn now(threads: usize) -> Run {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Run {
            kind: "run".to_owned(),
            started: since.map_or(0, |since| since.as_secs()),
            threads,
            machine: machine(),
            kernel: Tier::best().name().to_owned(),
            cores: cores(),
        }
    }
}

/// Formats an object as a line of a journal.
pub(super) fn line(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object).map_err(|error| CliError::failed(error.to_string()))
}

/// Parses the runs and rows of a journal.
fn parse(lang: Lang, plan: &Plan, lines: &str) -> Result<(Vec<Run>, Vec<Row>), String> {
    let (mut runs, mut rows) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(lines.lines()).skip(1) {
        if let Ok(row) = serde_json::from_str::<Row>(text)
            && plan.unit_of(&row).is_some()
        {
            rows.push(row);
        } else if let Ok(run) = serde_json::from_str::<Run>(text) {
            runs.push(run);
        } else {
            return Err(tr!(lang, "lab-journal-broken", line = number.to_string()));
        }
    }
    Ok((runs, rows))
}

/// The FNV-1a hash of a text.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The number of available cores.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A description of the machine: processor, cores, memory, system.
fn machine() -> String {
    let cores = cores();
    let field = |file: &str, name: &str| {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let processor = field("/proc/cpuinfo", "model name");
    let kib = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    let memory = kib.map_or(String::new(), |kib| format!(", {} GiB", (kib + 524_288) >> 20));
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    let processor = processor.unwrap_or_else(|| architecture.to_owned());
    format!("{processor}, {cores} × CPU{memory}, {system}")
}

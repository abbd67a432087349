//! Where a result comes from.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use othellier_board::kernel::Tier;
use othellier_measure::experiment::tables::{Column, DataTable};
use othellier_measure::provenance::processor;
use serde::{Deserialize, Serialize};

use crate::{Digest, Engine, JobId, Manifest, Unit, UnitId};

/// Where the result of a unit comes from. None of it is in the result itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    pub job: JobId,
    pub unit: UnitId,
    pub number: u64,
    pub version: String,
    /// The commit it was built from; none where that is not known.
    pub commit: Option<String>,
    /// The signature of its search.
    pub signature: u64,
    /// The weights that are part of the program.
    pub weights: BTreeMap<String, Digest>,
    /// The kernel of the board.
    pub kernel: String,
    pub processor: String,
    /// The name of the machine.
    pub host: String,
    /// Who did it: the name of a worker, or the machine of a run without a server. It is what the worker
    /// says.
    pub worker: String,
    /// Units that the machine did at once.
    pub threads: usize,
    /// When it was begun, in seconds since 1970.
    pub started: u64,
    pub seconds: f64,
    /// How often it was given to a machine, this time included.
    pub deliveries: u64,
    /// Whether doing it again gives the same bytes.
    pub reproducible: bool,
}

/// The commit that this program was built from: `OTHELLIER_COMMIT` at build time, else that of the repository
/// or of the package; none if there was none. Changes that are not committed do not show.
pub const COMMIT: Option<&str> = option_env!("OTHELLIER_COMMIT");

impl Provenance {
    /// That of a unit which this worker did, from `started` on, the first time it was given to one.
    pub fn of(
        manifest: &Manifest,
        unit: &Unit,
        worker: &str,
        threads: usize,
        started: SystemTime,
        took: Duration,
    ) -> Provenance {
        let Engine { version, signature, weights } = Engine::ours();
        let since = started.duration_since(UNIX_EPOCH);
        Provenance {
            job: manifest.id(),
            unit: unit.id,
            number: unit.number,
            version,
            commit: COMMIT.map(str::to_owned),
            signature,
            weights,
            kernel: Tier::best().name().to_owned(),
            processor: processor(),
            host: host(),
            worker: worker.to_owned(),
            threads,
            started: since.map_or(0, |since| since.as_secs()),
            seconds: took.as_secs_f64(),
            deliveries: 1,
            reproducible: manifest.reproducible,
        }
    }
}

/// The name of this machine; empty if it has none.
pub fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// Rows for other programs, one for each unit.
pub(crate) fn table(units: &[Provenance]) -> DataTable {
    let text = |value: fn(&Provenance) -> String| {
        Column::Text(units.iter().map(|unit| Some(value(unit))).collect())
    };
    let whole = |value: fn(&Provenance) -> u64| {
        Column::Whole(units.iter().map(|unit| Some(value(unit) as i64)).collect())
    };
    let weights = |unit: &Provenance| {
        let named = unit.weights.iter().map(|(name, digest)| format!("{name}={digest}"));
        named.collect::<Vec<_>>().join(" ")
    };
    DataTable {
        name: "provenance",
        columns: vec![
            ("number", whole(|unit| unit.number)),
            ("unit", text(|unit| unit.unit.to_string())),
            ("job", text(|unit| unit.job.to_string())),
            ("version", text(|unit| unit.version.clone())),
            ("commit", Column::Text(units.iter().map(|unit| unit.commit.clone()).collect())),
            ("signature", whole(|unit| unit.signature)),
            ("weights", text(weights)),
            ("kernel", text(|unit| unit.kernel.clone())),
            ("processor", text(|unit| unit.processor.clone())),
            ("host", text(|unit| unit.host.clone())),
            ("worker", text(|unit| unit.worker.clone())),
            ("threads", whole(|unit| unit.threads as u64)),
            ("started", whole(|unit| unit.started)),
            ("seconds", Column::Number(units.iter().map(|unit| Some(unit.seconds)).collect())),
            ("deliveries", whole(|unit| unit.deliveries)),
            ("reproducible", whole(|unit| unit.reproducible.into())),
        ],
    }
}

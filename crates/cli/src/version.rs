//! `othellier version`: what this binary is and which kernel it chose.

use othellier_board::kernel::Tier;
use serde::Serialize;

use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::lang::say;
use crate::output;

#[derive(Serialize)]
struct Version {
    #[serde(rename = "type")]
    kind: &'static str,
    version: &'static str,
    kernel: &'static str,
    /// The learned weights: none yet.
    weights: Option<String>,
    /// The nodes of `bench`: none yet.
    signature: Option<u64>,
}

/// Prints the version.
pub(crate) fn run(common: Common) -> Result<(), Complaint> {
    let version = Version {
        kind: "version",
        version: env!("CARGO_PKG_VERSION"),
        kernel: Tier::best().name(),
        weights: None,
        signature: None,
    };
    if common.json {
        return output::json(&version);
    }
    output::line(&format!("othellier {}", version.version))?;
    output::line(&say!(common.lang, "version-kernel", kernel = version.kernel))?;
    output::line(&common.lang.text("version-weights"))
}

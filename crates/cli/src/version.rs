//! `othellier version`: what this binary is, which kernel it chose and how it searches.

use othellier_board::kernel::Tier;
use othellier_lab::bench::SIGNATURE;
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
    /// The nodes of `bench`.
    signature: u64,
}

/// Prints the version.
pub(crate) fn run(common: Common) -> Result<(), Complaint> {
    let version = Version {
        kind: "version",
        version: env!("CARGO_PKG_VERSION"),
        kernel: Tier::best().name(),
        weights: None,
        signature: SIGNATURE,
    };
    if common.json {
        return output::json(&version);
    }
    output::line(&format!("othellier {}", version.version))?;
    output::line(&say!(common.lang, "version-kernel", kernel = version.kernel))?;
    output::line(&common.lang.text("version-weights"))?;
    let signature = version.signature.to_string();
    output::line(&say!(common.lang, "version-signature", signature = signature))
}

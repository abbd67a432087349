//! `othellier version`: version, kernel, weights and signature of this binary.

use othellier_board::kernel::Tier;
use othellier_lab::bench::SIGNATURE;
use othellier_lab::provenance::Weights;
use othellier_locale::tr;
use serde::Serialize;

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

#[derive(Serialize)]
struct Version {
    #[serde(rename = "type")]
    kind: &'static str,
    version: &'static str,
    kernel: &'static str,
    weights: Weights,
    /// Total nodes of `bench`.
    signature: u64,
}

/// Prints the version.
pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let version = Version {
        kind: "version",
        version: env!("CARGO_PKG_VERSION"),
        kernel: Tier::best().name(),
        weights: Weights::shipped(),
        signature: SIGNATURE,
    };
    if common.json {
        return output::json(&version);
    }
    output::line(&format!("othellier {}", version.version))?;
    output::line(&tr!(common.lang, "version-kernel", kernel = version.kernel))?;
    let Weights { name, checksum } = &version.weights;
    let (name, checksum) = (name.as_str(), checksum.as_str());
    output::line(&tr!(common.lang, "version-weights", name = name, checksum = checksum))?;
    let signature = version.signature.to_string();
    output::line(&tr!(common.lang, "version-signature", signature = signature))
}

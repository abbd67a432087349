//! `othellier version`: version, kernel, weights and signature of this binary.

use othellier_board::kernel::Tier;
use othellier_lab::bench::SIGNATURE;
use othellier_lab::provenance;
use othellier_locale::tr;
use othellier_wire::{Version, VersionType, Weights};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// Prints the version.
pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let provenance::Weights { name, checksum } = provenance::Weights::shipped();
    let version = Version {
        kind: VersionType::Tag,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        kernel: Tier::best().name().to_owned(),
        weights: Weights { name, checksum },
        signature: SIGNATURE,
    };
    if common.json {
        return output::json(&version);
    }
    output::line(&format!("othellier {}", version.version))?;
    output::line(&tr!(common.lang, "version-kernel", kernel = version.kernel.as_str()))?;
    let Weights { name, checksum } = &version.weights;
    let (name, checksum) = (name.as_str(), checksum.as_str());
    output::line(&tr!(common.lang, "version-weights", name = name, checksum = checksum))?;
    let signature = version.signature.to_string();
    output::line(&tr!(common.lang, "version-signature", signature = signature))
}

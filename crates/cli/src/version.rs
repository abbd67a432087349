//! `othellier version`: version, kernel, weights and signature of this binary.

use othellier_board::kernel::Tier;
use othellier_eval::patterns::Patterns;
use othellier_lab::bench::SIGNATURE;
use othellier_locale::tr;
use othellier_wire::{Version, VersionType, Weights};

use crate::arguments::Common;
use crate::error::CliError;
use crate::output;

/// The weights of this binary.
pub(crate) fn shipped_weights() -> Weights {
    Weights {
        name: Patterns::shipped().name().to_owned(),
        checksum: format!("{:08x}", othellier_weights::CHECKSUM),
    }
}

/// Prints the version.
pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let version = Version {
        kind: VersionType::Tag,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        kernel: Tier::best().name().to_owned(),
        weights: shipped_weights(),
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

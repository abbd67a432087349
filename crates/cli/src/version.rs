//! `othellier version`: version, commit, kernel, weights and signature of this binary.

use othellier_job::COMMIT;
use othellier_locale::tr;
use othellier_wire::{Version, Weights};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

pub(crate) fn run(common: Common) -> Result<(), CliError> {
    let version = Version::current(COMMIT);
    if common.json {
        return output::json(&version);
    }
    output::line(&format!("othellier {}", version.version))?;
    output::line(&match &version.commit {
        Some(commit) => tr!(common.lang, "version-commit", commit = commit.as_str()),
        None => common.lang.text("version-no-commit"),
    })?;
    output::line(&tr!(common.lang, "version-kernel", kernel = version.kernel.as_str()))?;
    let Weights { name, checksum } = &version.weights;
    let (name, checksum) = (name.as_str(), checksum.as_str());
    output::line(&tr!(common.lang, "version-weights", name = name, checksum = checksum))?;
    let signature = version.signature.to_string();
    output::line(&tr!(common.lang, "version-signature", signature = signature))
}

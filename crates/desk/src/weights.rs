//! The weights of the learned evaluation, which a browser loads beside the module.

use othellier_eval::patterns::Patterns;

use crate::error::DeskError;

/// Evaluates with these weights from now on; returns their name.
pub fn install_weights(file: Vec<u8>) -> Result<String, DeskError> {
    // They stay in memory: each part is unpacked when it is needed.
    let patterns = Patterns::packed(file.leak()).map_err(DeskError::bad_request)?;
    let name = patterns.name().to_owned();
    patterns.install();
    Ok(name)
}

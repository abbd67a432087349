//! The weights of the learned evaluation, which a browser loads beside the module.

use othellier_eval::patterns::Patterns;

use crate::error::ServiceError;

/// The tables that are kept from one search to the next: the memory of a module never shrinks.
const TABLES_BYTES: usize = 24 << 20;

/// Evaluates with these weights from now on; returns their name.
pub fn install_weights(file: Vec<u8>) -> Result<String, ServiceError> {
    // They stay in memory: each part is unpacked when it is needed.
    let patterns = Patterns::packed(file.leak()).map_err(ServiceError::bad_request)?;
    let patterns = patterns.limited_to(TABLES_BYTES);
    let name = patterns.name().to_owned();
    patterns.install();
    Ok(name)
}

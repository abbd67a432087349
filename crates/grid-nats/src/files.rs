//! Files on the server, by their SHA-256.

use othellier_grid::Digest;
use tokio::io::AsyncReadExt;

use crate::error::NatsError;
use crate::layout::Layout;

impl Layout {
    /// Stores bytes, once, and returns their name.
    pub(crate) async fn store(&self, bytes: &[u8]) -> Result<String, NatsError> {
        let name = Digest::of(bytes).to_string();
        if self.files.info(&name).await.is_ok() {
            return Ok(name);
        }
        let mut reader = bytes;
        let put = self.files.put(name.as_str(), &mut reader).await;
        put.map_err(|error| NatsError::of(&error))?;
        Ok(name)
    }

    /// The bytes of a name.
    pub(crate) async fn load(&self, name: &str) -> Result<Vec<u8>, NatsError> {
        let mut object = self.files.get(name).await.map_err(|error| NatsError::of(&error))?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(|error| NatsError::of(&error))?;
        match Digest::of(&bytes).to_string() == name {
            true => Ok(bytes),
            false => Err(NatsError::Damaged { what: format!("the file {name}") }),
        }
    }
}

//! Files on the server, by their SHA-256.

use async_nats::jetstream::object_store::InfoErrorKind;
use async_nats::jetstream::stream::RawMessageErrorKind;
use othellier_job::Digest;

use crate::error::NatsError;
use crate::layout::{FILES, Layout};

/// The size limit of a file.
const MAX_BYTES: usize = 1 << 30;

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

    /// The bytes of a name. They are read piece by piece: a consumer, which the client would make, is more than
    /// a worker has to be allowed.
    pub(crate) async fn load(&self, name: &str) -> Result<Vec<u8>, NatsError> {
        let damaged = || NatsError::Damaged { what: format!("the file {name}") };
        let info = self.files.info(name).await.map_err(|error| match error.kind() {
            InfoErrorKind::NotFound | InfoErrorKind::InvalidName => damaged(),
            _ => NatsError::of(&error),
        })?;
        let subject = format!("$O.{FILES}.C.{}", info.nuid);
        let (mut bytes, mut after) = (Vec::new(), 0);
        for _ in 0..info.chunks {
            let piece = self.pieces.get_first_raw_message_by_subject(&subject, after + 1).await;
            let piece = piece.map_err(|error| match error.kind() {
                RawMessageErrorKind::NoMessageFound => damaged(),
                _ => NatsError::of(&error),
            })?;
            after = piece.sequence;
            bytes.extend(piece.payload);
            if bytes.len() > MAX_BYTES {
                return Err(damaged());
            }
        }
        if Digest::of(&bytes).to_string() == name { Ok(bytes) } else { Err(damaged()) }
    }
}

//! Waiting for a server that restarts.

use std::time::{Duration, Instant};

use crate::error::NatsError;

/// How long a server that went away is waited for.
const LIMIT: Duration = Duration::from_secs(60);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// Waits for a server that is away: until it answers, says no, or was away for too long.
pub(crate) struct Retry {
    heard: Instant,
}

impl Retry {
    pub(crate) fn new() -> Retry {
        Retry { heard: Instant::now() }
    }

    pub(crate) fn reset(&mut self) {
        self.heard = Instant::now();
    }

    /// Waits a little, or fails with the error.
    pub(crate) async fn wait(&self, error: NatsError) -> Result<(), NatsError> {
        if !matches!(error, NatsError::Silent { .. }) || self.heard.elapsed() > LIMIT {
            return Err(error);
        }
        tokio::time::sleep(PAUSE).await;
        Ok(())
    }
}

/// Asks until the server answers. The request can be repeated: what it did already does no harm.
pub(crate) async fn ask<T>(
    request: impl AsyncFn() -> Result<T, NatsError>,
) -> Result<T, NatsError> {
    let retry = Retry::new();
    loop {
        match request().await {
            Err(error) => retry.wait(error).await?,
            answered => return answered,
        }
    }
}

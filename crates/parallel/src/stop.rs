//! A stop request that threads share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag, shared by clones, that asks work in another thread to stop.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Asks every holder of this signal to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

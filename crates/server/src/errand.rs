//! Work that is done in one piece: reviews, trees, exercises, matches.
//!
//! Each has a thread of its own, which yields to the moves of programs; few run at once, the others
//! wait for room. Whoever asked can leave: then the work is told to stop.

use std::sync::Arc;
use std::time::Duration;

use othellier_search::StopSignal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::App;
use crate::client::Client;
use crate::stream::Leash;
use crate::trouble::Trouble;

/// How much an errand yields to everything else on the machine.
#[cfg(unix)]
const NICE: i32 = 5;
/// The longest that an answer is waited for.
const LONGEST: Duration = Duration::from_secs(30);

/// Room for a few errands.
#[derive(Clone)]
pub(crate) struct Room(Arc<Semaphore>);

impl Room {
    pub(crate) fn new(places: usize) -> Room {
        Room(Arc::new(Semaphore::new(places)))
    }

    /// Waits for a place.
    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, Trouble> {
        let place = self.0.clone().acquire_owned().await;
        place.map_err(|_| Trouble::busy("the server is closing"))
    }

    /// Whether there is a place right now.
    pub(crate) fn has_place(&self) -> bool {
        self.0.available_permits() > 0
    }
}

/// Starts work in a thread of its own, which holds its place until it ends.
pub(crate) fn hire(place: OwnedSemaphorePermit, work: impl FnOnce() + Send + 'static) {
    let run = move || {
        #[cfg(unix)]
        let _ = rustix::process::nice(NICE);
        work();
        drop(place);
    };
    // Where no thread can be had, the place is given back and nobody answers.
    let _ = std::thread::Builder::new().name("errand".to_owned()).spawn(run);
}

/// Does something for a client and waits for the answer.
pub(crate) async fn errand<T: Send + 'static>(
    app: &App,
    client: &Client,
    work: impl FnOnce(&StopSignal) -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let leash = Leash::new(app.errands().take(client)?);
    let place = app.room().enter().await?;
    let (sender, answer) = oneshot::channel();
    let stop = leash.stop.clone();
    hire(place, move || {
        let _ = sender.send(work(&stop));
    });
    match tokio::time::timeout(LONGEST, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(Trouble::internal("the work broke down")),
        Err(_) => Err(Trouble::busy("the work took too long")),
    }
}

/// What is said when work was told to stop.
pub(crate) fn stopped() -> Trouble {
    Trouble::busy("the work was stopped")
}

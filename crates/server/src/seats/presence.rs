//! Who of the two players is there: those whose stream is open.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::{Place, SeatedGame};

/// The open streams of host and guest.
pub(crate) struct Presence(Mutex<[Streams; 2]>);

struct Streams {
    open: usize,
    /// When the last one was closed; at first, when the game came into memory.
    away_since: Instant,
}

impl Default for Presence {
    fn default() -> Presence {
        let streams = || Streams { open: 0, away_since: Instant::now() };
        Presence(Mutex::new([streams(), streams()]))
    }
}

impl Presence {
    /// How long a player has been away; `None` while a stream is open.
    pub(crate) fn away(&self, place: Place) -> Option<Duration> {
        let streams = self.0.lock().expect("never poisoned");
        let streams = &streams[place as usize];
        (streams.open == 0).then(|| streams.away_since.elapsed())
    }
}

/// An open stream of a player, counted until it is dropped.
pub(crate) struct Present {
    game: Arc<SeatedGame>,
    place: Place,
}

impl Present {
    pub(crate) fn new(game: &Arc<SeatedGame>, place: Place) -> Present {
        game.presence.0.lock().expect("never poisoned")[place as usize].open += 1;
        game.notify();
        Present { game: game.clone(), place }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        if let Ok(mut streams) = self.game.presence.0.lock() {
            let streams = &mut streams[self.place as usize];
            streams.open -= 1;
            streams.away_since = Instant::now();
        }
        self.game.notify();
    }
}

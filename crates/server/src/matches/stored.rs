//! A match as it is stored.

use std::sync::Arc;

use othellier_board::{Size, with_size};
use othellier_record::{AnyGame, Game, Record, save, with_game};
use othellier_service::ServiceError;
use othellier_service::matches::AllowedMatch;
use othellier_wire::{MatchState, Standings, WatchedGame};
use serde::{Deserialize, Serialize};

use super::MatchProgress;
use crate::error::ApiError;
use crate::store::{StoredMatch, StoredMatchGame};

#[derive(Serialize, Deserialize)]
struct StoredProgress {
    state: MatchState,
    standings: Standings,
    error: Option<String>,
}

/// A match without its games.
pub(super) fn write(id: &str, allowed: &AllowedMatch, progress: &MatchProgress) -> StoredMatch {
    let progress = StoredProgress {
        state: progress.state,
        standings: progress.standings.clone(),
        error: progress.error.as_ref().map(|error| error.message.clone()),
    };
    let plain = "plain data serializes";
    StoredMatch {
        id: id.to_owned(),
        settings: serde_json::to_string(allowed.settings()).expect(plain),
        progress: serde_json::to_string(&progress).expect(plain),
    }
}

/// A game of a match.
pub(super) fn game(event: &WatchedGame, record: &Record) -> StoredMatchGame {
    StoredMatchGame {
        event: serde_json::to_string(event).expect("plain data serializes"),
        game: with_game!(&record.game, game => save::to_text(game)),
    }
}

/// Reads a stored match. One that was not over is stopped.
pub(super) fn read(
    stored: &StoredMatch,
    games: &[StoredMatchGame],
) -> Result<(AllowedMatch, MatchProgress), ApiError> {
    let settings = serde_json::from_str(&stored.settings).map_err(unreadable)?;
    let allowed = AllowedMatch::new(settings, || 0)?;
    let saved: StoredProgress = serde_json::from_str(&stored.progress).map_err(unreadable)?;
    let mut progress = MatchProgress {
        state: if saved.state.is_over() { saved.state } else { MatchState::Stopped },
        standings: saved.standings,
        error: saved.error.map(ServiceError::internal),
        ..MatchProgress::default()
    };
    for stored in games {
        let read = with_size!(allowed.settings().size, S => read_game::<S>(stored));
        let (event, record) = read.ok_or_else(|| unreadable("unknown board size"))??;
        if !saved.state.is_over() {
            progress.standings = event.standings.clone();
        }
        progress.games.push(Arc::new(event));
        progress.records.push(record);
    }
    Ok((allowed, progress))
}

fn read_game<S: Size>(stored: &StoredMatchGame) -> Result<(WatchedGame, Record), ApiError>
where
    AnyGame: From<Game<S>>,
{
    let event = serde_json::from_str(&stored.event).map_err(unreadable)?;
    let game: Game<S> = save::from_text(&stored.game).map_err(unreadable)?;
    Ok((event, Record::from(game)))
}

fn unreadable(why: impl ToString) -> ApiError {
    ApiError::internal(format!("the match cannot be read: {}", why.to_string()))
}

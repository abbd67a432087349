//! A match as it is stored.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::{Size, with_size};
use othellier_record::{AnyGame, Game, Record, save, with_game};
use othellier_service::matches::Plan;
use othellier_service::{PlayerSpec, ServiceError};
use othellier_wire::{MatchState, Standings, WatchedGame};
use serde::{Deserialize, Serialize};

use super::MatchProgress;
use crate::error::ApiError;
use crate::store::{StoredMatch, StoredMatchGame};

#[derive(Serialize, Deserialize)]
struct StoredPlan {
    players: [String; 2],
    size: u8,
    games: usize,
    random_plies: usize,
    time_ms: Option<u64>,
    seed: u64,
    sprt: Option<[f64; 2]>,
}

#[derive(Serialize, Deserialize)]
struct StoredProgress {
    state: MatchState,
    standings: Standings,
    error: Option<String>,
}

/// A match without its games.
pub(super) fn write(id: &str, plan: &Plan, progress: &MatchProgress) -> StoredMatch {
    let plan = StoredPlan {
        players: plan.players.each_ref().map(|player| player.spec().to_string()),
        size: plan.size,
        games: plan.games,
        random_plies: plan.random_plies,
        time_ms: plan.time.map(|time| time.as_millis() as u64),
        seed: plan.seed,
        sprt: plan.sprt,
    };
    let progress = StoredProgress {
        state: progress.state,
        standings: progress.standings.clone(),
        error: progress.error.as_ref().map(|error| error.message.clone()),
    };
    let plain = "plain data serializes";
    StoredMatch {
        id: id.to_owned(),
        plan: serde_json::to_string(&plan).expect(plain),
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
) -> Result<(Plan, MatchProgress), ApiError> {
    let plan: StoredPlan = serde_json::from_str(&stored.plan).map_err(unreadable)?;
    let players = plan.players.each_ref().map(|text| PlayerSpec::read(text, plan.size));
    let [a, b] = players;
    let plan = Plan {
        players: [a?, b?],
        size: plan.size,
        games: plan.games,
        random_plies: plan.random_plies,
        time: plan.time_ms.map(Duration::from_millis),
        seed: plan.seed,
        sprt: plan.sprt,
    };
    let saved: StoredProgress = serde_json::from_str(&stored.progress).map_err(unreadable)?;
    let mut progress = MatchProgress {
        state: if saved.state.is_over() { saved.state } else { MatchState::Stopped },
        standings: saved.standings,
        error: saved.error.map(ServiceError::internal),
        ..MatchProgress::default()
    };
    for stored in games {
        let read = with_size!(plan.size, S => read_game::<S>(stored));
        let (event, record) = read.ok_or_else(|| unreadable("unknown board size"))??;
        if !saved.state.is_over() {
            progress.standings = event.standings.clone();
        }
        progress.games.push(Arc::new(event));
        progress.records.push(record);
    }
    Ok((plan, progress))
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

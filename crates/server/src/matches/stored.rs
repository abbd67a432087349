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
    #[serde(rename = "trouble")]
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
        let read = with_size!(plan.size, S => read_game::<S>(&plan, stored));
        let (event, record) = read.ok_or_else(|| unreadable("unknown board size"))??;
        if !saved.state.is_over() {
            progress.standings = event.standings.clone();
        }
        progress.games.push(Arc::new(event));
        progress.records.push(record);
    }
    Ok((plan, progress))
}

/// Reads a stored game; one of version 0.2.0 lacks fields that follow from the others.
fn read_game<S: Size>(
    plan: &Plan,
    stored: &StoredMatchGame,
) -> Result<(WatchedGame, Record), ApiError>
where
    AnyGame: From<Game<S>>,
{
    let mut event: WatchedGame = serde_json::from_str(&stored.event).map_err(unreadable)?;
    let game: Game<S> = save::from_text(&stored.game).map_err(unreadable)?;
    if event.game.result.is_empty() {
        event.game = event.game.completed(plan.players.each_ref().map(PlayerSpec::spec), &game);
    }
    Ok((event, Record::from(game)))
}

fn unreadable(why: impl ToString) -> ApiError {
    ApiError::internal(format!("the match cannot be read: {}", why.to_string()))
}

#[cfg(test)]
mod tests {
    use othellier_wire::{GameEnding, Side};

    use super::*;

    /// A match that version 0.2.0 stored.
    #[test]
    fn a_match_of_an_older_version_is_read() {
        let standings = r#"{"played":1,"wins":0,"draws":0,"losses":1,"score_rate":0.0,"elo":null,
            "elo_error":null,"pairs":[0,0,0,0,0],"mean_disc_difference":-16.0,
            "mean_ms_per_move":{"a":0.01,"b":0.1},"illegal":0,"crashes":0,"time_losses":1}"#;
        let stored = StoredMatch {
            id: "m".to_owned(),
            plan: r#"{"players":["random","level-2"],"size":4,"games":2,"random_plies":2,
                "time_ms":null,"seed":7,"sprt":[0.0,50.0]}"#
                .to_owned(),
            progress: format!(
                r#"{{"state":"done","standings":{standings},"verdict":null,"trouble":null}}"#
            ),
        };
        let mut played: Game<othellier_board::Four> = Game::default();
        for text in ["b1", "a1", "a2"] {
            played.play(text.parse().unwrap()).unwrap();
        }
        let game = StoredMatchGame {
            event: format!(
                r#"{{"type":"game","index":0,"pair":0,"a_color":"white","difference":-16,
                "moves":"b1a1a2","opening_length":2,"ending":"out_of_time",
                "standings":{standings}}}"#
            ),
            game: save::to_text(&played),
        };
        let (plan, progress) = read(&stored, &[game]).unwrap();
        let WatchedGame { game, standings, .. } = &*progress.games[0];
        assert_eq!((game.ending, game.moves.as_str()), (GameEnding::Time, "b1a1a2"));
        assert_eq!((game.black.as_str(), game.white.as_str()), ("level-2", "random"));
        assert_eq!((game.winner, game.result.as_str()), (Some(Side::Black), "16-0"));
        assert_eq!((game.score, game.opening.as_str()), (0.0, "b1a1"));
        assert_eq!(game.black_discs + game.white_discs + game.empties, 16);
        assert_eq!((standings.losses, progress.standings.losses), (1, 1));
        let again = self::game(&progress.games[0], &progress.records[0]);
        assert!(again.event.contains(r#""ending":"time""#), "{}", again.event);
        assert_eq!(
            read_game::<othellier_board::Four>(&plan, &again).unwrap().0,
            *progress.games[0]
        );
        let shown = plan.shown("m", progress.state, &progress.standings, None);
        assert_eq!((shown.sprt.map(|sprt| sprt.llr), shown.verdict), (Some(0.0), None));
    }
}

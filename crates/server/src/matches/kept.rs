//! A match as it is kept on disk.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::{Size, with_size};
use othellier_record::{AnyGame, Game, Record, save, with_game};
use serde::{Deserialize, Serialize};

use super::wire::{GameEvent, Standings, Verdict};
use super::{Course, Plan, State};
use crate::allowed::Guest;
use crate::store::{KeptGame, KeptMatch};
use crate::trouble::Trouble;

#[derive(Serialize, Deserialize)]
struct KeptPlan {
    players: [String; 2],
    size: u8,
    games: usize,
    random_plies: usize,
    time_ms: Option<u64>,
    seed: u64,
    sprt: Option<[f64; 2]>,
}

#[derive(Serialize, Deserialize)]
struct KeptCourse {
    state: State,
    standings: Standings,
    verdict: Option<Verdict>,
    trouble: Option<String>,
}

/// A match without its games.
pub(super) fn write(id: &str, plan: &Plan, course: &Course) -> KeptMatch {
    let plan = KeptPlan {
        players: plan.players.each_ref().map(|player| player.spec().to_string()),
        size: plan.size,
        games: plan.games,
        random_plies: plan.random_plies,
        time_ms: plan.time.map(|time| time.as_millis() as u64),
        seed: plan.seed,
        sprt: plan.sprt,
    };
    let course = KeptCourse {
        state: course.state,
        standings: course.standings.clone(),
        verdict: course.verdict,
        trouble: course.trouble.as_ref().map(|trouble| trouble.message.clone()),
    };
    let plain = "plain data has a JSON";
    KeptMatch {
        id: id.to_owned(),
        plan: serde_json::to_string(&plan).expect(plain),
        course: serde_json::to_string(&course).expect(plain),
    }
}

/// A game of a match.
pub(super) fn game(event: &GameEvent, record: &Record) -> KeptGame {
    KeptGame {
        event: serde_json::to_string(event).expect("plain data has a JSON"),
        game: with_game!(&record.game, game => save::to_text(game)),
    }
}

/// A match that nobody plays any more: one that was not over is stopped.
pub(super) fn read(kept: &KeptMatch, games: &[KeptGame]) -> Result<(Plan, Course), Trouble> {
    let plan: KeptPlan = serde_json::from_str(&kept.plan).map_err(broken)?;
    let players = plan.players.each_ref().map(|text| Guest::read(text, plan.size));
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
    let told: KeptCourse = serde_json::from_str(&kept.course).map_err(broken)?;
    let mut course = Course {
        state: if told.state.is_over() { told.state } else { State::Stopped },
        standings: told.standings,
        verdict: told.verdict,
        trouble: told.trouble.map(Trouble::internal),
        ..Course::default()
    };
    for kept in games {
        let event: GameEvent = serde_json::from_str(&kept.event).map_err(broken)?;
        if !told.state.is_over() {
            course.standings = event.standings.clone();
        }
        course.games.push(Arc::new(event));
        let record = with_size!(plan.size, S => record::<S>(&kept.game));
        course.records.push(record.ok_or_else(|| broken("the size of its board"))??);
    }
    Ok((plan, course))
}

fn record<S: Size>(text: &str) -> Result<Record, Trouble>
where
    AnyGame: From<Game<S>>,
{
    let game: Game<S> = save::from_text(text).map_err(broken)?;
    Ok(Record::from(game))
}

fn broken(why: impl ToString) -> Trouble {
    Trouble::internal(format!("the match cannot be read: {}", why.to_string()))
}

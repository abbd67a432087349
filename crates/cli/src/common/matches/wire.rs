//! The JSON output of a match: its settings, each game, the total.

use othellier_board::Size;
use othellier_measure::{Colors, TimeLimit, effective};
use othellier_wire::{MatchEvent, MatchGame, MatchSettings, MatchTotal, PerPlayer};

use super::plan::{MatchOutcome, Plan};

/// The effective settings: everything that is needed to repeat the match.
pub(crate) fn settings<S: Size>(plan: &Plan<S>) -> MatchEvent {
    let matchup = &plan.matchup;
    let per_move = match matchup.limit {
        Some(TimeLimit::Move { time, margin }) => Some((time, margin)),
        _ => None,
    };
    MatchEvent::Settings(Box::new(MatchSettings {
        a: matchup.players[0].to_string(),
        b: matchup.players[1].to_string(),
        effective: PerPlayer::of(&matchup.players, |spec| effective(spec).to_string()),
        games: matchup.games,
        openings: plan.openings_file.clone(),
        random_plies: plan.random_plies,
        colors_swapped: matchup.colors == Colors::Swapped,
        seconds_per_move: per_move.map(|(time, _)| time.as_secs_f64()),
        seconds_forgiven: per_move.map(|(_, margin)| margin.as_secs_f64()),
        clock: match matchup.limit {
            Some(TimeLimit::Game(control)) => Some(control.to_string()),
            _ => None,
        },
        sprt: matchup.sprt.map(|sprt| sprt.hypotheses().into()),
        seed: matchup.seed,
        threads: matchup.threads.get(),
        size: S::SIDE,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }))
}

pub(crate) fn game<S: Size>(plan: &Plan<S>, game: &othellier_measure::MatchGame<S>) -> MatchGame {
    MatchGame::new(plan.matchup.players.each_ref(), game)
}

/// The total of all games.
pub(crate) fn total<S: Size>(plan: &Plan<S>, outcome: &MatchOutcome) -> MatchEvent {
    let MatchOutcome { totals, elapsed, interrupted, .. } = outcome;
    MatchEvent::Total(Box::new(MatchTotal::new(totals, *elapsed, plan.matchup.sprt, *interrupted)))
}

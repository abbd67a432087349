//! The result tables of a report: every row has the name of the player whose results it shows, and
//! the opponent.

use std::collections::BTreeSet;
use std::time::Duration;

use othellier_measure::experiment::{Arm, GameFindings, Guess, PositionsPart, SearchFindings};
use othellier_measure::stats::{Counts, Mean};
use othellier_spec::Spec;

use super::measures::{COLORS, elo_shown, key, of_search, shown};
use super::names::{arm_name, columns, dash, phase_name};
use crate::words::{Words, thousands, tr};

fn opponent(arm: &Arm) -> String {
    arm.opponent_name.clone().unwrap_or_else(dash)
}

fn discs(mean: Option<Mean>) -> String {
    mean.map_or(dash(), |mean| match mean.error() {
        Some(error) => format!("{:+.1} ± {error:.1}", mean.mean),
        None => format!("{:+.1}", mean.mean),
    })
}

/// Wins, draws, losses and scores.
pub(super) fn results(words: &dyn Words, arms: &[Arm], found: &[GameFindings]) -> Vec<Vec<String>> {
    let keys = ["arm", "against", "games", "result", "score", "interval", "elo", "discs"];
    let mut rows = vec![columns(words, &[&keys[..], &["black", "white", "full"]].concat())];
    let rate = |rate: Option<f64>| rate.map_or(dash(), |rate| words.percent(rate));
    for (arm, found) in arms.iter().zip(found) {
        let interval = found.score.interval().map_or(dash(), |(low, high)| {
            format!("{} – {}", words.percent(low), words.percent(high))
        });
        let mut row = vec![
            arm.player_name.clone(),
            opponent(arm),
            thousands(found.score.games()),
            found.score.plus_minus(),
            rate(found.score.score_rate()),
            interval,
            elo_shown(found).0,
            discs(found.discs),
        ];
        row.extend(found.by_color.map(|found| match found.score.games() {
            0 => dash(),
            _ => found.score.plus_minus(),
        }));
        row.push(rate(found.occupation.map(|shares| 1.0 - shares.empty)));
        rows.push(row);
    }
    rows
}

/// One row for each player and colour.
pub(super) fn by_color(
    words: &dyn Words,
    arms: &[Arm],
    found: &[GameFindings],
) -> Vec<Vec<String>> {
    let keys = ["arm", "against", "color", "games", "wins", "draws", "losses", "discs"];
    let more = ["player-discs", "opponent-discs", "empty", "game"];
    let mut rows = vec![columns(words, &[&keys[..], &more].concat())];
    for (arm, found) in arms.iter().zip(found) {
        for (color, found) in COLORS.into_iter().zip(&found.by_color) {
            let score = found.score;
            if score.games() == 0 {
                continue;
            }
            let of_games = |count: u64| words.percent(count as f64 / score.games() as f64);
            let mut row = vec![
                arm.player_name.clone(),
                opponent(arm),
                words.text(&format!("lab-color-{color}")),
                thousands(score.games()),
            ];
            row.extend([score.wins, score.draws, score.losses].map(of_games));
            row.push(discs(found.discs));
            let held = found.holding.map(|held| [held.player, held.opponent, held.empty]);
            row.extend(
                [0, 1, 2].map(|whose| held.map_or(dash(), |held| words.percent(held[whose]))),
            );
            let seconds = found.game_seconds;
            row.push(seconds.map_or(dash(), |mean| words.time(Duration::from_secs_f64(mean.mean))));
            rows.push(row);
        }
    }
    rows
}

/// Results by the colour that made the last move.
pub(super) fn by_last_move(words: &dyn Words, found: &GameFindings) -> Vec<Vec<String>> {
    let results = [1, 2, 3].map(|n| words.text(&format!("lab-first-move-color-{n}")));
    let names = columns(words, &["last-move", "games", "share"]);
    let mut rows = vec![[names, results.to_vec()].concat()];
    let all: u64 = found.by_last_move.into_iter().map(Counts::games).sum();
    for (color, black) in COLORS.into_iter().zip(found.by_last_move) {
        let games = black.games();
        if games == 0 {
            continue;
        }
        let of = |count: u64, all: u64| words.percent(count as f64 / all as f64);
        let mut row = vec![words.text(&format!("lab-color-{color}")), thousands(games)];
        row.push(of(games, all));
        row.extend([black.wins, black.draws, black.losses].map(|count| of(count, games)));
        rows.push(row);
    }
    rows
}

/// The costs of the player's moves.
pub(super) fn costs(words: &dyn Words, arms: &[Arm], found: &[GameFindings]) -> Vec<Vec<String>> {
    let times = ["mean", "median", "p95", "slowest", "game", "nodes", "rate"];
    let memory = ["live", "peak", "cumulated", "hits", "collisions", "fill"];
    let mut rows = vec![columns(words, &[&["arm"][..], &times, &memory].concat())];
    let time = |duration: Duration| words.time(duration);
    let rate = |rate: Option<f64>| rate.map_or(dash(), |rate| words.percent(rate));
    let shown = |held: u64| if held > 0 { words.bytes(held) } else { dash() };
    for (arm, found) in arms.iter().zip(found) {
        let times = found.times;
        let seconds = times.total.as_secs_f64();
        let nodes = found.nodes.map_or(0.0, |mean| mean.mean);
        rows.push(vec![
            arm_name(words, arm),
            time(times.mean),
            time(times.median),
            time(times.p95),
            time(times.slowest),
            found.game_seconds.map_or(dash(), |mean| time(Duration::from_secs_f64(mean.mean))),
            if nodes > 0.0 { thousands(nodes.round() as u64) } else { dash() },
            if seconds > 0.0 && nodes > 0.0 {
                thousands((nodes * times.count as f64 / seconds).round() as u64)
            } else {
                dash()
            },
            shown(found.live_bytes),
            shown(found.peak_bytes),
            shown(found.cumulated_bytes.map_or(0, |mean| mean.mean.round() as u64)),
            rate(found.table.hits),
            rate(found.table.collisions),
            rate(found.table.fill),
        ]);
    }
    rows
}

/// The costs of searches, by player and phase.
pub(super) fn searches(
    words: &dyn Words,
    part: &PositionsPart,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
) -> Vec<Vec<String>> {
    let mut names = columns(words, &["arm", "phase", "positions"]);
    names.extend(part.measure.iter().map(|&m| words.text(&format!("lab-measure-{}", key(m)))));
    let mut rows = vec![names];
    for (arm, phases) in arms.iter().zip(found) {
        for at in phases {
            let mut row =
                vec![arm.name.clone(), phase_name(words, &at.phase), at.nodes.count.to_string()];
            row.extend(part.measure.iter().map(|&measure| {
                let value = of_search(measure, at);
                value.map_or(dash(), |(value, _)| shown(words, measure, value))
            }));
            rows.push(row);
        }
    }
    rows
}

/// How often each evaluator predicted the winner, after every tenth move.
pub(super) fn guesses(
    words: &dyn Words,
    evaluators: &[Spec],
    found: &[Vec<Guess>],
) -> Vec<Vec<String>> {
    let plies: BTreeSet<u64> =
        found.iter().flatten().map(|guess| guess.ply).filter(|ply| ply % 10 == 0).collect();
    let after = |ply: &u64| tr!(words, "lab-column-after", ply = ply.to_string());
    let mut rows =
        vec![[columns(words, &["evaluator"]), plies.iter().map(after).collect()].concat()];
    for (spec, guesses) in evaluators.iter().zip(found) {
        let rate = |ply: &u64| {
            let guess = guesses.iter().find(|guess| guess.ply == *ply);
            let rate = guess.and_then(|guess| guess.counts.score_rate());
            rate.map_or(dash(), |rate| words.percent(rate))
        };
        rows.push([vec![spec.to_string()], plies.iter().map(rate).collect()].concat());
    }
    rows
}

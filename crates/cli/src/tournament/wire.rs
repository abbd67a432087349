//! The JSON output of a tournament: its settings, each game, the standings, the total.

use othellier_lab::effective;
use othellier_lab::stats::{Counts, Ratings};
use othellier_lab::tournament::{Participant, Results, Standing};
use serde::Serialize;

use super::journal::Header;

/// The effective settings: everything that is needed to repeat the tournament.
#[derive(Serialize)]
pub(super) struct Settings<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    players: Vec<Player<'a>>,
    format: &'a str,
    /// Games of each pairing.
    games: usize,
    openings: Option<&'a str>,
    random_plies: Option<usize>,
    seconds_per_move: Option<f64>,
    brightwell: f64,
    prior: f64,
    seed: u64,
    threads: usize,
    size: u8,
    found_in_journal: usize,
    version: &'static str,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    spec: String,
    /// The spec with all defaults filled in.
    effective: String,
}

impl<'a> Settings<'a> {
    pub(super) fn new(
        header: &'a Header,
        participants: &'a [Participant],
        prior: f64,
        threads: usize,
        found_in_journal: usize,
    ) -> Settings<'a> {
        let player = |participant: &'a Participant| Player {
            name: &participant.name,
            spec: participant.spec.to_string(),
            effective: effective(&participant.spec).to_string(),
        };
        Settings {
            kind: "settings",
            players: participants.iter().map(player).collect(),
            format: &header.format,
            games: header.games,
            openings: header.openings.as_deref(),
            random_plies: header.random_plies,
            seconds_per_move: header.seconds_per_move,
            brightwell: header.brightwell,
            prior,
            seed: header.seed,
            threads,
            size: header.size,
            found_in_journal,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// A player's line in the standings; also a CSV row, and therefore flat.
#[derive(Serialize)]
pub(super) struct StandingRow {
    rank: usize,
    name: String,
    spec: String,
    points: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Games without an opponent, counted as won.
    byes: u64,
    score_rate: Option<f64>,
    brightwell: f64,
    discs: u64,
    disc_difference: i64,
    /// Stages won in a knock-out.
    stages: usize,
    /// Maximum-likelihood rating, with mean 0; null if it is not finite.
    elo: Option<f64>,
    elo_error: Option<f64>,
    illegal: u64,
    crashes: u64,
    time_losses: u64,
}

/// The standings, the best first.
pub(super) fn standing_rows(
    participants: &[Participant],
    standings: &[Standing],
    ratings: &Ratings,
) -> Vec<StandingRow> {
    let place = |(at, standing): (usize, &Standing)| {
        let participant = &participants[standing.player];
        let elo = ratings.of(standing.player);
        let Counts { wins, draws, losses } = standing.counts;
        StandingRow {
            rank: at + 1,
            name: participant.name.clone(),
            spec: participant.spec.to_string(),
            points: standing.points(),
            games: standing.counts.games(),
            wins,
            draws,
            losses,
            byes: standing.byes,
            score_rate: standing.counts.score_rate(),
            brightwell: standing.brightwell,
            discs: standing.discs,
            disc_difference: standing.difference,
            stages: standing.stages_won,
            elo: elo.map(|elo| elo.difference),
            elo_error: elo.map(|elo| elo.error),
            illegal: standing.illegal,
            crashes: standing.crashes,
            time_losses: standing.time_losses,
        }
    };
    standings.iter().enumerate().map(place).collect()
}

/// The standings after a round.
#[derive(Serialize)]
pub(super) struct Standings {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) round: usize,
    pub(super) games: usize,
    pub(super) standings: Vec<StandingRow>,
}

/// The final result.
#[derive(Serialize)]
pub(super) struct Total {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) games: usize,
    pub(super) rounds: usize,
    pub(super) standings: Vec<StandingRow>,
    /// Wins, draws and losses of the row against the column, in the order of the settings.
    pub(super) cross_table: Vec<Vec<[u64; 3]>>,
    pub(super) seconds: f64,
    pub(super) interrupted: bool,
}

pub(super) fn cross_table(results: &Results, players: usize) -> Vec<Vec<[u64; 3]>> {
    let cell = |counts: Counts| [counts.wins, counts.draws, counts.losses];
    let rows = results.cross_table(players).into_iter();
    rows.map(|row| row.into_iter().map(cell).collect()).collect()
}

//! The JSON output of a tournament: its settings and the cross table.

use othellier_lab::effective;
use othellier_lab::stats::Counts;
use othellier_lab::tournament::{Participant, Results};
use othellier_wire::{Entrant, TournamentEvent, TournamentSettings};

use super::journal::Header;

/// The effective settings: everything that is needed to repeat the tournament.
pub(super) fn settings(
    header: &Header,
    participants: &[Participant],
    prior: f64,
    threads: usize,
    found_in_journal: usize,
) -> TournamentEvent {
    let player = |participant: &Participant| Entrant {
        name: participant.name.clone(),
        spec: participant.spec.to_string(),
        effective: effective(&participant.spec).to_string(),
    };
    TournamentEvent::Settings(Box::new(TournamentSettings {
        players: participants.iter().map(player).collect(),
        format: header.format.clone(),
        games: header.games,
        openings: header.openings.clone(),
        random_plies: header.random_plies,
        seconds_per_move: header.seconds_per_move,
        brightwell: header.brightwell,
        prior,
        seed: header.seed,
        threads,
        size: header.size,
        found_in_journal,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }))
}

/// Wins, draws and losses of the row against the column.
pub(super) fn cross_table(results: &Results, players: usize) -> Vec<Vec<[u64; 3]>> {
    let cell = |counts: Counts| [counts.wins, counts.draws, counts.losses];
    let rows = results.cross_table(players).into_iter();
    rows.map(|row| row.into_iter().map(cell).collect()).collect()
}

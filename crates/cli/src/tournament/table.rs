//! The text output of a tournament: the standings with the cross table.

use othellier_locale::Lang;
use othellier_measure::stats::{Counts, Elo, Ratings};
use othellier_measure::tournament::{Participant, Results, Standing};
use othellier_tui::table::TextTable;

/// The number of players in the live standings.
const LIVE: usize = 10;

/// The standings, the best first, with the points against each other in the same order.
pub(super) fn standings(
    lang: Lang,
    title: String,
    participants: &[Participant],
    results: &Results,
    standings: &[Standing],
    ratings: &Ratings,
) -> TextTable {
    let label = |key: &str| lang.text(&format!("tournament-{key}"));
    let mut table = TextTable::of_numbers(title);
    let numbers = (1..=standings.len()).map(|number| number.to_string());
    let mut head = vec![String::new()];
    head.extend(numbers);
    head.extend(["points", "games", "discs", "brightwell", "elo"].map(label));
    table.cells(head);
    let results = results.cross_table(participants.len());
    for (at, standing) in standings.iter().enumerate() {
        let mut row = vec![format!("{}. {}", at + 1, participants[standing.player].name)];
        for other in standings {
            row.push(if other.player == standing.player {
                "·".to_owned()
            } else {
                cell(results[standing.player][other.player])
            });
        }
        row.push(points(standing.points()));
        row.push(standing.counts.games().to_string());
        row.push(format!("{:+}", standing.difference));
        row.push(format!("{:.0}", standing.brightwell));
        row.push(ratings.of(standing.player).map_or("–".to_owned(), elo));
        table.cells(row);
    }
    table
}

/// The live standings below the progress bar.
pub(super) fn live(participants: &[Participant], standings: &[Standing]) -> String {
    let line = |(at, standing): (usize, &Standing)| {
        let (points, name) = (points(standing.points()), &participants[standing.player].name);
        format!("{:>3}. {points:>6} / {:<4} {name}", at + 1, standing.counts.games())
    };
    let lines = standings.iter().enumerate().take(LIVE).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

/// The points against another player; empty if they have not met.
fn cell(counts: Counts) -> String {
    match counts.games() {
        0 => String::new(),
        _ => points(counts.wins as f64 + counts.draws as f64 / 2.0),
    }
}

/// Points with halves: `3`, `2½`.
fn points(points: f64) -> String {
    match (points.trunc(), points.fract() > 0.0) {
        (0.0, true) => "½".to_owned(),
        (whole, true) => format!("{whole}½"),
        (whole, false) => whole.to_string(),
    }
}

fn elo(elo: Elo) -> String {
    format!("{:+.0} ± {:.0}", elo.difference, elo.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_short() {
        assert_eq!([0.0, 0.5, 1.0, 2.5, 10.0].map(points), ["0", "½", "1", "2½", "10"]);
    }
}

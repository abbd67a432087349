//! Statistics of a game: time, nodes and discs, by player and by move.

use std::collections::BTreeMap;
use std::time::Duration;

use othellier_board::{Color, Move, Size};
use othellier_locale::{Lang, thousands, tr};
use othellier_record::{Game, MoveCost};
use othellier_wire::{MoveStatistics, PlayStatistics, PlayerStatistics};

use crate::table::TextTable;

/// How much is shown when a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    None,
    #[default]
    Totals,
    /// And one line per move.
    Moves,
}

impl Detail {
    /// The words of a configuration file and of the command line.
    pub const WORDS: [(&str, Detail); 3] =
        [("none", Detail::None), ("totals", Detail::Totals), ("moves", Detail::Moves)];
}

/// The statistics of a game up to the current position.
#[derive(Debug)]
pub(crate) struct Statistics(pub(crate) PlayStatistics);

impl Statistics {
    /// The statistics of a game, with the search cost of its moves by number.
    pub(crate) fn new<S: Size>(
        game: &Game<S>,
        names: [&str; 2],
        costs: &BTreeMap<usize, MoveCost>,
    ) -> Statistics {
        let mut players = Color::ALL.map(|color| PlayerStatistics {
            color: color.into(),
            name: names[color as usize].to_owned(),
            moves: 0,
            seconds: 0.0,
            nodes: None,
            reused_nodes: None,
            flipped: 0,
            discs: game.position().discs(color).len(),
        });
        let mut position = *game.start();
        let mut moves = Vec::new();
        for (played, number) in game.moves().iter().zip(1..) {
            let color = position.side_to_move();
            position = position.after(played.played);
            let (cost, flipped) = (costs.get(&number), played.flips.len());
            let total = &mut players[color as usize];
            total.moves += usize::from(played.played != Move::Pass);
            total.seconds += played.duration.unwrap_or_default().as_secs_f64();
            total.flipped += flipped;
            if let Some(cost) = cost {
                add(&mut total.nodes, cost.nodes);
                add(&mut total.reused_nodes, cost.reused_nodes);
            }
            moves.push(MoveStatistics {
                number,
                color: color.into(),
                played: played.played.to_string(),
                seconds: played.duration.map(|duration| duration.as_secs_f64()),
                nodes: cost.map(|cost| cost.nodes),
                reused_nodes: cost.map(|cost| cost.reused_nodes),
                flipped,
                black: position.discs(Color::Black).len(),
                white: position.discs(Color::White).len(),
            });
        }
        Statistics(PlayStatistics { players, moves })
    }

    /// The tables in the requested detail.
    pub(crate) fn lines(&self, lang: Lang, detail: Detail) -> Vec<String> {
        match detail {
            Detail::None => Vec::new(),
            Detail::Totals => self.totals(lang).lines(),
            Detail::Moves => {
                let mut lines = self.totals(lang).lines();
                lines.extend(self.by_move(lang).lines());
                lines
            }
        }
    }

    fn totals(&self, lang: Lang) -> TextTable {
        let mut table = TextTable::of_numbers(lang.text("play-statistics"));
        let mut header = vec![String::new()];
        for key in ["moves", "time", "nodes", "reused", "flipped", "discs"] {
            header.push(lang.text(&format!("play-statistics-{key}")));
        }
        table.cells(header);
        for total in &self.0.players {
            table.cells(vec![
                format!("{} ({})", total.name, Color::from(total.color).letter()),
                total.moves.to_string(),
                lang.time(Duration::from_secs_f64(total.seconds)),
                count(total.nodes),
                count(total.reused_nodes),
                total.flipped.to_string(),
                total.discs.to_string(),
            ]);
        }
        table
    }

    fn by_move(&self, lang: Lang) -> TextTable {
        let mut table = TextTable::of_numbers(lang.text("play-statistics-by-move"));
        let mut header = vec![String::new()];
        for key in ["move", "time", "nodes", "reused", "flipped"] {
            header.push(lang.text(&format!("play-statistics-{key}")));
        }
        header.extend(Color::ALL.map(|color| color.letter().to_string()));
        table.cells(header);
        for row in &self.0.moves {
            let seconds = row.seconds.map(Duration::from_secs_f64);
            let played = match row.played.as_str() {
                "pass" => lang.text("play-statistics-pass"),
                square => square.to_owned(),
            };
            let letter = Color::from(row.color).letter().to_string();
            table.cells(vec![
                row.number.to_string(),
                tr!(lang, "play-statistics-played", letter = letter, played = played),
                seconds.map_or_else(dash, |duration| lang.time(duration)),
                count(row.nodes),
                count(row.reused_nodes),
                row.flipped.to_string(),
                row.black.to_string(),
                row.white.to_string(),
            ]);
        }
        table
    }
}

fn add(total: &mut Option<u64>, count: u64) {
    *total = Some(total.unwrap_or(0).saturating_add(count));
}

fn count(number: Option<u64>) -> String {
    number.map_or_else(dash, thousands)
}

fn dash() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::transcript;

    fn statistics() -> Statistics {
        let game: Game = transcript::read(Default::default(), "f5d6c3").unwrap();
        let cost = MoveCost { nodes: 1200, reused_nodes: 7 };
        Statistics::new(&game, ["Alice", "minimax"], &[(2, cost)].into())
    }

    #[test]
    fn players_and_moves_are_counted() {
        let PlayStatistics { players: [black, white], moves } = statistics().0;
        assert_eq!((black.moves, black.nodes, black.flipped), (2, None, 2));
        assert_eq!((white.moves, white.nodes, white.reused_nodes), (1, Some(1200), Some(7)));
        let discs: Vec<_> = moves.iter().map(|row| (row.black, row.white)).collect();
        assert_eq!(discs, [(4, 1), (3, 3), (5, 2)]);
        assert_eq!((black.discs, white.discs), (5, 2));
    }

    #[test]
    fn the_detail_chooses_the_tables() {
        for lang in [Lang::En, Lang::Fr] {
            let lines = |detail| statistics().lines(lang, detail);
            assert!(lines(Detail::None).is_empty());
            let totals = lines(Detail::Totals);
            assert_eq!(totals.len(), 4);
            assert!(totals[3].contains("minimax (O)") && totals[3].contains("1 200"));
            assert_eq!(lines(Detail::Moves).len(), 4 + 2 + 3);
        }
        assert_ne!(
            statistics().lines(Lang::En, Detail::Moves),
            statistics().lines(Lang::Fr, Detail::Moves)
        );
    }
}

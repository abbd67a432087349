//! The games of a file that the user has opened, looked up by position: the explorer without an archive.
//!
//! The games are kept as their moves, a byte each. A look-up plays them all up to the number of discs of
//! the position, which is fast enough for any file that a person opens, and needs no index in memory.

use std::collections::BTreeMap;

use othellier_board::{Color, Move, Position, Square, Symmetry};
use othellier_record::format::{ReadOptions, read};
use othellier_record::source::read_pasted;
use othellier_record::wthor::Names;
use othellier_record::{AnyGame, Format, Record, Records, with_game};
use othellier_wire::{Count, Explored, ExploredType, Reply, TrustedScore};
use serde::Serialize;

use crate::error::ServiceError;

/// Games on 8×8 boards from the usual start.
#[derive(Default)]
pub struct Collection {
    games: Vec<Kept>,
}

struct Kept {
    moves: Box<[Square]>,
    black_score: Option<f64>,
    year: Option<u16>,
}

/// The contents of a file.
#[derive(Serialize)]
pub struct Opened {
    #[serde(rename = "type")]
    kind: &'static str,
    games: usize,
    /// Games that could not be read, or are on other boards.
    left_out: usize,
}

/// Games that are kept; the rest of a larger file is left out.
const MOST_GAMES: usize = 400_000;

impl Collection {
    /// Reads a file in any format.
    pub fn read(bytes: &[u8]) -> Result<(Collection, Opened), ServiceError> {
        if Format::guess(bytes) == Format::Wthor {
            let names = Names::default();
            let options = ReadOptions { side: 8, with_variations: false, names: &names };
            return Ok(Collection::of(read(Format::Wthor, bytes, options)));
        }
        let text = String::from_utf8_lossy(bytes);
        let pasted = read_pasted(&text, None).map_err(ServiceError::bad_game)?;
        Ok(Collection::of(pasted.records))
    }

    fn of(records: Records<'_>) -> (Collection, Opened) {
        let (mut games, mut left_out) = (Vec::new(), 0);
        for record in records {
            match record.ok().and_then(|record| Kept::of(&record)) {
                Some(game) if games.len() < MOST_GAMES => games.push(game),
                _ => left_out += 1,
            }
        }
        let opened = Opened { kind: "opened", games: games.len(), left_out };
        (Collection { games }, opened)
    }

    /// The moves of the collection in the position of a game.
    pub fn explore(&self, game: &AnyGame) -> Explored {
        let AnyGame::Eight(game) = game else {
            return with_game!(game, game => self.nothing(game.position().to_string()));
        };
        let position = *game.position();
        let images = images(&position);
        let replies: Vec<Move> = position.moves().collect();
        let mut tallies: BTreeMap<Position, (Vec<Move>, Tally)> = BTreeMap::new();
        for reply in replies {
            let group = tallies.entry(position.after(reply).canonical()).or_default();
            group.0.push(reply);
        }
        let (mut all, mut ended) = (Tally::default(), 0);
        let discs = position.board().discs().len();
        for game in &self.games {
            let Some((symmetry, next)) = game.reply_in(&images, discs) else { continue };
            let result = game.result_for(position.side_to_move());
            all.add(result, game.year);
            let next = next.map(|square| Move::Place(symmetry.inverse().square(square)));
            let next = next.unwrap_or(Move::Pass);
            match position.play(next).ok().and_then(|after| tallies.get_mut(&after.canonical())) {
                Some((_, tally)) => tally.add(result, game.year),
                None => ended += 1,
            }
        }
        let mut replies: Vec<_> =
            tallies.into_values().filter(|(_, tally)| tally.games > 0).collect();
        replies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        let shown = |(moves, tally): (Vec<Move>, Tally)| {
            Reply::new(moves.iter().map(ToString::to_string), tally.shown(), TrustedScore::NONE)
        };
        Explored {
            all: all.shown(),
            count: all.shown(),
            ended,
            replies: replies.into_iter().map(shown).collect(),
            ..self.nothing(position.to_string())
        }
    }

    /// The answer where no game reached the position.
    fn nothing(&self, position: String) -> Explored {
        Explored {
            kind: ExploredType::Archive,
            available: !self.games.is_empty(),
            size: u32::try_from(self.games.len()).unwrap_or(u32::MAX),
            position,
            level: None,
            all: Count::default(),
            count: Count::default(),
            ended: 0,
            replies: Vec::new(),
            seconds: 0.0,
        }
    }
}

/// The position rotated and mirrored, with the symmetry that leads there.
fn images(position: &Position) -> Vec<(Position, Symmetry)> {
    let mut images: Vec<(Position, Symmetry)> = Vec::new();
    for symmetry in Symmetry::ALL {
        let image = Position::new(symmetry.board(position.board()), position.side_to_move());
        if images.iter().all(|(known, _)| *known != image) {
            images.push((image, symmetry));
        }
    }
    images
}

impl Kept {
    fn of(record: &Record) -> Option<Kept> {
        let AnyGame::Eight(game) = &record.game else { return None };
        if !record.game.has_standard_start() {
            return None;
        }
        let square = |played: Move| match played {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        };
        let moves = game.moves().iter().filter_map(|played| square(played.played)).collect();
        Some(Kept { moves, black_score: record.black_score(), year: year(&record.date) })
    }

    /// Where the game reaches one of these positions: the symmetry of that position, and the next move;
    /// none if the game ends there.
    fn reply_in(
        &self,
        images: &[(Position, Symmetry)],
        discs: u32,
    ) -> Option<(Symmetry, Option<Square>)> {
        let reached = usize::try_from(discs).ok()?.checked_sub(4)?;
        let before = self.moves.get(..reached)?;
        let mut position = Position::start();
        for square in before {
            position = ready(position).after(Move::Place(*square));
        }
        let next = self.moves.get(reached).copied();
        // A position in which the side to move must pass is one of the game too.
        let found = |position: Position| images.iter().find(|(image, _)| *image == position);
        match found(position) {
            Some((_, symmetry)) if position.legal_moves().is_empty() => Some((*symmetry, None)),
            Some((_, symmetry)) => Some((*symmetry, next)),
            None => found(ready(position)).map(|(_, symmetry)| (*symmetry, next)),
        }
    }

    /// The final difference for a side.
    fn result_for(&self, color: Color) -> Option<f64> {
        self.black_score.map(|score| if color == Color::Black { score } else { -score })
    }
}

/// The position, after a pass if the side to move has no move and the other has.
fn ready(position: Position) -> Position {
    let must_pass = position.legal_moves().is_empty() && !position.board().is_over();
    if must_pass { position.after(Move::Pass) } else { position }
}

/// The year that a date begins with.
fn year(date: &str) -> Option<u16> {
    date.get(..4)?.parse().ok().filter(|year| (1700..3000).contains(year))
}

/// Results, for the side to move.
#[derive(Default)]
struct Tally {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    discs: f64,
    last_year: Option<u16>,
}

impl Tally {
    fn add(&mut self, result: Option<f64>, year: Option<u16>) {
        self.games += 1;
        self.last_year = self.last_year.max(year);
        let Some(discs) = result else { return };
        self.discs += discs;
        match discs {
            discs if discs > 0.0 => self.wins += 1,
            discs if discs < 0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
    }

    fn shown(&self) -> Count {
        let &Tally { games, wins, draws, losses, discs, last_year } = self;
        let finished = (wins + draws + losses) as f64;
        let mean = |sum: f64| (finished > 0.0).then(|| sum / finished);
        let mean_discs = mean(discs).map(|mean| (100.0 * mean).round() / 100.0);
        let score_rate = mean(wins as f64 + draws as f64 / 2.0);
        Count { games, wins, draws, losses, score_rate, mean_discs, last_year }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::read_position;

    fn explored(collection: &Collection, text: &str) -> Explored {
        collection.explore(&read_position(text, None, "").unwrap())
    }

    #[test]
    fn games_are_found_by_position_and_symmetry() {
        // The second game is the first one mirrored, with another third move; the third transposes.
        let text = "f5d6c3d3\nd3c5e6\nf5d6c5\n";
        let (collection, opened) = Collection::read(text.as_bytes()).unwrap();
        assert_eq!((opened.games, opened.left_out), (3, 0));
        let start = explored(&collection, "startpos");
        assert_eq!((start.size, start.all.games, start.replies.len()), (3, 3, 1));
        assert_eq!(start.replies[0].same.len(), 3, "the first moves are equivalent");
        let second = explored(&collection, "f5d6");
        assert_eq!(second.all.games, 3);
        let moves: Vec<_> =
            second.replies.iter().map(|reply| (&*reply.played, reply.count.games)).collect();
        assert_eq!(moves.iter().map(|(_, games)| games).sum::<u64>(), 3, "{moves:?}");
        assert!(moves.contains(&("c3", 1)), "{moves:?}");
        assert_eq!(explored(&collection, "f5d6c3d3").ended, 1);
        assert_eq!(explored(&collection, "f5f6").all.games, 0);
        assert!(!explored(&Collection::default(), "startpos").available);
    }
}

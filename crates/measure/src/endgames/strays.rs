//! Positions beside the best line, as a search visits them.
//!
//! ```text
//! a game:
//!     eight to twelve random plies, so that games differ
//!     then the champion's moves, at a fixed depth
//!     but at one to three of the last eight plies a random move that is not the champion's
//!     taken when N squares are empty, if the side to move has a move and the champion expects
//!         neither side to win by more than 20 discs
//! ```

use std::collections::HashSet;

use othellier_board::{Board, Position, Status};
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_search::{Line, SearchLimits, Searcher};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ATTEMPTS;
use crate::seeds::derived;

/// The seed stream of these games.
const STREAM: u64 = 5;

/// The number of random plies that a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 8..=12;

/// How many moves are not the champion's.
const STRAYS: std::ops::RangeInclusive<usize> = 1..=3;

/// Among how many plies before the position they are.
const STRAY_PLIES: u32 = 8;

/// The greatest advantage that the champion expects, in discs: where a game is decided, most moves
/// are as good.
const MAX_ADVANTAGE: f64 = 20.0;

/// The transposition table of the champion.
const TABLE_BYTES: usize = 1 << 20;

/// An iterator of positions with N empty squares beside the champion's line, no two equal up to
/// symmetry, which ends when no new ones are found. In each the side to move has a move.
///
/// The champion searches on one thread from an empty table, so that the same seed gives the same
/// positions: as long as its search and its weights stay the same.
pub struct Strays {
    empties: u32,
    seed: u64,
    games: u64,
    seen: HashSet<Board>,
    champion: Champion,
    depth: u8,
}

impl Strays {
    /// Positions with that many empty squares, beside games of the champion at that depth.
    pub fn new(empties: u32, depth: u8, seed: u64) -> Strays {
        let level = SearchLevel::fixed(depth.into(), Selectivity::Percent73, 0);
        let champion = Champion::new(level, 1, TABLE_BYTES);
        let seed = derived(seed, STREAM, empties.into());
        Strays { empties, seed, games: 0, seen: HashSet::new(), champion, depth }
    }

    /// Plays until N squares are empty; `None` if the game is over or decided by then, or the side to
    /// move must pass.
    fn play(&mut self, seed: u64) -> Option<Position> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let random_plies = rng.random_range(RANDOM_PLIES);
        let strays = rng.random_range(STRAYS);
        let last_plies = self.empties + 1..=self.empties + STRAY_PLIES;
        let strays = last_plies.sample(&mut rng, strays);
        self.champion.clear();
        let mut position = Position::start();
        for ply in 0.. {
            let empties = position.board().empties().len();
            if empties == self.empties {
                break;
            }
            let played = if ply < random_plies {
                position.moves().choose(&mut rng)?
            } else {
                let best = *self.best_line(&position)?.moves.first()?;
                let others = position.moves().filter(|&played| played != best);
                let stray = if strays.contains(&empties) { others.choose(&mut rng) } else { None };
                stray.unwrap_or(best)
            };
            position = position.after(played);
        }
        let advantage = self.best_line(&position)?.score.discs().abs();
        let is_taken = position.status() == Status::ToMove && advantage <= MAX_ADVANTAGE;
        is_taken.then_some(position)
    }

    /// The champion's line; `None` if the game is over.
    fn best_line(&mut self, position: &Position) -> Option<Line> {
        let limits = SearchLimits::depth(self.depth);
        let report = self.champion.search(position, &limits, &mut |_| {});
        report.lines.into_iter().next()
    }
}

impl Iterator for Strays {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        for _ in 0..ATTEMPTS {
            let seed = derived(self.seed, STREAM, self.games);
            self.games += 1;
            if let Some(position) = self.play(seed)
                && self.seen.insert(position.board().canonical())
            {
                return Some(position);
            }
        }
        None
    }
}

/// One of two halves of all positions, by a hash of the board, the same for symmetric boards: what
/// is tuned on one is reported on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Tune,
    /// For the figures that are published.
    Report,
}

impl Half {
    /// The half of a board.
    pub fn of(board: Board) -> Half {
        let board = board.canonical();
        match derived(board.mover().bits(), STREAM, board.opponent().bits()) & 1 {
            0 => Half::Tune,
            _ => Half::Report,
        }
    }

    /// Its name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Half::Tune => "tune",
            Half::Report => "report",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::obf::{self, Problem};

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let some: Vec<Position> = Strays::new(24, 2, 7).take(6).collect();
        assert_eq!(some, Strays::new(24, 2, 7).take(6).collect::<Vec<_>>());
        assert_ne!(some, Strays::new(24, 2, 8).take(6).collect::<Vec<_>>());
        let distinct: HashSet<Board> = some.iter().map(|one| one.board().canonical()).collect();
        assert_eq!(distinct.len(), 6);
        for position in some {
            assert_eq!(position.board().empties().len(), 24);
            assert_eq!(position.status(), Status::ToMove);
        }
    }

    /// The positions to tune and to report on: each in its half and in one file only, and solved for
    /// all of its moves or for none.
    #[test]
    fn stored_positions_are_in_their_half() {
        let tune = include_str!("../../data/strays-tune.obf");
        let report = include_str!("../../data/strays-report.obf");
        let mut seen = HashSet::new();
        for (half, text) in [(Half::Tune, tune), (Half::Report, report)] {
            let problems: Vec<Problem> =
                obf::read(text.as_bytes()).map(|read| read.unwrap().1).collect();
            assert!(problems.len() >= 150);
            assert!(problems.iter().filter(|problem| problem.has_every_move()).count() >= 40);
            for problem in problems {
                let board = problem.position.board();
                assert_eq!(Half::of(board), half, "{problem}");
                assert!(seen.insert(board.canonical()), "{problem}");
                assert!((24..=30).contains(&board.empties().len()), "{problem}");
                assert!(problem.scores.is_empty() || problem.has_every_move(), "{problem}");
            }
        }
    }

    #[test]
    fn symmetric_boards_are_of_the_same_half_and_halves_are_halves() {
        let boards: Vec<Board> =
            crate::endgames::Endgames::new(20, 1).take(400).map(|one| one.board()).collect();
        for board in &boards {
            assert_eq!(Half::of(board.canonical()), Half::of(*board));
        }
        let tuned = boards.iter().filter(|&&board| Half::of(board) == Half::Tune).count();
        assert!((150..=250).contains(&tuned), "{tuned}");
    }
}

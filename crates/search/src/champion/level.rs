//! Playing strength: how deep and how selectively to search, and how to weaken the choice of moves.

use super::selectivity::Selectivity;

/// A level of the champion: depth, confidence, and errors of the weak levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchLevel {
    /// Depth in the midgame, in plies.
    pub depth: u32,
    /// The confidence of midgame searches.
    pub selectivity: Selectivity,
    /// Searches to the end of the game: from how many empty squares on, with what confidence; the least
    /// confident first.
    pub endgame: [(u32, Selectivity); 3],
    /// How a weak level chooses among moves; `None` where the best move is played.
    pub sampling: Option<MoveSampling>,
}

/// Softmax sampling among moves, for errors like those of people: a move that is nearly as good is
/// played nearly as often, and one that is much worse never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveSampling {
    /// The temperature in discs: a move that loses this much is played a third (1/e) as often.
    pub temperature: f32,
    /// A move that loses this many discs or more is never played.
    pub max_loss: f32,
}

/// The weak levels, which sample their moves: depth, empty squares from which they solve, temperature,
/// greatest loss.
const SAMPLING_LEVELS: [(u32, u32, f32, f32); 8] = [
    (1, 0, 9.0, 24.0),
    (1, 1, 7.0, 20.0),
    (2, 2, 5.0, 14.0),
    (2, 3, 3.5, 10.0),
    (3, 4, 2.5, 7.0),
    (3, 5, 1.5, 4.0),
    (4, 8, 0.7, 2.0),
    (6, 12, 0.3, 1.0),
];

impl SearchLevel {
    /// The lowest level that always plays the best move it found.
    pub const FIRST_FULL_STRENGTH: u32 = SAMPLING_LEVELS.len() as u32;
    /// The strongest level.
    pub const MAX: u32 = 60;
    /// The level where none is given.
    pub const DEFAULT: u32 = 16;

    /// Level 0 is a beginner; level 60 searches to the end of the game from the start.
    pub fn new(level: u32) -> SearchLevel {
        let level = level.min(SearchLevel::MAX);
        if let Some(&(depth, end, temperature, max_loss)) = SAMPLING_LEVELS.get(level as usize) {
            let endgame = [(end, Selectivity::Exact); 3];
            let sampling = Some(MoveSampling { temperature, max_loss });
            return SearchLevel { depth, selectivity: Selectivity::Percent73, endgame, sampling };
        }
        let exact = match level {
            0..=10 => 2 * level,
            11..=59 => 20 + (level - 10) / 4,
            _ => 60,
        };
        let endgame = [
            (level.max(exact + 5), Selectivity::Percent73),
            (exact + 2, Selectivity::Percent95),
            (exact, Selectivity::Exact),
        ];
        let endgame = if level <= 10 { [endgame[2]; 3] } else { endgame };
        SearchLevel { depth: level, selectivity: Selectivity::Percent73, endgame, sampling: None }
    }

    /// A fixed midgame depth and confidence, and a proof from that many empty squares on.
    pub fn fixed(depth: u32, selectivity: Selectivity, solve_from: u32) -> SearchLevel {
        let endgame = [(solve_from, Selectivity::Exact); 3];
        SearchLevel { depth, selectivity, endgame, sampling: None }
    }

    /// Depth and confidence with this many empty squares.
    pub fn target(&self, empties: u32) -> (u32, Selectivity) {
        let surest = self.endgame.iter().rev().find(|(from, _)| empties <= *from);
        match surest {
            Some(&(_, selectivity)) => (empties, selectivity),
            None if self.depth >= empties => (empties, Selectivity::Exact),
            None => (self.depth, self.selectivity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proof of many empty squares takes minutes or years: levels search to the end selectively first.
    #[test]
    fn no_level_below_the_last_proves_too_early() {
        for level in 11..SearchLevel::MAX {
            for empties in 35..=60 {
                let (depth, selectivity) = SearchLevel::new(level).target(empties);
                assert_eq!(selectivity, Selectivity::Percent73, "{level} {empties} {depth}");
            }
        }
        assert_eq!(SearchLevel::new(60).target(60), (60, Selectivity::Exact));
    }

    #[test]
    fn every_level_searches_at_least_as_deep_as_the_one_below() {
        for level in 1..=SearchLevel::MAX {
            let (below, above) = (SearchLevel::new(level - 1), SearchLevel::new(level));
            assert!(above.depth >= below.depth, "{level}");
            for empties in 1..=60 {
                assert!(above.target(empties).0 >= below.target(empties).0, "{level} {empties}");
            }
        }
    }
}

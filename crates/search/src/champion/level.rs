//! How strong the champion plays: from a beginner to all it can.

use super::selectivity::Selectivity;

/// How far and how surely to look, and how often to err.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Plies in the middle of the game.
    pub depth: u32,
    /// With what confidence there.
    pub selectivity: Selectivity,
    /// From how many empty squares on the end of the game is searched, least sure first.
    pub ends: [(u32, Selectivity); 3],
    /// How it errs, if it does.
    pub slips: Option<Slips>,
}

/// Errors like those of people: a move that looks nearly as good is played nearly as often, and one
/// that looks much worse never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slips {
    /// A move that looks this many discs worse is played a third as often.
    pub scale: f32,
    /// A move that looks this many discs worse than the best is never played.
    pub most: f32,
}

/// The levels that err: plies, empty squares from which the end is searched, and the slips.
const ERRING: [(u32, u32, f32, f32); 8] = [
    (1, 0, 9.0, 24.0),
    (1, 1, 7.0, 20.0),
    (2, 2, 5.0, 14.0),
    (2, 3, 3.5, 10.0),
    (3, 4, 2.5, 7.0),
    (3, 5, 1.5, 4.0),
    (4, 8, 0.7, 2.0),
    (6, 12, 0.3, 1.0),
];

impl Level {
    /// The least level that never errs.
    pub const UNERRING: u32 = ERRING.len() as u32;
    /// The strongest level.
    pub const MOST: u32 = 60;
    /// What plays where nothing is said.
    pub const USUAL: u32 = 16;

    /// Level 0 is a beginner, level 60 looks to the end from the start.
    pub fn new(level: u32) -> Level {
        let level = level.min(Level::MOST);
        if let Some(&(depth, end, scale, most)) = ERRING.get(level as usize) {
            let ends = [(end, Selectivity::Exact); 3];
            let (selectivity, slips) = (Selectivity::Percent73, Some(Slips { scale, most }));
            return Level { depth, selectivity, ends, slips };
        }
        let exact = match level {
            0..=10 => 2 * level,
            11..=59 => 20 + (level - 10) * 2 / 5,
            _ => 60,
        };
        let ends = [
            (exact + 6, Selectivity::Percent87),
            (exact + 3, Selectivity::Percent98),
            (exact, Selectivity::Exact),
        ];
        let ends = if level <= 10 { [ends[2]; 3] } else { ends };
        Level { depth: level, selectivity: Selectivity::Percent73, ends, slips: None }
    }

    /// Looks that many plies ahead with this confidence, and solves from that many empty squares on.
    pub fn fixed(depth: u32, selectivity: Selectivity, solve_from: u32) -> Level {
        Level { depth, selectivity, ends: [(solve_from, Selectivity::Exact); 3], slips: None }
    }

    /// Depth and confidence with this many empty squares.
    pub fn reach(&self, empties: u32) -> (u32, Selectivity) {
        let surest = self.ends.iter().rev().find(|(from, _)| empties <= *from);
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

    #[test]
    fn every_level_looks_at_least_as_far_as_the_one_below() {
        for level in 1..=Level::MOST {
            let (below, above) = (Level::new(level - 1), Level::new(level));
            assert!(above.depth >= below.depth, "{level}");
            for empties in 1..=60 {
                assert!(above.reach(empties).0 >= below.reach(empties).0, "{level} {empties}");
            }
        }
    }
}

//! All positions after a number of plies, up to symmetry.

use std::collections::HashSet;

use othellier_board::{Size, Status};

use crate::Game;

/// One game for each position after `plies` plies from the start, up to symmetry. Forced passes are
/// played but not counted; games that end earlier are omitted. On 8×8 there are 67 245 after eight
/// plies.
pub fn distinct_games<S: Size>(plies: u32) -> Vec<Game<S>> {
    let mut games = vec![Game::default()];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for game in &games {
            for played in game.position().moves() {
                let mut longer = game.clone();
                longer.play(played).expect("a legal move");
                if longer.position().status() == Status::MustPass {
                    longer.play(othellier_board::Move::Pass).expect("a forced pass");
                }
                if !longer.is_over() && seen.insert(longer.position().canonical()) {
                    next.push(longer);
                }
            }
        }
        games = next;
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Eight;

    /// These are the published counts.
    #[test]
    fn positions_are_counted_up_to_symmetry() {
        let counts: Vec<usize> =
            (0..=6).map(|plies| distinct_games::<Eight>(plies).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773]);
        assert!(distinct_games::<Eight>(4).iter().all(|game| game.length() == 4));
    }
}

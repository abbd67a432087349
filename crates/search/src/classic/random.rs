//! The random player: a uniformly random legal move.
//!
//! The idea: none. It is the baseline that every other player must beat, and a test double that plays
//! anything.
//!
//! ```text
//! random(position):
//!     return one of the moves of position, each as likely as the others
//! ```
//!
//! Cost: one list of moves. Compare with: everything.

use othellier_board::{Position, Size};
use othellier_eval::Score;
use othellier_platform::clock::Instant;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Line, SearchLimits, SearchReport, Searcher, Trust};

/// Plays any legal move, each as likely as the others. The same seed plays the same game.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// A seed gives the same moves on every machine.
    pub fn new(seed: u64) -> Random {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<S: Size> Searcher<S> for Random {
    fn search(
        &mut self,
        position: &Position<S>,
        _limits: &SearchLimits,
        _watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S> {
        let started = Instant::now();
        let chosen = position.moves().choose(&mut self.rng);
        let line = |played| Line { moves: vec![played], score: Score::ZERO, trust: Trust::None };
        let lines = chosen.map(line).into_iter().collect();
        SearchReport { nodes: 1, elapsed: started.elapsed(), ..SearchReport::new(lines) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Move, Ten};

    fn chosen<S: Size>(player: &mut Random, position: &Position<S>) -> Option<Move<S>> {
        player.search(position, &SearchLimits::default(), &mut |_| ()).best_move()
    }

    fn whole_game<S: Size>(seed: u64) -> Vec<Move<S>> {
        let mut player = Random::new(seed);
        let mut position = Position::<S>::default();
        let mut moves = Vec::new();
        while let Some(played) = chosen(&mut player, &position) {
            position = position.play(played).unwrap();
            moves.push(played);
        }
        assert_eq!(position.moves().len(), 0);
        moves
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        assert_eq!(whole_game::<Eight>(7), whole_game::<Eight>(7));
        assert_ne!(whole_game::<Eight>(7), whole_game::<Eight>(8));
        whole_game::<Ten>(1);
    }

    #[test]
    fn every_move_comes_up() {
        let mut player = Random::new(1);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..4000 {
            *seen.entry(chosen(&mut player, &Position::start())).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 4);
        // Six standard deviations of a binomial(4000, 1/4) are 164.
        assert!(seen.values().all(|count| (836..=1164).contains(count)), "{seen:?}");
    }
}

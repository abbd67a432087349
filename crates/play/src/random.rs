//! The dice: a uniformly random legal move.

use othellier_board::{Move, Size};
use othellier_record::Game;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Choice, Clock, Player, PlayerError, StopSignal};

/// Plays any legal move, each as likely as the others. The same seed plays the same game.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Xoshiro256PlusPlus,
}

impl Random {
    /// Dice that repeat themselves for the same seed, on every machine.
    pub fn new(seed: u64) -> Random {
        Random { dice: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<S: Size> Player<S> for Random {
    fn choose(
        &mut self,
        game: &Game<S>,
        _clock: Clock,
        _stop: &StopSignal,
    ) -> Result<Choice<S>, PlayerError> {
        let chosen: Move<S> =
            game.position().moves().choose(&mut self.dice).ok_or(PlayerError::NoMove)?;
        Ok(Choice { chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Ten};

    fn whole_game<S: Size>(seed: u64) -> Game<S> {
        let mut dice = Random::new(seed);
        let mut game = Game::<S>::default();
        while !game.is_over() {
            let choice = dice.choose(&game, Clock::default(), &StopSignal::default()).unwrap();
            game.play(choice.chosen).unwrap();
        }
        let asked_again = dice.choose(&game, Clock::default(), &StopSignal::default());
        assert_eq!(asked_again, Err(PlayerError::NoMove));
        game
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        assert_eq!(whole_game::<Eight>(7), whole_game::<Eight>(7));
        assert_ne!(whole_game::<Eight>(7), whole_game::<Eight>(8));
        whole_game::<Ten>(1);
    }

    #[test]
    fn every_move_comes_up() {
        let mut dice = Random::new(1);
        let game = Game::new();
        let mut seen = std::collections::HashMap::new();
        for _ in 0..4000 {
            let choice = dice.choose(&game, Clock::default(), &StopSignal::default()).unwrap();
            *seen.entry(choice.chosen).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 4);
        // Six standard deviations of a binomial(4000, 1/4) are 164.
        assert!(seen.values().all(|count| (836..=1164).contains(count)), "{seen:?}");
    }
}

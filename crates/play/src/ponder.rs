//! Thinking on the opponent's time.
//!
//! When its move is chosen, the searcher goes on, in a thread of its own, with the position that the
//! opponent has to think about. What it finds stays in its table, so that its answer to whatever comes
//! begins where pondering ended. The next question, or the end of the player, stops it at once.

use std::thread::JoinHandle;

use othellier_board::Size;
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};

use crate::{Choice, Clock, Player, PlayerError, SearchPlayer};

/// A search player that ponders.
pub struct Ponderer<S: Size, T>(Option<State<S, T>>);

enum State<S: Size, T> {
    Resting(SearchPlayer<S, T>),
    Pondering { thread: JoinHandle<SearchPlayer<S, T>>, stop: StopSignal },
}

impl<S: Size, T: Searcher<S> + Send + 'static> Ponderer<S, T> {
    /// Lets this player ponder.
    pub fn new(player: SearchPlayer<S, T>) -> Ponderer<S, T> {
        Ponderer(Some(State::Resting(player)))
    }

    /// The player, at rest.
    fn rest(&mut self) -> &mut SearchPlayer<S, T> {
        let player = match self.0.take() {
            Some(State::Resting(player)) => player,
            Some(State::Pondering { thread, stop }) => {
                stop.stop();
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
            None => unreachable!("it is always at rest or pondering"),
        };
        match self.0.insert(State::Resting(player)) {
            State::Resting(player) => player,
            State::Pondering { .. } => unreachable!("it was just put to rest"),
        }
    }

    fn ponder(&mut self, game: &Game<S>) {
        if game.is_over() {
            return;
        }
        let Some(State::Resting(mut player)) = self.0.take() else { return };
        let stop = StopSignal::default();
        let position = *game.position();
        // As many positions as there is time for.
        let nodes = Some(u64::MAX);
        let limits = SearchLimits { stop: stop.clone(), nodes, ..SearchLimits::default() };
        let thread = std::thread::spawn(move || {
            player.searcher_mut().search(&position, &limits, &mut |_| {});
            player
        });
        self.0 = Some(State::Pondering { thread, stop });
    }
}

impl<S: Size, T: Searcher<S> + Send + 'static> Player<S> for Ponderer<S, T> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        self.rest().prepare(game, stop)
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        self.rest().search()
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let choice = self.rest().choose(game, clock, stop, watch)?;
        let mut after = game.clone();
        if after.play(choice.chosen).is_ok() {
            self.ponder(&after);
        }
        Ok(choice)
    }
}

impl<S: Size, T> Drop for Ponderer<S, T> {
    fn drop(&mut self) {
        if let Some(State::Pondering { thread, stop }) = self.0.take() {
            stop.stop();
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use othellier_board::{Eight, Position};
    use othellier_search::classic::Random;

    use super::*;

    /// Answers at once, but ponders until told to stop.
    struct Patient {
        pondered: Arc<AtomicU32>,
        at_it: Arc<AtomicBool>,
    }

    impl Searcher for Patient {
        fn search(
            &mut self,
            position: &Position,
            limits: &SearchLimits,
            watch: &mut dyn FnMut(&SearchReport),
        ) -> SearchReport {
            if limits.nodes == Some(u64::MAX) {
                self.pondered.fetch_add(1, Ordering::SeqCst);
                self.at_it.store(true, Ordering::SeqCst);
                while !limits.stop.is_stopped() {
                    std::thread::yield_now();
                }
                self.at_it.store(false, Ordering::SeqCst);
            }
            Random::new(1).search(position, &SearchLimits::default(), watch)
        }
    }

    #[test]
    fn it_ponders_after_each_move_and_never_outlives_its_player() {
        let (pondered, at_it) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let patient = Patient { pondered: pondered.clone(), at_it: at_it.clone() };
        let mut player: Ponderer<Eight, _> =
            Ponderer::new(SearchPlayer::new(patient, SearchLimits::default()));
        let mut game = Game::default();
        for _ in 0..4 {
            let stop = StopSignal::default();
            let choice = player.choose(&game, Clock::default(), &stop, &mut |_| {}).unwrap();
            game.play(choice.chosen).unwrap();
        }
        drop(player);
        assert_eq!(pondered.load(Ordering::SeqCst), 4);
        assert!(!at_it.load(Ordering::SeqCst));
    }
}

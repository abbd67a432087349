//! Pondering: searching on the opponent's time.
//!
//! After its move, the searcher continues in a thread of its own with the position after the reply that
//! it expects; without one, with the position in which the opponent must move. If that position comes
//! (a ponder hit), the next search resumes where pondering stopped, and the time of pondering counts.
//! The next call, or dropping the player, stops pondering at once.

use std::thread::JoinHandle;

use othellier_board::{Move, Position, Size, Status};
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};

use crate::{Choice, Clock, Player, PlayerError, SearchPlayer};

/// A search player that ponders.
pub struct Ponderer<S: Size, T>(Option<State<S, T>>);

enum State<S: Size, T> {
    Idle(SearchPlayer<S, T>),
    Pondering { thread: JoinHandle<SearchPlayer<S, T>>, stop: StopSignal },
}

impl<S: Size, T: Searcher<S> + Send + 'static> Ponderer<S, T> {
    /// Lets a player think during its opponent's time.
    pub fn new(player: SearchPlayer<S, T>) -> Ponderer<S, T> {
        Ponderer(Some(State::Idle(player.resuming())))
    }

    /// Stops pondering and returns the player.
    fn stop_pondering(&mut self) -> &mut SearchPlayer<S, T> {
        let player = match self.0.take() {
            Some(State::Idle(player)) => player,
            Some(State::Pondering { thread, stop }) => {
                stop.stop();
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
            None => unreachable!("it is always idle or pondering"),
        };
        match self.0.insert(State::Idle(player)) {
            State::Idle(player) => player,
            State::Pondering { .. } => unreachable!("it was just made idle"),
        }
    }

    /// Ponders a position until it is stopped.
    fn ponder(&mut self, position: Position<S>) {
        let Some(State::Idle(mut player)) = self.0.take() else { return };
        let stop = StopSignal::default();
        // No limit: it runs until it is stopped.
        let limits = SearchLimits::default().or_nodes(u64::MAX).with_stop(&stop);
        let thread = std::thread::spawn(move || {
            player.searcher_mut().search(&position, &limits, &mut |_| {});
            player
        });
        self.0 = Some(State::Pondering { thread, stop });
    }
}

impl<S: Size, T: Searcher<S> + Send + 'static> Player<S> for Ponderer<S, T> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        self.stop_pondering().prepare(game, stop)
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        self.stop_pondering().search()
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let choice = self.stop_pondering().choose(game, clock, stop, watch)?;
        let line = choice.report.as_ref().and_then(|report| report.lines.first());
        let line = line.map_or(&[][..], |line| &line.moves);
        if let Some(position) = expected_position(game.position(), choice.chosen, line) {
            self.ponder(position);
        }
        Ok(choice)
    }
}

/// The position in which the player expects to choose again, after its move and the reply of its
/// principal variation: as far as that goes. `None` if the game is over by then.
fn expected_position<S: Size>(
    position: &Position<S>,
    chosen: Move<S>,
    line: &[Move<S>],
) -> Option<Position<S>> {
    let own = position.side_to_move();
    let mut expected = position.play(chosen).ok()?;
    let replies = if line.first() == Some(&chosen) { &line[1..] } else { &[] };
    let mut replies = replies.iter();
    loop {
        match expected.status() {
            Status::Over { .. } => return None,
            Status::MustPass => expected = expected.after(Move::Pass),
            Status::ToMove if expected.side_to_move() == own => return Some(expected),
            Status::ToMove => {
                let reply = replies.find(|reply| **reply != Move::Pass);
                match reply.and_then(|reply| expected.play(*reply).ok()) {
                    Some(after) => expected = after,
                    None => return Some(expected),
                }
            }
        }
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

    use othellier_board::Eight;
    use othellier_search::classic::Random;

    use super::*;

    /// Chooses at once, but ponders until stopped.
    struct Patient {
        pondered: Arc<AtomicU32>,
        is_pondering: Arc<AtomicBool>,
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
                self.is_pondering.store(true, Ordering::SeqCst);
                while !limits.stop.is_stopped() {
                    std::thread::yield_now();
                }
                self.is_pondering.store(false, Ordering::SeqCst);
            }
            Random::new(1).search(position, &SearchLimits::default(), watch)
        }
    }

    #[test]
    fn it_ponders_after_each_move_and_ends_with_its_player() {
        let (pondered, is_pondering) =
            (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let patient = Patient { pondered: pondered.clone(), is_pondering: is_pondering.clone() };
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
        assert!(!is_pondering.load(Ordering::SeqCst));
    }
}

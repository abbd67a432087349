//! A player that does not think for ever.
//!
//! A clock would change how some players think: whoever is to play so many random games, or to look
//! so many plies ahead, goes by the time instead as soon as there is one. So what bounds them all is no
//! clock: they are told to stop when it is time, and move by what they have found out.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use othellier_board::Size;
use othellier_play::{Choice, Clock, Player, PlayerError, StopSignal};
use othellier_record::Game;
use othellier_search::SearchReport;

/// How often someone looks whether it is time.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A player that is told to stop when it has thought about a move for so long.
pub(super) struct Hurried<S: Size> {
    pub(super) player: Box<dyn Player<S>>,
    pub(super) most: Duration,
}

impl<S: Size> Player<S> for Hurried<S> {
    fn prepare(&mut self, game: &Game<S>, stop: &StopSignal) -> Result<(), PlayerError> {
        self.player.prepare(game, stop)
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<Choice<S>, PlayerError> {
        let (most, hurry) = (self.most, StopSignal::default());
        let (thinking, has_moved) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| keep_time(has_moved, most, stop, &hurry));
            let choice = self.player.choose(game, clock, &hurry, watch);
            drop(thinking);
            choice
        })
    }
}

/// Says stop when it is time or someone else says so, unless the player has moved before.
fn keep_time(has_moved: Receiver<()>, most: Duration, stop: &StopSignal, hurry: &StopSignal) {
    let began = Instant::now();
    while has_moved.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
        if stop.is_stopped() || began.elapsed() >= most {
            return hurry.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;

    use super::*;
    use crate::allowed::Guest;

    /// The most thinking time that no test waits for.
    const LONG: Duration = Duration::from_secs(3600);

    fn choose(spec: &str, most: Duration, stop: &StopSignal) -> Choice {
        let player = Guest::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
        let mut player = Hurried { player, most };
        player.choose(&Game::new(), Clock::default(), stop, &mut |_| ()).unwrap()
    }

    #[test]
    fn whoever_would_think_for_hours_moves_when_it_is_time_or_told() {
        let stop = StopSignal::default();
        for spec in ["champion(level=60)", "minimax(depth=12)"] {
            choose(spec, Duration::ZERO, &stop);
        }
        stop.stop();
        choose("champion(level=60)", LONG, &stop);
    }

    #[test]
    fn whoever_has_time_plays_as_without_it() {
        let stop = StopSignal::default();
        for spec in ["champion(level=4)", "champion(depth=4)", "mcts(playouts=20)", "pvs(depth=2)"]
        {
            let mut alone = Guest::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
            let alone = alone.choose(&Game::new(), Clock::default(), &stop, &mut |_| ()).unwrap();
            let hurried = choose(spec, LONG, &stop);
            assert_eq!(hurried.chosen, alone.chosen, "{spec}");
            let nodes = |choice: Choice| choice.report.unwrap().nodes;
            assert_eq!(nodes(hurried), nodes(alone), "{spec}");
        }
    }
}

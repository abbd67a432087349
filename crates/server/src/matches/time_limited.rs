//! A wrapper that limits the thinking time of a player.
//!
//! A clock would change how some players search: a player with a limit of playouts or plies would
//! use the time limit instead. So this wrapper gives no clock. It signals stop after a fixed time,
//! and the player returns the best move so far.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use othellier_board::Size;
use othellier_desk::limits;
use othellier_desk::matches::LimitMoves;
use othellier_play::{Choice, Clock, Player, PlayerError, StopSignal};
use othellier_record::Game;
use othellier_search::SearchReport;

/// How often the deadline and the outer stop signal are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Every player moves within the time that the server has for a move.
pub(super) struct MoveTime;

impl LimitMoves for MoveTime {
    fn limited<S: Size>(&self, player: Box<dyn Player<S>>) -> Box<dyn Player<S>> {
        Box::new(TimeLimited { player, limit: limits::MOVE_TIME })
    }
}

/// A player that is asked to stop after `limit` time per move.
struct TimeLimited<S: Size> {
    player: Box<dyn Player<S>>,
    limit: Duration,
}

impl<S: Size> Player<S> for TimeLimited<S> {
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
        let (limit, time_up) = (self.limit, StopSignal::default());
        let (thinking, has_moved) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| watch_deadline(has_moved, limit, stop, &time_up));
            let choice = self.player.choose(game, clock, &time_up, watch);
            drop(thinking);
            choice
        })
    }
}

/// Signals stop at the deadline or when `stop` is signalled, unless the player has moved before.
fn watch_deadline(
    has_moved: Receiver<()>,
    limit: Duration,
    stop: &StopSignal,
    time_up: &StopSignal,
) {
    let began = Instant::now();
    while has_moved.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if stop.is_stopped() || began.elapsed() >= limit {
            return time_up.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;

    use super::*;
    use othellier_desk::allowed::PlayerSpec;

    /// Longer than any test waits.
    const LONG: Duration = Duration::from_secs(3600);

    fn choose(spec: &str, limit: Duration, stop: &StopSignal) -> Choice {
        let player = PlayerSpec::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
        let mut player = TimeLimited { player, limit };
        player.choose(&Game::new(), Clock::default(), stop, &mut |_| ()).unwrap()
    }

    #[test]
    fn a_slow_player_moves_at_the_deadline_or_when_stopped() {
        let stop = StopSignal::default();
        for spec in ["champion(level=60)", "minimax(depth=12)"] {
            choose(spec, Duration::ZERO, &stop);
        }
        stop.stop();
        choose("champion(level=60)", LONG, &stop);
    }

    #[test]
    fn a_distant_deadline_does_not_change_the_search() {
        let stop = StopSignal::default();
        for spec in ["champion(level=4)", "champion(depth=4)", "mcts(playouts=20)", "pvs(depth=2)"]
        {
            let mut alone = PlayerSpec::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
            let alone = alone.choose(&Game::new(), Clock::default(), &stop, &mut |_| ()).unwrap();
            let time_limited = choose(spec, LONG, &stop);
            assert_eq!(time_limited.chosen, alone.chosen, "{spec}");
            let nodes = |choice: Choice| choice.report.unwrap().nodes;
            assert_eq!(nodes(time_limited), nodes(alone), "{spec}");
        }
    }
}

//! A wrapper that limits the thinking time of a player.
//!
//! A clock would change how some players search: a player with a limit of playouts or plies would
//! use the time limit instead. So this wrapper gives no clock. The scheduler interrupts the player after
//! a fixed time, and it returns the best move so far. Only the time in which it has a core counts, also
//! for the time per move of the match.

use std::time::Duration;

use othellier_board::Size;
use othellier_play::{Choice, Clock, Player, PlayerError, StopSignal};
use othellier_record::Game;
use othellier_search::SearchReport;
use othellier_service::limits;
use othellier_service::matches::{LimitMoves, MARGIN};

use crate::scheduler::Slot;

/// Every player moves within the time that the server has for a move, and the match for a move of its
/// own.
pub(super) struct MoveTime {
    pub(super) slot: Slot,
    pub(super) time: Option<Duration>,
}

impl LimitMoves for MoveTime {
    fn limited<S: Size>(&self, player: Box<dyn Player<S>>) -> Box<dyn Player<S>> {
        let MoveTime { slot, time } = self;
        Box::new(TimeLimited { player, slot: slot.clone(), limit: limits::MOVE_TIME, time: *time })
    }

    /// A player that was held has not used the time.
    fn margin(&self) -> Duration {
        Duration::MAX
    }
}

/// A player that is interrupted after `limit` time per move, and loses if it needs more than `time`.
struct TimeLimited<S: Size> {
    player: Box<dyn Player<S>>,
    slot: Slot,
    limit: Duration,
    time: Option<Duration>,
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
        let began = self.slot.ran();
        self.slot.limit(self.limit);
        let choice = self.player.choose(game, clock, stop, watch);
        self.slot.unlimited();
        let took = self.slot.ran().saturating_sub(began);
        match self.time {
            Some(time) if took > time + MARGIN => Err(PlayerError::OutOfTime { waited: took }),
            _ => choice,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use othellier_board::Eight;
    use othellier_service::allowed::PlayerSpec;

    use super::*;
    use crate::client::{Client, Peer};
    use crate::scheduler::{Account, Lane, Scheduler, TaskOptions};

    /// Longer than any test waits.
    const LONG: Duration = Duration::from_secs(3600);

    fn choose(
        spec: &str,
        limit: Duration,
        time: Option<Duration>,
        stop: &StopSignal,
    ) -> Result<Choice, PlayerError> {
        let scheduler = Scheduler::new(1);
        let client = Client::new(Peer::default(), "a".to_owned());
        let options = TaskOptions::new(Account::of(&client), Lane::Background, stop.clone());
        let player = PlayerSpec::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
        let (sender, receiver) = channel();
        let stop = stop.clone();
        scheduler.spawn(options, move |slot| {
            let mut player = TimeLimited { player, slot: slot.clone(), limit, time };
            let _ = sender.send(player.choose(&Game::new(), Clock::default(), &stop, &mut |_| ()));
        });
        let choice = receiver.recv().unwrap();
        scheduler.close();
        choice
    }

    #[test]
    fn a_slow_player_moves_at_the_deadline() {
        for spec in ["champion(level=60)", "minimax(depth=12)"] {
            let stop = StopSignal::default();
            choose(spec, Duration::ZERO, None, &stop).unwrap();
        }
    }

    #[test]
    fn a_player_that_needs_more_than_its_time_loses() {
        let late = choose(
            "champion(level=60)",
            MARGIN + Duration::from_millis(20),
            Some(Duration::from_millis(1)),
            &StopSignal::default(),
        );
        assert!(matches!(late, Err(PlayerError::OutOfTime { .. })), "{late:?}");
    }

    #[test]
    fn a_distant_deadline_does_not_change_the_search() {
        for spec in ["champion(level=4)", "champion(depth=4)", "mcts(playouts=20)", "pvs(depth=2)"]
        {
            let mut alone = PlayerSpec::read(spec, 8).unwrap().program::<Eight>(1).unwrap();
            let never = StopSignal::default();
            let alone = alone.choose(&Game::new(), Clock::default(), &never, &mut |_| ()).unwrap();
            let time_limited = choose(spec, LONG, None, &StopSignal::default()).unwrap();
            assert_eq!(time_limited.chosen, alone.chosen, "{spec}");
            let nodes = |choice: Choice| choice.report.unwrap().nodes;
            assert_eq!(nodes(time_limited), nodes(alone), "{spec}");
        }
    }
}

//! Plays a match.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use othellier_board::{Color, Size, with_size};
use othellier_lab::stats::{self, Sprt};
use othellier_lab::{Colors, Match as LabMatch, MoveLimit, Openings, Side};
use othellier_play::Player;
use othellier_record::{AnyGame, Game, Record};

use super::time_limited::TimeLimited;
use super::wire::{GameEvent, Standings, Verdict};
use super::{Match, Plan, State};
use crate::error::ApiError;
use othellier_desk::limits;

/// Tolerance on the time per move: the machine is shared.
const MARGIN: Duration = Duration::from_millis(250);

/// Plays a match to its end, or until it is asked to stop.
pub(crate) fn play(played: &Match) {
    if played.stop.is_stopped() {
        return played.change(|progress| progress.state = State::Stopped);
    }
    played.change(|progress| progress.state = State::Running);
    let size = played.plan.size;
    let ended = with_size!(size, S => run::<S>(played)).unwrap_or(Ok(()));
    played.change(|progress| match ended {
        Ok(()) if played.stop.is_stopped() => progress.state = State::Stopped,
        Ok(()) => progress.state = State::Done,
        Err(error) => {
            progress.state = State::Failed;
            progress.error = Some(error);
        }
    });
}

fn run<S: Size>(played: &Match) -> Result<(), ApiError>
where
    AnyGame: From<Game<S>>,
{
    let plan = &played.plan;
    let sprt = plan.sprt.and_then(|[h0, h1]| Sprt::new(h0, h1));
    let match_ = LabMatch::<S> {
        players: [plan.players[0].spec().clone(), plan.players[1].spec().clone()],
        games: plan.games,
        openings: openings(plan)?,
        colors: Colors::Swapped,
        limit: plan.time.map(|time| MoveLimit { time, margin: MARGIN }),
        sprt,
        seed: plan.seed,
        threads: NonZeroUsize::MIN,
    };
    let seat = |side: Side, seed| -> Result<_, ApiError> {
        let player = plan.players[side as usize].program::<S>(seed)?;
        Ok(Box::new(TimeLimited { player, limit: limits::MOVE_TIME }) as Box<dyn Player<S>>)
    };
    let totals = match_.run_with(&seat, &played.stop, &mut |game, totals| {
        let event = GameEvent::of(game, totals);
        let mut record = Record::from(game.finished.game.clone());
        for color in Color::ALL {
            let name = plan.players[event.holder(color)].spec().to_string();
            record.game.set_name(color, name);
        }
        played.add(event, record);
        ControlFlow::Continue(())
    })?;
    let verdict = sprt.and_then(|sprt| match sprt.verdict(totals.pairs) {
        stats::Verdict::Undecided => None,
        stats::Verdict::AcceptH0 => Some(Verdict::H0),
        stats::Verdict::AcceptH1 => Some(Verdict::H1),
    });
    played.change(|progress| {
        progress.standings = Standings::of(&totals);
        progress.verdict = verdict;
    });
    Ok(())
}

fn openings<S: Size>(plan: &Plan) -> Result<Openings<S>, ApiError> {
    match plan.random_plies {
        0 => Ok(Openings::start()),
        plies => Openings::random(plies, plan.games.div_ceil(2), plan.seed)
            .map_err(ApiError::bad_request),
    }
}

/// Checks that the match can be played.
pub(super) fn check(plan: &Plan) -> Result<(), ApiError> {
    fn check<S: Size>(plan: &Plan) -> Result<(), ApiError> {
        openings::<S>(plan)?;
        plan.players.iter().try_for_each(|player| Ok(player.program::<S>(0).map(drop)?))
    }
    with_size!(plan.size, S => check::<S>(plan)).unwrap_or(Ok(()))
}

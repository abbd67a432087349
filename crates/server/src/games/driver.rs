//! Drives live games: a program whose turn it is chooses its move in a thread of its own, and a
//! timer watches a running clock.
//!
//! Every change of a game begins a new turn with a new number. A move or a timeout that belongs to
//! an earlier turn is stale and dropped.

use std::sync::Arc;
use std::time::{Duration, Instant};

use othellier_board::{Move, Size};
use othellier_desk::allowed::PlayerSpec;
use othellier_desk::limits;
use othellier_play::{
    AnySession, Clock, Command, GameSession, SessionState, StopSignal, Thought, with_session,
};
use othellier_record::{AnyGame, Game};
use othellier_search::SearchReport;

use super::events::ThoughtEvent;
use super::registry::{SessionEvent, SessionHandle};
use super::session::{LiveGame, ThoughtShown, command};
use crate::App;
use crate::error::ApiError;

/// Begins a new turn.
pub(crate) fn drive(app: &App, handle: &Arc<SessionHandle>) {
    let (number, stop) = handle.begin_turn();
    let (state, timeout) = {
        let session = handle.lock();
        let left = session.running().zip(session.left());
        (session.state(), left.map(|(color, left)| left[color as usize]))
    };
    if let Some(left) = timeout {
        tokio::spawn(enforce_clock(app.clone(), handle.clone(), number, left));
    }
    if state == SessionState::Thinking {
        tokio::spawn(think(app.clone(), handle.clone(), number, stop));
    }
}

/// Resumes programs that waited for a viewer.
pub(crate) fn wake(app: &App, handle: &Arc<SessionHandle>) {
    let awaits_viewer = handle.turn().awaits_viewer;
    if awaits_viewer {
        drive(app, handle);
    }
}

/// Ends a game whose time has run out.
async fn enforce_clock(app: App, handle: Arc<SessionHandle>, number: u64, left: Duration) {
    tokio::time::sleep(left + Duration::from_millis(1)).await;
    if handle.turn().number != number {
        return;
    }
    let is_down = |session: &mut LiveGame| match session.flag() {
        true => Ok(()),
        false => Err(ApiError::conflict("there is time left")),
    };
    if app.registry().change(&handle, is_down).is_ok() {
        drive(&app, &handle);
    }
}

/// Plays one move of a program.
async fn think(app: App, handle: Arc<SessionHandle>, number: u64, stop: StopSignal) {
    let (pace, has_person) = {
        let session = handle.lock();
        (session.pace, session.session.has_person())
    };
    if !pace.is_zero() {
        tokio::time::sleep(pace).await;
    }
    if !should_think(&handle, number, has_person) {
        return;
    }
    let Ok(_permit) = app.move_permits().acquire().await else { return };
    if stop.is_stopped() {
        return;
    }
    let (game, player, seed, version, allotted) = {
        let live = handle.lock();
        let session = &live.session;
        let player = PlayerSpec::of(session.player(session.side_to_move()));
        let seed = session.settings().seed.wrapping_add(session.length() as u64);
        let allotted = with_session!(session, session => allotted(session));
        (live.game(), player, seed, session.version(), allotted)
    };
    let most = allotted.map_or(limits::MOVE_TIME, |time| time.min(limits::MOVE_TIME));
    let timeout = tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::time::sleep(most).await;
            stop.stop();
        }
    });
    let events = handle.events.clone();
    let search_stop = stop.clone();
    let chosen = tokio::task::spawn_blocking(move || {
        let mut publish = |event: ThoughtEvent| {
            let _ = events.send(SessionEvent::Thought(Arc::new(event)));
        };
        choose_in(&game, &player, seed, version, &search_stop, &mut publish)
    });
    let chosen = chosen.await;
    timeout.abort();
    let chosen = chosen.unwrap_or_else(|_| Err(ApiError::internal("the program crashed")));
    if handle.turn().number != number {
        return;
    }
    app.metrics().count_move();
    let changed = app.registry().change(&handle, |live| {
        if live.session.version() != version {
            return Err(ApiError::conflict("the game has changed"));
        }
        let now = Instant::now();
        live.error = chosen.and_then(|play| play(&mut live.session, now)).err();
        if live.error.is_some() {
            command!(live, Command::Fail)?;
        }
        Ok(())
    });
    match changed {
        Ok(()) => drive(&app, &handle),
        Err(error) => handle.report_failure(version, error),
    }
}

/// How long a program may think about its move; none: no limit.
fn allotted<S: Size>(session: &GameSession<S>) -> Option<Duration> {
    let empties = session.game().position().board().empties().len();
    session.clock(session.side_to_move()).allot(empties)
}

/// Whether a program should choose a move for this turn: not if the turn is stale, and not in a
/// game between programs that nobody watches.
fn should_think(handle: &SessionHandle, number: u64, has_person: bool) -> bool {
    let mut turn = handle.turn();
    if turn.number != number {
        return false;
    }
    // Under the lock: a new viewer is either counted here or finds `awaits_viewer` set.
    turn.awaits_viewer = !has_person && handle.events.receiver_count() == 0;
    !turn.awaits_viewer
}

/// Plays the move of a program in a session of its size.
type Play = Box<dyn FnOnce(&mut AnySession, Instant) -> Result<(), ApiError> + Send>;

/// Lets a program choose in a game of any size.
fn choose_in(
    game: &AnyGame,
    player: &PlayerSpec,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<Play, ApiError> {
    macro_rules! by_size {
        ($($size:ident)*) => {
            match game {
                $(AnyGame::$size(game) => {
                    let (chosen, thought) = choose(game, player, seed, version, stop, publish)?;
                    Ok(Box::new(move |session, now| match session {
                        AnySession::$size(session) => {
                            session.apply(Command::Choose { chosen, thought }, now)?;
                            Ok(())
                        }
                        _ => Err(ApiError::conflict("the game has changed")),
                    }))
                })*
            }
        };
    }
    by_size!(Four Six Eight Ten)
}

/// The move that a program chooses, and the evaluation behind it.
fn choose<S: Size>(
    game: &Game<S>,
    player: &PlayerSpec,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<(Move<S>, Option<Thought<S>>), ApiError> {
    let mut program = player.program::<S>(seed)?;
    let color = game.position().side_to_move();
    let mut watch = |report: &SearchReport<S>| {
        if let Some(thought) = Thought::of(report) {
            let thought = ThoughtShown::from(&thought);
            publish(ThoughtEvent::new(version, color, report.selectivity, thought, report.elapsed));
        }
    };
    // The program gets no clock, only a stop signal: a level keeps its strength, however much time
    // there is.
    let choice = program.choose(game, Clock::default(), stop, &mut watch);
    let choice = choice.map_err(|error| ApiError::internal(format!("no move: {error}")))?;
    Ok((choice.chosen, choice.report.as_ref().and_then(Thought::of)))
}

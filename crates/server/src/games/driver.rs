//! Drives live games: a program whose turn it is chooses its move in a thread of its own, and a
//! timer watches a running clock.
//!
//! Every change of a game begins a new turn with a new number. A move or a timeout that belongs to
//! an earlier turn is stale and dropped.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::Size;
use othellier_play::{Clock, StopSignal};
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::SearchReport;
use othellier_wire as wire;

use super::events::ThoughtEvent;
use super::registry::{SessionEvent, SessionHandle};
use super::session::{State, Thought};
use crate::App;
use crate::error::ApiError;
use othellier_desk::allowed::PlayerSpec;
use othellier_desk::limits;

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
    if state == State::Thinking {
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
    let is_down = |session: &mut super::session::GameSession| match session.flag() {
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
        (session.pace, session.has_person())
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
    let (game, player_spec, seed, version, allotted) = {
        let session = handle.lock();
        let Some(color) = session.turn() else { return };
        let player_spec = session.players[color as usize].clone();
        let seed = session.seed.wrapping_add(session.game().length() as u64);
        (session.game().clone(), player_spec, seed, session.version, session.allotted())
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
        with_game!(&game, game => choose(game, &player_spec, seed, version, &search_stop, &mut publish))
    });
    let chosen = chosen.await;
    timeout.abort();
    let chosen = chosen.unwrap_or_else(|_| Err(ApiError::internal("the program crashed")));
    if handle.turn().number != number {
        return;
    }
    app.metrics().count_move();
    let changed = app.registry().change(&handle, |session| {
        if session.version != version {
            return Err(ApiError::conflict("the game has changed"));
        }
        if session.flag() {
            return Ok(());
        }
        let moved = chosen.and_then(|(played, thought)| session.play(&played, thought));
        session.error = moved.err();
        Ok(())
    });
    match changed {
        Ok(()) => drive(&app, &handle),
        Err(error) => handle.report_failure(version, error),
    }
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

/// The move that a program chooses, and the evaluation behind it.
fn choose<S: Size>(
    game: &Game<S>,
    player_spec: &PlayerSpec,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    publish: &mut dyn FnMut(ThoughtEvent),
) -> Result<(String, Option<Thought>), ApiError>
where
    AnyGame: From<Game<S>>,
{
    let mut player = player_spec.program::<S>(seed)?;
    let color = game.position().side_to_move();
    let mut watch = |report: &SearchReport<S>| {
        if let Some(thought) = thought_of(report) {
            publish(ThoughtEvent::new(version, color, report.selectivity, thought, report.elapsed));
        }
    };
    // The program gets no clock, only a stop signal: a level keeps its strength, however much time
    // there is.
    let choice = player.choose(game, Clock::default(), stop, &mut watch);
    let choice = choice.map_err(|error| ApiError::internal(format!("no move: {error}")))?;
    Ok((choice.chosen.to_string(), choice.report.as_ref().and_then(thought_of)))
}

fn thought_of<S: Size>(report: &SearchReport<S>) -> Option<Thought> {
    let best = report.lines.first()?;
    let wire::Value { score, trust, percent } = best.into();
    Some(Thought {
        score,
        trust: trust.word().to_owned(),
        percent,
        depth: report.depth,
        nodes: report.nodes,
        line: wire::moves(&best.moves),
    })
}

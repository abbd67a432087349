//! Programs at the board: whenever it is the turn of one, it thinks in a thread of its own and
//! moves; and whenever a clock runs, someone looks at it.
//!
//! Every change of a game begins a new turn, which has a number. Whatever comes back from an
//! earlier turn, a move or an alarm, is late and is dropped.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::Size;
use othellier_play::{Clock, StopSignal};
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::SearchReport;

use super::events::ThoughtEvent;
use super::hall::{News, Table};
use super::sitting::{State, Thought};
use crate::App;
use crate::allowed::Guest;
use crate::limits;
use crate::trouble::Trouble;
use crate::wire::{moves_shown, score_of, trust_shown};

/// Begins a new turn.
pub(crate) fn drive(app: &App, table: &Arc<Table>) {
    let (number, stop) = table.begin_turn();
    let (state, alarm) = {
        let sitting = table.lock();
        let left = sitting.running().zip(sitting.left());
        (sitting.state(), left.map(|(color, left)| left[color as usize]))
    };
    if let Some(left) = alarm {
        tokio::spawn(ring(app.clone(), table.clone(), number, left));
    }
    if state == State::Thinking {
        tokio::spawn(think(app.clone(), table.clone(), number, stop));
    }
}

/// Lets programs go on that waited for someone to watch them.
pub(crate) fn wake(app: &App, table: &Arc<Table>) {
    let is_resting = table.turn().is_resting;
    if is_resting {
        drive(app, table);
    }
}

/// Ends a game whose clock has run down.
async fn ring(app: App, table: Arc<Table>, number: u64, left: Duration) {
    tokio::time::sleep(left + Duration::from_millis(1)).await;
    if table.turn().number != number {
        return;
    }
    let is_down = |sitting: &mut super::sitting::Sitting| match sitting.flag() {
        true => Ok(()),
        false => Err(Trouble::conflict("there is time left")),
    };
    if app.hall().change(&table, is_down).is_ok() {
        drive(&app, &table);
    }
}

/// One move of a program.
async fn think(app: App, table: Arc<Table>, number: u64, stop: StopSignal) {
    let (pace, has_person) = {
        let sitting = table.lock();
        (sitting.pace, sitting.has_person())
    };
    if !pace.is_zero() {
        tokio::time::sleep(pace).await;
    }
    if !is_called_for(&table, number, has_person) {
        return;
    }
    let Ok(_seat) = app.thinkers().acquire().await else { return };
    if stop.is_stopped() {
        return;
    }
    let (game, guest, seed, version, allotted) = {
        let sitting = table.lock();
        let Some(color) = sitting.turn() else { return };
        let guest = sitting.players[color as usize].clone();
        let seed = sitting.seed.wrapping_add(sitting.game().length() as u64);
        (sitting.game().clone(), guest, seed, sitting.version, sitting.allotted())
    };
    let most = allotted.map_or(limits::MOVE_TIME, |time| time.min(limits::MOVE_TIME));
    let alarm = tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::time::sleep(most).await;
            stop.stop();
        }
    });
    let news = table.news.clone();
    let told_to = stop.clone();
    let chosen = tokio::task::spawn_blocking(move || {
        let mut tell = |event: ThoughtEvent| {
            let _ = news.send(News::Thought(Arc::new(event)));
        };
        with_game!(&game, game => choose(game, &guest, seed, version, &told_to, &mut tell))
    });
    let chosen = chosen.await;
    alarm.abort();
    let chosen = chosen.unwrap_or_else(|_| Err(Trouble::internal("the program broke down")));
    if table.turn().number != number {
        return;
    }
    app.metrics().count_move();
    let changed = app.hall().change(&table, |sitting| {
        if sitting.version != version {
            return Err(Trouble::conflict("the game has gone on"));
        }
        if sitting.flag() {
            return Ok(());
        }
        let moved = chosen.and_then(|(played, thought)| sitting.play(&played, thought));
        sitting.trouble = moved.err();
        Ok(())
    });
    match changed {
        Ok(()) => drive(&app, &table),
        Err(trouble) => table.give_up(version, trouble),
    }
}

/// Whether a program is to think about this turn: not if it is late, and not for programs alone, which
/// rest while nobody watches them.
fn is_called_for(table: &Table, number: u64, has_person: bool) -> bool {
    let mut turn = table.turn();
    if turn.number != number {
        return false;
    }
    // Under the lock: whoever begins to watch is either counted here or finds the game at rest.
    turn.is_resting = !has_person && table.news.receiver_count() == 0;
    !turn.is_resting
}

/// The move that a program chooses, and what it thought.
fn choose<S: Size>(
    game: &Game<S>,
    guest: &Guest,
    seed: u64,
    version: u64,
    stop: &StopSignal,
    tell: &mut dyn FnMut(ThoughtEvent),
) -> Result<(String, Option<Thought>), Trouble>
where
    AnyGame: From<Game<S>>,
{
    let mut player = guest.program::<S>(seed)?;
    let color = game.position().side_to_move();
    let mut watch = |report: &SearchReport<S>| {
        if let Some(thought) = thought_of(report) {
            tell(ThoughtEvent::new(version, color, report.selectivity, thought, report.elapsed));
        }
    };
    // The clock is kept by whoever says stop: a level stays a level, however much time there is.
    let choice = player.choose(game, Clock::default(), stop, &mut watch);
    let choice = choice.map_err(|error| Trouble::internal(format!("no move: {error}")))?;
    Ok((choice.chosen.to_string(), choice.report.as_ref().and_then(thought_of)))
}

fn thought_of<S: Size>(report: &SearchReport<S>) -> Option<Thought> {
    let best = report.lines.first()?;
    let (trust, percent) = trust_shown(best.trust);
    Some(Thought {
        score: score_of(best),
        trust: trust.to_owned(),
        percent,
        depth: report.depth,
        nodes: report.nodes,
        line: moves_shown(&best.moves),
    })
}

//! The games that someone plays or watches right now, and those on disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use othellier_search::StopSignal;
use tokio::sync::broadcast;

use super::events::ThoughtEvent;
use super::sitting::Sitting;
use super::wire::{GameShown, game_shown};
use crate::ids::{is_id, new_id};
use crate::limits;
use crate::store::{Kept, Store, StoreError};
use crate::trouble::Trouble;

type Tables = HashMap<String, Arc<Table>>;

/// The live games and the store behind them.
pub(crate) struct Hall {
    store: Arc<Store>,
    tables: Mutex<Tables>,
}

/// When there are so many live games, those that nobody looks at are put away.
const LIVE: usize = 256;
/// News that a slow watcher may be behind; after that it is told the whole game.
const NEWS: usize = 64;

/// One live game.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) view: String,
    sitting: Mutex<Sitting>,
    pub(crate) news: broadcast::Sender<News>,
    pub(crate) turn: Mutex<Turn>,
}

/// What those who watch a game are told.
#[derive(Clone)]
pub(crate) enum News {
    Changed,
    Thought(Arc<ThoughtEvent>),
    Gone,
}

/// The turn that is being waited for: everything that belongs to an earlier one is late.
#[derive(Default)]
pub(crate) struct Turn {
    pub(crate) number: u64,
    pub(crate) stop: StopSignal,
    /// Whether programs wait for someone to watch them.
    pub(crate) is_resting: bool,
}

/// A game as its holder may use it.
#[derive(Clone)]
pub(crate) struct Seat {
    pub(crate) table: Arc<Table>,
    pub(crate) may_play: bool,
}

impl Hall {
    pub(crate) fn new(store: Arc<Store>) -> Hall {
        Hall { store, tables: Mutex::default() }
    }

    /// Opens a game.
    pub(crate) fn open(&self, sitting: Sitting) -> Result<Arc<Table>, Trouble> {
        let table = Table::new(new_id(), new_id(), sitting);
        let kept = table.kept(&table.lock())?;
        self.store.add(&kept, limits::GAMES).map_err(unkept)?;
        bring_in(&mut self.tables(), &table);
        Ok(table)
    }

    /// The game with this id, and whether it was just taken from disk.
    pub(crate) fn find(&self, id: &str) -> Result<(Seat, bool), Trouble> {
        if !is_id(id) {
            return Err(nothing());
        }
        let mut tables = self.tables();
        if let Some(table) = tables.get(id) {
            return Ok((Seat { table: table.clone(), may_play: true }, false));
        }
        let kept = self.store.find(id).map_err(unkept)?.ok_or_else(nothing)?;
        let may_play = kept.id == id;
        if let Some(table) = tables.get(&kept.id) {
            return Ok((Seat { table: table.clone(), may_play }, false));
        }
        let sitting = Sitting::from_kept(&kept.game, &kept.settings)?;
        let table = Table::new(kept.id, kept.view, sitting);
        bring_in(&mut tables, &table);
        Ok((Seat { table, may_play }, true))
    }

    /// Changes a game and keeps it. What cannot be done or kept changes nothing that is seen later.
    pub(crate) fn change(
        &self,
        table: &Table,
        change: impl FnOnce(&mut Sitting) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut sitting = table.lock();
        let mut changed = sitting.clone();
        change(&mut changed)?;
        changed.changed();
        if !self.store.update(&table.kept(&changed)?).map_err(unkept)? {
            return Err(nothing());
        }
        *sitting = changed;
        drop(sitting);
        let _ = table.news.send(News::Changed);
        Ok(())
    }

    /// Forgets a game.
    pub(crate) fn forget(&self, table: &Table) -> Result<(), Trouble> {
        self.store.delete(&table.id).map_err(unkept)?;
        self.tables().remove(&table.id);
        table.begin_turn();
        let _ = table.news.send(News::Gone);
        Ok(())
    }

    /// Tells all programs to stop. The moves they answer with in a hurry are not played.
    pub(crate) fn close(&self) {
        for table in self.tables().values() {
            table.begin_turn();
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().expect("no panic in the hall")
    }
}

/// Takes a game among the live ones; when these are many, those that nobody looks at are put away.
fn bring_in(tables: &mut Tables, table: &Arc<Table>) {
    if tables.len() >= LIVE {
        tables.retain(|_, table| !table.is_idle());
    }
    tables.insert(table.id.clone(), table.clone());
}

impl Table {
    fn new(id: String, view: String, sitting: Sitting) -> Arc<Table> {
        let (news, _) = broadcast::channel(NEWS);
        let (sitting, turn) = (Mutex::new(sitting), Mutex::default());
        Arc::new(Table { id, view, sitting, news, turn })
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().expect("no panic at a table")
    }

    pub(crate) fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().expect("no panic at a table")
    }

    /// Begins another turn: its number, and what will tell it to stop. Whoever was at the last one
    /// is told so, and is late.
    pub(crate) fn begin_turn(&self) -> (u64, StopSignal) {
        let mut turn = self.turn();
        turn.stop.stop();
        *turn = Turn { number: turn.number + 1, ..Turn::default() };
        (turn.number, turn.stop.clone())
    }

    /// Says why the program whose turn it was does not move, unless the game has gone on since.
    pub(crate) fn give_up(&self, version: u64, trouble: Trouble) {
        let mut sitting = self.lock();
        if sitting.version == version {
            sitting.trouble = Some(trouble);
            drop(sitting);
            let _ = self.news.send(News::Changed);
        }
    }

    pub(crate) fn shown(&self, may_play: bool) -> GameShown {
        game_shown(&self.lock(), &self.id, &self.view, may_play)
    }

    /// This sitting as it is to be on disk.
    fn kept(&self, sitting: &Sitting) -> Result<Kept, Trouble> {
        let (game, settings) = sitting.kept()?;
        Ok(Kept { id: self.id.clone(), view: self.view.clone(), game, settings })
    }

    /// Whether nobody watches and nobody thinks: then the game on disk is all there is.
    fn is_idle(self: &Arc<Table>) -> bool {
        Arc::strong_count(self) == 1 && self.news.receiver_count() == 0
    }
}

impl Seat {
    pub(crate) fn shown(&self) -> GameShown {
        self.table.shown(self.may_play)
    }
}

fn nothing() -> Trouble {
    Trouble::not_found("there is no such game")
}

fn unkept(error: StoreError) -> Trouble {
    Trouble::internal(error)
}

#[cfg(test)]
mod tests {
    use othellier_record::Record;

    use super::*;
    use crate::allowed::Guest;

    fn hall() -> Hall {
        Hall::new(Arc::new(Store::in_memory().unwrap()))
    }

    fn sitting() -> Sitting {
        Sitting::new(Record::default(), [Guest::human(), Guest::human()])
    }

    #[test]
    fn a_game_that_was_forgotten_stays_so_whoever_still_holds_it() {
        let hall = hall();
        let table = hall.open(sitting()).unwrap();
        let (number, stop) = table.begin_turn();
        hall.forget(&table).unwrap();
        assert!(stop.is_stopped() && table.turn().number != number, "its turn is over");
        let late = hall.change(&table, |sitting| sitting.play("f5", None));
        assert_eq!(late.unwrap_err().code, "not_found");
        assert_eq!(table.lock().game().length(), 0);
        assert_eq!(hall.find(&table.id).err().unwrap().code, "not_found");
    }

    #[test]
    fn games_that_nobody_looks_at_are_put_away() {
        let hall = hall();
        let held = hall.open(sitting()).unwrap();
        let ids: Vec<_> = (0..2 * LIVE).map(|_| hall.open(sitting()).unwrap().id.clone()).collect();
        assert!(hall.tables().len() <= LIVE && hall.tables().contains_key(&held.id));
        assert!(ids.iter().all(|id| hall.find(id).is_ok()), "they are on disk");
    }
}

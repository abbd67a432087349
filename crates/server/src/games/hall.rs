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

/// The live games and the store behind them.
pub(crate) struct Hall {
    store: Arc<Store>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
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
        if self.store.count().map_err(unkept)? >= limits::GAMES {
            return Err(Trouble::busy("no more games can be kept"));
        }
        let table = Table::new(new_id(), new_id(), sitting);
        self.keep(&table, &table.lock())?;
        self.tables().insert(table.id.clone(), table.clone());
        Ok(table)
    }

    /// The game with this id, and whether it was just taken from disk.
    pub(crate) fn find(&self, id: &str) -> Result<(Seat, bool), Trouble> {
        let nothing = || Trouble::not_found("there is no such game");
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
        if tables.len() >= LIVE {
            tables.retain(|_, table| !table.is_idle());
        }
        let sitting = Sitting::from_kept(&kept.game, &kept.settings)?;
        let table = Table::new(kept.id, kept.view, sitting);
        tables.insert(table.id.clone(), table.clone());
        Ok((Seat { table, may_play }, true))
    }

    /// Changes a game and keeps it. What cannot be done or kept changes nothing that is seen later.
    pub(crate) fn change(
        &self,
        table: &Table,
        change: impl FnOnce(&mut Sitting) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut sitting = table.lock();
        change(&mut sitting)?;
        sitting.changed();
        self.keep(table, &sitting)?;
        drop(sitting);
        let _ = table.news.send(News::Changed);
        Ok(())
    }

    /// Forgets a game.
    pub(crate) fn forget(&self, table: &Table) -> Result<(), Trouble> {
        self.store.delete(&table.id).map_err(unkept)?;
        self.tables().remove(&table.id);
        table.turn().stop.stop();
        let _ = table.news.send(News::Gone);
        Ok(())
    }

    /// Tells all programs to stop.
    pub(crate) fn close(&self) {
        for table in self.tables().values() {
            table.turn().stop.stop();
        }
    }

    fn keep(&self, table: &Table, sitting: &Sitting) -> Result<(), Trouble> {
        let (game, settings) = sitting.kept()?;
        let (id, view) = (table.id.clone(), table.view.clone());
        self.store.save(&Kept { id, view, game, settings }).map_err(unkept)
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().expect("no panic in the hall")
    }
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

    pub(crate) fn shown(&self, may_play: bool) -> GameShown {
        game_shown(&self.lock(), &self.id, &self.view, may_play)
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

fn unkept(error: StoreError) -> Trouble {
    Trouble::internal(error)
}

//! The memory of all searches, under one budget.
//!
//! Between its moves the program of a live game is kept here, with its transposition table and what it
//! has learned; so are the champions of analyses between their slices. What was used longest ago is
//! dropped when there is no room for something new, and what was not used for a while is dropped too. So
//! memory is bounded by the budget, whatever is asked for, and is given back when nobody plays.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use othellier_board::Color;
use othellier_search::champion::Champion;
use othellier_service::ServiceError;
use othellier_service::analysis::Analysis;
use othellier_service::games::{Program, Turn};

/// Memory of a program besides its transposition table: the local tables of its endgames.
const BESIDES: usize = 512 << 10;
/// The least table that something is given when the budget is used up.
const LEAST: usize = 64 << 10;
/// The table of an analysis, where there is room.
const ANALYSIS: usize = 64 << 20;
/// Tables that were not used for this long are dropped.
pub(crate) const IDLE_TIME: Duration = Duration::from_secs(40);

/// The memory of programs. Clones share it.
#[derive(Clone)]
pub(crate) struct Tables(Arc<Inner>);

struct Inner {
    budget: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Bytes that are in use or kept.
    taken: usize,
    kept: HashMap<Owner, Kept>,
    /// A number for the next champion that is kept.
    next: u64,
}

/// To whom something that is kept belongs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Game(String, Color),
    Analysis(u64),
}

struct Kept {
    tool: Tool,
    bytes: usize,
    since: Instant,
}

enum Tool {
    Program(Program),
    Champion(Champion),
}

/// Bytes of the budget, given back when it is dropped.
pub(crate) struct Room {
    inner: Arc<Inner>,
    pub(crate) bytes: usize,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.inner.lock().taken -= self.bytes;
    }
}

pub(crate) struct TakenProgram {
    pub(crate) program: Program,
    owner: Owner,
    room: Room,
}

pub(crate) struct TakenChampion {
    pub(crate) champion: Champion,
    room: Room,
}

/// The figures of the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) budget: usize,
    pub(crate) used: usize,
    /// Bytes that are kept for later.
    pub(crate) kept: usize,
    pub(crate) programs: usize,
}

impl Tables {
    /// A budget in bytes.
    pub(crate) fn new(budget: usize) -> Tables {
        Tables(Arc::new(Inner { budget, state: Mutex::default() }))
    }

    /// The program of a turn of this game: the one that is kept, or a new one.
    pub(crate) fn program(&self, game: &str, turn: &Turn) -> Result<TakenProgram, ServiceError> {
        let owner = Owner::Game(game.to_owned(), turn.color());
        if let Some((Tool::Program(program), room)) = self.take(&owner)
            && turn.fits(&program)
        {
            return Ok(TakenProgram { program, owner, room });
        }
        let room = self.room(turn.table_bytes() + BESIDES, LEAST + BESIDES);
        let program = turn.program(room.bytes - BESIDES)?;
        Ok(TakenProgram { program, owner, room })
    }

    /// A champion for a slice of an analysis.
    pub(crate) fn champion(&self) -> TakenChampion {
        let is_champion = |owner: &Owner| matches!(owner, Owner::Analysis(_));
        let latest = {
            let state = self.0.lock();
            let champions = state.kept.iter().filter(|(owner, _)| is_champion(owner));
            champions.max_by_key(|(_, kept)| kept.since).map(|(owner, _)| owner.clone())
        };
        if let Some((Tool::Champion(champion), room)) = latest.and_then(|owner| self.take(&owner)) {
            return TakenChampion { champion, room };
        }
        let room = self.room(ANALYSIS + BESIDES, LEAST + BESIDES);
        TakenChampion { champion: Analysis::champion(room.bytes - BESIDES), room }
    }

    /// Room for `wanted` bytes, or for what is left of the budget, but for at least `least`.
    pub(crate) fn room(&self, wanted: usize, least: usize) -> Room {
        let mut dropped = Vec::new();
        let mut state = self.0.lock();
        while state.taken + wanted > self.0.budget
            && let Some(oldest) = state.oldest()
        {
            dropped.extend(state.drop_kept(&oldest));
        }
        let bytes = wanted.min(self.0.budget.saturating_sub(state.taken)).max(least);
        state.taken += bytes;
        drop(state);
        Room { inner: self.0.clone(), bytes }
    }

    /// Drops what was not used since this instant.
    pub(crate) fn drop_unused(&self, since: Instant) {
        let mut state = self.0.lock();
        let unused = state.kept.iter().filter(|(_, kept)| kept.since < since);
        let unused: Vec<Owner> = unused.map(|(owner, _)| owner.clone()).collect();
        let dropped: Vec<_> = unused.iter().filter_map(|owner| state.drop_kept(owner)).collect();
        drop(state);
        drop(dropped);
    }

    /// Drops what is kept for a game.
    pub(crate) fn forget(&self, game: &str) {
        let mut state = self.0.lock();
        let owners = Color::ALL.map(|color| Owner::Game(game.to_owned(), color));
        let dropped = owners.map(|owner| state.drop_kept(&owner));
        drop(state);
        drop(dropped);
    }

    pub(crate) fn figures(&self) -> Figures {
        let state = self.0.lock();
        let kept = state.kept.values().map(|kept| kept.bytes).sum();
        let is_program = |owner: &&Owner| matches!(owner, Owner::Game(..));
        let programs = state.kept.keys().filter(is_program).count();
        Figures { budget: self.0.budget, used: state.taken - kept, kept, programs }
    }

    fn take(&self, owner: &Owner) -> Option<(Tool, Room)> {
        let Kept { tool, bytes, .. } = self.0.lock().kept.remove(owner)?;
        Some((tool, Room { inner: self.0.clone(), bytes }))
    }
}

impl TakenProgram {
    /// Keeps the program for the next turn.
    pub(crate) fn keep(self) {
        let TakenProgram { program, owner, room } = self;
        room.keep(owner, Tool::Program(program));
    }
}

impl TakenChampion {
    /// Keeps the champion for the next slice of any analysis.
    pub(crate) fn keep(self) {
        let TakenChampion { champion, room } = self;
        let number = {
            let mut state = room.inner.lock();
            state.next += 1;
            state.next
        };
        room.keep(Owner::Analysis(number), Tool::Champion(champion));
    }
}

impl Room {
    /// Keeps a tool in this room, unless the budget is exceeded.
    fn keep(mut self, owner: Owner, tool: Tool) {
        let inner = self.inner.clone();
        let mut state = inner.lock();
        // `least` is granted beyond the budget; what exceeds it is not kept.
        if state.taken > inner.budget {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let replaced = state.drop_kept(&owner);
        state.kept.insert(owner, Kept { tool, bytes, since: Instant::now() });
        drop(state);
        drop(replaced);
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("never poisoned")
    }
}

impl State {
    fn oldest(&self) -> Option<Owner> {
        let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.since);
        oldest.map(|(owner, _)| owner.clone())
    }

    /// Takes something that is kept out, to be dropped when the lock is released.
    fn drop_kept(&mut self, owner: &Owner) -> Option<Tool> {
        let Kept { tool, bytes, .. } = self.kept.remove(owner)?;
        self.taken -= bytes;
        Some(tool)
    }
}

#[cfg(test)]
mod tests {
    use othellier_service::games::NewGame;
    use othellier_service::imports::nth_game;

    use super::*;

    fn turn(player: &str) -> Turn {
        let asked = serde_json::json!({"players": {"black": player, "white": "human"}});
        let asked: NewGame = serde_json::from_value(asked).unwrap();
        let game = asked.open(1, nth_game, |_| Err(ServiceError::internal("no copy"))).unwrap();
        game.turn().unwrap()
    }

    #[test]
    fn a_program_is_kept_for_its_game() {
        let tables = Tables::new(64 << 20);
        let turn = turn("champion(level=10)");
        let bytes = (4 << 20) + BESIDES;
        let taken = tables.program("a", &turn).unwrap();
        assert_eq!((tables.figures().used, tables.figures().kept), (bytes, 0));
        taken.keep();
        assert_eq!((tables.figures().used, tables.figures().kept), (0, bytes));
        let _other = tables.program("b", &turn).unwrap();
        assert_eq!(tables.figures().programs, 1, "that of another game is not used");
        let _again = tables.program("a", &turn).unwrap();
        assert_eq!((tables.figures().used, tables.figures().programs), (2 * bytes, 0));
    }

    #[test]
    fn another_player_takes_the_place_of_the_one_before() {
        let tables = Tables::new(64 << 20);
        tables.program("a", &turn("champion(level=10)")).unwrap().keep();
        let turn = turn("champion(level=4)");
        let taken = tables.program("a", &turn).unwrap();
        assert!(turn.fits(&taken.program));
        assert_eq!(tables.figures().used, (64 << 10) + BESIDES);
    }

    #[test]
    fn the_least_recently_used_goes_first_and_the_budget_holds() {
        let tables = Tables::new(10 << 20);
        let turn = turn("champion(level=10)");
        for game in ["a", "b", "c"] {
            tables.program(game, &turn).unwrap().keep();
            assert!(tables.figures().kept <= 10 << 20);
        }
        let kept = |game: &str| {
            let owner = Owner::Game(game.to_owned(), Color::Black);
            tables.0.lock().kept.contains_key(&owner)
        };
        assert_eq!(["a", "b", "c"].map(kept), [false, true, true]);
        // A table in use is not dropped: the next one is small.
        let in_use: Vec<_> = (0..9).map(|_| tables.room(4 << 20, LEAST)).collect();
        assert_eq!(in_use.last().unwrap().bytes, LEAST);
        assert_eq!(tables.figures().programs, 0);
        drop(in_use);
        assert_eq!(tables.figures(), Figures { budget: 10 << 20, ..Figures::default() });
    }

    #[test]
    fn what_is_unused_is_given_back() {
        let tables = Tables::new(200 << 20);
        tables.program("a", &turn("champion(level=10)")).unwrap().keep();
        tables.champion().keep();
        let champion = tables.champion();
        assert_eq!(tables.figures().used, ANALYSIS + BESIDES, "it is taken again");
        champion.keep();
        let before = Instant::now();
        tables.program("b", &turn("champion(level=4)")).unwrap().keep();
        tables.drop_unused(before);
        assert_eq!(tables.figures().programs, 1);
        tables.forget("b");
        assert_eq!(tables.figures().kept + tables.figures().used, 0);
    }
}

//! A game in progress: the one state machine behind the terminal, the page and the protocols.
//!
//! A [`GameSession`] takes typed [`Command`]s and returns typed [`Event`]s or a [`SessionError`]. It
//! has no threads, timers, files or sentences: its owner hands in the time, lets the program to move
//! think while the [state](GameSession::state) is [`Thinking`](SessionState::Thinking), and passes its
//! choice back as [`Command::Choose`]. [`AnySession`] is a session of any board size.
//!
//! A command that fails changes nothing. Nothing that was played is lost: a line that is left, by a
//! move in the past, a new game or a loaded one, is kept as a [`Variation`] that can be recalled.
//!
//! The rules, the same in every interface (`testdata/sessions.txt` drives them all):
//!
//! | question | rule |
//! |---|---|
//! | Whose turn is undone? | Undo goes back to the last choice of a person, redo forward to the next one; between programs to the last choice of either side. |
//! | Undo before a person's first choice? | Nothing happens ([`SessionError::AtStart`]). |
//! | Undo after resigning or on time? | It revokes that ending too; the side to move begins its turn anew. |
//! | Do programs move in the past? | No: they wait for `Resume`, which plays on from there, or for the way forward. |
//! | Does navigation pause? | No. Back at the end, programs continue unless `Pause` was given. |
//! | What ends a pause? | `Resume`, a person's move, `NewGame`, new players. |
//! | What does a failed program do? | It waits, like a paused one, until the next command. |
//! | When does a clock run? | At the end of the game only, for the side to move, unless its program waits. A move in the past takes no time. |
//! | What if a program waits for a processor? | Its owner may hold the clock meanwhile: no time passes, and no flag falls. |
//! | When does a turn begin? | With a move, navigation, `Resume`, `Swap`, `NewGame`, a loaded game; names and settings do not touch it. Taking a move back gives its time back. |
//! | When does a flag fall? | When the time used reaches the time left. It is checked before every command; if it fell, the game ends and the command is not executed. |
//! | Who may resign? | A person, at any time: the one given, else the only person, else the one to move. |
//! | Who passes? | A forced pass at the end of the game is played at once, and takes no time. |
//! | What does a move in the past cut off? | All moves after it, also when it is the same move. They stay available as a variation. |
//! | What is a restart? | `GoTo(0)`: the game stays until a move is played at its start. `NewGame` begins another at once. |
//! | What is kept of a record? | Notes, costs and tags up to the branch; its result only if no move was added or taken away. |
//! | What does `Swap` exchange? | Players, names and ratings. Clocks stay with their colour. |
//! | What if a controller leads the game? | Where a protocol has its own arbiter ([`Arbiter::Controller`]), moves are [received](Command::Receive) with the time they took, passes are sent or implied, and no flag falls. |

#![warn(missing_docs)]

mod any;
mod command;
#[cfg(test)]
mod tests;
mod variation;

use std::time::Duration;

use othellier_board::{Color, Eight, IllegalMove, Move, Size, Status};
use othellier_platform::clock::Instant;
use othellier_record::{Clock, Ending, Game, Record, TimeControl};
use othellier_spec::Spec;

#[doc(hidden)]
pub use othellier_record::each_size;

pub use any::AnySession;
pub use command::{Command, Event, SessionError};
pub use variation::{Thought, Variation};

/// The most variations that are kept; older ones are dropped.
pub const MAX_VARIATIONS: usize = 32;

/// The occupant of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The given name; may be empty.
    pub name: String,
    /// The spec of the player.
    pub spec: Spec,
    /// Whether an interface asks for the moves.
    pub is_person: bool,
}

impl Participant {
    /// A person of this name.
    pub fn person(name: impl Into<String>) -> Participant {
        let spec = Spec { name: "human".to_owned(), options: Vec::new() };
        Participant { name: name.into(), spec, is_person: true }
    }

    /// A program of this name.
    pub fn program(name: impl Into<String>, spec: Spec) -> Participant {
        Participant { name: name.into(), spec, is_person: false }
    }

    /// The name to show: a program without a name is called by its spec.
    pub fn shown_name(&self) -> String {
        if self.name.is_empty() && !self.is_person {
            self.spec.to_string()
        } else {
            self.name.clone()
        }
    }
}

/// The players and how they play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionSettings {
    /// The players, Black first.
    pub players: [Participant; 2],
    /// The time of each side; `None` for no clock.
    pub clocks: [Option<TimeControl>; 2],
    /// The seed of the programs' random choices.
    pub seed: u64,
    /// Whether moves are recorded with their time; not on an analysis board.
    pub keeps_times: bool,
    /// Whether programs are paused.
    pub is_paused: bool,
    /// Who plays forced passes and lets flags fall.
    pub arbiter: Arbiter,
}

/// Who does what needs no choice: forced passes and fallen flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arbiter {
    /// The session: it plays a forced pass at once, and ends the game when a flag falls.
    #[default]
    Session,
    /// The controller on the other side of a protocol: it sends passes as moves and keeps the time.
    Controller,
}

impl SessionSettings {
    /// Settings of a game without clocks.
    pub fn new(players: [Participant; 2]) -> SessionSettings {
        SessionSettings {
            players,
            clocks: [None, None],
            seed: 0,
            keeps_times: true,
            is_paused: false,
            arbiter: Arbiter::Session,
        }
    }
}

/// The person, program or command that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    /// The person whose turn it is.
    Waiting,
    /// The program whose turn it is.
    Thinking,
    /// A command: it is a program's turn, but it is paused, failed, or in the past.
    Paused,
    /// Nothing: the game is over.
    Over,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct GameSession<S: Size = Eight> {
    current: Variation<S>,
    /// Lines that were left, oldest first.
    variations: Vec<Variation<S>>,
    settings: SessionSettings,
    /// Whether the program to move failed.
    has_failed: bool,
    version: u64,
    turn_began: Instant,
    /// Since when the clock of the current turn stands still.
    held_since: Option<Instant>,
}

impl<S: Size> GameSession<S> {
    /// Resumes a game; the record has what is known of it besides its moves, and its own `game` is
    /// not used.
    pub fn new(
        game: Game<S>,
        record: Record,
        settings: SessionSettings,
        now: Instant,
    ) -> GameSession<S> {
        let mut session = GameSession {
            current: Variation::new(game, record),
            variations: Vec::new(),
            settings,
            has_failed: false,
            version: 1,
            turn_began: now,
            held_since: None,
        };
        session.write_names();
        session.pass_where_forced(&mut Vec::new());
        session
    }

    /// Resumes a game that a controller leads: both sides have the names of the game.
    pub fn controlled(
        game: Game<S>,
        record: Record,
        clocks: [Option<TimeControl>; 2],
        now: Instant,
    ) -> GameSession<S> {
        let players = Color::ALL.map(|color| Participant::person(game.name(color)));
        let arbiter = Arbiter::Controller;
        let settings = SessionSettings { clocks, arbiter, ..SessionSettings::new(players) };
        GameSession::new(game, record, settings, now)
    }

    /// Restores the version, the thoughts and the variations that were stored.
    pub fn restored(
        mut self,
        version: u64,
        thoughts: Vec<Option<Thought<S>>>,
        variations: Vec<Variation<S>>,
    ) -> GameSession<S> {
        self.version = version;
        self.current.set_thoughts(thoughts);
        self.variations = variations;
        self
    }

    /// The game of the current line.
    pub fn game(&self) -> &Game<S> {
        &self.current.game
    }

    /// The line that is shown and played.
    pub fn current(&self) -> &Variation<S> {
        &self.current
    }

    /// The record of the game besides its moves; its own `game` is not used.
    pub fn record(&self) -> &Record {
        &self.current.record
    }

    /// This record with the players and their clocks, as it is saved.
    pub fn record_with_seats(&self) -> Record {
        let SessionSettings { players, clocks, .. } = &self.settings;
        let players = players.each_ref().map(|player| Some(player.spec.clone()));
        Record { players, clocks: *clocks, ..self.record().clone() }
    }

    /// The evaluations of programs, by move; as many as there are moves.
    pub fn thoughts(&self) -> &[Option<Thought<S>>] {
        &self.current.thoughts
    }

    /// The lines that were left, oldest first.
    pub fn variations(&self) -> &[Variation<S>] {
        &self.variations
    }

    /// The players and how they play.
    pub fn settings(&self) -> &SessionSettings {
        &self.settings
    }

    /// The player of one side.
    pub fn player(&self, color: Color) -> &Participant {
        &self.settings.players[color as usize]
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        self.settings.players.iter().any(|player| player.is_person)
    }

    /// The number of the last change, from 1.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Marks a change that the owner made beside the session.
    pub fn touch(&mut self) {
        self.version += 1;
    }

    /// Whether the current position is that after the last move.
    pub fn is_at_end(&self) -> bool {
        self.game().length() == self.game().full_length()
    }

    /// The side whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.game().position().side_to_move()
    }

    /// The person, program or command that the game waits for.
    pub fn state(&self) -> SessionState {
        let waits = self.settings.is_paused || self.has_failed || !self.is_at_end();
        match self.player(self.side_to_move()).is_person {
            _ if self.game().is_over() => SessionState::Over,
            true => SessionState::Waiting,
            false if waits => SessionState::Paused,
            false => SessionState::Thinking,
        }
    }

    /// The side whose clock runs, if one does.
    pub fn running(&self) -> Option<Color> {
        self.timed_turn().filter(|_| self.held_since.is_none())
    }

    /// The side whose turn is timed, also while its clock is held.
    fn timed_turn(&self) -> Option<Color> {
        let color = self.side_to_move();
        let is_timed = self.is_at_end()
            && matches!(self.state(), SessionState::Waiting | SessionState::Thinking)
            && self.settings.clocks[color as usize].is_some();
        is_timed.then_some(color)
    }

    /// The clock of one side when the current turn began, for its program; unlimited without one.
    pub fn clock(&self, color: Color) -> Clock {
        let control = self.settings.clocks[color as usize];
        control.map(|control| control.clock(self.game(), color)).unwrap_or_default()
    }

    /// The time left for one side; `None` without a clock.
    pub fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        let left = self.clock(color).left?;
        // A game has no time of a move that was not played.
        if self.game().ending() == Some(Ending::OutOfTime(color)) {
            return Some(Duration::ZERO);
        }
        let is_timed = self.timed_turn() == Some(color);
        let used = if is_timed { self.elapsed(now) } else { Duration::ZERO };
        Some(left.saturating_sub(used))
    }

    /// How long the current turn has taken; nothing in the past.
    fn elapsed(&self, now: Instant) -> Duration {
        if self.is_at_end() {
            let until = self.held_since.map_or(now, |since| since.min(now));
            until.saturating_duration_since(self.turn_began)
        } else {
            Duration::ZERO
        }
    }

    /// How long the current turn has taken, if moves are recorded with their time.
    fn time_taken(&self, now: Instant) -> Option<Duration> {
        self.settings.keeps_times.then(|| self.elapsed(now))
    }

    /// The side to move begins to think now; what it prepared before costs no time.
    pub fn begin_turn(&mut self, now: Instant) {
        self.turn_began = now;
        self.held_since = None;
    }

    /// Holds the clock of the current turn: its program waits for a processor. A new turn, or
    /// [`release_clock`](GameSession::release_clock), lets it run again.
    pub fn hold_clock(&mut self, now: Instant) {
        self.held_since.get_or_insert(now);
    }

    /// Lets the clock run again; the time since [`hold_clock`](GameSession::hold_clock) does not count.
    pub fn release_clock(&mut self, now: Instant) {
        if let Some(since) = self.held_since.take() {
            self.turn_began += now.saturating_duration_since(since.max(self.turn_began));
        }
    }

    /// Replaces the players, and ends a pause.
    pub fn set_players(&mut self, players: [Participant; 2]) {
        self.settings.players = players;
        self.settings.is_paused = false;
        self.has_failed = false;
        self.write_names();
        self.version += 1;
    }

    /// Renames the players; Black first.
    pub fn set_names(&mut self, names: [String; 2]) {
        for (player, name) in self.settings.players.iter_mut().zip(names) {
            player.name = name;
        }
        self.write_names();
        self.version += 1;
    }

    /// Replaces the clocks; the time left follows from the times of the moves.
    pub fn set_clocks(&mut self, clocks: [Option<TimeControl>; 2]) {
        self.settings.clocks = clocks;
        self.version += 1;
    }

    /// Whether moves are recorded with their time from now on.
    pub fn set_keeps_times(&mut self, keeps_times: bool) {
        self.settings.keeps_times = keeps_times;
    }

    /// Continues with another game; the current one is kept as a variation. Players take the names
    /// of that game, if it has any.
    pub fn load(&mut self, game: Game<S>, record: Record, now: Instant) {
        let left = std::mem::replace(&mut self.current, Variation::new(game, record));
        self.keep(left);
        for color in Color::ALL {
            let name = self.current.game.name(color);
            if !name.is_empty() {
                self.settings.players[color as usize].name = name.to_owned();
            }
        }
        self.write_names();
        self.has_failed = false;
        self.pass_where_forced(&mut Vec::new());
        self.begin_turn(now);
        self.version += 1;
    }

    /// Executes a command, unless the time of the side to move is up.
    pub fn apply(
        &mut self,
        command: Command<S>,
        now: Instant,
    ) -> Result<Vec<Event<S>>, SessionError<S>> {
        let mut events = Vec::new();
        if self.settings.arbiter == Arbiter::Session
            && let Some(color) = self.running()
            && self.time_left(color, now).is_some_and(|left| left.is_zero())
        {
            self.end(Ending::OutOfTime(color), &mut events);
        } else if let Command::CheckClock = command {
            return Ok(events);
        } else {
            let failed = matches!(command, Command::Fail);
            self.execute(command, now, &mut events)?;
            self.has_failed = failed;
        }
        self.version += 1;
        Ok(events)
    }

    fn execute(
        &mut self,
        command: Command<S>,
        now: Instant,
        events: &mut Vec<Event<S>>,
    ) -> Result<(), SessionError<S>> {
        match command {
            Command::Play(played) => {
                self.expect_state(SessionState::Waiting)?;
                self.play(played, self.time_taken(now), None, now, events)?;
                self.settings.is_paused = false;
            }
            Command::Choose { chosen, thought } => {
                self.expect_state(SessionState::Thinking)?;
                self.play(chosen, self.time_taken(now), thought, now, events)?;
            }
            Command::Receive { played, took } => self.receive(played, took, now, events)?,
            Command::Concede => {
                self.expect_state(SessionState::Thinking)?;
                self.end(Ending::Resigned(self.side_to_move()), events);
            }
            Command::Fail => {
                self.expect_state(SessionState::Thinking)?;
                events.push(Event::Failed { color: self.side_to_move() });
            }
            Command::Undo => {
                let ply = self.previous_choice().ok_or(SessionError::AtStart)?;
                self.go_to(ply, now, events)?;
            }
            Command::Redo => {
                let ply = self.next_choice().ok_or(SessionError::AtEnd)?;
                self.go_to(ply, now, events)?;
            }
            Command::GoTo(ply) => self.go_to(ply, now, events)?,
            Command::Pause => self.settings.is_paused = true,
            Command::Resume => self.resume(now, events)?,
            Command::Resign(color) => self.resign(color, events)?,
            Command::Swap => {
                self.settings.players.swap(0, 1);
                self.current.record.ratings.swap(0, 1);
                self.write_names();
                self.begin_turn(now);
                events.push(Event::Swapped);
            }
            Command::NewGame => {
                let left = self.current.clone();
                self.current.begin_new_game();
                self.keep(left);
                self.write_names();
                self.settings.is_paused = false;
                self.begin_turn(now);
                events.push(Event::NewGame);
                self.pass_where_forced(events);
            }
            Command::Recall(number) => {
                let count = self.variations.len();
                if !(1..=count).contains(&number) {
                    return Err(SessionError::NoSuchVariation { wanted: number, last: count });
                }
                let recalled = self.variations.remove(number - 1);
                let left = std::mem::replace(&mut self.current, recalled);
                self.keep(left);
                self.write_names();
                self.begin_turn(now);
                events.push(Event::WentTo { ply: self.game().length() });
            }
            Command::CheckClock => {}
        }
        Ok(())
    }

    /// An error unless the game is in this state.
    fn expect_state(&self, expected: SessionState) -> Result<(), SessionError<S>> {
        let color = self.side_to_move();
        match self.state() {
            state if state == expected => Ok(()),
            SessionState::Over => Err(SessionError::Over),
            SessionState::Paused => Err(SessionError::Paused { color }),
            SessionState::Waiting | SessionState::Thinking => {
                Err(SessionError::NotYourTurn { color })
            }
        }
    }

    fn play(
        &mut self,
        played: Move<S>,
        took: Option<Duration>,
        thought: Option<Thought<S>>,
        now: Instant,
        events: &mut Vec<Event<S>>,
    ) -> Result<(), SessionError<S>> {
        let position = *self.game().position();
        if !position.is_legal(played) {
            return Err(SessionError::Illegal(IllegalMove { attempted: played, position }));
        }
        self.branch(events);
        self.current.play(played, took, thought);
        events.push(Event::Played { color: position.side_to_move(), played });
        self.pass_where_forced(events);
        self.begin_turn(now);
        if self.game().is_over() {
            events.push(Event::Ended(None));
        }
        Ok(())
    }

    /// Plays a move of either side, after the forced pass that it implies.
    fn receive(
        &mut self,
        played: Move<S>,
        took: Option<Duration>,
        now: Instant,
        events: &mut Vec<Event<S>>,
    ) -> Result<(), SessionError<S>> {
        let position = *self.game().position();
        match position.status() {
            Status::Over { .. } => return Err(SessionError::Over),
            Status::MustPass if position.after(Move::Pass).is_legal(played) => {
                self.play(Move::Pass, None, None, now, events)?;
            }
            Status::MustPass | Status::ToMove => {}
        }
        self.play(played, took, None, now, events)
    }

    /// Before a change in the past: keeps the line as a variation, and cuts off what follows.
    fn branch(&mut self, events: &mut Vec<Event<S>>) {
        if !self.is_at_end() {
            let at = self.game().length();
            let cut = self.game().full_length() - at;
            self.keep(self.current.clone());
            self.current.cut();
            events.push(Event::Branched { at, cut });
        }
    }

    /// Keeps a line that is left, unless it is empty or known.
    fn keep(&mut self, left: Variation<S>) {
        let is_known = self.variations.iter().any(|known| known.has_moves_of(&left));
        if is_known || left.is_empty() {
            return;
        }
        self.variations.push(left);
        if self.variations.len() > MAX_VARIATIONS {
            self.variations.remove(0);
        }
    }

    /// At the end of the game a side without a move passes.
    fn pass_where_forced(&mut self, events: &mut Vec<Event<S>>) {
        while self.settings.arbiter == Arbiter::Session
            && self.is_at_end()
            && self.game().ending().is_none()
            && self.game().position().status() == Status::MustPass
        {
            let color = self.side_to_move();
            let took = self.settings.keeps_times.then_some(Duration::ZERO);
            self.current.play(Move::Pass, took, None);
            events.push(Event::Played { color, played: Move::Pass });
        }
    }

    fn end(&mut self, ending: Ending, events: &mut Vec<Event<S>>) {
        self.branch(events);
        self.current.end(ending);
        events.push(Event::Ended(Some(ending)));
    }

    fn go_to(
        &mut self,
        ply: usize,
        now: Instant,
        events: &mut Vec<Event<S>>,
    ) -> Result<(), SessionError<S>> {
        if ply != self.game().length() {
            self.current.game.go_to(ply)?;
            self.begin_turn(now);
            events.push(Event::WentTo { ply });
        }
        Ok(())
    }

    /// Where one of the choosers last had a choice.
    fn previous_choice(&self) -> Option<usize> {
        let mut past = self.game().clone();
        loop {
            past.undo()?;
            if self.is_choice(&past) {
                return Some(past.length());
            }
        }
    }

    /// Where one of the choosers next has a choice, or the end.
    fn next_choice(&self) -> Option<usize> {
        let mut future = self.game().clone();
        future.redo()?;
        while !self.is_choice(&future) && future.redo().is_some() {}
        Some(future.length())
    }

    /// Whether a person has a choice in this position; between programs, whether either side has.
    fn is_choice(&self, game: &Game<S>) -> bool {
        let position = game.position();
        let chooses = self.player(position.side_to_move()).is_person || !self.has_person();
        position.status() == Status::ToMove && chooses
    }

    fn resume(&mut self, now: Instant, events: &mut Vec<Event<S>>) -> Result<(), SessionError<S>> {
        let program_waits = self.state() == SessionState::Paused;
        if !program_waits && !self.settings.is_paused {
            return Err(SessionError::NothingPaused);
        }
        self.settings.is_paused = false;
        if program_waits {
            self.branch(events);
            self.begin_turn(now);
            events.push(Event::Resumed { color: self.side_to_move() });
            self.pass_where_forced(events);
        }
        Ok(())
    }

    fn resign(
        &mut self,
        color: Option<Color>,
        events: &mut Vec<Event<S>>,
    ) -> Result<(), SessionError<S>> {
        if self.state() == SessionState::Over {
            return Err(SessionError::Over);
        }
        let mut persons = Color::ALL.into_iter().filter(|&color| self.player(color).is_person);
        let only = match (persons.next(), persons.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        let color = color.or(only).unwrap_or(self.side_to_move());
        if !self.player(color).is_person {
            return Err(SessionError::NotAPerson { color });
        }
        self.end(Ending::Resigned(color), events);
        Ok(())
    }

    /// Writes the names into the game, so that every file has them.
    fn write_names(&mut self) {
        for color in Color::ALL {
            let name = self.player(color).shown_name();
            self.current.game.set_name(color, name);
        }
    }
}

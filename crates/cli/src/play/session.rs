//! A game in progress: its players, messages and what happens next.
//!
//! Both interfaces, the full screen and the plain lines, drive this session: they pass it the
//! commands of the person, show the messages it returns, and let the programs think when it is
//! their turn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use othellier_board::{Color, Move, Placement, Size, Square, Status, with_size};
use othellier_locale::{Lang, Localized, tr};
use othellier_play::{Choice, Clock, Player, PlayerError, Seat, StopSignal, TimeControl};
use othellier_record::{Ending, Game, MoveCost, Record, save, transcript};

use super::command::{Command, help};
use super::statistics::{Detail, Statistics};

/// A game, its players and its clocks.
pub(crate) struct PlaySession<S: Size> {
    game: Game<S>,
    info: RecordInfo<S>,
    lang: Lang,
    slots: [PlayerSlot<S>; 2],
    clocks: [Option<TimeControl>; 2],
    /// The file that the game is saved to after every move.
    save_path: Option<PathBuf>,
    /// Why the last save failed.
    not_saved: Option<String>,
    /// The search cost of the moves of programs, by move number.
    costs: BTreeMap<usize, MoveCost>,
    /// When the side to move began to think.
    turn_began: Instant,
    /// Whether the programs are paused, because the person views an earlier move.
    paused: bool,
}

/// What a file has besides the moves of a game, and the moves it belongs to.
#[derive(Default)]
pub(crate) struct RecordInfo<S: Size> {
    record: Record,
    moves: Vec<Move<S>>,
}

impl<S: Size> RecordInfo<S> {
    /// The contents of a record for this game.
    pub(crate) fn new(game: &Game<S>, record: Record) -> RecordInfo<S> {
        RecordInfo { record, moves: moves(game).collect() }
    }

    /// The part that is still valid: no notes about moves that were replaced, and no result of
    /// another end.
    fn of(&self, game: &Game<S>) -> Record {
        let mut record = self.record.clone();
        let common = moves(game).zip(&self.moves).take_while(|(one, other)| one == *other).count();
        record.notes.retain(|number, _| *number <= common);
        record.tags.retain(|tag| tag.at <= common);
        if common < self.moves.len() || common < game.full_length() {
            (record.score, record.theoretical) = (None, None);
        }
        record
    }
}

fn moves<S: Size>(game: &Game<S>) -> impl Iterator<Item = Move<S>> {
    game.all_moves().iter().map(|played| played.played)
}

/// The player of one side.
pub(crate) struct PlayerSlot<S: Size> {
    name: String,
    is_person: bool,
    /// The program; `None` while it thinks.
    program: Option<Box<dyn Player<S>>>,
}

impl<S: Size> PlayerSlot<S> {
    pub(crate) fn new(name: String, seat: Seat<S>) -> PlayerSlot<S> {
        match seat {
            Seat::Human => PlayerSlot { name, is_person: true, program: None },
            Seat::Program(player) => PlayerSlot { name, is_person: false, program: Some(player) },
        }
    }
}

/// What the current position requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A person must choose.
    Person,
    /// A program must choose.
    Program,
    /// A program is to move, but is paused.
    Paused,
    /// The side to move has no legal move.
    Pass,
    /// Nothing: the game is over.
    Over,
}

/// The response to a command.
#[derive(Debug)]
pub(crate) struct Response<S: Size> {
    pub(crate) messages: Vec<String>,
    pub(crate) effect: Effect,
    /// A move to highlight on the board with the discs it would flip.
    pub(crate) shown: Option<Placement<S>>,
}

/// What the interface must do after a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the board has not changed.
    Nothing,
    /// Redraw the board.
    Show,
    /// Open this saved game, which has another size, in a new session.
    Open(PathBuf),
    /// Leave.
    Quit,
}

/// A program with its choice.
type ProgramResult<S> = (Box<dyn Player<S>>, Result<Choice<S>, PlayerError>);

/// A program that is choosing its move, in a thread of its own.
pub(crate) struct PendingChoice<S: Size> {
    receiver: Receiver<ProgramResult<S>>,
    stop: StopSignal,
    began: Instant,
    color: Color,
}

impl<S: Size> PendingChoice<S> {
    /// The result, if it is done after waiting at most this long.
    pub(crate) fn wait(&self, at_most: Duration) -> Option<ChoiceResult<S>> {
        let result = match self.receiver.recv_timeout(at_most) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => None,
        };
        Some(ChoiceResult { result, duration: self.began.elapsed(), color: self.color })
    }

    /// Asks it to stop and waits for it, so that the program can be reused.
    pub(crate) fn interrupt(self) -> ChoiceResult<S> {
        self.stop.stop();
        let result = self.receiver.recv().ok();
        ChoiceResult { result, duration: self.began.elapsed(), color: self.color }
    }
}

/// The choice of a program, and the program itself; no result if it panicked.
pub(crate) struct ChoiceResult<S: Size> {
    result: Option<ProgramResult<S>>,
    duration: Duration,
    color: Color,
}

impl<S: Size> PlaySession<S> {
    pub(crate) fn new(
        mut game: Game<S>,
        slots: [PlayerSlot<S>; 2],
        clocks: [Option<TimeControl>; 2],
        save_path: Option<PathBuf>,
        lang: Lang,
    ) -> PlaySession<S> {
        for color in Color::ALL {
            game.set_name(color, slots[color as usize].name.clone());
        }
        PlaySession {
            game,
            info: RecordInfo::default(),
            lang,
            slots,
            clocks,
            save_path,
            not_saved: None,
            costs: BTreeMap::new(),
            turn_began: Instant::now(),
            paused: false,
        }
    }

    pub(crate) fn game(&self) -> &Game<S> {
        &self.game
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn name(&self, color: Color) -> &str {
        &self.slots[color as usize].name
    }

    /// Whether a person plays.
    pub(crate) fn has_person(&self) -> bool {
        self.slots.iter().any(|slot| slot.is_person)
    }

    /// The time left for one side; `None` without a clock.
    pub(crate) fn clock(&self, color: Color) -> Option<Duration> {
        let left = self.clocks[color as usize]?.clock(&self.game, color).left?;
        let ticks =
            color == self.side_to_move() && matches!(self.turn(), Turn::Person | Turn::Program);
        Some(if ticks { left.saturating_sub(self.turn_began.elapsed()) } else { left })
    }

    pub(crate) fn side_to_move(&self) -> Color {
        self.game.position().side_to_move()
    }

    pub(crate) fn turn(&self) -> Turn {
        let is_person = self.slots[self.side_to_move() as usize].is_person;
        match self.game.position().status() {
            _ if self.game.is_over() => Turn::Over,
            Status::Over { .. } => Turn::Over,
            Status::MustPass if self.paused => Turn::Paused,
            Status::MustPass => Turn::Pass,
            Status::ToMove if is_person => Turn::Person,
            Status::ToMove if self.paused => Turn::Paused,
            Status::ToMove => Turn::Program,
        }
    }

    /// Executes a command of a person.
    pub(crate) fn execute(&mut self, command: Command<S>) -> Response<S> {
        let nothing = |messages| Response { messages, effect: Effect::Nothing, shown: None };
        let show = |messages| Response { messages, effect: Effect::Show, shown: None };
        match command {
            Command::Play(played) => match self.play_for_person(played) {
                Ok(messages) => show(messages),
                Err(message) => nothing(vec![message]),
            },
            Command::Help => nothing(help(self.lang)),
            Command::Back => match self.back() {
                Ok(()) => show(self.after_navigation()),
                Err(message) => nothing(vec![message]),
            },
            Command::Forward => match self.forward() {
                Ok(()) => show(self.after_navigation()),
                Err(message) => nothing(vec![message]),
            },
            Command::GoTo(length) if length == self.game.length() => show(Vec::new()),
            Command::GoTo(length) => match self.game.go_to(length) {
                Ok(()) => show(self.after_navigation()),
                Err(error) => nothing(vec![tr!(
                    self.lang,
                    "play-no-such-move",
                    wanted = error.wanted.to_string(),
                    last = error.last
                )]),
            },
            Command::Restart => {
                self.game.go_to(0).expect("every game has a start");
                let mut messages = vec![self.lang.text("play-restarted")];
                messages.extend(self.after_navigation());
                show(messages)
            }
            Command::Save(path) => nothing(vec![self.save(&path)]),
            Command::Load(path) => self.load(path),
            Command::Swap => {
                self.swap();
                show(vec![tr!(
                    self.lang,
                    "play-swapped",
                    black = self.name(Color::Black),
                    white = self.name(Color::White)
                )])
            }
            Command::Flips(square) => {
                let shown = square.and_then(|square| self.game.position().placement(square));
                Response { messages: self.flips(square), effect: Effect::Nothing, shown }
            }
            Command::Statistics => {
                nothing(self.collect_statistics().lines(self.lang, Detail::Moves))
            }
            Command::Transcript => nothing(vec![transcript::write(&self.game)]),
            Command::Continue if self.turn() != Turn::Paused => {
                nothing(vec![self.lang.text("play-no-program-waits")])
            }
            Command::Continue => {
                self.paused = false;
                self.turn_began = Instant::now();
                show(Vec::new())
            }
            Command::Resign => match self.turn() {
                Turn::Person => show(self.resign(self.side_to_move())),
                _ => nothing(vec![self.lang.text("play-not-your-turn")]),
            },
            Command::Quit => Response { messages: Vec::new(), effect: Effect::Quit, shown: None },
        }
    }

    fn play_for_person(&mut self, played: Move<S>) -> Result<Vec<String>, String> {
        match self.turn() {
            Turn::Person => {}
            Turn::Over => return Err(self.lang.text("play-is-over")),
            Turn::Paused => return Err(self.paused_sentence()),
            Turn::Program | Turn::Pass => return Err(self.lang.text("play-not-your-turn")),
        }
        let duration = self.turn_began.elapsed();
        if !self.game.position().is_legal(played) {
            let possible = self.possible();
            return Err(match played {
                Move::Pass => tr!(self.lang, "play-no-pass", possible = possible),
                Move::Place(square) => {
                    let taken = self.game.position().disc_at(square).is_some();
                    let key = if taken { "play-taken" } else { "play-illegal" };
                    tr!(self.lang, key, square = square.to_string(), possible = possible)
                }
            });
        }
        Ok(self.play(played, duration, None))
    }

    /// Plays a move that is known to be legal, unless the time ran out before it.
    fn play(&mut self, played: Move<S>, duration: Duration, cost: Option<MoveCost>) -> Vec<String> {
        let color = self.side_to_move();
        let mut messages = Vec::new();
        if self.flag_fell(duration) {
            messages.push(self.end_by_clock());
        } else {
            self.game.play_timed(played, Some(duration)).expect("the move was checked");
            // Undone moves are dropped, and so is their cost.
            let number = self.game.length();
            self.costs.retain(|&earlier, _| earlier < number);
            self.costs.extend(cost.map(|cost| (number, cost)));
            if !self.slots[color as usize].is_person || played == Move::Pass {
                messages.push(self.played_sentence(color, played));
            }
        }
        self.paused = false;
        self.turn_began = Instant::now();
        messages.extend(self.autosave());
        messages
    }

    fn flag_fell(&self, elapsed: Duration) -> bool {
        let color = self.side_to_move();
        let clock = self.clocks[color as usize].map(|control| control.clock(&self.game, color));
        clock.and_then(|clock| clock.left).is_some_and(|left| left < elapsed)
    }

    fn resign(&mut self, loser: Color) -> Vec<String> {
        self.game.end(Ending::Resigned(loser));
        let mut messages = vec![tr!(self.lang, "play-resigned", name = self.name(loser))];
        messages.extend(self.autosave());
        messages
    }

    fn end_by_clock(&mut self) -> String {
        let loser = self.side_to_move();
        self.game.end(Ending::OutOfTime(loser));
        tr!(self.lang, "play-out-of-time", name = self.name(loser))
    }

    /// Ends the game if the side to move is out of time, although it has not moved.
    pub(crate) fn check_clock(&mut self) -> Option<Vec<String>> {
        let ticks = matches!(self.turn(), Turn::Person | Turn::Program);
        (ticks && self.flag_fell(self.turn_began.elapsed())).then(|| {
            let mut messages = vec![self.end_by_clock()];
            messages.extend(self.autosave());
            messages
        })
    }

    /// Plays the pass of a side that has no legal move.
    pub(crate) fn pass(&mut self) -> Vec<String> {
        self.play(Move::Pass, Duration::ZERO, None)
    }

    /// Starts the program of the side to move. Only call it if [`turn`](PlaySession::turn) is
    /// `Program`.
    pub(crate) fn think(&mut self) -> PendingChoice<S> {
        let color = self.side_to_move();
        let mut program =
            self.slots[color as usize].program.take().expect("a program is ready in its slot");
        let clock = match self.clocks[color as usize] {
            Some(control) => control.clock(&self.game, color),
            None => Clock::default(),
        };
        let (sender, receiver) = channel();
        let stop = StopSignal::default();
        let (game, signal) = (self.game.clone(), stop.clone());
        if let Some((searcher, _)) = program.search() {
            searcher.make_ready();
        }
        self.turn_began = Instant::now();
        std::thread::spawn(move || {
            let choice = program.choose(&game, clock, &signal, &mut |_| ());
            // After the end of the session the receiver is closed, which is harmless.
            let _ = sender.send((program, choice));
        });
        PendingChoice { receiver, stop, began: self.turn_began, color }
    }

    /// Plays the choice of a program.
    pub(crate) fn apply_choice(&mut self, finished: ChoiceResult<S>) -> Vec<String> {
        let ChoiceResult { result, duration, color } = finished;
        let name = self.name(color).to_owned();
        let Some((program, choice)) = result else {
            // The program is lost; a person takes over.
            self.slots[color as usize].is_person = true;
            return vec![tr!(self.lang, "play-crashed", name = name)];
        };
        self.slots[color as usize].program = Some(program);
        let problem = match choice {
            Ok(Choice { chosen, report }) if self.game.position().is_legal(chosen) => {
                let cost = report.map(|report| MoveCost {
                    nodes: report.nodes,
                    reused_nodes: report.memory.reused_nodes,
                });
                return self.play(chosen, duration, cost);
            }
            Ok(Choice { chosen, .. }) => {
                let played = chosen.to_string();
                tr!(self.lang, "play-program-illegal", name = name, played = played)
            }
            Err(PlayerError::Resigned) => return self.resign(color),
            Err(error) => {
                let why = error.in_language(self.lang);
                tr!(self.lang, "play-program-failed", name = name, why = why)
            }
        };
        self.paused = true;
        vec![problem]
    }

    /// Puts an interrupted program back; if it panicked, a person takes over.
    pub(crate) fn reinstate(&mut self, finished: ChoiceResult<S>) {
        let slot = &mut self.slots[finished.color as usize];
        match finished.result {
            Some((program, _)) => slot.program = Some(program),
            None => slot.is_person = true,
        }
    }

    /// Goes back to the previous turn of the person who asks, across the replies of the others.
    fn back(&mut self) -> Result<(), String> {
        let person = self.person_to_move();
        self.game.undo().ok_or_else(|| self.lang.text("play-at-start"))?;
        while self.has_person() && !self.is_turn_of(person) && self.game.undo().is_some() {}
        Ok(())
    }

    /// Goes forward to the next turn of the person who asks, or to the end.
    fn forward(&mut self) -> Result<(), String> {
        let person = self.person_to_move();
        self.game.redo().ok_or_else(|| self.lang.text("play-at-end"))?;
        while self.has_person() && !self.is_turn_of(person) && self.game.redo().is_some() {}
        Ok(())
    }

    fn person_to_move(&self) -> Option<Color> {
        (self.turn() == Turn::Person).then(|| self.side_to_move())
    }

    /// Whether this person, or any if `None`, has to choose a square now.
    fn is_turn_of(&self, person: Option<Color>) -> bool {
        let side = self.side_to_move();
        self.game.position().status() == Status::ToMove
            && self.slots[side as usize].is_person
            && person.is_none_or(|person| person == side)
    }

    /// Programs are paused where they would overwrite the moves ahead.
    fn after_navigation(&mut self) -> Vec<String> {
        self.turn_began = Instant::now();
        self.paused = self.game.length() < self.game.full_length() || !self.has_person();
        if self.turn() == Turn::Paused { vec![self.paused_sentence()] } else { Vec::new() }
    }

    fn paused_sentence(&self) -> String {
        tr!(self.lang, "play-paused", name = self.name(self.side_to_move()))
    }

    /// The same session, with what a file has besides the moves.
    pub(crate) fn with_info(mut self, info: RecordInfo<S>) -> PlaySession<S> {
        self.set_info(info);
        self
    }

    fn set_info(&mut self, mut info: RecordInfo<S>) {
        self.costs = std::mem::take(&mut info.record.costs);
        self.info = info;
    }

    /// The record of the game in its current state.
    fn record(&self) -> Record {
        Record { costs: self.costs.clone(), ..self.info.of(&self.game) }
    }

    fn swap(&mut self) {
        self.slots.swap(0, 1);
        self.info.record.ratings.swap(0, 1);
        for color in Color::ALL {
            self.game.set_name(color, self.slots[color as usize].name.clone());
        }
    }

    fn save(&mut self, path: &Path) -> String {
        let file = path.display().to_string();
        self.write(path).unwrap_or_else(|| tr!(self.lang, "play-saved", file = file))
    }

    /// Writes the game to its save file; returns a message only if that failed.
    fn autosave(&mut self) -> Option<String> {
        let path = self.save_path.clone()?;
        self.write(&path)
    }

    /// Writes the game to a file; returns the reason if that failed.
    fn write(&mut self, path: &Path) -> Option<String> {
        let written = save::write_with(path, &self.game, &self.record());
        self.not_saved = written.err().map(|error| {
            let (file, why) =
                (error.path.display().to_string(), error.cause.in_language(self.lang));
            tr!(self.lang, "play-not-saved", file = file, why = why)
        });
        self.not_saved.clone()
    }

    /// Why the last save failed, if it did.
    pub(crate) fn not_saved(&self) -> Option<&str> {
        self.not_saved.as_deref()
    }

    fn load(&mut self, path: PathBuf) -> Response<S> {
        let refused = |why: String| Response {
            messages: vec![tr!(self.lang, "play-not-loaded", why = why)],
            effect: Effect::Nothing,
            shown: None,
        };
        let text = match save::load(&path) {
            Ok(text) => text,
            Err(error) => return refused(error.in_language(self.lang)),
        };
        match save::side_of(&text) {
            Ok(side) if side != S::SIDE => {
                let read = with_size!(side, T => save::from_text::<T>(&text).map(|_| ()));
                return match read.expect("a saved game has a size that exists") {
                    Ok(()) => {
                        Response { messages: Vec::new(), effect: Effect::Open(path), shown: None }
                    }
                    Err(error) => refused(error.in_language(self.lang)),
                };
            }
            Ok(_) => {}
            Err(error) => return refused(error.in_language(self.lang)),
        }
        let (game, record) = match save::from_text_with(&text) {
            Ok(read) => read,
            Err(error) => return refused(error.in_language(self.lang)),
        };
        self.set_info(RecordInfo::new(&game, record));
        self.game = game;
        for color in Color::ALL {
            let slot = &mut self.slots[color as usize];
            if self.game.name(color).is_empty() {
                self.game.set_name(color, slot.name.clone());
            } else {
                slot.name = self.game.name(color).to_owned();
            }
        }
        let mut messages = vec![tr!(self.lang, "play-loaded", file = path.display().to_string())];
        messages.extend(self.after_navigation());
        Response { messages, effect: Effect::Show, shown: None }
    }

    /// The discs that one move would flip, or each of them.
    fn flips(&self, square: Option<Square<S>>) -> Vec<String> {
        let position = self.game.position();
        let line = |placement: Placement<S>| {
            tr!(
                self.lang,
                "play-flips",
                square = placement.square.to_string(),
                count = placement.flips.len(),
                turned = names(placement.flips)
            )
        };
        match square {
            Some(square) => match position.placement(square) {
                Some(placement) => vec![line(placement)],
                None => vec![tr!(
                    self.lang,
                    "play-illegal",
                    square = square.to_string(),
                    possible = self.possible()
                )],
            },
            None => {
                let moves = position.legal_moves();
                moves
                    .into_iter()
                    .filter_map(|square| position.placement(square))
                    .map(line)
                    .collect()
            }
        }
    }

    fn possible(&self) -> String {
        names(self.game.position().legal_moves())
    }

    fn played_sentence(&self, color: Color, played: Move<S>) -> String {
        let name = self.name(color);
        match played {
            Move::Place(square) => {
                tr!(self.lang, "play-plays", name = name, square = square.to_string())
            }
            Move::Pass => tr!(self.lang, "play-passes", name = name),
        }
    }

    /// The statistics so far.
    pub(crate) fn collect_statistics(&self) -> Statistics {
        let names = Color::ALL.map(|color| self.name(color));
        Statistics::new(&self.game, names, &self.costs)
    }

    /// The statistics in the requested detail; nothing before the end of the game.
    pub(crate) fn statistics(&self, detail: Detail) -> Vec<String> {
        match self.game.outcome() {
            Some(_) => self.collect_statistics().lines(self.lang, detail),
            None => Vec::new(),
        }
    }

    /// The winner, the discs and the time; nothing before the end of the game.
    pub(crate) fn result(&self) -> Vec<String> {
        let Some(outcome) = self.game.outcome() else { return Vec::new() };
        let count = |color| self.game.position().discs(color).len();
        let (black, white) = (count(Color::Black), count(Color::White));
        let won = match outcome.winner {
            Some(winner) => tr!(
                self.lang,
                "play-won",
                name = self.name(winner),
                letter = winner.letter().to_string(),
                score = outcome.black_score.abs()
            ),
            None => self.lang.text("play-draw"),
        };
        let seconds =
            self.game.moves().iter().filter_map(|played| played.duration).sum::<Duration>();
        vec![
            won,
            tr!(
                self.lang,
                "play-final",
                black = black,
                white = white,
                empties = u32::from(S::SQUARES) - black - white,
                moves = self.game.length(),
                seconds = self.lang.decimals(seconds.as_secs_f64(), 1)
            ),
        ]
    }
}

/// The squares of a set, separated by spaces.
pub(super) fn names<S: Size>(squares: othellier_board::Bitboard<S>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

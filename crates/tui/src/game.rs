//! A game at the terminal: the session, the programs that think for it, its save file, and the
//! sentences about what happens.
//!
//! Both interfaces, the full screen and the plain lines, drive this: they pass it the commands of the
//! person, show the messages it returns, and let the programs think when it is their turn.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use othellier_board::{Bitboard, Color, Move, Placement, Size, Square, with_size};
use othellier_locale::{Lang, Localized, tr};
use othellier_platform::clock::Instant;
use othellier_play::{
    Choice, Command as SessionCommand, Event, GameSession, Participant, Player, PlayerError,
    SessionError, SessionSettings, SessionState, StopSignal, Thought,
};
use othellier_record::{Ending, Game, Record, save, transcript};
use othellier_spec::Spec;

use crate::ask;
use crate::command::{Command, help};
use crate::seats::{self, Programs, SeatError};
use crate::statistics::{Detail, Statistics};

/// A game, its programs and its save file.
pub(crate) struct TerminalGame<S: Size> {
    session: GameSession<S>,
    /// The programs; `None` for a person, and while a program thinks.
    programs: Programs<S>,
    lang: Lang,
    /// The file that any game is saved to after every move.
    save_path: Option<PathBuf>,
    /// The file that this game is saved to if there is no other: the one that it comes from.
    own_path: Option<PathBuf>,
    /// Why the last save failed.
    not_saved: Option<String>,
}

pub(crate) enum Exit {
    /// The person quits, or the game is over.
    Quit,
    /// The person opens a saved game of another size.
    Open(PathBuf),
}

/// The response to a command.
#[derive(Debug)]
pub(crate) struct Response<S: Size> {
    pub(crate) messages: Vec<String>,
    pub(crate) effect: Effect,
    /// A move to highlight on the board with the discs it would flip.
    pub(crate) shown: Option<Placement<S>>,
}

/// The duty of the interface after a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the board has not changed.
    Nothing,
    Show,
    /// Open this saved game, which has another size, in a new session.
    Open(PathBuf),
    Quit,
}

impl<S: Size> Response<S> {
    /// Messages without a change of the board.
    pub(crate) fn nothing(messages: Vec<String>) -> Response<S> {
        Response { messages, effect: Effect::Nothing, shown: None }
    }

    fn show(messages: Vec<String>) -> Response<S> {
        Response { messages, effect: Effect::Show, shown: None }
    }
}

/// A program with its choice.
type ProgramResult<S> = (Box<dyn Player<S>>, Result<Choice<S>, PlayerError>);

/// A program that is choosing its move, in a thread of its own.
pub(crate) struct PendingChoice<S: Size> {
    receiver: Receiver<ProgramResult<S>>,
    stop: StopSignal,
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
        Some(ChoiceResult { result, color: self.color })
    }

    /// Asks it to stop and waits for it, so that the program can be reused.
    pub(crate) fn interrupt(self) -> ChoiceResult<S> {
        self.stop.stop();
        ChoiceResult { result: self.receiver.recv().ok(), color: self.color }
    }
}

/// The choice of a program, and the program itself; no result if it panicked.
pub(crate) struct ChoiceResult<S: Size> {
    result: Option<ProgramResult<S>>,
    color: Color,
}

impl<S: Size> TerminalGame<S> {
    pub(crate) fn new(
        session: GameSession<S>,
        programs: Programs<S>,
        save_path: Option<PathBuf>,
        lang: Lang,
    ) -> TerminalGame<S> {
        TerminalGame { session, programs, lang, save_path, own_path: None, not_saved: None }
    }

    /// Continues the game in the file that it comes from, unless another was given.
    pub(crate) fn continue_in(&mut self, path: &Path) {
        self.own_path = Some(path.to_owned());
    }

    pub(crate) fn game(&self) -> &Game<S> {
        self.session.game()
    }

    /// The evaluations of programs, by move.
    pub(crate) fn thoughts(&self) -> &[Option<Thought<S>>] {
        self.session.thoughts()
    }

    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn name(&self, color: Color) -> &str {
        &self.session.player(color).name
    }

    pub(crate) fn has_person(&self) -> bool {
        self.session.has_person()
    }

    /// The time left for one side; `None` without a clock.
    pub(crate) fn clock(&self, color: Color) -> Option<Duration> {
        self.session.time_left(color, Instant::now())
    }

    pub(crate) fn is_clock_running(&self) -> bool {
        self.session.running().is_some()
    }

    pub(crate) fn side_to_move(&self) -> Color {
        self.session.side_to_move()
    }

    pub(crate) fn state(&self) -> SessionState {
        self.session.state()
    }

    /// Executes a command of a person.
    pub(crate) fn execute(&mut self, command: Command<S>) -> Response<S> {
        match command {
            Command::Session(command) => self.apply(command),
            Command::Restart => self.restart(),
            Command::Help => Response::nothing(help(self.lang)),
            Command::Variations => Response::nothing(self.variations()),
            Command::Save(path) => Response::nothing(vec![self.save(&path)]),
            Command::Load(path) => self.load(path),
            Command::Flips(square) => {
                let shown = square.and_then(|square| self.game().position().placement(square));
                Response { messages: self.flips(square), effect: Effect::Nothing, shown }
            }
            Command::Statistics => {
                Response::nothing(self.collect_statistics().lines(self.lang, Detail::Moves))
            }
            Command::Transcript => Response::nothing(vec![transcript::write(self.game())]),
            Command::Quit => Response { messages: Vec::new(), effect: Effect::Quit, shown: None },
        }
    }

    fn apply(&mut self, command: SessionCommand<S>) -> Response<S> {
        let is_pause = command == SessionCommand::Pause;
        match self.session.apply(command, Instant::now()) {
            Ok(events) => {
                if events.contains(&Event::Swapped) {
                    self.programs.swap(0, 1);
                }
                let mut messages = self.report(&events);
                let navigated = events.iter().any(|event| matches!(event, Event::WentTo { .. }));
                if is_pause {
                    messages.push(self.lang.text("play-pausing"));
                } else if navigated && self.state() == SessionState::Paused {
                    messages.push(self.waits_sentence());
                }
                Response::show(messages)
            }
            Err(error) => Response::nothing(vec![self.error_sentence(&error)]),
        }
    }

    /// Goes to the start. The game stays until a move is played there.
    fn restart(&mut self) -> Response<S> {
        let mut response = self.apply(SessionCommand::GoTo(0));
        let key = if self.session.is_at_end() { "play-at-start" } else { "play-restarted" };
        response.messages.insert(0, self.lang.text(key));
        response
    }

    /// Ends the game if the side to move is out of time, although it has not moved.
    pub(crate) fn check_clock(&mut self) -> Option<Vec<String>> {
        let events = self.session.apply(SessionCommand::CheckClock, Instant::now()).ok()?;
        (!events.is_empty()).then(|| self.report(&events))
    }

    /// The events in words; the game is saved if it changed.
    fn report(&mut self, events: &[Event<S>]) -> Vec<String> {
        let mut messages: Vec<_> =
            events.iter().filter_map(|event| self.event_sentence(*event)).collect();
        let is_change = |event: &Event<S>| {
            matches!(event, Event::Played { .. } | Event::Ended(_) | Event::Swapped)
        };
        if events.iter().any(is_change) {
            messages.extend(self.autosave());
        }
        messages
    }

    fn event_sentence(&self, event: Event<S>) -> Option<String> {
        let lang = self.lang;
        match event {
            Event::Played { color, played: Move::Pass } => {
                Some(tr!(lang, "play-passes", name = self.name(color)))
            }
            Event::Played { color, played: Move::Place(square) } => {
                let is_person = self.session.player(color).is_person;
                let square = square.to_string();
                (!is_person)
                    .then(|| tr!(lang, "play-plays", name = self.name(color), square = square))
            }
            Event::Branched { .. } => {
                let number = self.session.variations().len().to_string();
                Some(tr!(lang, "play-branched", number = number))
            }
            Event::Swapped => Some(tr!(
                lang,
                "play-swapped",
                black = self.name(Color::Black),
                white = self.name(Color::White)
            )),
            Event::NewGame => Some(lang.text("play-new-game")),
            Event::Ended(Some(Ending::Resigned(loser))) => {
                Some(tr!(lang, "play-resigned", name = self.name(loser)))
            }
            Event::Ended(Some(Ending::OutOfTime(loser))) => {
                Some(tr!(lang, "play-out-of-time", name = self.name(loser)))
            }
            Event::Ended(None)
            | Event::WentTo { .. }
            | Event::Resumed { .. }
            | Event::Failed { .. } => None,
        }
    }

    fn error_sentence(&self, error: &SessionError<S>) -> String {
        let lang = self.lang;
        match error {
            SessionError::Over => lang.text("play-is-over"),
            SessionError::NotYourTurn { .. } | SessionError::NotAPerson { .. } => {
                lang.text("play-not-your-turn")
            }
            SessionError::Paused { .. } => self.waits_sentence(),
            SessionError::Illegal(illegal) => match illegal.attempted {
                Move::Pass => tr!(lang, "play-no-pass", possible = self.possible()),
                Move::Place(square) => {
                    let taken = self.game().position().disc_at(square).is_some();
                    let key = if taken { "play-taken" } else { "play-illegal" };
                    tr!(lang, key, square = square.to_string(), possible = self.possible())
                }
            },
            SessionError::NoSuchMove(error) => {
                tr!(lang, "play-no-such-move", wanted = error.wanted.to_string(), last = error.last)
            }
            SessionError::NoSuchVariation { wanted, .. } => {
                tr!(lang, "play-no-such-variation", wanted = wanted.to_string())
            }
            SessionError::AtStart => lang.text("play-at-start"),
            SessionError::AtEnd => lang.text("play-at-end"),
            SessionError::NothingPaused => lang.text("play-no-program-waits"),
        }
    }

    fn waits_sentence(&self) -> String {
        let key = if self.session.is_at_end() { "play-waits" } else { "play-paused" };
        tr!(self.lang, key, name = self.name(self.side_to_move()))
    }

    /// The lines that were left.
    fn variations(&self) -> Vec<String> {
        let mut lines: Vec<_> = (1..)
            .zip(self.session.variations())
            .map(|(number, variation)| {
                let mut game = variation.game.clone();
                game.go_to(game.full_length()).expect("every game has an end");
                format!("{number:>3}  {}", transcript::write(&game))
            })
            .collect();
        if lines.is_empty() {
            lines.push(self.lang.text("play-no-variation"));
        }
        lines
    }

    /// Starts the program of the side to move. Only call it if the game is in state `Thinking`.
    pub(crate) fn think(&mut self) -> PendingChoice<S> {
        let color = self.side_to_move();
        let mut program = self.programs[color as usize].take().expect("a program is ready");
        let clock = self.session.clock(color);
        let (sender, receiver) = channel();
        let stop = StopSignal::default();
        let (game, signal) = (self.game().clone(), stop.clone());
        if let Some((searcher, _)) = program.search() {
            searcher.make_ready();
        }
        self.session.begin_turn(Instant::now());
        std::thread::spawn(move || {
            let choice = program.choose(&game, clock, &signal, &mut |_| ());
            // After the end of the session the receiver is closed, which is harmless.
            let _ = sender.send((program, choice));
        });
        PendingChoice { receiver, stop, color }
    }

    /// Plays the choice of a program.
    pub(crate) fn apply_choice(&mut self, finished: ChoiceResult<S>) -> Vec<String> {
        let color = finished.color;
        let name = self.name(color).to_owned();
        let Some((program, choice)) = finished.result else {
            self.take_over(color);
            return vec![tr!(self.lang, "play-crashed", name = name)];
        };
        self.programs[color as usize] = Some(program);
        let command = match choice {
            Ok(Choice { chosen, report }) => {
                let thought = report.as_ref().and_then(Thought::of);
                SessionCommand::Choose { chosen, thought }
            }
            Err(PlayerError::Resigned) => SessionCommand::Concede,
            Err(error) => {
                let why = error.in_language(self.lang);
                return self.fail(tr!(self.lang, "play-program-failed", name = name, why = why));
            }
        };
        match self.session.apply(command, Instant::now()) {
            Ok(events) => self.report(&events),
            Err(SessionError::Illegal(illegal)) => {
                let played = illegal.attempted.to_string();
                let illegal = tr!(self.lang, "play-program-illegal", name = name, played = played);
                self.fail(illegal)
            }
            Err(_) => Vec::new(),
        }
    }

    /// The program to move failed, for this reason.
    fn fail(&mut self, why: String) -> Vec<String> {
        match self.session.apply(SessionCommand::Fail, Instant::now()) {
            Ok(events) if events.iter().any(|event| matches!(event, Event::Ended(_))) => {
                self.report(&events)
            }
            _ => vec![why],
        }
    }

    /// A person plays on for a program that panicked.
    fn take_over(&mut self, color: Color) {
        let mut players = self.session.settings().players.clone();
        players[color as usize] = Participant::person(self.name(color));
        self.session.set_players(players);
    }

    /// Puts an interrupted program back; if it panicked, a person takes over.
    pub(crate) fn reinstate(&mut self, finished: ChoiceResult<S>) {
        match finished.result {
            Some((program, _)) => self.programs[finished.color as usize] = Some(program),
            None => self.take_over(finished.color),
        }
    }

    fn save(&mut self, path: &Path) -> String {
        let file = path.display().to_string();
        self.write(path).unwrap_or_else(|| tr!(self.lang, "play-saved", file = file))
    }

    /// Writes the game to its save file; returns a message only if that failed.
    fn autosave(&mut self) -> Option<String> {
        let path = self.save_path.as_ref().or(self.own_path.as_ref())?.clone();
        self.write(&path)
    }

    /// Writes the game to a file; returns the reason if that failed.
    fn write(&mut self, path: &Path) -> Option<String> {
        let written = save::write_with(path, self.game(), &self.session.record_with_seats());
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
        let lang = self.lang;
        let refused =
            |why: String| Response::nothing(vec![tr!(lang, "play-not-loaded", why = why)]);
        let text = match save::load(&path) {
            Ok(text) => text,
            Err(error) => return refused(error.in_language(lang)),
        };
        match save::side_of(&text) {
            Ok(side) if side != S::SIDE => {
                let checked = with_size!(side, T => match save::from_text_with::<T>(&text) {
                    Ok((_, record)) => {
                        let players = record.players.map(|saved| saved.unwrap_or_else(ask::person));
                        let built = self.programs_of::<T>(&players);
                        built.err().map(|error| error.in_language(lang))
                    }
                    Err(error) => Some(error.in_language(lang)),
                });
                return match checked.expect("a saved game has a size that exists") {
                    None => {
                        Response { messages: Vec::new(), effect: Effect::Open(path), shown: None }
                    }
                    Some(why) => refused(why),
                };
            }
            Ok(_) => {}
            Err(error) => return refused(error.in_language(lang)),
        }
        match save::from_text_with(&text) {
            Ok((game, record)) => {
                if let Err(error) = self.take(game, record) {
                    return refused(error.in_language(lang));
                }
            }
            Err(error) => return refused(error.in_language(lang)),
        }
        let mut messages = vec![tr!(lang, "play-loaded", file = path.display().to_string())];
        if self.state() == SessionState::Paused {
            messages.push(self.waits_sentence());
        }
        Response::show(messages)
    }

    /// Continues with a saved game: its names, its players and its clocks.
    fn take(&mut self, game: Game<S>, record: Record) -> Result<(), SeatError> {
        let players = self.players_of(&record);
        let current = self.session.settings().players.each_ref().map(|player| &player.spec);
        if [current[1], current[0]] == players.each_ref() {
            self.programs.swap(0, 1);
        } else if current != players.each_ref() {
            self.programs = self.programs_of(&players)?;
        }
        if record.players.iter().any(Option::is_some) {
            let participant = |color: Color| {
                let name = Some(game.name(color).to_owned()).filter(|name| !name.is_empty());
                let name = name.unwrap_or_else(|| seats::default_name(self.lang, &players, color));
                seats::participant(&players[color as usize], name)
            };
            self.session.set_players(Color::ALL.map(participant));
            self.session.set_clocks(record.clocks);
        }
        self.session.load(game, record, Instant::now());
        self.own_path = None;
        Ok(())
    }

    /// The players of a saved game; those of this one where it names none.
    fn players_of(&self, record: &Record) -> [Spec; 2] {
        Color::ALL.map(|color| {
            let saved = record.players[color as usize].as_ref();
            saved.unwrap_or(&self.session.player(color).spec).clone()
        })
    }

    /// The programs among the players of a saved game; the person named those of this one.
    fn programs_of<T: Size>(&self, players: &[Spec; 2]) -> Result<Programs<T>, SeatError> {
        let SessionSettings { players: current, seed, .. } = self.session.settings();
        let named: Vec<_> = current.iter().map(|player| &player.spec).collect();
        seats::build(players, &named, *seed)
    }

    /// The discs that one move would flip, or each of them.
    fn flips(&self, square: Option<Square<S>>) -> Vec<String> {
        let position = self.game().position();
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
        names(self.game().position().legal_moves())
    }

    pub(crate) fn collect_statistics(&self) -> Statistics {
        let names = Color::ALL.map(|color| self.name(color));
        Statistics::new(self.game(), names, &self.session.record().costs)
    }

    /// The statistics in the requested detail; nothing before the end of the game.
    pub(crate) fn statistics(&self, detail: Detail) -> Vec<String> {
        match self.game().outcome() {
            Some(_) => self.collect_statistics().lines(self.lang, detail),
            None => Vec::new(),
        }
    }

    /// The winner, the discs and the time; nothing before the end of the game.
    pub(crate) fn result(&self) -> Vec<String> {
        let game = self.game();
        let Some(outcome) = game.outcome() else { return Vec::new() };
        let count = |color| game.position().discs(color).len();
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
        let seconds = game.moves().iter().filter_map(|played| played.duration).sum::<Duration>();
        vec![
            won,
            tr!(
                self.lang,
                "play-final",
                black = black,
                white = white,
                empties = u32::from(S::SQUARES) - black - white,
                moves = game.length(),
                seconds = self.lang.decimals(seconds.as_secs_f64(), 1)
            ),
        ]
    }
}

/// The squares of a set, separated by spaces.
pub(crate) fn names<S: Size>(squares: Bitboard<S>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

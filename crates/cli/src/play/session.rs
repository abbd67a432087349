//! A game in progress: who sits where, what was said, what happens next.
//!
//! Both faces, the screen and the plain lines, drive this one session: they hand it what the person
//! asked for, show the sentences it answers, and let the programs think when it is their turn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use othellier_board::{Color, Move, Placement, Size, Square, Status, with_size};
use othellier_play::{Choice, Clock, Player, PlayerError, Seat, StopSignal, TimeControl};
use othellier_record::{Ending, Game, MoveCost, Record, save, transcript};

use super::command::{Command, help};
use super::statistics::{Detail, Statistics};
use crate::lang::{Lang, say};
use crate::trouble::trouble;

/// A game, its players and its clocks.
pub(crate) struct Session<S: Size> {
    game: Game<S>,
    about: About<S>,
    lang: Lang,
    chairs: [Chair<S>; 2],
    clocks: [Option<TimeControl>; 2],
    /// Where the game is written after every move.
    keep_in: Option<PathBuf>,
    /// Why the game could not be written when that was tried last.
    not_saved: Option<String>,
    /// What programs spent on their moves, by the number of the move.
    costs: BTreeMap<usize, MoveCost>,
    /// When the side to move began to think.
    turn_began: Instant,
    /// Whether the programs wait, because the person looks at an earlier move.
    paused: bool,
}

/// What a file said beside the moves of a game, and the moves it was said of.
#[derive(Default)]
pub(crate) struct About<S: Size> {
    record: Record,
    moves: Vec<Move<S>>,
}

impl<S: Size> About<S> {
    /// What a record says of this game.
    pub(crate) fn new(game: &Game<S>, record: Record) -> About<S> {
        About { record, moves: moves(game).collect() }
    }

    /// What still holds: nothing is said of moves that were not played in the end, nor of the end
    /// of a game that ended otherwise.
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

/// Who sits on one side.
pub(crate) struct Chair<S: Size> {
    name: String,
    is_person: bool,
    /// The program; away while it thinks.
    program: Option<Box<dyn Player<S>>>,
}

impl<S: Size> Chair<S> {
    pub(crate) fn new(name: String, seat: Seat<S>) -> Chair<S> {
        match seat {
            Seat::Human => Chair { name, is_person: true, program: None },
            Seat::Program(player) => Chair { name, is_person: false, program: Some(player) },
        }
    }
}

/// What the position of now asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A person must choose.
    Person,
    /// A program must choose.
    Program,
    /// A program is to move, but waits until it is told to go on.
    Paused,
    /// The side to move has no square to play.
    Pass,
    /// Nothing: the game is over.
    Over,
}

/// The answer to a command.
#[derive(Debug)]
pub(crate) struct Answer<S: Size> {
    pub(crate) said: Vec<String>,
    pub(crate) effect: Effect,
    /// A move to point out on the board with the discs it would turn.
    pub(crate) shown: Option<Placement<S>>,
}

/// What the face must do after a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing new: the board is as it was.
    Nothing,
    /// Show the board again.
    Show,
    /// Open this saved game, which is of another size, in a session of its own.
    Open(PathBuf),
    /// Leave.
    Quit,
}

/// A program with what it chose.
type Answered<S> = (Box<dyn Player<S>>, Result<Choice<S>, PlayerError>);

/// A program at work on its move, in a thread of its own.
pub(crate) struct Thinking<S: Size> {
    receiver: Receiver<Answered<S>>,
    stop: StopSignal,
    began: Instant,
    color: Color,
}

impl<S: Size> Thinking<S> {
    /// Whether it is done after waiting at most this long.
    pub(crate) fn wait(&self, at_most: Duration) -> Option<Thought<S>> {
        let result = match self.receiver.recv_timeout(at_most) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => None,
        };
        Some(Thought { result, duration: self.began.elapsed(), color: self.color })
    }

    /// Tells it to stop and waits for it, so that it can take its chair again.
    pub(crate) fn interrupt(self) -> Thought<S> {
        self.stop.stop();
        let result = self.receiver.recv().ok();
        Thought { result, duration: self.began.elapsed(), color: self.color }
    }
}

/// What a program thought, and the program itself; nothing if it broke down.
pub(crate) struct Thought<S: Size> {
    result: Option<Answered<S>>,
    duration: Duration,
    color: Color,
}

impl<S: Size> Session<S> {
    pub(crate) fn new(
        mut game: Game<S>,
        chairs: [Chair<S>; 2],
        clocks: [Option<TimeControl>; 2],
        keep_in: Option<PathBuf>,
        lang: Lang,
    ) -> Session<S> {
        for color in Color::ALL {
            game.set_name(color, chairs[color as usize].name.clone());
        }
        Session {
            game,
            about: About::default(),
            lang,
            chairs,
            clocks,
            keep_in,
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
        &self.chairs[color as usize].name
    }

    /// Whether a person sits at the board at all.
    pub(crate) fn has_person(&self) -> bool {
        self.chairs.iter().any(|chair| chair.is_person)
    }

    /// What the clock of one side shows, while it ticks; nothing without a clock.
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
        let is_person = self.chairs[self.side_to_move() as usize].is_person;
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

    /// Does what a person asked for.
    pub(crate) fn obey(&mut self, command: Command<S>) -> Answer<S> {
        let nothing = |said| Answer { said, effect: Effect::Nothing, shown: None };
        let show = |said| Answer { said, effect: Effect::Show, shown: None };
        match command {
            Command::Play(played) => match self.play_for_person(played) {
                Ok(said) => show(said),
                Err(said) => nothing(vec![said]),
            },
            Command::Help => nothing(help(self.lang)),
            Command::Back => match self.back() {
                Ok(()) => show(self.after_navigation()),
                Err(said) => nothing(vec![said]),
            },
            Command::Forward => match self.forward() {
                Ok(()) => show(self.after_navigation()),
                Err(said) => nothing(vec![said]),
            },
            Command::GoTo(length) if length == self.game.length() => show(Vec::new()),
            Command::GoTo(length) => match self.game.go_to(length) {
                Ok(()) => show(self.after_navigation()),
                Err(error) => nothing(vec![say!(
                    self.lang,
                    "play-no-such-move",
                    wanted = error.wanted.to_string(),
                    last = error.last
                )]),
            },
            Command::Restart => {
                self.game.go_to(0).expect("every game has a start");
                let mut said = vec![self.lang.text("play-restarted")];
                said.extend(self.after_navigation());
                show(said)
            }
            Command::Save(path) => nothing(vec![self.save(&path)]),
            Command::Load(path) => self.load(path),
            Command::Swap => {
                self.swap();
                show(vec![say!(
                    self.lang,
                    "play-swapped",
                    black = self.name(Color::Black),
                    white = self.name(Color::White)
                )])
            }
            Command::Flips(square) => {
                let shown = square.and_then(|square| self.game.position().placement(square));
                Answer { said: self.flips(square), effect: Effect::Nothing, shown }
            }
            Command::Statistics => nothing(self.counted().lines(self.lang, Detail::Moves)),
            Command::Transcript => nothing(vec![transcript::write(&self.game)]),
            Command::Continue if self.turn() != Turn::Paused => {
                nothing(vec![self.lang.text("play-nobody-waits")])
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
            Command::Quit => Answer { said: Vec::new(), effect: Effect::Quit, shown: None },
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
                Move::Pass => say!(self.lang, "play-no-pass", possible = possible),
                Move::Place(square) => {
                    let taken = self.game.position().disc_at(square).is_some();
                    let key = if taken { "play-taken" } else { "play-illegal" };
                    say!(self.lang, key, square = square.to_string(), possible = possible)
                }
            });
        }
        Ok(self.play(played, duration, None))
    }

    /// Plays a move that is known to be legal, unless the flag fell before it.
    fn play(&mut self, played: Move<S>, duration: Duration, cost: Option<MoveCost>) -> Vec<String> {
        let color = self.side_to_move();
        let mut said = Vec::new();
        if self.flag_fell(duration) {
            said.push(self.end_by_clock());
        } else {
            self.game.play_in(played, Some(duration)).expect("the move was checked");
            // The moves that were undone are gone, and what was spent on them.
            let number = self.game.length();
            self.costs.retain(|&earlier, _| earlier < number);
            self.costs.extend(cost.map(|cost| (number, cost)));
            if !self.chairs[color as usize].is_person || played == Move::Pass {
                said.push(self.played_sentence(color, played));
            }
        }
        self.paused = false;
        self.turn_began = Instant::now();
        said.extend(self.keep());
        said
    }

    fn flag_fell(&self, thought: Duration) -> bool {
        let color = self.side_to_move();
        let clock = self.clocks[color as usize].map(|control| control.clock(&self.game, color));
        clock.and_then(|clock| clock.left).is_some_and(|left| left < thought)
    }

    fn resign(&mut self, loser: Color) -> Vec<String> {
        self.game.end(Ending::Resigned(loser));
        let mut said = vec![say!(self.lang, "play-resigned", name = self.name(loser))];
        said.extend(self.keep());
        said
    }

    fn end_by_clock(&mut self) -> String {
        let loser = self.side_to_move();
        self.game.end(Ending::OutOfTime(loser));
        say!(self.lang, "play-out-of-time", name = self.name(loser))
    }

    /// Ends the game if the time of the side to move is up, even though it has not moved.
    pub(crate) fn check_clock(&mut self) -> Option<Vec<String>> {
        let ticks = matches!(self.turn(), Turn::Person | Turn::Program);
        (ticks && self.flag_fell(self.turn_began.elapsed())).then(|| {
            let mut said = vec![self.end_by_clock()];
            said.extend(self.keep());
            said
        })
    }

    /// Plays the pass of a side that has nothing else.
    pub(crate) fn pass(&mut self) -> Vec<String> {
        self.play(Move::Pass, Duration::ZERO, None)
    }

    /// Sets the program of the side to move to work. Only where [`turn`](Session::turn) says so.
    pub(crate) fn think(&mut self) -> Thinking<S> {
        let color = self.side_to_move();
        let mut program =
            self.chairs[color as usize].program.take().expect("a program waits on its chair");
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
            // Nobody listens any more when the session has ended: then nothing is lost.
            let _ = sender.send((program, choice));
        });
        Thinking { receiver, stop, began: self.turn_began, color }
    }

    /// Plays what a program thought of.
    pub(crate) fn settle(&mut self, thought: Thought<S>) -> Vec<String> {
        let Thought { result, duration, color } = thought;
        let name = self.name(color).to_owned();
        let Some((program, choice)) = result else {
            // The program is gone; a person takes its chair.
            self.chairs[color as usize].is_person = true;
            return vec![say!(self.lang, "play-broke-down", name = name)];
        };
        self.chairs[color as usize].program = Some(program);
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
                say!(self.lang, "play-program-illegal", name = name, played = played)
            }
            Err(PlayerError::Resigned) => return self.resign(color),
            Err(error) => {
                let why = trouble(self.lang, &error);
                say!(self.lang, "play-program-failed", name = name, why = why)
            }
        };
        self.paused = true;
        vec![problem]
    }

    /// Lets a program that was interrupted take its chair again; if it broke down, a person takes it.
    pub(crate) fn seat_again(&mut self, thought: Thought<S>) {
        let chair = &mut self.chairs[thought.color as usize];
        match thought.result {
            Some((program, _)) => chair.program = Some(program),
            None => chair.is_person = true,
        }
    }

    /// Goes back to the previous turn of the person who asks, over the replies of the others.
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

    /// Whether this person, or any if none is named, is to choose a square now.
    fn is_turn_of(&self, person: Option<Color>) -> bool {
        let side = self.side_to_move();
        self.game.position().status() == Status::ToMove
            && self.chairs[side as usize].is_person
            && person.is_none_or(|person| person == side)
    }

    /// Programs wait where they would overwrite the moves ahead.
    fn after_navigation(&mut self) -> Vec<String> {
        self.turn_began = Instant::now();
        self.paused = self.game.length() < self.game.full_length() || !self.has_person();
        if self.turn() == Turn::Paused { vec![self.paused_sentence()] } else { Vec::new() }
    }

    fn paused_sentence(&self) -> String {
        say!(self.lang, "play-paused", name = self.name(self.side_to_move()))
    }

    /// The same game, with what a file said of it.
    pub(crate) fn with_about(mut self, about: About<S>) -> Session<S> {
        self.set_about(about);
        self
    }

    fn set_about(&mut self, mut about: About<S>) {
        self.costs = std::mem::take(&mut about.record.costs);
        self.about = about;
    }

    /// What is known of the game as it is now.
    fn record(&self) -> Record {
        Record { costs: self.costs.clone(), ..self.about.of(&self.game) }
    }

    fn swap(&mut self) {
        self.chairs.swap(0, 1);
        self.about.record.ratings.swap(0, 1);
        for color in Color::ALL {
            self.game.set_name(color, self.chairs[color as usize].name.clone());
        }
    }

    fn save(&mut self, path: &Path) -> String {
        let file = path.display().to_string();
        self.write(path).unwrap_or_else(|| say!(self.lang, "play-saved", file = file))
    }

    /// Writes the game to the file that keeps it; says something only when that failed.
    fn keep(&mut self) -> Option<String> {
        let path = self.keep_in.clone()?;
        self.write(&path)
    }

    /// Writes the game to a file; says why when that failed.
    fn write(&mut self, path: &Path) -> Option<String> {
        let written = save::write_with(path, &self.game, &self.record());
        self.not_saved = written.err().map(|error| {
            let (file, why) = (error.path.display().to_string(), error.cause.to_string());
            say!(self.lang, "play-not-saved", file = file, why = why)
        });
        self.not_saved.clone()
    }

    /// Why the game is not in a file, if that was asked for last and failed.
    pub(crate) fn not_saved(&self) -> Option<&str> {
        self.not_saved.as_deref()
    }

    fn load(&mut self, path: PathBuf) -> Answer<S> {
        let refused = |why: String| Answer {
            said: vec![say!(self.lang, "play-not-loaded", why = why)],
            effect: Effect::Nothing,
            shown: None,
        };
        let text = match save::load(&path) {
            Ok(text) => text,
            Err(error) => return refused(error.to_string()),
        };
        match save::side_of(&text) {
            Ok(side) if side != S::SIDE => {
                let read = with_size!(side, T => save::from_text::<T>(&text).map(|_| ()));
                return match read.expect("a saved game has a size that exists") {
                    Ok(()) => Answer { said: Vec::new(), effect: Effect::Open(path), shown: None },
                    Err(error) => refused(error.to_string()),
                };
            }
            Ok(_) => {}
            Err(error) => return refused(error.to_string()),
        }
        let (game, record) = match save::from_text_with(&text) {
            Ok(read) => read,
            Err(error) => return refused(error.to_string()),
        };
        self.set_about(About::new(&game, record));
        self.game = game;
        for color in Color::ALL {
            let chair = &mut self.chairs[color as usize];
            if self.game.name(color).is_empty() {
                self.game.set_name(color, chair.name.clone());
            } else {
                chair.name = self.game.name(color).to_owned();
            }
        }
        let mut said = vec![say!(self.lang, "play-loaded", file = path.display().to_string())];
        said.extend(self.after_navigation());
        Answer { said, effect: Effect::Show, shown: None }
    }

    /// What one move would turn, or what each of them would.
    fn flips(&self, square: Option<Square<S>>) -> Vec<String> {
        let position = self.game.position();
        let line = |placement: Placement<S>| {
            say!(
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
                None => vec![say!(
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
                say!(self.lang, "play-plays", name = name, square = square.to_string())
            }
            Move::Pass => say!(self.lang, "play-passes", name = name),
        }
    }

    /// What the game has cost so far.
    pub(crate) fn counted(&self) -> Statistics {
        let names = Color::ALL.map(|color| self.name(color));
        Statistics::new(&self.game, names, &self.costs)
    }

    /// What the game cost, as far as it is asked for; nothing while the game goes on.
    pub(crate) fn statistics(&self, detail: Detail) -> Vec<String> {
        match self.game.outcome() {
            Some(_) => self.counted().lines(self.lang, detail),
            None => Vec::new(),
        }
    }

    /// Who won, with how many discs, in what time; nothing while the game goes on.
    pub(crate) fn result(&self) -> Vec<String> {
        let Some(outcome) = self.game.outcome() else { return Vec::new() };
        let count = |color| self.game.position().discs(color).len();
        let (black, white) = (count(Color::Black), count(Color::White));
        let won = match outcome.winner {
            Some(winner) => say!(
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
            say!(
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

/// The squares of a set, apart by spaces.
pub(super) fn names<S: Size>(squares: othellier_board::Bitboard<S>) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

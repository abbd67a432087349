//! The state machine of a game in progress: the players, whose turn it is, and what can be done.
//!
//! It has no threads, timers or files of its own: the owner of a [`GameSession`] drives it.

use std::str::FromStr;
use std::time::{Duration, Instant};

use othellier_board::{Color, Move, Size, Status};
use othellier_play::TimeControl;
use othellier_record::{AnyGame, Ending, Game, Record, save, with_game};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::ApiError;
use othellier_desk::allowed::PlayerSpec;

/// A game and its players.
#[derive(Clone)]
pub(crate) struct GameSession {
    pub(crate) record: Record,
    /// Black first.
    pub(crate) players: [PlayerSpec; 2],
    /// Names of people, or given names of programs.
    pub(crate) names: [String; 2],
    pub(crate) clock: Option<TimeControl>,
    /// The least time between the moves of programs.
    pub(crate) pace: Duration,
    /// Whether programs are paused.
    pub(crate) paused: bool,
    /// Increases with every change.
    pub(crate) version: u64,
    /// The evaluations of programs, by move.
    pub(crate) thoughts: Vec<Option<Thought>>,
    /// Why a program did not move.
    pub(crate) error: Option<ApiError>,
    pub(crate) seed: u64,
    /// When the current turn began.
    pub(crate) since: Instant,
}

/// The evaluation of a program when it moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Thought {
    /// In discs, for the program.
    pub(crate) score: Option<f64>,
    /// `exact`, `selective`, `estimate` or `none`.
    pub(crate) trust: String,
    /// The confidence of a selective score.
    pub(crate) percent: Option<u8>,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    /// The move and the expected replies.
    pub(crate) line: Vec<String>,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// The person whose turn it is.
    Waiting,
    /// The program whose turn it is.
    Thinking,
    /// A request that resumes the program.
    Paused,
    /// Nothing: the game is over.
    Over,
}

impl GameSession {
    /// A new session.
    pub(crate) fn new(record: Record, players: [PlayerSpec; 2]) -> GameSession {
        let mut session = GameSession {
            thoughts: vec![None; record.game.full_length()],
            record,
            players,
            names: Default::default(),
            clock: None,
            pace: Duration::ZERO,
            paused: false,
            version: 1,
            error: None,
            seed: rand::random(),
            since: Instant::now(),
        };
        session.pass_where_forced();
        session
    }

    pub(crate) fn game(&self) -> &AnyGame {
        &self.record.game
    }

    /// The side to move; none when the game is over.
    pub(crate) fn turn(&self) -> Option<Color> {
        with_game!(self.game(), game => (!game.is_over()).then(|| game.position().side_to_move()))
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.game().length() == self.game().full_length()
    }

    fn player(&self, color: Color) -> &PlayerSpec {
        &self.players[color as usize]
    }

    pub(crate) fn has_person(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_human)
    }

    pub(crate) fn state(&self) -> State {
        match self.turn() {
            None => State::Over,
            Some(color) if self.player(color).is_human() => State::Waiting,
            Some(_) if self.paused || !self.is_at_end() || self.error.is_some() => State::Paused,
            Some(_) => State::Thinking,
        }
    }

    /// The side whose clock runs.
    pub(crate) fn running(&self) -> Option<Color> {
        let runs = matches!(self.state(), State::Waiting | State::Thinking) && self.is_at_end();
        self.turn().filter(|_| runs && self.clock.is_some())
    }

    /// The time left on the clocks, Black's first.
    pub(crate) fn left(&self) -> Option<[Duration; 2]> {
        let clock = self.clock?;
        let running = self.running();
        let ending = with_game!(self.game(), game => game.ending());
        let left = Color::ALL.map(|color| {
            // A record has no duration for a move that was not played.
            if ending == Some(Ending::OutOfTime(color)) {
                return Duration::ZERO;
            }
            let left = with_game!(self.game(), game => clock.clock(game, color).left);
            let spent = if running == Some(color) { self.since.elapsed() } else { Duration::ZERO };
            left.unwrap_or_default().saturating_sub(spent)
        });
        Some(left)
    }

    /// How long a program may think about its move; none: no limit.
    pub(crate) fn allotted(&self) -> Option<Duration> {
        let (clock, color) = (self.clock?, self.turn()?);
        with_game!(self.game(), game => {
            clock.clock(game, color).allot(game.position().board().empties().len())
        })
    }

    /// Plays a person's move in the current position, and resumes paused programs.
    pub(crate) fn play_by_person(&mut self, text: &str) -> Result<(), ApiError> {
        let color = self.turn().ok_or_else(|| ApiError::conflict("the game is over"))?;
        if !self.player(color).is_human() {
            let name = self.player(color).spec();
            return Err(ApiError::conflict(format!("it is the turn of {name}")));
        }
        self.play(text, None)?;
        self.paused = false;
        Ok(())
    }

    /// Plays a move of the side to move. Undone moves are dropped, and forced passes follow.
    pub(crate) fn play(&mut self, text: &str, thought: Option<Thought>) -> Result<(), ApiError> {
        let is_timed = self.clock.is_some() || self.players.iter().any(|player| !player.is_human());
        let took = is_timed.then(|| self.since.elapsed());
        let ply = self.game().length();
        with_game!(&mut self.record.game, game => play_on(game, text, took))?;
        self.truncate_notes(ply);
        if let Some(score) = thought.as_ref().and_then(|thought| thought.score) {
            self.record.notes.entry(ply + 1).or_default().eval = Some(score);
        }
        self.thoughts.push(thought);
        self.pass_where_forced();
        Ok(())
    }

    /// Drops notes about moves that no longer exist, and about the result.
    fn truncate_notes(&mut self, ply: usize) {
        self.thoughts.truncate(ply);
        self.record.notes.split_off(&(ply + 1));
        self.record.tags.retain(|tag| tag.at <= ply && tag.name != "RE");
        self.record.score = None;
        self.record.theoretical = None;
    }

    fn pass_where_forced(&mut self) {
        if !self.is_at_end() {
            return;
        }
        with_game!(&mut self.record.game, game => {
            while game.ending().is_none() && game.position().status() == Status::MustPass {
                game.play(Move::Pass).expect("a pass that is forced is legal");
            }
        });
        self.thoughts.resize(self.record.game.full_length(), None);
    }

    /// Goes back to the last choice of a person, if there is one.
    pub(crate) fn undo(&mut self) -> Result<(), ApiError> {
        let chooses = self.choosers();
        let target = with_game!(self.game(), game => {
            let mut past = game.clone();
            let mut found = None;
            while found.is_none() && past.undo().is_some() {
                found = is_choice(&past, chooses).then(|| past.length());
            }
            found
        });
        target.map_or(Ok(()), |ply| self.go_to(ply))
    }

    /// Goes forward to the next choice of a person, or to the end.
    pub(crate) fn redo(&mut self) -> Result<(), ApiError> {
        let chooses = self.choosers();
        let target = with_game!(self.game(), game => {
            let mut future = game.clone();
            while future.redo().is_some() && !is_choice(&future, chooses) {}
            future.length()
        });
        self.go_to(target)
    }

    /// Which sides choose: the people, or both sides if both are programs.
    fn choosers(&self) -> [bool; 2] {
        let persons = [0, 1].map(|side| self.players[side].is_human());
        if persons == [false, false] { [true, true] } else { persons }
    }

    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), ApiError> {
        with_game!(&mut self.record.game, game => game.go_to(ply)).map_err(ApiError::conflict)
    }

    /// Drops the moves that were undone.
    pub(crate) fn drop_undone(&mut self) {
        fn without_undone<S: Size>(game: &Game<S>) -> Game<S> {
            let mut kept = Game::from_position(*game.start());
            for played in game.moves() {
                kept.play_timed(played.played, played.duration).expect("it was legal before");
            }
            kept
        }
        if !self.is_at_end() {
            self.truncate_notes(self.game().length());
        }
        self.record.game = with_game!(self.game(), game => AnyGame::from(without_undone(game)));
        self.set_names();
    }

    pub(crate) fn restart(&mut self) -> Result<(), ApiError> {
        self.go_to(0)?;
        self.drop_undone();
        self.paused = false;
        self.pass_where_forced();
        Ok(())
    }

    pub(crate) fn swap(&mut self) {
        self.players.swap(0, 1);
        self.names.swap(0, 1);
        self.set_names();
    }

    pub(crate) fn resign(&mut self, color: Option<Color>) -> Result<(), ApiError> {
        let turn = self.turn().ok_or_else(|| ApiError::conflict("the game is over"))?;
        let persons: Vec<Color> =
            Color::ALL.into_iter().filter(|color| self.player(*color).is_human()).collect();
        let color = color.unwrap_or(if let [only] = persons[..] { only } else { turn });
        if !self.player(color).is_human() {
            return Err(ApiError::conflict(format!("{color} is not a person")));
        }
        self.drop_undone();
        self.end(Ending::Resigned(color));
        Ok(())
    }

    /// Ends the game if the side to move is out of time; returns whether it did.
    pub(crate) fn flag(&mut self) -> bool {
        let (Some(color), Some(left)) = (self.running(), self.left()) else { return false };
        let is_down = left[color as usize].is_zero();
        if is_down {
            self.end(Ending::OutOfTime(color));
        }
        is_down
    }

    /// Ends the game here. A score that a file gave belongs to another end.
    fn end(&mut self, ending: Ending) {
        self.record.score = None;
        with_game!(&mut self.record.game, game => game.end(ending));
    }

    /// Replaces the players, and resumes paused programs.
    pub(crate) fn set_players(&mut self, players: [PlayerSpec; 2]) {
        self.players = players;
        self.paused = false;
    }

    /// Starts again from another position.
    pub(crate) fn set_up(&mut self, start: AnyGame) -> Result<(), ApiError> {
        let players = self
            .players
            .clone()
            .map(|player| PlayerSpec::read(&player.spec().to_string(), start.side()));
        let [black, white] = players;
        self.players = [black?, white?];
        self.record = Record { game: start, ..Record::default() };
        self.thoughts = vec![None; self.record.game.full_length()];
        self.set_names();
        self.pass_where_forced();
        Ok(())
    }

    /// Writes the names into the game, so that every export has them.
    pub(crate) fn set_names(&mut self) {
        for color in Color::ALL {
            let name = self.name(color);
            self.record.game.set_name(color, name);
        }
    }

    pub(crate) fn name(&self, color: Color) -> String {
        let (name, player) = (&self.names[color as usize], self.player(color));
        match (name.is_empty(), player.is_human()) {
            (true, false) => player.spec().to_string(),
            _ => name.clone(),
        }
    }

    /// Marks a change: a new version, and a new turn.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
        self.since = Instant::now();
    }
}

fn play_on<S: Size>(
    game: &mut Game<S>,
    text: &str,
    took: Option<Duration>,
) -> Result<(), ApiError> {
    let played = Move::from_str(text).map_err(ApiError::illegal_move)?;
    if game.ending().is_some() {
        return Err(ApiError::conflict("the game is over"));
    }
    game.play_timed(played, took).map_err(ApiError::illegal_move)
}

/// Whether one of these sides has a choice in the current position.
fn is_choice<S: Size>(game: &Game<S>, chooses: [bool; 2]) -> bool {
    let position = game.position();
    position.status() == Status::ToMove && chooses[position.side_to_move() as usize]
}

/// What is stored besides the save file.
#[derive(Serialize, Deserialize)]
struct Settings {
    players: [String; 2],
    names: [String; 2],
    clock: Option<String>,
    pace_ms: u64,
    paused: bool,
    version: u64,
    thoughts: Vec<Option<Thought>>,
    seed: u64,
}

impl GameSession {
    /// The save file and the settings.
    pub(crate) fn stored(&self) -> Result<(String, String), ApiError> {
        let mut file = Vec::new();
        save::file::write(&mut file, &self.record).map_err(ApiError::internal)?;
        let settings = Settings {
            players: self.players.clone().map(|player| player.spec().to_string()),
            names: self.names.clone(),
            clock: self.clock.map(|clock| clock.to_string()),
            pace_ms: self.pace.as_millis() as u64,
            paused: self.paused,
            version: self.version,
            thoughts: self.thoughts.clone(),
            seed: self.seed,
        };
        let settings = serde_json::to_string(&settings).map_err(ApiError::internal)?;
        Ok((String::from_utf8(file).map_err(ApiError::internal)?, settings))
    }

    /// Restores a session. A player that is no longer allowed becomes a person.
    pub(crate) fn from_stored(game: &str, settings: &str) -> Result<GameSession, ApiError> {
        let record = save::file::read(game.as_bytes()).next();
        let record = record.ok_or_else(|| ApiError::internal("the save file is empty"))?;
        let record = record.map_err(ApiError::internal)?;
        let settings: Settings = serde_json::from_str(settings).map_err(ApiError::internal)?;
        let size = record.game.side();
        let players = settings
            .players
            .map(|text| PlayerSpec::read(&text, size).unwrap_or_else(|_| PlayerSpec::human()));
        let mut session = GameSession::new(record, players);
        session.names = settings.names;
        session.clock = settings.clock.and_then(|clock| clock.parse().ok());
        session.pace = Duration::from_millis(settings.pace_ms);
        session.paused = settings.paused;
        session.version = settings.version;
        session.thoughts = settings.thoughts;
        session.thoughts.resize(session.game().full_length(), None);
        session.seed = settings.seed;
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player_spec(text: &str) -> PlayerSpec {
        PlayerSpec::read(text, 8).unwrap()
    }

    fn session(black: &str, white: &str) -> GameSession {
        GameSession::new(Record::default(), [player_spec(black), player_spec(white)])
    }

    fn play(session: &mut GameSession, moves: &str) {
        for at in (0..moves.len()).step_by(2) {
            session.play(&moves[at..at + 2], None).unwrap();
        }
    }

    #[test]
    fn undo_returns_to_a_persons_choice() {
        let mut game = session("human", "random");
        play(&mut game, "f5d6c3d3");
        game.undo().unwrap();
        assert_eq!((game.game().length(), game.state()), (2, State::Waiting));
        game.undo().unwrap();
        game.undo().unwrap();
        assert_eq!(game.game().length(), 0);
        game.redo().unwrap();
        assert_eq!(game.game().length(), 2);
        game.go_to(3).unwrap();
        assert_eq!(game.state(), State::Paused);
        game.drop_undone();
        assert_eq!((game.state(), game.game().full_length()), (State::Thinking, 3));
        assert_eq!(game.play_by_person("d3").unwrap_err().code, "conflict");
    }

    #[test]
    fn undo_stops_at_the_opening_move_of_the_program() {
        let mut game = session("random", "human");
        play(&mut game, "f5");
        game.undo().unwrap();
        assert_eq!(game.game().length(), 1);
    }

    #[test]
    fn forced_passes_are_played_and_a_finished_game_rejects_moves() {
        let mut game = session("human", "human");
        play(&mut game, "f5d6c5f4e3f6g5e6e7");
        assert_eq!((game.state(), game.turn()), (State::Over, None));
        assert_eq!(game.play_by_person("a1").unwrap_err().code, "conflict");
        let position =
            othellier_desk::positions::read_position("-XXXXXXX".repeat(8).as_str(), None, "");
        assert!(position.is_err(), "the side to move is missing");
    }

    #[test]
    fn undo_revokes_a_resignation() {
        let mut game = session("human", "random");
        play(&mut game, "f5d6");
        game.resign(None).unwrap();
        assert_eq!(game.state(), State::Over);
        assert!(game.resign(None).is_err());
        game.undo().unwrap();
        assert_eq!((game.state(), game.game().length()), (State::Waiting, 0));
    }

    #[test]
    fn a_stored_session_is_restored() {
        let mut game = session("human", "champion(level=2)");
        game.clock = Some("5m+2s".parse().unwrap());
        game.names = ["Zoé".to_owned(), String::new()];
        game.set_names();
        play(&mut game, "f5");
        let thought = Thought {
            score: Some(-0.5),
            trust: "estimate".to_owned(),
            percent: None,
            depth: 2,
            nodes: 12,
            line: vec!["d6".to_owned()],
        };
        game.play("d6", Some(thought)).unwrap();
        game.undo().unwrap();
        let (file, settings) = game.stored().unwrap();
        let back = GameSession::from_stored(&file, &settings).unwrap();
        assert_eq!(back.record, game.record);
        assert_eq!((back.players, back.names, back.clock), (game.players, game.names, game.clock));
        assert_eq!(
            (back.thoughts, back.version, back.seed),
            (game.thoughts, game.version, game.seed)
        );
        assert!(GameSession::from_stored("nonsense", &settings).is_err());
        assert!(GameSession::from_stored(&file, "nonsense").is_err());
    }
}

//! A game that is being played, and who plays it: what may be done with it, and whose turn it is.
//!
//! No thread, no clock of its own, no file: whoever holds a [`Sitting`] asks it.

use std::str::FromStr;
use std::time::{Duration, Instant};

use othellier_board::{Color, Move, Size, Status};
use othellier_play::TimeControl;
use othellier_record::{AnyGame, Ending, Game, Record, save, with_game};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::allowed::Guest;
use crate::trouble::Trouble;

/// A game and those who play it.
#[derive(Clone)]
pub(crate) struct Sitting {
    pub(crate) record: Record,
    /// Black first.
    pub(crate) players: [Guest; 2],
    /// As the persons call themselves, or the programs are called.
    pub(crate) names: [String; 2],
    pub(crate) clock: Option<TimeControl>,
    /// The least time between the moves of programs.
    pub(crate) pace: Duration,
    /// Whether programs wait.
    pub(crate) paused: bool,
    /// Grows with every change.
    pub(crate) version: u64,
    /// What programs thought of their moves.
    pub(crate) thoughts: Vec<Option<Thought>>,
    /// Why a program did not move.
    pub(crate) trouble: Option<Trouble>,
    pub(crate) seed: u64,
    /// Since when it is whoever's turn it is.
    pub(crate) since: Instant,
}

/// What a program thought when it moved.
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
    /// The move and the replies expected.
    pub(crate) line: Vec<String>,
}

/// What is being waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// The person whose turn it is.
    Waiting,
    /// The program whose turn it is.
    Thinking,
    /// A word that lets the program go on.
    Paused,
    /// Nothing: the game is over.
    Over,
}

impl Sitting {
    /// A game that nobody has touched yet.
    pub(crate) fn new(record: Record, players: [Guest; 2]) -> Sitting {
        let mut sitting = Sitting {
            thoughts: vec![None; record.game.full_length()],
            record,
            players,
            names: Default::default(),
            clock: None,
            pace: Duration::ZERO,
            paused: false,
            version: 1,
            trouble: None,
            seed: rand::random(),
            since: Instant::now(),
        };
        sitting.pass_where_forced();
        sitting
    }

    pub(crate) fn game(&self) -> &AnyGame {
        &self.record.game
    }

    /// Whose turn it is; nobody's when the game is over.
    pub(crate) fn turn(&self) -> Option<Color> {
        with_game!(self.game(), game => (!game.is_over()).then(|| game.position().side_to_move()))
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.game().length() == self.game().full_length()
    }

    fn player(&self, color: Color) -> &Guest {
        &self.players[color as usize]
    }

    pub(crate) fn has_person(&self) -> bool {
        self.players.iter().any(Guest::is_human)
    }

    pub(crate) fn state(&self) -> State {
        match self.turn() {
            None => State::Over,
            Some(color) if self.player(color).is_human() => State::Waiting,
            Some(_) if self.paused || !self.is_at_end() || self.trouble.is_some() => State::Paused,
            Some(_) => State::Thinking,
        }
    }

    /// The side whose time runs.
    pub(crate) fn running(&self) -> Option<Color> {
        let runs = matches!(self.state(), State::Waiting | State::Thinking) && self.is_at_end();
        self.turn().filter(|_| runs && self.clock.is_some())
    }

    /// What is left on the clocks, Black's first.
    pub(crate) fn left(&self) -> Option<[Duration; 2]> {
        let clock = self.clock?;
        let running = self.running();
        let ending = with_game!(self.game(), game => game.ending());
        let left = Color::ALL.map(|color| {
            // The time of a move that never came is in no game.
            if ending == Some(Ending::OutOfTime(color)) {
                return Duration::ZERO;
            }
            let left = with_game!(self.game(), game => clock.clock(game, color).left);
            let gone = if running == Some(color) { self.since.elapsed() } else { Duration::ZERO };
            left.unwrap_or_default().saturating_sub(gone)
        });
        Some(left)
    }

    /// How long a program may think about the move that is due; nothing means: as long as it takes.
    pub(crate) fn allotted(&self) -> Option<Duration> {
        let (clock, color) = (self.clock?, self.turn()?);
        with_game!(self.game(), game => {
            clock.clock(game, color).allot(game.position().board().empties().len())
        })
    }

    /// A move of a person, at the position of now. Programs that were to wait need not any more.
    pub(crate) fn play_by_person(&mut self, text: &str) -> Result<(), Trouble> {
        let color = self.turn().ok_or_else(|| Trouble::conflict("the game is over"))?;
        if !self.player(color).is_human() {
            let name = self.player(color).spec();
            return Err(Trouble::conflict(format!("it is the turn of {name}")));
        }
        self.play(text, None)?;
        self.paused = false;
        Ok(())
    }

    /// A move of whoever's turn it is. What had been undone is dropped, and forced passes follow.
    pub(crate) fn play(&mut self, text: &str, thought: Option<Thought>) -> Result<(), Trouble> {
        let is_timed = self.clock.is_some() || self.players.iter().any(|player| !player.is_human());
        let took = is_timed.then(|| self.since.elapsed());
        let ply = self.game().length();
        with_game!(&mut self.record.game, game => play_on(game, text, took))?;
        self.forget_after(ply);
        if let Some(score) = thought.as_ref().and_then(|thought| thought.score) {
            self.record.notes.entry(ply + 1).or_default().eval = Some(score);
        }
        self.thoughts.push(thought);
        self.pass_where_forced();
        Ok(())
    }

    /// Drops what is said of moves that are no more, and of the end that they led to.
    fn forget_after(&mut self, ply: usize) {
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

    /// Back to where a person had the last choice, if there is such a place.
    pub(crate) fn undo(&mut self) -> Result<(), Trouble> {
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

    /// Forward to where a person has the next choice, or to the end.
    pub(crate) fn redo(&mut self) -> Result<(), Trouble> {
        let chooses = self.choosers();
        let target = with_game!(self.game(), game => {
            let mut future = game.clone();
            while future.redo().is_some() && !is_choice(&future, chooses) {}
            future.length()
        });
        self.go_to(target)
    }

    /// Which sides choose: the persons, or both where there is none.
    fn choosers(&self) -> [bool; 2] {
        let persons = [0, 1].map(|side| self.players[side].is_human());
        if persons == [false, false] { [true, true] } else { persons }
    }

    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), Trouble> {
        with_game!(&mut self.record.game, game => game.go_to(ply)).map_err(Trouble::conflict)
    }

    /// Drops what was undone.
    pub(crate) fn cut(&mut self) {
        fn cut<S: Size>(game: &Game<S>) -> Game<S> {
            let mut kept = Game::from_position(*game.start());
            for played in game.moves() {
                kept.play_in(played.played, played.duration).expect("it was legal before");
            }
            kept
        }
        if !self.is_at_end() {
            self.forget_after(self.game().length());
        }
        let kept = with_game!(self.game(), game => AnyGame::from(cut(game)));
        self.record.game = kept;
        self.set_names();
    }

    pub(crate) fn restart(&mut self) -> Result<(), Trouble> {
        self.go_to(0)?;
        self.cut();
        self.paused = false;
        self.pass_where_forced();
        Ok(())
    }

    pub(crate) fn swap(&mut self) {
        self.players.swap(0, 1);
        self.names.swap(0, 1);
        self.set_names();
    }

    pub(crate) fn resign(&mut self, color: Option<Color>) -> Result<(), Trouble> {
        let turn = self.turn().ok_or_else(|| Trouble::conflict("the game is over"))?;
        let persons: Vec<Color> =
            Color::ALL.into_iter().filter(|color| self.player(*color).is_human()).collect();
        let color = color.unwrap_or(if let [only] = persons[..] { only } else { turn });
        if !self.player(color).is_human() {
            return Err(Trouble::conflict(format!("{color} is no person")));
        }
        self.cut();
        self.end(Ending::Resigned(color));
        Ok(())
    }

    /// Ends the game if the time of whoever's turn it is has run out, and says whether it did.
    pub(crate) fn flag(&mut self) -> bool {
        let (Some(color), Some(left)) = (self.running(), self.left()) else { return false };
        let is_down = left[color as usize].is_zero();
        if is_down {
            self.end(Ending::OutOfTime(color));
        }
        is_down
    }

    /// Ends the game here: whatever a file said of its score was about another end.
    fn end(&mut self, ending: Ending) {
        self.record.score = None;
        with_game!(&mut self.record.game, game => game.end(ending));
    }

    /// Other players sit down. Programs that were to wait need not any more.
    pub(crate) fn seat(&mut self, players: [Guest; 2]) {
        self.players = players;
        self.paused = false;
    }

    /// Another start.
    pub(crate) fn set_up(&mut self, start: AnyGame) -> Result<(), Trouble> {
        let players = self
            .players
            .clone()
            .map(|player| Guest::read(&player.spec().to_string(), start.side()));
        let [black, white] = players;
        self.players = [black?, white?];
        self.record = Record { game: start, ..Record::default() };
        self.thoughts = vec![None; self.record.game.full_length()];
        self.set_names();
        self.pass_where_forced();
        Ok(())
    }

    /// Writes the names into the game, so that they are in every file of it.
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

    /// Something changed, and a turn begins.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
        self.since = Instant::now();
    }
}

fn play_on<S: Size>(game: &mut Game<S>, text: &str, took: Option<Duration>) -> Result<(), Trouble> {
    let played = Move::from_str(text).map_err(Trouble::illegal_move)?;
    if game.ending().is_some() {
        return Err(Trouble::conflict("the game is over"));
    }
    game.play_in(played, took).map_err(Trouble::illegal_move)
}

/// Whether one of these sides has a choice here.
fn is_choice<S: Size>(game: &Game<S>, chooses: [bool; 2]) -> bool {
    let position = game.position();
    position.status() == Status::ToMove && chooses[position.side_to_move() as usize]
}

/// What is kept beside the save file.
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

impl Sitting {
    /// The save file and the settings.
    pub(crate) fn kept(&self) -> Result<(String, String), Trouble> {
        let mut file = Vec::new();
        save::file::write(&mut file, &self.record).map_err(Trouble::internal)?;
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
        let settings = serde_json::to_string(&settings).map_err(Trouble::internal)?;
        Ok((String::from_utf8(file).map_err(Trouble::internal)?, settings))
    }

    /// The game of a save file and settings. A player that is not allowed any more is a person now.
    pub(crate) fn from_kept(game: &str, settings: &str) -> Result<Sitting, Trouble> {
        let record = save::file::read(game.as_bytes()).next();
        let record = record.ok_or_else(|| Trouble::internal("the save file is empty"))?;
        let record = record.map_err(Trouble::internal)?;
        let kept: Settings = serde_json::from_str(settings).map_err(Trouble::internal)?;
        let size = record.game.side();
        let players =
            kept.players.map(|text| Guest::read(&text, size).unwrap_or_else(|_| Guest::human()));
        let mut sitting = Sitting::new(record, players);
        sitting.names = kept.names;
        sitting.clock = kept.clock.and_then(|clock| clock.parse().ok());
        sitting.pace = Duration::from_millis(kept.pace_ms);
        sitting.paused = kept.paused;
        sitting.version = kept.version;
        sitting.thoughts = kept.thoughts;
        sitting.thoughts.resize(sitting.game().full_length(), None);
        sitting.seed = kept.seed;
        Ok(sitting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(text: &str) -> Guest {
        Guest::read(text, 8).unwrap()
    }

    fn sitting(black: &str, white: &str) -> Sitting {
        Sitting::new(Record::default(), [guest(black), guest(white)])
    }

    fn play(sitting: &mut Sitting, moves: &str) {
        for at in (0..moves.len()).step_by(2) {
            sitting.play(&moves[at..at + 2], None).unwrap();
        }
    }

    #[test]
    fn undo_goes_back_to_the_choice_of_a_person() {
        let mut game = sitting("human", "random");
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
        game.cut();
        assert_eq!((game.state(), game.game().full_length()), (State::Thinking, 3));
        assert_eq!(game.play_by_person("d3").unwrap_err().code, "conflict");
    }

    #[test]
    fn whoever_opened_for_the_program_cannot_be_undone_past() {
        let mut game = sitting("random", "human");
        play(&mut game, "f5");
        game.undo().unwrap();
        assert_eq!(game.game().length(), 1);
    }

    #[test]
    fn forced_passes_are_played_and_the_end_is_the_end() {
        let mut game = sitting("human", "human");
        play(&mut game, "f5d6c5f4e3f6g5e6e7");
        assert_eq!((game.state(), game.turn()), (State::Over, None));
        assert_eq!(game.play_by_person("a1").unwrap_err().code, "conflict");
        let position = crate::positions::read_position("-XXXXXXX".repeat(8).as_str(), None, "");
        assert!(position.is_err(), "nobody is said to move");
    }

    #[test]
    fn a_game_given_up_is_over_until_it_is_undone() {
        let mut game = sitting("human", "random");
        play(&mut game, "f5d6");
        game.resign(None).unwrap();
        assert_eq!(game.state(), State::Over);
        assert!(game.resign(None).is_err());
        game.undo().unwrap();
        assert_eq!((game.state(), game.game().length()), (State::Waiting, 0));
    }

    #[test]
    fn what_is_kept_comes_back() {
        let mut game = sitting("human", "champion(level=2)");
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
        let (file, settings) = game.kept().unwrap();
        let back = Sitting::from_kept(&file, &settings).unwrap();
        assert_eq!(back.record, game.record);
        assert_eq!((back.players, back.names, back.clock), (game.players, game.names, game.clock));
        assert_eq!(
            (back.thoughts, back.version, back.seed),
            (game.thoughts, game.version, game.seed)
        );
        assert!(Sitting::from_kept("nonsense", &settings).is_err());
        assert!(Sitting::from_kept(&file, "nonsense").is_err());
    }
}

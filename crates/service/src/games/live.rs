//! A game in progress: the session of [`othellier_play`], and what the page adds to it.

use std::time::Duration;

use othellier_board::{Color, Move, Size};
use othellier_platform::clock::Instant;
use othellier_play::{
    AnySession, Command, GameSession, Participant, SessionError, SessionSettings, SessionState,
    Thought, Variation, with_session,
};
use othellier_record::{AnyGame, Game, Record, save};
use othellier_wire as wire;
use serde::{Deserialize, Serialize};

use crate::allowed::PlayerSpec;
use crate::error::ServiceError;

/// A game, its players, and what the page adds.
#[derive(Clone)]
pub struct LiveGame {
    /// The game and its players.
    pub session: AnySession,
    /// The least time between the moves of programs.
    pub pace: Duration,
    /// Why a program did not move.
    pub error: Option<ServiceError>,
}

/// A player of a session.
pub(super) fn participant(player: &PlayerSpec, name: impl Into<String>) -> Participant {
    let (spec, is_person) = (player.spec().clone(), player.is_human());
    Participant { name: name.into(), spec, is_person }
}

/// Whether moves are recorded with their time: not on a board without programs and clocks.
fn keeps_times(settings: &SessionSettings) -> bool {
    settings.clocks.iter().any(Option::is_some)
        || settings.players.iter().any(|player| !player.is_person)
}

impl<S: Size> From<SessionError<S>> for ServiceError {
    fn from(error: SessionError<S>) -> ServiceError {
        match error {
            SessionError::Illegal(error) => ServiceError::illegal_move(error),
            error => ServiceError::conflict(error),
        }
    }
}

impl LiveGame {
    pub fn new(record: Record, mut settings: SessionSettings) -> LiveGame {
        settings.keeps_times = keeps_times(&settings);
        let session = AnySession::new(record, settings, Instant::now());
        LiveGame { session, pace: Duration::ZERO, error: None }
    }

    pub fn game(&self) -> AnyGame {
        self.session.record().game
    }

    /// The person, program or command that the game waits for.
    pub fn state(&self) -> SessionState {
        match self.session.state() {
            SessionState::Thinking if self.error.is_some() => SessionState::Paused,
            state => state,
        }
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.session.running().filter(|_| self.state() != SessionState::Paused)
    }

    /// The time left on the clocks, Black's first.
    pub fn left(&self) -> Option<[Duration; 2]> {
        let now = Instant::now();
        let [black, white] = Color::ALL.map(|color| self.session.time_left(color, now));
        Some([black?, white?])
    }

    /// Holds the clock of the current turn: its program waits for a processor.
    pub fn hold_clock(&mut self) {
        with_session!(&mut self.session, session => session.hold_clock(Instant::now()));
    }

    /// Lets the clock run again.
    pub fn release_clock(&mut self) {
        with_session!(&mut self.session, session => session.release_clock(Instant::now()));
    }

    /// Ends the game if the side to move is out of time; returns whether it did.
    pub fn flag(&mut self) -> bool {
        let now = Instant::now();
        with_session!(&mut self.session, session => {
            session.apply(Command::CheckClock, now).is_ok_and(|events| !events.is_empty())
        })
    }

    pub fn play(&mut self, text: &str) -> Result<(), ServiceError> {
        with_session!(&mut self.session, session => {
            let played = text.parse().map_err(ServiceError::illegal_move)?;
            session.apply(Command::Play(played), Instant::now())?;
        });
        Ok(())
    }

    /// Starts again from another position.
    pub fn set_up(&mut self, start: AnyGame) -> Result<(), ServiceError> {
        for color in Color::ALL {
            PlayerSpec::read(&self.session.player(color).spec.to_string(), start.side())?;
        }
        self.session.load(Record { game: start, ..Record::default() }, Instant::now());
        Ok(())
    }

    /// Replaces the players, and resumes paused programs.
    pub fn set_players(&mut self, players: [PlayerSpec; 2]) {
        let [black, white] = Color::ALL
            .map(|color| participant(&players[color as usize], &self.session.player(color).name));
        with_session!(&mut self.session, session => {
            session.set_players([black, white]);
            session.set_keeps_times(keeps_times(session.settings()));
        });
    }

    /// The ply at which this side last had a choice; none if it has not moved.
    pub fn last_choice(&self, color: Color) -> Option<usize> {
        with_session!(&self.session, session => {
            let mut past = session.game().clone();
            loop {
                let undone = past.undo()?;
                if past.position().side_to_move() == color && undone.played != Move::Pass {
                    return Some(past.length());
                }
            }
        })
    }

    /// Takes back the last move of this side and what followed; the line becomes a variation. The
    /// game ends where it then stands, so clocks run.
    pub fn take_back(&mut self, color: Color) -> Result<(), ServiceError> {
        let ply = self.last_choice(color);
        let ply = ply.ok_or_else(|| ServiceError::conflict("there is no move to take back"))?;
        self.session.load(self.copied(Some(ply))?, Instant::now());
        Ok(())
    }

    /// The record, up to a move; names of programs are left out.
    pub fn copied(&self, ply: Option<usize>) -> Result<Record, ServiceError> {
        let mut record = with_session!(&self.session, session => {
            let mut line = session.current().clone();
            if let Some(ply) = ply {
                line.game.go_to(ply).map_err(ServiceError::conflict)?;
                line.cut();
            }
            Record { game: line.game.into(), ..line.record }
        });
        for color in Color::ALL {
            record.game.set_name(color, &self.session.player(color).name);
        }
        Ok(record)
    }
}

/// A command that needs no move, on a session of any size. Undoing, redoing and resuming where
/// there is nothing to do is no error.
macro_rules! command {
    ($live:expr, $command:expr) => {
        othellier_play::with_session!(&mut $live.session, session => {
            match session.apply($command, othellier_platform::clock::Instant::now()) {
                Ok(_) => Ok(()),
                Err(
                    othellier_play::SessionError::AtStart
                    | othellier_play::SessionError::AtEnd
                    | othellier_play::SessionError::NothingPaused,
                ) => Ok(()),
                Err(error) => Err(crate::error::ServiceError::from(error)),
            }
        })
    };
}
pub(super) use command;

/// The settings stored besides the save file.
#[derive(Serialize, Deserialize)]
struct Settings {
    players: [String; 2],
    names: [String; 2],
    clock: Option<String>,
    pace_ms: u64,
    paused: bool,
    version: u64,
    thoughts: Vec<Option<wire::Thought>>,
    seed: u64,
    /// The lines that were left.
    variations: Vec<StoredVariation>,
}

#[derive(Serialize, Deserialize)]
struct StoredVariation {
    game: String,
    thoughts: Vec<Option<wire::Thought>>,
}

fn thoughts_stored<S: Size>(thoughts: &[Option<Thought<S>>]) -> Vec<Option<wire::Thought>> {
    thoughts.iter().map(|thought| thought.as_ref().map(wire::Thought::from)).collect()
}

fn thoughts_read<S: Size>(stored: &[Option<wire::Thought>]) -> Vec<Option<Thought<S>>> {
    stored.iter().map(|thought| thought.as_ref()?.read()).collect()
}

fn variation_stored<S: Size>(variation: &Variation<S>) -> StoredVariation {
    let game = save::to_text_with(&variation.game, &variation.record);
    StoredVariation { game, thoughts: thoughts_stored(&variation.thoughts) }
}

/// A variation that cannot be read is dropped.
fn variation_read<S: Size>(stored: &StoredVariation) -> Option<Variation<S>> {
    let (game, record): (Game<S>, Record) = save::from_text_with(&stored.game).ok()?;
    let mut variation = Variation::new(game, record);
    variation.set_thoughts(thoughts_read(&stored.thoughts));
    Some(variation)
}

fn restored<S: Size>(session: GameSession<S>, settings: &Settings) -> GameSession<S> {
    let thoughts = thoughts_read(&settings.thoughts);
    let variations = settings.variations.iter().filter_map(variation_read).collect();
    session.restored(settings.version, thoughts, variations)
}

impl LiveGame {
    /// The save file and the settings.
    pub fn stored(&self) -> Result<(String, String), ServiceError> {
        let own = self.session.settings();
        let (thoughts, variations) = with_session!(&self.session, session => (
            thoughts_stored(session.thoughts()),
            session.variations().iter().map(variation_stored).collect(),
        ));
        let settings = Settings {
            players: own.players.each_ref().map(|player| player.spec.to_string()),
            names: own.players.each_ref().map(|player| player.name.clone()),
            clock: own.clocks[0].map(|clock| clock.to_string()),
            pace_ms: self.pace.as_millis() as u64,
            paused: own.is_paused,
            version: self.session.version(),
            thoughts,
            seed: own.seed,
            variations,
        };
        let settings = serde_json::to_string(&settings).map_err(ServiceError::internal)?;
        Ok((save::file::to_text(&self.session.record()), settings))
    }

    /// Restores a session. A player that is no longer allowed becomes a person.
    pub fn from_stored(game: &str, settings: &str) -> Result<LiveGame, ServiceError> {
        let or_person = |spec: &str, size| {
            Ok(PlayerSpec::read(spec, size).unwrap_or_else(|_| PlayerSpec::human()))
        };
        LiveGame::restore(game, settings, or_person)
    }

    /// Restores a session with the same players.
    pub fn from_stored_exactly(game: &str, settings: &str) -> Result<LiveGame, ServiceError> {
        LiveGame::restore(game, settings, PlayerSpec::read)
    }

    fn restore(
        game: &str,
        settings: &str,
        player: impl Fn(&str, u8) -> Result<PlayerSpec, ServiceError>,
    ) -> Result<LiveGame, ServiceError> {
        let record = save::file::read(game.as_bytes()).next();
        let record = record.ok_or_else(|| ServiceError::internal("the save file is empty"))?;
        let record = record.map_err(ServiceError::internal)?;
        let stored: Settings = serde_json::from_str(settings).map_err(ServiceError::internal)?;
        let size = record.game.side();
        let [black, white] = &stored.players;
        let [black, white] = [player(black, size)?, player(white, size)?];
        let players =
            [participant(&black, &stored.names[0]), participant(&white, &stored.names[1])];
        let clock = stored.clock.as_ref().and_then(|clock| clock.parse().ok());
        let mut own = SessionSettings {
            clocks: [clock; 2],
            is_paused: stored.paused,
            ..SessionSettings::new(players)
        };
        own.keeps_times = keeps_times(&own);
        own.seed = stored.seed;
        let session = AnySession::new(record, own, Instant::now());
        let session = with_session!(session, session => restored(session, &stored).into());
        Ok(LiveGame { session, pace: Duration::from_millis(stored.pace_ms), error: None })
    }
}

#[cfg(test)]
mod tests {
    use othellier_search::Trust;

    use super::*;

    fn live(black: &str, white: &str) -> LiveGame {
        let players =
            [black, white].map(|text| participant(&PlayerSpec::read(text, 8).unwrap(), ""));
        LiveGame::new(Record::default(), SessionSettings::new(players))
    }

    fn choose(live: &mut LiveGame, chosen: &str, thought: Option<Thought>) {
        let AnySession::Eight(session) = &mut live.session else { panic!("another size") };
        let chosen = chosen.parse().unwrap();
        session.apply(Command::Choose { chosen, thought }, Instant::now()).unwrap();
    }

    #[test]
    fn a_finished_game_rejects_moves() {
        let mut game = live("human", "human");
        for square in ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"] {
            game.play(square).unwrap();
        }
        assert_eq!(game.state(), SessionState::Over);
        assert_eq!(game.play("a1").unwrap_err().code(), "conflict");
        let mut game = live("human", "random");
        assert_eq!(game.play("a1").unwrap_err().code(), "illegal_move");
        assert_eq!(game.play("<script>").unwrap_err().code(), "illegal_move");
        game.play("f5").unwrap();
        assert_eq!(game.play("d6").unwrap_err().code(), "conflict");
    }

    #[test]
    fn a_side_takes_back_its_own_last_move() {
        let mut game = live("human", "human");
        assert_eq!(game.take_back(Color::Black).unwrap_err().code(), "conflict");
        for square in ["f5", "d6", "c3"] {
            game.play(square).unwrap();
        }
        game.take_back(Color::White).unwrap();
        assert_eq!((game.session.length(), game.session.full_length()), (1, 1));
        assert_eq!(game.last_choice(Color::White), None);
        let AnySession::Eight(session) = &game.session else { panic!("another size") };
        assert_eq!(session.variations()[0].game.full_length(), 3);
    }

    #[test]
    fn a_stored_session_is_restored() {
        let players = [("human", "Zoé"), ("champion(level=2)", "")]
            .map(|(text, name)| participant(&PlayerSpec::read(text, 8).unwrap(), name));
        let clocks = [Some("5m+2s".parse().unwrap()); 2];
        let settings = SessionSettings { clocks, ..SessionSettings::new(players) };
        let mut game = LiveGame::new(Record::default(), settings);
        game.play("f5").unwrap();
        let line = vec!["d6".parse().unwrap()];
        let thought = Thought {
            score: Some(-0.5),
            trust: Trust::Selective { percent: 73 },
            depth: 2,
            nodes: 12,
            reused_nodes: 0,
            line,
        };
        choose(&mut game, "d6", Some(thought));
        command!(game, Command::Undo).unwrap();
        game.play("d3").unwrap();
        let (file, settings) = game.stored().unwrap();
        let back = LiveGame::from_stored(&file, &settings).unwrap();
        let (AnySession::Eight(back), AnySession::Eight(game)) = (back.session, game.session)
        else {
            panic!("another size");
        };
        assert_eq!(back.current(), game.current());
        assert_eq!(back.variations(), game.variations());
        assert_eq!(back.variations().len(), 1);
        assert_eq!((back.settings(), back.version()), (game.settings(), game.version()));
        assert!(LiveGame::from_stored("nonsense", &settings).is_err());
        assert!(LiveGame::from_stored(&file, "nonsense").is_err());
    }
}

//! The service that only plays: games on 8×8 between people, the champion and the random player.
//!
//! It is the first of the two WebAssembly modules, small enough to be there before a visitor has moved.
//! The [`Service`](crate::Service) answers the same requests in the same way, and all others.

use othellier_wire::Both;
use serde::Deserialize;

use crate::answer::{failed, field, shown};
use crate::error::{ErrorClass, ServiceError};
use crate::games::{GameCommand, LiveGame, NewGame, NewMove, OpenGames};
use crate::positions::{PositionQuery, position};
use crate::weights::install_weights;

/// The code of a request that only [`Service`](crate::Service) may answer.
pub const NEEDS_FULL_MODULE: &str = "needs_full_module";

/// The fields of the requests that a game needs; [`Request`](crate::Request) describes them. One flat type
/// is a fourth of the code of an enum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    r#do: String,
    game: Option<usize>,
    command: Option<String>,
    r#move: Option<String>,
    ply: Option<usize>,
    players: Option<Both<String>>,
    clock: Option<String>,
    pace_ms: Option<u64>,
    paused: Option<bool>,
    position: Option<String>,
    size: Option<u8>,
    moves: Option<String>,
    file: Option<String>,
    settings: Option<String>,
}

/// The service of one user who plays.
#[derive(Default)]
pub struct PlayingService {
    games: OpenGames,
    /// The bytes that belong to the next request.
    attached: Vec<u8>,
    seed: u64,
}

impl PlayingService {
    /// An empty service; what has no seed of its own gets this one and those after it.
    pub fn new(seed: u64) -> PlayingService {
        PlayingService { seed, ..PlayingService::default() }
    }

    /// Attaches the bytes of a file to the next request.
    pub fn attach(&mut self, bytes: Vec<u8>) {
        self.attached = bytes;
    }

    /// Answers a request in JSON, as [`Service`](crate::Service) does. What is invalid here may be valid there:
    /// its error is [`NEEDS_FULL_MODULE`].
    pub fn answer_json(&mut self, request: &str, emit: &mut dyn FnMut(&str)) {
        let asked = serde_json::from_str(request).map_err(ServiceError::bad_request);
        if let Err(error) = asked.and_then(|asked| self.answer(asked, emit)) {
            let mut shown = error.shown();
            if error.kind.class() == ErrorClass::Invalid {
                shown.code = NEEDS_FULL_MODULE.to_owned();
            }
            emit(&failed(&shown));
        }
    }

    fn answer(&mut self, asked: Asked, emit: &mut dyn FnMut(&str)) -> Result<(), ServiceError> {
        let attached = std::mem::take(&mut self.attached);
        match (&*asked.r#do, asked.game) {
            ("position", None) => emit(&shown(&position(&asked.position()?)?)),
            ("weights", None) => emit(&field("weights", "name", &install_weights(attached)?)),
            ("new_game", None) => {
                self.seed = self.seed.wrapping_add(1);
                let no_text = |_: &str, _, _| Err(ServiceError::bad_game("no format is read here"));
                emit(&shown(&self.games.open(asked.new_game(), self.seed >> 11, no_text)?));
            }
            ("restore", None) => {
                let (file, settings) = (needed(asked.file)?, needed(asked.settings)?);
                let game = LiveGame::from_stored_exactly(&file, &settings);
                emit(&shown(&self.games.add(game.map_err(ServiceError::bad_request)?)));
            }
            ("stored", Some(game)) => emit(&field("stored", "stored", &self.games.stored(game)?)),
            ("show", Some(game)) => emit(&shown(&self.games.show(game)?)),
            ("game", Some(game)) => {
                emit(&shown(&self.games.execute(game, asked.command()?)?));
            }
            ("think", Some(game)) => {
                let game = self.games.think(game, &mut |thought| emit(&shown(&thought)))?;
                emit(&shown(&game));
            }
            ("close", Some(game)) => self.games.close(game)?,
            _ => return Err(ServiceError::bad_request("there is no such request")),
        }
        Ok(())
    }
}

impl Asked {
    fn position(self) -> Result<PositionQuery, ServiceError> {
        let Asked { position, size, moves, .. } = self;
        Ok(PositionQuery { position: needed(position)?, size, moves })
    }

    fn new_game(self) -> NewGame {
        let Asked { size, players, clock, position, pace_ms, paused, .. } = self;
        NewGame { size, players, clock, position, pace_ms, paused, ..NewGame::default() }
    }

    fn command(self) -> Result<GameCommand, ServiceError> {
        Ok(match &*needed(self.command)? {
            "move" => GameCommand::Move(NewMove { played: needed(self.r#move)?, ply: self.ply }),
            "undo" => GameCommand::Undo,
            "redo" => GameCommand::Redo,
            "restart" => GameCommand::Restart,
            "swap" => GameCommand::Swap,
            "pause" => GameCommand::Pause,
            "go" => GameCommand::Go,
            _ => return Err(ServiceError::bad_request("there is no such command")),
        })
    }
}

fn needed(field: Option<String>) -> Result<String, ServiceError> {
    field.ok_or_else(|| ServiceError::bad_request("a field is missing"))
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Service;

    fn ask(answer_json: impl FnOnce(&str, &mut dyn FnMut(&str)), request: &Value) -> Vec<String> {
        let mut answers = Vec::new();
        answer_json(&request.to_string(), &mut |answer| answers.push(answer.to_owned()));
        answers
    }

    /// The error of the last answer.
    fn code(answers: &[String]) -> String {
        let last: Value = serde_json::from_str(answers.last().unwrap()).unwrap();
        last["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Without what depends on the time.
    fn timeless(answers: &[String]) -> Vec<Value> {
        let read = answers.iter().map(|answer| {
            let mut answer: Value = serde_json::from_str(answer).unwrap();
            for key in ["seconds", "nodes_per_second"] {
                answer[key].take();
            }
            for played in answer["moves"].as_array_mut().into_iter().flatten() {
                played["took_ms"].take();
            }
            answer
        });
        read.collect()
    }

    #[test]
    fn a_game_is_answered_as_by_the_full_service() {
        let (mut playing, mut full) = (PlayingService::new(0), Service::new(0));
        let players = json!({ "black": "human", "white": "champion(level=1)" });
        let of_game = |name: &str| json!({ "do": name, "game": 1 });
        let command = |name: &str| json!({ "do": "game", "game": 1, "command": name });
        let f5 = json!({ "do": "game", "game": 1, "command": "move", "move": "f5", "ply": 0 });
        for request in [
            json!({ "do": "position", "position": "f5d6", "moves": "c3" }),
            json!({ "do": "new_game", "players": players, "size": 8, "pace_ms": 300, "clock": "5m", "paused": false }),
            of_game("think"),
            f5.clone(),
            f5,
            of_game("think"),
            command("undo"),
            command("redo"),
            command("swap"),
            command("pause"),
            command("go"),
            command("restart"),
            of_game("close"),
            of_game("show"),
        ] {
            let [ours, theirs] = [
                ask(|text, emit| playing.answer_json(text, emit), &request),
                ask(|text, emit| full.answer_json(text, emit), &request),
            ];
            let clocks = |answers: &[String]| {
                let mut answers = timeless(answers);
                answers.iter_mut().for_each(|answer| drop(answer["clocks"].take()));
                answers
            };
            assert_eq!(clocks(&ours), clocks(&theirs), "{request}");
        }
    }

    #[test]
    fn what_it_does_not_have_needs_the_full_module() {
        let mut service = PlayingService::new(0);
        let mut refused = |request: Value| {
            let answers = ask(|text, emit| service.answer_json(text, emit), &request);
            assert_eq!(code(&answers), NEEDS_FULL_MODULE, "{request}");
        };
        refused(json!({ "do": "catalogue" }));
        refused(json!({ "do": "new_game", "text": "f5d6" }));
        refused(json!({ "do": "new_game", "players": { "black": "human", "white": "nobody" } }));
        refused(json!({ "do": "game", "game": 1, "command": "setup", "position": "f5" }));
        refused(json!({ "do": "position", "position": "f5f5" }));
        refused(json!({ "do": "restore", "file": "", "settings": "{}" }));
        // Not even a person takes the seat of a player that it does not know.
        let mut full = Service::new(0);
        ask(|text, emit| full.answer_json(text, emit), &json!({ "do": "new_game" }));
        let stored = json!({ "do": "stored", "game": 1 });
        let stored = ask(|text, emit| full.answer_json(text, emit), &stored);
        let stored: Value = serde_json::from_str(&stored[0]).unwrap();
        let mut restore = stored["stored"].clone();
        restore["do"] = "restore".into();
        let text = restore["settings"].as_str().unwrap().replacen("human", "nobody", 1);
        restore["settings"] = text.into();
        refused(restore);
    }

    #[test]
    fn what_is_wrong_with_a_game_is_final() {
        let mut service = PlayingService::new(0);
        let mut answer =
            |request: Value| code(&ask(|text, emit| service.answer_json(text, emit), &request));
        assert_eq!(answer(json!({ "do": "new_game" })), "");
        let a1 = json!({ "do": "game", "game": 1, "command": "move", "move": "a1" });
        assert_eq!(answer(a1), "illegal_move");
        assert_eq!(answer(json!({ "do": "think", "game": 1 })), "conflict");
        assert_eq!(answer(json!({ "do": "think", "game": 2 })), "not_found");
    }
}

//! The open games of one user, by number.

use othellier_wire::{Game, ThoughtEvent};
use serde::{Deserialize, Serialize};

use super::live::LiveGame;
use super::requests::{CopyOf, GameCommand, NewGame, ReadGame};
use super::shown::game_shown;
use crate::error::ServiceError;

/// A game as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredGame {
    pub file: String,
    pub settings: String,
}

/// The open games of one user. The id of a game is its number, from 1.
#[derive(Default)]
pub struct OpenGames {
    /// By number; one that was closed is `None`.
    games: Vec<Option<Box<LiveGame>>>,
}

impl OpenGames {
    /// Opens a new game. `seed` is for the choices of programs; `read` reads the text of a game.
    pub fn open(
        &mut self,
        asked: NewGame,
        seed: u64,
        read: ReadGame,
    ) -> Result<Game, ServiceError> {
        let copied = |from: &CopyOf| {
            let number = from.id.parse().map_err(|_| no_such_game())?;
            self.game(number)?.copied(from.ply)
        };
        let game = asked.open(seed, read, copied)?;
        Ok(self.add(game))
    }

    pub fn add(&mut self, game: LiveGame) -> Game {
        let shown = shown(self.games.len() + 1, &game);
        self.games.push(Some(Box::new(game)));
        shown
    }

    /// The data to store, so that the game can be opened again.
    pub fn stored(&mut self, number: usize) -> Result<StoredGame, ServiceError> {
        let (file, settings) = self.game(number)?.stored()?;
        Ok(StoredGame { file, settings })
    }

    /// A game as it is; it is over if the time of the side to move has run out.
    pub fn show(&mut self, number: usize) -> Result<Game, ServiceError> {
        let game = self.game(number)?;
        game.flag();
        Ok(shown(number, game))
    }

    pub fn execute(&mut self, number: usize, command: GameCommand) -> Result<Game, ServiceError> {
        let game = self.game(number)?;
        game.execute(command)?;
        Ok(shown(number, game))
    }

    /// Lets the program to move play one move; `publish` sees what it thinks meanwhile.
    pub fn think(
        &mut self,
        number: usize,
        publish: &mut dyn FnMut(ThoughtEvent),
    ) -> Result<Game, ServiceError> {
        let game = self.game(number)?;
        let waits = || ServiceError::conflict("the game does not wait for a program");
        let turn = game.turn().ok_or_else(waits)?;
        let program = turn.program(turn.table_bytes());
        let chosen = program.and_then(|mut program| turn.think_alone(&mut program, publish));
        game.play_choice(turn.version(), chosen)?;
        Ok(shown(number, game))
    }

    pub fn close(&mut self, number: usize) -> Result<(), ServiceError> {
        self.slot(number)?.take().map(drop).ok_or_else(no_such_game)
    }

    pub fn game(&mut self, number: usize) -> Result<&mut LiveGame, ServiceError> {
        self.slot(number)?.as_deref_mut().ok_or_else(no_such_game)
    }

    fn slot(&mut self, number: usize) -> Result<&mut Option<Box<LiveGame>>, ServiceError> {
        self.games.get_mut(number.wrapping_sub(1)).ok_or_else(no_such_game)
    }
}

fn shown(number: usize, game: &LiveGame) -> Game {
    let id = number.to_string();
    game_shown(game, &id, &id, true)
}

fn no_such_game() -> ServiceError {
    ServiceError::not_found("there is no such game")
}

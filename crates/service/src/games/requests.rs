//! Requests to a game.

use std::time::Duration;

use othellier_board::Color;
use othellier_play::{Command, SessionSettings, TimeControl, with_session};
use othellier_record::Record;
use othellier_wire::lines::{as_line, is_line};
use othellier_wire::{Both, Side};
use serde::Deserialize;

use super::live::{LiveGame, command, participant};
use crate::allowed::PlayerSpec;
use crate::error::ServiceError;
use crate::limits;
use crate::positions::read_position;

/// A new game; every field is optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Board size: 4, 6, 8 or 10.
    pub size: Option<u8>,
    /// The specs of the players.
    pub players: Option<Both<String>>,
    /// The names of the players.
    pub names: Option<Both<String>>,
    /// Such as `5m+2s`.
    pub clock: Option<String>,
    /// The start position, in any notation.
    pub position: Option<String>,
    /// A game in any format.
    pub text: Option<String>,
    /// Which game of the text, from 0.
    pub index: Option<usize>,
    /// A game to be copied.
    pub from: Option<CopyOf>,
    /// The least time between the moves of programs.
    pub pace_ms: Option<u64>,
    pub paused: Option<bool>,
}

/// A game to be copied, up to a move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CopyOf {
    pub id: String,
    /// After how many moves.
    pub ply: Option<usize>,
}

/// Changes of players, names or pace.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// The specs of the players.
    pub players: Option<Both<String>>,
    /// The names of the players.
    pub names: Option<Both<String>>,
    /// The least time between the moves of programs.
    pub pace_ms: Option<u64>,
}

/// A move of a person.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    #[serde(rename = "move")]
    pub played: String,
    /// The ply at which the client believes the game is.
    pub ply: Option<usize>,
}

/// The number of a variation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recall {
    /// From 1.
    pub variation: usize,
}

/// A ply of the game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Goto {
    /// After how many moves.
    pub ply: usize,
}

/// Who resigns.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The side; by default the only person, or the one to move.
    pub color: Option<Side>,
}

/// A new start position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewStart {
    /// The position, in any notation.
    pub position: String,
    /// Board size: 4, 6, 8 or 10.
    pub size: Option<u8>,
}

/// A change of a game. In JSON its name is in the field `command`, beside the fields of the request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum GameCommand {
    Move(NewMove),
    /// Goes back to the last choice of a person.
    Undo,
    /// Goes forward to the next choice of a person.
    Redo,
    /// Goes to a ply of the game.
    Goto(Goto),
    /// Starts a new game from the same position; the old one becomes a variation.
    Restart,
    Swap,
    Pause,
    /// Lets the program to move play; moves that were undone become a variation.
    Go,
    /// Returns to a variation; the current line becomes one.
    Recall(Recall),
    Resign(Resign),
    /// Starts again from another position.
    Setup(NewStart),
    /// Changes players, names or pace.
    Change(Changes),
}

impl LiveGame {
    /// Executes a command, unless the time of the side to move is up. A command that fails changes
    /// nothing.
    pub fn execute(&mut self, asked: GameCommand) -> Result<(), ServiceError> {
        if self.flag() {
            return Ok(());
        }
        match asked {
            GameCommand::Move(NewMove { played, ply }) => {
                let length = self.session.length();
                if ply.is_some_and(|wanted| wanted != length) {
                    return Err(ServiceError::conflict(format!("the game is at move {length}")));
                }
                self.play(&played)?;
            }
            GameCommand::Undo => command!(self, Command::Undo)?,
            GameCommand::Redo => command!(self, Command::Redo)?,
            GameCommand::Goto(Goto { ply }) => command!(self, Command::GoTo(ply))?,
            GameCommand::Restart => command!(self, Command::NewGame)?,
            GameCommand::Swap => command!(self, Command::Swap)?,
            GameCommand::Pause => command!(self, Command::Pause)?,
            GameCommand::Go => command!(self, Command::Resume)?,
            GameCommand::Recall(Recall { variation }) => {
                command!(self, Command::Recall(variation))?;
            }
            GameCommand::Resign(Resign { color }) => {
                let color = color.map(Into::into);
                command!(self, Command::Resign(color))?;
            }
            GameCommand::Setup(NewStart { position, size }) => {
                self.set_up(read_position(&position, size, "")?)?;
            }
            GameCommand::Change(changes) => self.change(changes)?,
        }
        self.error = None;
        Ok(())
    }

    fn change(&mut self, changes: Changes) -> Result<(), ServiceError> {
        let size = self.session.side();
        let players = changes.players.map(|players| read_players(&players, size)).transpose()?;
        let names = changes.names.map(checked_names).transpose()?;
        self.pace = changes.pace_ms.map_or(Ok(self.pace), pace)?;
        if let Some(players) = players {
            self.set_players(players);
        }
        if let Some(names) = names {
            with_session!(&mut self.session, session => session.set_names(names));
        }
        Ok(())
    }
}

/// Reads a game of a text, by its number from 0, on a board of a size where the text does not show its own.
pub type ReadGame = fn(&str, Option<u8>, usize) -> Result<Record, ServiceError>;

impl NewGame {
    /// The game, which has not begun. `seed` is for the choices of programs; `read` reads a text, such as
    /// [`nth_game`](crate::imports::nth_game); `copied` returns the record of a game that is to be copied.
    pub fn open(
        self,
        seed: u64,
        read: ReadGame,
        copied: impl FnOnce(&CopyOf) -> Result<Record, ServiceError>,
    ) -> Result<LiveGame, ServiceError> {
        let (mut record, has_moves) = self.record(read, copied)?;
        record.warnings.clear();
        let size = record.game.side();
        let players = match &self.players {
            Some(players) => read_players(players, size)?,
            None => [PlayerSpec::human(), PlayerSpec::human()],
        };
        let names = match self.names {
            Some(names) => checked_names(names)?,
            None => Color::ALL.map(|color| as_line(record.game.name(color), limits::NAME_CHARS)),
        };
        let players =
            Color::ALL.map(|color| participant(&players[color as usize], &names[color as usize]));
        let clock = self.clock.as_deref().map(clock).transpose()?;
        let settings = SessionSettings {
            clocks: [clock; 2],
            is_paused: self.paused.unwrap_or(has_moves),
            seed,
            ..SessionSettings::new(players)
        };
        let mut live = LiveGame::new(record, settings);
        live.pace = self.pace_ms.map_or(Ok(Duration::ZERO), pace)?;
        Ok(live)
    }

    /// The record that the game starts from, and whether it has moves.
    fn record(
        &self,
        read: ReadGame,
        copied: impl FnOnce(&CopyOf) -> Result<Record, ServiceError>,
    ) -> Result<(Record, bool), ServiceError> {
        let size = self.size;
        match (&self.position, &self.text, &self.from) {
            (None, None, None) => Ok((
                Record { game: read_position("startpos", size, "")?, ..Record::default() },
                false,
            )),
            (Some(position), None, None) => {
                let game = read_position(position, size, "")?;
                Ok((Record { game, ..Record::default() }, false))
            }
            (None, Some(text), None) => Ok((read(text, size, self.index.unwrap_or(0))?, true)),
            (None, None, Some(from)) => Ok((copied(from)?, true)),
            _ => Err(ServiceError::bad_request("expected one of position, text and from")),
        }
    }
}

fn read_players(players: &Both<String>, size: u8) -> Result<[PlayerSpec; 2], ServiceError> {
    Ok([PlayerSpec::read(&players.black, size)?, PlayerSpec::read(&players.white, size)?])
}

fn checked_names(names: Both<String>) -> Result<[String; 2], ServiceError> {
    let names = names.into_array();
    if names.iter().all(|name| is_line(name, limits::NAME_CHARS)) {
        Ok(names)
    } else {
        Err(ServiceError::bad_request(format!(
            "a name has at most {} characters, on one line and without control characters",
            limits::NAME_CHARS
        )))
    }
}

fn clock(text: &str) -> Result<TimeControl, ServiceError> {
    let clock: TimeControl = text.parse().map_err(ServiceError::bad_request)?;
    let is_fine = clock.main <= limits::CLOCK
        && clock.increment <= limits::CLOCK
        && clock.main >= Duration::from_secs(1);
    if is_fine { Ok(clock) } else { Err(ServiceError::bad_request("a clock has from 1s to 24h")) }
}

fn pace(milliseconds: u64) -> Result<Duration, ServiceError> {
    let pace = Duration::from_millis(milliseconds);
    if pace <= limits::PACE {
        Ok(pace)
    } else {
        Err(ServiceError::bad_request(format!("pace_ms is at most {}", limits::PACE.as_millis())))
    }
}

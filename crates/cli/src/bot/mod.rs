//! `othellier bot`: a player of the catalogue, or a GTP or NBoard engine, as a member of a room.

mod http;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_locale::{Lang, Localized, Value, message, tr};
use othellier_play::{Clock, NoProgram, Player, Setup, StopSignal, TimeControl, build_player};
use othellier_record::{Game, parse_position};
use othellier_spec::{Access, Spec};
use othellier_wire::{BotEvent, BotTurn, MemberToken, Seats, Side};
use serde_json::json;

use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::{files, output, values};
use http::{Client, Failure};

/// Play in a room of a server: a player of the catalogue, or any GTP or NBoard engine
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier bot --room http://192.168.1.20:8088/r/K7QM-2XPA --player 'champion(level=6)'
  othellier bot --room http://192.168.1.20:8088/r/K7QM-2XPA --name Edax -- edax -gtp")]
pub(crate) struct Options {
    /// The link of the room, as its page shows it
    #[arg(long, value_name = "URL")]
    room: String,
    /// Name in the room; by default that of the player
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// File that keeps the key of the bot, so that it comes back as the same member
    #[arg(long, value_name = "FILE")]
    token: Option<PathBuf>,
    /// A file with the password of the site, if it has one
    #[arg(long, value_name = "FILE")]
    password: Option<PathBuf>,
    /// Who plays: see `othellier players`
    #[arg(long, value_name = "PLAYER", conflicts_with = "command")]
    player: Option<Spec>,
    /// The engine speaks NBoard instead of GTP
    #[arg(long, requires = "command")]
    nboard: bool,
    /// Seed of the random numbers: the same seed repeats the same play
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The engine and its arguments
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
}

/// The player used when none is named: the strongest one.
const DEFAULT_PLAYER: &str = "champion";
/// After this time a broken connection is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// Time of a move on the network, kept from the clock.
const JOURNEY: Duration = Duration::from_millis(50);

/// Plays until the member is removed from the room, or Ctrl-C.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let link = || message!("bot-link", link = options.room.as_str());
    let (mut client, room) =
        Client::of_link(&options.room).ok_or_else(|| CliError::usage(link()))?;
    client.password = options.password.as_deref().map(files::password).transpose()?;
    let spec = options.spec()?;
    let seed = options.seed.unwrap_or_else(values::seed);
    // A wrong spec is found before anybody waits for the bot.
    build(8, &spec, seed)?;
    anstream::eprintln!("{}", tr!(lang, "play-seed", seed = seed.to_string()));
    let _ = ctrlc::set_handler(|| interrupt());
    let file = options.token.as_deref();
    client.token = file.and_then(|file| std::fs::read_to_string(file).ok());
    client.token = client.token.map(|token| token.trim().to_owned());
    if client.token.is_none() {
        let name = options.name.clone().unwrap_or_else(|| spec.name.clone());
        let body = json!({"name": name, "kind": "bot"});
        let joined: MemberToken = client
            .post(&format!("/api/rooms/{room}/members"), &body)
            .map_err(|failure| failed(&options.room, failure))?;
        if let Some(file) = file {
            keep(file, &joined.token)?;
        }
        client.token = Some(joined.token);
    }
    let mut bot = Bot { common, client, spec, seed, games: HashMap::new() };
    loop {
        match bot.play(&format!("/api/rooms/{room}/bot")) {
            Err(Broken::Connection(failure)) => {
                let why = match failure {
                    Failure::Connection(error) => error.in_language(lang),
                    // Others have guessed from this address, say.
                    Failure::Refused(error) if error.code == "too_many" => error.message,
                    refused => return Err(failed(&options.room, refused)),
                };
                anstream::eprintln!("{}", tr!(lang, "bot-away", why = why));
            }
            Err(Broken::Output(error)) => return Err(error),
            Ok(()) => anstream::eprintln!("{}", lang.text("bot-goodbye")),
        }
        std::thread::sleep(RETRY);
    }
}

impl Options {
    /// The player that was asked for.
    fn spec(&self) -> Result<Spec, CliError> {
        if self.command.is_empty() {
            let usual = || Spec { name: DEFAULT_PLAYER.to_owned(), options: Vec::new() };
            return Ok(self.player.clone().unwrap_or_else(usual));
        }
        let words: Option<Vec<String>> = self.command.iter().map(|word| quoted(word)).collect();
        let words = words.ok_or_else(|| CliError::usage(message!("bot-quotes")))?;
        let name = if self.nboard { "nboard" } else { "gtp" }.to_owned();
        Ok(Spec { name, options: vec![("cmd".to_owned(), words.join(" "))] })
    }
}

/// A word as the option `cmd` reads it; none if it has both kinds of quotes.
fn quoted(word: &str) -> Option<String> {
    match (word.contains('\''), word.contains('"')) {
        (true, true) => None,
        (true, false) => Some(format!("\"{word}\"")),
        (false, _) => Some(format!("'{word}'")),
    }
}

/// Writes the key into a file that nobody else can read.
fn keep(file: &Path, token: &str) -> Result<(), CliError> {
    let write = || {
        let mut kept = othellier_platform::file::private(file)?;
        kept.set_len(0)?;
        writeln!(kept, "{token}")
    };
    write().map_err(|error| files::refused(file, error))
}

fn failed(room: &str, failure: Failure) -> CliError {
    let why = match failure {
        Failure::Connection(error) => Value::localized(error),
        Failure::Refused(error) => Value::from(error.message),
    };
    CliError::failed(message!("bot-failed", room = room, why = why))
}

/// A bot and its games.
struct Bot {
    common: Common,
    client: Client,
    spec: Spec,
    seed: u64,
    games: HashMap<String, Playing>,
}

/// A game of the bot.
struct Playing {
    opponent: String,
    clock: Option<TimeControl>,
    engine: Box<dyn Engine>,
}

/// Why the stream ended early.
enum Broken {
    Connection(Failure),
    Output(CliError),
}

impl From<CliError> for Broken {
    fn from(error: CliError) -> Broken {
        Broken::Output(error)
    }
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Broken {
        Broken::Connection(failure)
    }
}

impl Bot {
    /// Plays until the stream ends.
    fn play(&mut self, path: &str) -> Result<(), Broken> {
        self.games.clear();
        for line in self.client.lines(path)? {
            let line = line.map_err(|error| Broken::Connection(error.into()))?;
            // An event of a later version is not for us.
            let Ok(event) = serde_json::from_str::<BotEvent>(&line) else { continue };
            if self.common.json {
                output::json(&event)?;
            }
            match event {
                BotEvent::Start { game, color, opponent, terms } => {
                    let engine = build(terms.size, &self.spec, self.seed)?;
                    self.say("bot-game", &opponent, color)?;
                    let clock = terms.clock.and_then(|clock| clock.parse().ok());
                    self.games.insert(game, Playing { opponent, clock, engine });
                }
                BotEvent::Turn(turn) => self.answer(&turn)?,
                BotEvent::Over { game, color, outcome, .. } => {
                    let opponent = self.games.remove(&game).map(|game| game.opponent);
                    let result = match outcome.winner {
                        None => "bot-draw",
                        Some(winner) if winner == color => "bot-won",
                        Some(_) => "bot-lost",
                    };
                    self.say(result, &opponent.unwrap_or_default(), color)?;
                }
                BotEvent::Hello { room, name, .. } => self.say_hello(&room, &name)?,
                BotEvent::Ping | BotEvent::Goodbye => {}
            }
        }
        Ok(())
    }

    /// Sends a move; an engine that gives none resigns this game.
    fn answer(&mut self, turn: &BotTurn) -> Result<(), Failure> {
        let Some(playing) = self.games.get_mut(&turn.game) else { return Ok(()) };
        let path = format!("/api/seats/{}", turn.game);
        let sent: Result<Seats, Failure> = match playing.engine.choose(turn, playing.clock(turn)) {
            Ok(played) => {
                let body = json!({"move": played, "ply": turn.ply});
                self.client.post(&format!("{path}/moves"), &body)
            }
            Err(why) => {
                anstream::eprintln!("{}", tr!(self.common.lang, "bot-engine", why = why));
                self.client.post(&format!("{path}/resign"), &json!({}))
            }
        };
        match sent {
            Err(Failure::Refused(error)) => {
                // The clock was faster, say: the stream tells what has become of the game.
                anstream::eprintln!(
                    "{}",
                    tr!(self.common.lang, "bot-refused", why = error.message)
                );
                Ok(())
            }
            sent => sent.map(drop),
        }
    }

    fn say(&self, key: &str, opponent: &str, color: Side) -> Result<(), CliError> {
        if !self.common.json {
            let color = color_word(self.common.lang, color);
            output::line(&tr!(self.common.lang, key, opponent = opponent, color = color))?;
        }
        Ok(())
    }

    fn say_hello(&self, room: &str, name: &str) -> Result<(), CliError> {
        if self.common.json {
            Ok(())
        } else {
            output::line(&tr!(self.common.lang, "bot-hello", room = room, name = name))
        }
    }
}

fn color_word(lang: Lang, color: Side) -> String {
    match color {
        Side::Black => lang.text("bot-black"),
        Side::White => lang.text("bot-white"),
    }
}

impl Playing {
    /// The clock of the bot in this turn.
    fn clock(&self, turn: &BotTurn) -> Clock {
        let Some(left) = turn.left_ms else { return Clock::default() };
        let left = Duration::from_millis(left).saturating_sub(JOURNEY);
        let control = self.clock;
        Clock {
            left: Some(left),
            increment: control.map_or(Duration::ZERO, |control| control.increment),
            byo_yomi: control.map_or(Duration::ZERO, |control| control.byo_yomi),
            per_move: None,
        }
    }
}

/// A player on a board of any size.
trait Engine {
    /// The move that it chooses, or why it has none.
    fn choose(&mut self, turn: &BotTurn, clock: Clock) -> Result<String, String>;
}

impl<S: Size> Engine for Box<dyn Player<S>> {
    fn choose(&mut self, turn: &BotTurn, clock: Clock) -> Result<String, String> {
        let start: Position<S> = parse_position(&turn.start).map_err(|error| error.to_string())?;
        let mut game = Game::from_position(start);
        for played in &turn.moves {
            let played = played.parse().map_err(|_| played.clone())?;
            game.play(played).map_err(|error| error.to_string())?;
        }
        let choice =
            Player::choose(self.as_mut(), &game, clock, &StopSignal::default(), &mut |_| ());
        choice.map(|choice| choice.chosen.to_string()).map_err(|error| error.to_string())
    }
}

/// Builds the player for a board of this size.
fn build(size: u8, spec: &Spec, seed: u64) -> Result<Box<dyn Engine>, CliError> {
    let built = with_size!(size, S => {
        build_player::<S>(spec, &Setup { seed, access: Access::Full }).map(|player| Box::new(player) as Box<dyn Engine>)
    });
    let unknown = || CliError::failed(message!("bot-size", size = size.to_string()));
    built.ok_or_else(unknown)?.map_err(|error| match error {
        NoProgram::Spec(error) => CliError::usage(error),
        NoProgram::Human => CliError::usage(message!("gtp-no-person")),
    })
}

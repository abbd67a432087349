//! A line from the board, taken apart.
//!
//! The protocol wants unknown lines ignored, so that newer boards can talk to older engines. What
//! is known but cannot be understood has a reason, which the board may show.

use std::time::Duration;

use othellier_board::with_size;
use othellier_record::{AnyGame, Game, Record, ggf, guess_side};

/// What the board wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Message {
    /// Speaks this version of the protocol.
    Version(u32),
    /// Wants this much depth.
    Depth(u32),
    /// Has this game on it.
    Game(Box<Record>),
    /// Values a draw in the book so much, for Black.
    Contempt(i32),
    /// Plays this, which took so long.
    Move(String, Option<Duration>),
    /// Wants to know about so many of the best moves.
    Hint(usize),
    /// Wants a move.
    Go,
    /// Wants all thinking to end, and this word back.
    Ping(String),
    /// Wants the game to be kept.
    Learn,
    /// Wants every position of the game to be judged.
    Analyze,
    /// Wants nothing more.
    Quit,
}

impl Message {
    /// Takes any bytes apart: nothing where nothing is wanted, else the message or what is wrong
    /// with it.
    pub(crate) fn read(line: &[u8]) -> Option<Result<Message, String>> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter.is_control());
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        Some(match word {
            "nboard" => number(rest, "nboard VERSION").map(Message::Version),
            "set" => return setting(rest),
            "move" => Ok(played(rest)),
            "hint" => number(rest, "hint NUMBER").map(Message::Hint),
            "go" => Ok(Message::Go),
            "ping" if rest.is_empty() => Err("expected ping NUMBER".to_owned()),
            "ping" => Ok(Message::Ping(rest.to_owned())),
            "learn" => Ok(Message::Learn),
            "analyze" | "analyse" => Ok(Message::Analyze),
            "quit" => Ok(Message::Quit),
            // Version 1 has no word for a move.
            _ if rest.is_empty() && is_move(word) => Ok(played(word)),
            _ => return None,
        })
    }
}

fn setting(text: &str) -> Option<Result<Message, String>> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    Some(match name {
        "depth" => number(value, "set depth NUMBER").map(Message::Depth),
        "contempt" => number(value, "set contempt NUMBER").map(Message::Contempt),
        "game" => game(value).map(|record| Message::Game(Box::new(record))),
        "position" => position(value).map(|record| Message::Game(Box::new(record))),
        _ => return None,
    })
}

fn number<T: std::str::FromStr>(text: &str, form: &str) -> Result<T, String> {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.parse().map_err(|_| format!("expected {form}"))
}

fn game(text: &str) -> Result<Record, String> {
    match ggf::read(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(format!("the game cannot be read: {}", error.problem)),
        None => Err("expected set game (;GM[Othello]…;)".to_owned()),
    }
}

fn position(text: &str) -> Result<Record, String> {
    let side = guess_side(text).unwrap_or(8);
    let game =
        with_size!(side, S => text.parse().map(|at| AnyGame::from(Game::<S>::from_position(at))));
    let game = game.expect("a side that is there");
    game.map(|game| Record { game, ..Record::default() }).map_err(|error| error.to_string())
}

/// `F5`, `F5/1.5/0.2`, `F5/1.5/0.2`; some write blanks for the bars. No square is a pass.
fn played(text: &str) -> Message {
    let mut parts = text.split(['/', ' ', '\t']).map(str::trim);
    let square = parts.next().unwrap_or_default().to_owned();
    let seconds = parts.nth(1).and_then(|seconds| seconds.parse().ok());
    Message::Move(square, seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
}

fn is_move(word: &str) -> bool {
    let square = word.split('/').next().unwrap_or_default();
    square.parse::<othellier_board::Move>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_understood() {
        let seconds = |text: f64| Some(Duration::from_secs_f64(text));
        for (line, message) in [
            ("nboard 2\n", Message::Version(2)),
            ("set depth 12\r\n", Message::Depth(12)),
            ("set contempt -100", Message::Contempt(-100)),
            ("move F5/1.25/0.5", Message::Move("F5".into(), seconds(0.5))),
            ("move F5//2", Message::Move("F5".into(), seconds(2.0))),
            ("move d6 -1.00 0.5", Message::Move("d6".into(), seconds(0.5))),
            ("move PA", Message::Move("PA".into(), None)),
            ("move", Message::Move(String::new(), None)),
            ("F5", Message::Move("F5".into(), None)),
            ("pass", Message::Move("pass".into(), None)),
            ("hint 3", Message::Hint(3)),
            ("go", Message::Go),
            ("ping 17", Message::Ping("17".into())),
            ("learn", Message::Learn),
            ("analyze", Message::Analyze),
            ("quit", Message::Quit),
        ] {
            assert_eq!(Message::read(line.as_bytes()), Some(Ok(message)), "{line}");
        }
        for (line, length) in [
            ("set game (;GM[Othello]TY[8]B[F5]W[d6//2];)", 2),
            ("set game (;GM[Othello]TY[6];)", 0),
            ("set position ---------------------------OX------XO--------------------------- X", 0),
        ] {
            let Some(Ok(Message::Game(record))) = Message::read(line.as_bytes()) else {
                panic!("{line}")
            };
            assert_eq!(record.game.length(), length, "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_and_what_is_unknown_is_not() {
        for (line, said) in [
            ("nboard two", "expected nboard VERSION"),
            ("set depth", "expected set depth NUMBER"),
            ("set depth -1", "expected set depth NUMBER"),
            ("hint", "expected hint NUMBER"),
            ("ping", "expected ping NUMBER"),
            ("set game", "expected set game (;GM[Othello]…;)"),
            (
                "set game (;GM[Othello]B[a1];)",
                "the game cannot be read: move 1, `a1`, is not legal",
            ),
        ] {
            assert_eq!(Message::read(line.as_bytes()), Some(Err(said.to_owned())), "{line}");
        }
        assert!(matches!(Message::read(b"set position XO"), Some(Err(_))));
        for line in [&b""[..], b"\n", b"fly", b"set", b"set sail", b"\xff\xfe\x00", b"F5 d6", b"z9"]
        {
            assert_eq!(Message::read(line), None);
        }
    }
}

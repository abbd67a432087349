//! Parses a line from the NBoard GUI, for the engine side.
//!
//! The protocol requires unknown lines to be ignored, so that newer GUIs can talk to older engines. A
//! known command with wrong arguments has a reason, which the GUI may show.

use std::time::Duration;

use othellier_record::{AnyGame, Game, Record, ggf, guess_side, with_size};

/// A command from the GUI.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// `nboard`: the protocol version of the GUI.
    Version(u32),
    /// `set depth`: the depth of searches and hints.
    Depth(u32),
    /// `set game` or `set position`: the game, or why it cannot be read.
    Game(Result<Box<Record>, String>),
    /// `set contempt`: the value of a draw in the book, for Black.
    Contempt(i32),
    /// `move`: a move that was played, and the time it took.
    Move(String, Option<Duration>),
    /// `hint`: evaluate this many of the best moves (multi-PV).
    Hint(usize),
    /// `go`: choose a move.
    Go,
    /// `ping`: stop searching and send this word back.
    Ping(String),
    /// `learn`: keep the game.
    Learn,
    /// `analyze`: evaluate every position of the game.
    Analyze,
    /// `quit`: ends the engine.
    Quit,
}

impl Message {
    /// Parses any bytes: `None` for an unknown line, else the message or what is wrong with it.
    pub fn parse(line: &[u8]) -> Option<Result<Message, String>> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter.is_control());
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        Some(match word {
            "nboard" => parse_number(rest, "nboard VERSION").map(Message::Version),
            "set" => return parse_setting(rest),
            "move" => Ok(parse_move(rest)),
            "hint" => parse_number(rest, "hint NUMBER").map(Message::Hint),
            "go" => Ok(Message::Go),
            "ping" if rest.is_empty() => Err("expected ping NUMBER".to_owned()),
            "ping" => Ok(Message::Ping(rest.to_owned())),
            "learn" => Ok(Message::Learn),
            "analyze" | "analyse" => Ok(Message::Analyze),
            "quit" => Ok(Message::Quit),
            // Version 1 sends a bare move.
            _ if rest.is_empty() && is_move(word) => Ok(parse_move(word)),
            _ => return None,
        })
    }
}

fn parse_setting(text: &str) -> Option<Result<Message, String>> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    Some(match name {
        "depth" => parse_number(value, "set depth NUMBER").map(Message::Depth),
        "contempt" => parse_number(value, "set contempt NUMBER").map(Message::Contempt),
        "game" => Ok(Message::Game(parse_game(value).map(Box::new))),
        "position" => Ok(Message::Game(parse_position(value).map(Box::new))),
        _ => return None,
    })
}

fn parse_number<T: std::str::FromStr>(text: &str, form: &str) -> Result<T, String> {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.parse().map_err(|_| format!("expected {form}"))
}

fn parse_game(text: &str) -> Result<Record, String> {
    match ggf::read(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(format!("the game cannot be read: {}", error.problem)),
        None => Err("expected set game (;GM[Othello]…;)".to_owned()),
    }
}

fn parse_position(text: &str) -> Result<Record, String> {
    let side = guess_side(text).unwrap_or(8);
    let game =
        with_size!(side, S => text.parse().map(|at| AnyGame::from(Game::<S>::from_position(at))));
    let game = game.expect("a side that is there");
    game.map(|game| Record { game, ..Record::default() }).map_err(|error| error.to_string())
}

/// `F5`, `F5/1.5` or `F5/1.5/0.2` (move, score, seconds); some GUIs write blanks for the slashes. No
/// square is a pass.
fn parse_move(text: &str) -> Message {
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_parsed(line in any::<Vec<u8>>()) {
            let _ = Message::parse(&line);
        }

        #[test]
        fn any_argument_is_parsed(word in "(nboard|set depth|set game|set position|move|hint|ping)", rest in ".*") {
            let _ = Message::parse(format!("{word} {rest}").as_bytes());
        }
    }

    #[test]
    fn every_message_is_parsed() {
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
            assert_eq!(Message::parse(line.as_bytes()), Some(Ok(message)), "{line}");
        }
        for (line, length) in [
            ("set game (;GM[Othello]TY[8]B[F5]W[d6//2];)", 2),
            ("set game (;GM[Othello]TY[6];)", 0),
            ("set position ---------------------------OX------XO--------------------------- X", 0),
        ] {
            let Some(Ok(Message::Game(Ok(record)))) = Message::parse(line.as_bytes()) else {
                panic!("{line}")
            };
            assert_eq!(record.game.length(), length, "{line}");
        }
    }

    #[test]
    fn wrong_arguments_are_reported_and_unknown_lines_ignored() {
        for (line, said) in [
            ("nboard two", "expected nboard VERSION"),
            ("set depth", "expected set depth NUMBER"),
            ("set depth -1", "expected set depth NUMBER"),
            ("hint", "expected hint NUMBER"),
            ("ping", "expected ping NUMBER"),
        ] {
            assert_eq!(Message::parse(line.as_bytes()), Some(Err(said.to_owned())), "{line}");
        }
        for (line, said) in [
            ("set game", "expected set game (;GM[Othello]…;)"),
            (
                "set game (;GM[Othello]B[a1];)",
                "the game cannot be read: move 1, `a1`, is not legal",
            ),
        ] {
            let game = Message::Game(Err(said.to_owned()));
            assert_eq!(Message::parse(line.as_bytes()), Some(Ok(game)), "{line}");
        }
        let position = Message::parse(b"set position XO");
        assert!(matches!(position, Some(Ok(Message::Game(Err(_))))), "{position:?}");
        for line in [&b""[..], b"\n", b"fly", b"set", b"set sail", b"\xff\xfe\x00", b"F5 d6", b"z9"]
        {
            assert_eq!(Message::parse(line), None);
        }
    }
}

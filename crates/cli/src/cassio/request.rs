//! A line from Cassio, taken apart.
//!
//! ```text
//! line   := "" | "ENGINE-PROTOCOL" command { argument }
//! search := "midgame-search" position alpha beta depth precision
//!         | "endgame-search" position alpha beta precision
//! ```
//!
//! A position is 64 squares and the side to move, glued on or after a blank. Alpha and beta are
//! discs, for the side to move; precision is a confidence in percent.

use othellier_board::Position;
use othellier_search::champion::Selectivity;

/// What Cassio wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Request {
    /// To know whether it is still there.
    Heartbeat,
    /// To begin.
    Init,
    /// To know who it is.
    Version,
    /// To go on to another position.
    NewPosition,
    /// The value of a position.
    Search(Search),
    /// What others have found to be remembered.
    FeedHash,
    /// All that is remembered to be forgotten.
    EmptyHash,
    /// All thinking to end.
    Stop,
    /// To know how far the thinking is.
    Infos,
    /// Nothing more.
    Quit,
}

/// A position to be searched.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) position: Position,
    /// A value outside of these need not be known better.
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

impl Request {
    /// Takes any bytes apart: a request, or what is wrong with it.
    pub(crate) fn read(line: &[u8]) -> Result<Request, Refusal> {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        match words.next() {
            None => return Ok(Request::Heartbeat),
            Some("ENGINE-PROTOCOL") => {}
            Some(word) => return Err(Refusal::Protocol(shortened(word))),
        }
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut arguments = Arguments { words };
        let wrong = |what| Refusal::Argument { command: command.clone(), what };
        match command.as_str() {
            "init" => Ok(Request::Init),
            "get-version" => Ok(Request::Version),
            "new-position" => Ok(Request::NewPosition),
            "midgame-search" => arguments.midgame().map(Request::Search).map_err(wrong),
            "endgame-search" => arguments.endgame().map(Request::Search).map_err(wrong),
            "feed-hash" => arguments.known().map(|()| Request::FeedHash).map_err(wrong),
            "empty-hash" => Ok(Request::EmptyHash),
            "stop" => Ok(Request::Stop),
            "get-search-infos" => Ok(Request::Infos),
            "quit" => Ok(Request::Quit),
            _ => Err(Refusal::Command(shortened(&command))),
        }
    }
}

/// Why a line is not understood.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("Unknown protocol `{0}`; expected ENGINE-PROTOCOL")]
    Protocol(String),
    #[error("Unknown command `{0}`")]
    Command(String),
    #[error("{command}: {what}")]
    Argument { command: String, what: String },
}

impl Refusal {
    /// Whether the request would have been answered, had it been right.
    pub(crate) fn wants_ready(&self) -> bool {
        match self {
            Refusal::Protocol(_) => false,
            Refusal::Command(_) => true,
            Refusal::Argument { command, .. } => command != "feed-hash",
        }
    }
}

/// The words after a command.
struct Arguments<W> {
    words: W,
}

impl<'a, W: Iterator<Item = &'a str>> Arguments<W> {
    fn midgame(&mut self) -> Result<Search, String> {
        let position = self.position()?;
        let (alpha, beta) = self.window()?;
        let depth = self.number("a depth in plies")?;
        let selectivity = self.selectivity()?;
        Ok(Search { position, alpha, beta, depth, selectivity })
    }

    fn endgame(&mut self) -> Result<Search, String> {
        let position = self.position()?;
        let (alpha, beta) = self.window()?;
        let selectivity = self.selectivity()?;
        let depth = position.board().empties().len();
        Ok(Search { position, alpha, beta, depth, selectivity })
    }

    /// What somebody else knows of a position, which is only looked at.
    fn known(&mut self) -> Result<(), String> {
        self.midgame().map(drop)
    }

    fn position(&mut self) -> Result<Position, String> {
        let squares = self.words.next().unwrap_or_default();
        let text = match squares.chars().count() {
            64 => format!("{squares} {}", self.words.next().unwrap_or_default()),
            _ => squares.to_owned(),
        };
        text.parse().map_err(|error| format!("the position cannot be read: {error}"))
    }

    fn window(&mut self) -> Result<(f64, f64), String> {
        let (alpha, beta) = (self.discs("alpha")?, self.discs("beta")?);
        match alpha <= beta {
            true => Ok((alpha, beta)),
            false => Err(format!("alpha {alpha} is above beta {beta}")),
        }
    }

    fn discs(&mut self, name: &str) -> Result<f64, String> {
        let word = self.words.next().unwrap_or_default();
        let discs = word.parse().ok().filter(|discs: &f64| discs.is_finite());
        discs.ok_or_else(|| format!("{name} is `{}`; expected discs", shortened(word)))
    }

    fn number(&mut self, what: &str) -> Result<u32, String> {
        let word = self.words.next().unwrap_or_default();
        word.parse().map_err(|_| format!("`{}`; expected {what}", shortened(word)))
    }

    /// At least as sure as is asked for.
    fn selectivity(&mut self) -> Result<Selectivity, String> {
        let percent = self.number("a precision in percent")?;
        let enough = |selectivity: &Selectivity| u32::from(selectivity.percent()) >= percent;
        Ok(Selectivity::ALL.into_iter().find(enough).unwrap_or(Selectivity::Exact))
    }
}

/// So much of a word as an answer may hold.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------X";

    #[test]
    fn every_request_is_understood() {
        for (line, request) in [
            ("", Request::Heartbeat),
            (" \r\n", Request::Heartbeat),
            ("ENGINE-PROTOCOL init\n", Request::Init),
            ("ENGINE-PROTOCOL get-version\r\n", Request::Version),
            ("ENGINE-PROTOCOL new-position", Request::NewPosition),
            ("ENGINE-PROTOCOL empty-hash", Request::EmptyHash),
            ("ENGINE-PROTOCOL\tStop", Request::Stop),
            ("ENGINE-PROTOCOL get-search-infos", Request::Infos),
            ("ENGINE-PROTOCOL quit", Request::Quit),
        ] {
            assert_eq!(Request::read(line.as_bytes()), Ok(request), "{line}");
        }
        let search = |alpha, beta, depth, selectivity| {
            let position = Position::default();
            Request::Search(Search { position, alpha, beta, depth, selectivity })
        };
        let apart = format!("{} {}", &START[..64], &START[64..]);
        for (line, request) in [
            (
                format!("midgame-search {START} -0.51 2.30 27 90"),
                search(-0.51, 2.3, 27, Selectivity::Percent95),
            ),
            (
                format!("midgame-search {apart} -64 64 0 100"),
                search(-64.0, 64.0, 0, Selectivity::Exact),
            ),
            (
                format!("endgame-search {START} -1 1 73"),
                search(-1.0, 1.0, 60, Selectivity::Percent73),
            ),
            (format!("feed-hash {START} -2 2 12 73 f5d6c3"), Request::FeedHash),
        ] {
            let line = format!("ENGINE-PROTOCOL {line}");
            assert_eq!(Request::read(line.as_bytes()), Ok(request), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, said) in [
            ("hello there", "Unknown protocol `hello`; expected ENGINE-PROTOCOL"),
            ("ENGINE-PROTOCOL", "Unknown command ``"),
            ("ENGINE-PROTOCOL fly", "Unknown command `fly`"),
            (
                &format!("ENGINE-PROTOCOL endgame-search {START} x 1 100"),
                "endgame-search: alpha is `x`; expected discs",
            ),
            (
                &format!("ENGINE-PROTOCOL endgame-search {START} 1 -1 100"),
                "endgame-search: alpha 1 is above beta -1",
            ),
            (
                &format!("ENGINE-PROTOCOL midgame-search {START} -inf 1 100"),
                "midgame-search: alpha is `-inf`; expected discs",
            ),
            (
                &format!("ENGINE-PROTOCOL midgame-search {START} -1 1"),
                "midgame-search: ``; expected a depth in plies",
            ),
            (
                &format!("ENGINE-PROTOCOL feed-hash {START} -1 1 5"),
                "feed-hash: ``; expected a precision in percent",
            ),
        ] {
            assert_eq!(Request::read(line.as_bytes()).unwrap_err().to_string(), said);
        }
        let broken = Request::read(b"ENGINE-PROTOCOL endgame-search XO -1 1 100").unwrap_err();
        assert!(broken.to_string().starts_with("endgame-search: the position cannot be read: "));
    }
}

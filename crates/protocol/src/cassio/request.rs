//! The requests of Cassio: read by the engine side, written by the client side.
//!
//! ```text
//! line   := "" | "ENGINE-PROTOCOL" command { argument }
//! search := "midgame-search" position alpha beta depth precision
//!         | "endgame-search" position alpha beta precision
//! ```
//!
//! A position is 64 squares and the side to move, with or without a blank between them. Alpha and
//! beta are discs, for the side to move; precision is a confidence in percent.

use std::fmt;

use othellier_board::Position;
use othellier_search::champion::Selectivity;

/// The first word of every line that is not empty.
const PREFIX: &str = "ENGINE-PROTOCOL";

/// A line of Cassio, parsed.
#[derive(Debug, PartialEq)]
pub enum Request {
    /// An empty line: is the engine alive?
    Heartbeat,
    /// `init`: begins the session.
    Init,
    /// `get-version`: asks for name and version.
    Version,
    /// `new-position`: the next searches are of another game.
    NewPosition,
    /// `midgame-search` or `endgame-search`.
    Search(SearchRequest),
    /// `feed-hash`: results of others for the transposition table.
    FeedHash,
    /// `empty-hash`: clear the transposition tables.
    EmptyHash,
    /// `stop`: ends the running search.
    Stop,
    /// `get-search-infos`: asks for the nodes and time of the search.
    Infos,
    /// `quit`: ends the engine.
    Quit,
}

/// A position to search and the limits.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRequest {
    /// The position to search.
    pub position: Position,
    /// The lower end of the search window: a value outside of it may be a bound.
    pub alpha: f64,
    /// The upper end of the window.
    pub beta: f64,
    /// The depth that Cassio asks for, in plies.
    pub depth: u32,
    /// The confidence that Cassio asks for.
    pub selectivity: Selectivity,
}

impl Request {
    /// Parses any bytes: a request, or what is wrong with it.
    pub fn parse(line: &[u8]) -> Result<Request, RequestError> {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        match words.next() {
            None => return Ok(Request::Heartbeat),
            Some(PREFIX) => {}
            Some(word) => return Err(RequestError::Protocol(truncated(word))),
        }
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut arguments = Arguments { words };
        let wrong = |what| RequestError::Argument { command: command.clone(), what };
        match command.as_str() {
            "init" => Ok(Request::Init),
            "get-version" => Ok(Request::Version),
            "new-position" => Ok(Request::NewPosition),
            "midgame-search" => arguments.midgame().map(Request::Search).map_err(wrong),
            "endgame-search" => arguments.endgame().map(Request::Search).map_err(wrong),
            "feed-hash" => arguments.feed_hash().map(|()| Request::FeedHash).map_err(wrong),
            "empty-hash" => Ok(Request::EmptyHash),
            "stop" => Ok(Request::Stop),
            "get-search-infos" => Ok(Request::Infos),
            "quit" => Ok(Request::Quit),
            _ => Err(RequestError::Command(truncated(&command))),
        }
    }
}

/// A line as Cassio sends it. `feed-hash` has no arguments here: its contents are not kept.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = match self {
            Request::Heartbeat => return Ok(()),
            Request::Init => "init",
            Request::Version => "get-version",
            Request::NewPosition => "new-position",
            Request::Search(search) => return write!(f, "{PREFIX} midgame-search {search}"),
            Request::FeedHash => "feed-hash",
            Request::EmptyHash => "empty-hash",
            Request::Stop => "stop",
            Request::Infos => "get-search-infos",
            Request::Quit => "quit",
        };
        write!(f, "{PREFIX} {command}")
    }
}

/// The arguments of `midgame-search`; with the depth of all empties it solves.
impl fmt::Display for SearchRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchRequest { position, alpha, beta, depth, selectivity } = self;
        let position = position.to_string().replace(' ', "");
        write!(f, "{position} {alpha} {beta} {depth} {}", selectivity.percent())
    }
}

/// Why a line is not a valid request.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum RequestError {
    /// The line starts with another word.
    #[error("Unknown protocol `{0}`; expected ENGINE-PROTOCOL")]
    Protocol(String),
    /// There is no such command.
    #[error("Unknown command `{0}`")]
    Command(String),
    /// A command has an argument that is not understood.
    #[error("{command}: {what}")]
    Argument {
        /// The name of the command.
        command: String,
        /// The fault, as one sentence.
        what: String,
    },
}

impl RequestError {
    /// Whether Cassio expects `ready.` after this request.
    pub fn wants_ready(&self) -> bool {
        match self {
            RequestError::Protocol(_) => false,
            RequestError::Command(_) => true,
            RequestError::Argument { command, .. } => command != "feed-hash",
        }
    }
}

/// The words after a command.
struct Arguments<W> {
    words: W,
}

impl<'a, W: Iterator<Item = &'a str>> Arguments<W> {
    fn midgame(&mut self) -> Result<SearchRequest, String> {
        let position = self.position()?;
        let (alpha, beta) = self.window()?;
        let depth = self.number("a depth in plies")?;
        let selectivity = self.selectivity()?;
        Ok(SearchRequest { position, alpha, beta, depth, selectivity })
    }

    fn endgame(&mut self) -> Result<SearchRequest, String> {
        let position = self.position()?;
        let (alpha, beta) = self.window()?;
        let selectivity = self.selectivity()?;
        let depth = position.board().empties().len();
        Ok(SearchRequest { position, alpha, beta, depth, selectivity })
    }

    /// Checks the arguments of `feed-hash`; the result itself is not used.
    fn feed_hash(&mut self) -> Result<(), String> {
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
        if alpha <= beta {
            Ok((alpha, beta))
        } else {
            Err(format!("alpha {alpha} is above beta {beta}"))
        }
    }

    fn discs(&mut self, name: &str) -> Result<f64, String> {
        let word = self.words.next().unwrap_or_default();
        let discs = word.parse().ok().filter(|discs: &f64| discs.is_finite());
        discs.ok_or_else(|| format!("{name} is `{}`; expected discs", truncated(word)))
    }

    fn number(&mut self, what: &str) -> Result<u32, String> {
        let word = self.words.next().unwrap_or_default();
        word.parse().map_err(|_| format!("`{}`; expected {what}", truncated(word)))
    }

    /// The first selectivity level of at least the requested confidence.
    fn selectivity(&mut self) -> Result<Selectivity, String> {
        let percent = self.number("a precision in percent")?;
        let enough = |selectivity: &Selectivity| u32::from(selectivity.percent()) >= percent;
        Ok(Selectivity::ALL.into_iter().find(enough).unwrap_or(Selectivity::Exact))
    }
}

/// A word cut to a length that fits into an error message.
fn truncated(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "---------------------------OX------XO---------------------------X";

    #[test]
    fn every_request_is_parsed() {
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
            assert_eq!(Request::parse(line.as_bytes()).as_ref(), Ok(&request), "{line}");
            assert_eq!(Request::parse(request.to_string().as_bytes()), Ok(request), "{line}");
        }
        let search = |alpha, beta, depth, selectivity| {
            let position = Position::default();
            Request::Search(SearchRequest { position, alpha, beta, depth, selectivity })
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
            assert_eq!(Request::parse(line.as_bytes()), Ok(request), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_parsed(line in any::<Vec<u8>>()) {
            let _ = Request::parse(&line);
        }

        #[test]
        fn any_search_is_written_and_read(
            alpha in -64.0..64.0_f64, width in 0.0..10.0_f64, depth in 0..60_u32, level in 0..6_usize,
        ) {
            let (position, beta) = (Position::default(), alpha + width);
            let selectivity = Selectivity::ALL[level];
            let request =
                Request::Search(SearchRequest { position, alpha, beta, depth, selectivity });
            prop_assert_eq!(Request::parse(request.to_string().as_bytes()), Ok(request));
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
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
            assert_eq!(Request::parse(line.as_bytes()).unwrap_err().to_string(), said);
        }
        let broken = Request::parse(b"ENGINE-PROTOCOL endgame-search XO -1 1 100").unwrap_err();
        assert!(broken.to_string().starts_with("endgame-search: the position cannot be read: "));
    }
}

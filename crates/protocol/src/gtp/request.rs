//! The syntax of GTP, for both sides: parses a request line, formats its response, and reads the
//! first line of a response.
//!
//! ```text
//! request  := [ id blank ] command { blank argument }
//! response := ( "=" | "?" ) [ id ] [ blank text ] newline newline
//! ```

/// All commands of our engine.
pub const COMMANDS: [&str; 32] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "set_level",
    "gogui-analyze_commands",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "othellier-analyze",
    "othellier-moves",
    "othellier-player",
    "othellier-position",
];

/// The text of a success, or the reason of a failure.
pub type Response = Result<String, String>;

/// A line of the controller: a command and its arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// The number to repeat in the response; empty if there is none.
    id: String,
    /// Empty if the line has only a number.
    pub command: String,
    /// The words after the command.
    pub arguments: Vec<String>,
}

impl Request {
    /// Parses any bytes; `None` for an empty line or a comment.
    pub fn parse(line: &[u8]) -> Option<Request> {
        let text = String::from_utf8_lossy(line).replace('\t', " ");
        let text = text.split('#').next().unwrap_or_default();
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let is_id = |word: &String| word.bytes().all(|letter| letter.is_ascii_digit());
        words.peek()?;
        let id = words.next_if(is_id).unwrap_or_default();
        let command = words.next().unwrap_or_default();
        Some(Request { id, command, arguments: words.collect() })
    }

    /// The response as it is sent. An empty line ends it, so empty lines inside are removed.
    pub fn format_response(&self, answer: &Response) -> String {
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        let lines: Vec<_> =
            text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let blank = match text.chars().next() {
            None => "",
            Some('\n') => "\n",
            Some(_) => " ",
        };
        format!("{sign}{}{blank}{}\n\n", self.id, lines.join("\n"))
    }
}

/// Reads a line of an engine: the response to a command without an id, or `None` for any other line.
pub(crate) fn parse_response(line: &str) -> Option<Response> {
    let text = |text: &str| text.trim().to_owned();
    let success = line.strip_prefix('=').map(|rest| Ok(text(rest)));
    success.or_else(|| line.strip_prefix('?').map(|rest| Err(text(rest))))
}

/// A success with this text.
pub(crate) fn success(text: &str) -> Response {
    Ok(text.to_owned())
}

/// A syntax error that shows the expected form.
pub(crate) fn syntax_error(form: &str) -> Response {
    Err(format!("syntax error; expected {form}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_bytes_are_parsed(line in any::<Vec<u8>>()) {
            if let Some(request) = Request::parse(&line) {
                let answer = request.format_response(&Ok(String::from_utf8_lossy(&line).into_owned()));
                prop_assert!(answer.ends_with("\n\n") && !answer.trim_end().contains("\n\n"));
                prop_assert!(parse_response(answer.lines().next().unwrap()).unwrap().is_ok());
            }
        }

        #[test]
        fn any_line_of_an_engine_is_read(line in ".*") {
            let _ = parse_response(&line);
        }
    }

    #[track_caller]
    fn check(line: &[u8], id: &str, command: &str, arguments: &[&str]) {
        let request = Request::parse(line).unwrap();
        assert_eq!((request.id.as_str(), request.command.as_str()), (id, command));
        assert_eq!(request.arguments, arguments);
    }

    #[test]
    fn requests_are_parsed() {
        check(b"12 play\tb  F5 # a fine move\r\n", "12", "play", &["b", "F5"]);
        check(b"na\x07me\n", "", "name", &[]);
        check(b"007\n", "007", "", &[]);
        check(b"\xff\xfe x", "", "\u{fffd}\u{fffd}", &["x"]);
        for line in [&b""[..], b"\n", b"  \r\n", b"# nothing", b"\x00\x01\n"] {
            assert_eq!(Request::parse(line), None);
        }
    }

    #[test]
    fn a_response_ends_with_an_empty_line_and_has_none_inside() {
        let request = Request::parse(b"5 x").unwrap();
        assert_eq!(request.format_response(&Ok(String::new())), "=5\n\n");
        assert_eq!(request.format_response(&Err("illegal move".to_owned())), "?5 illegal move\n\n");
        assert_eq!(request.format_response(&Ok("\na\n\nb\n".to_owned())), "=5\na\nb\n\n");
    }
}

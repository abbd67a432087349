//! The syntax of GTP: parses a request line and formats its response.
//!
//! ```text
//! request  := [ id blank ] command { blank argument }
//! response := ( "=" | "?" ) [ id ] [ blank text ] newline newline
//! ```

/// The text of a success, or the reason of a failure.
pub(crate) type Response = Result<String, String>;

/// A parsed request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The number to repeat in the response; empty if there is none.
    id: String,
    /// Empty if the line has only a number.
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
}

impl Request {
    /// Parses any bytes; `None` for an empty line or a comment.
    pub(crate) fn parse(line: &[u8]) -> Option<Request> {
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
    pub(crate) fn format_response(&self, answer: &Response) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

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

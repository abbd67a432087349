//! A line of the protocol, taken apart, and the form of its answer.
//!
//! ```text
//! request := [ id blank ] command { blank argument }
//! answer  := ( "=" | "?" ) [ id ] [ blank text ] newline newline
//! ```

/// Done, with what there is to say, or not, with the reason.
pub(crate) type Answer = Result<String, String>;

/// What was asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The number to repeat with the answer; empty where there is none.
    id: String,
    /// Empty where there is only a number.
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
}

impl Request {
    /// Takes any bytes apart; nothing where nothing is asked.
    pub(crate) fn read(line: &[u8]) -> Option<Request> {
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

    /// The answer as it is written. It ends at its first empty line, so it has none inside.
    pub(crate) fn written(&self, answer: &Answer) -> String {
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
        let request = Request::read(line).unwrap();
        assert_eq!((request.id.as_str(), request.command.as_str()), (id, command));
        assert_eq!(request.arguments, arguments);
    }

    #[test]
    fn lines_are_taken_apart() {
        check(b"12 play\tb  F5 # a fine move\r\n", "12", "play", &["b", "F5"]);
        check(b"na\x07me\n", "", "name", &[]);
        check(b"007\n", "007", "", &[]);
        check(b"\xff\xfe x", "", "\u{fffd}\u{fffd}", &["x"]);
        for line in [&b""[..], b"\n", b"  \r\n", b"# nothing", b"\x00\x01\n"] {
            assert_eq!(Request::read(line), None);
        }
    }

    #[test]
    fn answers_end_with_an_empty_line_and_have_none_inside() {
        let request = Request::read(b"5 x").unwrap();
        assert_eq!(request.written(&Ok(String::new())), "=5\n\n");
        assert_eq!(request.written(&Err("illegal move".to_owned())), "?5 illegal move\n\n");
        assert_eq!(request.written(&Ok("\na\n\nb\n".to_owned())), "=5\na\nb\n\n");
    }
}

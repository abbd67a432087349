//! Lines of input, which other line-based commands use too.

use std::io::{self, BufRead};

const LONGEST_LINE: u64 = 4096;

/// One line of input without its end, or `None` at the end of the input. Invalid UTF-8 is replaced,
/// and an overlong line is truncated.
pub fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    loop {
        let mut part = Vec::new();
        let read = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut part)?;
        let ended = read == 0 || part.ends_with(b"\n");
        if bytes.is_empty() {
            bytes = part;
            if read == 0 {
                return Ok(None);
            }
        }
        if ended {
            return Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn an_overlong_line_is_truncated_and_the_next_one_read() {
        let text = format!("{}\nf5\r\nd6", "x".repeat(100_000));
        let mut input = text.as_bytes();
        assert_eq!(read_line(&mut input).unwrap().unwrap().len(), 4096);
        assert_eq!(read_line(&mut input).unwrap().unwrap(), "f5");
        assert_eq!(read_line(&mut input).unwrap().unwrap(), "d6");
        assert_eq!(read_line(&mut input).unwrap(), None);
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).unwrap().unwrap(), "\u{fffd}\u{fffd}");
    }
}

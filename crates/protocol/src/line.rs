//! Lines of any length as they come, and where lines go.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// Where an engine writes its lines. Its search thread uses it too, at any time.
pub type LineSink = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// The longest line that is kept; the rest of a longer one is dropped.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Reads the next line, truncated if it is too long; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_truncated() {
        let long = "x".repeat(3 * MAX_LINE_BYTES as usize);
        let mut input = io::Cursor::new(format!("a\n{long}\nb"));
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap(), b"a\n");
        assert_eq!(next().unwrap().len(), MAX_LINE_BYTES as usize);
        assert_eq!(next().unwrap(), b"b");
        assert_eq!(next(), None);
    }
}

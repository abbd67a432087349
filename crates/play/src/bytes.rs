//! Memory sizes as people write them.

/// Parses `256MiB`, `1GiB`, `1TiB`, `64KiB`, or plain bytes; `None` for anything else.
pub fn parse_bytes(text: &str) -> Option<usize> {
    let letters = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(letters);
    let factor: usize = match unit {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1_usize.checked_shl(40)?,
        _ => return None,
    };
    number.parse::<usize>().ok()?.checked_mul(factor)
}

/// Whether this many bytes can be allocated, so that a table that does not fit is an error instead of an
/// abort.
pub fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::parse_bytes;

    #[test]
    fn sizes_as_people_write_them() {
        assert_eq!(parse_bytes("256MiB"), Some(256 << 20));
        assert_eq!(parse_bytes("100"), Some(100));
        assert_eq!(parse_bytes("2TiB"), parse_bytes("2048GiB"));
        for text in
            ["", "MiB", "1 MiB", "-1", "1TB", "16EiB", "99999999999999999999GiB", "99999999999TiB"]
        {
            assert_eq!(parse_bytes(text), None, "{text}");
        }
    }
}

//! The shipped weights of Othellier as data.
//!
//! One file: pattern weights by game stage, and a small quantised network. `othellier-eval` describes
//! the format (`patterns::weights`) and reads it; its feature `weights`, on by default, is what adds
//! this crate to a program.
//!
//! **Lineage.** The weights were learned from games that Othellier played against itself, starting from
//! a hand-written heuristic; fourteen generations later, these are [`NAME`]. No game, position or number
//! of another program or of a person was used. `docs/weights.md` of the repository lists the generations
//! with their data, commands and errors.

#![warn(missing_docs)]

/// The weights file.
pub static PATTERNS: &[u8] = include_bytes!("../patterns.bin");

/// The name of the weights, which is in the file too.
pub const NAME: &str = "selfplay-14";

/// The version of the file format.
pub const FORMAT_VERSION: u16 = 5;

/// The CRC-32 of the contents, as `othellier version` prints it.
pub const CHECKSUM: u32 = 0xbf0b_58b9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_those_of_the_file() {
        let (magic, rest) = PATTERNS.split_first_chunk::<8>().unwrap();
        let (version, rest) = rest.split_first_chunk::<2>().unwrap();
        let (checksum, rest) = rest.split_first_chunk::<4>().unwrap();
        let (_geometry, rest) = rest.split_first_chunk::<8>().unwrap();
        assert_eq!(magic, b"OTHELLPW");
        assert_eq!(u16::from_le_bytes(*version), FORMAT_VERSION);
        assert_eq!(u32::from_le_bytes(*checksum), CHECKSUM);
        assert_eq!(usize::from(rest[0]), NAME.len());
        assert_eq!(&rest[1..][..NAME.len()], NAME.as_bytes());
    }

    /// A package may have ten megabytes when compressed, and these are compressed already.
    #[test]
    fn the_file_fits_into_a_package() {
        assert!(PATTERNS.len() < 9_500_000, "{} bytes", PATTERNS.len());
    }
}

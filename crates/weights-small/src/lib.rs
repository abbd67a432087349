//! Small weights of Othellier as data: a sixth of the size of the shipped ones, for small devices and for
//! a page that should be ready soon.
//!
//! The file has the same format as that of `othellier-weights`, and the same patterns and network. It was
//! fitted for itself: the largest patterns have no linear weights, all stages of the game share the
//! feature weights of the network, and both have coarser steps. `docs/weights.md` of the repository has
//! its origin, its error and its strength.

#![warn(missing_docs)]

/// The weights file.
pub static SMALL: &[u8] = include_bytes!("../small.bin");

/// The name of the weights, which is in the file too.
pub const NAME: &str = "small-1";

/// The CRC-32 of the contents.
pub const CHECKSUM: u32 = 0xcd72_94b0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_those_of_the_file() {
        let (magic, rest) = SMALL.split_first_chunk::<8>().unwrap();
        let (_version, rest) = rest.split_first_chunk::<2>().unwrap();
        let (checksum, rest) = rest.split_first_chunk::<4>().unwrap();
        let (_geometry, rest) = rest.split_first_chunk::<8>().unwrap();
        assert_eq!(magic, b"OTHELLPW");
        assert_eq!(u32::from_le_bytes(*checksum), CHECKSUM);
        assert_eq!(usize::from(rest[0]), NAME.len());
        assert_eq!(&rest[1..][..NAME.len()], NAME.as_bytes());
    }

    #[test]
    fn the_file_is_small() {
        assert!(SMALL.len() <= 1_500_000, "{} bytes", SMALL.len());
    }
}

//! Lazy selection of the next move by its key.

use arrayvec::ArrayVec;

use super::children::MAX_MOVES;

/// Picks children in the order of their keys, least first (lazy selection sort).
///
/// Keys are contiguous and searched one at a time: most nodes need only the first child.
pub(super) struct MovePicker(ArrayVec<i32, MAX_MOVES>);

impl MovePicker {
    /// The low bits of a key hold the index of its child.
    const INDEX_BITS: u32 = 6;

    #[inline(always)]
    pub(super) fn new() -> MovePicker {
        MovePicker(ArrayVec::new())
    }

    /// Adds the key of the next child.
    #[inline(always)]
    pub(super) fn push(&mut self, key: i32) {
        self.0.push(key << MovePicker::INDEX_BITS | self.0.len() as i32);
    }

    /// Removes the least key and returns the index of its child.
    #[inline(always)]
    pub(super) fn pick(&mut self) -> usize {
        let least = self.0.iter().fold(i32::MAX, |least, &key| least.min(key));
        let index = least as usize % (1 << MovePicker::INDEX_BITS);
        self.0[index] = i32::MAX;
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_key_comes_first_and_of_equal_ones_the_first() {
        let mut picker = MovePicker::new();
        for key in [3, -40_000, 3, 0, 40_000, -1] {
            picker.push(key);
        }
        let picked: Vec<usize> = (0..6).map(|_| picker.pick()).collect();
        assert_eq!(picked, [1, 5, 3, 0, 2, 4]);
    }
}

//! Games as rows of squares: up to symmetry, and each of them once.

use std::collections::HashSet;

use crate::size::Size;
use crate::{Board, Square, Symmetry};

/// Replaces every game by the least of the rows that are the same game on a turned or mirrored board. Only
/// the symmetries of the start count: four of the eight. Numbers that are not squares stay.
///
/// # Panics
/// Unless the squares are whole rows.
pub fn canonicalize<S: Size>(squares: &mut [u8], row: usize) {
    assert!(squares.is_empty() || squares.len().is_multiple_of(row), "whole rows of squares");
    let start = Board::<S>::default();
    let symmetries = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(start) == start);
    let images: Vec<[u8; 256]> = symmetries.map(image::<S>).collect();
    for game in squares.chunks_exact_mut(row.max(1)) {
        let image_of = |image: &[u8; 256]| game.iter().map(|&at| image[usize::from(at)]).collect();
        let least: Option<Vec<u8>> = images.iter().map(image_of).min();
        if let Some(least) = least {
            game.copy_from_slice(&least);
        }
    }
}

/// Where a symmetry takes each number.
fn image<S: Size>(symmetry: Symmetry) -> [u8; 256] {
    std::array::from_fn(|number| {
        let number = number as u8;
        Square::<S>::from_index(number).map_or(number, |square| symmetry.square(square).index())
    })
}

/// For every game, whether no row before it is the same.
///
/// # Panics
/// Unless the squares are whole rows.
pub fn distinct(squares: &[u8], row: usize) -> Vec<bool> {
    assert!(squares.is_empty() || squares.len().is_multiple_of(row), "whole rows of squares");
    let mut seen = HashSet::with_capacity(squares.len() / row.max(1));
    squares.chunks_exact(row.max(1)).map(|game| seen.insert(game)).collect()
}

//! Weights as tables of text that any program reads.
//!
//! A table of a shape has a row for each contents, mirror images being one: the squares in the order
//! of the shape as `X` (mover), `O` (opponent), `-` (empty), then the weight at each knot in
//! hundredths of a disc. That of mobility has a row for each number of empty squares.

use std::fmt::Write;

use othellier_eval::patterns::Weights;
use othellier_eval::patterns::shapes::{Fold, SHAPES};
use othellier_eval::patterns::weights::{KNOTS, MOBILITIES, MOBILITY_ROW, STRIDE};

/// How many shapes there are.
pub const fn shape_count() -> usize {
    SHAPES.len()
}

/// The table of a shape, from 0.
pub fn shape_csv(weights: &Weights, shape: usize) -> String {
    let first: usize = Fold::all()[..shape].iter().map(|fold| fold.classes).sum();
    let fold = &Fold::all()[shape];
    let mut table = SHAPES[shape].to_owned();
    for knot in 0..KNOTS {
        let _ = write!(table, ",{} empties", knot * STRIDE);
    }
    table.push('\n');
    let mut next = 0;
    for (contents, &class) in fold.class.iter().enumerate() {
        // The first contents of each class stands for all.
        if class != next {
            continue;
        }
        next += 1;
        let digits = SHAPES[shape].split(' ').scan(contents, |rest, _| {
            let digit = *rest % 3;
            *rest /= 3;
            Some(['X', '-', 'O'][digit])
        });
        table.extend(digits);
        for knot in &weights.knots {
            let _ = write!(table, ",{}", knot[first + usize::from(class)]);
        }
        table.push('\n');
    }
    table
}

/// The table of mobility: moves of the mover, moves of the opponent, and a constant.
pub fn mobility_csv(weights: &Weights) -> String {
    let mut table = "empties".to_owned();
    for side in ["mover", "opponent"] {
        for moves in 0..MOBILITIES {
            let _ = write!(table, ",{side} {moves}");
        }
    }
    table.push_str(",constant\n");
    for (empties, row) in weights.mobility.chunks_exact(MOBILITY_ROW).enumerate() {
        let _ = write!(table, "{empties}");
        for weight in row {
            let _ = write!(table, ",{weight}");
        }
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_stands_once_in_its_table() {
        let mut weights = Weights::zero("test");
        let last: usize = Fold::all()[..15].iter().map(|fold| fold.classes).sum();
        weights.knots[3][0] = 7;
        weights.knots[0][last] = -9;
        weights.mobility[MOBILITY_ROW - 1] = 5;
        let first = shape_csv(&weights, 0);
        assert_eq!(first.lines().count(), 1 + Fold::all()[0].classes);
        assert_eq!(first.lines().nth(1), Some("XXXXXXXXXX,0,0,0,7,0,0,0,0,0,0,0,0,0,0,0,0"));
        assert!(first.lines().nth(2).unwrap().starts_with("-XXXXXXXXX,0"));
        assert!(shape_csv(&weights, 15).contains("\nXXXXXXX,-9,0"));
        let mobility = mobility_csv(&weights);
        assert_eq!(mobility.lines().count(), 62);
        assert!(mobility.lines().nth(1).unwrap().ends_with(",0,5"));
    }
}

//! Weights as text tables (CSV).
//!
//! The table of a pattern has a row for each canonical configuration: the squares in the order of the
//! pattern as `X` (mover), `O` (opponent), `-` (empty), then the weight at each stage anchor in
//! hundredths of a disc. The table of mobility has a row for each number of empty squares.

use std::fmt::Write;

use othellier_eval::patterns::Weights;
use othellier_eval::patterns::geometry::{PATTERNS, SymmetryFold};
use othellier_eval::patterns::weights::{ANCHOR_STRIDE, ANCHORS, MOBILITY_BUCKETS, MOBILITY_ROW};

/// How many patterns there are.
pub const fn pattern_count() -> usize {
    PATTERNS.len()
}

/// The table of a pattern, counted from 0.
pub fn pattern_csv(weights: &Weights, pattern: usize) -> String {
    let first: usize = SymmetryFold::all()[..pattern].iter().map(|fold| fold.count).sum();
    let fold = &SymmetryFold::all()[pattern];
    let mut table = PATTERNS[pattern].to_owned();
    for anchor in 0..ANCHORS {
        let _ = write!(table, ",{} empties", anchor * ANCHOR_STRIDE);
    }
    table.push('\n');
    let mut next = 0;
    for (configuration, &canonical) in fold.canonical.iter().enumerate() {
        // The first configuration of each canonical index stands for all.
        if canonical != next {
            continue;
        }
        next += 1;
        let digits = PATTERNS[pattern].split(' ').scan(configuration, |rest, _| {
            let digit = *rest % 3;
            *rest /= 3;
            Some(['X', '-', 'O'][digit])
        });
        table.extend(digits);
        for anchor in &weights.anchors {
            let _ = write!(table, ",{}", anchor[first + usize::from(canonical)]);
        }
        table.push('\n');
    }
    table
}

/// The table of mobility: moves of the mover, moves of the opponent, and a constant.
pub fn mobility_csv(weights: &Weights) -> String {
    let mut table = "empties".to_owned();
    for side in ["mover", "opponent"] {
        for moves in 0..MOBILITY_BUCKETS {
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
    fn every_weight_appears_once_in_its_table() {
        let mut weights = Weights::zero("test");
        let last: usize = SymmetryFold::all()[..15].iter().map(|fold| fold.count).sum();
        weights.anchors[3][0] = 7;
        weights.anchors[0][last] = -9;
        weights.mobility[MOBILITY_ROW - 1] = 5;
        let first = pattern_csv(&weights, 0);
        assert_eq!(first.lines().count(), 1 + SymmetryFold::all()[0].count);
        assert_eq!(first.lines().nth(1), Some("XXXXXXXXXX,0,0,0,7,0,0,0,0,0,0,0,0,0,0,0,0"));
        assert!(first.lines().nth(2).unwrap().starts_with("-XXXXXXXXX,0"));
        assert!(pattern_csv(&weights, 15).contains("\nXXXXXXX,-9,0"));
        let mobility = mobility_csv(&weights);
        assert_eq!(mobility.lines().count(), 62);
        assert!(mobility.lines().nth(1).unwrap().ends_with(",0,5"));
    }
}

//! Readers of books and training files. A wrong checksum would stop the fuzzer early, so it is
//! corrected first.

use othellier_board::Board;
use othellier_book::{Book, BookFault};
use othellier_eval::StaticEvaluator;
use othellier_eval::outcome::{OutcomeModel, OutcomeWeights};
use othellier_eval::patterns::weights::Packed;
use othellier_eval::patterns::{Patterns, Weights};
use othellier_train::example::parse_shard;
use othellier_train::ordering;

/// A file of learned weights.
pub(crate) fn weights(bytes: &[u8]) {
    let bytes = summed(bytes, 10, 14);
    let _ = Packed::new(&bytes);
    if let Ok(weights) = Weights::from_bytes(&bytes) {
        let patterns = Patterns::new(weights);
        let _ = (patterns.evaluate(Board::default()), patterns.evaluate(Board::default().passed()));
    }
}

/// An outcome model: a valid one evaluates boards without overflow, and survives a round trip.
pub(crate) fn outcome(bytes: &[u8]) {
    let Ok(weights) = OutcomeWeights::from_bytes(&summed(bytes, 10, 14)) else { return };
    assert_eq!(OutcomeWeights::from_bytes(&weights.to_bytes()).as_ref(), Ok(&weights));
    let model = OutcomeModel::new(weights);
    let start = Board::default();
    let outcome = model.outcome(start);
    assert!((outcome.win + outcome.draw + outcome.loss - 1.0).abs() < 1e-9);
    for square in start.legal_moves() {
        let _ = model.evaluate(start.after(square));
    }
}

/// An opening book: a valid one can be probed, written and merged with another.
pub(crate) fn book(bytes: &[u8]) {
    let Ok(mut book) = Book::from_bytes(&summed(bytes, 10, 14)) else { return };
    assert_eq!(Book::from_bytes(&book.to_bytes()).ok().as_ref(), Some(&book));
    book.check();
    for board in book.boards().take(50) {
        let _ = (book.expected_line(board), book.source(board), book.parents(board));
    }
    let other = Book::from_text(&book.to_text()).expect("a written book can be read");
    book.merge(&other);
    assert!(book.check().faults.iter().all(|(_, fault)| *fault == BookFault::NoValue));
}

/// A file of training examples.
pub(crate) fn shard(bytes: &[u8]) {
    let _ = parse_shard(bytes);
}

/// A file of move costs: it survives a round trip.
pub(crate) fn costs(bytes: &[u8]) {
    let Ok(Ok(choices)) = ordering::read_from(bytes) else { return };
    let lines: String = choices.iter().map(|(_, choice)| format!("{choice}\n")).collect();
    let again = ordering::read_from(format!("othellier costs 1\n{lines}").as_bytes());
    let again = again.ok().and_then(Result::ok).expect("written costs can be read");
    assert!(choices.iter().map(|(_, choice)| choice).eq(again.iter().map(|(_, choice)| choice)));
}

/// The bytes with a correct checksum of what follows it, if they are long enough.
fn summed(bytes: &[u8], at: usize, end: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() >= end {
        let sum = crc32fast::hash(&bytes[end..]);
        bytes[at..end].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

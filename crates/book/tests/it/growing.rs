//! Books grow, learn and merge, and stay consistent.

use std::ops::ControlFlow;

use crate::common::{
    analyst, boards, game, game_with_pass, grow, grown, growth, is_sound, learn, learned,
    random_game,
};
use othellier_board::{Board, Move, Position};
use othellier_book::grow::GrowthEnd;
use othellier_book::{Book, Deviation, ExpectedMove, shipped};
use othellier_eval::Score;
use othellier_search::StopSignal;

#[test]
fn a_book_grows_to_its_size_and_is_sound() {
    let book = grown(100);
    assert_eq!(book.len(), 100);
    is_sound(&book);
    assert_eq!(book.check().roots, 0);
    let start = book.probe(Board::default()).unwrap();
    // The four first moves are symmetric.
    assert_eq!(start.replies.len(), 4);
    assert_eq!(start.deviation, None);
    assert!(start.replies.iter().all(|reply| reply.value == start.value));
}

#[test]
fn the_book_is_the_same_on_any_number_of_threads() {
    let mut other = Book::new();
    grow(&mut other, 100, 3);
    assert_eq!(other, grown(100));
}

#[test]
fn growth_resumed_after_any_round_gives_the_same_book() {
    let whole = grown(60);
    for rounds in 1..12 {
        let mut book = Book::new();
        let mut left = rounds;
        let watch = &mut |_: &Book| {
            left -= 1;
            if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let stop = StopSignal::default();
        assert_eq!(book.grow(&growth(60), &analyst(1), &stop, watch), GrowthEnd::Stopped);
        assert_eq!(book.check().faults, []);
        let mut book = Book::from_bytes(&book.to_bytes()).unwrap();
        assert_eq!(grow(&mut book, 60, 1), GrowthEnd::Full);
        assert_eq!(book, whole, "{rounds}");
    }
}

#[test]
fn a_stop_signal_leaves_the_book_unchanged() {
    let mut book = grown(20);
    let before = book.clone();
    let stop = StopSignal::default();
    stop.stop();
    let watch = &mut |_: &Book| ControlFlow::Continue(());
    assert_eq!(book.grow(&growth(40), &analyst(2), &stop, watch), GrowthEnd::Stopped);
    assert_eq!(book, before);
}

#[test]
fn no_line_exceeds_the_band_or_the_plies() {
    let mut book = Book::new();
    let growth = othellier_book::grow::Growth { plies: 3, ..growth(10_000) };
    let watch = &mut |_: &Book| ControlFlow::Continue(());
    let stopped = book.grow(&growth, &analyst(1), &StopSignal::default(), watch);
    assert_eq!(stopped, GrowthEnd::Exhausted);
    assert!(book.boards().all(|board| board.empties().len() >= 57));
    // All positions within three plies: 1, 1, 3 and 14 up to symmetry.
    assert_eq!(book.len(), 19);
    is_sound(&book);
}

#[test]
fn a_learned_game_can_be_followed_to_its_end_including_passes() {
    let game = game_with_pass();
    let book = learned(&[&game]);
    is_sound(&book);
    let mut position = *game.start();
    for played in game.moves() {
        let known = book.probe(position.board()).expect("every position of the game");
        let reply = known.replies.iter().find(|reply| reply.played == played.played);
        let reply = reply.expect("every move of the game");
        position = position.after(played.played);
        assert_eq!(book.value(position.board()), Some(-reply.value));
        if played.played == Move::Pass {
            assert_eq!(known.replies.len(), 1);
            assert_eq!((known.value, known.deviation), (reply.value, None));
        }
    }
    let end = position.board();
    assert!(end.is_over());
    assert_eq!(book.value(end), Some(Score::from_discs(end.final_score())));
}

#[test]
fn a_book_grows_through_a_pass() {
    // The mover must pass, then the opponent plays.
    let text = format!("OX{0}OX{1} X", "-".repeat(14), "-".repeat(46));
    let position: Position = text.parse().unwrap();
    assert!(position.is_legal(Move::Pass));
    let growth = othellier_book::grow::Growth { root: position.board(), ..growth(50) };
    let mut book = Book::new();
    let watch = &mut |_: &Book| ControlFlow::Continue(());
    book.grow(&growth, &analyst(1), &StopSignal::default(), watch);
    is_sound(&book);
    let known = book.probe(position.board()).unwrap();
    let line = book.expected_line(position.board());
    assert_eq!(line.first().map(|step| step.played), Some(Move::Pass), "{known:?}");
}

#[test]
fn values_propagate_from_the_last_position_to_the_first() {
    // Two replies to the second position, one of them searched further.
    let line = boards(&game("f5d6c3"));
    let other = boards(&game("f5f6"));
    let leaf = |value: i32, played: &str| {
        let value = Score::from_discs(value);
        let played = Some(played.parse().unwrap());
        Some(Deviation { played, value, depth: 1, confidence: 73, level: 1 })
    };
    let entries = [(line[0], None), (line[1], leaf(-9, "f4")), (other[2], leaf(-2, "e6"))];
    let two = [(line[2], leaf(1, "c4")), (line[3], leaf(7, "d3"))];
    let book = Book::from_entries("by hand", entries.into_iter().chain(two)).unwrap();
    // After f5d6c3 White is 7 ahead, but Black has c4 instead, with value 1. So d6 has value -1 for
    // White, and f6, with value -2 for Black, has 2: White prefers it.
    let value = |board: Board| book.value(board).unwrap();
    assert_eq!(value(line[2]), Score::from_discs(1));
    assert_eq!(value(line[1]), Score::from_discs(2));
    assert_eq!(value(line[0]), Score::from_discs(-2));
    let step =
        |played: &str, is_in_book| ExpectedMove { played: played.parse().unwrap(), is_in_book };
    let expected = book.expected_line(line[1]);
    assert_eq!(expected, [step("f6", true), step("e6", false)]);
    assert_eq!(book.source(line[0]).unwrap().value, Score::from_discs(-2));
    assert_eq!(book.check().faults, []);
}

#[test]
fn transpositions_are_one_position_with_several_parents() {
    let [one, other] = ["f5d6c3d3c4", "f5d6c4d3c3"].map(game);
    assert_ne!(one.moves(), other.moves());
    let end = *one.position();
    assert_eq!(end.board(), other.position().board());
    let book = learned(&[&one, &other]);
    is_sound(&book);
    assert!(book.parents(end.board()).len() >= 2, "{:?}", book.parents(end.board()));
}

#[test]
fn probes_answer_in_the_orientation_of_the_query() {
    use othellier_board::Symmetry;
    let book = learned(&[&game("f5d6c3d3c4f4")]);
    for board in book.boards() {
        let known = book.probe(board).unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            let turned = book.probe(image).unwrap();
            assert_eq!(turned.value, known.value);
            assert_eq!(turned.replies.len(), known.replies.len());
            let position = Position::new(image, othellier_board::Color::White);
            for reply in &turned.replies {
                assert!(position.is_legal(reply.played));
            }
            if let Some(played) = turned.deviation.and_then(|deviation| deviation.played) {
                assert!(position.is_legal(played));
                assert!(!book.contains(position.after(played).board()));
            }
        }
    }
}

#[test]
fn nothing_is_lost_when_books_are_merged() {
    let with_pass = game_with_pass();
    let [one, other] = [grown(50), learned(&[&with_pass, &random_game(1)])];
    let mut merged = one.clone();
    merged.merge(&other);
    assert_eq!(merged.check().faults, []);
    for book in [&one, &other] {
        assert!(book.boards().all(|board| merged.contains(board)));
        for (board, deviation) in book.entries() {
            // The best reply outside is still stored as deviation, or has become a book reply.
            let Some(deviation) = deviation else { continue };
            let known = merged.probe(board).unwrap();
            let is_in = known.replies.iter().any(|reply| Some(reply.played) == deviation.played);
            assert!(is_in || known.deviation.is_some(), "{known:?}");
        }
    }
    let mut round = other.clone();
    round.merge(&one);
    assert_eq!(round.boards().collect::<Vec<_>>(), merged.boards().collect::<Vec<_>>());
    let values = |book: &Book| book.boards().map(|board| book.value(board)).collect::<Vec<_>>();
    assert_eq!(values(&round), values(&merged));

    let mut twice = merged.clone();
    twice.merge(&one);
    assert_eq!(twice, merged);

    let watch = &mut |_: &Book| ControlFlow::Continue(());
    assert!(merged.fill_missing(&analyst(1), &StopSignal::default(), watch));
    is_sound(&merged);
}

#[test]
fn learning_twice_changes_nothing() {
    let game = game("f5d6c3d3c4f4f6");
    let mut book = learned(&[&game]);
    let before = book.clone();
    learn(&mut book, &[&game]);
    assert_eq!(book, before);
}

#[test]
fn the_shipped_book_is_sound_and_small() {
    let book = shipped();
    is_sound(book);
    assert!(book.contains(Board::default()));
    assert!(book.len() >= 1000, "{}", book.len());
    assert!(book.to_bytes().len() < 300_000);
    assert!(book.provenance().contains("weights") && book.provenance().contains("signature"));
}

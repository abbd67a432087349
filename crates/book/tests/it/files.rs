//! Both book formats round-trip, and reject or survive any other input.

use std::path::Path;
use std::sync::LazyLock;

use crate::common::{game_with_pass, grown, learned};
use othellier_board::{Board, Position, Symmetry};
use othellier_book::file::BookError;
use othellier_book::problems::ProblemsError;
use othellier_book::{Book, EntryError};
use othellier_eval::Score;
use othellier_record::{Game, transcript};
use proptest::prelude::*;

static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let mut book = grown(40);
    book.merge(&learned(&[&game_with_pass()]));
    book.add_provenance("a test\nof books é");
    book
});

#[test]
fn books_round_trip() {
    assert_eq!(&Book::from_bytes(&BOOK.to_bytes()).unwrap(), &*BOOK);
    assert_eq!(&Book::from_text(&BOOK.to_text()).unwrap(), &*BOOK);
    let empty = Book::new();
    assert_eq!(Book::from_bytes(&empty.to_bytes()).unwrap(), empty);
    assert_eq!(Book::from_text(&empty.to_text()).unwrap(), empty);
}

/// Problems keep the positions and the values of their replies in whole discs.
#[test]
fn problems_keep_positions_and_values() {
    let text: String = BOOK.to_problems().map(|problem| format!("{problem}\n")).collect();
    let read = Book::from_problems(text.as_bytes(), true).unwrap();
    for board in BOOK.boards().filter(|board| !BOOK.probe(*board).unwrap().is_open) {
        let known = BOOK.probe(board).unwrap();
        let Some(reply) = known.replies.first() else { continue };
        let found = read.value(board).expect("a position with a reply is a problem");
        assert!((found.discs() - known.value.discs()).abs() <= 1.0, "{reply:?} {found:?}");
    }
    let wrong = Book::from_problems(b"nonsense", true);
    assert!(matches!(wrong, Err(ProblemsError::Problem(_))));
}

/// Every position of a grown book is on one of its lines.
#[test]
fn lines_lead_to_every_position() {
    let book = grown(40);
    let mut seen = std::collections::BTreeSet::new();
    for line in book.lines() {
        let mut position: Position = Position::start();
        seen.insert(position.board().canonical());
        let game: Game = transcript::read(position, &line).unwrap();
        for played in game.moves() {
            position = position.after(played.played);
            seen.insert(position.board().canonical());
        }
    }
    assert!(book.boards().all(|board| seen.contains(&board)));
    assert!(Book::new().lines().is_empty());
}

#[test]
fn a_file_is_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    assert!(matches!(Book::open(&path), Err(BookError::Io(_))));
    grown(10).save(&path).unwrap();
    BOOK.save(&path).unwrap();
    assert_eq!(&Book::open(&path).unwrap(), &*BOOK);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A book that version 0.2.0 built, with the values that it showed.
#[test]
fn a_book_of_version_0_2_0_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/0.2.0/small.book");
    let book = Book::open(&path).unwrap();
    assert_eq!(book.len(), 40);
    assert!(book.provenance().starts_with("othellier 0.2.0 book build --level 2 --positions 40"));
    let start = Position::start().board();
    let entry = book.probe(start).unwrap();
    assert_eq!((entry.value, entry.replies.len()), (Score::guess(-68), 4));
    let line = book.expected_line(start);
    let line: Vec<_> = line.iter().map(|step| step.played.to_string()).collect();
    assert_eq!(line.join(" "), "d3 c5 e6 f5 f6 e3 c3 f3");
    assert_eq!(book.check().faults, []);
    // Written again, it has the same bytes.
    assert_eq!(book.to_bytes(), std::fs::read(&path).unwrap());
}

/// Sets the correct checksum.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes[14..]);
    bytes[10..14].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn every_defect_is_reported() {
    let whole = grown(8).to_bytes();
    let first = whole.len() - 8 * 24;
    let with = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        summed(file)
    };
    let mut longer = whole.clone();
    longer.push(0);
    for (bytes, message) in [
        (b"OTHELLPW".to_vec(), "this is not a book"),
        (whole[..13].to_vec(), "this is not a book"),
        (with(8, &[2, 0]), "format 2; expected format 1"),
        (whole[..whole.len() - 1].to_vec(), "damaged: the checksum"),
        (longer.clone(), "damaged: the checksum"),
        (summed(longer), "does not match the header"),
        (summed(whole[..20].to_vec()), "too short"),
        (with(first, &[255; 16]), "position 1 of the book is invalid: two discs"),
        (with(first, &[0, 0, 0, 0, 0, 0, 0, 0x80]), "not in its canonical form"),
        (with(first + 16, &[0, 0x7f]), "its value is out of range"),
        (with(first + 18, &[99]), "its move is not a square or a pass"),
        (with(first + 18, &[64]), "its move is not legal"),
        (with(first + 18, &[65, 0, 0, 0, 101, 0]), "more than 100 percent"),
        (with(first + 18, &[255, 0, 0, 0, 1, 0]), "no move but a value"),
    ] {
        let error = Book::from_bytes(&bytes).unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
    }
    let mut swapped = whole.clone();
    swapped[first..first + 48].rotate_left(24);
    let error = Book::from_bytes(&summed(swapped)).unwrap_err().to_string();
    assert_eq!(error, "position 2 of the book is invalid: it is out of order");
}

#[test]
fn a_text_error_is_reported_with_its_line() {
    let text = grown(8).to_text();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    for (text, message) in [
        (String::new(), "line 1: unexpected end of text"),
        ("nothing".to_owned(), "line 1: not a book"),
        (lines[..8].join("\n"), "unexpected end of text; expected end"),
        (with(3, ""), "line 10: found 7 positions; expected 8"),
        (with(3, "abc"), "line 4: expected a position and its value"),
        (with(3, lines[2]), "line 4: the position occurs twice"),
        (with(3, &lines[3].replace("best", "worst")), "line 4: expected value, best"),
        (
            with(3, &format!("{} best a1 +1 depth 1 confidence 2 level 3", board_of(lines[3]))),
            "line 4: a1 is not legal here",
        ),
        (
            with(3, &format!("{} best ? inf depth 1 confidence 2 level 3", board_of(lines[3]))),
            "line 4: `inf` is not a value",
        ),
        (format!("{text}more"), "unexpected text after the end"),
    ] {
        let error = Book::from_text(&text).unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
    }
}

/// The start of a line of text, up to its value.
fn board_of(line: &str) -> String {
    let (board, rest) = line.split_once(" value ").unwrap();
    format!("{board} value {}", rest.split(' ').next().unwrap())
}

#[test]
fn wrong_values_in_a_text_are_recomputed() {
    let text = BOOK.to_text();
    let wrong: String = text
        .lines()
        .map(|line| match line.split_once(" value ") {
            Some((board, rest)) => {
                let (_, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                format!("{board} value +63.00 {rest}\n")
            }
            None => format!("{line}\n"),
        })
        .collect();
    assert_eq!(&Book::from_text(&wrong).unwrap(), &*BOOK);
}

#[test]
fn entries_may_have_any_orientation_but_occur_once() {
    let turned = |board: Board, symmetry: Symmetry| symmetry.board(board);
    let boards: Vec<Board> = BOOK.boards().collect();
    let entries = |symmetry| {
        boards.iter().map(move |&board| {
            let image = turned(board, symmetry);
            (image, BOOK.probe(image).unwrap().deviation)
        })
    };
    for symmetry in Symmetry::ALL {
        let book = Book::from_entries(BOOK.provenance(), entries(symmetry)).unwrap();
        // A symmetric board may have kept another of its equivalent moves.
        assert_eq!(book.boards().collect::<Vec<_>>(), boards);
        assert!(boards.iter().all(|board| book.value(*board) == BOOK.value(*board)));
    }
    let twice = entries(Symmetry::Identity).take(2).chain(entries(Symmetry::Half).take(1));
    assert_eq!(Book::from_entries("", twice), Err((2, EntryError::Duplicate)));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let head = b"OTHELLBK\x01\0\0\0\0\0";
        let _ = Book::from_bytes(&bytes);
        let _ = Book::from_bytes(&summed([&head[..], &bytes].concat()));
    }

    #[test]
    fn any_corruption_is_detected(at in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let mut bytes = BOOK.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert!(Book::from_bytes(&bytes).is_err());
        prop_assert!(Book::from_bytes(&bytes[..at]).is_err());
    }

    #[test]
    fn corruption_with_a_valid_checksum_gives_a_usable_book_or_an_error(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = BOOK.to_bytes();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(book) = Book::from_bytes(&summed(bytes)) {
            book.check();
            for board in book.boards() {
                book.expected_line(board);
                book.source(board);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "(othellier-book 1\n)?([-XO]{64} X value \\+1 best (f5|\\?|pass) \\+0.5 depth 1 confidence 2 level 3\n|end [0-9]\n|.*\n){0,4}") {
        let _ = Book::from_text(&text);
    }
}

//! Files of older versions.

use std::path::Path;

use othellier_board::{Color, Eight, Move};
use othellier_record::{Game, save, transcript};

/// A game against a program, left after an undo, that version 0.2.0 saved.
#[test]
fn a_save_file_of_version_0_2_0_is_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/0.2.0/game.txt");
    let text = save::load(&path).unwrap();
    let (game, record) = save::from_text_with::<Eight>(&text).unwrap();
    assert_eq!(game.name(Color::Black), "Zoé");
    assert_eq!(game.name(Color::White), "champion(level=2, book=off)");
    assert_eq!((game.length(), game.full_length()), (2, 4));
    assert_eq!(transcript::write(&game), "f5f4");
    let nanoseconds: Vec<_> =
        game.moves().iter().map(|played| played.duration.map(|took| took.as_nanos())).collect();
    assert_eq!(nanoseconds, [Some(5_123_114), Some(303_631)]);
    assert_eq!((record.costs[&2].nodes, record.costs[&4].nodes), (45, 51));
    let mut redone: Game = game.clone();
    redone.go_to(4).unwrap();
    assert_eq!(redone.moves()[3].played, "f6".parse::<Move>().unwrap());
    // Written again, it is the same game.
    let again = save::from_text_with::<Eight>(&save::to_text_with(&game, &record)).unwrap();
    assert_eq!(again, (game, record));
}

//! Properties of every game: texts round-trip, and no text causes a panic.

use crate::common::{Plan, game, plan};
use othellier_board::{Color, Position, Size, with_size};
use othellier_record::{Game, parse_position, save, transcript};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The moves of a game up to the current one, without what transcripts omit.
fn bare<S: Size>(game: &Game<S>) -> Game<S> {
    let mut bare = Game::from_position(*game.start());
    for played in game.moves() {
        bare.play(played.played).unwrap();
    }
    bare
}

fn saves_round_trip<S: Size>(plan: &Plan) {
    let game = game::<S>(plan);
    let text = save::to_text(&game);
    assert_eq!(save::side_of(&text).unwrap(), S::SIDE);
    assert_eq!(save::from_text::<S>(&text).unwrap(), game);
    assert_eq!(save::from_text::<S>(&text.replace('\n', "\r\n")).unwrap(), game);
}

fn transcripts_round_trip<S: Size>(plan: &Plan) {
    let game = bare(&game::<S>(plan));
    let start = *game.start();
    let with_passes = transcript::write_with_passes(&game);
    assert_eq!(transcript::read(start, &with_passes), Ok(game.clone()));
    assert_eq!(transcript::read(start, &with_passes.to_uppercase()), Ok(game.clone()));

    let mut without_last_pass = game.clone();
    if with_passes.ends_with("--") {
        without_last_pass.undo();
    }
    let read = transcript::read(start, &transcript::write(&game)).unwrap();
    assert_eq!(bare(&read), bare(&without_last_pass));

    assert_eq!(parse_position(&game.position().to_string()), Ok(*game.position()));
    if start == Position::default() && !with_passes.is_empty() {
        assert_eq!(parse_position(&with_passes), Ok(*game.position()));
    }
}

/// A truncated file is rejected, unless only white space is missing.
fn cut_saves_are_refused<S: Size>(plan: &Plan) {
    let game = game::<S>(plan);
    let text = save::to_text(&game);
    for length in 0..text.len() {
        let Some((cut, lost)) = text.split_at_checked(length) else { continue };
        match save::from_text::<S>(cut) {
            Ok(read) => assert!(lost.trim().is_empty() && read == game, "{cut}"),
            Err(_) => assert!(!lost.trim().is_empty(), "{cut}"),
        }
    }
}

/// A game read from a damaged file is valid.
fn damage_does_no_harm<S: Size>(plan: &Plan, damage: &[(Index, u8)]) {
    let mut bytes = save::to_text(&game::<S>(plan)).into_bytes();
    for (place, byte) in damage {
        let place = place.index(bytes.len());
        match byte % 3 {
            0 => drop(bytes.remove(place)),
            1 => bytes.insert(place, byte / 2),
            _ => bytes[place] = byte / 2,
        }
    }
    if let Ok(game) = save::from_text::<S>(&String::from_utf8_lossy(&bytes)) {
        assert_eq!(save::from_text::<S>(&save::to_text(&game)).unwrap(), game);
        let _ = Color::ALL.map(|color| game.time_used(color));
    }
}

proptest! {
    #[test]
    fn every_save_gives_back_its_game(plan in plan()) {
        with_size!(plan.side, S => saves_round_trip::<S>(&plan)).unwrap();
    }

    #[test]
    fn every_transcript_gives_back_its_moves(plan in plan()) {
        with_size!(plan.side, S => transcripts_round_trip::<S>(&plan)).unwrap();
    }

    #[test]
    fn every_damaged_save_is_read_or_refused(
        plan in plan(),
        damage in vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        with_size!(plan.side, S => damage_does_no_harm::<S>(&plan, &damage)).unwrap();
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200), text in any::<String>()) {
        let lossy = String::from_utf8_lossy(&bytes);
        for text in [&*lossy, &text, &format!("othellier-game 1\nsize 8\n{lossy}")] {
            let _ = save::side_of(text);
            let _ = save::from_text::<othellier_board::Eight>(text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_cut_save_is_refused(plan in plan()) {
        with_size!(plan.side, S => cut_saves_are_refused::<S>(&plan)).unwrap();
    }
}

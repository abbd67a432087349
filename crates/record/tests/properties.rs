//! What must hold for every game: the texts give it back, and no text does harm.

use std::time::Duration;

use othellier_board::{Color, Position, Size, Square, with_size};
use othellier_record::{Ending, Game, parse_position, save, transcript};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What a random game is made of; the same plan makes a game of any size.
#[derive(Clone, Debug)]
struct Plan {
    side: u8,
    /// Changes to the start: a square, and what lies there.
    set_up: Vec<(Index, Option<bool>)>,
    white_starts: bool,
    names: [String; 2],
    /// Which of the legal moves is played, and how long that takes.
    choices: Vec<(Index, Option<Duration>)>,
    /// The move to go back to in the end.
    at: Option<Index>,
    ending: Option<Ending>,
}

fn plan() -> impl Strategy<Value = Plan> {
    let side = select(vec![4_u8, 6, 8, 10]);
    let disc = (any::<Index>(), any::<Option<bool>>());
    let set_up = prop_oneof![3 => Just(Vec::new()), 1 => vec(disc, 0..20)];
    let choice = (any::<Index>(), option::of(duration()));
    let moves = vec(choice, 0..120);
    let names = [name(), name()];
    let at = option::of(any::<Index>());
    (side, set_up, any::<bool>(), names, moves, at, ending()).prop_map(
        |(side, set_up, white_starts, names, choices, at, ending)| Plan {
            side,
            set_up,
            white_starts,
            names,
            choices,
            at,
            ending,
        },
    )
}

fn duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0_u64..100_000).prop_map(Duration::from_millis),
        (any::<u32>(), 0_u32..1_000_000_000)
            .prop_map(|(seconds, nanos)| Duration::new(seconds.into(), nanos)),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let odd =
        select("\n\r\t\\ \"#'{}u\u{85}\u{2028}\u{feff}\u{202e}é黒".chars().collect::<Vec<_>>());
    let letter = prop_oneof![any::<char>(), odd, proptest::char::range('a', 'z')];
    vec(letter, 0..10).prop_map(String::from_iter)
}

fn ending() -> impl Strategy<Value = Option<Ending>> {
    use Color::{Black, White};
    use Ending::{OutOfTime, Resigned};
    select(vec![None, None, Some(Resigned(Black)), Some(Resigned(White)), Some(OutOfTime(White))])
}

fn start<S: Size>(plan: &Plan) -> Position<S> {
    let mut position = Position::default();
    for (index, disc) in &plan.set_up {
        let square = Square::all().nth(index.index(S::SQUARES.into())).unwrap();
        let color = disc.map(|white| if white { Color::White } else { Color::Black });
        position = position.with_disc_at(square, color);
    }
    if plan.white_starts {
        Position::new(position.board().passed(), Color::White)
    } else {
        position
    }
}

fn game<S: Size>(plan: &Plan) -> Game<S> {
    let mut game = Game::from_position(start(plan));
    for (color, name) in Color::ALL.into_iter().zip(&plan.names) {
        game.set_name(color, name);
    }
    for (choice, duration) in &plan.choices {
        let moves: Vec<_> = game.position().moves().collect();
        if moves.is_empty() {
            break;
        }
        game.play_in(*choice.get(&moves), *duration).unwrap();
    }
    if let Some(at) = &plan.at {
        game.go_to(at.index(game.full_length() + 1)).unwrap();
    }
    if let Some(ending) = plan.ending {
        game.end(ending);
    }
    game
}

/// The moves of a game up to now, without what no transcript tells.
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

/// A file that was cut is refused, unless nothing but white space is missing.
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

/// Whatever a damaged file still holds is a game like any other.
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

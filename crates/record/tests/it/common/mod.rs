//! Random games of every size, for round-trip tests.

use std::time::Duration;

use othellier_board::{Color, Position, Size, Square};
use othellier_record::{Ending, Game};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The random choices of a game; one plan gives a game of any size.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) side: u8,
    /// Changes to the start: a square and its new content.
    set_up: Vec<(Index, Option<bool>)>,
    white_starts: bool,
    names: [String; 2],
    /// Which legal move is played, and its time.
    choices: Vec<(Index, Option<Duration>)>,
    /// The move to go back to at the end.
    at: Option<Index>,
    ending: Option<Ending>,
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
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

pub(crate) fn name() -> impl Strategy<Value = String> {
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

pub(crate) fn game<S: Size>(plan: &Plan) -> Game<S> {
    let mut game = Game::from_position(start(plan));
    for (color, name) in Color::ALL.into_iter().zip(&plan.names) {
        game.set_name(color, name);
    }
    for (choice, duration) in &plan.choices {
        let moves: Vec<_> = game.position().moves().collect();
        if moves.is_empty() {
            break;
        }
        game.play_timed(*choice.get(&moves), *duration).unwrap();
    }
    if let Some(at) = &plan.at {
        game.go_to(at.index(game.full_length() + 1)).unwrap();
    }
    if let Some(ending) = plan.ending {
        game.end(ending);
    }
    game
}

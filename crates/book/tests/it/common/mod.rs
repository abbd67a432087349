//! Shared helpers of the book tests.
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Board, Move, Position};
use othellier_book::grow::{Growth, GrowthEnd};
use othellier_book::learn::PositionCounts;
use othellier_book::{Analyst, Book};
use othellier_eval::Score;
use othellier_record::{Game, transcript};
use othellier_search::StopSignal;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// An analyst that searches a ply or two.
pub(crate) fn analyst(threads: usize) -> Analyst {
    Analyst::new(1, NonZeroUsize::new(threads).unwrap(), 1 << 16)
}

pub(crate) fn growth(positions: usize) -> Growth {
    Growth { root: Board::default(), positions, band: Score::from_discs(20), plies: 60 }
}

/// A book grown from the start of the game.
pub(crate) fn grown(positions: usize) -> Book {
    let mut book = Book::new();
    let stopped = grow(&mut book, positions, 1);
    assert_eq!(stopped, GrowthEnd::Full);
    book
}

pub(crate) fn grow(book: &mut Book, positions: usize, threads: usize) -> GrowthEnd {
    let watch = &mut |_: &Book| ControlFlow::Continue(());
    book.grow(&growth(positions), &analyst(threads), &StopSignal::default(), watch)
}

/// A book learned from games.
pub(crate) fn learned(games: &[&Game]) -> Book {
    let mut book = Book::new();
    learn(&mut book, games);
    book
}

pub(crate) fn learn(book: &mut Book, games: &[&Game]) {
    let mut lines = PositionCounts::default();
    games.iter().for_each(|game| lines.add(game, 120));
    let watch = &mut |_: &Book| ControlFlow::Continue(());
    assert!(book.learn(&lines, 1, &analyst(1), &StopSignal::default(), watch));
}

pub(crate) fn game(moves: &str) -> Game {
    transcript::read(Position::start(), moves).unwrap()
}

/// A complete random game in which a side must pass before the end.
pub(crate) fn game_with_pass() -> Game {
    (0..)
        .map(random_game)
        .find(|game| {
            let pass = game.moves().iter().position(|played| played.played == Move::Pass);
            pass.is_some_and(|pass| pass + 2 < game.length())
        })
        .expect("one of them")
}

pub(crate) fn random_game(seed: u64) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new();
    while let Some(played) = game.position().moves().choose(&mut rng) {
        game.play(played).unwrap();
    }
    game
}

/// The boards of a game, including start and end.
pub(crate) fn boards(game: &Game) -> Vec<Board> {
    let mut position = *game.start();
    let mut boards = vec![position.board()];
    for played in game.moves() {
        position = position.after(played.played);
        boards.push(position.board());
    }
    boards
}

#[track_caller]
pub(crate) fn is_sound(book: &Book) {
    let report = book.check();
    assert_eq!(report.faults, [], "{report:?}");
    assert_eq!(report.open, 0);
}

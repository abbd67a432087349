//! Batches equal the same games on single positions, in all sizes.

use othellier_board::batch::{
    Boards, IllegalAction, IllegalGame, KEEP, Labels, PAD, View, canonicalize, distinct, observe,
    pass, random_games, random_move, replay, row_length,
};
use othellier_board::perft::Passes;
use othellier_board::reference::{Mailbox, square};
use othellier_board::{
    Bitboard, Color, Eight, Four, Move, Position, Six, Size, Square, Status, Ten,
};

/// Games with passes come early on small boards and about once in a game on 8×8.
const GAMES: usize = 37;

fn games<S: Size>(seed: u64, first: u64, count: usize) -> (Vec<u8>, Vec<i8>) {
    let mut squares = vec![0; count * row_length::<S>()];
    let mut scores = vec![0; count];
    random_games::<S>(seed, first, &mut squares, &mut scores);
    (squares, scores)
}

/// The legal moves by the naive board of cells.
fn reference_moves<S: Size>(position: &Position<S>) -> Bitboard<S> {
    Mailbox::from(*position).legal_moves().into_iter().filter_map(square).collect()
}

/// Plays a forced pass, if there is one.
fn after_pass<S: Size>(position: Position<S>) -> Position<S> {
    match position.status() {
        Status::MustPass => position.after(Move::Pass),
        _ => position,
    }
}

/// Every position after a ply of a row, with forced passes played, and whether one was.
fn walk<S: Size>(row: &[u8]) -> Vec<(Position<S>, bool)> {
    let mut position = Position::<S>::default();
    let squares = row.iter().take_while(|square| **square != PAD);
    let play = |&number: &u8| {
        let square = Square::from_index(number).expect("a square");
        let played = position.play(Move::Place(square)).expect("a legal move");
        position = after_pass(played);
        (position, position != played)
    };
    squares.map(play).collect()
}

/// The first numbers of SplitMix64 from the seed 1234567, as published with it, begin with these bits:
/// 01, 00, 10, 00, 11. The start has four moves.
#[test]
fn a_random_move_follows_from_the_state_of_splitmix64() {
    let (start, mut state) = (Position::<Eight>::default(), 1_234_567);
    let moves: Vec<_> = start.legal_moves().into_iter().map(Move::Place).collect();
    let expected = [1, 0, 2, 0, 3].map(|nth| Some(moves[nth]));
    assert_eq!([(); 5].map(|()| random_move(&start, &mut state)), expected);
}

#[test]
fn a_pass_and_the_end_take_no_random_number() {
    let (mut position, mut state) = (Position::<Four>::default(), 3);
    let mut passes = 0;
    for _ in 0..2000 {
        let before = state;
        let Some(played) = random_move(&position, &mut state) else {
            assert!(position.board().is_over());
            assert_eq!(state, before);
            position = Position::default();
            continue;
        };
        passes += u32::from(played == Move::Pass);
        assert_eq!(state == before, played == Move::Pass);
        position = position.play(played).expect("a legal move");
    }
    assert!(passes > 0);
}

fn random_games_are_games<S: Size>() -> bool {
    let (squares, scores) = games::<S>(5, 0, GAMES);
    let mut passed = false;
    for (row, score) in squares.chunks(row_length::<S>()).zip(scores) {
        let walked = walk::<S>(row);
        let (end, _) = walked.last().expect("at least one move");
        assert!(matches!(end.status(), Status::Over { .. }));
        assert_eq!(i32::from(score), end.final_score(Color::Black));
        assert!(row[walked.len()..].iter().all(|cell| *cell == PAD));
        passed |= walked.iter().any(|(_, passed)| *passed);
    }
    passed
}

#[test]
fn random_games_are_games_in_all_sizes() {
    assert!(random_games_are_games::<Four>());
    assert!(random_games_are_games::<Six>());
    assert!(random_games_are_games::<Eight>());
    assert!(random_games_are_games::<Ten>());
}

#[test]
fn a_game_depends_on_its_seed_and_number_alone() {
    let (all, scores) = games::<Eight>(9, 0, 20);
    let (some, some_scores) = games::<Eight>(9, 13, 4);
    assert_eq!(some, all[13 * 60..17 * 60]);
    assert_eq!(some_scores, scores[13..17]);
    assert_ne!(games::<Eight>(10, 0, 20).0, all);
    assert_eq!(distinct(&all, 60), [true; 20]);
    assert!(games::<Eight>(9, 0, 0).0.is_empty());
}

/// Published for 100 000 random games: Black wins 45.3 %, White 50.5 %; 59.96 discs are placed. Three
/// standard deviations for a tenth of them.
#[test]
fn random_games_have_the_known_statistics() {
    let (squares, scores) = games::<Eight>(1, 0, 10_000);
    let share = |wins: fn(&i8) -> bool| scores.iter().filter(|s| wins(s)).count() as f64 / 1e4;
    assert!((share(|score| *score > 0) - 0.453).abs() < 0.015);
    assert!((share(|score| *score < 0) - 0.505).abs() < 0.015);
    let placed = squares.iter().filter(|square| **square != PAD).count();
    assert!((placed as f64 / 1e4 - 59.96).abs() < 0.03, "{placed}");
}

/// Steps boards by random actions, and compares all that is written with positions.
fn boards_are_positions<S: Size>() {
    let squares = usize::from(S::SQUARES);
    let mut boards = Boards::<S>::new(GAMES);
    let mut positions = [Position::<S>::default(); GAMES];
    let (mut planes, mut masks) = (vec![9; GAMES * 2 * squares], vec![9; GAMES * (squares + 1)]);
    let mut actions = [0; GAMES];
    let (mut passes, mut ends) = (0, 0);
    for step in 0..3 * squares as u64 {
        boards.planes(&mut planes);
        boards.masks(&mut masks);
        boards.sample(step, &mut actions);
        for (index, position) in positions.iter_mut().enumerate() {
            assert_eq!(boards.position(index), *position);
            let (mut two, mut mask) = (vec![9; 2 * squares], vec![9; squares + 1]);
            observe(position, &mut two, &mut mask);
            assert_eq!(two, planes[index * 2 * squares..][..2 * squares]);
            assert_eq!(mask, masks[index * (squares + 1)..][..squares + 1]);
            let legal = reference_moves(position);
            let status = position.status();
            for square in Square::<S>::all() {
                let at = usize::from(square.index());
                let cell = |plane: usize| planes[(index * 2 + plane) * squares + at] == 1;
                assert_eq!(cell(0), position.board().mover().contains(square));
                assert_eq!(cell(1), position.board().opponent().contains(square));
                assert_eq!(masks[index * (squares + 1) + at] == 1, legal.contains(square));
            }
            let must_pass = masks[index * (squares + 1) + squares] == 1;
            assert_eq!(must_pass, status == Status::MustPass);
            assert_eq!(boards.is_over(index), matches!(status, Status::Over { .. }));
            match Square::from_index(actions[index]) {
                Some(square) => *position = position.play(Move::Place(square)).expect("legal"),
                None if actions[index] == pass::<S>() => {
                    *position = position.play(Move::Pass).expect("a forced pass");
                    passes += 1;
                }
                None => {
                    assert!(boards.is_over(index) && actions[index] == KEEP);
                    *position = Position::default();
                    ends += 1;
                }
            }
        }
        boards.step(&actions).expect("legal actions");
        // Boards that were over before the step begin again after it.
        for (index, action) in actions.iter().enumerate() {
            if *action == KEEP {
                boards.set(index, &Position::default());
            }
        }
    }
    assert!(passes > 0 && ends > GAMES, "{passes} passes, {ends} ends");
}

#[test]
fn boards_are_positions_in_all_sizes() {
    boards_are_positions::<Four>();
    boards_are_positions::<Six>();
    boards_are_positions::<Eight>();
    boards_are_positions::<Ten>();
}

#[test]
fn an_illegal_action_changes_no_board() {
    let mut boards = Boards::<Eight>::new(2);
    for action in [0, pass::<Eight>(), 70] {
        let refused = boards.step(&[Square::F5.index(), action]);
        assert_eq!(refused, Err(IllegalAction { board: 1, action }));
        assert_eq!(boards.position(0), Position::start());
    }
    let error = boards.step(&[0, 0]).unwrap_err();
    assert_eq!(error.to_string(), "action 0 is not legal on board 0");
}

#[test]
fn only_finished_boards_restart() {
    let over: Position = format!("{} X", "X".repeat(64)).parse().unwrap();
    let mut boards = Boards::<Eight>::new(3);
    boards.set(1, &over);
    boards.step(&[Square::F5.index(), KEEP, KEEP]).unwrap();
    assert!(boards.is_over(1) && boards.step(&[KEEP, 0, KEEP]).is_err());
    boards.restart();
    assert_eq!(boards.position(1), Position::start());
    assert_eq!(boards.position(0).side_to_move(), Color::White);
}

/// The rows with every pass named.
fn with_passes<S: Size>(row: &[u8]) -> Vec<u8> {
    let mut named = Vec::new();
    for (number, (_, passed)) in row.iter().zip(walk::<S>(row)) {
        named.push(*number);
        named.extend(passed.then_some(pass::<S>()));
    }
    named
}

struct Written {
    states: Vec<i8>,
    legal: Vec<i8>,
    turns: Vec<i8>,
}

fn labels<S: Size>(
    squares: &[u8],
    row: usize,
    passes: Passes,
    view: View,
) -> Result<Written, IllegalGame> {
    let cells = usize::from(S::SQUARES);
    let width = cells + usize::from(passes == Passes::Ply);
    let mut written = Written {
        states: vec![9; squares.len() * cells],
        legal: vec![9; squares.len() * width],
        turns: vec![9; squares.len()],
    };
    let Written { states, legal, turns } = &mut written;
    replay::<S>(squares, row, passes, view, Labels { states, legal, turns })?;
    Ok(written)
}

/// The expected labels of a ply at `cell`, or of the end of a game.
#[track_caller]
fn compare<S: Size>(
    written: &Written,
    cell: usize,
    width: usize,
    view: View,
    position: Option<&Position<S>>,
) {
    let cells = usize::from(S::SQUARES);
    let state = &written.states[cell * cells..][..cells];
    let legal = &written.legal[cell * width..][..width];
    let Some(position) = position else {
        assert!(state.iter().chain(legal).all(|label| *label == 0) && written.turns[cell] == 0);
        return;
    };
    let moves = reference_moves(position);
    let mine = if view == View::Black { Color::Black } else { position.side_to_move() };
    for square in Square::<S>::all() {
        let at = usize::from(square.index());
        let disc = position.disc_at(square);
        assert_eq!(state[at], disc.map_or(0, |color| if color == mine { 1 } else { -1 }));
        assert_eq!(legal[at] == 1, moves.contains(square));
    }
    if width > cells {
        assert_eq!(legal[cells] == 1, position.status() == Status::MustPass);
    }
    let turn = match (position.status(), position.side_to_move()) {
        (Status::Over { .. }, _) => 0,
        (_, Color::Black) => 1,
        (_, Color::White) => -1,
    };
    assert_eq!(written.turns[cell], turn);
}

fn labels_are_those_of_positions<S: Size>() {
    let (squares, _) = games::<S>(3, 0, GAMES);
    let row = row_length::<S>();
    let rows: Vec<Vec<u8>> = squares.chunks(row).map(with_passes::<S>).collect();
    let longest = rows.iter().map(Vec::len).max().unwrap();
    let padded = |named: &Vec<u8>| {
        let mut named = named.clone();
        named.resize(longest, PAD);
        named
    };
    let named: Vec<u8> = rows.iter().flat_map(padded).collect();
    let cells = usize::from(S::SQUARES);
    for view in [View::Black, View::Mover] {
        let written = labels::<S>(&squares, row, Passes::Free, view).unwrap();
        for (game, moves) in squares.chunks(row).enumerate() {
            let walked = walk::<S>(moves);
            for ply in 0..row {
                let position = walked.get(ply).map(|(position, _)| position);
                compare(&written, game * row + ply, cells, view, position);
            }
        }
        let written = labels::<S>(&named, longest, Passes::Ply, view).unwrap();
        for (game, moves) in named.chunks(longest).enumerate() {
            let mut position = Position::<S>::default();
            for (ply, number) in moves.iter().enumerate() {
                let played = Square::from_index(*number).map_or(Move::Pass, Move::Place);
                let expected = (*number != PAD).then(|| position.play(played).unwrap());
                compare(&written, game * longest + ply, cells + 1, view, expected.as_ref());
                position = expected.unwrap_or(position);
            }
        }
    }
}

#[test]
fn labels_are_those_of_positions_in_all_sizes() {
    labels_are_those_of_positions::<Four>();
    labels_are_those_of_positions::<Six>();
    labels_are_those_of_positions::<Eight>();
    labels_are_those_of_positions::<Ten>();
}

#[test]
fn rows_that_are_not_games_are_refused() {
    let f5 = Square::<Eight>::F5.index();
    for (row, ply) in [
        ([f5, f5, PAD], 1),
        ([0, PAD, PAD], 0),
        ([f5, PAD, Square::<Eight>::D6.index()], 2),
        ([f5, pass::<Eight>(), PAD], 1),
        ([f5, 200, PAD], 1),
    ] {
        for passes in [Passes::Free, Passes::Ply] {
            let two = [[f5, PAD, PAD], row].concat();
            let refused = labels::<Eight>(&two, 3, passes, View::Black).err().unwrap();
            assert_eq!(refused, IllegalGame { game: 1, ply, number: row[ply] });
        }
    }
    assert!(labels::<Eight>(&[], 0, Passes::Free, View::Black).is_ok());
}

#[test]
fn the_four_images_of_a_game_are_one() {
    let text = |name: &str| name.parse::<Square>().unwrap().index();
    let mut rows: Vec<u8> = [["f5", "d6"], ["e6", "f4"], ["d3", "c5"], ["c4", "e3"]]
        .concat()
        .into_iter()
        .map(text)
        .collect();
    assert_eq!(distinct(&rows, 2), [true; 4]);
    canonicalize::<Eight>(&mut rows, 2);
    assert_eq!(rows[..2], [text("d3"), text("c5")]);
    assert_eq!(distinct(&rows, 2), [true, false, false, false]);
}

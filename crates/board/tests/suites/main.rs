//! Test vectors made by independent programs; the data is not part of the repository.

mod runner;

use std::process::ExitCode;

use othellier_board::kernel::Tier;
use othellier_board::perft::{Passes, perft_by};
use othellier_board::{Color, Position, Square, Status};
use runner::Data;

fn main() -> ExitCode {
    runner::run(&[
        ("moves_and_flips", moves_and_flips),
        ("perft_of_odd_positions", perft_of_odd_positions),
        ("scores_of_finished_games", scores_of_finished_games),
        ("extreme_games", extreme_games),
    ])
}

fn position(board: &str, side: &str) -> Position {
    format!("{board} {side}").parse().unwrap()
}

fn moves_and_flips(data: &Data) {
    for line in data.text("vectors/movegen.jsonl").lines() {
        let vector: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| vector[name].as_str().unwrap();
        let position = position(field("board"), field("side"));
        let status = match position.status() {
            Status::ToMove => "move",
            Status::MustPass => "pass",
            Status::Over { .. } => "over",
        };
        assert_eq!(status, field("status"), "{line}");
        let moves = vector["moves"].as_object().unwrap();
        assert_eq!(position.legal_moves().len() as usize, moves.len(), "{line}");
        for (square, flips) in moves {
            let square: Square = square.parse().unwrap();
            let names = flips.as_str().unwrap().as_bytes().chunks(2);
            let expected = names
                .map(|name| str::from_utf8(name).unwrap().parse::<Square>().unwrap())
                .collect();
            assert_eq!(position.board().flips(square), expected, "{line} {square}");
        }
    }
}

fn perft_of_odd_positions(data: &Data) {
    let text = data.text("vectors/perft_positions.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [board, side, depth, ply, free] = fields[..] else { panic!("bad line {line}") };
        let board = position(board, side).board();
        for (passes, expected) in [(Passes::Ply, ply), (Passes::Free, free)] {
            let counted = perft_by(Tier::best(), board, depth.parse().unwrap(), passes).unwrap();
            assert_eq!(counted.to_string(), expected, "{line}");
        }
    }
}

fn scores_of_finished_games(data: &Data) {
    for line in data.text("vectors/final_positions.tsv").lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let position = position(fields[0], "X");
        assert!(matches!(position.status(), Status::Over { .. }), "{line}");
        assert_eq!(position.final_score(Color::Black), fields[4].parse::<i32>().unwrap(), "{line}");
    }
}

fn extreme_games(data: &Data) {
    for line in data.text("vectors/extreme_games.jsonl").lines() {
        let vector: serde_json::Value = serde_json::from_str(line).unwrap();
        let expected =
            position(vector["board"].as_str().unwrap(), vector["side"].as_str().unwrap());
        if let Some(moves) = vector["moves"].as_str() {
            let names = moves.as_bytes().chunks(2).map(|name| str::from_utf8(name).unwrap());
            let reached = names.fold(Position::start(), |position, name| {
                position.play(name.parse().unwrap()).unwrap()
            });
            assert_eq!(reached.to_string()[..64], expected.to_string()[..64], "{line}");
        }
        if let Some(count) = vector["legal_moves"].as_u64() {
            assert_eq!(u64::from(expected.legal_moves().len()), count, "{line}");
        }
        if let Some(score) = vector["score_black"].as_i64() {
            assert_eq!(i64::from(expected.final_score(Color::Black)), score, "{line}");
        }
    }
}

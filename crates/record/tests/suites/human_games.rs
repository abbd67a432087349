//! Two hundred tournament games, read with and without their passes.

use std::collections::HashMap;

use othellier_board::{Color, Position};
use othellier_record::{Game, save, transcript};

use crate::runner::Data;

pub(crate) fn two_hundred_are_read(data: &Data) {
    let table = data.text("games/human_200.tsv");
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let rows: Vec<HashMap<&str, &str>> =
        lines.map(|line| columns.iter().copied().zip(line.split('\t')).collect()).collect();
    assert_eq!(rows.len(), 200);
    rows.iter().for_each(check_game);
}

/// Reads one game both ways and compares its end with the table.
fn check_game(row: &HashMap<&str, &str>) {
    let id = row["id"];
    let read = |column| transcript::read(Position::start(), row[column]);
    let game: Game = read("moves_with_passes").unwrap_or_else(|error| panic!("game {id}: {error}"));
    assert_eq!(read("moves_no_passes"), Ok(game.clone()), "game {id}");
    assert_eq!(transcript::write(&game), row["moves_no_passes"], "game {id}");
    assert_eq!(transcript::write_with_passes(&game), row["moves_with_passes"], "game {id}");

    let discs = Color::ALL.map(|color| game.position().discs(color).len().to_string());
    assert_eq!(discs, [row["final_black"], row["final_white"]], "game {id}");
    let unfinished = "?".to_owned();
    let result = game.outcome().map_or(unfinished, |outcome| outcome.black_score.to_string());
    assert_eq!(result, row["final_diff_empties_to_winner"], "game {id}");
    assert_eq!(game.is_over(), row["kind"] != "incomplete", "game {id}");

    assert_eq!(save::from_text(&save::to_text(&game)).unwrap(), game, "game {id}");
}

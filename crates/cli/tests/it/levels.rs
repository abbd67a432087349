//! The specs that the levels stand for, and a user-defined table of square values, with the real binary.

use serde_json::Value;

use crate::common::{Finish, check_refused, objects, othellier, run, text};

const LEVEL_4: &str = "minimax(depth=4, eval=runs(discs=on), ties=random)";

#[test]
fn the_list_of_players_shows_what_a_level_stands_for() {
    let output = run(&["players", "--json"], 0);
    let listing: Value = serde_json::from_slice(&output.stdout).unwrap();
    let players = listing["players"].as_array().unwrap();
    let of = |name: &str| players.iter().find(|player| player["name"] == name).unwrap();
    assert_eq!(of("level-1")["stands_for"], "random");
    assert_eq!(of("level-4")["stands_for"], LEVEL_4);
    assert!(of("minimax").get("stands_for").is_none());
    let shown = run(&["players"], 0);
    assert!(text(&shown.stdout).contains(&format!("= {LEVEL_4}")));
}

#[test]
fn settings_in_effect_are_those_of_the_player_that_a_level_stands_for() {
    let full = "minimax(depth=4, eval=runs(discs=on), order=none, table=none, memory=undo, \
                 deepening=off, endgame=0, ties=random, threads=1)";
    let games = ["match", "level-4", "level-1", "--games", "2", "--size", "4", "--seed", "1"];
    let settings = &objects(&othellier(&[&games[..], &["--json"]].concat()).finish())[0];
    assert_eq!(settings["a"], "level-4");
    assert_eq!(settings["effective"]["a"], full);
    assert_eq!(settings["effective"]["b"], "random");
    let shown = run(&games, 0);
    assert!(text(&shown.stdout).contains(&format!("level-4: {full}")), "{}", text(&shown.stdout));

    let tournament =
        ["tournament", "level-4", "random", "--games", "2", "--size", "4", "--seed", "1"];
    let settings = &objects(&othellier(&[&tournament[..], &["--json"]].concat()).finish())[0];
    assert_eq!(settings["participants"][0]["effective"], full);
    assert!(text(&run(&tournament, 0).stdout).contains(&format!("level-4: {full}")));
}

#[test]
fn a_user_defined_matrix_plays_and_its_errors_name_file_and_line() {
    let folder = std::env::temp_dir().join(format!("othellier-levels-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mine.txt");
    let name = path.display().to_string();
    let player = format!("minimax(depth=1, eval=matrix(file=\"{name}\"))");
    // Of all squares only d3 counts.
    let row = |marked| if marked { "0 0 0 100 0 0 0 0\n" } else { "0 0 0 0 0 0 0 0\n" };
    let table: String = (0..8).map(|at| row(at == 2)).collect();
    std::fs::write(&path, table).unwrap();
    let search = ["search", "--position", "startpos", "--player", &player, "--json"];
    let found = objects(&othellier(&search).finish());
    assert_eq!(found.last().unwrap()["lines"][0]["move"], "d3");
    std::fs::write(&path, "1 2 3\n4 five").unwrap();
    let output = othellier(&search).finish();
    check_refused(&output, &format!("{name}: line 2: `five` is not a value"));
    std::fs::remove_dir_all(&folder).unwrap();
}

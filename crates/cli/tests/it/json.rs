//! Every command with `--json` prints what the manual says.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::json::{COMMANDS, check_lines, command_of};
use crate::common::{Finish, Running, Serving, othellier, text};

const EXPERIMENT: &str = r#"
format = 1
name = "mine"
seed = 3
title = { en = "Mine", fr = "La mienne" }
question = { en = "Does it work?", fr = "Est-ce que cela marche ?" }

[[games]]
name = "games"
title = { en = "Games", fr = "Des parties" }
players = ["alphabeta(depth=1)"]
opponents = ["random"]
games = 2
measure = ["wins"]
"#;

const JOB: &str = "format = 1\nname = \"small\"\n[match]\na = \"random\"\nb = \"random\"\n\
                   games = 4\nunit = 2\n";

/// The command lines, in the order in which one makes the files of the next. A book is made quickly.
const LINES: &str = "\
version
players
evaluators
moves
perft 3 --divide
evaluate
search --player alphabeta(depth=2)
play random random --seed 1 --size 4
match random random --games 2 --seed 1 --size 4
random random --benchmark 2 --seed 1 --size 4
tournament random other=random --games 2 --seed 1 --size 4
evolve --out evolution --size 4 --population 4 --openings 1 --random-plies 2 --generations 1 --seed 4
tune --list
analyze b1 --size 4
exercise --empties 6 --count 1 --seed 5
exercise play --empties 6 --count 1 --seed 5
exercise game f5f6e6f4g6c5 --level 2
exercise new --empties 6 --count 1 --seed 5
exercise grade --position f5d6c3 --answer d3 --level 2
generate openings --plies 2 --depth 1
generate endgames --empties 6 --count 2 --seed 1 --hash 2MiB --out six.obf
solve six.obf --hash 1MiB
accuracy six.obf --depth 1 --seed 1
bench --threads 2 --midgame --depth 2
train selfplay games --weights rule --shards 1 --games 20 --depth 1 --solve-from 8
train label games --to labelled --weights rule --depth 1 --solve-from 6 --empties 0-10
train fit labelled --out new.bin --steps 1 --validation 5
train check six.obf --eval discs
train export --weights new.bin --info
train picture patterns.svg
book build mine.book --positions 4 QUICKLY
book learn f5d6 --book mine.book QUICKLY
book probe f5 --book mine.book
book stats mine.book
book check mine.book
book export book.txt --book mine.book
book import book.txt --book other.book QUICKLY
book merge mine.book other.book --out both.book QUICKLY
convert GAMES games.ggf
check GAMES
archive import GAMES --archive a.sqlite
archive search --archive a.sqlite
archive explore f5 --archive a.sqlite --level 1
archive stats --archive a.sqlite
archive export games.pgn --archive a.sqlite
diagram f5d6c3d3c4 opening.svg
picture indices indices.svg
picture zones zones.svg
picture crossover crossover.svg
picture mutation mutation.svg --seed 3
picture tree tree.svg --depth 2 --eval discs
lab list
lab run mine.toml --out results --threads 2
lab report results/mine --markdown
lab pages results pages
tune --out tuned --player alphabeta(depth={x}) --number x=1:1..3 --iterations 2 --games 2
grid run job.toml --out local
grid run job.toml --shard 0/2 --out part0
grid run job.toml --shard 1/2 --out part1
grid merge part0 part1 --out merged
mobility-census --games 30
docs
docs tour
docs --out manual
site public --wasm modules
gtp
nboard
cassio
completions bash";

/// Commands that other tests run through the same check: long ones, and those that need a NATS server.
const ELSEWHERE: [&str; 9] = [
    "grid cancel",
    "grid collect",
    "grid status",
    "grid submit",
    "train demo",
    "train ordering",
    "train probcut",
    "tune",
    "worker",
];

#[test]
fn every_command_prints_what_the_manual_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("mine.toml"), EXPERIMENT).unwrap();
    fs::write(path.join("job.toml"), JOB).unwrap();
    fs::create_dir(path.join("modules")).unwrap();
    for module in ["playing.wasm", "full.wasm"] {
        fs::write(path.join("modules").join(module), b"\0asm\x01\0\0\0").unwrap();
    }
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/games.sgf");
    let quickly = "--level 1 --threads 1 --hash 64KiB";
    let mut run: BTreeSet<&str> = ELSEWHERE.into();
    for line in LINES.lines() {
        let line = line.replace("GAMES", games).replace("QUICKLY", quickly);
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let output = othellier(&words).current_dir(path).finish();
        let done = output.status.code() == Some(0);
        assert!(done, "othellier {line}\n{}", text(&output.stderr));
        let command = command_of(&words);
        let is_silent = output.stdout.is_empty();
        assert!(!is_silent || COMMANDS[command].is_empty(), "{line} prints nothing");
        run.insert(command);
    }

    let serving = Serving::start(&mut Serving::command(path, "0"));
    run.insert("serve");
    let room = serving.request("POST", "/api/rooms", r#"{"name": "Engines", "owner": "me"}"#);
    let words = ["bot", "--room", room["link"].as_str().unwrap(), "--player", "random", "--json"];
    let mut bot = Running(othellier(&words).stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(bot.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    check_lines(&words, line.lines());
    run.insert("bot");
    assert_eq!(run, COMMANDS.keys().map(String::as_str).collect());
}

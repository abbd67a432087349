//! The player in Python that students copy, `python/player/own_player.py`, against the real command.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::engines::{MatchReport, play_match};
use crate::common::{objects, run, text};

const PLAYER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/player/own_player.py");
const SOURCE: &str = include_str!("../../../../python/player/own_player.py");
const WALK_THROUGH: &str = include_str!("../../../../docs/write-your-own-player.md");

/// The output of Python with these arguments and this input; it must succeed.
#[track_caller]
fn python(arguments: &[&str], input: &[u8]) -> String {
    let mut child = Command::new("python3")
        .args(["-B"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Sends each line, and checks the answer without the empty line at its end.
#[track_caller]
fn check(conversation: &[(&[u8], &str)]) {
    let asked: Vec<&[u8]> = conversation.iter().map(|(line, _)| *line).collect();
    let output = python(&[PLAYER], &asked.join(&b'\n'));
    let mut answers = output.split_terminator("\n\n");
    for (line, expected) in conversation {
        assert_eq!(answers.next(), Some(*expected), "{}", line.escape_ascii());
    }
    assert_eq!(answers.next(), None);
}

pub(crate) fn it_plays_complete_games_without_errors() {
    let player = format!("gtp(cmd=\"python3 -B '{PLAYER}'\", level=1)");
    for size in ["8", "6"] {
        let MatchReport { games, total, said } = play_match(&player, &["--size", size]);
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game["ending"], "board", "{game}");
        }
        for fault in ["illegal", "crashes", "time_losses"] {
            assert_eq!(total[fault], 0, "{fault}: {said}");
        }
    }
}

/// Perft counts agree, with passes that are not counted as a ply.
pub(crate) fn its_rules_agree_with_ours() {
    let program = "\
import sys
sys.path.insert(0, sys.argv[1])
from own_player import BLACK, Board

def leaves(board, color, depth):
    moves = board.legal_moves(color)
    if depth == 0 or board.is_over():
        return 1
    if not moves:
        return leaves(board, -color, depth)
    return sum(leaves(board.after(color, move), -color, depth - 1) for move in moves)

print(leaves(Board.start(int(sys.argv[2])), BLACK, int(sys.argv[3])))";
    let folder = PLAYER.strip_suffix("own_player.py").unwrap();
    for (size, depth) in [("4", "7"), ("6", "4"), ("8", "4"), ("10", "3")] {
        let ours = &objects(&run(&["perft", depth, "--size", size, "--json"], 0))[0]["nodes"];
        let theirs = python(&["-c", program, folder, size, depth], b"");
        assert_eq!(theirs.trim(), ours.to_string(), "{size}×{size}");
    }
}

pub(crate) fn a_conversation() {
    check(&[
        (b"1 protocol_version\r", "=1 2"),
        (b"name", "= own player"),
        (b"known_command genmove", "= true"),
        (b"known_command fly", "= false"),
        (b"set_game Othello", "="),
        (b"komi 6.5", "="),
        (b"boardsize 4", "="),
        (b"time_settings 0 0.5 1", "="),
        (b"time_left b 10 0", "="),
        (b"2 play b B1 # a comment", "=2"),
        (b"showboard", "=\n   a b c d\n 1 . X . .\n 2 . X X .\n 3 . X O .\n 4 . . . .\nO to move"),
        (b"play b a3", "? wrong color"),
        (b"play w d4", "? illegal move"),
        (b"play w pass", "? illegal move"),
        (b"undo", "="),
        (b"undo", "? cannot undo"),
        (b"final_score", "? cannot score"),
        // Black plays a1, White must pass, which need not be sent, and neither side can move after a4.
        (b"othellier-position -OXX---------OXX X", "="),
        (b"play b a1", "="),
        (b"genmove w", "= pass"),
        (b"undo", "="),
        (b"genmove b", "= a4"),
        (b"genmove w", "= pass"),
        (b"final_score", "= B+16"),
        (b"quit", "="),
    ]);
}

pub(crate) fn malformed_lines_are_answered() {
    let long = [b"boardsize ".as_slice(), &[b'9'; 10_000]].concat();
    check(&[
        (b"\n  \n# nothing\n\xff\xfe\x00", "? unknown command"),
        (b"7", "?7 unknown command"),
        (b"fly", "? unknown command"),
        (b"play", "? syntax error; expected play COLOR VERTEX"),
        (b"name x", "? syntax error; expected name"),
        (b"play green f5", "? syntax error; expected b or w, not `green`"),
        (b"play b \xc3\xa9", "? syntax error; expected a square or pass, not `é`"),
        (b"play b i9", "? syntax error; expected a square or pass, not `i9`"),
        (b"boardsize 7", "? unacceptable size"),
        (&long, "? unacceptable size"),
        (b"komi much", "? syntax error; expected a number, not `much`"),
        (b"time_settings 1 nan 0", "? syntax error; expected seconds, not `nan`"),
        (b"time_left b 1 -1", "? syntax error; expected a whole number, not `-1`"),
        (b"set_level 0", "? unknown level; expected 1 or more"),
        (b"set_game Chess", "? unknown game; expected Othello"),
        (b"othellier-position XO X", "? syntax error; expected 64 of X, O and -, then X or O"),
        (b"genmove w", "? wrong color"),
        (b"name", "= own player"),
    ]);
}

/// An error in the part that students change is reported, and the loop continues.
pub(crate) fn errors_of_the_student_are_reported() {
    let line = SOURCE.lines().find(|line| line.starts_with("    return max(moves, key="));
    for (choice, answer) in [
        ("return 0", "? ValueError: choose gave 0, which is not legal"),
        ("return None", "? ValueError: choose gave None, which is not legal"),
        ("return moves[len(moves)]", "? IndexError: list index out of range"),
        ("print('= a1'); return moves[0]", "= d3"),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, SOURCE.replace(line.unwrap(), &format!("    {choice}"))).unwrap();
        let output = python(&[file.path().to_str().unwrap()], b"genmove b\nname\n");
        assert_eq!(output, format!("{answer}\n\n= own player\n\n"));
    }
}

pub(crate) fn the_walk_through_quotes_the_file() {
    let blocks: Vec<_> = WALK_THROUGH.split("```python\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (code, _) = block.split_once("```").expect("the end of a block");
        assert!(SOURCE.contains(code), "not in the file:\n{code}");
    }
}

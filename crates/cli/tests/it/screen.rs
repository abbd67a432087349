//! The full screen, driven like a person does: the real program in a pseudo-terminal.
#![cfg(unix)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The timeout of a test, far above what any of them takes.
const TIMEOUT: Duration = Duration::from_secs(20);

const ENTER: &str = "\r";
const TAB: &str = "\t";
const LEFT: &str = "\x1b[D";
const DOWN: &str = "\x1b[B";
const PAGE_UP: &str = "\x1b[5~";
const F1: &str = "\x1bOP";
const CTRL_C: &str = "\x03";

/// The program in a terminal of 80 columns and 24 lines.
struct Harness {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    terminal: Box<dyn MasterPty + Send>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
}

/// The output of the program so far.
struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    has_ended: bool,
}

impl Harness {
    /// Starts `othellier play` with these arguments.
    fn play(arguments: &str) -> Harness {
        Harness::play_in(arguments, 80, 24)
    }

    fn play_in(arguments: &str, cols: u16, rows: u16) -> Harness {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_othellier"));
        command.arg("play");
        command.args(arguments.split_whitespace());
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C"), ("LC_ALL", "C")] {
            command.env(name, value);
        }
        for name in ["NO_COLOR", "COLORTERM", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = vt100::Parser::new(some(rows), some(cols), 0);
        let seen = Seen { parser, bytes: Vec::new(), has_ended: false };
        let seen = Arc::new((Mutex::new(seen), Condvar::new()));
        watch(pair.master.try_clone_reader().unwrap(), Arc::clone(&seen));
        let keyboard = pair.master.take_writer().unwrap();
        Harness { child, keyboard, terminal: pair.master, seen }
    }

    fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn line(&mut self, line: &str) {
        self.send(&format!("{line}{ENTER}"));
    }

    /// Waits until the screen satisfies a condition, and returns it. The screen is drawn from top
    /// to bottom and may be seen half drawn: text below the expected one must be waited for
    /// separately.
    #[track_caller]
    fn wait(&self, wanted: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + TIMEOUT;
        let (lock, changed) = &*self.seen;
        let mut seen = lock.lock().unwrap();
        loop {
            let screen = seen.parser.screen().contents();
            if wanted(&screen) {
                return screen;
            }
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero() && !seen.has_ended, "still not on the screen:\n{screen}");
            seen = changed.wait_timeout(seen, left).unwrap().0;
        }
    }

    #[track_caller]
    fn see(&self, text: &str) -> String {
        self.wait(|screen| screen.contains(text))
    }

    /// Waits for the end of the program; returns its exit code and its output.
    fn end(mut self) -> (u32, Vec<u8>) {
        let (lock, changed) = &*self.seen;
        let seen = lock.lock().unwrap();
        let (mut seen, timeout) =
            changed.wait_timeout_while(seen, TIMEOUT, |seen| !seen.has_ended).unwrap();
        assert!(!timeout.timed_out(), "it does not end:\n{}", seen.parser.screen().contents());
        let screen = seen.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        (self.child.wait().unwrap().exit_code(), std::mem::take(&mut seen.bytes))
    }

    fn kill(mut self) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-9", &id]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// The column and the line of every occurrence of a symbol, from 1 as the mouse counts them.
    fn places(&self, symbol: &str) -> Vec<(u16, u16)> {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.parser.screen();
        let (rows, cols) = screen.size();
        let cells = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (col, row)));
        let is_there = |(col, row)| screen.cell(row, col).is_some_and(|it| it.contents() == symbol);
        cells.filter(|cell| is_there(*cell)).map(|(col, row)| (col + 1, row + 1)).collect()
    }

    /// Plays the next legal square at every turn until the game is over.
    #[track_caller]
    fn finish(&mut self) {
        loop {
            let screen =
                self.wait(|screen| is_over(screen) || screen.contains("Player (X) to move ▸"));
            if is_over(&screen) {
                return;
            }
            let before = length(&screen);
            self.send(TAB);
            self.send(ENTER);
            self.wait(|screen| is_over(screen) || length(screen) > before);
        }
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        // It has exited already, unless the test has failed.
        let _ = self.child.kill();
    }
}

/// Reads the output of the program, in a thread of its own.
fn watch(mut reader: Box<dyn Read + Send>, seen: Arc<(Mutex<Seen>, Condvar)>) {
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        loop {
            // The end of the program is a read error of its terminal.
            let read = reader.read(&mut bytes).unwrap_or(0);
            let mut state = seen.0.lock().unwrap();
            state.parser.process(&bytes[..read]);
            state.bytes.extend_from_slice(&bytes[..read]);
            state.has_ended = read == 0;
            seen.1.notify_all();
            if read == 0 {
                return;
            }
        }
    });
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn some(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

fn is_over(screen: &str) -> bool {
    screen.contains("wins by") || screen.contains("The game is a draw")
}

/// The number of moves in the title of the list.
fn length(screen: &str) -> usize {
    let after = screen.split("── Moves ").nth(1).unwrap_or_default();
    let digits = after.split(|digit: char| !digit.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

/// The list of moves: the text on the right below its title.
fn moves(screen: &str) -> Vec<String> {
    let beside_board = screen.lines().filter_map(|line| line.rsplit(['│', '┤']).next());
    let list = beside_board.skip_while(|line| !line.contains("── Moves")).skip(1);
    list.map(|line| line.trim().to_owned()).take_while(|line| !line.is_empty()).collect()
}

fn contains(bytes: &[u8], sequence: &str) -> bool {
    bytes.windows(sequence.len()).any(|window| window == sequence.as_bytes())
}

#[test]
fn a_person_plays_navigates_and_quits() {
    let mut harness = Harness::play("human random --seed 7 --size 8 --lang en");
    let screen = harness.see("Player (X) to move ▸");
    assert!(screen.contains("a   b   c   d   e   f   g   h") && screen.contains("Seed: 7"));
    assert_eq!(harness.places("·").len(), 4);

    harness.line("d3");
    for text in ["── Moves 2 ", "  1 d3     2 ", "random plays"] {
        harness.see(text);
    }

    harness.send(PAGE_UP);
    harness.see("── Moves 0/2 ");
    for key in [LEFT, DOWN, ENTER] {
        harness.send(key);
    }
    harness.see("  1 c4     2 ");

    harness.line("a1");
    harness.see("a1 is not legal here; possible: ");
    harness.line("forwart");
    harness.see("`forwart` is neither a square nor a command");

    harness.send(F1);
    harness.see("any key: next page");
    harness.send("x");
    harness.see("any key closes");
    harness.send("x");
    harness.wait(|screen| !screen.contains("any key closes"));

    harness.line("quit");
    let (code, bytes) = harness.end();
    assert_eq!(code, 0);
    for (on, off) in [("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?1006h", "\x1b[?1006l")] {
        assert!(contains(&bytes, on) && contains(&bytes, off));
    }
}

#[test]
fn a_whole_game_needs_two_keys() {
    let mut harness = Harness::play("human random --size 4 --seed 3 --lang en");
    harness.finish();
    harness.see("The game is over");
    harness.line("quit");
    assert_eq!(harness.end().0, 0);
}

#[test]
fn a_saved_game_resumes_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.display();
    let mut harness = Harness::play("human random --size 6 --seed 3 --lang en");
    for turn in 1..=3 {
        harness.see("Player (X) to move ▸");
        harness.send(TAB);
        harness.send(ENTER);
        harness.wait(|screen| length(screen) >= 2 * turn);
    }
    harness.line(&format!("save {file}"));
    let before = moves(&harness.see("Saved in"));
    assert_eq!(before.len(), 3, "{before:?}");
    harness.kill();
    assert!(Path::new(&file.to_string()).exists());

    let mut harness = Harness::play(&format!("human random --load {file} --seed 3 --lang en"));
    harness.wait(|screen| moves(screen) == before);
    harness.finish();
    harness.send("\x04");
    assert_eq!(harness.end().0, 0);
}

/// Answers the questions about the players, each when it is asked.
#[track_caller]
fn answer(harness: &mut Harness, answers: &[(&str, &str)]) {
    for (question, answer) in answers {
        harness.see(question);
        harness.line(answer);
    }
}

#[test]
fn the_default_answers_open_a_game_against_an_easy_program() {
    let mut harness = Harness::play("--lang en --seed 1");
    let questions = ["Black (X): 1 a person", "Name [Player]", "White (O): 1", "Strength [2]"];
    answer(&mut harness, &questions.map(|question| (question, "")));
    answer(&mut harness, &[("Name [champion(level=2)]", "")]);
    for text in ["Player (X) to move ▸", "Seed: 1"] {
        harness.see(text);
    }
    harness.line("d3");
    harness.see("champion(level=2) plays");
    harness.line("quit");
    assert_eq!(harness.end().0, 0);
}

#[test]
fn the_answers_choose_the_players_and_save_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let arguments = format!("--size 4 --plain --lang fr --seed 1 --save {}", file.display());
    let mut harness = Harness::play(&arguments);
    let answers = [
        ("Noir (X)\u{a0}: 1 une personne", "quoi"),
        ("Tapez 1, 2", "2"),
        ("4 fort joueur", "débutant"),
        ("Nom [level-2]", "Léa"),
        ("Blanc (O)\u{a0}: 1", "1"),
        ("Nom [Joueur]", "Zoé"),
        ("Au tour de Zoé (O)>", "quitter"),
    ];
    answer(&mut harness, &answers);
    assert_eq!(harness.end().0, 0);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("size 4\nblack Léa\nwhite Zoé\n"), "{saved}");
}

#[test]
fn the_questions_can_be_aborted() {
    for (key, code) in [(CTRL_C, 130), ("\x04", 0)] {
        for answered in [0, 3] {
            let mut harness = Harness::play("--lang en");
            let questions = ["Black (X): 1", "Name [Player]", "White (O): 1", "Strength [2]"];
            answer(&mut harness, &questions.map(|question| (question, ""))[..answered]);
            harness.see(questions[answered]);
            harness.send(key);
            assert_eq!(harness.end().0, code);
        }
    }
}

#[test]
fn the_statistics_are_printed_after_the_screen() {
    let mut harness = Harness::play("random random --size 4 --seed 1 --lang en --statistics moves");
    harness.wait(is_over);
    harness.line("stats");
    harness.see("By move");
    harness.send("\x1b");
    harness.wait(|screen| !screen.contains("By move"));
    harness.line("quit");
    let (code, bytes) = harness.end();
    assert_eq!(code, 0);
    let left = bytes.windows(8).rposition(|window| window == b"\x1b[?1049l").unwrap();
    let after = String::from_utf8_lossy(&bytes[left..]);
    assert!(is_over(&after), "{after}");
    for text in ["Statistics of the game", "random (X)", "By move", "X "] {
        assert!(after.contains(text), "{text}\n{after}");
    }
}

#[test]
fn control_c_interrupts() {
    let mut harness = Harness::play("human random --lang en");
    harness.see("to move ▸");
    harness.send(CTRL_C);
    let (code, bytes) = harness.end();
    assert_eq!(code, 130);
    assert!(contains(&bytes, "\x1b[?1049l"));
}

#[test]
fn the_mouse_plays_and_scrolls() {
    let mut harness = Harness::play("human random --seed 7 --lang en");
    harness.see("to move ▸");
    let (column, row) = harness.places("·")[3];
    harness.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    harness.see("── Moves 2 ");
    // The wheel, up.
    harness.send("\x1b[<64;1;1M");
    harness.see("── Moves 1/2 ");
    harness.see("random waits");
    // The first move of the list, then the second.
    let title = harness.places("M")[0];
    harness.send(&format!("\x1b[<0;{};{}M", title.0 + 10, title.1 + 1));
    harness.see("── Moves 2 ");
    harness.line("q");
    assert_eq!(harness.end().0, 0);
}

#[test]
fn the_screen_speaks_french() {
    let mut harness = Harness::play("human random --seed 7 --lang fr");
    for words in ["Différence\u{a0}: +0", "Graine\u{a0}: 7", "── Coups 0 ", "Au tour de", "F1 aide"]
    {
        harness.see(words);
    }
    harness.line("quitter");
    assert_eq!(harness.end().0, 0);
}

#[test]
fn the_screen_follows_a_resize() {
    let mut harness = Harness::play_in("human random --lang en", 20, 8);
    harness.see("too small");
    harness.seen.0.lock().unwrap().parser.screen_mut().set_size(some(15), some(40));
    harness.terminal.resize(size(40, 15)).unwrap();
    harness.see("a b c d e f g h");
    harness.line("quit");
    assert_eq!(harness.end().0, 0);
}

#[test]
fn programs_play_on_their_own_until_the_person_quits() {
    let mut harness = Harness::play("random random --size 4 --seed 1 --lang en");
    harness.wait(is_over);
    harness.line("quit");
    assert_eq!(harness.end().0, 0);
}

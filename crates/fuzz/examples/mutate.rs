//! A mutation fuzzer without coverage, for the stable compiler: it mutates the corpora at random
//! and runs the targets on them.
//!
//! ```sh
//! cargo run --release -p othellier-fuzz --example mutate -- ggf 600
//! cargo run --release -p othellier-fuzz --example mutate -- all 60
//! ```
//!
//! Inputs that make a target panic or hang are written to `fuzz/artifacts`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use othellier_fuzz::{TARGETS, Target};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A target that takes longer than this for one input counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum length of an input.
const MAX_LENGTH: usize = 4096;

/// The input that is running, and since when.
type Current = Arc<Mutex<Option<(&'static str, Vec<u8>, Instant)>>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("all", String::as_str);
    let seconds = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(60);
    let seed = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    let targets = TARGETS.iter().filter(|target| name == "all" || target.name == name);
    std::panic::set_hook(Box::new(|_| {}));
    let current = Current::default();
    watch(current.clone());
    let mut is_sound = true;
    for target in targets {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (runs, failures) = fuzz(target, Duration::from_secs(seconds), &mut rng, &current);
        println!("{}: {runs} inputs, {failures} failures", target.name);
        is_sound &= failures == 0;
    }
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(kind).join(target)
}

/// Fuzzes a target for some time; returns the number of inputs and the number of failures.
fn fuzz(target: &Target, time: Duration, rng: &mut impl Rng, current: &Current) -> (u64, u64) {
    let entries = std::fs::read_dir(folder("corpus", target.name)).expect("a corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> =
        files.iter().map(|file| std::fs::read(file).expect("a file")).collect();
    let started = Instant::now();
    let (mut runs, mut failures) = (0, 0);
    while started.elapsed() < time {
        let input = mutated(&corpus, rng);
        *current.lock().expect("the lock is not poisoned") =
            Some((target.name, input.clone(), Instant::now()));
        runs += 1;
        if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
            failures += 1;
            if failures <= 20 {
                save(target.name, &format!("panic-{failures}"), &input);
            }
        }
    }
    *current.lock().expect("the lock is not poisoned") = None;
    (runs, failures)
}

/// Ends the program if a target hangs.
fn watch(current: Current) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(TIMEOUT / 10);
            let hanging = current.lock().expect("the lock is not poisoned").clone();
            if let Some((target, input, since)) = hanging
                && since.elapsed() > TIMEOUT
            {
                save(target, "hang", &input);
                println!("{target}: hangs");
                std::process::exit(1);
            }
        }
    });
}

fn save(target: &str, name: &str, input: &[u8]) {
    let folder = folder("artifacts", target);
    let _ = std::fs::create_dir_all(&folder);
    let _ = std::fs::write(folder.join(name), input);
}

/// A mutated file of the corpus.
fn mutated(corpus: &[Vec<u8>], rng: &mut impl Rng) -> Vec<u8> {
    let mut input = corpus.choose(rng).cloned().unwrap_or_default();
    for _ in 0..rng.random_range(1..8) {
        let at = rng.random_range(0..=input.len());
        let end = (at + rng.random_range(0..=16)).min(input.len());
        match rng.random_range(0..8) {
            0 if at < input.len() => input[at] ^= 1_u8 << rng.random_range(0..8_u32),
            1 if at < input.len() => input[at] = rng.random(),
            2 => input.insert(at, rng.random()),
            3 => drop(input.drain(at..end)),
            4 => {
                let copy = input[at..end].to_vec();
                let to = rng.random_range(0..=input.len());
                input.splice(to..to, copy);
            }
            5 => {
                // Splice in a piece of a file.
                let other = corpus.choose(rng).expect("a file");
                let from = rng.random_range(0..=other.len());
                let until = (from + rng.random_range(0..=64)).min(other.len());
                input.splice(at..end, other[from..until].iter().copied());
            }
            6 => {
                // Insert a value that is unlikely at random but likely in texts.
                let words =
                    ["-1", "0", "99999999999999999999", "[", "]", "(", ")", ";", "\\", "\n"];
                let more =
                    ["é", "\u{feff}", "pass", "--", "PA", "1e308", "NaN", "\"", "%", "#", "="];
                let word = [&words[..], &more[..]].concat().choose(rng).copied();
                input.splice(at..at, word.unwrap_or_default().bytes());
            }
            _ => input.truncate(at.max(input.len() / 2)),
        }
    }
    input.truncate(MAX_LENGTH);
    input
}

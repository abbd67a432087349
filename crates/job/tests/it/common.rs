//! Small jobs, and how they are run.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use othellier_job::{Done, Manifest, RunError, Shard, Stages, UnitFolder, output, run};
use othellier_platform::parallel::StopSignal;

/// Four positions with few empty squares, and a comment.
pub(crate) const SOLVE: &str = r#"
format = 1
name = "four"
[solve]
positions = [
    "% four endings",
    "OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;",
    "XOOOOOOOXXOOXOOOXXOOOOXOXXOOOXOOXOXOOOOOXXOOOXO--XOXXX---XXXX--- X;",
    "XXXXXXX-OOOXOXX-OOXOXOOXOXXXOOOOOXOXXOX-OOXXXXXXOOOOXX--OOOOO--- X;",
    "OOOOOOOOOXXOOOO-OXOXOOXXOXXOXXXXOXXXXOXXOOXXOXXXO-OOOOX---OOOO-- X;",
]
hash = "1MiB"
"#;

pub(crate) const MATCH: &str = r#"
format = 1
name = "pairs"
[match]
a = "alphabeta(depth=1, ties=random)"
b = "random"
games = 14
unit = 4
seed = 7
"#;

pub(crate) const SELFPLAY: &str = r#"
format = 1
[selfplay]
weights = "zero.bin"
shards = 5
unit = 2
games = 2
depth = 1
solve_from = 8
random = [20, 30]
best_line = 1
"#;

pub(crate) const EXPERIMENT: &str = r#"
format = 1
[experiment]
unit = 3
file = [
    'format = 1',
    'name = "tiny"',
    'seed = 3',
    '[[games]]',
    'name = "g"',
    'players = ["alphabeta(depth={depth})"]',
    'grid = { depth = [1, 2] }',
    'opponents = ["random"]',
    'games = 4',
    'measure = ["wins"]',
    '[[positions]]',
    'name = "p"',
    'players = ["alphabeta(depth=2)"]',
    'phases = { middle = 20 }',
    'count = 2',
    'measure = ["nodes"]',
    '[[predictions]]',
    'name = "e"',
    'evaluators = ["mobility", "corners"]',
    'player = "random"',
    'random_plies = 6',
    'games = 2',
    '[[evolution]]',
    'name = "b"',
    'player = "alphabeta(depth=1)"',
    'environment = ["random"]',
    'population = 2',
    'generations = 2',
    'openings = 1',
    'random_plies = 4',
    'laws = ["power:4"]',
]
"#;

pub(crate) const TOURNAMENT: &str = r#"
format = 1
[tournament]
players = ["greedy=alphabeta(depth=1)", "random", "dice=random"]
games = 2
unit = 4
"#;

pub(crate) const SWISS: &str = r#"
format = 1
[tournament]
players = [
    "greedy=alphabeta(depth=1)", "random", "minimax(depth=1, eval=discs)", "dice=random", "random",
]
format = "swiss"
seed = 7
unit = 1
"#;

pub(crate) const EVOLVE: &str = r#"
format = 1
[evolve]
start = "random"
player = "alphabeta(depth=1)"
size = 4
population = 6
generations = 5
openings = 2
random_plies = 2
renew = 2
seed = 4
"#;

pub(crate) const ACCURACY: &str = r#"
format = 1
[accuracy]
player = "random"
prove = 100
hash = "1MiB"
unit = 1
positions = [
    "OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;",
    "XXXXXXX-OOOXOXX-OOXOXOOXOXXXOOOOOXOXXOX-OOXXXXXXOOOOXX--OOOOO--- X;",
]
"#;

pub(crate) const ENDGAMES: &str = r#"
format = 1
[endgames]
empties = 6
count = 7
unit = 2
hash = "1MiB"
"#;

pub(crate) const LABEL: &str = r#"
format = 1
[label]
shards = ["games"]
weights = "rule"
depth = 1
solve_from = 8
"#;

pub(crate) const BOOK: &str = r#"
format = 1
[book]
games = ["games.txt"]
plies = 6
level = 1
hash = "1MiB"
unit = 3
"#;

pub(crate) const TUNE: &str = r#"
format = 1
[tune]
player = "alphabeta(depth=1, eval=sum(corners={corners}, mobility={mobility}))"
numbers = ["corners=10:0..50", "mobility=1:0..20"]
iterations = 7
batch = 4
games = 2
rate = 0.5
seed = 2
"#;

pub(crate) const CENSUS: &str = r#"
format = 1
[mobility-census]
games = 23
unit = 4
seed = 5
"#;

pub(crate) fn threads(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

pub(crate) fn job_file(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("job.toml");
    std::fs::write(&path, text).unwrap();
    path
}

/// The folder of a job.
pub(crate) fn unit_folder(job: &Path, target: &Path) -> UnitFolder {
    let (manifest, inputs) = Manifest::read_job(job).unwrap();
    UnitFolder::create(target, manifest, &inputs).unwrap()
}

pub(crate) fn run_shard(folder: &UnitFolder, shard: &str) -> Result<Done, RunError> {
    let stop = StopSignal::default();
    run(folder, shard.parse().unwrap(), threads(2), &stop, &mut |_| ())
}

/// Does all units on this machine and writes the results.
pub(crate) fn run_local(job: &Path, target: &Path) {
    let folder = unit_folder(job, target);
    let stop = StopSignal::default();
    let done = run(&folder, Shard::ALL, threads(2), &stop, &mut |_| ()).unwrap();
    assert!(done.is_complete());
    let stages = Stages::open(vec![folder]).unwrap();
    output::write(&stages.units().unwrap(), target).unwrap();
}

/// All files below a folder, by their names.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            drop(found.insert(path.clone(), std::fs::read(&path).unwrap()))
        }
    }
    found
}

/// The results in a folder, by their names in it.
pub(crate) fn results(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let results = folder.join("results");
    let short = |path: PathBuf| path.strip_prefix(&results).unwrap().to_owned();
    files(&results).into_iter().map(|(path, bytes)| (short(path), bytes)).collect()
}

//! The results that workers of a grid send.

use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

use othellier_job::{Checker, Inputs, Job, Manifest, Provenance, UnitResult};

/// A job of each kind whose rows are games or positions.
const JOBS: [&str; 6] = [
    r#"{"kind":"match","a":"random","b":"random","games":2,"unit":2,"random_plies":4,"seed":1}"#,
    r#"{"kind":"tournament","players":["a=random","b=random"],"games":2,"unit":2,"random_plies":4,"seed":1}"#,
    r#"{"kind":"solve","positions":["OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;"],"unit":1,"hash":"1MiB"}"#,
    r#"{"kind":"accuracy","positions":["OXXXXXXXOOXXOXXXOOXXXXOXOOXXXOXXOXOXXXXXOOXXXOX--OXOOO---OOOO--- O;"],"player":"random","prove":100,"unit":1,"hash":"1MiB","seed":1}"#,
    r#"{"kind":"endgames","empties":6,"count":1,"unit":1,"hash":"1MiB","seed":1}"#,
    r#"{"kind":"experiment","unit":2,"file":["format = 1","name = \"tiny\"","seed = 3","[[games]]","name = \"g\"","players = [\"random\"]","opponents = [\"random\"]","games = 2","measure = [\"wins\"]"]}"#,
];

static CHECKERS: LazyLock<Vec<(&Manifest, Checker)>> = LazyLock::new(|| {
    let checker = |job: &&str| {
        let job: Job = serde_json::from_str(job).expect("a job");
        let manifest = Manifest::new(String::new(), job, &Inputs::default()).expect("a manifest");
        let manifest: &Manifest = Box::leak(Box::new(manifest));
        (manifest, Checker::new(manifest).expect("a checker"))
    };
    JOBS.iter().map(checker).collect()
});

/// The first byte is the kind of the job, the rest the rows of its first unit. They are also read as bytes of
/// a whole result.
pub(crate) fn unit(bytes: &[u8]) {
    let Some((kind, rows)) = bytes.split_first() else { return };
    let Some((manifest, checker)) = CHECKERS.get(usize::from(kind.wrapping_sub(b'0'))) else {
        return;
    };
    let of = Provenance::of(manifest, &manifest.unit(0), "fuzz", 1, UNIX_EPOCH, Duration::ZERO);
    let result = UnitResult::new(rows.to_vec(), of);
    let checked = checker.check(0, &result);
    assert_eq!(checker.read(0, &result.to_bytes()).map(drop), checked);
    let _ = checker.read(0, rows);
}

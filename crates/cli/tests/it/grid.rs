//! `othellier grid run` and `grid merge`, as the real binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use othellier_wire::GridTotal;
use tempfile::TempDir;

use crate::common::{check_type, execute, objects, run, text};

const JOB: &str = "format = 1\nname = \"small\"\n[match]\nplayers = [\"random\", \"random\"]\n\
                   games = 12\nunit = 2\n";

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The files in `results` by their names.
fn results(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(Path::new(folder).join("results")).unwrap();
    let file = |path: std::path::PathBuf| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())
    };
    entries.map(|entry| file(entry.unwrap().path())).collect()
}

#[test]
fn shards_are_merged_to_the_results_of_a_local_run() {
    let folder = tempfile::tempdir().unwrap();
    let [job, local, merged] = ["job.toml", "local", "merged"].map(|name| path(&folder, name));
    fs::write(&job, JOB).unwrap();
    let output = execute(&["grid", "run", &job, "--audit", "1", "--out", &local, "--json"]);
    check_type::<GridTotal>(&objects(&output));
    let total = objects(&output).pop().unwrap();
    assert_eq!((&total["units"], &total["done"]), (&6.into(), &6.into()), "{total}");
    assert_eq!((&total["audited"], &total["reproducible"]), (&1.into(), &true.into()), "{total}");
    let parts = ["0/2", "1/2"].map(|shard| {
        let part = path(&folder, &format!("part{}", &shard[..1]));
        run(&["grid", "run", &job, "--shard", shard, "--out", &part], 0);
        assert!(!Path::new(&part).join("results").exists());
        part
    });
    let [first, second] = parts.each_ref().map(String::as_str);
    let missing = run(&["grid", "merge", first, "--out", &merged], 1);
    assert!(text(&missing.stderr).ends_with("units that are missing: 1, 3, 5\n"));
    let twice = run(&["grid", "merge", first, second, first, "--out", &merged, "--lang", "fr"], 1);
    let said = text(&twice.stderr);
    assert!(said.ends_with("unités présentes dans deux dossiers\u{a0}: 0, 2, 4\n"), "{said}");
    let done = run(&["grid", "merge", first, second, "--audit", "20", "--out", &merged], 0);
    assert!(text(&done.stdout).contains("6 units from 2 folders"), "{}", text(&done.stdout));
    assert_eq!(results(&merged), results(&local));
    assert!(Path::new(&merged).join("provenance.parquet").is_file());

    // Run again, everything is there already.
    let output = execute(&["grid", "run", &job, "--out", &local, "--json"]);
    let total = objects(&output).pop().unwrap();
    assert_eq!((&total["done"], &total["older"]), (&6.into(), &6.into()), "{total}");
}

#[test]
fn wrong_jobs_and_folders_are_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let [job, out] = ["job.toml", "out"].map(|name| path(&folder, name));
    let refused = |lang: &str, said: &str| {
        let output = run(&["grid", "run", &job, "--out", &out, "--lang", lang], 2);
        let sentence = text(&output.stderr);
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
        assert!(sentence.contains(said), "{sentence}");
    };
    refused("en", "job.toml: ");
    fs::write(&job, JOB.replace("games = 12", "games = 0")).unwrap();
    refused("en", "games: expected a number from 1 on");
    refused("fr", "games\u{a0}; attendu\u{a0}: un nombre à partir de 1");
    fs::write(&job, JOB.replace("\"random\", ", "\"gtp(cmd=x)\", ")).unwrap();
    refused("en", "starts a program");
    refused("fr", "lance un programme");
    fs::write(&job, JOB).unwrap();
    run(&["grid", "run", &job, "--out", &out], 0);
    fs::write(&job, JOB.replace("games = 12", "games = 14")).unwrap();
    refused("en", "this is another job");
    refused("fr", "c'est un autre travail");
    let shard = run(&["grid", "run", &job, "--shard", "3/3", "--out", &out], 2);
    assert!(text(&shard.stderr).contains("such as 0/3"), "{}", text(&shard.stderr));
    let nothing = run(&["grid", "merge", &path(&folder, "none"), "--out", &out], 2);
    assert!(text(&nothing.stderr).contains("job.json"), "{}", text(&nothing.stderr));
}

//! `othellier grid run` and `grid merge`, as the real binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use othellier_wire::GridTotal;
use tempfile::TempDir;

use crate::common::{check_type, execute, objects, run, text};

const JOB: &str = "format = 1\nname = \"small\"\n[match]\na = \"random\"\nb = \"random\"\n\
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
    refused("en", "line 6: invalid value: integer `0`");
    fs::write(&job, JOB.replace("unit = 2", "unit = 3")).unwrap();
    refused("en", "unit: expected an even number");
    refused("fr", "unit\u{a0}; attendu\u{a0}: un nombre pair");
    fs::write(&job, JOB.replace("b = \"random\"", "b = \"gtp(cmd=x)\"")).unwrap();
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

/// `othellier match` with a folder does the same units as a job file, and so do its shards.
#[test]
fn a_match_in_a_folder_is_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let [job, file, whole, merged] =
        ["job.toml", "file", "whole", "merged"].map(|name| path(&folder, name));
    fs::write(&job, JOB.replace("unit = 2", "unit = 20\nseed = 1")).unwrap();
    run(&["grid", "run", &job, "--out", &file], 0);
    let begun = ["match", "random", "random", "--games", "12", "--seed", "1"];
    let in_folder =
        |out: &str, rest: &[&str]| execute(&[&begun[..], &["--out", out, "--json"], rest].concat());
    let total = objects(&in_folder(&whole, &[])).pop().unwrap();
    assert_eq!((&total["units"], &total["older"]), (&1.into(), &0.into()), "{total}");
    for name in ["games.csv", "games.jsonl", "games.txt", "total.json"] {
        assert_eq!(results(&whole)[name], results(&file)[name], "{name}");
    }
    let again = objects(&in_folder(&whole, &[])).pop().unwrap();
    assert_eq!(again["older"], 1, "it resumes: {again}");
    let parts = ["0/2", "1/2"].map(|shard| {
        let part = path(&folder, &format!("part{}", &shard[..1]));
        in_folder(&part, &["--shard", shard]);
        part
    });
    run(&["grid", "merge", &parts[0], &parts[1], "--out", &merged], 0);
    assert_eq!(results(&merged)["games.csv"], results(&file)["games.csv"]);

    let refused = |words: &[&str], said: &str| {
        let sentence = run(&[&begun[..], words].concat(), 2).stderr;
        assert!(text(&sentence).contains(said), "{}", text(&sentence));
    };
    refused(&["--shard", "0/2"], "expected --out DIR");
    refused(&["--on", "nats://127.0.0.1:1"], "expected --out DIR");
    refused(&["--out", &whole, "--csv", "games.csv"], "--csv");
    let other = ["match", "random", "random", "--games", "14", "--seed", "1", "--out", &whole];
    assert!(text(&run(&other, 2).stderr).contains("another job"));
}

/// Other long commands as jobs: their files are read where they are, and what is no unit is refused.
#[test]
fn long_commands_are_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| path(&folder, name);
    let positions = of("six.obf");
    run(
        &[
            "generate",
            "endgames",
            "--empties",
            "6",
            "--count",
            "4",
            "--seed",
            "1",
            "--out",
            &positions,
        ],
        0,
    );
    let check = |words: &[&str], out: &str, files: &[&str]| {
        let total = objects(&execute(&[words, &["--json"]].concat())).pop().unwrap();
        assert_eq!(total["done"], total["units"], "{total}");
        for name in files {
            assert!(results(out).contains_key(*name), "{words:?} {name}");
        }
    };
    let out = of("solved");
    check(&["solve", &positions, "--hash", "1MiB", "--out", &out], &out, &["positions.csv"]);
    let out = of("judged");
    check(&["accuracy", &positions, "--player", "random", "--out", &out], &out, &["positions.csv"]);
    let out = of("table");
    check(&["tournament", "a=random", "b=random", "--out", &out], &out, &["standings.csv"]);
    let out = of("cup");
    let cup = ["tournament", "a=random", "b=random", "--format", "knock-out", "--out", &out];
    check(&cup, &out, &["standings.csv"]);
    let out = of("endgames");
    let generated = ["generate", "endgames", "--empties", "6", "--count", "4", "--seed", "1"];
    check(&[&generated[..], &["--shard", "0/1", "--out", &out]].concat(), &out, &[]);
    let out = of("census");
    let census = ["mobility-census", "--games", "30", "--unit", "7", "--out", &out];
    check(&census, &out, &["games.jsonl", "plies.csv", "total.json"]);
    let output = run(&census, 0);
    let again = text(&output.stdout);
    let total = String::from_utf8(results(&out)["total.json"].clone()).unwrap();
    let total: serde_json::Value = serde_json::from_str(&total).unwrap();
    let summary = objects(&execute(&[&census[..], &["--json"]].concat())).pop().unwrap();
    assert_eq!((&summary["summary"], &total["games"]), (&total, &30.into()), "{summary}");
    assert!(again.starts_with("  games  30\n  mean "), "{again}");
    let unkept = objects(&execute(&["mobility-census", "--games", "30", "--json"])).pop().unwrap();
    assert_eq!((&unkept["summary"], &unkept["folder"]), (&total, &serde_json::Value::Null));
    let described =
        ["grid", "run", "mobility-census", "games=30", "unit=7", "--out", &out, "--json"];
    assert_eq!(objects(&execute(&described)).pop().unwrap()["older"], 5, "the same job");

    let refused = |words: &[&str], said: &str| {
        let sentence = run(words, 2).stderr;
        assert!(text(&sentence).contains(said), "{}", text(&sentence));
    };
    refused(&["solve", "--out", &out], "expected FILE.obf");
    refused(&["grid", "run", "census", "games=3", "--out", &out], "no kind of job `census`");
    refused(&["grid", "run", "mobility-census", "games", "--out", &out], "KEY=VALUE");
    refused(&["grid", "run", "mobility-census", "games=many", "--out", &out], "invalid type");
    refused(&["grid", "run", "mobility-census", "game=3", "--out", &out], "unknown field");
}

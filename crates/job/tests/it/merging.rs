//! Shards that are merged have the same bytes as one run.

use std::ops::ControlFlow;
use std::path::Path;

use othellier_board::{Eight, Position};
use othellier_book::learn::PositionCounts;
use othellier_book::{Analyst, Book};
use othellier_eval::patterns::Weights;
use othellier_job::audit::{AuditOptions, audit};
use othellier_job::{
    Checker, Digest, EarlyEnd, Inputs, Job, Manifest, ResultFault, RowFault, Stages, Summary,
    UnitFolder, UnitResult, merged, output,
};
use othellier_measure::evolve::EvolveSettings;
use othellier_measure::experiment::{GenerationRow, PredictionRow, Row};
use othellier_measure::spsa::Spsa;
use othellier_measure::stats::Sprt;
use othellier_platform::parallel::StopSignal;
use othellier_record::transcript;
use othellier_spec::Access;
use othellier_train::{NamedEvaluator, example, label, selfplay};
use tempfile::TempDir;

use crate::common::{
    ACCURACY, BOOK, CENSUS, ENDGAMES, EVOLVE, EXPERIMENT, LABEL, MATCH, SELFPLAY, SOLVE, SWISS,
    TOURNAMENT, TUNE, job_file, results, run_local, run_shard, threads, unit_folder,
};

/// The digests of all rows of the jobs of these tests. A change of the code that runs jobs changes none of
/// them; a change of the engine may.
const PINNED: [(&str, &str); 12] = [
    ("solve", "3063cf632a8d1431d734638952cc13884d49a6636badc732abcb1afca63ccfc3"),
    ("match", "d94f6b64ded3ccead6445e9a8c2af45df10f350d6b7f5366cbc3dc1a28e766b8"),
    ("selfplay", "a9e04d192e98a99ae8cdc5f787d6cbceaba0b8a1e64ef00e08fae6562e7a7d29"),
    ("experiment", "288d3ce75f066dd096eba0fea64da573374c232efd9323ee21874c2010918cb7"),
    ("tournament", "27c4b66f991ee8f8d3ad0e5b2a7a240c210e495f1833f10e097b08a2d8eb77f3"),
    ("accuracy", "ffbd47c9dbf6aa16c093eed9cfa48d71fd30fb6b90f9346e449d6ca625b6dfc5"),
    ("endgames", "bd9b392733569531e2269ab1e41c54d2cd419a61eb6fd2423f0f90c7486b2fd0"),
    ("label", "f63fabf36d5913a8354ac3ff9e460ec779535b6a6d77c3c8d51ac6af2a1a92a6"),
    ("book", "0192a392e293be1fa0896c7bcb5eec36b69eeedbb98a6811ea9d773bf41881fa"),
    ("tune", "8ae1651378a8f345a53c4dfbc72e7f652a7089d937aed2bf8d44a29542ee7717"),
    ("evolve", "257552d0d2e2b6c1d9f60e20dabd483d64b6f0303761a5bd46c7c344a909d25f"),
    ("mobility-census", "cdad61c934451e49049fc8b2256d4a9ade480e10a98cc1726b858ba6b3f7691e"),
];

/// The rows of a folder are the pinned ones.
#[track_caller]
fn check_pinned(folder: &Path) {
    let folder = UnitFolder::open(folder).unwrap();
    let rows = folder.done().unwrap().into_iter().map(|number| folder.result(number).unwrap().rows);
    let rows: Vec<Vec<u8>> = rows.collect();
    let parts: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    let job = serde_json::to_value(&folder.manifest().job).unwrap();
    let kind = job["kind"].as_str().unwrap();
    let pinned = PINNED.iter().find(|(name, _)| *name == kind);
    assert_eq!(Some(&(kind, Digest::of_all(&parts).to_string().as_str())), pinned);
}

/// Three shards, one of them in the folder of another, equal a run of everything.
#[track_caller]
fn check_shards(text: &str, expected: &[&str]) {
    check_shards_in(&tempfile::tempdir().unwrap(), text, expected);
}

/// The same in a folder with the files that the job names.
#[track_caller]
fn check_shards_in(home: &TempDir, text: &str, expected: &[&str]) {
    let job = job_file(home.path(), text);
    let local = home.path().join("local");
    run_local(&job, &local);
    check_pinned(&local);
    let parts = ["0/3", "1/3", "2/3"].map(|shard| {
        let name = if shard == "2/3" { "shard0" } else { &format!("shard{}", &shard[..1]) };
        let folder = unit_folder(&job, &home.path().join(name));
        assert!(run_shard(&folder, shard).unwrap().is_complete());
        name.to_owned()
    });
    assert_eq!(parts[0], parts[2]);
    let folders =
        ["shard0", "shard1"].map(|name| UnitFolder::open(&home.path().join(name)).unwrap());
    check_merged(home, folders.into(), expected);
}

/// Three shards of a job in stages, which share a folder, equal a run of everything.
#[track_caller]
fn check_stages(home: &TempDir, text: &str, expected: &[&str]) {
    let job = job_file(home.path(), text);
    run_local(&job, &home.path().join("local"));
    let folder = unit_folder(&job, &home.path().join("shared"));
    std::thread::scope(|scope| {
        for shard in ["0/3", "1/3", "2/3"] {
            let folder = &folder;
            scope.spawn(move || assert!(run_shard(folder, shard).unwrap().is_complete()));
        }
    });
    assert!(folder.has_stage(2));
    check_merged(home, vec![folder], expected);
}

/// The units of these folders equal those of the local run.
#[track_caller]
fn check_merged(home: &TempDir, folders: Vec<UnitFolder>, expected: &[&str]) {
    let local = home.path().join("local");
    let stages = Stages::open(folders).unwrap();
    let units = stages.units().unwrap();
    let out = home.path().join("merged");
    let summary = output::write(&units, &out).unwrap();
    let (merged, local) = (results(&out), results(&local));
    let names: Vec<String> = local.keys().map(|name| name.display().to_string()).collect();
    let total: Summary = serde_json::from_slice(&local[Path::new("total.json")]).unwrap();
    assert!(summary == total && !total.is_empty(), "{total:?}");
    for name in expected {
        assert!(names.contains(&(*name).to_owned()), "{name} is not in {names:?}");
    }
    assert_eq!(merged.keys().collect::<Vec<_>>(), local.keys().collect::<Vec<_>>());
    for (name, bytes) in &local {
        assert!(merged[name] == *bytes, "{}", name.display());
        assert!(!bytes.is_empty(), "{}", name.display());
    }
    assert!(out.join("provenance.parquet").is_file());
    let provenance = std::fs::read_to_string(out.join("provenance.csv")).unwrap();
    assert_eq!(provenance.lines().count(), units.len() + 1);

    let options = AuditOptions { percent: 50.0, seed: 7, threads: threads(2) };
    let audited = audit(&units, options, &StopSignal::default()).unwrap().unwrap();
    assert!(audited.repeated > 0 && audited.different.is_empty(), "{audited:?}");
    check_forged(&units);
}

/// Rows with a changed byte are refused, or are at least no reason to panic; those of another unit, and a
/// result of another engine, are refused.
#[track_caller]
fn check_forged(units: &[(u64, &UnitFolder)]) {
    let [(number, folder), (other, others), ..] = units else { panic!("one unit") };
    let checker = Checker::new(folder.manifest()).unwrap();
    let honest = folder.result(*number).unwrap();
    assert_eq!(checker.check(*number, &honest), Ok(()));
    let rows = others.result(*other).unwrap().rows;
    // Shards of examples do not name their games: only an audit tells one from another.
    let has_names = !matches!(folder.manifest().job, Job::Selfplay(_) | Job::Label(_));
    assert_eq!(checker.check(*number, &UnitResult { rows, ..honest.clone() }).is_err(), has_names);
    assert!(checker.check(*other, &honest).is_err());
    let mut foreign = honest.clone();
    foreign.provenance.signature += 1;
    assert!(checker.check(*number, &foreign).is_err());
    let rows = honest.rows.repeat(2);
    assert!(checker.check(*number, &UnitResult { rows, ..honest.clone() }).is_err());
    for at in (0..honest.rows.len()).step_by(honest.rows.len().div_ceil(50)) {
        let mut rows = honest.rows.clone();
        rows[at] ^= 1 << (at % 7);
        let _ = checker.check(*number, &UnitResult { rows, ..honest.clone() });
    }
}

#[test]
fn solved_positions() {
    check_shards(SOLVE, &["positions.csv", "positions.jsonl", "total.json", "job.json"]);
}

#[test]
fn games_of_a_match() {
    check_shards(MATCH, &["games.csv", "games.jsonl", "games.txt", "total.json"]);
}

/// The rows of a match know no size: a small board is cut into units as any other.
#[test]
fn games_of_a_match_on_a_small_board() {
    let home = tempfile::tempdir().unwrap();
    let job = job_file(home.path(), &MATCH.replace("seed = 7", "seed = 7\nsize = 6"));
    run_local(&job, &home.path().join("local"));
    let folder = unit_folder(&job, &home.path().join("shard"));
    assert!(run_shard(&folder, "0/1").unwrap().is_complete());
    check_merged(&home, vec![folder], &["games.csv", "games.jsonl", "games.txt", "total.json"]);
    let games = std::fs::read_to_string(home.path().join("local/results/games.txt")).unwrap();
    assert_eq!(games.lines().count(), 14);
    for line in games.lines() {
        let (black, white) = line.rsplit_once(' ').unwrap().1.split_once('-').unwrap();
        assert_eq!(black.parse::<u8>().unwrap() + white.parse::<u8>().unwrap(), 36, "{line}");
    }
}

/// The shards are those of `othellier train selfplay`; the weights travel with the job.
#[test]
fn shards_of_selfplay() {
    let home = tempfile::tempdir().unwrap();
    let weights = home.path().join("zero.bin");
    std::fs::write(&weights, Weights::zero("zero").to_bytes()).unwrap();
    check_shards_in(&home, SELFPLAY, &["games-00000.examples", "games-00004.examples"]);

    let evaluator = NamedEvaluator::load(Some(&weights)).unwrap();
    let settings = selfplay::Settings {
        shards: 5,
        games: 2,
        depth: 1,
        solve_from: 8,
        random_min: 20,
        random_max: 30,
        best_line: 1,
        ..selfplay::Settings::default()
    };
    let (usual, stop) = (home.path().join("usual"), StopSignal::default());
    evaluator.play(&settings, &usual, &stop, &|_| ()).unwrap();
    for shard in example::shards(&usual).unwrap() {
        let name = shard.file_name().unwrap();
        let ours = home.path().join("local/results").join(name);
        assert!(std::fs::read(&shard).unwrap() == std::fs::read(&ours).unwrap(), "{name:?}");
    }
}

/// The labels are those of `othellier train label`.
#[test]
fn shards_of_labels() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    let play = selfplay::Settings {
        shards: 2,
        games: 2,
        depth: 1,
        solve_from: 8,
        random_min: 20,
        random_max: 30,
        ..selfplay::Settings::default()
    };
    let stop = StopSignal::default();
    NamedEvaluator::Rule.play(&play, &games, &stop, &|_| ()).unwrap();
    check_shards_in(&home, LABEL, &["games-00000.examples", "games-00001.examples"]);

    let settings = label::Settings { depth: 1, solve_from: 8, ..label::Settings::default() };
    let (shards, usual) = (example::shards(&games).unwrap(), home.path().join("usual"));
    NamedEvaluator::Rule.label(&shards, &settings, &usual, &stop, &|_| ()).unwrap();
    let ours = home.path().join("local/results/games-00001.examples");
    let usual = usual.join("games-00001.examples");
    assert!(std::fs::read(&usual).unwrap() == std::fs::read(&ours).unwrap());
}

#[test]
fn games_and_searches_of_an_experiment() {
    check_shards(
        EXPERIMENT,
        &["tiny/journal.jsonl", "tiny/tables/games.csv", "tiny/settings.json"],
    );
}

/// The predictions of a game are made again, its winner follows from its moves, and a fitness is one that
/// games can have.
#[test]
fn predictions_and_generations_are_checked() {
    let home = tempfile::tempdir().unwrap();
    let (job, local) = (job_file(home.path(), EXPERIMENT), home.path().join("local"));
    run_local(&job, &local);
    let folder = UnitFolder::open(&local).unwrap();
    let checker = Checker::new(folder.manifest()).unwrap();
    // The unit of the first row of a kind, with that row changed.
    let changed = |change: &dyn Fn(&mut Row) -> bool| {
        for number in folder.done().unwrap() {
            let unit = folder.result(number).unwrap();
            let lines = String::from_utf8(unit.rows.clone()).unwrap();
            let read = lines.lines().map(|line| serde_json::from_str(line).unwrap());
            let mut rows: Vec<Row> = read.collect();
            if change(&mut rows[0]) {
                let written = rows.iter().map(|row| serde_json::to_string(row).unwrap() + "\n");
                let rows = written.collect::<String>().into_bytes();
                return checker.check(number, &UnitResult { rows, ..unit });
            }
        }
        panic!("no such row")
    };
    let wrong = Err(ResultFault::Rows(RowFault::Row { row: 1 }));

    let prediction = |change: &dyn Fn(&mut PredictionRow)| {
        changed(&|row| match row {
            Row::Prediction(row) => {
                change(row);
                true
            }
            _ => false,
        })
    };
    assert_eq!(prediction(&|_| ()), Ok(()));
    let winners = (-1..=1).filter(|result| prediction(&|row| row.result = *result).is_ok());
    assert_eq!(winners.count(), 1, "of a finished game");
    assert_eq!(prediction(&|row| row.result = 2), wrong);
    assert_eq!(prediction(&|row| row.guesses[0][1] ^= 1), wrong);
    assert_eq!(prediction(&|row| drop(row.guesses.pop())), wrong);
    assert_eq!(prediction(&|row| row.first_ply += 1), wrong);
    // A game that broke off, or that the side to move resigned.
    let broken_off = |result: i8| {
        prediction(&|row| {
            row.moves.truncate(row.moves.len() - 2);
            row.guesses.pop();
            row.result = result;
        })
    };
    assert_eq!(broken_off(0), Ok(()));
    assert_eq!([-1, 1].map(broken_off).iter().filter(|checked| checked.is_ok()).count(), 1);

    let generation = |change: &dyn Fn(&mut GenerationRow)| {
        changed(&|row| match row {
            Row::Generation(row) => {
                change(row);
                true
            }
            _ => false,
        })
    };
    assert_eq!(generation(&|row| row.fitness[0] = -64.0), Ok(()));
    assert_eq!(generation(&|row| row.fitness[1] = 64.5), wrong);
    assert!(generation(&|row| _ = row.fitness.pop()).is_err());
}

#[test]
fn games_of_a_tournament() {
    check_shards(TOURNAMENT, &["games.csv", "standings.csv", "total.json"]);
}

/// Each round is a stage. The games are those that a tournament in memory plays, and the pinned ones: times
/// and units change nothing.
#[test]
fn rounds_of_a_swiss_and_of_a_knock_out() {
    for (format, games, digest) in [
        ("swiss", 20, "b44bea639a0c0215c7231e0be0f946d1a1ba9231f74f88c12ca36598bc22f85d"),
        ("knock-out", 8, "e10229ad677a7d0027a537e1b658e334b70ef7a6746dcf1f0a487115f4275ba2"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let text = SWISS.replace("swiss", format);
        check_stages(&home, &text, &["games.jsonl", "games.csv", "standings.csv", "total.json"]);
        let results = home.path().join("local/results");
        let rows = std::fs::read(results.join("games.jsonl")).unwrap();
        assert_eq!(rows.iter().filter(|byte| **byte == b'\n').count(), games, "{format}");
        assert_eq!(Digest::of(&rows).to_string(), digest, "{format}");

        let (manifest, _) = Manifest::read_job(&home.path().join("job.toml")).unwrap();
        let Job::Tournament(settings) = manifest.job else { panic!("a tournament") };
        let tournament = settings.prepare::<Eight>(Access::Sealed, threads(2)).unwrap();
        let mut usual =
            tournament.run(&StopSignal::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        let total = std::fs::read_to_string(results.join("total.json")).unwrap();
        let total: serde_json::Value = serde_json::from_str(&total).unwrap();
        assert_eq!(total["games"], usual.games());
        assert_eq!(total["interrupted"], false);
        assert_eq!(total["rounds"], usual.rounds.len());
        let standings = tournament.standings(&usual);
        let names = total["standings"].as_array().unwrap().iter().map(|row| &row["name"]);
        assert!(names.eq(standings.iter().map(|one| &tournament.participants[one.player].name)));

        // Rounds that were not played so are refused.
        let mut next = settings.after(&usual);
        tournament.draw(&mut usual);
        assert!(usual.is_over);
        next.played[0][0].pop();
        let refused = Manifest::new("x".to_owned(), Job::Tournament(next), &Inputs::default());
        assert!(refused.unwrap_err().to_string().contains("not those of this tournament"));
    }
}

#[test]
fn positions_that_a_player_judges() {
    check_shards(ACCURACY, &["positions.csv", "positions.jsonl", "total.json"]);
}

#[test]
fn legal_moves_of_random_games() {
    check_shards(CENSUS, &["games.jsonl", "plies.csv", "total.json"]);
}

#[test]
fn endgames_with_scores() {
    check_shards(ENDGAMES, &["endgames.obf"]);
}

/// Every position has the best reply outside the book, and the values follow from them.
#[test]
fn a_book_of_the_positions_of_games() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("games.txt"), "f5d6c3d3c4f4\nf5f6e6f4\n").unwrap();
    check_shards_in(&home, BOOK, &["positions.book"]);
    let book = Book::open(&home.path().join("local/results/positions.book")).unwrap();
    assert_eq!(book.len(), 10);
    assert!(book.missing_deviations().is_empty() && book.check().faults.is_empty());
    // The same as one machine makes it.
    let mut usual = PositionCounts::default();
    for text in ["f5d6c3d3c4f4", "f5f6e6f4"] {
        usual.add(&transcript::read(Position::default(), text).unwrap(), 6);
    }
    let (mut learned, stop) = (Book::new(), StopSignal::default());
    let analyst = Analyst::new(1, threads(1), 1 << 20);
    learned.learn(&usual, 1, &analyst, &stop, &mut |_| ControlFlow::Continue(()));
    assert_eq!(learned.boards().collect::<Vec<_>>(), book.boards().collect::<Vec<_>>());
}

/// The batches of a tuning run, and how they are cut into units, change nothing.
#[test]
fn batches_of_a_tuning_run() {
    let home = tempfile::tempdir().unwrap();
    check_stages(&home, TUNE, &["tune.jsonl", "values.csv", "job.json"]);
    check_pinned(&home.path().join("local"));
    let lines = |folder: &str| {
        std::fs::read_to_string(home.path().join(folder).join("results/tune.jsonl")).unwrap()
    };
    let job = job_file(home.path(), &format!("{TUNE}unit = 1\n"));
    run_local(&job, &home.path().join("games"));
    assert_eq!(lines("games"), lines("local"));

    let (manifest, _) = Manifest::read_job(&job).unwrap();
    assert_eq!(manifest.units, 8);
    let Job::Tune(settings) = manifest.job else { panic!("a tuning run") };
    let mut spsa = Spsa::new(settings).unwrap().unwrap();
    let mut usual = String::new();
    while !spsa.is_finished() {
        let games = spsa.games(spsa.iteration(), Access::Sealed, threads(2)).unwrap();
        let totals = games.run(&StopSignal::default(), &mut |_, _| ControlFlow::Continue(()));
        let line = spsa.count(totals.unwrap().score);
        usual += &format!("{}\n", serde_json::to_string(&line).unwrap());
    }
    assert_eq!(usual, lines("local"));
    assert_ne!(spsa.values(), [10.0, 1.0]);
}

/// How a generation is cut into units changes nothing, and a fitness that is reached ends the evolution.
#[test]
fn generations_of_an_evolution() {
    let home = tempfile::tempdir().unwrap();
    check_stages(&home, EVOLVE, &["best.txt", "generations.csv", "generations.jsonl"]);
    check_pinned(&home.path().join("local"));
    let file = |folder: &str, name: &str| {
        std::fs::read_to_string(home.path().join(folder).join("results").join(name)).unwrap()
    };
    for (name, digest) in [
        ("generations.csv", "81c1d0d08968a9495fe7e9c22beeecd3c556441622af9d5f3aa4a3b1f412ae55"),
        ("best.txt", "c9126e136531ac5770d29698405b3f763bc563ac2b8cb0ac15b20fd270fd7695"),
    ] {
        assert_eq!(Digest::of(file("local", name).as_bytes()).to_string(), digest, "{name}");
    }
    let job = job_file(home.path(), &format!("{EVOLVE}unit = 5\nuntil = 3.0\n"));
    run_local(&job, &home.path().join("until"));
    let (all, until) = (file("local", "generations.csv"), file("until", "generations.csv"));
    let expected: Vec<&str> = all.lines().take(3).collect();
    let expected = expected.join("\n");
    assert_eq!(until.trim_end().strip_suffix(",true"), expected.strip_suffix(",false"));

    // The discs of generations that cannot be.
    let (manifest, _) = Manifest::read_job(&job).unwrap();
    let Job::Evolve(settings) = manifest.job else { panic!("an evolution") };
    for discs in [vec![vec![0; 5]], vec![vec![385, 0, 0, 0, 0, 0]], vec![vec![0; 6]; 6]] {
        let job = Job::Evolve(EvolveSettings { discs, ..settings.clone() });
        let refused = Manifest::new("x".to_owned(), job, &Inputs::default()).unwrap_err();
        assert_eq!(refused.to_string(), "the generations before do not fit the settings");
    }
}

/// The order in which units end does not matter, and nothing after the deciding pair counts.
#[test]
fn a_sequential_test_is_decided_on_pairs_in_order() {
    let home = tempfile::tempdir().unwrap();
    let text = MATCH.replace("games = 14", "games = 60\nsprt = [0.0, 200.0]");
    let job = job_file(home.path(), &text);
    let local = home.path().join("local");
    run_local(&job, &local);
    let total = std::fs::read_to_string(local.join("results/total.json")).unwrap();
    let total: serde_json::Value = serde_json::from_str(&total).unwrap();
    assert_eq!(total["sprt"]["verdict"], "h1", "{total}");
    let games = total["games"].as_u64().unwrap() as usize;
    assert!(games < 60 && games.is_multiple_of(2), "{games}");

    let folder = UnitFolder::open(&local).unwrap();
    let numbers = folder.done().unwrap();
    let rows = |number: &u64| folder.result(*number).unwrap().rows;
    for order in [numbers.clone(), numbers.iter().rev().copied().collect()] {
        let mut early_end = EarlyEnd::new(Sprt::new(0.0, 200.0).unwrap(), 4, 60);
        order.iter().for_each(|number| early_end.add(*number, &rows(number)).unwrap());
        assert!(early_end.add(99, b"{}\n").is_err(), "rows that cannot be read are an error");
        assert_eq!((early_end.is_decided(), early_end.games()), (true, games));
    }
    // A run of more units than needed ends with the same results.
    let more = home.path().join("more");
    let folder = unit_folder(&job, &more);
    let (manifest, _) = Manifest::read_job(&job).unwrap();
    assert_eq!(manifest.units, 15);
    assert!(run_shard(&folder, "0/2").unwrap().is_complete());
    assert!(run_shard(&folder, "1/2").unwrap().is_complete());
    output::write(&merged(&[folder]).unwrap(), &more).unwrap();
    assert_eq!(results(&more), results(&local));
}

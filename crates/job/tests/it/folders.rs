//! Folders that are wrong, interrupted runs, and the bytes of results.

use std::path::Path;
use std::time::Duration;

use othellier_job::{
    Engine, FolderProblem, Job, Manifest, Mismatch, OutputError, ResultError, UnitFolder,
    UnitResult, merged, output, run,
};
use othellier_platform::parallel::StopSignal;
use othellier_wire::{GameEnding, MatchGame, Side};
use proptest::prelude::*;

use crate::common::{
    MATCH, SOLVE, files, job_file, results, run_local, run_shard, threads, unit_folder,
};

fn open(path: &Path) -> UnitFolder {
    UnitFolder::open(path).unwrap()
}

#[test]
fn gaps_doubles_and_other_jobs_are_named() {
    let home = tempfile::tempdir().unwrap();
    let [one, two, other] = ["one", "two", "other"].map(|name| home.path().join(name));
    let job = job_file(home.path(), SOLVE);
    run_shard(&unit_folder(&job, &one), "0/2").unwrap();
    let said = |folders: &[&Path]| {
        let folders: Vec<UnitFolder> = folders.iter().map(|path| open(path)).collect();
        merged(&folders).unwrap_err().to_string()
    };
    assert!(said(&[&one]).ends_with("one: units that are missing: 1, 3"), "{}", said(&[&one]));
    run_shard(&unit_folder(&job, &two), "0/1").unwrap();
    let doubles = said(&[&one, &two]);
    assert!(doubles.ends_with("units that are in two folders: 0, 2"), "{doubles}");
    let job = job_file(home.path(), MATCH);
    run_shard(&unit_folder(&job, &other), "0/1").unwrap();
    let foreign = said(&[&one, &other]);
    assert!(foreign.ends_with("job.json: this is another job"), "{foreign}");
    // A folder is not overwritten by another job.
    let (manifest, inputs) = Manifest::read_job(&job).unwrap();
    let refused = UnitFolder::create(&one, manifest, &inputs).unwrap_err();
    assert!(matches!(refused.problem, FolderProblem::OtherJob));
}

#[test]
fn broken_results_are_refused_with_their_name() {
    let home = tempfile::tempdir().unwrap();
    let folder = unit_folder(&job_file(home.path(), SOLVE), &home.path().join("run"));
    run_shard(&folder, "0/1").unwrap();
    let file = folder.path().join("units/00000001.unit");
    let good = std::fs::read(&file).unwrap();
    let said = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        folder.result(1).unwrap_err().to_string()
    };
    assert!(
        said(&good[..good.len() - 1])
            .ends_with("00000001.unit: damaged: the digest of its content is another one")
    );
    assert!(said(b"").ends_with("00000001.unit: not the result of a unit"));
    let other = std::fs::read(folder.path().join("units/00000002.unit")).unwrap();
    assert!(said(&other).ends_with("00000001.unit: the result of another unit"));
    std::fs::write(folder.path().join("units/00000009.unit"), &good).unwrap();
    assert!(
        merged(&[folder])
            .unwrap_err()
            .to_string()
            .ends_with("00000009.unit: the result of another unit")
    );
}

/// As after a kill: some units are there, and a torn temporary file.
#[test]
fn an_interrupted_run_resumes_and_ends_with_the_same_results() {
    let home = tempfile::tempdir().unwrap();
    let job = job_file(home.path(), MATCH);
    let [whole, cut] = ["whole", "cut"].map(|name| home.path().join(name));
    run_local(&job, &whole);
    let folder = unit_folder(&job, &cut);
    let stop = StopSignal::default();
    let halfway = run(&folder, "0/1".parse().unwrap(), threads(1), &stop, &mut |done| {
        if done.done == 2 {
            stop.stop();
        }
    });
    assert_eq!(halfway.unwrap().done, 2);
    std::fs::write(cut.join("units/.tmp123"), "torn").unwrap();
    let before = files(&cut.join("units"));
    assert!(merged(&[open(&cut)]).unwrap_err().to_string().contains("missing: 2-3"));
    let done = run_shard(&folder, "0/1").unwrap();
    assert_eq!((done.units, done.done, done.older), (4, 4, 2));
    for (path, bytes) in before {
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{}", path.display());
    }
    run_local(&job, &cut);
    assert_eq!(results(&cut), results(&whole));
}

#[test]
fn manifests_are_stable_and_checked() {
    let home = tempfile::tempdir().unwrap();
    let job = job_file(home.path(), MATCH);
    let (manifest, _) = Manifest::read_job(&job).unwrap();
    let bytes = manifest.to_bytes();
    assert_eq!(Manifest::from_bytes(&bytes).unwrap(), manifest);
    let text = String::from_utf8(bytes).unwrap();
    for (from, to, said) in [
        ("\"format\":2", "\"format\":9", "format 9"),
        ("\"units\":4", "\"units\":5", "contradicts itself"),
        ("\"random\"", "\"gtp(cmd=x)\"", "starts a program"),
        ("\"random\"", "\"champion(weights=/etc/passwd)\"", "not an input"),
        ("\"games\":14", "\"gmaes\":14", "unknown field"),
        ("{", "[", "not the manifest of a job"),
    ] {
        let error = Manifest::from_bytes(text.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    // Names do not change units; settings, numbers and engines do.
    let unit = manifest.unit(3);
    let mut renamed = manifest.clone();
    renamed.name = "other".to_owned();
    assert_eq!(renamed.unit(3), unit);
    assert_ne!(renamed.id(), manifest.id());
    let mut seeded = manifest.clone();
    let Job::Match(settings) = &mut seeded.job else { panic!("a match") };
    settings.seed = Some(8);
    let mut newer = manifest.clone();
    newer.engine.signature += 1;
    for other in [seeded.unit(3), newer.unit(3), manifest.unit(2)] {
        assert_ne!(other.id, unit.id);
    }
    assert_eq!(manifest.check(&Engine::ours()), Ok(()));
    assert!(matches!(newer.check(&Engine::ours()), Err(Mismatch::Signature { .. })));
}

#[test]
fn wrong_job_files_are_refused_in_one_sentence() {
    let home = tempfile::tempdir().unwrap();
    for (text, said) in [
        ("", "missing field `format`"),
        ("format = 1", "0 kinds of job; expected one of solve, match, selfplay"),
        ("format = 2\n[match]\na=\"random\"\nb=\"random\"\ngames=2", "format 2 is not known"),
        (&MATCH.replace("games = 14", "games = 0"), "line 7: invalid value: integer `0`"),
        (&MATCH.replace("unit = 4", "unit = 3"), "unit: expected an even number"),
        (&MATCH.replace("unit = 4", "unti = 3"), "line 8: unknown field `unti`"),
        (&MATCH.replace("\"random\"", "\"randon\""), "randon"),
        (&MATCH.replace("seed = 7", "openings = \"none.txt\""), "none.txt: cannot be read"),
        (&MATCH.replace("seed = 7", "sprt = [5.0, 0.0]"), "sprt: expected two Elo differences"),
        (&SOLVE.replace("1MiB", "lots"), "hash: expected a size"),
        (&SOLVE.replace("OXXX", "QXXX"), "positions: line 2"),
    ] {
        let error = Manifest::read_job(&job_file(home.path(), text)).unwrap_err().to_string();
        assert!(error.contains("job.toml: ") && error.contains(said), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn the_manifest_states_the_time_limit_of_a_unit() {
    let home = tempfile::tempdir().unwrap();
    let limit = |text: &str| Manifest::read_job(&job_file(home.path(), text));
    let limited =
        |limit: &str| MATCH.replace("name =", &format!("unit_limit = \"{limit}\"\nname ="));
    let (usual, _) = limit(MATCH).unwrap();
    assert_eq!(usual.unit_limit(), Duration::from_secs(3600));
    let (short, _) = limit(&limited("90s")).unwrap();
    assert_eq!(short.unit_limit(), Duration::from_secs(90));
    // It is another job with the same units.
    assert_ne!(short.id(), usual.id());
    assert_eq!(short.unit(0), usual.unit(0));
    for wrong in ["0s", "soon"] {
        assert!(limit(&limited(wrong)).is_err(), "{wrong}");
    }
}

/// A game whose score is not that of its moves, an illegal move, a game that another opening begins, more
/// games: each is refused by its number, whoever made it.
#[test]
fn forged_games_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = unit_folder(&job_file(home.path(), MATCH), &home.path().join("run"));
    run_shard(&folder, "0/1").unwrap();
    let honest = folder.result(2).unwrap();
    let games: Vec<MatchGame> = std::str::from_utf8(&honest.rows)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let won = games.iter().position(|game| game.difference != 0).unwrap();
    let other = |side: Side| if side == Side::Black { Side::White } else { Side::Black };
    let reversed = |game: &MatchGame| {
        let (black, white) = game.result.split_once('-').unwrap();
        MatchGame {
            result: format!("{white}-{black}"),
            winner: game.winner.map(other),
            black_discs: game.white_discs,
            white_discs: game.black_discs,
            score: 1.0 - game.score,
            difference: -game.difference,
            ..game.clone()
        }
    };
    let forgeries: [fn(&mut Vec<MatchGame>, usize); 7] = [
        |games, won| games[won].difference = 64,
        |games, won| games[won].moves.truncate(20),
        |games, won| games[won].moves.push_str("a1"),
        |games, won| (games[won].ending, games[won].difference) = (GameEnding::Time, -64),
        |games, won| games[won].index += 1,
        |games, _| games.swap(0, 2),
        |games, _| games.extend(games.clone()),
    ];
    let mut forged: Vec<Vec<MatchGame>> = forgeries
        .iter()
        .map(|forge| {
            let mut games = games.clone();
            forge(&mut games, won);
            games
        })
        .collect();
    let mut swapped = games.clone();
    swapped[won] = reversed(&games[won]);
    forged.push(swapped);
    for games in forged {
        let line = |game| serde_json::to_string(game).unwrap() + "\n";
        let rows: String = games.iter().map(line).collect();
        folder.put(&UnitResult { rows: rows.into_bytes(), ..honest.clone() }).unwrap();
        let units = merged(std::slice::from_ref(&folder)).unwrap();
        let refused = output::write(&units, &home.path().join("out")).unwrap_err();
        assert!(matches!(refused, OutputError::Refused { number: 2, .. }), "{refused}");
    }
    folder.put(&honest).unwrap();
    let units = merged(std::slice::from_ref(&folder)).unwrap();
    output::write(&units, &home.path().join("out")).unwrap();
}

/// Games by the clock are marked.
#[test]
fn clocks_make_a_job_not_reproducible() {
    let home = tempfile::tempdir().unwrap();
    let timed = MATCH.replace("seed = 7", "time_per_move = \"1s\"");
    let (manifest, _) = Manifest::read_job(&job_file(home.path(), &timed)).unwrap();
    assert!(!manifest.reproducible);
    let (manifest, _) = Manifest::read_job(&job_file(home.path(), MATCH)).unwrap();
    assert!(manifest.reproducible);
}

fn a_result() -> Vec<u8> {
    let home = tempfile::tempdir().unwrap();
    let folder = unit_folder(&job_file(home.path(), SOLVE), &home.path().join("run"));
    run_shard(&folder, "0/4").unwrap();
    folder.result(0).unwrap().to_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any bytes are read or refused; a changed byte is always found.
    #[test]
    fn any_bytes_are_read_or_refused(noise in any::<Vec<u8>>(), at in any::<usize>(), change in 1u8..) {
        use std::sync::OnceLock;
        static GOOD: OnceLock<Vec<u8>> = OnceLock::new();
        let good = GOOD.get_or_init(a_result);
        assert_eq!(UnitResult::from_bytes(good).unwrap().to_bytes(), *good);
        assert_eq!(UnitResult::from_bytes(&noise).unwrap_err(), ResultError::Foreign);
        let mut changed = good.clone();
        let at = at % changed.len();
        changed[at] ^= change;
        prop_assert!(UnitResult::from_bytes(&changed).is_err());
        prop_assert!(UnitResult::from_bytes(&good[..at]).is_err());
    }
}

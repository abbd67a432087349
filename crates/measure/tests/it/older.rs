//! Files of older versions.

use std::fs;
use std::path::{Path, PathBuf};

use othellier_board::Eight;
use othellier_measure::experiment::{Findings, Folder};
use othellier_measure::suite::SuiteJournal;
use othellier_record::obf;
use othellier_record::problems::NumberedProblem;
use othellier_search::champion::Goal;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/0.2.0").join(name)
}

/// The folder of an experiment that version 0.2.0 ran, with the results that it showed.
#[test]
fn an_experiment_of_version_0_2_0_is_read() {
    let folder = Folder::read(&testdata("experiment")).unwrap();
    assert_eq!((folder.rows.len(), folder.open_units(), folder.runs.len()), (14, 0, 1));
    assert_eq!((folder.header.seed, folder.runs[0].kernel.as_str()), (5, "avx512"));
    let findings = Findings::of(&folder.plan, &folder.rows);
    let of_arm = |arm: usize| {
        let found = &findings.games("depths")[arm];
        let counts = [found.score.wins, found.score.draws, found.score.losses];
        (counts, found.discs.unwrap().mean, found.nodes.unwrap().mean)
    };
    assert_eq!(of_arm(0), ([3, 0, 1], 18.0, 11.46031746031746));
    assert_eq!(of_arm(1), ([4, 0, 0], 39.0, 28.834645669291337));
    let [runs] = findings.evolutions("bred") else { panic!("one law") };
    let generations: Vec<_> = runs[0].iter().map(|each| (each.best, each.mean)).collect();
    assert_eq!(generations, [(26.0, -3.75), (7.0, -6.75)]);
    assert_eq!(findings.searches("searches").len(), 2);
}

/// The journal of a suite that version 0.2.0 solved.
#[test]
fn solved_positions_of_version_0_2_0_are_not_solved_again() {
    let text = fs::read_to_string(testdata("endgames.obf")).unwrap();
    let problems = obf::read::<Eight>(text.as_bytes()).map(|read| read.unwrap().1);
    let problems: Vec<_> =
        (1..).zip(problems).map(|(id, problem)| NumberedProblem { id, problem }).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solve.jsonl");
    fs::copy(testdata("solve.jsonl"), &path).unwrap();
    let journal = SuiteJournal::open(&path, Goal::Exact, &problems).unwrap();
    let found: Vec<_> = problems.iter().map(|problem| journal.find(problem.id).unwrap()).collect();
    let scores: Vec<_> = found.iter().map(|entry| (entry.score, entry.nodes)).collect();
    assert_eq!(scores, [(-4, 2337), (2, 1486), (0, 1079)]);
    assert_eq!(found[0].pv, "f8 e8 c8 b8 h7 h8 g8 g7");
}

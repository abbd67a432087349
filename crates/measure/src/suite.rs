//! A suite of problems solved one after the other, with a journal from which an interrupted run
//! resumes.
//!
//! The journal has a header line, then one JSON object for each solved position, each on disk before
//! the next position starts. A journal of other positions or of another goal is refused.

use std::collections::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;

use othellier_board::Size;
use othellier_platform::parallel::StopSignal;
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_record::problems::NumberedProblem;
use othellier_search::champion::{ChampionEvaluator, Goal, Solved, Solver};
use serde::{Deserialize, Serialize};

/// The format version; raise it when the meaning of the lines changes.
const VERSION: u32 = 1;

/// The first bytes of every journal.
const PREFIX: &str = r#"{"type":"journal","#;

/// What the journal is, in messages.
pub const JOURNAL_KIND: &str = "journal of solved positions";

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    goal: String,
}

/// A solved position, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedEntry {
    /// The number of the problem.
    pub id: u64,
    pub board: String,
    /// The final score for the side to move.
    pub score: i32,
    pub pv: String,
    pub nodes: u64,
    pub seconds: f64,
}

impl SolvedEntry {
    /// The entry of a problem.
    pub fn new<S: Size>(numbered: &NumberedProblem<S>, solved: &Solved<S>) -> SolvedEntry {
        SolvedEntry {
            id: numbered.id,
            board: numbered.problem.position.to_string(),
            score: solved.score,
            pv: solved.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            nodes: solved.nodes,
            seconds: solved.elapsed.as_secs_f64(),
        }
    }
}

/// The journal of a suite, open for appending.
pub struct SuiteJournal {
    journal: Journal,
    entries: HashMap<u64, SolvedEntry>,
}

impl SuiteJournal {
    /// Opens the journal of these problems, or creates one.
    pub fn open<S: Size>(
        path: &Path,
        goal: Goal,
        problems: &[NumberedProblem<S>],
    ) -> Result<SuiteJournal, JournalError> {
        let kind = "journal".to_owned();
        let header = json(&Header { kind, version: VERSION, goal: goal_name(goal) });
        let format = JournalFormat { kind: JOURNAL_KIND, prefix: PREFIX, header: &header };
        let boards: HashMap<u64, String> =
            problems.iter().map(|p| (p.id, p.problem.position.to_string())).collect();
        let mut entries = HashMap::new();
        let journal = Journal::open(path, &format, &mut |line, text| {
            if line == 1 {
                return check_header(text, goal);
            }
            let entry: SolvedEntry =
                serde_json::from_str(text).map_err(|_| JournalProblem::BadLine { line })?;
            if boards.get(&entry.id) != Some(&entry.board) {
                return Err(JournalProblem::UnknownLine { line });
            }
            entries.insert(entry.id, entry);
            Ok(())
        })?;
        Ok(SuiteJournal { journal, entries })
    }

    /// The result of a problem, if it is in the journal.
    pub fn find(&self, id: u64) -> Option<&SolvedEntry> {
        self.entries.get(&id)
    }

    /// Appends a position; it is on disk when this returns.
    pub fn add(&mut self, entry: &SolvedEntry) -> Result<(), JournalError> {
        self.journal.append(&json(entry))?;
        self.journal.sync()
    }
}

fn check_header(text: &str, goal: Goal) -> Result<(), JournalProblem> {
    let header = serde_json::from_str::<Header>(text).ok();
    let header = header.filter(|header| header.kind == "journal");
    let header = header.ok_or(JournalProblem::OtherKind)?;
    if header.version != VERSION {
        return Err(JournalProblem::OtherVersion);
    }
    if header.goal == goal_name(goal) {
        Ok(())
    } else {
        Err(JournalProblem::OtherSettings { setting: Some("goal".to_owned()) })
    }
}

fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("texts and numbers have a JSON form")
}

/// The name of a goal in files.
pub fn goal_name(goal: Goal) -> String {
    match goal {
        Goal::Exact => "exact".to_owned(),
        Goal::Outcome => "outcome".to_owned(),
        Goal::Window { alpha, beta } => format!("window{alpha:+}{beta:+}"),
        Goal::Likely(selectivity) => format!("likely-{}", selectivity.percent()),
    }
}

/// Whether a score agrees with the one that a file gives, if it gives one.
pub fn agrees(goal: Goal, score: i32, expected: Option<i32>) -> bool {
    expected.is_none_or(|expected| match goal {
        Goal::Exact | Goal::Window { .. } | Goal::Likely(_) => score == expected,
        Goal::Outcome => score.signum() == expected.signum(),
    })
}

/// A solved problem, and whether its file agrees.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedProblem {
    pub entry: SolvedEntry,
    pub empties: u32,
    /// The score that the file gives.
    pub expected: Option<i32>,
    /// Whether the result agrees with it.
    pub is_ok: bool,
    /// Whether the result comes from the journal.
    pub is_journalled: bool,
}

/// The sums over solved problems, including those from the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SuiteTotals {
    pub positions: u64,
    /// Those whose score differs from the file's.
    pub wrong: u64,
    pub journalled: u64,
    pub nodes: u64,
    pub seconds: f64,
}

impl SuiteTotals {
    pub fn add(&mut self, solved: &SolvedProblem) {
        self.positions += 1;
        self.wrong += u64::from(!solved.is_ok);
        self.journalled += u64::from(solved.is_journalled);
        self.nodes = self.nodes.saturating_add(solved.entry.nodes);
        self.seconds += solved.entry.seconds;
    }
}

/// What happens while a suite is solved.
pub enum SuiteEvent<'a, S: Size> {
    /// Work on a problem begins.
    Begun(&'a NumberedProblem<S>),
    /// The bounds of its score so far.
    Bounds(&'a NumberedProblem<S>, RangeInclusive<i32>),
    Solved(SolvedProblem),
}

/// Solves problems one after the other, until all are solved, `watch` breaks or a stop is requested.
/// A result in the journal is not solved again; a new one is on disk before the next problem.
pub fn solve<J: ChampionEvaluator, B>(
    problems: &[&NumberedProblem<J::Size>],
    goal: Goal,
    solver: &mut Solver<J>,
    mut journal: Option<&mut SuiteJournal>,
    stop: &StopSignal,
    watch: &mut dyn FnMut(SuiteEvent<'_, J::Size>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, JournalError> {
    for &numbered in problems {
        if stop.is_stopped() {
            break;
        }
        if let ControlFlow::Break(why) = watch(SuiteEvent::Begun(numbered)) {
            return Ok(ControlFlow::Break(why));
        }
        let board = numbered.problem.position.board();
        let known = journal.as_ref().and_then(|journal| journal.find(numbered.id)).cloned();
        let is_journalled = known.is_some();
        let mut broken = None;
        let entry = known.or_else(|| {
            let solved = solver.solve_watched(board, goal, stop, &mut |score| {
                if let ControlFlow::Break(why) = watch(SuiteEvent::Bounds(numbered, score)) {
                    broken = Some(why);
                }
            })?;
            Some(SolvedEntry::new(numbered, &solved))
        });
        if let Some(why) = broken {
            return Ok(ControlFlow::Break(why));
        }
        let Some(entry) = entry else { break };
        if let Some(journal) = journal.as_mut().filter(|_| !is_journalled) {
            journal.add(&entry)?;
        }
        let expected = numbered.problem.best();
        let is_ok = agrees(goal, entry.score, expected);
        let empties = board.empties().len();
        let solved = SolvedProblem { entry, empties, expected, is_ok, is_journalled };
        if let ControlFlow::Break(why) = watch(SuiteEvent::Solved(solved)) {
            return Ok(ControlFlow::Break(why));
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Four;
    use othellier_search::champion::Heuristic;

    fn problems() -> Vec<NumberedProblem<Four>> {
        let problem = |fields: &str| format!("-----OX--XO----- X;{fields}").parse().unwrap();
        let problems = [problem(""), problem(" A2:+15;")];
        problems.into_iter().zip(7..).map(|(problem, id)| NumberedProblem { id, problem }).collect()
    }

    fn solved(problems: &[NumberedProblem<Four>], path: &Path) -> Vec<(u64, bool, bool)> {
        let mut journal = SuiteJournal::open(path, Goal::Exact, problems).unwrap();
        let all: Vec<_> = problems.iter().collect();
        let mut solver = Solver::with(Heuristic::<Four>::default(), 1, 1 << 16);
        let (mut results, mut totals) = (Vec::new(), SuiteTotals::default());
        let stop = StopSignal::default();
        let end: ControlFlow<()> =
            solve(&all, Goal::Exact, &mut solver, Some(&mut journal), &stop, &mut |event| {
                if let SuiteEvent::Solved(solved) = event {
                    totals.add(&solved);
                    results.push((solved.entry.id, solved.is_ok, solved.is_journalled));
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(end.is_continue());
        assert_eq!(totals.positions, 2);
        results
    }

    #[test]
    fn a_second_run_takes_results_from_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let problems = problems();
        assert_eq!(solved(&problems, &path), [(7, true, false), (8, false, false)]);
        // A kill in the middle of the second line.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 9]).unwrap();
        assert_eq!(solved(&problems, &path), [(7, true, true), (8, false, false)]);
    }

    #[track_caller]
    fn check_refused(text: &str, expected: JournalProblem) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        std::fs::write(&path, text).unwrap();
        let refused = SuiteJournal::open(&path, Goal::Exact, &problems()).map(|_| ()).unwrap_err();
        assert_eq!(refused.problem, expected);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn journals_of_other_work_are_refused() {
        check_refused("% problems\n", JournalProblem::OtherKind);
        let header = r#"{"type":"journal","version":1,"goal":"exact"}"#;
        check_refused(&format!("{}\n", header.replace("1,", "9,")), JournalProblem::OtherVersion);
        let setting = Some("goal".to_owned());
        check_refused(
            &format!("{}\n", header.replace("exact", "outcome")),
            JournalProblem::OtherSettings { setting },
        );
        check_refused(&format!("{header}\n{{}}\n"), JournalProblem::BadLine { line: 2 });
        let other = r#"{"id":7,"board":"other","score":0,"pv":"","nodes":1,"seconds":0.1}"#;
        check_refused(&format!("{header}\n{other}\n"), JournalProblem::UnknownLine { line: 2 });
    }
}

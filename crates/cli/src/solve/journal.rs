//! Results that outlive the run that found them.
//!
//! A journal is a [`GrowingFile`]: a first line that says what it is, then one JSON object for each
//! position that was solved, each on the disk before the next position begins. A file that is no
//! journal, or one of other positions or of another goal, is refused and left as it is.

use std::collections::HashMap;
use std::path::Path;

use othellier_board::Size;
use othellier_search::champion::{Goal, Solved};
use serde::{Deserialize, Serialize};

use super::source::Numbered;
use crate::complaint::Complaint;
use crate::growing_file::{Format, GrowingFile};
use crate::lang::{Lang, say};

/// Written into every journal; to be raised when the meaning of its lines changes.
const VERSION: u32 = 1;

/// How every journal begins.
const BEGINNING: &str = r#"{"type":"journal","#;

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    goal: String,
}

/// A position that was solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) id: u64,
    pub(crate) board: String,
    pub(crate) score: i32,
    pub(crate) pv: String,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Finished {
    pub(crate) fn new<S: Size>(numbered: &Numbered<S>, solved: Solved<S>) -> Finished {
        Finished {
            id: numbered.id,
            board: numbered.problem.position.to_string(),
            score: solved.score,
            pv: solved.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            nodes: solved.nodes,
            seconds: solved.elapsed.as_secs_f64(),
        }
    }
}

/// A journal that is open for more.
pub(crate) struct Journal {
    file: GrowingFile,
    finished: HashMap<u64, Finished>,
}

/// Why a file will not do as the journal: the key of the sentence, and the line it is about.
type Unfit = (&'static str, usize);

impl Journal {
    /// Opens a journal of these problems, or begins one.
    pub(crate) fn open<S: Size>(
        lang: Lang,
        path: &Path,
        goal: Goal,
        problems: &[Numbered<S>],
    ) -> Result<Journal, Complaint> {
        let first_line = written(&Header::new(goal))?;
        let format = Format {
            beginning: BEGINNING,
            first_line: &first_line,
            stranger: "solve-journal-not-one",
        };
        let (file, finished) = GrowingFile::open(lang, path, &format, |lines| {
            parse(lines, goal, problems)
                .map_err(|(key, line)| say!(lang, key, line = line.to_string()))
        })?;
        Ok(Journal { file, finished })
    }

    /// What is known of a position.
    pub(crate) fn find(&self, id: u64) -> Option<&Finished> {
        self.finished.get(&id)
    }

    /// Adds a position; it is on the disk when this returns.
    pub(crate) fn add(&mut self, lang: Lang, finished: &Finished) -> Result<(), Complaint> {
        self.file.append(lang, &written(finished)?)?;
        self.file.sync(lang)
    }
}

/// An object as a line of the journal.
fn written(object: &impl Serialize) -> Result<String, Complaint> {
    serde_json::to_string(object).map_err(|error| Complaint::Failed(error.to_string()))
}

impl Header {
    fn new(goal: Goal) -> Header {
        Header { kind: "journal".to_owned(), version: VERSION, goal: goal_name(goal) }
    }
}

/// The name of a goal in files.
pub(crate) fn goal_name(goal: Goal) -> String {
    match goal {
        Goal::Exact => "exact".to_owned(),
        Goal::Outcome => "outcome".to_owned(),
        Goal::Window { alpha, beta } => format!("window{alpha:+}{beta:+}"),
        Goal::Likely(selectivity) => format!("likely-{}", selectivity.percent()),
    }
}

/// The positions that the lines of a journal hold, if it is one of these problems and this goal.
fn parse<S: Size>(
    lines: &str,
    goal: Goal,
    problems: &[Numbered<S>],
) -> Result<HashMap<u64, Finished>, Unfit> {
    let mut lines = (1..).zip(lines.lines());
    let Some((_, first)) = lines.next() else { return Ok(HashMap::new()) };
    let header = serde_json::from_str::<Header>(first).ok();
    let header = header.filter(|header| header.kind == "journal");
    let header = header.ok_or(("solve-journal-not-one", 1))?;
    if header.version != VERSION {
        return Err(("solve-journal-version", 1));
    }
    if header.goal != goal_name(goal) {
        return Err(("solve-journal-goal", 1));
    }
    let boards: HashMap<u64, String> =
        problems.iter().map(|p| (p.id, p.problem.position.to_string())).collect();
    let finished = lines.map(|(line, text)| {
        let finished: Finished =
            serde_json::from_str(text).map_err(|_| ("solve-journal-broken", line))?;
        match boards.get(&finished.id) == Some(&finished.board) {
            true => Ok((finished.id, finished)),
            false => Err(("solve-journal-other", line)),
        }
    });
    finished.collect()
}

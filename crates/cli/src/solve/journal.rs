//! The journal of solved positions, from which an interrupted run resumes.
//!
//! A journal is an [`AppendFile`]: a header line, then one JSON object for each solved position, each
//! on disk before the next position starts. A file that is not a journal, or a journal of other
//! positions or of another goal, is refused and not changed.

use std::collections::HashMap;
use std::path::Path;

use othellier_board::Size;
use othellier_locale::{Lang, tr};
use othellier_search::champion::{Goal, Solved};
use serde::{Deserialize, Serialize};

use super::source::NumberedProblem;
use crate::append_file::{AppendFile, Format};
use crate::error::CliError;

/// The format version; raise it when the meaning of the lines changes.
const VERSION: u32 = 1;

/// The prefix of every journal.
const BEGINNING: &str = r#"{"type":"journal","#;

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    goal: String,
}

/// A solved position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JournalEntry {
    pub(crate) id: u64,
    pub(crate) board: String,
    pub(crate) score: i32,
    pub(crate) pv: String,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl JournalEntry {
    pub(crate) fn new<S: Size>(numbered: &NumberedProblem<S>, solved: Solved<S>) -> JournalEntry {
        JournalEntry {
            id: numbered.id,
            board: numbered.problem.position.to_string(),
            score: solved.score,
            pv: solved.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            nodes: solved.nodes,
            seconds: solved.elapsed.as_secs_f64(),
        }
    }
}

/// A journal open for appending.
pub(crate) struct Journal {
    file: AppendFile,
    entry: HashMap<u64, JournalEntry>,
}

/// Why a file is rejected as the journal: the key of the message, and the line number.
type JournalError = (&'static str, usize);

impl Journal {
    /// Opens the journal of these problems, or creates one.
    pub(crate) fn open<S: Size>(
        lang: Lang,
        path: &Path,
        goal: Goal,
        problems: &[NumberedProblem<S>],
    ) -> Result<Journal, CliError> {
        let first_line = written(&Header::new(goal))?;
        let format = Format {
            prefix: BEGINNING,
            first_line: &first_line,
            wrong_kind: "solve-journal-not-one",
        };
        let (file, entry) = AppendFile::open(lang, path, &format, |lines| {
            parse(lines, goal, problems)
                .map_err(|(key, line)| tr!(lang, key, line = line.to_string()))
        })?;
        Ok(Journal { file, entry })
    }

    /// The result of a position, if it is in the journal.
    pub(crate) fn find(&self, id: u64) -> Option<&JournalEntry> {
        self.entry.get(&id)
    }

    /// Appends a position; it is on disk when this returns.
    pub(crate) fn add(&mut self, lang: Lang, entry: &JournalEntry) -> Result<(), CliError> {
        self.file.append(lang, &written(entry)?)?;
        self.file.sync(lang)
    }
}

/// An object as a journal line.
fn written(object: &impl Serialize) -> Result<String, CliError> {
    serde_json::to_string(object).map_err(|error| CliError::failed(error.to_string()))
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

/// Parses a journal, which must be of these problems and this goal.
fn parse<S: Size>(
    lines: &str,
    goal: Goal,
    problems: &[NumberedProblem<S>],
) -> Result<HashMap<u64, JournalEntry>, JournalError> {
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
    let entry = lines.map(|(line, text)| {
        let entry: JournalEntry =
            serde_json::from_str(text).map_err(|_| ("solve-journal-broken", line))?;
        match boards.get(&entry.id) == Some(&entry.board) {
            true => Ok((entry.id, entry)),
            false => Err(("solve-journal-other", line)),
        }
    });
    entry.collect()
}

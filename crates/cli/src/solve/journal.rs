//! Results that outlive the run that found them.
//!
//! A journal is a text file: a first line that says what it is, then one JSON object for each
//! position that was solved, each on the disk before the next position begins. A line that a kill
//! cut short has no end; it is dropped when the journal is opened again. A file that is no journal,
//! or one of other positions or of another goal, is refused and left as it is.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use othellier_board::Size;
use othellier_search::champion::Goal;
use serde::{Deserialize, Serialize};

use super::Proof;
use super::source::{Numbered, refused};
use crate::complaint::Complaint;
use crate::lang::{Lang, say};

/// Written into every journal; to be raised when the meaning of its lines changes.
const VERSION: u32 = 1;

/// How every journal begins.
const BEGINNING: &[u8] = br#"{"type":"journal","#;

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "type")]
    kind: String,
    version: u32,
    goal: String,
}

/// A position that was solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Finished {
    pub(super) id: u64,
    pub(super) board: String,
    pub(super) score: i32,
    pub(super) pv: String,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

impl Finished {
    pub(super) fn new<S: Size>(numbered: &Numbered<S>, proof: Proof<S>) -> Finished {
        Finished {
            id: numbered.id,
            board: numbered.problem.position.to_string(),
            score: proof.score,
            pv: proof.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            nodes: proof.nodes,
            seconds: proof.elapsed.as_secs_f64(),
        }
    }
}

/// A journal that is open for more. No two runs hold the same one.
pub(super) struct Journal {
    name: String,
    file: File,
    finished: HashMap<u64, Finished>,
}

/// Why a file will not do as the journal: the key of the sentence, and the line it is about.
type Unfit = (&'static str, usize);

impl Journal {
    /// Opens a journal of these problems, or begins one.
    pub(super) fn open<S: Size>(
        lang: Lang,
        path: &Path,
        goal: Goal,
        problems: &[Numbered<S>],
    ) -> Result<Journal, Complaint> {
        let name = path.display().to_string();
        let unfit = |(key, line): Unfit| refused(lang, &name, say!(lang, key, line = line));
        let failed = |error: std::io::Error| refused(lang, &name, error);
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(unfit(("solve-journal-not-one", 1)));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(unfit(("solve-journal-in-use", 1)));
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(failed)?;
        let whole = whole_lines(&content);
        let finished = parse(whole, &content[whole.len()..], goal, problems).map_err(unfit)?;
        file.set_len(whole.len() as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal { name, file, finished };
        if whole.is_empty() {
            journal.append(lang, &Header::new(goal))?;
        }
        Ok(journal)
    }

    /// What is known of a position.
    pub(super) fn find(&self, id: u64) -> Option<&Finished> {
        self.finished.get(&id)
    }

    /// Adds a position; it is on the disk when this returns.
    pub(super) fn add(&mut self, lang: Lang, finished: &Finished) -> Result<(), Complaint> {
        self.append(lang, finished)
    }

    fn append(&mut self, lang: Lang, object: &impl Serialize) -> Result<(), Complaint> {
        let failed = |error: std::io::Error| {
            let (file, why) = (self.name.as_str(), error.to_string());
            Complaint::Failed(say!(lang, "solve-file-refused", file = file, why = why))
        };
        let line = serde_json::to_string(object).map_err(|error| failed(error.into()))? + "\n";
        self.file.write_all(line.as_bytes()).map_err(failed)?;
        self.file.sync_data().map_err(failed)
    }
}

impl Header {
    fn new(goal: Goal) -> Header {
        Header { kind: "journal".to_owned(), version: VERSION, goal: goal_name(goal).to_owned() }
    }
}

/// The name of a goal in files.
pub(super) fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Exact => "exact",
        Goal::Outcome => "outcome",
    }
}

/// The content up to the last line that has an end.
fn whole_lines(content: &[u8]) -> &[u8] {
    let end = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &content[..end]
}

/// The positions that a journal holds, if it is one of these problems and this goal.
fn parse<S: Size>(
    whole: &[u8],
    torn: &[u8],
    goal: Goal,
    problems: &[Numbered<S>],
) -> Result<HashMap<u64, Finished>, Unfit> {
    let text = std::str::from_utf8(whole).map_err(|_| ("solve-journal-not-one", 1))?;
    let mut lines = (1..).zip(text.lines());
    let Some((_, first)) = lines.next() else {
        // Nothing, or a first line that a kill cut short; anything else is not ours to overwrite.
        let length = torn.len().min(BEGINNING.len());
        let is_ours = torn[..length] == BEGINNING[..length];
        return if is_ours { Ok(HashMap::new()) } else { Err(("solve-journal-not-one", 1)) };
    };
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

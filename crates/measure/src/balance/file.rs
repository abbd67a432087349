//! A file of balanced openings that is resumed after an interruption.
//!
//! All openings of N plies are searched in a fixed order. Those near a draw become lines of the file.
//! Every few hundred openings a comment marks how many were searched; an existing file is resumed
//! from its last mark.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use othellier_board::Position;
use othellier_platform::parallel::StopSignal;
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_record::{Game, distinct_games, transcript};

use super::{ScoredOpening, score_all};

/// The first bytes of every file of openings.
const PREFIX: &str = "# othellier generate openings ";

/// The name of such a file in messages.
pub const OPENINGS_KIND: &str = "list of generated openings";

const MARK_INTERVAL: usize = 500;
const MARK: &str = "# looked at ";

/// The settings that determine the openings of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningSettings {
    pub plies: u32,
    /// Depth of the search from there.
    pub depth: u8,
    /// The most discs from a draw.
    pub within: f64,
}

/// The openings searched so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningProgress {
    /// All openings of this length.
    pub openings: usize,
    pub looked_at: usize,
    pub kept: usize,
}

impl OpeningSettings {
    /// The first line of the file.
    pub fn header(&self) -> String {
        let OpeningSettings { plies, depth, within } = self;
        format!("{PREFIX}--plies {plies} --depth {depth} --within {within}")
    }

    /// Searches the openings that the file does not have yet, writes those near a draw into it, and
    /// passes each step to `watch`, with the opening if it is kept for the first time. It ends when
    /// all are searched, when `watch` breaks or when a stop is requested.
    pub fn find<B>(
        &self,
        path: Option<&Path>,
        threads: NonZeroUsize,
        stop: &StopSignal,
        watch: &mut dyn FnMut(OpeningProgress, Option<&ScoredOpening>) -> ControlFlow<B>,
    ) -> Result<(OpeningProgress, ControlFlow<B>), JournalError> {
        let games: Vec<Game> = distinct_games(self.plies);
        let mut file = match path {
            Some(path) => Some(self.open(path, games.len())?),
            None => None,
        };
        let found = file.as_ref().map(|(_, found)| *found).unwrap_or_default();
        // Openings after the last mark are found again, but not written twice.
        let mut already_written = found.kept_since_mark;
        let mut progress =
            OpeningProgress { openings: games.len(), looked_at: found.looked_at, kept: found.kept };
        let mut end = Ok(watch(progress, None));
        if matches!(end, Ok(ControlFlow::Continue(()))) {
            let left = games.into_iter().skip(found.looked_at);
            score_all(left, self.depth, threads, stop, &mut |opening| {
                progress.looked_at += 1;
                let is_near = opening.score.abs() <= self.within;
                let is_new = is_near && already_written == 0;
                already_written -= usize::from(is_near && !is_new);
                progress.kept += usize::from(is_new);
                let journal = file.as_mut().map(|(journal, _)| journal);
                end = write(journal, progress, is_new.then_some(&opening))
                    .map(|()| watch(progress, is_new.then_some(&opening)));
                match end {
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                }
            });
        }
        end.map(|end| (progress, end))
    }

    fn open(&self, path: &Path, openings: usize) -> Result<(Journal, Found), JournalError> {
        let header = self.header();
        let format = JournalFormat { kind: OPENINGS_KIND, prefix: PREFIX, header: &header };
        let mut found = Found::default();
        let journal = Journal::open(path, &format, &mut |line, text| {
            let bad_line = JournalProblem::BadLine { line };
            match text.strip_prefix(MARK) {
                _ if line == 1 && text == header => Ok(()),
                _ if line == 1 => Err(JournalProblem::OtherSettings { setting: None }),
                Some(number) => {
                    let number = number.parse().ok().filter(|number| *number <= openings);
                    found.looked_at = number.ok_or(bad_line)?;
                    found.kept_since_mark = 0;
                    Ok(())
                }
                None => {
                    let moves = text.split('#').next().unwrap_or_default();
                    let _: Game =
                        transcript::read(Position::start(), moves).map_err(|_| bad_line)?;
                    found.kept += 1;
                    found.kept_since_mark += 1;
                    Ok(())
                }
            }
        })?;
        Ok((journal, found))
    }
}

/// The line of an opening.
pub fn opening_line(opening: &ScoredOpening) -> String {
    format!("{}  # {:+.2}", transcript::write(&opening.game), opening.score)
}

fn write(
    journal: Option<&mut Journal>,
    progress: OpeningProgress,
    opening: Option<&ScoredOpening>,
) -> Result<(), JournalError> {
    let Some(journal) = journal else { return Ok(()) };
    if let Some(opening) = opening {
        journal.append(&opening_line(opening))?;
    }
    let looked_at = progress.looked_at;
    if looked_at.is_multiple_of(MARK_INTERVAL) || looked_at == progress.openings {
        journal.append(&format!("{MARK}{looked_at}"))?;
    }
    Ok(())
}

/// The contents of an existing file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    looked_at: usize,
    kept: usize,
    kept_since_mark: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SETTINGS: OpeningSettings = OpeningSettings { plies: 3, depth: 1, within: 100.0 };

    fn found(path: &Path) -> (OpeningProgress, usize) {
        let mut new = 0;
        let stop = StopSignal::default();
        let (progress, end): (_, ControlFlow<()>) = SETTINGS
            .find(Some(path), NonZeroUsize::MIN, &stop, &mut |_, opening| {
                new += usize::from(opening.is_some());
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(end.is_continue());
        (progress, new)
    }

    #[test]
    fn a_file_is_resumed_from_its_last_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let all = OpeningProgress { openings: 14, looked_at: 14, kept: 14 };
        assert_eq!(found(&path), (all, 14));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.ends_with("\n# looked at 14\n"));
        assert_eq!(found(&path), (all, 0));
        // Without a mark, the openings are searched again and not written twice.
        let lines: Vec<&str> = text.lines().take(6).collect();
        fs::write(&path, format!("{}\n", lines.join("\n"))).unwrap();
        assert_eq!(found(&path), (all, 9));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn other_lists_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let header = SETTINGS.header();
        for (text, expected) in [
            (format!("{header} 1\n"), JournalProblem::OtherSettings { setting: None }),
            (format!("{header}\nzz\n"), JournalProblem::BadLine { line: 2 }),
            (format!("{header}\n{MARK}99\n"), JournalProblem::BadLine { line: 2 }),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(SETTINGS.open(&path, 14).unwrap_err().problem, expected);
        }
    }
}

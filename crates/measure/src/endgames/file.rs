//! A file of endgames (OBF) that is resumed after an interruption.
//!
//! Its first line holds the settings; its positions are those of the settings, in order. An existing
//! file is compared with them and continued after its last complete line.

use std::path::{Path, PathBuf};

use othellier_board::Position;
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_record::obf::Problem;
use othellier_record::source::{SourceError, SourceName, each_game};
use othellier_search::champion::Selectivity;

use super::{Endgames, Half, Strays, position_at, shuffled_distinct};

/// The first bytes of every file of endgames.
const PREFIX: &str = "% othellier generate endgames ";

/// What such a file is, in messages.
pub const ENDGAMES_KIND: &str = "file of generated endgames";

/// What determines the endgames of a file.
#[derive(Clone, Debug)]
pub struct EndgameSettings {
    /// Empty squares of every position.
    pub empties: u32,
    /// The seed of the positions.
    pub seed: u64,
    /// Files and folders of games to take the positions from; if there are none, they are played.
    pub games: Vec<PathBuf>,
    /// The depth at which the champion plays the games ([`Strays`]); `None` for noisy play.
    pub champion: Option<u8>,
    /// The half of all positions that is taken; `None` for both.
    pub half: Option<Half>,
    /// The confidence of the scores; `None` for positions without scores.
    pub selectivity: Option<Selectivity>,
}

impl EndgameSettings {
    /// The first line of the file.
    pub fn header(&self) -> String {
        let mut line = format!("{PREFIX}--empties {} --seed {}", self.empties, self.seed);
        for games in &self.games {
            line += &format!(" --games {}", games.display());
        }
        if let Some(depth) = self.champion {
            line += &format!(" --champion {depth}");
        }
        if let Some(half) = self.half {
            line += &format!(" --half {}", half.name());
        }
        match self.selectivity {
            None => line += " --boards-only",
            Some(Selectivity::Exact) => {}
            Some(selectivity) => line += &format!(" --selectivity {}", selectivity.percent()),
        }
        line
    }

    /// An endless stream of generated positions, or the positions of the games; `refused` gets the
    /// number of games of a file that cannot be used.
    pub fn positions(
        &self,
        refused: &mut dyn FnMut(&SourceName, u64),
    ) -> Result<Box<dyn Iterator<Item = Position> + Send>, SourceError> {
        let positions: Box<dyn Iterator<Item = Position> + Send> = match self.champion {
            _ if !self.games.is_empty() => {
                let mut positions = Vec::new();
                for file in &self.games {
                    let mut take = |game| positions.extend(position_at(&game, self.empties));
                    each_game(file, &mut take, refused)?;
                }
                Box::new(shuffled_distinct(positions, self.seed))
            }
            Some(depth) => Box::new(Strays::new(self.empties, depth, self.seed)),
            None => Box::new(Endgames::new(self.empties, self.seed)),
        };
        let half = self.half;
        let is_wanted =
            move |position: &Position| half.is_none_or(|half| Half::of(position.board()) == half);
        Ok(Box::new(positions.filter(is_wanted)))
    }

    /// Whether a line of the file has the scores that it should have.
    fn is_complete(&self, problem: &Problem) -> bool {
        match self.selectivity {
            Some(_) => problem.has_every_move(),
            None => *problem == Problem::new(problem.position),
        }
    }
}

/// A file of endgames, open for appending.
pub struct EndgameFile {
    journal: Journal,
}

impl EndgameFile {
    /// Opens or creates the file, takes the positions it already has from `positions`, and returns
    /// their number. A file of other settings is refused.
    pub fn open(
        path: &Path,
        settings: &EndgameSettings,
        positions: &mut dyn Iterator<Item = Position>,
    ) -> Result<(EndgameFile, usize), JournalError> {
        let header = settings.header();
        let format = JournalFormat { kind: ENDGAMES_KIND, prefix: PREFIX, header: &header };
        let mut found = 0;
        let journal = Journal::open(path, &format, &mut |line, text| {
            if line == 1 {
                return if text == header {
                    Ok(())
                } else {
                    Err(JournalProblem::OtherSettings { setting: None })
                };
            }
            let problem = text.parse().ok().filter(|problem| settings.is_complete(problem));
            if problem.is_none_or(|problem| Some(problem.position) != positions.next()) {
                return Err(JournalProblem::BadLine { line });
            }
            found += 1;
            Ok(())
        })?;
        Ok((EndgameFile { journal }, found))
    }

    pub fn append(&mut self, problem: &Problem) -> Result<(), JournalError> {
        self.journal.append(&problem.to_string())
    }

    /// Flushes the file to the disk.
    pub fn finish(&self) -> Result<(), JournalError> {
        self.journal.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn settings(seed: u64) -> EndgameSettings {
        let (games, champion, half) = (Vec::new(), None, None);
        EndgameSettings { empties: 20, seed, games, champion, half, selectivity: None }
    }

    fn open(path: &Path, seed: u64) -> Result<(EndgameFile, usize, Position), JournalError> {
        let settings = settings(seed);
        let mut positions = settings.positions(&mut |_, _| {}).unwrap();
        let (file, found) = EndgameFile::open(path, &settings, &mut *positions)?;
        Ok((file, found, positions.next().unwrap()))
    }

    #[test]
    fn a_file_is_resumed_after_its_last_complete_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("endgames.obf");
        let all: Vec<Position> = Endgames::new(20, 7).take(3).collect();
        let (mut file, found, first) = open(&path, 7).unwrap();
        assert_eq!((found, first), (0, all[0]));
        file.append(&Problem::new(all[0])).unwrap();
        file.append(&Problem::new(all[1])).unwrap();
        file.finish().unwrap();
        drop(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        let (_, found, next) = open(&path, 7).unwrap();
        assert_eq!((found, next), (1, all[1]));
    }

    #[test]
    fn halves_are_the_whole() {
        let of = |half| {
            let positions = EndgameSettings { half, ..settings(7) }.positions(&mut |_, _| {});
            positions.unwrap()
        };
        let all: Vec<Position> = of(None).take(40).collect();
        let is_of = |half| move |position: &&Position| Half::of(position.board()) == half;
        for half in [Half::Tune, Half::Report] {
            let expected: Vec<Position> = all.iter().filter(is_of(half)).copied().collect();
            assert!((1..40).contains(&expected.len()));
            assert_eq!(of(Some(half)).take(expected.len()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn the_header_is_the_command() {
        let settings = EndgameSettings {
            champion: Some(8),
            half: Some(Half::Tune),
            selectivity: Some(Selectivity::Percent99),
            ..settings(7)
        };
        let options = "--empties 20 --seed 7 --champion 8 --half tune --selectivity 99";
        assert_eq!(settings.header(), format!("{PREFIX}{options}"));
    }

    #[test]
    fn a_file_of_other_endgames_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("endgames.obf");
        drop(open(&path, 7).unwrap());
        let problem = |error: JournalError| error.problem;
        let other = JournalProblem::OtherSettings { setting: None };
        assert_eq!(open(&path, 8).map(|_| ()).map_err(problem), Err(other));
        let wrong = Problem::new(Endgames::new(20, 8).next().unwrap());
        fs::write(&path, format!("{}\n{wrong}\n", settings(7).header())).unwrap();
        let bad = JournalProblem::BadLine { line: 2 };
        assert_eq!(open(&path, 7).map(|_| ()).map_err(problem), Err(bad));
    }
}

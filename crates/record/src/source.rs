//! Sources of games: which files an argument names, their format, and reading them.
//!
//! A source is a file, standard input (`-`), or a folder, which means every file of games in it.
//! The format is given by the caller, else by the extension, else by the content. A WTHOR file is
//! read with the lists of names beside it. [`read_pasted`] reads games or a position from a text
//! that someone pasted, and [`find_record`] one game from either.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use othellier_board::{Size, SizeFamily};

use crate::format::{ReadOptions, read};
use crate::wthor::{NameList, Names};
use crate::{
    AnyGame, FileProblem, Format, Game, PositionTextError, ReadError, ReadProblem, Record, Records,
    each_size, guess_side, parse_position, transcript, with_size,
};

/// The maximum number of bytes read from a device.
const MAX_DEVICE_BYTES: u64 = 64 << 20;

/// The number of bytes used to guess the format.
const HEAD: usize = 1 << 14;

/// The name of a source in messages.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceName {
    /// Standard input.
    Stdin,
    /// A file or folder.
    Path(PathBuf),
    /// A text that was given itself.
    Text(String),
}

impl SourceName {
    /// The argument that names it: the path, or `-` for standard input.
    pub fn argument(&self) -> String {
        match self {
            SourceName::Stdin => "-".to_owned(),
            SourceName::Path(path) => path.display().to_string(),
            SourceName::Text(text) => text.clone(),
        }
    }
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceName::Stdin => f.write_str("standard input"),
            SourceName::Path(path) => path.display().fmt(f),
            SourceName::Text(text) => f.write_str(text),
        }
    }
}

/// A source cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct SourceError {
    /// The source that cannot be read.
    pub name: SourceName,
    /// The fault in the source.
    pub problem: SourceProblem,
}

/// Why a source cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceProblem {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The folder has no file of games.
    #[error("there is no file of games in it")]
    EmptyFolder,
    /// A game of a file cannot be read.
    #[error(transparent)]
    Game(#[from] ReadError),
    /// The text of a game cannot be read.
    #[error(transparent)]
    Text(ReadProblem),
    /// The text is a position, but not one of Othello.
    #[error(transparent)]
    Position(#[from] AnyPositionTextError),
    /// There are fewer games.
    #[error("there is no game {number}; it has {games}")]
    NoSuchGame {
        /// The game asked for, from 1.
        number: u64,
        /// The number of games in it.
        games: u64,
    },
}

impl From<io::Error> for SourceProblem {
    fn from(error: io::Error) -> SourceProblem {
        SourceProblem::File(FileProblem::Unreadable(error))
    }
}

macro_rules! any_position_text_error {
    ([$($side:literal $size:ident),*]) => {
        /// Why a text is not a position of its size.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[expect(missing_docs, reason = "one variant for each size")]
        pub enum AnyPositionTextError {
            $(
                #[error(transparent)]
                $size(PositionTextError<othellier_board::$size>),
            )*
        }

        impl<S: Size> From<PositionTextError<S>> for AnyPositionTextError {
            fn from(error: PositionTextError<S>) -> AnyPositionTextError {
                struct OfEachSize;
                impl SizeFamily for OfEachSize {
                    type Of<S: Size> = PositionTextError<S>;
                }
                None
                    $(.or_else(|| {
                        let error = S::cast::<OfEachSize, othellier_board::$size>(error.clone());
                        error.map(AnyPositionTextError::$size)
                    }))*
                    .expect("there is no other size")
            }
        }
    };
}
each_size!(any_position_text_error);

/// A file of games, or standard input.
#[derive(Clone, Debug)]
pub struct GameSource {
    path: Option<PathBuf>,
    format: Option<Format>,
    /// Whether to read variations as games.
    pub with_variations: bool,
}

/// The files that an argument names: itself, those of a folder, or standard input (`-`).
pub fn game_sources(path: &Path, format: Option<Format>) -> Result<Vec<GameSource>, SourceError> {
    let source = |path: PathBuf| {
        let format = format.or_else(|| Format::of_path(&path));
        GameSource { path: Some(path), format, with_variations: false }
    };
    if path == Path::new("-") {
        return Ok(vec![GameSource { path: None, format, with_variations: false }]);
    }
    if !path.is_dir() {
        return Ok(vec![source(path.to_owned())]);
    }
    let refused = |problem| SourceError { name: SourceName::Path(path.to_owned()), problem };
    let files = files_in(path).map_err(|error| refused(error.into()))?;
    let files: Vec<_> =
        files.into_iter().filter(|file| Format::of_path(file).is_some()).map(source).collect();
    if files.is_empty() { Err(refused(SourceProblem::EmptyFolder)) } else { Ok(files) }
}

/// The files of a folder, sorted by name.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder)?.collect();
    let mut files: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

impl GameSource {
    /// The file, the folder or standard input, as messages name it.
    pub fn name(&self) -> SourceName {
        self.path.clone().map_or(SourceName::Stdin, SourceName::Path)
    }

    /// Opens the file and passes its format and its games to `take`. Transcripts that do not show a
    /// board have boards of size `side`.
    pub fn read<T>(
        &self,
        side: u8,
        take: impl FnOnce(Format, Records<'_>) -> T,
    ) -> Result<T, SourceError> {
        let refused = |problem| SourceError { name: self.name(), problem };
        let (format, file) = self.open().map_err(refused)?;
        let names = match (&self.path, format) {
            (Some(path), Format::Wthor) => names_beside(path)?.0,
            _ => Names::default(),
        };
        let options = ReadOptions { side, with_variations: self.with_variations, names: &names };
        Ok(take(format, read(format, file, options)))
    }

    fn open(&self) -> Result<(Format, Box<dyn BufRead>), SourceProblem> {
        let file: Box<dyn BufRead> = match &self.path {
            None => Box::new(io::stdin().lock()),
            Some(path) => {
                let file = othellier_platform::file::open(path)?;
                // A device may be endless; a terminal ends long before this limit.
                let found = file.metadata()?;
                let is_endless = !found.is_file() && !is_pipe(&found);
                let most = if is_endless { MAX_DEVICE_BYTES } else { u64::MAX };
                Box::new(BufReader::with_capacity(1 << 16, file.take(most)))
            }
        };
        // A saved game may have any file name.
        match self.format {
            Some(format) if format != Format::Transcript => Ok((format, file)),
            given => {
                let (head, file) = head_of(file)?;
                match (Format::guess(&head), given) {
                    (Format::Save, _) => Ok((Format::Save, file)),
                    (guess, given) => Ok((given.unwrap_or(guess), file)),
                }
            }
        }
    }
}

#[cfg(unix)]
fn is_pipe(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_fifo() || found.file_type().is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    true
}

/// Reads the start of a file; returns it together with an unconsumed reader.
fn head_of(mut file: Box<dyn BufRead>) -> io::Result<(Vec<u8>, Box<dyn BufRead>)> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    Ok((head.clone(), Box::new(io::Cursor::new(head).chain(file))))
}

/// The lists of names beside a WTHOR file, and their paths: files with the same stem, else the
/// first with the right extension.
pub fn names_beside(archive: &Path) -> Result<(Names, [PathBuf; 2]), SourceError> {
    let folder = match archive.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let files = files_in(folder).unwrap_or_default();
    let mut names = Names::default();
    let find = |list: &mut NameList, extension: &str| -> Result<PathBuf, SourceError> {
        let is_of_kind = |file: &&PathBuf| {
            file.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
        };
        let same_stem = |file: &&PathBuf| file.file_stem() == archive.file_stem();
        let of_kind = || files.iter().filter(is_of_kind);
        let Some(path) = of_kind().find(same_stem).or_else(|| of_kind().next()) else {
            return Ok(archive.with_extension(extension));
        };
        let refused = |problem| SourceError { name: SourceName::Path(path.clone()), problem };
        let file = File::open(path).map_err(|error| refused(error.into()))?;
        list.read(file).map_err(|error| refused(error.into()))?;
        Ok(path.clone())
    };
    let players = find(&mut names.players, "jou")?;
    let tournaments = find(&mut names.tournaments, "trn")?;
    Ok((names, [players, tournaments]))
}

/// Passes the 8×8 games of a file or folder to `each`; `refused` gets, for each file with games that
/// cannot be read or have another size, their number.
pub fn each_game(
    path: &Path,
    each: &mut dyn FnMut(Game),
    refused: &mut dyn FnMut(&SourceName, u64),
) -> Result<(), SourceError> {
    for source in game_sources(path, None)? {
        let count = source.read(8, |_, records| {
            let mut count = 0;
            for record in records {
                match record.map(|record| record.game) {
                    Ok(AnyGame::Eight(game)) => each(game),
                    _ => count += 1,
                }
            }
            count
        })?;
        if count > 0 {
            refused(&source.name(), count);
        }
    }
    Ok(())
}

/// The game that an argument names: a game of a file or of standard input by its number from 1,
/// else the game given by the argument itself, as [`read_pasted`] reads it. `size` is the board
/// size where the text does not show it.
pub fn find_record(text: &str, number: u64, size: Option<u8>) -> Result<Record, SourceError> {
    // A text with a known file extension is a path, even if the file does not exist.
    let path = Path::new(text);
    if text == "-" || path.is_file() || Format::of_path(path).is_some() {
        let source = GameSource {
            path: (text != "-").then(|| path.to_owned()),
            format: Format::of_path(path),
            with_variations: false,
        };
        return source.read(size.unwrap_or(8), |_, records| {
            nth(records, number).map_err(|problem| SourceError { name: source.name(), problem })
        })?;
    }
    find_in_text(text, number, size)
        .map_err(|problem| SourceError { name: SourceName::Text(text.to_owned()), problem })
}

fn find_in_text(text: &str, number: u64, size: Option<u8>) -> Result<Record, SourceProblem> {
    if let (Some(side), Some(_)) = (size, guess_side(text)) {
        // A board of another size than the given one is refused.
        with_size!(side, S => {
            parse_position::<S>(text).map_err(AnyPositionTextError::from)?;
        });
    }
    let is_transcript = guess_side(text).is_none()
        && !text.trim().eq_ignore_ascii_case("startpos")
        && Format::guess(text.as_bytes()) == Format::Transcript;
    let found = if is_transcript {
        // All of it is one game, whatever its lines.
        let line = text.replace(['\n', '\r'], " ");
        nth(Box::new(transcript::read_file(line.as_bytes(), size.unwrap_or(8))), number)
    } else {
        nth(read_pasted(text, size)?.records, number)
    };
    match found {
        // A text without moves is the start of a game.
        Err(SourceProblem::NoSuchGame { number: 1, games: 0 }) => Ok(Record::default()),
        Err(SourceProblem::Game(error)) => Err(SourceProblem::Text(error.problem)),
        found => found,
    }
}

/// The game with this number, from 1.
fn nth(records: Records<'_>, number: u64) -> Result<Record, SourceProblem> {
    let mut games = 0;
    for read in records {
        games += 1;
        if games == number {
            return Ok(read?);
        }
    }
    Err(SourceProblem::NoSuchGame { number, games })
}

/// The contents of a pasted text.
pub struct PastedText<'a> {
    /// The format it is written in; `None` for a single position.
    pub format: Option<Format>,
    /// Its games; a position is a game without moves.
    pub records: Records<'a>,
}

/// Reads a text that may be a position, a transcript on one or several lines, or any text format.
/// `size` is the board size where the text does not show it, by default 8.
///
/// ```
/// use othellier_record::source::read_pasted;
///
/// let mut pasted = read_pasted("f5 d6\nc3", None)?;
/// let record = pasted.records.next().expect("one game")?;
/// assert_eq!(record.game.length(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_pasted(text: &str, size: Option<u8>) -> Result<PastedText<'_>, AnyPositionTextError> {
    let one =
        |format, record| PastedText { format, records: Box::new(std::iter::once(Ok(record))) };
    if let Some(side) = guess_side(text) {
        let record = with_size!(side, S => {
            Record::from(Game::from_position(parse_position::<S>(text)?))
        });
        return Ok(one(None, record.expect("a side that was seen")));
    }
    let side = size.unwrap_or(8);
    if text.trim().eq_ignore_ascii_case("startpos") {
        let record = with_size!(side, S => Record::from(Game::<S>::default()));
        return Ok(one(None, record.unwrap_or_default()));
    }
    let format = Format::guess(text.as_bytes());
    if format == Format::Transcript
        && let Some(record) = one_transcript(text, side)
    {
        return Ok(one(Some(format), record));
    }
    // WTHOR files are not text, so their names are not needed.
    let names = Names::default();
    let options = ReadOptions { side, with_variations: false, names: &names };
    let records: Vec<_> = read(format, text.as_bytes(), options).collect();
    Ok(PastedText { format: Some(format), records: Box::new(records.into_iter()) })
}

/// A single game may be written on several lines.
fn one_transcript(text: &str, side: u8) -> Option<Record> {
    let game = with_size!(side, S => {
        let game: Game<S> = transcript::read(Default::default(), text).ok()?;
        Record::from(game)
    });
    game.filter(|record| record.game.length() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of moves of the game found, or the message.
    fn found(text: &str, number: u64, size: Option<u8>) -> Result<(u8, usize), String> {
        let record = find_record(text, number, size).map_err(|error| error.problem.to_string())?;
        Ok((record.game.side(), record.game.length()))
    }

    #[test]
    fn a_text_is_a_game() {
        assert_eq!(found("f5d6c3", 1, None), Ok((8, 3)));
        assert_eq!(found("f5 d6\nc3", 1, None), Ok((8, 3)));
        assert_eq!(found("", 1, None), Ok((8, 0)));
        assert_eq!(found("startpos", 1, Some(6)), Ok((6, 0)));
        assert_eq!(found("-----OX--XO----- X", 1, None), Ok((4, 0)));
        assert_eq!(found("(;GM[2]B[f5]W[d6])", 1, None), Ok((8, 2)));
        assert!(found("-----OX--XO----- X", 1, Some(8)).is_err());
        assert!(found("f5 d6\nxx", 1, None).is_err());
        assert_eq!(found("f5", 2, None), Err("there is no game 2; it has 1".to_owned()));
    }

    #[test]
    fn a_path_is_a_file_of_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("games.txt"), "f5d6\nf5f6e6\n").unwrap();
        assert_eq!(found(&path("games.txt"), 2, None), Ok((8, 3)));
        assert_eq!(
            found(&path("games.txt"), 3, None),
            Err("there is no game 3; it has 2".to_owned())
        );
        assert!(found("missing.txt", 1, None).is_err());
        fs::write(path("notes.md"), "f5d6\n").unwrap();
        fs::write(path("other.txt"), "f5d6c3\nzz\n").unwrap();
        let (mut lengths, mut refused) = (Vec::new(), Vec::new());
        each_game(folder.path(), &mut |game| lengths.push(game.length()), &mut |name, count| {
            refused.push((name.to_string(), count));
        })
        .unwrap();
        assert_eq!((lengths, refused), (vec![2, 3, 3], vec![(path("other.txt"), 1)]));
    }

    #[test]
    fn a_folder_without_games_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = game_sources(folder.path(), None).unwrap_err();
        let expected = format!("{}: there is no file of games in it", folder.path().display());
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_pasted_text_may_be_a_position_or_games() {
        let read = |text: &str| {
            let pasted = read_pasted(text, None).unwrap();
            (pasted.format.map(Format::word), pasted.records.filter(Result::is_ok).count())
        };
        assert_eq!(read("-----OX--XO----- X"), (None, 1));
        assert_eq!(read("startpos"), (None, 1));
        assert_eq!(read("f5 d6\nc3"), (Some("transcript"), 1));
        assert_eq!(read("f5d6\nf5f6\nxx"), (Some("transcript"), 2));
        assert_eq!(read("(;GM[2]B[f5])(;GM[2]B[f5]W[d6])"), (Some("sgf"), 2));
        assert!(read_pasted("-----OO--OO-----", None).is_err());
    }
}

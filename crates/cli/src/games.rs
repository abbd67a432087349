//! Files of games: finding them, their format, and reading them.
//!
//! A source is a file, standard input (`-`), or a folder, which means every file of games in it.
//! The format is given by the caller, else by the extension, else by the content.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use othellier_board::{Position, Size, with_size};
use othellier_locale::{Lang, Localized, Value, message, tr};
use othellier_record::format::{ReadOptions, read};
use othellier_record::wthor::{NameList, Names};
use othellier_record::{
    AnyGame, Format, Game, Record, Records, guess_side, parse_position, transcript,
};

use crate::error::CliError;
use crate::moves::board_side;

/// A format, as named on the command line.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum FormatName {
    Save,
    Ggf,
    Sgf,
    Pgn,
    Transcript,
    Wthor,
    Obf,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Save => Format::Save,
            FormatName::Ggf => Format::Ggf,
            FormatName::Sgf => Format::Sgf,
            FormatName::Pgn => Format::Pgn,
            FormatName::Transcript => Format::Transcript,
            FormatName::Wthor => Format::Wthor,
            FormatName::Obf => Format::Obf,
        }
    }
}

/// The maximum number of bytes read from a device.
const MAX_DEVICE_BYTES: u64 = 64 << 20;

/// The number of bytes used to guess the format.
const HEAD: usize = 1 << 14;

/// A file to read.
pub(crate) struct Source {
    /// Its name in messages.
    pub(crate) name: String,
    path: Option<PathBuf>,
    format: Option<Format>,
    /// Whether to read variations as games.
    pub(crate) with_variations: bool,
}

/// The files that an argument names.
pub(crate) fn sources(
    lang: Lang,
    path: &Path,
    format: Option<FormatName>,
) -> Result<Vec<Source>, CliError> {
    let format = format.map(Format::from);
    let source = |path: PathBuf| {
        let format = format.or_else(|| Format::of_path(&path));
        let name = path.display().to_string();
        Source { name, path: Some(path), format, with_variations: false }
    };
    if path == Path::new("-") {
        let name = lang.text("solve-stdin");
        return Ok(vec![Source { name, path: None, format, with_variations: false }]);
    }
    if !path.is_dir() {
        return Ok(vec![source(path.to_owned())]);
    }
    let name = path.display().to_string();
    let files = files_in(path).map_err(|error| refused(&name, error))?;
    let files: Vec<_> =
        files.into_iter().filter(|file| Format::of_path(file).is_some()).map(source).collect();
    match files.is_empty() {
        true => Err(refused(&name, message!("games-empty-folder"))),
        false => Ok(files),
    }
}

/// The files of a folder, sorted by name.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder)?.collect();
    let mut files: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

impl Source {
    /// Opens the file and passes its games to `take`.
    pub(crate) fn read<T>(
        &self,
        side: u8,
        take: impl FnOnce(Format, Records<'_>) -> T,
    ) -> Result<T, CliError> {
        let reject = |error: io::Error| refused(&self.name, error);
        let mut file: Box<dyn BufRead> = match &self.path {
            None => Box::new(io::stdin().lock()),
            Some(path) => {
                let file = othellier_file::open(path).map_err(|problem| reject(problem.into()))?;
                // A device may be endless; a terminal ends long before this limit.
                let found = file.metadata().map_err(reject)?;
                let is_endless = !found.is_file() && !is_pipe(&found);
                let most = if is_endless { MAX_DEVICE_BYTES } else { u64::MAX };
                Box::new(BufReader::with_capacity(1 << 16, file.take(most)))
            }
        };
        // A saved game may have any file name.
        let is_sure = !matches!(self.format, None | Some(Format::Transcript));
        let format = match self.format {
            Some(format) if is_sure => format,
            given => {
                let (head, whole) = head_of(file).map_err(reject)?;
                file = whole;
                match (Format::guess(&head), given) {
                    (Format::Save, _) => Format::Save,
                    (guess, given) => given.unwrap_or(guess),
                }
            }
        };
        let names = match (&self.path, format) {
            (Some(path), Format::Wthor) => names_beside(path)?.0,
            _ => Names::default(),
        };
        let options = ReadOptions { side, with_variations: self.with_variations, names: &names };
        Ok(take(format, read(format, file, options)))
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

/// Parses the position in an argument.
pub(crate) fn read_position<S: Size>(lang: Lang, text: &str) -> Result<Position<S>, CliError> {
    parse_position(text).map_err(|error| CliError::usage(error.in_language(lang)))
}

/// The game that an argument names: a game of a file or of standard input by its number from 1,
/// else the game given by the argument itself, as moves or as a board with its side to move.
pub(crate) fn find_record(
    lang: Lang,
    text: &str,
    number: u64,
    size: Option<u8>,
) -> Result<Record, CliError> {
    // A text with a known file extension is a path, even if the file does not exist.
    let path = Path::new(text);
    if text == "-" || path.is_file() || Format::of_path(path).is_some() {
        return nth_record(lang, path, number, size);
    }
    if number > 1 {
        let (number, games) = (number.to_string(), 1);
        let sentence = tr!(lang, "games-no-game", number = number, file = text, games = games);
        return Err(CliError::usage(sentence));
    }
    let side = board_side(size, text);
    if guess_side(text).is_some() {
        let game = with_size!(side, S => {
            let position = read_position::<S>(lang, text)?;
            Record::from(Game::from_position(position))
        });
        return Ok(game.expect("a side that was checked"));
    }
    let line = text.replace(['\n', '\r'], " ");
    match transcript::read_file(line.as_bytes(), side).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(refused(text, error.problem)),
        None => Ok(Record::default()),
    }
}

fn nth_record(lang: Lang, path: &Path, number: u64, size: Option<u8>) -> Result<Record, CliError> {
    let source = sources(lang, path, None)?.remove(0);
    source.read(size.unwrap_or(8), |_, records| {
        let mut seen = 0;
        for read in records {
            seen += 1;
            if seen < number {
                continue;
            }
            return read.map_err(|error| refused(&source.name, error));
        }
        let (number, file) = (number.to_string(), source.name.as_str());
        let sentence = tr!(lang, "games-no-game", number = number, file = file, games = seen);
        Err(CliError::usage(sentence))
    })?
}

/// Calls `each` with the 8×8 games of a file or folder, and reports the number of rejected games.
pub(crate) fn each_game(
    lang: Lang,
    path: &Path,
    each: &mut dyn FnMut(Game),
) -> Result<(), CliError> {
    for source in sources(lang, path, None)? {
        let refused = source.read(8, |_, records| {
            let mut refused = 0_u64;
            for record in records {
                match record.map(|record| record.game) {
                    Ok(AnyGame::Eight(game)) => each(game),
                    _ => refused += 1,
                }
            }
            refused
        })?;
        if refused > 0 {
            let (file, count) = (source.name.as_str(), refused);
            anstream::eprintln!("{}", tr!(lang, "games-refused", file = file, count = count));
        }
    }
    Ok(())
}

/// Reads the start of a file; returns it together with an unconsumed reader.
fn head_of(mut file: Box<dyn BufRead>) -> io::Result<(Vec<u8>, Box<dyn BufRead>)> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    Ok((head.clone(), Box::new(io::Cursor::new(head).chain(file))))
}

/// The lists of names beside a WTHOR file, and their paths: files with the same stem, else the
/// first with the right extension.
pub(crate) fn names_beside(archive: &Path) -> Result<(Names, [PathBuf; 2]), CliError> {
    let folder = match archive.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let files = files_in(folder).unwrap_or_default();
    let mut names = Names::default();
    let find = |list: &mut NameList, extension: &str| -> Result<PathBuf, CliError> {
        let is_of_kind = |file: &&PathBuf| {
            file.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
        };
        let same_stem = |file: &&PathBuf| file.file_stem() == archive.file_stem();
        let of_kind = || files.iter().filter(is_of_kind);
        let Some(path) = of_kind().find(same_stem).or_else(|| of_kind().next()) else {
            return Ok(archive.with_extension(extension));
        };
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| refused(&name, error))?;
        list.read(file).map_err(|error| refused(&name, error))?;
        Ok(path.clone())
    };
    let players = find(&mut names.players, "jou")?;
    let tournaments = find(&mut names.tournaments, "trn")?;
    Ok((names, [players, tournaments]))
}

pub(crate) fn refused(file: &str, why: impl Localized + Send + Sync + 'static) -> CliError {
    CliError::usage(message!("solve-file-refused", file = file, why = Value::localized(why)))
}

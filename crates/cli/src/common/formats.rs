//! The format of an output file, and the date in it.

use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::TypedValueParser;
use othellier_locale::message;
use othellier_record::wthor::{Day, NameList, Names};
use othellier_record::{Format, replace_file};

use super::error::CliError;
use super::files::write_error;
use super::values;

/// The parser of formats.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    values::named(Format::ALL, Format::word)
}

/// The output format: given by an option, else by the file name.
pub(crate) fn format_of(given: Option<Format>, path: &Path) -> Result<Format, CliError> {
    let format = given.or_else(|| Format::of_path(path));
    format.ok_or_else(|| {
        let file = path.display().to_string();
        let words: Vec<_> = Format::ALL.iter().map(|format| format.word()).collect();
        CliError::usage(message!("convert-no-format", file = file, formats = words.join(", ")))
    })
}

/// Writes the lists of names that have grown.
pub(crate) fn write_names(
    names: &Names,
    known: [usize; 2],
    paths: &[PathBuf; 2],
) -> Result<(), CliError> {
    let lists: [&NameList; 2] = [&names.players, &names.tournaments];
    for ((list, known), path) in lists.into_iter().zip(known).zip(paths) {
        if list.len() > known {
            replace_file(path, |file| list.write(&mut BufWriter::new(file), today()))
                .map_err(|error| write_error(path, error))?;
        }
    }
    Ok(())
}

/// Today's date (UTC).
pub(crate) fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    Day::after_epoch(seconds / 86_400)
}

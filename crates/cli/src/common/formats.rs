//! The format of an output file, and the date in it.

use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use othellier_locale::message;
use othellier_record::wthor::{Day, NameList, Names};
use othellier_record::{Format, replace_file};

use super::error::CliError;
use super::files::write_error;
use super::games::FormatName;

/// The output format: given by an option, else by the file name.
pub(crate) fn format_of(given: Option<FormatName>, path: &Path) -> Result<Format, CliError> {
    let format = given.map(Format::from).or_else(|| Format::of_path(path));
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
    day_after_epoch(seconds / 86_400)
}

/// The date `days` days after 1 January 1970.
fn day_after_epoch(mut days: u64) -> Day {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    Day { year: year as u16, month: month as u8 + 1, day: days as u8 + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_computed_correctly() {
        for (days, year, month, day) in
            [(0, 1970, 1, 1), (59, 1970, 3, 1), (11_016, 2000, 2, 29), (20_772, 2026, 11, 15)]
        {
            assert_eq!(day_after_epoch(days), Day { year, month, day });
        }
    }
}

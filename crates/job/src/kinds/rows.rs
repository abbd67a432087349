//! Rows as lines of JSON, and the files that they become.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use othellier_measure::files::WriteError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::output::{OutputError, Summary};
use crate::{RowFault, RowsError};

/// Rows as lines of JSON.
pub(super) fn to_lines<T: Serialize>(rows: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut bytes, row).expect("a row is JSON");
        bytes.push(b'\n');
    }
    bytes
}

/// The rows of a unit.
pub(crate) fn of_lines<T: DeserializeOwned>(
    number: u64,
    bytes: &[u8],
) -> Result<Vec<T>, RowsError> {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let rows: Result<Vec<T>, _> = lines.map(serde_json::from_slice).collect();
    rows.map_err(|_| RowsError { number })
}

/// Checks that lines are those of these pieces, in order, each as we would write it.
pub(super) fn check_lines<T: Serialize + DeserializeOwned, P>(
    bytes: &[u8],
    pieces: impl ExactSizeIterator<Item = P>,
    fits: impl Fn(P, &T) -> bool,
) -> Result<(), RowFault> {
    let rows: Vec<T> = of_lines(0, bytes).map_err(|_| RowFault::Unreadable)?;
    if rows.len() != pieces.len() {
        return Err(RowFault::Count { found: rows.len(), expected: pieces.len() });
    }
    for (row, (piece, line)) in (1..).zip(pieces.zip(&rows)) {
        if !fits(piece, line) {
            return Err(RowFault::Row { row });
        }
    }
    if to_lines(&rows) == bytes { Ok(()) } else { Err(RowFault::Unreadable) }
}

/// Files as the rows of a unit, each after its length.
pub(super) fn to_files(files: &[Vec<u8>]) -> Vec<u8> {
    let with_length = |file: &Vec<u8>| [&(file.len() as u64).to_le_bytes(), &**file].concat();
    files.iter().flat_map(with_length).collect()
}

/// The files of a unit.
pub(super) fn of_files(number: u64, mut bytes: &[u8]) -> Result<Vec<&[u8]>, OutputError> {
    let mut files = Vec::new();
    while !bytes.is_empty() {
        let file = bytes.split_first_chunk::<8>().and_then(|(length, rest)| {
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
        });
        let (file, rest) = file.ok_or(OutputError::Rows(RowsError { number }))?;
        files.push(file);
        bytes = rest;
    }
    Ok(files)
}

/// A file that is written row by row.
pub(super) struct RowFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl RowFile {
    pub(super) fn create(path: PathBuf) -> Result<RowFile, OutputError> {
        let file = File::create(&path).map_err(WriteError::at(&path))?;
        Ok(RowFile { path, file: BufWriter::new(file) })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        Ok(self.file.write_all(bytes).map_err(WriteError::at(&self.path))?)
    }

    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        let synced = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        Ok(synced.map_err(WriteError::at(&self.path))?)
    }
}

/// A table that is written row by row.
pub(super) struct CsvFile {
    path: PathBuf,
    file: csv::Writer<File>,
}

impl CsvFile {
    pub(super) fn create(path: PathBuf) -> Result<CsvFile, OutputError> {
        let file = File::create(&path).map_err(WriteError::at(&path))?;
        Ok(CsvFile { path, file: csv::Writer::from_writer(file) })
    }

    pub(super) fn add(&mut self, row: &impl Serialize) -> Result<(), OutputError> {
        let added = self.file.serialize(row).map_err(io::Error::from);
        Ok(added.map_err(WriteError::at(&self.path))?)
    }

    pub(super) fn finish(mut self) -> Result<(), OutputError> {
        Ok(self.file.flush().map_err(WriteError::at(&self.path))?)
    }
}

/// The fields of an object as the summary of a job.
pub(super) fn summary(object: &impl Serialize) -> Summary {
    match serde_json::to_value(object) {
        Ok(Value::Object(fields)) => fields,
        other => unreachable!("a summary is an object: {other:?}"),
    }
}

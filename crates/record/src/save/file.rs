//! Several save files with metadata, concatenated in one file.

use std::io::{self, BufRead, Write};

use othellier_board::Color;

use super::escape::escaped;
use super::parse::{from_text_with, side_of};
use super::{FORMAT, MOST_BYTES, SaveError, push_line, to_text_with};
use crate::error::{Location, ReadError, ReadProblem};
use crate::lines::Lines;
use crate::properties::theoretical_text;
use crate::{MoveCost, Note, Record, with_game, with_size};

/// An iterator over the games of a file.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    Games { lines: Lines::new(file), text: String::new(), first: 1, next: None }
}

struct Games<R> {
    lines: Lines<R>,
    /// The game that is being read, and the number of its first line.
    text: String,
    first: usize,
    /// A line that belongs to the next game.
    next: Option<(usize, String)>,
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (number, line) = match self.next.take().map(Ok).or_else(|| self.lines.next()) {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None if self.text.is_empty() => return None,
                None => return Some(self.finish()),
            };
            let text = line.trim();
            if self.text.is_empty() {
                if text.is_empty() || text.starts_with('#') {
                    continue;
                }
                self.first = number;
            } else if text.starts_with(FORMAT) {
                self.next = Some((number, line));
                return Some(self.finish());
            }
            // An overlong game is rejected without storing it.
            if self.text.len() as u64 <= MOST_BYTES {
                self.text.push_str(&line);
                self.text.push('\n');
            }
            if text == "end" {
                return Some(self.finish());
            }
        }
    }
}

impl<R> Games<R> {
    fn finish(&mut self) -> Result<Record, ReadError> {
        let text = std::mem::take(&mut self.text);
        if text.len() as u64 > MOST_BYTES {
            return Err(Location::Line(self.first).error(ReadProblem::TooLong));
        }
        from_text(&text).map_err(|error| {
            let line = self.first + error.line.unwrap_or(1).max(1) - 1;
            Location::Line(line).error(ReadProblem::Save(error.problem))
        })
    }
}

/// Parses a record, or refuses it with line and expectation.
pub fn from_text(text: &str) -> Result<Record, SaveError> {
    let record = with_size!(side_of(text)?, S => {
        let (game, record) = from_text_with::<S>(text)?;
        Record { game: game.into(), ..record }
    });
    Ok(record.expect("a side that was checked"))
}

/// The record as the text of a save file. A game without metadata is written as
/// [`to_text`](super::to_text) does.
pub fn to_text(record: &Record) -> String {
    with_game!(&record.game, game => to_text_with(game, record))
}

/// Writes one game.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    file.write_all(to_text(record).as_bytes())
}

/// Appends the lines of the metadata.
pub(super) fn push_metadata(text: &mut String, record: &Record) {
    let [black_rating, white_rating] = &record.ratings;
    for (key, value) in [
        ("event", &record.event),
        ("place", &record.place),
        ("round", &record.round),
        ("date", &record.date),
        ("black-rating", black_rating),
        ("white-rating", white_rating),
        ("comment", &record.comment),
    ] {
        if !value.is_empty() {
            push_line(text, &format!("{key} {}", escaped(value)));
        }
    }
    for color in Color::ALL {
        if let Some(player) = &record.players[color as usize] {
            push_line(text, &format!("{color}-player {}", escaped(&player.to_string())));
        }
        if let Some(clock) = &record.clocks[color as usize] {
            push_line(text, &format!("{color}-clock {clock}"));
        }
    }
    if let Some(score) = record.score {
        push_line(text, &format!("score {score}"));
    }
    if let Some(theory) = record.theoretical {
        push_line(text, &format!("theory {}", theoretical_text(theory)));
    }
    for tag in &record.tags {
        let (format, value) = (tag.format.word(), escaped(&tag.value));
        push_line(text, &format!("tag {format} {} {} {value}", tag.at, tag.name));
    }
}

/// The search cost, which follows a move and its time.
pub(super) fn cost_text(cost: &MoveCost) -> String {
    match cost.reused_nodes {
        0 => format!(" nodes {}", cost.nodes),
        reused => format!(" nodes {} reused {reused}", cost.nodes),
    }
}

/// The annotation of a move, which follows its cost.
pub(super) fn note_text(note: &Note) -> String {
    let eval = note.eval.map(|eval| format!(" eval {eval}")).unwrap_or_default();
    let comment = match note.comment.as_str() {
        "" => String::new(),
        comment => format!(" comment {}", escaped(comment)),
    };
    eval + &comment
}

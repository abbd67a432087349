//! Games with headers in the style of chess PGN, as exported by multi-game servers.
//!
//! ```text
//! [Black "Alice"]
//! [White "Bob"]
//! [Result "34-30"]
//!
//! 1. f5 d6 2. c3 d3 … 34-30
//! ```
//!
//! Event, Site, Date, Round, Black, White, BlackElo and WhiteElo have their usual meaning; Result
//! gives the discs of Black and White. Our extension is FEN: a board and the side to move, for
//! games with another start. All other headers are kept. The moves are a transcript, with passes
//! written as `--`.

use std::io::{self, BufRead, Write};

use othellier_board::{Color, Move};

use crate::error::{Location, ReadError, ReadProblem, Warning, WarningKind};
use crate::format_name::Format;
use crate::lines::Lines;
use crate::record::check_score;
use crate::transcript::file::{parse, parse_result, result_text};
use crate::{Record, Tag, with_game};

/// An iterator over the games of a file.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut lines = Lines::new(file);
    let mut next = Parts::default();
    let mut is_done = false;
    std::iter::from_fn(move || {
        while !is_done {
            let (number, line) = match lines.next() {
                Some(Ok(line)) => line,
                Some(Err(error)) => return Some(Err(error)),
                None => {
                    is_done = true;
                    break;
                }
            };
            let text = line.trim();
            if let Some(header) = parse_header(text) {
                let finished = (!next.moves.is_empty()).then(|| std::mem::take(&mut next));
                next.headers.push((number, header));
                if let Some(finished) = finished {
                    return Some(finished.record());
                }
            } else if !text.is_empty() && !text.starts_with('%') {
                next.add_moves(number, text);
            }
        }
        let last = std::mem::take(&mut next);
        (!last.is_empty()).then(|| last.record())
    })
}

/// The parts of a game read so far.
#[derive(Default)]
struct Parts {
    headers: Vec<(usize, (String, String))>,
    moves: String,
    /// The line where the moves begin.
    line: usize,
}

impl Parts {
    fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.moves.is_empty()
    }

    fn add_moves(&mut self, number: usize, text: &str) {
        if self.moves.is_empty() {
            self.line = number;
        }
        // An overlong game is rejected without storing it.
        if self.moves.len() < crate::error::LONGEST_GAME {
            self.moves.push_str(text);
            self.moves.push('\n');
        }
    }

    fn record(self) -> Result<Record, ReadError> {
        let line = if self.moves.is_empty() { self.headers[0].0 } else { self.line };
        let location = Location::Line(line);
        if self.moves.len() >= crate::error::LONGEST_GAME {
            return Err(location.error(ReadProblem::TooLong));
        }
        let fen = self.headers.iter().find(|(_, (name, _))| name == "FEN");
        let start = fen.map_or("startpos", |(_, (_, value))| value);
        let moves = self.moves.trim_end();
        let moves = moves.strip_suffix('*').unwrap_or(moves);
        let mut record = parse(&format!("{start} {moves}"), 8, location)
            .map_err(|problem| location.error(problem))?;
        for (number, (name, value)) in self.headers {
            set(&mut record, Location::Line(number), name, value);
        }
        Ok(record)
    }
}

fn set(record: &mut Record, location: Location, name: String, value: String) {
    match name.as_str() {
        "FEN" => {}
        "Event" => record.event = value,
        "Site" => record.place = value,
        "Round" => record.round = value,
        "Date" => record.date = value,
        "Black" => record.game.set_name(Color::Black, value),
        "White" => record.game.set_name(Color::White, value),
        "BlackElo" => record.ratings[0] = value,
        "WhiteElo" => record.ratings[1] = value,
        "Result" => match parse_result(&value) {
            Some(score) => {
                // The result may also have followed the moves.
                record
                    .warnings
                    .retain(|warning| !matches!(warning.kind, WarningKind::Score { .. }));
                record.set_score(score);
                check_score(record, location);
            }
            None if matches!(value.as_str(), "" | "*" | "?") => {}
            None => {
                record
                    .warnings
                    .push(Warning { location, kind: WarningKind::Value { name, text: value } });
            }
        },
        _ => record.tags.push(Tag { format: Format::Pgn, at: 0, name, value }),
    }
}

/// Whether a record stores this header in a field of its own, so that it must not appear in
/// `Record::tags`.
pub(crate) fn holds(name: &str) -> bool {
    let about = ["Event", "Site", "Round", "Date", "Black", "White", "BlackElo", "WhiteElo"];
    about.contains(&name) || ["FEN", "Result"].contains(&name)
}

/// The name and value of `[Name "value"]`.
fn parse_header(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| (name.to_owned(), unescaped(value)))
}

fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().map(|next| match next {
                'n' => '\n',
                'r' => '\r',
                next => next,
            })),
            letter => text.push(letter),
        }
    }
    text
}

fn escaped(value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    value.replace('\n', "\\n").replace('\r', "\\r")
}

/// Writes one game and a blank line.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    let game = &record.game;
    let result = result_text(record).unwrap_or_else(|| "*".to_owned());
    let usual = [
        ("Event", record.event.as_str()),
        ("Site", &record.place),
        ("Date", &record.date),
        ("Round", &record.round),
        ("Black", game.name(Color::Black)),
        ("White", game.name(Color::White)),
        ("BlackElo", &record.ratings[0]),
        ("WhiteElo", &record.ratings[1]),
    ];
    let own = record.tags_at(Format::Pgn, 0).map(|tag| (tag.name.as_str(), tag.value.as_str()));
    for (name, value) in usual.into_iter().filter(|(_, value)| !value.is_empty()).chain(own) {
        writeln!(file, "[{name} \"{}\"]", escaped(value))?;
    }
    if game.side() != 8 || !game.has_standard_start() {
        with_game!(game, game => writeln!(file, "[FEN \"{}\"]", game.start()))?;
    }
    let shown = if game.ending().is_some() && record.score.is_none() { "*" } else { &result };
    writeln!(file, "[Result \"{shown}\"]\n")?;
    with_game!(game, game => {
        for (played, at) in game.moves().iter().zip(0..) {
            if at % 2 == 0 {
                write!(file, "{}. ", at / 2 + 1)?;
            }
            match played.played {
                Move::Place(square) => write!(file, "{square} ")?,
                Move::Pass => file.write_all(b"-- ")?,
            }
        }
    });
    writeln!(file, "{shown}\n")
}

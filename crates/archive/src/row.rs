//! A game as a row of the table, and back.

use othellier_board::{Color, Move, Position, Square, with_size};
use othellier_record::save::file;
use othellier_record::{Game, Record, Theoretical, with_game};
use xxhash_rust::xxh3::xxh3_128;

/// The byte of a pass; a square is its index.
const PASS: u8 = 255;

/// The columns of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) side: u8,
    /// Black's discs minus White's.
    pub(crate) score: Option<f64>,
    pub(crate) theory: Option<i32>,
    pub(crate) theory_empties: Option<u8>,
    pub(crate) moves: Vec<u8>,
    /// The whole record as a save file, if the other columns cannot represent it.
    pub(crate) rest: Option<String>,
}

impl Row {
    /// The row of a record. Warnings about the source file are not stored.
    pub(crate) fn of(record: &Record) -> Row {
        let name = |color| record.game.name(color).to_owned();
        let mut row = Row {
            black: name(Color::Black),
            white: name(Color::White),
            event: record.event.clone(),
            date: record.date.clone(),
            side: record.game.side(),
            score: record.black_score(),
            theory: record.theoretical.map(|theory| theory.black_score),
            theory_empties: record.theoretical.map(|theory| theory.empties),
            moves: moves(record),
            rest: None,
        };
        let says_everything = row.bare_record().is_some_and(|bare| {
            let warnings = record.warnings.clone();
            Record { warnings, ..bare } == *record
        });
        if !says_everything {
            row.rest = Some(file::to_text(record));
        }
        row
    }

    pub(crate) fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        Ok(Row {
            black: row.get(0)?,
            white: row.get(1)?,
            event: row.get(2)?,
            date: row.get(3)?,
            side: row.get(4)?,
            score: row.get(5)?,
            theory: row.get(6)?,
            theory_empties: row.get(7)?,
            moves: row.get(8)?,
            rest: row.get(9)?,
        })
    }

    /// The record of a row; `None` if the row is damaged.
    pub(crate) fn record(&self) -> Option<Record> {
        match &self.rest {
            Some(text) => file::from_text(text).ok(),
            None => self.bare_record(),
        }
    }

    fn bare_record(&self) -> Option<Record> {
        let game = with_size!(self.side, S => {
            let mut game = Game::<S>::default();
            for &byte in &self.moves {
                let played = match byte {
                    PASS => Move::Pass,
                    index => Move::Place(Square::from_index(index)?),
                };
                game.play(played).ok()?;
            }
            game.set_name(Color::Black, &self.black);
            game.set_name(Color::White, &self.white);
            game.into()
        })?;
        let mut record = Record { game, ..Record::default() };
        record.event.clone_from(&self.event);
        record.date.clone_from(&self.date);
        let theory = self.theory.zip(self.theory_empties);
        record.theoretical =
            theory.map(|(black_score, empties)| Theoretical { black_score, empties });
        record.score = self.score.filter(|score| record.black_score() != Some(*score));
        Some(record)
    }

    /// The identity of a game: start and moves, players, event, year and round.
    pub(crate) fn digest(&self, record: &Record) -> [u8; 16] {
        let start = with_game!(&record.game, game => {
            if *game.start() == Position::default() { String::new() } else { game.start().to_string() }
        });
        let mut bytes = vec![self.side];
        let year = year(&self.date).map_or_else(|| self.date.clone(), |year| year.to_string());
        for text in [&start, &self.black, &self.white, &self.event, &year, &record.round] {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(&self.moves);
        xxh3_128(&bytes).to_le_bytes()
    }
}

fn moves(record: &Record) -> Vec<u8> {
    with_game!(&record.game, game => {
        let moves = game.moves().iter().map(|played| match played.played {
            Move::Place(square) => square.index(),
            Move::Pass => PASS,
        });
        moves.collect()
    })
}

/// The year of a date as files write it: a year, a date or time that begins with its year, or
/// seconds since 1970.
pub(crate) fn year(date: &str) -> Option<u16> {
    const SECONDS: f64 = 365.2425 * 86_400.0;
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    for number in numbers.filter(|number| !number.is_empty()) {
        let year = match number.len() {
            4 => number.parse().ok()?,
            8 | 14 => number[..4].parse().ok()?,
            9.. => (1970.0 + number.parse::<f64>().ok()? / SECONDS) as u16,
            _ => continue,
        };
        if (1700..3000).contains(&year) {
            return Some(year);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::{ggf, transcript};

    #[test]
    fn years_of_dates() {
        for (date, expected) in [
            ("1999", Some(1999)),
            ("2003.12.15_12:33:18.MST", Some(2003)),
            ("2014-02-21 20:52:27 GMT", Some(2014)),
            ("947375357", Some(2000)),
            ("15/12/2003", Some(2003)),
            ("20240131", Some(2024)),
            ("20031215123318", Some(2003)),
            ("99999999999999999999", None),
            ("", None),
            ("soon", None),
            ("0000", None),
            ("12", None),
        ] {
            assert_eq!(year(date), expected, "{date}");
        }
    }

    #[test]
    fn a_plain_game_needs_no_save_file() {
        let game = transcript::read(Position::start(), "f5d6c3d3c4").unwrap();
        let mut record = Record::from(game);
        record.game.set_name(Color::White, "Bob");
        (record.event, record.date) = ("Open".to_owned(), "1999".to_owned());
        record.theoretical = Some(Theoretical { black_score: -2, empties: 24 });
        record.score = Some(12.0);
        let row = Row::of(&record);
        assert_eq!(row.rest, None);
        assert_eq!(row.record(), Some(record));
    }

    #[test]
    fn what_the_columns_cannot_hold_is_stored_as_a_save_file() {
        let text = "(;GM[Othello]PC[x]RB[2196.37]RE[+4:r]B[F5//0.01]W[d6/2.39/20.97]CO[!];)";
        let record = ggf::read(text.as_bytes()).next().unwrap().unwrap();
        let row = Row::of(&record);
        assert!(row.rest.is_some());
        assert_eq!(row.record(), Some(record));
    }
}

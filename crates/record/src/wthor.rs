//! WTHOR, the game database of the French federation (`.wtb` for 8×8, `.wtd` for 10×10).
//!
//! A file is a header and fixed-length games; integers are little-endian.
//!
//! ```text
//! header  16 bytes   0 century, year, month, day of the file    4 games (u32)    8 names (u16), 0
//!                   10 year of the games (u16)                 12 side, 0 for 8
//!                   13 kind: 0 games                           14 empties for the theory, 0 for 22
//! game    68 bytes   0 tournament (u16)    2 Black (u16)    4 White (u16)    6 score    7 theory
//!                    8 sixty moves: 10 × row + column from 1, then 0
//!        104 bytes   on 10×10: ninety-six moves, 12 × row + column
//! ```
//!
//! Score and theory are Black's final discs, empty squares to the winner: of the actual game, and
//! of perfect play from the position with the given number of empties. Passes are not stored. Names
//! are in two other files ([`Names`]); without them a name is `#` and its number.

mod names;

use std::io::{self, BufRead, Read, Write};

use othellier_board::{Color, Move, Size, Square};

pub use names::{NameList, Names};

use crate::error::{Location, ReadError, ReadProblem, Warning, WarningKind};
use crate::losses::{LostPart, UnsupportedGame};
use crate::{AnyGame, Game, Record, Theoretical, with_game, with_size};

const HEADER: usize = 16;
/// Bytes of a game before its moves.
const GAME_HEAD: usize = 8;
/// The number of empties if the header does not give it.
const DEFAULT_EMPTIES: u8 = 22;
/// The number of empties written if no game gives one.
const NEW_EMPTIES: u8 = 24;

/// An iterator over the games of a file.
pub fn read<R: BufRead>(file: R, names: &Names) -> impl Iterator<Item = Result<Record, ReadError>> {
    Games { file, names, header: None, read: 0, is_done: false }
}

/// Whether a file starts like a WTHOR file: with its date, which is not text, and further on the
/// board size.
pub(crate) fn begins(head: &[u8]) -> bool {
    matches!(head, [19..=21, 0..=99, 1..=12, 1..=31, _, _, _, _, 0, 0, _, _, 0 | 8 | 10, 0, ..])
}

struct Games<'a, R> {
    file: R,
    names: &'a Names,
    header: Option<Header>,
    /// Games read so far.
    read: u32,
    is_done: bool,
}

#[derive(Clone, Copy)]
struct Header {
    games: u32,
    year: u16,
    side: u8,
    empties: u8,
}

impl<R: BufRead> Iterator for Games<'_, R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let header = match self.header {
            Some(header) => header,
            None => match self.read_header() {
                Ok(header) => header,
                Err(error) => return self.end_with(error),
            },
        };
        if self.read == header.games {
            return self.read_end(header);
        }
        with_size!(header.side, S => self.read_game::<S>(header)).expect("a side that was checked")
    }
}

impl<R: BufRead> Games<'_, R> {
    fn read_header(&mut self) -> Result<Header, ReadError> {
        let start = Location::Offset(0);
        let not_one = ReadProblem::OtherFormat { format: "WTHOR" };
        let mut bytes = [0; HEADER];
        if read_full(&mut self.file, &mut bytes).map_err(|error| start.error(error))? < HEADER {
            return Err(start.error(not_one));
        }
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let side = match bytes[12] {
            0 | 8 => 8,
            10 => 10,
            other => return Err(Location::Offset(12).error(size_problem(other))),
        };
        if bytes[13] != 0 || word(8) != 0 {
            return Err(Location::Offset(if bytes[13] != 0 { 13 } else { 8 }).error(not_one));
        }
        let games = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]);
        let empties = if bytes[14] == 0 { DEFAULT_EMPTIES } else { bytes[14] };
        let header = Header { games, year: word(10), side, empties };
        self.header = Some(header);
        Ok(header)
    }

    fn read_game<S: Size>(&mut self, header: Header) -> Option<Result<Record, ReadError>>
    where
        AnyGame: From<Game<S>>,
    {
        let mut bytes = [0; 128];
        let bytes = &mut bytes[..game_bytes::<S>()];
        let offset = HEADER as u64 + u64::from(self.read) * bytes.len() as u64;
        match read_full(&mut self.file, bytes) {
            Err(error) => return self.end_with(Location::Offset(offset).error(error)),
            Ok(read) if read < bytes.len() => {
                let missing = ReadProblem::Missing { promised: header.games, found: self.read };
                return self.end_with(Location::Offset(offset + read as u64).error(missing));
            }
            Ok(_) => {}
        }
        self.read += 1;
        Some(parse::<S>(bytes, offset, header, self.names))
    }

    /// Reports bytes after the last game.
    fn read_end(&mut self, header: Header) -> Option<Result<Record, ReadError>> {
        let length = with_size!(header.side, S => game_bytes::<S>())?;
        let offset = HEADER as u64 + u64::from(header.games) * length as u64;
        match io::copy(&mut self.file, &mut io::sink()) {
            Ok(0) => None,
            Ok(bytes) => {
                self.end_with(Location::Offset(offset).error(ReadProblem::Extra { bytes }))
            }
            Err(error) => self.end_with(Location::Offset(offset).error(error)),
        }
    }

    fn end_with<T>(&mut self, error: ReadError) -> Option<Result<T, ReadError>> {
        self.is_done = true;
        Some(Err(error))
    }
}

fn size_problem(side: u8) -> ReadProblem {
    ReadProblem::OtherSize { size: side.to_string() }
}

/// Reads until the buffer is full or the file ends.
fn read_full(file: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

/// The maximum number of moves of a game of this size.
const fn most_moves<S: Size>() -> usize {
    S::SQUARES as usize - 4
}

const fn game_bytes<S: Size>() -> usize {
    GAME_HEAD + most_moves::<S>()
}

/// The row stride in the number of a square.
const fn row_step<S: Size>() -> u8 {
    S::SIDE + 2
}

fn parse<S: Size>(
    bytes: &[u8],
    offset: u64,
    header: Header,
    names: &Names,
) -> Result<Record, ReadError>
where
    AnyGame: From<Game<S>>,
{
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let mut game = Game::<S>::default();
    let stored = play_moves(&mut game, &bytes[GAME_HEAD..]).map_err(|(at, problem)| {
        Location::Offset(offset + (GAME_HEAD + at) as u64).error(problem)
    })?;
    let mut warnings = Vec::new();
    let mut name = |list: &NameList, at: usize| {
        let number = word(at);
        list.name(number).unwrap_or_else(|| {
            if list.len() > 0 {
                let kind = WarningKind::NoName { number, known: list.len() };
                warnings.push(Warning { location: Location::Offset(offset + at as u64), kind });
            }
            names::unknown(number)
        })
    };
    let event = name(&names.tournaments, 0);
    game.set_name(Color::Black, name(&names.players, 2));
    game.set_name(Color::White, name(&names.players, 4));

    let [score, theory] = [bytes[6], bytes[7]];
    if score > S::SQUARES {
        let problem = ReadProblem::BadScore { found: score, most: S::SQUARES };
        return Err(Location::Offset(offset + 6).error(problem));
    }
    let difference = |discs: u8| 2 * i32::from(discs) - i32::from(S::SQUARES);
    let reaches_theory = stored + usize::from(header.empties) >= most_moves::<S>();
    let theoretical = (theory != 0 || reaches_theory)
        .then_some(Theoretical { black_score: difference(theory), empties: header.empties });
    let date = if header.year == 0 { String::new() } else { header.year.to_string() };
    let game = AnyGame::from(game);
    let mut record = Record { game, event, date, warnings, theoretical, ..Record::default() };
    if theory > S::SQUARES {
        let kind = WarningKind::Value { name: "theory".to_owned(), text: theory.to_string() };
        record.warnings.push(Warning { location: Location::Offset(offset + 7), kind });
        record.theoretical = None;
    }
    record.set_score(difference(score).into());
    crate::record::check_score(&mut record, Location::Offset(offset + 6));
    Ok(record)
}

/// Plays the moves and returns their number; the error has the index of the byte and the reason.
fn play_moves<S: Size>(game: &mut Game<S>, bytes: &[u8]) -> Result<usize, (usize, ReadProblem)> {
    let stored = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    if let Some(at) = bytes[stored..].iter().position(|&byte| byte != 0) {
        let text = bytes[stored + at].to_string();
        return Err((
            stored + at,
            ReadProblem::NotAMove { text, number: game.length() + stored + 1 },
        ));
    }
    game.reserve(stored + 4);
    for (at, &byte) in bytes[..stored].iter().enumerate() {
        let wrong = |number| (at, ReadProblem::NotAMove { text: byte.to_string(), number });
        let [column, row] = [byte % row_step::<S>(), byte / row_step::<S>()];
        let square = column.checked_sub(1).zip(row.checked_sub(1));
        let square = square.and_then(|(column, row)| Square::at(column, row));
        let played = Move::Place(square.ok_or_else(|| wrong(game.length() + 1))?);
        game.play_after_pass(played).map_err(|illegal| {
            let text = played.to_string();
            (at, ReadProblem::of_word(illegal.into(), &text, game.length() + 1))
        })?;
    }
    Ok(stored)
}

/// Collects the games of a WTHOR file: one board size, year and number of empties for the theory,
/// determined by the first game.
#[derive(Clone, Debug, Default)]
pub struct WthorWriter {
    /// The names so far; new names of games are added.
    pub names: Names,
    side: Option<u8>,
    year: Option<u16>,
    empties: Option<u8>,
    count: u32,
    games: Vec<u8>,
}

impl WthorWriter {
    /// A writer that continues these lists of names.
    pub fn with_names(names: Names) -> WthorWriter {
        WthorWriter { names, ..WthorWriter::default() }
    }

    /// Adds a game, and returns what the file cannot hold.
    pub fn add(&mut self, record: &Record) -> Result<Vec<LostPart>, UnsupportedGame> {
        let side = record.game.side();
        if !record.game.has_standard_start() {
            return Err(UnsupportedGame::Start);
        }
        match self.side {
            _ if !matches!(side, 8 | 10) => return Err(UnsupportedGame::Size { side }),
            Some(expected) if side != expected => {
                return Err(UnsupportedGame::OtherSize { side, expected });
            }
            _ => {}
        }
        let mut lost = Vec::new();
        let mut number = |list: &mut NameList, text: &str| -> Result<[u8; 2], UnsupportedGame> {
            let (number, is_whole) = list.number(text).ok_or(UnsupportedGame::TooManyNames)?;
            if !is_whole && !lost.contains(&LostPart::LongNames) {
                lost.push(LostPart::LongNames);
            }
            Ok(number.to_le_bytes())
        };
        let event = if record.event.is_empty() { &record.place } else { &record.event };
        let mut bytes = Vec::with_capacity(104);
        bytes.extend(number(&mut self.names.tournaments, event)?);
        for color in Color::ALL {
            bytes.extend(number(&mut self.names.players, record.game.name(color))?);
        }
        bytes.push(score_byte(record, &mut lost));
        let theory = self.theory_byte(record, &mut lost);
        bytes.push(theory);
        with_game!(&record.game, game => push_moves(&mut bytes, game));

        let year = year_of(&record.date);
        self.year = self.year.or(year);
        let is_held = record.date.len() == 4 && year.is_some() && year == self.year;
        if !record.date.is_empty() && !is_held {
            lost.push(LostPart::Date);
        }
        self.side = Some(side);
        self.count += 1;
        self.games.extend(bytes);
        Ok(lost)
    }

    /// Black's discs after perfect play. The format cannot express that they are unknown.
    fn theory_byte(&mut self, record: &Record, lost: &mut Vec<LostPart>) -> u8 {
        let squares = i32::from(record.game.squares());
        let placed = with_game!(&record.game, game => {
            game.moves().iter().filter(|played| played.played != Move::Pass).count()
        });
        let reaches = |empties: u8| placed + usize::from(empties) >= squares as usize - 4;
        let Some(theory) = record.theoretical else {
            if reaches(self.empties.unwrap_or(NEW_EMPTIES)) {
                lost.push(LostPart::NoTheoretical);
            }
            return 0;
        };
        // Zero empties would be read as the default.
        let is_same =
            theory.empties > 0 && theory.empties == *self.empties.get_or_insert(theory.empties);
        let discs = u8::try_from((squares + theory.black_score) / 2).ok();
        let is_even = (squares + theory.black_score) % 2 == 0;
        let discs = discs.filter(|&discs| is_same && is_even && i32::from(discs) <= squares);
        // Readers take 0 for missing if the game does not reach the position.
        discs.filter(|&discs| discs > 0 || reaches(theory.empties)).unwrap_or_else(|| {
            lost.push(LostPart::Theoretical);
            0
        })
    }

    /// Writes the file with its creation date. The names are written separately.
    pub fn write(&self, file: &mut impl Write, made: Day) -> io::Result<()> {
        file.write_all(&header(
            made,
            self.count,
            0,
            self.year.unwrap_or(0),
            [self.side.unwrap_or(8), 0, self.empties.unwrap_or(NEW_EMPTIES), 0],
        ))?;
        file.write_all(&self.games)
    }
}

/// A calendar date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Day {
    pub year: u16,
    pub month: u8,
    pub day: u8,
}

impl Day {
    /// The date `days` days after 1 January 1970.
    ///
    /// ```
    /// use othellier_record::wthor::Day;
    /// for (days, year, month, day) in
    ///     [(0, 1970, 1, 1), (59, 1970, 3, 1), (11_016, 2000, 2, 29), (20_772, 2026, 11, 15)]
    /// {
    ///     assert_eq!(Day::after_epoch(days), Day { year, month, day });
    /// }
    /// ```
    pub fn after_epoch(mut days: u64) -> Day {
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
}

fn header(made: Day, games: u32, names: u16, year: u16, rest: [u8; 4]) -> Vec<u8> {
    let [century, in_century] = [made.year / 100, made.year % 100].map(|part| part as u8);
    let mut bytes = vec![century, in_century, made.month, made.day];
    bytes.extend(games.to_le_bytes());
    bytes.extend(names.to_le_bytes());
    bytes.extend(year.to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// Black's final discs. The format cannot express that they are unknown: then the discs on the
/// board are written.
fn score_byte(record: &Record, lost: &mut Vec<LostPart>) -> u8 {
    let squares = f64::from(record.game.squares());
    let discs = |score: f64| {
        let discs = (squares + score) / 2.0;
        (discs.fract() == 0.0 && (0.0..=squares).contains(&discs)).then_some(discs as u8)
    };
    let on_board = with_game!(&record.game, game => game.position().discs(Color::Black).len());
    match record.black_score().map(discs) {
        Some(Some(discs)) => discs,
        Some(None) => {
            lost.push(LostPart::Score);
            let shown = record.game.outcome().map(|outcome| f64::from(outcome.black_score));
            shown.and_then(discs).unwrap_or(on_board as u8)
        }
        None => {
            lost.push(LostPart::NoResult);
            on_board as u8
        }
    }
}

fn push_moves<S: Size>(bytes: &mut Vec<u8>, game: &Game<S>) {
    let end = bytes.len() + most_moves::<S>();
    bytes.extend(game.moves().iter().filter_map(|played| match played.played {
        Move::Place(square) => Some((square.row() + 1) * row_step::<S>() + square.column() + 1),
        Move::Pass => None,
    }));
    bytes.resize(end, 0);
}

/// The leading year of a date.
fn year_of(date: &str) -> Option<u16> {
    let digits = date.bytes().take_while(u8::is_ascii_digit).count();
    (digits == 4).then(|| date[..4].parse().ok())?.filter(|&year| year > 0)
}

#[cfg(test)]
mod tests {
    use othellier_board::{Position, Ten};

    use super::*;
    use crate::transcript;

    const MADE: Day = Day { year: 2026, month: 11, day: 15 };

    fn file(records: &[Record]) -> (Vec<u8>, Names) {
        let mut archive = WthorWriter::default();
        for record in records {
            archive.add(record).unwrap();
        }
        let mut bytes = Vec::new();
        archive.write(&mut bytes, MADE).unwrap();
        (bytes, archive.names)
    }

    fn record(moves: &str) -> Record {
        let mut record = Record::from(transcript::read(Position::start(), moves).unwrap());
        record.date = "1999".to_owned();
        record
    }

    /// The first error in the bytes.
    fn error(bytes: &[u8]) -> String {
        let names = Names::default();
        let mut errors = read(bytes, &names).filter_map(Result::err);
        errors.next().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn every_byte_is_in_its_place() {
        let mut game = record("f5d6");
        game.game.set_name(Color::White, "Québec");
        let (bytes, names) = file(&[game]);
        assert_eq!(bytes[..16], [20, 26, 11, 15, 1, 0, 0, 0, 0, 0, 0xcf, 7, 8, 0, 24, 0]);
        assert_eq!(bytes[16..27], [0, 0, 0, 0, 1, 0, 3, 0, 56, 64, 0]);
        assert_eq!(bytes.len(), 16 + 68);
        let mut list = Vec::new();
        names.players.write(&mut list, MADE).unwrap();
        assert_eq!(list[8..16], [2, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(list[36..43], *b"Qu\xe9bec\0");
    }

    #[test]
    fn ten_by_ten_has_longer_games() {
        let game = transcript::read(Position::<Ten>::default(), "g6g5").unwrap();
        let (bytes, names) = file(&[Record::from(game.clone())]);
        assert_eq!(bytes.len(), 16 + 104);
        assert_eq!(bytes[24..26], [12 * 6 + 7, 12 * 5 + 7]);
        let read = read(&bytes[..], &names).next().unwrap().unwrap();
        assert_eq!(with_game!(&read.game, game => transcript::write(game)), "g6g5");
    }

    #[test]
    fn errors_have_their_offset() {
        let (bytes, _) = file(&[record("f5d6"), record("f5f6")]);
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            error(&bytes)
        };
        assert_eq!(error(&bytes), "");
        assert_eq!(with(12, 6), "offset 12: a board of size `6`; expected 4, 6, 8 or 10");
        assert_eq!(with(13, 1), "offset 13: not a WTHOR file");
        assert_eq!(with(22, 65), "offset 22: a score of 65; expected 0 to 64");
        assert_eq!(with(25, 11), "offset 25: move 2, `a1`, is not legal");
        assert_eq!(with(25, 19), "offset 25: move 2, `19`, is not a move");
        assert_eq!(with(27, 56), "offset 27: move 3, `56`, is not a move");
        assert_eq!(with(4, 3), "offset 152: the header promises 3 games; found 2");
        assert_eq!(with(4, 1), "offset 84: 68 bytes follow the last game");
        assert_eq!(error(&bytes[..10]), "offset 0: not a WTHOR file");
        assert_eq!(error(&bytes[..100]), "offset 100: the header promises 2 games; found 1");
    }

    #[test]
    fn what_the_format_cannot_hold_is_rejected_or_reported() {
        let mut archive = WthorWriter::default();
        let four: Position<othellier_board::Four> = Position::default();
        assert_eq!(
            archive.add(&Record::from(Game::from_position(four))),
            Err(UnsupportedGame::Size { side: 4 })
        );
        let other = Position::start().with_disc_at(Square::A1, Some(Color::Black));
        assert_eq!(archive.add(&Game::from_position(other).into()), Err(UnsupportedGame::Start));
        assert_eq!(archive.add(&record("f5")), Ok(vec![LostPart::NoResult]));
        let ten = Record::from(Game::<Ten>::default());
        assert_eq!(archive.add(&ten), Err(UnsupportedGame::OtherSize { side: 10, expected: 8 }));
        let mut late = record("f5");
        late.date = "2001-05-09".to_owned();
        late.score = Some(4.0);
        late.game.set_name(Color::Black, "A name of more than nineteen letters");
        assert_eq!(archive.add(&late), Ok(vec![LostPart::LongNames, LostPart::Date]));
    }
}

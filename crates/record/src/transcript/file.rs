//! Files of transcripts: one game per line.
//!
//! ```text
//! line := [ start ] transcript       start := "startpos" | board side
//! ```
//!
//! The default start is the standard one of the size given by the caller. A board contains no white
//! space. Blank lines and lines that start with `#` or `%` are ignored. A game may span several
//! lines: a line that starts with a move number above 1, or that cannot start a game, continues the
//! game of the line before, if possible.

use std::io::{self, BufRead, Write};

use othellier_board::{Move, Position, Size};

use crate::error::{Location, ReadError, ReadProblem};
use crate::lines::Lines;
use crate::properties::parse_decimal;
use crate::record::check_score;
use crate::{AnyGame, Game, Record, guess_side, with_game, with_size};

/// An iterator over the games of a file; `side` is used if a line does not show its board.
pub fn read<R: BufRead>(file: R, side: u8) -> impl Iterator<Item = Result<Record, ReadError>> {
    Games { lines: Lines::new(file), side, last: None, waiting: None }
}

struct Games<R> {
    lines: Lines<R>,
    side: u8,
    /// The last game, which the next line may continue.
    last: Option<Record>,
    /// An error to report after it.
    waiting: Option<ReadError>,
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.last.is_none()
                && let Some(error) = self.waiting.take()
            {
                return Some(Err(error));
            }
            let (number, line) = match self.lines.next() {
                None => return self.last.take().map(Ok),
                Some(Ok(line)) => line,
                Some(Err(error)) => match self.last.take() {
                    None => return Some(Err(error)),
                    last => {
                        self.waiting = Some(error);
                        return last.map(Ok);
                    }
                },
            };
            let text = line.trim();
            let read = if text.starts_with(['#', '%']) || text.is_empty() {
                Ok(None)
            } else {
                self.read_line(Location::Line(number), text)
            };
            let before = match read {
                Ok(Some((record, true))) => {
                    self.last = Some(record);
                    continue;
                }
                Ok(Some((record, false))) => self.last.replace(record),
                Ok(None) => self.last.take(),
                Err(error) => {
                    self.waiting = Some(error);
                    self.last.take()
                }
            };
            if before.is_some() {
                return before.map(Ok);
            }
        }
    }
}

impl<R> Games<R> {
    /// The game of a line, and whether it continues the game before it.
    fn read_line(
        &self,
        location: Location,
        text: &str,
    ) -> Result<Option<(Record, bool)>, ReadError> {
        let as_continuation = || {
            let record = self.last.as_ref().filter(|last| last.score.is_none())?;
            append_moves(record.clone(), text, location).ok().map(|record| Some((record, true)))
        };
        let first_number: String = text.chars().take_while(char::is_ascii_digit).collect();
        if first_number.parse().is_ok_and(|number: u32| number > 1)
            && let Some(read) = as_continuation()
        {
            return Ok(read);
        }
        match parse(text, self.side, location) {
            Ok(record) => Ok(Some((record, false))),
            Err(problem) => as_continuation().ok_or_else(|| location.error(problem)),
        }
    }
}

/// The game of one line.
pub(crate) fn parse(text: &str, side: u8, location: Location) -> Result<Record, ReadProblem> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if first.eq_ignore_ascii_case("startpos") {
        return with_size!(side, S => parse_from::<S>(Position::default(), rest, location))
            .unwrap_or_else(|| Err(ReadProblem::OtherSize { size: side.to_string() }));
    }
    // Ten characters are fewer than any board and more than any move.
    let Some(shown) = guess_side(first).filter(|_| first.len() > 10) else {
        return with_size!(side, S => parse_from::<S>(Position::default(), text, location))
            .unwrap_or_else(|| Err(ReadProblem::OtherSize { size: side.to_string() }));
    };
    let squares = usize::from(shown) * usize::from(shown);
    let is_glued = first.len() > squares;
    let rest = rest.trim_start();
    let (turn, moves) = if is_glued {
        ("", rest)
    } else {
        rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
    };
    let board = format!("{first} {turn}");
    with_size!(shown, S => {
        let start: Position<S> =
            board.parse().map_err(|error: othellier_board::ParsePositionError| {
                ReadProblem::BadStart { why: error.into() }
            })?;
        parse_from::<S>(start, moves, location)
    })
    .expect("a side that was guessed")
}

fn parse_from<S: Size>(
    start: Position<S>,
    moves: &str,
    location: Location,
) -> Result<Record, ReadProblem>
where
    AnyGame: From<Game<S>>,
{
    let mut game = Game::from_position(start);
    game.reserve(usize::from(S::SQUARES));
    append_moves(Record::from(game), moves, location)
}

/// Appends the moves of a line, and sets the result that follows them.
fn append_moves(mut record: Record, text: &str, location: Location) -> Result<Record, ReadProblem> {
    let result = with_game!(&mut record.game, game => {
        super::append_moves(game, text).map_err(|(_, word, problem)| {
            ReadProblem::of_word(problem, word, game.length() + 1)
        })?
    });
    if let Some(score) = parse_result(result) {
        record.set_score(score);
        check_score(&mut record, location);
    }
    Ok(record)
}

/// `: 34-30`, `+12`.
pub(crate) fn parse_result(text: &str) -> Option<f64> {
    let text = text.trim().strip_prefix(':').unwrap_or(text).trim();
    match text.split_once('-') {
        Some((black, white)) if !black.is_empty() => {
            let score = parse_decimal(black)? - parse_decimal(white)?;
            score.is_finite().then_some(score)
        }
        _ => parse_decimal(text),
    }
}

/// Writes one game on a line: passes are omitted, except one at the end, and so is a result that
/// follows from the moves.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    write_start(file, record)?;
    write_moves(file, record)?;
    match result_text(record).filter(|_| record.score.is_some()) {
        Some(result) => writeln!(file, ": {result}"),
        None => file.write_all(b"\n"),
    }
}

fn write_start(file: &mut impl Write, record: &Record) -> io::Result<()> {
    if record.game.side() != 8 || !record.game.has_standard_start() {
        with_game!(&record.game, game => write!(file, "{} ", game.start()))
    } else if record.game.length() == 0 {
        file.write_all(b"startpos ")
    } else {
        Ok(())
    }
}

fn write_moves(file: &mut impl Write, record: &Record) -> io::Result<()> {
    with_game!(&record.game, game => {
        let mut line = Vec::with_capacity(3 * game.length());
        for played in game.moves() {
            if let Move::Place(square) = played.played {
                line.push(b'a' + square.column());
                match square.row() {
                    9 => line.extend(b"10"),
                    row => line.push(b'1' + row),
                }
            }
        }
        if record.game.ends_with_pass() {
            line.extend(b"--");
        }
        file.write_all(&line)
    })
}

/// The discs of Black and White, or the difference if these are not integers; `None` if that is not
/// an integer either.
pub(crate) fn result_text(record: &Record) -> Option<String> {
    let score = record.black_score().filter(|score| score.fract() == 0.0)?;
    let squares = f64::from(record.game.squares());
    let black = (squares + score) / 2.0;
    if black.fract() == 0.0 && (0.0..=squares).contains(&black) {
        Some(format!("{black}-{}", squares - black))
    } else {
        Some(format!("{score:+}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Vec<Result<String, String>> {
        let written = |record: Record| {
            let mut line = Vec::new();
            write(&mut line, &record).unwrap();
            String::from_utf8(line).unwrap().trim_end().to_owned()
        };
        let read = read(text.as_bytes(), 8);
        read.map(|read| read.map(written).map_err(|error| error.to_string())).collect()
    }

    #[track_caller]
    fn check(text: &str, games: &[&str]) {
        let games: Vec<_> = games.iter().map(|&game| Ok(game.to_owned())).collect();
        assert_eq!(read_text(text), games, "{text:?}");
    }

    #[test]
    fn a_game_may_span_several_lines() {
        check("f5d6c3\nf5f6\n", &["f5d6c3", "f5f6"]);
        check("% openings\n\nf5d6\n# one more\nc4c3\n", &["f5d6", "c4c3"]);
        check("1. f5 d6\n2. c3 d3\n3. c4\n\n1. f5 f6\n", &["f5d6c3d3c4", "f5f6"]);
        check("1. f5d6c3\n2. f5f6\n3. f5f4\n", &["f5d6c3", "f5f6", "f5f4"]);
        check("f5d6\nc3d3\n", &["f5d6c3d3"]);
        check("", &[]);
    }

    #[test]
    fn starts_and_results_are_kept() {
        check("startpos\nstartpos f5\n", &["startpos", "f5"]);
        check("f5d6: 40-24\nf5d6 +3\n", &["f5d6: 40-24", "f5d6: +3"]);
        let four = "-----OX--XO----- X";
        let glued = "-----OX--XO-----X";
        let written = format!("{four} a2");
        check(&format!("{four} a2\n{glued} a2"), &[&written, &written]);
        let pass = format!("-OXXXO--{} X", "-".repeat(56));
        check(&format!("{pass} a1--"), &[&format!("{pass} a1--")]);
    }

    #[test]
    fn an_error_has_its_line_and_the_rest_is_read() {
        let read = read_text("f5d6\nhello\nf5a1\nf5f6");
        assert_eq!(read[0], Ok("f5d6".to_owned()));
        assert_eq!(read[1], Err("line 2: move 1, `hello`, is not a move".to_owned()));
        assert_eq!(read[2], Err("line 3: move 2, `a1`, is not legal".to_owned()));
        assert_eq!(read[3], Ok("f5f6".to_owned()));
    }
}

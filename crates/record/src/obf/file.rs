//! Games in a problem file: the position each has come to, and the game itself as a comment.
//!
//! `BOARD X; % game: f5d6c3` is such a line; after `game:` stands a line as those of transcripts. A
//! problem without one is a game that has not begun. The scores of its moves are kept as tags.

use std::io::{self, BufRead, Write};

use othellier_board::{Size, with_size};

use super::{Problem, holds_problem, parse};
use crate::fault::{Fault, Place, ReadError};
use crate::format::Format;
use crate::lines::Lines;
use crate::transcript::file as transcripts;
use crate::{AnyGame, Game, Record, Tag, guess_side, with_game};

/// What stands before a game.
const GAME: &str = "game:";
/// The name of the tag that keeps the score of the position itself.
const SCORE: &str = "score";

/// The positions of a file as games, as they are asked for.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    Lines::new(file).filter_map(|line| {
        let (number, line) = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let place = Place::Line(number);
        let read = |line: &str| {
            let board = line.split([';', '%']).next().unwrap_or_default();
            with_size!(guess_side(board).unwrap_or(8), S => read_line::<S>(line, place))
                .expect("a side that was guessed")
        };
        holds_problem(&line).then(|| read(&line).map_err(|fault| place.error(fault)))
    })
}

fn read_line<S: Size>(line: &str, place: Place) -> Result<Record, Fault>
where
    AnyGame: From<Game<S>>,
{
    let problem: Problem<S> = parse(line).map_err(|(_, fault)| Fault::Problem(fault))?;
    let comment = problem.comment.unwrap_or_default();
    let mut record = match comment.strip_prefix(GAME) {
        Some(game) => transcripts::parse(game.trim(), S::SIDE, place)?,
        None => Record { comment, ..Record::from(Game::from_position(problem.position)) },
    };
    let reached = with_game!(&record.game, game => game.position().to_string());
    if reached != problem.position.to_string() {
        let why = "the game of the comment leads elsewhere".to_owned();
        return Err(Fault::BadStart { why });
    }
    let mut tag = |name: String, score: i32| {
        let value = format!("{score:+}");
        record.tags.push(Tag { format: Format::Obf, at: 0, name, value });
    };
    for (played, score) in problem.scores {
        tag(played.to_string(), score);
    }
    if let Some(score) = problem.score {
        tag(SCORE.to_owned(), score);
    }
    Ok(record)
}

/// Writes one line.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    with_game!(&record.game, game => {
        let mut problem = Problem::new(*game.position());
        for tag in record.tags_at(Format::Obf, 0) {
            let Ok(score) = tag.value.parse() else { continue };
            match tag.name.parse() {
                Ok(played) => problem.scores.push((played, score)),
                Err(_) => problem.score = Some(score),
            }
        }
        problem.comment = match holds_comment(record) {
            true if !record.comment.is_empty() => Some(record.comment.clone()),
            _ if is_bare(record) => None,
            _ => {
                let mut line = Vec::new();
                transcripts::write(&mut line, record)?;
                Some(format!("{GAME} {}", String::from_utf8_lossy(&line).trim()))
            }
        };
        writeln!(file, "{problem}")
    })
}

/// Whether a record is a position and nothing more.
fn is_bare(record: &Record) -> bool {
    record.game.length() == 0 && record.score.is_none()
}

/// Whether the comment of a record can stand on its line as it is.
pub(crate) fn holds_comment(record: &Record) -> bool {
    let comment = &record.comment;
    is_bare(record)
        && record.notes.is_empty()
        && !comment.starts_with(GAME)
        && comment.trim() == comment
        && !comment.contains(char::is_control)
}

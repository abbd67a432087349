//! Games in a problem file: the final position of each, and the game itself as a comment.
//!
//! Such a line is `BOARD X; % game: f5d6c3`, with a transcript after `game:`. A problem without one
//! is a game without moves. The scores of moves are kept as tags.

use std::io::{self, BufRead, Write};

use othellier_board::Size;

use super::{Problem, holds_problem, parse};
use crate::error::{Location, ReadError, ReadProblem, StartFault};
use crate::format_name::Format;
use crate::lines::Lines;
use crate::transcript::file as transcripts;
use crate::{AnyGame, Game, Record, Tag, guess_side, with_game, with_size};

/// The prefix of a game.
const GAME: &str = "game:";
/// The name of the tag that holds the score of the position itself.
const SCORE: &str = "score";

/// An iterator over the positions of a file as games.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    Lines::new(file).filter_map(|line| {
        let (number, line) = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let location = Location::Line(number);
        let read = |line: &str| {
            let board = line.split([';', '%']).next().unwrap_or_default();
            with_size!(guess_side(board).unwrap_or(8), S => read_line::<S>(line, location))
                .expect("a side that was guessed")
        };
        holds_problem(&line).then(|| read(&line).map_err(|problem| location.error(problem)))
    })
}

fn read_line<S: Size>(line: &str, location: Location) -> Result<Record, ReadProblem>
where
    AnyGame: From<Game<S>>,
{
    let problem: Problem<S> = parse(line).map_err(|(_, problem)| ReadProblem::Obf(problem))?;
    let comment = problem.comment.unwrap_or_default();
    let mut record = match comment.strip_prefix(GAME) {
        Some(game) => transcripts::parse(game.trim(), S::SIDE, location)?,
        None => Record { comment, ..Record::from(Game::from_position(problem.position)) },
    };
    let reached = with_game!(&record.game, game => game.position().to_string());
    if reached != problem.position.to_string() {
        return Err(ReadProblem::BadStart { why: StartFault::OtherPosition });
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

/// Whether a record is only a position.
fn is_bare(record: &Record) -> bool {
    record.game.length() == 0 && record.score.is_none()
}

/// Whether the comment of a record can be written unchanged.
pub(crate) fn holds_comment(record: &Record) -> bool {
    let comment = &record.comment;
    is_bare(record)
        && record.notes.is_empty()
        && !comment.starts_with(GAME)
        && comment.trim() == comment
        && !comment.contains(char::is_control)
}

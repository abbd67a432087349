//! What is wrong with games, in the language of the reader.

use othellier_board::{ParsePositionError, Size};
use othellier_record::transcript::TranscriptProblem;
use othellier_record::{Doubt, Fault, Part, Place, PositionTextError, ReadError, Unwritable};

use crate::lang::{Lang, say};

/// Where something is.
pub(crate) fn place(lang: Lang, place: Place) -> String {
    match place {
        Place::Line(line) => say!(lang, "games-line", line = line.to_string()),
        Place::Offset(offset) => say!(lang, "games-offset", offset = offset.to_string()),
    }
}

/// Where and why there is no game.
pub(crate) fn read_error(lang: Lang, error: &ReadError) -> String {
    format!("{}: {}", place(lang, error.place), fault(lang, &error.fault))
}

/// Why a text is no position.
pub(crate) fn position<S: Size>(lang: Lang, error: &PositionTextError<S>) -> String {
    match error {
        PositionTextError::Unknown { text } => say!(lang, "position-unknown", text = shown(text)),
        PositionTextError::OtherSize { found } => {
            say!(lang, "position-size", found = *found, side = S::SIDE)
        }
        PositionTextError::Board(ParsePositionError::UnexpectedCharacter { letter, offset }) => {
            let letter = letter.to_string();
            say!(lang, "position-letter", letter = shown(&letter), offset = offset.to_string())
        }
        PositionTextError::Board(ParsePositionError::TooShort { read, cells }) => {
            say!(lang, "position-short", read = *read, cells = *cells)
        }
        PositionTextError::Board(ParsePositionError::NoSideToMove) => lang.text("position-side"),
        PositionTextError::Moves(error) => {
            let key = match error.problem {
                TranscriptProblem::NotAMove => "fault-not-a-move",
                TranscriptProblem::Illegal => "fault-illegal",
                TranscriptProblem::GameOver => "fault-after-end",
                TranscriptProblem::PassNotForced => "fault-pass",
            };
            numbered(lang, key, &error.text, error.move_number())
        }
    }
}

/// Why there is no game.
pub(crate) fn fault(lang: Lang, fault: &Fault) -> String {
    match fault {
        Fault::Unreadable(error) => say!(lang, "fault-unreadable", why = error.to_string()),
        Fault::OtherFormat { format } => say!(lang, "fault-format", format = *format),
        Fault::Cut => lang.text("fault-cut"),
        Fault::TooLong => lang.text("fault-long"),
        Fault::NoGame { text } => say!(lang, "fault-no-game", text = shown(text)),
        Fault::OtherGame { game } => say!(lang, "fault-other-game", game = shown(game)),
        Fault::OtherSize { size } => say!(lang, "fault-size", size = shown(size)),
        Fault::BadStart { why } => say!(lang, "fault-start", why = why.as_str()),
        Fault::SetUp { after } => say!(lang, "fault-set-up", after = after.to_string()),
        Fault::NotAMove { text, number } => numbered(lang, "fault-not-a-move", text, *number),
        Fault::IllegalMove { text, number } => numbered(lang, "fault-illegal", text, *number),
        Fault::AfterEnd { text, number } => numbered(lang, "fault-after-end", text, *number),
        Fault::PassNotForced { number } => numbered(lang, "fault-pass", "--", *number),
        Fault::BadScore { found, most } => {
            say!(lang, "fault-score", found = found.to_string(), most = most.to_string())
        }
        Fault::Missing { promised, found } => {
            say!(lang, "fault-missing", promised = *promised, found = *found)
        }
        Fault::MissingNames { promised, found } => {
            say!(lang, "fault-names", promised = *promised, found = *found)
        }
        Fault::Extra { bytes } => say!(lang, "fault-extra", bytes = *bytes),
        // Problems and saved games have words of their own, in English.
        Fault::Problem(problem) => problem.to_string(),
        Fault::Save(problem) => problem.to_string(),
    }
}

fn numbered(lang: Lang, key: &str, text: &str, number: usize) -> String {
    say!(lang, key, text = shown(text), number = number.to_string())
}

/// A text from a file, short and on one line.
fn shown(text: &str) -> String {
    let mut shown: String =
        text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// What is doubtful in a game.
pub(crate) fn doubt(lang: Lang, doubt: &Doubt) -> String {
    match doubt {
        Doubt::Score { said, shown } => {
            say!(lang, "doubt-score", said = format!("{said:+}"), shown = format!("{shown:+}"))
        }
        Doubt::Color { number } => say!(lang, "doubt-color", number = number.to_string()),
        Doubt::PassAfterEnd => lang.text("doubt-pass"),
        Doubt::Variations { count } => say!(lang, "doubt-variations", count = *count),
        Doubt::Value { name, text } => {
            say!(lang, "doubt-value", name = name.as_str(), text = shown(text))
        }
        Doubt::NoName { number, known } => {
            say!(lang, "doubt-name", number = number.to_string(), known = *known)
        }
    }
}

/// Why a game cannot be written.
pub(crate) fn unwritable(lang: Lang, why: Unwritable) -> String {
    match why {
        Unwritable::Start => lang.text("unwritable-start"),
        Unwritable::Size { side } => say!(lang, "unwritable-size", side = side),
        Unwritable::OtherSize { side, expected } => {
            say!(lang, "unwritable-other-size", side = side, expected = expected)
        }
        Unwritable::TooManyNames => lang.text("unwritable-names"),
    }
}

/// What so many games lose.
pub(crate) fn loss(lang: Lang, part: Part, games: u64) -> String {
    let what = lang.text(&format!("part-{}", part.word()));
    say!(lang, "games-lost", what = what, games = games)
}

/// That so many games are doubtful.
pub(crate) fn doubtful(lang: Lang, games: u64) -> String {
    say!(lang, "convert-doubtful", games = games)
}

//! Errors and warnings about games, localised.

use othellier_board::{ParsePositionError, Size};
use othellier_record::transcript::TranscriptProblem;
use othellier_record::{
    Location, LostPart, PositionTextError, ReadError, ReadProblem, UnsupportedGame, WarningKind,
};

use crate::{Lang, Localized, tr};

impl Localized for Location {
    fn in_language(&self, lang: Lang) -> String {
        location(lang, *self)
    }
}

impl Localized for ReadError {
    fn in_language(&self, lang: Lang) -> String {
        read_error(lang, self)
    }
}

impl Localized for ReadProblem {
    fn in_language(&self, lang: Lang) -> String {
        problem(lang, self)
    }
}

impl Localized for WarningKind {
    fn in_language(&self, lang: Lang) -> String {
        warning(lang, self)
    }
}

impl Localized for UnsupportedGame {
    fn in_language(&self, lang: Lang) -> String {
        unsupported(lang, *self)
    }
}

fn location(lang: Lang, location: Location) -> String {
    match location {
        Location::Line(line) => tr!(lang, "games-line", line = line.to_string()),
        Location::Offset(offset) => tr!(lang, "games-offset", offset = offset.to_string()),
    }
}

/// A read error with its location.
fn read_error(lang: Lang, error: &ReadError) -> String {
    let (place, why) = (location(lang, error.location), problem(lang, &error.problem));
    tr!(lang, "match-file-refused", file = place, why = why)
}

/// Why a text is not a position.
pub(crate) fn position<S: Size>(lang: Lang, error: &PositionTextError<S>) -> String {
    match error {
        PositionTextError::Unknown { text } => tr!(lang, "position-unknown", text = shown(text)),
        PositionTextError::OtherSize { found } => {
            tr!(lang, "position-size", found = *found, side = S::SIDE)
        }
        PositionTextError::Board(ParsePositionError::UnexpectedCharacter { letter, offset }) => {
            let letter = letter.to_string();
            tr!(lang, "position-letter", letter = shown(&letter), offset = offset.to_string())
        }
        PositionTextError::Board(ParsePositionError::TooShort { read, cells }) => {
            tr!(lang, "position-short", read = *read, cells = *cells)
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

/// Why a game cannot be read.
fn problem(lang: Lang, problem: &ReadProblem) -> String {
    match problem {
        ReadProblem::Unreadable(error) => {
            tr!(lang, "fault-unreadable", why = error.in_language(lang))
        }
        ReadProblem::OtherFormat { format } => tr!(lang, "fault-format", format = *format),
        ReadProblem::Cut => lang.text("fault-cut"),
        ReadProblem::TooLong => lang.text("fault-long"),
        ReadProblem::NoGame { text } => tr!(lang, "fault-no-game", text = shown(text)),
        ReadProblem::OtherGame { game } => tr!(lang, "fault-other-game", game = shown(game)),
        ReadProblem::OtherSize { size } => tr!(lang, "fault-size", size = shown(size)),
        ReadProblem::BadStart { why } => tr!(lang, "fault-start", why = why.in_language(lang)),
        ReadProblem::SetUp { after } => tr!(lang, "fault-set-up", after = after.to_string()),
        ReadProblem::NotAMove { text, number } => numbered(lang, "fault-not-a-move", text, *number),
        ReadProblem::IllegalMove { text, number } => numbered(lang, "fault-illegal", text, *number),
        ReadProblem::AfterEnd { text, number } => numbered(lang, "fault-after-end", text, *number),
        ReadProblem::PassNotForced { number } => numbered(lang, "fault-pass", "--", *number),
        ReadProblem::BadScore { found, most } => {
            tr!(lang, "fault-score", found = found.to_string(), most = most.to_string())
        }
        ReadProblem::Missing { promised, found } => {
            tr!(lang, "fault-missing", promised = *promised, found = *found)
        }
        ReadProblem::MissingNames { promised, found } => {
            tr!(lang, "fault-names", promised = *promised, found = *found)
        }
        ReadProblem::Extra { bytes } => tr!(lang, "fault-extra", bytes = *bytes),
        ReadProblem::Obf(problem) => problem.in_language(lang),
        ReadProblem::Save(problem) => problem.in_language(lang),
    }
}

pub(crate) fn numbered(lang: Lang, key: &str, text: &str, number: usize) -> String {
    tr!(lang, key, text = shown(text), number = number.to_string())
}

/// A text from a file, truncated, on one line.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String =
        text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// A warning about a game.
fn warning(lang: Lang, warning: &WarningKind) -> String {
    match warning {
        WarningKind::Score { recorded, shown } => {
            tr!(lang, "doubt-score", said = format!("{recorded:+}"), shown = format!("{shown:+}"))
        }
        WarningKind::Color { number } => tr!(lang, "doubt-color", number = number.to_string()),
        WarningKind::PassAfterEnd => lang.text("doubt-pass"),
        WarningKind::Variations { count } => tr!(lang, "doubt-variations", count = *count),
        WarningKind::Value { name, text } => {
            tr!(lang, "doubt-value", name = name.as_str(), text = shown(text))
        }
        WarningKind::NoName { number, known } => {
            tr!(lang, "doubt-name", number = number.to_string(), known = *known)
        }
    }
}

/// Why a game cannot be written.
fn unsupported(lang: Lang, why: UnsupportedGame) -> String {
    match why {
        UnsupportedGame::Start => lang.text("unsupported-start"),
        UnsupportedGame::Size { side } => tr!(lang, "unsupported-size", side = side),
        UnsupportedGame::OtherSize { side, expected } => {
            tr!(lang, "unsupported-other-size", side = side, expected = expected)
        }
        UnsupportedGame::TooManyNames => lang.text("unsupported-names"),
    }
}

/// A lost part, and for how many games.
pub fn loss(lang: Lang, part: LostPart, games: u64) -> String {
    let what = lang.text(&format!("part-{}", part.word()));
    tr!(lang, "games-lost", what = what, games = games)
}

/// The number of games with warnings.
pub fn doubtful(lang: Lang, games: u64) -> String {
    tr!(lang, "convert-doubtful", games = games)
}

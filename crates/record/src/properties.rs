//! The common syntax of GGF and SGF: `(`, `;`, `)`, and properties `NAME[value]`.

use std::io::BufRead;

use othellier_board::{Color, Move, Size, Status};

use crate::error::{LONGEST_GAME, Location, ReadError, ReadProblem, Warning, WarningKind};
use crate::latin::decoded;
use crate::{Game, Theoretical};

/// A token of such a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A name and a value; several values may follow one name.
    Property(String, String),
}

/// How a value may contain `]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escape {
    None,
    /// `\` escapes the character after it.
    Backslash,
}

/// Tokenizer for a file, game by game.
pub(crate) struct Scanner<R> {
    file: R,
    escape: Escape,
    line: usize,
    /// Bytes of this game so far.
    bytes: usize,
    /// The nesting depth in this game, and whether the scanner is inside a value.
    open: usize,
    is_in_value: bool,
    name: String,
    /// The line where the last value began.
    value_line: usize,
    is_done: bool,
}

impl<R: BufRead> Scanner<R> {
    pub(crate) fn new(file: R, escape: Escape) -> Scanner<R> {
        let name = String::new();
        let (line, bytes, open, is_in_value, is_done) = (1, 0, 0, false, false);
        Scanner { file, escape, line, bytes, open, is_in_value, name, value_line: 1, is_done }
    }

    /// The location of the next byte.
    pub(crate) fn location(&self) -> Location {
        Location::Line(self.line)
    }

    /// The property that was read last.
    pub(crate) fn property(&self, name: String, value: String) -> Property {
        Property { location: Location::Line(self.value_line), name, value }
    }

    /// The next game: `read` consumes the tokens after its opening bracket, and the rest of the
    /// game is skipped. Text between games is an error, unless it is blank or a number.
    pub(crate) fn game<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner<R>) -> Result<T, ReadError>,
    ) -> Option<Result<T, ReadError>> {
        if self.is_done {
            return None;
        }
        let result = match self.find_game() {
            Ok(false) => Ok(None),
            Ok(true) => read(self).map(Some).and_then(|game| self.skip().map(|()| game)),
            Err(error) => Err(error),
        };
        let result = result.inspect_err(|_| drop(self.skip()));
        self.is_done = match &result {
            Ok(found) => found.is_none(),
            Err(error) => matches!(error.problem, ReadProblem::Unreadable(_)),
        };
        result.transpose()
    }

    /// Skips past the next opening bracket, if there is one.
    fn find_game(&mut self) -> Result<bool, ReadError> {
        let mut stray = Vec::new();
        let mut location = self.location();
        loop {
            match self.peek()? {
                Some(b'(') if stray.is_empty() => {
                    self.take()?;
                    (self.bytes, self.open) = (0, 1);
                    self.name.clear();
                    return Ok(true);
                }
                Some(b'(') | None if !stray.is_empty() => {
                    let text = decoded(stray);
                    let text = text.lines().next().unwrap_or_default().to_owned();
                    return Err(location.error(ReadProblem::NoGame { text }));
                }
                None => return Ok(false),
                Some(byte) => {
                    let is_filler = byte.is_ascii_whitespace()
                        || byte.is_ascii_digit()
                        || matches!(byte, 0xef | 0xbb | 0xbf if self.line == 1);
                    if stray.is_empty() && !is_filler {
                        location = self.location();
                    }
                    if stray.len() < 100 && !(stray.is_empty() && is_filler) {
                        stray.push(byte);
                    }
                    self.bytes = 0;
                    self.take()?;
                }
            }
        }
    }

    /// Skips the rest of a game, whatever it is.
    fn skip(&mut self) -> Result<(), ReadError> {
        while self.open > 0 {
            self.bytes = 0;
            if self.is_at_next_game()? {
                return Err(self.cut());
            }
            let Some(byte) = self.take()? else { return Err(self.cut()) };
            match (byte, self.is_in_value) {
                (b'\\', true) if self.escape == Escape::Backslash => drop(self.take()?),
                (b']', true) => self.is_in_value = false,
                (_, true) => {}
                (b'[', false) => self.is_in_value = true,
                (b'(', false) => self.open += 1,
                (b')', false) => self.open -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether another game starts before this one has ended; only SGF games nest brackets.
    fn is_at_next_game(&mut self) -> Result<bool, ReadError> {
        Ok(self.escape == Escape::None && !self.is_in_value && self.peek()? == Some(b'('))
    }

    /// The error for a game that is cut off by the end of the file or by another game.
    fn cut(&mut self) -> ReadError {
        (self.open, self.is_in_value) = (0, false);
        self.location().error(ReadProblem::Cut)
    }

    /// The next token of a game.
    pub(crate) fn token(&mut self) -> Result<Token, ReadError> {
        let mut name = String::new();
        loop {
            if self.is_at_next_game()? {
                return Err(self.cut());
            }
            let Some(byte) = self.take()? else { return Err(self.cut()) };
            match byte {
                b'(' => {
                    self.open += 1;
                    return Ok(Token::Open);
                }
                b')' => {
                    self.open -= 1;
                    return Ok(Token::Close);
                }
                b';' => name.clear(),
                b'[' => {
                    if !name.is_empty() {
                        self.name = name;
                    }
                    if self.name.is_empty() {
                        return Err(self
                            .location()
                            .error(ReadProblem::NoGame { text: "[".to_owned() }));
                    }
                    self.value_line = self.line;
                    return Ok(Token::Property(self.name.clone(), self.value()?));
                }
                b'A'..=b'Z' => name.push(byte.into()),
                // Property names in old files contain lower-case letters, which are ignored.
                byte if byte.is_ascii_lowercase() || byte.is_ascii_whitespace() => {}
                // The number before a game that follows an unterminated one.
                b'0'..=b'9' if self.escape == Escape::None => {}
                other => {
                    let text = decoded(vec![other]);
                    return Err(self.location().error(ReadProblem::NoGame { text }));
                }
            }
        }
    }

    /// The rest of a value.
    fn value(&mut self) -> Result<String, ReadError> {
        let mut value = Vec::new();
        self.is_in_value = true;
        loop {
            self.take_plain(&mut value)?;
            let Some(byte) = self.take()? else { return Err(self.cut()) };
            match byte {
                b']' => {
                    self.is_in_value = false;
                    return Ok(decoded(value));
                }
                b'\\' if self.escape == Escape::Backslash => match self.take()? {
                    Some(b'\r') if self.peek()? == Some(b'\n') => drop(self.take()?),
                    Some(b'\n' | b'\r') | None => {}
                    Some(escaped) => value.push(escaped),
                },
                _ => value.push(byte),
            }
        }
    }

    /// Fast path: takes the buffered bytes up to the next special character.
    fn take_plain(&mut self, value: &mut Vec<u8>) -> Result<(), ReadError> {
        self.peek()?;
        let room = LONGEST_GAME.saturating_sub(self.bytes);
        let Ok(bytes) = self.file.fill_buf() else { return Ok(()) };
        let is_plain = |byte: &u8| !matches!(byte, b']' | b'\\' | b'\n');
        let length = bytes.iter().take(room).take_while(|byte| is_plain(byte)).count();
        value.extend_from_slice(&bytes[..length]);
        self.file.consume(length);
        self.bytes += length;
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        loop {
            match self.file.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Location::Line(self.line).error(error)),
            }
        }
    }

    fn take(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.file.consume(1);
            self.line += usize::from(byte == b'\n');
            self.bytes += 1;
            if self.bytes > LONGEST_GAME {
                return Err(self.location().error(ReadProblem::TooLong));
            }
        }
        Ok(byte)
    }
}

/// A property of a game and its location.
pub(crate) struct Property {
    pub(crate) location: Location,
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Property {
    /// The side that moves, if this is a move.
    pub(crate) fn mover(&self) -> Option<Color> {
        match self.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        }
    }

    /// The warning that the value is not understood.
    pub(crate) fn warning(&self) -> Warning {
        let kind = WarningKind::Value { name: self.name.clone(), text: self.value.clone() };
        Warning { location: self.location, kind }
    }
}

/// The first property with a name.
pub(crate) fn first<'a>(properties: &'a [Property], name: &str) -> Option<&'a Property> {
    properties.iter().find(|property| property.name == name)
}

/// Plays a move attributed to a side. The side only serves as a check; an omitted pass is inserted,
/// and a pass after the end is ignored with a warning.
pub(crate) fn play<S: Size>(
    game: &mut Game<S>,
    (color, played): (Color, Move<S>),
    (location, text): (Location, &str),
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let is_over = matches!(game.position().status(), Status::Over { .. });
    if is_over && played == Move::Pass {
        warnings.push(Warning { location, kind: WarningKind::PassAfterEnd });
        return Ok(());
    }
    let number = game.length() + 1;
    game.play_after_pass(played)
        .map_err(|illegal| location.error(ReadProblem::of_word(illegal.into(), text, number)))?;
    if game.position().side_to_move() == color {
        warnings.push(Warning { location, kind: WarningKind::Color { number: game.length() } });
    }
    Ok(())
}

/// Sets a text that should occur once; warns about a second, different value.
pub(crate) fn set_text(field: &mut String, property: &Property, warnings: &mut Vec<Warning>) {
    if !field.is_empty() && *field != property.value {
        warnings.push(property.warning());
    } else {
        field.clone_from(&property.value);
    }
}

/// Appends a comment.
pub(crate) fn add_comment(field: &mut String, comment: &str) {
    if !field.is_empty() {
        field.push('\n');
    }
    field.push_str(comment);
}

/// `+8@24`: Black wins by 8 with perfect play from 24 empty squares on.
pub(crate) fn theoretical_text(theory: Theoretical) -> String {
    format!("{:+}@{}", theory.black_score, theory.empties)
}

/// Parses the output of [`theoretical_text`].
pub(crate) fn parse_theoretical(text: &str) -> Option<Theoretical> {
    let (score, empties) = text.split_once('@')?;
    Some(Theoretical { black_score: score.parse().ok()?, empties: empties.parse().ok()? })
}

/// Parses a finite decimal number.
pub(crate) fn parse_decimal(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number = is_number.then(|| text.parse().ok())?;
    number.filter(|number: &f64| number.is_finite())
}

//! What GGF and SGF have in common: `(`, `;`, `)`, and properties `NAME[value]`.

use std::io::BufRead;

use othellier_board::{Color, Move, Size, Status};

use crate::fault::{Doubt, Fault, LONGEST_GAME, Place, ReadError, Remark};
use crate::latin::decoded;
use crate::{Game, Theoretical};

/// A piece of such a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A name and a value; the name is that of the value before where several follow one name.
    Property(String, String),
}

/// How a value may hold its own closing bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escape {
    /// Not at all.
    None,
    /// `\` takes the meaning from the character after it.
    Backslash,
}

/// The pieces of a file, one game after the other.
pub(crate) struct Scanner<R> {
    file: R,
    escape: Escape,
    line: usize,
    /// Bytes of this game so far.
    bytes: usize,
    /// Brackets of this game that are open, and whether one of a value is.
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

    /// Where the next byte is.
    pub(crate) fn place(&self) -> Place {
        Place::Line(self.line)
    }

    /// The property that was read last.
    pub(crate) fn property(&self, name: String, value: String) -> Property {
        Property { place: Place::Line(self.value_line), name, value }
    }

    /// The next game: what `read` makes of the tokens after its opening bracket. Whatever `read`
    /// leaves of the game is skipped. What stands between the games is an error of its own, unless
    /// it is blank or a number.
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
            Err(error) => matches!(error.fault, Fault::Unreadable(_)),
        };
        result.transpose()
    }

    /// Goes past the next opening bracket, if there is one.
    fn find_game(&mut self) -> Result<bool, ReadError> {
        let mut stray = Vec::new();
        let mut place = self.place();
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
                    return Err(place.error(Fault::NoGame { text }));
                }
                None => return Ok(false),
                Some(byte) => {
                    let is_filler = byte.is_ascii_whitespace()
                        || byte.is_ascii_digit()
                        || matches!(byte, 0xef | 0xbb | 0xbf if self.line == 1);
                    if stray.is_empty() && !is_filler {
                        place = self.place();
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

    /// Whether another game begins before this one has ended; only those of SGF hold brackets.
    fn is_at_next_game(&mut self) -> Result<bool, ReadError> {
        Ok(self.escape == Escape::None && !self.is_in_value && self.peek()? == Some(b'('))
    }

    /// The file ends here, or another game begins.
    fn cut(&mut self) -> ReadError {
        (self.open, self.is_in_value) = (0, false);
        self.place().error(Fault::Cut)
    }

    /// The next piece of a game.
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
                        return Err(self.place().error(Fault::NoGame { text: "[".to_owned() }));
                    }
                    self.value_line = self.line;
                    return Ok(Token::Property(self.name.clone(), self.value()?));
                }
                b'A'..=b'Z' => name.push(byte.into()),
                // Old files have small letters in their names, to be left out.
                byte if byte.is_ascii_lowercase() || byte.is_ascii_whitespace() => {}
                // The number before a game that follows one without an end.
                b'0'..=b'9' if self.escape == Escape::None => {}
                other => {
                    let text = decoded(vec![other]);
                    return Err(self.place().error(Fault::NoGame { text }));
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

    /// Takes what is at hand of a value and has no meaning of its own: one byte after the other
    /// would be slow.
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
                Err(error) => return Err(Place::Line(self.line).error(error)),
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
                return Err(self.place().error(Fault::TooLong));
            }
        }
        Ok(byte)
    }
}

/// A property of a game and where it stands.
pub(crate) struct Property {
    pub(crate) place: Place,
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Property {
    /// The side whose move this is, if it is a move.
    pub(crate) fn mover(&self) -> Option<Color> {
        match self.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        }
    }

    /// The value is not understood.
    pub(crate) fn doubt(&self) -> Remark {
        let doubt = Doubt::Value { name: self.name.clone(), text: self.value.clone() };
        Remark { place: self.place, doubt }
    }
}

/// The first value of a name.
pub(crate) fn first<'a>(properties: &'a [Property], name: &str) -> Option<&'a Property> {
    properties.iter().find(|property| property.name == name)
}

/// Plays a move that is given to a side. That only serves as a check, and to find a pass that is
/// left unsaid; a pass after the end does no harm.
pub(crate) fn play<S: Size>(
    game: &mut Game<S>,
    (color, played): (Color, Move<S>),
    (place, text): (Place, &str),
    remarks: &mut Vec<Remark>,
) -> Result<(), ReadError> {
    let is_over = matches!(game.position().status(), Status::Over { .. });
    if is_over && played == Move::Pass {
        remarks.push(Remark { place, doubt: Doubt::PassAfterEnd });
        return Ok(());
    }
    let number = game.length() + 1;
    game.play_after_pass(played)
        .map_err(|illegal| place.error(Fault::of_word(illegal.into(), text, number)))?;
    if game.position().side_to_move() == color {
        remarks.push(Remark { place, doubt: Doubt::Color { number: game.length() } });
    }
    Ok(())
}

/// Takes over a text that should stand once.
pub(crate) fn set_text(field: &mut String, property: &Property, remarks: &mut Vec<Remark>) {
    if !field.is_empty() && *field != property.value {
        remarks.push(property.doubt());
    } else {
        field.clone_from(&property.value);
    }
}

/// Adds a comment to those before it.
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

/// What [`theoretical_text`] writes.
pub(crate) fn parse_theoretical(text: &str) -> Option<Theoretical> {
    let (score, empties) = text.split_once('@')?;
    Some(Theoretical { black_score: score.parse().ok()?, empties: empties.parse().ok()? })
}

/// A number with decimals; neither infinite nor none at all.
pub(crate) fn parse_decimal(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number = is_number.then(|| text.parse().ok())?;
    number.filter(|number: &f64| number.is_finite())
}

//! The main line of an SGF file of Othello, for `loadsgf`.
//!
//! An SGF file is a tree; its first children are the game, so everything before the first closing
//! bracket is it. `;` only separates: some programs write it before a move, some after.

use othellier_board::{Color, Move, Position, Size, Square, Status};
use othellier_record::Game;

/// A game as the file has it.
pub(crate) struct Record {
    /// Squares to a side.
    pub(crate) side: u8,
    properties: Vec<(String, Vec<String>)>,
}

impl Record {
    /// Reads the main line; the reason where there is none.
    pub(crate) fn read(text: &str) -> Result<Record, String> {
        let mut properties: Vec<(String, Vec<String>)> = Vec::new();
        let mut name = String::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '[' if !name.is_empty() => {
                    properties.push((std::mem::take(&mut name), vec![value(&mut letters)?]));
                }
                '[' => match properties.last_mut() {
                    Some((_, values)) => values.push(value(&mut letters)?),
                    None => return Err("a value has no property".to_owned()),
                },
                ')' => break,
                letter if letter.is_ascii_uppercase() => name.push(letter),
                _ => {}
            }
        }
        let record = Record { side: 8, properties };
        if record.first("GM") != Some("2") {
            return Err("no game of Othello; expected GM[2]".to_owned());
        }
        let side = record.first("SZ").map_or(Ok(8), |side| side.trim().parse());
        Ok(Record { side: side.map_err(|_| "SZ is no number".to_owned())?, ..record })
    }

    fn first(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|(known, _)| known == name);
        property.and_then(|(_, values)| values.first()).map(String::as_str)
    }

    /// The game on its board, up to the move before this one, if one is named.
    pub(crate) fn game<S: Size>(&self, before: Option<usize>) -> Result<Game<S>, String> {
        let mut game = Game::from_position(self.start()?);
        let moves = self.properties.iter().filter_map(|(name, values)| {
            let color = match name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, values.first()?))
        });
        for (color, text) in moves.take(before.map_or(usize::MAX, |before| before.max(1) - 1)) {
            let position = game.position();
            let skipped = position.side_to_move() != color;
            if skipped && position.status() == Status::MustPass {
                game.play(Move::Pass).map_err(|illegal| illegal.to_string())?;
            }
            let played = read_move(text).ok_or_else(|| format!("`{text}` is no move"))?;
            game.play(played).map_err(|illegal| illegal.to_string())?;
        }
        Ok(game)
    }

    /// The start, where the file sets discs; else that of every game.
    fn start<S: Size>(&self) -> Result<Position<S>, String> {
        let mut start = Position::default();
        let set_up = ["AB", "AW"].iter().any(|name| self.first(name).is_some());
        if set_up {
            for square in Square::all() {
                start = start.with_disc_at(square, None);
            }
        }
        for (name, values) in &self.properties {
            let color = match name.as_str() {
                "AB" => Color::Black,
                "AW" => Color::White,
                _ => continue,
            };
            for text in values {
                match read_move(text) {
                    Some(Move::Place(square)) => start = start.with_disc_at(square, Some(color)),
                    _ => return Err(format!("`{text}` is no square")),
                }
            }
        }
        let white = self.first("PL").is_some_and(|side| side.to_ascii_uppercase().starts_with('W'));
        if white && start.side_to_move() == Color::Black {
            start = Position::new(start.board().passed(), Color::White);
        }
        Ok(start)
    }
}

/// The rest of a value; `\` takes the meaning from the character after it.
fn value(letters: &mut std::str::Chars<'_>) -> Result<String, String> {
    let mut value = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            ']' => return Ok(value),
            '\\' => value.extend(letters.next()),
            _ => value.push(letter),
        }
    }
    Err("a value does not end".to_owned())
}

/// `f5`, or `fe` as Go has it; a pass is also an empty value.
fn read_move<S: Size>(text: &str) -> Option<Move<S>> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_bytes() {
        [] => Some(Move::Pass),
        [column @ b'a'..=b'j', row @ b'a'..=b'j'] => {
            Square::at(column - b'a', row - b'a').map(Move::Place)
        }
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Eight;
    use othellier_record::transcript;

    fn moves(text: &str) -> Result<String, String> {
        Record::read(text)?.game::<Eight>(None).map(|game| transcript::write_with_passes(&game))
    }

    #[test]
    fn the_usual_spellings() {
        for text in [
            "(;GM[2]FF[4];B[f5];W[d6];B[c3])",
            "(;GM[2]SZ[8]C[a \\] b]B[F5];W[D6];B[C3];)",
            "(;GM[2];B[fe];W[df](;B[cc])(;B[cd]))",
        ] {
            assert_eq!(moves(text).as_deref(), Ok("f5d6c3"), "{text}");
        }
    }

    #[test]
    fn a_start_of_its_own_and_a_pass_that_is_written_or_not() {
        let start = "(;GM[2]AB[c1][d1][e1]AW[b1][f1]PL[B]";
        for rest in [";B[a1];W[];B[g1])", ";B[a1];B[g1])", ";B[a1];W[pass];B[g1])"] {
            assert_eq!(moves(&format!("{start}{rest}")).as_deref(), Ok("a1--g1"), "{rest}");
        }
        let record = Record::read("(;GM[2]AB[b1]AW[a1]PL[W];W[c1])").unwrap();
        assert_eq!(record.game::<Eight>(None).unwrap().outcome().unwrap().black_score, -64);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, said) in [
            ("", "GM[2]"),
            ("(;GM[1];B[aa])", "GM[2]"),
            ("(;GM[2];B[a1])", "not legal"),
            ("(;GM[2];B[i9])", "`i9` is no move"),
            ("(;GM[2]SZ[x])", "SZ"),
            ("(;GM[2", "does not end"),
            ("[x]", "no property"),
        ] {
            let refusal = moves(text).unwrap_err();
            assert!(refusal.contains(said), "{text}: {refusal}");
        }
    }
}

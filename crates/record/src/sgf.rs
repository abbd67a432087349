//! Smart Game Format, for Othello: `GM[2]`.
//!
//! ```text
//! file := { "(" { node | variation } ")" }      node := ";" { NAME "[" value "]" { "[" value "]" } }
//! ```
//!
//! A file is a tree; its first children are the game, so everything before the first closing
//! bracket is it. What follows are variations: [`read`] counts them, [`read_variations`] reads each
//! as a game of its own. `;` only separates: some programs write it before a move, some after. `\` takes the meaning from the character after it.
//! A square is `f5`, or `fe` as in Go; a pass is an empty value or any usual spelling. Discs may be
//! set up (`AB`, `AW`) before the first move alone. `V` is what a move was thought to be worth, for
//! Black. Ours alone are `ET` (seconds that a move took) and `TH` (`+8@24`: the score of perfect
//! play from 24 empties on). All other properties are kept and written again.

use std::io::{self, BufRead, Write};

use othellier_board::{Color, Move, Position, Size, Square, with_size};

use crate::brackets::{
    Escape, Property, Scanner, Token, add_comment, first, parse_decimal, parse_theoretical, play,
    set_text, theoretical_text,
};
use crate::fault::{Doubt, Fault, LONGEST_GAME, Place, ReadError, Remark};
use crate::format::{Format, doubt_score};
use crate::save::{decimal_seconds, parse_seconds};
use crate::{AnyGame, Ending, Game, Record, Tag, with_game};

/// What all lines of one tree may come to, so that a small file cannot fill the memory.
const MOST_BYTES: usize = 16 * LONGEST_GAME;

/// The games of a file, as they are asked for. What stands beside them is remarked.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut scanner = Scanner::new(file, Escape::Backslash);
    std::iter::from_fn(move || scanner.game(|scanner| read_tree(scanner, false)?.remove(0)))
}

/// The same, and after each game its variations: every line that ends elsewhere is a game too, which
/// shares its beginning and what is said there, but not the result.
pub fn read_variations<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut scanner = Scanner::new(file, Escape::Backslash);
    let mut waiting = Vec::new().into_iter();
    std::iter::from_fn(move || {
        loop {
            if let Some(read) = waiting.next() {
                return Some(read);
            }
            match scanner.game(|scanner| read_tree(scanner, true))? {
                Ok(lines) => waiting = lines.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// The lines of a tree, the game first; the others are only counted unless they are wanted.
fn read_tree<R: BufRead>(
    scanner: &mut Scanner<R>,
    with_variations: bool,
) -> Result<Vec<Result<Record, ReadError>>, ReadError> {
    let start = scanner.place();
    let mut line: Vec<Property> = Vec::new();
    // How long the line was at each bracket that is open.
    let mut forks = vec![0];
    // Whether the line has anything that none before it has, and what it has in common with them.
    let (mut is_new, mut shared) = (true, 0);
    let (mut lines, mut first_variation, mut variations) = (Vec::new(), None, 0);
    let mut room = MOST_BYTES;
    while let Some(&fork) = forks.last() {
        match scanner.token()? {
            Token::Open => forks.push(line.len()),
            Token::Property(name, value) => {
                if !is_new {
                    (is_new, shared) = (true, line.len());
                }
                line.push(scanner.property(name, value));
            }
            Token::Close => {
                let is_variation = is_new && !lines.is_empty();
                if is_variation {
                    variations += 1;
                    first_variation.get_or_insert(line.get(shared).map_or(start, |own| own.place));
                }
                if is_new && (with_variations || !is_variation) {
                    let bytes = line.iter().map(|property| property.value.len() + 16).sum();
                    room = room.checked_sub(bytes).ok_or_else(|| start.error(Fault::TooLong))?;
                    lines.push(read_line(start, &line, shared)?);
                }
                is_new = false;
                line.truncate(fork);
                forks.pop();
            }
        }
    }
    if let Some(place) = first_variation.filter(|_| !with_variations)
        && let Some(Ok(game)) = lines.first_mut()
    {
        game.remarks.push(Remark { place, doubt: Doubt::Variations { count: variations } });
    }
    Ok(lines)
}

/// A line of a tree, or what is wrong with it; an error where the whole tree is none of ours.
fn read_line(
    start: Place,
    properties: &[Property],
    shared: usize,
) -> Result<Result<Record, ReadError>, ReadError> {
    let game = first(properties, "GM").map_or("", |property| property.value.trim());
    if game != "2" {
        return Err(start.error(Fault::OtherGame { game: format!("GM[{game}]") }));
    }
    let size = first(properties, "SZ").map_or("8", |property| property.value.trim());
    with_size!(size.parse().unwrap_or(0_u8), S => build::<S>(properties, shared))
        .ok_or_else(|| start.error(Fault::OtherSize { size: size.to_owned() }))
}

/// Builds a game. What the first properties, which are shared with another line, say of the end is
/// said of that line.
fn build<S: Size>(properties: &[Property], shared: usize) -> Result<Record, ReadError>
where
    AnyGame: From<Game<S>>,
{
    let mut game = Game::from_position(start::<S>(properties)?);
    let mut record = Record::default();
    let mut names = [String::new(), String::new()];
    let mut result = None;
    for (at, property) in properties.iter().enumerate() {
        let number = game.length();
        let remarks = &mut record.remarks;
        match property.name.as_str() {
            "FF" | "GM" | "CA" | "SZ" => {}
            "RE" | "TH" if at < shared => {}
            "AB" | "AW" | "AE" | "PL" if number == 0 => {}
            "AB" | "AW" | "AE" => {
                return Err(property.place.error(Fault::SetUp { after: number }));
            }
            "PB" => set_text(&mut names[0], property, remarks),
            "PW" => set_text(&mut names[1], property, remarks),
            "BR" => set_text(&mut record.ratings[0], property, remarks),
            "WR" => set_text(&mut record.ratings[1], property, remarks),
            "EV" => set_text(&mut record.event, property, remarks),
            "PC" => set_text(&mut record.place, property, remarks),
            "RO" => set_text(&mut record.round, property, remarks),
            "DT" => set_text(&mut record.date, property, remarks),
            "RE" => result = Some(property),
            "TH" => match parse_theoretical(&property.value) {
                Some(theory) => record.theoretical = Some(theory),
                None => remarks.push(property.doubt()),
            },
            "C" if number == 0 => add_comment(&mut record.comment, &property.value),
            "C" => add_comment(&mut record.note(number).comment, &property.value),
            "V" if number > 0 => match parse_decimal(property.value.trim()) {
                Some(value) => {
                    let black_moved = game.position().side_to_move() == Color::White;
                    let eval = if black_moved { value } else { -value };
                    record.note(number).eval = Some(eval);
                }
                None => remarks.push(property.doubt()),
            },
            "ET" if number > 0 => match parse_seconds(property.value.trim()) {
                Some(time) => game.time_last(time),
                None => remarks.push(property.doubt()),
            },
            "B" | "W" => read_move(&mut game, property, remarks)?,
            _ => record.tags.push(tag(property, number)),
        }
    }
    let [black, white] = names;
    game.set_name(Color::Black, black);
    game.set_name(Color::White, white);
    record.game = game.into();
    if let Some(result) = result {
        read_result(&mut record, result);
    }
    Ok(record)
}

/// Whether a record holds what this property says after that many moves elsewhere, so that no tag of
/// its own has the name.
pub(crate) fn holds(name: &str, at: usize) -> bool {
    match name {
        "FF" | "GM" | "CA" | "SZ" | "AB" | "AW" | "AE" | "PB" | "PW" | "BR" | "WR" | "EV"
        | "PC" | "RO" | "DT" | "TH" | "C" | "B" | "W" => true,
        "PL" => at == 0,
        "V" | "ET" => at > 0,
        _ => false,
    }
}

fn tag(property: &Property, at: usize) -> Tag {
    let (name, value) = (property.name.clone(), property.value.clone());
    Tag { format: Format::Sgf, at, name, value }
}

/// The start, where the file sets discs; else that of every game.
fn start<S: Size>(properties: &[Property]) -> Result<Position<S>, ReadError> {
    let first_move = properties.iter().position(|property| property.mover().is_some());
    let before = &properties[..first_move.unwrap_or(properties.len())];
    let color_of = |name: &str| match name {
        "AB" => Some(Some(Color::Black)),
        "AW" => Some(Some(Color::White)),
        "AE" => Some(None),
        _ => None,
    };
    let mut start = Position::default();
    let is_set_up = before.iter().any(|property| color_of(&property.name).is_some());
    if is_set_up {
        start = Square::all().fold(start, |start, square| start.with_disc_at(square, None));
    }
    for property in before {
        let Some(disc) = color_of(&property.name) else { continue };
        match parse_move(&property.value) {
            Some(Move::Place(square)) => start = start.with_disc_at(square, disc),
            _ => {
                let why = format!("`{}` is no square", property.value);
                return Err(property.place.error(Fault::BadStart { why }));
            }
        }
    }
    let said = before.iter().find(|property| property.name == "PL");
    let side = match said.map(|said| said.value.trim().to_ascii_uppercase()) {
        Some(side) if side.starts_with('W') => Color::White,
        None if is_set_up => {
            first_move.and_then(|at| properties[at].mover()).unwrap_or(Color::Black)
        }
        _ => Color::Black,
    };
    Ok(match side {
        Color::Black => start,
        Color::White => Position::new(start.board().passed(), Color::White),
    })
}

fn read_move<S: Size>(
    game: &mut Game<S>,
    property: &Property,
    remarks: &mut Vec<Remark>,
) -> Result<(), ReadError> {
    let (place, text) = (property.place, property.value.as_str());
    let Some(color) = property.mover() else { return Ok(()) };
    let number = game.length() + 1;
    let not_a_move = || place.error(Fault::NotAMove { text: text.to_owned(), number });
    let played = parse_move(text).ok_or_else(not_a_move)?;
    play(game, (color, played), (place, text), remarks)
}

/// `f5`, or `fe` as Go has it; a pass is also an empty value.
fn parse_move<S: Size>(text: &str) -> Option<Move<S>> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_bytes() {
        [] => Some(Move::Pass),
        [column @ b'a'..=b'j', row @ b'a'..=b'j'] => {
            Square::at(column - b'a', row - b'a').map(Move::Place)
        }
        _ => text.parse().ok(),
    }
}

fn read_result(record: &mut Record, property: &Property) {
    let text = property.value.trim().to_ascii_uppercase();
    let winner = match text.split_once('+') {
        Some(("B", how)) => Some((Color::Black, how)),
        Some(("W", how)) => Some((Color::White, how)),
        _ => None,
    };
    let ending = |record: &mut Record, ending| {
        with_game!(&mut record.game, game => game.end(ending));
    };
    match (winner, text.as_str()) {
        (Some((winner, "R" | "RESIGN")), _) => {
            ending(record, Ending::Resigned(!winner));
        }
        (Some((winner, "T" | "TIME")), _) => {
            ending(record, Ending::OutOfTime(!winner));
        }
        (Some((winner, score)), _) => match parse_decimal(score).filter(|&score| score >= 0.0) {
            Some(score) if winner == Color::Black => record.set_score(score),
            Some(score) => record.set_score(-score),
            None => record.tags.push(tag(property, 0)),
        },
        (None, "0" | "DRAW") => record.set_score(0.0),
        (None, "" | "?" | "VOID") => {}
        (None, _) => record.tags.push(tag(property, 0)),
    }
    doubt_score(record, property.place);
}

/// Writes one game: its head on a line, its moves on the next.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    with_game!(&record.game, game => write_game(file, record, game))
}

fn write_game<S: Size>(file: &mut impl Write, record: &Record, game: &Game<S>) -> io::Result<()> {
    write!(file, "(;FF[4]GM[2]CA[UTF-8]SZ[{}]", S::SIDE)?;
    let texts = [
        ("EV", record.event.as_str()),
        ("PC", &record.place),
        ("RO", &record.round),
        ("DT", &record.date),
        ("PB", game.name(Color::Black)),
        ("PW", game.name(Color::White)),
        ("BR", &record.ratings[0]),
        ("WR", &record.ratings[1]),
        ("C", &record.comment),
    ];
    for (name, value) in texts.into_iter().filter(|(_, value)| !value.is_empty()) {
        put(file, name, value)?;
    }
    write_start(file, game.start())?;
    if let Some(theory) = record.theoretical {
        put(file, "TH", &theoretical_text(theory))?;
    }
    if record.tag(Format::Sgf, "RE").is_none() {
        put(file, "RE", &result(record))?;
    }
    write_tags(file, record, 0)?;
    file.write_all(b"\n")?;

    let mut mover = game.start().side_to_move();
    for (played, number) in game.moves().iter().zip(1..) {
        let name = if mover == Color::Black { "B" } else { "W" };
        match played.played {
            Move::Place(square) => write!(file, ";{name}[{square}]")?,
            Move::Pass => write!(file, ";{name}[]")?,
        }
        if let Some(time) = played.duration {
            put(file, "ET", &decimal_seconds(time))?;
        }
        if let Some(note) = record.notes.get(&number) {
            if let Some(eval) = note.eval {
                let for_black = if mover == Color::Black { eval } else { -eval };
                put(file, "V", &for_black.to_string())?;
            }
            if !note.comment.is_empty() {
                put(file, "C", &note.comment)?;
            }
        }
        write_tags(file, record, number)?;
        mover = !mover;
    }
    file.write_all(b")\n")
}

/// Writes a property; what would end its value is escaped.
fn put(file: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    write!(file, "{name}[")?;
    put_value(file, value)?;
    file.write_all(b"]")
}

fn put_value(file: &mut impl Write, value: &str) -> io::Result<()> {
    match value.contains([']', '\\']) {
        true => file.write_all(value.replace('\\', "\\\\").replace(']', "\\]").as_bytes()),
        false => file.write_all(value.as_bytes()),
    }
}

/// Writes the tags that stand after a move; values of one name one after the other.
fn write_tags(file: &mut impl Write, record: &Record, at: usize) -> io::Result<()> {
    let mut last = "";
    for tag in record.tags_at(Format::Sgf, at) {
        if tag.name != last {
            file.write_all(tag.name.as_bytes())?;
        }
        last = &tag.name;
        file.write_all(b"[")?;
        put_value(file, &tag.value)?;
        file.write_all(b"]")?;
    }
    Ok(())
}

fn write_start<S: Size>(file: &mut impl Write, start: &Position<S>) -> io::Result<()> {
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        for (square, at) in start.discs(color).into_iter().zip(0..) {
            write!(file, "{}[{square}]", if at == 0 { name } else { "" })?;
        }
    }
    if start.board().discs().is_empty() {
        // Without any set-up the board would be that of every game.
        file.write_all(b"AE[a1]")?;
    }
    let side = if start.side_to_move() == Color::Black { "B" } else { "W" };
    write!(file, "PL[{side}]")
}

fn result(record: &Record) -> String {
    let letter = |color| if color == Color::Black { 'B' } else { 'W' };
    match (record.game.ending(), record.black_score()) {
        (Some(Ending::Resigned(loser)), _) => format!("{}+R", letter(!loser)),
        (Some(Ending::OutOfTime(loser)), _) => format!("{}+T", letter(!loser)),
        (None, None) => "?".to_owned(),
        (None, Some(0.0)) => "0".to_owned(),
        (None, Some(score)) if score > 0.0 => format!("B+{score}"),
        (None, Some(score)) => format!("W+{}", -score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript;

    fn records(text: &str) -> Result<Vec<Record>, String> {
        read(text.as_bytes()).map(|read| read.map_err(|error| error.to_string())).collect()
    }

    fn moves(record: &Record) -> String {
        with_game!(&record.game, game => transcript::write_with_passes(game))
    }

    #[test]
    fn the_usual_spellings() {
        for text in [
            "(;GM[2]FF[4];B[f5];W[d6];B[c3])",
            "(;GM[2]SZ[8]C[a \\] b]B[F5];W[D6];B[C3];)",
            "(;GM[2];B[fe];W[df](;B[cc])(;B[cd]))",
            "\u{feff} (\n;GaMe[2]\n;Black[f5]\n;White[d6]\n;Black[c3]\n)\n",
        ] {
            let read = records(text).unwrap();
            assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["f5d6c3"], "{text}");
        }
    }

    #[test]
    fn a_start_of_its_own_and_a_pass_that_is_written_or_not() {
        let start = "(;GM[2]AB[c1][d1][e1]AW[b1][f1]PL[B]";
        for rest in [";B[a1];W[];B[g1])", ";B[a1];B[g1])", ";B[a1];W[pass];B[g1];W[])"] {
            let read = records(&format!("{start}{rest}")).unwrap();
            assert_eq!(moves(&read[0]), "a1--g1", "{rest}");
        }
        for text in ["(;GM[2]AB[b1]AW[a1]PL[W];W[c1])", "(;GM[2]AB[b1]AW[a1];W[c1])"] {
            assert_eq!(records(text).unwrap()[0].black_score(), Some(-64.0));
        }
    }

    #[test]
    fn results_are_what_they_say() {
        for (text, score, ending) in [
            ("B+6", Some(6.0), None),
            ("w+12.5", Some(-12.5), None),
            ("0", Some(0.0), None),
            ("Draw", Some(0.0), None),
            ("Void", None, None),
            ("B+R", Some(64.0), Some(Ending::Resigned(Color::White))),
            ("W+Time", Some(-64.0), Some(Ending::OutOfTime(Color::Black))),
        ] {
            let record = records(&format!("(;GM[2]RE[{text}];B[f5])")).unwrap().remove(0);
            assert_eq!((record.black_score(), record.game.ending()), (score, ending), "{text}");
        }
    }

    #[test]
    fn what_is_not_kept_is_told() {
        let read = records(
            "(;GM[2]\n;B[f5](;W[d6])\n(;W[f6];B[e6](;W[f4])(;W[d6])))(;GM[2]RE[B+6];B[f5];B[d6])",
        )
        .unwrap();
        let doubts = |record: &Record| {
            record.remarks.iter().map(|remark| remark.doubt.clone()).collect::<Vec<_>>()
        };
        assert_eq!(doubts(&read[0]), [Doubt::Variations { count: 2 }]);
        assert_eq!(read[0].remarks[0].place, Place::Line(3));
        assert_eq!(doubts(&read[1]), [Doubt::Color { number: 2 }]);
    }

    /// A tree is as many games as it has ends; the result is that of the first.
    #[test]
    fn variations_are_games_of_their_own() {
        let text = "(;GM[2]PB[Alice]RE[B+R]TH[+2@24];B[f5]C[here](;W[d6];B[c3])\n\
                    (;W[f6]C[or here];B[e6](;W[f4])(;W[a1])(;W[d6]RE[W+2])))\n(;GM[2];B[c4])";
        let read: Vec<_> = read_variations(text.as_bytes()).collect();
        let told: Vec<_> = read.iter().map(|read| read.as_ref().map_or("", |_| "game")).collect();
        assert_eq!(told, ["game", "game", "", "game", "game"]);
        let error = read[2].as_ref().unwrap_err().to_string();
        assert_eq!(error, "line 2: move 4, `a1`, is not legal");
        let read: Vec<_> = read.into_iter().flatten().collect();
        let lines: Vec<_> = read.iter().map(moves).collect();
        assert_eq!(lines, ["f5d6c3", "f5f6e6f4", "f5f6e6d6", "c4"]);
        let scores: Vec<_> = read.iter().map(Record::black_score).collect();
        assert_eq!(scores, [Some(64.0), None, Some(-2.0), None]);
        assert!(read[0].theoretical.is_some() && read[1].theoretical.is_none());
        for record in &read[..3] {
            assert_eq!(record.game.name(Color::Black), "Alice");
            assert_eq!(record.notes[&1].comment, "here");
            assert_eq!(record.remarks, []);
        }
        assert_eq!(read[2].notes[&2].comment, "or here");
        // Whatever is no game has no variations either.
        let read: Vec<_> =
            read_variations(&b"(;GM[1];B[aa](;W[bb])(;W[cc]))(;GM[2])"[..]).collect();
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true]);
    }

    /// A small file whose lines would fill the memory is refused.
    #[test]
    fn a_tree_has_an_end() {
        let comment = "x".repeat(LONGEST_GAME / 4);
        let text = format!("(;GM[2]C[{comment}]{})(;GM[2];B[f5])", "(;B[f5])".repeat(1000));
        let read: Vec<_> = read_variations(text.as_bytes()).collect();
        assert!(matches!(read[0], Err(ReadError { fault: Fault::TooLong, .. })));
        assert_eq!(moves(read[1].as_ref().unwrap()), "f5");
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn what_is_no_game_is_refused_and_the_next_one_read() {
        for (text, said) in [
            ("hello", "line 1: `hello` is no part of a game"),
            ("(;GM[1];B[aa])", "line 1: no game of Othello, but of `GM[1]`"),
            ("(;GM[2]\n;B[a1])", "line 2: move 1, `a1`, is not legal"),
            ("(;GM[2];B[i9])", "line 1: move 1, `i9`, is no move"),
            ("(;GM[2]SZ[x])", "line 1: a board of size `x`; expected 4, 6, 8 or 10"),
            ("(;GM[2];B[f5];AW[a1])", "line 1: discs are set up after move 1"),
            ("(;GM[2]?)", "line 1: `?` is no part of a game"),
        ] {
            let text = format!("{text}(;GM[2];B[f5])");
            let read: Vec<_> = read(text.as_bytes()).collect();
            assert_eq!(read[0].as_ref().unwrap_err().to_string(), said);
            assert_eq!(moves(read[1].as_ref().unwrap()), "f5");
        }
        assert_eq!(records("(;GM[2").unwrap_err(), "line 1: the game has no end");
        assert_eq!(records("").unwrap(), []);
    }
}

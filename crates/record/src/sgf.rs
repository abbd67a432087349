//! Smart Game Format, for Othello: `GM[2]`.
//!
//! ```text
//! file := { "(" { node | variation } ")" }      node := ";" { NAME "[" value "]" { "[" value "]" } }
//! ```
//!
//! A file is a tree. The first child at each branch is the main line, so the game is everything
//! before the first closing bracket. The rest are variations: [`read`] counts them,
//! [`read_variations`] reads each as a game. `;` is only a separator: some programs write it before
//! a move, some after. `\` escapes the next character. A square is `f5`, or `fe` as in Go; a pass is
//! an empty value or any usual notation. Discs may be set up (`AB`, `AW`) only before the first
//! move. `V` is the evaluation of a move, for Black. Our extensions are `ET` (seconds per move) and
//! `TH` (`+8@24`: the score of perfect play from 24 empties on). All other properties are kept and
//! written again.

use std::io::{self, BufRead, Write};

use othellier_board::{Color, Move, Position, Size, Square};

use crate::error::{
    LONGEST_GAME, Location, ReadError, ReadProblem, StartFault, Warning, WarningKind,
};
use crate::format_name::Format;
use crate::properties::{
    Escape, Property, Scanner, Token, add_comment, first, parse_decimal, parse_theoretical, play,
    set_text, theoretical_text,
};
use crate::record::check_score;
use crate::save::duration::{decimal_seconds, parse_seconds};
use crate::{AnyGame, Ending, Game, Record, Tag, with_game, with_size};

/// The maximum total size of all lines of one tree, so that a small file cannot exhaust memory.
const MOST_BYTES: usize = 16 * LONGEST_GAME;

/// An iterator over the games of a file. Variations cause a warning.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut scanner = Scanner::new(file, Escape::Backslash);
    std::iter::from_fn(move || scanner.game(|scanner| read_tree(scanner, false)?.remove(0)))
}

/// Reads each game, followed by its variations: every other line of the tree is a game too,
/// with the shared moves and metadata, but without the result.
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

/// The lines of a tree, main line first; variations are only counted unless `with_variations` is
/// set.
fn read_tree<R: BufRead>(
    scanner: &mut Scanner<R>,
    with_variations: bool,
) -> Result<Vec<Result<Record, ReadError>>, ReadError> {
    let start = scanner.location();
    let mut line: Vec<Property> = Vec::new();
    // The length of the line at each open bracket.
    let mut forks = vec![0];
    // Whether the line has properties of its own, and how many it shares with the line before.
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
                    first_variation
                        .get_or_insert(line.get(shared).map_or(start, |own| own.location));
                }
                if is_new && (with_variations || !is_variation) {
                    let bytes = line.iter().map(|property| property.value.len() + 16).sum();
                    room =
                        room.checked_sub(bytes).ok_or_else(|| start.error(ReadProblem::TooLong))?;
                    lines.push(read_line(start, &line, shared)?);
                }
                is_new = false;
                line.truncate(fork);
                forks.pop();
            }
        }
    }
    if let Some(location) = first_variation.filter(|_| !with_variations)
        && let Some(Ok(game)) = lines.first_mut()
    {
        game.warnings
            .push(Warning { location, kind: WarningKind::Variations { count: variations } });
    }
    Ok(lines)
}

/// A line of a tree, or its error; the outer error rejects the whole tree.
fn read_line(
    start: Location,
    properties: &[Property],
    shared: usize,
) -> Result<Result<Record, ReadError>, ReadError> {
    let game = first(properties, "GM").map_or("", |property| property.value.trim());
    if game != "2" {
        return Err(start.error(ReadProblem::OtherGame { game: format!("GM[{game}]") }));
    }
    let size = first(properties, "SZ").map_or("8", |property| property.value.trim());
    with_size!(size.parse().unwrap_or(0_u8), S => build::<S>(properties, shared))
        .ok_or_else(|| start.error(ReadProblem::OtherSize { size: size.to_owned() }))
}

/// Builds a game. A result among the first `shared` properties belongs to another line.
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
        let warnings = &mut record.warnings;
        match property.name.as_str() {
            "FF" | "GM" | "CA" | "SZ" => {}
            "RE" | "TH" if at < shared => {}
            "AB" | "AW" | "AE" | "PL" if number == 0 => {}
            "AB" | "AW" | "AE" => {
                return Err(property.location.error(ReadProblem::SetUp { after: number }));
            }
            "PB" => set_text(&mut names[0], property, warnings),
            "PW" => set_text(&mut names[1], property, warnings),
            "BR" => set_text(&mut record.ratings[0], property, warnings),
            "WR" => set_text(&mut record.ratings[1], property, warnings),
            "EV" => set_text(&mut record.event, property, warnings),
            "PC" => set_text(&mut record.place, property, warnings),
            "RO" => set_text(&mut record.round, property, warnings),
            "DT" => set_text(&mut record.date, property, warnings),
            "RE" => result = Some(property),
            "TH" => match parse_theoretical(&property.value) {
                Some(theory) => record.theoretical = Some(theory),
                None => warnings.push(property.warning()),
            },
            "C" if number == 0 => add_comment(&mut record.comment, &property.value),
            "C" => add_comment(&mut record.note(number).comment, &property.value),
            "V" if number > 0 => match parse_decimal(property.value.trim()) {
                Some(value) => {
                    let black_moved = game.position().side_to_move() == Color::White;
                    let eval = if black_moved { value } else { -value };
                    record.note(number).eval = Some(eval);
                }
                None => warnings.push(property.warning()),
            },
            "ET" if number > 0 => match parse_seconds(property.value.trim()) {
                Some(time) => game.set_last_duration(time),
                None => warnings.push(property.warning()),
            },
            "B" | "W" => read_move(&mut game, property, warnings)?,
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

/// Whether a record stores this property after this many moves in a field of its own, so that it
/// must not appear in `Record::tags`.
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

/// The start position: discs set up by the file, or else the standard start.
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
                let why = StartFault::NotASquare { text: property.value.clone() };
                return Err(property.location.error(ReadProblem::BadStart { why }));
            }
        }
    }
    let side_to_move = before.iter().find(|property| property.name == "PL");
    let side = match side_to_move.map(|side_to_move| side_to_move.value.trim().to_ascii_uppercase())
    {
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
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let (location, text) = (property.location, property.value.as_str());
    let Some(color) = property.mover() else { return Ok(()) };
    let number = game.length() + 1;
    let not_a_move = || location.error(ReadProblem::NotAMove { text: text.to_owned(), number });
    let played = parse_move(text).ok_or_else(not_a_move)?;
    play(game, (color, played), (location, text), warnings)
}

/// `f5`, or `fe` as in Go; an empty value is a pass.
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
    check_score(record, property.location);
}

/// Writes one game: its properties on a line, its moves on the next.
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

/// Writes a property with its value escaped.
fn put(file: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    write!(file, "{name}[")?;
    put_value(file, value)?;
    file.write_all(b"]")
}

fn put_value(file: &mut impl Write, value: &str) -> io::Result<()> {
    if value.contains([']', '\\']) {
        file.write_all(value.replace('\\', "\\\\").replace(']', "\\]").as_bytes())
    } else {
        file.write_all(value.as_bytes())
    }
}

/// Writes the tags after a move; values of one name follow each other.
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
        // Without any set-up property, readers would assume the standard start.
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
    fn set_up_positions_and_omitted_passes() {
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
    fn results_are_parsed() {
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
    fn what_is_not_kept_causes_a_warning() {
        let read = records(
            "(;GM[2]\n;B[f5](;W[d6])\n(;W[f6];B[e6](;W[f4])(;W[d6])))(;GM[2]RE[B+6];B[f5];B[d6])",
        )
        .unwrap();
        let doubts = |record: &Record| {
            record.warnings.iter().map(|warning| warning.kind.clone()).collect::<Vec<_>>()
        };
        assert_eq!(doubts(&read[0]), [WarningKind::Variations { count: 2 }]);
        assert_eq!(read[0].warnings[0].location, Location::Line(3));
        assert_eq!(doubts(&read[1]), [WarningKind::Color { number: 2 }]);
    }

    /// Every leaf of the tree is a game; the result belongs to the first.
    #[test]
    fn variations_are_read_as_games() {
        let text = "(;GM[2]PB[Alice]RE[B+R]TH[+2@24];B[f5]C[here](;W[d6];B[c3])\n\
                    (;W[f6]C[or here];B[e6](;W[f4])(;W[a1])(;W[d6]RE[W+2])))\n(;GM[2];B[c4])";
        let read: Vec<_> = read_variations(text.as_bytes()).collect();
        let kinds: Vec<_> = read.iter().map(|read| read.as_ref().map_or("", |_| "game")).collect();
        assert_eq!(kinds, ["game", "game", "", "game", "game"]);
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
            assert_eq!(record.warnings, []);
        }
        assert_eq!(read[2].notes[&2].comment, "or here");
        // A rejected tree has no variations either.
        let read: Vec<_> =
            read_variations(&b"(;GM[1];B[aa](;W[bb])(;W[cc]))(;GM[2])"[..]).collect();
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true]);
    }

    /// A small file whose lines would exhaust memory is rejected.
    #[test]
    fn the_size_of_a_tree_is_limited() {
        let comment = "x".repeat(LONGEST_GAME / 4);
        let text = format!("(;GM[2]C[{comment}]{})(;GM[2];B[f5])", "(;B[f5])".repeat(1000));
        let read: Vec<_> = read_variations(text.as_bytes()).collect();
        assert!(matches!(read[0], Err(ReadError { problem: ReadProblem::TooLong, .. })));
        assert_eq!(moves(read[1].as_ref().unwrap()), "f5");
        assert_eq!(read.len(), 2);
    }

    #[test]
    fn broken_games_are_rejected_and_the_next_one_is_read() {
        for (text, expected) in [
            ("hello", "line 1: `hello` is not part of a game"),
            ("(;GM[1];B[aa])", "line 1: not a game of Othello, but of `GM[1]`"),
            ("(;GM[2]\n;B[a1])", "line 2: move 1, `a1`, is not legal"),
            ("(;GM[2];B[i9])", "line 1: move 1, `i9`, is not a move"),
            ("(;GM[2]SZ[x])", "line 1: a board of size `x`; expected 4, 6, 8 or 10"),
            ("(;GM[2];B[f5];AW[a1])", "line 1: discs are set up after move 1"),
            ("(;GM[2]?)", "line 1: `?` is not part of a game"),
        ] {
            let text = format!("{text}(;GM[2];B[f5])");
            let read: Vec<_> = read(text.as_bytes()).collect();
            assert_eq!(read[0].as_ref().unwrap_err().to_string(), expected);
            assert_eq!(moves(read[1].as_ref().unwrap()), "f5");
        }
        assert_eq!(records("(;GM[2").unwrap_err(), "line 1: the game is cut off");
        assert_eq!(records("").unwrap(), []);
    }
}

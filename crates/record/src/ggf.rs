//! Generic Game Format (GGF), used by the server GGS and by NBoard.
//!
//! ```text
//! file  := { [ number ] { game } }              the number of games of a match comes first
//! game  := "(;" { tag "[" value "]" } ";)"      no value holds a "]"
//! ```
//!
//! `PB` and `PW` are the players, `RB` and `RW` their ratings, `PC` the place or tournament, which
//! is a record's event, `DT` the date, `BO` the start, `RE` Black's discs minus White's, followed
//! by `:r` for resignation or `:t` for a loss on time. A move is `B[f5/2.39/1.5]`: the square or
//! `PA`, the mover's evaluation in discs, and seconds. `CO` is a comment on the move before it, or
//! on the game. Our extensions are `RO` (the round) and `TH` (`+8@24`: the score of perfect play
//! from 24 empties on). Unknown tags are kept. The order of tags is free, except for moves. The
//! games of a match are read as separate games.

use std::io::{self, BufRead, Write};

use othellier_board::{Color, Move, Position, Size, Square};

use crate::error::{Location, ReadError, ReadProblem};
use crate::format_name::Format;
use crate::properties::{
    Escape, Property, Scanner, Token, add_comment, first, parse_decimal, parse_theoretical, play,
    set_text, theoretical_text,
};
use crate::record::check_score;
use crate::save::duration::{decimal_seconds, parse_seconds};
use crate::{AnyGame, Ending, Game, Note, Record, Tag, with_game, with_size};

/// An iterator over the games of a file.
pub fn read<R: BufRead>(file: R) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut scanner = Scanner::new(file, Escape::None);
    std::iter::from_fn(move || scanner.game(read_game))
}

fn read_game<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Record, ReadError> {
    let start = scanner.location();
    let mut properties = Vec::new();
    loop {
        match scanner.token()? {
            Token::Property(name, value) => properties.push(scanner.property(name, value)),
            Token::Close => break,
            Token::Open => unreachable!("a game inside a game ends the one before"),
        }
    }
    let game = first(&properties, "GM").map_or("", |property| &property.value);
    if !game.trim().eq_ignore_ascii_case("othello") {
        return Err(start.error(ReadProblem::OtherGame { game: game.to_owned() }));
    }
    let (location, size) = size_text(&properties).unwrap_or((start, "8"));
    let side = size.parse::<u8>().ok();
    with_size!(side.unwrap_or(0), S => build::<S>(&properties))
        .unwrap_or_else(|| Err(location.error(ReadProblem::OtherSize { size: size.to_owned() })))
}

/// The board size from the start position, else from the game type.
fn size_text(properties: &[Property]) -> Option<(Location, &str)> {
    if let Some(board) = first(properties, "BO") {
        return Some((board.location, board.value.split_whitespace().next().unwrap_or("")));
    }
    let kind = first(properties, "TY")?;
    let size = kind.value.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let end = size.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(size.len());
    Some((kind.location, &size[..end]))
}

fn build<S: Size>(properties: &[Property]) -> Result<Record, ReadError>
where
    AnyGame: From<Game<S>>,
{
    let mut game = Game::from_position(start::<S>(properties)?);
    let mut record = Record::default();
    let mut result = None;
    let mut names = [String::new(), String::new()];
    for property in properties {
        let warnings = &mut record.warnings;
        match property.name.as_str() {
            "GM" | "BO" => {}
            "TY" if property.value == S::SIDE.to_string() => {}
            "TI" if property.value == "0" => {}
            "PC" => set_text(&mut record.event, property, warnings),
            "DT" => set_text(&mut record.date, property, warnings),
            "RO" => set_text(&mut record.round, property, warnings),
            "PB" => set_text(&mut names[0], property, warnings),
            "PW" => set_text(&mut names[1], property, warnings),
            "RB" => set_text(&mut record.ratings[0], property, warnings),
            "RW" => set_text(&mut record.ratings[1], property, warnings),
            "RE" => result = Some(property),
            "TH" => match parse_theoretical(&property.value) {
                Some(theory) => record.theoretical = Some(theory),
                None => warnings.push(property.warning()),
            },
            "CO" if game.length() == 0 => add_comment(&mut record.comment, &property.value),
            "CO" => add_comment(&mut record.note(game.length()).comment, &property.value),
            "B" | "W" => read_move(&mut game, property, &mut record)?,
            _ => record.tags.push(Tag {
                format: Format::Ggf,
                at: game.length(),
                name: property.name.clone(),
                value: property.value.clone(),
            }),
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

/// Whether a record stores this tag in a field of its own, so that it must not appear in
/// `Record::tags`.
pub(crate) fn holds(name: &str) -> bool {
    matches!(
        name,
        "GM" | "BO" | "PC" | "DT" | "RO" | "PB" | "PW" | "RB" | "RW" | "TH" | "CO" | "B" | "W"
    )
}

fn start<S: Size>(properties: &[Property]) -> Result<Position<S>, ReadError> {
    let Some(board) = first(properties, "BO") else { return Ok(Position::default()) };
    let text = board.value.trim_start();
    let cells = text.split_once(char::is_whitespace).map_or("", |(_, cells)| cells);
    cells.parse().map_err(|error: othellier_board::ParsePositionError| {
        board.location.error(ReadProblem::BadStart { why: error.into() })
    })
}

fn read_move<S: Size>(
    game: &mut Game<S>,
    property: &Property,
    record: &mut Record,
) -> Result<(), ReadError> {
    let mut parts = property.value.split('/').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let Some(color) = property.mover() else { return Ok(()) };
    let location = property.location;
    let number = game.length() + 1;
    let played = text.parse::<Move<S>>();
    let played = played
        .map_err(|_| location.error(ReadProblem::NotAMove { text: text.to_owned(), number }))?;
    let before = game.length();
    play(game, (color, played), (location, text), &mut record.warnings)?;
    if game.length() == before {
        return Ok(());
    }
    let [eval, seconds] = [parts.next(), parts.next()].map(|part| part.filter(|p| !p.is_empty()));
    let (value, time) = (eval.map(parse_decimal), seconds.map(parse_seconds));
    if value == Some(None) || time == Some(None) || parts.next().is_some() {
        record.warnings.push(property.warning());
    }
    if let Some(value) = value.flatten() {
        record.note(game.length()).eval = Some(value);
    }
    if let Some(time) = time.flatten() {
        game.set_last_duration(time);
    }
    Ok(())
}

fn read_result(record: &mut Record, property: &Property) {
    let (score, suffix) = match property.value.split_once(':') {
        Some((score, suffix)) => (score.trim(), Some(suffix.trim())),
        None => (property.value.trim(), None),
    };
    let recorded = parse_decimal(score);
    let loser = match recorded {
        Some(score) if score > 0.0 => Some(Color::White),
        Some(score) if score < 0.0 => Some(Color::Black),
        _ => None,
    };
    let ending = match (suffix, loser) {
        (Some("r"), Some(loser)) => Some(Ending::Resigned(loser)),
        (Some("t"), Some(loser)) => Some(Ending::OutOfTime(loser)),
        _ => None,
    };
    match (ending, suffix) {
        (Some(ending), _) => with_game!(&mut record.game, game => game.end(ending)),
        (None, Some(suffix)) => {
            let (name, value) = ("RE".to_owned(), suffix.to_owned());
            record.tags.push(Tag { format: Format::Ggf, at: 0, name, value });
        }
        (None, None) => {}
    }
    match recorded {
        Some(recorded) => record.set_score(recorded),
        None if matches!(score, "?" | "") => {}
        None => record.warnings.push(property.warning()),
    }
    if record.tag(Format::Ggf, "KM").is_none() {
        check_score(record, property.location);
    }
}

/// Writes one game on a line.
pub fn write(file: &mut impl Write, record: &Record) -> io::Result<()> {
    with_game!(&record.game, game => write_game(file, record, game))
}

/// Writes a game with the metadata of a record, whose own game is ignored.
pub fn write_game<S: Size>(
    file: &mut impl Write,
    record: &Record,
    game: &Game<S>,
) -> io::Result<()> {
    let mut tag = |name: &str, value: &str| put(file, name, value);
    tag("(;GM", "Othello")?;
    let place = if record.event.is_empty() { &record.place } else { &record.event };
    for (name, value) in [("PC", place), ("DT", &record.date), ("RO", &record.round)] {
        if !value.is_empty() {
            tag(name, value)?;
        }
    }
    tag("PB", game.name(Color::Black))?;
    tag("PW", game.name(Color::White))?;
    for (name, rating) in ["RB", "RW"].into_iter().zip(&record.ratings) {
        if !rating.is_empty() {
            tag(name, rating)?;
        }
    }
    if record.tag(Format::Ggf, "TI").is_none() {
        tag("TI", "0")?;
    }
    if record.tag(Format::Ggf, "TY").is_none() {
        tag("TY", &S::SIDE.to_string())?;
    }
    for own in record.tags_at(Format::Ggf, 0).filter(|own| own.name != "RE") {
        tag(&own.name, &own.value)?;
    }
    if let Some(theory) = record.theoretical {
        tag("TH", &theoretical_text(theory))?;
    }
    tag("RE", &result(record))?;
    tag("BO", &board_text(game.start()))?;
    if !record.comment.is_empty() {
        tag("CO", &record.comment)?;
    }
    write_moves(file, record, game)?;
    file.write_all(b";)\n")
}

/// Writes a tag. `]` would end the value, so `)` replaces it.
fn put(file: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    if value.contains(']') {
        write!(file, "{name}[{}]", value.replace(']', ")"))
    } else {
        write!(file, "{name}[{value}]")
    }
}

fn result(record: &Record) -> String {
    let suffix = match result_suffix(record) {
        Some(suffix) => format!(":{suffix}"),
        None => String::new(),
    };
    match record.black_score() {
        Some(score) => format!("{score:+}{suffix}"),
        None => format!("?{suffix}"),
    }
}

/// The suffix of the score: how the game ended early, if the score shows the loser, else what the
/// file had.
pub(crate) fn result_suffix(record: &Record) -> Option<&str> {
    let Some(ending) = record.game.ending() else { return record.tag(Format::Ggf, "RE") };
    let score = record.black_score().unwrap_or_default();
    let shows = match ending.loser() {
        Color::Black => score < 0.0,
        Color::White => score > 0.0,
    };
    shows.then_some(match ending {
        Ending::Resigned(_) => "r",
        Ending::OutOfTime(_) => "t",
    })
}

/// `8 -------- … *`
fn board_text<S: Size>(start: &Position<S>) -> String {
    let letter = |color| if color == Color::Black { '*' } else { 'O' };
    let mut text = S::SIDE.to_string();
    for square in Square::all() {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(start.disc_at(square).map_or('-', letter));
    }
    text.push(' ');
    text.push(letter(start.side_to_move()));
    text
}

fn write_moves<S: Size>(file: &mut impl Write, record: &Record, game: &Game<S>) -> io::Result<()> {
    let mut mover = game.start().side_to_move();
    for (played, number) in game.moves().iter().zip(1..) {
        let name = if mover == Color::Black { "B" } else { "W" };
        mover = !mover;
        match played.played {
            Move::Place(square) => write!(file, "{name}[{square}")?,
            Move::Pass => write!(file, "{name}[PA")?,
        }
        let note = record.notes.get(&number);
        let eval = note.and_then(|note| note.eval);
        match (eval, played.duration.map(decimal_seconds)) {
            (Some(eval), Some(seconds)) => write!(file, "/{eval}/{seconds}]")?,
            (Some(eval), None) => write!(file, "/{eval}]")?,
            (None, Some(seconds)) => write!(file, "//{seconds}]")?,
            (None, None) => file.write_all(b"]")?,
        }
        if let Some(Note { comment, .. }) = note.filter(|note| !note.comment.is_empty()) {
            put(file, "CO", comment)?;
        }
        for tag in record.tags_at(Format::Ggf, number) {
            put(file, &tag.name, &tag.value)?;
        }
    }
    Ok(())
}

/// Every text of a record that is written in this format.
pub(crate) fn texts(record: &Record) -> impl Iterator<Item = &str> {
    let names = Color::ALL.into_iter().map(|color| record.game.name(color));
    let comments = record.notes.values().map(|note| &note.comment);
    let about = [&record.event, &record.place, &record.round, &record.date, &record.comment];
    let own = record.tags.iter().filter(|tag| tag.format == Format::Ggf).map(|tag| &tag.value);
    let texts = about.into_iter().chain(&record.ratings).chain(comments).chain(own);
    names.chain(texts.map(String::as_str))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const GAME: &str = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]\
        RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+4.000:l]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5//0.01]W[d6/2.39/20.97]B[c3/-1];)\n";

    fn records(text: &str) -> Vec<Result<Record, String>> {
        read(text.as_bytes()).map(|read| read.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn a_game_of_the_server() {
        let record = records(GAME).remove(0).unwrap();
        assert_eq!(record.event, "GGS/os");
        assert_eq!(record.game.name(Color::White), "Saio3000");
        assert_eq!(record.ratings, ["2196.37", "2200.35"]);
        assert_eq!(record.score, Some(4.0));
        assert_eq!(record.tag(Format::Ggf, "TI"), Some("05:00//02:00"));
        assert_eq!(record.notes[&2].eval, Some(2.39));
        assert_eq!(record.notes[&3].eval, Some(-1.0));
        let AnyGame::Eight(game) = &record.game else { panic!("a game on 8×8") };
        assert_eq!(game.moves()[1].duration, Some(Duration::from_millis(20_970)));

        let mut file = Vec::new();
        write(&mut file, &record).unwrap();
        let text = String::from_utf8(file).unwrap();
        assert!(text.contains("RE[+4:l]"), "{text}");
        assert!(text.ends_with("B[f5//0.01]W[d6/2.39/20.97]B[c3/-1];)\n"), "{text}");
    }

    #[test]
    fn after_a_broken_game_the_next_one_is_read() {
        for (broken, expected) in [
            ("(;GM[Othello]B[f5]", "line 2: the game is cut off"),
            ("(;GM[Othello]B[a1];)", "line 1: move 1, `a1`, is not legal"),
            ("(;GM[Othello]TY[88];)", "line 1: a board of size `88`; expected 4, 6, 8 or 10"),
            ("(;GM[Othello]BO[8 xx];)", "line 1: the start is not a position: the position has 2"),
            ("(;GM[Amazons];)", "line 1: not a game of Othello, but of `Amazons`"),
            ("(;[x];)", "line 1: `[` is not part of a game"),
            ("f5d6", "line 1: `f5d6` is not part of a game"),
        ] {
            let mut read = records(&format!("{broken}\n{GAME}"));
            assert_eq!(read.len(), 2, "{broken}");
            assert!(read.pop().unwrap().is_ok(), "{broken}");
            let error = read.pop().unwrap().unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_match_of_two_games_on_a_line() {
        let game = "(;GM[othello]TY[s8]RE[?]B[f5]W[d6];)";
        let read = records(&format!("2 {game}{game}\n"));
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].as_ref().unwrap().black_score(), None);
    }
}

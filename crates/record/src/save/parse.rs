//! Parsing save files, line by line.

use othellier_board::{Color, Move, Position, Size};

use super::duration::{number, parse_duration};
use super::escape::unescaped;
use super::{FORMAT, PLAIN_VERSION, SaveError, SaveExpected, SaveProblem, VERSION, result_text};
use crate::format_name::Format;
use crate::properties::{parse_decimal, parse_theoretical};
use crate::{Ending, Game, MoveCost, Note, Record, Tag, ggf, pgn, sgf, with_size};

/// Parses a game of this board size.
pub fn from_text<S: Size>(text: &str) -> Result<Game<S>, SaveError> {
    from_text_with(text).map(|(game, _)| game)
}

/// Parses a game, and its metadata as a record without the game.
pub fn from_text_with<S: Size>(text: &str) -> Result<(Game<S>, Record), SaveError> {
    let mut lines = Lines::of(text);
    read_size_as::<S>(&mut lines)?;
    let mut record = Record::default();
    let [black, white] =
        [read_name(&mut lines, Color::Black)?, read_name(&mut lines, Color::White)?];
    read_metadata(&mut lines, &mut record)?;
    let mut game = Game::from_position(read_start(&mut lines)?);
    game.set_name(Color::Black, black);
    game.set_name(Color::White, white);

    let at = lines.expect("at", SaveExpected::Form("at NUMBER"))?;
    let ending = lines.optional("ending");
    let result = lines.optional("result");

    read_moves(&mut lines, &mut game, &mut record)?;
    lines.expect("end", SaveExpected::Form("end"))?;
    if let Some(line) = lines.next() {
        return Err(line.unexpected(SaveExpected::Nothing));
    }

    if let Some(line) = ending {
        game.end(ending_of(line)?);
    }
    if let Some(line) = result {
        check_result(line, &game)?;
    }
    go_to(at, &mut game)?;
    Ok((game, record))
}

/// Squares per side of a saved game, without parsing the rest.
pub fn side_of(text: &str) -> Result<u8, SaveError> {
    read_size(&mut Lines::of(text)).map(|(_, side)| side)
}

fn read_size<'a>(lines: &mut Lines<'a>) -> Result<(Line<'a>, u8), SaveError> {
    read_version(lines)?;
    let line = lines.expect("size", SaveExpected::Size)?;
    let side = number::<u8>(line.value).and_then(|side| with_size!(side, S => S::SIDE));
    Ok((line, side.ok_or_else(|| line.unexpected(SaveExpected::Size))?))
}

fn read_version(lines: &mut Lines<'_>) -> Result<(), SaveError> {
    let line = lines.next().ok_or_else(|| lines.stop(SaveExpected::Form("othellier-game 1")))?;
    match number::<u32>(line.value).filter(|_| line.key == FORMAT) {
        Some(PLAIN_VERSION..=VERSION) => Ok(()),
        Some(version) if version > VERSION => {
            Err(line.error(SaveProblem::NewerVersion { version }))
        }
        _ => Err(line.error(SaveProblem::NotAGame { read: line.text.to_owned() })),
    }
}

fn read_size_as<S: Size>(lines: &mut Lines<'_>) -> Result<(), SaveError> {
    match read_size(lines)? {
        (_, side) if side == S::SIDE => Ok(()),
        (line, found) => Err(line.error(SaveProblem::OtherSize { found, expected: S::SIDE })),
    }
}

fn read_name(lines: &mut Lines<'_>, color: Color) -> Result<String, SaveError> {
    let line = lines.expect(&color.to_string(), SaveExpected::Name(color))?;
    line.unescape(line.value)
}

/// Reads the metadata, in any order.
fn read_metadata(lines: &mut Lines<'_>, record: &mut Record) -> Result<(), SaveError> {
    loop {
        let mut ahead = lines.clone();
        let Some(line) = ahead.next().filter(|line| line.key != "start") else { return Ok(()) };
        let text = match line.key {
            "event" => &mut record.event,
            "place" => &mut record.place,
            "round" => &mut record.round,
            "date" => &mut record.date,
            "black-rating" => &mut record.ratings[0],
            "white-rating" => &mut record.ratings[1],
            "comment" => &mut record.comment,
            "score" => {
                let score = parse_decimal(line.value);
                record.score =
                    Some(score.ok_or_else(|| line.unexpected(SaveExpected::Form("score NUMBER")))?);
                *lines = ahead;
                continue;
            }
            "theory" => {
                let theory = parse_theoretical(line.value);
                let theory = theory
                    .ok_or_else(|| line.unexpected(SaveExpected::Form("theory SCORE@EMPTIES")))?;
                record.theoretical = Some(theory);
                *lines = ahead;
                continue;
            }
            "tag" => {
                record.tags.push(read_tag(line)?);
                *lines = ahead;
                continue;
            }
            "black-player" | "white-player" => {
                let player = line.unescape(line.value)?.parse();
                let player = player.map_err(|_| line.unexpected(SaveExpected::Player))?;
                record.players[side_named(line.key)] = Some(player);
                *lines = ahead;
                continue;
            }
            "black-clock" | "white-clock" => {
                let clock = line.value.parse();
                let clock = clock.map_err(|_| line.unexpected(SaveExpected::Clock))?;
                record.clocks[side_named(line.key)] = Some(clock);
                *lines = ahead;
                continue;
            }
            _ => return Ok(()),
        };
        *text = line.unescape(line.value)?;
        *lines = ahead;
    }
}

/// The side that a key such as `white-clock` begins with.
fn side_named(key: &str) -> usize {
    usize::from(key.starts_with("white"))
}

/// `tag ggf 0 TI 05:00`
fn read_tag(line: Line<'_>) -> Result<Tag, SaveError> {
    let wrong = || line.unexpected(SaveExpected::Form("tag FORMAT AFTER NAME VALUE"));
    let mut words = line.value.splitn(4, ' ');
    let mut word = || words.next();
    let format = word().and_then(Format::from_word).ok_or_else(wrong)?;
    let at = word().and_then(number).ok_or_else(wrong)?;
    // A name that its format cannot parse would break files written in that format.
    let in_name = |byte: u8| match format {
        Format::Ggf | Format::Sgf => byte.is_ascii_uppercase(),
        _ => byte.is_ascii_alphanumeric(),
    };
    // It must not duplicate a field of the record.
    let is_held = |name: &str| match format {
        Format::Ggf => ggf::holds(name),
        Format::Sgf => sgf::holds(name, at),
        Format::Pgn => pgn::holds(name),
        _ => false,
    };
    let is_name = |name: &&str| !name.is_empty() && name.bytes().all(in_name) && !is_held(name);
    let name = word().filter(is_name).ok_or_else(wrong)?.to_owned();
    let value = line.unescape(word().unwrap_or_default())?;
    Ok(Tag { format, at, name, value })
}

fn read_start<S: Size>(lines: &mut Lines<'_>) -> Result<Position<S>, SaveError> {
    let line = lines.expect("start", SaveExpected::Start)?;
    line.value.parse().map_err(|error| line.error(SaveProblem::Start(error)))
}

fn read_moves<S: Size>(
    lines: &mut Lines<'_>,
    game: &mut Game<S>,
    record: &mut Record,
) -> Result<(), SaveError> {
    let line = lines.expect("moves", SaveExpected::Form("moves NUMBER"))?;
    let moves: usize = line.number(SaveExpected::Form("moves NUMBER"))?;
    for number in 1..=moves {
        let expected = SaveExpected::Move { number, moves };
        let line = lines.expect(&number.to_string(), expected.clone())?;
        let (played, note) = read_note(line)?;
        let (played, cost) = read_cost(line, played)?;
        play_line(line, played, game, expected)?;
        if note != Note::default() {
            record.notes.insert(number, note);
        }
        if let Some(cost) = cost {
            record.costs.insert(number, cost);
        }
    }
    Ok(())
}

/// Splits off the search cost from the move and its time.
fn read_cost<'a>(
    line: Line<'_>,
    played: &'a str,
) -> Result<(&'a str, Option<MoveCost>), SaveError> {
    let Some((played, spent)) = played.split_once(" nodes ") else { return Ok((played, None)) };
    let words: Vec<&str> = spent.split_whitespace().collect();
    let cost = match words[..] {
        [nodes] => number(nodes).map(|nodes| MoveCost { nodes, reused_nodes: 0 }),
        [nodes, "reused", reused] => number(nodes)
            .zip(number(reused))
            .map(|(nodes, reused_nodes)| MoveCost { nodes, reused_nodes }),
        _ => None,
    };
    let cost = cost.ok_or_else(|| line.unexpected(SaveExpected::Nodes));
    Ok((played, Some(cost?)))
}

/// Splits off the annotation from the move, its time and its cost.
fn read_note(line: Line<'_>) -> Result<(&str, Note), SaveError> {
    let (head, comment) = line.value.split_once(" comment ").unwrap_or((line.value, ""));
    let (played, eval) = match head.split_once(" eval ") {
        Some((played, eval)) => {
            let eval = parse_decimal(eval.trim())
                .ok_or_else(|| line.unexpected(SaveExpected::Form("eval NUMBER")))?;
            (played, Some(eval))
        }
        None => (head, None),
    };
    Ok((played, Note { eval, comment: line.unescape(comment)? }))
}

/// Plays the move of a line such as `12 f5 1.25s`.
fn play_line<S: Size>(
    line: Line<'_>,
    played: &str,
    game: &mut Game<S>,
    expected: SaveExpected,
) -> Result<(), SaveError> {
    let words: Vec<&str> = played.split_whitespace().collect();
    let (word, duration) = match words[..] {
        [word] => (word, None),
        [word, time] => {
            let duration = parse_duration(time);
            (word, Some(duration.ok_or_else(|| line.unexpected(SaveExpected::Time))?))
        }
        _ => return Err(line.unexpected(expected)),
    };
    let played: Move<S> = word.parse().map_err(|_| line.unexpected(expected))?;
    game.play_timed(played, duration)
        .map_err(|_| line.error(SaveProblem::IllegalMove { attempted: word.to_owned() }))
}

fn ending_of(line: Line<'_>) -> Result<Ending, SaveError> {
    let ending = line.value.split_once(' ').and_then(|(word, color)| {
        let color: Color = color.trim().parse().ok()?;
        match word {
            "resigned" => Some(Ending::Resigned(color)),
            "out-of-time" => Some(Ending::OutOfTime(color)),
            _ => None,
        }
    });
    ending.ok_or_else(|| line.unexpected(SaveExpected::Ending))
}

/// Checks the result of a line against the moves.
fn check_result<S: Size>(line: Line<'_>, game: &Game<S>) -> Result<(), SaveError> {
    match game.outcome().map(result_text::<S>) {
        Some(result) if result == line.value => Ok(()),
        Some(result) => Err(line.unexpected(SaveExpected::Result(result))),
        None => Err(line.unexpected(SaveExpected::NoResult)),
    }
}

/// Goes to the move given by a line. With an early ending it must be the last move, since undoing
/// clears the ending.
fn go_to<S: Size>(line: Line<'_>, game: &mut Game<S>) -> Result<(), SaveError> {
    let last = game.full_length();
    let first = if game.ending().is_some() { last } else { 0 };
    let at: usize = line.number(SaveExpected::Form("at NUMBER"))?;
    if !(first..=last).contains(&at) || game.go_to(at).is_err() {
        return Err(line.unexpected(SaveExpected::Within { first, last }));
    }
    Ok(())
}

/// A line with content: its first word and the rest.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
    key: &'a str,
    value: &'a str,
}

impl Line<'_> {
    fn unescape(self, text: &str) -> Result<String, SaveError> {
        unescaped(text).map_err(|rest| {
            let expected = SaveExpected::Escape;
            self.error(SaveProblem::Unexpected { expected, read: rest.to_owned() })
        })
    }

    fn error(self, problem: SaveProblem) -> SaveError {
        SaveError::at_line(self.number, problem)
    }

    fn unexpected(self, expected: SaveExpected) -> SaveError {
        let read = self.text.to_owned();
        self.error(SaveProblem::Unexpected { expected, read })
    }

    /// The value as a number.
    fn number(self, expected: SaveExpected) -> Result<usize, SaveError> {
        number(self.value).ok_or_else(|| self.unexpected(expected))
    }
}

/// The lines of a text that are neither blank nor a comment.
#[derive(Clone)]
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Split<'a, char>>,
    /// The number of the line read last.
    number: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lines { rest: text.split('\n').enumerate(), number: 0 }
    }

    /// The next line, which must start with this word.
    fn expect(&mut self, key: &str, expected: SaveExpected) -> Result<Line<'a>, SaveError> {
        match self.next() {
            Some(line) if line.key == key => Ok(line),
            Some(line) => Err(line.unexpected(expected)),
            None => Err(self.stop(expected)),
        }
    }

    /// The next line, if it starts with this word.
    fn optional(&mut self, key: &str) -> Option<Line<'a>> {
        let mut ahead = self.clone();
        let line = ahead.next().filter(|line| line.key == key)?;
        *self = ahead;
        Some(line)
    }

    /// The error for a truncated text.
    fn stop(&self, expected: SaveExpected) -> SaveError {
        SaveError::at_line(self.number, SaveProblem::Stops { expected })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        for (index, text) in self.rest.by_ref() {
            self.number = index + 1;
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
                return Some(Line { number: self.number, text, key, value: value.trim_start() });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use othellier_board::{Eight, Six};

    use super::*;
    use crate::save::to_text;

    const GAME: &str = "\
othellier-game 1
size 8
black Alice
white random
start ---------------------------OX------XO--------------------------- X
at 1
moves 2
1 f5 1.25s
2 d6
end
";

    #[test]
    fn a_game_is_written_for_people() {
        let mut game: Game = from_text(GAME).unwrap();
        assert_eq!((game.length(), game.full_length()), (1, 2));
        assert_eq!(game.time_used(Color::Black), Duration::from_millis(1250));
        assert_eq!(to_text(&game), GAME);

        game.end(Ending::Resigned(Color::White));
        let ended = "at 1\nending resigned white\nresult 64-0\nmoves 1\n1 f5 1.25s\nend\n";
        assert!(to_text(&game).ends_with(ended), "{}", to_text(&game));
        assert_eq!(from_text(&to_text(&game)).unwrap(), game);
    }

    #[test]
    fn the_result_is_that_of_the_last_move_even_after_undo() {
        let start = format!("-OX{} X", "-".repeat(61));
        let mut game: Game = Game::from_position(start.parse().unwrap());
        game.play("a1".parse().unwrap()).unwrap();
        game.undo();
        assert!(to_text(&game).contains("at 0\nresult 64-0\nmoves 1\n"));
        assert_eq!(from_text(&to_text(&game)).unwrap(), game);
    }

    #[test]
    fn what_editors_do_to_a_file_is_tolerated() {
        let game: Game = from_text(GAME).unwrap();
        for text in [
            GAME.replace('\n', "\r\n"),
            GAME.replace('\n', "  \n\n"),
            GAME.replace('\n', "\n# a comment\n\t"),
            GAME.trim_end().to_owned(),
            format!("\u{feff}{GAME}"),
            format!("# mine\n\n{GAME}\n\n# the end"),
            GAME.replace("black Alice", "black \t Alice"),
            GAME.replace("2 d6", "2   D6"),
        ] {
            assert_eq!(from_text(&text).unwrap(), game, "{text}");
        }
    }

    /// The error for the game with one change.
    #[track_caller]
    fn check_error(old: &str, new: &str, expected: &str) {
        assert!(GAME.contains(old));
        let error = from_text::<Eight>(&GAME.replacen(old, new, 1)).unwrap_err().to_string();
        assert_eq!(error, expected);
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let expected = "line 1: not a saved game; expected `othellier-game 1`, read `hello`";
        check_error("othellier-game 1", "hello", expected);
        let expected = "line 1: version 5 is newer than this program understands (4)";
        check_error("othellier-game 1", "othellier-game 5", expected);
        let expected =
            "line 1: not a saved game; expected `othellier-game 1`, read `othellier-game 0`";
        check_error("othellier-game 1", "othellier-game 0", expected);
        let expected = "line 2: expected `size 4`, `size 6`, `size 8` or `size 10`, read `size 7`";
        check_error("size 8", "size 7", expected);
        let expected = "line 2: a game on 6x6; expected one on 8x8";
        check_error("size 8", "size 6", expected);
        let expected = "line 3: expected `black NAME`, read `white random`";
        check_error("black Alice\n", "", expected);
        let expected = r"line 4: expected one of \\ \n \r \t \u{…} after a backslash, read `\om`";
        check_error("random", r"rand\om", expected);
        let expected = "line 5: the position has 3 squares; expected 64";
        check_error(
            "---------------------------OX------XO--------------------------- X",
            "--X",
            expected,
        );
        check_error("at 1", "at -1", "line 6: expected `at NUMBER`, read `at -1`");
        check_error("at 1", "at 3", "line 6: expected a number from 0 to 2, read `at 3`");
        check_error("2 d6\n", "", "line 9: expected move 2 of 2, read `end`");
        check_error("moves 2", "moves 1", "line 9: expected `end`, read `2 d6`");
        check_error("2 d6", "3 d6", "line 9: expected move 2 of 2, read `3 d6`");
        check_error("2 d6", "2 z9", "line 9: expected move 2 of 2, read `2 z9`");
        check_error("2 d6", "2 a1", "line 9: `a1` is not legal here");
        check_error("2 d6", "2 pass", "line 9: `pass` is not legal here");
        check_error("1.25s", "1m", "line 8: expected a time such as 1.25s, read `1 f5 1m`");
        check_error("end\n", "", "line 10: unexpected end of text; expected `end`");
        check_error("end\n", "end\n\nmore", "line 12: expected nothing after `end`, read `more`");
    }

    #[test]
    fn search_costs_are_stored_with_their_moves() {
        let text = GAME
            .replace("othellier-game 1", "othellier-game 3")
            .replace("1.25s", "1.25s nodes 5120 reused 12 eval 2.5 comment saw nodes 7")
            .replace("2 d6", "2 d6 nodes 0");
        let (game, record) = from_text_with::<Eight>(&text).unwrap();
        assert_eq!(game, from_text(GAME).unwrap());
        let costs = [(1, (5120, 12)), (2, (0, 0))];
        let costs =
            costs.map(|(number, (nodes, reused_nodes))| (number, MoveCost { nodes, reused_nodes }));
        assert_eq!(record.costs, costs.into());
        assert_eq!(record.notes[&1].eval, Some(2.5));
        assert_eq!(crate::save::to_text_with(&game, &record), text);
        let expected = "line 9: expected `nodes NUMBER` or `nodes NUMBER reused NUMBER`, ";
        for wrong in ["nodes many", "nodes -1", "nodes 1 2", "nodes 1 reused", "nodes 1 again 2"] {
            check_error(
                "2 d6",
                &format!("2 d6 {wrong}"),
                &format!("{expected}read `2 d6 {wrong}`"),
            );
        }
    }

    #[test]
    fn players_and_clocks_are_stored_as_text() {
        let seats = "black-player human\nblack-clock 5m+2s\nwhite-player gtp(cmd=a \\\\ b)\n";
        let text = GAME
            .replace("othellier-game 1", "othellier-game 4")
            .replace("start ", &format!("{seats}start "));
        let (game, record) = from_text_with::<Eight>(&text).unwrap();
        let [black, white] = record.players.each_ref().map(|player| player.as_ref().unwrap());
        assert_eq!((black.name.as_str(), white.option("cmd")), ("human", Some(r"a \ b")));
        assert_eq!(record.clocks, [Some("5m+2s".parse().unwrap()), None]);
        assert_eq!(crate::save::to_text_with(&game, &record), text);
        let wrong = "line 5: expected a player such as `human` or `champion(level=2)`, ";
        check_error("start ", "white-player (\nstart ", &format!("{wrong}read `white-player (`"));
        let wrong = "line 5: expected a clock such as `5m`, `5m+2s` or `5m/30s`, ";
        check_error("start ", "black-clock 5\nstart ", &format!("{wrong}read `black-clock 5`"));
    }

    #[test]
    fn endings_and_results_are_checked() {
        let expected = "line 7: expected `ending resigned COLOUR` or `ending out-of-time COLOUR`, \
                        read `ending happily`";
        check_error("at 1\n", "at 2\nending happily\n", expected);
        let expected = "line 6: expected a number from 2 to 2, read `at 1`";
        check_error("at 1\n", "at 1\nending resigned black\n", expected);
        let expected =
            "line 7: expected no result, since the game is not over, read `result 34-30`";
        check_error("at 1\n", "at 1\nresult 34-30\n", expected);
        let expected = "line 8: expected `result 0-64`, where the moves lead, read `result 34-30`";
        check_error("at 1\n", "at 2\nending out-of-time black\nresult 34-30\n", expected);
    }

    #[test]
    fn the_size_is_read_without_the_rest() {
        assert_eq!(side_of(GAME).unwrap(), 8);
        assert_eq!(side_of("othellier-game 1\nsize 10\n").unwrap(), 10);
        assert_eq!(side_of(&to_text(&Game::<Six>::default())).unwrap(), 6);
        let stop = "line 1: unexpected end of text; expected `othellier-game 1`";
        assert_eq!(side_of("").unwrap_err().to_string(), stop);
        assert!(side_of("othellier-game 5\nsize 8").is_err());
    }

    #[test]
    fn long_lines_are_not_repeated_whole() {
        let error = side_of(&"x".repeat(100_000)).unwrap_err().to_string();
        assert!(error.len() < 200, "{error}");
    }
}

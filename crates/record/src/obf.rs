//! Problem files: positions with the scores of their moves (OBF, Othello Board File).
//!
//! One problem per line:
//!
//! ```text
//! line  := board side [ ";" { field ";" } ] [ "%" comment ]   |   "%" comment   |   nothing
//! field := move ":" score   |   score
//! move  := square | "PS" (a forced pass) | "--" (no move)
//! score := [ "+" | "-" ] digits
//! ```
//!
//! Scores are final disc differences for the side to move, empties to the winner. A score without a
//! move is that of the position, as for a finished game. `--` is a forced pass, or precedes the
//! score of a finished game; `--:-127`, which an old program wrote at the end of its lines, is
//! ignored. The format is that of Edax, used by many endgame test suites.

pub(crate) mod file;

use std::fmt;
use std::io::{BufRead, Read};
use std::str::FromStr;

use othellier_board::{Eight, Move, Position, Size, Status};

use crate::guess_side;
use crate::lines::MAX_SKIPPED;

pub(crate) mod error;

use error::LONGEST_LINE;
pub use error::{ObfError, ObfLineProblem};
pub use file::{read as read_games, write as write_game};

/// The meaningless score after `--`.
const SENTINEL: i32 = -127;

/// A position and its known scores.
///
/// As text: the board, then the moves, best first.
///
/// ```
/// use othellier_record::obf::Problem;
///
/// let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; H1:+12; G8:+18;";
/// let problem: Problem = text.parse()?;
/// assert_eq!(problem.best(), Some(18));
/// assert!(problem.to_string().ends_with(" X; G8:+18; H1:+12;"));
/// # Ok::<(), othellier_record::obf::ObfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<S: Size = Eight> {
    /// The position to solve.
    pub position: Position<S>,
    /// The known scores of its moves; best first when read.
    pub scores: Vec<(Move<S>, i32)>,
    /// The score of the position itself, if given.
    pub score: Option<i32>,
    /// The text after `%`.
    pub comment: Option<String>,
}

impl<S: Size> Problem<S> {
    /// A position without scores.
    pub const fn new(position: Position<S>) -> Problem<S> {
        Problem { position, scores: Vec::new(), score: None, comment: None }
    }

    /// The score of the best move, or else of the position.
    pub fn best(&self) -> Option<i32> {
        self.scores.iter().map(|&(_, score)| score).max().or(self.score)
    }

    /// Whether every legal move has its score.
    pub fn has_every_move(&self) -> bool {
        self.position.moves().all(|played| self.score_of(played).is_some())
    }

    /// The score of a move, if it is known.
    pub fn score_of(&self, played: Move<S>) -> Option<i32> {
        self.scores.iter().find(|&&(known, _)| known == played).map(|&(_, score)| score)
    }
}

impl<S: Size> fmt::Display for Problem<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (played, score) in best_first(self.scores.clone()) {
            match played {
                Move::Place(square) => {
                    write!(f, " {}:{score:+};", square.to_string().to_ascii_uppercase())?;
                }
                Move::Pass => write!(f, " PS:{score:+};")?,
            }
        }
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        match &self.comment {
            Some(comment) => write!(f, " % {}", comment.replace(char::is_control, " ").trim()),
            None => Ok(()),
        }
    }
}

/// Sorts the moves best first (stable).
fn best_first<S: Size>(mut scores: Vec<(Move<S>, i32)>) -> Vec<(Move<S>, i32)> {
    scores.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
    scores
}

/// Parses one line with a problem.
impl<S: Size> FromStr for Problem<S> {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Problem<S>, ObfError> {
        parse(line).map_err(|(text, problem)| ObfError { line: 1, text: text.to_owned(), problem })
    }
}

/// The problem, and the text that causes it.
type Wrong<'a> = (&'a str, ObfLineProblem);

fn parse<S: Size>(line: &str) -> Result<Problem<S>, Wrong<'_>> {
    let (content, comment) = match line.split_once('%') {
        Some((content, comment)) => (content, Some(comment)),
        None => (line, None),
    };
    let mut fields = content.split(';').map(str::trim);
    let board = fields.next().unwrap_or_default();
    let mut problem = Problem::new(parse_board(board).map_err(|problem| (board, problem))?);
    for field in fields.filter(|field| !field.is_empty()) {
        add_field(&mut problem, field).map_err(|problem| (field, problem))?;
    }
    problem.scores = best_first(problem.scores);
    problem.comment = comment
        .map(|text| text.replace(char::is_control, " ").trim().to_owned())
        .filter(|text| !text.is_empty());
    Ok(problem)
}

fn parse_board<S: Size>(text: &str) -> Result<Position<S>, ObfLineProblem> {
    match guess_side(text) {
        Some(found) if found != S::SIDE => {
            Err(ObfLineProblem::OtherSize { found, expected: S::SIDE })
        }
        _ => Ok(text.parse()?),
    }
}

fn add_field<S: Size>(problem: &mut Problem<S>, field: &str) -> Result<(), ObfLineProblem> {
    let Some((name, score)) = field.split_once(':') else {
        let score = parse_score::<S>(field)?;
        return set_score(problem, score);
    };
    let (name, score) = (name.trim(), score.trim());
    if name == "--" && score.parse() == Ok(SENTINEL) {
        return Ok(());
    }
    let played = name.parse().map_err(|_| ObfLineProblem::NotAMove)?;
    let score = parse_score::<S>(score)?;
    let is_over = matches!(problem.position.status(), Status::Over { .. });
    if name == "--" && is_over {
        set_score(problem, score)
    } else if !problem.position.is_legal(played) {
        Err(ObfLineProblem::Illegal)
    } else if problem.score_of(played).is_some() {
        Err(ObfLineProblem::Twice)
    } else {
        problem.scores.push((played, score));
        Ok(())
    }
}

fn set_score<S: Size>(problem: &mut Problem<S>, score: i32) -> Result<(), ObfLineProblem> {
    match problem.score.replace(score) {
        Some(_) => Err(ObfLineProblem::Twice),
        None => Ok(()),
    }
}

fn parse_score<S: Size>(text: &str) -> Result<i32, ObfLineProblem> {
    let most = i32::from(S::SQUARES);
    let score = text.parse().ok().filter(|score| (-most..=most).contains(score));
    score.ok_or(ObfLineProblem::NotAScore { most })
}

/// An iterator over the problems of a file with their line numbers, from 1. Lines without a problem
/// are skipped; after an error, reading continues with the next line.
///
/// ```
/// use othellier_record::obf;
///
/// let start = othellier_board::Position::start();
/// let file = format!("% a comment\n\n{start};\n");
/// let problems: Vec<(usize, obf::Problem)> = obf::read(file.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(problems, [(3, obf::Problem::new(start))]);
/// # Ok::<(), obf::ObfError>(())
/// ```
pub fn read<S: Size>(
    file: impl BufRead,
) -> impl Iterator<Item = Result<(usize, Problem<S>), ObfError>> {
    Lines { file, number: 0, is_done: false }.filter_map(|(number, line)| {
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        if !holds_problem(&line) {
            return None;
        }
        Some(match parse(&line) {
            Ok(problem) => Ok((number, problem)),
            Err((text, problem)) => Err(ObfError { line: number, text: text.to_owned(), problem }),
        })
    })
}

/// Whether a line is neither blank nor a comment.
fn holds_problem(line: &str) -> bool {
    line.trim_start().starts_with(|first| first != '%')
}

/// The lines of a file with their numbers; a line longer than [`LONGEST_LINE`] is an error.
struct Lines<R> {
    file: R,
    number: usize,
    is_done: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its line end; `None` at the end of the file.
    fn read_line(&mut self) -> Result<Option<String>, Wrong<'static>> {
        let mut bytes = Vec::new();
        let read = self.file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if read.map_err(|error| ("", error.into()))? == 0 {
            return Ok(None);
        }
        if !bytes.ends_with(b"\n") && bytes.len() as u64 == LONGEST_LINE {
            // Give up on an endless file, such as a device.
            let skipped = self.file.by_ref().take(MAX_SKIPPED).skip_until(b'\n');
            self.is_done = skipped.map_err(|error| ("", error.into()))? as u64 == MAX_SKIPPED;
            return Err(("", ObfLineProblem::LineTooLong));
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Some(text.trim_end().to_owned()))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = (usize, Result<String, ObfError>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        self.number += 1;
        let line = self.number;
        let read = self.read_line().map_err(|(text, problem)| {
            self.is_done |= matches!(problem, ObfLineProblem::Unreadable(_));
            ObfError { line, text: text.to_owned(), problem }
        });
        read.transpose().map(|read| (line, read))
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::{Color, Four, Square};
    use proptest::prelude::*;

    use super::*;
    use std::io;

    const FIRST: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

    /// White can play c1, Black must pass.
    fn must_pass() -> String {
        format!("OX-{} X", "-".repeat(61))
    }

    fn over() -> String {
        format!("X{} O", "-".repeat(63))
    }

    fn problem(line: &str) -> Problem {
        line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn a_line_is_read_and_written() {
        let line = format!("{FIRST}; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;");
        let read = problem(&line);
        assert_eq!(read.scores.len(), 8);
        assert_eq!(read.scores[0], (Move::Place(Square::G8), 18));
        assert_eq!((read.best(), read.score), (Some(18), None));
        assert_eq!(read.score_of(Move::Place(Square::G2)), Some(-24));
        assert_eq!(read.score_of(Move::Pass), None);
        assert_eq!(read.to_string(), line);
    }

    #[test]
    fn the_usual_spellings_are_read() {
        let expected = problem(&format!("{FIRST}; G8:+18; H1:-4;"));
        let (cells, _) = FIRST.split_at(64);
        for board in [
            FIRST.to_owned(),
            format!("{cells}X"),
            format!("{cells}\t*"),
            format!("  {}b", cells.replace('-', ".").replace('X', "*").replace('O', "w")),
            FIRST.to_lowercase(),
        ] {
            for fields in ["; G8:+18; H1:-4;", ";g8:18;h1:-4", ";; h1 : -4 ; G8:+18; --:-127;"] {
                let line = format!("{board}{fields}\r\n");
                assert_eq!(problem(&line), expected, "{line}");
            }
        }
        for line in [FIRST.to_owned(), format!("{FIRST};"), format!("{FIRST} ; % \n")] {
            assert_eq!(problem(&line), Problem::new(FIRST.parse().unwrap()), "{line}");
        }
        assert_eq!(problem(FIRST).best(), None);
    }

    #[test]
    fn passes_and_ends_have_scores() {
        let read = problem(&format!("{}; PS:+4;", must_pass()));
        assert_eq!((read.scores.as_slice(), read.best()), (&[(Move::Pass, 4)][..], Some(4)));
        assert_eq!(read.to_string(), format!("{}; PS:+4;", must_pass()));
        assert_eq!(problem(&format!("{}; --:+4;", must_pass())), read);
        for field in ["-64", "--:-64"] {
            let read = problem(&format!("{}; {field};", over()));
            assert_eq!((read.scores.len(), read.score, read.best()), (0, Some(-64), Some(-64)));
            assert_eq!(read.to_string(), format!("{}; -64;", over()));
        }
        assert_eq!(problem(&format!("{}; --:-127;", over())).best(), None);
        assert_eq!(problem(&format!("{FIRST}; +18;")).best(), Some(18));
    }

    #[test]
    fn comments_are_kept() {
        let read = problem(&format!("{FIRST}; G8:+18; % FFO #1; h8:+2 % \u{7}x"));
        assert_eq!(read.comment.as_deref(), Some("FFO #1; h8:+2 %  x"));
        assert_eq!(problem(&read.to_string()), read);
        let odd = Problem { comment: Some("a\nb".to_owned()), ..Problem::new(Position::start()) };
        assert_eq!(odd.to_string().lines().count(), 1);
    }

    #[test]
    fn a_file_is_read_to_its_end() {
        let file = format!(
            "\u{feff}% suite\n{FIRST}; G8:+18;\n\n  \t\n{FIRST}; A1:+2;\r\n{}\n  % end\n{FIRST}",
            "X".repeat(100_000)
        );
        let read: Vec<_> = read::<Eight>(file.as_bytes()).collect();
        let lines: Vec<_> = read
            .iter()
            .map(|read| match read {
                Ok((line, problem)) => (*line, problem.scores.len().to_string()),
                Err(error) => (error.line, error.to_string()),
            })
            .collect();
        let text = |text: &str| text.to_owned();
        assert_eq!(
            lines,
            [
                (2, text("1")),
                (5, text("line 5: `A1:+2` is not a legal move of this position")),
                (6, text("line 6: the line is longer than 65536 bytes")),
                (8, text("0")),
            ]
        );
    }

    #[test]
    fn a_line_just_short_enough_is_read() {
        for blanks in [65_535 - FIRST.len(), 65_536 - FIRST.len()] {
            let file = format!("{FIRST}{}\n{FIRST}\n", " ".repeat(blanks));
            let are_ok: Vec<_> = read::<Eight>(file.as_bytes()).map(|read| read.is_ok()).collect();
            assert_eq!(are_ok, [FIRST.len() + blanks < 65_536, true]);
        }
    }

    #[test]
    fn an_unreadable_file_gives_one_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk failed"))
            }
        }
        let read: Vec<_> = read::<Eight>(io::BufReader::new(Broken)).collect();
        assert_eq!(read.len(), 1);
        let error = read[0].as_ref().unwrap_err().to_string();
        assert_eq!(error, "line 1: cannot be read: the disk failed");
    }

    #[test]
    fn a_mistake_is_named() {
        let six = Position::<othellier_board::Six>::default().to_string();
        for (line, reason) in [
            ("hello".to_owned(), "line 1: unexpected `h` at offset 0 of the position"),
            ("-X".to_owned(), "line 1: the position has 2 squares; expected 64"),
            (six, "line 1: the position has 6x6 squares; expected 8x8"),
            ("; G8:+18".to_owned(), "line 1: the position has 0 squares"),
            (format!("{FIRST}; A1:+2;"), "line 1: `A1:+2` is not a legal move"),
            (format!("{FIRST}; PS:+2;"), "line 1: `PS:+2` is not a legal move"),
            (format!("{FIRST}; --:+2;"), "line 1: `--:+2` is not a legal move"),
            (format!("{}; PS:+2;", over()), "line 1: `PS:+2` is not a legal move"),
            (format!("{FIRST}; J1:+2;"), "line 1: `J1:+2` does not name a move"),
            (format!("{FIRST}; :+2;"), "line 1: `:+2` does not name a move"),
            (format!("{FIRST}; G8:;"), "line 1: `G8:` does not give a score"),
            (format!("{FIRST}; G8:+65;"), "line 1: `G8:+65` does not give a score; expected a wh"),
            (format!("{FIRST}; G8:+1.5;"), "line 1: `G8:+1.5` does not give a score"),
            (format!("{FIRST}; G8;"), "line 1: `G8` does not give a score"),
            (format!("{FIRST}; é;"), "line 1: `é` does not give a score"),
            (format!("{FIRST}; G8:+2; g8:+2"), "line 1: `g8:+2` gives a second score"),
            (format!("{FIRST}; +2; +2"), "line 1: `+2` gives a second score"),
        ] {
            let error = line.parse::<Problem>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{line}: {error}");
        }
    }

    #[test]
    fn other_sizes_are_read_too() {
        let line = "-----OX--XO----- X; A2:+8;";
        assert!(line.parse::<Problem>().is_err());
        let read: Problem<Four> = line.parse().unwrap();
        assert_eq!(read.position.side_to_move(), Color::Black);
        assert_eq!(read.to_string(), line);
        assert!("-----OX--XO----- X; A2:+18;".parse::<Problem<Four>>().is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            read::<Eight>(&bytes[..]).for_each(drop);
        }

        #[test]
        fn what_is_read_is_written_and_read_again(
            fields in "[ ;:;GgHhAaPS1278+%é-]{0,40}",
            board in prop::sample::select(vec![FIRST.to_owned(), must_pass(), over()]),
        ) {
            let line = format!("{board};{fields}");
            if let Ok(read) = line.parse::<Problem>() {
                prop_assert_eq!(read.to_string().parse::<Problem>().unwrap(), read);
            }
        }

        #[test]
        fn what_is_written_is_read(
            fields in prop::collection::btree_map(0..8_usize, -64..=64_i32, 0..8),
            score in prop::option::of(-64..=64_i32),
            comment in prop::option::of("[a-z%;]{1,9}"),
        ) {
            let position: Position = FIRST.parse().unwrap();
            let moves: Vec<_> = position.moves().collect();
            let scores = fields.into_iter().map(|(at, score)| (moves[at], score)).collect();
            let problem = Problem { position, scores: best_first(scores), score, comment };
            prop_assert_eq!(problem.to_string().parse::<Problem>().unwrap(), problem);
        }
    }
}

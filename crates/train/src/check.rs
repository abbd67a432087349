//! Measures an evaluation against known scores.
//!
//! A test case is a board with its score; where the score of every move is known as well, the
//! evaluation also chooses a move by a 1-ply search, and the loss of that choice is measured. All
//! statistics are kept by number of empty squares.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use othellier_board::{Board, Move, Position};
use othellier_eval::StaticEvaluator;
use othellier_platform::file::{FileError, FileProblem};
use othellier_record::obf::{self, ObfError, Problem};

use crate::example::{Example, ShardError, read_shard};
use crate::fit::Errors;

/// Statistics for one number of empty squares, or for all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// The errors of the evaluation.
    pub errors: Errors,
    /// The losses of the chosen moves.
    pub choices: Choices,
}

/// Errors without 1-ply choices.
impl From<Errors> for Findings {
    fn from(errors: Errors) -> Findings {
        Findings { errors, choices: Choices::default() }
    }
}

/// The losses of moves chosen by a 1-ply search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub count: u64,
    /// How many chose a best move.
    pub best: u64,
    pub lost: u64,
}

impl Choices {
    /// How often a best move was chosen; `None` without any choice.
    pub fn best_rate(&self) -> Option<f64> {
        (self.count > 0).then(|| self.best as f64 / self.count as f64)
    }

    pub fn mean_loss(&self) -> Option<f64> {
        (self.count > 0).then(|| self.lost as f64 / self.count as f64)
    }
}

/// Compares an evaluation with known scores, one test case at a time.
pub struct Check<'a> {
    evaluator: &'a dyn StaticEvaluator,
    /// The statistics, by number of empty squares.
    pub by_empties: BTreeMap<u32, Findings>,
}

impl<'a> Check<'a> {
    /// A check without test cases yet.
    pub fn new(evaluator: &'a dyn StaticEvaluator) -> Check<'a> {
        Check { evaluator, by_empties: BTreeMap::new() }
    }

    /// Adds a board with its score in discs.
    pub fn board(&mut self, board: Board, score: f64) {
        let evaluated = self.evaluated(board);
        self.findings(board).errors.add(evaluated, score);
    }

    /// Adds an example with the outcome of its game.
    pub fn example(&mut self, example: &Example) {
        self.board(example.board, f64::from(example.outcome) / 100.0);
    }

    /// Adds a problem with its score, and the choice of a move where every move has a score. Returns
    /// whether the problem had a score.
    pub fn problem(&mut self, problem: &Problem) -> bool {
        let board = problem.position.board();
        let Some(score) = problem.best() else { return false };
        self.board(board, score.into());
        if !board.legal_moves().is_empty() && problem.has_every_move() {
            self.choice(problem, score);
        }
        true
    }

    fn choice(&mut self, problem: &Problem, best: i32) {
        let board = problem.position.board();
        let value =
            |&(played, _): &(Move, i32)| -self.evaluated(problem.position.after(played).board());
        // Among equal moves, the first by name.
        let mut moves = problem.scores.clone();
        moves.sort_by_key(|(played, _)| played.to_string());
        let values: Vec<f64> = moves.iter().map(value).collect();
        let chosen = (0..moves.len())
            .reduce(|best, other| if values[other] > values[best] { other } else { best })
            .expect("there is a move");
        let loss = best - moves[chosen].1;
        let choices = &mut self.findings(board).choices;
        choices.count += 1;
        choices.best += u64::from(loss == 0);
        choices.lost += u64::from(loss.unsigned_abs());
    }

    /// The evaluation in discs; the final score where the game is over.
    fn evaluated(&self, board: Board) -> f64 {
        if board.is_over() {
            f64::from(board.final_score())
        } else if board.legal_moves().is_empty() {
            -self.evaluator.evaluate(board.passed()).discs()
        } else {
            self.evaluator.evaluate(board).discs()
        }
    }

    fn findings(&mut self, board: Board) -> &mut Findings {
        self.by_empties.entry(board.empties().len()).or_default()
    }

    /// The statistics of all boards.
    pub fn total(&self) -> Findings {
        self.by_empties.values().fold(Findings::default(), |sum, other| Findings {
            errors: sum.errors.with(other.errors),
            choices: Choices {
                count: sum.choices.count + other.choices.count,
                best: sum.choices.best + other.choices.best,
                lost: sum.choices.lost + other.choices.lost,
            },
        })
    }
}

/// Why a file of test cases cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It is no good shard.
    #[error(transparent)]
    Shard(#[from] ShardError),
    #[error(transparent)]
    File(#[from] FileError),
    /// A line of a table has no board and score.
    #[error("{}: line {line} has no board, side and score", path.display())]
    Line {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    #[error("{}: {error}", path.display())]
    Problem {
        path: PathBuf,
        /// The fault in the position.
        error: ObfError,
    },
}

/// The test cases of files.
impl Check<'_> {
    /// Adds the test cases of a file: a shard (`.examples`), a table of boards with scores (`.tsv`), or
    /// problems. Returns how many boards had no score.
    pub fn file(&mut self, path: &Path) -> Result<u64, CheckError> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("examples") => {
                read_shard(path)?.1.iter().for_each(|example| self.example(example));
                Ok(0)
            }
            Some("tsv") => self.table(path).map(|()| 0),
            _ => self.problems(path),
        }
    }

    fn table(&mut self, path: &Path) -> Result<(), CheckError> {
        let file = open(path)?;
        for (number, line) in (1..).zip(othellier_platform::file::lines(file)) {
            let line = line.map_err(|error| unreadable(path, FileProblem::Unreadable(error)))?;
            let is_head = number == 1 && line.starts_with("board");
            if line.trim().is_empty() || is_head {
                continue;
            }
            let wrong = || CheckError::Line { path: path.to_owned(), line: number };
            let (board, score) = parse_table_line(&line).ok_or_else(wrong)?;
            self.board(board, score);
        }
        Ok(())
    }

    fn problems(&mut self, path: &Path) -> Result<u64, CheckError> {
        let mut skipped = 0;
        for problem in obf::read(open(path)?) {
            let wrong = |error| CheckError::Problem { path: path.to_owned(), error };
            let (_, problem) = problem.map_err(wrong)?;
            skipped += u64::from(!self.problem(&problem));
        }
        Ok(skipped)
    }
}

fn open(path: &Path) -> Result<BufReader<File>, CheckError> {
    let opened = othellier_platform::file::open(path).map(BufReader::new);
    opened.map_err(|problem| unreadable(path, problem))
}

fn unreadable(path: &Path, problem: FileProblem) -> CheckError {
    FileError { path: path.to_owned(), problem }.into()
}

/// Parses a line of a table of boards with scores: board, side to move and score, separated by tabs;
/// further columns are ignored.
pub fn parse_table_line(line: &str) -> Option<(Board, f64)> {
    let mut fields = line.split('\t').map(str::trim);
    let (board, side) = (fields.next()?, fields.next()?);
    let position: Position = format!("{board} {side}").parse().ok()?;
    let score = fields.next()?.parse().ok().filter(|score: &f64| score.abs() <= 64.0)?;
    Some((position.board(), score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Eight;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    /// Only h1 is empty, and playing it wins all discs. The second problem has no score.
    #[test]
    fn errors_and_choices_are_counted() {
        let text = "\
            XXXXXXO-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; H1:+64;\n\
            --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;\n";
        let problems: Vec<Problem> =
            obf::read(text.as_bytes()).map(|read| read.unwrap().1).collect();
        let discs = othellier_eval::build::<Eight>(
            &"discs".parse().unwrap(),
            &othellier_eval::Access::Sealed,
        )
        .unwrap();
        let mut check = Check::new(&*discs);
        assert!(check.problem(&problems[0]));
        assert!(!check.problem(&problems[1]), "it has no score");
        let total = check.total();
        assert_eq!(total.choices, Choices { count: 1, best: 1, lost: 0 });
        // 62 discs against 1, where 64 are won.
        near(total.errors.bias(), -3.0);
        near(total.errors.mae(), 3.0);
        near(total.errors.sign_rate(), 1.0);

        let example = Example { board: Board::default(), outcome: -400, forecast: None, game: 0 };
        check.example(&example);
        assert_eq!(check.by_empties.keys().copied().collect::<Vec<_>>(), [1, 60]);
        near(check.by_empties[&60].errors.bias(), 4.0);
        near(check.total().errors.bias(), 0.5);
        near(check.total().errors.rmse(), 12.5_f64.sqrt());
    }

    /// The disc counter takes the most discs, whatever that costs.
    #[test]
    fn a_greedy_choice_loses_what_the_file_says() {
        let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";
        let mut problem: Problem = text.parse().unwrap();
        let most = |played: &Move| {
            let after = problem.position.after(*played).board();
            (after.opponent().len(), std::cmp::Reverse(played.to_string()))
        };
        let greedy = problem.position.moves().max_by_key(most).unwrap();
        let score = |played| if played == greedy { -10 } else { 2 };
        problem.scores = problem.position.moves().map(|played| (played, score(played))).collect();
        let discs = othellier_eval::build::<Eight>(
            &"discs".parse().unwrap(),
            &othellier_eval::Access::Sealed,
        )
        .unwrap();
        let mut check = Check::new(&*discs);
        check.problem(&problem);
        assert_eq!(check.total().choices, Choices { count: 1, best: 0, lost: 12 });
    }

    #[test]
    fn lines_of_tables_are_read() {
        let start = format!("{}XO------OX{}", "-".repeat(27), "-".repeat(27)).replace('\n', "");
        let (board, score) = parse_table_line(&format!("{start}\tO\t-12\tmore")).unwrap();
        assert_eq!((board.discs().len(), score), (4, -12.0));
        for wrong in ["", "board\tside\tscore", &start, &format!("{start}\tO\t65")] {
            assert!(parse_table_line(wrong).is_none(), "{wrong}");
        }
    }
}

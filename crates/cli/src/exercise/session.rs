//! An interactive session: asks for moves and grades them.

use std::io::Write;
use std::ops::ControlFlow;

use othellier_board::{Move, Position, Size};
use othellier_locale::{Lang, reviews, tr};
use othellier_record::diagram;
use othellier_review::{Exercise, Reviewable, Reviewer, reasons};
use othellier_search::StopSignal;
use othellier_tui::read_line;

use super::wire;
use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;

/// How many moves of a line are shown.
pub(super) const LINE: usize = 12;

/// The state of an interactive session.
pub(super) struct Session {
    common: Common,
    asked: usize,
    found: usize,
    first: usize,
}

impl Session {
    /// Starts a session and reports the seed.
    pub(super) fn begin(common: Common, seed: Option<u64>) -> Result<Session, CliError> {
        if let Some(seed) = seed {
            match common.json {
                true => output::json(&serde_json::json!({ "type": "start", "seed": seed }))?,
                false => {
                    let text = tr!(common.lang, "exercise-seed", seed = seed.to_string());
                    anstream::eprintln!("{text}");
                }
            }
        }
        Ok(Session { common, asked: 0, found: 0, first: 0 })
    }

    /// Prints a text, unless the output is JSON.
    pub(super) fn print(&self, text: &str) -> Result<(), CliError> {
        if self.common.json { Ok(()) } else { output::line(text) }
    }

    /// Asks until the move is found or the solution is requested; breaks when the user quits.
    pub(super) fn ask<S: Reviewable>(
        &mut self,
        reviewer: &mut Reviewer<S>,
        exercise: &Exercise<S>,
    ) -> Result<ControlFlow<()>, CliError> {
        let lang = self.common.lang;
        let position = &exercise.position;
        self.asked += 1;
        match self.common.json {
            true => output::json(&wire::exercise(self.asked, exercise))?,
            false => show(lang, self.asked, exercise)?,
        }
        let mut tries = 0;
        loop {
            self.prompt()?;
            let Some(line) = read_line(&mut std::io::stdin().lock())? else {
                self.asked -= usize::from(tries == 0);
                return Ok(ControlFlow::Break(()));
            };
            match Input::of(&line) {
                Input::Nothing => continue,
                Input::Quit => {
                    self.asked -= usize::from(tries == 0);
                    return Ok(ControlFlow::Break(()));
                }
                Input::Help => {
                    self.print(&lang.text("exercise-help"))?;
                    continue;
                }
                Input::Hint => {
                    self.print(&hint(lang, exercise))?;
                    continue;
                }
                Input::Solution => {
                    self.answer(reviewer, position, exercise.best, Feedback::Solution)?;
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Move => {}
            }
            let answer = line.parse().ok().filter(|&answer| position.is_legal(answer));
            let Some(answer) = answer else {
                let sentence = not_a_move(lang, position, &line);
                match self.common.json {
                    true => {
                        output::json(&serde_json::json!({ "type": "error", "error": sentence }))?
                    }
                    false => output::line(&sentence)?,
                }
                continue;
            };
            tries += 1;
            if self.answer(reviewer, position, answer, Feedback::Grade)? {
                self.found += 1;
                self.first += usize::from(tries == 1);
                return Ok(ControlFlow::Continue(()));
            }
        }
    }

    fn prompt(&self) -> Result<(), CliError> {
        if !self.common.json {
            let mut out = anstream::stdout().lock();
            write!(out, "{}", self.common.lang.text("exercise-prompt"))?;
            out.flush()?;
        }
        Ok(())
    }

    /// Grades a move and reports the grade; returns whether it counts as found.
    fn answer<S: Reviewable>(
        &self,
        reviewer: &mut Reviewer<S>,
        position: &Position<S>,
        answer: Move<S>,
        feedback: Feedback,
    ) -> Result<bool, CliError> {
        let lang = self.common.lang;
        let Some(grade) = reviewer.grade(position, answer, &StopSignal::default()) else {
            return Ok(false);
        };
        if self.common.json {
            output::json(&wire::grade(position, &grade))?;
            return Ok(grade.is_found());
        }
        let score = reviews::score(lang, grade.value);
        let solution = || {
            let line = reviews::line(&grade.best_line, LINE);
            tr!(lang, "exercise-solution", line = line, score = reviews::score(lang, grade.best))
        };
        if let Feedback::Solution = feedback {
            output::line(&solution())?;
            return Ok(false);
        }
        let answer = answer.to_string();
        if grade.loss == 0.0 {
            output::line(&tr!(lang, "exercise-found", answer = answer, score = score))?;
            output::line(&solution())?;
        } else if grade.is_found() {
            let best = grade.best_line.first().map(ToString::to_string).unwrap_or_default();
            output::line(&tr!(
                lang,
                "exercise-almost",
                answer = answer,
                score = score,
                best = best,
                best_score = reviews::score(lang, grade.best)
            ))?;
        } else {
            let loss = reviews::discs(grade.loss);
            output::line(&tr!(
                lang,
                "exercise-wrong",
                answer = answer,
                score = score,
                loss = loss
            ))?;
            for why in reasons(position, &grade.line, &grade.best_line) {
                output::line(&format!("  · {}", reviews::reason(lang, &why, 1)))?;
            }
            let line = reviews::line(&grade.line, LINE);
            output::line(&tr!(lang, "exercise-refutation", line = line))?;
            output::line(&lang.text("exercise-again"))?;
        }
        Ok(grade.is_found())
    }

    /// Reports the totals.
    pub(super) fn end(self) -> Result<(), CliError> {
        let Session { common, asked, found, first } = self;
        if common.json {
            return output::json(&serde_json::json!({
                "type": "total", "asked": asked, "found": found, "first": first,
            }));
        }
        output::line("")?;
        output::line(&tr!(
            common.lang,
            "exercise-total",
            asked = asked,
            found = found,
            first = first
        ))
    }
}

#[derive(Clone, Copy)]
enum Feedback {
    Grade,
    Solution,
}

/// The meaning of an input line.
enum Input {
    Nothing,
    Quit,
    Help,
    Hint,
    Solution,
    Move,
}

impl Input {
    fn of(line: &str) -> Input {
        match line.trim().to_lowercase().as_str() {
            "" => Input::Nothing,
            "quit" | "q" | "quitter" | "exit" => Input::Quit,
            "help" | "aide" | "h" | "?" => Input::Help,
            "hint" | "indice" => Input::Hint,
            "solution" => Input::Solution,
            _ => Input::Move,
        }
    }
}

/// Prints the exercise as a board and a sentence.
pub(super) fn show<S: Size>(
    lang: Lang,
    number: usize,
    exercise: &Exercise<S>,
) -> Result<(), CliError> {
    let position = &exercise.position;
    let side = reviews::side(lang, position.side_to_move());
    let empties = position.board().empties().len();
    let number = number.to_string();
    let title = match exercise.missed {
        Some(missed) => tr!(
            lang,
            "exercise-title-game",
            number = number,
            ply = missed.number.to_string(),
            side = side,
            empties = empties
        ),
        None => {
            let stars = exercise.difficulty.map_or(1, |difficulty| difficulty.stars());
            let stars = "★".repeat(stars.into());
            tr!(
                lang,
                "exercise-title",
                number = number,
                side = side,
                empties = empties,
                stars = stars
            )
        }
    };
    output::line("")?;
    output::line(&title)?;
    output::line(&diagram::text(position, true))?;
    output::line(&position.to_string())?;
    if let Some(missed) = exercise.missed {
        let (played, loss) = (missed.played.to_string(), reviews::discs(missed.loss));
        output::line(&tr!(lang, "exercise-played", played = played, loss = loss))?;
    }
    if let Some(difficulty) = exercise.difficulty {
        let yes = |fails: bool| if fails { "yes" } else { "no" };
        output::line(&tr!(
            lang,
            "exercise-measured",
            moves = difficulty.moves,
            good = difficulty.good,
            greedy = yes(difficulty.greedy_fails),
            mobility = yes(difficulty.mobility_fails),
            corner = yes(difficulty.corner_fails)
        ))?;
    }
    Ok(())
}

/// A hint: the quadrant of the best move.
fn hint<S: Size>(lang: Lang, exercise: &Exercise<S>) -> String {
    let Move::Place(square) = exercise.best else { return String::new() };
    let half = S::SIDE / 2;
    let vertical = if square.row() < half { "upper" } else { "lower" };
    let horizontal = if square.column() < half { "left" } else { "right" };
    tr!(lang, "exercise-hint", vertical = vertical, horizontal = horizontal)
}

/// The message that a text is not a legal move, with the legal moves.
pub(super) fn not_a_move<S: Size>(lang: Lang, position: &Position<S>, text: &str) -> String {
    let moves: Vec<String> = position.moves().map(|played| played.to_string()).collect();
    let text: String = text.chars().take(20).collect();
    tr!(lang, "exercise-not-a-move", text = text, moves = moves.join(", "))
}

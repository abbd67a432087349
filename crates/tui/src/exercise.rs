//! Exercises at the terminal: asks for moves and grades them, with sentences or as JSON.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use othellier_board::{Move, Position, Size};
use othellier_locale::{Lang, reviews, tr};
use othellier_record::diagram;
use othellier_review::{Exercise, Grade, Reviewable, Reviewer, reasons};
use othellier_search::StopSignal;
use othellier_wire as wire;
use serde::Serialize;

use crate::lines::read_line;

/// How many moves of a line are shown.
const LINE: usize = 12;

/// An interactive session, and how many exercises were asked and solved.
pub struct ExerciseSession<'a> {
    lang: Lang,
    json: bool,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    asked: usize,
    found: usize,
    first: usize,
}

/// The comment on an answer.
#[derive(Clone, Copy)]
enum Feedback {
    Grade,
    Solution,
}

impl<'a> ExerciseSession<'a> {
    /// A session that reads answers and writes sentences, or JSON objects.
    pub fn new(
        lang: Lang,
        json: bool,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
    ) -> ExerciseSession<'a> {
        ExerciseSession { lang, json, input, out, asked: 0, found: 0, first: 0 }
    }

    /// Writes a sentence, unless the output is JSON.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { self.line(text) }
    }

    /// Asks exercises until they end or the person quits, and reports the total.
    pub fn run<S: Reviewable>(
        mut self,
        reviewer: &mut Reviewer<S>,
        exercises: impl IntoIterator<Item = Exercise<S>>,
    ) -> io::Result<()> {
        for exercise in exercises {
            if self.ask(reviewer, &exercise)?.is_break() {
                break;
            }
        }
        self.end()
    }

    /// Asks until the move is found or the solution is requested; breaks when the person quits.
    fn ask<S: Reviewable>(
        &mut self,
        reviewer: &mut Reviewer<S>,
        exercise: &Exercise<S>,
    ) -> io::Result<ControlFlow<()>> {
        let (lang, position) = (self.lang, &exercise.position);
        self.asked += 1;
        if self.json {
            self.object(&numbered(self.asked, exercise))?
        } else {
            self.line(&describe(lang, self.asked, exercise))?
        }
        let mut tries = 0;
        loop {
            self.prompt()?;
            let line = read_line(self.input)?;
            match line.as_deref().map_or(Input::Quit, Input::of) {
                Input::Nothing => {}
                Input::Quit => {
                    self.asked -= usize::from(tries == 0);
                    return Ok(ControlFlow::Break(()));
                }
                Input::Help => self.say(&lang.text("exercise-help"))?,
                Input::Hint => self.say(&hint(lang, exercise))?,
                Input::Solution => {
                    self.answer(reviewer, position, exercise.best, Feedback::Solution)?;
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Move(text) => match legal(position, text) {
                    None => self.refuse(&not_a_move(lang, position, text))?,
                    Some(answer) => {
                        tries += 1;
                        if self.answer(reviewer, position, answer, Feedback::Grade)? {
                            self.found += 1;
                            self.first += usize::from(tries == 1);
                            return Ok(ControlFlow::Continue(()));
                        }
                    }
                },
            }
        }
    }

    fn prompt(&mut self) -> io::Result<()> {
        if !self.json {
            write!(self.out, "{}", self.lang.text("exercise-prompt"))?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Grades a move and reports the grade; returns whether it counts as found.
    fn answer<S: Reviewable>(
        &mut self,
        reviewer: &mut Reviewer<S>,
        position: &Position<S>,
        answer: Move<S>,
        feedback: Feedback,
    ) -> io::Result<bool> {
        let Some(grade) = reviewer.grade(position, answer, &StopSignal::default()) else {
            return Ok(false);
        };
        if self.json {
            self.object(&grade_object(position, &grade))?;
            return Ok(grade.is_found());
        }
        match feedback {
            Feedback::Grade => self.line(&verdict(self.lang, position, &grade).join("\n"))?,
            Feedback::Solution => self.line(&solution(self.lang, &grade))?,
        }
        Ok(grade.is_found() && matches!(feedback, Feedback::Grade))
    }

    /// Reports a text that is not a move.
    fn refuse(&mut self, sentence: &str) -> io::Result<()> {
        if self.json {
            self.object(&wire::ExerciseEvent::Error { error: sentence.to_owned() })
        } else {
            self.line(sentence)
        }
    }

    fn end(mut self) -> io::Result<()> {
        let (asked, found, first) = (self.asked, self.found, self.first);
        if self.json {
            return self.object(&wire::ExerciseEvent::Total { asked, found, first });
        }
        let total = tr!(self.lang, "exercise-total", asked = asked, found = found, first = first);
        self.line(&format!("\n{total}"))
    }

    fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        self.line(&serde_json::to_string(object)?)
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

/// The meaning of an input line.
enum Input<'a> {
    Nothing,
    Quit,
    Help,
    Hint,
    Solution,
    Move(&'a str),
}

impl Input<'_> {
    fn of(line: &str) -> Input<'_> {
        match line.trim().to_lowercase().as_str() {
            "" => Input::Nothing,
            "quit" | "q" | "quitter" | "exit" => Input::Quit,
            "help" | "aide" | "h" | "?" => Input::Help,
            "hint" | "indice" => Input::Hint,
            "solution" => Input::Solution,
            _ => Input::Move(line),
        }
    }
}

fn legal<S: Size>(position: &Position<S>, text: &str) -> Option<Move<S>> {
    text.parse().ok().filter(|&answer| position.is_legal(answer))
}

/// An exercise as JSON, without its answer.
pub fn numbered<S: Size>(number: usize, exercise: &Exercise<S>) -> wire::Exercise {
    wire::Exercise { number: Some(number), ..wire::Exercise::new(exercise) }
}

/// The grade of an answer as JSON.
pub fn grade_object<S: Size>(position: &Position<S>, grade: &Grade<S>) -> wire::Grade {
    let at = answer_at(position);
    wire::Grade::new(position, grade, |reason| reviews::in_both(reason, at).into())
}

/// An exercise as a board and a sentence, after an empty line.
pub fn describe<S: Size>(lang: Lang, number: usize, exercise: &Exercise<S>) -> String {
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
    let mut lines = vec![String::new(), title, diagram::text(position, true), position.to_string()];
    if let Some(missed) = exercise.missed {
        let (played, loss) = (missed.played.to_string(), reviews::discs(missed.loss));
        lines.push(tr!(lang, "exercise-played", played = played, loss = loss));
    }
    if let Some(difficulty) = exercise.difficulty {
        let yes = |fails: bool| if fails { "yes" } else { "no" };
        lines.push(tr!(
            lang,
            "exercise-measured",
            moves = difficulty.moves,
            good = difficulty.good,
            greedy = yes(difficulty.greedy_fails),
            mobility = yes(difficulty.mobility_fails),
            corner = yes(difficulty.corner_fails)
        ));
    }
    lines.join("\n")
}

/// The comment on an answer: found, nearly found, or why it is wrong.
fn verdict<S: Size>(lang: Lang, position: &Position<S>, grade: &Grade<S>) -> Vec<String> {
    let (answer, score) = (grade.answer.to_string(), reviews::score(lang, grade.value));
    if grade.loss == 0.0 {
        let found = tr!(lang, "exercise-found", answer = answer, score = score);
        return vec![found, solution(lang, grade)];
    }
    if grade.is_found() {
        let best = grade.best_line.first().map(ToString::to_string).unwrap_or_default();
        return vec![tr!(
            lang,
            "exercise-almost",
            answer = answer,
            score = score,
            best = best,
            best_score = reviews::score(lang, grade.best)
        )];
    }
    let loss = reviews::discs(grade.loss);
    let mut lines = vec![tr!(lang, "exercise-wrong", answer = answer, score = score, loss = loss)];
    lines.extend(refutation(lang, position, grade));
    lines.push(lang.text("exercise-again"));
    lines
}

/// The mark of an answer, why it is wrong if it is, and the best line.
pub fn explain<S: Size>(lang: Lang, position: &Position<S>, grade: &Grade<S>) -> Vec<String> {
    let mut lines = vec![tr!(
        lang,
        "exercise-grade",
        answer = grade.answer.to_string(),
        score = reviews::score(lang, grade.value),
        loss = reviews::discs(grade.loss),
        mark = reviews::mark(lang, grade.mark)
    )];
    if !grade.is_found() {
        lines.extend(refutation(lang, position, grade));
    }
    lines.push(solution(lang, grade));
    lines
}

/// An answer is the first move of its line.
fn answer_at<S: Size>(position: &Position<S>) -> reviews::When {
    reviews::When { number: 1, mover: position.side_to_move() }
}

/// Why an answer is wrong, and the line that shows it.
fn refutation<S: Size>(lang: Lang, position: &Position<S>, grade: &Grade<S>) -> Vec<String> {
    let reasons = reasons(position, &grade.line, &grade.best_line);
    let at = answer_at(position);
    let reasons = reasons.iter().map(|why| format!("  · {}", reviews::reason(lang, why, at)));
    let line = reviews::line(&grade.line, LINE);
    reasons.chain([tr!(lang, "exercise-refutation", line = line)]).collect()
}

/// The best line and its score.
fn solution<S: Size>(lang: Lang, grade: &Grade<S>) -> String {
    let line = reviews::line(&grade.best_line, LINE);
    tr!(lang, "exercise-solution", line = line, score = reviews::score(lang, grade.best))
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
pub fn not_a_move<S: Size>(lang: Lang, position: &Position<S>, text: &str) -> String {
    let moves: Vec<String> = position.moves().map(|played| played.to_string()).collect();
    let text: String = text.chars().take(20).collect();
    tr!(lang, "exercise-not-a-move", text = text, moves = moves.join(", "))
}

#[cfg(test)]
mod tests {
    use othellier_review::{Settings, exercise};
    use serde_json::Value;

    use super::*;

    /// An endgame in which h1 is right and f1 is wrong.
    const ENDGAME: &str = "XXXOX---XXXO---XXXXOOOXXXXXOXXOXXOXOXXOXXOXXXXOXXXXXOXOXXXXXXOOO O; H1:-10; F1:-22; G2:-24;";

    fn session(json: bool, answers: &str) -> String {
        let problem = othellier_record::obf::read(ENDGAME.as_bytes()).next().unwrap().unwrap().1;
        let exercise = exercise::of_problem(&problem).expect("one move is best");
        let mut reviewer: Reviewer = Reviewer::new(&Settings::to_solve(6, 1 << 16));
        let (mut input, mut out) = (answers.as_bytes(), Vec::new());
        let session = ExerciseSession::new(Lang::En, json, &mut input, &mut out);
        session.run(&mut reviewer, [exercise.clone(), exercise]).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_session_counts_the_exercises_and_those_found_at_once() {
        let text = session(true, "\nz9\nhint\nf1\nh1\nh1\n");
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!(
            kinds,
            ["exercise", "error", "grade", "grade", "exercise", "grade", "total"],
            "{text}"
        );
        let total = lines.last().unwrap();
        assert_eq!([&total["asked"], &total["found"], &total["first"]], [2, 2, 1]);
    }

    #[test]
    fn a_wrong_move_is_explained_and_the_solution_can_be_asked_for() {
        let text = session(false, "f1\nhint\nsolution\n");
        for said in ["12 discs less", "continuation: f1", "Try again", "upper right", "Best: h1"] {
            assert!(text.contains(said), "{said}: {text}");
        }
        // The person left before answering the second exercise, which does not count.
        assert!(text.ends_with("0 of 1 found, 0 at the first try\n"), "{text}");
    }
}

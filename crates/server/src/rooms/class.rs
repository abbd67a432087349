//! A teacher's tools in a room: the board on everybody's screen, questions, sets of exercises.

use othellier_board::Status;
use othellier_record::{AnyGame, with_game};
use othellier_service::exercises::{ExerciseQuery, ExerciseRequest};
use othellier_service::imports::nth_game;
use othellier_service::limits::EXERCISE_EMPTIES;
use othellier_service::positions::read_position;
use othellier_wire::lines::is_line;
use othellier_wire::{Answer, ExerciseGoal, Grade, QuestionKind, SetAnswer};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Room;
use super::room::{Board, ExerciseSet, Question, StoredAnswer};
use crate::error::ApiError;
use crate::jobs::run_job;
use crate::routes::new_seed;
use crate::scheduler::Account;
use crate::{App, limits};

/// Characters of a question, a note or an answer.
const TEXT_CHARS: usize = 500;

/// The next board on everybody's screen: a position, a game, or another move of the game that is shown.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBoard {
    /// A position, in any notation.
    position: Option<String>,
    /// Board size, if the text does not show it.
    size: Option<u8>,
    moves: Option<String>,
    /// A game in any format.
    text: Option<String>,
    /// Which game of the text, from 0.
    index: Option<usize>,
    /// After how many moves; by default after all.
    ply: Option<usize>,
    note: Option<String>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewQuestion {
    text: String,
    /// `move` (in the position of the board), `choice` or `text`.
    kind: Option<QuestionKind>,
    /// For `choice`.
    choices: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionChanges {
    open: Option<bool>,
    /// Whether everybody sees the answers.
    shown: Option<bool>,
}

/// A new set of exercises: positions, or how to make them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSet {
    pub(super) title: String,
    positions: Option<Vec<String>>,
    /// How many exercises to make, where no positions are given.
    count: Option<usize>,
    empties: Option<u32>,
    /// The least difficulty, from 1 to 5.
    stars: Option<u8>,
    /// `best` or `win`.
    goal: Option<ExerciseGoal>,
    /// A seed makes the same exercises again.
    seed: Option<u64>,
}

impl NewSet {
    /// The positions that were given, or as many as are asked for.
    pub(super) async fn positions(
        &self,
        app: &App,
        account: &Account,
    ) -> Result<Vec<String>, ApiError> {
        match (&self.positions, self.count) {
            (Some(positions), None) => checked_positions(positions),
            (None, Some(count)) => self.make(app, account, count).await,
            _ => Err(ApiError::bad_request("expected one of positions and count")),
        }
    }

    async fn make(
        &self,
        app: &App,
        account: &Account,
        count: usize,
    ) -> Result<Vec<String>, ApiError> {
        expect_set_size(count)?;
        let seed = self.seed.unwrap_or_else(new_seed);
        let request = |number: u64| {
            let Self { empties, stars, goal, .. } = *self;
            let seed = Some(seed.wrapping_add(number));
            ExerciseQuery { empties, stars, seed, goal }.read(new_seed)
        };
        let requests: Vec<_> = (0..count as u64).map(request).collect::<Result<_, _>>()?;
        run_job(app, account, move |stop| {
            let make = |request: &ExerciseRequest| Ok(request.generate(stop)?.position.text);
            requests.iter().map(make).collect()
        })
        .await
    }
}

/// An answer to an exercise of a set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSetAnswer {
    /// The number of the exercise, from 1.
    pub(super) exercise: usize,
    #[serde(rename = "move")]
    pub(super) played: String,
}

impl Room {
    /// Shows something on everybody's screen.
    pub(super) fn show(&mut self, asked: NewBoard) -> Result<(), ApiError> {
        let note = asked.note.unwrap_or_default();
        if note.chars().count() > TEXT_CHARS {
            return Err(too_long());
        }
        let has_game = asked.position.is_some() || asked.text.is_some() || asked.moves.is_some();
        if !has_game && let (Some(board), Some(ply)) = (&mut self.board, asked.ply) {
            if ply >= board.positions.len() {
                return Err(ApiError::conflict("the game has no such move"));
            }
            (board.ply, board.note) = (ply, note);
            return Ok(());
        }
        let game = match (&asked.position, &asked.text) {
            (Some(_), Some(_)) => {
                return Err(ApiError::bad_request("expected one of position and text"));
            }
            (_, Some(text)) => nth_game(text, asked.size, asked.index.unwrap_or(0))?.game,
            (position, None) => {
                let position = position.as_deref().unwrap_or("startpos");
                read_position(position, asked.size, asked.moves.as_deref().unwrap_or_default())?
            }
        };
        let (start, moves, positions) = with_game!(&game, game => {
            let mut position = *game.start();
            let mut positions = vec![position.to_string()];
            let mut moves = Vec::new();
            for played in game.all_moves() {
                position = position.after(played.played);
                moves.push(played.played.to_string());
                positions.push(position.to_string());
            }
            (game.start().to_string(), moves, positions)
        });
        let ply = asked.ply.unwrap_or(moves.len());
        if ply > moves.len() {
            return Err(ApiError::conflict("the game has no such move"));
        }
        self.board = Some(Board { start, moves, positions, ply, note });
        Ok(())
    }

    pub(super) fn ask(&mut self, asked: NewQuestion) -> Result<(), ApiError> {
        let choices = asked.choices.unwrap_or_default();
        let kind = asked.kind.unwrap_or_default();
        let position = self.board.as_ref().map(|board| board.positions[board.ply].clone());
        let is_fine = |text: &String| !text.is_empty() && is_line(text, TEXT_CHARS);
        let refused = match kind {
            _ if asked.text.chars().count() > TEXT_CHARS => return Err(too_long()),
            _ if self.questions.len() >= limits::ROOM_LISTS => {
                Some("the room has too many questions")
            }
            QuestionKind::Move if position.is_none() => Some("there is no board to answer on"),
            QuestionKind::Choice
                if !(2..=limits::ROOM_CHOICES).contains(&choices.len())
                    || !choices.iter().all(is_fine) =>
            {
                Some("a question has 2 to 10 choices, each on one line")
            }
            QuestionKind::Move | QuestionKind::Text if !choices.is_empty() => {
                Some("only a question of kind `choice` has choices")
            }
            _ => None,
        };
        if let Some(why) = refused {
            return Err(ApiError::bad_request(why));
        }
        self.questions.push(Question {
            number: self.questions.len() + 1,
            text: asked.text,
            kind,
            choices,
            position,
            is_open: true,
            is_shown: false,
            answers: Vec::new(),
        });
        Ok(())
    }

    /// The question with this number.
    fn question(&mut self, number: usize) -> Result<&mut Question, ApiError> {
        let question = number.checked_sub(1).and_then(|at| self.questions.get_mut(at));
        question.ok_or_else(|| ApiError::not_found("there is no such question"))
    }

    /// Takes answers, or no more; shows them, or not.
    pub(super) fn change_question(
        &mut self,
        number: usize,
        changes: &QuestionChanges,
    ) -> Result<(), ApiError> {
        let question = self.question(number)?;
        question.is_open = changes.open.unwrap_or(question.is_open);
        question.is_shown = changes.shown.unwrap_or(question.is_shown);
        Ok(())
    }

    /// A member answers, or changes its answer.
    pub(super) fn answer(
        &mut self,
        number: usize,
        member: usize,
        answer: String,
    ) -> Result<(), ApiError> {
        let question = self.question(number)?;
        if !question.is_open {
            return Err(ApiError::conflict("the question is closed"));
        }
        match question.kind {
            QuestionKind::Move => {
                let position = question.position.as_deref().unwrap_or_default();
                let is_legal = read_position(position, None, &answer)
                    .is_ok_and(|game| with_game!(&game, game => game.length()) == 1);
                if !is_legal {
                    return Err(ApiError::illegal_move("this is not a legal move"));
                }
            }
            QuestionKind::Choice if !question.choices.contains(&answer) => {
                return Err(ApiError::bad_request("this is none of the choices"));
            }
            _ if answer.chars().count() > TEXT_CHARS => return Err(too_long()),
            _ => {}
        }
        question.answers.retain(|one| one.member != member);
        question.answers.push(Answer { member, answer });
        Ok(())
    }

    /// Hands out a set of exercises.
    pub(super) fn hand_out(
        &mut self,
        title: String,
        positions: Vec<String>,
    ) -> Result<(), ApiError> {
        if !is_line(&title, TEXT_CHARS) {
            return Err(too_long());
        }
        if self.sets.len() >= limits::ROOM_LISTS {
            return Err(ApiError::conflict("the room has too many sets"));
        }
        let number = self.sets.len() + 1;
        self.sets.push(ExerciseSet { number, title, positions, answers: Vec::new() });
        Ok(())
    }

    /// The position of an exercise that a member has not answered yet; sets and exercises count
    /// from 1.
    pub(super) fn exercise(
        &self,
        number: usize,
        exercise: usize,
        member: usize,
    ) -> Result<String, ApiError> {
        let set = number.checked_sub(1).and_then(|at| self.sets.get(at));
        let set = set.ok_or_else(|| ApiError::not_found("there is no such set"))?;
        let position = exercise.checked_sub(1).and_then(|at| set.positions.get(at));
        let position = position.ok_or_else(|| ApiError::not_found("there is no such exercise"))?;
        let is_it = |one: &StoredAnswer| one.member == member && one.exercise + 1 == exercise;
        if set.answers.iter().any(is_it) {
            Err(ApiError::conflict("the first answer counts"))
        } else {
            Ok(position.clone())
        }
    }

    pub(super) fn enter_grade(
        &mut self,
        number: usize,
        exercise: usize,
        member: usize,
        grade: &Grade,
    ) -> Result<(), ApiError> {
        self.exercise(number, exercise, member)?;
        let answer =
            SetAnswer { played: grade.answer.clone(), right: grade.right, loss: grade.loss };
        let exercise = exercise - 1;
        self.sets[number - 1].answers.push(StoredAnswer { member, exercise, answer });
        Ok(())
    }
}

/// The positions of a set, as the solver can grade them.
fn checked_positions(positions: &[String]) -> Result<Vec<String>, ApiError> {
    expect_set_size(positions.len())?;
    let [_, most] = EXERCISE_EMPTIES;
    let checked = |text: &String| match read_position(text, None, "")? {
        AnyGame::Eight(game)
            if game.position().status() == Status::ToMove
                && game.position().board().empties().len() <= most =>
        {
            Ok(game.position().to_string())
        }
        _ => Err(ApiError::bad_position(format!(
            "an exercise is an 8×8 position with a move and at most {most} empty squares"
        ))),
    };
    positions.iter().map(checked).collect()
}

fn expect_set_size(count: usize) -> Result<(), ApiError> {
    let most = limits::SET_EXERCISES;
    if (1..=most).contains(&count) {
        Ok(())
    } else {
        Err(ApiError::bad_request(format!("a set has 1 to {most} exercises")))
    }
}

fn too_long() -> ApiError {
    ApiError::bad_request(format!("a text has at most {TEXT_CHARS} characters"))
}

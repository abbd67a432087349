//! Reviews a game from its end to its start.
//!
//! ```text
//! evaluate the last position
//! for each move, the last one first:
//!     its value is known: the negated value of the position after it
//!     search the position before it for the best move
//!     if that is the move played (or symmetric to it), and it turned out as good as predicted: nothing is better
//!     else evaluate the best other move, to the same depth as the one played
//!     if by that estimate the move played would be bad:
//!         search the best other move again, deeper, and use that value
//!     the better of the two is the value of the position before; the difference is the loss
//! ```
//!
//! So exact results near the end propagate back through the best moves, a move costs one or two
//! searches, and the transposition table of later positions serves the earlier ones. A propagated
//! value rests on the rest of the game, the estimate of another move on one search. That is why a
//! bad mark is verified by a deeper search, and why a move that turned out worse than predicted is
//! compared with the alternatives.

use othellier_board::{Color, Eight, Move, Position, Size};
use othellier_platform::clock::Instant;
use othellier_record::Game;
use othellier_search::{StopSignal, Trust};

use crate::turning_point::turning_point;
use crate::walk::Walk;
use crate::why::{self, HORIZON};
use crate::{
    Accuracy, Analyser, Deadline, Evaluation, Grade, Mark, Method, MoveReview, Review, Reviewable,
    Settings, Value,
};

/// Progress of a review, for a watcher.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReviewProgress<'a, S: Size = Eight> {
    /// A review at this level begins; all moves are reviewed again.
    Level(u32),
    /// A move was reviewed; the last move of the game comes first.
    Move(&'a MoveReview<S>),
}

/// Reviews games; keeps its transposition table from one to the next.
pub struct Reviewer<S: Reviewable = Eight> {
    analyser: Box<dyn Analyser<S>>,
    settings: Settings,
}

/// A review with a time limit starts at this level, and increases it by this step.
const FIRST_LEVEL: u32 = 6;
const LEVEL_STEP: u32 = 4;

/// A move that the search chose is compared with the alternatives if it turned out at least this
/// many discs worse than predicted.
const SURPRISE_MARGIN: f64 = 1.0;
/// An estimated loss of this many discs is verified at a level higher by `RECHECK_LEVELS`.
const RECHECK_LOSS: f64 = 2.0;
const RECHECK_LEVELS: u32 = 4;

/// The level used to extend lines.
const EXTENSION_LEVEL: u32 = 8;

impl<S: Reviewable> Reviewer<S> {
    /// A reviewer for games of this size.
    pub fn new(settings: &Settings) -> Reviewer<S> {
        Reviewer { analyser: S::analyser(settings), settings: settings.clone() }
    }

    pub fn method(&self) -> Method {
        self.analyser.method()
    }

    /// Reviews the moves of a game up to the current one. `watch` sees each move as it is reviewed,
    /// with its reasons. If stopped, the review holds the moves finished by then.
    pub fn review(
        &mut self,
        game: &Game<S>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(ReviewProgress<'_, S>),
    ) -> Review<S> {
        let started = Instant::now();
        let level = self.settings.level;
        let Some(time) = self.settings.time else {
            let found = self.review_at_level(game, level, &Deadline::none(stop), watch);
            return self.finish(game, found, started);
        };
        let deadline = &Deadline::after(time, stop);
        let mut now = FIRST_LEVEL.min(level);
        let mut best = self.review_at_level(game, now, deadline, watch);
        while now < level && !deadline.is_reached() {
            now = (now + LEVEL_STEP).min(level);
            let mut found = self.review_at_level(game, now, deadline, watch);
            found.nodes += best.nodes;
            if found.moves.len() == game.length() {
                best = found;
            } else {
                best.nodes = found.nodes;
            }
        }
        self.finish(game, best, started)
    }

    /// Compares a move with the best one; `None` if stopped, or if the move is not legal. Answers
    /// to an [`Exercise`](crate::Exercise) are graded this way.
    pub fn grade(
        &mut self,
        position: &Position<S>,
        answer: Move<S>,
        stop: &StopSignal,
    ) -> Option<Grade<S>> {
        let after = position.play(answer).ok()?;
        let level = self.settings.level;
        let deadline = &Deadline::none(stop);
        let follows = self.analyser.evaluate(&after, level, deadline)?;
        let evaluated = self.evaluate_move(position, answer, &follows, level, deadline)?;
        Some(Grade {
            answer,
            best: evaluated.before,
            value: evaluated.after,
            loss: evaluated.loss,
            mark: evaluated.mark,
            best_line: evaluated.best,
            line: evaluated.line,
        })
    }

    /// Reviews the game once at a level, last move first.
    fn review_at_level(
        &mut self,
        game: &Game<S>,
        level: u32,
        deadline: &Deadline,
        watch: &mut dyn FnMut(ReviewProgress<'_, S>),
    ) -> LevelReview<S> {
        watch(ReviewProgress::Level(level));
        let mut found = LevelReview { level, moves: Vec::new(), nodes: 0 };
        let line: Vec<Move<S>> = game.moves().iter().map(|played| played.played).collect();
        let walk = Walk::new(game.start(), &line);
        let Some(mut follows) = self.analyser.evaluate(walk.end(), level, deadline) else {
            return found;
        };
        found.nodes += follows.nodes;
        let steps: Vec<_> = walk.steps().collect();
        for step in steps.into_iter().rev() {
            let evaluated =
                self.evaluate_move(&step.before, step.played, &follows, level, deadline);
            let Some(mut evaluated) = evaluated else { break };
            found.nodes += evaluated.nodes;
            if evaluated.mark.is_bad() {
                let Some(nodes) = self.extend_lines(&step.before, &mut evaluated, deadline) else {
                    break;
                };
                found.nodes += nodes;
            }
            follows =
                Evaluation { value: evaluated.before, line: evaluated.best.clone(), nodes: 0 };
            let reasons = if evaluated.mark.is_bad() {
                why::reasons(&step.before, &evaluated.line, &evaluated.best)
            } else {
                Vec::new()
            };
            let review = MoveReview {
                number: step.ply,
                position: step.before,
                played: step.played,
                before: evaluated.before,
                after: evaluated.after,
                loss: evaluated.loss,
                mark: evaluated.mark,
                best: evaluated.best,
                line: evaluated.line,
                reasons,
            };
            watch(ReviewProgress::Move(&review));
            found.moves.push(review);
        }
        found
    }

    /// Compares a move with the best one, given the evaluation of the position after it.
    fn evaluate_move(
        &mut self,
        position: &Position<S>,
        played: Move<S>,
        follows: &Evaluation<S>,
        level: u32,
        deadline: &Deadline,
    ) -> Option<MoveEvaluation<S>> {
        let after = follows.value.opposite();
        let line: Vec<Move<S>> =
            std::iter::once(played).chain(follows.line.iter().copied()).collect();
        let mut evaluated = MoveEvaluation {
            before: after,
            after,
            loss: 0.0,
            mark: Mark::Forced,
            best: line.clone(),
            line,
            nodes: 0,
        };
        if position.moves().len() <= 1 {
            return Some(evaluated);
        }
        evaluated.mark = Mark::Best;
        // Moves that lead to symmetric positions are equivalent.
        let image = |played: Move<S>| position.after(played).canonical();
        let equivalents: Vec<_> =
            position.moves().filter(|other| image(*other) == image(played)).collect();
        if equivalents.len() == position.moves().len() {
            return Some(evaluated);
        }
        let own = self.analyser.evaluate(position, level, deadline)?;
        evaluated.nodes += own.nodes;
        evaluated.before.trust = weaker(own.value.trust, after.trust);
        let is_proven = own.value.is_proven() && after.is_proven();
        let is_choice = own.line.first().is_some_and(|first| equivalents.contains(first));
        if is_choice && (is_proven || own.value.discs - after.discs < SURPRISE_MARGIN) {
            return Some(evaluated);
        }
        // A move that looked best and turned out worse is compared with the alternatives.
        let best = if !is_choice {
            own
        } else {
            let others = self.analyser.evaluate_without(&equivalents, position, level, deadline)?;
            evaluated.nodes += others.nodes;
            others
        };
        let Some(&first) = best.line.first() else { return Some(evaluated) };
        let other = self.analyser.evaluate(&position.after(first), level, deadline)?;
        evaluated.nodes += other.nodes;
        let trust = weaker(best.value.trust, other.value.trust);
        let value = Value { trust, ..other.value.opposite() };
        let line = std::iter::once(first).chain(other.line).collect();
        let mut alternative = Evaluation { value, line, nodes: 0 };
        if trust == Trust::Estimate && alternative.value.discs - after.discs >= RECHECK_LOSS {
            alternative = self.analyser.evaluate_without(
                &equivalents,
                position,
                level + RECHECK_LEVELS,
                deadline,
            )?;
            evaluated.nodes += alternative.nodes;
        }
        if alternative.value.discs > after.discs {
            evaluated.before = alternative.value;
            evaluated.loss = alternative.value.discs - after.discs;
            evaluated.mark = mark(evaluated.before, after);
            evaluated.best = alternative.line;
        }
        Some(evaluated)
    }

    /// Extends both lines far enough to compare them: to the end of the game if the score is exact.
    fn extend_lines(
        &mut self,
        position: &Position<S>,
        evaluated: &mut MoveEvaluation<S>,
        deadline: &Deadline,
    ) -> Option<u64> {
        let mut nodes = 0;
        for (line, value) in
            [(&mut evaluated.line, evaluated.after), (&mut evaluated.best, evaluated.before)]
        {
            let plies = if value.is_proven() { usize::MAX } else { HORIZON };
            let mut longer = line.clone();
            loop {
                let walk = Walk::new(position, &longer);
                if longer.len() >= plies || walk.is_over() {
                    break;
                }
                let evaluation = self.analyser.evaluate(walk.end(), EXTENSION_LEVEL, deadline)?;
                nodes += evaluation.nodes;
                if evaluation.line.is_empty() {
                    break;
                }
                longer.extend(evaluation.line);
            }
            // A line that does not reach the exact score must not illustrate it.
            let walk = Walk::new(position, &longer);
            let ends_right = || {
                let score = walk.end().final_score(position.side_to_move());
                f64::from(score) == value.discs
            };
            if !value.is_proven() || ends_right() {
                *line = longer;
            }
        }
        Some(nodes)
    }

    fn finish(&self, game: &Game<S>, found: LevelReview<S>, started: Instant) -> Review<S> {
        let mut moves = found.moves;
        moves.reverse();
        Review {
            start: *game.start(),
            length: game.length(),
            accuracies: Color::ALL.map(|color| Accuracy::of(&moves, color)),
            turning_point: turning_point(&moves),
            moves,
            method: self.analyser.method(),
            level: found.level,
            nodes: found.nodes,
            elapsed: started.elapsed(),
        }
    }
}

/// The result of reviewing a game at one level, last move first.
struct LevelReview<S: Size> {
    level: u32,
    moves: Vec<MoveReview<S>>,
    nodes: u64,
}

/// A move compared with the best one.
struct MoveEvaluation<S: Size> {
    before: Value,
    after: Value,
    loss: f64,
    mark: Mark,
    best: Vec<Move<S>>,
    line: Vec<Move<S>>,
    nodes: u64,
}

/// The mark of a move that is not best.
fn mark(before: Value, after: Value) -> Mark {
    let mark = Mark::of_loss(before.discs - after.discs);
    let outcome = |value: Value| value.discs.partial_cmp(&0.0);
    let is_proven = before.is_proven() && after.is_proven();
    if is_proven && outcome(before) > outcome(after) { mark.max(Mark::Mistake) } else { mark }
}

/// The less reliable of two.
fn weaker(one: Trust, other: Trust) -> Trust {
    let rank = |trust: Trust| match trust {
        Trust::Exact => 101,
        Trust::Selective { percent } => u16::from(percent),
        Trust::Estimate => 1,
        Trust::None => 0,
    };
    if rank(one) <= rank(other) { one } else { other }
}

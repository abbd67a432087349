//! Goes through a game from its end to its start.
//!
//! ```text
//! judge the last position
//! for each move, the last one first:
//!     what it is worth is known: the value of the position after it, seen from the other side
//!     ask for the best move of the position before it
//!     where that is the move played (or a mirror image of it), and it turned out as good as it looked: nothing is better
//!     else judge the best other move, as deep as the one played
//!     where it is better by so much that the move would be bad, and that is an estimate:
//!         ask again for the best other move, with a deeper search, and believe that one
//!     the better of the two is the value of the position before; the difference is the loss
//! ```
//!
//! So what is known at the end is carried back through the moves that were right, a move costs a
//! search or two, and the table of the later positions serves the earlier ones. What is carried back
//! rests on the whole game, an estimate of another move on one search: that is why it is looked at
//! again before a move is blamed, and why a move that turned out worse than it looked is held
//! against moves that looked worse than it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use othellier_board::{Color, Eight, Move, Position, Size};
use othellier_record::Game;
use othellier_search::{StopSignal, Trust};

use crate::turning_point::turning_point;
use crate::walk::Walk;
use crate::why::{self, HORIZON};
use crate::{Accuracy, Grade, Mark, Means, Mind, MoveReview, Opinion, Review, Reviewable};
use crate::{Settings, Value};

/// What a watcher sees while a game is reviewed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<'a, S: Size = Eight> {
    /// The game is looked at with this level now; what was found before is found anew.
    Level(u32),
    /// A move was judged: the last one of the game first.
    Move(&'a MoveReview<S>),
}

/// Reviews games; remembers positions from one to the next.
pub struct Reviewer<S: Reviewable = Eight> {
    mind: Box<dyn Mind<S>>,
    settings: Settings,
}

/// A review with a time to keep begins with this level, and goes up by steps of this much.
const FIRST_LEVEL: u32 = 6;
const LEVEL_STEP: u32 = 4;

/// A move that was the judge's choice is held against the others where it turned out this many discs
/// worse than it had looked.
const SURPRISE: f64 = 1.0;
/// An estimated loss of this many discs is looked at again, at a level that is so much higher.
const DOUBT: f64 = 2.0;
const DEEPER: u32 = 4;

/// The level that lines are lengthened with.
const LENGTHENING: u32 = 8;

impl<S: Reviewable> Reviewer<S> {
    /// A reviewer of games of this size.
    pub fn new(settings: &Settings) -> Reviewer<S> {
        Reviewer { mind: S::mind(settings), settings: settings.clone() }
    }

    /// What judges the positions.
    pub fn means(&self) -> Means {
        self.mind.means()
    }

    /// Reviews the moves of a game up to now. `watch` sees each of them as it is judged, with its
    /// reasons. When told to stop it gives what is known by then.
    pub fn review(
        &mut self,
        game: &Game<S>,
        stop: &StopSignal,
        watch: &mut dyn FnMut(Progress<'_, S>),
    ) -> Review<S> {
        let started = Instant::now();
        let level = self.settings.level;
        let Some(time) = self.settings.time else {
            let found = self.pass(game, level, stop, watch);
            return self.sum_up(game, found, started);
        };
        let best = self.within(time, stop, |reviewer, stop| {
            let mut now = FIRST_LEVEL.min(level);
            let mut best = reviewer.pass(game, now, stop, watch);
            while now < level && !stop.is_stopped() {
                now = (now + LEVEL_STEP).min(level);
                let mut found = reviewer.pass(game, now, stop, watch);
                found.nodes += best.nodes;
                if found.moves.len() == game.length() {
                    best = found;
                } else {
                    best.nodes = found.nodes;
                }
            }
            best
        });
        self.sum_up(game, best, started)
    }

    /// Says what a move is worth beside the best one; nothing when told to stop first, or when the
    /// move is not legal there. It is how the answer to an [`Exercise`](crate::Exercise) is graded.
    pub fn grade(
        &mut self,
        position: &Position<S>,
        answer: Move<S>,
        stop: &StopSignal,
    ) -> Option<Grade<S>> {
        let after = position.play(answer).ok()?;
        let level = self.settings.level;
        let follows = self.mind.judge(&after, level, stop)?;
        let judged = self.judge_move(position, answer, &follows, level, stop)?;
        Some(Grade {
            answer,
            best: judged.before,
            value: judged.after,
            loss: judged.loss,
            mark: judged.mark,
            best_line: judged.best,
            line: judged.line,
        })
    }

    /// Does something with a signal that is given when time is up, or when the caller gives one.
    fn within<T>(
        &mut self,
        time: Duration,
        told: &StopSignal,
        work: impl FnOnce(&mut Self, &StopSignal) -> T,
    ) -> T {
        let (stop, done) = (StopSignal::default(), AtomicBool::new(false));
        let deadline = Instant::now() + time;
        std::thread::scope(|scope| {
            let watchman = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() || told.is_stopped() {
                        return stop.stop();
                    }
                    std::thread::park_timeout(left.min(Duration::from_millis(20)));
                }
            });
            let result = work(self, &stop);
            done.store(true, Ordering::Relaxed);
            watchman.thread().unpark();
            result
        })
    }

    /// Reviews the game once; the moves come with the last one first.
    fn pass(
        &mut self,
        game: &Game<S>,
        level: u32,
        stop: &StopSignal,
        watch: &mut dyn FnMut(Progress<'_, S>),
    ) -> Found<S> {
        watch(Progress::Level(level));
        let mut found = Found { level, moves: Vec::new(), nodes: 0 };
        let line: Vec<Move<S>> = game.moves().iter().map(|played| played.played).collect();
        let walk = Walk::new(game.start(), &line);
        let Some(mut follows) = self.mind.judge(walk.end(), level, stop) else { return found };
        found.nodes += follows.nodes;
        let steps: Vec<_> = walk.steps().collect();
        for step in steps.into_iter().rev() {
            let judged = self.judge_move(&step.before, step.played, &follows, level, stop);
            let Some(mut judged) = judged else { break };
            found.nodes += judged.nodes;
            if judged.mark.is_bad() {
                let Some(nodes) = self.lengthen(&step.before, &mut judged, stop) else { break };
                found.nodes += nodes;
            }
            follows = Opinion { value: judged.before, line: judged.best.clone(), nodes: 0 };
            let reasons = match judged.mark.is_bad() {
                true => why::reasons(&step.before, &judged.line, &judged.best),
                false => Vec::new(),
            };
            let review = MoveReview {
                number: step.ply,
                position: step.before,
                played: step.played,
                before: judged.before,
                after: judged.after,
                loss: judged.loss,
                mark: judged.mark,
                best: judged.best,
                line: judged.line,
                reasons,
            };
            watch(Progress::Move(&review));
            found.moves.push(review);
        }
        found
    }

    /// Compares a move with the best one, given what is thought of the position after it.
    fn judge_move(
        &mut self,
        position: &Position<S>,
        played: Move<S>,
        follows: &Opinion<S>,
        level: u32,
        stop: &StopSignal,
    ) -> Option<Judged<S>> {
        let after = follows.value.opposite();
        let line: Vec<Move<S>> =
            std::iter::once(played).chain(follows.line.iter().copied()).collect();
        let mut judged = Judged {
            before: after,
            after,
            loss: 0.0,
            mark: Mark::Forced,
            best: line.clone(),
            line,
            nodes: 0,
        };
        if position.moves().len() <= 1 {
            return Some(judged);
        }
        judged.mark = Mark::Best;
        // Moves that lead to mirror images of the same position are one move.
        let image = |played: Move<S>| position.after(played).canonical();
        let twins: Vec<_> =
            position.moves().filter(|other| image(*other) == image(played)).collect();
        if twins.len() == position.moves().len() {
            return Some(judged);
        }
        let own = self.mind.judge(position, level, stop)?;
        judged.nodes += own.nodes;
        judged.before.trust = weaker(own.value.trust, after.trust);
        let is_proven = own.value.is_proven() && after.is_proven();
        let is_choice = own.line.first().is_some_and(|first| twins.contains(first));
        if is_choice && (is_proven || own.value.discs - after.discs < SURPRISE) {
            return Some(judged);
        }
        // A move that looked best and turned out worse is held against the others.
        let best = match is_choice {
            false => own,
            true => {
                let others = self.mind.judge_without(&twins, position, level, stop)?;
                judged.nodes += others.nodes;
                others
            }
        };
        let Some(&first) = best.line.first() else { return Some(judged) };
        let other = self.mind.judge(&position.after(first), level, stop)?;
        judged.nodes += other.nodes;
        let trust = weaker(best.value.trust, other.value.trust);
        let value = Value { trust, ..other.value.opposite() };
        let line = std::iter::once(first).chain(other.line).collect();
        let mut rival = Opinion { value, line, nodes: 0 };
        if trust == Trust::Estimate && rival.value.discs - after.discs >= DOUBT {
            rival = self.mind.judge_without(&twins, position, level + DEEPER, stop)?;
            judged.nodes += rival.nodes;
        }
        if rival.value.discs > after.discs {
            judged.before = rival.value;
            judged.loss = rival.value.discs - after.discs;
            judged.mark = mark(judged.before, after);
            judged.best = rival.line;
        }
        Some(judged)
    }

    /// Makes both lines long enough to be compared: to the end where the end is known.
    fn lengthen(
        &mut self,
        position: &Position<S>,
        judged: &mut Judged<S>,
        stop: &StopSignal,
    ) -> Option<u64> {
        let mut nodes = 0;
        for (line, value) in [(&mut judged.line, judged.after), (&mut judged.best, judged.before)] {
            let plies = if value.is_proven() { usize::MAX } else { HORIZON };
            let mut longer = line.clone();
            loop {
                let walk = Walk::new(position, &longer);
                if longer.len() >= plies || walk.is_over() {
                    break;
                }
                let opinion = self.mind.judge(walk.end(), LENGTHENING, stop)?;
                nodes += opinion.nodes;
                if opinion.line.is_empty() {
                    break;
                }
                longer.extend(opinion.line);
            }
            // A proven score is not illustrated by a line that ends with another.
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

    fn sum_up(&self, game: &Game<S>, found: Found<S>, started: Instant) -> Review<S> {
        let mut moves = found.moves;
        moves.reverse();
        Review {
            start: *game.start(),
            length: game.length(),
            accuracies: Color::ALL.map(|color| Accuracy::of(&moves, color)),
            turning_point: turning_point(&moves),
            moves,
            means: self.mind.means(),
            level: found.level,
            nodes: found.nodes,
            elapsed: started.elapsed(),
        }
    }
}

/// What one pass over a game found, the last move first.
struct Found<S: Size> {
    level: u32,
    moves: Vec<MoveReview<S>>,
    nodes: u64,
}

/// A move beside the best one.
struct Judged<S: Size> {
    before: Value,
    after: Value,
    loss: f64,
    mark: Mark,
    best: Vec<Move<S>>,
    line: Vec<Move<S>>,
    nodes: u64,
}

/// The mark of a move that is not the best.
fn mark(before: Value, after: Value) -> Mark {
    let mark = Mark::of_loss(before.discs - after.discs);
    let outcome = |value: Value| value.discs.partial_cmp(&0.0);
    let is_proven = before.is_proven() && after.is_proven();
    if is_proven && outcome(before) > outcome(after) { mark.max(Mark::Mistake) } else { mark }
}

/// The one of two that may be believed less.
fn weaker(one: Trust, other: Trust) -> Trust {
    let rank = |trust: Trust| match trust {
        Trust::Exact => 101,
        Trust::Selective { percent } => u16::from(percent),
        Trust::Estimate => 1,
        Trust::None => 0,
    };
    if rank(one) <= rank(other) { one } else { other }
}

//! Examples as a net sees them, and how well the weights do on those that it never sees.

use std::path::PathBuf;

use othellier_board::kernel::{self, Kernel, Task};
use othellier_eval::Judge;
use othellier_eval::patterns::net;
use othellier_eval::patterns::shapes::{
    Fold, SMALL_ENTRIES, SMALL_PLACES, SMALL_STARTS, SMALL_TURNS,
};
use othellier_eval::patterns::{Indices, Patterns, Weights};

use super::spread;
use crate::Example;
use crate::aim::Aim;
use crate::example::{ShardError, read_shard};
use crate::fit::Errors;

/// About so many examples are in memory at a time.
const GROUP: u64 = 1 << 20;
/// Bytes of an example in a shard, about.
const BYTES: u64 = 24;

/// All that a net is told of an example, and what it should say.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    /// The row of each place of the small shapes, among those of its part of the game.
    pub(super) rows: [u16; SMALL_PLACES],
    pub(super) head: u8,
    pub(super) moves: u8,
    pub(super) replies: u8,
    /// What the sum of the weights leaves, in discs.
    pub(super) left: f32,
}

impl Lesson {
    /// The part of the game that it is about.
    #[inline(always)]
    pub(super) fn part(&self) -> usize {
        net::part(self.head.into())
    }
}

/// Shards in their order, cut into groups that fit into memory.
pub(super) fn groups(shards: &[PathBuf]) -> Result<Vec<&[PathBuf]>, ShardError> {
    let mut groups = Vec::new();
    let (mut first, mut examples) = (0, 0);
    for (at, path) in shards.iter().enumerate() {
        let unreadable = |source| ShardError::Unreadable { path: path.clone(), source };
        examples += std::fs::metadata(path).map_err(unreadable)?.len() / BYTES;
        if examples >= GROUP {
            groups.push(&shards[first..=at]);
            (first, examples) = (at + 1, 0);
        }
    }
    groups.push(&shards[first..]);
    Ok(groups)
}

/// Turns examples into lessons.
pub(super) struct School<'a> {
    sum: Patterns,
    aim: &'a Aim,
    /// The row of each entry of the tables of the small shapes.
    rows: Vec<u16>,
}

impl School<'_> {
    pub(super) fn new<'a>(weights: &Weights, aim: &'a Aim) -> School<'a> {
        let mut rows = vec![0; SMALL_ENTRIES];
        let mut first = 0;
        for (fold, start) in Fold::small().iter().zip(SMALL_STARTS) {
            for (row, class) in rows[start..].iter_mut().zip(&fold.class) {
                *row = first + class;
            }
            first += u16::try_from(fold.classes).expect("there are fewer rows");
        }
        let sum = Patterns::new(Weights { net: None, ..weights.clone() });
        School { sum, aim, rows }
    }

    /// The lessons of these shards, without those of the games that are held out.
    pub(super) fn lessons(
        &self,
        shards: &[PathBuf],
        threads: usize,
    ) -> Result<Vec<Lesson>, ShardError> {
        let own = |path: &PathBuf| {
            let (_, mut examples) = read_shard(path)?;
            examples.retain(|example| !self.aim.holds_out(example.game));
            // Boards of one phase together: their weights stay near.
            examples.sort_by_key(|example| example.board.empties().len());
            Ok(self.taught(&examples))
        };
        let all: Result<Vec<Vec<Lesson>>, ShardError> =
            spread(threads, shards.iter(), own).into_iter().collect();
        Ok(all?.concat())
    }

    /// The lessons of these examples.
    pub(super) fn taught(&self, examples: &[Example]) -> Vec<Lesson> {
        kernel::run(Teach { school: self, examples })
    }
}

struct Teach<'a> {
    school: &'a School<'a>,
    examples: &'a [Example],
}

impl Task for Teach<'_> {
    type Output = Vec<Lesson>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Lesson> {
        let School { sum, aim, rows } = self.school;
        let mut lessons = Vec::with_capacity(self.examples.len());
        for example in self.examples {
            let indices = Indices::of(example.board);
            let moves = kernel.legal_moves(example.board).len();
            let replies = kernel.legal_moves(example.board.passed()).len();
            let known = sum.rank(kernel, &indices, example.board, moves) as f32 / 100.0;
            let head = net::head(example.board.empties().len());
            let mut lesson = Lesson {
                rows: *indices.of_small(),
                head: head as u8,
                moves: moves as u8,
                replies: replies as u8,
                left: aim.discs(example) - known,
            };
            let mut places = lesson.rows.iter_mut();
            for (start, turns) in SMALL_STARTS.into_iter().zip(SMALL_TURNS) {
                for place in places.by_ref().take(turns) {
                    *place = rows[start + usize::from(*place)];
                }
            }
            lessons.push(lesson);
        }
        lessons
    }
}

/// How far the weights, rounded as they are, are from the games that are held out, by number of empty
/// squares.
pub(super) fn errors(
    weights: &Weights,
    aim: &Aim,
    shards: &[PathBuf],
    threads: usize,
) -> Result<Vec<Errors>, ShardError> {
    let judge = Patterns::new(weights.clone());
    let own = |path: &PathBuf| {
        let (_, mut examples) = read_shard(path)?;
        examples.retain(|example| aim.holds_out(example.game));
        Ok(kernel::run(Examine { judge: &judge, examples: &examples }))
    };
    let mut all = vec![Errors::default(); 61];
    for own in spread(threads, shards.iter(), own) {
        all.iter_mut().zip(own?).for_each(|(sum, errors)| *sum = sum.with(errors));
    }
    Ok(all)
}

struct Examine<'a> {
    judge: &'a Patterns,
    examples: &'a [Example],
}

impl Task for Examine<'_> {
    type Output = Vec<Errors>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Errors> {
        let mut errors = vec![Errors::default(); 61];
        for example in self.examples {
            let judged = self.judge.judge(kernel, &Indices::of(example.board), example.board);
            let empties = example.board.empties().len() as usize;
            errors[empties].add(f64::from(judged) / 100.0, f64::from(example.outcome) / 100.0);
        }
        errors
    }
}

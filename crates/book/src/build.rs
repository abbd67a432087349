//! A build with periodic saves: positions of games first, then growth.

use std::ops::ControlFlow;
use std::time::Duration;

use othellier_platform::clock::Instant;
use othellier_search::StopSignal;

use crate::book_file::{BookFile, BookFileError};
use crate::grow::{Growth, GrowthEnd};
use crate::learn::PositionCounts;
use crate::{Analyst, Book};

/// The positions to add to a book, and the limit of the work.
#[derive(Clone, Debug)]
pub struct Build {
    /// Positions of games, which are added first.
    pub positions: PositionCounts,
    /// Only those that occur at least this often.
    pub at_least: u32,
    /// How the book grows after that, if it does.
    pub growth: Option<Growth>,
    /// The time limit.
    pub time: Option<Duration>,
    /// The interval between saves.
    pub save_every: Duration,
}

/// The reason why a build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildEnd {
    /// The requested number of positions is reached.
    Full,
    /// No line within the band is left.
    Exhausted,
    /// The positions of all games are there, and nothing more was requested.
    Games,
    /// The time limit is reached.
    Time,
    /// The stop signal ended it.
    Interrupted,
}

impl BuildEnd {
    /// Its name in the output of programs.
    pub fn name(self) -> &'static str {
        match self {
            BuildEnd::Full => "full",
            BuildEnd::Exhausted => "exhausted",
            BuildEnd::Games => "games",
            BuildEnd::Time => "time",
            BuildEnd::Interrupted => "interrupted",
        }
    }
}

impl Build {
    /// Adds to the book and saves it from time to time and in the end. After each round `watch` sees a
    /// consistent book.
    pub fn run(
        &self,
        book: &mut Book,
        file: &mut BookFile,
        analyst: &Analyst,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&Book),
    ) -> Result<BuildEnd, BookFileError> {
        let started = Instant::now();
        let (mut saved_at, mut failed) = (started, None);
        let mut after_round = |book: &Book| {
            watch(book);
            if saved_at.elapsed() >= self.save_every {
                failed = file.save(book).err();
                saved_at = Instant::now();
            }
            let is_over = self.time.is_some_and(|time| started.elapsed() >= time);
            if failed.is_some() || is_over {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let learned = self.positions.is_empty()
            || book.learn(&self.positions, self.at_least, analyst, stop, &mut after_round);
        let grown = match &self.growth {
            Some(growth) if learned => Some(book.grow(growth, analyst, stop, &mut after_round)),
            _ => None,
        };
        failed.map_or(Ok(()), Err)?;
        file.save(book)?;
        Ok(match grown {
            Some(GrowthEnd::Full) => BuildEnd::Full,
            Some(GrowthEnd::Exhausted) => BuildEnd::Exhausted,
            None if learned => BuildEnd::Games,
            _ if stop.is_stopped() => BuildEnd::Interrupted,
            _ => BuildEnd::Time,
        })
    }
}

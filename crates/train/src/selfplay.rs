//! Games of the champion against itself, from random beginnings to proven ends.
//!
//! A game begins with random moves, goes on with the best moves of a search, and is solved as soon as
//! that is cheap. What comes after the last random move is kept: every position with the proven score
//! at the end. From the place where the game is solved, a few noisy continuations are followed to
//! fewer empty squares and solved as well, so that the evaluation knows bad positions, too.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use othellier_board::{Board, Color, Eight, Position};
use othellier_eval::Judge;
use othellier_search::champion::{Champion, Goal, Level, Selectivity, Solver};
use othellier_search::{SearchLimits, Searcher, StopSignal};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{Example, write_shard};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many shards of games.
    pub shards: u32,
    /// Games in each shard.
    pub games: u32,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// With what confidence.
    pub selectivity: Selectivity,
    /// From how many empty squares on games are solved.
    pub solve_from: u32,
    /// The fewest random moves at the beginning.
    pub random_least: u32,
    /// The most.
    pub random_most: u32,
    /// Whether the positions of the game itself are kept, or those of its strays alone.
    pub course: bool,
    /// Noisy continuations of each game that are solved.
    pub strays: u32,
    /// Where the dice begin.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            shards: 16,
            games: 1000,
            depth: 4,
            selectivity: Selectivity::Percent73,
            solve_from: 14,
            random_least: 6,
            random_most: 40,
            course: true,
            strays: 2,
            seed: 1,
            threads: 1,
        }
    }
}

/// How far self-play has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Shards that are there, older ones included.
    pub shards: u32,
    /// Games played now.
    pub games: u64,
    /// Examples kept now.
    pub examples: u64,
}

/// Plays all shards that are not in the folder yet; returns early when told to stop.
pub fn play<J: Judge<Size = Eight>>(
    judge: &J,
    provenance: &str,
    settings: &Settings,
    folder: &Path,
    stop: &StopSignal,
    watch: &(dyn Fn(Progress) + Sync),
) -> io::Result<Progress> {
    std::fs::create_dir_all(folder)?;
    let next = AtomicU32::new(0);
    let (done, games, kept) = (AtomicU32::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    let progress = || Progress {
        shards: done.load(Ordering::Relaxed),
        games: games.load(Ordering::Relaxed),
        examples: kept.load(Ordering::Relaxed),
    };
    let work = || {
        let mut table = Table::new(judge, settings);
        loop {
            let shard = next.fetch_add(1, Ordering::Relaxed);
            if shard >= settings.shards || stop.is_stopped() {
                return;
            }
            let path = shard_path(folder, shard);
            if path.exists() {
                done.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let mut examples = Vec::new();
            for game in 0..settings.games {
                if stop.is_stopped() {
                    return;
                }
                let number = shard * settings.games + game;
                table.game(number, &mut examples);
                games.fetch_add(1, Ordering::Relaxed);
            }
            // The same position in several games of a shard is kept once.
            examples.sort_by_key(|example: &Example| example.board);
            examples.dedup_by_key(|example| example.board);
            kept.fetch_add(examples.len() as u64, Ordering::Relaxed);
            if let Err(error) = write_shard(&path, provenance, &examples) {
                failure.lock().expect("nobody panics with the lock").get_or_insert(error);
                return;
            }
            done.fetch_add(1, Ordering::Relaxed);
            watch(progress());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            scope.spawn(work);
        }
    });
    match failure.into_inner().expect("nobody panics with the lock") {
        Some(error) => Err(error),
        None => Ok(progress()),
    }
}

fn shard_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("games-{shard:05}.examples"))
}

/// Where one thread plays its games.
struct Table<'a, J: Judge<Size = Eight>> {
    champion: Champion<J>,
    solver: Solver<J>,
    settings: &'a Settings,
    stop: StopSignal,
}

impl<J: Judge<Size = Eight>> Table<'_, J> {
    fn new<'a>(judge: &J, settings: &'a Settings) -> Table<'a, J> {
        let level = Level::fixed(settings.depth, settings.selectivity, 0);
        Table {
            champion: Champion::with(judge.clone(), level, 1, 1 << 20),
            solver: Solver::with(judge.clone(), 1, 1 << 22),
            settings,
            stop: StopSignal::default(),
        }
    }

    fn game(&mut self, number: u32, examples: &mut Vec<Example>) {
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let Settings { random_least, random_most, solve_from, .. } = *self.settings;
        // Short beginnings more often than long ones.
        let most = dice.random_range(random_least..=random_most);
        let random = dice.random_range(random_least..=most);
        let mut position = Position::start();
        for _ in 0..random {
            match position.moves().choose(&mut dice) {
                Some(played) => position = position.after(played),
                None => return,
            }
        }
        let mut course: Vec<(Position, Option<i16>)> = Vec::new();
        let limits = SearchLimits::depth(self.settings.depth as u8);
        while !position.board().is_over() && position.board().empties().len() > solve_from {
            let report = self.champion.search(&position, &limits, &mut |_| {});
            let Some(best) = report.best_move() else { break };
            let forecast = report.lines[0].score;
            let forecast = forecast.end().is_none().then_some(forecast.hundredths() as i16);
            if !position.board().legal_moves().is_empty() {
                course.push((position, forecast));
            }
            position = position.after(best);
        }
        let solved = self.solve(position.board());
        let of_black = if position.side_to_move() == Color::Black { solved } else { -solved };
        let mut keep = |board: Board, score: i32, forecast| {
            let board = board.canonical();
            examples.push(Example { board, outcome: 100 * score as i16, forecast, game: number });
        };
        let course = if self.settings.course { course } else { Vec::new() };
        for (position, forecast) in course {
            let score = if position.side_to_move() == Color::Black { of_black } else { -of_black };
            keep(position.board(), score, forecast);
        }
        if position.board().legal_moves().is_empty() {
            return;
        }
        keep(position.board(), solved, None);
        for _ in 0..self.settings.strays {
            let end = dice.random_range(2..solve_from.max(3));
            let mut stray = position;
            while stray.board().empties().len() > end {
                let next = if dice.random_bool(0.4) {
                    stray.moves().choose(&mut dice)
                } else {
                    let freedom = |played: &_| stray.after(*played).board().legal_moves().len();
                    stray.moves().min_by_key(freedom)
                };
                match next {
                    Some(played) => stray = stray.after(played),
                    None => break,
                }
            }
            let board = stray.board();
            if board.empties().len() < solve_from && !board.legal_moves().is_empty() {
                let score = self.solve(board);
                keep(board, score, None);
            }
        }
    }

    fn solve(&mut self, board: Board) -> i32 {
        let solved = self.solver.solve(board, Goal::Exact, &self.stop);
        solved.expect("nobody says stop").score
    }
}

//! Self-play of the champion, from varied openings to exact endings.
//!
//! A game starts with random moves, or at one of all positions after a few plies followed by random
//! moves. It continues with the best moves of a search, and is solved as soon as that is cheap. Every
//! position after the last random move is kept with the exact score of the end. Three kinds of
//! exploration add positions that good play does not reach, so that the evaluation learns about them:
//!
//! - The best line: from the position where the game is solved, best play to the end, and random moves
//!   off every position of it, which are solved as well.
//! - Endgame exploration: from the position where the game is solved, a few noisy continuations lead to
//!   positions with fewer empty squares, which are solved as well.
//! - Midgame exploration: some earlier positions are left by one random move, as a search does at
//!   every node. The game is not played on from there; the value of a search replaces the outcome.
//!
//! A shard depends only on the evaluator, the settings and its number: it is the same on any number of
//! threads, and after an interruption. Positions that are equal up to symmetry are kept once per shard.
//! Between shards they may repeat, which is the price of that independence.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use othellier_board::{Board, Color, Eight, Move, Position};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_record::distinct_games;
use othellier_search::champion::{
    Champion, ChampionEvaluator, Goal, SearchLevel, Selectivity, Solver,
};
use othellier_search::{SearchLimits, Searcher};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{Example, ShardError, exists, write_shard};
use crate::threads::at_least_one;

#[derive(Clone, Debug)]
pub struct Settings {
    /// How many shards of games.
    pub shards: u32,
    pub games: u32,
    /// Search depth of the players, in plies.
    pub depth: u32,
    pub selectivity: Selectivity,
    /// Games are solved from this many empty squares on.
    pub solve_from: u32,
    /// Games start, in turn, at each position after this many plies, up to symmetry; with 0 all start at
    /// the initial position. Each time round, one more random move is made from there.
    pub openings: u32,
    /// The fewest random moves at the start.
    pub random_min: u32,
    pub random_max: u32,
    /// Whether the positions of the games are kept, or only those of exploration.
    pub game_positions: bool,
    /// Noisy continuations of each game that are solved.
    pub endgame_exploration: u32,
    /// Positions of each game that are left by a random move and searched.
    pub midgame_exploration: u32,
    /// Random moves off each position of the best line to the end, which are solved; with 0 the line is
    /// not kept.
    pub best_line: u32,
    /// Seed of the random moves.
    pub seed: u64,
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
            openings: 0,
            random_min: 6,
            random_max: 40,
            game_positions: true,
            endgame_exploration: 2,
            midgame_exploration: 0,
            best_line: 0,
            seed: 1,
            threads: 1,
        }
    }
}

impl Settings {
    /// The provenance of the examples: everything that determines them, with the evaluator's name.
    ///
    /// The text must not change: it decides whether a shard on disk can be reused.
    pub fn provenance(&self, evaluator: &str) -> String {
        let Settings { games, depth, selectivity, solve_from, openings, .. } = self;
        let Settings { random_min, random_max, game_positions, endgame_exploration, seed, .. } =
            self;
        let selectivity = selectivity.percent();
        // Left out where there is none.
        let given = |key: &str, count: u32| match count {
            0 => String::new(),
            count => format!(" {key}={count}"),
        };
        let midgame = given("asides", self.midgame_exploration);
        let best_line = given("best-line", self.best_line);
        format!(
            "selfplay weights={evaluator} games={games} depth={depth} selectivity={selectivity} \
             solve-from={solve_from} openings={openings} random={random_min}-{random_max} \
             course={game_positions} strays={endgame_exploration}{midgame}{best_line} seed={seed}"
        )
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Finished shards, including older ones.
    pub shards: u32,
    /// Shards from an earlier run.
    pub older_shards: u32,
    pub games: u64,
    pub examples: u64,
}

/// Plays all shards that are not in the folder yet. A shard that exists must have the same provenance.
/// When stopped, it returns early and drops unfinished shards.
pub fn play<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    provenance: &str,
    settings: &Settings,
    folder: &Path,
    stop: &StopSignal,
    watch: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, ShardError> {
    std::fs::create_dir_all(folder)
        .map_err(|source| ShardError::Unwritable { path: folder.to_owned(), source })?;
    let mut missing = Vec::new();
    for shard in 0..settings.shards {
        if !exists(&shard_path(folder, shard), provenance)? {
            missing.push(shard);
        }
    }
    let older_shards = settings.shards - missing.len() as u32;
    let openings = openings(settings.openings);
    let (done, games, kept) = (AtomicU32::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let progress = || Progress {
        shards: older_shards + done.load(Ordering::Relaxed),
        older_shards,
        games: games.load(Ordering::Relaxed),
        examples: kept.load(Ordering::Relaxed),
    };
    watch(progress());
    let work = |worker: &mut Worker<'_, E>, shard: u32, stop: &StopSignal| {
        let (mut played, mut found) = (0, 0);
        let examples = worker.shard(shard, stop, &mut |new| {
            games.fetch_add(1, Ordering::Relaxed);
            kept.fetch_add(new, Ordering::Relaxed);
            (played, found) = (played + 1, found + new);
            watch(progress());
        });
        let Some(examples) = examples else {
            // An unfinished shard is dropped, and played again from its first game.
            games.fetch_sub(played, Ordering::Relaxed);
            kept.fetch_sub(found, Ordering::Relaxed);
            return None;
        };
        // Games of a shard share positions, of which one is kept.
        kept.fetch_sub(found - examples.len() as u64, Ordering::Relaxed);
        let written = write_shard(&shard_path(folder, shard), provenance, &examples);
        if written.is_ok() {
            done.fetch_add(1, Ordering::Relaxed);
            watch(progress());
        }
        Some(written)
    };
    let end = parallel_for(
        at_least_one(settings.threads),
        missing.into_iter(),
        stop,
        || Worker::new(evaluator, settings, &openings),
        work,
        |written| written.map_or_else(ControlFlow::Break, ControlFlow::Continue),
    );
    match end {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(progress()),
    }
}

/// The examples of one shard, the same as [`play`] writes; `None` when stopped. `tick` is called after
/// each game.
pub fn play_shard<E: ChampionEvaluator<Size = Eight>>(
    evaluator: &E,
    settings: &Settings,
    shard: u32,
    stop: &StopSignal,
    tick: &dyn Fn(),
) -> Option<Vec<Example>> {
    let openings = openings(settings.openings);
    Worker::new(evaluator, settings, &openings).shard(shard, stop, &mut |_| tick())
}

/// Every position after this many plies in which a side can move, up to symmetry.
fn openings(plies: u32) -> Vec<Board> {
    let games = distinct_games(plies);
    let mut boards: Vec<Board> =
        games.iter().map(|game| game.position().board().canonical()).collect();
    boards.sort();
    boards
}

/// The file name of a shard.
pub fn shard_name(shard: u32) -> String {
    format!("games-{shard:05}.examples")
}

fn shard_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(shard_name(shard))
}

/// The state of one thread.
struct Worker<'a, E: ChampionEvaluator<Size = Eight>> {
    champion: Champion<E>,
    solver: Solver<E>,
    settings: &'a Settings,
    openings: &'a [Board],
    stop: StopSignal,
}

impl<E: ChampionEvaluator<Size = Eight>> Worker<'_, E> {
    fn new<'a>(evaluator: &E, settings: &'a Settings, openings: &'a [Board]) -> Worker<'a, E> {
        let level = SearchLevel::fixed(settings.depth, settings.selectivity, 0);
        Worker {
            champion: Champion::with(evaluator.clone(), level, 1, 1 << 20),
            solver: Solver::with(evaluator.clone(), 1, 1 << 22),
            settings,
            openings,
            stop: StopSignal::default(),
        }
    }

    /// Plays the games of a shard and passes the number of new examples on after each; `None` when
    /// stopped first.
    fn shard(
        &mut self,
        shard: u32,
        stop: &StopSignal,
        each_game: &mut dyn FnMut(u64),
    ) -> Option<Vec<Example>> {
        self.stop = stop.clone();
        // Other shards must not influence this one.
        self.champion.clear();
        self.solver.clear();
        let mut examples = Vec::new();
        for game in 0..self.settings.games {
            let before = examples.len();
            let number = shard.wrapping_mul(self.settings.games).wrapping_add(game);
            if stop.is_stopped() {
                return None;
            }
            self.game(number, &mut examples)?;
            each_game((examples.len() - before) as u64);
        }
        examples.sort_by_key(|example: &Example| example.board);
        examples.dedup_by_key(|example| example.board);
        Some(examples)
    }

    /// Plays a game; `None` when stopped first.
    fn game(&mut self, number: u32, examples: &mut Vec<Example>) -> Option<()> {
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let Settings { random_min, random_max, solve_from, .. } = *self.settings;
        // Short openings more often than long ones.
        let max = rng.random_range(random_min..=random_max.max(random_min));
        let random = rng.random_range(random_min..=max);
        let (lap, opening) =
            (number / self.openings.len() as u32, number % self.openings.len() as u32);
        // Once all openings are used, those of the next lap have one random move more.
        let lap = if self.settings.openings > 0 { lap } else { 0 };
        let mut position = Position::new(self.openings[opening as usize], Color::Black);
        for _ in 0..random + lap {
            match position.moves().choose(&mut rng) {
                Some(random) => position = position.after(random),
                None => return Some(()),
            }
        }
        let mut played: Vec<(Position, Option<i16>)> = Vec::new();
        while !position.board().is_over() && position.board().empties().len() > solve_from {
            let Some((best, forecast)) = self.think(&position) else { break };
            if !position.board().legal_moves().is_empty() {
                played.push((position, Some(forecast)));
            }
            position = position.after(best);
        }
        let (solved, line) = self.solve(position.board())?;
        let of_black = if position.side_to_move() == Color::Black { solved } else { -solved };
        let mut keep = |board: Board, outcome: i16, forecast| {
            let board = board.canonical();
            examples.push(Example { board, outcome, forecast, game: number });
        };
        if self.settings.game_positions {
            for (position, forecast) in &played {
                let is_black = position.side_to_move() == Color::Black;
                keep(position.board(), if is_black { of_black } else { -of_black }, *forecast);
            }
        }
        // Midgame exploration. It comes after the game itself: of equal positions the first is kept, and
        // the outcome of a position of the game is exact.
        for _ in 0..self.settings.midgame_exploration {
            let Some((left, _)) = played.iter().choose(&mut rng) else { break };
            let Some(random) = left.moves().choose(&mut rng) else { break };
            let explored = left.after(random);
            if !explored.board().legal_moves().is_empty()
                && let Some((_, value)) = self.think(&explored)
            {
                keep(explored.board(), value, None);
            }
        }
        if position.board().legal_moves().is_empty() {
            return Some(());
        }
        if self.settings.game_positions {
            keep(position.board(), solved, None);
        }
        // The best line to the end, and random moves off it.
        if self.settings.best_line > 0 {
            let (mut on_line, mut score) = (position, solved);
            for best in line {
                if on_line != position && !on_line.board().legal_moves().is_empty() {
                    keep(on_line.board(), score, None);
                }
                for _ in 0..self.settings.best_line {
                    let others = on_line.moves().filter(|&other| other != best);
                    let Some(other) = others.choose(&mut rng) else { break };
                    let left = on_line.after(other).board();
                    if !left.legal_moves().is_empty() {
                        let (score, _) = self.solve(left)?;
                        keep(left, score, None);
                    }
                }
                (on_line, score) = (on_line.after(best), -score);
            }
        }
        // Endgame exploration: random moves mixed with moves that leave few replies.
        for _ in 0..self.settings.endgame_exploration {
            let end = rng.random_range(2..solve_from.max(3));
            let mut explored = position;
            while explored.board().empties().len() > end {
                let next = if rng.random_bool(0.4) {
                    explored.moves().choose(&mut rng)
                } else {
                    let replies = |played: &_| explored.after(*played).board().legal_moves().len();
                    explored.moves().min_by_key(replies)
                };
                match next {
                    Some(played) => explored = explored.after(played),
                    None => break,
                }
            }
            let board = explored.board();
            if board.empties().len() < solve_from && !board.legal_moves().is_empty() {
                let (score, _) = self.solve(board)?;
                keep(board, score, None);
            }
        }
        (!self.stop.is_stopped()).then_some(())
    }

    /// The best move, and the value of the search in hundredths of a disc.
    fn think(&mut self, position: &Position) -> Option<(Move, i16)> {
        let stop = self.stop.clone();
        let limits = SearchLimits::depth(self.settings.depth as u8).with_stop(&stop);
        let report = self.champion.search(position, &limits, &mut |_| {});
        let forecast = (100.0 * report.lines.first()?.score.discs()).round() as i16;
        Some((report.best_move()?, forecast))
    }

    /// The exact score, in hundredths of a disc, and best play to the end; `None` when stopped first.
    fn solve(&mut self, board: Board) -> Option<(i16, Vec<Move>)> {
        let solved = self.solver.solve(board, Goal::Exact, &self.stop)?;
        Some((100 * solved.score as i16, solved.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{read_shard, shards};
    use othellier_search::champion::Heuristic;

    fn small() -> Settings {
        let random_max = 20;
        Settings { shards: 3, games: 4, depth: 1, solve_from: 8, random_max, ..Settings::default() }
    }

    fn played(settings: &Settings, folder: &Path) -> Vec<Vec<Example>> {
        let stop = StopSignal::default();
        play(
            &Heuristic::<Eight>::default(),
            &settings.provenance("rule"),
            settings,
            folder,
            &stop,
            &|_| {},
        )
        .unwrap();
        shards(folder).unwrap().iter().map(|path| read_shard(path).unwrap().1).collect()
    }

    /// The numbers of distinct positions by ply are known from the literature.
    #[test]
    fn openings_are_counted_up_to_symmetry() {
        let counts: Vec<usize> = (0..=6).map(|plies| openings(plies).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773]);
    }

    #[test]
    fn shards_do_not_depend_on_threads_or_interruptions() {
        let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let [one, two, broken] = folders.each_ref().map(|folder| folder.path());
        let settings = small();
        let examples = played(&settings, one);
        assert_eq!(examples.len(), 3);
        assert_eq!(played(&Settings { threads: 2, ..settings.clone() }, two), examples);
        played(&Settings { shards: 1, ..settings.clone() }, broken);
        assert_eq!(played(&settings, broken), examples);
        for example in examples.concat() {
            assert_eq!(example.board, example.board.canonical());
            assert!(!example.board.legal_moves().is_empty());
            assert!(example.outcome.abs() <= 6400 && example.outcome % 200 == 0);
        }
    }

    /// The games are the same, and lose no position to an explored one that equals it.
    #[test]
    fn midgame_exploration_is_searched_and_has_no_forecast() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [without, with] = folders.each_ref().map(|folder| folder.path());
        let settings = Settings { shards: 1, endgame_exploration: 0, ..small() };
        let plain = played(&settings, without).concat();
        let exploring = Settings { midgame_exploration: 5, ..settings };
        let more = played(&exploring, with).concat();
        assert!(plain.iter().all(|example| more.contains(example)));
        let new: Vec<_> = more.iter().filter(|example| !plain.contains(example)).collect();
        assert!(!new.is_empty());
        for explored in &new {
            assert_eq!(explored.forecast, None);
            assert!(!explored.board.legal_moves().is_empty());
        }
        let searched = new.iter().filter(|explored| explored.is_searched()).count();
        assert!(10 * searched > 9 * new.len(), "{searched} of {}", new.len());
        assert!(!plain.iter().any(Example::is_searched));
        assert!(exploring.provenance("rule").contains(" asides=5 "));
    }

    /// Endgame exploration has fewer empty squares than the position where the game is solved.
    #[test]
    fn exploration_can_be_kept_alone() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [none, some] = folders.each_ref().map(|folder| folder.path());
        let settings = Settings { game_positions: false, endgame_exploration: 0, ..small() };
        assert!(played(&settings, none).concat().is_empty());
        let explored = played(&Settings { endgame_exploration: 2, ..settings }, some).concat();
        assert!(!explored.is_empty());
        assert!(explored.iter().all(|example| example.board.empties().len() < 8));
    }

    /// Every position of the line and beside it has the score that a naive search finds.
    #[test]
    fn the_best_line_and_moves_off_it_are_exact() {
        let folder = tempfile::tempdir().unwrap();
        let settings =
            Settings { game_positions: false, endgame_exploration: 0, best_line: 2, ..small() };
        let examples = played(&settings, folder.path()).concat();
        let few: Vec<_> = examples.iter().filter(|e| e.board.empties().len() <= 6).collect();
        assert!(examples.len() > few.len() && few.len() > 20, "{}", few.len());
        for example in few {
            assert_eq!(example.forecast, None);
            assert_eq!(i32::from(example.outcome), 100 * naive_score(example.board));
        }
        assert!(settings.provenance("rule").contains(" best-line=2 "));
    }

    fn naive_score(board: Board) -> i32 {
        if board.is_over() {
            return board.final_score();
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return -naive_score(board.passed());
        }
        let after = |square| board.with(board.placement(square).unwrap());
        moves.into_iter().map(|square| -naive_score(after(square))).max().unwrap()
    }

    #[test]
    fn shards_of_other_settings_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        played(&small(), folder.path());
        let other = Settings { seed: 2, ..small() };
        let stop = StopSignal::default();
        let provenance = other.provenance("rule");
        let refused = play(
            &Heuristic::<Eight>::default(),
            &provenance,
            &other,
            folder.path(),
            &stop,
            &|_| {},
        );
        assert!(matches!(refused, Err(ShardError::Other { .. })), "{refused:?}");
    }

    #[test]
    fn when_stopped_only_finished_shards_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let stop = StopSignal::default();
        let settings = small();
        let watch = |progress: Progress| {
            if progress.games == 6 {
                stop.stop();
            }
        };
        let provenance = settings.provenance("rule");
        let progress = play(
            &Heuristic::<Eight>::default(),
            &provenance,
            &settings,
            folder.path(),
            &stop,
            &watch,
        )
        .unwrap();
        assert_eq!((progress.shards, progress.games), (1, 4));
        let kept = shards(folder.path()).unwrap();
        assert_eq!(read_shard(&kept[0]).unwrap().1.len() as u64, progress.examples);
    }

    /// Solving a board with forty empty squares would take years.
    #[test]
    fn a_stop_takes_effect_within_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let stop = StopSignal::default();
        let settings = Settings { solve_from: 40, shards: 1, games: 1, threads: 1, ..small() };
        let provenance = settings.provenance("rule");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(100));
                stop.stop();
            });
            let evaluator = Heuristic::<Eight>::default();
            let progress = play(&evaluator, &provenance, &settings, folder.path(), &stop, &|_| {});
            let progress = progress.unwrap();
            assert_eq!((progress.shards, progress.games, progress.examples), (0, 0, 0));
        });
    }
}

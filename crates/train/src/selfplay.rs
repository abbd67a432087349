//! Games of the champion against itself, from varied beginnings to proven ends.
//!
//! A game begins with random moves, or at one of all the positions after a few plies and random moves
//! from there. It goes on with the best moves of a search, and is solved as soon as that is cheap.
//! What comes after the last random move is kept: every position with the proven score at the end.
//! From the place where the game is solved, a few noisy continuations are followed to fewer empty
//! squares and solved as well, so that the evaluation knows bad positions, too. Before that place some
//! positions can be left by a random move, as a search leaves them at every node: nobody plays on
//! there, and what a search says of them takes the place of an outcome.
//!
//! A shard depends on the judge, the settings and its number alone: the same on any number of threads,
//! before and after an interruption. Equal positions, turned or mirrored, are kept once in a shard;
//! between shards they may repeat, which is the price of that independence.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use othellier_board::{Board, Color, Eight, Move, Position};
use othellier_record::distinct_games;
use othellier_search::champion::{
    Champion, ChampionEvaluator, Goal, SearchLevel, Selectivity, Solver,
};
use othellier_search::{SearchLimits, Searcher, StopSignal};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{Example, ShardError, is_there, write_shard};

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
    /// Games begin, in turn, at each of the positions after so many plies, counted up to symmetry;
    /// with 0 all begin at the start. Each time round, one more random move is made from there.
    pub openings: u32,
    /// The fewest random moves at the beginning.
    pub random_least: u32,
    /// The most.
    pub random_most: u32,
    /// Whether the positions of the game itself are kept, or those of its strays alone.
    pub course: bool,
    /// Noisy continuations of each game that are solved.
    pub strays: u32,
    /// Positions of each game that are left by a random move and searched.
    pub asides: u32,
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
            openings: 0,
            random_least: 6,
            random_most: 40,
            course: true,
            strays: 2,
            asides: 0,
            seed: 1,
            threads: 1,
        }
    }
}

impl Settings {
    /// Where the examples come from: all that decides them, with the name of the judge.
    pub fn provenance(&self, judge: &str) -> String {
        let Settings { games, depth, selectivity, solve_from, openings, .. } = self;
        let Settings { random_least, random_most, course, strays, seed, .. } = self;
        let selectivity = selectivity.percent();
        // Nothing is said of none, and older shards said nothing.
        let asides = match self.asides {
            0 => String::new(),
            asides => format!(" asides={asides}"),
        };
        format!(
            "selfplay weights={judge} games={games} depth={depth} selectivity={selectivity} \
             solve-from={solve_from} openings={openings} random={random_least}-{random_most} \
             course={course} strays={strays}{asides} seed={seed}"
        )
    }
}

/// How far self-play has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Shards that are there, older ones included.
    pub shards: u32,
    /// Shards that were there before.
    pub older_shards: u32,
    /// Games played now.
    pub games: u64,
    /// Examples kept now.
    pub examples: u64,
}

/// Plays all shards that are not in the folder yet; returns early when told to stop, without the
/// games of the shards that are not whole. A shard that is there must have the same provenance.
pub fn play<J: ChampionEvaluator<Size = Eight>>(
    judge: &J,
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
        if !is_there(&shard_path(folder, shard), provenance)? {
            missing.push(shard);
        }
    }
    let older_shards = settings.shards - missing.len() as u32;
    let openings = openings(settings.openings);
    let next = AtomicUsize::new(0);
    let (done, games, kept) = (AtomicU32::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    let progress = || Progress {
        shards: older_shards + done.load(Ordering::Relaxed),
        older_shards,
        games: games.load(Ordering::Relaxed),
        examples: kept.load(Ordering::Relaxed),
    };
    watch(progress());
    let work = || {
        let mut table = Table::new(judge, settings, &openings, stop);
        while let Some(&shard) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            // What was seen in other shards must not matter.
            table.champion.clear();
            let mut examples = Vec::new();
            for game in 0..settings.games {
                let before = examples.len();
                let number = shard.wrapping_mul(settings.games).wrapping_add(game);
                if stop.is_stopped() || table.game(number, &mut examples).is_none() {
                    games.fetch_sub(game.into(), Ordering::Relaxed);
                    kept.fetch_sub(before as u64, Ordering::Relaxed);
                    return;
                }
                games.fetch_add(1, Ordering::Relaxed);
                kept.fetch_add((examples.len() - before) as u64, Ordering::Relaxed);
                watch(progress());
            }
            let all = examples.len();
            examples.sort_by_key(|example: &Example| example.board);
            examples.dedup_by_key(|example| example.board);
            kept.fetch_sub((all - examples.len()) as u64, Ordering::Relaxed);
            if let Err(error) = write_shard(&shard_path(folder, shard), provenance, &examples) {
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

/// Every position after so many plies in which somebody can move, one of each that are alike.
fn openings(plies: u32) -> Vec<Board> {
    let games = distinct_games(plies);
    let mut boards: Vec<Board> =
        games.iter().map(|game| game.position().board().canonical()).collect();
    boards.sort();
    boards
}

fn shard_path(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("games-{shard:05}.examples"))
}

/// Where one thread plays its games.
struct Table<'a, J: ChampionEvaluator<Size = Eight>> {
    champion: Champion<J>,
    solver: Solver<J>,
    settings: &'a Settings,
    openings: &'a [Board],
    stop: &'a StopSignal,
}

impl<J: ChampionEvaluator<Size = Eight>> Table<'_, J> {
    fn new<'a>(
        judge: &J,
        settings: &'a Settings,
        openings: &'a [Board],
        stop: &'a StopSignal,
    ) -> Table<'a, J> {
        let level = SearchLevel::fixed(settings.depth, settings.selectivity, 0);
        Table {
            champion: Champion::with(judge.clone(), level, 1, 1 << 20),
            solver: Solver::with(judge.clone(), 1, 1 << 22),
            settings,
            openings,
            stop,
        }
    }

    /// Plays a game; nothing when told to stop first.
    fn game(&mut self, number: u32, examples: &mut Vec<Example>) -> Option<()> {
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let Settings { random_least, random_most, solve_from, .. } = *self.settings;
        // Short beginnings more often than long ones.
        let most = dice.random_range(random_least..=random_most.max(random_least));
        let random = dice.random_range(random_least..=most);
        let (lap, opening) =
            (number / self.openings.len() as u32, number % self.openings.len() as u32);
        let lap = if self.settings.openings > 0 { lap } else { 0 };
        let mut position = Position::new(self.openings[opening as usize], Color::Black);
        for _ in 0..random + lap {
            match position.moves().choose(&mut dice) {
                Some(played) => position = position.after(played),
                None => return Some(()),
            }
        }
        let mut course: Vec<(Position, Option<i16>)> = Vec::new();
        while !position.board().is_over() && position.board().empties().len() > solve_from {
            let Some((best, forecast)) = self.think(&position) else { break };
            if !position.board().legal_moves().is_empty() {
                course.push((position, Some(forecast)));
            }
            position = position.after(best);
        }
        let solved = self.solve(position.board())?;
        let of_black = if position.side_to_move() == Color::Black { solved } else { -solved };
        let mut keep = |board: Board, outcome: i16, forecast| {
            let board = board.canonical();
            examples.push(Example { board, outcome, forecast, game: number });
        };
        if self.settings.course {
            for (position, forecast) in &course {
                let is_black = position.side_to_move() == Color::Black;
                keep(position.board(), if is_black { of_black } else { -of_black }, *forecast);
            }
        }
        // After the course: of equal positions the first is kept, and its outcome is known.
        for _ in 0..self.settings.asides {
            let Some((left, _)) = course.iter().choose(&mut dice) else { break };
            let Some(played) = left.moves().choose(&mut dice) else { break };
            let aside = left.after(played);
            if !aside.board().legal_moves().is_empty()
                && let Some((_, forecast)) = self.think(&aside)
            {
                keep(aside.board(), forecast, None);
            }
        }
        if position.board().legal_moves().is_empty() {
            return Some(());
        }
        if self.settings.course {
            keep(position.board(), solved, None);
        }
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
                let score = self.solve(board)?;
                keep(board, score, None);
            }
        }
        (!self.stop.is_stopped()).then_some(())
    }

    /// The best move, and what the search says of the position, in hundredths of a disc.
    fn think(&mut self, position: &Position) -> Option<(Move, i16)> {
        let stop = self.stop.clone();
        let limits = SearchLimits { stop, ..SearchLimits::depth(self.settings.depth as u8) };
        let report = self.champion.search(position, &limits, &mut |_| {});
        let forecast = (100.0 * report.lines.first()?.score.discs()).round() as i16;
        Some((report.best_move()?, forecast))
    }

    /// The proven score, in hundredths of a disc; nothing when told to stop first.
    fn solve(&mut self, board: Board) -> Option<i16> {
        let solved = self.solver.solve(board, Goal::Exact, self.stop)?;
        Some(100 * solved.score as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{read_shard, shards};
    use othellier_search::champion::Heuristic;

    fn small() -> Settings {
        let random_most = 20;
        Settings {
            shards: 3,
            games: 4,
            depth: 1,
            solve_from: 8,
            random_most,
            ..Settings::default()
        }
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

    /// The numbers of distinct positions by ply are known.
    #[test]
    fn openings_are_counted_up_to_symmetry() {
        let counts: Vec<usize> = (0..=6).map(|plies| openings(plies).len()).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773]);
    }

    #[test]
    fn the_same_shards_on_any_number_of_threads_and_after_a_break() {
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

    /// The games are the same, and lose no position to an aside that is one of theirs.
    #[test]
    fn asides_are_searched_and_have_no_forecast() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [without, with] = folders.each_ref().map(|folder| folder.path());
        let settings = Settings { shards: 1, strays: 0, ..small() };
        let plain = played(&settings, without).concat();
        let asides = Settings { asides: 5, ..settings };
        let more = played(&asides, with).concat();
        assert!(plain.iter().all(|example| more.contains(example)));
        let new: Vec<_> = more.iter().filter(|example| !plain.contains(example)).collect();
        assert!(!new.is_empty());
        for aside in new {
            assert_eq!(aside.forecast, None);
            assert!(!aside.board.legal_moves().is_empty());
        }
        assert!(asides.provenance("rule").contains(" asides=5 "));
    }

    /// Strays have fewer empty squares than the place where they begin, which is the game's.
    #[test]
    fn without_the_course_strays_alone_are_kept() {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [none, some] = folders.each_ref().map(|folder| folder.path());
        let settings = Settings { course: false, strays: 0, ..small() };
        assert!(played(&settings, none).concat().is_empty());
        let strays = played(&Settings { strays: 2, ..settings }, some).concat();
        assert!(!strays.is_empty());
        assert!(strays.iter().all(|stray| stray.board.empties().len() < 8));
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
    fn told_to_stop_it_keeps_whole_shards_alone() {
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

    /// To prove a board with forty empty squares would take years.
    #[test]
    fn a_stop_is_heard_within_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let stop = StopSignal::default();
        let settings = Settings { solve_from: 40, shards: 1, games: 1, threads: 1, ..small() };
        let provenance = settings.provenance("rule");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(100));
                stop.stop();
            });
            let judge = Heuristic::<Eight>::default();
            let progress = play(&judge, &provenance, &settings, folder.path(), &stop, &|_| {});
            let progress = progress.unwrap();
            assert_eq!((progress.shards, progress.games, progress.examples), (0, 0, 0));
        });
    }
}

//! Which move near the end is over soonest: what moves have cost, and the weights that foretell it.
//!
//! Boards are solved, and positions that a move ended are taken from what the solver remembers. Each
//! of their moves is then searched by itself, and the positions visited are counted. What is learned
//! is an order: of the moves that end a position, the one that takes the fewest comes first. It is
//! what the solver orders moves by with 11 empty squares and more ([`othellier_search::champion::learned_ordering`]).
//!
//! Costs are kept as text, a position a line, and go on where they were interrupted:
//!
//! ```text
//! othellier costs 1
//! 0000201c3e7e1f08 00047c22c1000010 3 e1=412+ g2=95+ h3=2210-
//! root 0000201c3e040000 00007c00c17a1b18
//! ```
//!
//! The first line says what the file is. Then come the discs of the mover and of the opponent as two
//! numbers in base sixteen, a1 the lowest bit; the score that was to be beaten; every move with the
//! positions it took and whether it did. A line with `root` says that all positions of this board have
//! been told.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use othellier_board::{Bitboard, Board, Eight, Field, Square};
use othellier_eval::patterns::shapes::{Fold, SMALL_TURNS};
use othellier_eval::patterns::{Indices, Patterns};
use othellier_file::LONGEST_LINE;
use othellier_search::StopSignal;
use othellier_search::champion::learned_ordering::{REPLIES, pack};
use othellier_search::champion::{Goal, Solver};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{Example, ShardError, read_shard};

/// How many squares of the boards that are solved are empty.
const ROOTS: std::ops::RangeInclusive<u32> = 18..=21;
/// What a search must have foretold of them, in hundredths of a disc: what is decided is soon proven.
const CLOSE: std::ops::RangeInclusive<i16> = -2000..=2000;
/// How many positions are taken of each, by the number of empty squares from 11 on.
const TAKEN: [usize; 7] = [40, 60, 60, 50, 40, 30, 20];
/// The least of them.
const FEWEST: u32 = 11;
/// After so many moves that do not end a position it is left: likely none does.
const IN_VAIN: usize = 3;
/// Bytes of the table for a board, and for a move of a position.
const TABLE: usize = 1 << 24;
const SMALL_TABLE: usize = 1 << 18;

/// How a file of costs begins.
const HEAD: &str = "othellier costs 1\n";

/// What the moves of one position cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position.
    pub board: Board,
    /// The score that was to be beaten.
    pub alpha: i32,
    /// The moves that were tried, at least one of which ends it.
    pub costs: Vec<Cost>,
}

/// What one move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The move.
    pub square: Square,
    /// Positions visited.
    pub nodes: u32,
    /// Whether it beats the score.
    pub ends: bool,
}

/// The boards to be solved, in an order that the seed gives.
pub fn roots(shards: &[PathBuf], count: usize, seed: u64) -> Result<Vec<Board>, ShardError> {
    let mut boards = BTreeSet::new();
    for shard in shards {
        let (_, examples) = read_shard(shard)?;
        let close = |example: &&Example| example.forecast.is_some_and(|told| CLOSE.contains(&told));
        boards.extend(examples.iter().filter(close).map(|example| example.board).filter(|board| {
            ROOTS.contains(&board.empties().len()) && !board.legal_moves().is_empty()
        }));
    }
    let mut boards: Vec<Board> = boards.into_iter().collect();
    boards.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    boards.truncate(count);
    Ok(boards)
}

/// Solves the boards whose costs are not yet in the file, and adds them; `watch` is told how many are
/// there. What is there when told to stop stays.
pub fn measure(
    judge: &Patterns,
    roots: &[Board],
    seed: u64,
    path: &Path,
    threads: usize,
    stop: &StopSignal,
    watch: &(dyn Fn(usize) + Sync),
) -> io::Result<()> {
    let done = resume(path)?;
    let known = roots.iter().filter(|root| done.contains(root)).count();
    let file = Mutex::new((OpenOptions::new().create(true).append(true).open(path)?, known));
    watch(known);
    let todo: Vec<&Board> = roots.iter().filter(|root| !done.contains(root)).collect();
    let next = AtomicUsize::new(0);
    let work = || -> io::Result<()> {
        let mut solver = Solver::with(judge.clone(), 1, TABLE);
        let mut small = Solver::with(judge.clone(), 1, SMALL_TABLE);
        while let Some(&&root) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(choices) = choices(&mut solver, &mut small, root, seed, stop) else { break };
            let mut text = String::new();
            for choice in choices {
                let _ = writeln!(text, "{choice}");
            }
            let _ = writeln!(text, "root {}", sides(root));
            let mut file = file.lock().expect("nobody panics with the lock");
            file.0.write_all(text.as_bytes())?;
            file.1 += 1;
            watch(file.1);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("nobody panics"))
    })
}

/// The boards whose costs are in the file, which is begun where there is none; what was written of
/// another one is cut off. A file of something else is left alone.
fn resume(path: &Path) -> io::Result<BTreeSet<Board>> {
    let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(HEAD.as_bytes())?;
        return Ok(BTreeSet::new());
    }
    let mut reader = BufReader::new(&file);
    let mut bytes = Vec::new();
    reader.by_ref().take(HEAD.len() as u64).read_until(b'\n', &mut bytes)?;
    if bytes != HEAD.as_bytes() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a file of costs"));
    }
    let mut done = BTreeSet::new();
    let (mut at, mut whole) = (bytes.len() as u64, bytes.len() as u64);
    bytes.clear();
    while reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? > 0 {
        at += bytes.len() as u64;
        let text = str::from_utf8(&bytes).ok().and_then(|text| text.strip_suffix('\n'));
        if let Some(root) = text.and_then(|text| board(&mut text.strip_prefix("root ")?.split(' ')))
        {
            done.insert(root);
            whole = at;
        }
        bytes.clear();
    }
    file.set_len(whole)?;
    Ok(done)
}

/// Positions of a board's proof that a move ends, with the cost of each move; nothing when told to stop.
fn choices(
    solver: &mut Solver,
    small: &mut Solver,
    root: Board,
    seed: u64,
    stop: &StopSignal,
) -> Option<Vec<Choice>> {
    solver.clear();
    let solved = solver.solve(root, Goal::Exact, stop)?;
    let mut by_empties = vec![Vec::new(); TAKEN.len()];
    for (board, range) in solver.proven() {
        // The last two questions were beside the score; the side to move there is told by the number
        // of empty squares, but for passes.
        let plies = root.empties().len() - board.empties().len();
        let score = if plies.is_multiple_of(2) { solved.score } else { -solved.score };
        let beaten = [score + 1, score - 1].into_iter().find(|alpha| range.start() > alpha);
        let layer = (board.empties().len() as usize).checked_sub(FEWEST as usize);
        if let Some(alpha) = beaten
            && let Some(boards) = layer.and_then(|layer| by_empties.get_mut(layer))
            && board.legal_moves().len() > 1
        {
            boards.push((board, alpha));
        }
    }
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ root.mover().bits());
    let mut choices = Vec::new();
    for (boards, taken) in by_empties.iter_mut().zip(TAKEN) {
        boards.sort();
        let (some, _) = boards.partial_shuffle(&mut dice, taken);
        for &mut (board, alpha) in some {
            choices.extend(choice(small, board, alpha, stop)?);
        }
    }
    Some(choices)
}

/// The cost of each move of a position; nothing inside where none seems to end it.
fn choice(
    solver: &mut Solver,
    board: Board,
    alpha: i32,
    stop: &StopSignal,
) -> Option<Option<Choice>> {
    let mut placements: Vec<_> =
        board.legal_moves().into_iter().filter_map(|square| board.placement(square)).collect();
    placements.sort_by_key(|placement| board.with(*placement).legal_moves().len());
    let mut costs = Vec::new();
    for placement in placements {
        if costs.len() == IN_VAIN && costs.iter().all(|cost: &Cost| !cost.ends) {
            return Some(None);
        }
        let (more, nodes) = solver.exceeds(board.with(placement), -alpha - 1, stop)?;
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        costs.push(Cost { square: placement.square, nodes, ends: !more });
    }
    Some(costs.iter().any(|cost| cost.ends).then_some(Choice { board, alpha, costs }))
}

fn sides(board: Board) -> String {
    format!("{:016x} {:016x}", board.mover().bits(), board.opponent().bits())
}

fn board<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Board> {
    let mut side = || u64::from_str_radix(words.next()?, 16).ok().map(Bitboard::from_bits);
    Board::new(side()?, side()?).ok()
}

impl fmt::Display for Choice {
    /// The line of a file of costs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", sides(self.board), self.alpha)?;
        for Cost { square, nodes, ends } in &self.costs {
            write!(f, " {square}={nodes}{}", if *ends { '+' } else { '-' })?;
        }
        Ok(())
    }
}

fn parse(text: &str) -> Option<Choice> {
    let mut words = text.split(' ');
    let board = board(&mut words)?;
    let alpha = words.next()?.parse().ok()?;
    let costs: Option<Vec<Cost>> = words
        .map(|word| {
            let (square, rest) = word.split_once('=')?;
            let square: Square = square.parse().ok()?;
            let (nodes, ends) = match rest.strip_suffix('+') {
                Some(nodes) => (nodes, true),
                None => (rest.strip_suffix('-')?, false),
            };
            board.placement(square)?;
            Some(Cost { square, nodes: nodes.parse().ok().filter(|nodes| *nodes > 0)?, ends })
        })
        .collect();
    let costs = costs?;
    costs.iter().any(|cost| cost.ends).then_some(Choice { board, alpha, costs })
}

/// The positions of a file of costs, and to which board each belongs; the number of the first line
/// that makes no sense where there is one.
pub fn read(path: &Path) -> io::Result<Result<Vec<(usize, Choice)>, usize>> {
    read_from(BufReader::new(othellier_file::open(path)?))
}

/// The same of anything that has lines.
pub fn read_from(lines: impl BufRead) -> io::Result<Result<Vec<(usize, Choice)>, usize>> {
    let mut all = Vec::new();
    let mut root = 0;
    for (number, text) in othellier_file::lines(lines).enumerate() {
        let text = text?;
        if number == 0 && text == HEAD.trim_end() {
            continue;
        } else if number > 0 && text.starts_with("root ") {
            root += 1;
        } else if let Some(choice) = parse(&text).filter(|_| number > 0) {
            all.push((root, choice));
        } else {
            return Ok(Err(number + 1));
        }
    }
    Ok(Ok(all))
}

/// How costs are learned from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// How often each position is seen.
    pub passes: usize,
    /// One board in so many is held out.
    pub held_out: usize,
}

/// Positions between two steps.
const BATCH: usize = 2048;
/// The longest step of a weight of a shape, and of the few others.
const RATE: f32 = 0.005;
const RATE_OF_FEW: f32 = 0.01;
/// A move that takes so many times the least is bad enough.
const WORST: f32 = 30.0;
/// What a unit of what is learned is in the file: measured by the nodes of the solver where it is added to
/// a value in hundredths of a disc.
const UNIT: f32 = 100.0;

/// What was learned.
pub struct Learned {
    numbers: Vec<i16>,
    /// How it does in positions held out, by the number of empty squares.
    pub held_out: Vec<Layer>,
}

impl Learned {
    /// The file for the solver.
    pub fn to_bytes(&self) -> Vec<u8> {
        pack(&self.numbers)
    }
}

/// How orders do in some positions: the nodes they take, in parts of the least.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layer {
    /// Empty squares.
    pub empties: u32,
    /// How many positions.
    pub positions: usize,
    /// Fewest replies first.
    pub by_replies: f64,
    /// As was learned.
    pub learned: f64,
}

/// A position as it is learned from.
struct Task {
    empties: u32,
    /// The least a move that ends it takes.
    least: f32,
    moves: Vec<Move>,
}

struct Move {
    nodes: u32,
    ends: bool,
    /// The numbers that are added up: those of shapes, of the replies, of corners and of parity.
    features: Box<[u16]>,
    replies: u32,
}

/// Learns from costs; `watch` is told after each pass. Nothing is learned from nothing.
pub fn learn(
    choices: &[(usize, Choice)],
    lesson: Lesson,
    stop: &StopSignal,
    watch: &mut dyn FnMut(usize),
) -> Option<Learned> {
    let classes: usize = Fold::small().iter().map(|fold| fold.classes).sum();
    let is_held_out = |root: &usize| lesson.held_out > 0 && root.is_multiple_of(lesson.held_out);
    let (held_out, taught): (Vec<_>, Vec<_>) =
        choices.iter().partition(|(root, _)| is_held_out(root));
    let mut taught: Vec<Task> = taught.iter().map(|(_, choice)| task(choice)).collect();
    if taught.is_empty() {
        return None;
    }
    let mut numbers = Adam::new(classes + REPLIES + 2);
    for (replies, number) in numbers.values[classes..][..REPLIES].iter_mut().enumerate() {
        *number = 2.0 * replies as f32;
    }
    let mean = taught.iter().map(|task| task.least.sqrt()).sum::<f32>() / taught.len() as f32;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let batches = taught.len().div_ceil(BATCH);
    let steps = (lesson.passes * batches) as f32;
    let mut step = 0;
    for pass in 0..lesson.passes {
        taught.shuffle(&mut dice);
        for batch in taught.chunks(BATCH) {
            if stop.is_stopped() {
                return None;
            }
            for task in batch {
                let weight = (task.least.sqrt() / mean).min(20.0) / batch.len() as f32;
                numbers.add_slopes(task, weight);
            }
            // The steps grow for a tenth of the way and then shrink to nothing.
            let way = step as f32 / steps;
            let part = if way < 0.1 { way / 0.1 } else { (1.0 - way) / 0.9 };
            numbers.step(part, classes);
            step += 1;
        }
        watch(pass + 1);
    }
    let held_out: Vec<Task> = held_out.iter().map(|(_, choice)| task(choice)).collect();
    let held_out = numbers.layers(&held_out);
    let rounded = numbers.values.iter().map(|number| (UNIT * number).round() as i16).collect();
    Some(Learned { numbers: rounded, held_out })
}

/// What is to be learned from a position.
fn task(Choice { board, costs, .. }: &Choice) -> Task {
    let empties = board.empties();
    let moves = costs.iter().map(|cost| {
        let placement = board.placement(cost.square).expect("it is legal");
        let after = board.with(placement);
        let replies = after.legal_moves();
        let mut features = Vec::new();
        let (indices, mut first) = (Indices::of(after), 0_u16);
        let mut indices = indices.of_small().iter();
        for (fold, turns) in Fold::small().iter().zip(SMALL_TURNS) {
            for &index in indices.by_ref().take(turns) {
                features.push(first + fold.class[usize::from(index)]);
            }
            first += fold.classes as u16;
        }
        features.push(first + replies.len().min(REPLIES as u32 - 1) as u16);
        first += REPLIES as u16;
        let corners = (replies.bits() & Eight::CORNERS).count_ones();
        features.extend((0..corners).map(|_| first));
        features.extend(is_odd(empties, cost.square).then_some(first + 1));
        let features = features.into_boxed_slice();
        Move { nodes: cost.nodes, ends: cost.ends, features, replies: replies.len() + corners }
    });
    let ending = costs.iter().filter(|cost| cost.ends).map(|cost| cost.nodes);
    let least = ending.min().unwrap_or(1) as f32;
    Task { empties: empties.len(), least, moves: moves.collect() }
}

/// Whether a square is in a quadrant with an odd number of empty squares.
fn is_odd(empties: Bitboard, square: Square) -> bool {
    let quadrant = |square: Square| (square.column() / 4, square.row() / 4);
    let own = empties.into_iter().filter(|other| quadrant(*other) == quadrant(square));
    own.count() % 2 == 1
}

/// Numbers that are learned by steps of their own length.
struct Adam {
    values: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Adam {
        let zeros = || vec![0.0; count];
        Adam { values: zeros(), slopes: zeros(), means: zeros(), squares: zeros(), steps: 0 }
    }

    fn key(&self, features: &[u16]) -> f32 {
        features.iter().map(|&feature| self.values[usize::from(feature)]).sum()
    }

    /// Adds what the expected cost of a position, the first move drawn by lot, has for slopes.
    fn add_slopes(&mut self, task: &Task, weight: f32) {
        let keys: Vec<f32> = task.moves.iter().map(|own| self.key(&own.features)).collect();
        let least = keys.iter().copied().fold(f32::INFINITY, f32::min);
        let odds: Vec<f32> = keys.iter().map(|key| (least - key).exp()).collect();
        let all: f32 = odds.iter().sum();
        let cost = |own: &Move| {
            let more = if own.ends { 0.0 } else { task.least };
            ((own.nodes as f32 + more) / task.least).min(WORST)
        };
        let expected: f32 =
            task.moves.iter().zip(&odds).map(|(own, odds)| odds / all * cost(own)).sum();
        for (own, odds) in task.moves.iter().zip(&odds) {
            let slope = -weight * odds / all * (cost(own) - expected);
            for &feature in &own.features {
                self.slopes[usize::from(feature)] += slope;
            }
        }
    }

    /// Takes a step, and forgets the slopes.
    fn step(&mut self, part: f32, many: usize) {
        self.steps += 1;
        let (of_mean, of_square) =
            (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.99_f32.powi(self.steps));
        for at in 0..self.values.len() {
            let slope = std::mem::take(&mut self.slopes[at]);
            self.means[at] += 0.1 * (slope - self.means[at]);
            self.squares[at] += 0.01 * (slope * slope - self.squares[at]);
            let rate = part * if at < many { RATE } else { RATE_OF_FEW };
            let spread = (self.squares[at] / of_square).sqrt() + 1e-8;
            self.values[at] -= rate * self.means[at] / of_mean / spread;
        }
    }

    /// How the order does in these positions.
    fn layers(&self, tasks: &[Task]) -> Vec<Layer> {
        (0..=64)
            .filter_map(|empties| {
                let own: Vec<&Task> = tasks.iter().filter(|task| task.empties == empties).collect();
                let least: f64 = own.iter().map(|task| f64::from(task.least)).sum();
                let taken = |key: &dyn Fn(&Move) -> f32| -> f64 {
                    own.iter().map(|task| taken(task, key)).sum::<f64>() / least
                };
                let by_replies = taken(&|own| own.replies as f32);
                let learned = taken(&|own| self.key(&own.features));
                let positions = own.len();
                (positions > 0).then_some(Layer { empties, positions, by_replies, learned })
            })
            .collect()
    }
}

/// The positions visited when moves are tried in this order, until one ends it.
fn taken(task: &Task, key: &dyn Fn(&Move) -> f32) -> f64 {
    let mut order: Vec<&Move> = task.moves.iter().collect();
    order.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let end = order.iter().position(|own| own.ends).unwrap_or(0);
    order[..=end].iter().map(|own| f64::from(own.nodes)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Boards with few empty squares, from random play.
    fn boards(count: usize, empties: u32) -> Vec<Board> {
        use rand::seq::IteratorRandom;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::default();
            while board.empties().len() > empties {
                let Some(square) = board.legal_moves().into_iter().choose(&mut dice) else { break };
                board = board.with(board.placement(square).unwrap());
            }
            if board.empties().len() == empties && board.legal_moves().len() > 1 {
                boards.push(board);
            }
        }
        boards
    }

    #[test]
    fn what_is_measured_is_read_again_and_goes_on_where_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("costs");
        let (roots, stop) = (boards(3, 13), StopSignal::default());
        let go = |count: usize| {
            measure(&Patterns::shipped(), &roots[..count], 1, &path, 2, &stop, &|_| {}).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let all = go(3);
        let choices = read(&path).unwrap().unwrap();
        assert!(choices.len() > 10, "{}", choices.len());
        assert!(
            choices.iter().all(|(_, choice)| parse(&choice.to_string()) == Some(choice.clone()))
        );
        std::fs::remove_file(&path).unwrap();
        assert!(go(1).len() < all.len());
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"00 \xff\n0000201c").unwrap();
        assert_eq!(go(3), all);
        std::fs::write(&path, format!("{HEAD}my diary\n")).unwrap();
        assert_eq!(read(&path).unwrap(), Err(2));
        // What is no file of costs is not touched.
        std::fs::write(&path, "my diary\n").unwrap();
        assert_eq!(read(&path).unwrap(), Err(1));
        assert!(measure(&Patterns::shipped(), &roots, 1, &path, 2, &stop, &|_| {}).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary\n");
    }

    /// Where the cheap move is always the one that leaves the opponent's discs in corners, that is
    /// learned, and nothing is where there is nothing to learn from.
    #[test]
    fn the_cheaper_move_comes_first() {
        let cost = |board: Board, square: Square| {
            let after = board.with(board.placement(square).unwrap());
            1 + 100 * (after.opponent().bits() & Eight::CORNERS).count_ones()
        };
        let choices: Vec<(usize, Choice)> = boards(3000, 14)
            .into_iter()
            .map(|board| {
                let costs = board.legal_moves().into_iter().map(|square| Cost {
                    square,
                    nodes: cost(board, square),
                    ends: true,
                });
                Choice { board, alpha: 0, costs: costs.collect() }
            })
            .enumerate()
            .collect();
        let lesson = Lesson { passes: 60, held_out: 4 };
        let stop = StopSignal::default();
        let learned = learn(&choices, lesson, &stop, &mut |_| {}).unwrap();
        let [layer] = learned.held_out[..] else { panic!("{:?}", learned.held_out) };
        assert_eq!((layer.empties, layer.positions), (14, 750));
        assert!(layer.learned < 1.05 && layer.by_replies > 1.1, "{layer:?}");
        assert!(learn(&[], lesson, &stop, &mut |_| {}).is_none());
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(text in ".*") {
            let _ = parse(&text);
        }

        #[test]
        fn any_likely_line_is_read_or_refused(text in "[0-9a-f]{1,16} [0-9a-f]{1,16} -?[0-9]{1,3}( [a-h][1-8]=[0-9]{1,11}[+-]){0,3}") {
            let _ = parse(&text);
        }
    }
}

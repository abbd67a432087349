//! Training of the learned move ordering of the endgame: measures what moves cost, and fits weights
//! that predict it.
//!
//! Boards are solved, and positions with a cut move are taken from the transposition table. Each of
//! their moves is then searched separately, and its nodes are counted. What is learned is an order: of
//! the moves that cause a cutoff, the one with the fewest nodes comes first. The solver orders moves by
//! it from 11 empty squares on ([`othellier_search::champion::learned_ordering`]).
//!
//! Costs are stored as text, one position a line; an interrupted measurement resumes:
//!
//! ```text
//! othellier costs 1
//! 0000201c3e7e1f08 00047c22c1000010 3 e1=412+ g2=95+ h3=2210-
//! root 0000201c3e040000 00007c00c17a1b18
//! ```
//!
//! The first line names the format. A position has the discs of the mover and of the opponent as two
//! hexadecimal bitboards, a1 the lowest bit; alpha, the score to beat; and every move with its nodes and
//! whether it beats alpha (`+`). A line `root` says that all positions of this board are written.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use othellier_board::{Bitboard, Board, Eight, Field, Square};
use othellier_eval::patterns::geometry::{NET_PATTERN_INSTANCES, SymmetryFold};
use othellier_eval::patterns::{PatternIndices, Patterns};
use othellier_platform::parallel::{StopSignal, parallel_for};
use othellier_record::journal::{Journal, JournalError, JournalFormat, JournalProblem};
use othellier_search::champion::learned_ordering::{REPLIES, pack};
use othellier_search::champion::{Goal, Solver};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::example::{Example, ShardError, read_shard};
use crate::threads::at_least_one;

/// Empty squares of the boards that are solved.
const ROOTS: std::ops::RangeInclusive<u32> = 18..=21;
/// Range of their search forecasts, in hundredths of a disc: decided games are solved too quickly.
const CLOSE: std::ops::RangeInclusive<i16> = -2000..=2000;
/// How many positions are sampled from each board, by number of empty squares from 11 on.
const TAKEN: [usize; 7] = [40, 60, 60, 50, 40, 30, 20];
/// The fewest empty squares of a sampled position.
const FEWEST: u32 = 11;
/// A position is dropped after this many moves without a cutoff: probably none has one.
const MAX_FAILURES: usize = 3;
/// Transposition table bytes for solving a board, and for a move of a position.
const TABLE: usize = 1 << 24;
const SMALL_TABLE: usize = 1 << 18;

/// The first line of a cost file.
const HEADER: &str = "othellier costs 1\n";

/// A cut node, with the cost of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutNode {
    pub board: Board,
    pub alpha: i32,
    /// The moves that were searched; at least one causes a cutoff.
    pub costs: Vec<MoveCost>,
}

/// The cost of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCost {
    pub square: Square,
    pub nodes: u32,
    /// Whether it beats alpha: a cutoff.
    pub cuts: bool,
}

/// The boards to solve, sampled from the shards by the seed.
pub fn roots(shards: &[PathBuf], count: usize, seed: u64) -> Result<Vec<Board>, ShardError> {
    let mut boards = BTreeSet::new();
    for shard in shards {
        let (_, examples) = read_shard(shard)?;
        let close =
            |example: &&Example| example.forecast.is_some_and(|score| CLOSE.contains(&score));
        boards.extend(examples.iter().filter(close).map(|example| example.board).filter(|board| {
            ROOTS.contains(&board.empties().len()) && !board.legal_moves().is_empty()
        }));
    }
    let mut boards: Vec<Board> = boards.into_iter().collect();
    boards.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    boards.truncate(count);
    Ok(boards)
}

/// Solves the boards whose costs are not yet in the file, and appends their costs; `watch` receives the
/// number of boards done. When stopped, the file keeps what is done.
pub fn measure(
    evaluator: &Patterns,
    roots: &[Board],
    seed: u64,
    path: &Path,
    threads: usize,
    stop: &StopSignal,
    watch: &(dyn Fn(usize) + Sync),
) -> Result<(), JournalError> {
    let (mut journal, done) = resume(path)?;
    let mut measured = roots.iter().filter(|root| done.contains(root)).count();
    watch(measured);
    let solvers = || {
        let solver = |table| Solver::with(evaluator.clone(), 1, table);
        (solver(TABLE), solver(SMALL_TABLE))
    };
    let end = parallel_for(
        at_least_one(threads),
        roots.iter().filter(|root| !done.contains(root)),
        stop,
        solvers,
        |(solver, small), &root, stop| {
            let mut text = String::new();
            for node in cut_nodes(solver, small, root, seed, stop)? {
                let _ = writeln!(text, "{node}");
            }
            let _ = write!(text, "root {}", sides(root));
            Some(text)
        },
        |text| {
            if let Err(error) = journal.append(&text) {
                return ControlFlow::Break(error);
            }
            measured += 1;
            watch(measured);
            ControlFlow::Continue(())
        },
    );
    match end {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Opens the file, and returns the boards whose costs are in it. An incomplete board at the end is
/// dropped. A file of another kind is an error and is not changed.
fn resume(path: &Path) -> Result<(Journal, BTreeSet<Board>), JournalError> {
    let header = HEADER.trim_end();
    let format = JournalFormat { kind: "file of move costs", prefix: header, header };
    let mut done = BTreeSet::new();
    let journal = Journal::open_grouped(path, &format, &mut |number, line| {
        if number == 1 && line != header {
            return Err(JournalProblem::OtherKind);
        }
        let root = line.strip_prefix("root ").and_then(|root| board(&mut root.split(' ')));
        done.extend(root);
        Ok(number == 1 || root.is_some())
    })?;
    Ok((journal, done))
}

/// Cut nodes of a board's proof, with the cost of each move; `None` when stopped.
fn cut_nodes(
    solver: &mut Solver,
    small: &mut Solver,
    root: Board,
    seed: u64,
    stop: &StopSignal,
) -> Option<Vec<CutNode>> {
    solver.clear();
    let solved = solver.solve(root, Goal::Exact, stop)?;
    let mut by_empties = vec![Vec::new(); TAKEN.len()];
    for (board, range) in solver.proven() {
        // The last two null windows were next to the score. The side to move follows from the number of
        // empty squares, except after passes.
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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ root.mover().bits());
    let mut nodes = Vec::new();
    for (boards, taken) in by_empties.iter_mut().zip(TAKEN) {
        boards.sort();
        let (sampled, _) = boards.partial_shuffle(&mut rng, taken);
        for &mut (board, alpha) in sampled {
            nodes.extend(cut_node(small, board, alpha, stop)?);
        }
    }
    Some(nodes)
}

/// The cost of each move of a position; `Some(None)` where no move seems to cause a cutoff.
fn cut_node(
    solver: &mut Solver,
    board: Board,
    alpha: i32,
    stop: &StopSignal,
) -> Option<Option<CutNode>> {
    let mut placements: Vec<_> =
        board.legal_moves().into_iter().filter_map(|square| board.placement(square)).collect();
    placements.sort_by_key(|placement| board.with(*placement).legal_moves().len());
    let mut costs = Vec::new();
    for placement in placements {
        if costs.len() == MAX_FAILURES && costs.iter().all(|cost: &MoveCost| !cost.cuts) {
            return Some(None);
        }
        let (more, nodes) = solver.exceeds(board.with(placement), -alpha - 1, stop)?;
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        costs.push(MoveCost { square: placement.square, nodes, cuts: !more });
    }
    Some(costs.iter().any(|cost| cost.cuts).then_some(CutNode { board, alpha, costs }))
}

fn sides(board: Board) -> String {
    format!("{:016x} {:016x}", board.mover().bits(), board.opponent().bits())
}

fn board<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Board> {
    let mut side = || u64::from_str_radix(words.next()?, 16).ok().map(Bitboard::from_bits);
    Board::new(side()?, side()?).ok()
}

impl fmt::Display for CutNode {
    /// A line of a cost file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", sides(self.board), self.alpha)?;
        for MoveCost { square, nodes, cuts } in &self.costs {
            write!(f, " {square}={nodes}{}", if *cuts { '+' } else { '-' })?;
        }
        Ok(())
    }
}

fn parse(text: &str) -> Option<CutNode> {
    let mut words = text.split(' ');
    let board = board(&mut words)?;
    let alpha = words.next()?.parse().ok()?;
    let costs: Option<Vec<MoveCost>> = words
        .map(|word| {
            let (square, rest) = word.split_once('=')?;
            let square: Square = square.parse().ok()?;
            let (nodes, cuts) = match rest.strip_suffix('+') {
                Some(nodes) => (nodes, true),
                None => (rest.strip_suffix('-')?, false),
            };
            board.placement(square)?;
            Some(MoveCost { square, nodes: nodes.parse().ok().filter(|nodes| *nodes > 0)?, cuts })
        })
        .collect();
    let costs = costs?;
    costs.iter().any(|cost| cost.cuts).then_some(CutNode { board, alpha, costs })
}

/// The positions of a cost file, each with the number of its board; or the number of the first line
/// that cannot be parsed.
pub fn read(path: &Path) -> io::Result<Result<Vec<(usize, CutNode)>, usize>> {
    read_from(BufReader::new(othellier_platform::file::open(path)?))
}

/// [`read`] from any reader.
pub fn read_from(lines: impl BufRead) -> io::Result<Result<Vec<(usize, CutNode)>, usize>> {
    let mut all = Vec::new();
    let mut root = 0;
    for (number, text) in othellier_platform::file::lines(lines).enumerate() {
        let text = text?;
        if number == 0 && text == HEADER.trim_end() {
            continue;
        } else if number > 0 && text.starts_with("root ") {
            root += 1;
        } else if let Some(node) = parse(&text).filter(|_| number > 0) {
            all.push((root, node));
        } else {
            return Ok(Err(number + 1));
        }
    }
    Ok(Ok(all))
}

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Epochs: passes over all positions.
    pub epochs: usize,
    /// One board in this many belongs to the validation set; 0 for none.
    pub validation_one_in: usize,
}

const BATCH: usize = 2048;
/// The peak learning rate of pattern weights, and of the other weights.
const PATTERN_RATE: f32 = 0.005;
const OTHER_RATE: f32 = 0.01;
/// Costs are clipped at this multiple of the cheapest cutoff.
const MAX_COST: f32 = 30.0;
/// The scale of the weights in the file. It was tuned by the nodes of the solver, where the cost is
/// added to a value in hundredths of a disc.
const FILE_SCALE: f32 = 100.0;

pub struct Trained {
    weights: Vec<i16>,
    /// Results on the validation set, by number of empty squares.
    pub validation: Vec<LayerCost>,
}

impl Trained {
    /// The weights file of the solver.
    pub fn to_bytes(&self) -> Vec<u8> {
        pack(&self.weights)
    }
}

/// The cost of move orders in some positions: their nodes as a multiple of the least possible.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerCost {
    pub empties: u32,
    pub positions: usize,
    /// With the fewest replies first.
    pub by_replies: f64,
    pub learned: f64,
}

struct Sample {
    empties: u32,
    /// The nodes of the cheapest cutoff.
    least: f32,
    moves: Vec<SampleMove>,
}

struct SampleMove {
    nodes: u32,
    cuts: bool,
    /// The indices of its weights: patterns, replies, corners, parity.
    features: Box<[u16]>,
    replies: u32,
}

/// Trains on costs; `watch` receives the number of finished epochs. `None` when stopped, or without
/// training positions.
pub fn train(
    nodes: &[(usize, CutNode)],
    settings: Settings,
    stop: &StopSignal,
    watch: &mut dyn FnMut(usize),
) -> Option<Trained> {
    let pattern_weights: usize = SymmetryFold::net().iter().map(|fold| fold.count).sum();
    let one_in = settings.validation_one_in;
    let is_validation = |root: &usize| one_in > 0 && root.is_multiple_of(one_in);
    let (validation, training): (Vec<_>, Vec<_>) =
        nodes.iter().partition(|(root, _)| is_validation(root));
    let mut training: Vec<Sample> = training.iter().map(|(_, node)| sample(node)).collect();
    if training.is_empty() {
        return None;
    }
    let mut parameters = Adam::new(pattern_weights + REPLIES + 2);
    for (replies, weight) in parameters.values[pattern_weights..][..REPLIES].iter_mut().enumerate()
    {
        *weight = 2.0 * replies as f32;
    }
    let mean =
        training.iter().map(|sample| sample.least.sqrt()).sum::<f32>() / training.len() as f32;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let batches = training.len().div_ceil(BATCH);
    let steps = (settings.epochs * batches) as f32;
    let mut step = 0;
    for epoch in 0..settings.epochs {
        training.shuffle(&mut rng);
        for batch in training.chunks(BATCH) {
            if stop.is_stopped() {
                return None;
            }
            for sample in batch {
                let weight = (sample.least.sqrt() / mean).min(20.0) / batch.len() as f32;
                parameters.add_gradients(sample, weight);
            }
            // The learning rate warms up for a tenth of the training and then decays to zero.
            let done = step as f32 / steps;
            let schedule = if done < 0.1 { done / 0.1 } else { (1.0 - done) / 0.9 };
            parameters.step(schedule, pattern_weights);
            step += 1;
        }
        watch(epoch + 1);
    }
    let validation: Vec<Sample> = validation.iter().map(|(_, node)| sample(node)).collect();
    let validation = parameters.layer_costs(&validation);
    let weights = parameters.values.iter().map(|value| (FILE_SCALE * value).round() as i16);
    Some(Trained { weights: weights.collect(), validation })
}

/// The training sample of a position.
fn sample(CutNode { board, costs, .. }: &CutNode) -> Sample {
    let empties = board.empties();
    let moves = costs.iter().map(|cost| {
        let placement = board.placement(cost.square).expect("it is legal");
        let after = board.with(placement);
        let replies = after.legal_moves();
        let mut features = Vec::new();
        let (indices, mut first) = (PatternIndices::of(after), 0_u16);
        let mut indices = indices.net_indices().iter();
        for (fold, count) in SymmetryFold::net().iter().zip(NET_PATTERN_INSTANCES) {
            for &index in indices.by_ref().take(count) {
                features.push(first + fold.canonical[usize::from(index)]);
            }
            first += fold.count as u16;
        }
        features.push(first + replies.len().min(REPLIES as u32 - 1) as u16);
        first += REPLIES as u16;
        let corners = (replies.bits() & Eight::CORNERS).count_ones();
        features.extend((0..corners).map(|_| first));
        features.extend(is_odd(empties, cost.square).then_some(first + 1));
        let features = features.into_boxed_slice();
        SampleMove {
            nodes: cost.nodes,
            cuts: cost.cuts,
            features,
            replies: replies.len() + corners,
        }
    });
    let cutoffs = costs.iter().filter(|cost| cost.cuts).map(|cost| cost.nodes);
    let least = cutoffs.min().unwrap_or(1) as f32;
    Sample { empties: empties.len(), least, moves: moves.collect() }
}

/// Whether a square is in a quadrant with an odd number of empty squares.
fn is_odd(empties: Bitboard, square: Square) -> bool {
    let quadrant = |square: Square| (square.column() / 4, square.row() / 4);
    let own = empties.into_iter().filter(|other| quadrant(*other) == quadrant(square));
    own.count() % 2 == 1
}

/// Weights with the state of the Adam optimizer.
struct Adam {
    values: Vec<f32>,
    gradients: Vec<f32>,
    first_moments: Vec<f32>,
    second_moments: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Adam {
        let zeros = || vec![0.0; count];
        Adam {
            values: zeros(),
            gradients: zeros(),
            first_moments: zeros(),
            second_moments: zeros(),
            steps: 0,
        }
    }

    fn predicted_cost(&self, features: &[u16]) -> f32 {
        features.iter().map(|&feature| self.values[usize::from(feature)]).sum()
    }

    /// Adds the gradients of the expected cost of a position, if the first move is drawn from a softmax
    /// over the predicted costs.
    fn add_gradients(&mut self, sample: &Sample, weight: f32) {
        let keys: Vec<f32> =
            sample.moves.iter().map(|own| self.predicted_cost(&own.features)).collect();
        let least = keys.iter().copied().fold(f32::INFINITY, f32::min);
        let odds: Vec<f32> = keys.iter().map(|key| (least - key).exp()).collect();
        let all: f32 = odds.iter().sum();
        let cost = |own: &SampleMove| {
            let more = if own.cuts { 0.0 } else { sample.least };
            ((own.nodes as f32 + more) / sample.least).min(MAX_COST)
        };
        let expected: f32 =
            sample.moves.iter().zip(&odds).map(|(own, odds)| odds / all * cost(own)).sum();
        for (own, odds) in sample.moves.iter().zip(&odds) {
            let gradient = -weight * odds / all * (cost(own) - expected);
            for &feature in &own.features {
                self.gradients[usize::from(feature)] += gradient;
            }
        }
    }

    /// One step of Adam; resets the gradients.
    fn step(&mut self, schedule: f32, pattern_weights: usize) {
        self.steps += 1;
        let (first_correction, second_correction) =
            (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.99_f32.powi(self.steps));
        for at in 0..self.values.len() {
            let gradient = std::mem::take(&mut self.gradients[at]);
            self.first_moments[at] += 0.1 * (gradient - self.first_moments[at]);
            self.second_moments[at] += 0.01 * (gradient * gradient - self.second_moments[at]);
            let rate = schedule * if at < pattern_weights { PATTERN_RATE } else { OTHER_RATE };
            let root = (self.second_moments[at] / second_correction).sqrt() + 1e-8;
            self.values[at] -= rate * self.first_moments[at] / first_correction / root;
        }
    }

    /// The cost of the orders in these positions.
    fn layer_costs(&self, samples: &[Sample]) -> Vec<LayerCost> {
        (0..=64)
            .filter_map(|empties| {
                let own: Vec<&Sample> =
                    samples.iter().filter(|sample| sample.empties == empties).collect();
                let least: f64 = own.iter().map(|sample| f64::from(sample.least)).sum();
                let relative_cost = |key: &dyn Fn(&SampleMove) -> f32| -> f64 {
                    own.iter().map(|sample| nodes_until_cutoff(sample, key)).sum::<f64>() / least
                };
                let by_replies = relative_cost(&|own| own.replies as f32);
                let learned = relative_cost(&|own| self.predicted_cost(&own.features));
                let positions = own.len();
                (positions > 0).then_some(LayerCost { empties, positions, by_replies, learned })
            })
            .collect()
    }
}

/// The nodes until a cutoff when moves are tried in the order of a key.
fn nodes_until_cutoff(sample: &Sample, key: &dyn Fn(&SampleMove) -> f32) -> f64 {
    let mut order: Vec<&SampleMove> = sample.moves.iter().collect();
    order.sort_by(|one, other| key(one).total_cmp(&key(other)));
    let end = order.iter().position(|own| own.cuts).unwrap_or(0);
    order[..=end].iter().map(|own| f64::from(own.nodes)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Write as _;

    /// Boards with few empty squares, from random play.
    fn boards(count: usize, empties: u32) -> Vec<Board> {
        use rand::seq::IteratorRandom;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::default();
            while board.empties().len() > empties {
                let Some(square) = board.legal_moves().into_iter().choose(&mut rng) else { break };
                board = board.with(board.placement(square).unwrap());
            }
            if board.empties().len() == empties && board.legal_moves().len() > 1 {
                boards.push(board);
            }
        }
        boards
    }

    #[test]
    fn measured_costs_round_trip_and_an_interrupted_measurement_resumes() {
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
        let nodes = read(&path).unwrap().unwrap();
        assert!(nodes.len() > 10, "{}", nodes.len());
        assert!(nodes.iter().all(|(_, node)| parse(&node.to_string()) == Some(node.clone())));
        std::fs::remove_file(&path).unwrap();
        assert!(go(1).len() < all.len());
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"00 \xff\n0000201c").unwrap();
        assert_eq!(go(3), all);
        std::fs::write(&path, format!("{HEADER}my diary\n")).unwrap();
        assert_eq!(read(&path).unwrap(), Err(2));
        // A file of another format is not changed.
        std::fs::write(&path, "my diary\n").unwrap();
        assert_eq!(read(&path).unwrap(), Err(1));
        assert!(measure(&Patterns::shipped(), &roots, 1, &path, 2, &stop, &|_| {}).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary\n");
    }

    /// The artificial cost is lowest for moves that leave the opponent without corners: that order is
    /// learned. Without positions there is no result.
    #[test]
    fn the_cheaper_move_comes_first() {
        let cost = |board: Board, square: Square| {
            let after = board.with(board.placement(square).unwrap());
            1 + 100 * (after.opponent().bits() & Eight::CORNERS).count_ones()
        };
        let nodes: Vec<(usize, CutNode)> = boards(3000, 14)
            .into_iter()
            .map(|board| {
                let costs = board.legal_moves().into_iter().map(|square| MoveCost {
                    square,
                    nodes: cost(board, square),
                    cuts: true,
                });
                CutNode { board, alpha: 0, costs: costs.collect() }
            })
            .enumerate()
            .collect();
        let settings = Settings { epochs: 60, validation_one_in: 4 };
        let stop = StopSignal::default();
        let trained = train(&nodes, settings, &stop, &mut |_| {}).unwrap();
        let [layer] = trained.validation[..] else { panic!("{:?}", trained.validation) };
        assert_eq!((layer.empties, layer.positions), (14, 750));
        assert!(layer.learned < 1.05 && layer.by_replies > 1.1, "{layer:?}");
        assert!(train(&[], settings, &stop, &mut |_| {}).is_none());
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

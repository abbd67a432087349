//! Monte-Carlo tree search (UCT): play random games, more of them where they go well.
//!
//! The idea: to evaluate a position without knowing anything about the game, play many random games
//! from it and count. To spend the games where they matter, grow a tree. Each iteration has four
//! phases: *selection* walks down from the root by the child with the best UCT value, a mixture of a
//! good record and few visits; *expansion* adds one node; *simulation* plays a random game from it (a
//! playout); *backpropagation* adds the result to all nodes on the path.
//!
//! ```text
//! repeat:
//!     node = root
//!     while every move of node has been tried and the game is not over:
//!         node = the child with the greatest  won / visits + c · sqrt(ln(visits of node) / visits)
//!     node = a new child of node, by a move not yet tried
//!     play at random from node to the end
//!     for node and all above it: visits + 1, and won + 1 (½ for a draw) for the side that led there
//! choose the move that was visited most
//! ```
//!
//! Cost: one random game per iteration, about sixty moves. Needs no evaluation; is weak in short
//! tactical lines, which are common in Othello, and in the endgame. Compare with: a search of the
//! same time.

use othellier_board::{Bitboard, Color, Move, Position, Size, Status};
use othellier_eval::Score;
use othellier_platform::clock::Instant;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cursor::Meter;
use crate::{Line, SearchLimits, SearchReport, Searcher, StopReason, Trust};

/// How the random games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every move as likely as the others.
    Random,
    /// A corner if there is one, else any move.
    Corners,
}

/// Monte-Carlo tree search with its random number generator.
#[derive(Clone, Debug)]
pub struct Mcts {
    /// Iterations for each move; a limit of time or nodes, where there is one, takes their place.
    pub playouts: u64,
    /// The exploration constant `c` of UCT: greater values prefer moves with few visits.
    pub exploration: f64,
    /// How the random games are played.
    pub policy: Policy,
    rng: Xoshiro256PlusPlus,
}

impl Mcts {
    /// A search with these settings; the same seed chooses the same moves.
    pub fn new(playouts: u64, exploration: f64, policy: Policy, seed: u64) -> Mcts {
        Mcts { playouts, exploration, policy, rng: rand::SeedableRng::seed_from_u64(seed) }
    }
}

struct Node<S: Size> {
    position: Position<S>,
    parent: Option<usize>,
    played: Option<Move<S>>,
    children: Vec<usize>,
    /// Moves not tried yet, the next one last.
    untried: Vec<Move<S>>,
    visits: u32,
    /// Games won by the side that moved into this node; a draw is half of one.
    won: f64,
    /// Sum of the final disc differences for that side.
    discs: i64,
}

impl<S: Size> Node<S> {
    fn new(position: Position<S>, parent: Option<usize>, played: Option<Move<S>>) -> Node<S> {
        Node {
            position,
            parent,
            played,
            children: Vec::new(),
            untried: position.moves().collect(),
            visits: 0,
            won: 0.0,
            discs: 0,
        }
    }

    fn bytes(&self) -> usize {
        let moves = self.untried.capacity() * size_of::<Move<S>>();
        size_of::<Node<S>>() + moves + self.children.capacity() * size_of::<usize>()
    }
}

/// Clock and stop signal are checked once in this many iterations.
const ITERATIONS_BETWEEN_CHECKS: u64 = 16;
/// The greatest number of nodes: at this size the search stops.
const MAX_NODES: usize = 1 << 22;
/// The watcher is called once in this many iterations.
const ITERATIONS_BETWEEN_REPORTS: u64 = 4096;

impl<S: Size> Searcher<S> for Mcts {
    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S> {
        let mut tree = GrowingTree::new(position);
        let limited = limits.time.is_some() || limits.nodes.is_some();
        let iterations = if limited { u64::MAX } else { self.playouts };
        let mut stopped_by = StopReason::Done;
        if position.moves().len() > 0 {
            for iteration in 0..iterations {
                if let Some(reason) = tree.must_stop(iteration, limits) {
                    stopped_by = reason;
                    break;
                }
                tree.iterate(self);
                if (iteration + 1).is_multiple_of(ITERATIONS_BETWEEN_REPORTS) {
                    watch(&tree.report(StopReason::Done));
                }
            }
        }
        let report = tree.report(stopped_by);
        watch(&report);
        report
    }
}

/// The tree of one search.
struct GrowingTree<S: Size> {
    nodes: Vec<Node<S>>,
    meter: Meter,
    positions: u64,
    deepest: u8,
    started: Instant,
}

impl<S: Size> GrowingTree<S> {
    fn new(position: &Position<S>) -> GrowingTree<S> {
        let root = Node::new(*position, None, None);
        let mut meter = Meter::default();
        meter.allocate(root.bytes());
        GrowingTree { nodes: vec![root], meter, positions: 1, deepest: 0, started: Instant::now() }
    }

    /// No iteration is started whose longest game could exceed the limit of nodes.
    fn must_stop(&self, iteration: u64, limits: &SearchLimits) -> Option<StopReason> {
        let longest = 2 * u64::from(S::SQUARES);
        if limits.nodes.is_some_and(|most| self.positions + longest > most) {
            return Some(StopReason::Nodes);
        }
        if !iteration.is_multiple_of(ITERATIONS_BETWEEN_CHECKS) {
            return None;
        }
        if self.nodes.len() >= MAX_NODES {
            return Some(StopReason::Memory);
        }
        let late = limits.time.is_some_and(|time| self.started.elapsed() >= time);
        match (limits.stop.is_stopped(), late) {
            (true, _) => Some(StopReason::Stopped),
            (_, true) => Some(StopReason::Time),
            _ => None,
        }
    }

    /// Selection, expansion, simulation, backpropagation.
    fn iterate(&mut self, settings: &mut Mcts) {
        let (mut at, mut depth) = (0, 0);
        while self.nodes[at].untried.is_empty() && !self.nodes[at].children.is_empty() {
            at = self.select_child(at, settings.exploration);
            depth += 1;
        }
        if !self.nodes[at].untried.is_empty() {
            at = self.expand(at, &mut settings.rng);
            depth += 1;
        }
        self.deepest = self.deepest.max(depth);
        let (black_score, moves) = playout(self.nodes[at].position, settings);
        self.positions += u64::from(depth) + moves;
        self.backpropagate(at, black_score);
    }

    /// Selection: the child with the greatest UCT value.
    fn select_child(&self, at: usize, exploration: f64) -> usize {
        let all = f64::from(self.nodes[at].visits).ln();
        let uct = |child: &usize| {
            let Node { visits, won, .. } = self.nodes[*child];
            let visits = f64::from(visits);
            won / visits + exploration * (all / visits).sqrt()
        };
        let children = self.nodes[at].children.iter();
        *children.max_by(|a, b| uct(a).total_cmp(&uct(b))).expect("a node with children")
    }

    /// Expansion: a new child by an untried move.
    fn expand(&mut self, at: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
        let before = self.nodes[at].bytes();
        let next = (0..self.nodes[at].untried.len()).choose(rng).expect("a move not tried");
        let played = self.nodes[at].untried.swap_remove(next);
        let node = Node::new(self.nodes[at].position.after(played), Some(at), Some(played));
        self.meter.allocate(node.bytes());
        self.nodes.push(node);
        let child = self.nodes.len() - 1;
        self.nodes[at].children.push(child);
        self.meter.allocate(self.nodes[at].bytes() - before);
        child
    }

    /// Backpropagation: adds a result to a node and all above it.
    fn backpropagate(&mut self, from: usize, black_score: i32) {
        let mut at = Some(from);
        while let Some(node) = at {
            let node = &mut self.nodes[node];
            let score = match !node.position.side_to_move() {
                Color::Black => black_score,
                Color::White => -black_score,
            };
            node.visits += 1;
            node.discs += i64::from(score);
            node.won += match score {
                1.. => 1.0,
                0 => 0.5,
                _ => 0.0,
            };
            at = node.parent;
        }
    }

    /// The moves by their visits, most first, each with its mean final disc difference.
    fn report(&self, stopped_by: StopReason) -> SearchReport<S> {
        let mut children: Vec<_> =
            self.nodes[0].children.iter().map(|at| &self.nodes[*at]).collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        let line = |child: &&Node<S>| Line {
            moves: child.played.into_iter().collect(),
            score: Score::guess(child.discs * 100 / i64::from(child.visits.max(1))),
            trust: Trust::Estimate,
        };
        let mut lines: Vec<_> = children.iter().map(line).collect();
        if lines.is_empty() {
            let first = self.nodes[0].position.moves().next();
            let line =
                |played| Line { moves: vec![played], score: Score::ZERO, trust: Trust::None };
            lines.extend(first.map(line));
        }
        SearchReport {
            depth: self.deepest,
            nodes: self.positions,
            elapsed: self.started.elapsed(),
            memory: self.meter.usage(),
            stopped_by,
            ..SearchReport::new(lines)
        }
    }
}

/// Simulation: plays to the end of the game by the policy; returns Black's result and the number of
/// moves.
fn playout<S: Size>(mut position: Position<S>, settings: &mut Mcts) -> (i32, u64) {
    let mut moves = 0;
    loop {
        let legal = position.legal_moves();
        let corners = legal & Bitboard::corners();
        let choices =
            if settings.policy == Policy::Corners && !corners.is_empty() { corners } else { legal };
        let played = match choices.into_iter().choose(&mut settings.rng) {
            Some(square) => Move::Place(square),
            None if position.status() == Status::MustPass => Move::Pass,
            None => return (position.final_score(Color::Black), moves),
        };
        position = position.after(played);
        moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Four;

    fn best<S: Size>(text: &str, playouts: u64) -> SearchReport<S> {
        let position: Position<S> = text.parse().unwrap();
        let mut mcts = Mcts::new(playouts, 1.4, Policy::Random, 1);
        mcts.search(&position, &SearchLimits::default(), &mut |_| ())
    }

    #[test]
    fn a_win_in_one_is_found() {
        // White wins at once by d1, which takes every black disc; anything else does not.
        let report = best::<Four>("OXX- ---- ---- ---- O", 200);
        assert_eq!(report.best_move().unwrap().to_string(), "d1");
        assert_eq!(report.lines[0].score, Score::from_discs(16));
    }

    #[test]
    fn every_iteration_is_counted_at_the_root() {
        let report = best::<Four>(&Position::<Four>::default().to_string(), 500);
        assert_eq!(report.lines.len(), 4);
        assert!(report.nodes > 500 && report.memory.peak_bytes > 0);
    }

    #[test]
    fn it_stops_at_its_limit_of_nodes() {
        let limits = SearchLimits::default().or_nodes(5000);
        let mut mcts = Mcts::new(1, 1.4, Policy::Corners, 1);
        let report = mcts.search(&Position::start(), &limits, &mut |_| ());
        assert!(report.nodes <= 5000 && report.nodes > 4000);
        assert_eq!(report.stopped_by, StopReason::Nodes);
    }
}

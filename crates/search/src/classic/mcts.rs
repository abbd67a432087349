//! Monte-Carlo tree search (UCT): play games at random, and look more closely where they go well.
//!
//! The idea: to judge a position without knowing anything about the game, play it out at random many
//! times and count. To spend the games where they matter, grow a tree: each round walks down from the
//! root by the child that has the best mixture of a good record and few visits, adds one new node,
//! plays a random game from it, and carries the result back up.
//!
//! ```text
//! repeat:
//!     node = root
//!     while every move of node has been tried and the game goes on:
//!         node = the child with the greatest  won / visits + c · sqrt(ln(visits of node) / visits)
//!     node = a new child of node, by a move not yet tried
//!     play at random from node to the end
//!     for node and all above it: visits + 1, and won + 1 (½ for a draw) for the side that led there
//! choose the move that was visited most
//! ```
//!
//! Cost: one random game a round, about sixty moves. Needs no evaluation; is weak at the short sharp
//! lines in which Othello abounds, and in endings. Compare with: a search of the same time.

use othellier_board::{Bitboard, Color, Move, Position, Size, Status};
use othellier_eval::Score;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use web_time::Instant;

use super::place::Meter;
use crate::{Line, SearchLimits, SearchReport, Searcher, StopReason, Trust};

/// How the random games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Every move as likely as the others.
    Random,
    /// A corner if there is one, else any move.
    Corners,
}

/// Monte-Carlo tree search with its dice.
#[derive(Clone, Debug)]
pub struct Mcts {
    /// Random games for each move; a limit of time or nodes, where there is one, comes instead.
    pub playouts: u64,
    /// The taste for moves that were tried little.
    pub exploration: f64,
    /// How the random games are played.
    pub policy: Policy,
    dice: Xoshiro256PlusPlus,
}

impl Mcts {
    /// A search with these settings; the same seed chooses the same moves.
    pub fn new(playouts: u64, exploration: f64, policy: Policy, seed: u64) -> Mcts {
        Mcts { playouts, exploration, policy, dice: rand::SeedableRng::seed_from_u64(seed) }
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

/// The clock is looked at once in so many rounds.
const ROUNDS_BETWEEN_LOOKS: u64 = 16;
/// More nodes than this are not kept: the search stops as if its time were up.
const MOST_NODES: usize = 1 << 22;
/// And the caller is shown the state once in so many.
const ROUNDS_BETWEEN_REPORTS: u64 = 4096;

impl<S: Size> Searcher<S> for Mcts {
    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S> {
        let mut growth = Growth::new(position);
        let limited = limits.time.is_some() || limits.nodes.is_some();
        let rounds = if limited { u64::MAX } else { self.playouts };
        let mut stopped_by = StopReason::Done;
        if position.moves().len() > 0 {
            for round in 0..rounds {
                if let Some(reason) = growth.must_stop(round, limits) {
                    stopped_by = reason;
                    break;
                }
                growth.round(self);
                if (round + 1).is_multiple_of(ROUNDS_BETWEEN_REPORTS) {
                    watch(&growth.report(StopReason::Done));
                }
            }
        }
        let report = growth.report(stopped_by);
        watch(&report);
        report
    }
}

/// The tree while it grows.
struct Growth<S: Size> {
    nodes: Vec<Node<S>>,
    meter: Meter,
    positions: u64,
    deepest: u8,
    started: Instant,
}

impl<S: Size> Growth<S> {
    fn new(position: &Position<S>) -> Growth<S> {
        let root = Node::new(*position, None, None);
        let mut meter = Meter::default();
        meter.take(root.bytes());
        Growth { nodes: vec![root], meter, positions: 1, deepest: 0, started: Instant::now() }
    }

    /// A round is not begun where the longest game could pass the limit of nodes.
    fn must_stop(&self, round: u64, limits: &SearchLimits) -> Option<StopReason> {
        let longest = 2 * u64::from(S::SQUARES);
        if limits.nodes.is_some_and(|most| self.positions + longest > most) {
            return Some(StopReason::Nodes);
        }
        if !round.is_multiple_of(ROUNDS_BETWEEN_LOOKS) {
            return None;
        }
        if self.nodes.len() >= MOST_NODES {
            return Some(StopReason::Memory);
        }
        let late = limits.time.is_some_and(|time| self.started.elapsed() >= time);
        match (limits.stop.is_stopped(), late) {
            (true, _) => Some(StopReason::Told),
            (_, true) => Some(StopReason::Time),
            _ => None,
        }
    }

    /// Down, out, and back up.
    fn round(&mut self, settings: &mut Mcts) {
        let (mut at, mut depth) = (0, 0);
        while self.nodes[at].untried.is_empty() && !self.nodes[at].children.is_empty() {
            at = self.favourite(at, settings.exploration);
            depth += 1;
        }
        if !self.nodes[at].untried.is_empty() {
            at = self.try_one(at, &mut settings.dice);
            depth += 1;
        }
        self.deepest = self.deepest.max(depth);
        let (black_score, moves) = play_out(self.nodes[at].position, settings);
        self.positions += u64::from(depth) + moves;
        self.carry_back(at, black_score);
    }

    /// The child with the best mixture of a good record and few visits.
    fn favourite(&self, at: usize, exploration: f64) -> usize {
        let all = f64::from(self.nodes[at].visits).ln();
        let merit = |child: &usize| {
            let Node { visits, won, .. } = self.nodes[*child];
            let visits = f64::from(visits);
            won / visits + exploration * (all / visits).sqrt()
        };
        let children = self.nodes[at].children.iter();
        *children.max_by(|a, b| merit(a).total_cmp(&merit(b))).expect("a node with children")
    }

    fn try_one(&mut self, at: usize, dice: &mut Xoshiro256PlusPlus) -> usize {
        let before = self.nodes[at].bytes();
        let next = (0..self.nodes[at].untried.len()).choose(dice).expect("a move not tried");
        let played = self.nodes[at].untried.swap_remove(next);
        let node = Node::new(self.nodes[at].position.after(played), Some(at), Some(played));
        self.meter.take(node.bytes());
        self.nodes.push(node);
        let child = self.nodes.len() - 1;
        self.nodes[at].children.push(child);
        self.meter.take(self.nodes[at].bytes() - before);
        child
    }

    fn carry_back(&mut self, from: usize, black_score: i32) {
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

    /// The moves by their visits, most first, each with its mean final difference.
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
            lines,
            depth: self.deepest,
            selectivity: 100,
            nodes: self.positions,
            evaluations: 0,
            elapsed: self.started.elapsed(),
            memory: self.meter.read(),
            table: None,
            stopped_by,
        }
    }
}

/// Plays to the end by the policy; gives Black's result and the number of moves.
fn play_out<S: Size>(mut position: Position<S>, settings: &mut Mcts) -> (i32, u64) {
    let mut moves = 0;
    loop {
        let legal = position.legal_moves();
        let corners = legal & Bitboard::corners();
        let choices =
            if settings.policy == Policy::Corners && !corners.is_empty() { corners } else { legal };
        let played = match choices.into_iter().choose(&mut settings.dice) {
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
    fn every_round_is_counted_at_the_root() {
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

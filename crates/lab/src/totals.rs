//! What all the games of a match come to.

use std::collections::HashMap;
use std::time::Duration;

use othellier_board::{Color, Size};

use crate::stats::{Counts, Elo, Pairs, Times};
use crate::{DuelGame, FaultKind, Side, Thought};

/// The sums over the games of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// For A.
    pub score: Counts,
    /// For A with Black, and with White.
    pub by_color: [Counts; 2],
    /// For A, by pair. A pair counts once both of its games are played.
    pub pairs: Pairs,
    /// What A and B spent.
    pub efforts: [Effort; 2],
    /// How long the games took together, each from its opening to its end.
    pub game_time: Duration,
    /// A's discs less B's over all games, empty squares to the winner; a game lost by a fault
    /// counts as lost by every square.
    pub disc_difference: i64,
    /// Black discs, White discs and empty squares at the end of the games that had one by the rules.
    squares: [u64; 3],
    /// The first result of each pair that waits for its second, in half points.
    half_pairs: HashMap<usize, usize>,
}

/// What one player spent on all its moves, and what it did wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How long each move took.
    pub durations: Vec<Duration>,
    /// Positions visited.
    pub nodes: u64,
    /// Nodes found again in the tree of an earlier move.
    pub reused_nodes: u64,
    /// The most memory that was held after a move, for the next one.
    pub live_bytes: usize,
    /// The most memory that was held at any moment of any move.
    pub peak_bytes: usize,
    /// The memory asked for in all, whatever was given back.
    pub cumulated_bytes: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move or breaking down.
    pub crashes: u64,
    /// Games lost by thinking too long.
    pub time_losses: u64,
}

/// How the board is filled at the end, as shares of its squares: together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupation {
    /// Black discs.
    pub black: f64,
    /// White discs.
    pub white: f64,
    /// Empty squares: games may end early.
    pub empty: f64,
}

impl Totals {
    /// Adds a game.
    pub fn add<S: Size>(&mut self, game: &DuelGame<S>) {
        let result = Counts::of_difference(game.difference());
        self.score += result;
        self.by_color[game.a_color as usize] += result;
        if let Some(pair) = game.pair {
            match self.half_pairs.remove(&pair) {
                Some(first) => self.pairs.add(first + game.half_points()),
                None => drop(self.half_pairs.insert(pair, game.half_points())),
            }
        }
        let finished = &game.finished;
        self.game_time += finished.elapsed;
        self.disc_difference += i64::from(game.difference());
        for thought in &finished.thoughts {
            self.efforts[game.side(thought.color) as usize].add(thought);
        }
        match &finished.fault {
            Some(fault) => self.efforts[game.side(fault.color) as usize].blame(&fault.kind),
            None if finished.game.ending().is_some() => {}
            None => {
                let [black, white] =
                    Color::ALL.map(|color| finished.game.position().discs(color).len());
                let empty = u32::from(S::SQUARES) - black - white;
                for (sum, squares) in self.squares.iter_mut().zip([black, white, empty]) {
                    *sum += u64::from(squares);
                }
            }
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.score.games()
    }

    /// What A or B spent.
    pub fn effort(&self, side: Side) -> &Effort {
        &self.efforts[side as usize]
    }

    /// The games counted for Black, whoever that was: is the first move an advantage?
    pub fn for_black(&self) -> Counts {
        let [as_black, as_white] = self.by_color;
        let mut counts = as_white.reversed();
        counts += as_black;
        counts
    }

    /// The Elo difference of A's score rate. Its error comes from the spread between pairs where
    /// there are any, else from that between games.
    pub fn elo(&self) -> Option<Elo> {
        match self.pairs.standard_error() {
            Some(standard_error) => Elo::new(self.score.score_rate()?, standard_error),
            None => self.score.elo(),
        }
    }

    /// A's discs less B's per game.
    pub fn mean_disc_difference(&self) -> Option<f64> {
        self.per_game(self.disc_difference as f64)
    }

    /// How long a game took.
    pub fn mean_game_time(&self) -> Option<Duration> {
        self.per_game(self.game_time.as_secs_f64()).map(Duration::from_secs_f64)
    }

    /// How the board was filled at the end of the games that had one by the rules.
    pub fn occupation(&self) -> Option<Occupation> {
        let all: u64 = self.squares.iter().sum();
        let [black, white, empty] = self.squares.map(|squares| squares as f64 / all as f64);
        (all > 0).then_some(Occupation { black, white, empty })
    }

    /// A sum over all games as a mean.
    pub fn per_game(&self, sum: f64) -> Option<f64> {
        (self.games() > 0).then(|| sum / self.games() as f64)
    }
}

impl Effort {
    fn add(&mut self, thought: &Thought) {
        self.durations.push(thought.duration);
        self.nodes += thought.nodes;
        self.reused_nodes += thought.memory.reused_nodes;
        self.live_bytes = self.live_bytes.max(thought.memory.live_bytes);
        self.peak_bytes = self.peak_bytes.max(thought.memory.peak_bytes);
        self.cumulated_bytes += thought.memory.cumulated_bytes;
    }

    fn blame<S: Size>(&mut self, kind: &FaultKind<S>) {
        match kind {
            FaultKind::Illegal(_) => self.illegal += 1,
            FaultKind::Failed(_) | FaultKind::Crashed(_) => self.crashes += 1,
            FaultKind::OutOfTime(_) => self.time_losses += 1,
        }
    }

    /// How long moves took.
    pub fn times(&self) -> Times {
        Times::of(&self.durations)
    }

    /// Positions visited in a second of thought.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.durations.iter().sum::<Duration>().as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

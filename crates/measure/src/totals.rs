//! The sums over the games of a match.

use std::time::Duration;

use othellier_board::{Color, Size};

use crate::stats::{Counts, Elo, PairCounter, Pairs, Times};
use crate::{FaultKind, MatchGame, MoveStats, Side};

/// The sums over the games of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Wins, draws and losses of A.
    pub score: Counts,
    /// The same for A with Black, and with White.
    pub by_color: [Counts; 2],
    /// A's points by pair. A pair counts once both of its games are played.
    pairs: PairCounter,
    /// What A and B spent.
    pub efforts: [Effort; 2],
    /// The total time of the games, each from the end of its opening.
    pub game_time: Duration,
    /// A's discs minus B's over all games, empty squares to the winner; a game lost by a fault is
    /// lost by every square.
    pub disc_difference: i64,
    /// Black discs, white discs and empty squares at the end of games that ended on the board.
    squares: [u64; 3],
}

/// What one player spent on all its moves, and the faults it made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How long each move took.
    pub durations: Vec<Duration>,
    pub nodes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
    /// The most memory kept after a move for the next one.
    pub live_bytes: usize,
    /// Peak memory during any move.
    pub peak_bytes: usize,
    /// All memory allocated, whether freed or not.
    pub cumulated_bytes: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move or crashing.
    pub crashes: u64,
    pub time_losses: u64,
}

/// The shares of the squares at the end of games; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupation {
    /// Black discs.
    pub black: f64,
    /// White discs.
    pub white: f64,
    /// Empty squares: a game may end before the board is full.
    pub empty: f64,
}

impl Totals {
    pub fn add<S: Size>(&mut self, game: &MatchGame<S>) {
        self.add_result(game.pair, game.a_color, game.difference());
        let finished = &game.finished;
        self.game_time += finished.elapsed;
        for stats in &finished.move_stats {
            self.efforts[game.side(stats.color) as usize].add(stats);
        }
        match &finished.fault {
            Some(fault) => self.efforts[game.side(fault.color) as usize].count_fault(&fault.kind),
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

    /// Adds the result of a game of this pair, in which A had this colour: A's discs minus B's.
    pub fn add_result(&mut self, pair: Option<usize>, a_color: Color, difference: i32) {
        let result = Counts::of_difference(difference);
        self.score += result;
        self.by_color[a_color as usize] += result;
        self.disc_difference += i64::from(difference);
        if let Some(pair) = pair {
            self.pairs.add(pair, difference);
        }
    }

    /// A's points by pair. A pair counts once both of its games are played.
    pub fn pairs(&self) -> Pairs {
        self.pairs.pairs()
    }

    pub fn games(&self) -> u64 {
        self.score.games()
    }

    /// What A or B spent.
    pub fn effort(&self, side: Side) -> &Effort {
        &self.efforts[side as usize]
    }

    /// Wins, draws and losses of Black, whichever player it was: shows the first-move advantage.
    pub fn for_black(&self) -> Counts {
        let [as_black, as_white] = self.by_color;
        let mut counts = as_white.reversed();
        counts += as_black;
        counts
    }

    /// The Elo difference of A's score rate. Its error comes from the variance of pairs if there
    /// are any, else from that of games.
    pub fn elo(&self) -> Option<Elo> {
        match self.pairs().standard_error() {
            Some(standard_error) => Elo::new(self.score.score_rate()?, standard_error),
            None => self.score.elo(),
        }
    }

    /// A's discs minus B's per game.
    pub fn mean_disc_difference(&self) -> Option<f64> {
        self.per_game(self.disc_difference as f64)
    }

    /// The mean time of a game.
    pub fn mean_game_time(&self) -> Option<Duration> {
        self.per_game(self.game_time.as_secs_f64()).map(Duration::from_secs_f64)
    }

    /// The shares of the squares at the end of games that ended on the board.
    pub fn occupation(&self) -> Option<Occupation> {
        let all: u64 = self.squares.iter().sum();
        let [black, white, empty] = self.squares.map(|squares| squares as f64 / all as f64);
        (all > 0).then_some(Occupation { black, white, empty })
    }

    /// A sum over all games divided by their number.
    pub fn per_game(&self, sum: f64) -> Option<f64> {
        (self.games() > 0).then(|| sum / self.games() as f64)
    }
}

impl Effort {
    fn add(&mut self, stats: &MoveStats) {
        self.durations.push(stats.duration);
        self.nodes += stats.nodes;
        self.reused_nodes += stats.memory.reused_nodes;
        self.live_bytes = self.live_bytes.max(stats.memory.live_bytes);
        self.peak_bytes = self.peak_bytes.max(stats.memory.peak_bytes);
        self.cumulated_bytes += stats.memory.cumulated_bytes;
    }

    fn count_fault<S: Size>(&mut self, kind: &FaultKind<S>) {
        match kind {
            FaultKind::Illegal(_) => self.illegal += 1,
            FaultKind::Failed(_) | FaultKind::Crashed(_) => self.crashes += 1,
            FaultKind::OutOfTime(_) => self.time_losses += 1,
        }
    }

    /// A summary of the times of moves.
    pub fn times(&self) -> Times {
        Times::of(&self.durations)
    }

    /// Nodes per second of thinking time.
    pub fn nodes_per_second(&self) -> Option<f64> {
        let seconds = self.durations.iter().sum::<Duration>().as_secs_f64();
        (seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

//! Verifying recorded scores of perfect play with the solver.

use othellier_board::{Color, Position};
use othellier_record::source::SourceName;
use othellier_record::{AnyGame, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A recorded score of perfect play from a position of a game.
pub(super) struct Claim {
    /// The file, and the number of the game in it, from 1.
    pub(super) file: SourceName,
    pub(super) number: u64,
    pub(super) empties: u8,
    pub(super) position: Position,
    /// Black's discs minus White's.
    pub(super) recorded: i32,
}

impl Claim {
    /// The claim of an 8×8 game, if it has one for a position that it reached.
    pub(super) fn of(record: &Record, file: &SourceName, number: u64) -> Option<Claim> {
        let theory = record.theoretical?;
        let AnyGame::Eight(game) = &record.game else { return None };
        let mut position = *game.start();
        let mut moves = game.moves().iter();
        while position.board().empties().len() > theory.empties.into() {
            position = position.after(moves.next()?.played);
        }
        let (file, recorded) = (file.clone(), theory.black_score);
        Some(Claim { file, number, empties: theory.empties, position, recorded })
    }

    /// Converts a score for the side to move to one for Black.
    pub(super) fn for_black(&self, score: i32) -> i32 {
        if self.position.side_to_move() == Color::Black { score } else { -score }
    }
}

/// A uniform random sample of a stream of claims (reservoir sampling); deterministic for a seed.
pub(super) struct Reservoir {
    wanted: usize,
    seen: usize,
    rng: Xoshiro256PlusPlus,
    pub(super) kept: Vec<Claim>,
}

impl Reservoir {
    pub(super) fn new(wanted: usize, seed: u64) -> Reservoir {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Reservoir { wanted, seen: 0, rng, kept: Vec::new() }
    }

    /// Keeps the n-th claim with probability wanted/n, which makes the sample uniform.
    pub(super) fn offer(&mut self, claim: Claim) {
        self.seen += 1;
        if self.kept.len() < self.wanted {
            self.kept.push(claim);
            return;
        }
        let at = self.rng.random_range(0..self.seen);
        if let Some(place) = self.kept.get_mut(at) {
            *place = claim;
        }
    }
}

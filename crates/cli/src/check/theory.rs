//! The recorded scores of perfect play, held against our own proofs.

use othellier_board::{Color, Position};
use othellier_record::{AnyGame, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game that says what perfect play comes to from some position on.
pub(super) struct Claim {
    /// Where it stands: the file, and its number there from 1.
    pub(super) file: String,
    pub(super) number: u64,
    pub(super) empties: u8,
    pub(super) position: Position,
    /// Black's discs less White's.
    pub(super) said: i32,
}

impl Claim {
    /// What a game on 8×8 claims, if it says anything of a position that it came to.
    pub(super) fn of(record: &Record, file: &str, number: u64) -> Option<Claim> {
        let theory = record.theoretical?;
        let AnyGame::Eight(game) = &record.game else { return None };
        let mut position = *game.start();
        let mut moves = game.moves().iter();
        while position.board().empties().len() > theory.empties.into() {
            position = position.after(moves.next()?.played);
        }
        let (file, said) = (file.to_owned(), theory.black_score);
        Some(Claim { file, number, empties: theory.empties, position, said })
    }

    /// What a score of the side to move is for Black.
    pub(super) fn for_black(&self, score: i32) -> i32 {
        if self.position.side_to_move() == Color::Black { score } else { -score }
    }
}

/// Some of many claims, each as likely as every other, the same for the same seed.
pub(super) struct Sample {
    wanted: usize,
    seen: usize,
    dice: Xoshiro256PlusPlus,
    pub(super) kept: Vec<Claim>,
}

impl Sample {
    pub(super) fn new(wanted: usize, seed: u64) -> Sample {
        let dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        Sample { wanted, seen: 0, dice, kept: Vec::new() }
    }

    /// Keeps one in as many as were seen, so that all have the same chance.
    pub(super) fn see(&mut self, claim: Claim) {
        self.seen += 1;
        if self.kept.len() < self.wanted {
            self.kept.push(claim);
            return;
        }
        let at = self.dice.random_range(0..self.seen);
        if let Some(place) = self.kept.get_mut(at) {
            *place = claim;
        }
    }
}

//! Who has Black, where a pairing has an odd number of games: then the first of a pairing has it once
//! more than the second. With an even number colours are balanced in every pairing, and nothing here
//! applies.
//!
//! ```text
//! must:    twice the same colour in a row, or two more of one than of the other: now the other one
//! prefers: the colour it has had less often; with as many of both, the one it did not have last
//! tie:     two with the same claim go back to the last round in which they had different colours,
//!          and exchange them; if there is none, the seed decides
//! ```

use std::cmp::Ordering;

use super::{Results, Round};
use crate::seeds::derived;

/// The seed stream of the colours.
const STREAM: u64 = 1 << 21;

/// The colours that each player has had: `true` is Black. A round without an opponent counts for
/// nothing.
pub(super) struct History(Vec<Vec<bool>>);

/// How much a player should have Black next: the larger, the more; below 0 it should have White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Claim {
    /// 1: must have Black; -1: must have White.
    must: i8,
    prefers: i32,
    /// 1: had White last; -1: had Black.
    alternates: i8,
}

impl Claim {
    /// Whether both must have the same colour: one will have it three times in a row, or have three
    /// more of it than of the other.
    pub(super) fn clashes(self, other: Claim) -> bool {
        self.must != 0 && self.must == other.must
    }

    /// Whether both should have the same colour.
    pub(super) fn competes(self, other: Claim) -> bool {
        self.wish() != Ordering::Equal && self.wish() == other.wish()
    }

    fn wish(self) -> Ordering {
        self.must.cmp(&0).then(self.prefers.cmp(&0)).then(self.alternates.cmp(&0))
    }
}

impl History {
    /// What was paired so far.
    pub(super) fn new(players: usize, results: &Results) -> History {
        let mut history = History(vec![Vec::new(); players]);
        results.rounds.iter().for_each(|round| history.add(round));
        history
    }

    fn add(&mut self, round: &Round) {
        for pairing in &round.pairings {
            let [first, second] = pairing.players;
            self.0[first].push(true);
            self.0[second].push(false);
        }
    }

    pub(super) fn claim(&self, player: usize) -> Claim {
        let had = &self.0[player];
        let blacks = had.iter().filter(|black| **black).count() as i32;
        let prefers = had.len() as i32 - 2 * blacks;
        let toward = |had_black: bool| if had_black { -1 } else { 1 };
        let must = match had[..] {
            _ if prefers.abs() > 1 => prefers.signum() as i8,
            [.., before, last] if before == last => toward(last),
            _ => 0,
        };
        Claim { must, prefers, alternates: had.last().map_or(0, |black| toward(*black)) }
    }

    /// Whether the second of a pair has Black.
    fn swaps(&self, [first, second]: [usize; 2], coin: bool) -> bool {
        match self.claim(first).cmp(&self.claim(second)) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                let rounds = self.0[first].iter().rev().zip(self.0[second].iter().rev());
                let mut different = rounds.filter(|(one, other)| one != other);
                different.next().map_or(coin, |(first_had_black, _)| *first_had_black)
            }
        }
    }
}

/// Gives the colours of these rounds, which follow those of the results.
pub(super) fn assign(players: usize, results: &Results, rounds: &mut [Round], seed: u64) {
    let mut history = History::new(players, results);
    for (number, round) in rounds.iter_mut().enumerate() {
        let stream = STREAM + (results.rounds.len() + number) as u64;
        for (index, pairing) in round.pairings.iter_mut().enumerate() {
            let coin = derived(seed, stream, index as u64) & 1 == 1;
            if history.swaps(pairing.players, coin) {
                pairing.players.reverse();
            }
        }
        history.add(round);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(colors: &[&str]) -> History {
        let had = |text: &&str| text.chars().map(|color| color == 'B').collect();
        History(colors.iter().map(had).collect())
    }

    #[test]
    fn black_goes_to_the_stronger_claim() {
        for (first, second, has_black) in [
            ("", "B", 0),
            ("B", "W", 1),
            ("B", "", 1),
            ("WB", "BW", 1),
            // Twice in a row comes before everything else.
            ("WWB", "BWW", 1),
            ("BWW", "WWB", 0),
            ("WBB", "BWBB", 0),
            // The same balance: the last colour.
            ("BBWW", "WWBB", 0),
            // The same claim: the last round in which they had different colours.
            ("WBWB", "BWWB", 1),
            ("BWWB", "WBWB", 0),
        ] {
            let players = history(&[first, second]);
            for coin in [false, true] {
                let found = usize::from(players.swaps([0, 1], coin));
                assert_eq!(found, has_black, "{first} {second}");
                assert_eq!(usize::from(players.swaps([1, 0], coin)), 1 - has_black);
            }
        }
        let equal = history(&["BW", "BW"]);
        assert!(equal.swaps([0, 1], true) && !equal.swaps([0, 1], false));
    }

    #[test]
    fn claims_clash_where_one_must_have_a_colour_again() {
        let clashes = |colors: [&str; 2]| {
            let players = history(&colors);
            players.claim(0).clashes(players.claim(1))
        };
        assert!(clashes(["BB", "WBB"]) && clashes(["BWBWW", "WW"]));
        assert!(!clashes(["BB", "WW"]) && !clashes(["B", "B"]) && !clashes(["", ""]));
        let players = history(&["B", "WB", "W", ""]);
        let competes = |a, b| players.claim(a).competes(players.claim(b));
        assert!(competes(0, 1) && !competes(0, 2) && !competes(0, 3) && !competes(3, 3));
    }
}

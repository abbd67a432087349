//! Whole games of uniformly random moves.
//!
//! Every game has its own generator, SplitMix64 seeded by the seed of the batch and the number of the game
//! (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a game is the same in
//! whatever batch and on whatever thread it is played. A lane whose game is over begins the next one.

use super::lanes::{Job, Lanes, Rules, run};
use super::{PAD, row_length};
use crate::kernel::LANES;
use crate::size::{Bits, Size};
use crate::{Board, Color, Move, Position, Status};

/// Plays the games `first`, `first + 1`, … of a seed, as many as there are `scores`. Each is a row of
/// `squares`, of [`row_length`] bytes; its score is Black's, with the empty squares given to the winner.
///
/// # Panics
/// Unless there is a row for every score.
pub fn random_games<S: Size>(seed: u64, first: u64, squares: &mut [u8], scores: &mut [i8]) {
    assert_eq!(squares.len(), scores.len() * row_length::<S>(), "a row of squares for each score");
    squares.fill(PAD);
    run::<RandomGames<'_>, S>(Work { seed, first, squares, scores });
}

/// The generator of one step: the next word of every lane.
pub(super) struct SplitMix([u64; LANES]);

impl SplitMix {
    #[inline(always)]
    pub(super) fn words(&mut self) -> [u64; LANES] {
        for state in &mut self.0 {
            *state = state.wrapping_add(GOLDEN);
        }
        self.0.map(mix)
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Every bit of the result depends on every bit of the state.
#[inline(always)]
pub(super) fn mix(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// The state of the generator of a game.
#[inline(always)]
pub(super) fn seeded(seed: u64, number: u64) -> u64 {
    mix(seed ^ mix(number.wrapping_add(GOLDEN)))
}

/// A uniformly random legal move by the next word of a SplitMix64 generator with this state; `None`, and
/// the state stays, when the game is over. A forced pass takes no word either.
///
/// ```
/// use othellier_board::{Move, Position, batch::random_move};
/// let (mut position, mut state) = (Position::start(), 7);
/// while let Some(played) = random_move(&position, &mut state) {
///     position = position.after(played);
/// }
/// assert!(position.board().is_over());
/// ```
#[inline]
pub fn random_move<S: Size>(position: &Position<S>, state: &mut u64) -> Option<Move<S>> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return (position.status() == Status::MustPass).then_some(Move::Pass);
    }
    *state = state.wrapping_add(GOLDEN);
    let nth = below(mix(*state), moves.len());
    moves.into_iter().nth(nth as usize).map(Move::Place)
}

/// A number below `count`, by a random word: 0 if `count` is 0.
#[inline(always)]
fn below(word: u64, count: u32) -> u64 {
    ((word >> 32) * u64::from(count)) >> 32
}

/// One of the squares of each set, by a random word: no bit for an empty set.
#[inline(always)]
pub(super) fn choose<B: Bits>(mut sets: [B; LANES], words: [u64; LANES]) -> [B; LANES] {
    let mut skip = [0; LANES];
    for lane in 0..LANES {
        skip[lane] = below(words[lane], sets[lane].count_ones());
    }
    let most = skip.iter().copied().max().unwrap_or(0);
    for step in 0..most {
        for lane in 0..LANES {
            let without = sets[lane].without_lowest();
            sets[lane] = if step < skip[lane] { without } else { sets[lane] };
        }
    }
    sets.map(|set| set ^ set.without_lowest())
}

struct Work<'a> {
    seed: u64,
    first: u64,
    squares: &'a mut [u8],
    scores: &'a mut [i8],
}

struct RandomGames<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Job for RandomGames<'a> {
    type Of<S: Size> = Work<'a>;
    type Output = ();

    #[inline(always)]
    fn run<S: Size, R: Rules<S>>(work: Work<'a>, rules: R) {
        let start = Board::<S>::default();
        let mut lanes = Lanes::of(start);
        let mut generators = SplitMix([0; LANES]);
        let mut games = Games::new::<S>(work);
        for lane in 0..LANES {
            games.begin(lane, &mut generators);
        }
        while games.playing > 0 {
            let square = choose(lanes.moves, generators.words());
            for (lane, square) in square.iter().enumerate() {
                games.write(lane, square.trailing_zeros() as u8);
            }
            rules.play(&mut lanes, &square);
            if lanes.moves.contains(&S::Bits::ZERO) {
                for lane in 0..LANES {
                    if lanes.moves[lane] != S::Bits::ZERO {
                        continue;
                    }
                    games.passes[lane] += 1;
                    if !lanes.pass(lane, rules) {
                        games.end(lane, lanes.board(lane));
                        games.begin(lane, &mut generators);
                        lanes.set(lane, start, start.legal_moves());
                    }
                }
            }
        }
    }
}

/// The games in the lanes, and where they are written.
struct Games<'a> {
    work: Work<'a>,
    row: usize,
    /// The next game to begin.
    next: usize,
    playing: usize,
    /// The game of each lane; the lanes of the last batch that have none run idle: they are not written.
    game: [Option<usize>; LANES],
    /// Where its next square is written: outside the squares for none.
    at: [usize; LANES],
    passes: [usize; LANES],
}

impl<'a> Games<'a> {
    fn new<S: Size>(work: Work<'a>) -> Games<'a> {
        Games {
            work,
            row: row_length::<S>(),
            next: 0,
            playing: 0,
            game: [None; LANES],
            at: [usize::MAX; LANES],
            passes: [0; LANES],
        }
    }

    #[inline(always)]
    fn begin(&mut self, lane: usize, generators: &mut SplitMix) {
        self.passes[lane] = 0;
        if self.next == self.work.scores.len() {
            (self.game[lane], self.at[lane]) = (None, usize::MAX);
            return;
        }
        (self.game[lane], self.at[lane]) = (Some(self.next), self.next * self.row);
        let number = self.work.first.wrapping_add(self.next as u64);
        generators.0[lane] = seeded(self.work.seed, number);
        self.next += 1;
        self.playing += 1;
    }

    #[inline(always)]
    fn write(&mut self, lane: usize, square: u8) {
        if let Some(cell) = self.work.squares.get_mut(self.at[lane]) {
            *cell = square;
            self.at[lane] += 1;
        }
    }

    /// Writes the score of a game that is over; `board` is that of the side to move after both have passed.
    #[inline(always)]
    fn end<S: Size>(&mut self, lane: usize, board: Board<S>) {
        let Some(game) = self.game[lane] else { return };
        let plies = self.at[lane] - game * self.row + self.passes[lane];
        let mover = if plies.is_multiple_of(2) { Color::Black } else { Color::White };
        let score = board.final_score() as i8;
        self.work.scores[game] = if mover == Color::Black { score } else { -score };
        self.playing -= 1;
    }
}

//! Where games begin.
//!
//! Two players without dice replay one game for ever from one start, so a match needs many. They
//! come from a list in which neither side stands better, are made of a few random plies, or are read
//! from a text with one opening on a line. Each is played twice, with the colours swapped: what it
//! gives to one side it gives to the other.

use std::collections::HashSet;

use othellier_board::{Eight, Position, Size, Status};
use othellier_record::{Game, PositionTextError, parse_position, transcript};
use othellier_search::classic::Random;
use othellier_search::{SearchLimits, Searcher};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seeds::derived;

/// The stream of seeds that random openings take theirs from.
const STREAM: u64 = 2;

/// Made by `othellier generate openings`.
const BALANCED: &str = include_str!("../openings/balanced.txt");

/// How often the dice are thrown for an opening before one that is over is given up, or one that
/// was there before is taken.
const ATTEMPTS: u64 = 100;

/// After so many openings in a row that were there before, no more than one throw is spent on each.
const MOST_IN_VAIN: usize = 50;

/// How many random openings are made at most; games beyond that begin with them again. Whoever asks
/// for more games than will ever be played shall see the first of them.
const MOST_MADE: usize = 100_000;

/// Openings, at least one: games that are not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings<S: Size = Eight>(Vec<Game<S>>);

impl<S: Size> Openings<S> {
    /// The start position alone.
    pub fn start() -> Openings<S> {
        Openings(vec![Game::default()])
    }

    /// All openings of our own list, in an order that the seed decides: eight plies after which
    /// the champion sees neither side ahead. There are none but on 8×8.
    pub fn balanced(seed: u64) -> Option<Openings<S>> {
        if S::SIDE != 8 {
            return None;
        }
        let mut all = Openings::read(BALANCED).expect("our own list");
        all.0.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(derived(seed, STREAM, 0)));
        Some(all)
    }

    /// That many openings of that many uniformly random plies from the start; forced passes are
    /// played besides. No two are alike, not even turned or mirrored, as long as the dice find new
    /// ones, and no more than 100 000 are made. The same seed makes the same openings, and more of
    /// them begin with the same.
    pub fn random(plies: usize, count: usize, seed: u64) -> Result<Openings<S>, OpeningsError<S>> {
        let mut seen = HashSet::new();
        let mut made = Vec::new();
        let mut in_vain = 0;
        for index in 0..count.clamp(1, MOST_MADE) as u64 {
            let throws =
                (0..ATTEMPTS).map(|attempt| derived(seed, STREAM, index * ATTEMPTS + attempt));
            let mut spare = None;
            let mut found = None;
            for opening in throws.filter_map(|seed| random_opening(plies, seed)) {
                if seen.insert(opening.position().canonical()) {
                    found = Some(opening);
                    break;
                }
                spare.get_or_insert(opening);
                if in_vain >= MOST_IN_VAIN {
                    break;
                }
            }
            in_vain = if found.is_some() { 0 } else { in_vain + 1 };
            made.push(found.or(spare).ok_or(OpeningsError::TooManyPlies { plies })?);
        }
        Ok(Openings(made))
    }

    /// Reads one opening on each line: moves from the start such as `f5d6c3`, a board with its side
    /// to move, or `startpos`. What follows `#` or `%` is a comment.
    ///
    /// ```
    /// use othellier_lab::Openings;
    /// let openings: Openings = Openings::read("# two\nf5d6c3  # Tiger\nf5f6\n")?;
    /// assert_eq!(openings.count(), 2);
    /// # Ok::<(), othellier_lab::OpeningsError>(())
    /// ```
    pub fn read(text: &str) -> Result<Openings<S>, OpeningsError<S>> {
        let mut read = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.split(['#', '%']).next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let opening = read_opening(text)
                .map_err(|problem| OpeningsError::Line { line, problem: Box::new(problem) })?;
            if opening.is_over() {
                return Err(OpeningsError::Over { line });
            }
            read.push(opening);
        }
        if read.is_empty() { Err(OpeningsError::Empty) } else { Ok(Openings(read)) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// One of them; after the last comes the first again.
    pub fn cycled(&self, index: usize) -> &Game<S> {
        &self.0[index % self.0.len()]
    }

    /// How many of the first `count` lead to different positions, not even turned or mirrored ones
    /// of each other.
    pub fn distinct(&self, count: usize) -> usize {
        let ends = self.0.iter().take(count).map(|opening| opening.position().canonical());
        ends.collect::<HashSet<_>>().len()
    }
}

/// A game of that many random plies, unless it is over by then.
fn random_opening<S: Size>(plies: usize, seed: u64) -> Option<Game<S>> {
    let mut dice = Random::new(seed);
    let mut game = Game::default();
    let mut thrown = 0;
    while thrown < plies {
        let must_pass = game.position().status() == Status::MustPass;
        let limits = SearchLimits::default();
        let played = dice.search(game.position(), &limits, &mut |_| ()).best_move()?;
        game.play(played).expect("dice choose legal moves");
        thrown += usize::from(!must_pass);
    }
    (!game.is_over()).then_some(game)
}

/// Moves are kept as moves, so that the game tells how it came there.
fn read_opening<S: Size>(text: &str) -> Result<Game<S>, PositionTextError<S>> {
    let position = parse_position(text)?;
    let moves = transcript::read(Position::default(), text).ok();
    Ok(moves.unwrap_or_else(|| Game::from_position(position)))
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError<S: Size = Eight> {
    /// A line is no opening.
    #[error("line {line}: {problem}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Box<PositionTextError<S>>,
    },
    /// A line leaves nothing to play.
    #[error("line {line}: the game is over there; expected an opening that can be played on")]
    Over {
        /// Which line, from 1.
        line: usize,
    },
    /// There is no line.
    #[error("there is no opening; expected moves or a position on each line")]
    Empty,
    /// Every game was over by then.
    #[error("games are over before {plies} random plies; expected fewer")]
    TooManyPlies {
        /// How many plies were asked for.
        plies: usize,
    },
}

#[cfg(test)]
mod tests {
    use othellier_board::{Color, Four};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn random_openings_repeat_themselves_and_differ_from_each_other() {
        let openings: Openings = Openings::random(8, 50, 7).unwrap();
        assert_eq!((openings.count(), openings.distinct(50)), (50, 50));
        assert!((0..50).all(|index| openings.cycled(index).length() >= 8));
        let longer = Openings::random(8, 60, 7).unwrap();
        assert!((0..50).all(|index| openings.cycled(index) == longer.cycled(index)));
        assert_ne!(openings, Openings::random(8, 50, 8).unwrap());
        assert_eq!(openings.cycled(50), openings.cycled(0));
    }

    #[test]
    fn balanced_openings_are_a_list_in_the_order_of_the_seed() {
        let openings: Openings = Openings::balanced(1).unwrap();
        let count = openings.count();
        assert!(count >= 1000, "{count}");
        assert_eq!(openings.distinct(count), count);
        assert!((0..count).all(|index| openings.cycled(index).length() == 8));
        assert_eq!(openings, Openings::balanced(1).unwrap());
        assert_ne!(openings, Openings::balanced(2).unwrap());
        assert_eq!(Openings::<Four>::balanced(1), None);
    }

    /// After two plies there are three positions up to symmetry: parallel, diagonal, perpendicular.
    #[test]
    fn where_there_are_no_more_they_repeat() {
        let openings: Openings = Openings::random(2, 10, 1).unwrap();
        assert_eq!((openings.count(), openings.distinct(10)), (10, 3));
        assert_eq!(Openings::<Eight>::random(0, 3, 1).unwrap().distinct(3), 1);
    }

    #[test]
    fn no_more_are_made_than_anybody_plays() {
        let openings: Openings = Openings::random(1, usize::MAX, 1).unwrap();
        assert_eq!((openings.count(), openings.distinct(usize::MAX)), (MOST_MADE, 1));
        assert_eq!(openings.cycled(usize::MAX).length(), 1);
    }

    #[test]
    fn a_game_cannot_be_longer_than_the_board() {
        let error = Openings::<Four>::random(13, 1, 1).unwrap_err();
        assert_eq!(error, OpeningsError::TooManyPlies { plies: 13 });
        assert!(Openings::<Four>::random(6, 20, 1).is_ok());
    }

    #[test]
    fn a_list_is_read_with_its_comments() {
        let board = Position::start().to_string();
        let text = format!("\u{feff}% list\n\n f5d6c3 # three\nstartpos\r\n{board}\n1. F5 D6\n");
        let openings = Openings::<Eight>::read(&text).unwrap();
        let lengths: Vec<_> = (0..4).map(|index| openings.cycled(index).length()).collect();
        assert_eq!(lengths, [3, 0, 0, 2]);
        assert_eq!(openings.cycled(0).position().side_to_move(), Color::White);
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let wipe_out = "f5d6c5f4e3f6g5e6e7";
        for (text, said) in [
            ("f5\n\nf5a1", "line 3: move 2, `a1` at offset 2, is not legal here"),
            ("# x\nXO", "line 2: the position has 2 squares; expected 64"),
            (wipe_out, "line 1: the game is over there; expected an opening that can be played on"),
            ("# nothing\n", "there is no opening; expected moves or a position on each line"),
        ] {
            assert_eq!(Openings::<Eight>::read(text).unwrap_err().to_string(), said);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[XO\\-f5d6 #%\\n]{0,200}|.*") {
            let _ = Openings::<Eight>::read(&text);
        }
    }
}

//! A small net: what a sum of weights cannot say, because it is about shapes that go together.
//!
//! Every contents of a small shape has a row of numbers, another one in each part of the game. The
//! rows of all places are added up and clipped between nought and one, and the first half is multiplied
//! with the second. What comes out, with the number of moves of both sides, goes through one layer of
//! hidden sums, the head, which is another one every few empty squares. All is done in integers: rows
//! and their sums in 1/256, products in 1/4096, weights of the hidden layer in 1/256.

use std::sync::OnceLock;

use othellier_board::kernel::{HIDDEN, INPUTS, Kernel};

use super::shapes::{Fold, PAGE, SMALL_ENTRIES, SMALL_PLACES, SMALL_STARTS, SMALL_TURNS};

/// Numbers in a row.
pub const WIDTH: usize = 2 * INPUTS;
/// Hidden layers, each for some numbers of empty squares.
pub const HEADS: usize = 16;
/// The first head of each part of the game, from its end to its beginning.
pub const PARTS: [usize; 4] = [0, 4, 6, 9];
/// Numbers of a head in a file: weights of the products, of the moves and of the replies; constants;
/// weights of the hidden sums, and a constant.
pub const HEAD: usize = (INPUTS + 4) * HIDDEN + 1;

/// The most that a sum of rows counts, in 1/256: a product of two just fits into 16 bits.
const MOST: i16 = 255;
/// One, in a hidden sum: 4096 for a product, and 256 for a weight.
const HIDDEN_ONE: i32 = 1 << 20;

/// What a net has learned.
#[derive(Clone, PartialEq, Eq)]
pub struct NetWeights {
    /// The parts of the game, from its end to its beginning.
    pub parts: Vec<Part>,
    /// The hidden layers, from the end of the game to its beginning.
    pub heads: Vec<Head>,
}

/// What is added up in a part of the game.
#[derive(Clone, PartialEq, Eq)]
pub struct Part {
    /// The rows of all classes of all small shapes, shape after shape.
    pub rows: Vec<[i8; WIDTH]>,
    /// What is added to the sum of the rows.
    pub start: [i16; WIDTH],
}

/// A hidden layer and what is made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Head {
    /// The weights of two products at a time, those of both beside each other for each hidden sum.
    pub products: [[i16; 2 * HIDDEN]; INPUTS / 2],
    /// What a move of the mover adds to each hidden sum.
    pub moves: [i32; HIDDEN],
    /// What a move of the opponent adds.
    pub replies: [i32; HIDDEN],
    /// What is there from the start.
    pub start: [i32; HIDDEN],
    /// What each hidden sum is worth, in 1/4 of a hundredth of a disc.
    pub worth: [i32; HIDDEN],
    /// What is added at the end, in 1/4096 of a hundredth of a disc.
    pub last: i32,
}

/// The head of boards with so many empty squares.
#[inline(always)]
pub fn head(empties: u32) -> usize {
    empties.min(60) as usize * HEADS / 61
}

/// The part of the game that a head belongs to.
#[inline(always)]
pub fn part(head: usize) -> usize {
    PARTS[1..].iter().filter(|&&first| head >= first).count()
}

/// How many rows a part has.
pub fn rows() -> usize {
    Fold::small().iter().map(|fold| fold.classes).sum()
}

impl Head {
    /// The numbers of a file as a head.
    pub fn from_numbers(numbers: &[i32; HEAD]) -> Option<Head> {
        let mut numbers = numbers.iter().copied();
        let mut take = || numbers.next().expect("as many as a head has");
        let mut products = [[0; 2 * HIDDEN]; INPUTS / 2];
        for input in 0..INPUTS {
            for hidden in 0..HIDDEN {
                products[input / 2][2 * hidden + input % 2] = take().try_into().ok()?;
            }
        }
        let mut row = || std::array::from_fn(|_| take());
        let (moves, replies, start, worth) = (row(), row(), row(), row());
        Some(Head { products, moves, replies, start, worth, last: take() })
    }

    /// Whether no board can make a sum of it overflow: what is said is at most 16 hidden sums, each
    /// 1024 times its worth, and what is added at the end, which is less than 2³⁰ + 2³⁰.
    pub(super) fn is_sound(&self) -> bool {
        let most = |numbers: &[i32], most: u32| numbers.iter().all(|n| n.unsigned_abs() < most);
        let products = self.products.as_flattened();
        products.iter().all(|weight| weight.unsigned_abs() < 1 << 12)
            && most(&self.moves, 1 << 22)
            && most(&self.replies, 1 << 22)
            && most(&self.start, 1 << 28)
            && most(&self.worth, 1 << 16)
            && most(&[self.last], 1 << 30)
    }

    /// The head as the numbers of a file.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i32> {
        let product = |at: usize| {
            let (input, hidden) = (at / HIDDEN, at % HIDDEN);
            i32::from(self.products[input / 2][2 * hidden + input % 2])
        };
        let products = (0..INPUTS * HIDDEN).map(product);
        let rows = [self.moves, self.replies, self.start, self.worth].into_iter().flatten();
        products.chain(rows).chain([self.last])
    }
}

/// The row of every contents of every small shape. As single numbers, what lies behind the last row
/// takes no memory before it is written, which it never is.
type Sheet = [i8; WIDTH * SMALL_ENTRIES];

/// A part that is ready for use.
struct Ready {
    sheet: Box<Sheet>,
    start: [i16; WIDTH],
}

impl Ready {
    fn new(part: &Part) -> Ready {
        let mut sheet = vec![0; WIDTH * SMALL_ENTRIES];
        let mut rows = &part.rows[..];
        for (fold, start) in Fold::small().iter().zip(SMALL_STARTS) {
            let (own, others) = rows.split_at(fold.classes);
            let (entries, _) = sheet[WIDTH * start..].as_chunks_mut();
            for (entry, class) in entries.iter_mut().zip(&fold.class) {
                *entry = own[usize::from(*class)];
            }
            rows = others;
        }
        let sheet = sheet.into_boxed_slice().try_into();
        let sheet = sheet.unwrap_or_else(|_| unreachable!("as many entries"));
        Ready { sheet, start: part.start }
    }
}

/// A net whose parts are made ready when a board of them is first seen.
pub(super) struct Net {
    parts: [OnceLock<Ready>; PARTS.len()],
    heads: Vec<Head>,
}

impl Net {
    pub(super) fn new(heads: Vec<Head>) -> Net {
        Net { parts: std::array::from_fn(|_| OnceLock::new()), heads }
    }

    /// Makes all parts ready.
    pub(super) fn make_ready(&self, source: impl Fn(usize) -> Part) {
        for part in 0..PARTS.len() {
            self.made_ready(part, &source);
        }
    }

    #[cold]
    fn made_ready(&self, part: usize, source: impl FnOnce(usize) -> Part) -> &Ready {
        self.parts[part].get_or_init(|| Ready::new(&source(part)))
    }

    /// What the net says of a board for its mover, in hundredths of a disc. Its parts come from the
    /// source.
    #[inline(always)]
    pub(super) fn say<K: Kernel>(
        &self,
        kernel: K,
        source: impl FnOnce(usize) -> Part,
        indices: &[u16; SMALL_PLACES],
        empties: u32,
        moves: u32,
        replies: u32,
    ) -> i32 {
        let head = head(empties);
        let part = part(head);
        let ready = match self.parts[part].get() {
            Some(ready) => ready,
            None => self.made_ready(part, source),
        };
        let mut sums = ready.start;
        let (rows, _) = ready.sheet.as_chunks::<WIDTH>();
        let mut rest = &indices[..];
        for (start, turns) in SMALL_STARTS.into_iter().zip(SMALL_TURNS) {
            let page: &[[i8; WIDTH]; PAGE] = rows[start..].first_chunk().expect("a page follows");
            let (own, others) = rest.split_at(turns);
            for &index in own {
                let row = &page[usize::from(index)];
                for at in 0..WIDTH {
                    sums[at] += i16::from(row[at]);
                }
            }
            rest = others;
        }
        let mut products = [0; INPUTS];
        for at in 0..INPUTS {
            let [first, second] = [sums[at], sums[INPUTS + at]].map(|sum| sum.clamp(0, MOST));
            products[at] = ((first as u16 * second as u16) >> 4) as i16;
        }
        let head = &self.heads[head];
        let mut hidden = head.start;
        for ((sum, of_move), of_reply) in hidden.iter_mut().zip(head.moves).zip(head.replies) {
            *sum += moves as i32 * of_move + replies as i32 * of_reply;
        }
        let hidden = kernel.dense(&products, &head.products, hidden);
        let mut value = head.last;
        for (sum, worth) in hidden.into_iter().zip(head.worth) {
            value += (sum.clamp(0, HIDDEN_ONE) >> 10) * worth;
        }
        value >> 12
    }
}

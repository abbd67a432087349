//! The numbers of a net while it learns, how it comes to what it says, and how a step changes them.
//!
//! A step has two halves, and each is shared by all threads. First, for each example, what the net
//! says and how its error changes with every number, the slopes: those of the hidden layers are summed
//! in slices of some examples, those of the sum of the rows are kept. Then the rows, sixteen numbers
//! wide, part by part of the game and shape by shape, add up the slopes of the examples that they were
//! used for, and are changed.

use othellier_board::kernel::{self, HIDDEN, INPUTS, Kernel, Task};
use othellier_eval::patterns::net::{HEAD, HEADS, Head, NetWeights, PARTS, Part, WIDTH};
use othellier_eval::patterns::shapes::{Fold, SMALL_TURNS};
use rand::Rng;

use super::lesson::Lesson;
use super::spread;

/// As many numbers as a vector holds: rows are cut into blocks of so many.
const LANES: usize = 16;
const BLOCKS: usize = WIDTH / LANES;
type Lanes = [f32; LANES];

/// Examples of a slice, which is worked on as a whole.
const SLICE: usize = 256;
/// What the net says, in these many discs.
const UNIT: f32 = 32.0;
/// Moves are told to the net in these many.
const MOVES: f32 = 16.0;
/// An error above this, in discs, counts no more than in proportion.
const LARGE: f32 = 16.0;

/// The most that a number in a row may be: what a byte holds, in 1/256.
const MOST_IN_ROW: f32 = 0.496;
/// The most that another number may be: what a file holds. The worth of a hidden sum comes nearest,
/// with 64000 of 65535.
const MOST: f32 = 5.0;

/// Where things are in a head, in lanes: the weights of the products come first.
const OF_MOVES: usize = INPUTS;
const OF_REPLIES: usize = INPUTS + 1;
const START: usize = INPUTS + 2;
const WORTH: usize = INPUTS + 3;
const LAST: usize = HEAD - 1;

/// The starts of all parts come before the heads.
const STARTS: usize = PARTS.len() * WIDTH;

const _: () = assert!(HIDDEN == LANES && (STARTS + HEADS * HEAD).is_multiple_of(LANES));

/// The numbers of a net that learns.
pub(super) struct Numbers {
    /// For each part, the first block of every row, the second block of every row, and so on.
    rows: Table,
    /// The starts of the sums, and the heads, in the order of the file.
    others: Table,
    /// How many rows each shape has in a part.
    classes: Vec<usize>,
    steps: i32,
    /// The slopes of each example of a batch for the sum of its rows.
    at_sums: Vec<[Lanes; BLOCKS]>,
}

/// Numbers with what Adam remembers of each.
struct Table {
    values: Vec<Lanes>,
    /// The mean of their slopes in the last steps.
    means: Vec<Lanes>,
    /// The mean of the squares.
    squares: Vec<Lanes>,
    /// Their slopes in this step; nought between the steps.
    slopes: Vec<Lanes>,
}

impl Table {
    fn new(values: Vec<Lanes>) -> Table {
        let zero = || vec![[0.0; LANES]; values.len()];
        Table { means: zero(), squares: zero(), slopes: zero(), values }
    }
}

impl Numbers {
    /// Small random numbers.
    pub(super) fn new(dice: &mut impl Rng) -> Numbers {
        // The sum of four dice is near enough to the normal distribution, and alike everywhere.
        let mut normal = |deviation: f32| {
            let bits = dice.next_u64();
            let sum: u64 = (0..4).map(|at| bits >> (16 * at) & 0xffff).sum();
            (sum as f32 / 65_536.0 - 2.0) * 3_f32.sqrt() * deviation
        };
        let classes: Vec<usize> = Fold::small().iter().map(|fold| fold.classes).collect();
        let count = PARTS.len() * BLOCKS * classes.iter().sum::<usize>();
        let rows = (0..count).map(|_| [0.0; LANES].map(|_| normal(0.02))).collect();
        let mut others = vec![[0.0; LANES]; (STARTS + HEADS * HEAD) / LANES];
        let (starts, heads) = others.as_flattened_mut().split_at_mut(STARTS);
        starts.fill(0.3);
        for head in heads.as_chunks_mut::<HEAD>().0 {
            let (lanes, _) = head.as_chunks_mut::<LANES>();
            let inputs = lanes[..START].as_flattened_mut();
            inputs.iter_mut().for_each(|weight| *weight = normal((INPUTS as f32).sqrt().recip()));
            lanes[START] = [0.1; LANES];
            lanes[WORTH] = [0.0; LANES].map(|_| normal(0.5 / (HIDDEN as f32).sqrt()));
        }
        let (rows, others) = (Table::new(rows), Table::new(others));
        Numbers { rows, others, classes, steps: 0, at_sums: Vec::new() }
    }

    /// Learns from a batch, and gives the sum of its squared errors before.
    pub(super) fn step(&mut self, batch: &[Lesson], rate: f32, threads: usize) -> f64 {
        let squared = self.slopes(batch, threads);
        self.steps += 1;
        let pace = Pace::new(rate, self.steps);
        let Table { values, means, squares, slopes } = &mut self.others;
        kernel::run(Change { values, means, squares, slopes, pace, most: MOST, users: None });

        // Every block of every shape of every part for itself, and in each the examples in order.
        let Table { values, means, squares, slopes } = &mut self.rows;
        let pieces = [values, means, squares, slopes].map(|table| cut(table, &self.classes));
        let [values, means, squares, slopes] = pieces.map(Vec::into_iter);
        let users = users(&self.classes, batch, &self.at_sums);
        let all = values.zip(means).zip(squares).zip(slopes).zip(users);
        spread(threads, all, |((((values, means), squares), slopes), users)| {
            let users = Some(users);
            kernel::run(Change { values, means, squares, slopes, pace, most: MOST_IN_ROW, users });
        });
        squared
    }

    /// The first half of a step.
    fn slopes(&mut self, batch: &[Lesson], threads: usize) -> f64 {
        self.at_sums.resize(batch.len(), [[0.0; LANES]; BLOCKS]);
        let (rows, others) = (&self.rows.values[..], self.others.values.as_flattened());
        let slices = batch.chunks(SLICE).zip(self.at_sums.chunks_mut(SLICE));
        let share = 1.0 / batch.len() as f32;
        let slices = spread(threads, slices, |(lessons, at_sums)| {
            kernel::run(Slice { rows, others, lessons, share, at_sums })
        });
        let mut squared = 0.0;
        for (own, errors) in slices {
            let sums = self.others.slopes.as_flattened_mut();
            sums.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
            squared += errors;
        }
        squared
    }

    /// The net in the integers of the evaluation.
    pub(super) fn rounded(&self) -> NetWeights {
        let (starts, heads) = self.others.values.as_flattened().split_at(STARTS);
        let (_, squares) = self.others.squares.as_flattened().split_at(STARTS);
        let parts = starts.as_chunks::<WIDTH>().0.iter().enumerate();
        let part = |(part, start): (usize, &[f32; WIDTH])| {
            let blocks = of_part(&self.rows.values, part);
            let squares = of_part(&self.rows.squares, part);
            let count = blocks.len() / BLOCKS;
            let in_row = |row: usize, at: usize| {
                let (block, lane) = (at / LANES * count + row, at % LANES);
                // A number that no board has changed is chance.
                let learned = squares[block][lane] != 0.0;
                let value = if learned { blocks[block][lane] } else { 0.0 };
                (256.0 * value).round().clamp(-127.0, 127.0) as i8
            };
            Part {
                rows: (0..count).map(|row| std::array::from_fn(|at| in_row(row, at))).collect(),
                start: start.map(|number| (256.0 * number).round() as i16),
            }
        };
        let heads = heads.as_chunks::<HEAD>().0.iter().zip(squares.as_chunks::<HEAD>().0);
        let head = |(head, squares): (&[f32; HEAD], &[f32; HEAD])| {
            // A head that has learned from no board says nothing.
            let silent = squares[LAST] == 0.0;
            let number = |at: usize| match at / LANES {
                WORTH.. if silent => 0,
                _ => (f64::from(head[at]) * unit(at)).round() as i32,
            };
            Head::from_numbers(&std::array::from_fn(number)).expect("all is within the limits")
        };
        NetWeights { parts: parts.map(part).collect(), heads: heads.map(head).collect() }
    }
}

/// What one is, in a number of a head.
fn unit(at: usize) -> f64 {
    let hidden_one = f64::from(1 << 20);
    match at / LANES {
        0..INPUTS => 256.0,
        OF_MOVES | OF_REPLIES => hidden_one / f64::from(MOVES),
        START => hidden_one,
        WORTH => f64::from(UNIT) * 100.0 * 4.0,
        _ => f64::from(UNIT) * 100.0 * 4096.0,
    }
}

/// What a table of rows has for one part.
fn of_part(table: &[Lanes], part: usize) -> &[Lanes] {
    let length = table.len() / PARTS.len();
    &table[part * length..][..length]
}

/// The pieces of a table of rows: a block of all rows of a shape in a part each.
fn cut<'a>(table: &'a mut [Lanes], classes: &[usize]) -> Vec<&'a mut [Lanes]> {
    let mut rest = table;
    let mut pieces = Vec::new();
    for _ in 0..PARTS.len() * BLOCKS {
        for &classes in classes {
            pieces.push(rest.split_off_mut(..classes).expect("the table has all rows"));
        }
    }
    pieces
}

/// Which examples use each piece of the table of rows.
fn users<'a>(
    classes: &[usize],
    lessons: &'a [Lesson],
    at_sums: &'a [[Lanes; BLOCKS]],
) -> impl Iterator<Item = Users<'a>> {
    let mut shapes = Vec::new();
    let (mut first_place, mut first_row) = (0, 0);
    for (turns, classes) in SMALL_TURNS.iter().zip(classes) {
        shapes.push((first_place..first_place + turns, first_row));
        first_place += turns;
        first_row += classes;
    }
    let blocks = (0..PARTS.len()).flat_map(|part| (0..BLOCKS).map(move |block| (part, block)));
    blocks.flat_map(move |(part, block)| {
        let of_shape =
            move |(places, first_row)| Users { lessons, at_sums, part, block, places, first_row };
        shapes.clone().into_iter().map(of_shape)
    })
}

/// The first half of a step for some examples: gives the slopes of the other numbers than those of the
/// rows, and the sum of the squared errors.
struct Slice<'a> {
    rows: &'a [Lanes],
    others: &'a [f32],
    lessons: &'a [Lesson],
    /// How much an example counts.
    share: f32,
    /// Receives the slopes of each example for the sum of its rows.
    at_sums: &'a mut [[Lanes; BLOCKS]],
}

impl Task for Slice<'_> {
    type Output = (Vec<f32>, f64);

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) -> (Vec<f32>, f64) {
        let Slice { rows, others, lessons, share, at_sums } = self;
        let (starts, heads) = others.split_at(STARTS);
        let (starts, heads) = (starts.as_chunks::<WIDTH>().0, heads.as_chunks::<HEAD>().0);
        let columns: Vec<_> = heads.iter().map(columns).collect();
        let mut slopes = vec![0.0; others.len()];
        let (start_slopes, head_slopes) = slopes.split_at_mut(STARTS);
        let start_slopes = start_slopes.as_chunks_mut::<WIDTH>().0;
        let head_slopes = head_slopes.as_chunks_mut::<HEAD>().0;
        let mut squared = 0.0;
        for (lesson, at_sum) in lessons.iter().zip(at_sums) {
            // 1. The sum of the rows, clipped, and its products.
            let (part, head) = (lesson.part(), usize::from(lesson.head));
            let rows = of_part(rows, part);
            let count = rows.len() / BLOCKS;
            let (start, _) = starts[part].as_chunks::<LANES>();
            let mut sums = [[0.0; LANES]; BLOCKS];
            for block in 0..BLOCKS {
                let rows = &rows[block * count..][..count];
                let mut sum = start[block];
                for &row in &lesson.rows {
                    let row = &rows[usize::from(row)];
                    for at in 0..LANES {
                        sum[at] += row[at];
                    }
                }
                sums[block] = sum;
            }
            let sums: &[f32; WIDTH] = sums.as_flattened().try_into().expect("as wide");
            let clipped = sums.map(|sum| sum.clamp(0.0, 1.0));
            let mut inputs = [0.0; START];
            for at in 0..INPUTS {
                inputs[at] = clipped[at] * clipped[INPUTS + at];
            }
            inputs[OF_MOVES] = f32::from(lesson.moves) / MOVES;
            inputs[OF_REPLIES] = f32::from(lesson.replies) / MOVES;

            // 2. The hidden sums, and what is said.
            let (lanes, _) = heads[head].as_chunks::<LANES>();
            let mut hidden = lanes[START];
            for (input, weights) in inputs.iter().zip(lanes) {
                for at in 0..HIDDEN {
                    hidden[at] += input * weights[at];
                }
            }
            let shown = hidden.map(|sum| sum.clamp(0.0, 1.0));
            let mut said = heads[head][LAST];
            for at in 0..HIDDEN {
                said += shown[at] * lanes[WORTH][at];
            }
            let error = UNIT * said - lesson.left;
            squared += f64::from(error) * f64::from(error);
            let slope = (error / LARGE).clamp(-1.0, 1.0) * UNIT * share;

            // 3. Back again: what is clipped has no slope.
            let mut at_hidden = [0.0; HIDDEN];
            for at in 0..HIDDEN {
                at_hidden[at] = inside(hidden[at], slope * lanes[WORTH][at]);
            }
            let own = &mut head_slopes[head];
            own[LAST] += slope;
            let (own, _) = own.as_chunks_mut::<LANES>();
            for at in 0..HIDDEN {
                own[WORTH][at] += slope * shown[at];
                own[START][at] += at_hidden[at];
            }
            for (own, input) in own.iter_mut().zip(inputs) {
                for at in 0..HIDDEN {
                    own[at] += input * at_hidden[at];
                }
            }
            let mut at_products = [0.0; INPUTS];
            for (column, slope) in columns[head].iter().zip(at_hidden) {
                for at in 0..INPUTS {
                    at_products[at] += column[at] * slope;
                }
            }
            let at_sum = at_sum.as_flattened_mut();
            for at in 0..INPUTS {
                at_sum[at] = inside(sums[at], at_products[at] * clipped[INPUTS + at]);
                at_sum[INPUTS + at] = inside(sums[INPUTS + at], at_products[at] * clipped[at]);
            }
            for at in 0..WIDTH {
                start_slopes[part][at] += at_sum[at];
            }
        }
        (slopes, squared)
    }
}

/// A slope, where the sum is not clipped.
#[inline(always)]
fn inside(sum: f32, slope: f32) -> f32 {
    if (0.0..=1.0).contains(&sum) { slope } else { 0.0 }
}

/// The weights of the products, those of each hidden sum together.
fn columns(head: &[f32; HEAD]) -> [[f32; INPUTS]; HIDDEN] {
    std::array::from_fn(|hidden| std::array::from_fn(|input| head[input * HIDDEN + hidden]))
}

/// The second half of a step, for a piece of a table.
struct Change<'a> {
    values: &'a mut [Lanes],
    means: &'a mut [Lanes],
    squares: &'a mut [Lanes],
    slopes: &'a mut [Lanes],
    pace: Pace,
    most: f32,
    /// Whose slopes are added first.
    users: Option<Users<'a>>,
}

/// Examples, and the block of the rows of a shape that those of a part use.
struct Users<'a> {
    lessons: &'a [Lesson],
    at_sums: &'a [[Lanes; BLOCKS]],
    part: usize,
    block: usize,
    places: std::ops::Range<usize>,
    first_row: usize,
}

/// How a number follows its slopes.
#[derive(Clone, Copy)]
struct Pace {
    rate: f32,
    /// What makes the mean of squares as large as if it had not begun at nought.
    squares: f32,
}

const KEPT_MEAN: f32 = 0.9;
const KEPT_SQUARE: f32 = 0.99;
const EPSILON: f32 = 1e-8;

impl Pace {
    fn new(rate: f32, steps: i32) -> Pace {
        let begun = |kept: f32| (1.0 - f64::from(kept).powi(steps)) as f32;
        Pace { rate: rate / begun(KEPT_MEAN), squares: 1.0 / begun(KEPT_SQUARE) }
    }
}

impl Task for Change<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Change { values, means, squares, slopes, pace, most, users } = self;
        if let Some(Users { lessons, at_sums, part, block, places, first_row }) = users {
            let all = lessons.iter().zip(at_sums);
            for (lesson, at_sum) in all.filter(|(lesson, _)| lesson.part() == part) {
                for &row in &lesson.rows[places.clone()] {
                    let slope = &mut slopes[usize::from(row) - first_row];
                    for at in 0..LANES {
                        slope[at] += at_sum[block][at];
                    }
                }
            }
        }
        let remembered = means.iter_mut().zip(squares);
        for ((value, slope), (mean, square)) in values.iter_mut().zip(slopes).zip(remembered) {
            for at in 0..LANES {
                mean[at] = KEPT_MEAN * mean[at] + (1.0 - KEPT_MEAN) * slope[at];
                square[at] = KEPT_SQUARE * square[at] + (1.0 - KEPT_SQUARE) * slope[at] * slope[at];
                let root = (square[at] * pace.squares).sqrt() + EPSILON;
                value[at] = (value[at] - pace.rate * mean[at] / root).clamp(-most, most);
                slope[at] = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aim::Aim;
    use crate::fit::tests::boards;
    use crate::net::lesson::School;
    use othellier_eval::patterns::Weights;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn lessons() -> Vec<Lesson> {
        let aim = Aim { blend: 0.0, held_out: 0, optimism: vec![0.0; 61] };
        let school = School::new(&Weights::zero("test"), &aim);
        let example = |(game, board)| crate::Example {
            board,
            outcome: 700 - 30 * board_mix(board),
            forecast: None,
            game,
        };
        school.taught(&boards(2).into_iter().map(example).collect::<Vec<_>>())
    }

    fn board_mix(board: othellier_board::Board) -> i16 {
        (board.mover().bits() % 41) as i16
    }

    /// The mean of half the squared error, in sixteenths of a disc, of errors below 16 discs.
    fn loss(numbers: &mut Numbers, lessons: &[Lesson]) -> f64 {
        numbers.others.slopes.as_flattened_mut().fill(0.0);
        numbers.slopes(lessons, 1) / (2.0 * f64::from(LARGE) * lessons.len() as f64)
    }

    #[test]
    fn slopes_are_what_a_small_change_shows() {
        let lessons = lessons();
        let mut numbers = Numbers::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        loss(&mut numbers, &lessons);
        let others = numbers.others.slopes.as_flattened().to_vec();
        // The slopes of a row are the sum over its users.
        let (row, part) = (lessons[20].rows[9], lessons[20].part());
        let count = numbers.rows.values.len() / PARTS.len() / BLOCKS;
        let users = |lesson: &Lesson| lesson.rows.iter().filter(|&&used| used == row).count();
        let of_row = |numbers: &Numbers, at: usize| -> f32 {
            let all = lessons.iter().zip(&numbers.at_sums);
            let all = all.filter(|(lesson, _)| lesson.part() == part);
            all.map(|(lesson, slopes)| users(lesson) as f32 * slopes.as_flattened()[at]).sum()
        };
        let in_row = [3, 40].map(|at| (at, of_row(&numbers, at)));

        const CHANGE: f32 = 2e-3;
        let mut check = |name: &str, slope: f32, change: &dyn Fn(&mut Numbers, f32)| {
            change(&mut numbers, CHANGE);
            let more = loss(&mut numbers, &lessons);
            change(&mut numbers, -2.0 * CHANGE);
            let less = loss(&mut numbers, &lessons);
            change(&mut numbers, CHANGE);
            let shown = (more - less) / (2.0 * f64::from(CHANGE));
            let slope = f64::from(slope);
            assert!(slope.abs() > 1e-5, "{name}: {slope}");
            assert!((slope - shown).abs() < 0.03 * slope.abs() + 2e-5, "{name}: {slope} {shown}");
        };
        for (at, slope) in in_row {
            let place = (part * BLOCKS + at / LANES) * count + usize::from(row);
            check("row", slope, &|numbers, by| numbers.rows.values[place][at % LANES] += by);
        }
        // Of each kind the one with the steepest slope: others may be clipped.
        let (start, head) = (part * WIDTH, STARTS + usize::from(lessons[20].head) * HEAD);
        let lanes =
            |first: usize, count: usize| head + first * HIDDEN..head + (first + count) * HIDDEN;
        for (name, kind) in [
            ("start of the sum", start..start + INPUTS),
            ("its second half", start + INPUTS..start + WIDTH),
            ("product", lanes(0, INPUTS)),
            ("moves", lanes(OF_MOVES, 1)),
            ("replies", lanes(OF_REPLIES, 1)),
            ("start", lanes(START, 1)),
            ("worth", lanes(WORTH, 1)),
            ("last", head + LAST..head + HEAD),
        ] {
            let steepness = |at: &usize| others[*at].abs();
            let at = kind.max_by(|one, other| steepness(one).total_cmp(&steepness(other))).unwrap();
            check(name, others[at], &|numbers, by| {
                numbers.others.values.as_flattened_mut()[at] += by;
            });
        }
    }

    /// The first step of Adam is as long as its rate, against the slope.
    #[test]
    fn a_step_goes_down() {
        let mut lessons = lessons();
        lessons.retain(|lesson| lesson.head % 2 == 0);
        let mut numbers = Numbers::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let before = numbers.rows.values.clone();
        let first = numbers.step(&lessons, 1e-3, 2);
        let steps = before.as_flattened().iter().zip(numbers.rows.values.as_flattened());
        let longest = steps.map(|(before, after)| (before - after).abs()).fold(0.0, f32::max);
        assert!((longest - 1e-3).abs() < 1e-5, "{longest}");
        // Heads that have met no board say nothing.
        let rounded = numbers.rounded();
        for (at, head) in rounded.heads.iter().enumerate() {
            let met = lessons.iter().any(|lesson| usize::from(lesson.head) == at);
            assert_eq!(met, head.worth != [0; HIDDEN], "{at}");
        }
        let second = numbers.step(&lessons, 1e-3, 2);
        assert!(second < first, "{second} {first}");
    }

    #[test]
    fn a_net_of_the_largest_numbers_is_read_again() {
        let mut numbers = Numbers::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        numbers.rows.values.as_flattened_mut().fill(MOST_IN_ROW);
        // As if all had learned.
        numbers.rows.squares.as_flattened_mut().fill(1.0);
        numbers.others.squares.as_flattened_mut().fill(1.0);
        for most in [MOST, -MOST] {
            numbers.others.values.as_flattened_mut().fill(most);
            let net = numbers.rounded();
            assert_eq!(net.heads[0].worth, [(12_800.0 * most) as i32; HIDDEN]);
            let weights = Weights { net: Some(net), ..Weights::zero("large") };
            assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
        }
    }

    #[test]
    fn a_part_that_has_met_no_board_stays_as_it_is() {
        let mut lessons = lessons();
        lessons.retain(|lesson| lesson.part() == 1);
        let mut numbers = Numbers::new(&mut Xoshiro256PlusPlus::seed_from_u64(5));
        let before = numbers.rounded();
        numbers.step(&lessons, 1e-1, 2);
        let parts = before.parts.iter().zip(numbers.rounded().parts);
        let same: Vec<bool> = parts.map(|(before, after)| *before == after).collect();
        assert_eq!(same, std::array::from_fn::<_, { PARTS.len() }, _>(|part| part != 1));
    }
}

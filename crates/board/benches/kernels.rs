//! Benchmarks of the primitives of each kernel: throughput of independent calls, and latency of calls
//! that each depend on the one before. Beside them, the same for the naive array of cells, and a whole
//! perft for all of them.
//!
//! `cargo bench -p othellier-board`

use std::hint::black_box;
use std::time::{Duration, Instant};

use othellier_board::kernel::{Batch, Kernel, LANES, Task, Tier};
use othellier_board::perft::{Passes, perft_by};
use othellier_board::reference::{self, Mailbox};
use othellier_board::{Bitboard, Board, Position, Square};

/// Boards of all phases with one of their moves, from fixed pseudo-random games.
fn samples() -> Vec<(Board, Square)> {
    let mut samples = Vec::new();
    let mut position = Position::start();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    while samples.len() < 4096 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let moves = position.legal_moves();
        match moves.into_iter().nth(random as usize % moves.len().max(1) as usize) {
            Some(square) => samples.push((position.board(), square)),
            None if position.board().is_over() => {
                position = Position::start();
                continue;
            }
            None => {}
        }
        let played = position.moves().nth(random as usize % position.moves().len());
        position = position.after(played.expect("the game is not over"));
    }
    samples
}

/// One primitive applied to every sample; the sum keeps it from being optimised away.
struct All<'a>(Primitive, &'a [(Board, Square)]);

#[derive(Clone, Copy)]
enum Primitive {
    Flips,
    FlipsInChain,
    LegalMoves,
    LegalMovesInChain,
    Replies,
}

impl Task for All<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let All(primitive, samples) = self;
        // Zero, but known only at run time: creates a data dependency.
        let zero = black_box(0);
        let after = |last: u64, board: Board| {
            let mover = board.mover() ^ Bitboard::from_bits(last & zero);
            Board::new(mover, board.opponent()).unwrap_or_default()
        };
        match primitive {
            Primitive::Flips => samples
                .iter()
                .fold(0, |sum, (board, square)| sum ^ kernel.flips(*board, *square).bits()),
            Primitive::FlipsInChain => samples
                .iter()
                .fold(0, |last, (board, square)| kernel.flips(after(last, *board), *square).bits()),
            Primitive::LegalMoves => {
                samples.iter().fold(0, |sum, (board, _)| sum ^ kernel.legal_moves(*board).bits())
            }
            Primitive::LegalMovesInChain => samples
                .iter()
                .fold(0, |last, (board, _)| kernel.legal_moves(after(last, *board)).bits()),
            Primitive::Replies => samples.chunks_exact(LANES).fold(0, |sum, batch| {
                let mover = std::array::from_fn(|lane| batch[lane].0.mover().bits());
                let opponent = std::array::from_fn(|lane| batch[lane].0.opponent().bits());
                let square = std::array::from_fn(|lane| batch[lane].1.bitboard().bits());
                let batch = Batch { mover: &mover, opponent: &opponent, square: &square };
                sum + kernel.replies(batch).count.iter().sum::<u64>()
            }),
        }
    }
}

/// How long a function is measured.
const MEASURED: Duration = Duration::from_secs(1);
/// The parts of that time; the best is reported, because disturbances only make a part slower.
const PARTS: u32 = 20;

/// Prints how long a function takes, for each of its elements.
fn measure<T>(group: &str, name: &str, elements: usize, function: impl Fn() -> T) {
    let mut best = f64::INFINITY;
    for _ in 0..PARTS {
        let started = Instant::now();
        let mut runs = 0;
        while started.elapsed() < MEASURED / PARTS {
            black_box(function());
            runs += 1;
        }
        best = best.min(started.elapsed().as_secs_f64() / f64::from(runs));
    }
    let nanoseconds = 1e9 * best / elements as f64;
    println!("{group:36} {name:8} {nanoseconds:9.3} ns {:11.1} M/s", 1e3 / nanoseconds);
}

fn available() -> impl Iterator<Item = Tier> {
    Tier::ALL.into_iter().filter(|tier| tier.is_available())
}

fn kernels() {
    let samples = samples();
    let primitives = [
        ("flips, throughput", Primitive::Flips),
        ("flips, latency", Primitive::FlipsInChain),
        ("legal moves, throughput", Primitive::LegalMoves),
        ("legal moves, latency", Primitive::LegalMovesInChain),
        ("a move and its replies, in batches", Primitive::Replies),
    ];
    for (name, primitive) in primitives {
        let expected = Tier::Scalar.run(All(primitive, &samples));
        for tier in available() {
            assert_eq!(tier.run(All(primitive, &samples)), expected, "{name} by {}", tier.name());
            measure(name, tier.name(), samples.len(), || {
                tier.run(All(primitive, black_box(&samples)))
            });
        }
    }
}

/// The primitives of the array of cells, and perft by it and by every kernel.
fn mailbox() {
    let cells = |square: Square| (square.column().into(), square.row().into());
    let samples: Vec<_> = samples()
        .into_iter()
        .map(|(board, square)| (Mailbox::from(board), cells(square)))
        .collect();
    measure("flips", "mailbox", samples.len(), || {
        let samples = black_box(&samples).iter();
        samples.map(|(board, cell)| board.flips(*cell).len()).sum::<usize>()
    });
    measure("legal moves", "mailbox", samples.len(), || {
        black_box(&samples).iter().map(|(board, _)| board.legal_moves().len()).sum::<usize>()
    });

    let board = Position::start().board();
    measure("perft 7", "mailbox", 55_092, || reference::perft(black_box(board), 7, Passes::Free));
    for tier in available() {
        measure("perft 7", tier.name(), 55_092, || {
            perft_by(tier, black_box(board), 7, Passes::Free)
        });
    }
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--bench") {
        kernels();
        mailbox();
    }
}

//! The exact score of a position, and best play to the end.
//!
//! ```sh
//! cargo run --release -p othellier --example solve
//! ```

use std::error::Error;

use othellier::prelude::*;

/// The first position of the FFO endgame suite, which every solver knows: 14 empty squares.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let position: Position = parse_position(text.as_deref().unwrap_or(FFO_1))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut solver = Solver::new(threads, 64 << 20);
    let solved = solver.solve(position.board(), Goal::Exact, &StopSignal::default());
    let solved = solved.ok_or("nobody stops it")?;
    let line: Vec<String> = solved.line.iter().map(ToString::to_string).collect();
    println!("{:+}  {}", solved.score, line.join(" "));
    println!("{} nodes in {:?}", solved.nodes, solved.elapsed);
    Ok(())
}

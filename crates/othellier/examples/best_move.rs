//! The best move of a position.
//!
//! ```sh
//! cargo run --release -p othellier --example best_move -- f5d6c3 2
//! ```

use std::error::Error;
use std::time::Duration;

use othellier::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    // The moves played so far, or a board; then the seconds to think.
    let mut arguments = std::env::args().skip(1);
    let position: Position = parse_position(&arguments.next().unwrap_or_default())?;
    let seconds: f64 = arguments.next().map_or(Ok(1.0), |text| text.parse())?;

    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut champion = Champion::new(SearchLevel::new(SearchLevel::MAX), threads, 256 << 20);
    let limits = SearchLimits::default().or_time(Duration::try_from_secs_f64(seconds)?);
    // Each iteration is shown as it ends.
    let report = champion.search(&position, &limits, &mut |so_far| show(so_far));
    show(&report);
    Ok(())
}

fn show(report: &SearchReport) {
    let Some(line) = report.lines.first() else { return println!("no move") };
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    println!(
        "depth {:2}  {:+6.2}  {:>12} nodes  {}",
        report.depth,
        line.score.discs(),
        report.nodes,
        moves.join(" ")
    );
}

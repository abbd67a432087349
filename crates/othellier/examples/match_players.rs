//! A match of two players of the catalogue, with the colours swapped on every opening.
//!
//! ```sh
//! cargo run --release -p othellier --features measure --example match_players -- 'champion(level=4)' 'mcts(time=50ms)' 20
//! ```

use std::error::Error;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use othellier::measure::{Match, MatchSettings};
use othellier::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut player = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned()).parse();
    let (a, b): (Spec, Spec) = (player("champion(level=4)")?, player("alphabeta(depth=4)")?);
    let mut settings = MatchSettings::new(a, b);
    settings.games = arguments.next().as_deref().unwrap_or("20").parse()?;
    let games: Match = settings.prepare(Access::Full, available_parallelism()?)?;
    let totals = games.run(&StopSignal::default(), &mut |game, totals| {
        println!("game {}: {:+} ({} played)", game.index + 1, game.difference(), totals.games());
        ControlFlow::Continue(())
    })?;
    let score = totals.score.score_rate().unwrap_or(0.5);
    println!("{}: {:.1} %, Elo {:?}", games.players[0], 100.0 * score, totals.elo());
    Ok(())
}

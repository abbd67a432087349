//! A match of two players of the catalogue, with the colours swapped on every opening.
//!
//! ```sh
//! cargo run --release -p othellier --features measure --example match_players -- 'champion(level=4)' 'mcts(time=50ms)' 20
//! ```

use std::error::Error;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use othellier::measure::{Colors, Match, Openings};
use othellier::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut player = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned()).parse();
    let players: [Spec; 2] = [player("champion(level=4)")?, player("alphabeta(depth=4)")?];
    let games = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let games: Match = Match {
        players,
        games,
        openings: Openings::random(8, games.div_ceil(2), 1)?,
        colors: Colors::Swapped,
        limit: None,
        sprt: None,
        seed: 1,
        access: Access::Full,
        threads: available_parallelism()?,
    };
    let totals = games.run(&StopSignal::default(), &mut |game, totals| {
        println!("game {}: {:+} ({} played)", game.index + 1, game.difference(), totals.games());
        ControlFlow::Continue(())
    })?;
    let score = totals.score.score_rate().unwrap_or(0.5);
    println!("{}: {:.1} %, Elo {:?}", games.players[0], 100.0 * score, totals.elo());
    Ok(())
}

//! Finds the good and the bad moves of a game.
//!
//! ```sh
//! cargo run --release -p othellier --features review --example review_game -- f5d6c5f4e3f6g5e6e7
//! ```

use std::error::Error;

use othellier::prelude::*;
use othellier::review::{Reviewer, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "f5d6c5f4e3f6g5e6e7".to_owned());
    let game: Game = transcript::read(Position::start(), &moves)?;
    let mut reviewer = Reviewer::new(&Settings { level: 10, ..Settings::default() });
    let review = reviewer.review(&game, &StopSignal::default(), &mut |_| ());
    for (number, reviewed) in (1..).zip(&review.moves) {
        println!(
            "{number:2}. {} {}  {:+6.2} → {:+6.2}  best {}  {:?}",
            reviewed.mover(),
            reviewed.played,
            reviewed.before.discs,
            reviewed.after.discs,
            reviewed.best_move(),
            reviewed.reasons,
        );
    }
    if let Some(number) = review.turning_point {
        println!("the game was lost by move {number}");
    }
    Ok(())
}

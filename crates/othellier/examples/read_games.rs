//! Games of files or folders in any format (WTHOR, GGF, SGF, PGN, OBF, transcripts): who won how often.
//!
//! ```sh
//! cargo run --release -p othellier --example read_games -- testdata/games
//! ```

use std::error::Error;
use std::path::Path;

use othellier::prelude::*;
use othellier::record::source::game_sources;

fn main() -> Result<(), Box<dyn Error>> {
    let [mut black, mut white, mut drawn, mut unknown, mut broken] = [0; 5];
    for path in std::env::args().skip(1) {
        for source in game_sources(Path::new(&path), None)? {
            source.read(8, |_format, records| {
                for record in records {
                    match record.map(|record| record.black_score()) {
                        Ok(Some(score)) if score > 0.0 => black += 1,
                        Ok(Some(score)) if score < 0.0 => white += 1,
                        Ok(Some(_)) => drawn += 1,
                        Ok(None) => unknown += 1,
                        // One broken game does not lose the next.
                        Err(error) => {
                            eprintln!("{error}");
                            broken += 1;
                        }
                    }
                }
            })?;
        }
    }
    println!("{} won {black}, {} won {white}, {drawn} drawn", Color::Black, Color::White);
    println!("{unknown} without a result, {broken} broken");
    Ok(())
}

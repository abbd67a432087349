//! What is to be foretold, and from which games one may learn: one answer for all that learns.

use crate::Example;

/// What learning aims at.
#[derive(Clone, Debug)]
pub struct Aim {
    /// How much of what is to be foretold is the forecast of a search, where there is one; the rest
    /// is the outcome of the game.
    pub blend: f32,
    /// One game in so many is not learned from; none where this is 0.
    pub held_out: u32,
    /// By how much forecasts are too high, by number of empty squares, in discs.
    pub optimism: Vec<f32>,
}

impl Aim {
    /// What a judgement of this example should say, in discs.
    #[inline(always)]
    pub fn discs(&self, example: &Example) -> f32 {
        let outcome = f32::from(example.outcome) / 100.0;
        let Some(forecast) = example.forecast else { return outcome };
        let optimism = self.optimism[example.board.empties().len() as usize];
        outcome + self.blend * (f32::from(forecast) / 100.0 - optimism - outcome)
    }

    /// Whether a game is held out, to see how well what was learned does.
    pub fn holds_out(&self, game: u32) -> bool {
        self.held_out != 0 && scattered(game).is_multiple_of(self.held_out)
    }
}

/// Games that follow each other fall on both sides of a split.
fn scattered(game: u32) -> u32 {
    game.wrapping_mul(0x9e37_79b1) >> 16
}

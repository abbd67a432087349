//! The training target and the validation set, shared by everything that trains an evaluation.

use crate::Example;

/// The training target of an example, and which games belong to the validation set.
#[derive(Clone, Debug)]
pub struct Target {
    /// Weight of the search forecast in the target, where there is one; the rest is the game outcome.
    pub blend: f32,
    /// One game in this many belongs to the validation set; none where this is 0.
    pub validation_one_in: u32,
    /// Mean error of the forecasts (forecast minus outcome), by number of empty squares, in discs.
    pub forecast_bias: Vec<f32>,
}

impl Target {
    /// The value that the evaluation of this example should have, in discs.
    #[inline(always)]
    pub fn discs(&self, example: &Example) -> f32 {
        let outcome = f32::from(example.outcome) / 100.0;
        let Some(forecast) = example.forecast else { return outcome };
        let bias = self.forecast_bias[example.board.empties().len() as usize];
        outcome + self.blend * (f32::from(forecast) / 100.0 - bias - outcome)
    }

    /// Whether a game belongs to the validation set.
    pub fn is_validation(&self, game: u32) -> bool {
        self.validation_one_in != 0 && scattered(game).is_multiple_of(self.validation_one_in)
    }
}

/// A hash of the game number, so that consecutive games fall on both sides of the split.
fn scattered(game: u32) -> u32 {
    game.wrapping_mul(0x9e37_79b1) >> 16
}

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
    /// The value that the evaluation of this example should have, in discs. Values of searches, in
    /// place of the outcome too, lose the bias of the forecasts.
    #[inline(always)]
    pub fn discs(&self, example: &Example) -> f32 {
        let outcome = f32::from(example.outcome) / 100.0;
        let bias = self.forecast_bias[example.board.empties().len() as usize];
        match example.forecast {
            Some(forecast) => outcome + self.blend * (f32::from(forecast) / 100.0 - bias - outcome),
            None if example.is_searched() => outcome - bias,
            None => outcome,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Board;

    /// The start has 60 empty squares; forecasts there are 1.5 discs too high.
    #[test]
    fn values_of_searches_lose_the_bias_of_forecasts() {
        let mut forecast_bias = vec![9.0; 61];
        forecast_bias[60] = 1.5;
        let target = Target { blend: 0.25, validation_one_in: 0, forecast_bias };
        let discs = |outcome, forecast| {
            target.discs(&Example { board: Board::default(), outcome, forecast, game: 0 })
        };
        assert_eq!(discs(400, None), 4.0, "a final score");
        assert_eq!(discs(400, Some(1350)), 6.0, "an outcome and a forecast");
        assert_eq!(discs(450, None), 3.0, "a search in place of the outcome");
        assert_eq!(discs(-301, None), -4.51, "the bias has one sign");
    }
}

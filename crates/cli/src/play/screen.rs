//! The full screen.

use othellier_board::Size;

use super::Exit;
use super::session::Session;
use crate::complaint::Complaint;

/// Gives the terminal back, if the screen has it.
pub(crate) fn leave() {}

/// Plays on the full screen until the person leaves.
pub(crate) fn run<S: Size>(_session: &mut Session<S>, _seed: u64) -> Result<Exit, Complaint> {
    Err(Complaint::Usage("not yet".into()))
}

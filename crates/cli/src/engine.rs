//! Shared by the engine side of all protocols (GTP, NBoard, Cassio): reading and writing lines, and
//! building the player.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use othellier_board::{Eight, Size};
use othellier_locale::message;
use othellier_play::{Player, Seat, Setup, build, catalogue};
use othellier_spec::{Spec, SpecError};

use crate::error::CliError;

/// The player used when none is named: the strongest one.
pub(crate) const DEFAULT_PLAYER: &str = "champion";

/// Where an engine writes its lines. Search threads use it too, at any time.
pub(crate) type LineSink = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// Writes lines to standard output and flushes each.
pub(crate) fn stdout_sink() -> LineSink {
    Arc::new(|line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}")?;
        output.flush()
    })
}

/// The longest line that is kept; the rest of a longer one is dropped.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Reads the next line, truncated if it is too long; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Why a player cannot be an engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayerSetupError {
    /// No such player, or an invalid option.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The spec names a human.
    #[error("a human cannot be an engine; expected a program")]
    Human,
}

impl PlayerSetupError {
    /// The error of a wrong argument.
    pub(crate) fn into_cli_error(self) -> CliError {
        match self {
            PlayerSetupError::Spec(error) => CliError::usage(error),
            PlayerSetupError::Human => CliError::usage(message!("gtp-no-person")),
        }
    }
}

/// Builds the player that a spec names, ready to search.
pub(crate) fn build_program<S: Size>(
    player: &Spec,
    seed: u64,
) -> Result<Box<dyn Player<S>>, PlayerSetupError> {
    match build(player, &Setup { seed })? {
        Seat::Program(mut player) => {
            // Allocates tables now, before any clock runs.
            if let Some((searcher, _)) = player.search() {
                searcher.make_ready();
            }
            Ok(player)
        }
        Seat::Human => Err(PlayerSetupError::Human),
    }
}

/// Whether a player has an option of this name.
pub(crate) fn player_has_option(player: &Spec, name: &str) -> bool {
    let entries = catalogue::<Eight>();
    let entry = entries.iter().find(|entry| entry.description.name == player.name);
    entry.is_some_and(|entry| entry.description.keys.iter().any(|key| key.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_truncated() {
        let long = "x".repeat(3 * MAX_LINE_BYTES as usize);
        let mut input = io::Cursor::new(format!("a\n{long}\nb"));
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap(), b"a\n");
        assert_eq!(next().unwrap().len(), MAX_LINE_BYTES as usize);
        assert_eq!(next().unwrap(), b"b");
        assert_eq!(next(), None);
    }
}

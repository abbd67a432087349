//! What our engines share, whatever protocol they speak: the lines they are sent, and who may play.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use othellier_board::{Eight, Size};
use othellier_play::{Player, Seat, Setup, build, catalogue};
use othellier_spec::{Spec, SpecError};

use crate::complaint::Complaint;
use crate::lang::Lang;

/// Who answers where nobody is named: the strongest player there is.
pub(crate) const DEFAULT_PLAYER: &str = "champion";

/// Where the answers go of an engine that speaks when it likes, a line at a time.
pub(crate) type Voice = Arc<dyn Fn(&str) -> io::Result<()> + Send + Sync>;

/// The voice that everybody hears.
pub(crate) fn aloud() -> Voice {
    Arc::new(|line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}")?;
        output.flush()
    })
}

/// The longest line that is read whole; the rest of a longer one is dropped.
const LONGEST_LINE: u64 = 1 << 16;

/// The next line, or its beginning where it is too long; nothing after the last.
pub(crate) fn line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Why a player cannot be an engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// There is no such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It is a person.
    #[error("a person is no engine; expected a program")]
    Person,
}

impl Refusal {
    /// The refusal as a wrong argument.
    pub(crate) fn complaint(self, lang: Lang) -> Complaint {
        match self {
            Refusal::Spec(error) => Complaint::spec(lang, error),
            Refusal::Person => Complaint::Usage(lang.text("gtp-no-person")),
        }
    }
}

/// The program that a spec names.
pub(crate) fn program<S: Size>(player: &Spec, seed: u64) -> Result<Box<dyn Player<S>>, Refusal> {
    match build(player, &Setup { seed })? {
        Seat::Program(mut player) => {
            // Before any clock runs.
            if let Some((searcher, _)) = player.search() {
                searcher.make_ready();
            }
            Ok(player)
        }
        Seat::Human => Err(Refusal::Person),
    }
}

/// Whether a player has an option of this name.
pub(crate) fn has_option(player: &Spec, name: &str) -> bool {
    let entries = catalogue::<Eight>();
    let entry = entries.iter().find(|entry| entry.description.name == player.name);
    entry.is_some_and(|entry| entry.description.keys.iter().any(|key| key.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_is_too_long() {
        let long = "x".repeat(3 * LONGEST_LINE as usize);
        let mut input = io::Cursor::new(format!("a\n{long}\nb"));
        let mut next = || line(&mut input).unwrap();
        assert_eq!(next().unwrap(), b"a\n");
        assert_eq!(next().unwrap().len(), LONGEST_LINE as usize);
        assert_eq!(next().unwrap(), b"b");
        assert_eq!(next(), None);
    }
}

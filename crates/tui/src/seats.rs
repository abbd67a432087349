//! Who sits at the board.
//!
//! A saved game names its players, and it may come from a stranger: a player that starts a program or
//! reads a file is seated only if the person at this terminal named it.

use othellier_board::{Color, Size};
use othellier_locale::{Lang, Localized, tr};
use othellier_play::{Participant, Player, Seat, Setup, build_seat, with_book};
use othellier_spec::{Access, Spec, SpecError};

/// The programs of two seats, Black first; `None` for a person.
pub(crate) type Programs<S> = [Option<Box<dyn Player<S>>>; 2];

/// Why a player cannot sit down.
#[derive(Debug)]
pub enum SeatError {
    /// There is no such player.
    Spec(SpecError),
    /// The player of a saved game starts a program or reads a file.
    Untrusted(Spec),
}

impl Localized for SeatError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            SeatError::Spec(error) => error.in_language(lang),
            SeatError::Untrusted(spec) => tr!(lang, "play-untrusted", player = spec.to_string()),
        }
    }
}

/// Builds the programs among these players. Those that the person did not name come from a saved
/// game.
pub(crate) fn build<S: Size>(
    players: &[Spec; 2],
    named: &[&Spec],
    seed: u64,
) -> Result<Programs<S>, SeatError> {
    let program = |color: Color| {
        let spec = &players[color as usize];
        let access = if named.contains(&spec) { Access::Full } else { Access::Sealed };
        let setup = Setup { seed: seed.wrapping_add(color as u64), access };
        match build_seat(&with_book(spec), &setup) {
            Ok(Seat::Human) => Ok(None),
            Ok(Seat::Program(program)) => Ok(Some(program)),
            Err(SpecError::Denied { .. }) => Err(SeatError::Untrusted(spec.clone())),
            Err(error) => Err(SeatError::Spec(error)),
        }
    };
    Ok([program(Color::Black)?, program(Color::White)?])
}

/// The player of a seat.
pub(crate) fn participant(spec: &Spec, name: String) -> Participant {
    if is_person(spec) {
        Participant::person(name)
    } else {
        Participant::program(name, spec.clone())
    }
}

/// The default name of a player: a program is named by its spec.
pub(crate) fn default_name(lang: Lang, players: &[Spec; 2], color: Color) -> String {
    match &players[color as usize] {
        program if !is_person(program) => program.to_string(),
        _ if players.iter().all(is_person) => {
            tr!(lang, "play-name-numbered", number = color as usize + 1)
        }
        _ => lang.text("play-name-person"),
    }
}

fn is_person(spec: &Spec) -> bool {
    spec.name == "human"
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;

    use super::*;

    #[test]
    fn players_of_a_saved_game_start_no_program_and_read_no_file() {
        let human: Spec = "human".parse().unwrap();
        for text in [
            "gtp(cmd=\"edax -gtp\")",
            "gtp",
            "nboard(cmd=ntest)",
            "champion(weights=a.bin)",
            "champion(book=a.book)",
            "champion(level=2, book=\"on, off\")",
            "champion(weights=\"small)/a.bin\")",
            "alphabeta(eval=genome(file=a.txt))",
            "alphabeta(eval=\"genome( file = a.txt)\")",
        ] {
            let players = [human.clone(), text.parse().unwrap()];
            let error = build::<Eight>(&players, &[&human], 1).err();
            assert!(matches!(error, Some(SeatError::Untrusted(_))), "{text}");
        }
        let named: Spec = "champion(weights=no-such-file)".parse().unwrap();
        let error = build::<Eight>(&[human.clone(), named.clone()], &[&named], 1).err();
        assert!(matches!(error, Some(SeatError::Spec(_))), "the file was looked for");
        for text in ["human", "random", "level-3", "champion(level=2, book=off, weights=small)"] {
            let players = [human.clone(), text.parse().unwrap()];
            assert!(build::<Eight>(&players, &[], 1).is_ok(), "{text}");
        }
    }
}

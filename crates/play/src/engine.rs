//! The players of the catalogue as engines of GTP and NBoard.

use std::thread::JoinHandle;

use othellier_board::{Eight, Position, Size};
use othellier_protocol::{Program, ProgramChoice, ProgramError, Programs};
use othellier_record::Game;
use othellier_search::{SearchLimits, SearchReport, Searcher};
use othellier_spec::Spec;

use crate::{
    Clock, LEVELS, NoProgram, Player, PlayerError, Setup, StopSignal, build_player, catalogue,
};

/// Builds the programs behind an engine: every player of the catalogue but the human.
#[derive(Clone, Debug)]
pub struct CataloguePrograms {
    /// Their setup, besides their specs.
    pub setup: Setup,
}

impl Programs for CataloguePrograms {
    type Error = NoProgram;

    fn build<S: Size>(&self, spec: &Spec) -> Result<Box<dyn Program<S>>, NoProgram> {
        let mut player = build_player(spec, &self.setup)?;
        // Builds the tables now, before any clock runs; the name of the engine need not wait for them.
        let preparing = std::thread::spawn(move || {
            if let Some((searcher, _)) = player.search() {
                searcher.make_ready();
            }
            player
        });
        Ok(Box::new(PlayerProgram { preparing: Some(preparing), ready: None }))
    }

    fn has_option(&self, spec: &Spec, name: &str) -> bool {
        let entries = catalogue::<Eight>();
        let entry = entries.iter().find(|entry| entry.description.name == spec.name);
        entry.is_some_and(|entry| entry.description.keys.iter().any(|key| key.name == name))
    }

    fn levels(&self) -> Vec<Spec> {
        let named = |name: &str| Spec { name: name.to_owned(), options: Vec::new() };
        LEVELS.iter().map(|level| named(level.name)).collect()
    }
}

struct PlayerProgram<S: Size> {
    /// The thread that prepares the player.
    preparing: Option<JoinHandle<Box<dyn Player<S>>>>,
    /// The player, when the thread was joined.
    ready: Option<Box<dyn Player<S>>>,
}

impl<S: Size> PlayerProgram<S> {
    /// The player, once it is ready.
    fn player(&mut self) -> &mut dyn Player<S> {
        if let Some(thread) = self.preparing.take() {
            let prepared = thread.join();
            self.ready = Some(prepared.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        self.ready.as_deref_mut().expect("it is being prepared or ready")
    }
}

impl<S: Size> Program<S> for PlayerProgram<S> {
    fn make_ready(&mut self) {
        self.player();
    }

    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<ProgramChoice<S>, ProgramError> {
        match self.player().choose(game, clock, stop, watch) {
            Ok(choice) => {
                let line = choice.report.and_then(|report| report.lines.into_iter().next());
                Ok(ProgramChoice { chosen: choice.chosen, line })
            }
            Err(PlayerError::Resigned) => Err(ProgramError::Resigned),
            Err(error) => Err(ProgramError::Failed(error.to_string())),
        }
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        self.player().search()
    }

    fn book_report(&mut self, position: &Position<S>) -> Option<SearchReport<S>> {
        self.player().book_report(position)
    }
}

#[cfg(test)]
mod tests {
    use othellier_protocol::gtp;

    use super::*;
    use crate::Access;

    #[test]
    fn players_of_the_catalogue_are_engines() {
        let programs = CataloguePrograms { setup: Setup { seed: 1, access: Access::Sealed } };
        let player = "minimax(depth=1, eval=discs)".parse().unwrap();
        let mut session = gtp::Session::new(programs, player).unwrap();
        for (line, answer) in [
            ("play b f5", "="),
            ("genmove w", "= f4"),
            ("set_level 7", "? unknown level; expected 1 to 6"),
            ("set_level 3", "="),
            ("othellier-player", "= level-3"),
            ("othellier-player human", "? a human cannot be an engine; expected a program"),
            (
                "othellier-player pvs(depth=0)",
                "? `0` is not a value of depth of pvs; expected a number from 1 to 120",
            ),
            ("othellier-player champion", "="),
            ("set_level 6", "="),
            ("othellier-player", "= champion(level=6)"),
            ("boardsize 6", "? champion: it plays on 8×8 boards only"),
        ] {
            assert_eq!(session.handle_line(line.as_bytes()).unwrap().trim_end(), answer, "{line}");
        }
    }

    #[test]
    fn book_moves_come_first() {
        let programs = CataloguePrograms { setup: Setup { seed: 1, access: Access::Sealed } };
        let mut program: Box<dyn Program<Eight>> =
            programs.build(&"champion(level=1, book=on)".parse().unwrap()).ok().unwrap();
        assert!(program.book_report(&Position::default()).unwrap().lines.len() > 1);
    }
}

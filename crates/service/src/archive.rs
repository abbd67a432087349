//! Opening explorer: what the games of the archive played in a position.

use othellier_archive::{Archive, ArchiveError, Filter};
use othellier_record::{AnyGame, with_game};
use othellier_wire::{Explored, ExploredType, TrustedScore};

/// The answer where there is no archive.
pub fn no_archive(game: &AnyGame) -> Explored {
    with_game!(game, game => Explored::unavailable(ExploredType::Archive, game.position()))
}

/// The moves of an archive in the position of a game.
pub fn explore(archive: &Archive, game: &AnyGame) -> Result<Explored, ArchiveError> {
    let size = archive.games()?;
    with_game!(game, game => {
        let mut explored = archive.explore(game.position(), &Filter::default())?;
        explored.replies.retain(|reply| reply.results.games > 0);
        let (kind, no_value) = (ExploredType::Archive, |_: &str| TrustedScore::NONE);
        Ok(Explored::new(kind, game.position(), size, &explored, no_value))
    })
}

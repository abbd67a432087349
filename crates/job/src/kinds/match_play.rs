//! The games of a match, some in each unit.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use othellier_board::{Color, Size, with_size};
use othellier_measure::stats::Sprt;
use othellier_measure::{Match, MatchSettings, Totals};
use othellier_spec::Access;
use othellier_wire::{GameEnding, MatchGame, MatchTotal};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::specs;
use super::{Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces};
use crate::output::{OutputError, Summary};
use crate::{EarlyEnd, Progress, RowFault, RowsError, UnitError};

const SIZE: &str = "settings have a size that exists";

pub(super) fn seed() -> u64 {
    MatchSettings::SEED
}

/// The match of a manifest; its players are built with this access.
fn matchup<S: Size>(settings: &MatchSettings, access: &Access) -> Result<Match<S>, JobProblem> {
    settings.players().into_iter().try_for_each(specs::check::<S>)?;
    Ok(settings.prepare(access.clone(), NonZeroUsize::MIN)?)
}

impl Kind for MatchSettings {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        *self = self.clone().completed(|| MatchSettings::SEED);
        for player in [&mut self.a, &mut self.b] {
            *player = specs::with_digests(player, files)?;
        }
        self.openings.as_mut().map_or(Ok(()), |openings| files.read(openings))
    }

    fn units(&self) -> Result<u64, JobProblem> {
        if !self.unit().is_multiple_of(2) {
            return Err(JobProblem::Setting { key: "unit", expected: Expected::Even });
        }
        with_size!(self.size, S => matchup::<S>(self, &Access::Sealed).map(drop)).expect(SIZE)?;
        in_units(self.games.get(), self.unit())
    }

    fn is_reproducible(&self) -> bool {
        self.time_per_move.is_none()
            && self.clock.is_none()
            && self.players().into_iter().all(specs::is_reproducible)
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        with_size!(self.size, S => {
            let matchup = matchup::<S>(self, access)?;
            matchup.check()?;
            Ok(Box::new(Unit::new(self, matchup)) as Box<dyn Work>)
        })
        .expect(SIZE)
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        with_size!(self.size, S => {
            let matchup = matchup::<S>(self, &Access::Sealed)?;
            Ok(Box::new(Unit::new(self, matchup)) as Box<dyn RowCheck>)
        })
        .expect(SIZE)
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        Ok(Box::new(MatchFiles {
            lines: RowFile::create(folder.join("games.jsonl"))?,
            table: CsvFile::create(folder.join("games.csv"))?,
            transcripts: RowFile::create(folder.join("games.txt"))?,
            totals: Totals::default(),
            sprt: self.sprt,
            early_end: self.early_end(),
        }))
    }

    fn early_end(&self) -> Option<EarlyEnd> {
        Some(EarlyEnd::new(self.sprt?, self.unit(), self.games.get()))
    }
}

/// The games of a unit, and what they are checked by.
struct Unit<S: Size> {
    matchup: Match<S>,
    /// Games in a unit.
    games: usize,
    /// Times belong to the result only where they decide games.
    keeps_times: bool,
}

impl<S: Size> Unit<S> {
    fn new(settings: &MatchSettings, matchup: Match<S>) -> Unit<S> {
        Unit { matchup, games: settings.unit(), keeps_times: !settings.is_reproducible() }
    }
}

impl<S: Size> Work for Unit<S> {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for index in pieces(number, self.games, self.matchup.games) {
            let game = self.matchup.game(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game =
                MatchGame::new(self.matchup.players.each_ref(), &game.ok_or(UnitError::Stopped)?);
            rows.push(if self.keeps_times { game } else { without_times(game) });
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

fn without_times(game: MatchGame) -> MatchGame {
    MatchGame {
        seconds: 0.0,
        a_mean_ms: 0.0,
        b_mean_ms: 0.0,
        a_slowest_ms: 0.0,
        b_slowest_ms: 0.0,
        ..game
    }
}

impl<S: Size> RowCheck for Unit<S> {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let games = pieces(number, self.games, self.matchup.games);
        check_lines(rows, games, |index, game: &MatchGame| self.fits(index, game))
    }
}

impl<S: Size> Unit<S> {
    /// Whether this can be the game with this index.
    fn fits(&self, index: usize, game: &MatchGame) -> bool {
        let (color, number) = self.matchup.opening_of(index);
        let opening = self.matchup.openings.cycled(number);
        let is_it = (game.index, game.pair, game.a_color, game.opening_length)
            == (index, Some(number), color.into(), opening.length());
        let difference = game.difference;
        if !is_it || difference.unsigned_abs() > u32::from(S::SQUARES) {
            return false;
        }
        let Some(played) = replayed(opening, &game.moves) else { return false };
        let black_score = if color == Color::Black { difference } else { -difference };
        can_end(&played, opening, game.ending, black_score)
            && (game.ending != GameEnding::Time || self.matchup.limit.is_some())
            && (self.keeps_times || without_times(game.clone()) == *game)
            && game.clone().completed(self.matchup.players.each_ref(), &played) == *game
    }
}

struct MatchFiles {
    lines: RowFile,
    table: CsvFile,
    transcripts: RowFile,
    totals: Totals,
    sprt: Option<Sprt>,
    early_end: Option<EarlyEnd>,
}

impl ResultWriter for MatchFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        // Once it is decided, the rest of the unit does not count.
        let games = self.early_end.as_mut().map(|early_end| {
            early_end.add(number, rows)?;
            Ok::<_, RowsError>(early_end.games())
        });
        let games = games.transpose()?;
        for game in of_lines::<MatchGame>(number, rows)? {
            if games.is_some_and(|games| game.index >= games) {
                break;
            }
            self.lines.write(&to_lines(std::slice::from_ref(&game)))?;
            self.transcripts.write(transcript_line(&game).as_bytes())?;
            self.table.add(&game)?;
            self.count(&game);
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        self.transcripts.finish()?;
        self.table.finish()?;
        Ok(summary(&MatchTotal::new(&self.totals, Duration::ZERO, self.sprt, false)))
    }
}

impl MatchFiles {
    fn count(&mut self, game: &MatchGame) {
        let totals = &mut self.totals;
        totals.add_result(game.pair, game.a_color.into(), game.difference);
        for (effort, nodes) in totals.efforts.iter_mut().zip([game.a_nodes, game.b_nodes]) {
            effort.nodes = effort.nodes.saturating_add(nodes);
        }
        // Whoever made a fault lost.
        let loser = &mut totals.efforts[usize::from(game.difference > 0)];
        match game.ending {
            GameEnding::Illegal => loser.illegal += 1,
            GameEnding::Crash => loser.crashes += 1,
            GameEnding::Time => loser.time_losses += 1,
            GameEnding::Board | GameEnding::Resigned => {}
        }
    }
}

/// A game as a line of moves and result; if it does not begin at the start, its first position comes
/// before the moves.
fn transcript_line(game: &MatchGame) -> String {
    let is_position = game.opening.contains(' ');
    let start = if is_position { format!("{} ", game.opening) } else { String::new() };
    format!("{start}{} {}\n", game.moves, game.result)
}

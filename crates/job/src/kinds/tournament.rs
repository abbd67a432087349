//! The games of a tournament: the rounds that can be played at the same time are a stage. A round robin and
//! a gauntlet have one; each round of a Swiss and of a knock-out is one, paired by the scores before it.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use othellier_board::{Size, with_size};
use othellier_measure::MatchSettings;
use othellier_measure::tournament::{FormatName, GameId, Results, Tournament, TournamentSettings};
use othellier_spec::Access;
use othellier_wire::{GameEnding, StandingRow, TournamentGame, TournamentTotal};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::{Job, JobProblem, Kind, ResultWriter, RowCheck, Stage, Work, in_units, pieces, specs};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, RunError, UnitError};

const SIZE: &str = "settings have a size that exists";

/// A tournament, and the rounds of a stage.
struct Rounds<S: Size> {
    tournament: Tournament<S>,
    /// With the scores of the stages before.
    results: Results,
    /// Of this stage.
    games: usize,
    unit: usize,
    /// Times belong to the result only where they decide games.
    keeps_times: bool,
}

impl<S: Size> Rounds<S> {
    /// The rounds after those that the settings hold; the players are built with this access.
    fn new(settings: &TournamentSettings, access: &Access) -> Result<Rounds<S>, JobProblem> {
        settings.players.iter().try_for_each(|player| specs::check::<S>(&player.spec))?;
        let tournament = settings.prepare(access.clone(), NonZeroUsize::MIN)?;
        let results = settings.results(&tournament)?;
        let rounds = results.rounds.iter().filter(|round| !round.is_complete());
        let games = rounds.map(|round| round.pairings.len().saturating_mul(round.games));
        let games = games.fold(0, usize::saturating_add);
        let (unit, keeps_times) = (settings.unit(), !settings.is_reproducible());
        Ok(Rounds { tournament, results, games, unit, keeps_times })
    }

    /// The games of a unit.
    fn of_unit(&self, number: u64) -> Vec<GameId> {
        let games = pieces(number, self.unit, self.games);
        self.results.open_games(0).skip(games.start).take(games.len()).collect()
    }

    /// Records the games of a unit, whose rows are in the order of the units.
    fn record(&mut self, number: u64, rows: &[u8]) -> Result<Vec<TournamentGame>, RowsError> {
        let games = of_lines::<TournamentGame>(number, rows)?;
        for game in &games {
            let played = game.played::<S>(&self.tournament.participants);
            let (id, played) = played.ok_or(RowsError { number })?;
            if !self.results.has(id) || self.results.pairing(id).seats(id.game) != played.seats {
                return Err(RowsError { number });
            }
            self.results.record(id, played.result);
        }
        Ok(games)
    }
}

impl Kind for TournamentSettings {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        *self = self.clone().completed(|| MatchSettings::SEED);
        for player in &mut self.players {
            player.spec = specs::with_digests(&player.spec, files)?;
        }
        self.openings.as_mut().map_or(Ok(()), |openings| files.read(openings))
    }

    fn units(&self) -> Result<u64, JobProblem> {
        let games = with_size!(self.size, S => Rounds::<S>::new(self, &Access::Sealed)?.games);
        in_units(games.expect(SIZE), self.unit())
    }

    fn is_reproducible(&self) -> bool {
        self.time_per_move.is_none()
            && self.clock.is_none()
            && self.players.iter().all(|player| specs::is_reproducible(&player.spec))
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        with_size!(self.size, S => {
            let rounds = Rounds::<S>::new(self, access)?;
            rounds.tournament.check()?;
            Ok(Box::new(rounds) as Box<dyn Work>)
        })
        .expect(SIZE)
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        with_size!(self.size, S => {
            Ok(Box::new(Rounds::<S>::new(self, &Access::Sealed)?) as Box<dyn RowCheck>)
        })
        .expect(SIZE)
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        with_size!(self.size, S => {
            Ok(Box::new(TournamentFiles {
                lines: RowFile::create(folder.join("games.jsonl"))?,
                table: CsvFile::create(folder.join("games.csv"))?,
                standings: CsvFile::create(folder.join("standings.csv"))?,
                rounds: Rounds::<S>::new(self, &Access::Sealed).map_err(OutputError::Job)?,
                prior: self.prior,
            }) as Box<dyn ResultWriter>)
        })
        .expect(SIZE)
    }

    fn stage(&self) -> Option<&dyn Stage> {
        matches!(self.format, FormatName::Swiss | FormatName::KnockOut).then_some(self)
    }
}

impl Stage for TournamentSettings {
    fn next(&self, rows: &[Vec<u8>]) -> Result<Option<Job>, RunError> {
        with_size!(self.size, S => {
            let mut rounds = Rounds::<S>::new(self, &Access::Sealed)?;
            for (number, rows) in (0..).zip(rows) {
                rounds.record(number, rows)?;
            }
            let next = self.after(&rounds.results);
            rounds.tournament.draw(&mut rounds.results);
            Ok((!rounds.results.is_over).then_some(Job::Tournament(next)))
        })
        .expect(SIZE)
    }
}

impl<S: Size> Work for Rounds<S> {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for id in self.of_unit(number) {
            let game = self.tournament.game(&self.results, id, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game = game.ok_or(UnitError::Stopped)?;
            let game = TournamentGame::new(&self.tournament.participants, &game);
            rows.push(if self.keeps_times { game } else { without_times(game) });
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

fn without_times(game: TournamentGame) -> TournamentGame {
    TournamentGame { seconds: 0.0, black_mean_ms: 0.0, white_mean_ms: 0.0, ..game }
}

impl<S: Size> RowCheck for Rounds<S> {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let games = self.of_unit(number);
        check_lines(rows, games.into_iter(), |id, game: &TournamentGame| self.fits(id, game))
    }
}

impl<S: Size> Rounds<S> {
    /// Whether this can be the game with this id.
    fn fits(&self, id: GameId, game: &TournamentGame) -> bool {
        let (seats, opening) = self.tournament.start(&self.results, id);
        let participants = &self.tournament.participants;
        let Some((found, played)) = game.played::<S>(participants) else { return false };
        let Some(replayed) = replayed(opening, &game.moves) else { return false };
        (found, played.seats) == (id, seats)
            && can_end(&replayed, opening, game.ending, game.black_score)
            && (game.ending != GameEnding::Time || self.tournament.limit.is_some())
            && (self.keeps_times || without_times(game.clone()) == *game)
            && game.clone().completed(&replayed, opening.length()) == *game
    }
}

struct TournamentFiles<S: Size> {
    lines: RowFile,
    table: CsvFile,
    standings: CsvFile,
    rounds: Rounds<S>,
    prior: f64,
}

impl<S: Size> ResultWriter for TournamentFiles<S> {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let Rounds { tournament, results, .. } = &mut self.rounds;
        if results.is_complete() {
            tournament.draw(results);
        }
        for game in self.rounds.record(number, rows)? {
            self.table.add(&game)?;
        }
        self.lines.write(rows)
    }

    fn finish(mut self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        self.table.finish()?;
        let Rounds { tournament, results, .. } = &mut self.rounds;
        tournament.draw(results);
        let participants = &tournament.participants;
        let ratings = tournament.ratings(results, self.prior);
        let standings = tournament.standings(results);
        let standings = StandingRow::all(participants, &standings, &ratings);
        standings.iter().try_for_each(|row| self.standings.add(row))?;
        self.standings.finish()?;
        Ok(summary(&TournamentTotal::new(results, standings, Duration::ZERO)))
    }
}

//! Tuning by SPSA: each batch of iterations, which all start from the same numbers, is a stage.

use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use othellier_board::{Color, Eight, Size};
use othellier_measure::spsa::{IterationLine, Proposal, Spsa, SpsaError, SpsaSettings};
use othellier_measure::stats::Counts;
use othellier_record::transcript;
use othellier_search::champion::TUNABLE;
use othellier_spec::Access;
use othellier_wire::GameEnding;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::{Expected, Job, JobProblem, Kind, ResultWriter, RowCheck, Stage, Work, pieces, specs};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, RunError, UnitError};

/// A batch and how it is cut into units.
struct Batch {
    spsa: Spsa,
    /// Games of an iteration, and of a unit.
    games: usize,
    unit: usize,
}

impl Batch {
    fn new(settings: &SpsaSettings) -> Result<Batch, JobProblem> {
        let refused = |key, expected| Err(JobProblem::Setting { key, expected });
        let SpsaSettings { games, batch, rate, .. } = *settings;
        let unit = settings.unit.unwrap_or(games);
        let spsa = Spsa::new(settings.clone())?;
        match spsa {
            _ if batch == 0 => refused("batch", Expected::Positive),
            _ if games == 0 => refused("games", Expected::Positive),
            _ if !games.is_multiple_of(2) => refused("games", Expected::Even),
            _ if unit == 0 => refused("unit", Expected::Positive),
            _ if !rate.is_finite() || rate <= 0.0 => refused("rate", Expected::AboveZero),
            None => refused("state", Expected::State),
            Some(spsa) if spsa.tunes_parameters() && !TUNABLE => Err(JobProblem::NotTunable),
            Some(spsa) if spsa.is_finished() => refused("iterations", Expected::Positive),
            Some(spsa) => Ok(Batch { spsa, games, unit }),
        }
    }

    /// Units of an iteration.
    fn parts(&self) -> u64 {
        self.games.div_ceil(self.unit) as u64
    }

    fn units(&self) -> u64 {
        let open = self.spsa.open_batch();
        (open.end - open.start).saturating_mul(self.parts())
    }

    /// The iteration of a unit, and which of its games the unit has.
    fn of_unit(&self, number: u64) -> (u64, Range<usize>) {
        let iteration = self.spsa.iteration() + number / self.parts();
        (iteration, pieces(number % self.parts(), self.unit, self.games))
    }
}

impl Kind for SpsaSettings {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        self.player = specs::resolved(&self.player, files)?;
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        let batch = Batch::new(self)?;
        let spsa = &batch.spsa;
        let games = spsa.games(spsa.iteration(), Access::Sealed, NonZeroUsize::MIN)?;
        for player in games.players {
            specs::checked(&player.to_string())?;
        }
        Ok(batch.units())
    }

    fn is_reproducible(&self) -> bool {
        specs::checked(&self.player).is_ok_and(|spec| specs::is_reproducible(&spec))
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let (batch, access) = (Batch::new(self)?, access.clone());
        let spsa = &batch.spsa;
        spsa.games(spsa.iteration(), access.clone(), NonZeroUsize::MIN)?.check()?;
        Ok(Box::new(Tuning { batch, access }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        Ok(Box::new(Batch::new(self)?))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        Ok(Box::new(TuneFiles {
            lines: RowFile::create(folder.join("tune.jsonl"))?,
            table: CsvFile::create(folder.join("values.csv"))?,
            tally: Tally::new(self).map_err(OutputError::Job)?,
        }))
    }

    fn stage(&self) -> Option<&dyn Stage> {
        Some(self)
    }
}

impl Stage for SpsaSettings {
    fn next(&self, rows: &[Vec<u8>]) -> Result<Option<Job>, RunError> {
        let mut tally = Tally::new(self)?;
        for (number, rows) in (0..).zip(rows) {
            tally.add(number, rows)?;
        }
        let spsa = tally.batch.spsa;
        Ok((!spsa.is_finished()).then(|| Job::Tune(spsa.settings())))
    }
}

/// The run, as its rows come.
struct Tally {
    batch: Batch,
    /// Of the games of the current iteration so far.
    score: Counts,
}

impl Tally {
    fn new(settings: &SpsaSettings) -> Result<Tally, JobProblem> {
        Ok(Tally { batch: Batch::new(settings)?, score: Counts::default() })
    }

    /// Counts the rows of a unit, and returns the iterations that it ends.
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<Vec<IterationLine>, RowsError> {
        let mut lines = Vec::new();
        for row in of_lines::<Row>(number, rows)? {
            let Batch { spsa, games, .. } = &mut self.batch;
            let proposal = spsa.proposal(spsa.iteration());
            let expected = (spsa.iteration() + 1, &proposal.plus, &proposal.minus);
            if (row.iteration, &row.plus, &row.minus) != expected {
                return Err(RowsError { number });
            }
            let Row { wins, draws, losses, .. } = row;
            self.score += Counts { wins, draws, losses };
            if self.score.games() == *games as u64 {
                lines.push(spsa.count(take(&mut self.score)));
            }
        }
        Ok(lines)
    }
}

/// The games of a unit, which are of one iteration.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    iteration: u64,
    plus: Vec<i32>,
    minus: Vec<i32>,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The games, so that others can count them again.
    games: Vec<RowGame>,
}

/// A game of an iteration.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct RowGame {
    moves: String,
    /// The discs of the first player minus those of the second.
    difference: i32,
    ending: GameEnding,
}

struct Tuning {
    batch: Batch,
    access: Access,
}

impl Work for Tuning {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let (iteration, indices) = self.batch.of_unit(number);
        let matchup = self.batch.spsa.games(iteration, self.access.clone(), NonZeroUsize::MIN);
        let matchup = matchup.map_err(|error| UnitError::Failed(error.to_string()))?;
        let mut games = Vec::with_capacity(indices.len());
        for index in indices {
            let game = matchup.game(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game = game.ok_or(UnitError::Stopped)?;
            games.push(RowGame {
                moves: transcript::write(&game.finished.game),
                difference: game.difference(),
                ending: GameEnding::of(&game.finished).0,
            });
            progress.progressed(1);
        }
        let Counts { wins, draws, losses } = score(&games);
        let Proposal { plus, minus, .. } = self.batch.spsa.proposal(iteration);
        // As people count: from 1.
        let iteration = iteration + 1;
        Ok(to_lines(&[Row { iteration, plus, minus, wins, draws, losses, games }]))
    }
}

/// The score of the first player.
fn score(games: &[RowGame]) -> Counts {
    let mut score = Counts::default();
    games.iter().for_each(|game| score += Counts::of_difference(game.difference));
    score
}

impl RowCheck for Batch {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let (iteration, indices) = self.of_unit(number);
        check_lines(rows, std::iter::once(indices), |indices, row| {
            self.fits(iteration, indices, row)
        })
    }
}

impl Batch {
    /// Whether these can be games of the iteration, those with these indices.
    fn fits(&self, iteration: u64, indices: Range<usize>, row: &Row) -> bool {
        let proposal = self.spsa.proposal(iteration);
        let Ok(matchup) = self.spsa.games(iteration, Access::Sealed, NonZeroUsize::MIN) else {
            return false;
        };
        let fits = |(index, game): (usize, &RowGame)| {
            let (color, number) = matchup.opening_of(index);
            let opening = matchup.openings.cycled(number);
            let is_score = game.difference.unsigned_abs() <= u32::from(Eight::SQUARES);
            let sign = if color == Color::Black { 1 } else { -1 };
            is_score
                && replayed(opening, &game.moves).is_some_and(|played| {
                    can_end(&played, opening, game.ending, sign * game.difference)
                })
        };
        let Counts { wins, draws, losses } = score(&row.games);
        (row.iteration, &row.plus, &row.minus) == (iteration + 1, &proposal.plus, &proposal.minus)
            && (row.wins, row.draws, row.losses) == (wins, draws, losses)
            && row.games.len() == indices.len()
            && indices.zip(&row.games).all(fits)
    }
}

struct TuneFiles {
    tally: Tally,
    lines: RowFile,
    table: CsvFile,
}

impl ResultWriter for TuneFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        self.lines.write(&to_lines(&self.tally.add(number, rows)?))
    }

    fn finish(mut self: Box<Self>) -> Result<Summary, OutputError> {
        /// A number after the run.
        #[derive(Serialize)]
        struct Tuned<'a> {
            name: &'a str,
            start: i32,
            value: f64,
        }
        /// The numbers after this number of iterations.
        #[derive(Serialize)]
        struct Total {
            iterations: u64,
            games: u64,
            values: BTreeMap<String, f64>,
        }
        let Batch { spsa, games, .. } = &self.tally.batch;
        let (iterations, games) = (spsa.iteration(), *games as u64);
        let mut total = Total { iterations, games: iterations * games, values: BTreeMap::new() };
        for (one, value) in spsa.tunables().iter().zip(spsa.values()) {
            self.table.add(&Tuned { name: &one.name, start: one.start, value: *value })?;
            total.values.insert(one.name.clone(), *value);
        }
        self.lines.finish()?;
        self.table.finish()?;
        Ok(summary(&total))
    }
}

impl From<SpsaError> for JobProblem {
    fn from(error: SpsaError) -> JobProblem {
        match error {
            SpsaError::Player(error) => error.into(),
            SpsaError::Match(error) => error.into(),
        }
    }
}

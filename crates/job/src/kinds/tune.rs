//! A batch of SPSA: its iterations all start from the same numbers, some in each unit.
//!
//! A batch needs the numbers that the one before ended with, so a run of many batches is many jobs. Each
//! takes the journal so far and results in the lines that the batch adds to it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use othellier_board::{Color, Eight, Size};
use othellier_measure::Match;
use othellier_measure::spsa::{Spsa, SpsaError, SpsaSettings, SpsaState, tunables};
use othellier_measure::stats::Counts;
use othellier_record::transcript;
use othellier_search::champion::TUNABLE;
use othellier_spec::Access;
use othellier_wire::GameEnding;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, to_lines};
use super::{
    Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, match_play, pieces, specs,
};
use crate::output::OutputError;
use crate::{Inputs, Progress, RowFault, RowsError, UnitError};

/// A batch of the iterations of `othellier tune`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneBatch {
    /// The player, with `{NAME}` in the place of a number.
    #[serde(default = "player")]
    pub player: String,
    /// The numbers that its text leaves open, each `NAME=START:MIN..MAX`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// The champion's parameters to tune; all of them if there are no numbers either.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// The iterations of the whole run.
    #[serde(default = "iterations")]
    pub iterations: u64,
    #[serde(default = "batch")]
    pub batch: u64,
    /// Games of an iteration, an even number.
    #[serde(default = "games")]
    pub games: usize,
    /// How fast the numbers move at the end of the run.
    #[serde(default = "rate")]
    pub rate: f64,
    /// The seed of the random numbers.
    #[serde(default = "match_play::seed")]
    pub seed: u64,
    #[serde(default = "unit")]
    pub unit: usize,
    /// The journal of the batches before: a file that need not exist. In a manifest it is the `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<PathBuf>,
    /// Where the run stands; by default at its begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<SpsaState>,
}

fn player() -> String {
    "champion(nodes=20000, hash=4MiB)".to_owned()
}

fn iterations() -> u64 {
    1000
}

fn batch() -> u64 {
    32
}

fn games() -> usize {
    16
}

fn rate() -> f64 {
    0.02
}

fn unit() -> usize {
    1
}

impl TuneBatch {
    /// The next batch of a run, in units of one iteration, and the files that its player names.
    pub fn next(spsa: &Spsa) -> Result<(TuneBatch, Inputs), JobProblem> {
        let settings = spsa.settings();
        let (open, parameters): (Vec<_>, Vec<_>) =
            settings.tunables.iter().partition(|one| settings.leaves_open(one));
        let mut batch = TuneBatch {
            player: settings.player.clone(),
            numbers: open.into_iter().map(ToString::to_string).collect(),
            parameters: parameters.into_iter().map(|one| one.name.clone()).collect(),
            iterations: settings.iterations,
            batch: settings.batch,
            games: settings.games,
            rate: settings.rate,
            seed: settings.seed,
            unit: 1,
            journal: None,
            state: Some(spsa.state().clone()),
        };
        let mut files = JobFiles::new(Path::new(""));
        batch.resolve(&mut files)?;
        Ok((batch, files.inputs))
    }

    fn settings(&self) -> Result<SpsaSettings, JobProblem> {
        let refused = |key, expected| Err(JobProblem::Setting { key, expected });
        let settings = SpsaSettings {
            tunables: tunables(&self.player, &self.numbers, &self.parameters)?,
            iterations: self.iterations,
            rate: self.rate,
            player: self.player.clone(),
            games: self.games,
            seed: self.seed,
            batch: self.batch,
        };
        match self {
            _ if settings.tunes_parameters() && !TUNABLE => Err(JobProblem::NotTunable),
            TuneBatch { batch: 0, .. } => refused("batch", Expected::Positive),
            TuneBatch { games: 0, .. } => refused("games", Expected::Positive),
            TuneBatch { games, .. } if !games.is_multiple_of(2) => refused("games", Expected::Even),
            TuneBatch { rate, .. } if !rate.is_finite() || *rate <= 0.0 => {
                refused("rate", Expected::AboveZero)
            }
            _ => Ok(settings),
        }
    }

    /// The run at the begin of the batch.
    fn spsa(&self) -> Result<Spsa, JobProblem> {
        let settings = self.settings()?;
        let Some(state) = self.state.clone() else { return Ok(Spsa::new(settings)) };
        let wrong = JobProblem::Setting { key: "state", expected: Expected::State };
        Spsa::resumed(settings, state).ok_or(wrong)
    }

    /// The number of iterations that are left in the batch.
    fn open(&self, spsa: &Spsa) -> usize {
        let open = spsa.open_batch();
        (open.end - open.start) as usize
    }
}

impl Kind for TuneBatch {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        self.player = specs::resolved(&self.player, files)?;
        let Some(path) = self.journal.take() else { return Ok(()) };
        let settings = self.settings()?;
        let path = files.path(&path);
        if path.exists() {
            self.state = Some(Spsa::load(settings, &path)?.state().clone());
        }
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        if let Some(path) = &self.journal {
            return Err(JobProblem::NotAnInput { name: path.display().to_string() });
        }
        let spsa = self.spsa()?;
        let games = spsa.games(spsa.iteration(), Access::Sealed, NonZeroUsize::MIN)?;
        for player in games.players {
            specs::checked(&player.to_string())?;
        }
        match self.open(&spsa) {
            0 => Err(JobProblem::Setting { key: "iterations", expected: Expected::Unfinished }),
            open => in_units(open, self.unit),
        }
    }

    fn is_reproducible(&self) -> bool {
        specs::checked(&self.player).is_ok_and(|spec| specs::is_reproducible(&spec))
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let (spsa, access) = (self.spsa()?, access.clone());
        spsa.games(spsa.iteration(), access.clone(), NonZeroUsize::MIN)?.check()?;
        Ok(Box::new(Tuning { unit: self.unit, open: self.open(&spsa), spsa, access }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let spsa = self.spsa()?;
        Ok(Box::new(TuneCheck { unit: self.unit, open: self.open(&spsa), spsa }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        let spsa = self.spsa().map_err(OutputError::Job)?;
        let mut lines = RowFile::create(folder.join("tune.jsonl"))?;
        if spsa.iteration() == 0 {
            lines.write(format!("{}\n", spsa.header()).as_bytes())?;
        }
        Ok(Box::new(TuneFiles { lines, table: CsvFile::create(folder.join("values.csv"))?, spsa }))
    }
}

/// The games of an iteration.
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
    spsa: Spsa,
    access: Access,
    /// Iterations in a unit, and in all of them.
    unit: usize,
    open: usize,
}

impl Tuning {
    fn play(&self, games: &Match, progress: &dyn Progress) -> Result<Vec<RowGame>, UnitError> {
        let mut played = Vec::with_capacity(games.games);
        for index in 0..games.games {
            let game = games.game(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game = game.ok_or(UnitError::Stopped)?;
            played.push(RowGame {
                moves: transcript::write(&game.finished.game),
                difference: game.difference(),
                ending: GameEnding::of(&game.finished).0,
            });
            progress.progressed(1);
        }
        Ok(played)
    }
}

impl Work for Tuning {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for index in pieces(number, self.unit, self.open) {
            let iteration = self.spsa.iteration() + index as u64;
            let games = self.spsa.games(iteration, self.access.clone(), NonZeroUsize::MIN);
            let games = games.map_err(|error| UnitError::Failed(error.to_string()))?;
            let games = self.play(&games, progress)?;
            let Counts { wins, draws, losses } = score(&games);
            let proposal = self.spsa.proposal(iteration);
            let (plus, minus) = (proposal.plus, proposal.minus);
            // As the journal counts: from 1.
            let iteration = iteration + 1;
            rows.push(Row { iteration, plus, minus, wins, draws, losses, games });
        }
        Ok(to_lines(&rows))
    }
}

/// The score of the first player.
fn score(games: &[RowGame]) -> Counts {
    let mut score = Counts::default();
    games.iter().for_each(|game| score += Counts::of_difference(game.difference));
    score
}

struct TuneCheck {
    spsa: Spsa,
    /// Iterations in a unit, and in all of them.
    unit: usize,
    open: usize,
}

impl RowCheck for TuneCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let iterations = pieces(number, self.unit, self.open);
        check_lines(rows, iterations, |index, row| self.fits(index, row))
    }
}

impl TuneCheck {
    /// Whether these can be the games of the iteration with this index in the batch.
    fn fits(&self, index: usize, row: &Row) -> bool {
        let iteration = self.spsa.iteration() + index as u64;
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
            && row.games.len() == matchup.games
            && row.games.iter().enumerate().all(fits)
    }
}

struct TuneFiles {
    spsa: Spsa,
    lines: RowFile,
    table: CsvFile,
}

impl ResultWriter for TuneFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        for row in of_lines::<Row>(number, rows)? {
            let Row { wins, draws, losses, .. } = row;
            let line = self.spsa.count(Counts { wins, draws, losses });
            if (row.iteration, &row.plus, &row.minus) != (line.iteration, &line.plus, &line.minus) {
                return Err(OutputError::Rows(RowsError { number }));
            }
            self.lines.write(&to_lines(&[line]))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        /// A number after the batch.
        #[derive(Serialize)]
        struct Tuned<'a> {
            name: &'a str,
            start: i32,
            value: f64,
        }
        for (one, value) in self.spsa.settings().tunables.iter().zip(self.spsa.values()) {
            self.table.add(&Tuned { name: &one.name, start: one.start, value: *value })?;
        }
        self.lines.finish()?;
        self.table.finish()
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

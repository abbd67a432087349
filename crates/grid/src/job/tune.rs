//! A batch of SPSA: its iterations all start from the same numbers, some in each unit.
//!
//! A batch needs the numbers that the one before ended with, so a run of many batches is many jobs. Each
//! takes the journal so far and results in the lines that the batch adds to it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use othellier_lab::Match;
use othellier_lab::spsa::{Spsa, SpsaError, SpsaSettings, SpsaState, tunables};
use othellier_lab::stats::Counts;
use othellier_search::champion::TUNABLE;
use othellier_spec::Access;
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::rows::{CsvFile, RowFile, of_lines, to_lines};
use super::{Expected, JobProblem, Kind, ResultWriter, Work, in_units, match_play, pieces, specs};
use crate::output::OutputError;
use crate::{Inputs, Progress, UnitError};

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
    /// Those of a batch.
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
    /// Iterations in a unit.
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
}

struct Tuning {
    spsa: Spsa,
    access: Access,
    /// Iterations in a unit, and in all of them.
    unit: usize,
    open: usize,
}

impl Tuning {
    fn play(&self, games: &Match, progress: &dyn Progress) -> Result<Counts, UnitError> {
        let mut score = Counts::default();
        for index in 0..games.games {
            let game = games.game(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            score += Counts::of_difference(game.ok_or(UnitError::Stopped)?.difference());
            progress.progressed(1);
        }
        Ok(score)
    }
}

impl Work for Tuning {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for index in pieces(number, self.unit, self.open) {
            let iteration = self.spsa.iteration() + index as u64;
            let games = self.spsa.games(iteration, self.access.clone(), NonZeroUsize::MIN);
            let games = games.map_err(|error| UnitError::Failed(error.to_string()))?;
            let Counts { wins, draws, losses } = self.play(&games, progress)?;
            let proposal = self.spsa.proposal(iteration);
            let (plus, minus) = (proposal.plus, proposal.minus);
            // As the journal counts: from 1.
            let iteration = iteration + 1;
            rows.push(Row { iteration, plus, minus, wins, draws, losses });
        }
        Ok(to_lines(&rows))
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
                return Err(OutputError::Rows { number });
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

//! The evolution of weights: each generation is a stage, whose units are games of its individuals.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use othellier_board::{Size, with_size};
use othellier_eval::classic::Genome;
use othellier_measure::LinesError;
use othellier_measure::evolve::{Evolution, EvolveSettings, Generation, State, Trials};
use othellier_measure::files::write;
use othellier_platform::file::read_text;
use othellier_record::transcript;
use othellier_spec::Access;
use othellier_wire::{GameEnding, Side};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, summary, to_lines};
use super::{
    Expected, Job, JobProblem, Kind, ResultWriter, RowCheck, Stage, Work, in_units, pieces, specs,
};
use crate::output::{OutputError, Summary};
use crate::{Progress, RowFault, RowsError, RunError, UnitError};

const SIZE: &str = "settings have a size that exists";

/// The evolution and its state at the begin of a stage; the players are built with this access.
fn begun<S: Size>(
    settings: &EvolveSettings,
    access: &Access,
) -> Result<(Evolution<S>, State), JobProblem> {
    specs::check::<S>(&settings.player)?;
    settings.environment().iter().try_for_each(specs::check::<S>)?;
    let begun = settings.prepare(access.clone(), NonZeroUsize::MIN)?;
    if settings.is_over(&begun.1) {
        return Err(JobProblem::Setting { key: "generations", expected: Expected::Positive });
    }
    Ok(begun)
}

/// The games of a generation.
struct Games<S: Size> {
    trials: Trials<S>,
    /// Games in a unit.
    unit: usize,
    /// From 1.
    generation: usize,
}

impl<S: Size> Games<S> {
    fn new(settings: &EvolveSettings, access: &Access) -> Result<Games<S>, JobProblem> {
        let (evolution, state) = begun::<S>(settings, access)?;
        evolution.check(&state)?;
        let generation = state.history.len() + 1;
        Ok(Games { trials: evolution.trials(&state)?, unit: unit(settings), generation })
    }
}

/// Games in a unit.
fn unit(settings: &EvolveSettings) -> usize {
    let of_individual = || settings.openings.get().saturating_mul(2 * settings.environment().len());
    settings.unit.map_or_else(of_individual, NonZeroUsize::get)
}

impl Kind for EvolveSettings {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        if self.starts_from_file() {
            let path = files.path(Path::new(&self.start));
            self.start = read_text(&path, Genome::MAX_BYTES).map_err(LinesError::from)?;
        }
        self.player = specs::with_digests(&self.player, files)?;
        for control in &mut self.environment {
            *control = specs::with_digests(control, files)?;
        }
        Ok(())
    }

    fn units(&self) -> Result<u64, JobProblem> {
        let games = with_size!(self.size, S => {
            let (evolution, state) = begun::<S>(self, &Access::Sealed)?;
            evolution.games(&state)
        });
        in_units(games.expect(SIZE), unit(self))
    }

    fn is_reproducible(&self) -> bool {
        specs::is_reproducible(&self.player)
            && self.environment().iter().all(specs::is_reproducible)
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        with_size!(self.size, S => {
            Ok(Box::new(Games::<S>::new(self, access)?) as Box<dyn Work>)
        })
        .expect(SIZE)
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        with_size!(self.size, S => {
            Ok(Box::new(Games::<S>::new(self, &Access::Sealed)?) as Box<dyn RowCheck>)
        })
        .expect(SIZE)
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        with_size!(self.size, S => {
            Ok(Box::new(EvolveFiles {
                folder: folder.to_owned(),
                lines: RowFile::create(folder.join("generations.jsonl"))?,
                table: CsvFile::create(folder.join("generations.csv"))?,
                tally: Tally::<S>::new(self).map_err(OutputError::Job)?,
            }) as Box<dyn ResultWriter>)
        })
        .expect(SIZE)
    }

    fn stage(&self) -> Option<&dyn Stage> {
        Some(self)
    }
}

impl Stage for EvolveSettings {
    fn next(&self, rows: &[Vec<u8>]) -> Result<Option<Job>, RunError> {
        with_size!(self.size, S => {
            let mut tally = Tally::<S>::new(self)?;
            for (number, rows) in (0..).zip(rows) {
                tally.add(number, rows)?;
            }
            let Tally { settings, state, .. } = tally;
            Ok((!settings.is_over(&state)).then_some(Job::Evolve(settings)))
        })
        .expect(SIZE)
    }
}

/// The evolution, as its rows come.
struct Tally<S: Size> {
    /// With the discs of the generations so far.
    settings: EvolveSettings,
    evolution: Evolution<S>,
    state: State,
    /// Of the games of this generation so far.
    played: usize,
    discs: Vec<i64>,
}

impl<S: Size> Tally<S> {
    fn new(settings: &EvolveSettings) -> Result<Tally<S>, JobProblem> {
        let (evolution, state) = begun::<S>(settings, &Access::Sealed)?;
        let discs = vec![0; settings.population];
        Ok(Tally { settings: settings.clone(), evolution, state, played: 0, discs })
    }

    /// Counts the rows of a unit, and returns the generation that it ends.
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<Option<&Generation>, RowsError> {
        for row in of_lines::<Row>(number, rows)? {
            let discs = row.individual.checked_sub(1).and_then(|at| self.discs.get_mut(at));
            let discs = discs.filter(|_| row.generation == self.state.history.len() + 1);
            *discs.ok_or(RowsError { number })? += i64::from(row.difference);
            self.played += 1;
        }
        if self.played < self.evolution.games(&self.state) {
            return Ok(None);
        }
        let discs = std::mem::replace(&mut self.discs, vec![0; self.settings.population]);
        self.evolution.count(&mut self.state, &discs);
        self.settings.discs.push(discs);
        self.played = 0;
        Ok(self.state.history.last())
    }
}

/// A game of an individual.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    /// All from 1.
    generation: usize,
    individual: usize,
    control: usize,
    opening: usize,
    /// Of the individual.
    color: Side,
    moves: String,
    /// The discs of the individual minus those of the control player.
    difference: i32,
    ending: GameEnding,
}

impl<S: Size> Work for Games<S> {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for index in pieces(number, self.unit, self.trials.games()) {
            let game = self.trials.play(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game = game.ok_or(UnitError::Stopped)?;
            let trial = self.trials.trial(index);
            let black_score = game.outcome.black_score;
            rows.push(Row {
                generation: self.generation,
                individual: trial.individual + 1,
                control: trial.control + 1,
                opening: trial.opening + 1,
                color: trial.color.into(),
                moves: transcript::write(&game.game),
                difference: trial.of_individual(black_score),
                ending: GameEnding::of(&game).0,
            });
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

impl<S: Size> RowCheck for Games<S> {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let games = pieces(number, self.unit, self.trials.games());
        check_lines(rows, games, |index, row: &Row| self.fits(index, row))
    }
}

impl<S: Size> Games<S> {
    /// Whether this can be the game with this index.
    fn fits(&self, index: usize, row: &Row) -> bool {
        let trial = self.trials.trial(index);
        let opening = self.trials.opening(index);
        let place = (trial.individual + 1, trial.control + 1, trial.opening + 1);
        (row.generation, row.color) == (self.generation, trial.color.into())
            && (row.individual, row.control, row.opening) == place
            && matches!(row.ending, GameEnding::Board | GameEnding::Resigned)
            && row.difference.unsigned_abs() <= u32::from(S::SQUARES)
            && replayed(opening, &row.moves).is_some_and(|played| {
                can_end(&played, opening, row.ending, trial.of_individual(row.difference))
            })
    }
}

struct EvolveFiles<S: Size> {
    folder: PathBuf,
    lines: RowFile,
    table: CsvFile,
    tally: Tally<S>,
}

/// A generation in the table.
#[derive(Serialize)]
struct TableRow {
    generation: usize,
    best: String,
    mean: String,
    worst: String,
    deviation: String,
    diversity: String,
    renewed: bool,
    genes: String,
    reached: bool,
}

impl TableRow {
    fn new(number: usize, generation: &Generation, reached: bool) -> TableRow {
        let number_of = |value: f64| format!("{value:.4}");
        let genes: Vec<String> = generation.genes.iter().map(i32::to_string).collect();
        TableRow {
            generation: number,
            best: number_of(generation.best),
            mean: number_of(generation.mean),
            worst: number_of(generation.worst),
            deviation: number_of(generation.deviation),
            diversity: number_of(generation.diversity),
            renewed: generation.renewed,
            genes: genes.join(" "),
            reached,
        }
    }
}

impl<S: Size> ResultWriter for EvolveFiles<S> {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        let Some(generation) = self.tally.add(number, rows)?.cloned() else { return Ok(()) };
        let Tally { settings, state, .. } = &self.tally;
        let reached = settings.is_reached(&generation);
        self.table.add(&TableRow::new(state.history.len(), &generation, reached))?;
        self.lines.write(&to_lines(&[generation]))
    }

    fn finish(self: Box<Self>) -> Result<Summary, OutputError> {
        self.lines.finish()?;
        self.table.finish()?;
        let Tally { settings, evolution, state, .. } = &self.tally;
        let generations = state.history.len();
        let Some(Generation { best, genes, .. }) = state.history.last() else {
            return Ok(summary(&Total { generations, best: None, reached: false }));
        };
        let bred = evolution.arena.genome.with_genes(genes.clone());
        let bred = bred.expect("as many genes as the genome").to_string();
        let (header, weights) = bred.split_once('\n').unwrap_or((&bred, ""));
        let seed = settings.seed;
        let origin = format!("seed {seed}, generation {generations}, fitness {best:+.2}");
        let text = format!("{header}\n# Bred by othellier evolve: {origin}.\n{weights}");
        write(&self.folder.join("best.txt"), text.as_bytes())?;
        let reached = state.history.last().is_some_and(|last| settings.is_reached(last));
        Ok(summary(&Total { generations, best: Some(*best), reached }))
    }
}

/// The end of an evolution.
#[derive(Serialize)]
struct Total {
    generations: usize,
    /// The fitness of the best of the last generation.
    best: Option<f64>,
    /// Whether that is the fitness that ends the evolution.
    reached: bool,
}

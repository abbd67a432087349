//! The output of `othellier evolve`: tables for people, JSON for programs.

use othellier_board::Size;
use othellier_locale::tr;
use othellier_measure::evolve::{Evolution, EvolutionRun, Generation, Goal, Settings, State};
use othellier_report::words::Words;
use othellier_tui::table::TextTable;
use othellier_wire::{EvolveEvent, EvolveGeneration, EvolveSettings, EvolveTotal};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::output;
use crate::common::table::print;

pub(super) fn report_settings<S: Size>(
    common: Common,
    evolution: &Evolution<S>,
    settings: &Settings,
    goal: Goal,
    games: usize,
    resumed: usize,
) -> Result<(), CliError> {
    let lang = common.lang;
    let threads = evolution.arena.threads.get();
    let version = env!("CARGO_PKG_VERSION");
    if common.json {
        let settings = EvolveSettings::new(settings, goal, games, threads, resumed, version);
        return output::json(&EvolveEvent::Settings(Box::new(settings)));
    }
    let label = |key: &str| lang.text(&format!("evolve-{key}"));
    let mut table = TextTable::new(tr!(lang, "evolve-settings", version = version));
    table.row(label("player"), settings.player.clone());
    for control in &settings.environment {
        table.row(label("control"), control.clone());
    }
    table.row(label("start"), settings.start.clone());
    let ([low, high], count) = (settings.range, evolution.arena.genome.genes().len());
    table.row(label("genes"), tr!(lang, "evolve-genes-of", count = count, low = low, high = high));
    let (population, elite) = (settings.population, settings.elite);
    let text = tr!(lang, "evolve-population-of", population = population, elite = elite);
    table.row(label("population"), text);
    let (openings, plies) = (settings.openings, settings.random_plies);
    let text = tr!(lang, "evolve-fitness-of", openings = openings, plies = plies, games = games);
    table.row(label("fitness"), text);
    table.row(label("roulette"), settings.law.clone());
    let (kind, rate) = (settings.crossover.as_str(), lang.percent(settings.crossover_rate));
    let text = tr!(lang, "evolve-crossover-of", kind = kind, rate = rate);
    table.row(label("crossover"), text);
    let (kind, rate) = (settings.mutation.as_str(), lang.percent(settings.mutation_rate));
    table.row(label("mutation"), tr!(lang, "evolve-mutation-of", kind = kind, rate = rate));
    let (every, count) = (settings.renew, settings.renew_count);
    let renewal = match (every, settings.restart) {
        (0, _) => label("never"),
        (_, false) => tr!(lang, "evolve-renewal-of", every = every, count = count),
        (_, true) => tr!(lang, "evolve-renewal-restart", every = every, count = count),
    };
    table.row(label("renewal"), renewal);
    let generations = goal.generations;
    let end = match goal.until {
        None => tr!(lang, "evolve-end-of", generations = generations),
        Some(until) => {
            let until = lang.signed(until, 2);
            tr!(lang, "evolve-end-until", until = until, generations = generations)
        }
    };
    table.row(label("end"), end);
    table.row(lang.text("match-board"), format!("{0}×{0}", S::SIDE));
    table.row(lang.text("match-seed"), settings.seed.to_string());
    table.row(lang.text("match-threads"), threads.to_string());
    if resumed > 0 {
        table.row(label("resumed"), resumed.to_string());
    }
    print(&table)?;
    let head = ["generation", "best", "mean", "diversity"].map(|key| label(&format!("head-{key}")));
    output::line(&row(&head))
}

/// A line of four columns and a note.
fn row(cells: &[String; 4]) -> String {
    let [number, best, mean, diversity] = cells;
    format!("  {number:>10}  {best:>8}  {mean:>8}  {diversity:>9}")
}

pub(super) fn report_generation(
    common: Common,
    number: usize,
    generation: &Generation,
) -> Result<(), CliError> {
    if common.json {
        let generation = EvolveGeneration::new(number, generation);
        return output::json(&EvolveEvent::Generation(generation));
    }
    let cells = [
        number.to_string(),
        common.lang.signed(generation.best, 2),
        common.lang.signed(generation.mean, 2),
        common.lang.percent(generation.diversity),
    ];
    let remark = if generation.renewed {
        format!("  {}", common.lang.text("evolve-renewed"))
    } else {
        String::new()
    };
    output::line(&format!("{}{remark}", row(&cells)))
}

pub(super) fn report_total<S: Size>(
    common: Common,
    run: &EvolutionRun<'_, S>,
    state: &State,
    seconds: f64,
    interrupted: bool,
) -> Result<(), CliError> {
    let (goal, genome, out) = (run.goal, &run.evolution.arena.genome, &run.files.out);
    let best = state.history.last();
    let reached = best.is_some_and(|best| goal.is_reached(best));
    let bred = best.map(|best| {
        genome.with_genes(best.genes.clone()).expect("as many genes as the genome").to_string()
    });
    if common.json {
        return output::json(&EvolveEvent::Total(EvolveTotal {
            generations: state.history.len(),
            best: best.map(|best| best.best),
            genome: bred,
            out: out.display().to_string(),
            until: goal.until,
            reached,
            seconds,
            interrupted,
        }));
    }
    let Some(bred) = bred else { return Ok(()) };
    if let Some(until) = goal.until {
        let key = if reached { "evolve-reached" } else { "evolve-not-reached" };
        let (until, number) = (common.lang.signed(until, 2), state.history.len().to_string());
        output::line(&tr!(common.lang, key, until = until, number = number))?;
    }
    let (number, file) = (state.history.len().to_string(), out.display().to_string());
    output::line(&tr!(common.lang, "evolve-written", number = number, file = file))?;
    output::line(bred.trim_end())
}

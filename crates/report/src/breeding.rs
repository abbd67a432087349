//! The report on a part that breeds weights.

use othellier_board::{Eight, Size};

use super::document::Document;
use super::names::{columns, dash, listed};
use crate::evolution::{self as charts, Charts, formula};
use crate::words::{Words, tr};
use othellier_measure::evolve::{Evolution, Generation, Law};
use othellier_measure::experiment::{EvolutionPlan, Findings};
use othellier_measure::stats::Mean;

/// The number of squares of the board.
const SQUARES: u32 = Eight::SQUARES as u32;

/// The first and the last generation of the runs of a law.
struct Ends<'a> {
    first: Vec<&'a Generation>,
    last: Vec<&'a Generation>,
}

impl Ends<'_> {
    fn of(runs: &[Vec<Generation>]) -> Ends<'_> {
        Ends {
            first: runs.iter().filter_map(|run| run.first()).collect(),
            last: runs.iter().filter_map(|run| run.last()).collect(),
        }
    }

    fn means(&self, of: fn(&Generation) -> f64) -> [Option<Mean>; 2] {
        let mean = |generations: &Vec<&Generation>| {
            Mean::of(&generations.iter().map(|one| of(one)).collect::<Vec<_>>())
        };
        [mean(&self.first), mean(&self.last)]
    }
}

/// The laws with their runs, for the figures.
fn drawable<'a>(
    bred: &EvolutionPlan,
    found: &'a [Vec<Vec<Generation>>],
) -> Vec<charts::LawRuns<'a>> {
    let laws = bred.evolutions.iter().map(|evolution| evolution.breeding.law);
    laws.zip(found).map(|(law, runs)| charts::LawRuns { law, runs }).collect()
}

/// Adds the section on the part; returns the sentence that summarises it.
pub(super) fn about(
    words: &dyn Words,
    bred: &EvolutionPlan,
    findings: &Findings,
    prefix: &str,
    document: &mut Document,
) -> String {
    let (part, found) = (&bred.part, findings.evolutions(&bred.part.name));
    let evolution = &bred.evolutions[0];
    let (population, generations, runs) = (part.population, part.generations, part.runs);
    document.paragraph(tr!(
        words,
        "lab-report-breeding",
        population = population,
        generations = generations,
        runs = runs,
        player = part.player.as_str(),
        openings = part.openings,
        plies = part.random_plies,
        genes = evolution.arena.genome.genes().len(),
        elite = part.elite
    ));
    // With fewer generations there was no renewal.
    if part.renew > 0 && part.renew < part.generations {
        document.paragraph(tr!(
            words,
            "lab-report-renewal",
            every = part.renew,
            count = part.renew_count
        ));
    }
    let laws = drawable(bred, found);
    let said = risen(words, &laws);
    document.paragraph(&said);
    document.table(table(words, &laws));
    let charts = Charts {
        words,
        name: &format!("{prefix}{}", part.name),
        title: part.title.tagged(words.tag()),
        squares: SQUARES,
        genome: &evolution.arena.genome,
    };
    charts.all(&laws).into_iter().for_each(|(id, figure)| document.figure(id, figure));
    if let Some((law, best)) = charts::fittest(&laws)
        && let Ok(genome) = evolution.arena.genome.with_genes(best.genes.clone())
    {
        let (law, fitness) = (formula(law, SQUARES), format!("{:+.1}", best.best));
        document.paragraph(tr!(words, "lab-report-bred", law = law, fitness = fitness));
        document.code(genome.to_string().trim_end());
    }
    said
}

/// The progress of the best individual with each law, as a mean over the runs.
fn risen(words: &dyn Words, laws: &[charts::LawRuns<'_>]) -> String {
    let rise = |law: &charts::LawRuns<'_>| {
        let [first, last] = Ends::of(law.runs).means(|generation| generation.best);
        let [first, last] = [first?.mean, last?.mean].map(|discs| words.signed(discs, 1));
        let law = formula(law.law, SQUARES);
        Some(tr!(words, "lab-report-rise", law = law, first = first, last = last))
    };
    match laws.iter().map(rise).collect::<Option<Vec<_>>>() {
        Some(rises) if !rises.is_empty() => {
            let rises = listed(words, &rises);
            tr!(words, "lab-report-risen", rises = rises)
        }
        _ => String::new(),
    }
}

/// The first and the last generation of each law.
fn table(words: &dyn Words, laws: &[charts::LawRuns<'_>]) -> Vec<Vec<String>> {
    let names = ["law", "runs", "first-best", "last-best", "first-mean", "last-mean"];
    let mut rows =
        vec![columns(words, &[&names[..], &["first-diversity", "last-diversity"]].concat())];
    let discs = |mean: Option<Mean>| match mean.map(|mean| (mean.mean, mean.error())) {
        Some((mean, Some(error))) => format!("{mean:+.1} ± {error:.1}"),
        Some((mean, None)) => format!("{mean:+.1}"),
        None => dash(),
    };
    for law in laws {
        let ends = Ends::of(law.runs);
        let mut row = vec![formula(law.law, SQUARES), law.runs.len().to_string()];
        row.extend(ends.means(|generation| generation.best).map(discs));
        row.extend(ends.means(|generation| generation.mean).map(discs));
        let share = |mean: Option<Mean>| mean.map_or(dash(), |mean| words.percent(mean.mean));
        row.extend(ends.means(|generation| generation.diversity).map(share));
        rows.push(row);
    }
    rows
}

/// The results of a law: means over its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct LawSummary {
    /// The law of the roulette wheel.
    pub law: Law,
    pub runs: usize,
    /// The number of generations of the longest run.
    pub generations: usize,
    /// The best fitness of the first and the last generation.
    pub best: [Option<f64>; 2],
    /// The mean fitness of the first and the last generation.
    pub mean: [Option<f64>; 2],
    /// The diversity of the first and the last generation.
    pub diversity: [Option<f64>; 2],
}

pub(super) fn summaries(bred: &EvolutionPlan, findings: &Findings) -> Vec<LawSummary> {
    let summary = |(evolution, runs): (&Evolution, &Vec<Vec<Generation>>)| {
        let ends = Ends::of(runs);
        let means = |of| ends.means(of).map(|mean| mean.map(|mean| mean.mean));
        LawSummary {
            law: evolution.breeding.law,
            runs: runs.len(),
            generations: runs.iter().map(Vec::len).max().unwrap_or(0),
            best: means(|generation| generation.best),
            mean: means(|generation| generation.mean),
            diversity: means(|generation| generation.diversity),
        }
    };
    bred.evolutions.iter().zip(findings.evolutions(&bred.part.name)).map(summary).collect()
}

/// The summary as a line of text.
pub(super) fn in_line(words: &dyn Words, summary: &LawSummary) -> String {
    let discs = |number: Option<f64>| number.map_or(dash(), |number| words.signed(number, 1));
    let share = |number: Option<f64>| number.map_or(dash(), |number| words.percent(number));
    let LawSummary { law, best, mean, diversity, .. } = summary;
    let line = tr!(
        words,
        "lab-law",
        law = law.to_string(),
        best = discs(best[1]),
        first_best = discs(best[0]),
        mean = discs(mean[1]),
        first_mean = discs(mean[0]),
        diversity = share(diversity[1])
    );
    format!("  {line}")
}

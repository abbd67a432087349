//! The report on a part that breeds weights.

use othellier_board::{Eight, Size};
use othellier_lab::evolve::{Evolution, Generation};
use othellier_lab::experiment::{EvolutionPlan, Findings};
use othellier_lab::stats::Mean;
use othellier_locale::{Lang, tr};
use serde::Serialize;

use super::document::Document;
use super::folder::Setting;
use super::in_lang;
use super::tables::{columns, dash};
use super::verdicts::listed;
use crate::arguments::Common;
use crate::error::CliError;
use crate::evolve::charts::{self, Charts, formula};
use crate::match_play::plan::effective;
use crate::match_play::table::percent;
use crate::output;

/// The number of squares of the board.
const SQUARES: u32 = Eight::SQUARES as u32;

#[derive(Serialize)]
struct LawLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    law: String,
    runs: usize,
    generations: usize,
    /// The best fitness of the first and the last generation, as means over the runs.
    best: [Option<f64>; 2],
    mean: [Option<f64>; 2],
    diversity: [Option<f64>; 2],
}

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

/// The players: the search of each law with all its options, and the control players.
pub(super) fn settings(bred: &EvolutionPlan) -> Vec<Setting> {
    let setting = |evolution: &Evolution| {
        let player = &evolution.arena.player;
        let mut shown = effective(player);
        // Its evaluator are the genes.
        let eval = shown.options.iter_mut().find(|(key, _)| key == "eval");
        eval.into_iter().for_each(|(_, value)| *value = "genome".to_owned());
        Setting {
            part: bred.part.name.clone(),
            arm: evolution.breeding.law.to_string(),
            player: player.to_string(),
            effective: shown.to_string(),
            opponents: bred.controls().map(|spec| effective(spec).to_string()).collect(),
        }
    };
    bred.evolutions.iter().map(setting).collect()
}

/// Adds the section on the part; returns the sentence that summarises it.
pub(super) fn about(
    lang: Lang,
    bred: &EvolutionPlan,
    findings: &Findings,
    prefix: &str,
    document: &mut Document,
) -> String {
    let (part, found) = (&bred.part, findings.evolutions(&bred.part.name));
    let evolution = &bred.evolutions[0];
    let (population, generations, runs) = (part.population, part.generations, part.runs);
    document.paragraph(tr!(
        lang,
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
            lang,
            "lab-report-renewal",
            every = part.renew,
            count = part.renew_count
        ));
    }
    let laws = drawable(bred, found);
    let said = risen(lang, &laws);
    document.paragraph(&said);
    document.table(table(lang, &laws));
    let charts = Charts {
        lang,
        name: &format!("{prefix}{}", part.name),
        title: in_lang(lang, &part.title),
        squares: SQUARES,
        genome: &evolution.arena.genome,
    };
    charts.all(&laws).into_iter().for_each(|(id, figure)| document.figure(id, figure));
    if let Some((law, best)) = charts::fittest(&laws)
        && let Ok(genome) = evolution.arena.genome.with_genes(best.genes.clone())
    {
        let (law, fitness) = (formula(law, SQUARES), format!("{:+.1}", best.best));
        document.paragraph(tr!(lang, "lab-report-bred", law = law, fitness = fitness));
        document.code(genome.to_string().trim_end());
    }
    said
}

/// The progress of the best individual with each law, as a mean over the runs.
fn risen(lang: Lang, laws: &[charts::LawRuns<'_>]) -> String {
    let rise = |law: &charts::LawRuns<'_>| {
        let [first, last] = Ends::of(law.runs).means(|generation| generation.best);
        let [first, last] = [first?.mean, last?.mean].map(|discs| lang.signed(discs, 1));
        let law = formula(law.law, SQUARES);
        Some(tr!(lang, "lab-report-rise", law = law, first = first, last = last))
    };
    match laws.iter().map(rise).collect::<Option<Vec<_>>>() {
        Some(rises) if !rises.is_empty() => {
            let rises = listed(lang, &rises);
            tr!(lang, "lab-report-risen", rises = rises)
        }
        _ => String::new(),
    }
}

/// The first and the last generation of each law.
fn table(lang: Lang, laws: &[charts::LawRuns<'_>]) -> Vec<Vec<String>> {
    let names = ["law", "runs", "first-best", "last-best", "first-mean", "last-mean"];
    let mut rows =
        vec![columns(lang, &[&names[..], &["first-diversity", "last-diversity"]].concat())];
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
        let share = |mean: Option<Mean>| mean.map_or(dash(), |mean| percent(lang, mean.mean));
        row.extend(ends.means(|generation| generation.diversity).map(share));
        rows.push(row);
    }
    rows
}

/// Prints the summary on standard output, one line for each law.
pub(super) fn print_summary(
    common: Common,
    bred: &EvolutionPlan,
    findings: &Findings,
) -> Result<(), CliError> {
    let part = bred.part.name.as_str();
    for (evolution, runs) in bred.evolutions.iter().zip(findings.evolutions(part)) {
        let (law, ends) = (evolution.breeding.law, Ends::of(runs));
        let means = |of| ends.means(of).map(|mean| mean.map(|mean| mean.mean));
        let best = means(|generation| generation.best);
        let mean = means(|generation| generation.mean);
        let diversity = means(|generation| generation.diversity);
        if common.json {
            output::json(&LawLine {
                kind: "law",
                part,
                law: law.to_string(),
                runs: runs.len(),
                generations: runs.iter().map(Vec::len).max().unwrap_or(0),
                best,
                mean,
                diversity,
            })?;
            continue;
        }
        let lang = common.lang;
        let discs = |number: Option<f64>| number.map_or(dash(), |number| lang.signed(number, 1));
        let share = |number: Option<f64>| number.map_or(dash(), |number| percent(lang, number));
        let line = tr!(
            lang,
            "lab-law",
            law = law.to_string(),
            best = discs(best[1]),
            first_best = discs(best[0]),
            mean = discs(mean[1]),
            first_mean = discs(mean[0]),
            diversity = share(diversity[1])
        );
        output::line(&format!("  {line}"))?;
    }
    Ok(())
}

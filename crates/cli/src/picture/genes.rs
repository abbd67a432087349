//! Genomes before and after a crossover or a mutation.

use std::path::PathBuf;

use clap::Args;
use othellier_lab::chart::{Cell, CellBlock, CellRow, Cells, Figure, Labels};
use othellier_lab::evolve::{Mutation, exchange};
use othellier_locale::{Lang, tr};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use super::report;
use crate::arguments::Common;
use crate::error::CliError;
use crate::evolve::{Range, range};
use crate::image::write_figure;
use crate::values;

/// Two genomes before and after they exchange genes, at one point or at two
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier picture crossover one-point.svg
  othellier picture crossover two-points.svg --points 3,7")]
pub(super) struct CrossoverOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Crossover points: one number swaps the genes before it, two swap those between them
    #[arg(long, value_name = "N[,M]", value_delimiter = ',', default_value = "3")]
    points: Vec<usize>,
    /// The genes of the first parent
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-7,5,-8,-1,10,-5,-1,3,1,-2"
    )]
    first: Vec<i32>,
    /// The genes of the second parent, of the same number
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-6,-5,-6,-9,-9,-1,-9,-10,-7,8"
    )]
    second: Vec<i32>,
}

/// A genome before and after a mutation
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture mutation mutation.svg --seed 3")]
pub(super) struct MutationOptions {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The genes
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        allow_hyphen_values = true,
        default_value = "-7,5,-8,-1,10,-5,-1,3,1,-2"
    )]
    genes: Vec<i32>,
    /// Probability that a gene is replaced
    #[arg(long, value_name = "P", value_parser = values::share, default_value = "0.2")]
    mutation_rate: f64,
    /// The range of values of a gene
    #[arg(long, value_name = "MIN,MAX", value_parser = range, default_value = "-10,10",
          allow_hyphen_values = true)]
    range: Range,
    /// Seed of the random numbers: the same seed repeats the same mutation
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Serialize)]
struct Crossed {
    points: Vec<usize>,
    before: [Vec<i32>; 2],
    after: [Vec<i32>; 2],
}

/// Draws a crossover.
pub(super) fn crossover(common: Common, options: &CrossoverOptions) -> Result<(), CliError> {
    let lang = common.lang;
    let CrossoverOptions { first, second, points, .. } = options;
    let genes = first.len();
    if genes < 2 || second.len() != genes {
        let [first, second] = [genes, second.len()].map(|genes| genes.to_string());
        let sentence = tr!(lang, "picture-genes-refused", first = first, second = second);
        return Err(CliError::usage(sentence));
    }
    let stretch = match points[..] {
        [to] => (0, to),
        [from, to] => (from, to),
        _ => (0, 0),
    };
    let (from, to) = stretch;
    // At least one gene is swapped, and at least one stays.
    if from >= to || to > genes || to - from == genes {
        let (written, most) = (options.points.iter().map(usize::to_string), genes - 1);
        let written = written.collect::<Vec<_>>().join(",");
        let sentence = tr!(lang, "picture-points-refused", points = written, most = most);
        return Err(CliError::usage(sentence));
    }
    let (mut a, mut b) = (first.clone(), second.clone());
    exchange(&mut a, &mut b, from, to);
    // The parent of a gene moves with the gene.
    let (mut of_a, mut of_b) = (vec![0; genes], vec![1; genes]);
    exchange(&mut of_a, &mut of_b, from, to);

    let parents = [0, 1].map(|parent| lang.text(&format!("picture-parent-{}", parent + 1)));
    let children = [0, 1].map(|child| lang.text(&format!("picture-child-{}", child + 1)));
    let block = |key: &str, names: &[String; 2], genes: [&[i32]; 2], parents: [&[i32]; 2]| {
        let rows = (0..2).map(|row| CellRow {
            name: names[row].clone(),
            cells: genes[row].iter().zip(parents[row]).map(|(gene, of)| cell(*gene, *of)).collect(),
        });
        CellBlock {
            name: lang.text(key),
            columns: numbers(genes[0].len()),
            rows: rows.collect(),
            cuts: points.clone(),
        }
    };
    let kind = if points.len() == 1 { "one" } else { "two" };
    let own = [vec![0; genes], vec![1; genes]];
    let blocks = vec![
        block("picture-before", &parents, [first, second], [&own[0], &own[1]]),
        block("picture-after", &children, [&a, &b], [&of_a, &of_b]),
    ];
    let labels = Labels {
        title: lang.text(&format!("picture-crossover-{kind}")),
        note: tr!(
            lang,
            &format!("picture-crossover-{kind}-note"),
            from = (from + 1).to_string(),
            to = to.to_string()
        ),
        number_format: lang.number_format(),
        ..Labels::default()
    };
    let figure = Figure::Cells(Cells { labels, groups: parents.to_vec(), blocks });
    write_figure(lang, &options.output, &figure)?;
    let before = [first.clone(), second.clone()];
    let crossed = Crossed { points: points.clone(), before, after: [a, b] };
    report(common, "crossover", &options.output, crossed)
}

#[derive(Serialize)]
struct Mutated {
    mutation_rate: f64,
    seed: u64,
    before: Vec<i32>,
    after: Vec<i32>,
}

/// Draws a mutation.
pub(super) fn mutation(common: Common, options: &MutationOptions) -> Result<(), CliError> {
    let lang = common.lang;
    let seed = options.seed.unwrap_or_else(values::seed);
    let before = &options.genes;
    let mut after = before.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Mutation::Replace.mutate(&mut after, options.mutation_rate, &options.range, &mut rng);
    let figure = mutation_figure(lang, options, seed, &after);
    write_figure(lang, &options.output, &figure)?;
    let mutation_rate = options.mutation_rate;
    let mutated = Mutated { mutation_rate, seed, before: before.clone(), after };
    report(common, "mutation", &options.output, mutated)
}

fn mutation_figure(lang: Lang, options: &MutationOptions, seed: u64, after: &[i32]) -> Figure {
    let before = &options.genes;
    let changed = before.iter().zip(after).filter(|(before, after)| before != after).count();
    let block = |key: &str, cells: Vec<Cell>| CellBlock {
        name: lang.text(key),
        columns: numbers(before.len()),
        rows: vec![CellRow { name: String::new(), cells }],
        cuts: Vec::new(),
    };
    let mutated = before.iter().zip(after).map(|(before, after)| {
        let is_new = before != after;
        Cell { marked: is_new, ..cell(*after, i32::from(is_new)) }
    });
    let (low, high) = (options.range.start().to_string(), options.range.end().to_string());
    let labels = Labels {
        title: lang.text("picture-mutation-title"),
        note: tr!(
            lang,
            "picture-mutation-note",
            rate = lang.decimals(100.0 * options.mutation_rate, 0),
            low = low,
            high = high,
            count = changed,
            seed = seed.to_string()
        ),
        number_format: lang.number_format(),
        ..Labels::default()
    };
    Figure::Cells(Cells {
        labels,
        groups: ["picture-kept", "picture-mutated"].map(|key| lang.text(key)).to_vec(),
        blocks: vec![
            block("picture-before", before.iter().map(|gene| cell(*gene, 0)).collect()),
            block("picture-after", mutated.collect()),
        ],
    })
}

/// A gene in the colour of a group.
fn cell(gene: i32, group: i32) -> Cell {
    Cell { text: gene.to_string(), group: usize::try_from(group).ok(), ..Cell::default() }
}

fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

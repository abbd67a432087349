//! `othellier picture`: pictures that explain Othello programs in a report.

mod boards;
mod genes;
mod tree;

use std::path::Path;

use clap::{Args, Subcommand};
use othellier_locale::tr;
use serde::Serialize;

use crate::arguments::Common;
use crate::error::CliError;
use crate::output;

/// Draw pictures for reports: indices, zones, crossover, mutation, a game tree (SVG or PNG)
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier picture indices indices.svg
  othellier picture crossover crossover.png --points 3,7
  othellier picture tree tree.svg --position d3c3 --depth 2 --eval mobility

See also: diagram (games and positions), search --tree (the tree of a search),
evolve --charts (fitness, roulette, weights).")]
pub(crate) struct Options {
    #[command(subcommand)]
    kind: Kind,
}

/// What can be drawn.
#[derive(Subcommand)]
enum Kind {
    Indices(boards::IndicesOptions),
    Zones(boards::ZonesOptions),
    Crossover(genes::CrossoverOptions),
    Mutation(genes::MutationOptions),
    Tree(tree::Options),
}

/// Draws the requested picture.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.kind {
        Kind::Indices(options) => boards::indices(common, &options),
        Kind::Zones(options) => boards::zones(common, &options),
        Kind::Crossover(options) => genes::crossover(common, &options),
        Kind::Mutation(options) => genes::mutation(common, &options),
        Kind::Tree(options) => tree::run(common, &options),
    }
}

#[derive(Serialize)]
struct Drawn<'a, T> {
    #[serde(rename = "type")]
    kind: &'static str,
    picture: &'static str,
    file: &'a Path,
    #[serde(flatten)]
    of: T,
}

/// Reports what was drawn.
fn report(
    common: Common,
    picture: &'static str,
    file: &Path,
    of: impl Serialize,
) -> Result<(), CliError> {
    if common.json {
        return output::json(&Drawn { kind: "picture", picture, file, of });
    }
    output::line(&tr!(common.lang, "picture-drawn", file = file.display().to_string()))
}

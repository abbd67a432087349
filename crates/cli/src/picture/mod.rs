//! `othellier picture`: pictures that explain Othello programs in a report.

mod options;

use std::path::Path;

use clap::{Args, Subcommand};
use othellier_board::{Position, Size, with_size};
use othellier_eval::{Score, build};
use othellier_lab::chart::{Figure, Theme};
use othellier_lab::picture::{
    self, Crossed, GrownTree, Image, Mutated, SCALE, indices, tree_words, zones,
};
use othellier_lab::tree_picture;
use othellier_locale::tr;
use othellier_spec::Access;
use serde::Serialize;
use serde_json::json;

use self::options::{CrossoverOptions, IndicesOptions, MutationOptions, TreeOptions, ZonesOptions};
use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::read_position;
use crate::common::options::Common;
use crate::common::options::board_side;
use crate::common::output;
use crate::common::values;

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
    Indices(IndicesOptions),
    Zones(ZonesOptions),
    Crossover(CrossoverOptions),
    Mutation(MutationOptions),
    Tree(TreeOptions),
}

/// Draws the requested picture.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    match options.kind {
        Kind::Indices(IndicesOptions { output, size }) => {
            let figure = with_size!(size, S => indices::<S>(&lang)).expect("a checked side");
            draw(common, "indices", &output, &figure, json!({ "size": size }))
        }
        Kind::Zones(ZonesOptions { output, size }) => {
            let figure = with_size!(size, S => zones::<S>(&lang)).expect("a checked side");
            draw(common, "zones", &output, &figure, json!({ "size": size }))
        }
        Kind::Crossover(CrossoverOptions { output, points, first, second }) => {
            let crossed = Crossed::new(first, second, points).map_err(CliError::usage)?;
            let figure = crossed.figure(&lang);
            let Crossed { points, before, after, .. } = &crossed;
            let facts = json!({ "points": points, "before": before, "after": after });
            draw(common, "crossover", &output, &figure, facts)
        }
        Kind::Mutation(MutationOptions { output, genes, mutation_rate, range, seed }) => {
            let seed = seed.unwrap_or_else(values::seed);
            let mutated = Mutated::new(genes, mutation_rate, range, seed);
            let Mutated { rate, seed, before, after, .. } = &mutated;
            let facts =
                json!({ "mutation_rate": rate, "seed": seed, "before": before, "after": after });
            draw(common, "mutation", &output, &mutated.figure(&lang), facts)
        }
        Kind::Tree(options) => {
            let side = board_side(options.size, &options.position);
            with_size!(side, S => draw_tree::<S>(common, &options)).expect("a checked side")
        }
    }
}

#[derive(Serialize)]
struct Drawn<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    picture: &'static str,
    file: &'a Path,
    #[serde(flatten)]
    facts: serde_json::Value,
}

/// Writes a figure and reports it.
fn draw(
    common: Common,
    picture: &'static str,
    file: &Path,
    figure: &Figure,
    facts: serde_json::Value,
) -> Result<(), CliError> {
    let bytes = match Image::of(file)? {
        Image::Svg => figure.svg(Theme::Light).into_bytes(),
        Image::Png => figure.png(Theme::Light, SCALE),
    };
    files::write(file, &bytes)?;
    report(common, picture, file, facts)
}

fn report(
    common: Common,
    picture: &'static str,
    file: &Path,
    facts: serde_json::Value,
) -> Result<(), CliError> {
    if common.json {
        return output::json(&Drawn { kind: "picture", picture, file, facts });
    }
    output::line(&tr!(common.lang, "picture-drawn", file = file.display().to_string()))
}

/// Expands a game tree and draws it.
fn draw_tree<S: Size>(common: Common, options: &TreeOptions) -> Result<(), CliError> {
    let lang = common.lang;
    let image = Image::of(&options.output)?;
    let position: Position<S> = read_position(lang, &options.position)?;
    let evaluator = build::<S>(&options.eval, &Access::Full).map_err(CliError::usage)?;
    let grown = GrownTree::new(position, options.depth, &*evaluator);
    let (tree, eval) = (&grown.tree, options.eval.to_string());
    let (depth, nodes) = (options.depth, tree.len());
    let title = tr!(lang, "picture-tree-title", depth = depth, eval = eval.as_str(), nodes = nodes);
    let (trace, words) = (tree.trace(), tree_words(&lang, title));
    let bytes = match image {
        Image::Svg => tree_picture::svg(&trace, &words).into_bytes(),
        Image::Png => picture::png(&tree_picture::outlined_svg(&trace, &words), SCALE)?,
    };
    files::write(&options.output, &bytes)?;
    let (generated, memory_bytes) = (tree.generated(), tree.bytes());
    if !common.json {
        let (key, bytes) = ("picture-tree-grown", memory_bytes);
        output::line(&tr!(lang, key, nodes = nodes, generated = generated, bytes = bytes))?;
    }
    let facts = json!({
        "position": position.to_string(),
        "depth": depth,
        "eval": eval,
        "nodes": nodes,
        "by_depth": grown.by_depth(),
        "generated": generated,
        "memory_bytes": memory_bytes,
        "value": grown.value.map(Score::discs),
    });
    report(common, "tree", &options.output, facts)
}

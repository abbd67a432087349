//! `othellier picture`: pictures that explain Othello programs in a report.

mod options;

use std::path::Path;

use clap::{Args, Subcommand};
use othellier_board::{Position, Size, with_size};
use othellier_eval::{Score, build};
use othellier_locale::tr;
use othellier_report::chart::{Figure, Theme};
use othellier_report::picture::{
    self, Crossed, GrownTree, Image, Mutated, SCALE, indices, tree_words, zones,
};
use othellier_report::tree_picture;
use othellier_spec::Access;
use othellier_wire::{Drawing, Picture, PictureSubject};

use self::options::{CrossoverOptions, IndicesOptions, MutationOptions, TreeOptions, ZonesOptions};
use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::{Common, board_side};
use crate::common::{files, output, values};

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

/// A subject of a picture.
#[derive(Subcommand)]
enum Kind {
    Indices(IndicesOptions),
    Zones(ZonesOptions),
    Crossover(CrossoverOptions),
    Mutation(MutationOptions),
    Tree(TreeOptions),
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    match options.kind {
        Kind::Indices(IndicesOptions { output, size }) => {
            let figure = with_size!(size, S => indices::<S>(&lang)).expect("a checked side");
            draw(common, &output, &figure, PictureSubject::Indices { size })
        }
        Kind::Zones(ZonesOptions { output, size }) => {
            let figure = with_size!(size, S => zones::<S>(&lang)).expect("a checked side");
            draw(common, &output, &figure, PictureSubject::Zones { size })
        }
        Kind::Crossover(CrossoverOptions { output, points, first, second }) => {
            let crossed = Crossed::new(first, second, points).map_err(CliError::usage)?;
            let figure = crossed.figure(&lang);
            let Crossed { points, before, after, .. } = crossed;
            draw(common, &output, &figure, PictureSubject::Crossover { points, before, after })
        }
        Kind::Mutation(MutationOptions { output, genes, mutation_rate, range, seed }) => {
            let seed = seed.unwrap_or_else(values::seed);
            let mutated = Mutated::new(genes, mutation_rate, range.values(), seed);
            let figure = mutated.figure(&lang);
            let Mutated { rate: mutation_rate, seed, before, after, .. } = mutated;
            let subject = PictureSubject::Mutation { mutation_rate, seed, before, after };
            draw(common, &output, &figure, subject)
        }
        Kind::Tree(options) => {
            let side = board_side(options.size, &options.position);
            with_size!(side, S => draw_tree::<S>(common, &options)).expect("a checked side")
        }
    }
}

/// Writes a figure and reports it.
fn draw(
    common: Common,
    file: &Path,
    figure: &Figure,
    subject: PictureSubject,
) -> Result<(), CliError> {
    let bytes = match Image::of(file)? {
        Image::Svg => figure.svg(Theme::Light).into_bytes(),
        Image::Png => figure.png(Theme::Light, SCALE),
    };
    files::write(file, &bytes)?;
    report(common, file, subject)
}

fn report(common: Common, file: &Path, subject: PictureSubject) -> Result<(), CliError> {
    let file = file.display().to_string();
    if common.json {
        return output::json(&Drawing::Picture(Picture { file, subject }));
    }
    output::line(&tr!(common.lang, "picture-drawn", file = file))
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
    let subject = PictureSubject::Tree {
        position: position.to_string(),
        depth,
        eval,
        nodes,
        by_depth: grown.by_depth(),
        generated,
        memory_bytes,
        value: grown.value.map(Score::discs),
    };
    report(common, &options.output, subject)
}

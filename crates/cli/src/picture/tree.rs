//! The game tree below a position: expanded, evaluated at its leaves, backed up by negamax.

use std::path::PathBuf;

use clap::Args;
use othellier_board::{Position, Size, with_size};
use othellier_eval::{Score, StaticEvaluator, build};
use othellier_lab::tree_picture;
use othellier_locale::tr;
use othellier_search::classic::tree::{NodeId, Tree};
use othellier_spec::Spec;
use serde::Serialize;

use super::report;
use crate::arguments::Common;
use crate::error::CliError;
use crate::games::read_position;
use crate::image::{self, Image};
use crate::moves::board_side;
use crate::output;
use crate::search::{MAX_TREE_DEPTH, tree_words};
use crate::{file_io, values};

/// The complete game tree of a few plies, with the value of every node
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier picture tree tree.svg --position d3c3 --depth 2 --eval mobility")]
pub(super) struct Options {
    /// The picture to write: .svg or .png
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, default_value = "startpos", value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Plies to expand, 1 to 4
    #[arg(long, value_name = "D", default_value = "2",
          value_parser = values::within::<u8>(1..=MAX_TREE_DEPTH as u64))]
    depth: u8,
    /// How leaves are evaluated: see `othellier evaluators`
    #[arg(long, value_name = "EVALUATOR", default_value = "mobility")]
    eval: Spec,
    /// Squares to a side: 4, 6, 8 or 10; by default that of the position
    #[arg(long, value_name = "N", value_parser = values::side)]
    size: Option<u8>,
}

#[derive(Serialize)]
struct TreeReport {
    position: String,
    depth: u8,
    eval: String,
    nodes: usize,
    /// The number of nodes by ply, the root first.
    by_depth: Vec<usize>,
    /// The number of move generations.
    generated: u64,
    memory_bytes: usize,
    /// For the side to move.
    value: Option<f64>,
}

/// Expands the tree and draws it.
pub(super) fn run(common: Common, options: &Options) -> Result<(), CliError> {
    let side = board_side(options.size, &options.position);
    with_size!(side, S => draw_tree::<S>(common, options)).expect("a side that was checked")
}

fn draw_tree<S: Size>(common: Common, options: &Options) -> Result<(), CliError> {
    let lang = common.lang;
    let image = Image::of(&options.output)?;
    let position: Position<S> = read_position(lang, &options.position)?;
    let evaluator = build::<S>(&options.eval).map_err(|error| CliError::usage(error))?;
    let mut tree = Tree::new(position);
    tree.expand_to(options.depth.into());
    for leaf in tree.leaves() {
        let value = evaluate_leaf(&*evaluator, &mut tree, leaf);
        tree.set_value(leaf, value);
    }
    let value = tree.back_up().map(Score::discs);
    let title = tr!(
        lang,
        "picture-tree-title",
        depth = options.depth,
        eval = options.eval.to_string(),
        nodes = tree.len()
    );
    let (trace, words) = (tree.trace(), tree_words(lang, title));
    let bytes = match image {
        Image::Svg => tree_picture::svg(&trace, &words).into_bytes(),
        Image::Png => image::png(lang, &tree_picture::outlined_svg(&trace, &words), image::SCALE)?,
    };
    file_io::write(lang, &options.output, &bytes)?;
    let facts = TreeReport {
        position: position.to_string(),
        depth: options.depth,
        eval: options.eval.to_string(),
        nodes: tree.len(),
        by_depth: by_depth(&tree),
        generated: tree.generated(),
        memory_bytes: tree.bytes(),
        value,
    };
    if !common.json {
        let sentence = tr!(
            lang,
            "picture-tree-grown",
            nodes = facts.nodes,
            generated = facts.generated,
            bytes = facts.memory_bytes
        );
        output::line(&sentence)?;
    }
    report(common, "tree", &options.output, facts)
}

/// The value of a leaf: exact if the game is over.
fn evaluate_leaf<S: Size>(
    evaluator: &dyn StaticEvaluator<S>,
    tree: &mut Tree<S>,
    leaf: NodeId,
) -> Score {
    let board = tree.node(leaf).board();
    match tree.moves(leaf).next() {
        None => Score::of_end(board.final_score()),
        Some(_) => evaluator.evaluate(board),
    }
}

fn by_depth<S: Size>(tree: &Tree<S>) -> Vec<usize> {
    let mut row = vec![NodeId::ROOT];
    let mut counts = Vec::new();
    while !row.is_empty() {
        counts.push(row.len());
        let children = |id| tree.node(id).branches().iter().map(|branch| branch.child);
        row = row.into_iter().flat_map(children).collect();
    }
    counts
}

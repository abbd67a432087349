//! The layout of the tree (a tidy tree).
//!
//! Every node has a span that contains its own text and the spans of its children side by side, so
//! that neighbours never overlap. A parent is centred between its first and its last child, as far
//! as its span allows.
//!
//! ```text
//! bottom-up:  span(node) = max(own width, sum of span(child))
//! top-down:   the children share the middle of their parent's span
//! bottom-up:  centre(node) = middle of its outer children, kept inside its span
//! ```

use super::svg_writer::text_width;
use super::tree::{Kind, Node, Tree};

pub(super) const NODE_HEIGHT: f64 = 26.0;
pub(super) const TEXT: f64 = 13.0;
pub(super) const SMALL_TEXT: f64 = 10.0;
/// The distance from the end of a branch to the top of its node, with the label between.
pub(super) const DROP: f64 = 34.0;

const GAP: f64 = 7.0;
/// The gap between the children of one node and those of the next.
const FAMILY_GAP: f64 = 14.0;
const ROOT_GAP: f64 = 40.0;
/// The minimum height between the nodes above and the ends of the branches.
const LEAST_FAN: f64 = 26.0;
/// The additional height per pixel that a branch goes sideways.
const SLOPE: f64 = 0.16;
/// The maximum of that height.
const MOST_FAN: f64 = 130.0;

/// The position of every node, from the top left corner of the tree.
pub(super) struct Layout {
    /// The horizontal centre of each node.
    pub(super) centres: Vec<f64>,
    /// The vertical centre of each ply.
    pub(super) middles: Vec<f64>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    pub(super) fn of(tree: &Tree) -> Layout {
        let spans = spans(tree);
        let (lefts, width) = lefts(tree, &spans);
        let centres = centres(tree, &spans, &lefts);
        let middles = middles(tree, &centres);
        let last = middles.last().map_or(0.0, |middle| middle + NODE_HEIGHT / 2.0);
        let in_last = |node: &Node| node.ply + 1 == middles.len();
        let windows = tree.nodes.iter().any(|node| in_last(node) && node.window.is_some());
        let below = if windows { 2.0 * (SMALL_TEXT + 1.5) + 4.0 } else { 0.0 };
        Layout { centres, middles, width, height: last + below }
    }
}

/// The width of the shape of a node.
pub(super) fn node_width(node: &Node) -> f64 {
    (text_width(&node.value, TEXT) + 12.0).max(NODE_HEIGHT)
}

/// The width of the search window of a node.
pub(super) fn window_width([alpha, beta]: &[String; 2]) -> f64 {
    text_width(alpha, SMALL_TEXT).max(text_width(beta, SMALL_TEXT))
}

/// The extent of a node and its text to the left and to the right of its centre.
fn reach(node: &Node) -> (f64, f64) {
    let label = text_width(&node.played, TEXT) / 2.0 + 2.0;
    let shape = node_width(node) / 2.0;
    let window = node.window.as_ref().map(window_width);
    match (node.kind(), window) {
        (Kind::Cut, _) => (label, label),
        (_, None) => (label.max(shape), label.max(shape)),
        (Kind::Inner, Some(window)) => (label.max(shape), label.max(shape + 5.0 + window)),
        (Kind::Leaf, Some(window)) => {
            let widest = label.max(shape).max(window / 2.0);
            (widest, widest)
        }
    }
}

/// The width of the children of a node side by side.
fn side_by_side(children: &[usize], spans: &[f64]) -> f64 {
    let gaps = children.len().saturating_sub(1) as f64 * GAP;
    children.iter().map(|&child| spans[child]).sum::<f64>() + gaps
}

fn spans(tree: &Tree) -> Vec<f64> {
    let mut spans = vec![0.0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let (left, right) = reach(node);
        let families = if node.children.is_empty() { 0.0 } else { FAMILY_GAP };
        spans[at] = (side_by_side(&node.children, &spans) + families).max(left + right);
    }
    spans
}

/// The left end of each span, and the right end of the last one.
fn lefts(tree: &Tree, spans: &[f64]) -> (Vec<f64>, f64) {
    let mut lefts = vec![0.0; tree.nodes.len()];
    let mut end: f64 = 0.0;
    for (at, node) in tree.nodes.iter().enumerate() {
        if node.parent.is_none() {
            lefts[at] = if at == 0 { 0.0 } else { end + ROOT_GAP };
            end = lefts[at] + spans[at];
        }
        let mut left = lefts[at] + (spans[at] - side_by_side(&node.children, spans)) / 2.0;
        for &child in &node.children {
            lefts[child] = left;
            left += spans[child] + GAP;
        }
    }
    (lefts, end)
}

fn centres(tree: &Tree, spans: &[f64], lefts: &[f64]) -> Vec<f64> {
    let mut centres = vec![0.0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let (left, right) = reach(node);
        let (first, last) = (lefts[at] + left, lefts[at] + spans[at] - right);
        let middle = match (node.children.first(), node.children.last()) {
            (Some(&one), Some(&other)) => (centres[one] + centres[other]) / 2.0,
            _ => first,
        };
        // Not `clamp`, which panics if rounding has reversed the range.
        centres[at] = middle.min(last).max(first);
    }
    centres
}

fn middles(tree: &Tree, centres: &[f64]) -> Vec<f64> {
    let plies = tree.nodes.iter().map(|node| node.ply + 1).max().unwrap_or(0);
    let mut furthest = vec![0.0_f64; plies];
    for (from, to) in tree.branches() {
        let aside = (centres[from] - centres[to]).abs();
        let row = &mut furthest[tree.nodes[to].ply];
        *row = row.max(aside);
    }
    let mut middle = NODE_HEIGHT / 2.0;
    let row = |(ply, aside): (usize, f64)| {
        if ply > 0 {
            middle += NODE_HEIGHT + (aside * SLOPE).clamp(LEAST_FAN, MOST_FAN) + DROP;
        }
        middle
    };
    furthest.into_iter().enumerate().map(row).collect()
}

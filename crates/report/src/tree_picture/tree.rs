//! A recorded tree prepared for drawing: parents and children, and every number as text, from the
//! view of the side to move at the root.

use othellier_board::Size;
use othellier_eval::Score;
use othellier_search::classic::{Trace, TraceNode};

/// The nodes in search order, parents before children. There is more than one root if a search was
/// repeated with another window.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

/// The labels of a node.
#[derive(Default)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) ply: usize,
    /// The move that leads here; empty for a root.
    pub(super) played: String,
    /// Its value, with `≥` or `≤` if it is a bound.
    pub(super) value: String,
    /// Alpha and beta, unless the window is full.
    pub(super) window: Option<[String; 2]>,
    pub(super) is_cut: bool,
    /// Whether it is on the principal variation.
    pub(super) is_best: bool,
    /// Whether its value is that of a finished game.
    pub(super) is_finished: bool,
}

/// The kind of a node in the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Inner,
    Leaf,
    Cut,
}

impl Node {
    pub(super) fn kind(&self) -> Kind {
        match self.is_cut {
            true => Kind::Cut,
            false if self.children.is_empty() => Kind::Leaf,
            false => Kind::Inner,
        }
    }
}

impl Tree {
    pub(super) fn read<S: Size>(trace: &Trace<S>) -> Tree {
        let mut tree = Tree { nodes: Vec::with_capacity(trace.nodes.len()) };
        for (at, node) in trace.nodes.iter().enumerate() {
            let parent = node.parent.filter(|&parent| parent < at);
            if let Some(parent) = parent {
                tree.nodes[parent].children.push(at);
            }
            let ply = parent.map_or(0, |parent| tree.nodes[parent].ply + 1);
            let played = node.played.map(|played| played.to_string()).unwrap_or_default();
            let is_cut = node.is_cut;
            tree.nodes.push(Node { parent, ply, played, is_cut, ..Node::default() });
        }
        for (node, traced) in tree.nodes.iter_mut().zip(&trace.nodes) {
            node.number(traced);
        }
        for at in trace.best_line() {
            tree.nodes[at].is_best = true;
        }
        tree
    }

    /// Every branch as parent and child.
    pub(super) fn branches(&self) -> impl Iterator<Item = (usize, usize)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(at, node)| node.parent.map(|parent| (parent, at)))
    }

    /// The kind of a row: inner nodes, leaves, or only cut branches.
    pub(super) fn row_kind(&self, ply: usize) -> Kind {
        let has = |kind| self.nodes.iter().any(|node| node.ply == ply && node.kind() == kind);
        [Kind::Inner, Kind::Leaf].into_iter().find(|&kind| has(kind)).unwrap_or(Kind::Cut)
    }
}

impl Node {
    /// Formats the value and the window.
    fn number<S: Size>(&mut self, traced: &TraceNode<S>) {
        if self.is_cut {
            return;
        }
        let is_inner = self.kind() == Kind::Inner;
        let mine = self.ply.is_multiple_of(2);
        let for_root = |score: Score| if mine { score } else { -score };
        let (low, high) = traced.window;
        self.value = match traced.value {
            None => "?".to_owned(),
            Some(value) => {
                let (is_least, is_most) = (value >= high, value <= low);
                let sign = match (is_inner, is_least, is_most) {
                    (true, true, _) if mine => "≥ ",
                    (true, _, true) if !mine => "≥ ",
                    (true, true, _) | (true, _, true) => "≤ ",
                    _ => "",
                };
                format!("{sign}{}", show(for_root(value)))
            }
        };
        if (low, high) != (Score::MIN, Score::MAX) {
            let (alpha, beta) = if mine { (low, high) } else { (-high, -low) };
            self.window = Some([format!("α {}", show(alpha)), format!("β {}", show(beta))]);
        }
        self.is_finished = traced.value.is_some_and(is_end);
    }
}

/// A limit above any score of a game.
const SCORE_LIMIT: i32 = 10_000;

/// Whether this is the value of a finished game.
fn is_end(score: Score) -> bool {
    score.end().is_some_and(|difference| difference != 0 && difference.abs() < SCORE_LIMIT)
}

/// A score with as few decimals as needed, and a dagger for a finished game.
fn show(score: Score) -> String {
    if score >= Score::of_end(SCORE_LIMIT) {
        return "+∞".to_owned();
    }
    if score <= Score::of_end(-SCORE_LIMIT) {
        return "−∞".to_owned();
    }
    let won = if is_end(score) { score.hundredths().signum() * Score::WON.hundredths() } else { 0 };
    let hundredths = score.hundredths() - won;
    let sign = match hundredths {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    let (points, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let decimals = match (rest, rest % 10) {
        (0, _) => String::new(),
        (_, 0) => format!(".{}", rest / 10),
        _ => format!(".{rest:02}"),
    };
    let dagger = if is_end(score) { "†" } else { "" };
    format!("{sign}{points}{decimals}{dagger}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_as_short_as_they_can_be() {
        for (score, shown) in [
            (Score::ZERO, "0"),
            (Score::from_discs(3), "+3"),
            (Score::guess(-250), "−2.5"),
            (Score::guess(7), "+0.07"),
            (Score::of_end(12), "+12†"),
            (Score::of_end(-64) + Score::STEP, "−63.99†"),
            (Score::MIN, "−∞"),
            (Score::MAX - Score::STEP, "+∞"),
        ] {
            assert_eq!(show(score), shown);
        }
    }
}

//! The complete tree of a small search, to be drawn and stepped through.

use othellier_board::Size;
use othellier_eval::Score;
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::classic::Trace;
use othellier_wire::hundredths;
use serde::{Deserialize, Serialize};

use crate::allowed::PlayerSpec;
use crate::error::ServiceError;
use crate::limits;
use crate::positions::read_position;

/// The query of a search tree.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct TreeQuery {
    /// `startpos`, a board with its side to move, or moves.
    pub position: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
    /// Moves to play from there.
    pub moves: Option<String>,
    /// A player with a tree; by default `alphabeta(depth=2)`.
    pub player: Option<String>,
}

/// The tree of a search. All numbers are for the side to move at the root.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeShown {
    #[serde(rename = "type")]
    kind: &'static str,
    player: String,
    depth: u8,
    /// Whether the search was larger than what is sent.
    truncated: bool,
    value: Option<f64>,
    /// Nodes that were entered, and branches that were cut.
    entered: usize,
    cut: usize,
    /// In search order: parents before children.
    nodes: Vec<NodeShown>,
    /// The events of the search, in order.
    steps: Vec<Step>,
}

/// A node of the tree.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NodeShown {
    parent: Option<usize>,
    ply: usize,
    #[serde(rename = "move")]
    played: Option<String>,
    /// `inner`, `leaf` or `cut`.
    kind: &'static str,
    /// Alpha and beta when it was entered.
    window: [Option<f64>; 2],
    value: Option<f64>,
    /// `exact`, `least` or `most`.
    bound: &'static str,
    /// Whether the value is the result of a finished game.
    end: bool,
    /// Whether the node is on the principal variation.
    best: bool,
}

/// Alpha and beta; `None` if there is no bound.
type Window = [Option<f64>; 2];

/// An event of a search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Step {
    Enter {
        node: usize,
    },
    /// A node is left with its value, which gives its parent this window.
    Leave {
        node: usize,
        /// Alpha and beta of its parent.
        window: Option<[Option<f64>; 2]>,
    },
    Cut {
        /// The index of its first node.
        node: usize,
    },
}

/// A checked [`TreeQuery`].
pub struct TreeRequest {
    game: AnyGame,
    player: PlayerSpec,
}

impl TreeQuery {
    pub fn read(&self) -> Result<TreeRequest, ServiceError> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let game = read_position(&self.position, self.size, moves)?;
        let player = self.player.as_deref().unwrap_or("alphabeta(depth=2)");
        let player = PlayerSpec::read(player, game.side())?;
        Ok(TreeRequest { game, player })
    }
}

impl TreeRequest {
    /// Searches, and returns the whole tree.
    pub fn search(&self) -> Result<TreeShown, ServiceError> {
        with_game!(&self.game, game => traced(game, &self.player))
    }
}

fn traced<S: Size>(game: &Game<S>, player_spec: &PlayerSpec) -> Result<TreeShown, ServiceError> {
    let spec = player_spec.spec().to_string();
    let mut player = player_spec.program::<S>(0)?;
    let none = || ServiceError::bad_player(format!("{spec} has no tree to show"));
    let (searcher, limits) = player.search().ok_or_else(none)?;
    let depth = limits.depth.unwrap_or(limits::TREE_DEPTH);
    if depth > limits::TREE_DEPTH {
        let most = limits::TREE_DEPTH;
        return Err(ServiceError::not_allowed(format!(
            "a tree has a depth of at most {most}, not {depth}"
        )));
    }
    let trace = searcher.trace(game.position(), depth).ok_or_else(none)?;
    Ok(tree_shown(trace, depth, spec))
}

fn tree_shown<S: Size>(mut trace: Trace<S>, depth: u8, player: String) -> TreeShown {
    let best = trace.best_line();
    let value = best.first().and_then(|root| trace.nodes[*root].value);
    let entered = trace.nodes.iter().filter(|node| !node.is_cut).count();
    let cut = trace.nodes.len() - entered;
    let truncated = trace.truncated || trace.nodes.len() > limits::TREE_NODES;
    trace.nodes.truncate(limits::TREE_NODES);
    let plies = plies(&trace);
    let mut has_children = vec![false; trace.nodes.len()];
    for node in &trace.nodes {
        if let Some(parent) = node.parent {
            has_children[parent] = true;
        }
    }
    let nodes = trace.nodes.iter().enumerate().map(|(at, node)| {
        let (low, high) = node.window;
        let is_mine = plies[at].is_multiple_of(2);
        let kind = match (node.is_cut, has_children[at]) {
            (true, _) => "cut",
            (false, true) => "inner",
            (false, false) => "leaf",
        };
        let bound = match node.value {
            Some(value) if kind == "inner" && value >= high => {
                if is_mine {
                    "least"
                } else {
                    "most"
                }
            }
            Some(value) if kind == "inner" && value <= low => {
                if is_mine {
                    "most"
                } else {
                    "least"
                }
            }
            _ => "exact",
        };
        NodeShown {
            parent: node.parent,
            ply: plies[at],
            played: node.played.map(|played| played.to_string()),
            kind,
            window: for_root(node.window, is_mine),
            value: node.value.and_then(|value| number(if is_mine { value } else { -value })),
            bound,
            end: node.value.is_some_and(is_end),
            best: best.contains(&at),
        }
    });
    let nodes = nodes.collect();
    let steps = steps(&trace, &plies);
    let value = value.and_then(number);
    TreeShown { kind: "tree", player, depth, truncated, value, entered, cut, nodes, steps }
}

fn plies<S: Size>(trace: &Trace<S>) -> Vec<usize> {
    let mut plies: Vec<usize> = Vec::with_capacity(trace.nodes.len());
    for node in &trace.nodes {
        plies.push(node.parent.map_or(0, |parent| plies[parent] + 1));
    }
    plies
}

/// The events: a node is left when the next one is not below it.
fn steps<S: Size>(trace: &Trace<S>, plies: &[usize]) -> Vec<Step> {
    let nodes = &trace.nodes;
    let whole = (Score::MIN, Score::MAX);
    // A search that never narrows its window has none to show.
    let has_window = nodes.iter().any(|node| node.is_cut || node.window != whole);
    let mut windows: Vec<_> = nodes.iter().map(|node| node.window).collect();
    let mut steps = Vec::with_capacity(2 * nodes.len());
    let mut open: Vec<usize> = Vec::new();
    let mut leave = |node: usize, steps: &mut Vec<Step>| {
        let window = nodes[node].parent.filter(|_| has_window).map(|parent| {
            if let Some(value) = nodes[node].value {
                windows[parent].0 = windows[parent].0.max(-value);
            }
            for_root(windows[parent], plies[parent].is_multiple_of(2))
        });
        steps.push(Step::Leave { node, window });
    };
    for (at, node) in nodes.iter().enumerate() {
        while open.last().copied() != node.parent {
            let Some(left) = open.pop() else { break };
            leave(left, &mut steps);
        }
        if node.is_cut {
            steps.push(Step::Cut { node: at });
        } else {
            steps.push(Step::Enter { node: at });
            open.push(at);
        }
    }
    while let Some(left) = open.pop() {
        leave(left, &mut steps);
    }
    steps
}

fn for_root((low, high): (Score, Score), is_mine: bool) -> Window {
    let (alpha, beta) = if is_mine { (low, high) } else { (-high, -low) };
    [number(alpha), number(beta)]
}

/// Above every score of a game.
const ABOVE_ANY_SCORE: i32 = 10_000;

fn is_end(score: Score) -> bool {
    score.end().is_some_and(|difference| difference != 0 && difference.abs() < ABOVE_ANY_SCORE)
}

/// A score in discs; `None` for infinite bounds.
fn number(score: Score) -> Option<f64> {
    let is_score = score.end().is_none_or(|difference| difference.abs() < ABOVE_ANY_SCORE);
    is_score.then(|| hundredths(score.discs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(player: &str) -> TreeShown {
        let player_spec = PlayerSpec::read(player, 8).unwrap();
        let game = othellier_record::transcript::read(Default::default(), "d3c3").unwrap();
        traced::<othellier_board::Eight>(&game, &player_spec).unwrap()
    }

    #[test]
    fn every_node_is_entered_and_left_once_or_cut() {
        for player in
            ["minimax(depth=2)", "alphabeta(depth=3)", "mtdf(depth=2)", "negascout(depth=3)"]
        {
            let tree = tree(player);
            let (mut open, mut entered, mut cut) = (Vec::new(), 0, 0);
            for step in &tree.steps {
                match *step {
                    Step::Enter { node } => {
                        assert_eq!(tree.nodes[node].parent, open.last().copied(), "{player}");
                        open.push(node);
                        entered += 1;
                    }
                    Step::Leave { node, .. } => assert_eq!(open.pop(), Some(node), "{player}"),
                    Step::Cut { node } => {
                        assert_eq!(tree.nodes[node].kind, "cut");
                        cut += 1;
                    }
                }
            }
            assert!(open.is_empty());
            assert_eq!((entered, cut), (tree.entered, tree.cut), "{player}");
        }
    }

    #[test]
    fn pruning_changes_the_tree_and_not_the_value() {
        let (all, pruned) = (tree("minimax(depth=3)"), tree("alphabeta(depth=3)"));
        assert_eq!(all.value, pruned.value);
        assert!(all.cut == 0 && pruned.cut > 0 && pruned.entered < all.entered);
        assert!(all.nodes[0].best && pruned.nodes[0].best);
        assert_eq!(all.nodes[0].window, [None, None]);
        let best = |tree: &TreeShown| tree.nodes.iter().filter(|node| node.best).count();
        assert_eq!((best(&all), best(&pruned)), (4, 4));
    }

    #[test]
    fn deep_trees_are_refused() {
        let player_spec = PlayerSpec::read("pvs(depth=5)", 8).unwrap();
        let refused = traced::<othellier_board::Eight>(&Game::new(), &player_spec);
        assert_eq!(refused.err().unwrap().code(), "not_allowed");
        let player_spec = PlayerSpec::read("mcts", 8).unwrap();
        let refused = traced::<othellier_board::Eight>(&Game::new(), &player_spec);
        assert_eq!(refused.err().unwrap().code(), "bad_player");
    }
}

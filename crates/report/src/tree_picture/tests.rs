use std::sync::Arc;

use othellier_board::{Board, Eight, Four, Move, Position, Six, Square};
use othellier_eval::{Score, StaticEvaluator};
use othellier_search::classic::{Algorithm, Classic, Options, TraceNode};
use othellier_search::{SearchLimits, Searcher};
use proptest::prelude::*;
use roxmltree::{Document, Node as Element};

use super::*;

fn traced<S: Size>(algorithm: Algorithm, position: &Position<S>, depth: u8) -> Trace<S> {
    classic(algorithm).trace(position, depth).unwrap()
}

fn classic<S: Size>(algorithm: Algorithm) -> Classic<S> {
    let mobility =
        othellier_eval::build(&"mobility".parse().unwrap(), &othellier_eval::Access::Sealed)
            .unwrap();
    Classic::new(Options::new(algorithm, mobility), 1)
}

fn after_d3_c3() -> Position {
    othellier_record::parse_position("d3c3").unwrap()
}

fn words() -> TreeWords {
    TreeWords { title: "A tree".to_owned(), ..TreeWords::default() }
}

/// The elements with this name and this class.
fn all<'a>(picture: &'a Document<'_>, name: &str, class: &str) -> Vec<Element<'a, 'a>> {
    let is_wanted = |element: &Element<'_, '_>| {
        let classes = element.attribute("class").unwrap_or_default();
        element.has_tag_name(("http://www.w3.org/2000/svg", name))
            && (class.is_empty() || classes.split(' ').any(|one| one == class))
    };
    picture.root().descendants().filter(is_wanted).collect()
}

fn texts<'a>(picture: &'a Document<'_>, class: &str) -> Vec<&'a str> {
    all(picture, "text", class).iter().filter_map(Element::text).collect()
}

fn number(element: Element<'_, '_>, name: &str) -> f64 {
    element.attribute(name).unwrap().parse().unwrap()
}

/// Left, top, right and bottom of everything in the tree that must not overlap.
fn boxes(picture: &Document<'_>) -> Vec<[f64; 4]> {
    let node = |element: Element<'_, '_>| {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|at| number(element, at));
        [x, y, x + width, y + height]
    };
    let text = |element: Element<'_, '_>| {
        let [x, y, size] = ["x", "y", "font-size"].map(|at| number(element, at));
        let width = text_width(element.text().unwrap(), size);
        let left =
            if element.attribute("text-anchor") == Some("middle") { width / 2.0 } else { 0.0 };
        [x - left, y - 0.8 * size, x - left + width, y + 0.2 * size]
    };
    let nodes = all(picture, "rect", "node").into_iter().map(node);
    let labels = ["move", "window"].into_iter().flat_map(|class| all(picture, "text", class));
    nodes.chain(labels.map(text)).collect()
}

/// The outlined picture has a shape for every text.
#[test]
fn outlines_replace_text() {
    let trace = traced(Algorithm::AlphaBeta, &after_d3_c3(), 2);
    let (with_text, outlined) = (svg(&trace, &words()), outlined_svg(&trace, &words()));
    let count = |svg: &str, element: &str| svg.matches(&format!("<{element} ")).count();
    let texts = count(&with_text, "text");
    assert!(texts > trace.nodes.len());
    assert_eq!(count(&outlined, "text"), 0);
    assert_eq!(count(&outlined, "path"), count(&with_text, "path") + texts);
    assert!(Document::parse(&outlined).is_ok());
}

/// Checks the properties of every picture of every trace.
#[track_caller]
fn check<S: Size>(trace: &Trace<S>) {
    let svg = svg(trace, &words());
    let picture = Document::parse(&svg).unwrap();
    let root = picture.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    assert_eq!(texts(&picture, "note").len(), usize::from(trace.truncated));

    let cut = trace.nodes.iter().filter(|node| node.is_cut).count();
    assert_eq!(all(&picture, "rect", "node").len(), trace.nodes.len() - cut);
    assert_eq!(texts(&picture, "value").len(), trace.nodes.len() - cut);

    let boxes = boxes(&picture);
    let [width, height] = ["width", "height"].map(|at| number(root, at));
    for (at, one) in boxes.iter().enumerate() {
        assert!(one[0] >= 0.0 && one[2] <= width && one[1] >= 0.0 && one[3] <= height, "{one:?}");
        for other in &boxes[..at] {
            let apart = one[2] <= other[0] || other[2] <= one[0];
            let apart = apart || one[3] <= other[1] || other[3] <= one[1];
            assert!(apart, "{one:?} and {other:?} overlap in {svg}");
        }
    }
}

#[test]
fn every_algorithm_on_every_size_makes_a_picture_without_overlap() {
    for algorithm in Algorithm::ALL {
        check(&traced(algorithm, &after_d3_c3(), 2));
        check(&traced(algorithm, &Position::<Six>::default(), 3));
        check(&traced(algorithm, &Position::<Four>::default(), 4));
        check(&traced(algorithm, &Position::start(), 0));
    }
}

#[test]
fn an_empty_trace_is_an_empty_picture() {
    check(&Trace::<Eight>::default());
    check(&Trace::<Eight> { truncated: true, ..Trace::default() });
}

#[test]
fn cut_branches_are_stubs_labelled_with_their_move() {
    let trace = traced(Algorithm::AlphaBeta, &after_d3_c3(), 2);
    let svg = svg(&trace, &words());
    let picture = Document::parse(&svg).unwrap();
    let cut: Vec<_> = trace.nodes.iter().filter(|node| node.is_cut).collect();
    let moves: Vec<_> = cut.iter().map(|node| node.played.unwrap().to_string()).collect();
    assert!(!moves.is_empty());
    assert_eq!(texts(&picture, "cut"), moves);
    // One stub each, and one in the legend.
    assert_eq!(all(&picture, "path", "stub").len(), moves.len() + 1);
    assert_eq!(all(&picture, "path", "edge").len(), trace.nodes.len() - moves.len() - 1);
}

#[test]
fn the_best_line_is_the_principal_variation() {
    for algorithm in Algorithm::ALL {
        for depth in 1..=3 {
            let limits = SearchLimits::depth(depth);
            let report = classic(algorithm).search(&after_d3_c3(), &limits, &mut |_| ());
            let tree = Tree::read(&traced(algorithm, &after_d3_c3(), depth));
            let best = tree.nodes.iter().filter(|node| node.is_best);
            let line: Vec<_> = best.skip(1).map(|node| node.played.clone()).collect();
            let moves: Vec<_> = report.lines[0].moves.iter().map(Move::to_string).collect();
            assert_eq!(line, moves, "{algorithm:?} depth {depth}");
        }
    }
}

#[test]
fn words_are_escaped() {
    let words = TreeWords { title: "<&\"'>\u{0}\u{7}".to_owned(), ..TreeWords::default() };
    let svg = svg(&Trace::<Eight>::default(), &words);
    let picture = Document::parse(&svg).unwrap();
    assert_eq!(all(&picture, "title", "")[0].text(), Some("<&\"'>"));
    assert_eq!(texts(&picture, "")[0], "<&\"'>");
}

/// A node of a hand-made tree: its parent, its move, its value for its own side to move.
fn entered(
    parent: Option<usize>,
    played: Option<Square>,
    window: (Score, Score),
    value: i32,
) -> TraceNode {
    let value = Some(Score::from_discs(value));
    TraceNode { parent, played: played.map(Move::Place), window, value, is_cut: false }
}

/// The smallest tree with a cut: the second move is refuted by its first answer.
fn refutation() -> Trace {
    let whole = (Score::MIN, Score::MAX);
    let three = Score::from_discs(3);
    let cut = TraceNode {
        parent: Some(3),
        played: Some(Move::Place(Square::A2)),
        window: whole,
        value: None,
        is_cut: true,
    };
    let nodes = vec![
        entered(None, None, whole, 3),
        entered(Some(0), Some(Square::D3), whole, -3),
        entered(Some(1), Some(Square::C3), whole, 3),
        entered(Some(0), Some(Square::C4), (Score::MIN, -three), -2),
        entered(Some(3), Some(Square::A1), (three, Score::MAX), 2),
        cut,
    ];
    Trace { nodes, truncated: false }
}

#[test]
fn values_and_windows_are_for_the_side_to_move_at_the_root() {
    check(&refutation());
    let svg = svg(&refutation(), &words());
    let picture = Document::parse(&svg).unwrap();
    assert_eq!(texts(&picture, "value"), ["+3", "+3", "+3", "≤ +2", "+2"]);
    assert_eq!(texts(&picture, "window"), ["α +3", "β +∞", "α +3", "β +∞"]);
    assert_eq!(all(&picture, "path", "best").len(), 2);
    assert_eq!(all(&picture, "desc", "")[0].text(), Some("best line: d3 c3 (+3). cut: 1."));
}

#[test]
fn a_move_that_is_searched_again_is_drawn_twice_and_counts_the_second_time() {
    let whole = (Score::MIN, Score::MAX);
    let test = (Score::from_discs(-1) - Score::STEP, Score::from_discs(-1));
    let nodes = vec![
        entered(None, None, whole, 2),
        entered(Some(0), Some(Square::D3), whole, -1),
        entered(Some(0), Some(Square::C4), test, -2),
        entered(Some(0), Some(Square::C4), whole, -2),
    ];
    let trace = Trace { nodes, truncated: false };
    check(&trace);
    let best: Vec<_> = Tree::read(&trace).nodes.iter().map(|node| node.is_best).collect();
    assert_eq!(best, [true, false, false, true]);
}

#[test]
fn a_repeated_search_has_trees_side_by_side() {
    let ask = |least: i32| (Score::from_discs(least) - Score::STEP, Score::from_discs(least));
    let nodes = vec![
        entered(None, None, ask(1), 2),
        entered(Some(0), Some(Square::D3), ask(-1), -2),
        entered(None, None, ask(3), 2),
        entered(Some(2), Some(Square::D3), ask(-3), -2),
    ];
    let trace = Trace { nodes, truncated: false };
    check(&trace);
    let tree = Tree::read(&trace);
    let best: Vec<_> = tree.nodes.iter().map(|node| node.is_best).collect();
    assert_eq!(best, [true, true, false, false], "only the first search failed high");
}

#[test]
fn a_finished_game_differs_from_an_estimate() {
    struct Nothing;
    impl StaticEvaluator<Four> for Nothing {
        fn evaluate(&self, _board: Board<Four>) -> Score {
            Score::ZERO
        }
    }
    let position: Position<Four> = "XOOO XOOO XOOO -OO- X".parse().unwrap();
    let options = Options::new(Algorithm::Minimax, Arc::new(Nothing));
    let trace = Classic::new(options, 1).trace(&position, 3).unwrap();
    check(&trace);
    let svg = svg(&trace, &words());
    assert!(svg.contains('†') && svg.contains(&words().finished));
}

prop_compose! {
    fn any_score()(points in -7000_i32..7000, kind in 0..8) -> Score {
        match kind {
            0 => Score::MIN,
            1 => Score::MAX,
            2 => Score::of_end(points / 100),
            _ => Score::guess(points.into()),
        }
    }
}

prop_compose! {
    fn any_node()(
        parent in prop::option::weighted(0.95, any::<prop::sample::Index>()),
        played in prop::option::weighted(0.9, 0..=64_u8),
        window in (any_score(), any_score()),
        value in prop::option::of(any_score()),
        is_cut in prop::bool::weighted(0.2),
    ) -> (Option<prop::sample::Index>, TraceNode) {
        let square = |index| Square::from_index(index).map_or(Move::Pass, Move::Place);
        let played = played.map(square);
        (parent, TraceNode { parent: None, played, window, value, is_cut })
    }
}

prop_compose! {
    fn any_trace()(
        nodes in prop::collection::vec(any_node(), 0..60),
        truncated in any::<bool>(),
    ) -> Trace {
        let node = |(at, (parent, node)): (usize, (Option<prop::sample::Index>, TraceNode))| {
            let parent = parent.filter(|_| at > 0).map(|parent| parent.index(at));
            TraceNode { parent, ..node }
        };
        let nodes = nodes.into_iter().enumerate().map(node).collect();
        Trace { nodes, truncated }
    }
}

proptest! {
    #[test]
    fn any_trace_makes_a_picture_without_overlap(trace in any_trace()) {
        check(&trace);
    }
}

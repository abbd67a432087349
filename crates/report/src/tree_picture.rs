//! Draws the tree of a small search, like the annotated figures of textbooks.
//!
//! The root is at the top, every ply is a row, every leaf has a column. The side to move at the
//! root maximises and has square nodes, the other minimises and has round ones. All values are from
//! the view of the side to move at the root. Beside or below a node is its search window, unless it
//! is the full one; `≥` and `≤` mark values that are only bounds, because branches below were cut.
//! A cut branch is a dashed stub. The principal variation is thick.
//!
//! ```
//! use std::sync::Arc;
//! use othellier_board::{Eight, Position};
//! use othellier_report::tree_picture::{TreeWords, svg};
//! use othellier_search::Searcher;
//! use othellier_search::classic::{Algorithm, Classic, Options};
//!
//! let mobility = othellier_eval::build::<Eight>(&"mobility".parse()?, &othellier_eval::Access::Sealed)?;
//! let mut search = Classic::new(Options::new(Algorithm::AlphaBeta, mobility), 1);
//! let trace = search.trace(&Position::start(), 2).expect("a textbook search has a tree");
//! let words = TreeWords { title: "alpha-beta, depth 2".to_owned(), ..TreeWords::default() };
//! assert!(svg(&trace, &words).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The picture is SVG 1.1 without scripts, fonts or style sheets, on white. `tree` turns the
//! recorded trace into labels, `layout` places the nodes, `svg_writer` writes shapes and text; this
//! file puts them together.

mod layout;
mod svg_writer;
mod tree;

use othellier_board::Size;
use othellier_search::classic::Trace;

use self::layout::{DROP, Layout, NODE_HEIGHT, SMALL_TEXT, TEXT, node_width, window_width};
use self::svg_writer::{Lettering, Shape, SvgWriter, text_width};
use self::tree::{Kind, Node, Tree};
use crate::chart::Anchor;

/// The texts of a picture, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeWords {
    pub title: String,
    /// The label of the maximising side.
    pub maximises: String,
    /// The label of the minimising side.
    pub minimises: String,
    pub leaf: String,
    /// The label of the principal variation.
    pub best_line: String,
    /// The label of cut branches.
    pub cut: String,
    /// The label of search windows.
    pub window: String,
    /// The label of finished games, whose values have a dagger.
    pub finished: String,
    /// The note that the tree was larger than the picture.
    pub truncated: String,
}

impl Default for TreeWords {
    fn default() -> TreeWords {
        TreeWords {
            title: String::new(),
            maximises: "maximises".to_owned(),
            minimises: "minimises".to_owned(),
            leaf: "leaf".to_owned(),
            best_line: "best line".to_owned(),
            cut: "cut".to_owned(),
            window: "window".to_owned(),
            finished: "game over".to_owned(),
            truncated: "the tree continues beyond this picture".to_owned(),
        }
    }
}

pub fn svg<S: Size>(trace: &Trace<S>, words: &TreeWords) -> String {
    drawn(trace, words, Lettering::Font)
}

/// Draws a recorded tree with glyph outlines instead of text, for renderers without fonts.
pub fn outlined_svg<S: Size>(trace: &Trace<S>, words: &TreeWords) -> String {
    drawn(trace, words, Lettering::Outlines)
}

fn drawn<S: Size>(trace: &Trace<S>, words: &TreeWords, lettering: Lettering) -> String {
    let tree = Tree::read(trace);
    let layout = Layout::of(&tree);
    let note = if trace.truncated { words.truncated.as_str() } else { "" };
    let picture = Picture { tree: &tree, layout: &layout, words, note, lettering };
    picture.draw()
}

const PAPER: &str = "#ffffff";
const WRITING: &str = "#1b1f24";
const FAINT: &str = "#57606a";
const EDGE: &str = "#7d8590";
const BEST: &str = "#0b57a4";
const CUT: &str = "#b3261e";

/// The colours of the two sides; their shapes differ too, for print without colours.
const MAX: NodeStyle = NodeStyle { fill: "#d9e8f8", stroke: "#1f4e86", band: "#f2f7fc" };
const MIN: NodeStyle = NodeStyle { fill: "#fce4c8", stroke: "#8a4b08", band: "#fdf7ef" };

struct NodeStyle {
    fill: &'static str,
    stroke: &'static str,
    /// The background of the row.
    band: &'static str,
}

const MARGIN: f64 = 16.0;
const TITLE_TEXT: f64 = 17.0;
const LEGEND_TEXT: f64 = 12.0;
const LEGEND_ROW: f64 = 26.0;
const LEGEND_ICON: f64 = 34.0;
const LEAST_WIDTH: f64 = 320.0;
const THICK: f64 = 4.0;
const THIN: f64 = 1.2;

struct Picture<'a> {
    tree: &'a Tree,
    layout: &'a Layout,
    words: &'a TreeWords,
    /// A note below the title.
    note: &'a str,
    lettering: Lettering,
}

/// An entry of the legend: how to draw its symbol, and its text.
type LegendItem<'a> = (fn(&mut SvgWriter, f64, f64), &'a str);

impl Picture<'_> {
    fn draw(&self) -> String {
        let width = self.width();
        let legend = self.legend_rows(width);
        let tree_top = self.tree_top();
        let tree_bottom = tree_top + self.layout.height;
        let height = tree_bottom + LEGEND_ROW * legend.len() as f64 + 1.5 * MARGIN;
        let mut svg = SvgWriter::new(width, height, self.lettering);
        svg.describe(&self.words.title, &self.in_words());
        svg.rect((0.0, 0.0), (width, height), &format!("fill=\"{PAPER}\""));
        self.heading(&mut svg);
        svg.open(&format!("transform=\"translate(0 {tree_top:.1})\""));
        self.rows(&mut svg, width);
        svg.close();
        let left = MARGIN + self.gutter() + self.slack(width) / 2.0;
        svg.open(&format!("transform=\"translate({left:.1} {tree_top:.1})\""));
        self.branches(&mut svg);
        for at in 0..self.tree.nodes.len() {
            self.node(&mut svg, at);
        }
        svg.close();
        for (row, items) in legend.iter().enumerate() {
            self.legend(&mut svg, items, tree_bottom + MARGIN + LEGEND_ROW * (row as f64 + 0.5));
        }
        svg.finish()
    }

    /// The width of the row labels.
    fn gutter(&self) -> f64 {
        let words = [&self.words.maximises, &self.words.minimises, &self.words.leaf];
        words.map(|word| text_width(word, LEGEND_TEXT)).into_iter().fold(0.0, f64::max) + MARGIN
    }

    fn width(&self) -> f64 {
        let tree = self.gutter() + self.layout.width;
        let heading = text_width(&self.words.title, TITLE_TEXT).max(text_width(self.note, TEXT));
        tree.max(heading).max(LEAST_WIDTH) + 2.0 * MARGIN
    }

    /// The width that the tree does not need.
    fn slack(&self, width: f64) -> f64 {
        width - 2.0 * MARGIN - self.gutter() - self.layout.width
    }

    fn tree_top(&self) -> f64 {
        let note = if self.note.is_empty() { 0.0 } else { 22.0 };
        MARGIN + TITLE_TEXT + 18.0 + note
    }

    fn heading(&self, svg: &mut SvgWriter) {
        let style = format!("font-weight=\"bold\" fill=\"{WRITING}\"");
        let (title, at) = (&self.words.title, (MARGIN, MARGIN + TITLE_TEXT));
        svg.text(at, Anchor::Start, TITLE_TEXT, &style, title);
        let style = format!("class=\"note\" fill=\"{CUT}\"");
        svg.text((MARGIN, MARGIN + TITLE_TEXT + 22.0), Anchor::Start, TEXT, &style, self.note);
    }

    /// Draws the background and the label of each row.
    fn rows(&self, svg: &mut SvgWriter, width: f64) {
        for (ply, &middle) in self.layout.middles.iter().enumerate() {
            let (word, band) = match self.tree.row_kind(ply) {
                Kind::Inner if ply.is_multiple_of(2) => (&self.words.maximises, Some(MAX.band)),
                Kind::Inner => (&self.words.minimises, Some(MIN.band)),
                Kind::Leaf => (&self.words.leaf, None),
                Kind::Cut => continue,
            };
            if let Some(band) = band {
                let top = middle - NODE_HEIGHT / 2.0 - 7.0;
                let size = (width, NODE_HEIGHT + 14.0);
                svg.rect((0.0, top), size, &format!("fill=\"{band}\""));
            }
            let style = format!("fill=\"{FAINT}\"");
            svg.text((MARGIN, middle + 4.0), Anchor::Start, LEGEND_TEXT, &style, word);
        }
    }

    /// Draws the branches, the principal variation last, so that it is on top.
    fn branches(&self, svg: &mut SvgWriter) {
        let branches = || self.tree.branches();
        svg.open(&format!("fill=\"none\" stroke=\"{EDGE}\" stroke-width=\"{THIN}\""));
        for (from, to) in branches().filter(|&(_, to)| self.kind(to) != Kind::Cut) {
            if !self.tree.nodes[to].is_best {
                svg.path("class=\"edge\"", &self.route(from, to));
            }
        }
        svg.close();
        svg.open(&format!("fill=\"none\" stroke=\"{BEST}\" stroke-width=\"{THICK}\""));
        for (from, to) in branches().filter(|&(_, to)| self.tree.nodes[to].is_best) {
            svg.path("class=\"edge best\" stroke-linejoin=\"round\"", &self.route(from, to));
        }
        svg.close();
        for (from, to) in branches().filter(|&(_, to)| self.kind(to) == Kind::Cut) {
            self.stub(svg, from, to);
        }
        for (_, to) in branches() {
            self.move_label(svg, &self.tree.nodes[to], self.layout.centres[to]);
        }
    }

    fn kind(&self, at: usize) -> Kind {
        self.tree.nodes[at].kind()
    }

    /// From a node to the point above the label of its child.
    fn landing(&self, from: usize, to: usize) -> [(f64, f64); 2] {
        let (parent, child) = (&self.tree.nodes[from], &self.tree.nodes[to]);
        let start = self.layout.middles[parent.ply] + NODE_HEIGHT / 2.0;
        let end = self.layout.middles[child.ply] - NODE_HEIGHT / 2.0 - DROP;
        [(self.layout.centres[from], start), (self.layout.centres[to], end)]
    }

    /// Diagonally to the point above the child, then straight down through its label, so that no
    /// line crosses the label of another node.
    fn route(&self, from: usize, to: usize) -> Vec<(f64, f64)> {
        let [start, (x, y)] = self.landing(from, to);
        vec![start, (x, y), (x, y + DROP)]
    }

    fn stub(&self, svg: &mut SvgWriter, from: usize, to: usize) {
        let [start, end] = self.landing(from, to);
        cut_mark(svg, start, end);
    }

    fn move_label(&self, svg: &mut SvgWriter, node: &Node, x: f64) {
        if node.played.is_empty() {
            return;
        }
        let baseline = self.layout.middles[node.ply] - NODE_HEIGHT / 2.0 - 11.0;
        let half = text_width(&node.played, TEXT) / 2.0 + 2.0;
        let style = format!("fill=\"{PAPER}\"");
        svg.rect((x - half, baseline - TEXT + 1.0), (2.0 * half, TEXT + 3.0), &style);
        let (fill, weight) = match node.kind() {
            Kind::Cut => (CUT, "normal"),
            _ if node.is_best => (BEST, "bold"),
            _ => (WRITING, "normal"),
        };
        let class = if node.kind() == Kind::Cut { "move cut" } else { "move" };
        let style = format!("class=\"{class}\" font-weight=\"{weight}\" fill=\"{fill}\"");
        svg.text((x, baseline), Anchor::Middle, TEXT, &style, &node.played);
    }

    fn node(&self, svg: &mut SvgWriter, at: usize) {
        let node = &self.tree.nodes[at];
        if node.kind() == Kind::Cut {
            return;
        }
        let centre = (self.layout.centres[at], self.layout.middles[node.ply]);
        let look = if node.ply.is_multiple_of(2) { MAX } else { MIN };
        let (fill, stroke, width) = match node.kind() {
            _ if node.is_best => (look.fill, BEST, THICK * 0.75),
            Kind::Inner => (look.fill, look.stroke, THIN * 1.5),
            _ => (PAPER, FAINT, THIN),
        };
        let style = format!(
            "class=\"node\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width:.1}\""
        );
        svg.shape(shape(node.ply), centre, (node_width(node), NODE_HEIGHT), &style);
        let weight = if node.is_best { "bold" } else { "normal" };
        let style = format!("class=\"value\" font-weight=\"{weight}\" fill=\"{WRITING}\"");
        svg.text((centre.0, centre.1 + 4.5), Anchor::Middle, TEXT, &style, &node.value);
        window(svg, node, centre);
    }

    /// The legend entries that occur in this picture, in as many rows as they need.
    fn legend_rows(&self, width: f64) -> Vec<Vec<LegendItem<'_>>> {
        let words = self.words;
        let any = |is: fn(&Node) -> bool| self.tree.nodes.iter().any(is);
        let items: [(bool, LegendItem<'_>); 7] = [
            (true, (|svg, x, y| swatch(svg, 0, &MAX, (x, y)), &words.maximises)),
            (true, (|svg, x, y| swatch(svg, 1, &MIN, (x, y)), &words.minimises)),
            (any(|node| node.kind() == Kind::Leaf), (leaf_mark, &words.leaf)),
            (any(|node| node.is_best), (best_mark, &words.best_line)),
            (
                any(|node| node.kind() == Kind::Cut),
                (|svg, x, y| cut_mark(svg, (x - 12.0, y), (x + 8.0, y)), &words.cut),
            ),
            (
                any(|node| node.window.is_some()),
                (|svg, x, y| small(svg, (x, y), "[α, β]"), &words.window),
            ),
            (any(|node| node.is_finished), (|svg, x, y| small(svg, (x, y), "†"), &words.finished)),
        ];
        let mut rows = vec![Vec::new()];
        let mut used = 0.0;
        for item in items.into_iter().filter_map(|(occurs, item)| occurs.then_some(item)) {
            let wanted = legend_width(item.1);
            if used > 0.0 && used + wanted > width - 2.0 * MARGIN {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += wanted;
            rows.last_mut().expect("a row was pushed").push(item);
        }
        rows
    }

    fn legend(&self, svg: &mut SvgWriter, items: &[LegendItem<'_>], middle: f64) {
        let style = format!("fill=\"{WRITING}\"");
        let mut x = MARGIN;
        for (mark, word) in items {
            mark(svg, x + LEGEND_ICON / 2.0, middle);
            let at = (x + LEGEND_ICON + 6.0, middle + 4.0);
            svg.text(at, Anchor::Start, LEGEND_TEXT, &style, word);
            x += legend_width(word);
        }
    }

    /// The text alternative for screen readers.
    fn in_words(&self) -> String {
        let best = || self.tree.nodes.iter().filter(|node| node.is_best);
        let moves: Vec<_> = best().map(|node| node.played.as_str()).collect();
        let value = best().next().map_or("", |node| &node.value);
        let cut = self.tree.nodes.iter().filter(|node| node.kind() == Kind::Cut).count();
        let TreeWords { best_line, cut: cut_word, .. } = self.words;
        format!("{best_line}: {} ({value}). {cut_word}: {cut}.", moves.join(" ").trim())
    }
}

fn legend_width(word: &str) -> f64 {
    LEGEND_ICON + 6.0 + text_width(word, LEGEND_TEXT) + 22.0
}

fn shape(ply: usize) -> Shape {
    if ply.is_multiple_of(2) { Shape::Square } else { Shape::Round }
}

/// Draws alpha and beta: right of an inner node, below a leaf.
fn window(svg: &mut SvgWriter, node: &Node, (x, y): (f64, f64)) {
    let Some(bounds) = &node.window else { return };
    let (x, y, anchor) = match node.kind() {
        Kind::Inner => (x + node_width(node) / 2.0 + 5.0, y - 2.5, Anchor::Start),
        _ => (x - window_width(bounds) / 2.0, y + NODE_HEIGHT / 2.0 + 12.0, Anchor::Start),
    };
    let style = format!("class=\"window\" fill=\"{FAINT}\"");
    for (line, bound) in bounds.iter().enumerate() {
        let at = (x, y + line as f64 * (SMALL_TEXT + 1.5));
        svg.text(at, anchor, SMALL_TEXT, &style, bound);
    }
}

fn swatch(svg: &mut SvgWriter, ply: usize, look: &NodeStyle, centre: (f64, f64)) {
    let style = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.8\"", look.fill, look.stroke);
    svg.shape(shape(ply), centre, (20.0, 20.0), &style);
}

fn leaf_mark(svg: &mut SvgWriter, x: f64, y: f64) {
    let style = format!("fill=\"{PAPER}\" stroke=\"{FAINT}\" stroke-width=\"{THIN}\"");
    svg.shape(Shape::Square, (x - 9.0, y), (16.0, 16.0), &style);
    svg.shape(Shape::Round, (x + 9.0, y), (16.0, 16.0), &style);
}

fn best_mark(svg: &mut SvgWriter, x: f64, y: f64) {
    let style = format!("fill=\"none\" stroke=\"{BEST}\" stroke-width=\"{THICK}\"");
    svg.path(&style, &[(x - 15.0, y), (x + 15.0, y)]);
}

/// A dashed line, crossed out at its end.
fn cut_mark(svg: &mut SvgWriter, start: (f64, f64), (x, y): (f64, f64)) {
    let style = format!("class=\"stub\" fill=\"none\" stroke=\"{CUT}\" stroke-width=\"1.4\"");
    svg.path(&format!("{style} stroke-dasharray=\"5 4\""), &[start, (x, y)]);
    let style = format!("fill=\"none\" stroke=\"{CUT}\" stroke-width=\"2\"");
    for low in [0.0, 4.5] {
        svg.path(&style, &[(x - 6.0, y + 3.0 + low), (x + 6.0, y - 3.0 + low)]);
    }
}

fn small(svg: &mut SvgWriter, (x, y): (f64, f64), text: &str) {
    let style = format!("fill=\"{FAINT}\"");
    svg.text((x, y + 4.0), Anchor::Middle, SMALL_TEXT, &style, text);
}

#[cfg(test)]
mod tests;

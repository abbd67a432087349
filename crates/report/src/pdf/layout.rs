//! Page layout: places the blocks of a document on pages.
//!
//! Blocks follow each other down the page. A heading is never the last block of a page, a figure is
//! never split, a table is split between rows and repeats its header. Each piece of content belongs
//! to a *leaf* of the [structure](Element), which screen readers follow; the rest is decoration
//! (artifacts, in PDF terms).

use crate::chart::{Canvas, Figure, Rgba, Theme};
use resvg::usvg;

use super::fonts::{Fonts, Run, Style};
use super::{drawing, table};
use crate::document::{Block, Document};
use crate::error::PdfError;
use crate::typography;
use crate::words::{Words, tr};

/// A4, in points.
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
const LEFT: f32 = 68.0;
pub(super) const WIDTH: f32 = PAGE.0 - 2.0 * LEFT;
const TOP: f32 = 68.0;
const BOTTOM: f32 = PAGE.1 - 76.0;
const FOOT: f32 = PAGE.1 - 44.0;

pub(super) const INK: Rgba = Rgba(27, 31, 36, 255);
const FAINT: Rgba = Rgba(87, 96, 106, 255);
const SHADE: Rgba = Rgba(243, 245, 247, 255);

const TEXT: f32 = 10.5;
const SMALL: f32 = 9.0;
const CODE: f32 = 8.0;
/// Line spacing, relative to the font size.
pub(super) const LEADING: f32 = 1.32;
/// The gap between two blocks.
const GAP: f32 = 9.0;
/// The size of a figure's pixel in points, if the page is wide enough.
const PIXEL: f32 = 0.75;

/// The index of a leaf of the structure.
pub(super) type Leaf = usize;

/// An element of the structure.
pub(super) enum Element {
    Heading(u8, String, Leaf),
    Paragraph(Leaf),
    Code(Leaf),
    /// The text alternative, the drawing and the caption.
    Figure(String, Leaf, Leaf),
    /// The first row is the header.
    Table(Vec<Vec<Leaf>>),
    Contents(Vec<Leaf>),
}

/// Something to draw, with its leaf.
pub(super) struct Piece {
    pub(super) leaf: Option<Leaf>,
    pub(super) at: (f32, f32),
    pub(super) shape: Shape,
}

pub(super) enum Shape {
    Text {
        runs: Vec<Run>,
        size: f32,
        ink: Rgba,
    },
    /// The page number of a chapter, right-aligned at this point.
    PageOf {
        chapter: usize,
        size: f32,
    },
    Rectangle {
        size: (f32, f32),
        ink: Rgba,
    },
    Figure {
        canvas: Box<Canvas>,
        scale: f32,
    },
    Picture {
        tree: Box<usvg::Tree>,
        scale: f32,
    },
}

/// A heading and its place.
pub(super) struct Mark {
    pub(super) level: u8,
    pub(super) title: String,
    pub(super) page: usize,
    pub(super) y: f32,
}

/// A document on its pages.
pub(super) struct Layout<'a> {
    pub(super) words: &'a dyn Words,
    pub(super) fonts: &'a Fonts,
    pub(super) pages: Vec<Vec<Piece>>,
    pub(super) elements: Vec<Element>,
    pub(super) leaves: usize,
    pub(super) marks: Vec<Mark>,
    /// The top of the next block.
    pub(super) y: f32,
    figures: usize,
}

impl<'a> Layout<'a> {
    /// Lays out the whole document.
    pub(super) fn of(
        words: &'a dyn Words,
        fonts: &'a Fonts,
        document: &Document,
    ) -> Result<Self, PdfError> {
        let mut layout = Layout {
            words,
            fonts,
            pages: vec![Vec::new()],
            elements: Vec::new(),
            leaves: 0,
            marks: Vec::new(),
            y: TOP,
            figures: 0,
        };
        for (index, block) in document.blocks.iter().enumerate() {
            layout.block(document, index, block)?;
        }
        layout.feet(document.title());
        Ok(layout)
    }

    fn block(&mut self, document: &Document, index: usize, block: &Block) -> Result<(), PdfError> {
        match block {
            Block::Heading(level, text) => {
                let following = document.blocks.get(index + 1);
                self.heading(*level, text, following);
            }
            Block::Paragraph(text) => {
                let leaf = self.leaf();
                self.elements.push(Element::Paragraph(leaf));
                self.lines(Some(leaf), Style::Text, TEXT, INK, &self.set(text));
                self.y += GAP;
            }
            Block::Table(rows) => table::place(self, rows),
            Block::Figure(_, figure) => self.figure(figure),
            Block::Code(text) => self.code(text),
            Block::Pictures(pictures) => self.pictures(pictures)?,
            Block::Contents => self.contents(document),
        }
        Ok(())
    }

    /// A text with the typography of this language.
    pub(super) fn set(&self, text: &str) -> String {
        typography::set(self.words, text)
    }

    pub(super) fn leaf(&mut self) -> Leaf {
        self.leaves += 1;
        self.leaves - 1
    }

    pub(super) fn new_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = TOP;
    }

    /// Whether a block of this height fits on the page.
    pub(super) fn fits(&self, height: f32) -> bool {
        self.y + height <= BOTTOM
    }

    /// Starts a new page unless this height fits or the page is empty.
    pub(super) fn need(&mut self, height: f32) {
        if !self.fits(height) && self.y > TOP {
            self.new_page();
        }
    }

    pub(super) fn piece(&mut self, leaf: Option<Leaf>, x: f32, y: f32, shape: Shape) {
        let page = self.pages.last_mut().expect("there is at least one page");
        page.push(Piece { leaf, at: (LEFT + x, y), shape });
    }

    /// A horizontal rule of this width.
    pub(super) fn rule(&mut self, width: f32, thickness: f32) {
        let shape = Shape::Rectangle { size: (width, thickness), ink: INK };
        self.piece(None, 0.0, self.y, shape);
        self.y += thickness;
    }

    pub(super) fn text(
        &mut self,
        leaf: Option<Leaf>,
        at: (f32, f32),
        (style, size, ink): (Style, f32, Rgba),
        text: &str,
    ) {
        let runs = self.fonts.runs(style, text);
        self.piece(leaf, at.0, at.1, Shape::Text { runs, size, ink });
    }

    /// A wrapped text over as many pages as it needs, without widows or orphans.
    fn lines(&mut self, leaf: Option<Leaf>, style: Style, size: f32, ink: Rgba, text: &str) {
        let leading = size * LEADING;
        let lines = self.fonts.wrapped(style, size, text, WIDTH);
        let last = lines.len().saturating_sub(1);
        for (index, line) in lines.iter().enumerate() {
            let together =
                if index == 0 || index + 1 == last { 2.min(last + 1 - index) } else { 1 };
            self.need(together as f32 * leading);
            // The trailing space separates lines when the text is read aloud or copied.
            let line = if index < last { format!("{line} ") } else { line.clone() };
            self.text(leaf, (0.0, self.y + size), (style, size, ink), &line);
            self.y += leading;
        }
    }

    fn heading(&mut self, level: u8, text: &str, following: Option<&Block>) {
        let (size, before) = match level {
            1 => (20.0, 0.0),
            2 => (15.0, 16.0),
            3 => (12.5, 10.0),
            _ => (11.0, 6.0),
        };
        if self.y > TOP {
            self.y += before;
        }
        let title = self.set(text);
        let height = self.fonts.wrapped(Style::Bold, size, &title, WIDTH).len() as f32;
        self.need(height * size * LEADING + 6.0 + self.start_of(following));
        let (page, y) = (self.pages.len() - 1, self.y);
        self.marks.push(Mark { level, title: title.clone(), page, y });
        let leaf = self.leaf();
        self.elements.push(Element::Heading(level, title.clone(), leaf));
        self.lines(Some(leaf), Style::Bold, size, INK, &title);
        self.y += 6.0;
    }

    /// The height of a block that must be on the same page as the heading above it.
    fn start_of(&self, block: Option<&Block>) -> f32 {
        match block {
            Some(Block::Figure(_, figure)) => {
                let canvas = figure.untitled().draw(Theme::Light);
                canvas.height as f32 * scale(canvas.width, canvas.height, WIDTH) + 30.0
            }
            Some(Block::Table(_) | Block::Heading(..)) => 80.0,
            _ => 3.0 * TEXT * LEADING,
        }
    }

    fn figure(&mut self, figure: &Figure) {
        let canvas = Box::new(figure.untitled().draw(Theme::Light));
        let scale = scale(canvas.width, canvas.height, WIDTH);
        let (width, height) = (canvas.width as f32 * scale, canvas.height as f32 * scale);
        self.figures += 1;
        let (number, title) = (self.figures as u64, figure.labels().title.as_str());
        let caption = self.set(&tr!(self.words, "lab-caption", number = number, title = title));
        let below = self.fonts.wrapped(Style::Text, SMALL, &caption, WIDTH).len() as f32;
        self.need(height + 2.0 + below * SMALL * LEADING);
        let [leaf, words] = [self.leaf(), self.leaf()];
        let alt = format!("{title}. {}", figure.in_words());
        self.elements.push(Element::Figure(self.set(&alt), leaf, words));
        let x = (WIDTH - width) / 2.0;
        self.piece(Some(leaf), x, self.y, Shape::Figure { canvas, scale });
        self.y += height + 2.0;
        self.lines(Some(words), Style::Text, SMALL, FAINT, &caption);
        self.y += GAP + 4.0;
    }

    fn code(&mut self, text: &str) {
        let leaf = self.leaf();
        self.elements.push(Element::Code(leaf));
        let (leading, inset) = (CODE * LEADING, 6.0);
        let letter = self.fonts.width(Style::Mono, CODE, "0");
        let across = ((WIDTH - 2.0 * inset) / letter) as usize;
        for line in text.trim_end().lines() {
            let letters: Vec<char> = line.replace('\t', "    ").chars().collect();
            let mut parts: Vec<String> = letters.chunks(across).map(String::from_iter).collect();
            if parts.is_empty() {
                parts.push(String::new());
            }
            for part in parts {
                self.need(leading);
                let size = (WIDTH, leading + 0.2);
                self.piece(None, 0.0, self.y, Shape::Rectangle { size, ink: SHADE });
                let at = (inset, self.y + CODE);
                self.text(Some(leaf), at, (Style::Mono, CODE, INK), &format!("{part} "));
                self.y += leading;
            }
        }
        self.y += GAP;
    }

    fn pictures(&mut self, pictures: &[(String, String)]) -> Result<(), PdfError> {
        let room = (WIDTH - GAP) / 2.0;
        for row in pictures.chunks(2) {
            let trees = row.iter().map(|(svg, _)| drawing::parse(svg));
            let trees = trees.collect::<Result<Vec<_>, _>>()?;
            let size = |tree: &usvg::Tree| (tree.size().width(), tree.size().height());
            let scaled = |tree: &usvg::Tree| scale(size(tree).0.into(), size(tree).1.into(), room);
            let heights = trees.iter().map(|tree| size(tree).1 * scaled(tree));
            let height = heights.fold(0.0, f32::max);
            let words = |words: &str| self.set(words);
            let captions: Vec<Vec<String>> = row
                .iter()
                .map(|(_, said)| self.fonts.wrapped(Style::Text, SMALL, &words(said), room))
                .collect();
            let lines = captions.iter().map(Vec::len).max().unwrap_or(0) as f32;
            self.need(height + 2.0 + lines * SMALL * LEADING);
            for (column, (tree, caption)) in trees.into_iter().zip(captions).enumerate() {
                let [leaf, below] = [self.leaf(), self.leaf()];
                self.elements.push(Element::Figure(caption.join(" "), leaf, below));
                let (x, scale) = (column as f32 * (room + GAP), scaled(&tree));
                let tree = Box::new(tree);
                self.piece(Some(leaf), x, self.y, Shape::Picture { tree, scale });
                for (index, line) in caption.iter().enumerate() {
                    let y = self.y + height + 2.0 + SMALL + index as f32 * SMALL * LEADING;
                    self.text(
                        Some(below),
                        (x, y),
                        (Style::Text, SMALL, FAINT),
                        &format!("{line} "),
                    );
                }
            }
            self.y += height + 2.0 + lines * SMALL * LEADING + GAP;
        }
        Ok(())
    }

    fn contents(&mut self, document: &Document) {
        let mut lines = Vec::new();
        for (chapter, (_, title)) in document.chapters().enumerate() {
            let title = self.set(title);
            let leading = TEXT * LEADING + 2.0;
            self.need(leading);
            let leaf = self.leaf();
            let room = WIDTH - 40.0;
            for line in self.fonts.wrapped(Style::Text, TEXT, &title, room) {
                self.text(
                    Some(leaf),
                    (0.0, self.y + TEXT),
                    (Style::Text, TEXT, INK),
                    &format!("{line} "),
                );
                self.y += leading;
            }
            let shape = Shape::PageOf { chapter, size: TEXT };
            self.piece(Some(leaf), WIDTH, self.y - leading + TEXT, shape);
            lines.push(leaf);
        }
        self.elements.push(Element::Contents(lines));
        self.y += GAP;
    }

    /// Adds the title and the page number at the foot of every page.
    fn feet(&mut self, title: &str) {
        let count = self.pages.len();
        let title = self.set(title);
        let mut title = self.fonts.wrapped(Style::Text, SMALL, &title, WIDTH - 80.0).into_iter();
        let title = title.next().unwrap_or_default();
        for page in 0..count {
            let number = format!("{} / {count}", page + 1);
            let width = self.fonts.width(Style::Text, SMALL, &number);
            for (x, text) in [(0.0, &title), (WIDTH - width, &number)] {
                let runs = self.fonts.runs(Style::Text, text);
                let shape = Shape::Text { runs, size: SMALL, ink: FAINT };
                self.pages[page].push(Piece { leaf: None, at: (LEFT + x, FOOT), shape });
            }
        }
    }
}

/// The scale at which a drawing fits this width and three quarters of a page.
fn scale(width: f64, height: f64, room: f32) -> f32 {
    let tallest = (BOTTOM - TOP) * 0.75;
    PIXEL.min(room / width as f32).min(tallest / height as f32)
}

//! A report as PDF: A4, figures as vectors, fonts embedded, structure for screen readers
//! (PDF/UA-1).
//!
//! `layout` places everything, with `fonts` and `table`; this file draws it. The output is
//! deterministic: it has no date and no random identifier.

mod drawing;
mod fonts;
mod layout;
mod table;

use std::num::NonZeroU16;

use crate::chart::{Figure, Theme};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::configure::validate::Accessibility;
use krilla::configure::{Configuration, ConfigurationBuilder, PdfVersion};
use krilla::destination::{Destination, XyzDestination};
use krilla::geom::{Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, Node, SpanTag, TableHeaderScope, Tag, TagGroup,
    TagTree,
};
use krilla::{Document as Pdf, SerializeSettings};

use self::fonts::{Fonts, Style};
use self::layout::{Element, INK, Layout, Mark, PAGE, Piece, Shape, WIDTH};
use super::document::Document;
use super::error::PdfError;
use super::typography;
use crate::words::Words;

/// A PDF, and the characters that its fonts lack.
pub struct Printed {
    pub bytes: Vec<u8>,
    /// Characters that no font has, shown as �.
    pub missing: Vec<char>,
}

pub fn write(words: &dyn Words, document: &Document) -> Result<Printed, PdfError> {
    let fonts = Fonts::new();
    let layout = Layout::of(words, &fonts, document)?;
    let accessible = ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1);
    let mut pdf = Pdf::new_with(settings(accessible.finish())?);
    let title = layout.set(document.title());
    let title = if title.is_empty() { "Othellier".to_owned() } else { title };
    let language = words.tag().to_owned();
    let creator = format!("othellier {}", env!("CARGO_PKG_VERSION"));
    pdf.set_metadata(Metadata::new().title(title).language(language.clone()).creator(creator));
    let mut tags: Vec<Vec<Node>> = (0..layout.leaves).map(|_| Vec::new()).collect();
    for page in 0..layout.pages.len() {
        draw_page(&mut pdf, &layout, page, &mut tags)?;
    }
    pdf.set_outline(outline(&layout.marks));
    let mut tree = TagTree::new().with_lang(Some(language));
    layout.elements.iter().for_each(|element| push(&mut tree, element, &mut tags));
    pdf.set_tag_tree(tree);
    let bytes = finished(pdf)?;
    Ok(Printed { bytes, missing: fonts.missing() })
}

/// One figure as a page of its size, to be included by LaTeX or Typst.
pub fn figure(figure: &Figure) -> Result<Vec<u8>, PdfError> {
    let (fonts, canvas) = (Fonts::new(), figure.untitled().draw(Theme::Light));
    let size = (canvas.width as f32, canvas.height as f32);
    alone(size, |surface| {
        drawing::canvas(surface, &fonts, &canvas);
        Ok(())
    })
}

/// One picture (SVG) as a page of its size.
pub fn picture(svg: &str) -> Result<Vec<u8>, PdfError> {
    let tree = drawing::parse(svg)?;
    let size = (tree.size().width(), tree.size().height());
    alone(size, |surface| drawing::picture(surface, tree.root()))
}

/// The column layout of a table, for LaTeX, which uses a similar font.
pub(super) fn column_shares(words: &dyn Words, rows: &[Vec<String>]) -> table::ColumnShares {
    let set = |cell: &String| typography::set(words, cell);
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(set).collect()).collect();
    table::shares(&Fonts::new(), &rows)
}

/// A page with only a drawing, at three quarters of a point per pixel.
fn alone(
    (width, height): (f32, f32),
    draw: impl FnOnce(&mut Surface<'_>) -> Result<(), PdfError>,
) -> Result<Vec<u8>, PdfError> {
    // The version that older LaTeX accepts without a warning.
    let plain = ConfigurationBuilder::new().with_version(PdfVersion::Pdf15).finish();
    let settings = SerializeSettings { enable_tagging: false, ..settings(plain)? };
    let mut pdf = Pdf::new_with(settings);
    let size = PageSettings::from_wh(width * 0.75, height * 0.75);
    let mut page = pdf.start_page_with(size.ok_or_else(|| writer("an empty drawing"))?);
    let mut surface = page.surface();
    surface.push_transform(&Transform::from_scale(0.75, 0.75));
    draw(&mut surface)?;
    surface.pop();
    surface.finish();
    page.finish();
    finished(pdf)
}

fn writer(why: impl ToString) -> PdfError {
    PdfError::Writer(why.to_string())
}

fn settings<E: std::fmt::Debug>(
    configuration: Result<Configuration, E>,
) -> Result<SerializeSettings, PdfError> {
    let configuration = configuration.map_err(|error| writer(format!("{error:?}")))?;
    Ok(SerializeSettings { configuration, ..SerializeSettings::default() })
}

fn finished(pdf: Pdf) -> Result<Vec<u8>, PdfError> {
    pdf.finish().map_err(|error| writer(format!("{error:?}")))
}

/// Draws a page and records the tags of its leaves.
fn draw_page(
    pdf: &mut Pdf,
    layout: &Layout<'_>,
    number: usize,
    tags: &mut [Vec<Node>],
) -> Result<(), PdfError> {
    let size = PageSettings::from_wh(PAGE.0, PAGE.1).expect("A4 is a size");
    let mut page = pdf.start_page_with(size);
    let mut surface = page.surface();
    for piece in &layout.pages[number] {
        let tag = match (piece.leaf, &piece.shape) {
            (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Other)),
            (Some(_), Shape::Figure { .. } | Shape::Picture { .. }) => ContentTag::Other,
            (Some(_), _) => ContentTag::Span(SpanTag::empty()),
        };
        let place: Identifier = surface.start_tagged(tag);
        draw(&mut surface, layout, piece)?;
        surface.end_tagged();
        if let Some(leaf) = piece.leaf {
            tags[leaf].push(place.into());
        }
    }
    surface.finish();
    for (piece, chapter) in links(layout, number) {
        let Some(leaf) = piece.leaf else { continue };
        let (x, y) = (piece.at.0 - WIDTH, piece.at.1 - 11.0);
        let rect = Rect::from_xywh(x, y, WIDTH, 14.0).expect("a line is a rectangle");
        let to = Destination::Xyz(destination(chapter));
        let link = LinkAnnotation::new(rect, Target::Destination(to));
        let place =
            page.add_tagged_annotation(Annotation::new_link(link, Some(chapter.title.clone())));
        tags[leaf].push(place.into());
    }
    page.finish();
    Ok(())
}

fn draw(surface: &mut Surface<'_>, layout: &Layout<'_>, piece: &Piece) -> Result<(), PdfError> {
    let (x, y) = piece.at;
    match &piece.shape {
        Shape::Text { runs, size, ink } => drawing::text(surface, (x, y), *size, *ink, runs),
        Shape::PageOf { chapter, size } => {
            let page = chapters(layout).nth(*chapter).map_or(0, |mark| mark.page + 1);
            let runs = layout.fonts.runs(Style::Text, &page.to_string());
            let width = runs.iter().map(|run| run.width).sum::<f32>() * size;
            drawing::text(surface, (x - width, y), *size, INK, &runs);
        }
        Shape::Rectangle { size: (width, height), ink } => {
            drawing::rectangle(surface, [x, y, *width, *height], *ink);
        }
        Shape::Figure { canvas, scale } => {
            surface.push_transform(&Transform::from_row(*scale, 0.0, 0.0, *scale, x, y));
            drawing::canvas(surface, layout.fonts, canvas);
            surface.pop();
        }
        Shape::Picture { tree, scale } => {
            surface.push_transform(&Transform::from_row(*scale, 0.0, 0.0, *scale, x, y));
            let drawn = drawing::picture(surface, tree.root());
            surface.pop();
            drawn?;
        }
    }
    Ok(())
}

/// The chapters: the targets of the table of contents.
fn chapters<'a>(layout: &'a Layout<'_>) -> impl Iterator<Item = &'a Mark> {
    layout.marks.iter().filter(|mark| mark.level == 2)
}

/// The contents entries on a page, with their chapters.
fn links<'a>(layout: &'a Layout<'_>, page: usize) -> impl Iterator<Item = (&'a Piece, &'a Mark)> {
    layout.pages[page].iter().filter_map(|piece| match piece.shape {
        Shape::PageOf { chapter, .. } => Some((piece, chapters(layout).nth(chapter)?)),
        _ => None,
    })
}

fn destination(mark: &Mark) -> XyzDestination {
    XyzDestination::new(mark.page, Point::from_xy(0.0, mark.y))
}

/// The outline (bookmarks) of the headings.
fn outline(marks: &[Mark]) -> Outline {
    let mut outline = Outline::new();
    let mut rest = marks;
    while let Some(node) = node(&mut rest) {
        outline.push_child(node);
    }
    outline
}

/// The first heading with its subheadings.
fn node(rest: &mut &[Mark]) -> Option<OutlineNode> {
    let (mark, mut after) = rest.split_first()?;
    let mut made =
        OutlineNode::new(mark.title.clone(), destination(mark)).with_open(mark.level < 2);
    while after.first().is_some_and(|next| next.level > mark.level) {
        made.push_child(node(&mut after)?);
    }
    *rest = after;
    Some(made)
}

/// Adds a block to the structure.
fn push(tree: &mut TagTree, element: &Element, tags: &mut [Vec<Node>]) {
    let mut of = |leaf: usize| std::mem::take(&mut tags[leaf]);
    match element {
        Element::Heading(level, title, leaf) => {
            let level = NonZeroU16::new(u16::from(*level)).unwrap_or(NonZeroU16::MIN);
            let tag = Tag::Hn(level, Some(title.clone()));
            tree.push(TagGroup::with_children(tag, of(*leaf)));
        }
        Element::Paragraph(leaf) => tree.push(TagGroup::with_children(Tag::P, of(*leaf))),
        Element::Code(leaf) => tree.push(TagGroup::with_children(Tag::Code, of(*leaf))),
        Element::Figure(alt, figure, caption) => {
            tree.push(TagGroup::with_children(Tag::Figure(Some(alt.clone())), of(*figure)));
            tree.push(TagGroup::with_children(Tag::P, of(*caption)));
        }
        Element::Table(rows) => {
            let mut table = TagGroup::new(Tag::Table);
            for (index, row) in rows.iter().enumerate() {
                let mut line = TagGroup::new(Tag::TR);
                for &leaf in row {
                    let cell = match index {
                        0 => TagGroup::with_children(Tag::TH(TableHeaderScope::Column), of(leaf)),
                        _ => TagGroup::with_children(Tag::TD, of(leaf)),
                    };
                    line.push(cell);
                }
                table.push(line);
            }
            tree.push(table);
        }
        Element::Contents(lines) => {
            for leaf in lines {
                let link = TagGroup::with_children(Tag::Link, of(*leaf));
                tree.push(TagGroup::with_children(Tag::P, vec![link.into()]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use othellier_board::Eight;
    use othellier_record::Game;
    use othellier_record::diagram::{Diagram, svg};

    use super::*;
    use crate::words::{ENGLISH, FRENCH};

    /// All text of a page, including artifacts.
    fn said(layout: &Layout<'_>, page: usize) -> String {
        let text = |piece: &Piece| match &piece.shape {
            Shape::Text { runs, .. } => runs.iter().map(|run| run.text.as_str()).collect(),
            _ => String::new(),
        };
        layout.pages[page].iter().map(text).collect::<Vec<_>>().join("\n")
    }

    fn long_table(rows: usize) -> Vec<Vec<String>> {
        let row = |number: usize| vec![format!("player {number}"), format!("{number}.5 %")];
        let names = vec!["name of the player".to_owned(), "score".to_owned()];
        std::iter::once(names).chain((0..rows).map(row)).collect()
    }

    #[test]
    fn a_long_table_spans_pages_with_repeated_headers_and_all_rows() {
        let mut document = Document::default();
        document.heading(1, "Many");
        document.table(long_table(150));
        let fonts = Fonts::new();
        let layout = Layout::of(ENGLISH, &fonts, &document).unwrap();
        assert!(layout.pages.len() > 2);
        let pages: Vec<String> = (0..layout.pages.len()).map(|page| said(&layout, page)).collect();
        for page in &pages {
            assert_eq!(page.matches("name of the player").count(), 1);
        }
        for number in 0..150 {
            let cell = format!("player {number}\n{number}.5\u{a0}%");
            assert_eq!(pages.iter().filter(|page| page.contains(&cell)).count(), 1, "{cell}");
        }
        assert!(pages[1].contains(&format!("2 / {}", pages.len())));
        write(ENGLISH, &document).unwrap();
    }

    #[test]
    fn everything_is_within_the_page_and_no_heading_is_last() {
        let mut document = Document::default();
        document.heading(1, "Titre");
        document.contents();
        for chapter in 0..40 {
            document.heading(2, format!("Chapitre {chapter}"));
            document.paragraph(
                "Une phrase qui se poursuit sur plus d'une ligne. ".repeat(chapter % 7 + 1),
            );
            document.code("othellier lab run b1 --quick --seed 1 ".repeat(chapter % 5));
        }
        let fonts = Fonts::new();
        let layout = Layout::of(FRENCH, &fonts, &document).unwrap();
        for page in &layout.pages {
            for piece in page {
                let right = match &piece.shape {
                    Shape::Text { runs, size, .. } => {
                        let ink = runs.iter().map(|run| run.width).sum::<f32>() * size;
                        // A trailing space is not visible.
                        piece.at.0 + ink - 0.6 * size
                    }
                    _ => piece.at.0,
                };
                assert!(right <= PAGE.0 - 60.0 && piece.at.1 <= PAGE.1 - 40.0);
            }
            let body: Vec<&Piece> = page.iter().filter(|piece| piece.leaf.is_some()).collect();
            let last = body.last().and_then(|piece| piece.leaf);
            let heads = layout.elements.iter().filter_map(|element| match element {
                Element::Heading(_, _, leaf) => Some(*leaf),
                _ => None,
            });
            assert!(!heads.into_iter().any(|leaf| Some(leaf) == last));
        }
        write(FRENCH, &document).unwrap();
    }

    #[test]
    fn boards_are_drawn_and_missing_glyphs_are_reported() {
        let board = svg(&Game::<Eight>::new(), &Diagram::default());
        assert!(picture(&board).unwrap().starts_with(b"%PDF-1.5"));
        let mut document = Document::default();
        document.heading(1, "日本");
        document.pictures(vec![(board.clone(), "one".to_owned()), (board, "two".to_owned())]);
        let printed = write(ENGLISH, &document).unwrap();
        assert_eq!(printed.missing, ['日', '本']);
        let words = "<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>";
        assert!(matches!(picture(words), Err(PdfError::Picture(_))));
        assert!(write(ENGLISH, &Document::default()).is_ok());
    }
}

//! A report as Markdown with figure files.

use super::document::{Block, Document};
use super::typography;
use crate::words::Words;

/// Writes the text; figures are in this folder.
pub fn write(words: &dyn Words, document: &Document, figures: &str) -> String {
    let element = |block: &Block| element(words, document, block, figures);
    let blocks: Vec<String> = document.blocks.iter().map(element).collect();
    blocks.join("\n\n") + "\n"
}

fn element(words: &dyn Words, document: &Document, block: &Block, figures: &str) -> String {
    let escaped = |text: &str| escaped(&typography::set(words, text));
    match block {
        Block::Heading(level, text) => {
            format!("{} {}", "#".repeat(usize::from(*level)), escaped(text))
        }
        Block::Paragraph(text) => escaped(text),
        Block::Contents => {
            let chapters = document.chapters().map(|(_, title)| format!("- {}", escaped(title)));
            chapters.collect::<Vec<_>>().join("\n")
        }
        Block::Pictures(pictures) => {
            let words: Vec<String> = pictures.iter().map(|(_, words)| escaped(words)).collect();
            words.join("\n\n")
        }
        Block::Code(text) => format!("```\n{}\n```", text.trim_end()),
        Block::Table(rows) => {
            let line = |cells: &Vec<String>| {
                let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
                format!("| {} |", cells.join(" | "))
            };
            let mut lines: Vec<String> = rows.iter().map(line).collect();
            let marks = std::iter::once("---").chain((1..rows[0].len()).map(|_| "--:"));
            lines.insert(1, format!("| {} |", marks.collect::<Vec<_>>().join(" | ")));
            lines.join("\n")
        }
        Block::Figure(id, figure) => {
            format!(
                "![{}]({figures}/{id}.svg)",
                escaped(&figure.labels().title).replace(['[', ']'], "")
            )
        }
    }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

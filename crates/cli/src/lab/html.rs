//! A report as one page that needs nothing else: no script, no style sheet, no picture, no font.

use othellier_lab::chart::Theme;

use super::document::{Block, Document};
use crate::lang::Lang;

const STYLE: &str = "\
:root{--paper:#fff;--ink:#1b1f24;--faint:#57606a;--line:#d8dee4;--code:#f3f5f7;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--line:#2d333b;--code:#161b22}}
body{font:16px/1.5 system-ui,'DejaVu Sans',sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink)}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
.table{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.3rem .6rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{color:var(--faint);font-weight:600}
td.words{text-align:left;white-space:normal;overflow-wrap:anywhere}
figure{margin:1.5rem 0}figure svg{max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}.pictures figure{flex:1 1 15rem;max-width:22rem;margin:.5rem 0}
figcaption{font-size:.85rem;color:var(--faint)}
.dark{display:none}@media (prefers-color-scheme:dark){.dark{display:block}.light{display:none}}
@media print{.dark{display:none}.light{display:block}}
pre{background:var(--code);padding:.8rem;overflow-x:auto;border-radius:6px}";

/// The page.
pub(crate) fn write(lang: Lang, document: &Document) -> String {
    let code = match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
    };
    let title = escaped(document.title());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n"
    );
    for block in &document.blocks {
        page += &element(block);
        page.push('\n');
    }
    page + "</body>\n</html>\n"
}

fn element(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>", escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>", escaped(text)),
        Block::Code(text) => format!("<pre><code>{}</code></pre>", escaped(text)),
        Block::Table(rows) => table(rows),
        Block::Pictures(pictures) => {
            let picture = |(svg, words): &(String, String)| {
                format!("<figure>{svg}<figcaption>{}</figcaption></figure>", escaped(words))
            };
            let pictures: String = pictures.iter().map(picture).collect();
            format!("<div class=\"pictures\">{pictures}</div>")
        }
        Block::Figure(_, figure) => {
            let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| figure.svg(theme));
            format!(
                "<figure>\n<div class=\"light\">{light}</div>\n<div class=\"dark\">{dark}</div>\n</figure>"
            )
        }
    }
}

/// Longer cells are words and stand on the left.
const WORDS: usize = 34;

fn table(rows: &[Vec<String>]) -> String {
    let row = |cells: &Vec<String>, tag: &str| {
        let cell = |text: &String| {
            let class = if text.chars().count() > WORDS { " class=\"words\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escaped(text))
        };
        format!("<tr>{}</tr>", cells.iter().map(cell).collect::<String>())
    };
    let (first, rest) = rows.split_first().expect("a table has a first row");
    let rest: Vec<String> = rest.iter().map(|cells| row(cells, "td")).collect();
    format!(
        "<div class=\"table\"><table>\n<thead>{}</thead>\n<tbody>\n{}\n</tbody>\n</table></div>",
        row(first, "th"),
        rest.join("\n")
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

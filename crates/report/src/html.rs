//! A report as one self-contained HTML page, without scripts, external style sheets, images or
//! fonts.

use crate::chart::Theme;

use super::document::{Block, Document};
use super::typography;
use crate::words::Words;

const STYLE: &str = "\
:root{--paper:#fff;--ink:#1b1f24;--faint:#57606a;--line:#d8dee4;--code:#f3f5f7;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--line:#2d333b;--code:#161b22}}
body{font:16px/1.5 system-ui,'DejaVu Sans',sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink)}
p,nav,pre{max-width:48rem}a{color:inherit}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
.table{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.3rem .45rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}th{color:var(--faint);font-weight:600;white-space:normal;vertical-align:bottom}
td.words{text-align:left;white-space:normal;overflow-wrap:anywhere}
figure{margin:1.5rem 0}figure svg{max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}.pictures figure{flex:1 1 15rem;max-width:22rem;margin:.5rem 0}
figcaption{font-size:.85rem;color:var(--faint)}
.dark{display:none}@media (prefers-color-scheme:dark){.dark{display:block}.light{display:none}}
@media print{.dark{display:none}.light{display:block}body{font-size:10pt;margin:0}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}
.table{overflow:visible}table{font-size:6.5pt}th,td{padding:.2rem .25rem;white-space:normal}}
pre{background:var(--code);padding:.8rem;overflow-x:auto;border-radius:6px}";

pub fn write(words: &dyn Words, document: &Document) -> String {
    let code = words.tag();
    let title = set(words, document.title());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n"
    );
    for (index, block) in document.blocks.iter().enumerate() {
        page += &element(words, document, index, block);
        page.push('\n');
    }
    page + "</body>\n</html>\n"
}

fn element(words: &dyn Words, document: &Document, index: usize, block: &Block) -> String {
    match block {
        Block::Heading(level, text) => {
            format!("<h{level} id=\"s{index}\">{}</h{level}>", set(words, text))
        }
        Block::Paragraph(text) => format!("<p>{}</p>", set(words, text)),
        Block::Code(text) => format!("<pre><code>{}</code></pre>", escaped(text)),
        Block::Table(rows) => table(words, rows),
        Block::Contents => {
            let chapter = |(index, title): (usize, &str)| {
                format!("<li><a href=\"#s{index}\">{}</a></li>", set(words, title))
            };
            let chapters: Vec<String> = document.chapters().map(chapter).collect();
            format!("<nav><ul>\n{}\n</ul></nav>", chapters.join("\n"))
        }
        Block::Pictures(pictures) => {
            let picture = |(svg, caption): &(String, String)| {
                format!("<figure>{svg}<figcaption>{}</figcaption></figure>", set(words, caption))
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

/// Longer cells are text and are left-aligned.
const WORDS: usize = 34;

fn table(words: &dyn Words, rows: &[Vec<String>]) -> String {
    let row = |cells: &Vec<String>, tag: &str| {
        let cell = |text: &String| {
            let class = if text.chars().count() > WORDS { " class=\"words\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", set(words, text))
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

/// A text with the typography of the language, escaped.
fn set(words: &dyn Words, text: &str) -> String {
    escaped(&typography::set(words, text))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::FRENCH;

    #[test]
    fn a_page_names_its_language_and_its_title_and_escapes_text() {
        let mut document = Document::default();
        document.heading(1, "a < b");
        let page = write(FRENCH, &document);
        assert!(page.starts_with("<!doctype html>\n<html lang=\"fr\">"), "{page}");
        assert!(page.contains("<title>a &lt; b</title>"), "{page}");
    }
}

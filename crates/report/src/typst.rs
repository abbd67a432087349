//! A report as Typst source with figure files, to be edited before it is handed in.

use super::document::{Block, Document, left_aligned, picture_id};
use super::typography::{self, plain};
use crate::words::Words;

/// The preamble: page, tables and captions.
const STYLE: &str = r#"#set page(paper: "a4", margin: (x: 2.4cm, y: 2.5cm), numbering: "1 / 1")
#set text(size: 10.5pt)
#set smartquote(enabled: false)
#show raw.where(block: true): set text(size: 8pt)
#show raw.where(block: true): block.with(fill: luma(244), inset: 6pt, width: 100%)
#set table(stroke: none, inset: (x: 3pt, y: 3pt))
#show table.cell.where(y: 0): set text(weight: "bold")
"#;

/// Characters that are special everywhere.
const SPECIAL: &str = "\\#$*_`<>@[]~";
/// Tables with more columns have a smaller font.
const MANY_COLUMNS: usize = 7;

/// Writes the source; figures are in this folder.
pub fn write(words: &dyn Words, document: &Document, figures: &str) -> String {
    let (version, language) = (env!("CARGO_PKG_VERSION"), words.tag());
    let title = string(&typography::set(words, document.title()));
    let mut source = format!(
        "// Written by othellier {version}, for Typst 0.14 or later: typst compile report.typ\n\
         #set document(title: {title})\n#set text(lang: \"{language}\")\n{STYLE}"
    );
    for (index, block) in document.blocks.iter().enumerate() {
        source.push('\n');
        source += &element(words, index, block, figures);
        source.push('\n');
    }
    source
}

fn element(words: &dyn Words, index: usize, block: &Block, figures: &str) -> String {
    let set = |text: &str| escaped(&typography::set(words, text));
    match block {
        Block::Heading(level, text) => {
            format!("{} {}", "=".repeat(usize::from(*level)), set(text))
        }
        Block::Paragraph(text) => set(text),
        Block::Contents => "#outline(target: heading.where(level: 2))".to_owned(),
        Block::Code(text) => raw(text),
        Block::Table(rows) => table(rows, &set),
        Block::Figure(id, figure) => {
            let title = &figure.labels().title;
            let alt = string(&typography::set(words, &figure.in_words()));
            let file = string(&format!("{figures}/{id}.pdf"));
            let caption = set(title);
            format!("#figure(\n  image({file}, alt: {alt}),\n  caption: [{caption}],\n)")
        }
        Block::Pictures(pictures) => {
            let picture = |(number, (_, words)): (usize, &(String, String))| {
                let file = string(&format!("{figures}/{}.pdf", picture_id(index, number)));
                format!("  figure(image({file}), caption: [{}]),\n", set(words))
            };
            let pictures: String = pictures.iter().enumerate().map(picture).collect();
            format!("#grid(\n  columns: 2,\n  gutter: 1em,\n{pictures})")
        }
    }
}

fn table(rows: &[Vec<String>], set: &dyn Fn(&str) -> String) -> String {
    let (first, rest) = rows.split_first().expect("a table has a first row");
    let side = |left: bool| if left { "left" } else { "right" };
    let sides: Vec<&str> = left_aligned(rows).into_iter().map(side).collect();
    let cells = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("[{}]", set(cell))).collect();
        cells.join(", ")
    };
    let body: String = rest.iter().map(|row| format!("  {},\n", cells(row))).collect();
    let size = if first.len() > MANY_COLUMNS { "7pt" } else { "8.5pt" };
    format!(
        "#[\n#set text(size: {size})\n#table(\n  columns: {},\n  align: ({},),\n  \
         table.hline(stroke: 0.8pt),\n  table.header({}),\n  table.hline(stroke: 0.5pt),\n{body}  \
         table.hline(stroke: 0.8pt),\n)\n]",
        first.len(),
        sides.join(", "),
        cells(first)
    )
}

/// A verbatim block, fenced by more backticks than it contains in a row.
fn raw(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}

fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Escapes a text as markup. White space becomes a space.
fn escaped(text: &str) -> String {
    let text = plain(text);
    let letters: Vec<char> = text.chars().collect();
    let mut escaped = String::with_capacity(text.len());
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(index + 1).copied();
        let beside = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
        let special = match letter {
            // Hyphens form dashes and minus signs, and begin lists.
            '-' => !beside(char::is_alphabetic),
            // Three dots are an ellipsis; a number with a dot begins a list.
            '.' => after == Some('.') || letters[..index].iter().all(char::is_ascii_digit),
            // Comments and links.
            '/' => before.is_none() || matches!(after, Some('/' | '*')),
            '+' | '=' => before.is_none(),
            letter => SPECIAL.contains(letter),
        };
        if special {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The text of Typst markup that is only text; an error is the first sign that means more. What a sign
    /// means is that of the reference of Typst, in the strictest reading: a sign may have its meaning
    /// wherever it could begin.
    fn meaning(markup: &str) -> Result<String, String> {
        let mut text = String::new();
        let mut rest = markup;
        while let Some(sign) = rest.chars().next() {
            let after = &rest[sign.len_utf8()..];
            let before = markup[..markup.len() - rest.len()].chars().next_back();
            let begins = |starts: &[&str]| starts.iter().any(|start| rest.starts_with(start));
            let is_in_word = before.is_some_and(char::is_alphabetic)
                && after.starts_with(|next: char| next.is_alphabetic());
            let digits = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            let means_more = match sign {
                '\\' => {
                    let escaped = after.chars().next().filter(char::is_ascii_punctuation);
                    let escaped = escaped.ok_or(rest)?;
                    text.push(escaped);
                    rest = &after[1..];
                    continue;
                }
                '*' | '_' | '`' | '$' | '#' | '<' | '>' | '@' | '[' | ']' | '~' => true,
                '-' => !is_in_word,
                '/' => before.is_none() || begins(&["//", "/*"]),
                '.' => begins(&[".."]),
                '=' | '+' => before.is_none(),
                '0'..='9' => before.is_none() && digits.starts_with('.'),
                sign => sign.is_control() || begins(&["http://", "https://"]),
            };
            if means_more {
                return Err(rest.to_owned());
            }
            text.push(sign);
            rest = after;
        }
        Ok(text)
    }

    fn check_survives(text: &str) {
        let markup = escaped(text);
        assert_eq!(meaning(&markup), Ok(plain(text)), "{markup}");
    }

    #[test]
    fn what_means_more_than_text_is_found() {
        for markup in ["= a", "a -- b", "-1", "1. a", "a... b", "a_b_", "// a", "a \\", "@b", "x~y"]
        {
            assert!(meaning(markup).is_err(), "{markup}");
        }
        assert_eq!(meaning("a-b \\# c"), Ok("a-b # c".to_owned()));
    }

    #[test]
    fn special_characters_are_escaped() {
        for text in [
            "= title",
            "- item",
            "+ item",
            "/ term: x",
            "1. first",
            "12.5",
            "a...b",
            "-3.5 ± 1",
            "https://example.org",
            "// no comment",
            "/* none */",
            "x -- y --- z",
            "a-b",
            "c-1",
            "#let x = 1",
            "$x$",
            "*b* _i_ `c`",
            "<label> @ref",
            "[a] (b) {c}",
            "\\",
            "l'ordre",
            "a ~ b",
            "x_1",
            "alphabeta(depth=1, hash=64KiB)",
            "90,5\u{a0}%",
            "a\nb\tc\u{0}d",
            "",
        ] {
            check_survives(text);
        }
    }

    proptest! {
        #[test]
        fn any_text_survives(text in "\\PC{0,40}") {
            check_survives(&text);
        }

        #[test]
        fn signs_survive_in_any_order(text in "[-+=/.*_#$`<>@~\\[\\]\\\\\"':;!?1a \n]{0,24}") {
            check_survives(&text);
        }

        #[test]
        fn code_stays_in_its_fence(text in "[`a \n]{0,24}") {
            let block = raw(&text);
            let (fence, rest) = block.split_once("text\n").unwrap();
            let body = rest.strip_suffix(fence).unwrap();
            prop_assert!(fence.len() >= 3 && fence.chars().all(|sign| sign == '`'));
            prop_assert!(!body.contains(fence));
            prop_assert_eq!(body.trim_end(), text.trim_end());
        }
    }
}

//! A report as LaTeX source with figure files, to be edited before it is handed in.
//!
//! It compiles with pdfLaTeX, XeLaTeX and LuaLaTeX and the packages of common distributions.

use super::document::{Block, Document, picture_id};
use super::pdf::column_shares;
use super::typography::{self, plain};
use crate::words::Words;

const PACKAGES: &str = r"\usepackage{iftex}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{lmodern}
  \newcommand\character[2]{[U+#1]}
\else
  \usepackage{fontspec}
  \newcommand\character[2]{#2}
\fi
\usepackage{textcomp}
\usepackage[a4paper,margin=2.4cm]{geometry}
\usepackage{graphicx,booktabs,longtable,array,caption}
\usepackage[hidelinks]{hyperref}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{\dimexpr#1\linewidth-2\tabcolsep}}
\newcolumntype{R}[1]{>{\raggedleft\arraybackslash}p{\dimexpr#1\linewidth-2\tabcolsep}}
\setlength{\tabcolsep}{2pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.6em}
\setlength{\emergencystretch}{3em}
\setcounter{tocdepth}{1}
";

/// Letters that pdfLaTeX prints with `T1` and `utf8`.
const LATIN: std::ops::RangeInclusive<char> = '\u{c0}'..='\u{17f}';
/// Signs that it prints without a command.
const SIGNS: &str = "«»’‘“”„–—…°§£©®¿¡";

/// Long words may be broken after these signs.
const BREAKS: &str = "(,=/;_&";
const LONG_WORD: usize = 10;

/// Font scale: Latin Modern is wider than the font by which columns are measured.
const SMALLER: f32 = 0.92;

/// Writes the source; figures are in this folder.
pub fn write(words: &dyn Words, document: &Document, figures: &str) -> String {
    let babel = match words.tag() {
        // No automatic space before `:`, which may be part of a player's name.
        "fr" => "\\usepackage[french]{babel}\n\\frenchsetup{AutoSpacePunctuation=false}\n",
        _ => "\\usepackage[english]{babel}\n",
    };
    let (version, language) = (env!("CARGO_PKG_VERSION"), words.tag());
    let title = escaped(&typography::set(words, document.title()));
    let mut source = format!(
        "% Written by othellier {version}: pdflatex report.tex, twice (or xelatex, lualatex)\n\
         \\documentclass[a4paper,11pt]{{article}}\n{PACKAGES}{babel}\
         \\hypersetup{{pdftitle={{{title}}},pdflang={{{language}}}}}\n\
         \\title{{{title}}}\n\\author{{}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n"
    );
    for (index, block) in document.blocks.iter().enumerate() {
        source.push('\n');
        source += &element(words, index, block, figures);
        source.push('\n');
    }
    source + "\n\\end{document}\n"
}

fn element(words: &dyn Words, index: usize, block: &Block, figures: &str) -> String {
    let set = |text: &str| escaped(&typography::set(words, text));
    match block {
        // The title of the report is that of the article.
        Block::Heading(1, _) => String::new(),
        Block::Heading(level, text) => {
            let command = match level {
                2 => "section",
                3 => "subsection",
                4 => "subsubsection",
                _ => "paragraph",
            };
            format!("\\{command}{{{}}}", set(text))
        }
        Block::Paragraph(text) => set(text),
        Block::Contents => "\\tableofcontents".to_owned(),
        Block::Code(text) => code(text),
        Block::Table(rows) => table(words, rows),
        Block::Figure(id, figure) => {
            let caption = set(&figure.labels().title);
            image(&format!("{figures}/{id}.pdf"), "\\linewidth", &caption)
        }
        Block::Pictures(pictures) => {
            let picture = |(number, (_, words)): (usize, &(String, String))| {
                let file = format!("{figures}/{}.pdf", picture_id(index, number));
                image(&file, "0.45\\linewidth", &set(words))
            };
            pictures.iter().enumerate().map(picture).collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// A figure at this point of the text, with its caption below.
fn image(file: &str, width: &str, caption: &str) -> String {
    format!(
        "\\begin{{minipage}}{{\\linewidth}}\\centering\n\
         \\includegraphics[width={width}]{{\\detokenize{{{file}}}}}\n\
         \\captionof{{figure}}{{{caption}}}\n\\end{{minipage}}"
    )
}

/// Verbatim lines in a monospaced font.
fn code(text: &str) -> String {
    let line = |line: &str| match line.trim_end() {
        "" => "\\strut".to_owned(),
        line => escaped_code(line),
    };
    let lines: Vec<String> = text.trim_end().lines().map(line).collect();
    format!(
        "{{\\ttfamily\\footnotesize\\raggedright\\parskip=0pt\n{}\\par}}",
        lines.join("\\par\n")
    )
}

/// A table that may span pages, with its header on each.
fn table(words: &dyn Words, rows: &[Vec<String>]) -> String {
    let columns = column_shares(words, rows);
    let count = columns.shares.len();
    let kind =
        |(share, left): &(f32, bool)| format!("{}{{{share:.3}}}", if *left { "L" } else { "R" });
    let kinds: String = columns.shares.iter().map(kind).collect();
    let cells = |row: &Vec<String>| {
        let cell = |cell: &String| escaped(&typography::set(words, cell));
        let cells: Vec<String> = row.iter().map(cell).collect();
        cells.join(" & ") + " \\\\"
    };
    let (first, rest) = rows.split_first().expect("a table has a first row");
    let body: Vec<String> = rest.iter().map(cells).collect();
    format!(
        "{{\\fontsize{{{size:.1}}}{{{leading:.1}}}\\selectfont\n\\begin{{longtable}}{{@{{}}{kinds}@{{}}}}\n\
         \\toprule\n\\bfseries {}\n\\midrule\\endhead\n\\midrule\\multicolumn{{{count}}}{{@{{}}r@{{}}}}{{\\dots}}\\\\\n\
         \\endfoot\n\\bottomrule\\endlastfoot\n{}\n\\end{{longtable}}}}",
        cells(first).replace(" & ", " & \\bfseries "),
        body.join("\n"),
        size = columns.size * SMALLER,
        leading = columns.size * SMALLER * 1.25,
    )
}

/// Escapes a text so that LaTeX prints it. White space becomes a space.
fn escaped(text: &str) -> String {
    let words: Vec<String> = plain(text).split(' ').map(word).collect();
    words.join(" ")
}

/// Escapes a line of code, with every space kept.
fn escaped_code(line: &str) -> String {
    let line = line.replace('\t', "    ");
    let words: Vec<String> = line.split(' ').map(|part| word(&plain(part))).collect();
    words.join("\\ ")
}

fn word(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let breaks = letters.len() > LONG_WORD;
    let mut escaped = String::with_capacity(word.len());
    for (index, &letter) in letters.iter().enumerate() {
        escaped += &printed(letter);
        let after = letters.get(index + 1);
        // Break ligatures: two of these would become another sign.
        if "-,'".contains(letter) && after == Some(&letter) {
            escaped += "{}";
        }
        if breaks && BREAKS.contains(letter) && after.is_some() {
            escaped += "\\allowbreak{}";
        }
    }
    escaped
}

fn printed(letter: char) -> String {
    let command = match letter {
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => return format!("\\{letter}"),
        '\u{a0}' => return "~".to_owned(),
        '\u{202f}' => return "\\,{}".to_owned(),
        '\\' => "textbackslash",
        '^' => "textasciicircum",
        '~' => "textasciitilde",
        '<' => "textless",
        '>' => "textgreater",
        '|' => "textbar",
        '"' => "textquotedbl",
        '`' => "textasciigrave",
        '½' => "textonehalf",
        'µ' => "textmu",
        '·' => "textperiodcentered",
        '•' => "textbullet",
        '€' => "texteuro",
        letter => return sign(letter),
    };
    format!("\\{command}{{}}")
}

/// Signs that need mathematics mode, and those that only some fonts have.
fn sign(letter: char) -> String {
    let formula = match letter {
        '−' => "-",
        '±' => "\\pm",
        '×' => "\\times",
        '÷' => "\\div",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '≠' => "\\neq",
        '≈' => "\\approx",
        '→' => "\\rightarrow",
        '∞' => "\\infty",
        'α' => "\\alpha",
        'β' => "\\beta",
        'σ' => "\\sigma",
        '●' => "\\bullet",
        '○' => "\\circ",
        '⁰' => "^0",
        '¹' => "^1",
        '²' => "^2",
        '³' => "^3",
        '⁴' => "^4",
        '⁵' => "^5",
        '⁶' => "^6",
        '⁷' => "^7",
        '⁸' => "^8",
        '⁹' => "^9",
        ' '..='~' => return letter.to_string(),
        letter if LATIN.contains(&letter) || SIGNS.contains(letter) => return letter.to_string(),
        letter => return format!("\\character{{{:04X}}}{{{letter}}}", u32::from(letter)),
    };
    format!("\\ensuremath{{{formula}}}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The text that LaTeX prints: parses the commands that may occur, and refuses every special
    /// character that is not part of one.
    fn meaning(source: &str) -> Option<String> {
        let mut rest = source;
        let mut said = String::new();
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                '\\' => said += &command(&mut rest)?,
                '~' => said.push('\u{a0}'),
                '{' => rest = rest.strip_prefix('}')?,
                '}' | '$' | '&' | '#' | '_' | '%' | '^' => return None,
                letter => said.push(letter),
            }
        }
        Some(said)
    }

    fn command(rest: &mut &str) -> Option<String> {
        let letters = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        if letters == 0 {
            let sign = rest.chars().next()?;
            *rest = &rest[sign.len_utf8()..];
            return match sign {
                '{' | '}' | '$' | '&' | '#' | '_' | '%' => Some(sign.to_string()),
                ',' => Some("\u{202f}".to_owned()),
                ' ' => Some(" ".to_owned()),
                _ => None,
            };
        }
        let (name, after) = rest.split_at(letters);
        let (argument, after) = after.strip_prefix('{')?.split_once('}')?;
        *rest = after;
        if name == "allowbreak" {
            return argument.is_empty().then(String::new);
        }
        if name == "character" {
            let (letter, after) = rest.strip_prefix('{')?.split_once('}')?;
            *rest = after;
            let code = u32::from_str_radix(argument, 16).ok()?;
            return (char::from_u32(code)?.to_string() == letter).then(|| letter.to_owned());
        }
        // The letter that is printed by this command.
        let whole = format!("\\{name}{{{argument}}}");
        let known = ('\u{20}'..='\u{25ff}').find(|&letter| printed(letter) == whole)?;
        Some(known.to_string())
    }

    fn check_survives(text: &str) {
        let source = escaped(text);
        assert_eq!(meaning(&source).as_deref(), Some(plain(text).as_str()), "{source}");
        for pair in ["--", ",,", "''", "``", "<<", ">>", "?`", "!`"] {
            assert!(!source.contains(pair), "{source} has {pair}");
        }
    }

    #[test]
    fn special_characters_are_escaped() {
        for text in [
            "50 % of $5 & #1_a",
            "{a} \\b ~c ^d",
            "<a> | \"b\" `c`",
            "x--y---z",
            ",,a''",
            "−3 ± 1",
            "(f + 64)⁴",
            "µ½·",
            "日本",
            "alphabeta(depth=1,eval=genome(file=/a/b_c.json))",
            "?`!`",
            "90,5\u{a0}% « oui »",
            "\u{301}e",
        ] {
            check_survives(text);
        }
        assert_eq!(escaped("100 %"), "100 \\%");
        assert_eq!(escaped("日"), "\\character{65E5}{日}");
    }

    proptest! {
        #[test]
        fn any_text_survives(text in "\\PC{0,40}") {
            check_survives(&text);
        }

        #[test]
        fn signs_survive_in_any_order(text in "[-+=/.,*_#$%&`<>@~^|{}\\[\\]\\\\\"'1a \n]{0,24}") {
            check_survives(&text);
        }
    }
}

//! `othellier lab report --to …`, as the real binary: every format of a report, in both languages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Finish, check_done, check_refused, othellier, text};

/// A finished experiment with enough arms for a table over two pages and one figure, and with
/// special characters in its names.
fn finished(folder: &Path) -> PathBuf {
    let file = folder.join("tiny.toml");
    let experiment = r#"
format = 1
name = "tiny"
seed = 1
title = { en = "50 % of #1 & <all>", fr = "L'élagage : à « 50 % » de _tout_" }
question = { en = "Does $it$ \\work~^?", fr = "Ça marche — œuvre n° 1 ?" }

[[positions]]
name = "searches"
title = { en = "Searches", fr = "Des recherches" }
players = ["minimax(depth={depth}, eval={eval})", "negamax(depth={depth}, eval={eval})", "alphabeta(depth={depth}, eval={eval})"]
grid = { depth = [1, 2], eval = ["discs", "mobility", "corners", "matrix1"] }
phases = { opening = 6, end = 50 }
by = "depth"
measure = ["nodes"]
"#;
    fs::write(&file, experiment).unwrap();
    let out = folder.join("out");
    let arguments = ["lab", "run", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    check_done(&othellier(&arguments).arg("--no-report").finish());
    out.join("tiny")
}

fn report(folder: &Path, out: &Path, arguments: &[&str]) {
    let paths = [folder, out].map(|path| path.to_str().unwrap());
    let mut command = othellier(&["lab", "report", paths[0], "--out", paths[1]]);
    let output = command.args(arguments).finish();
    check_done(&output);
    assert_eq!(text(&output.stderr), "");
    for file in text(&output.stdout).lines() {
        assert!(Path::new(file).is_file(), "{file}");
    }
}

/// The number between this text and the end of the line or the next bracket.
fn number(bytes: &str, before: &str) -> usize {
    let after = bytes.split(before).nth(1).unwrap_or_else(|| panic!("no {before}"));
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn a_pdf_has_title_language_and_outline_and_is_deterministic() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = finished(folder.path());
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    report(&tiny, &one, &["--to", "pdf", "--lang", "fr"]);
    report(&tiny, &two, &["--to", "pdf", "--lang", "fr"]);
    let bytes = fs::read(one.join("report.pdf")).unwrap();
    assert_eq!(bytes, fs::read(two.join("report.pdf")).unwrap());
    assert!(bytes.starts_with(b"%PDF-1.7") && bytes.ends_with(b"%%EOF"));
    // Nothing else is written: a PDF is self-contained.
    assert_eq!(fs::read_dir(&one).unwrap().count(), 1);
    let pdf = String::from_utf8_lossy(&bytes);
    assert!(pdf.contains(">L&apos;élagage\u{a0}: à «\u{a0}50\u{a0}%\u{a0}» de _tout_</rdf:li>"));
    assert!(pdf.contains("<dc:language><rdf:Bag><rdf:li>fr</rdf:li>"));
    assert!(pdf.contains("<pdfuaid:part>1</pdfuaid:part>"));
    assert!(pdf.contains("/Title(Des recherches)"));
    let pages = number(&pdf, "/Type/Pages/Count ");
    assert!((2..10).contains(&pages), "{pages} pages");
    // Fonts are embedded, tables and figures are tagged, and there is no date.
    assert!(pdf.matches("/FontFile").count() >= 3);
    assert!(pdf.contains("/S/Table") && pdf.contains("/S/TH") && pdf.contains("/S/Figure"));
    assert!(!pdf.contains("CreationDate") && !pdf.contains("xmp:CreateDate"));
    report(&tiny, &two, &["--to", "pdf"]);
    let english = fs::read(two.join("report.pdf")).unwrap();
    assert!(
        String::from_utf8_lossy(&english).contains(">50\u{a0}% of #1 &amp; &lt;all&gt;</rdf:li>")
    );
}

#[test]
fn sources_refer_to_existing_figures_and_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = finished(folder.path());
    let out = folder.path().join("sources");
    report(&tiny, &out, &["--to", "typst,latex", "--lang", "fr"]);
    let latex = fs::read_to_string(out.join("report.tex")).unwrap();
    let typst = fs::read_to_string(out.join("report.typ")).unwrap();
    assert!(latex.contains("\\usepackage[french]{babel}") && latex.contains("\\begin{longtable}"));
    assert!(latex.contains("\\title{L'élagage~: à «~50~\\%~» de \\_tout\\_}"));
    assert!(typst.contains("#set text(lang: \"fr\")") && typst.contains("table.header("));
    assert!(typst.contains("= L'élagage\u{a0}: à «\u{a0}50\u{a0}%\u{a0}» de \\_tout\\_"));
    for (source, opening) in [(&latex, "\\detokenize{"), (&typst, "image(\"")] {
        let files: Vec<&str> = source
            .split(opening)
            .skip(1)
            .filter_map(|rest| rest.split(['}', '"']).next())
            .collect();
        assert!(!files.is_empty());
        for file in files {
            assert!(fs::read(out.join(file)).unwrap().starts_with(b"%PDF-1.5"), "{file}");
        }
    }
    assert!(!out.join("report.html").exists());
}

#[test]
fn every_format_is_written_on_its_own_and_an_unknown_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = finished(folder.path());
    let formats = [("html", "html"), ("markdown", "md"), ("typst", "typ"), ("latex", "tex")];
    for (format, ending) in formats {
        let out = folder.path().join(format);
        report(&tiny, &out, &["--to", format]);
        assert!(out.join(format!("report.{ending}")).is_file());
        assert_eq!(out.join("figures").exists(), format != "html", "{format}");
    }
    let page = fs::read_to_string(folder.path().join("html/report.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("#1 &amp; &lt;all&gt;"));
    let path = tiny.to_str().unwrap();
    let unknown = othellier(&["lab", "report", path, "--to", "latx"]).finish();
    check_refused(&unknown, "`latex`");
    let both = othellier(&["lab", "report", path, "--to", "pdf", "--markdown"]).finish();
    check_refused(&both, "--markdown");
}

//! Embeds the page: the files of `page/` as they are, without those that only the checks need, and
//! under `a/HASH/` what a visitor loads, joined and named by its content. Text is compressed too.

mod join;

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The pages, and the module that each loads.
const PAGES: [(&str, &str); 2] = [("index.html", "main.js"), ("embed.html", "embed.js")];

/// The modules that workers load.
const WORKERS: [&str; 1] = ["worker.js"];

/// Stands for the style sheets of a page until their name is known.
const SHEETS: &str = "<!-- style -->";

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let is_needed =
        |path: &str| !path.ends_with(".d.ts") && !path.contains("LICENSE") && path != "wire.js";
    let mut files = Vec::new();
    collect(Path::new("page"), "", &mut files)?;
    files.retain(|(path, _)| is_needed(path));
    files.sort();
    assemble(&mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (i, (path, bytes)) in files.iter().enumerate() {
        let plain = out.join(format!("{i}.bytes"));
        fs::write(&plain, bytes)?;
        let (gzip, brotli) = if is_text(path) {
            (gzip(bytes)?, if is_loaded(path) { brotli(bytes)? } else { Vec::new() })
        } else {
            (Vec::new(), Vec::new())
        };
        let packed = |ending: &str, packed: Vec<u8>| {
            if packed.is_empty() || packed.len() >= bytes.len() {
                return Ok("None".to_owned());
            }
            let file = out.join(format!("{i}.{ending}"));
            fs::write(&file, packed)?;
            io::Result::Ok(format!("Some(include_bytes!({:?}))", file.display().to_string()))
        };
        let (gzip, brotli) = (packed("gz", gzip)?, packed("br", brotli)?);
        let plain = plain.display().to_string();
        let _ = writeln!(
            table,
            "({path:?}, File {{ bytes: include_bytes!({plain:?}), gzip: {gzip}, brotli: {brotli} }}),"
        );
    }
    fs::write(out.join("files.rs"), table + "]\n")
}

/// The files of a folder: their path in the page, and their contents. Cargo runs this again when one of
/// them changes.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, file) = (format!("{prefix}{name}"), entry.path());
        if file.is_dir() {
            collect(&file, &format!("{path}/"), files)?;
        } else {
            println!("cargo::rerun-if-changed={}", file.display());
            files.push((path, fs::read(file)?));
        }
    }
    Ok(())
}

/// A page and what it loads.
struct Page {
    html: &'static str,
    text: String,
    entry: &'static str,
    sheet: String,
    /// The scripts that are loaded when they are wanted. Browsers ignore these links; the service
    /// worker keeps what they name, so that it is there without a connection.
    later: Vec<String>,
}

/// Adds the joined scripts and style sheets, and makes `index.html` load them.
fn assemble(files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let text = |path: &str| {
        let found = files.iter().find(|(known, _)| known == path);
        found.and_then(|(_, bytes)| String::from_utf8(bytes.clone()).ok())
    };
    let mut made = Vec::new();
    let mut pages = Vec::new();
    for (html, entry) in PAGES {
        let missing = || io::Error::other(format!("{html} or a style sheet of it is missing"));
        let joined = join::join(entry, text).map_err(io::Error::other)?;
        let later = joined.iter().skip(1).map(|(name, _)| name.clone()).collect();
        made.extend(joined);
        let (page, sheets) = without_sheets(&text(html).ok_or_else(missing)?);
        let style: Option<String> = sheets.iter().map(|path| text(path)).collect();
        let sheet = entry.replace(".js", ".css");
        made.push((sheet.clone(), style.ok_or_else(missing)?));
        pages.push(Page { html, text: page, entry, sheet, later });
    }
    for entry in WORKERS {
        made.extend(join::join(entry, text).map_err(io::Error::other)?);
    }
    let mut hasher = DefaultHasher::new();
    made.hash(&mut hasher);
    let folder = format!("a/{:016x}", hasher.finish());
    for Page { html, text, entry, sheet, later } in pages {
        let mut links = format!("<link rel=\"stylesheet\" href=\"/{folder}/{sheet}\" />");
        for name in later {
            let _ = write!(links, "\n    <link rel=\"part\" href=\"/{folder}/{name}\" />");
        }
        let script = format!("src=\"/{folder}/{entry}\"");
        let page = text.replace(SHEETS, &links).replace(&format!("src=\"/{entry}\""), &script);
        let file = files.iter_mut().find(|(path, _)| path == html);
        file.expect("it was read").1 = page.into_bytes();
    }
    files.extend(
        made.into_iter().map(|(name, text)| (format!("{folder}/{name}"), text.into_bytes())),
    );
    Ok(())
}

/// The page with a mark in place of its style sheets, and their paths.
fn without_sheets(page: &str) -> (String, Vec<String>) {
    const LINK: &str = "<link rel=\"stylesheet\" href=\"/";
    let (mut text, mut sheets) = (String::new(), Vec::new());
    for line in page.lines() {
        match line.trim().strip_prefix(LINK).and_then(|rest| rest.split_once('"')) {
            Some((path, _)) => {
                if sheets.is_empty() {
                    let _ = writeln!(text, "    {SHEETS}");
                }
                sheets.push(path.to_owned());
            }
            None => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    (text, sheets)
}

/// The ending of a file.
fn extension(path: &str) -> &str {
    Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn is_text(path: &str) -> bool {
    matches!(extension(path), "html" | "js" | "css" | "svg" | "json" | "webmanifest")
}

/// Whether visitors load it: not the modules and style sheets that were joined.
fn is_loaded(path: &str) -> bool {
    path.starts_with("a/") || !matches!(extension(path), "js" | "css")
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

fn brotli(mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut packed, &BrotliEncoderParams::default())?;
    Ok(packed)
}

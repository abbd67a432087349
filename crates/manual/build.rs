//! Embeds the manual: `manual/` has a link to every file and folder of the repository that is part of it.
//! Writes `$OUT_DIR/files.rs`, a Rust expression of type `&[(&str, &[u8])]`: the path of every file
//! relative to `manual/`, with `/` between its parts, and its contents, sorted by path.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The endings of the manual's files.
const ENDINGS: [&str; 6] = [".md", ".svg", ".png", ".toml", ".txt", ".json"];

fn main() -> io::Result<()> {
    let folder = variable("CARGO_MANIFEST_DIR")?.join("manual");
    let mut files = Vec::new();
    collect(&folder, "", &mut files)?;
    files.retain(|(path, _)| ENDINGS.iter().any(|ending| path.ends_with(ending)));
    files.sort();
    let mut table = String::from("&[\n");
    for (path, file) in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let _ =
            writeln!(table, "    ({path:?}, include_bytes!({:?})),", file.display().to_string());
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(variable("OUT_DIR")?.join("files.rs"), table + "]\n")
}

/// A variable that Cargo sets for build scripts.
fn variable(name: &str) -> io::Result<PathBuf> {
    Ok(env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?)
}

/// The files of a folder: their path in the table, and where they are.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, file) = (format!("{prefix}{name}"), target(entry.path()));
        if file.is_dir() {
            println!("cargo::rerun-if-changed={}", file.display());
            collect(&file, &format!("{path}/"), files)?;
        } else {
            files.push((path, file));
        }
    }
    Ok(())
}

/// Where a path leads. A checkout without symbolic links has a small text file in place of a link.
fn target(path: PathBuf) -> PathBuf {
    let is_small = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() < 200);
    let text = if is_small { fs::read_to_string(&path).ok() } else { None };
    let target = text.filter(|text| text.starts_with("../") && !text.contains('\n'));
    match (target, path.parent()) {
        (Some(target), Some(folder)) => folder.join(target),
        _ => path,
    }
}

//! A folder as a table of files in a program, and ES modules joined into one file.
//!
//! [`table`] is called by a build script. It writes `$OUT_DIR/files.rs`, a Rust expression of type
//! `&[(&str, &[u8])]`: the path of every file relative to the folder, with `/` between its parts, and
//! its contents. The table is sorted by path.

mod join;

pub use join::{JoinError, Joined, join};

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes the table of all files of a folder of this package whose path `accepts` approves.
///
/// The folder is relative to the manifest of the package that is built.
pub fn table(folder: &str, accepts: impl Fn(&str) -> bool) -> io::Result<()> {
    let files = files(folder, accepts)?;
    fs::write(variable("OUT_DIR")?.join("files.rs"), source(&files))
}

/// The files of a folder of this package whose path `accepts` approves: their path in the folder, sorted,
/// and where they are. Cargo runs the build script again when one of them changes.
pub fn files(folder: &str, accepts: impl Fn(&str) -> bool) -> io::Result<Vec<(String, PathBuf)>> {
    let folder = variable("CARGO_MANIFEST_DIR")?.join(folder);
    let mut files = Vec::new();
    collect(&folder, "", &mut files)?;
    files.retain(|(path, _)| accepts(path));
    files.sort();
    for (_, file) in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    Ok(files)
}

/// A variable that Cargo sets for build scripts.
fn variable(name: &str) -> io::Result<PathBuf> {
    Ok(env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?)
}

fn source(files: &[(String, PathBuf)]) -> String {
    let mut source = String::from("&[\n");
    for (path, file) in files {
        let _ =
            writeln!(source, "    ({path:?}, include_bytes!({:?})),", file.display().to_string());
    }
    source + "]\n"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_all_folders_are_listed_by_their_path() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("page");
        fs::create_dir_all(folder.join("style")).unwrap();
        fs::write(folder.join("index.html"), "<p>").unwrap();
        fs::write(folder.join("style/board.css"), "p {}").unwrap();
        fs::write(root.path().join("README.md"), "# Read").unwrap();
        // What Git writes where there are no symbolic links.
        fs::write(folder.join("README.md"), "../README.md").unwrap();
        let mut files = Vec::new();
        collect(&folder, "", &mut files).unwrap();
        files.sort();
        let paths: Vec<_> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["README.md", "index.html", "style/board.css"]);
        assert_eq!(fs::read_to_string(&files[0].1).unwrap(), "# Read");
        let table = source(&files);
        assert!(
            table.starts_with(
                "&[
    (\"README.md\", "
            ),
            "{table}"
        );
        assert_eq!(table.matches("include_bytes").count(), 3);
    }
}

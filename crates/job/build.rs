//! Finds the commit that this program is built from: the one in `OTHELLIER_COMMIT`, else that of the
//! repository, else that of the package. Where there is none, the build continues without it.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=OTHELLIER_COMMIT");
    let given = std::env::var("OTHELLIER_COMMIT").ok();
    if let Some(commit) = given.or_else(of_repository).or_else(of_package) {
        let commit = commit.lines().next().unwrap_or_default();
        println!("cargo::rustc-env=OTHELLIER_COMMIT={commit}");
    }
}

/// The commit of the repository, if this is its folder `crates/job`: a copy in the repository of another
/// project is not of that project's commits.
fn of_repository() -> Option<String> {
    if !Path::new("../../.git").exists() || !Path::new("../../crates/job/build.rs").exists() {
        return None;
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    // The log of HEAD grows with every commit and every checkout. A file that does not exist must not be
    // named: it would run this at every build.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists());
    let watched = match log {
        Some(log) => vec![log],
        None => {
            let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"]);
            let names = ["HEAD".to_owned(), "packed-refs".to_owned()].into_iter().chain(branch);
            names.filter_map(|name| git(&["rev-parse", "--git-path", &name])).collect()
        }
    };
    for file in watched.iter().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    Some(commit)
}

/// What a command of git prints, if there is git and it agrees.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// The commit that `cargo package` wrote into the package.
fn of_package() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = text.split_once("\"sha1\": \"")?;
    Some(after.split_once('"')?.0.to_owned())
}

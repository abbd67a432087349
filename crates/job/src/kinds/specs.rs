//! The players of a job: they name files by their digests and start no program.

use std::path::Path;

use othellier_board::{Eight, Size};
use othellier_play::{NamedLevel, catalogue};
use othellier_spec::Spec;

use super::JobProblem;
use super::files::JobFiles;
use crate::Digest;

/// The text of a player in a job file, with the digests of the files that it names.
pub(super) fn resolved(text: &str, files: &mut JobFiles) -> Result<String, JobProblem> {
    Ok(with_digests(&text.parse()?, files)?.to_string())
}

/// The player with the digests of the files that it names.
pub(super) fn with_digests(spec: &Spec, files: &mut JobFiles) -> Result<Spec, JobProblem> {
    with_files(spec, &mut |name| Ok(files.input(Path::new(name))?.to_string()))
}

/// The player in a manifest.
pub(super) fn checked(text: &str) -> Result<Spec, JobProblem> {
    let spec = text.parse()?;
    check::<Eight>(&spec)?;
    Ok(spec)
}

/// Checks that a player of a manifest is in the catalogue and names files by their digests alone.
pub(super) fn check<S: Size>(spec: &Spec) -> Result<(), JobProblem> {
    with_files(spec, &mut |name| Ok(digest(name)?.to_string()))?;
    let players = catalogue::<S>();
    spec.check("player", players.iter().map(|entry| &entry.description))?;
    Ok(())
}

/// Whether a player gives the same move again: no clock, one thread, no thinking ahead.
pub(super) fn is_reproducible(spec: &Spec) -> bool {
    let spec = NamedLevel::expanded(spec);
    let is = |key: &str, usual: &str| spec.option(key).is_none_or(|value| value == usual);
    spec.option("time").is_none() && is("threads", "1") && is("ponder", "off")
}

fn digest(name: &str) -> Result<Digest, JobProblem> {
    name.parse().map_err(|_| JobProblem::NotAnInput { name: name.to_owned() })
}

/// The same player with other names of its files.
fn with_files(
    spec: &Spec,
    name: &mut dyn FnMut(&str) -> Result<String, JobProblem>,
) -> Result<Spec, JobProblem> {
    if spec.option("cmd").is_some() || ["gtp", "nboard"].contains(&spec.name.as_str()) {
        return Err(JobProblem::Program { spec: spec.to_string() });
    }
    let mut renamed = spec.clone();
    for (key, value) in &mut renamed.options {
        match (key.as_str(), value.as_str()) {
            ("weights", "small") | ("book", "on" | "off") => {}
            ("weights" | "book" | "file", file) => *value = name(file)?,
            ("eval", inner) => *value = with_files(&inner.parse()?, name)?.to_string(),
            _ => {}
        }
    }
    Ok(renamed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_digests_and_programs_are_refused() {
        let digest = Digest::of(b"weights").to_string();
        let text = format!("alphabeta(depth=2, eval=patterns(file={digest}))");
        assert_eq!(checked(&text).unwrap().to_string(), text);
        for (text, said) in [
            ("champion(weights=/etc/passwd)", "`/etc/passwd` names a file"),
            ("alphabeta(eval=genome(file=x))", "`x` names a file"),
            ("gtp(cmd=\"rm -rf\")", "starts a program"),
        ] {
            let error = checked(text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn clocks_and_threads_are_not_reproducible() {
        let is = |text: &str| is_reproducible(&text.parse().unwrap());
        assert!(is("champion(level=4)") && is("random") && is("champion(threads=1, ponder=off)"));
        for text in ["champion(time=1s)", "champion(threads=2)", "champion(ponder=on)"] {
            assert!(!is(text), "{text}");
        }
    }
}

//! The players of a tournament: those of the command line, then those of a file.

use std::error::Error;
use std::path::Path;

use othellier_lab::tournament::Participant;
use othellier_locale::{Lang, Localized, TomlError};
use othellier_spec::{ParseSpecError, Spec};
use serde::Deserialize;

use crate::common::error::CliError;
use crate::common::files;
use crate::common::values::ExpectedValue;

/// A player as given: `SPEC` or `NAME=SPEC`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written {
    name: Option<String>,
    spec: Spec,
}

/// Reads `SPEC` or `NAME=SPEC`.
pub(super) fn written(text: &str) -> Result<Written, Box<dyn Error + Send + Sync>> {
    // Options are in brackets, so an equals sign before the first bracket ends a name.
    let (name, spec) = match text.split_once('=') {
        Some((name, spec)) if !name.contains('(') => (Some(name.trim().to_owned()), spec),
        _ => (None, text),
    };
    if name.as_ref().is_some_and(String::is_empty) {
        return Err(ExpectedValue::Described("expected-participant").into());
    }
    Ok(Written { name, spec: spec.parse()? })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    players: Vec<FilePlayer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePlayer {
    name: Option<String>,
    spec: String,
}

/// Reads a file of `[[players]]`, each with a `spec` and optionally a `name`.
pub(super) fn read(lang: Lang, path: &Path) -> Result<Vec<Written>, CliError> {
    let text = files::read_text(path, MAX_BYTES)?;
    parse(lang, &text).map_err(|why| files::refused(path, why))
}

/// The size limit of a file of players.
const MAX_BYTES: u64 = 1 << 20;

fn parse(lang: Lang, text: &str) -> Result<Vec<Written>, String> {
    let file: File =
        toml::from_str(text).map_err(|error| toml_reason(text, &error).in_language(lang))?;
    let written = |player: FilePlayer| {
        let spec = player.spec.parse();
        let spec = spec.map_err(|error: ParseSpecError| error.in_language(lang))?;
        Ok(Written { name: player.name, spec })
    };
    file.players.into_iter().map(written).collect()
}

/// Gives each player a unique name: by default its spec, numbered if it is used already.
pub(super) fn named(written: Vec<Written>) -> Vec<Participant> {
    let mut participants: Vec<Participant> = Vec::new();
    for Written { name, spec } in written {
        let wanted = name.unwrap_or_else(|| spec.to_string());
        let is_free =
            |name: &String| participants.iter().all(|participant| participant.name != *name);
        let numbered = (2..).map(|number| format!("{wanted} #{number}"));
        let name = std::iter::once(wanted.clone()).chain(numbered).find(is_free);
        participants.push(Participant { name: name.expect("some number is free"), spec });
    }
    participants
}

/// The error of a TOML text that serde reads, with its line.
fn toml_reason(text: &str, error: &toml::de::Error) -> TomlError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = error.message();
    let message = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    TomlError { line, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &[&str]) -> Vec<String> {
        let written = words.iter().map(|text| written(text).unwrap()).collect();
        named(written).into_iter().map(|participant| participant.name).collect()
    }

    #[test]
    fn names_are_unique() {
        let found = names(&["random", "random", "a=pvs(depth=2)", "pvs(depth=2)", "random"]);
        assert_eq!(found, ["random", "random #2", "a", "pvs(depth=2)", "random #3"]);
        assert!(written("=random").is_err() && written("a=").is_err());
    }

    #[test]
    fn a_file_is_read_or_refused_with_the_line() {
        let text = "[[players]]\nname = 'one'\nspec = 'random'\n[[players]]\nspec = 'pvs(depth=1)'";
        assert_eq!(parse(Lang::En, text).unwrap().len(), 2);
        let wrong = parse(Lang::En, "[[players]]\nspec = 'random'\nlevel = 3").unwrap_err();
        assert!(wrong.starts_with("line 3: "), "{wrong}");
        assert!(parse(Lang::En, "[[players]]\nspec = '('").is_err());
        assert!(parse(Lang::En, "").is_err());
    }
}

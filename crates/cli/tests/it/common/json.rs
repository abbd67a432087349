//! The output of `--json` agrees with the manual: `docs/json.md` has a table of the
//! commands and their objects, `docs/wire.schema.json` the schemas of these.

use std::collections::BTreeMap;
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

use super::engines::OTHELLIER;
use super::text;
use super::validator::Validator;

/// The objects of each command.
pub(crate) static COMMANDS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let page = manual("json.md");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let mut commands = BTreeMap::new();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<Vec<String>> = row.split('|').skip(1).map(quoted).collect();
        for command in &cells[0] {
            let before = commands.insert(command.clone(), cells[1].clone());
            assert_eq!(before, None, "{command} is in the table twice");
        }
    }
    commands
});

static OBJECTS: LazyLock<Validator> = LazyLock::new(|| {
    let schema: Value = serde_json::from_str(&manual("wire.schema.json")).unwrap();
    Validator::of_definitions(schema["$defs"].as_object().unwrap())
});

fn manual(name: &str) -> String {
    let file = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&file).expect(&file)
}

/// The command that these words name: `book probe`. Without one they are those of the student reports.
pub(crate) fn command_of(words: &[&str]) -> &'static str {
    let is_it = |command: &&String| {
        let mut words = words.iter();
        command.split(' ').all(|word| words.next() == Some(&word))
    };
    let longest = COMMANDS.keys().filter(is_it).max_by_key(|command| command.len());
    longest.map_or("benchmark", String::as_str)
}

/// Every line that a command printed with `--json` is one of its objects.
#[track_caller]
pub(crate) fn check(words: &[&str], output: &Output) {
    // Games go to the standard output: then the objects of `convert` are on the standard error, beside the
    // sentence of an error.
    let errors = text(&output.stderr).lines().filter(|line| line.starts_with('{'));
    match command_of(words) {
        "archive export" if words.contains(&"-") => {}
        "convert" if words.get(2) == Some(&"-") => check_lines(words, errors),
        _ => check_lines(words, text(&output.stdout).lines()),
    }
}

#[track_caller]
pub(crate) fn check_lines<'a>(words: &[&str], lines: impl Iterator<Item = &'a str>) {
    let kinds = &COMMANDS[command_of(words)];
    if !words.contains(&"--json") || kinds.is_empty() {
        return;
    }
    for line in lines {
        let object = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let checked = kinds.iter().map(|kind| OBJECTS.check(kind, &object));
        let (valid, wrong): (Vec<_>, Vec<_>) = checked.partition(Result::is_ok);
        let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
        assert_eq!(valid.len(), 1, "othellier {}\n{}", words.join(" "), wrong.join("\n"));
    }
}

pub(crate) trait Finish {
    /// Runs to the end and validates what was printed with `--json`.
    fn finish(&mut self) -> Output;
}

impl Finish for Command {
    #[track_caller]
    fn finish(&mut self) -> Output {
        let output = self.output().unwrap();
        if self.get_program() == OTHELLIER {
            let words: Vec<_> = self.get_args().map(|word| word.to_string_lossy()).collect();
            check(&words.iter().map(AsRef::as_ref).collect::<Vec<_>>(), &output);
        }
        output
    }
}

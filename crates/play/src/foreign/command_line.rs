//! The command that starts an engine, as it stands in a spec.
//!
//! No shell reads it: blanks separate words, single or double quotes hold a word together, and
//! every other character is itself. The program `othellier` is the one that is running, wherever it
//! was installed.

use std::path::PathBuf;
use std::process::Command;

/// The name under which the running program starts itself again.
const OURSELVES: &str = "othellier";

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// Takes a line apart; the reason where it cannot be.
    pub(crate) fn read(text: &str) -> Result<CommandLine, &'static str> {
        let mut words = words(text)?.into_iter();
        let program = words.next().ok_or("it is empty")?;
        Ok(CommandLine { program, arguments: words.collect() })
    }

    /// The program.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// The program with its arguments, ready to be started.
    pub(crate) fn command(&self) -> Command {
        let mut command = match ourselves().filter(|_| self.program == OURSELVES) {
            Some(path) => Command::new(path),
            None => Command::new(&self.program),
        };
        command.args(&self.arguments);
        command
    }
}

/// The file of the running program, if that is `othellier` and not one that has it as a library.
fn ourselves() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    (path.file_stem()? == OURSELVES).then_some(path)
}

fn words(text: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or("a quotation does not end")? {
                        end if end == letter => break,
                        inside => word.push(inside),
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_separate_and_quotes_hold_together() {
        for (text, expected) in [
            ("edax -gtp -l 10", &["edax", "-gtp", "-l", "10"][..]),
            ("  a   b ", &["a", "b"]),
            ("'my engine' \"x y\"z ''", &["my engine", "x yz", ""]),
            (r#"o --player 'pvs(eval="a")'"#, &["o", "--player", r#"pvs(eval="a")"#]),
            (r"C:\Engines\e.exe -gtp", &[r"C:\Engines\e.exe", "-gtp"]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
        assert!(CommandLine::read("  ").is_err());
        assert!(CommandLine::read("edax 'x").is_err());
    }
}

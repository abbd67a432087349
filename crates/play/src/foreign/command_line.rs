//! The command that starts an engine, as it stands in a spec.
//!
//! It is not read by a shell: whitespace separates words, single or double quotes group a word, and
//! every other character stands for itself. The program `othellier` means the running one, wherever it
//! is installed.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use othellier_spec::ProgramPermit;

use super::error::{CommandFault, EngineError};

/// The name by which the running program starts itself.
const THIS_PROGRAM: &str = "othellier";

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// Parses a command line, or returns what is wrong with it. A process is started from a command
    /// line alone, so nobody starts one without the permit.
    pub(crate) fn parse(text: &str, _: ProgramPermit) -> Result<CommandLine, CommandFault> {
        let mut words = words(text)?.into_iter();
        let program = words.next().ok_or(CommandFault::Empty)?;
        Ok(CommandLine { program, arguments: words.collect() })
    }

    /// Finds the program as the system will when it is started, without starting it. Where that is not
    /// known, the start finds out.
    pub(crate) fn find(&self) -> Result<(), EngineError> {
        let is_own = self.program == THIS_PROGRAM && this_program().is_some();
        if is_own || !cfg!(unix) {
            return Ok(());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = if self.program.contains('/') {
            Path::new(&self.program).is_file()
        } else {
            std::env::split_paths(&path).any(|folder| folder.join(&self.program).is_file())
        };
        if found {
            Ok(())
        } else {
            let error = io::Error::from(io::ErrorKind::NotFound);
            Err(EngineError::not_started(&self.program, &error))
        }
    }

    /// The name of the program.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = match this_program().filter(|_| self.program == THIS_PROGRAM) {
            Some(path) => Command::new(path),
            None => Command::new(&self.program),
        };
        command.args(&self.arguments);
        command
    }
}

/// The path of the running program, if it is `othellier` and not a program that uses the library.
fn this_program() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?;
    (path.file_stem()? == THIS_PROGRAM).then_some(path)
}

fn words(text: &str) -> Result<Vec<String>, CommandFault> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or(CommandFault::OpenQuote)? {
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
    use othellier_spec::Access;

    use super::*;

    #[test]
    fn whitespace_separates_and_quotes_group() {
        for (text, expected) in [
            ("edax -gtp -l 10", &["edax", "-gtp", "-l", "10"][..]),
            ("  a   b ", &["a", "b"]),
            ("'my engine' \"x y\"z ''", &["my engine", "x yz", ""]),
            (r#"o --player 'pvs(eval="a")'"#, &["o", "--player", r#"pvs(eval="a")"#]),
            (r"C:\Engines\e.exe -gtp", &[r"C:\Engines\e.exe", "-gtp"]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
        let permit = Access::Full.programs().unwrap();
        assert!(CommandLine::parse("  ", permit).is_err());
        assert!(CommandLine::parse("edax 'x", permit).is_err());
    }
}

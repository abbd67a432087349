//! `othellier completions`: completion scripts for shells.

use clap::Args;
use clap_complete::Shell;
use othellier_locale::Lang;

use crate::arguments;
use crate::common::error::CliError;

/// Print the completion script of a shell
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier completions bash > ~/.local/share/bash-completion/completions/othellier")]
pub(crate) struct Options {
    /// The shell
    shell: Shell,
}

/// Writes the script to stdout.
pub(crate) fn run(options: Options) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(
        options.shell,
        &mut arguments::command(Lang::En),
        "othellier",
        &mut script,
    );
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(())
}

//! The `othellier` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    othellier_cli::main()
}

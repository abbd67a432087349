//! The `othellier` command.

use std::process::ExitCode;

/// Gives freed memory back to the system: the tables of a server that nobody uses any more.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    othellier_cli::main()
}

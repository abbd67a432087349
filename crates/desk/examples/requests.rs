//! Answers requests natively: a JSON object per line in, a JSON object per line out. The check of
//! the WebAssembly module compares its answers with these.

use std::io::{BufRead, Write};

use othellier_desk::Desk;

fn main() -> std::io::Result<()> {
    let mut desk = Desk::new(0);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", desk.answer_json(&line?))?;
    }
    Ok(())
}

//! Answers requests natively: a JSON object per line in, a JSON array of answers per line out. The check of
//! the WebAssembly module compares its answers with these. An argument names a weights file.

use std::io::{BufRead, Write};

use othellier_service::Service;

fn main() -> std::io::Result<()> {
    let mut service = Service::new(0);
    if let Some(file) = std::env::args_os().nth(1) {
        service.attach(std::fs::read(file)?);
        service.answer_json("{\"do\": \"weights\"}", &mut |_| ());
    }
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let mut answers = Vec::new();
        service.answer_json(&line?, &mut |answer| answers.push(answer.to_owned()));
        writeln!(out, "[{}]", answers.join(","))?;
    }
    Ok(())
}

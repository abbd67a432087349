//! The data needed to repeat a measurement.

use super::document::Document;
use super::names::{arm_name, columns, dash};
use crate::words::{Words, thousands};
use othellier_measure::experiment::{Folder, Setting, builtin};
use othellier_measure::provenance::Weights;

/// Adds what is needed to repeat the measurement.
pub(super) fn add(words: &dyn Words, folder: &Folder, below: u8, document: &mut Document) {
    document.heading(2 + below, words.text("lab-report-again"));
    let name = &folder.plan.experiment.name;
    // A user's experiment file is kept in the folder as it was run.
    let name = match builtin::find(name) {
        Some(_) => name.clone(),
        None => quoted(&folder.experiment_file().display().to_string()),
    };
    let quick = if folder.header.quick { " --quick" } else { "" };
    let set: String =
        folder.header.set.iter().map(|given| format!(" --set {}", quoted(given))).collect();
    document.code(format!("othellier lab run {name}{quick}{set} --seed {}", folder.header.seed));
    let machines: Vec<String> = {
        let mut machines: Vec<String> =
            folder.runs.iter().map(|run| format!("{} ({})", run.machine, run.kernel)).collect();
        machines.dedup();
        machines
    };
    let threads: Vec<String> = folder.runs.iter().map(|run| run.threads.to_string()).collect();
    let label = |key: &str| words.text(&format!("lab-report-{key}"));
    let mut rows = vec![vec![label("setting-name"), label("setting-value")]];
    let mut row = |key: &str, value: String| rows.push(vec![label(key), value]);
    row("version", format!("othellier {}", env!("CARGO_PKG_VERSION")));
    let Weights { name, checksum } = Weights::shipped();
    row("weights", format!("{name} ({checksum})"));
    row("seed", folder.header.seed.to_string());
    row("fingerprint", folder.fingerprint());
    row("machine", machines.join("; "));
    row("threads", threads.join(", "));
    row("units", thousands(folder.rows.len() as u64));
    document.table(rows);
    let mut rows = vec![columns(words, &["part", "arm", "effective", "against"])];
    for Setting { part, arm, effective, opponents, .. } in folder.settings() {
        let against = if opponents.is_empty() { dash() } else { opponents.join("; ") };
        let arm = folder.arm(&part, &arm).map_or(arm, |arm| arm_name(words, arm));
        rows.push(vec![part, arm, effective, against]);
    }
    document.table(rows);
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=,.-_/".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

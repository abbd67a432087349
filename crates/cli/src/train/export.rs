//! `othellier train export`: information on weights, and the weights as tables (CSV).

use std::path::PathBuf;

use clap::Args;
use othellier_eval::patterns::Weights;
use othellier_eval::patterns::weights::{ANCHORS, MOBILITY, Packed, weights_per_anchor};
use othellier_locale::{thousands, tr};
use othellier_report::words::Words;
use othellier_train::evaluator::read_weights;
use othellier_train::export::{mobility_csv, pattern_count, pattern_csv};
use othellier_tui::table::TextTable;
use othellier_weights::PATTERNS;
use othellier_wire::{WeightsInfo, WeightsInfoType};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::refused;
use crate::common::options::Common;
use crate::common::output;
use crate::common::table::print;

/// Write weights as text tables (CSV), one for each pattern, or show information on them
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train export --to tables
  othellier train export --weights my.bin --info --json")]
pub(crate) struct Options {
    /// Weights to export; by default the shipped ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Folder for the tables: one row per configuration, one column per stage anchor
    #[arg(long, value_name = "FOLDER", required_unless_present = "info")]
    to: Option<PathBuf>,
    /// Show the name, the checksum and the size
    #[arg(long)]
    info: bool,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let (bytes, weights) = match &options.weights {
        Some(path) => read_weights(path)?,
        None => {
            let weights = Weights::from_bytes(PATTERNS).expect("the shipped weights are valid");
            (PATTERNS.to_vec(), weights)
        }
    };
    if let Some(folder) = &options.to {
        let name = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|error| refused(&name, error))?;
        for pattern in 0..pattern_count() {
            let path = folder.join(format!("pattern-{:02}.csv", pattern + 1));
            files::write(&path, pattern_csv(&weights, pattern).as_bytes())?;
        }
        files::write(&folder.join("mobility.csv"), mobility_csv(&weights).as_bytes())?;
    }
    if !options.info {
        return Ok(());
    }
    let all = || weights.anchors.iter().flatten().chain(&weights.mobility);
    let info = WeightsInfo {
        kind: WeightsInfoType::Tag,
        checksum: format!("{:08x}", Packed::new(&bytes).map_or(0, |packed| packed.checksum)),
        bytes: bytes.len(),
        patterns: pattern_count(),
        anchors: ANCHORS,
        weights: ANCHORS * weights_per_anchor() + MOBILITY,
        nonzero: all().filter(|weight| **weight != 0).count(),
        name: weights.name.clone(),
    };
    if common.json {
        return output::json(&info);
    }
    let mut table = TextTable::new(String::new());
    let text = |key: &str| lang.text(&format!("train-info-{key}"));
    table.row(text("name"), info.name);
    table.row(text("checksum"), info.checksum);
    table.row(text("size"), tr!(lang, "train-info-kib", kib = info.bytes / 1024));
    table.row(text("patterns"), info.patterns.to_string());
    table.row(text("anchors"), info.anchors.to_string());
    table.row(text("weights"), thousands(info.weights as u64));
    table.row(text("nonzero"), lang.percent(info.nonzero as f64 / info.weights as f64));
    print(&table)
}

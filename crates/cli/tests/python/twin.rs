//! The training code in Python, `python/train`, against the real binary.

use std::fs;
use std::path::Path;
use std::process::Command;

use othellier_eval::patterns::Weights;
use othellier_weights::PATTERNS;
use serde_json::Value;

use crate::common::{check_done, text};

const PLAY: &str = "selfplay games --weights rule --shards 2 --games 40 --depth 1 --solve-from 8";

#[track_caller]
fn objects(folder: &Path, arguments: &str) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.arg("train").args(arguments.split(' ')).arg("--json").current_dir(folder);
    let output = command.env("LC_ALL", "C").env("LANG", "C").output().unwrap();
    check_done(&output);
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// `python/train/evaluation.py` reads the same shards and weights and gives the same values, with a network
/// and without one; the files it writes are read here.
pub(crate) fn the_python_implementation_agrees() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/train/fit.py");
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let python = |arguments: &str| {
        let mut command = Command::new("python3");
        command.arg(&script).args(arguments.split(' ')).current_dir(folder);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    objects(folder, PLAY);
    objects(folder, "fit games --out sum.bin --steps 3");
    fs::write(folder.join("shipped.bin"), PATTERNS).unwrap();
    for (name, has_net) in [("sum", false), ("shipped", true)] {
        python(&format!("copy {name}.bin copy.bin"));
        let weights = |name: &str| Weights::from_bytes(&fs::read(folder.join(name)).unwrap());
        let copied = weights("copy.bin").unwrap();
        assert!(copied == weights(&format!("{name}.bin")).unwrap(), "{name}");
        assert_eq!(copied.net.is_some(), has_net, "{name}");

        let ours = objects(folder, "check games --weights copy.bin");
        let theirs = python(&format!("check games --weights {name}.bin"));
        let rows: Vec<&str> = theirs.lines().skip(1).collect();
        assert_eq!(ours.len(), rows.len(), "{theirs}");
        for (ours, row) in ours.iter().zip(rows) {
            let [empties, count, bias, mae, rmse] = row.split_whitespace().collect::<Vec<_>>()[..]
            else {
                panic!("{row}")
            };
            assert_eq!(ours["empties_from"].as_u64(), empties.parse().ok(), "{row}");
            assert_eq!(ours["count"].as_u64(), count.parse().ok(), "{row}");
            for (name, found) in [("bias", bias), ("mae", mae), ("rmse", rmse)] {
                let (ours, found) = (ours[name].as_f64().unwrap(), found.parse::<f64>().unwrap());
                assert!((ours - found).abs() < 0.005_001, "{name}: {ours} {row}");
            }
        }
    }
}

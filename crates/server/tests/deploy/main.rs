//! The unit of `docs/deploy.md`, as systemd judges it. Where there is no `systemd-analyze` that reads a file,
//! the test is reported as ignored and not as passed.

use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

/// The first version of systemd with `security --offline`.
const VERSION: u32 = 250;
/// The most exposure, in tenths: 0 is not exposed at all, 100 is unprotected.
const EXPOSURE: &str = "30";
const NAME: &str = "the_service_is_hardened";

fn main() -> ExitCode {
    let can = version().is_some_and(|version| version >= VERSION);
    if !can {
        eprintln!("{NAME} is not run: there is no systemd-analyze of version {VERSION}");
    }
    let check = || {
        the_service_is_hardened();
        Ok(())
    };
    let trial = Trial::test(NAME, check).with_ignored_flag(!can);
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

/// The version of systemd, from `systemd 252 (252.39-1)`.
fn version() -> Option<u32> {
    let mut analyze = Command::new("systemd-analyze");
    let output = analyze.arg("--version").stderr(Stdio::null()).output().ok()?;
    String::from_utf8(output.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()
}

fn the_service_is_hardened() {
    let page = format!("{}/../../docs/deploy.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(page).unwrap();
    let units: Vec<&str> = page.split("```ini\n[Unit]").skip(1).collect();
    let [unit] = units[..] else { panic!("{} units", units.len()) };
    let unit = format!("[Unit]{}", unit.split("```").next().unwrap());
    assert!(is_hardened(&unit), "systemd-analyze gives it more than {EXPOSURE} tenths");
    // Without the hardening it is not.
    let is_plain = |line: &&str| line.starts_with('[') || line.starts_with("ExecStart=");
    let plain: Vec<&str> = unit.lines().filter(is_plain).collect();
    assert!(!is_hardened(&plain.join("\n")));
}

fn is_hardened(unit: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("othellier.service");
    std::fs::write(&file, unit).unwrap();
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["security", "--offline=true", "--no-pager", "--threshold", EXPOSURE]).arg(file);
    analyze.stdout(Stdio::null()).status().unwrap().success()
}

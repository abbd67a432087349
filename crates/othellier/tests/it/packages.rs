//! The costs of the library for those who depend on it.

use std::collections::BTreeSet;
use std::process::Command;

/// The packages that a feature selection of a crate is built from, on this platform.
fn packages(package: &str, features: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "--package", package, "--edges", "normal,build", "--prefix", "none"];
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(tree).args(["--offline", "--locked"]);
    let output = command.args(features).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    lines.lines().filter(|line| !line.is_empty()).filter_map(name).collect()
}

#[test]
fn the_default_features_cost_few_packages_and_no_c_compiler() {
    let packages = packages("othellier", &[]);
    assert!(packages.len() <= 35, "{} packages: {packages:?}", packages.len());
    for heavy in ["cc", "rusqlite", "libsqlite3-sys", "serde", "tokio", "clap"] {
        assert!(!packages.contains(heavy), "{heavy} is among the default packages");
    }
}

#[test]
fn without_features_there_are_no_weights() {
    let packages = packages("othellier", &["--no-default-features"]);
    assert!(!packages.contains("othellier-weights") && !packages.contains("othellier-play"));
    assert!(packages.contains("othellier-search"));
}

/// The service is the WebAssembly module, and `measure` is for those who play matches: neither draws pixels,
/// writes PDF or Parquet.
#[test]
fn reports_cost_only_those_who_write_them() {
    for (package, features) in
        [("othellier-service", &[][..]), ("othellier", &["--features=measure"])]
    {
        let packages = packages(package, features);
        assert!(packages.contains("othellier-measure"));
        for heavy in ["parquet", "tiny-skia", "resvg", "krilla", "rustybuzz"] {
            assert!(!packages.contains(heavy), "{heavy} is among the packages of {package}");
        }
    }
}

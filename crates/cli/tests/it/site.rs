//! `othellier site`: the page with the engine in the browser, as a folder.

use std::fs;
use std::io::Read;

use flate2::read::GzDecoder;

use crate::common::{check_refused, objects, run, text};

/// The beginning of every WebAssembly module.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

#[test]
fn the_folder_has_the_page_the_engine_and_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let [module, site] = ["module.wasm", "site"].map(|name| folder.path().join(name));
    fs::write(&module, MODULE).unwrap();
    fs::create_dir(&site).unwrap();
    fs::write(site.join("CNAME"), "example.org").unwrap();
    let [module, path] = [&module, &site].map(|path| path.to_str().unwrap());
    let arguments = ["site", path, "--wasm", module, "--json"];
    let written = objects(&run(&arguments, 0)).remove(0);
    assert_eq!(written["folder"], path);
    for file in ["index.html", "sw.js", "catalogue.json", "game.json", "docs/index.html"] {
        assert!(site.join(file).is_file(), "{file}");
    }

    // The files of the engine are those that the page names: the module is compressed, weights are not.
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    let engine = |name: &str| {
        let rest = index.split_once(&format!("&quot;{name}&quot;:&quot;")).unwrap().1;
        fs::read(site.join(rest.split_once("&quot;").unwrap().0)).unwrap()
    };
    let packed = engine("module");
    assert_eq!(written["module_bytes"], packed.len());
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, MODULE);
    assert_eq!(engine("small"), othellier_weights_small::SMALL);
    assert_eq!(engine("full"), othellier_weights::PATTERNS);

    // Written again, it is the same; files of others stay.
    let again = objects(&run(&arguments, 0)).remove(0);
    assert_eq!(again, written);
    assert_eq!(fs::read_to_string(site.join("CNAME")).unwrap(), "example.org");
    assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), index);
}

#[test]
fn what_is_no_module_and_what_is_no_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let site = path("site");
    check_refused(&run(&["site", &site, "--wasm", &path("none.wasm")], 2), "none.wasm");
    fs::write(path("text.wasm"), "(module)").unwrap();
    let refused = run(&["site", &site, "--wasm", &path("text.wasm")], 2);
    check_refused(&refused, "not a WebAssembly module; `bindings/wasm/build` makes one");
    assert!(!folder.path().join("site").exists(), "nothing is written before the module is read");
    fs::write(path("module.wasm"), MODULE).unwrap();
    let refused = run(&["site", &path("text.wasm"), "--wasm", &path("module.wasm")], 2);
    check_refused(&refused, "text.wasm");
    let missing = run(&["site", &site], 2);
    assert!(text(&missing.stderr).contains("--wasm <FILE>"), "{}", text(&missing.stderr));
    let help = run(&["site", "--help"], 0);
    assert!(text(&help.stdout).contains("bindings/wasm/build"), "{}", text(&help.stdout));
}

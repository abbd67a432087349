//! `othellier site`: the page with the engine in the browser, as a folder.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::common::{check_refused, objects, run, text};

/// Two modules that do nothing: the second has an empty section.
const PLAYING: &[u8] = b"\0asm\x01\0\0\0";
const FULL: &[u8] = b"\0asm\x01\0\0\0\0\x02\x01x";

fn write_modules(folder: &Path) {
    fs::create_dir(folder).unwrap();
    fs::write(folder.join("playing.wasm"), PLAYING).unwrap();
    fs::write(folder.join("full.wasm"), FULL).unwrap();
}

#[test]
fn the_folder_has_the_page_the_engine_and_the_manual() {
    let folder = tempfile::tempdir().unwrap();
    let [modules, site] = ["modules", "site"].map(|name| folder.path().join(name));
    write_modules(&modules);
    fs::create_dir(&site).unwrap();
    fs::write(site.join("CNAME"), "example.org").unwrap();
    let [modules, path] = [&modules, &site].map(|path| path.to_str().unwrap());
    let arguments = ["site", path, "--wasm", modules, "--json"];
    let written = objects(&run(&arguments, 0)).remove(0);
    assert_eq!(written["folder"], path);
    for file in ["index.html", "sw.js", "catalogue.json", "game.json", "docs/index.html"] {
        assert!(site.join(file).is_file(), "{file}");
    }

    // The files of the engine are those that the page names: modules are compressed, weights are not.
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    let engine = |name: &str| {
        let rest = index.split_once(&format!("&quot;{name}&quot;:&quot;")).unwrap().1;
        fs::read(site.join(rest.split_once("&quot;").unwrap().0)).unwrap()
    };
    for (name, bytes, content) in
        [("playing", "playing_bytes", PLAYING), ("module", "module_bytes", FULL)]
    {
        let packed = engine(name);
        assert_eq!(written[bytes], packed.len());
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, content);
    }
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
    check_refused(&run(&["site", &site, "--wasm", &path("none")], 2), "playing.wasm");
    let modules = folder.path().join("modules");
    write_modules(&modules);
    fs::write(modules.join("full.wasm"), "(module)").unwrap();
    let refused = run(&["site", &site, "--wasm", &path("modules")], 2);
    check_refused(
        &refused,
        "full.wasm: it is not a WebAssembly module; `bindings/wasm/build` makes one",
    );
    assert!(!folder.path().join("site").exists(), "nothing is written before the modules are read");
    fs::write(modules.join("full.wasm"), FULL).unwrap();
    fs::write(path("text"), "not a folder").unwrap();
    check_refused(&run(&["site", &path("text"), "--wasm", &path("modules")], 2), "text");
    let missing = run(&["site", &site], 2);
    assert!(text(&missing.stderr).contains("--wasm <DIR>"), "{}", text(&missing.stderr));
    let help = run(&["site", "--help"], 0);
    assert!(text(&help.stdout).contains("bindings/wasm/build"), "{}", text(&help.stdout));
}

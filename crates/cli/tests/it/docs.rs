//! `othellier docs`: the manual from the program alone.

use crate::common::{check_refused, run, text};

#[test]
fn the_pages_are_listed_and_printed_in_both_languages() {
    let output = run(&["docs", "--lang", "en"], 0);
    let listed = text(&output.stdout);
    assert!(listed.lines().any(|line| line.starts_with("tour ")), "{listed}");
    let output = run(&["docs", "tour", "--lang", "en"], 0);
    let english = text(&output.stdout);
    assert!(english.starts_with("# A tour"), "{english}");
    let output = run(&["docs", "tour", "--lang", "fr"], 0);
    let french = text(&output.stdout);
    assert!(french.starts_with("# Visite"), "{french}");
    // A page without a translation is printed in English.
    let output = run(&["docs", "api", "--lang", "fr"], 0);
    let english_only = text(&output.stdout);
    assert!(english_only.starts_with("# "), "{english_only}");
    check_refused(&run(&["docs", "tuor", "--lang", "en"], 2), "`tour`");
}

#[test]
fn the_site_is_written_as_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let [site, api] = ["site", "doc"].map(|name| folder.path().join(name));
    let [site_path, api_path] = [&site, &api].map(|path| path.to_str().unwrap());
    let output = run(&["docs", "--json", "--out", site_path], 0);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["files"].as_u64().unwrap() > 100, "{said}");
    for file in
        ["index.html", "fr/index.html", "tour.html", "assets/manual.css", "pictures/play.png"]
    {
        assert!(site.join(file).is_file(), "{file}");
    }
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    assert!(!index.contains("api/othellier"), "no API without --rustdoc");

    // The API documentation is added where `cargo doc` has written one.
    let arguments = ["docs", "--out", site_path, "--rustdoc", api_path];
    check_refused(&run(&arguments, 2), "cargo doc");
    std::fs::create_dir_all(api.join("othellier")).unwrap();
    std::fs::write(api.join("othellier/index.html"), "api").unwrap();
    run(&arguments, 0);
    assert!(site.join("api/othellier/index.html").is_file());
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("href=\"api/othellier/index.html\""));
}

//! The drawing of ARCHITECTURE.md holds: no crate depends on one of its own row or of a higher one, and
//! inside a crate at most three files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The column where the descriptions of the drawing begin.
const DESCRIPTION: usize = 33;
/// The most files that may import each other in a circle.
const LARGEST_CIRCLE: usize = 3;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The row of every crate in the drawing, from the top.
fn rows() -> BTreeMap<String, usize> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let drawing = page.split("```").nth(1).expect("a drawing");
    let rows = drawing.lines().enumerate().flat_map(|(row, line)| {
        let names: String = line.chars().take(DESCRIPTION).collect();
        let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
        names.into_iter().map(move |name| (name, row))
    });
    rows.collect()
}

/// The folder of every crate, by its name in the drawing.
fn crates() -> BTreeMap<String, PathBuf> {
    let folders = ["crates", "bindings"].map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let folders = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let folders = folders.filter(|folder| folder.join("Cargo.toml").is_file());
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_str().unwrap().to_owned();
    let mut crates: BTreeMap<_, _> = folders.map(|folder| (name(&folder), folder)).collect();
    crates.insert("ui".to_owned(), root().join("ui"));
    crates
}

/// The crates of ours that a crate needs, except for its tests.
fn dependencies(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut is_normal = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_normal = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if is_normal && let Some(rest) = line.strip_prefix("othellier-") {
            let is_of_name = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
            let name: String = rest.chars().take_while(is_of_name).collect();
            found.push(if name == "page" { "ui".to_owned() } else { name });
        }
    }
    found
}

#[test]
fn dependencies_point_down() {
    let (rows, crates) = (rows(), crates());
    let drawn: BTreeSet<_> = rows.keys().collect();
    assert_eq!(drawn, crates.keys().collect(), "the drawing names every crate");
    for (name, folder) in &crates {
        for needed in dependencies(folder) {
            assert!(rows[&needed] > rows[name], "{name} needs {needed}, which is not below it");
        }
    }
}

/// A module of a crate: the names on the way to it.
type Module = Vec<String>;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of a crate with their text, without comments and tests.
fn modules(source: &Path) -> BTreeMap<Module, String> {
    let mut paths = Vec::new();
    files(source, &mut paths);
    let module = |path: &PathBuf| {
        let inside = path.strip_prefix(source).unwrap().with_extension("");
        let mut names: Module =
            inside.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
            names.pop();
        }
        names
    };
    let code = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().take_while(|line| !line.starts_with("mod tests {"));
        let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
        lines.collect::<Vec<_>>().join("\n")
    };
    paths.iter().map(|path| (module(path), code(path))).collect()
}

/// The words and signs of a text that make up paths.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            'a'..='z' | 'A'..='Z' | '_' => {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        if !token.trim().is_empty() {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

/// Reads the path or the tree of paths at `at`, below `base`; returns where it ends.
fn read_tree(tokens: &[&str], mut at: usize, base: &[String], found: &mut Vec<Module>) -> usize {
    let mut path = base.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    let end = read_tree(tokens, at, &path, found);
                    at = end.max(at + 1);
                }
                return at + 1;
            }
            Some(&"super") => {
                path.pop();
                at += 1;
            }
            Some(word) if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                if *word != "self" {
                    path.push((*word).to_owned());
                }
                at += 1;
            }
            _ => break,
        }
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    at
}

/// The modules that a module imports from: of each path the deepest module that it names.
fn imports(modules: &BTreeMap<Module, String>, module: &Module) -> BTreeSet<Module> {
    let tokens = tokens(&modules[module]);
    let mut paths = Vec::new();
    for at in 0..tokens.len().saturating_sub(1) {
        if tokens[at + 1] != "::" || (at > 0 && tokens[at - 1] == "::") {
            continue;
        }
        let (base, from) = match tokens[at] {
            "crate" => (Vec::new(), at + 2),
            // A name that a module hands on from its children is not something it needs.
            "self" if at > 1 && tokens[at - 2..at] == ["pub", "use"] => continue,
            "self" => (module.clone(), at + 2),
            "super" => (module.clone(), at),
            _ => continue,
        };
        read_tree(&tokens, from, &base, &mut paths);
    }
    let deepest = |path: Module| {
        let lengths = (1..=path.len()).rev();
        lengths.map(|length| path[..length].to_vec()).find(|found| modules.contains_key(found))
    };
    paths.into_iter().filter_map(deepest).filter(|found| found != module).collect()
}

/// The modules that can be reached from one.
fn reached(graph: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = open.pop() {
        for next in &graph[&module] {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

/// The circles of a crate that are too large.
fn large_circles(folder: &Path) -> BTreeSet<Vec<Module>> {
    let modules = modules(&folder.join("src"));
    let imported = |module: &Module| imports(&modules, module);
    let graph: BTreeMap<_, _> =
        modules.keys().map(|module| (module.clone(), imported(module))).collect();
    let reached: BTreeMap<_, _> =
        graph.keys().map(|module| (module, reached(&graph, module))).collect();
    let circle = |module: &Module| -> Vec<Module> {
        let others = reached[module].iter().filter(|other| reached[other].contains(module));
        others.cloned().collect()
    };
    graph.keys().map(circle).filter(|circle| circle.len() > LARGEST_CIRCLE).collect()
}

#[test]
fn circles_of_files_are_small() {
    let mut found = Vec::new();
    for (name, folder) in crates() {
        for circle in large_circles(&folder) {
            let files: Vec<_> = circle.iter().map(|module| module.join("/")).collect();
            found.push(format!("{name}: {}", files.join(", ")));
        }
    }
    assert!(found.is_empty(), "circles of more than {LARGEST_CIRCLE} files:\n{}", found.join("\n"));
}

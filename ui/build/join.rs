//! ES modules joined into one file, so that a browser loads a page with one request for its code.
//!
//! Each module becomes a function that puts its exports into an object of the table `modules$`, in the
//! order in which a browser would evaluate them:
//!
//! ```js
//! const modules$ = {};
//! (() => { // logic/game.js
//! const { get } = modules$["api.js"];
//! let studyGame; (waiting$["logic/study.js"] ??= []).push(() => ({ studyGame } = modules$["logic/study.js"]));
//! function showGame() { … }
//! modules$["logic/game.js"] = { showGame };
//! })();
//! ```
//!
//! Where modules import each other in a circle, the import of one that is not evaluated yet is bound as
//! soon as it is. A module that is imported dynamically gets a file of its own, a chunk, with what only
//! it needs; it shares the table.
//!
//! The source must be written plainly, as that of the page is: `import` and `export` begin a statement
//! on a new line or after a semicolon or brace, imports name what they import, and what is exported is
//! not reassigned.

use std::collections::BTreeMap;

/// Why modules cannot be joined.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JoinError {
    /// A module is imported that does not exist.
    #[error("{from}: there is no module `{path}`")]
    Missing { from: String, path: String },
    /// A statement that this joiner does not understand.
    #[error("{path}: cannot join `{statement}`")]
    Unknown {
        path: String,
        /// The start of the statement.
        statement: String,
    },
}

/// The joined files by name: first the one with the entry, then the chunks.
pub(crate) type Joined = Vec<(String, String)>;

/// Joins the modules that `entry` needs. A file is called like its
/// module, with `-` for `/`; that of a chunk begins with the name of the entry. `read` returns the source of a module by its path.
pub(crate) fn join(
    entry: &str,
    mut read: impl FnMut(&str) -> Option<String>,
) -> Result<Joined, JoinError> {
    let mut modules = BTreeMap::new();
    let mut order = Vec::new();
    visit(entry, "", &mut modules, &mut order, &mut read)?;
    let mut targets: Vec<String> = Vec::new();
    let mut chunks: Vec<(String, Vec<String>)> = Vec::new();
    // Chunks may import further ones.
    let mut waiting: Vec<String> = order.iter().flat_map(|path| modules[path].lazy()).collect();
    while let Some(target) = waiting.pop() {
        if order.contains(&target) || targets.contains(&target) {
            continue;
        }
        let mut own = Vec::new();
        visit(&target, entry, &mut modules, &mut own, &mut read)?;
        let needed = closure(&target, &modules, &order);
        waiting.extend(needed.iter().flat_map(|path| modules[path].lazy()));
        targets.push(target.clone());
        chunks.push((target, needed));
    }
    let is_eager = |path: &str| order.iter().any(|known| known == path);
    let late = |path: &str| (!is_eager(path)).then(|| chunk_name(entry, path));
    let mut app = String::from("const modules$ = {};\nconst waiting$ = {};\n");
    for (i, path) in order.iter().enumerate() {
        app += &modules[path].written(path, &|path| order[..i].iter().any(|p| p == path), &late);
    }
    app += "export { modules$, waiting$ };\n";
    let mut files = vec![(file_name(entry), app)];
    chunks.sort();
    for (target, needed) in chunks {
        let mut chunk = format!("import {{ modules$, waiting$ }} from './{}';\n", file_name(entry));
        for (i, path) in needed.iter().enumerate() {
            let is_known = |path: &str| is_eager(path) || needed[..i].iter().any(|p| p == path);
            chunk += &format!("if (!modules$[{path:?}]) ");
            chunk += &modules[path].written(path, &is_known, &late);
        }
        files.push((chunk_name(entry, &target), chunk));
    }
    Ok(files)
}

/// The joined file of an entry.
fn file_name(entry: &str) -> String {
    entry.replace('/', "-")
}

/// The joined file of a module that is imported dynamically.
fn chunk_name(entry: &str, path: &str) -> String {
    format!("{}-{}", file_name(entry).trim_end_matches(".js"), path.replace('/', "-"))
}

/// Reads a module and, before it, those it imports.
fn visit(
    path: &str,
    from: &str,
    modules: &mut BTreeMap<String, Module>,
    order: &mut Vec<String>,
    read: &mut impl FnMut(&str) -> Option<String>,
) -> Result<(), JoinError> {
    if modules.contains_key(path) {
        return Ok(());
    }
    let missing = || JoinError::Missing { from: from.to_owned(), path: path.to_owned() };
    let module = Module::parse(path, &read(path).ok_or_else(missing)?)?;
    let needed: Vec<String> = module.imports.iter().map(|import| import.from.clone()).collect();
    modules.insert(path.to_owned(), module);
    for needed in needed {
        visit(&needed, path, modules, order, read)?;
    }
    order.push(path.to_owned());
    Ok(())
}

/// The modules that `target` needs and `known` does not have, in their order of evaluation.
fn closure(target: &str, modules: &BTreeMap<String, Module>, known: &[String]) -> Vec<String> {
    fn walk(
        path: &str,
        modules: &BTreeMap<String, Module>,
        known: &[String],
        seen: &mut Vec<String>,
        order: &mut Vec<String>,
    ) {
        if known.iter().chain(seen.iter()).any(|it| it == path) {
            return;
        }
        seen.push(path.to_owned());
        for import in &modules[path].imports {
            walk(&import.from, modules, known, seen, order);
        }
        order.push(path.to_owned());
    }
    let (mut seen, mut order) = (Vec::new(), Vec::new());
    walk(target, modules, known, &mut seen, &mut order);
    order
}

struct Import {
    from: String,
    /// The exported name, and the name it has here.
    names: Vec<(String, String)>,
    /// Whether the module exports it again instead of using it.
    is_passed_on: bool,
}

/// A module without its `import` and `export`.
struct Module {
    body: String,
    imports: Vec<Import>,
    /// The exported name, and the name it has here.
    exports: Vec<(String, String)>,
    /// The path of each dynamic import, and its place in the body.
    dynamic: Vec<(String, std::ops::Range<usize>)>,
}

impl Module {
    fn parse(path: &str, source: &str) -> Result<Module, JoinError> {
        let source = without_comments(path, source);
        let mut module = Module {
            body: String::new(),
            imports: Vec::new(),
            exports: Vec::new(),
            dynamic: Vec::new(),
        };
        let mut rest = source.as_str();
        let mut before = '\n';
        while let Some(at) = next_statement(rest, before) {
            module.body += &rest[..at];
            let read = module.statement(path, &rest[at..])?;
            before = rest[..at + read].chars().next_back().unwrap_or('\n');
            rest = &rest[at + read..];
        }
        module.body += rest;
        module.find_dynamic(path);
        Ok(module)
    }

    /// Reads the import or export at the start of a text. Returns how much of it is removed.
    fn statement(&mut self, path: &str, text: &str) -> Result<usize, JoinError> {
        let statement = || text.lines().next().unwrap_or_default().chars().take(60).collect();
        let unknown = || JoinError::Unknown { path: path.to_owned(), statement: statement() };
        let is_import = text.starts_with("import");
        let after = text[6..].trim_start();
        let skipped = text.len() - after.len();
        if !after.starts_with('{') {
            let words = ["const ", "function ", "async function ", "async function* ", "class "];
            let word = words.iter().find(|word| after.starts_with(**word));
            let word = word.filter(|_| !is_import).ok_or_else(unknown)?;
            let name = identifier(&after[word.len()..]).ok_or_else(unknown)?;
            self.exports.push((name.to_owned(), name.to_owned()));
            return Ok(skipped);
        }
        let end = after.find('}').ok_or_else(unknown)?;
        let names: Vec<(String, String)> = after[1..end]
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(|part| part.split_once(" as ").unwrap_or((part, part)))
            .map(|(name, here)| (name.trim().to_owned(), here.trim().to_owned()))
            .collect();
        let tail = after[end + 1..].trim_start();
        let mut read = text.len() - tail.len();
        if let Some(quoted) = tail.strip_prefix("from").map(str::trim_start) {
            let quote = quoted.chars().next().filter(|c| ['\'', '"'].contains(c));
            let quote = quote.ok_or_else(unknown)?;
            let target = quoted[1..].split(quote).next().ok_or_else(unknown)?;
            read += tail.len() - quoted.len() + target.len() + 2;
            let from = resolve(path, target);
            self.imports.push(Import { from, names, is_passed_on: !is_import });
        } else if is_import {
            return Err(unknown());
        } else {
            self.exports.extend(names.into_iter().map(|(here, name)| (name, here)));
        }
        Ok(read + usize::from(text[read..].starts_with(';')))
    }

    fn find_dynamic(&mut self, path: &str) {
        const CALL: &str = "import('";
        let mut at = 0;
        while let Some(found) = self.body[at..].find(CALL) {
            let start = at + found;
            let Some(length) = self.body[start + CALL.len()..].find("')") else { break };
            let end = start + CALL.len() + length;
            let target = resolve(path, &self.body[start + CALL.len()..end]);
            self.dynamic.push((target, start..end + 2));
            at = end;
        }
    }

    /// The modules that are imported dynamically.
    fn lazy(&self) -> Vec<String> {
        self.dynamic.iter().map(|(path, _)| path.clone()).collect()
    }

    /// The module as a function. `is_known` says what is evaluated before it, `late` names the file of
    /// what is not in the first one.
    fn written(
        &self,
        path: &str,
        is_known: &dyn Fn(&str) -> bool,
        late: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let mut text = format!("(() => {{ // {path}\n");
        let mut exports: Vec<String> = Vec::new();
        for Import { from, names, is_passed_on } in &self.imports {
            let pairs: Vec<String> = names.iter().map(pair).collect();
            let pairs = pairs.join(", ");
            if *is_passed_on {
                exports.extend(
                    names.iter().map(|(name, here)| format!("{here}: modules$[{from:?}].{name}")),
                );
            } else if is_known(from) {
                text += &format!("const {{ {pairs} }} = modules$[{from:?}];\n");
            } else {
                let here: Vec<&str> = names.iter().map(|(_, here)| here.as_str()).collect();
                let here = here.join(", ");
                text += &format!(
                    "let {here}; (waiting$[{from:?}] ??= []).push(() => ({{ {pairs} }} = modules$[{from:?}]));\n"
                );
            }
        }
        let mut at = 0;
        for (target, place) in &self.dynamic {
            text += &self.body[at..place.start];
            text += &match late(target) {
                None => format!("Promise.resolve(modules$[{target:?}])"),
                Some(file) => format!("import('./{file}').then(() => modules$[{target:?}])"),
            };
            at = place.end;
        }
        text += self.body[at..].trim_end();
        exports.extend(self.exports.iter().map(pair));
        text += &format!(
            "\nmodules$[{path:?}] = {{ {} }};\nwaiting$[{path:?}]?.forEach((bind) => bind());\n}})();\n",
            exports.join(", ")
        );
        text
    }
}

/// A name and what it is called elsewhere, as in an object or a pattern.
fn pair((name, here): &(String, String)) -> String {
    if name == here { name.clone() } else { format!("{name}: {here}") }
}

/// The name at the start of a text.
fn identifier(text: &str) -> Option<&str> {
    let end =
        text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The place of the next `import` or `export` that begins a statement.
fn next_statement(text: &str, before: char) -> Option<usize> {
    let found = |(at, _): &(usize, &str)| {
        let previous = text[..*at].chars().next_back().unwrap_or(before);
        let next = text[at + 6..].chars().next();
        let begins = ['\n', ';', '}'].contains(&previous);
        begins && next.is_some_and(|next| next == '{' || next.is_whitespace())
    };
    let places = text.match_indices("import").chain(text.match_indices("export"));
    places.filter(found).map(|(at, _)| at).min()
}

/// The path that a module means by `target`.
fn resolve(path: &str, target: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A module without its doc comments, lines of comment and blank lines. Those of others keep their
/// licence.
fn without_comments(path: &str, source: &str) -> String {
    if path.starts_with("vendor/") {
        let lines = source.lines().filter(|line| !line.starts_with("//# sourceMappingURL"));
        return lines.map(|line| format!("{line}\n")).collect();
    }
    let mut text = String::new();
    let mut rest = source;
    while let Some((before, comment)) = rest.split_once("/**") {
        text += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("// ");
    text.lines().filter(is_code).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULES: &[(&str, &str)] = &[
        (
            "main.js",
            "// The entry.\nimport { a } from './a.js';\nimport { b as bee } from './logic/b.js';\n\
             a(bee());\nvoid import('./logic/late.js').then(({ late }) => late());\n",
        ),
        (
            "a.js",
            "import {\n  b,\n} from './logic/b.js';\n\n/** @param {import('./x.js').X} x */\n\
             export function a(x) {\n  return b() + x;\n}\n",
        ),
        ("logic/b.js", "import { a } from '../a.js';\nexport const b = () => a.length;\n"),
        (
            "logic/late.js",
            "import { a } from '../a.js';\nexport { only } from './only.js';\nexport async function late() { return a; }\nexport async function* parts() { yield a; }\n",
        ),
        ("logic/only.js", "class T{}export{T as only};\n"),
    ];

    fn joined() -> Joined {
        let read = |path: &str| MODULES.iter().find(|it| it.0 == path).map(|it| it.1.to_owned());
        join("main.js", read).unwrap()
    }

    #[test]
    fn modules_stand_in_their_order_and_circles_are_bound_later() {
        let app = &joined()[0].1;
        let places = ["logic/b.js", "a.js", "main.js"].map(|path| app.find(&format!("// {path}")));
        assert!(places.is_sorted() && places[0].is_some(), "{app}");
        assert!(app.contains(
            "let a; (waiting$[\"a.js\"] ??= []).push(() => ({ a } = modules$[\"a.js\"]));"
        ));
        assert!(app.contains("const { b: bee } = modules$[\"logic/b.js\"];"));
        assert!(app.contains("modules$[\"a.js\"] = { a };"));
        assert!(!app.contains("@param") && !app.contains("The entry."));
    }

    #[test]
    fn a_dynamic_import_is_a_chunk_that_shares_the_table() {
        let files = joined();
        let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["main.js", "main-logic-late.js"]);
        let call = "import('./main-logic-late.js').then(() => modules$[\"logic/late.js\"])";
        assert!(files[0].1.contains(call), "{}", files[0].1);
        let chunk = &files[1].1;
        assert!(
            chunk.contains("{ only: T }")
                && chunk.contains("only: modules$[\"logic/only.js\"].only")
        );
        assert!(chunk.contains("late, parts"), "{chunk}");
        assert!(!chunk.contains("// a.js"), "{chunk}");
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        let join_one = |source: &str| {
            let source = source.to_owned();
            join("main.js", move |path| (path == "main.js").then(|| source.clone()))
        };
        for source in
            ["import * as x from './x.js';\n", "export let x = 1;\n", "export default 1;\n"]
        {
            assert!(matches!(join_one(source), Err(JoinError::Unknown { .. })), "{source}");
        }
        let missing = join_one("import { x } from './x.js';\n");
        assert!(matches!(missing, Err(JoinError::Missing { .. })));
    }
}

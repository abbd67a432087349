//! The page as a static site, with the engine in the browser.
//!
//! The files are those of the page with relative paths, so that the site works in any folder of any host:
//! `index.html` names the files of the engine and carries the policy that a server would send as a header,
//! and the service worker knows all files.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{file, is_immutable, paths};

/// The server's part of the page: the engine and the answers that never change.
pub struct Engine<'a> {
    /// The version of the program.
    pub version: &'a str,
    /// The WebAssembly module that only plays, compressed with gzip.
    pub playing: Vec<u8>,
    /// The full module, compressed in the same way.
    pub module: Vec<u8>,
    /// The small weights.
    pub small: &'a [u8],
    /// The full weights.
    pub full: &'a [u8],
    /// The answer to `/api/catalogue`.
    pub catalogue: String,
    /// The answer to `/api/openings`.
    pub openings: String,
    /// A new game from the usual start, which the page shows while the engine is loading.
    pub game: String,
}

/// A file of the site: its path and its content.
pub type SiteFile<'a> = (String, Cow<'a, [u8]>);

/// Content security policy: the page may only run and show what is on its own host.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The pages: each names the files of the engine.
const PAGES: [&str; 2] = ["index.html", "embed.html"];

/// Files of the page that a static site has in another form.
const REWRITTEN: [&str; 4] = [PAGES[0], PAGES[1], "sw.js", "site-sw.js"];

/// The line of `index.html` after which a static site loads its engine.
const MANIFEST: &str = "<link rel=\"manifest\" href=\"/manifest.webmanifest\" />";

/// The files of the site.
pub fn site<'a>(engine: Engine<'a>) -> Vec<SiteFile<'a>> {
    let named = |name: &str, content: &[u8]| format!("engine/{name}-{:016x}.bin", hash_of(content));
    let (playing, module) = (named("playing", &engine.playing), named("othellier", &engine.module));
    let (small, full) = (named("small", engine.small), named("full", engine.full));
    let names = Names {
        version: engine.version,
        playing: &playing,
        module: &module,
        small: &small,
        full: &full,
    };
    let mut files: Vec<SiteFile<'a>> = vec![
        ("catalogue.json".to_owned(), engine.catalogue.into_bytes().into()),
        ("openings.json".to_owned(), engine.openings.into_bytes().into()),
        ("game.json".to_owned(), engine.game.into_bytes().into()),
        (playing.clone(), engine.playing.into()),
        (module.clone(), engine.module.into()),
        (small.clone(), engine.small.into()),
    ];
    for path in PAGES {
        files.push((path.to_owned(), page(path, &names).into_bytes().into()));
    }
    for path in paths().filter(|path| is_wanted(path)) {
        files.push((path.to_owned(), rewritten(path)));
    }
    files.sort();
    let worker = service_worker(&files);
    files.push((full, engine.full.into()));
    files.push(("sw.js".to_owned(), worker.into_bytes().into()));
    // Hosts that would take names with an underscore for their own leave this folder alone.
    files.push((".nojekyll".to_owned(), Cow::Borrowed(b"")));
    files
}

/// The names of the files of the engine.
struct Names<'a> {
    version: &'a str,
    playing: &'a str,
    module: &'a str,
    small: &'a str,
    full: &'a str,
}

/// Whether a file of the page is a file of the site: what visitors load, not its sources.
fn is_wanted(path: &str) -> bool {
    let is_source = (path.ends_with(".js") || path.ends_with(".css")) && !is_immutable(path);
    !is_source && !REWRITTEN.contains(&path)
}

fn text(path: &str) -> String {
    let bytes = file(path).map(|file| file.bytes).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

fn page(path: &str, names: &Names<'_>) -> String {
    let Names { version, playing, module, small, full } = names;
    let engine = format!(
        "{{&quot;version&quot;:&quot;{version}&quot;,&quot;playing&quot;:&quot;{playing}&quot;,\
         &quot;module&quot;:&quot;{module}&quot;,&quot;small&quot;:&quot;{small}&quot;,&quot;full&quot;:&quot;{full}&quot;}}"
    );
    let head = format!(
        "<meta charset=\"utf-8\" />\n    \
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
         <meta name=\"referrer\" content=\"no-referrer\" />\n    \
         <meta name=\"othellier-engine\" content=\"{engine}\" />"
    );
    let local = paths().find(|path| path.starts_with("a/") && path.ends_with("/main-local.js"));
    let local = local.unwrap_or_default();
    let preload = format!(
        "{MANIFEST}\n    \
         <link rel=\"preload\" href=\"catalogue.json\" as=\"fetch\" crossorigin />\n    \
         <link rel=\"modulepreload\" href=\"{local}\" />"
    );
    text(path)
        .replace("<meta charset=\"utf-8\" />", &head)
        .replace(MANIFEST, &preload)
        .replace("href=\"/", "href=\"")
        .replace("src=\"/", "src=\"")
}

/// A file with relative paths.
fn rewritten(path: &str) -> Cow<'static, [u8]> {
    match path.rsplit('.').next() {
        // Joined style sheets are two folders deep.
        Some("css") => text(path).replace("url(\"/", "url(\"../../").into_bytes().into(),
        Some("webmanifest") => text(path).replace("\": \"/", "\": \"./").into_bytes().into(),
        _ => Cow::Borrowed(file(path).map(|file| file.bytes).unwrap_or_default()),
    }
}

/// The service worker, which keeps these files.
fn service_worker(files: &[SiteFile<'_>]) -> String {
    let mut list = String::new();
    for (path, _) in files {
        let _ = write!(list, "'{path}', ");
    }
    text("site-sw.js")
        .replace("$VERSION", &format!("{:016x}", hash_of(files)))
        .replace("/* $FILES */", list.trim_end_matches(", "))
}

fn hash_of(content: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> Vec<SiteFile<'static>> {
        site(Engine {
            version: "1.2.3",
            playing: b"playing".to_vec(),
            module: b"module".to_vec(),
            small: b"small",
            full: b"full",
            catalogue: "{}".to_owned(),
            openings: "{}".to_owned(),
            game: "{}".to_owned(),
        })
    }

    fn text_of(files: &[SiteFile<'_>], path: &str) -> String {
        let (_, bytes) = files.iter().find(|(known, _)| known == path).unwrap();
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn every_path_is_relative_and_leads_to_a_file() {
        let files = made();
        let has = |path: &str| files.iter().any(|(known, _)| known == path);
        let index = text_of(&files, "index.html");
        for page in PAGES {
            let page = text_of(&files, page);
            assert!(!page.contains("=\"/") && page.contains("&quot;1.2.3&quot;"), "{page}");
        }
        assert!(index.contains("rel=\"modulepreload\" href=\"a/"), "{index}");
        assert!(index.contains("'wasm-unsafe-eval'"));
        let named = index.split(['"', ';']).filter(|part| part.contains('.') && part.contains('/'));
        let named: Vec<_> = named.filter(|part| !part.contains([' ', ':'])).collect();
        assert!(named.len() > 6, "{named:?}");
        for path in named {
            assert!(has(path.trim_end_matches("&quot")), "{path}");
        }
        let (sheet, _) = files.iter().find(|(path, _)| path.ends_with("main.css")).unwrap();
        assert!(!text_of(&files, sheet).contains("url(\"/"));
        assert!(text_of(&files, "manifest.webmanifest").contains("\"start_url\": \"./\""));
        for wanted in ["worker.js", "main-local.js", "embed-local.js"] {
            assert!(files.iter().any(|(path, _)| path.starts_with("a/") && path.ends_with(wanted)));
        }
        assert!(!has("main.js") && !has("embed.js"));
    }

    #[test]
    fn the_service_worker_keeps_all_but_the_full_weights() {
        let files = made();
        let worker = text_of(&files, "sw.js");
        assert!(!worker.contains('$'), "{worker}");
        for (path, _) in &files {
            let is_listed = worker.contains(&format!("'{path}'"));
            let is_kept = path != "sw.js" && path != ".nojekyll" && !path.contains("/full-");
            assert_eq!(is_listed, is_kept, "{path}");
        }
    }

    #[test]
    fn another_content_is_another_version() {
        let version = |files: &[SiteFile<'_>]| {
            text_of(files, "sw.js")
                .lines()
                .find(|line| line.contains("VERSION ="))
                .unwrap()
                .to_owned()
        };
        let files = made();
        assert_eq!(version(&files), version(&made()));
        let engine = Engine {
            version: "1.2.3",
            playing: b"playing".to_vec(),
            module: b"another".to_vec(),
            small: b"small",
            full: b"full",
            catalogue: "{}".to_owned(),
            openings: "{}".to_owned(),
            game: "{}".to_owned(),
        };
        assert_ne!(version(&files), version(&site(engine)));
    }
}

//! `othellier site`: the page with the engine in the browser, as a folder for any static host.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use othellier_locale::{message, tr};
use othellier_manual::Manual;
use othellier_page::Engine;
use othellier_service::games::NewGame;
use othellier_service::{Request, Service};
use othellier_wire::{SiteType, StaticSite};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::{files, output};

/// Write the page with the engine in the browser, for any static host
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier site public --wasm \"$(bindings/wasm/build)\"")]
pub(crate) struct Options {
    /// Folder to write
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder with the WebAssembly modules, which `bindings/wasm/build` makes
    #[arg(long, value_name = "DIR")]
    wasm: PathBuf,
}

/// The largest module that is read.
const MAX_MODULE: u64 = 64 << 20;

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { folder, wasm } = options;
    let (playing, module) = (module(&wasm.join("playing.wasm"))?, module(&wasm.join("full.wasm"))?);
    let (playing_bytes, module_bytes) = (playing.len(), module.len());
    let engine = Engine {
        version: env!("CARGO_PKG_VERSION"),
        playing,
        module,
        small: othellier_weights_small::SMALL,
        full: othellier_weights::PATTERNS,
        catalogue: answer(Request::Catalogue {}),
        openings: answer(Request::Openings {}),
        game: answer(Request::NewGame(NewGame::default())),
    };
    let mut count = 0;
    for (path, bytes) in othellier_page::site(engine) {
        files::write_generated(&folder.join(path), &bytes)?;
        count += 1;
    }
    let manual = Manual::new();
    for path in manual.paths() {
        let bytes = manual.file(&path).expect("a path that was listed");
        files::write_generated(&folder.join("docs").join(&path), &bytes)?;
        count += 1;
    }
    let (folder, files) = (folder.display().to_string(), count);
    if common.json {
        let kind = SiteType::Tag;
        output::json(&StaticSite { kind, folder, files, playing_bytes, module_bytes })
    } else {
        output::line(&tr!(common.lang, "docs-written", count = files, folder = folder))
    }
}

fn module(path: &Path) -> Result<Vec<u8>, CliError> {
    let module = files::read_bytes(path, MAX_MODULE)?;
    if module.starts_with(b"\0asm") {
        Ok(packed(&module))
    } else {
        Err(files::refused(path, message!("site-no-module")))
    }
}

/// The answer of the service to a request that cannot fail.
fn answer(request: Request) -> String {
    let mut answer = String::new();
    let answered = Service::new(0).answer(request, &mut |it| answer = it.to_owned());
    answered.expect("the request has no input");
    answer
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("a vector can be written")
}

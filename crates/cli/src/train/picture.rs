//! `othellier train picture`: a picture of the patterns of the learned evaluation.

use std::path::PathBuf;

use clap::Args;
use othellier_train::picture::svg;
use othellier_wire::{Drawing, Picture, PictureSubject};

use crate::common::error::CliError;
use crate::common::files;
use crate::common::options::Common;
use crate::common::output;

/// Draw the patterns of the learned evaluation as an SVG file
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier train picture patterns.svg")]
pub(crate) struct Options {
    /// Write the picture to this file
    #[arg(value_name = "OUT.svg")]
    out: PathBuf,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    files::write(&options.out, svg().as_bytes())?;
    if common.json {
        output::json(&Drawing::Picture(Picture {
            file: options.out.display().to_string(),
            subject: PictureSubject::Patterns,
        }))
    } else {
        Ok(())
    }
}

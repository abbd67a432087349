//! Charts, pictures, and reports on experiments: sentences, tables and figures in five formats.
//!
//! [`chart`] draws figures as SVG and PNG, [`evolution`] those of a genetic algorithm, [`tree_picture`] a
//! search tree, and [`picture`] what explains an evaluation or a crossover.
//!
//! [`about_all`] turns the [folders](othellier_measure::experiment::Folder) of experiments into a [`Document`];
//! [`Format::write`] and [`write_all`] turn a document into [`html`], [`markdown`], [`typst`],
//! [`latex`] or [`pdf`]; [`pages`] writes the pages of the documentation. [`summary`] has
//! the results in short. Sentences come from [`Words`](crate::words::Words). Reports need
//! the feature `documents`, and so do figures as PNG.
//!
//! ```text
//!   pages ── about ─┬─ verdicts, opponents, speedups, timings, load, breeding ─ tables ─ measures
//!     │             └─ figures, search_figures ─── frame ────────────────────────────────┤
//!     └── formats ──── html, markdown, typst, latex ── pdf                              names
//!                        └────── typography, document ──┘
//! ```

pub mod chart;
pub mod evolution;
pub mod picture;
pub mod tree_picture;
pub mod words;

#[cfg(feature = "documents")]
mod about;
#[cfg(feature = "documents")]
mod breeding;
#[cfg(feature = "documents")]
mod document;
mod error;
#[cfg(feature = "documents")]
mod figure_files;
#[cfg(feature = "documents")]
mod figures;
#[cfg(feature = "documents")]
mod formats;
#[cfg(feature = "documents")]
mod frame;
#[cfg(feature = "documents")]
pub mod html;
#[cfg(feature = "documents")]
pub mod latex;
#[cfg(feature = "documents")]
mod load;
#[cfg(feature = "documents")]
pub mod markdown;
#[cfg(feature = "documents")]
mod measures;
#[cfg(feature = "documents")]
mod names;
#[cfg(feature = "documents")]
mod opponents;
#[cfg(feature = "documents")]
pub mod pages;
#[cfg(feature = "documents")]
pub mod pdf;
#[cfg(feature = "documents")]
mod provenance;
#[cfg(feature = "documents")]
mod search_figures;
#[cfg(feature = "documents")]
mod speedups;
#[cfg(feature = "documents")]
pub mod summary;
#[cfg(feature = "documents")]
mod tables;
#[cfg(feature = "documents")]
mod timings;
#[cfg(feature = "documents")]
mod typography;
#[cfg(feature = "documents")]
pub mod typst;
#[cfg(feature = "documents")]
mod verdicts;

pub use error::{PdfError, ReportError};

#[cfg(feature = "documents")]
pub use self::{
    about::{PartSummary, about, about_all},
    document::{Block, Document},
    figure_files::write_figures,
    formats::{Format, UnknownFormat, WrittenReport, write_all},
    measures::key,
    names::arm_name,
};

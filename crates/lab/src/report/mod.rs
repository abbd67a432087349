//! Reports on experiments: sentences, tables and figures in five formats.
//!
//! [`about_all`] turns the [folders](crate::experiment::Folder) of experiments into a [`Document`];
//! [`Format::write`] and [`write_all`] turn a document into [`html`], [`markdown`], [`typst`],
//! [`latex`] or [`pdf`]; [`pages`] writes the pages of the documentation. [`summary`] has
//! the results in short. Sentences come from [`Words`](crate::words::Words). All but the errors need
//! the feature `report`.
//!
//! ```text
//!   pages ── about ─┬─ verdicts, opponents, speedups, timings, load, breeding ─ tables ─ measures
//!     │             └─ figures, search_figures ─── frame ────────────────────────────────┤
//!     └── formats ──── html, markdown, typst, latex ── pdf                              names
//!                        └────── typography, document ──┘
//! ```

#[cfg(feature = "report")]
mod about;
#[cfg(feature = "report")]
mod breeding;
#[cfg(feature = "report")]
mod document;
mod error;
#[cfg(feature = "report")]
mod figures;
#[cfg(feature = "report")]
mod formats;
#[cfg(feature = "report")]
mod frame;
#[cfg(feature = "report")]
pub mod html;
#[cfg(feature = "report")]
pub mod latex;
#[cfg(feature = "report")]
mod load;
#[cfg(feature = "report")]
pub mod markdown;
#[cfg(feature = "report")]
mod measures;
#[cfg(feature = "report")]
mod names;
#[cfg(feature = "report")]
mod opponents;
#[cfg(feature = "report")]
pub mod pages;
#[cfg(feature = "report")]
pub mod pdf;
#[cfg(feature = "report")]
mod provenance;
#[cfg(feature = "report")]
mod search_figures;
#[cfg(feature = "report")]
mod speedups;
#[cfg(feature = "report")]
pub mod summary;
#[cfg(feature = "report")]
mod tables;
#[cfg(feature = "report")]
mod timings;
#[cfg(feature = "report")]
mod typography;
#[cfg(feature = "report")]
pub mod typst;
#[cfg(feature = "report")]
mod verdicts;

pub use error::{PdfError, ReportError};

#[cfg(feature = "report")]
pub use self::{
    about::{PartSummary, about, about_all},
    document::{Block, Document},
    formats::{Format, UnknownFormat, WrittenReport, write_all},
    measures::key,
    names::arm_name,
};

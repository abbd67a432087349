//! The manual and the static site.

use serde::{Deserialize, Serialize};

use crate::type_tag;

type_tag! {
    /// `site`.
    SiteType = "site";
}

/// What `docs` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum DocsEvent {
    /// The list of pages.
    Docs {
        /// The pages.
        pages: Vec<ManualPage>,
    },
    /// A page.
    Page {
        /// Which.
        #[serde(flatten)]
        page: ManualPage,
        /// Its text.
        markdown: String,
    },
    /// The manual was written as a site.
    Site {
        /// The folder.
        folder: String,
        /// The number of files.
        files: usize,
    },
}

/// A page of the manual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ManualPage {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its language.
    pub lang: String,
    /// Its file in the repository.
    pub source: String,
}

/// A static site that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StaticSite {
    /// `site`.
    #[serde(rename = "type")]
    pub kind: SiteType,
    /// The folder.
    pub folder: String,
    /// The number of files.
    pub files: usize,
    /// The size of the compressed module that only plays.
    pub playing_bytes: usize,
    /// The size of the compressed full module.
    pub module_bytes: usize,
}

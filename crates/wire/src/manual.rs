//! The manual and the static site.

use serde::{Deserialize, Serialize};

use crate::type_tag;

type_tag! {
    SiteType = "site";
}

/// The output of `docs`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum DocsEvent {
    Docs {
        pages: Vec<ManualPage>,
    },
    Page {
        #[serde(flatten)]
        page: ManualPage,
        markdown: String,
    },
    /// The manual was written as a site.
    Site {
        folder: String,
        files: usize,
    },
}

/// A page of the manual.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ManualPage {
    pub name: String,
    pub title: String,
    pub lang: String,
    /// Its file in the repository.
    pub source: String,
}

/// A static site that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StaticSite {
    #[serde(rename = "type")]
    pub kind: SiteType,
    pub folder: String,
    pub files: usize,
    /// The size of the compressed module that only plays.
    pub playing_bytes: usize,
    /// The size of the compressed full module.
    pub module_bytes: usize,
}

//! Units from job files to results.

mod common;
mod folders;
mod merging;

//! What several commands share. Commands import from here and never from each other.

pub(crate) mod error;
pub(crate) mod interrupt;
pub(crate) mod lang;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod values;

pub(crate) mod progress;
pub(crate) mod table;
pub(crate) mod units;

pub(crate) mod archive;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod formats;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod nats;
pub(crate) mod problems;
pub(crate) mod review;

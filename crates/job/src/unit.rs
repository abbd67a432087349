//! Jobs and units by their ids.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Digest, ParseDigestError};

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Digest);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseDigestError;

            fn from_str(text: &str) -> Result<$name, ParseDigestError> {
                text.parse().map($name)
            }
        }
    };
}

id! {
    /// The id of a job: the digest of its [manifest](crate::Manifest).
    JobId
}

id! {
    /// The id of a unit: the digest of kind, settings, seed, inputs, engine, weights and number.
    UnitId
}

/// A piece of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub id: UnitId,
    /// Its number in the job, from 0.
    pub number: u64,
}

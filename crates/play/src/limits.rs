//! Limits that a caller sets beside the spec of a player, as typed values.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use othellier_record::show_duration;
use othellier_spec::{Expected, Spec, SpecError};

use crate::entry::time;
use crate::levels::NamedLevel;

/// The limits of a player for each move, instead of its own settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The depth limit in plies.
    pub depth: Option<u8>,
    /// The time limit of a move.
    pub time: Option<Duration>,
    /// The node limit of a move.
    pub nodes: Option<u64>,
    /// The number of threads of the search.
    pub threads: Option<NonZeroUsize>,
}

impl MoveLimits {
    /// The spec of the same player with these limits, which repeats it anywhere. A level with limits is
    /// written as its search.
    ///
    /// ```
    /// use othellier_play::MoveLimits;
    /// let limits = MoveLimits { depth: Some(5), ..MoveLimits::default() };
    /// let spec = "champion(level=3)".parse()?;
    /// assert_eq!(limits.written(&spec).to_string(), "champion(level=3, depth=5)");
    /// # Ok::<(), othellier_spec::ParseSpecError>(())
    /// ```
    pub fn written(&self, spec: &Spec) -> Spec {
        let mut written = spec.clone();
        let given = [
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("time", self.time.map(show_duration)),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
        ];
        for (key, value) in given.into_iter().filter_map(|(key, value)| Some((key, value?))) {
            written.set(key, value);
        }
        // A level as it is keeps its name.
        if written.options.is_empty() { written } else { NamedLevel::expanded(&written) }
    }

    /// The depth, within the bounds of a player; else that of its spec.
    pub(crate) fn depth(
        &self,
        spec: &Spec,
        bounds: RangeInclusive<u8>,
    ) -> Result<Option<u8>, SpecError> {
        let (low, high) = ((*bounds.start()).into(), (*bounds.end()).into());
        match self.depth {
            None => spec.number("depth", low..=high),
            Some(depth) if bounds.contains(&depth) => Ok(Some(depth)),
            Some(depth) => Err(SpecError::BadValue {
                owner: spec.name.clone(),
                key: "depth",
                value: depth.to_string(),
                expected: Expected::Within { low, high },
            }),
        }
    }

    /// The time; else that of the spec.
    pub(crate) fn time(&self, spec: &Spec) -> Result<Option<Duration>, SpecError> {
        self.time.map_or_else(|| time(spec), |time| Ok(Some(time)))
    }

    /// The nodes; else those of the spec.
    pub(crate) fn nodes(&self, spec: &Spec) -> Result<Option<u64>, SpecError> {
        self.nodes.map_or_else(|| spec.number("nodes", 1..), |nodes| Ok(Some(nodes)))
    }

    /// The threads; else those of the spec, by default one.
    pub(crate) fn threads(&self, spec: &Spec) -> Result<usize, SpecError> {
        match self.threads {
            Some(threads) => Ok(threads.get()),
            None => Ok(spec.number("threads", 1..=256)?.unwrap_or(1)),
        }
    }
}

//! The worker pool, with the number of threads as settings give it: none counts as one.

use std::num::NonZeroUsize;

/// The number of threads, at least one.
pub(crate) fn at_least_one(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN)
}

/// Maps a function over items on several threads; the results are in the order of the items.
pub(crate) fn parallel_map<T: Send, R: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    othellier_platform::parallel::parallel_map(at_least_one(threads), items, work)
}

//! Services of the operating system or the browser: time, files, threads.
//!
//! | module | what |
//! |---|---|
//! | [`clock`] | [`Instant`](clock::Instant), also in the browser |
//! | [`mod@file`] | whole files up to a size limit, and files with keys, which nobody else can read |
//! | [`parallel`] | the worker pool, and the [`StopSignal`](parallel::StopSignal) that work obeys |

#![warn(missing_docs)]

pub mod clock;
pub mod file;
pub mod parallel;

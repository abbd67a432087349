//! The clock: [`Instant`], natively and in the browser.
//!
//! Natively `Instant` is that of the standard library. WebAssembly without an operating system has no
//! clock of its own, and the one of the standard library panics there. So the program that loads the
//! module installs one, once, before anything is timed: `install` takes a function that returns the
//! time since some fixed origin, such as `performance.now()` of a page. Until then the time stands
//! still: every instant is the same, and no limit of time is ever reached.

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod installed;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use installed::{Instant, install};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

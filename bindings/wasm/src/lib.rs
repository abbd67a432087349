//! The desk as a WebAssembly module: JSON in, JSON out, and no glue code but what JavaScript has.
//!
//! ```text
//! exports: memory, start(seed), alloc(length) -> pointer, free(pointer, length),
//!          request(pointer, length) -> pointer
//! imports: env.now_ms() -> milliseconds since a fixed origin
//! ```
//!
//! A request is text in a buffer from `alloc`, which `request` takes over. Its answer is a buffer
//! that begins with its length in bytes (four, little-endian) and is given back by `free` with that
//! length plus four. `check.mjs` shows how.

#![cfg(target_arch = "wasm32")]
// The boundary with JavaScript is pointers and lengths.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use othellier_desk::Desk;

mod env {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since a fixed origin; never decreases.
        pub(crate) safe fn now_ms() -> f64;
    }
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(0));
}

/// Installs the clock, and empties the desk. What has no seed of its own is derived from this one.
#[unsafe(no_mangle)]
pub extern "C" fn start(seed: f64) {
    othellier_clock::install(|| Duration::from_secs_f64(env::now_ms().max(0.0) / 1000.0));
    DESK.set(Desk::new(seed.to_bits()));
}

/// A buffer of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives a buffer back.
///
/// # Safety
/// The buffer is from [`alloc`] or [`request`], has this length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(buffer: *mut u8, length: usize) {
    // SAFETY: by the contract above this was a box of this length, and is owned by the caller.
    drop(unsafe { boxed(buffer, length) });
}

/// Answers a request; takes its buffer over.
///
/// # Safety
/// The buffer is from [`alloc`], has this length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(buffer: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: by the contract above this was a box of this length, and is owned by the caller.
    let request = unsafe { boxed(buffer, length) };
    let answer = DESK.with_borrow_mut(|desk| desk.answer_json(&String::from_utf8_lossy(&request)));
    let length = u32::try_from(answer.len()).expect("memory has 32-bit addresses");
    let answer: Box<[u8]> = length.to_le_bytes().into_iter().chain(answer.into_bytes()).collect();
    Box::into_raw(answer).cast()
}

/// The box that a buffer was made of.
///
/// # Safety
/// The buffer was made by `Box::into_raw` of a slice of this length, and has no other owner.
unsafe fn boxed(buffer: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: by the contract above.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(buffer, length)) }
}

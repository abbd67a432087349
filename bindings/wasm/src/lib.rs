//! The service as a WebAssembly module: JSON in, JSON out, and no glue code but what JavaScript has.
//!
//! ```text
//! exports: memory, start(seed), alloc(length) -> pointer,
//!          attach(pointer, length), request(pointer, length)
//! imports: env.now_ms() -> milliseconds since a fixed origin
//!          env.emit(pointer, length)
//! ```
//!
//! A request is text in a buffer from `alloc`, which `request` takes over. Each object of its answer is
//! text that is passed to `emit` as soon as it is known, and is gone when `emit` returns. The bytes of a
//! file, such as the weights, are passed to `attach` before the request that reads them.
//! `ui/page/wasm.js` shows how.

#![cfg(target_arch = "wasm32")]
// The boundary with JavaScript is pointers and lengths.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

#[cfg(not(feature = "full"))]
use othellier_service::PlayingService as Service;
#[cfg(feature = "full")]
use othellier_service::Service;
use othellier_service::ServiceError;

mod env {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since a fixed origin; never decreases.
        pub(crate) safe fn now_ms() -> f64;
        /// Takes a text of the answer.
        pub(crate) safe fn emit(text: *const u8, length: usize);
    }
}

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::new(Service::new(0));
}

/// Installs the clock, and empties the service. What has no seed of its own is derived from this one.
#[unsafe(no_mangle)]
pub extern "C" fn start(seed: f64) {
    othellier_platform::clock::install(|| Duration::from_secs_f64(env::now_ms().max(0.0) / 1000.0));
    std::panic::set_hook(Box::new(|panic| emit(&ServiceError::internal(panic).to_json())));
    SERVICE.set(Service::new(seed.to_bits()));
}

/// A buffer of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Attaches the bytes of a file to the next request; takes the buffer over.
///
/// # Safety
/// The buffer is from [`alloc`], has this length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attach(buffer: *mut u8, length: usize) {
    // SAFETY: by the contract above this was a box of this length, and is owned by the caller.
    let file = unsafe { boxed(buffer, length) };
    SERVICE.with_borrow_mut(|service| service.attach(file.into_vec()));
}

/// Answers a request; takes its buffer over.
///
/// # Safety
/// The buffer is from [`alloc`], has this length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(buffer: *mut u8, length: usize) {
    // SAFETY: by the contract above this was a box of this length, and is owned by the caller.
    let request = unsafe { boxed(buffer, length) };
    let request = String::from_utf8_lossy(&request);
    SERVICE.with_borrow_mut(|service| service.answer_json(&request, &mut emit));
}

fn emit(text: &str) {
    env::emit(text.as_ptr(), text.len());
}

/// The box that a buffer was made of.
///
/// # Safety
/// The buffer was made by `Box::into_raw` of a slice of this length, and has no other owner.
unsafe fn boxed(buffer: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: by the contract above.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(buffer, length)) }
}

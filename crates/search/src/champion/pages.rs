//! Memory that is near when it is needed: large pages, and lines fetched ahead.
//!
//! Both are advice. Where the system or the processor does not take it, all is the same but slower.

#![allow(unsafe_code)]

/// So many defaults, in large pages where the system gives them: a table of many megabytes in small
/// ones costs a walk through the page tables at nearly every look-up.
pub(super) fn filled<T: Default>(count: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    advise(&mut all);
    all.resize_with(count, T::default);
    all
}

#[cfg(target_os = "linux")]
fn advise<T>(all: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    use std::ffi::c_void;
    const SMALL_PAGE: usize = 4096;
    let start = all.as_mut_ptr() as usize;
    let end = start + all.capacity() * size_of::<T>();
    // Whole small pages within what is ours.
    let (first, last) = (start.next_multiple_of(SMALL_PAGE), end / SMALL_PAGE * SMALL_PAGE);
    if first < last {
        // SAFETY: the range lies within the allocation of `all`, and the advice changes no byte of
        // it. A refusal is no error: the pages stay small.
        let _ = unsafe { madvise(first as *mut c_void, last - first, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &mut Vec<T>) {}

/// Has the processor fetch a value that will be read soon.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect that a program can see, and this one is
        // of a value that exists.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

//! Huge pages (transparent, by `madvise`) for large tables, and prefetching.
//!
//! Both are hints. Where the system or the processor ignores them, the program is slower and otherwise
//! the same.

#![allow(unsafe_code)]

/// The smallest table for which huge pages are asked. The advice stays with the address range when the
/// table is freed: a server that makes and drops hundreds of small tables would have its whole heap in
/// huge pages, most of each unused.
#[cfg(target_os = "linux")]
const LEAST_BYTES: usize = 8 << 20;

/// A vector of `count` defaults, in huge pages if it is large and the system gives them. With small pages,
/// a table of many megabytes costs a page walk (TLB miss) at nearly every probe.
pub(super) fn vec_in_huge_pages<T: Default>(count: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    advise_huge_pages(&mut all);
    all.resize_with(count, T::default);
    all
}

#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(all: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    use std::ffi::c_void;
    const SMALL_PAGE: usize = 4096;
    let start = all.as_mut_ptr() as usize;
    let bytes = all.capacity() * size_of::<T>();
    if bytes < LEAST_BYTES {
        return;
    }
    let end = start + bytes;
    // The whole small pages within the allocation.
    let (first, last) = (start.next_multiple_of(SMALL_PAGE), end / SMALL_PAGE * SMALL_PAGE);
    if first < last {
        // SAFETY: the range lies within the allocation of `all`, and the advice changes no byte of
        // it. A refusal is no error: the pages stay small.
        let _ = unsafe { madvise(first as *mut c_void, last - first, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages<T>(_: &mut Vec<T>) {}

/// Prefetches a value that will be read soon into the cache.
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

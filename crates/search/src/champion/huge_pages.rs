//! The memory of tables: huge pages (transparent, by `madvise`) for large ones, pages that go back to the
//! system when a table is dropped, and prefetching.
//!
//! All are hints. Where the system or the processor ignores them, the program is slower or larger and
//! otherwise the same.

#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

/// The smallest table for which huge pages are asked. The advice stays with the address range when the
/// table is freed: a server that makes and drops hundreds of small tables would have its whole heap in
/// huge pages, most of each unused.
const LEAST_BYTES: usize = 8 << 20;

/// The memory of a table: a fixed number of values, each a default at first.
///
/// It is in huge pages if it is large and the system gives them: with small pages, a table of many
/// megabytes costs a page walk (TLB miss) at nearly every probe. When it is dropped its pages go back to
/// the system at once. An allocator gives back only the end of a heap, and a server drops hundreds of
/// tables that lie between objects which stay.
pub(super) struct Pages<T>(Vec<T>);

impl<T: Default> Pages<T> {
    pub(super) fn new(count: usize) -> Pages<T> {
        let mut all = Vec::with_capacity(count);
        if count * size_of::<T>() >= LEAST_BYTES {
            advise_huge_pages(&mut all);
        }
        all.resize_with(count, T::default);
        Pages(all)
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        self.0.clear();
        give_back(&mut self.0);
    }
}

/// The whole pages within the allocation of a vector: where they begin, and their bytes.
#[cfg(target_os = "linux")]
fn whole_pages<T>(all: &mut Vec<T>) -> (*mut std::ffi::c_void, usize) {
    const PAGE: usize = 4096;
    let start = all.as_mut_ptr() as usize;
    let end = start + all.capacity() * size_of::<T>();
    let (first, last) = (start.next_multiple_of(PAGE), end / PAGE * PAGE);
    (first as *mut _, last.saturating_sub(first))
}

#[cfg(target_os = "linux")]
fn advise_huge_pages<T>(all: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    let (first, bytes) = whole_pages(all);
    // SAFETY: the range lies within the allocation of `all`, and the advice changes no byte of it. A
    // refusal is no error: the pages stay small.
    let _ = unsafe { madvise(first, bytes, Advice::LinuxHugepage) };
}

/// Gives the pages of an empty vector back to the system.
#[cfg(target_os = "linux")]
fn give_back<T>(all: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    if !all.is_empty() {
        return;
    }
    let (first, bytes) = whole_pages(all);
    // SAFETY: the range lies within the allocation of `all`, which has no values: nobody reads its bytes
    // before they are written again. They become zero. A refusal is no error: the pages stay.
    let _ = unsafe { madvise(first, bytes, Advice::LinuxDontNeed) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages<T>(_: &mut Vec<T>) {}

#[cfg(not(target_os = "linux"))]
fn give_back<T>(_: &mut Vec<T>) {}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_table_has_its_defaults_whatever_the_last_one_held() {
        for count in [0, 1, 700, 60_000, 2 << 20] {
            for _ in 0..3 {
                let mut pages = Pages::<(u64, u8)>::new(count);
                assert_eq!(pages.len(), count);
                assert!(pages.iter().all(|&value| value == (0, 0)));
                pages.fill((u64::MAX, u8::MAX));
            }
        }
    }
}

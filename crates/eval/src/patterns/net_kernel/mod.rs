//! The dense layer of the network, once per instruction set.
//!
//! The scalar version is the specification; the others are tested against it. Every
//! [`Kernel`] of the board is a [`NetKernel`]: the search is compiled for a kernel, and with it this
//! layer.

#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use othellier_board::kernel::{AnyKernel, Kernel};

/// Inputs of the dense layer.
pub const INPUTS: usize = 32;
/// Outputs of the layer: hidden neurons of the network.
pub const HIDDEN: usize = 16;

/// A kernel that can also compute the dense layer of the network: all of them.
pub trait NetKernel: Kernel {
    /// The dense layer on quantised (16-bit) inputs and weights: adds the weighted inputs to each sum.
    /// The weights of two inputs at a time are adjacent. Overflow wraps around.
    fn dense(
        self,
        inputs: &[i16; INPUTS],
        weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
        sums: [i32; HIDDEN],
    ) -> [i32; HIDDEN];
}

impl<K: Kernel> NetKernel for K {
    #[inline(always)]
    fn dense(
        self,
        inputs: &[i16; INPUTS],
        weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
        sums: [i32; HIDDEN],
    ) -> [i32; HIDDEN] {
        match self.any() {
            // SAFETY: an `Avx2` exists only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx2(_) => unsafe { x86_64::dense_avx2(inputs, weights, sums) },
            // SAFETY: an `Avx512` exists only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx512(_) => unsafe { x86_64::dense_avx512(inputs, weights, sums) },
            #[cfg(target_arch = "aarch64")]
            AnyKernel::Neon(_) => neon::dense(inputs, weights, sums),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            AnyKernel::Simd128(_) => simd128::dense(inputs, weights, sums),
            _ => dense(inputs, weights, sums),
        }
    }
}

/// The layer in plain arithmetic.
#[inline(always)]
fn dense(
    inputs: &[i16; INPUTS],
    weights: &[[i16; 2 * HIDDEN]; INPUTS / 2],
    mut sums: [i32; HIDDEN],
) -> [i32; HIDDEN] {
    for (pair, row) in inputs.chunks_exact(2).zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(row.chunks_exact(2)) {
            let products = [0, 1].map(|at| i32::from(pair[at]) * i32::from(weights[at]));
            *sum = sum.wrapping_add(products[0].wrapping_add(products[1]));
        }
    }
    sums
}

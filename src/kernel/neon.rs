//! Vectors of 64-bit ARM: two numbers.

#[allow(clippy::wildcard_imports, reason = "a page of instructions")]
use std::arch::aarch64::*;

use super::lanes::Lanes;

/// The NEON instruction set.
pub(super) struct Neon;

impl Lanes for Neon {
    type V = float64x2_t;
    const N: usize = 2;

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vdupq_n_f64(x) }
    }
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vld1q_f64(from) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f64, v: Self::V) {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vst1q_f64(to, v) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vaddq_f64(a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vsubq_f64(a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vmulq_f64(a, b) }
    }
    #[inline(always)]
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vfmaq_f64(c, a, b) }
    }
    #[inline(always)]
    unsafe fn at_least(low: Self::V, a: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vmaxq_f64(low, a) }
    }
    #[inline(always)]
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vdivq_f64(a, b) }
    }
    #[inline(always)]
    unsafe fn where_above(a: Self::V, b: Self::V, x: Self::V, y: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vbslq_f64(vcgtq_f64(a, b), x, y) }
    }
    #[inline(always)]
    unsafe fn scale(a: Self::V, shifted: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vreinterpretq_f64_u64(vaddq_u64(vreinterpretq_u64_f64(a), vshlq_n_u64::<52>(vreinterpretq_u64_f64(shifted)))) }
    }
    #[inline(always)]
    unsafe fn sum(v: Self::V) -> f64 {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { vaddvq_f64(v) }
    }
}

//! SIMD vectors of 64-bit ARM (NEON): two numbers each.

#[allow(clippy::wildcard_imports, reason = "a page of instructions")]
use std::arch::aarch64::*;

use super::lanes::{Lanes, instructions};

/// SIMD vectors of two numbers with NEON.
#[derive(Clone, Copy)]
pub(super) struct Neon(());

impl Neon {
    /// Creates the proof of NEON support; calling it outside of functions compiled for the instructions is unsafe.
    #[target_feature(enable = "neon")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Lanes for Neon {
    type V = float64x2_t;
    const N: usize = 2;

    instructions! {
        load = vld1q_f64, store = vst1q_f64, splat = vdupq_n_f64;
        add(a, b) = vaddq_f64(a, b);
        sub(a, b) = vsubq_f64(a, b);
        mul(a, b) = vmulq_f64(a, b);
        fma(a, b, c) = vfmaq_f64(c, a, b);
        at_least(low, a) = vmaxq_f64(low, a);
        div(a, b) = vdivq_f64(a, b);
        where_above(a, b, x, y) = vbslq_f64(vcgtq_f64(a, b), x, y);
        scale(a, shifted) = vreinterpretq_f64_u64(vaddq_u64(
            vreinterpretq_u64_f64(a),
            vshlq_n_u64::<52>(vreinterpretq_u64_f64(shifted)),
        ));
    }
    #[inline(always)]
    fn sum(self, v: Self::V) -> f64 {
        // SAFETY: `self` proves the instructions.
        unsafe { vaddvq_f64(v) }
    }
}

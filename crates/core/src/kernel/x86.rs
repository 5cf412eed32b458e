//! SIMD vectors of x86-64: four numbers with AVX2, eight with AVX-512.

#[allow(clippy::wildcard_imports, reason = "a page of instructions")]
use std::arch::x86_64::*;

use super::lanes::{Lanes, instructions};

/// SIMD vectors of four numbers with AVX2 and fused multiply-add.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Creates the proof of AVX2 support; calling it outside of functions compiled for the instructions is unsafe.
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Lanes for Avx2 {
    type V = __m256d;
    const N: usize = 4;

    instructions! {
        load = _mm256_loadu_pd, store = _mm256_storeu_pd, splat = _mm256_set1_pd;
        add(a, b) = _mm256_add_pd(a, b);
        sub(a, b) = _mm256_sub_pd(a, b);
        mul(a, b) = _mm256_mul_pd(a, b);
        fma(a, b, c) = _mm256_fmadd_pd(a, b, c);
        at_least(low, a) = _mm256_max_pd(low, a);
        div(a, b) = _mm256_div_pd(a, b);
        where_above(a, b, x, y) = _mm256_blendv_pd(y, x, _mm256_cmp_pd::<_CMP_GT_OQ>(a, b));
        scale(a, shifted) = _mm256_castsi256_pd(_mm256_add_epi64(
            _mm256_castpd_si256(a),
            _mm256_slli_epi64::<52>(_mm256_castpd_si256(shifted)),
        ));
    }
    #[inline(always)]
    fn sum(self, v: Self::V) -> f64 {
        // SAFETY: `self` proves the instructions.
        unsafe {
            let pair = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd::<1>(v));
            _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)))
        }
    }
}

/// SIMD vectors of eight numbers with AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Creates the proof of AVX-512 support; calling it outside of functions compiled for the instructions is unsafe.
    #[target_feature(enable = "avx512f,avx2,fma")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Lanes for Avx512 {
    type V = __m512d;
    const N: usize = 8;

    instructions! {
        load = _mm512_loadu_pd, store = _mm512_storeu_pd, splat = _mm512_set1_pd;
        add(a, b) = _mm512_add_pd(a, b);
        sub(a, b) = _mm512_sub_pd(a, b);
        mul(a, b) = _mm512_mul_pd(a, b);
        fma(a, b, c) = _mm512_fmadd_pd(a, b, c);
        at_least(low, a) = _mm512_max_pd(low, a);
        div(a, b) = _mm512_div_pd(a, b);
        where_above(a, b, x, y) = _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b), y, x);
        scale(a, shifted) = _mm512_castsi512_pd(_mm512_add_epi64(
            _mm512_castpd_si512(a),
            _mm512_slli_epi64::<52>(_mm512_castpd_si512(shifted)),
        ));
    }
    #[inline(always)]
    fn sum(self, v: Self::V) -> f64 {
        // SAFETY: `self` proves the instructions.
        unsafe { _mm512_reduce_add_pd(v) }
    }
}

//! Vectors of x86-64: four numbers with AVX2, eight with AVX-512.

#[allow(clippy::wildcard_imports, reason = "a page of instructions")]
use std::arch::x86_64::*;

use super::lanes::Lanes;

/// Four numbers.
pub(super) struct Avx2;

impl Lanes for Avx2 {
    type V = __m256d;
    const N: usize = 4;

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_set1_pd(x) }
    }
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_loadu_pd(from) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f64, v: Self::V) {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_storeu_pd(to, v) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_add_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_sub_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_mul_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_fmadd_pd(a, b, c) }
    }
    #[inline(always)]
    unsafe fn at_least(low: Self::V, a: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_max_pd(low, a) }
    }
    #[inline(always)]
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_div_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn where_above(a: Self::V, b: Self::V, x: Self::V, y: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm256_blendv_pd(y, x, _mm256_cmp_pd::<_CMP_GT_OQ>(a, b)) }
    }
    #[inline(always)]
    unsafe fn scale(a: Self::V, shifted: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe {
            _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(a), _mm256_slli_epi64::<52>(_mm256_castpd_si256(shifted))))
        }
    }
    #[inline(always)]
    unsafe fn sum(v: Self::V) -> f64 {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe {
            let pair = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd::<1>(v));
            _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)))
        }
    }
}

/// Eight numbers.
pub(super) struct Avx512;

impl Lanes for Avx512 {
    type V = __m512d;
    const N: usize = 8;

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_set1_pd(x) }
    }
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_loadu_pd(from) }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f64, v: Self::V) {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_storeu_pd(to, v) }
    }
    #[inline(always)]
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_add_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_sub_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_mul_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_fmadd_pd(a, b, c) }
    }
    #[inline(always)]
    unsafe fn at_least(low: Self::V, a: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_max_pd(low, a) }
    }
    #[inline(always)]
    unsafe fn div(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_div_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn where_above(a: Self::V, b: Self::V, x: Self::V, y: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b), y, x) }
    }
    #[inline(always)]
    unsafe fn scale(a: Self::V, shifted: Self::V) -> Self::V {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe {
            _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(a), _mm512_slli_epi64::<52>(_mm512_castpd_si512(shifted))))
        }
    }
    #[inline(always)]
    unsafe fn sum(v: Self::V) -> f64 {
        // SAFETY: the caller guarantees the instructions and the pointer.
        unsafe { _mm512_reduce_add_pd(v) }
    }
}

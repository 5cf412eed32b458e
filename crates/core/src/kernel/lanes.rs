//! SIMD vector operations of the inner loops, and the exponential function built from them.

use super::simd::Job;

/// Defines the methods of [`Lanes`] from the instructions of a set: those on memory, then the arithmetic, which is safe.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! instructions {
    (load = $load:ident, store = $store:ident, splat = $splat:ident; $($name:ident($($x:ident),+) = $value:expr;)+) => {
        #[inline(always)]
        unsafe fn load(self, from: *const f64) -> Self::V {
            // SAFETY: `self` proves the instructions, the caller guarantees the pointer.
            unsafe { $load(from) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f64, v: Self::V) {
            // SAFETY: `self` proves the instructions, the caller guarantees the pointer.
            unsafe { $store(to, v) }
        }
        #[inline(always)]
        fn splat(self, x: f64) -> Self::V {
            // SAFETY: `self` proves the instructions.
            unsafe { $splat(x) }
        }
        $(
            #[inline(always)]
            fn $name(self, $($x: Self::V),+) -> Self::V {
                // SAFETY: `self` proves that the CPU supports the instructions, which access no memory.
                unsafe { $value }
            }
        )+
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use instructions;

/// SIMD instruction set for vectors of `N` numbers.
///
/// A value is a zero-sized proof that the CPU supports the instructions: only functions compiled for them create one.
/// Arithmetic is therefore safe; loads and stores depend on a pointer.
pub(crate) trait Lanes: Copy {
    /// SIMD vector type of the instruction set.
    type V: Copy;
    /// Number of lanes in a SIMD vector; a divisor of [`PAD`].
    const N: usize;

    /// Loads a SIMD vector from the `N` numbers at `from`.
    ///
    /// # Safety
    /// `from` has `N` readable numbers.
    unsafe fn load(self, from: *const f64) -> Self::V;
    /// Stores the `N` numbers of a SIMD vector to `to`.
    ///
    /// # Safety
    /// `to` has `N` writable numbers.
    unsafe fn store(self, to: *mut f64, v: Self::V);
    /// SIMD vector with `x` in every lane.
    fn splat(self, x: f64) -> Self::V;
    /// Lane-wise sum `a + b` of SIMD vectors.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise difference `a - b` of SIMD vectors.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise product `a b` of SIMD vectors.
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise fused multiply-add `a b + c` of SIMD vectors.
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Lane-wise maximum of `low` and `a`; NaN where `a` is NaN.
    fn at_least(self, low: Self::V, a: Self::V) -> Self::V;
    /// Lane-wise quotient `a / b` of SIMD vectors.
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise selection: `x` where `a > b`, otherwise `y`.
    fn where_above(self, a: Self::V, b: Self::V, x: Self::V, y: Self::V) -> Self::V;
    /// Adds the low twelve bits of `shifted`, a signed integer, to the floating-point exponent of `a`.
    fn scale(self, a: Self::V, shifted: Self::V) -> Self::V;
    /// Sum over the lanes of a SIMD vector.
    fn sum(self, v: Self::V) -> f64;
}

/// Multiple to which the lengths of point and weight rows are padded.
pub(super) const PAD: usize = 8;

/// Lower bound on exponents of two in the kernel: distant pairs have negligible, but never subnormal, kernel values.
pub(super) const LOWEST: f64 = -900.0;

/// Rounding constant: adding it to a small number leaves its nearest integer in the low bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// Polynomial coefficients of `2^f` on `[-½, ½]`, lowest power first: interpolation at Chebyshev nodes, relative error 3e-16.
#[allow(clippy::approx_constant, reason = "the interpolation's own coefficients")]
const COEFFICIENTS: [f64; 11] = [
    1.0,
    0.693_147_180_559_95,
    0.240_226_506_959_100_97,
    0.055_504_108_664_447_72,
    0.009_618_129_107_606_888,
    0.001_333_355_823_016_497_4,
    0.000_154_035_304_417_360_5,
    1.525_265_726_020_083_7e-5,
    1.321_544_258_792_169e-6,
    1.020_869_029_995_830_6e-7,
    7.072_585_949_269_224e-9,
];

/// Power of two `2^t` for `t <= 1000`, at least `2^LOWEST`.
#[inline(always)]
pub(super) fn exp2<L: Lanes>(lanes: L, t: L::V) -> L::V {
    let t = lanes.at_least(lanes.splat(LOWEST), t);
    let shifted = lanes.add(t, lanes.splat(ROUND));
    let f = lanes.sub(t, lanes.sub(shifted, lanes.splat(ROUND)));
    let mut power = lanes.splat(COEFFICIENTS[10]);
    let mut at = 10;
    while at > 0 {
        at -= 1;
        power = lanes.fma(power, f, lanes.splat(COEFFICIENTS[at]));
    }
    lanes.scale(power, shifted)
}

/// Replaces each number `t` by the power `2^t`, see [`exp2`]. The length must be a multiple of [`PAD`]; a remainder stays.
pub(super) struct Powers<'a>(pub &'a mut [f64]);

impl Job for Powers<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for chunk in self.0.chunks_exact_mut(L::N) {
            // SAFETY: the chunk holds `N` numbers.
            unsafe { lanes.store(chunk.as_mut_ptr(), exp2(lanes, lanes.load(chunk.as_ptr()))) }
        }
    }
}

/// Scalar fallback for SIMD vectors: one number at a time, on every CPU.
#[derive(Clone, Copy)]
pub(super) struct One;

impl Lanes for One {
    type V = f64;
    const N: usize = 1;

    #[inline(always)]
    unsafe fn load(self, from: *const f64) -> f64 {
        // SAFETY: the caller guarantees the pointer.
        unsafe { *from }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64, v: f64) {
        // SAFETY: the caller guarantees the pointer.
        unsafe { *to = v }
    }
    #[inline(always)]
    fn splat(self, x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn add(self, a: f64, b: f64) -> f64 {
        a + b
    }
    #[inline(always)]
    fn sub(self, a: f64, b: f64) -> f64 {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: f64, b: f64) -> f64 {
        a * b
    }
    #[inline(always)]
    fn fma(self, a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }
    #[inline(always)]
    fn at_least(self, low: f64, a: f64) -> f64 {
        if a < low { low } else { a }
    }
    #[inline(always)]
    fn div(self, a: f64, b: f64) -> f64 {
        a / b
    }
    #[inline(always)]
    fn where_above(self, a: f64, b: f64, x: f64, y: f64) -> f64 {
        if a > b { x } else { y }
    }
    #[inline(always)]
    fn scale(self, a: f64, shifted: f64) -> f64 {
        f64::from_bits(a.to_bits().wrapping_add(shifted.to_bits() << 52))
    }
    #[inline(always)]
    fn sum(self, v: f64) -> f64 {
        v
    }
}

#[cfg(test)]
mod tests {
    use super::super::simd::Level;
    use super::*;

    #[test]
    fn the_exponential_is_accurate_at_every_level() {
        let at: Vec<f64> = (0..80_000).map(|i| -f64::from(i) * 0.01).collect();
        for level in Level::available() {
            let mut values = at.clone();
            level.run(Powers(&mut values));
            for (t, value) in at.iter().zip(&values) {
                assert!((value / t.exp2() - 1.0).abs() < 2e-15, "{level:?}: 2^{t} = {value}");
            }
        }
    }

    #[test]
    fn small_powers_stay_normal_and_nan_stays_nan() {
        for level in Level::available() {
            let mut values = [f64::NEG_INFINITY, -1e300, -5000.0, f64::NAN, 0.0, -1.0, -900.0, -901.0];
            level.run(Powers(&mut values));
            for value in [values[0], values[1], values[2], values[6], values[7]] {
                assert!(value > 0.0 && value.is_normal() && value < 1e-270, "{level:?}: {value}");
            }
            assert!(values[3].is_nan(), "{level:?}");
            assert_eq!(values[4..6], [1.0, 0.5], "{level:?}");
        }
    }
}

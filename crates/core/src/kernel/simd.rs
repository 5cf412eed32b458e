//! SIMD instruction sets of the inner loops, detected at run time.
//!
//! Every inner loop is written once over [`Lanes`] as a [`Job`].
//! [`Level::run`] instantiates the job inside a function compiled for the level's instructions.

use std::cell::Cell;
use std::fmt;
use std::sync::OnceLock;

use super::lanes::{Lanes, One};
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};

/// SIMD instruction set that the CPU supports and the kernel sums can use.
///
/// Only [`Level::available`] creates levels, after detection; a level is therefore a proof of support.
///
/// ```compile_fail
/// let level = wordfield_core::kernel::Level(unreachable!());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Level(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// Scalar instructions: one number at a time, on every CPU.
    Baseline,
    /// AVX2: four numbers at a time, with fused multiply-add.
    Avx2,
    /// AVX-512: eight numbers at a time.
    Avx512,
    /// NEON: two numbers at a time on 64-bit ARM.
    Neon,
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Inner loop over the lanes of a SIMD instruction set.
pub(crate) trait Job {
    /// Runs the inner loop. Implementations must be `#[inline(always)]`, so that they are compiled for the instructions.
    fn run<L: Lanes>(self, lanes: L);
}

thread_local! {
    static FORCED: Cell<Option<Level>> = const { Cell::new(None) };
}

/// Runs `f` with the kernel sums called on this thread restricted to the SIMD instruction set `level`.
pub fn with_level<R>(level: Level, f: impl FnOnce() -> R) -> R {
    struct Restore(Option<Level>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FORCED.set(self.0);
        }
    }
    let _restore = Restore(FORCED.replace(Some(level)));
    f()
}

impl Level {
    /// Scalar instructions, supported by every CPU.
    pub const BASELINE: Self = Self(Set::Baseline);

    /// SIMD instruction sets that the CPU supports, slowest first.
    pub fn available() -> Vec<Self> {
        let sets = [Set::Baseline, Set::Neon, Set::Avx2, Set::Avx512];
        sets.into_iter().filter(|set| set.is_available()).map(Self).collect()
    }

    /// SIMD instruction set of the kernel sums called on this thread.
    pub fn current() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        FORCED.get().unwrap_or_else(|| *BEST.get_or_init(|| Self::available().last().copied().unwrap_or(Self::BASELINE)))
    }

    /// Number of values in one SIMD vector.
    pub(super) fn lanes(self) -> usize {
        match self.0 {
            Set::Baseline => 1,
            Set::Neon => 2,
            Set::Avx2 => 4,
            Set::Avx512 => 8,
        }
    }

    /// Runs the inner loop `job` with this SIMD instruction set.
    pub(crate) fn run<J: Job>(self, job: J) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `is_available` has detected the instructions of every level.
            Set::Avx2 => unsafe { avx2(job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `is_available` has detected AVX-512.
            Set::Avx512 => unsafe { avx512(job) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: `is_available` has detected NEON.
            Set::Neon => unsafe { neon(job) },
            _ => job.run(One),
        }
    }
}

impl Set {
    /// Whether the CPU supports the SIMD instructions.
    fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && Self::Avx2.is_available(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
            #[cfg(not(target_arch = "aarch64"))]
            Self::Neon => false,
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<J: Job>(job: J) {
    job.run(Avx2::new());
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,fma")]
fn avx512<J: Job>(job: J) {
    job.run(Avx512::new());
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon")]
fn neon<J: Job>(job: J) {
    job.run(Neon::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forced_level_ends_with_its_closure() {
        let best = Level::current();
        assert_eq!(Level::available().first(), Some(&Level::BASELINE));
        with_level(Level::BASELINE, || {
            for level in Level::available() {
                assert_eq!(with_level(level, Level::current), level);
            }
            assert_eq!(Level::current(), Level::BASELINE);
        });
        assert_eq!(Level::current(), best);
    }
}

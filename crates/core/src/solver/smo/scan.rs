//! Passes over the active variables in which SMO spends its time, on the widest SIMD vectors of the CPU.
//!
//! Each pass keeps, for every lane, the greatest value met and its index; ties go to the first index. Cost: O(active) a pass.

use crate::kernel::{Job, Lanes, Level};

/// Number of lanes in the widest SIMD vector.
const WIDEST: usize = 8;

/// Maximum found in a pass, with its index.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Best {
    value: f64,
    at: usize,
}

impl Best {
    /// Updates the maximum with a value of a higher index.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled with its caller's instruction set")]
    fn meet(&mut self, value: f64, at: usize) {
        if value > self.value || (value >= self.value && at < self.at) {
            *self = Self { value, at };
        }
    }
}

/// Greatest values of the lanes so far, above `least`.
struct Greatest<L: Lanes> {
    lanes: L,
    value: L::V,
    /// Step in which each lane's maximum was found; negative if none was.
    step: L::V,
    now: L::V,
}

impl<L: Lanes> Greatest<L> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled with its caller's instruction set")]
    fn above(lanes: L, least: f64) -> Self {
        Self { lanes, value: lanes.splat(least), step: lanes.splat(-1.0), now: lanes.splat(0.0) }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled with its caller's instruction set")]
    fn meet(&mut self, value: L::V) {
        let lanes = self.lanes;
        self.step = lanes.where_above(value, self.value, self.now, self.step);
        self.value = lanes.where_above(value, self.value, value, self.value);
        self.now = lanes.add(self.now, lanes.splat(1.0));
    }

    /// Maximum over all lanes, or `least` at index 0 if no value was above it.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled with its caller's instruction set")]
    fn best(&self, least: f64) -> Best {
        let (mut value, mut step) = ([0.0; WIDEST], [0.0; WIDEST]);
        // SAFETY: no vector is longer than the widest.
        unsafe {
            self.lanes.store(value.as_mut_ptr(), self.value);
            self.lanes.store(step.as_mut_ptr(), self.step);
        }
        let mut best = Best { value: least, at: 0 };
        for lane in 0..L::N {
            if step[lane] >= 0.0 {
                best.meet(value[lane], step[lane] as usize * L::N + lane);
            }
        }
        best
    }
}

/// Variable with the least gradient of those that may increase. `up` is 0 where a variable may, infinite where not.
pub(super) fn steepest(level: Level, f: &mut [f64], up: &[f64]) -> (usize, f64) {
    pass(level, f, None, up)
}

/// Adds `t (row_i - row_j)` to the gradient and returns [`steepest`] of the result.
pub(super) fn advance(level: Level, f: &mut [f64], row_i: &[f64], row_j: &[f64], t: f64, up: &[f64]) -> (usize, f64) {
    pass(level, f, Some((row_i, row_j, t)), up)
}

fn pass(level: Level, f: &mut [f64], step: Option<(&[f64], &[f64], f64)>, up: &[f64]) -> (usize, f64) {
    let mut best = Best { value: f64::NEG_INFINITY, at: 0 };
    level.run(Advance { f, step, up, best: &mut best });
    (best.at, -best.value)
}

struct Advance<'a> {
    f: &'a mut [f64],
    step: Option<(&'a [f64], &'a [f64], f64)>,
    up: &'a [f64],
    best: &'a mut Best,
}

impl Job for Advance<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled for the level")]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { f, step, up, best } = self;
        let len = f.len();
        let up = &up[..len];
        let step = step.map(|(row_i, row_j, t)| (&row_i[..len], &row_j[..len], t));
        let whole = len - len % L::N;
        // SAFETY: all slices hold `len` numbers.
        unsafe {
            let mut greatest = Greatest::above(lanes, f64::NEG_INFINITY);
            let zero = lanes.splat(0.0);
            if let Some((row_i, row_j, t)) = step {
                let t = lanes.splat(t);
                for k in (0..whole).step_by(L::N) {
                    let apart = lanes.sub(lanes.load(row_i.as_ptr().add(k)), lanes.load(row_j.as_ptr().add(k)));
                    let value = lanes.fma(t, apart, lanes.load(f.as_ptr().add(k)));
                    lanes.store(f.as_mut_ptr().add(k), value);
                    greatest.meet(lanes.sub(zero, lanes.add(value, lanes.load(up.as_ptr().add(k)))));
                }
            } else {
                for k in (0..whole).step_by(L::N) {
                    greatest.meet(lanes.sub(zero, lanes.add(lanes.load(f.as_ptr().add(k)), lanes.load(up.as_ptr().add(k)))));
                }
            }
            *best = greatest.best(f64::NEG_INFINITY);
        }
        for k in whole..len {
            if let Some((row_i, row_j, t)) = step {
                f[k] += t * (row_i[k] - row_j[k]);
            }
            best.meet(-(f[k] + up[k]), k);
        }
    }
}

/// First variable of SMO's working pair, with the values needed to choose the second.
#[derive(Clone, Copy)]
pub(super) struct First<'a> {
    pub(super) row: &'a [f64],
    pub(super) gradient: f64,
    pub(super) diagonal: f64,
}

/// Second variable of the working pair: it may decrease and gives the largest estimated fall of the objective;
/// with the largest gradient of all that may decrease.
/// `low` is 0 where a variable may decrease, minus infinity where not.
pub(super) fn partner(level: Level, f: &[f64], low: &[f64], diagonal: &[f64], first: First<'_>, tau: f64) -> (usize, f64) {
    let (mut best, mut largest) = (Best { value: 0.0, at: 0 }, f64::NEG_INFINITY);
    level.run(Partner { f, low, diagonal, first, tau, best: &mut best, largest: &mut largest });
    (best.at, largest)
}

struct Partner<'a> {
    f: &'a [f64],
    low: &'a [f64],
    diagonal: &'a [f64],
    first: First<'a>,
    tau: f64,
    best: &'a mut Best,
    largest: &'a mut f64,
}

impl Job for Partner<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "must be compiled for the level")]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { f, low, diagonal, first, tau, best, largest } = self;
        let len = f.len();
        let (row, low, diagonal) = (&first.row[..len], &low[..len], &diagonal[..len]);
        let whole = len - len % L::N;
        // SAFETY: all slices hold `len` numbers.
        unsafe {
            let (gradient, own, tau) = (lanes.splat(first.gradient), lanes.splat(first.diagonal), lanes.splat(tau));
            let (zero, minus_two) = (lanes.splat(0.0), lanes.splat(-2.0));
            let mut greatest = Greatest::above(lanes, 0.0);
            let mut most = lanes.splat(f64::NEG_INFINITY);
            for k in (0..whole).step_by(L::N) {
                let value = lanes.add(lanes.load(f.as_ptr().add(k)), lanes.load(low.as_ptr().add(k)));
                most = lanes.at_least(most, value);
                let gap = lanes.at_least(zero, lanes.sub(value, gradient));
                let both = lanes.add(own, lanes.load(diagonal.as_ptr().add(k)));
                let curvature = lanes.at_least(tau, lanes.fma(minus_two, lanes.load(row.as_ptr().add(k)), both));
                greatest.meet(lanes.div(lanes.mul(gap, gap), curvature));
            }
            *best = greatest.best(0.0);
            let mut by_lane = [f64::NEG_INFINITY; WIDEST];
            lanes.store(by_lane.as_mut_ptr(), most);
            *largest = by_lane.into_iter().fold(f64::NEG_INFINITY, f64::max);
        }
        for k in whole..len {
            let value = f[k] + low[k];
            let gap = (value - first.gradient).max(0.0);
            let gain = gap * gap / (first.diagonal + diagonal[k] - 2.0 * row[k]).max(tau);
            if gain > 0.0 {
                best.meet(gain, k);
            }
            *largest = largest.max(value);
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact values")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Index of the first maximum; index 0 if no value is above `least`.
    fn naive(values: impl Iterator<Item = f64>, least: f64) -> (usize, f64) {
        let (mut at, mut best) = (0, least);
        for (k, value) in values.enumerate() {
            if value > best {
                (at, best) = (k, value);
            }
        }
        (at, best)
    }

    /// Test values are whole numbers and powers of two, so that nothing is rounded; half of the variables are barred.
    fn variables() -> impl Strategy<Value = Vec<(f64, f64, f64, bool)>> {
        let small = |range: std::ops::Range<i32>| range.prop_map(f64::from);
        prop::collection::vec((small(-5..5), small(-4..4), small(-4..4), any::<bool>()), 0..300)
    }

    proptest! {
        #[test]
        fn passes_choose_as_plain_loops_do_at_every_level(variables in variables(), t in -2..3_i32, gradient in -5..5_i32) {
            let column = |of: fn(&(f64, f64, f64, bool)) -> f64| variables.iter().map(of).collect::<Vec<f64>>();
            let (f, row_i, row_j) = (column(|v| v.0), column(|v| v.1), column(|v| v.2));
            let (up, low) = (column(|v| if v.3 { f64::INFINITY } else { 0.0 }), column(|v| if v.3 { 0.0 } else { f64::NEG_INFINITY }));
            let (t, gradient) = (f64::from(t), f64::from(gradient));
            let diagonal = vec![2.0; f.len()];
            let moved: Vec<f64> = f.iter().zip(&row_i).zip(&row_j).map(|((f, i), j)| f + t * (i - j)).collect();
            let least = |f: &[f64]| {
                let (at, value) = naive(f.iter().zip(&up).map(|(f, up)| -(f + up)), f64::NEG_INFINITY);
                (at, -value)
            };
            let value = |k: usize| f[k] + low[k];
            let gain = |k: usize| (value(k) - gradient).max(0.0).powi(2) / (4.0 - 2.0 * row_i[k]).max(0.5);
            let best = naive((0..f.len()).map(gain), 0.0).0;
            let largest = naive((0..f.len()).map(value), f64::NEG_INFINITY).1;
            for level in Level::available() {
                prop_assert_eq!(steepest(level, &mut f.clone(), &up), least(&f));
                let mut stepped = f.clone();
                prop_assert_eq!(advance(level, &mut stepped, &row_i, &row_j, t, &up), least(&moved));
                prop_assert_eq!(&stepped, &moved);
                let first = First { row: &row_i, gradient, diagonal: 2.0 };
                prop_assert_eq!(partner(level, &f, &low, &diagonal, first, 0.5), (best, largest));
            }
        }
    }
}

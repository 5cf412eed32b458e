//! The passes over the active variables that SMO spends its time in.
//!
//! Each goes through blocks of [`BLOCK`] values, keeping the extreme value of eight lanes, so that the compiler can use
//! vector instructions, and looks for the position only within the block that won. Where the processor has AVX2 the
//! same code compiled for it runs; it rounds no differently. Cost: O(active) a pass.

const BLOCK: usize = 64;
const LANES: usize = 8;

/// Position and value of the least first part of `value(k)` for `k < len`, the first where there are several, and the
/// least second part. Infinite where there is none.
#[inline(always)]
#[allow(clippy::inline_always, reason = "must be compiled with its caller's instruction set")]
fn least(len: usize, mut value: impl FnMut(usize) -> (f64, f64)) -> (usize, f64, f64) {
    let (mut best, mut at, mut second) = (f64::INFINITY, 0, [f64::INFINITY; LANES]);
    let mut block = [0.0; BLOCK];
    let mut start = 0;
    while start + BLOCK <= len {
        let mut lanes = [f64::INFINITY; LANES];
        for group in 0..BLOCK / LANES {
            for lane in 0..LANES {
                let (v, w) = value(start + group * LANES + lane);
                block[group * LANES + lane] = v;
                lanes[lane] = if v < lanes[lane] { v } else { lanes[lane] };
                second[lane] = if w < second[lane] { w } else { second[lane] };
            }
        }
        let low = lanes.iter().copied().fold(f64::INFINITY, f64::min);
        if low < best {
            best = low;
            at = start + block.iter().position(|&v| v <= low).unwrap_or(0);
        }
        start += BLOCK;
    }
    let mut second = second.iter().copied().fold(f64::INFINITY, f64::min);
    for k in start..len {
        let (v, w) = value(k);
        if v < best {
            (best, at) = (v, k);
        }
        second = second.min(w);
    }
    (at, best, second)
}

/// Defines a pass twice, for any processor and for AVX2, and the choice between them.
macro_rules! pass {
    ($(#[$about:meta])* fn $name:ident($($argument:ident: $kind:ty),*) -> $out:ty $body:block) => {
        $(#[$about])*
        pub(super) fn $name($($argument: $kind),*) -> $out {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($argument: $kind),*) -> $out $body
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2.
                    return unsafe { wide($($argument),*) };
                }
            }
            $body
        }
    };
}

pass! {
    /// The variable that may go up and has the least gradient. `up` is 0 where it may, infinite where not.
    fn steepest(f: &[f64], up: &[f64]) -> (usize, f64) {
        let up = &up[..f.len()];
        let (at, value, _) = least(f.len(), |k| (f[k] + up[k], 0.0));
        (at, value)
    }
}

pass! {
    /// Adds `t (row_i - row_j)` to the gradient and gives [`steepest`] of the result.
    fn advance(f: &mut [f64], row_i: &[f64], row_j: &[f64], t: f64, up: &[f64]) -> (usize, f64) {
        let len = f.len();
        let (row_i, row_j, up) = (&row_i[..len], &row_j[..len], &up[..len]);
        let (at, value, _) = least(len, |k| {
            f[k] += t * (row_i[k] - row_j[k]);
            (f[k] + up[k], 0.0)
        });
        (at, value)
    }
}

/// What the second choice needs to know of the first.
#[derive(Clone, Copy)]
pub(super) struct First<'a> {
    pub(super) row: &'a [f64],
    pub(super) gradient: f64,
    pub(super) diagonal: f64,
}

pass! {
    /// The partner that may go down and promises the largest fall of the objective, together with the largest gradient
    /// of all that may go down. `low` is 0 where a variable may, minus infinity where not.
    fn partner(f: &[f64], low: &[f64], diagonal: &[f64], first: First<'_>, tau: f64) -> (usize, f64) {
        let len = f.len();
        let (row, low, diagonal) = (&first.row[..len], &low[..len], &diagonal[..len]);
        let (at, _, largest) = least(len, |k| {
            let value = f[k] + low[k];
            let gap = value - first.gradient;
            let curvature = first.diagonal + diagonal[k] - 2.0 * row[k];
            let curvature = if curvature > tau { curvature } else { tau };
            let gain = -gap * gap / curvature;
            (if gap > 0.0 { gain } else { 0.0 }, -value)
        });
        (at, -largest)
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "exact where said")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn least_is_the_first_least(values in prop::collection::vec(-5i32..5, 0..300)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let found = least(values.len(), |k| (values[k], -values[k]));
            let mut naive = (0, f64::INFINITY, f64::INFINITY);
            for (k, &v) in values.iter().enumerate() {
                if v < naive.1 {
                    (naive.0, naive.1) = (k, v);
                }
                naive.2 = naive.2.min(-v);
            }
            prop_assert_eq!(found, naive);
        }
    }

    #[test]
    fn barred_variables_are_never_chosen() {
        let f: Vec<f64> = (0..200).map(f64::from).collect();
        let mut up = vec![0.0; 200];
        up[..130].fill(f64::INFINITY);
        assert_eq!(steepest(&f, &up), (130, 130.0));
        let mut low = vec![f64::NEG_INFINITY; 200];
        low[77] = 0.0;
        let row = vec![0.0; 200];
        let first = First { row: &row, gradient: 3.0, diagonal: 1.0 };
        assert_eq!(partner(&f, &low, &vec![1.0; 200], first, 1e-12), (77, 77.0));
    }
}

//! Median of a measure of texts, with a variance that falls with the size of the text.
//!
//! The variance is a + b/n for size n, where a and b follow from the smaller and the larger half of the texts.
//! Variances are those of median absolute deviations, so that a few unusual texts change them little.

/// Number of values with the prior variance that are added to a corpus, so that a model of few texts is finite.
const PRIOR: f64 = 10.0;
/// Ratio of standard deviation to median absolute deviation in a normal distribution.
const MAD: f64 = 1.4826;

/// Median of a measure in a corpus, and its variance by the size of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MedianModel {
    /// Median of the measured values.
    pub median: f64,
    /// Parameters a, b of the variance a + b/n of a value at size n.
    variance: [f64; 2],
}

impl MedianModel {
    /// Fits median and variance to measured values with their sizes.
    pub(crate) fn of(mut measured: Vec<(f64, f64)>, prior_variance: f64) -> Self {
        measured.sort_by(|one, other| one.1.total_cmp(&other.1));
        let middle = median(measured.iter().map(|(value, _)| *value).collect());
        let (small, large) = measured.split_at(measured.len() / 2);
        let [(near, v1), (far, v2)] = [small, large].map(|half| {
            let inverse = half.iter().map(|(_, size)| 1.0 / size).sum::<f64>() / half.len().max(1) as f64;
            let deviation = MAD * median(half.iter().map(|(value, _)| (value - middle).abs()).collect());
            let n = half.len() as f64;
            (inverse, (n * deviation * deviation + PRIOR * prior_variance) / (n + PRIOR))
        });
        let slope = if near > far { ((v1 - v2) / (near - far)).clamp(0.0, v2 / far.max(1e-9)) } else { 0.0 };
        Self { median: middle, variance: [v2 - slope * far, slope] }
    }

    /// Deviation of a value at a size from the median, in standard deviations.
    pub(crate) fn deviation(&self, value: f64, size: f64) -> f64 {
        (value - self.median) / (self.variance[0] + self.variance[1] / size).max(1e-6).sqrt()
    }
}

/// Median of values; 0 without values.
fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

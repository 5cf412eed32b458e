//! Length model of sentence pairs: log length ratio with a variance that falls with length, and difference of sentence ends.
//!
//! As in Gale and Church (1993), log(t/s) of target weight t and source weight s has a constant mean,
//! and the variance a + b/g with the geometric mean g of the two weights.
//! Mean and variances are medians, so that wrong pairs change them little. a and b follow from the shorter
//! and the longer half of the pairs.
//!
//! Sentence ends: the difference of their numbers has a table of shares in the corpus, and so has a missing end mark.
//! In a pair that is too short, p is the share of pairs that lack as many ends or the end mark;
//! in a pair that is too long, the share of pairs with as many additional ends.

use super::median_model::MedianModel;
use crate::text::{end_mark, sentence_ends, weight};

/// Constant added to the weights of texts, so that short texts do not have extreme length ratios.
const SMALL: f64 = 4.0;
/// Variance of ten pairs that are added to the corpus, so that a model of few pairs is finite.
const PRIOR_VARIANCE: f64 = 0.02;
/// Maximum difference of the numbers of sentence ends that is counted.
const ENDS: usize = 3;

/// Length model of a corpus of sentence pairs.
#[derive(Clone, Debug)]
pub(crate) struct LengthModel {
    /// Log length ratio log(t/s) of target to source, by the geometric mean g of the weights.
    pub ratios: MedianModel,
    /// Shares of pairs with at least k fewer, and at least k more, sentence ends in the target, for k from 0.
    ends: [[f64; ENDS + 1]; 2],
    /// Share of pairs in which the target alone, and the source alone, lacks an end mark.
    unended: [f64; 2],
}

/// Deviation of a pair from the median lengths of its corpus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deviation {
    /// Deviation √(z² − 2 ln p) of length ratio and sentence ends.
    pub value: f64,
    /// Length ratio of the pair, as a multiple of the corpus's median ratio.
    pub ratio: f64,
}

/// Measured lengths of a sentence pair.
#[derive(Clone, Copy)]
struct Lengths {
    /// Log length ratio log(t/s) of target to source.
    ratio: f64,
    /// Geometric mean g of the weights of both texts.
    size: f64,
    /// Numbers of fewer and of additional sentence ends in the target, at most `ENDS`.
    ends: [usize; 2],
    /// Whether the target alone, and the source alone, lacks an end mark.
    unended: [bool; 2],
}

impl Lengths {
    /// Measures the lengths of a pair of texts; `None` if a side is empty.
    fn of(texts: [&str; 2]) -> Option<Self> {
        if texts.iter().any(|text| text.trim().is_empty()) {
            return None;
        }
        let [source, target] = texts.map(|text| weight(text.trim()) + SMALL);
        let [before, after] = texts.map(sentence_ends);
        let [source_end, target_end] = texts.map(|text| end_mark(text).is_some());
        Some(Self {
            ratio: (target / source).ln(),
            size: (source * target).sqrt(),
            ends: [before.saturating_sub(after).min(ENDS), after.saturating_sub(before).min(ENDS)],
            unended: [source_end && !target_end, target_end && !source_end],
        })
    }
}

impl LengthModel {
    /// Fits the length model to a corpus of pairs.
    pub(crate) fn of(pairs: &[[&str; 2]]) -> Self {
        let lengths: Vec<Lengths> = pairs.iter().filter_map(|texts| Lengths::of(*texts)).collect();
        let ratios = MedianModel::of(lengths.iter().map(|pair| (pair.ratio, pair.size)).collect(), PRIOR_VARIANCE);
        let share = |holds: &dyn Fn(&Lengths) -> bool| {
            (lengths.iter().filter(|pair| holds(pair)).count() as f64 + 1.0) / (lengths.len() as f64 + 2.0)
        };
        let at_least = |side: usize, k: usize| if k == 0 { 1.0 } else { share(&|pair| pair.ends[side] >= k) };
        let ends = [0, 1].map(|side| std::array::from_fn(|k| at_least(side, k)));
        Self { ratios, ends, unended: [0, 1].map(|side| share(&|pair| pair.unended[side])) }
    }

    /// Deviation of a pair from the median lengths; `None` if a side is empty.
    pub(crate) fn deviation(&self, texts: [&str; 2]) -> Option<Deviation> {
        let pair = Lengths::of(texts)?;
        let difference = pair.ratio - self.ratios.median;
        let z = self.ratios.deviation(pair.ratio, pair.size);
        let long = usize::from(difference > 0.0);
        let mut share = self.ends[long][pair.ends[long]];
        if pair.unended[long] {
            share = share.min(self.unended[long]);
        }
        Some(Deviation { value: (z * z - 2.0 * share.ln()).sqrt(), ratio: difference.exp() })
    }
}

//! Density contours of many classes: the innermost one of each class, over words weighted by their share in the class.
//!
//! Most words of a document are common to all classes and lie in the middle of the picture.
//! Densities over all words would therefore overlap there. Cost: two passes over the weights.

use ndarray::{Array2, Axis};

use wordfield_state::Members;

/// Maximum number of classes for which all density contours are drawn, with the words' own weights.
const FEW: usize = 5;

/// Whether there are too many classes for all density contours to be readable.
pub(crate) fn are_many(classes: usize) -> bool {
    classes > FEW
}

/// Number of classes that are not muted.
pub(crate) fn unmuted(classes: usize, muted: &Members) -> usize {
    (0..classes).filter(|class| !muted.contains(*class)).count()
}

/// Weights of the words in each class (V × classes), each multiplied by the word's share in the class, `w_lc / Σ_d w_ld`.
pub(crate) fn telling(weights: &Array2<f64>) -> Array2<f64> {
    let sums = weights.sum_axis(Axis(1)).mapv(|sum| sum.max(f64::MIN_POSITIVE)).insert_axis(Axis(1));
    weights * weights / sums
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_common_word_counts_less_than_a_word_of_one_class() {
        let weights = telling(&array![[0.6, 0.6], [0.3, 0.0], [0.0, 0.0]]);
        let expected = array![[0.3, 0.3], [0.3, 0.0], [0.0, 0.0]];
        assert!((weights - expected).iter().all(|off| off.abs() < 1e-12));
    }

    #[test]
    fn muted_classes_do_not_count() {
        assert_eq!(unmuted(20, &Members::of(20, 1..20)), 1);
        assert!(are_many(6) && !are_many(5));
    }
}

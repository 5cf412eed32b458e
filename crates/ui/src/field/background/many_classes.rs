//! Density contours of many classes, over words weighted by their share in the class.
//!
//! Most words of a document are common to all classes and lie in the middle of the picture.
//! Densities over all words would therefore overlap there. Cost: two passes over the weights.
//! Where even single contours would cover each other, classes have their names only.

use std::ops::Range;

use ndarray::{Array2, Axis};

use wordfield_state::Members;

/// Maximum number of classes whose densities have the words' own weights.
const FEW: usize = 5;
/// Maximum number of classes with a contour each; more have their names at the peaks of the densities instead.
const MANY: usize = 8;

/// Whether there are too many classes for a contour each.
pub(crate) fn are_many(classes: usize) -> bool {
    classes > MANY
}

/// Whether there are too many classes for densities of words with their own weights.
pub(crate) fn overlap(classes: usize) -> bool {
    classes > FEW
}

/// Contours drawn of a class among some that are not muted, as a range of those it has, outermost first:
/// all of an emphasised class, otherwise the middle one, or none of many classes.
pub(crate) fn levels(classes: usize, emphasised: bool) -> Range<usize> {
    if emphasised || classes == 1 { 0..3 } else { 1..if are_many(classes) { 1 } else { 2 } }
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
        assert!(overlap(6) && !overlap(5));
    }

    #[test]
    fn a_class_has_one_contour_and_an_emphasised_one_has_three() {
        assert_eq!([2, 8, 9].map(|classes| levels(classes, false).len()), [1, 1, 0]);
        assert_eq!([2, 8, 20].map(|classes| levels(classes, true).len()), [3; 3]);
        assert_eq!((levels(1, false).len(), levels(4, false)), (3, 1..2), "a soloed class, and where half of the words lie");
    }
}

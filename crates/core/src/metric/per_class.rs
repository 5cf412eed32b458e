//! Precision, recall and F1 of each class, from a confusion matrix.
//!
//! As in scikit-learn with `zero_division=0`, a class that is never predicted has precision 0,
//! a class without documents recall 0.
//! A class that neither occurs nor is predicted has no scores and does not count in the mean.
//! Cost: one pass over the matrix.

use ndarray::Array2;

/// Precision, recall and F1 of each class (C), `None` for a class that neither occurs nor is predicted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerClass {
    /// Precision: share of the documents predicted as the class that belong to it.
    pub precision: Vec<Option<f64>>,
    /// Recall: share of the class's documents that are predicted as the class.
    pub recall: Vec<Option<f64>>,
    /// F1, the harmonic mean of precision and recall: `2 TP / (2 TP + FP + FN)`.
    pub f1: Vec<Option<f64>>,
}

impl PerClass {
    /// Scores of each class from a confusion matrix, rows being true classes (C × C).
    pub fn of(confusion: &Array2<usize>) -> Self {
        let mut scores = Self::default();
        for class in 0..confusion.nrows() {
            let (hits, truth, predicted) = (confusion[[class, class]], confusion.row(class).sum(), confusion.column(class).sum());
            let share = |of: usize| (truth + predicted > 0).then(|| if of > 0 { hits as f64 / of as f64 } else { 0.0 });
            scores.precision.push(share(predicted));
            scores.recall.push(share(truth));
            scores.f1.push((truth + predicted > 0).then(|| 2.0 * hits as f64 / (truth + predicted) as f64));
        }
        scores
    }

    /// Macro F1: mean over the classes that occur or are predicted; `None` without documents.
    pub fn macro_f1(&self) -> Option<f64> {
        let known: Vec<f64> = self.f1.iter().copied().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;
    use proptest::prelude::*;

    use super::*;
    use crate::metric::confusion;

    #[test]
    fn scores_equal_those_by_hand() {
        // Class 2 is never predicted, class 3 never occurs, class 4 neither occurs nor is predicted.
        let table = array![[5, 1, 0, 2, 0], [2, 6, 0, 0, 0], [1, 3, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]];
        let scores = PerClass::of(&table);
        assert_eq!(scores.precision, [Some(5.0 / 8.0), Some(0.6), Some(0.0), Some(0.0), None]);
        assert_eq!(scores.recall, [Some(5.0 / 8.0), Some(0.75), Some(0.0), Some(0.0), None]);
        assert_eq!(scores.f1, [Some(5.0 / 8.0), Some(12.0 / 18.0), Some(0.0), Some(0.0), None]);
        assert!((scores.macro_f1().expect("documents") - (0.625 + 2.0 / 3.0) / 4.0).abs() < 1e-15);
        assert_eq!(PerClass::of(&Array2::zeros((3, 3))).macro_f1(), None);
    }

    proptest! {
        #[test]
        fn scores_equal_counts_over_documents(documents in prop::collection::vec((0..4_usize, 0..4_usize), 0..50)) {
            let scores = PerClass::of(&confusion(documents.iter().copied(), 4));
            for class in 0..4 {
                let count = |of: &dyn Fn(&(usize, usize)) -> bool| documents.iter().filter(|document| of(document)).count() as f64;
                let hits = count(&|&(truth, predicted)| truth == class && predicted == class);
                let (truth, predicted) = (count(&|d| d.0 == class), count(&|d| d.1 == class));
                let (precision, recall) = (hits / predicted.max(1.0), hits / truth.max(1.0));
                let f1 = if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
                prop_assert_eq!(scores.precision[class].is_some(), truth + predicted > 0.0);
                if truth + predicted > 0.0 {
                    let found = [scores.precision[class], scores.recall[class], scores.f1[class]].map(|score| score.expect("a score"));
                    prop_assert!(found.iter().zip([precision, recall, f1]).all(|(a, b)| (a - b).abs() < 1e-12));
                }
            }
        }
    }
}

//! Ratings of training documents, on their own scale and standardised.

use ndarray::{Array2, Axis};

use super::ModelError;
use crate::corpus::{Dataset, Ratings};

/// Largest accepted magnitude of a rating, whose square does not overflow.
const LARGEST: f64 = 1e100;

/// Ratings of a corpus, checked for the documents `read` that are used.
///
/// # Errors
/// Returns an error if the corpus has no ratings, or one that is used is not a number or beyond 1e100.
pub(in crate::model) fn usable(data: &Dataset, read: impl IntoIterator<Item = usize>) -> Result<&Ratings, ModelError> {
    let Some(ratings) = data.corpus.task.ratings().filter(|ratings| ratings.behaviours() > 0) else {
        return Err(ModelError::data("the documents have no ratings", "read the file as rated documents, naming the column"));
    };
    let unusable = |&document: &usize| ratings.values.row(document).iter().any(|value| value.is_nan() || value.abs() > LARGEST);
    read.into_iter().find(unusable).map_or(Ok(ratings), |document| {
        let remedy = "give every document a rating from -1e100 to 1e100 or leave it out";
        Err(ModelError::data(format!("document {} has a rating not finite or beyond 1e100", document + 1), remedy))
    })
}

/// The given documents that have a known word.
pub(in crate::model) fn worded(data: &Dataset, documents: &[usize]) -> Vec<usize> {
    documents.iter().copied().filter(|&document| !data.weights.row(document).0.is_empty()).collect()
}

/// Training documents that have a known word.
///
/// # Errors
/// Returns an error if no document of the part has a rating.
pub(in crate::model) fn known(data: &Dataset) -> Result<Vec<usize>, ModelError> {
    let known = worded(data, &data.split.train);
    if known.is_empty() { Err(ModelError::no_known_word()) } else { Ok(known) }
}

/// Error: the training documents belong to fewer than two classes.
pub(in crate::model) fn one_class() -> ModelError {
    let remedy = "take more training documents, or a stratified split, so that two classes at least have some";
    ModelError::data("fewer than two classes have training documents", remedy)
}

/// Standardised ratings of training documents.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::model) struct Targets {
    /// Means of the ratings on the training part (B).
    pub means: Vec<f64>,
    /// Standard deviations of the ratings on the training part (B); 1 for a constant rating, whose targets are 0.
    pub scales: Vec<f64>,
    /// Standardised ratings `(rating - mean) / scale` (n × B).
    pub y: Array2<f64>,
}

impl Targets {
    /// Standardises the ratings `values` of the training documents `train`.
    pub(super) fn new(values: &Array2<f64>, train: &[usize]) -> Self {
        let mut y = values.select(Axis(0), train);
        let n = y.nrows().max(1) as f64;
        let mut means = vec![];
        let mut scales = vec![];
        for mut column in y.columns_mut() {
            let mean = column.sum() / n;
            let deviation = (column.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n).sqrt();
            let constant = deviation <= 1e-12 * column.iter().fold(1e-300, |most: f64, v| most.max(v.abs()));
            let scale = if constant { 1.0 } else { deviation };
            column.mapv_inplace(|v| if constant { 0.0 } else { (v - mean) / scale });
            means.push(mean);
            scales.push(scale);
        }
        Self { means, scales, y }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn ratings_are_standardised_on_the_training_part() {
        let values = array![[1.0, 0.1, 5.0], [3.0, 0.1, 5.0], [99.0, 7.0, 5.0], [5.0, 0.1, 5.0]];
        let targets = Targets::new(&values, &[0, 1, 3]);
        assert_eq!((targets.means[0], targets.means[2]), (3.0, 5.0));
        assert_eq!(targets.scales[1..], [1.0, 1.0]);
        let root = 1.5_f64.sqrt();
        for (y, expected) in targets.y.iter().zip([-root, 0.0, 0.0, 0.0, 0.0, 0.0, root, 0.0, 0.0]) {
            assert!((y - expected).abs() < 1e-15);
        }
        assert_eq!(Targets::new(&values, &[2]).y, Array2::<f64>::zeros((1, 3)));
        assert!(Targets::new(&values, &[]).means.iter().all(|mean| mean.is_finite()));
    }
}

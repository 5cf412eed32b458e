//! Ratings of documents and words with their predictions.
//!
//! Cost of predicted ratings: one pass over the requested documents or words.

use crate::inspect::explain::{Part, Share, largest_first};
use wordfield_core::{
    corpus::Dataset,
    metric::{coverage95, mae, rmse, spearman},
    model::{Rated, Snapshot},
    stats::{Z95, nearest, within_normal},
};

/// Rating of a document with its prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedDocument {
    /// True rating of the document.
    pub truth: f64,
    /// Predicted mean of the rating.
    pub mean: f64,
    /// Predicted standard deviation of the rating; `None` for models without predictive variance.
    pub deviation: Option<f64>,
}

impl RatedDocument {
    /// Predicted rating of a document, with the true one.
    pub fn of(dataset: &Dataset, predictions: &Rated, document: usize, rating: usize) -> Option<Self> {
        let truth = *dataset.corpus.task.ratings()?.values.get([document, rating])?;
        let deviation = predictions.deviation.as_ref().and_then(|deviation| deviation.get([document, rating])).copied();
        Some(Self { truth, mean: *predictions.mean.get([document, rating])?, deviation })
    }

    /// Residual: true rating minus predicted mean.
    pub fn residual(&self) -> f64 {
        self.truth - self.mean
    }

    /// Ends of the central 95 % interval of a rating; `None` without a predictive deviation.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.deviation.map(|deviation| [self.mean - Z95 * deviation, self.mean + Z95 * deviation])
    }

    /// Text of the predicted mean, with its standard deviation if there is one.
    pub fn prediction(&self) -> String {
        let deviation = self.deviation.map_or_else(String::new, |deviation| format!(" ± {deviation:.2}"));
        format!("{:.2}{deviation}", self.mean)
    }

    /// Whether the true rating lies within its 95 % prediction interval; true without an interval.
    pub fn within(&self) -> bool {
        self.deviation.is_none_or(|deviation| self.residual().abs() <= Z95 * deviation)
    }

    /// Nominal coverage of the smallest central interval that contains the true rating.
    fn smallest_coverage(&self) -> f64 {
        within_normal(self.residual().abs() / self.deviation.unwrap_or(f64::NAN).max(1e-300))
    }
}

/// Predicted ratings of a part's documents, with the documents' indices.
pub fn rated_documents(dataset: &Dataset, predictions: &Rated, part: Part, rating: usize) -> Vec<(usize, RatedDocument)> {
    let one = |&document: &usize| Some((document, RatedDocument::of(dataset, predictions, document, rating)?));
    part.documents(dataset).iter().filter_map(one).collect()
}

/// Quality of the predicted ratings on a part of the split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Root mean squared error of the predicted ratings.
    pub rmse: f64,
    /// Mean absolute error of the predicted ratings.
    pub mae: f64,
    /// Spearman's correlation of predicted and true ratings; `None` if all true or all predicted ratings are equal.
    pub spearman: Option<f64>,
    /// Empirical coverage of the 95 % intervals of ratings; `None` without deviations.
    pub coverage: Option<f64>,
}

/// Errors of predicted ratings; `None` without documents.
pub fn quality(rated_documents: &[(usize, RatedDocument)]) -> Option<Quality> {
    let column = |of: fn(&RatedDocument) -> f64| rated_documents.iter().map(|(_, rated)| of(rated)).collect::<Vec<_>>();
    let (truth, means) = (column(|r| r.truth), column(|r| r.mean));
    let deviations: Option<Vec<f64>> = rated_documents.iter().map(|(_, rated)| rated.deviation).collect();
    let coverage = deviations.and_then(|deviations| coverage95(&truth, &means, &deviations));
    Some(Quality { rmse: rmse(&truth, &means)?, mae: mae(&truth, &means)?, spearman: spearman(&truth, &means), coverage })
}

/// Calibration curve: nominal against empirical coverage of central intervals, from (0, 0) to (1, 1).
///
/// The calibration curve is above the diagonal if intervals are too wide, below if they are too narrow.
pub fn calibration(rated_documents: &[(usize, RatedDocument)]) -> Vec<[f64; 2]> {
    let mut held: Vec<f64> =
        rated_documents.iter().map(|(_, rated)| rated.smallest_coverage()).filter(|held| held.is_finite()).collect();
    held.sort_by(f64::total_cmp);
    let share = |nominal: f64| held.partition_point(|held| *held <= nominal) as f64 / held.len() as f64;
    let inner = (1..100).map(|percent| f64::from(percent) / 100.0).filter(|_| !held.is_empty());
    std::iter::once([0.0, 0.0]).chain(inner.map(|nominal| [nominal, share(nominal)])).chain([[1.0, 1.0]]).collect()
}

/// Share of every word in a document's predicted rating beyond the training mean, largest first.
/// The training mean and the shares sum to the prediction. A document with a larger emphasis has larger shares.
pub fn shares(dataset: &Dataset, snapshot: &Snapshot, document: usize, rating: usize) -> Vec<Share> {
    let Some(words) = snapshot.words.as_ref().filter(|words| rating < words.values.ncols()) else { return Vec::new() };
    let emphasis = snapshot.rated().and_then(|predictions| predictions.emphasis.get(document)).copied().unwrap_or(1.0);
    largest_first(&dataset.weights, document, &words.shares_beyond_bias(&dataset.weights, document, emphasis, rating))
}

/// Words with the highest or lowest value for a rating, most extreme first.
pub fn outermost(snapshot: &Snapshot, rating: usize, high: bool, count: usize) -> Vec<(usize, f64)> {
    let Some(words) = snapshot.words.as_ref().filter(|words| rating < words.values.ncols()) else { return Vec::new() };
    let sign = if high { 1.0 } else { -1.0 };
    let below = words.values.column(rating).iter().map(|value| -sign * value).enumerate().collect();
    nearest(below, count).into_iter().map(|(word, below)| (word, -sign * below)).collect()
}

#[cfg(test)]
pub(in crate::inspect) mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Params, Preset},
    };

    /// A GP trained for six iterations on the built-in reviews with these settings.
    pub(in crate::inspect) fn trained(set: &[(&str, &str)]) -> (Arc<Dataset>, Snapshot) {
        let mut params = Params::preset(ModelKind::Gp, Preset::Default, 2);
        for (key, value) in set {
            params.set(key, value).expect("a parameter");
        }
        let corpus = Arc::new(builtin(Builtin::Reviews));
        let dataset = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
        let dataset = Arc::new(dataset.expect("a dataset"));
        let mut model = params.start(Arc::clone(&dataset)).expect("a model");
        for _ in 0..6 {
            model.step().expect("a step");
        }
        model.restore_best();
        (dataset, model.snapshot())
    }

    #[test]
    fn training_mean_and_shares_sum_to_every_prediction() {
        for set in
            [&[][..], &[("level2", "rbf"), ("zeta", "20")], &[("level2", "ngd"), ("private", "0.3")], &[("normalise", "true")]]
        {
            let (dataset, snapshot) = trained(set);
            let predictions = snapshot.rated().expect("ratings");
            for document in 0..dataset.corpus.len() {
                let sum: f64 = shares(&dataset, &snapshot, document, 0).iter().map(|share| share.share).sum();
                let rated = RatedDocument::of(&dataset, predictions, document, 0).expect("a rated document");
                assert!(
                    (snapshot.words.as_ref().map_or(0.0, |words| words.bias[0]) + sum - rated.mean).abs() < 1e-7,
                    "{set:?} {document}: {sum} {rated:?}"
                );
            }
        }
    }

    #[test]
    fn the_most_extreme_words_are_those_of_a_full_sort() {
        let (_, snapshot) = trained(&[]);
        let mut values: Vec<f64> = snapshot.words.as_ref().expect("values").values.column(0).to_vec();
        values.sort_by(f64::total_cmp);
        let found = |high| outermost(&snapshot, 0, high, 5).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        assert_eq!(found(false), values[..5]);
        values.reverse();
        assert_eq!(found(true), values[..5]);
        assert!(outermost(&snapshot, 9, true, 5).is_empty());
    }

    fn rated(residual: f64) -> (usize, RatedDocument) {
        (0, RatedDocument { truth: 3.0 + residual, mean: 3.0, deviation: Some(1.0) })
    }

    #[test]
    fn calibration_lies_on_the_diagonal_where_the_deviations_are_right() {
        // Residuals at quantiles of the normal distribution, by bisection.
        let quantile = |p: f64| {
            let (mut low, mut high) = (0.0, 9.0);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if within_normal(middle) < p { low = middle } else { high = middle }
            }
            low
        };
        let right: Vec<_> = (0..200).map(|i| rated(quantile((f64::from(i) + 0.5) / 200.0))).collect();
        assert!(calibration(&right).iter().all(|[nominal, observed]| (nominal - observed).abs() < 0.01));
        let narrow: Vec<_> = right.iter().map(|(_, r)| rated(3.0 * r.residual())).collect();
        assert!(calibration(&narrow).iter().filter(|[nominal, _]| (0.3..0.9).contains(nominal)).all(|[n, o]| *o < n - 0.1));
        assert_eq!(calibration(&[]), [[0.0, 0.0], [1.0, 1.0]]);
    }

    #[test]
    fn an_interval_holds_what_lies_within_two_deviations_of_the_mean() {
        assert!(rated(1.9).1.within() && !rated(-2.0).1.within());
    }
}

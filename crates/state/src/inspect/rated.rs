//! Ratings of documents and words with their predictions.
//!
//! Cost of predicted ratings: one pass over the requested documents or words.

use crate::inspect::explain::{Part, Share, largest_first};
use wordfield_core::{
    corpus::Dataset,
    metric::{coverage95, mae, rmse, spearman},
    model::{Rated, Regressor, Snapshot, WordValues},
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

/// Predicted rating of a document of one word alone.
///
/// No document of the corpus is like it: the prediction is an extrapolation, which can leave the scale of the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoneWord {
    /// Index of the word.
    pub word: usize,
    /// Predicted mean.
    pub mean: f64,
    /// Ends of the 95 % interval; `None` for models without predictive variance.
    pub interval: Option<[f64; 2]>,
}

/// Number of words listed at each end of a rating's scale.
const OUTERMOST: usize = 12;
/// Number of words with the most extreme means among which the surest are found: deviations cost more than means.
const CANDIDATES: usize = 5 * OUTERMOST;

/// Words that alone are surely rated high, and those surely rated low, by the lower and the upper end of their intervals:
/// a word with a wide interval does not lead. Without predictive variance they are in order of their means.
pub fn outermost(dataset: &Dataset, fitted: &dyn Regressor, values: &WordValues, rating: usize) -> [Vec<LoneWord>; 2] {
    let alone = dataset.weighting.of_words_alone(&dataset.idf);
    // A fitted model with another vocabulary will be replaced soon.
    if values.values.nrows() != alone.rows() || rating >= values.values.ncols() {
        return [Vec::new(), Vec::new()];
    }
    let means = fitted.means_of(&alone, Some(values));
    [1.0, -1.0].map(|sign| {
        let below = means.column(rating).into_iter().map(|mean| -sign * mean).enumerate();
        let below = below.filter(|(word, _)| !alone.row(*word).0.is_empty()).collect();
        let candidates: Vec<usize> = nearest(below, CANDIDATES).into_iter().map(|(word, _)| word).collect();
        let found = fitted.predict_with(&alone.select(&candidates), Some(values));
        let end = |place: usize| {
            let [low, high] = found.interval(place, rating).unwrap_or([found.means[[place, rating]]; 2]);
            if sign > 0.0 { -low } else { high }
        };
        let surest = nearest((0..candidates.len()).map(|place| (place, end(place))).collect(), OUTERMOST);
        let word = |(place, _): (usize, f64)| LoneWord {
            word: candidates[place],
            mean: found.means[[place, rating]],
            interval: found.interval(place, rating),
        };
        surest.into_iter().map(word).collect()
    })
}

#[cfg(test)]
pub(in crate::inspect) mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Csr, SplitOptions, VocabularyOptions, builtin},
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
    fn the_outermost_words_are_the_surest_among_predictions_of_documents_of_one_word() {
        for set in [&[][..], &[("level2", "rbf")], &[("private", "0.3"), ("spectral_weight", "0")]] {
            let (dataset, snapshot) = trained(set);
            let fitted = snapshot.rated().and_then(|rated| rated.fitted.clone()).expect("a fitted model");
            let values = snapshot.words.as_ref().expect("values");
            let [high, low] = outermost(&dataset, &*fitted, values, 0);
            assert_eq!((high.len(), low.len()), (OUTERMOST, OUTERMOST), "{set:?}");
            let rows = (0..dataset.words.len()).map(|word| vec![(word as u32, 1.0)]);
            let counts = Csr::from_rows(dataset.words.len(), rows);
            let all = fitted.predict(&dataset.weighting.apply(&counts, &dataset.idf));
            let one = |word: usize| (all.means[[word, 0]], all.interval(word, 0).expect("a variance"));
            for (sign, found) in [(1.0, &high), (-1.0, &low)] {
                for word in found {
                    let (mean, [from, to]) = one(word.word);
                    let ends = word.interval.expect("a variance");
                    assert!((word.mean - mean).abs() < 1e-9 && (ends[0] - from).abs() + (ends[1] - to).abs() < 1e-9, "{word:?}");
                    assert!(from < mean && mean < to);
                }
                let end = |word: &LoneWord| word.interval.map_or(0.0, |[low, high]| if sign > 0.0 { low } else { -high });
                assert!(found.is_sorted_by(|a, b| end(a) >= end(b)), "{set:?}: the surest first");
                let wider = |word: usize| {
                    let (_, [low, high]) = one(word);
                    (if sign > 0.0 { low } else { -high }) > end(&found[OUTERMOST - 1]) + 1e-9
                };
                let surer = (0..dataset.words.len()).filter(|&word| wider(word)).count();
                assert!(surer < OUTERMOST, "{set:?}: {surer} words are surer than the last one listed");
            }
            assert!(outermost(&dataset, &*fitted, values, 9).iter().all(Vec::is_empty));
        }
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

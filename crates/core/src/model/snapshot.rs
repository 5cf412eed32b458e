//! Snapshot of a model between two iterations, for views.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use rayon::prelude::*;

use super::{
    ClassPrediction, Classifier, DecideBy, Fitted, Regressor, Scores, WordValues,
    pairs::{MatchRow, Matcher, Parts},
    smm::pairs::{margin, tally, vote},
};
use crate::{
    corpus::{Csr, Dataset},
    ldk::{CorpusKernel, Embedding, Ldk, Source},
    metric::{accuracy, rmse},
};

/// Snapshot of a model between two iterations, for views; immutable.
///
/// All drawings and inspections use this state, so that a document's value is by construction the mean over its words
/// of the field drawn from the same snapshot.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Number of outer iterations made.
    pub iteration: usize,
    /// Iteration of the evaluation that predictions and scores come from; words may have moved since.
    pub evaluated: usize,
    /// Earlier iteration whose state is shown, if the best one was restored ([`Model::restore_best`](super::Model)).
    pub restored_iteration: Option<usize>,
    /// Objective at the snapshot's iteration.
    pub objective: f64,
    /// Word positions and fields; `None` for models without positions.
    pub embedding: Option<EmbeddingView>,
    /// Decision functions at every word; `None` if predictions are not functions of words.
    pub words: Option<WordValues>,
    /// Kernel between documents, over the words at their positions.
    pub documents: CorpusKernel,
    /// Whether the kernel between documents is the model's own; otherwise it only serves to display documents.
    pub owns_kernel: bool,
    /// Predictions of the model for every document.
    pub predictions: Predictions,
    /// Scores of the model on training, development and test part.
    pub scores: Scores,
}

/// View of word positions and the fields over them.
#[derive(Clone, Debug)]
pub struct EmbeddingView {
    /// Embedding kernel between words.
    pub kernel: Embedding,
    /// Positions of all words (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights (V × F): one field for each pair of classes (`c_p = Mᵀ(a∘y)`) or each rating; empty for matching,
    /// where a field depends on the two compared documents.
    pub coefficients: Arc<Array2<f64>>,
}

/// Predictions for every document of the corpus, by task.
#[derive(Clone, Debug)]
pub enum Predictions {
    /// Predicted classes of a classification.
    Classes(Classified),
    /// Predicted ratings of a regression.
    Ratings(Rated),
    /// Predicted partners of a matching.
    Matches(Matched),
}

/// Predicted classes of every document of the corpus.
#[derive(Clone, Debug, Default)]
pub struct Classified {
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P);
    /// empty for models without pairwise decisions.
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Decisions between the classes of each pair, for every document of the corpus (n × P).
    pub decisions: Arc<Array2<f64>>,
    /// Index of the predicted class of every document (n).
    pub predicted: Arc<Vec<usize>>,
    /// Emphasis of each document, the factor of the sum over its words: its inverse length, or 1 without normalisation (n).
    pub emphasis: Arc<Vec<f64>>,
    /// Fitted classifier for new documents; `None` before the first evaluation.
    pub fitted: Option<Arc<dyn Classifier>>,
}

impl Classified {
    /// Classes that a fitted model predicts for every document of a corpus, and their scores.
    pub(super) fn of<C: Classifier + 'static>(
        prediction: ClassPrediction,
        fitted: &Arc<C>,
        data: &Dataset,
    ) -> (Predictions, Scores) {
        let classified = Self {
            pairs: Arc::new(prediction.pairs),
            decisions: Arc::new(prediction.decisions),
            predicted: Arc::new(prediction.predicted),
            emphasis: Arc::new(prediction.emphasis),
            fitted: Some(Arc::clone(fitted) as Arc<dyn Classifier>),
        };
        let scores = classified.accuracies(data);
        (Predictions::Classes(classified), scores)
    }

    /// Votes of the pairs for each class on a document, and the sum of its decisions, positive for the class.
    ///
    /// # Panics
    /// Panics if the document does not exist.
    pub fn votes(&self, document: usize, classes: usize) -> Vec<(usize, f64)> {
        tally(&self.pairs, classes, &self.decisions.row(document))
    }

    /// Margin of a document's prediction: the smallest decision for the predicted class against any other.
    ///
    /// # Panics
    /// Panics if the document does not exist.
    pub fn margin(&self, document: usize) -> f64 {
        margin(&self.pairs, self.predicted[document], &self.decisions.row(document))
    }

    /// Accuracy on each part: the share of documents whose class is predicted.
    pub(super) fn accuracies(&self, data: &Dataset) -> Scores {
        let part = |documents: &[usize]| accuracy(documents.iter().map(|&i| (data.corpus.labels[i], self.predicted[i])));
        Scores::over(data, part)
    }
}

/// Predicted ratings of every document of the corpus, on the user's scale.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Mean of each rating of every document of the corpus (n × B): the mean of the field over the document's words.
    /// The distance of the mean from the offset is multiplied by the document's emphasis.
    pub mean: Arc<Array2<f64>>,
    /// Emphasis of each document: the factor of its sum over words (n).
    pub emphasis: Arc<Vec<f64>>,
    /// Standard deviation of a new rating of every document (n × B); `None` for models without predictive variance.
    pub deviation: Option<Arc<Array2<f64>>>,
    /// Fitted regressor for new documents; `None` before the first evaluation.
    pub fitted: Option<Arc<dyn Regressor>>,
}

impl Rated {
    /// Name of the value that a rating's word shares are added to.
    pub fn offset_name(&self) -> &'static str {
        self.fitted.as_ref().map_or("training mean", |fitted| fitted.offset_name())
    }

    /// Ratings that a fitted model predicts for a corpus, and their scores.
    pub(super) fn of<R: Regressor + 'static>(fitted: &Arc<R>, data: &Dataset) -> (Predictions, Scores) {
        let prediction = fitted.predict(&data.weights);
        let scores = Self::errors(data, &prediction.means, fitted.scales());
        let rated = Self {
            mean: Arc::new(prediction.means),
            emphasis: Arc::new(prediction.emphasis),
            deviation: prediction.deviations.map(Arc::new),
            fitted: Some(Arc::clone(fitted) as Arc<dyn Regressor>),
        };
        (Predictions::Ratings(rated), scores)
    }

    /// Root mean squared errors of predicted means (n × B) in the parts.
    /// Several ratings are each divided by their training deviation first, and the result multiplied by that of the first rating,
    /// so that no rating outweighs another by its units.
    pub(super) fn errors(data: &Dataset, means: &Array2<f64>, scales: &[f64]) -> Scores {
        let Some(ratings) = data.corpus.task.ratings() else { return Scores::default() };
        Scores::over(data, |rows| rmse_of_all([&ratings.values, means], scales, rows))
    }
}

/// Root mean squared error over several ratings of some documents, in units of the first; `values`: truth and prediction (n × B).
pub(super) fn rmse_of_all(values: [&Array2<f64>; 2], scales: &[f64], rows: &[usize]) -> Option<f64> {
    let [truth, means] = values.map(|values| {
        let unit = |&row: &usize| scales.iter().enumerate().map(move |(b, scale)| values[[row, b]] * (scales[0] / scale));
        rows.iter().flat_map(unit).collect::<Vec<f64>>()
    });
    rmse(&truth, &means)
}

/// Predicted partners of the source documents.
#[derive(Clone, Debug)]
pub struct Matched {
    /// Rankings of candidates, one row for every source document that has candidates, in document order.
    pub rows: Arc<Vec<MatchRow>>,
    /// Part of each kernel component in the similarities of documents, the map first; empty if the map is the only component.
    pub component_parts: Arc<Vec<(Source, f64)>>,
    /// Fitted model, source of distances, candidates and witness functions.
    pub fitted: Arc<dyn Matcher>,
}

impl Matched {
    /// Partners that a fitted model predicts in each part of a corpus, and its scores.
    pub(super) fn of<M: Matcher + 'static>(fitted: &Arc<M>, data: &Dataset) -> (Predictions, Scores) {
        let ([train, dev, test], rows) = Parts::of(data).evaluate(&**fitted);
        let scores = Scores::of(train.precision(1), dev.precision(1), test.precision(1));
        let fitted = Arc::clone(fitted) as Arc<dyn Matcher>;
        (Predictions::Matches(Self { rows: Arc::new(rows), component_parts: Arc::default(), fitted }), scores)
    }

    /// Ranking of the candidates for a source document, if there is one.
    pub fn row(&self, document: usize) -> Option<&MatchRow> {
        self.rows.binary_search_by_key(&document, |row| row.document).ok().map(|place| &self.rows[place])
    }
}

impl Snapshot {
    /// Name of the kernel between documents, with a remark if the kernel is not the model's own.
    pub fn kernel_name(&self) -> String {
        let name = self.documents.ldk.name();
        if self.owns_kernel { name } else { format!("{name} (not the model's own)") }
    }

    /// Whether the kernel between documents has learned word positions.
    pub fn has_learned_kernel(&self) -> bool {
        self.documents.x.ncols() > 0
    }

    /// Creates a snapshot of predictions over words at positions; the caller fills in iteration, objective and scores.
    pub(super) fn over(embedding: EmbeddingView, ldk: Ldk, words: Option<WordValues>, predictions: Predictions) -> Self {
        let documents = CorpusKernel { ldk, x: Arc::clone(&embedding.latent), alike: None };
        let (objective, scores) = (f64::NAN, Scores::default());
        let embedding = Some(embedding);
        Self {
            iteration: 0,
            evaluated: 0,
            restored_iteration: None,
            objective,
            embedding,
            words,
            documents,
            owns_kernel: true,
            predictions,
            scores,
        }
    }

    /// Fitted model of the snapshot; `None` before the first evaluation.
    pub fn fitted(&self) -> Option<&dyn Fitted> {
        match &self.predictions {
            Predictions::Classes(classified) => Some(&**classified.fitted.as_ref()?),
            Predictions::Ratings(rated) => Some(&**rated.fitted.as_ref()?),
            Predictions::Matches(matched) => Some(&*matched.fitted),
        }
    }

    /// Class that the model decides for a document of each word alone, and its margin (V).
    /// `None` before the first evaluation, and for models without decisions of pairs at words.
    pub fn decided_words(&self) -> Option<(Vec<usize>, Vec<f32>)> {
        let (found, words) = (self.classified().filter(|found| !found.pairs.is_empty())?, self.words.as_ref()?);
        let (pairs, fitted, count) = (&found.pairs, found.fitted.as_ref()?, words.values.nrows());
        let alone = || Csr::from_rows(count, (0..count as u32).map(|word| vec![(word, 1.0)]));
        let (decisions, root) = if words.beside.is_some() {
            (Arc::new(fitted.classify_with(&alone(), Some(words)).decisions), Vec::new())
        } else if words.function.is_none() && self.embedding.is_some() {
            // Values are those of documents whose length is one.
            (Arc::clone(&words.values), self.documents.ldk.lengths(&alone(), &self.documents.x).root)
        } else {
            (Arc::clone(&words.values), Vec::new())
        };
        let decide = |word: usize| {
            let bias = ArrayView1::from(words.bias.as_slice());
            let decisions = decisions.row(word);
            let scaled = root.get(word).map(|root| (&decisions - &bias) / *root + bias);
            let decisions = scaled.as_ref().map_or(decisions, |scaled| scaled.view());
            let class = vote(pairs, fitted.classes().len(), &decisions);
            (class, margin(pairs, class, &decisions) as f32)
        };
        Some((0..count).into_par_iter().with_min_len(256).map(decide).unzip())
    }

    /// Iteration whose state the snapshot shows.
    pub fn shown(&self) -> usize {
        self.restored_iteration.unwrap_or(self.iteration)
    }

    /// Basis of the model's decisions; `None` for models without positions.
    pub fn decides_by(&self) -> Option<DecideBy> {
        self.embedding.as_ref().and_then(|_| DecideBy::over(&self.documents.ldk))
    }

    /// Word positions (V × q); `None` for models without positions.
    pub fn latent(&self) -> Option<&Arc<Array2<f64>>> {
        self.embedding.as_ref().map(|embedding| &embedding.latent)
    }

    /// Position of a word; `None` for unknown words and models without positions.
    pub fn position(&self, word: usize) -> Option<Vec<f64>> {
        self.latent().filter(|latent| word < latent.nrows()).map(|latent| latent.row(word).to_vec())
    }

    /// Snapshot with the words at other positions.
    #[must_use]
    pub fn with_latent(mut self, latent: Arc<Array2<f64>>) -> Self {
        if let Some(embedding) = &mut self.embedding {
            self.documents.x = Arc::clone(&latent);
            embedding.latent = latent;
        }
        self
    }

    /// Marks the snapshot as restored at a later iteration.
    pub(super) fn restored_at(&mut self, iteration: usize) {
        self.restored_iteration = Some(self.iteration).filter(|&best| best != iteration);
        self.iteration = iteration;
    }

    /// Predicted classes, if the model predicts classes.
    pub fn classified(&self) -> Option<&Classified> {
        if let Predictions::Classes(predictions) = &self.predictions { Some(predictions) } else { None }
    }

    /// Predicted ratings, if the model predicts ratings.
    pub fn rated(&self) -> Option<&Rated> {
        if let Predictions::Ratings(predictions) = &self.predictions { Some(predictions) } else { None }
    }

    /// Predicted partners, if the model predicts partners.
    pub fn matched(&self) -> Option<&Matched> {
        if let Predictions::Matches(predictions) = &self.predictions { Some(predictions) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin},
        model::{ModelKind, Params, Preset},
    };

    #[test]
    fn the_class_decided_at_a_word_is_that_of_a_document_of_the_word_alone() {
        for settings in [&[][..], &[("level2", "rbf"), ("zeta", "20")], &[("multiclass", "one-vs-rest")]] {
            let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
            params.set_all(settings).expect("settings");
            let data = Arc::new(built_in(Builtin::Topics, params.weighting()));
            let mut model = params.start(Arc::clone(&data)).expect("a model");
            assert!(model.snapshot().decided_words().is_none(), "nothing was decided yet");
            for _ in 0..4 {
                model.step().expect("a step");
            }
            model.ensure_evaluated();
            let snapshot = model.snapshot();
            let (classes, margins) = snapshot.decided_words().expect("decisions");
            let fitted = snapshot.classified().and_then(|found| found.fitted.clone()).expect("a fitted model");
            let alone =
                fitted.classify(&Csr::from_rows(data.words.len(), (0..data.words.len() as u32).map(|word| vec![(word, 1.0)])));
            assert_eq!(classes, alone.predicted, "{settings:?}");
            assert!((1..4).all(|class| classes.contains(&class)), "words of every class");
            for (word, (&class, &margin)) in classes.iter().zip(&margins).enumerate() {
                let against = |(pair, &(first, second)): (usize, &(usize, usize))| match alone.decisions[[word, pair]] {
                    decision if first == class => decision,
                    decision if second == class => -decision,
                    _ => f64::INFINITY,
                };
                let least = alone.pairs.iter().enumerate().map(against).fold(f64::INFINITY, f64::min);
                assert!((f64::from(margin) - least).abs() < 1e-5 * least.abs().max(1.0), "{word}: {margin} {least}");
            }
        }
    }

    fn built_in(which: Builtin, weighting: Weighting) -> Dataset {
        Dataset::build(Arc::new(builtin(which)), &SplitOptions::default(), &VocabularyOptions::default(), weighting)
            .expect("a dataset")
    }

    #[test]
    fn the_kernel_between_documents_is_that_of_the_parameters() {
        for (kind, which, settings) in [
            (ModelKind::Smm, Builtin::Topics, &[("private", "2"), ("normalise", "true")][..]),
            (ModelKind::Smm, Builtin::Topics, &[("level2", "ngd"), ("gamma", "0.5")]),
            (ModelKind::Gp, Builtin::Reviews, &[("level2", "rbf"), ("zeta", "3")]),
            (ModelKind::Matching, Builtin::Pairs, &[("private", "2")]),
        ] {
            let mut params = Params::preset(kind, Preset::Paper, 2);
            params.set_all(settings).expect("settings");
            let data = Arc::new(built_in(which, params.weighting()));
            let mut model = params.clone().start(data).expect("a model");
            for step in 0..2 {
                let ldk = model.snapshot().documents.ldk;
                for (key, text) in settings {
                    let shown = match *key {
                        "private" => (ldk.private - 2.0).abs() < 1e-12,
                        "normalise" => ldk.unit_length,
                        "gamma" => ldk.embedding.gamma() == Some(0.5),
                        "zeta" => ldk.level2 == crate::ldk::Level2::Rbf { zeta: 3.0 },
                        _ => !ldk.level2.is_linear(),
                    };
                    assert!(shown, "{kind:?} after {step} steps: {key} = {text}, {ldk:?}");
                }
                model.step().expect("a step");
            }
        }
    }
}

//! Nearest neighbours: a document has the class of most of the training documents whose kernel means are nearest to its own.
//!
//! Nothing is learned: words lie at the principal directions of the documents, and documents are compared at unit length in the
//! kernel's space, where the nearest is the one of largest kernel. A rival that shows what learning the positions is worth.
//! A document without a known word has the most frequent class.
//!
//! Cost: one cross Gram matrix a prediction; memory: the kernel of some documents with all training documents.

mod params;
#[cfg(test)]
mod tests;

pub use params::{CheckedKnn, KnnParams};

use std::cmp::Reverse;
use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use rand::{SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::model::{
    ClassPrediction, Classified, Classifier, Estimator, FittedRef, Metric, ModelError, ModelInfo, ModelKind, Moved, Predictions,
    Scores, Snapshot, Training,
    fitted::{Check, Fitted, first_problem, positions},
    start::{Start, StartInputs, Texts},
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
};

/// Documents judged at once.
const BLOCK: usize = 512;

/// A nearest-neighbour classifier being "trained": one iteration, which moves nothing.
pub type Knn = Training<KnnEstimator>;

/// What it takes to classify documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnnModel {
    /// The words, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Class names.
    pub classes: Arc<Vec<String>>,
    /// Parameters it was made with.
    pub params: KnnParams,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Training documents (rows of `M`, n × V).
    pub train: Arc<Csr>,
    /// Their classes (n).
    pub labels: Arc<Vec<usize>>,
}

impl KnnModel {
    /// The class of most of the nearest training documents; of equals the one whose documents are nearer in sum.
    fn vote(&self, kernel: &ArrayView1<'_, f64>, without: Option<usize>) -> usize {
        let mut order: Vec<usize> = (0..kernel.len()).filter(|&i| Some(i) != without).collect();
        let nearest = self.params.k.min(order.len());
        if nearest < order.len() {
            order.select_nth_unstable_by(nearest, |&i, &j| kernel[j].total_cmp(&kernel[i]).then(i.cmp(&j)));
        }
        let mut votes = vec![(0_usize, 0.0_f64); self.classes.len()];
        for &i in &order[..nearest] {
            votes[self.labels[i]].0 += 1;
            votes[self.labels[i]].1 += kernel[i];
        }
        let best = |best: usize, class: usize| if votes[class] > votes[best] { class } else { best };
        (1..votes.len()).fold(0, best)
    }

    /// The class that most training documents have.
    fn most_frequent(&self) -> usize {
        let mut counts = vec![0_usize; self.classes.len()];
        self.labels.iter().for_each(|&label| counts[label] += 1);
        (0..counts.len()).max_by_key(|&class| (counts[class], Reverse(class))).unwrap_or_default()
    }

    /// Classes of documents given as rows of `M` (n); a document that is itself the i-th training document is not its own
    /// neighbour where `own` says so.
    fn classes_of(&self, weights: &Csr, own: impl Fn(usize) -> Option<usize> + Sync) -> Vec<usize> {
        let ldk = self.params.ldk();
        let of_train = ldk.lengths(&self.train, &self.latent);
        let rows: Vec<usize> = (0..weights.rows()).collect();
        let of = |rows: &[usize]| {
            let some = weights.select(rows);
            let lengths = ldk.lengths(&some, &self.latent);
            let kernel = ldk.cross((&some, &lengths), (&self.train, &of_train), &self.latent);
            let one = |(&row, kernel): (&usize, ArrayView1<'_, f64>)| {
                if weights.row(row).0.is_empty() { self.most_frequent() } else { self.vote(&kernel, own(row)) }
            };
            rows.iter().zip(kernel.outer_iter()).map(one).collect::<Vec<_>>()
        };
        rows.par_chunks(BLOCK).flat_map_iter(of).collect()
    }
}

impl Classifier for KnnModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify(&self, weights: &Csr) -> ClassPrediction {
        let predicted = self.classes_of(weights, |_| None);
        ClassPrediction { pairs: Vec::new(), decisions: Array2::zeros((predicted.len(), 0)), predicted }
    }
}

impl Fitted for KnnModel {
    fn judge(&self) -> FittedRef<'_> {
        FittedRef::Classes(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn problem(&self) -> Option<&'static str> {
        let own: [Check; 2] = [
            (self.train.cols() == self.words.len(), "its training documents do not fit its words"),
            (
                self.labels.len() == self.train.rows() && self.labels.iter().all(|&label| label < self.classes.len()),
                "its training documents do not fit its classes",
            ),
        ];
        let places = positions(self.params.embedding, &self.latent, self.words.len(), self.params.q);
        first_problem(places.into_iter().chain(own))
    }
}

/// What "moves" the words: nothing does.
#[derive(Debug)]
pub struct KnnEstimator {
    data: Arc<Dataset>,
    model: KnnModel,
    /// The training document each document of the corpus is, if it is one.
    own: Vec<Option<usize>>,
    nothing: Arc<Array2<f64>>,
    objective: f64,
}

impl KnnEstimator {
    /// What a model says of the corpus: no document is its own neighbour.
    fn look(&self, model: &KnnModel, predicted: Vec<usize>) -> Snapshot {
        Snapshot {
            iteration: 0,
            kept: None,
            objective: self.objective,
            embedding: model.params.embedding,
            latent: Arc::clone(&model.latent),
            coefficients: Arc::clone(&self.nothing),
            bias: Arc::default(),
            word_values: Arc::clone(&self.nothing),
            function: None,
            predictions: Predictions::Classes(Classified {
                pairs: Arc::default(),
                decisions: Arc::new(Array2::zeros((predicted.len(), 0))),
                emphasis: Arc::new(vec![1.0; predicted.len()]),
                predicted: Arc::new(predicted),
            }),
            scores: Scores::default(),
        }
    }
}

impl Estimator for KnnEstimator {
    type Params = KnnParams;
    type Fitted = KnnModel;
    type Solution = KnnModel;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::Knn,
        task: TaskKind::Classes,
        command: "knn",
        help: "Nearest neighbours, without learning: classes of documents",
        label: "nearest neighbours",
        title: "a nearest-neighbour classifier, which tells classes",
        metric: Metric::Accuracy,
        as_printed: "counts, the nearest document alone",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fails when no training document has a known word.
    fn start(data: &Arc<Dataset>, params: &KnnParams, _: Budget) -> Result<(Self, KnnModel, Snapshot), ModelError> {
        let known: Vec<usize> = data.split.train.iter().copied().filter(|&i| !data.weights.row(i).0.is_empty()).collect();
        if known.is_empty() {
            return Err(ModelError::no_known_word());
        }
        let train = data.weights.select(&known);
        let mut own = vec![None; data.corpus.len()];
        known.iter().enumerate().for_each(|(place, &document)| own[document] = Some(place));
        let texts = || Texts::of(data);
        let ground = StartInputs { documents: vec![&train], texts: &texts, vectors: data.vectors.as_deref() };
        let mut rng = StdRng::seed_from_u64(params.seed);
        let latent = Start::Pca.positions((params.q, params.start_scale), &ground, &mut rng)?;
        let model = KnnModel {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            params: params.clone(),
            latent: Arc::new(latent),
            labels: Arc::new(known.iter().map(|&i| data.corpus.labels[i]).collect()),
            train: Arc::new(train),
        };
        let nothing = Arc::new(Array2::zeros((data.words.len(), 0)));
        let estimator = Self { data: Arc::clone(data), model, own, nothing, objective: f64::NAN };
        let snapshot = estimator.look(&estimator.model, vec![0; data.corpus.len()]);
        let solution = estimator.model.clone();
        Ok((estimator, solution, snapshot))
    }

    /// The objective is the share of training documents that their neighbours tell wrong.
    fn advance(&mut self, params: &KnnParams, _: usize, _: f64) -> Result<Moved, ModelError> {
        self.model.params = params.clone();
        let predicted = self.model.classes_of(&self.model.train, Some);
        let wrong = predicted.iter().zip(self.model.labels.iter()).filter(|(a, b)| a != b).count();
        self.objective = wrong as f64 / predicted.len() as f64;
        Ok(Moved { objective: self.objective, converged: true, drawn: false })
    }

    fn shown(&self) -> &Array2<f64> {
        &self.model.latent
    }

    fn objective(&self) -> f64 {
        self.objective
    }

    fn solve(&mut self, params: &KnnParams) -> Option<KnnModel> {
        self.model.params = params.clone();
        Some(self.model.clone())
    }

    fn numbers(&self) -> Vec<f64> {
        Vec::new()
    }

    fn solve_at(&mut self, params: &KnnParams, x: Array2<f64>, _: &[f64]) -> Option<KnnModel> {
        Some(KnnModel { params: params.clone(), latent: Arc::new(x), ..self.model.clone() })
    }

    fn place(&mut self, places: &[(usize, Vec<f64>)]) {
        let latent = Arc::make_mut(&mut self.model.latent);
        let (words, q) = latent.dim();
        for (word, place) in places.iter().filter(|(word, place)| *word < words && place.len() == q) {
            latent.row_mut(*word).assign(&ArrayView1::from(place.as_slice()));
        }
    }

    fn describe(&self, solution: &KnnModel) -> Snapshot {
        self.look(solution, solution.classes_of(&self.data.weights, |document| self.own[document]))
    }

    fn follow(&self, _: &KnnParams, _: &KnnModel) -> Option<Snapshot> {
        None
    }

    fn scores(&self, _: &KnnModel, snapshot: &Snapshot) -> Scores {
        snapshot.classified().map(|said| said.accuracies(&self.data)).unwrap_or_default()
    }

    fn go_to(&mut self, params: &KnnParams, solution: &KnnModel) {
        self.model = KnnModel { params: params.clone(), ..solution.clone() };
    }

    fn changed(&mut self, params: &KnnParams, _: &str) {
        self.model.params = params.clone();
    }

    fn trained<'a>(&'a self, solution: &'a KnnModel) -> &'a KnnModel {
        solution
    }

    fn params_of(trained: &KnnModel) -> &KnnParams {
        &trained.params
    }

    fn adopt(&self, trained: &KnnModel) -> Result<KnnModel, ModelError> {
        ModelError::unless_same("words", &self.model.words, &trained.words)?;
        ModelError::unless_same("classes", &self.model.classes, &trained.classes)?;
        Ok(trained.clone())
    }
}

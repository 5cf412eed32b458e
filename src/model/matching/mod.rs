//! Cross-domain matching (thesis ch. 6): words of two sides, say two languages, get positions in one space, so that the
//! kernel mean of a document lies nearer to that of its partner on the other side than to any other's.
//!
//! One outer iteration moves the positions, either on a random share of the words (Adam) or on all (L-BFGS). Every
//! `evaluate_every` iterations each part's documents look for their partners among the part's documents, both ways.
//!
//! Cost of an iteration: one cross Gram matrix and its gradient (`V_s V_t q` and `n·nnz`), the pairs of words within each
//! document. Memory: a few `n_s × n_t` of the pairs drawn, one `V × n`.

mod explain;
mod nearest;
mod objective;
mod params;
mod point;
mod predict;
mod presets;
mod resume;
mod rows;
mod search;
mod set;
mod sides;
mod start;
#[cfg(test)]
mod tests;

pub use explain::WordShare;
pub use params::{CheckedMatching, MatchParams, Start};
pub use predict::{MatchModel, Means};
pub use rows::{Found, MatchRow, Matches};
pub use sides::{Part, Sides};

use std::sync::Arc;

use ndarray::Array2;

use self::search::Search;
use super::{
    LiveChange, Matched, Merit, Model, ModelError, Optimiser, Predictions, Progress, Scores, Snapshot, StopReason, Trained,
};
use crate::corpus::Dataset;

/// Training documents looked at when the training part is measured; it is a sample where there are more.
const SEEN: usize = 1000;
/// Pairs of documents outside all parts up to which they are given rows too.
const REST: usize = 1 << 22;

/// Documents to learn from, to choose the best iterate by, and to measure only.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Training documents; targets without a source are candidates that are never right.
    pub train: Part,
    /// Development documents.
    pub dev: Part,
    /// Test documents.
    pub test: Part,
    /// Documents of no part, which look for partners among themselves.
    pub rest: Part,
}

impl Parts {
    /// The parts of a dataset of pairs. Documents without a partner join the training part as candidates.
    pub fn of(data: &Dataset) -> Self {
        let mut held = vec![false; data.corpus.len()];
        [&data.split.train, &data.split.dev, &data.split.test].into_iter().flatten().for_each(|&i| held[i] = true);
        let rest: Vec<usize> = (0..held.len()).filter(|&i| !held[i]).collect();
        let single = |i: &usize| data.corpus.task.pairs().is_some_and(|pairs| pairs.partner[*i].is_none());
        let train: Vec<usize> = data.split.train.iter().copied().chain(rest.iter().copied().filter(single)).collect();
        Self {
            train: Part::of(data, &train),
            dev: Part::of(data, &data.split.dev),
            test: Part::of(data, &data.split.test),
            rest: Part::of(data, &rest),
        }
    }
}

/// A matching being trained.
#[derive(Debug)]
pub struct Matching {
    params: MatchParams,
    parts: Parts,
    /// Training documents with words.
    training: Sides,
    search: Search,
    iteration: usize,
    kept: Option<usize>,
    evaluated: Evaluated,
    best: Option<Evaluated>,
    nothing: Arc<Array2<f64>>,
}

/// A model and what it says of the parts.
#[derive(Clone, Debug)]
struct Evaluated {
    iteration: usize,
    model: Arc<MatchModel>,
    parts: [Matches; 3],
    rows: Arc<Vec<MatchRow>>,
    scores: Scores,
}

impl Evaluated {
    /// What the best iterate is chosen by: precision@1 on the development part, then how near the partners rank; of equals
    /// the later one, which has learned more.
    fn standing(&self) -> (Option<f64>, Option<f64>) {
        (self.scores.dev, self.parts[1].reciprocal())
    }
}

impl Matching {
    /// Places the words, ready for the first iteration. The dataset is weighted anew where its weighting is not the
    /// parameters'.
    ///
    /// # Errors
    /// When fewer than two training pairs have known words on both sides.
    pub fn new(data: Arc<Dataset>, params: CheckedMatching) -> Result<Self, ModelError> {
        let weighting = params.get().weighting;
        let data = if data.weighting == weighting { data } else { Arc::new(data.reweighted(weighting)) };
        Self::on(Parts::of(&data), Arc::new(data.words.clone()), params)
    }

    /// The same on weighted documents; `words` are the source's, then the target's.
    ///
    /// # Errors
    /// When fewer than two training pairs have known words on both sides.
    pub fn on(parts: Parts, words: Arc<Vec<String>>, params: CheckedMatching) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let training = parts.train.sides.worded();
        if training.pairs().len() < 2 {
            return Err(ModelError::Data {
                problem: "fewer than two training pairs have words of the vocabulary on both sides".into(),
                remedy: "take more training pairs, or lower the document-frequency threshold".into(),
            });
        }
        let search = Search::new(&params, &training);
        let nothing = Arc::new(Array2::zeros((words.len(), 0)));
        let model = MatchModel {
            words,
            source_words: training.source.cols(),
            params: params.clone(),
            gamma: params.gamma,
            sharpness: params.sharpness,
            latent: Arc::new(search.shown().clone()),
        };
        let evaluated = Evaluated {
            iteration: 0,
            model: Arc::new(model),
            parts: Default::default(),
            rows: Arc::default(),
            scores: Scores::default(),
        };
        Ok(Self { params, parts, training, search, iteration: 0, kept: None, evaluated, best: None, nothing })
    }

    /// Parameters as they are now, live changes included.
    pub fn params(&self) -> &MatchParams {
        &self.params
    }

    /// The documents of each part.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The model as it was last evaluated, or as [`Model::take_best`] took it back.
    pub fn model(&self) -> &Arc<MatchModel> {
        &self.evaluated.model
    }

    /// What the training (a sample where it is large), development and test documents found at the last evaluation.
    pub fn matches(&self) -> &[Matches; 3] {
        &self.evaluated.parts
    }

    /// Lets each part's documents look for their partners.
    pub fn evaluate(&mut self) -> Scores {
        let model = self.present();
        let Parts { train, dev, test, rest } = &self.parts;
        let train = train.first(SEEN);
        let parts = [&train, dev, test].map(|part| model.both_ways(&part.sides));
        let mut rows: Vec<MatchRow> = parts.iter().zip([&train, dev, test]).flat_map(|(found, part)| part.rows(found)).collect();
        if rest.sources.len().saturating_mul(rest.targets.len()) <= REST {
            let known: std::collections::HashSet<usize> = rows.iter().map(|row| row.document).collect();
            let found = rest.rows(&model.both_ways(&rest.sides));
            rows.extend(found.into_iter().filter(|row| !known.contains(&row.document)));
        }
        rows.sort_unstable_by_key(|row| row.document);
        let [train, dev, test] = [0, 1, 2].map(|part: usize| parts[part].precision(1));
        let scores = Scores { train, dev, test };
        self.evaluated = Evaluated { iteration: self.iteration, model: Arc::new(model), parts, rows: Arc::new(rows), scores };
        let standing = self.evaluated.standing();
        if standing.0.is_some() && self.best.as_ref().is_none_or(|best| standing >= best.standing()) {
            self.best = Some(self.evaluated.clone());
        }
        scores
    }

    /// The model at the present positions.
    fn present(&self) -> MatchModel {
        MatchModel {
            latent: Arc::new(self.search.shown().clone()),
            gamma: self.search.gamma(),
            sharpness: self.search.sharpness(),
            params: self.params.clone(),
            ..MatchModel::clone(&self.evaluated.model)
        }
    }
}

impl Model for Matching {
    fn step(&mut self) -> Result<Progress, ModelError> {
        let moved = self.search.advance(&self.params, &self.training, self.iteration + 1)?;
        self.iteration += 1;
        self.kept = None;
        let due = moved.converged || self.iteration.is_multiple_of(self.params.evaluate_every);
        let scores = due.then(|| self.evaluate());
        let stop = moved.converged.then_some(StopReason::Converged);
        Ok(Progress { iteration: self.iteration, objective: moved.objective, scores, stop })
    }

    /// The rows are those of the last evaluation; positions and machine are the present ones.
    fn snapshot(&self) -> Snapshot {
        let last = &self.evaluated;
        let same = *last.model.latent == *self.search.shown();
        let machine = if same { Arc::clone(&last.model) } else { Arc::new(self.present()) };
        Snapshot {
            iteration: self.iteration,
            kept: self.kept,
            objective: self.search.objective(),
            gamma: machine.gamma,
            latent: Arc::clone(&machine.latent),
            coefficients: Arc::clone(&self.nothing),
            bias: Arc::default(),
            word_values: Arc::clone(&self.nothing),
            predictions: Predictions::Matches(Matched { rows: Arc::clone(&last.rows), machine }),
            scores: last.scores,
        }
    }

    fn latent(&self) -> &Array2<f64> {
        self.search.shown()
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        match change {
            LiveChange::C(_) => return Err(ModelError::foreign("c", "the latent SMM")),
            LiveChange::Rate(rate) if !self.params.is_stochastic() => return Err(ModelError::own_step(rate)),
            _ => {}
        }
        let mut params = self.params.clone();
        params.apply(change);
        self.params = params.check()?.into_inner();
        let (gamma, sharpness) = (matches!(change, LiveChange::Gamma(_)), matches!(change, LiveChange::Sharpness(_)));
        self.search.changed(&self.params, gamma, sharpness);
        Ok(())
    }

    fn take_best(&mut self) {
        if *self.evaluated.model.latent != *self.search.shown() {
            self.evaluate();
        }
        if let Some(best) = &self.best {
            self.search.go_to(&self.params, &best.model.latent, best.model.gamma, best.model.sharpness);
            self.evaluated = best.clone();
            self.kept = Some(best.iteration).filter(|&best| best != self.iteration);
        }
    }

    fn merit(&self) -> Merit {
        Merit::Precision
    }

    fn trained(&mut self) -> Trained {
        let same = *self.evaluated.model.latent == *self.search.shown();
        if !same || self.evaluated.rows.is_empty() {
            self.evaluate();
        }
        Trained::Matching(MatchModel::clone(&self.evaluated.model))
    }
}

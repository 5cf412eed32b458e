//! Evaluation of the latent SMM: the SVMs solved on all words, and their decisions for every document.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Moving, SmmEstimator, SmmModel, SmmParams, SmmSolution, WarmStarts,
    objective::{MAX_LOW_RANK_ERROR, Objective, coefficients},
    point::Point,
};
use crate::{
    cancel,
    corpus::Dataset,
    ldk::{Components, Support},
    metric,
    model::{ClassPrediction, Classified, MapScores, PartScores, Predictions, Snapshot, embedding::beside::CorpusComponents},
};

/// Scores of the kernel components without the word map, with the inputs of the computation.
#[derive(Debug)]
pub(super) struct WithoutMap {
    c: f64,
    components: Arc<Components>,
    scores: PartScores,
}

impl SmmEstimator {
    /// Snapshot of a solution of the SVMs over the corpus.
    pub(super) fn look(&self, model: &SmmModel, objective: f64) -> Snapshot {
        let word_values = model.word_values();
        let beside = self.beside.rows_of(&model.ldk(), &self.data.weights);
        let lengths = model.ldk().lengths_with(&self.data.weights, &model.latent, beside.clone());
        let ClassPrediction { decisions, predicted, emphasis, .. } =
            model.predict_with(&self.data.weights, &lengths, &word_values);
        let mut words = model.values_from(word_values);
        words.parts = words.measured((&self.data.weights, &emphasis[..]), beside.as_deref(), &decisions);
        let predictions = Predictions::Classes(Classified {
            pairs: Arc::clone(&model.pairs),
            decisions: Arc::new(decisions),
            predicted: Arc::new(predicted),
            emphasis: Arc::new(emphasis),
            fitted: Some(Arc::new(model.clone())),
        });
        Snapshot { objective, ..Snapshot::over(model.view(), model.ldk(), Some(words), predictions) }
    }

    /// Objective `J` of the latent SMM at the shown positions.
    pub(super) fn objective_now(&mut self, params: &SmmParams) -> Option<f64> {
        let (point, moving) = (self.optimizer.descent.shown_point(), self.moving(params));
        let warm = self.warm.of_moving().map(<[_]>::to_vec);
        let (value, _) = self.objective_at(&moving, &point, warm.as_deref());
        (!cancel::requested()).then_some(value)
    }

    /// Objective `J` of the latent SMM at a point, and the dual variables of its SVMs; undefined if cancelled.
    fn objective_at(&self, moving: &Moving, point: &Point, warm: Option<&[Vec<f64>]>) -> (f64, Vec<Vec<f64>>) {
        let Moving { params, beside, fits } = moving;
        let (centre, m, pairs) = (self.optimizer.descent.centre.clone(), &self.train, &self.pairs);
        let objective = Objective { params, m, pairs, fits: *fits, centre: centre.as_deref(), beside: beside.as_ref() };
        let duals = objective.solve(point, warm).1;
        (duals.objective + objective.prior(point), duals.warm)
    }

    /// Solves the SVMs on all words at the shown positions; `None` if cancelled.
    pub(super) fn evaluate(&mut self, params: &SmmParams) -> Option<SmmSolution> {
        let warm = std::mem::take(&mut self.warm);
        let (solution, duals) = self.solved(params, &self.optimizer.descent.shown_point(), &warm);
        self.warm = if cancel::requested() { warm } else { duals };
        (!cancel::requested()).then_some(solution)
    }

    /// Solves the SVMs on all words at a point; returns them and their dual variables; undefined if cancelled.
    pub(super) fn solved(&mut self, params: &SmmParams, point: &Point, warm: &WarmStarts) -> (SmmSolution, WarmStarts) {
        let beside = self.beside(params);
        let read = Point { kernels: params.read(&point.x, point.kernels), x: point.x.clone() };
        let (mut model, mut objective, decisions) = self.fitted(params, beside.as_ref(), read.clone(), warm.decisions.as_deref());
        let mut duals = WarmStarts { decisions: Some(decisions), ..WarmStarts::default() };
        if read.kernels.embedding != point.kernels.embedding {
            model.moving = Some(point.kernels.embedding);
        }
        if params.moves_apart() {
            let moving = self.moving(params);
            let (value, of_moving) = self.objective_at(&moving, point, warm.of_moving());
            (objective, duals.moving) = (value, Some(of_moving));
        }
        let map = beside.map(|beside| {
            let (alone, _, of_map) = self.fitted(&params.clone().of_map_alone(), None, read, warm.map.as_deref());
            duals.map = Some(of_map);
            MapScores { alone: self.accuracies(&alone), without: self.without_map(params, &beside) }
        });
        (SmmSolution { model, objective, map }, duals)
    }

    /// Accuracies of a latent SMM on the training, development and test part.
    fn accuracies(&self, model: &SmmModel) -> PartScores {
        let Dataset { weights, corpus, split, .. } = &*self.data;
        let predicted = model.predict(weights).predicted;
        [&split.train, &split.dev, &split.test]
            .map(|part| metric::accuracy(part.iter().map(|&i| (corpus.labels[i], predicted[i]))))
    }

    /// Accuracies of the components without the map; solved once for each change of a weight or of the SVMs' `C`.
    fn without_map(&mut self, params: &SmmParams, beside: &Arc<CorpusComponents>) -> PartScores {
        let known =
            |known: &&WithoutMap| known.c.to_bits() == params.c.to_bits() && Arc::ptr_eq(&known.components, &beside.components);
        if let Some(known) = self.without_map.as_ref().filter(known) {
            return known.scores;
        }
        let point = Point { x: (*self.untrained.latent).clone(), kernels: self.untrained.kernels() };
        let others = Arc::new(beside.without_map(&self.data, &self.train));
        let alone = self.fitted(params, Some(&others), point, None).0;
        let scores = self.accuracies(&alone);
        self.without_map = Some(WithoutMap { c: params.c, components: Arc::clone(&beside.components), scores });
        scores
    }

    /// Fits a model on all words at a point; returns it, `J` there and the dual variables; undefined if cancelled.
    /// Only the storage of the last Gram matrix is taken from the optimiser.
    fn fitted(
        &mut self,
        params: &SmmParams,
        beside: Option<&Arc<CorpusComponents>>,
        point: Point,
        warm: Option<&[Vec<f64>]>,
    ) -> (SmmModel, f64, Vec<Vec<f64>>) {
        let centre = self.optimizer.descent.centre.clone();
        let fits = self.fits(&CorpusComponents::within(beside, point.kernels.within(params.ldk())));
        let (m, pairs) = (&self.train, &self.pairs);
        let objective = Objective { params, m, pairs, fits, centre: centre.as_deref(), beside };
        let level2 = point.kernels.level2;
        let mut inputs = objective.gram_inputs(&point, MAX_LOW_RANK_ERROR);
        inputs.storage = self.optimizer.storage.take();
        let (train_gram, duals) = objective.solve_with(&point, warm, inputs);
        let (value, duals) = (duals.objective + objective.prior(&point), pairs.decide(duals));
        let support = (!level2.is_linear()).then(|| {
            let rows: Vec<usize> = (0..self.train.rows()).filter(|&i| duals.signed.row(i).iter().any(|&a| a != 0.0)).collect();
            Arc::new(Support {
                weights: self.train.select(&rows),
                signed: duals.signed.select(Axis(0), &rows),
                lengths: train_gram.lengths(&objective.ldk(point.kernels)).select(&rows),
            })
        });
        let model = SmmModel {
            params: params.clone(),
            embedding: point.kernels.embedding,
            level2: (level2 != params.level2).then_some(level2),
            latent: Arc::new(point.x),
            coefficients: Arc::new(coefficients(&self.train, &duals.signed, &train_gram.root)),
            bias: Arc::new(duals.bias),
            beside: beside.filter(|_| support.is_none()).map(|of| Arc::new(of.train.rows.weights(&duals.signed))),
            components: beside.map(|beside| Arc::clone(&beside.components)),
            support,
            ..self.untrained.clone()
        };
        self.optimizer.storage = Some(train_gram.k);
        (model, value, duals.warm)
    }
}

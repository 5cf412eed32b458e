//! Evaluation: the SVMs solved on all words, and their decisions for every document.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Moving, SmmEstimator, SmmModel, SmmParams, SmmSolution, Warm,
    objective::{Objective, PRECISE, coefficients},
    point::Point,
};
use crate::{
    cancel,
    ldk::{CorpusKernel, Support},
    metric,
    model::{ClassPrediction, Classified, EmbeddingView, Predictions, Scores, Snapshot, embedding::beside::CorpusBeside},
};

impl SmmEstimator {
    /// The snapshot of a solution over the corpus.
    pub(super) fn look(&self, model: &SmmModel, objective: f64) -> Snapshot {
        let word_values = model.word_values();
        let beside = self.beside.rows_of(&model.ldk(), &self.data.weights);
        let lengths = model.ldk().lengths_with(&self.data.weights, &model.latent, beside.clone());
        let ClassPrediction { decisions, predicted, emphasis, .. } =
            model.predict_with(&self.data.weights, &lengths, &word_values);
        let mut words = model.values_from(word_values);
        words.beside = words.beside.zip(beside).map(|(of, rows)| of.over_corpus(&rows, &decisions));
        Snapshot {
            iteration: 0,
            kept: None,
            objective,
            embedding: Some(EmbeddingView {
                kernel: model.embedding,
                latent: Arc::clone(&model.latent),
                coefficients: Arc::clone(&model.coefficients),
            }),
            words: Some(words),
            documents: CorpusKernel { ldk: model.ldk(), x: Arc::clone(&model.latent), alike: None },
            predictions: Predictions::Classes(Classified {
                pairs: Arc::clone(&model.pairs),
                decisions: Arc::new(decisions),
                predicted: Arc::new(predicted),
                emphasis: Arc::new(emphasis),
                fitted: Some(Arc::new(model.clone())),
            }),
            scores: Scores::default(),
        }
    }

    /// `J` at the shown positions.
    pub(super) fn objective_now(&mut self, params: &SmmParams) -> Option<f64> {
        let (centre, Moving { params, beside }) = (self.optimizer.descent.centre.clone(), self.moving(params));
        let (m, pairs, plan) = (&self.train, &self.pairs, self.plan);
        let objective = Objective { params: &params, m, pairs, plan, centre: centre.as_deref(), beside: beside.as_ref() };
        let point = self.optimizer.descent.shown_point();
        let duals = objective.solve(&point, self.warm.of_moving()).1;
        (!cancel::requested()).then(|| duals.objective + objective.prior(&point))
    }

    /// Solves the SVMs on all words at the shown positions; `None` if cancelled.
    pub(super) fn evaluate(&mut self, params: &SmmParams) -> Option<SmmSolution> {
        let warm = std::mem::take(&mut self.warm);
        let (solution, duals) = self.solved(params, self.optimizer.descent.shown_point(), &warm);
        self.warm = if cancel::requested() { warm } else { duals };
        (!cancel::requested()).then_some(solution)
    }

    /// The SVMs solved on all words at a point, and their duals; undefined if cancelled.
    pub(super) fn solved(&mut self, params: &SmmParams, point: Point, warm: &Warm) -> (SmmSolution, Warm) {
        let beside = self.beside(params);
        let (model, objective, decisions) = self.fitted(params, beside.as_ref(), point.clone(), warm.decisions.as_deref());
        let Some(alone) = params.of_map_alone().filter(|_| beside.is_some()) else {
            return (SmmSolution { model, objective, map: None }, Warm { decisions: Some(decisions), map: None });
        };
        let (map, objective, duals) = self.fitted(&alone, None, point, warm.map.as_deref());
        let solution = SmmSolution { model, objective, map: self.accuracy_on_dev(&map) };
        (solution, Warm { decisions: Some(decisions), map: Some(duals) })
    }

    /// Accuracy of a model on the development documents; `None` without any.
    fn accuracy_on_dev(&self, model: &SmmModel) -> Option<f64> {
        let dev = &self.data.split.dev;
        let predicted = model.predict(&self.data.weights.select(dev)).predicted;
        metric::accuracy(dev.iter().map(|&i| self.data.corpus.labels[i]).zip(predicted))
    }

    /// A model fitted on all words at a point, `J` there, and the duals; undefined if cancelled. Only the storage of the last
    /// Gram matrix is taken from the optimiser.
    fn fitted(
        &mut self,
        params: &SmmParams,
        beside: Option<&Arc<CorpusBeside>>,
        point: Point,
        warm: Option<&[Vec<f64>]>,
    ) -> (SmmModel, f64, Vec<Vec<f64>>) {
        let centre = self.optimizer.descent.centre.clone();
        let (m, pairs, plan) = (&self.train, &self.pairs, self.plan);
        let objective = Objective { params, m, pairs, plan, centre: centre.as_deref(), beside };
        let level2 = point.kernels.level2;
        let mut inputs = objective.gram_inputs(&point, PRECISE);
        inputs.storage = self.optimizer.storage.take();
        let (train_gram, duals) = objective.solve_with(&point, warm, inputs);
        let value = duals.objective + objective.prior(&point);
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

//! Linear SVM on word counts: C-SVMs, one against one or one against the rest, on the inner products of weighted counts.
//!
//! A decision is an offset plus the sum over a document's words of their weights, so that every word's share is exact.
//! Unless given, `C` is the best of a grid on the development part.
//!
//! Cost: one warm-started solve for each pair of classes and value of `C`, of some ten to hundred passes over the documents' words.
//! Memory: the documents' words for each thread.

#[cfg(test)]
mod tests;

use ndarray::Array2;

use super::{
    FunctionClassifier, WordWeights,
    linear_classifier::{CostSolution, Solved, regularised},
    tuning::tuning,
};
use crate::{
    cancel,
    corpus::{Dataset, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        params::{ParamTable, direct, parameters},
        smm::{
            Multiclass,
            pairs::{Gram, Pairs},
        },
    },
    param::{About, Domain},
    solver::FeatureRows,
};

/// Training of a linear SVM.
pub type LinearSvm = Direct<LinearSvmModel>;
/// Fitted linear SVMs. The objective is the sum of the dual objectives.
pub type LinearSvmModel = FunctionClassifier<LinearSvmParams, CostSolution>;

/// Base-two exponents of the tried values of the SVM's `C`.
const GRID: std::ops::RangeInclusive<i32> = -3..=7;

/// Values of `C` to try: a given one, or the grid.
pub(super) fn costs(tuning: CostTuning) -> Vec<f64> {
    tuning.given().map_or_else(|| GRID.map(|power| 2.0_f64.powi(power)).collect(), |c| vec![c])
}

tuning! {
    /// How the SVM's `C` is chosen; without a development part, by cross-validation on the training part.
    CostTuning { c: f64 = 1.0 },
    Real,
    "Penalty of documents on the wrong side of the margin.",
    About::main(0.125, 128.0).label("C").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of the linear SVM, unchecked.
    pub struct LinearSvmParams {
        /// How C is chosen: the best of 2⁻³ to 2⁷ on the development part, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes").live();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdfL2, About::line();
        /// Tolerance of the solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 1.0, open: [true, true] });
    }
}

impl ParamTable for LinearSvmParams {
    const MODEL: &'static str = "the linear SVM";

    direct! { LinearSvmParams, paper CountL2: tuning }
}

/// Solves the linear SVMs of all classes for each value of `C`, in ascending order.
fn solve(data: &Dataset, documents: &[usize], values: &[f64], params: &LinearSvmParams) -> Result<Vec<Solved>, ModelError> {
    let train = data.weights.select(documents);
    let labels: Vec<usize> = documents.iter().map(|&i| data.corpus.labels[i]).collect();
    let pairs = Pairs::new(&labels, data.corpus.classes.len(), params.multiclass);
    let (none, columns) = (Array2::zeros((train.rows(), 0)), train.transpose());
    let rows = FeatureRows { dense: none.view(), sparse: Some(&train) };
    let mut warm: Option<Vec<Vec<f64>>> = None;
    let one = |&c: &f64| {
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let duals = pairs.decide(pairs.solve(Gram::Features(rows), c, params.tolerance, warm.as_deref()));
        let weights = WordWeights::new(columns.dot(duals.signed.view()), duals.bias);
        warm = Some(duals.warm);
        Ok(Solved { pairs: pairs.classes.clone(), weights, objective: duals.objective })
    };
    values.iter().map(one).collect()
}

impl DirectModel for LinearSvmModel {
    type Params = LinearSvmParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "linear-svm",
        help: "Linear SVM on word counts: classes of documents",
        label: "linear SVM",
        title: "a linear SVM, which predicts classes",
        as_printed: "counts at unit length, C chosen on the development part",
        ..ModelInfo::direct(ModelKind::LinearSvm, TaskKind::Classes)
    };

    /// Fits linear SVMs. Fails if fewer than two classes have training documents with known words.
    fn fit(data: &Dataset, params: &LinearSvmParams, _: Budget) -> Result<Self, ModelError> {
        let given = params.tuning.given();
        regularised(data, params, given, &costs(CostTuning::Development), |documents, values| {
            solve(data, documents, values, params)
        })
    }
}

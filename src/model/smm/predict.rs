//! The trained machine: fields over words, decisions, classes.
//!
//! Cost: the fields once, V² P; then one pass over the words of each document. With a geodesic level-2 kernel
//! documents are compared with the support documents instead. Memory: positions and P weights a word.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{
    SmmParams,
    level2::{lift_cross, norms},
    pairs::vote,
};
use crate::{corpus::Csr, kernel::product};

/// A trained machine: all it takes to classify documents, ready to be saved.
///
/// The decision of pair p for a document with weights `m` (rows of `M`) is, with a linear level-2 kernel,
/// `b_p + (Σ_l m_l h_p(x_l)) / r`, where `h_p(x_l) + b_p` is the word's value ([`SmmModel::word_values`]). `r` is 1, so
/// that the decision is the mean of the values of the document's words, unless `normalise` is set: then it is
/// the norm of the document's mean, which scales the decision but not its sign around `b_p`. With a geodesic level-2
/// kernel decisions are sums over support documents, and word values only the linear picture of them.
/// A document without any known word is decided by `b_p` alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SmmModel {
    /// The words, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Class names.
    pub classes: Arc<Vec<String>>,
    /// The two classes of each pair; a positive decision speaks for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters it was trained with.
    pub params: SmmParams,
    /// `gamma` as it is after training.
    pub gamma: f64,
    /// Positions (V × q).
    pub latent: Arc<Array2<f64>>,
    /// `C`: field weights of each pair (V × P).
    pub coefficients: Arc<Array2<f64>>,
    /// Offsets (P).
    pub bias: Arc<Vec<f64>>,
    /// Support documents, where the level-2 kernel needs them.
    pub support: Option<Arc<Support>>,
}

/// Documents with a dual variable above zero in some pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Their rows of `M` (s × V).
    pub weights: Csr,
    /// `a∘y` (s × P).
    pub signed: Array2<f64>,
    /// Norms of their means (s).
    pub norms: Vec<f64>,
}

/// What the machine says of some documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Decision of each pair (n × P).
    pub decisions: Array2<f64>,
    /// The class with most votes, ties settled by margins (n).
    pub predicted: Vec<usize>,
}

impl SmmModel {
    /// Each pair's field read at each word, offset included (V × P). The private part of the kernel is included too.
    pub fn word_values(&self) -> Array2<f64> {
        let mut values = product(self.gamma, self.latent.view(), self.latent.view(), self.coefficients.view());
        values.scaled_add(self.params.for_reading().private, &self.coefficients);
        for mut row in values.rows_mut() {
            row.iter_mut().zip(self.bias.iter()).for_each(|(value, bias)| *value += bias);
        }
        values
    }

    /// Classifies documents given as rows of `M` over this machine's words.
    ///
    /// # Panics
    /// If `weights` has not one column for each of the machine's words.
    pub fn predict(&self, weights: &Csr) -> Prediction {
        self.predict_with(weights, &self.word_values())
    }

    /// The same with [`SmmModel::word_values`] at hand.
    pub(super) fn predict_with(&self, weights: &Csr, word_values: &Array2<f64>) -> Prediction {
        assert_eq!(weights.cols(), self.latent.nrows(), "one column a word");
        let params = self.params.for_reading();
        let norms = norms(&params, self.gamma, weights, &self.latent);
        let mut decisions = if let Some(support) = &self.support {
            let documents = (weights, norms.as_slice());
            let train = (&support.weights, support.norms.as_slice());
            lift_cross(&params, self.gamma, documents, train, &self.latent).dot(&support.signed)
        } else {
            let fields = word_values - &ndarray::ArrayView1::from(self.bias.as_slice());
            let mut sums = weights.dot(fields.view());
            sums.rows_mut().into_iter().zip(&norms).for_each(|(mut row, norm)| row /= *norm);
            sums
        };
        decisions += &ndarray::ArrayView1::from(self.bias.as_slice());
        let predicted = decisions.outer_iter().map(|row| vote(&self.pairs, self.classes.len(), &row)).collect();
        Prediction { decisions, predicted }
    }
}

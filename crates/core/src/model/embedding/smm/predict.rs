//! Trained latent SMM: fields over words, decisions, classes.
//!
//! Cost: the fields once, V² P; then one pass over the words of each document.
//! With another level-2 kernel documents are compared with the support documents instead.
//! Memory: positions and P weights a word.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{SmmParams, pairs::votes};
use crate::{
    corpus::Csr,
    ldk::{ComponentWeights, Components, DocumentFunction, Embedding, Ldk, Lengths, Level2, Support},
    model::fitted::{Check, Fitted, FittedRef, class_checks, finite, first_problem, positions},
    model::kernels::Kernels,
    model::{
        ClassPrediction, Classifier, EmbeddingView, WordValues,
        word_values::{ComponentValues, PrivateValues},
    },
};

/// Trained latent SMM: classifies documents, and can be saved.
///
/// The decision of pair p for a document with weights `m` (a row of `M`) is, with a linear level-2 kernel,
/// `b_p + (Σ_l m_l h_p(x_l)) / r`, where `h_p(x_l) + b_p` is the word's value ([`SmmModel::word_values`]).
/// `r` is 1, so that the decision is the mean of the values of the document's words, unless `normalise` is set:
/// then it is the norm of the document's mean, which scales the decision but not its sign around `b_p`.
/// With another level-2 kernel decisions are sums over support documents, and word values those of one-word documents.
/// The decision for a document without any known word is `b_p`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SmmModel {
    /// Words of the model, in the order of columns (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters with which the model was trained.
    pub params: SmmParams,
    /// Embedding kernel after training.
    pub embedding: Embedding,
    /// Embedding kernel under which words moved; `None` if it is that of the decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<Embedding>,
    /// Level-2 kernel after training; `None` if it is that of the parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level2: Option<Level2>,
    /// Positions of all words (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Field weights `C` of each pair of classes (V × P).
    pub coefficients: Arc<Array2<f64>>,
    /// Offsets of the pairwise decisions (P).
    pub bias: Arc<Vec<f64>>,
    /// Support documents, with a positive dual variable in some pair, if the level-2 kernel needs them.
    pub support: Option<Arc<Support>>,
    /// Fixed components of the sum kernel, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<Arc<Components>>,
    /// Decision functions over the fixed kernel components, with a linear level-2 kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Arc<ComponentWeights>>,
}

impl SmmModel {
    /// Kernel between documents after training.
    pub(super) fn ldk(&self) -> Ldk {
        Ldk { components: self.components.clone(), ..self.kernels().within(self.params.ldk()) }
    }

    /// View of word positions and the fields over them.
    pub(super) fn view(&self) -> EmbeddingView {
        let (latent, coefficients) = (Arc::clone(&self.latent), Arc::clone(&self.coefficients));
        EmbeddingView { kernel: self.embedding, latent, coefficients }
    }

    /// Embedding and level-2 kernel after training.
    pub(super) fn kernels(&self) -> Kernels {
        Kernels { embedding: self.embedding, level2: self.level2.unwrap_or(self.params.level2) }
    }

    /// Embedding and level-2 kernel under which the words moved.
    pub(super) fn moving_kernels(&self) -> Kernels {
        let kernels = self.kernels();
        Kernels { embedding: self.moving.unwrap_or(kernels.embedding), ..kernels }
    }

    /// Decision functions of documents, if decisions are not given by fields over words.
    pub fn function(&self) -> Option<DocumentFunction> {
        let support = Arc::clone(self.support.as_ref()?);
        Some(DocumentFunction { ldk: self.ldk(), x: Arc::clone(&self.latent), support, bias: Arc::clone(&self.bias) })
    }

    /// Field of each pair of classes at each word, including offset and private term (V × P); for decisions that are not fields,
    /// the values of one-word documents.
    pub fn word_values(&self) -> Array2<f64> {
        if let Some(function) = self.function() {
            return function.words();
        }
        let mut values = self.embedding.sums().product(self.latent.view(), self.latent.view(), self.coefficients.view());
        values.scaled_add(self.ldk().own(), &self.coefficients);
        for mut row in values.rows_mut() {
            row.iter_mut().zip(self.bias.iter()).for_each(|(value, bias)| *value += bias);
        }
        values
    }

    /// Decision functions over words, from the result of [`SmmModel::word_values`].
    pub(super) fn values_from(&self, values: Array2<f64>) -> WordValues {
        let beside = ComponentValues::of(self.components.as_ref(), self.beside.as_ref(), self.ldk().scales());
        let (values, bias, function) = (Arc::new(values), Arc::clone(&self.bias), self.function().map(Arc::new));
        let private = PrivateValues::of(self.ldk().private, Arc::clone(&self.coefficients)).filter(|_| function.is_none());
        WordValues { values, bias, function, beside, private, parts: Vec::new() }
    }

    /// Classifies documents given as rows of `M` over the model's words.
    ///
    /// # Panics
    /// Panics if `weights` does not have one column per word.
    pub fn predict(&self, weights: &Csr) -> ClassPrediction {
        self.predict_with(weights, &self.ldk().lengths(weights, &self.latent), &self.word_values())
    }

    /// Classifies documents with precomputed norms and [`SmmModel::word_values`].
    pub(super) fn predict_with(&self, weights: &Csr, lengths: &Lengths, word_values: &Array2<f64>) -> ClassPrediction {
        assert_eq!(weights.cols(), self.latent.nrows(), "one column a word");
        let mut decisions = if let Some(support) = &self.support {
            support.sums(&self.ldk(), &self.latent, (weights, lengths))
        } else {
            let fields = word_values - &ndarray::ArrayView1::from(self.bias.as_slice());
            let mut sums = weights.dot(fields.view());
            sums.rows_mut().into_iter().zip(&lengths.root).for_each(|(mut row, norm)| row /= *norm);
            if let (Some(by), Some(rows)) = (&self.beside, lengths.rows(&self.ldk(), weights)) {
                sums += &rows.values(by);
            }
            sums
        };
        decisions += &ndarray::ArrayView1::from(self.bias.as_slice());
        let predicted = votes(&decisions, &self.pairs, self.classes.len());
        let emphasis = lengths.root.iter().map(|root| root.recip()).collect();
        ClassPrediction { pairs: self.pairs.to_vec(), decisions, predicted, emphasis }
    }
}

impl Classifier for SmmModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, words: Option<&WordValues>) -> ClassPrediction {
        let lengths = self.ldk().lengths(weights, &self.latent);
        match words {
            Some(words) => self.predict_with(weights, &lengths, &words.values),
            None => self.predict_with(weights, &lengths, &self.word_values()),
        }
    }

    fn classify_jittered(&self, weights: &Csr) -> Option<ClassPrediction> {
        self.classify_jittered(weights)
    }

    fn word_values(&self) -> Option<WordValues> {
        Some(self.values_from(self.word_values()))
    }
}

impl Fitted for SmmModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn components(&self) -> Option<&Arc<Components>> {
        self.components.as_ref()
    }

    fn positions(&self) -> Option<&Array2<f64>> {
        Some(&self.latent)
    }

    fn problem(&self) -> Option<&'static str> {
        let (words, pairs) = (self.words.len(), self.pairs.len());
        let support = self.support.as_ref().is_none_or(|support| support.fits(&self.ldk(), words, pairs));
        let components = self.components.as_ref().is_none_or(|all| all.fits_with(self.beside.as_deref(), words, pairs));
        let [named, paired] = class_checks(&self.classes, &self.pairs);
        let own: [Check; 9] = [
            (self.moving.is_none_or(Embedding::is_valid), "the kernel of its steps is not valid"),
            (self.level2.is_none_or(Level2::is_valid), "its kernel between documents is not valid"),
            named,
            (self.coefficients.dim() == (words, pairs), "its coefficients are not one for each word and pair"),
            (self.bias.len() == pairs, "not every pair has an offset"),
            paired,
            (support, "its support documents do not fit"),
            (components, "its components do not fit its words"),
            (finite(&*self.coefficients) && finite(&*self.bias), "a coefficient is no number"),
        ];
        first_problem(positions(self.embedding, &self.latent, words, self.params.q).into_iter().chain(own))
    }
}

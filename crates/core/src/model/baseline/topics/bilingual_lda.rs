//! Bilingual LDA: partners have one distribution of topics, and a topic has a distribution of words on each side.
//! Source: Mimno et al. 2009, T 6.4.
//!
//! Topics are learned from the training pairs, each read as one document over two vocabularies.
//! The distribution of topics of a document of one side is inferred from its words alone.
//! Partners are ranked by the Hellinger distance of expected distributions, `2 - 2 Σ_k √(θ_dk θ_ek)`.
//! A document without a known word is at distance 2 from all documents.
//!
//! The number of topics is the best of a grid on the development pairs unless given, 50 without development pairs;
//! ties are resolved by the mean reciprocal rank, then by the fewest topics.
//! Training documents without a partner are not used.
//!
//! Cost: that of variational Bayes, see `em`, for each number of topics. Memory: five matrices V × K.

use std::sync::Arc;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

pub use super::params::BilingualLdaParams;
use super::{em::Learning, lda::Topics};
use crate::{
    cancel,
    corpus::{Csr, Dataset, Side, TaskKind},
    ldk::Ldk,
    memory::Budget,
    model::{
        Direct, DirectFitted, DirectModel, FittedRef, Matched, ModelError, ModelInfo, ModelKind, Predictions, Scores,
        baseline::naive_bayes::check_counts,
        direct::cosine,
        fitted::Fitted,
        pairs::{Matcher, Parts, Prepared, Sides, gain},
    },
};

/// Numbers of topics of bilingual LDA among which the best is chosen.
const TRIED: [usize; 3] = [20, 50, 100];
/// Number of topics of bilingual LDA without development pairs.
const USUAL: usize = 50;

/// Training of bilingual LDA.
pub type BilingualLda = Direct<BilingualLdaModel>;

/// Fitted bilingual LDA: topics of two languages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BilingualLdaModel {
    /// Words of the source side, then of the target side (V).
    pub words: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: BilingualLdaParams,
    /// Documents on which the number of topics was chosen; `None` if the user gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Topics over the words of both sides.
    pub topics: Topics,
}

/// Joins paired documents: each pair becomes one document over the words of both sides.
fn joined(sides: &Sides) -> Csr {
    let (source, words) = (&sides.source, sides.source.cols() + sides.target.cols());
    let row = |(i, j): (usize, usize)| {
        let own = source.entries(i).map(|(word, count)| (word as u32, count));
        let other = sides.target.entries(j).map(|(word, count)| ((source.cols() + word) as u32, count));
        own.chain(other).collect::<Vec<_>>()
    };
    Csr::from_rows(words, sides.pairs().into_iter().map(row))
}

impl BilingualLdaModel {
    /// Fits bilingual LDA with the given number of topics to training pairs as joint documents.
    fn with(
        topics: usize,
        (joined, first_words): (&Csr, usize),
        words: &Arc<Vec<String>>,
        params: &BilingualLdaParams,
        budget: Budget,
    ) -> Result<Self, ModelError> {
        let mut learning = Learning::new(joined, first_words, topics, params.priors(), budget)?;
        learning.run(params.sweeps)?;
        Ok(Self { words: Arc::clone(words), params: params.clone(), chosen: None, topics: learning.topics })
    }
}

impl Matcher for BilingualLdaModel {
    /// Prepares documents: each is at the square roots of its expected distribution of topics, a point of unit length.
    fn prepare(&self, side: Side, weights: Csr) -> Prepared {
        let gamma = self.topics.infer(&weights.within(self.range(side).start, self.words.len())).gamma;
        let known: Vec<f64> = (0..weights.rows()).map(|row| f64::from(u8::from(!weights.row(row).0.is_empty()))).collect();
        let mut coordinates: Array2<f64> = gamma;
        for (mut row, known) in coordinates.outer_iter_mut().zip(&known) {
            let total = row.sum();
            row.mapv_inplace(|gamma| known * (gamma / total).sqrt());
        }
        Prepared { side, weights, norms: known, coordinates, sparse: None, beside: None }
    }
}

impl Fitted for BilingualLdaModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Matcher(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.topics.first_words
    }

    fn note(&self) -> Option<String> {
        self.chosen.as_ref().map(|chosen| format!("{} topics were {chosen}.", self.topics.count()))
    }

    fn topics(&self) -> Option<&Topics> {
        Some(&self.topics)
    }

    fn problem(&self) -> Option<&'static str> {
        self.topics.problem(self.words.len())
    }
}

impl DirectFitted for BilingualLdaModel {
    /// Kernel for document comparisons: the cosine of weighted counts, since topics have no kernel between documents.
    fn document_kernel(&self) -> (Ldk, bool) {
        (cosine(), false)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}

impl DirectModel for BilingualLdaModel {
    type Params = BilingualLdaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "bilingual-lda",
        help: "Bilingual LDA, topics with words of both sides: partners of documents",
        label: "bilingual LDA",
        title: "a bilingual LDA, which finds partners",
        as_printed: "raw counts, the number of topics chosen on the development part",
        ..ModelInfo::direct(ModelKind::BilingualLda, TaskKind::Pairs)
    };

    /// Fits topics. Fails if no training pair has known words on both sides, a weight is negative, or topics exceed the budget.
    fn fit(data: &Dataset, params: &BilingualLdaParams, budget: Budget) -> Result<Self, ModelError> {
        let parts = Parts::of(data);
        let rows = joined(&parts.train.sides.worded());
        if rows.rows() == 0 {
            let remedy = "take more training pairs, or lower the document-frequency threshold";
            return Err(ModelError::data("no training pair has words of the vocabulary on both sides", remedy));
        }
        check_counts(data, "bilingual LDA", "train cca")?;
        let words = Arc::new(data.words.clone());
        let with = |topics: usize| Self::with(topics, (&rows, data.source_words), &words, params, budget);
        let dev = &parts.dev.sides;
        match params.topic_tuning.given() {
            Some(topics) => with(topics),
            None if dev.pairs().is_empty() => {
                let chosen = Some("taken by default, without a development part".to_owned());
                Ok(Self { chosen, ..with(USUAL)? })
            }
            None => {
                let mut best: Option<(Self, _)> = None;
                for topics in TRIED {
                    let model = with(topics)?;
                    let source = model.prepare(Side::Source, dev.source.clone());
                    let target = model.prepare(Side::Target, dev.target.clone());
                    let gain = gain(&model.find(&source, &target, &dev.partner));
                    if cancel::requested() {
                        return Err(ModelError::Cancelled);
                    }
                    if best.as_ref().is_none_or(|(_, highest)| gain > *highest) {
                        best = Some((model, gain));
                    }
                }
                let (model, _) = best.ok_or(ModelError::Cancelled)?;
                Ok(Self { chosen: Some("chosen on the development part".to_owned()), ..model })
            }
        }
    }
}

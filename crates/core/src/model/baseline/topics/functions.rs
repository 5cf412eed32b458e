//! Linear functions of the shares of topics in documents, as used by topic models with a response.
//! The number of topics and the strength of the response are chosen together.
//!
//! The functions are fitted to shares inferred without the response, as those of new documents are.
//!
//! Cost of the choice: a fit of each fold for each number of topics, continued for each strength. Memory: that of one fit.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1};
use serde::{Deserialize, Serialize};

use super::{
    em::Learning,
    lda::Topics,
    params::{Priors, TopicTuning},
};
use crate::{
    corpus::{Csr, Dataset},
    ldk::Ldk,
    memory::Budget,
    model::{
        ModelError,
        baseline::{
            DocumentFunctions,
            folds::{Fold, best_over_folds, chosen_on},
        },
        direct::cosine,
        fitted::finite,
    },
};

/// Numbers of topics among which that of a model with a response is chosen.
const TRIED: [usize; 3] = [10, 20, 50];

/// Linear functions of the shares of topics in documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopicFunctions {
    /// Topics whose shares are the arguments of the functions.
    pub topics: Topics,
    /// Weight of each topic in each linear function (K × F).
    pub coefficients: Arc<Array2<f64>>,
    /// Intercepts of the linear functions of topic shares (F).
    pub bias: Arc<Vec<f64>>,
}

impl DocumentFunctions for TopicFunctions {
    fn predict(&self, documents: &Csr) -> Array2<f64> {
        self.topics.infer(documents).shares.dot(&*self.coefficients) + ArrayView1::from(self.bias.as_slice())
    }

    fn topics(&self) -> Option<&Topics> {
        Some(&self.topics)
    }

    /// Kernel for document comparisons: the cosine of weighted counts, since topics have no kernel between documents.
    fn document_kernel(&self) -> (Ldk, bool) {
        (cosine(), false)
    }

    fn problem(&self, words: usize, functions: usize) -> Option<&'static str> {
        if self.coefficients.dim() != (self.topics.count(), functions) || self.bias.len() != functions {
            return Some("its coefficients are not one for each topic and function");
        }
        let numbers = finite(&*self.coefficients) && finite(&*self.bias);
        self.topics.problem(words).or_else(|| (!numbers).then_some("a coefficient is no number"))
    }
}

/// Hyper-parameters of a topic model: the number of topics and the strength of the response.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setting {
    /// Number of topics to learn.
    pub topics: usize,
    /// Strength of the response: `C` or a variance.
    pub strength: f64,
}

/// Plan of how topics with a response are learned.
pub(super) struct Plan<'a> {
    /// Documents and their parts (training, development, test).
    pub data: &'a Dataset,
    /// Number of topics, if the user gave one.
    pub topics: Option<usize>,
    /// Strength of the response, if the user gave one, and the strengths to try otherwise.
    pub strength: (Option<f64>, &'a [f64]),
    /// Dirichlet priors of the topics.
    pub priors: Priors,
    /// Maximum number of iterations of learning topics without the response.
    pub sweeps: usize,
    /// Memory budget of fitting the topic model.
    pub budget: Budget,
}

impl Plan<'_> {
    /// Functions under the best setting, the setting, and the documents on which it was chosen if any of it was.
    /// `respond` continues topics without a response with one of the given strength and fits the functions of some documents;
    /// `gain` compares the functions of a fold's documents with the truth.
    ///
    /// # Errors
    /// Returns an error if the topics exceed the memory budget, a fit fails, or the work was cancelled.
    pub(super) fn learn(
        &self,
        train: &[usize],
        respond: impl Fn(Learning<'_>, &[usize], &Csr, f64) -> Result<TopicFunctions, ModelError>,
        gain: impl Fn(&Array2<f64>, &Fold) -> f64,
    ) -> Result<(TopicFunctions, Setting, Option<String>), ModelError> {
        let all: Vec<usize> = self.topics.map_or_else(|| TRIED.to_vec(), |topics| vec![topics]);
        let (given, tried) = self.strength;
        let strengths = given.map_or_else(|| tried.to_vec(), |strength| vec![strength]);
        let setting =
            |place: usize| Setting { topics: all[place / strengths.len()], strength: strengths[place % strengths.len()] };
        let is_given = all.len() * strengths.len() == 1;
        let fit = |documents: &[usize], topics: usize, strengths: &[f64]| {
            let rows = self.data.weights.select(documents);
            let mut learning = Learning::new(&rows, rows.cols(), topics, self.priors, self.budget)?;
            learning.run(self.sweeps)?;
            let one = |&strength: &f64| respond(learning.clone(), documents, &rows, strength);
            strengths.iter().map(one).collect::<Result<Vec<TopicFunctions>, ModelError>>()
        };
        let place = if is_given {
            0
        } else {
            best_over_folds(train, &self.data.split.dev, |fold| {
                let documents = self.data.weights.select(&fold.predict);
                let mut gains = Vec::new();
                for &topics in &all {
                    let fitted = fit(&fold.fit, topics, &strengths)?;
                    gains.extend(fitted.iter().map(|functions| gain(&functions.predict(&documents), fold)));
                }
                Ok(gains)
            })?
        };
        let best = setting(place);
        let functions = fit(train, best.topics, &[best.strength])?.pop().ok_or(ModelError::Cancelled)?;
        Ok((functions, best, (!is_given).then(|| chosen_on(&self.data.split.dev).to_owned())))
    }
}

/// Describes the chosen hyper-parameters in a sentence; `None` if the user gave all of them.
pub(super) fn chosen_note(
    chosen: Option<&String>,
    topics: TopicTuning,
    functions: &TopicFunctions,
    strength: Option<String>,
) -> Option<String> {
    let topics = topics.given().is_none().then(|| format!("{} topics", functions.topics.count()));
    let were = if topics.is_none() { "was" } else { "were" };
    let numbers: Vec<String> = topics.into_iter().chain(strength).collect();
    chosen.map(|chosen| format!("{} {were} chosen {chosen}.", numbers.join(" and ")))
}

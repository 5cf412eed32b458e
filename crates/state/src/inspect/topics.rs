//! Topics of a topic model with their most probable words, and their shares in the document in focus.
//!
//! Cost: a selection of each topic's words for every state, and the posterior of one document for every document in focus.
//! Memory: the listed words.

use ndarray::ArrayView1;

use wordfield_core::{model::topics::Topics, stats::nearest};

/// Number of words listed for a topic in each vocabulary.
const WORDS: usize = 10;

/// Summary of a topic: its share in documents and its most probable words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TopicSummary {
    /// Share of the topic in the words of the training documents.
    pub share: f64,
    /// Most probable words of the topic in each vocabulary, most probable first.
    pub words: Vec<Vec<usize>>,
}

impl TopicSummary {
    /// Summaries of all topics, in the order of the model.
    pub(super) fn all(topics: &Topics) -> Vec<Self> {
        let (shares, vocabularies) = (topics.totals(), topics.vocabularies().collect::<Vec<_>>());
        let probable = |column: ArrayView1<'_, f64>| {
            let words = |words: &std::ops::Range<usize>| {
                let below = words.clone().map(|word| (word, -column[word])).collect();
                nearest(below, WORDS).into_iter().map(|(word, _)| word).collect()
            };
            vocabularies.iter().map(words).collect()
        };
        let columns = topics.lambda.columns().into_iter();
        shares.iter().zip(columns).map(|(&share, column)| Self { share, words: probable(column) }).collect()
    }
}

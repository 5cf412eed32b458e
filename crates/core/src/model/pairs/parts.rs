//! Parts of a dataset of paired documents, and the ranks of partners within each part.

use std::collections::HashSet;

use super::{MatchRow, Matcher, Matches, Part, Sides};
use crate::{
    corpus::{Dataset, Split},
    model::ModelError,
};

/// Maximum number of training documents in an evaluation; larger training parts are sampled.
const MAX_EVALUATED_DOCUMENTS: usize = 1000;
/// Maximum number of distances between documents outside all parts that are computed.
const REST: usize = 1 << 22;

/// Parts of a dataset of pairs: for training, for choosing the best iterate, and for measurement only.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Training documents; targets without a source are wrong candidates.
    pub train: Part,
    /// Development documents of both sides.
    pub dev: Part,
    /// Test documents of both sides.
    pub test: Part,
    /// Documents outside training, development and test part; their candidates are the documents outside these parts.
    pub rest: Part,
}

impl Parts {
    /// Splits a dataset of pairs into its parts. Documents without a partner join the training part as candidates.
    pub fn of(data: &Dataset) -> Self {
        let mut held = vec![false; data.corpus.len()];
        let Split { train, dev, test, unlabelled, .. } = &data.split;
        [train, dev, test, unlabelled].into_iter().flatten().for_each(|&i| held[i] = true);
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

    /// Training documents with words, among them both documents of at least two pairs.
    ///
    /// # Errors
    /// Returns an error if fewer than two training pairs have known words on both sides.
    pub(in crate::model) fn training(&self) -> Result<Sides, ModelError> {
        let worded = self.train.sides.worded();
        if worded.pairs().len() < 2 {
            let remedy = "take more training pairs, or lower the document-frequency threshold";
            return Err(ModelError::data("fewer than two training pairs have words of the vocabulary on both sides", remedy));
        }
        Ok(worded)
    }

    /// Training pairs with words on both sides: row n of the source belongs to row n of the target.
    ///
    /// # Errors
    /// Returns an error if fewer than two training pairs have known words on both sides.
    pub(in crate::model) fn training_pairs(&self) -> Result<Sides, ModelError> {
        let worded = self.training()?;
        let (source, target): (Vec<usize>, Vec<usize>) = worded.pairs().into_iter().unzip();
        Ok(worded.select(&source, &target))
    }

    /// Ranks of partners within the training part (a sample where it is large), development and test part,
    /// and a row for each source document with candidates, in the order of documents.
    pub fn evaluate(&self, fitted: &dyn Matcher) -> ([Matches; 3], Vec<MatchRow>) {
        let Self { train, dev, test, rest } = self;
        let train = train.sample(MAX_EVALUATED_DOCUMENTS);
        let parts = [&train, dev, test].map(|part| fitted.both_ways(&part.sides));
        let mut rows: Vec<MatchRow> = parts.iter().zip([&train, dev, test]).flat_map(|(found, part)| part.rows(found)).collect();
        if rest.sources.len().saturating_mul(rest.targets.len()) <= REST {
            let known: HashSet<usize> = rows.iter().map(|row| row.document).collect();
            let found = rest.rows(&fitted.both_ways(&rest.sides));
            rows.extend(found.into_iter().filter(|row| !known.contains(&row.document)));
        }
        rows.sort_unstable_by_key(|row| row.document);
        (parts, rows)
    }
}

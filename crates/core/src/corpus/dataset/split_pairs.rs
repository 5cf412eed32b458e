//! Splits of pairs: both documents of a pair are in the same part.
//!
//! Cost: that of a split of as many documents. Memory: two indices a pair.

use std::collections::BTreeSet;

use crate::corpus::{CorpusError, Pairs, Split, SplitOptions, dataset::split_by_file};

impl SplitOptions {
    /// Draws the split of paired documents: sizes count pairs, and documents without a partner are in no part.
    ///
    /// Each part lists its source documents, ascending, then their partners in the same order.
    /// A given split may contain one document of a pair, or both.
    ///
    /// # Errors
    /// Returns an error if the sizes are more than there are pairs, or the given split is not one of these pairs.
    pub fn draw_pairs(&self, pairs: &Pairs) -> Result<Split, CorpusError> {
        let matched: Vec<(usize, usize)> = pairs.matched().collect();
        let drawn = match &self.given {
            Some(given) => self.with_text(given.of_pairs(pairs, &matched)?),
            None if self.test_files + self.dev_files > 0 => return Err(split_by_file::no_files()),
            None => self.draw(&vec![0; matched.len()], 1, "pairs")?,
        };
        let both = |part: &[usize]| {
            let (sources, targets) = (part.iter().map(|&pair| matched[pair].0), part.iter().map(|&pair| matched[pair].1));
            sources.chain(targets).collect::<Vec<usize>>()
        };
        let mut split = drawn.map(both);
        split.unlabelled.sort_unstable();
        Ok(split)
    }
}

impl Split {
    /// Converts a given split of documents to a split of pairs with the indices of `matched`.
    fn of_pairs(&self, pairs: &Pairs, matched: &[(usize, usize)]) -> Result<Self, CorpusError> {
        self.checked(pairs.partner.len())?;
        let part = |part: &[usize]| {
            let source = |&index: &usize| {
                let partner = pairs.partner[index].ok_or_else(|| {
                    let problem = format!("the given split names document {index}, which has no counterpart on the other side");
                    CorpusError::dataset(problem, "leave it out of the split")
                })?;
                Ok::<_, CorpusError>(if index < pairs.source_documents { index } else { partner })
            };
            let sources = part.iter().map(source).collect::<Result<BTreeSet<usize>, _>>()?;
            let place = |source: usize| matched.partition_point(|pair| pair.0 < source);
            Ok::<Vec<usize>, CorpusError>(sources.into_iter().map(place).collect())
        };
        let mut split = Self {
            train: part(&self.train)?,
            dev: part(&self.dev)?,
            test: part(&self.test)?,
            unlabelled: part(&self.unlabelled)?,
            ..*self
        };
        // If a given split has the two documents of a pair in different parts, the pair is in both parts.
        let mut seen = vec![false; matched.len()];
        for pair in split.parts().into_iter().flatten().copied() {
            if std::mem::replace(&mut seen[pair], true) {
                let (index, partner) = matched[pair];
                let problem = format!(
                    "the given split puts document {index} and its counterpart, document {partner}, into different parts"
                );
                return Err(CorpusError::dataset(problem, "name each pair in one part only"));
            }
        }
        split.sort();
        Ok(split)
    }
}

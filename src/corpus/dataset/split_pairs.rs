//! Splits of pairs: both documents of a pair stand in the same part.
//!
//! Cost: that of a split of as many documents as there are pairs. Memory: two indices a pair.

use std::collections::BTreeSet;

use crate::corpus::{BuildError, CorpusError, Pairs, Split, SplitOptions};

impl SplitOptions {
    /// Draws the split of pairs of documents: sizes count pairs, and documents without a partner are in no part.
    ///
    /// Each part lists its source documents, ascending, then their partners in the same order. A given split may name
    /// either document of a pair, or both.
    ///
    /// # Errors
    /// When the sizes are more than there are pairs, or the given split is not one of these pairs.
    pub fn draw_pairs(&self, pairs: &Pairs) -> Result<Split, CorpusError> {
        let matched: Vec<(usize, usize)> = pairs.matched().collect();
        let drawn = match &self.given {
            Some(given) => given.of_pairs(pairs, &matched)?,
            None => self.draw(&vec![0; matched.len()], 1).map_err(|error| match error {
                CorpusError::Build(BuildError::SplitTooLarge { wanted, have, .. }) => {
                    BuildError::SplitTooLarge { wanted, have, of: "pairs" }.into()
                }
                other => other,
            })?,
        };
        let both = |part: &[usize]| {
            let (sources, targets) = (part.iter().map(|&pair| matched[pair].0), part.iter().map(|&pair| matched[pair].1));
            sources.chain(targets).collect::<Vec<usize>>()
        };
        let mut unlabelled = both(&drawn.unlabelled);
        unlabelled.sort_unstable();
        let [train, dev, test] = [&drawn.train, &drawn.dev, &drawn.test].map(|part| both(part));
        Ok(Split { train, dev, test, unlabelled, test_text: drawn.test_text || self.test_text })
    }
}

impl Split {
    /// The pairs, numbered as in `matched`, a split of documents speaks of.
    fn of_pairs(&self, pairs: &Pairs, matched: &[(usize, usize)]) -> Result<Self, CorpusError> {
        self.checked(pairs.partner.len())?;
        let part = |part: &[usize]| {
            let source = |&index: &usize| {
                let partner = pairs.partner[index].ok_or(BuildError::SplitUnpaired { index })?;
                Ok::<_, BuildError>(if index < pairs.source_documents { index } else { partner })
            };
            let sources = part.iter().map(source).collect::<Result<BTreeSet<usize>, _>>()?;
            let place = |source: usize| matched.partition_point(|pair| pair.0 < source);
            Ok::<_, BuildError>(sources.into_iter().map(place).collect())
        };
        let split = Self {
            train: part(&self.train)?,
            dev: part(&self.dev)?,
            test: part(&self.test)?,
            unlabelled: part(&self.unlabelled)?,
            test_text: self.test_text,
        };
        // The two documents of a pair may stand in different parts.
        split.checked(matched.len()).map_err(|error| match error {
            CorpusError::Build(BuildError::SplitOverlap { index }) => {
                BuildError::SplitTorn { index: matched[index].0, partner: matched[index].1 }.into()
            }
            other => other,
        })
    }
}

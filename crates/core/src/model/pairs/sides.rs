//! Documents of two sides, source and target, and their pairs.

use std::borrow::Cow;

use super::rows::{MatchRow, Matches};
use crate::corpus::{Csr, Dataset, Side};
use crate::stats::sample;

/// Source documents, target documents, and the pairs among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sides {
    /// Source documents over the source's words (`n_s` × `V_s`).
    pub source: Csr,
    /// Target documents over the target's words (`n_t` × `V_t`).
    pub target: Csr,
    /// Row of `target` paired with each source document, if any (`n_s`).
    pub partner: Vec<Option<usize>>,
}

/// Part of a dataset of pairs: documents of both sides, with their indices in the corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Source and target documents of the part.
    pub sides: Sides,
    /// Index of each source document in the corpus.
    pub sources: Vec<usize>,
    /// Index of each target document in the corpus.
    pub targets: Vec<usize>,
}

impl Part {
    /// Selects the given documents of a dataset; empty if it has no pairs.
    pub fn of(data: &Dataset, documents: &[usize]) -> Self {
        let Some(pairs) = data.corpus.task.pairs() else { return Self::default() };
        let side = |side| documents.iter().copied().filter(|&i| pairs.side(i) == side).collect::<Vec<_>>();
        let (sources, targets) = (side(Side::Source), side(Side::Target));
        let mut place = vec![None; data.corpus.len()];
        for (at, &j) in targets.iter().enumerate() {
            place[j] = Some(at);
        }
        let sides = Sides {
            source: narrowed(&data.weights, &sources, 0, data.source_words),
            target: narrowed(&data.weights, &targets, data.source_words, data.words.len()),
            partner: sources.iter().map(|&i| pairs.partner[i].and_then(|j| place[j])).collect(),
        };
        Self { sides, sources, targets }
    }

    /// Samples `count` source documents with their partners, or takes all if there are fewer.
    pub(in crate::model) fn sample(&self, count: usize) -> Cow<'_, Self> {
        if self.sources.len() <= count {
            return Cow::Borrowed(self);
        }
        let sources = sample(self.sources.len(), count);
        let targets: Vec<usize> = sources.iter().filter_map(|&i| self.sides.partner[i]).collect();
        let places = |of: &[usize], at: &[usize]| at.iter().filter_map(|&at| of.get(at).copied()).collect();
        let sides = self.sides.select(&sources, &targets);
        let (sources, targets) = (places(&self.sources, &sources), places(&self.targets, &targets));
        Cow::Owned(Self { sides, sources, targets })
    }

    /// Rankings of target documents, one row per source document that has candidates.
    pub(in crate::model) fn rows(&self, found: &Matches) -> Vec<MatchRow> {
        found.rows(&self.sides, &self.sources, &self.targets)
    }
}

/// Selects rows of a matrix over the columns `from..to`.
pub(in crate::model) fn narrowed(matrix: &Csr, rows: &[usize], from: usize, to: usize) -> Csr {
    let row = |&row: &usize| {
        let inside = matrix.entries(row).filter(|(column, _)| (from..to).contains(column));
        inside.map(|(column, value)| ((column - from) as u32, value)).collect()
    };
    Csr::from_rows(to - from, rows.iter().map(row))
}

impl Sides {
    /// Index of the source document paired with each target document, if any (`n_t`).
    pub fn reverse(&self) -> Vec<Option<usize>> {
        let mut reverse = vec![None; self.target.rows()];
        for (i, partner) in self.partner.iter().enumerate() {
            if let Some(slot) = partner.and_then(|j| reverse.get_mut(j)) {
                *slot = Some(i);
            }
        }
        reverse
    }

    /// Removes documents without a known word, which carry no information about positions.
    pub(in crate::model) fn worded(&self) -> Self {
        let source: Vec<usize> = (0..self.source.rows()).filter(|&i| !self.source.row(i).0.is_empty()).collect();
        let target: Vec<usize> = (0..self.target.rows()).filter(|&j| !self.target.row(j).0.is_empty()).collect();
        self.select(&source, &target)
    }

    /// Selects documents of both sides; a pair is kept if both documents are among them.
    #[must_use]
    pub fn select(&self, source: &[usize], target: &[usize]) -> Self {
        let mut place = vec![None; self.target.rows()];
        for (at, &j) in target.iter().enumerate() {
            place[j] = Some(at);
        }
        let partner = source.iter().map(|&i| self.partner[i].and_then(|j| place[j])).collect();
        Self { source: self.source.select(source), target: self.target.select(target), partner }
    }

    /// Pairs of rows `(source, target)` of which both documents are present.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        self.partner.iter().enumerate().filter_map(|(i, partner)| partner.map(|j| (i, j))).collect()
    }
}

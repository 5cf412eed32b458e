//! Task of a corpus: classes of documents, ratings, or pairs of documents of two sides.
//!
//! Cost and memory: one number for each rating, one index for each document of a pair.

pub(super) mod levels;
pub(super) mod rating;

use std::ops::Range;

use ndarray::{Array1, Array2, Axis};
use serde::{Deserialize, Serialize};

/// Task of a corpus, with its ratings or pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Task {
    /// Task of classifying documents.
    #[default]
    Classes,
    /// Task of predicting ratings of documents (regression).
    Ratings(Ratings),
    /// Task of matching each document with its partner on the opposite side.
    Pairs(Pairs),
}

/// Kind of a task, without its ratings or pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// Task of classifying documents.
    #[default]
    Classes,
    /// Task of predicting ratings of documents (regression).
    Ratings,
    /// Task of matching documents with their partners.
    Pairs,
}

impl TaskKind {
    /// Name of the quantity that a model learns in this task.
    pub fn target(self) -> &'static str {
        ["classes", "ratings", "partners"][self as usize]
    }

    /// Name of a group of documents in this task, as in "class".
    pub fn group(self) -> &'static str {
        ["class", "level", "side"][self as usize]
    }
}

/// Side of paired documents: source or target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Source side of paired documents, whose documents are the queries.
    Source,
    /// Target side of paired documents, whose documents are the candidates.
    Target,
}

/// Ratings of every document: B numbers each, one for each rated behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Name of each rated behaviour (B).
    pub names: Vec<String>,
    /// Values of the ratings (n × B): finite, and NaN in the rows of documents without a label.
    pub values: Array2<f64>,
}

/// Pairs of documents. Documents and words of both sides are in one corpus, the source side's first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Number of documents on the source side of pairs.
    pub source_documents: usize,
    /// Number of words on the source side of pairs; 0 before tokenisation.
    pub source_words: usize,
    /// Partner of each document on the opposite side (n); `partner[partner[i]] == i`.
    pub partner: Vec<Option<usize>>,
    /// Identifiers of the paired documents if the file has them (n or 0).
    pub ids: Vec<String>,
    /// Line of each document's pair in its file, from 1; in files matched by identifiers the source's line (n or 0).
    pub lines: Vec<usize>,
    /// Number of each document's pair among the units of its file, from 1: lines, rows, translation units or segments (n or 0).
    pub units: Vec<usize>,
    /// Score of each document's pair if the file has one, such as the posterior probability of an alignment;
    /// NaN where the score is missing (n or 0).
    pub scores: Vec<f64>,
    /// Line range of each document in the text that was aligned, as in `12-13`, if the file has them (n or 0).
    pub spans: Vec<String>,
}

impl Task {
    /// Kind of the task, without its ratings or pairs.
    pub fn kind(&self) -> TaskKind {
        match self {
            Self::Classes => TaskKind::Classes,
            Self::Ratings(_) => TaskKind::Ratings,
            Self::Pairs(_) => TaskKind::Pairs,
        }
    }

    /// Ratings of the documents, if the task is regression.
    pub fn ratings(&self) -> Option<&Ratings> {
        if let Self::Ratings(ratings) = self { Some(ratings) } else { None }
    }

    /// Pairs of documents, if the task is matching.
    pub fn pairs(&self) -> Option<&Pairs> {
        if let Self::Pairs(pairs) = self { Some(pairs) } else { None }
    }
}

impl Ratings {
    /// Ratings with one number for each document.
    pub fn single(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { names: vec![name.into()], values: Array1::from_vec(values).insert_axis(Axis(1)) }
    }

    /// Value of one rating of a document; `None` if the document has no label.
    pub fn of(&self, document: usize, rating: usize) -> Option<f64> {
        self.values.get([document, rating]).copied().filter(|value| !value.is_nan())
    }

    /// Lowest and highest value of one rating; missing values are ignored.
    pub fn range(&self, rating: usize) -> (f64, f64) {
        let values = self.values.column(rating);
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
    }

    /// Number of ratings of each document (B).
    pub fn behaviours(&self) -> usize {
        self.names.len()
    }
}

impl Pairs {
    /// Creates `count` pairs of documents: source document `i` is the partner of document `count + i`.
    pub fn aligned(count: usize) -> Self {
        let partner = (0..2 * count).map(|i| Some((i + count) % (2 * count))).collect();
        Self { source_documents: count, source_words: 0, partner, ..Self::default() }
    }

    /// Side of a document, source or target.
    pub fn side(&self, document: usize) -> Side {
        if document < self.source_documents { Side::Source } else { Side::Target }
    }

    /// Range of the documents on one side, source or target.
    pub fn documents(&self, side: Side) -> Range<usize> {
        match side {
            Side::Source => 0..self.source_documents,
            Side::Target => self.source_documents..self.partner.len(),
        }
    }

    /// Line of a document's pair in its file, from 1, for messages; its index on its side from 1 if no line is known.
    pub fn line(&self, document: usize) -> usize {
        self.lines.get(document).copied().unwrap_or_else(|| self.index(document))
    }

    /// Number of a document's pair among the units of its file, from 1; its index on its side from 1 if no unit is known.
    pub fn unit(&self, document: usize) -> usize {
        self.units.get(document).copied().unwrap_or_else(|| self.index(document))
    }

    /// Name of a document's pair in messages: "line 12" where units are lines, else "unit 12".
    pub fn name(&self, document: usize) -> String {
        format!("{} {}", self.noun(), self.unit(document))
    }

    /// Noun of a unit of the file of pairs: "line" where units are lines, else "unit".
    pub fn noun(&self) -> &'static str {
        // The last unit of formats other than lines has a number different from its line.
        if self.units.last() == self.lines.last() { "line" } else { "unit" }
    }

    /// Identifier of a document's pair; empty if the file has none.
    pub fn id(&self, document: usize) -> &str {
        self.ids.get(document).map_or("", String::as_str)
    }

    fn index(&self, document: usize) -> usize {
        document + 1 - self.documents(self.side(document)).start
    }

    /// Source documents that have a partner, each with the partner, in ascending order.
    pub fn matched(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.partner[..self.source_documents].iter().enumerate().filter_map(|(source, partner)| Some((source, (*partner)?)))
    }

    /// Pairs among the documents in a part of a split: source and target, in the part's order.
    pub fn within<'a>(&'a self, part: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
        part.iter().filter(|&&document| document < self.source_documents).filter_map(|&i| Some((i, self.partner[i]?)))
    }

    /// Whether all partners of documents exist, are mutual, and lie on opposite sides.
    pub(crate) fn fits(&self, documents: usize) -> bool {
        let mutual = |(i, partner): (usize, &Option<usize>)| {
            partner.is_none_or(|j| self.partner.get(j) == Some(&Some(i)) && self.side(i) != self.side(j))
        };
        let known = |count: usize| count == 0 || count == documents;
        let facts = [self.ids.len(), self.lines.len(), self.units.len(), self.scores.len(), self.spans.len()];
        self.partner.len() == documents
            && self.source_documents <= documents
            && facts.into_iter().all(known)
            && self.partner.iter().enumerate().all(mutual)
    }
}

impl Side {
    /// Opposite side of paired documents: target for source, source for target.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Source => Self::Target,
            Self::Target => Self::Source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_pairs_are_mutual() {
        let pairs = Pairs::aligned(3);
        assert!(pairs.fits(6) && !pairs.fits(5));
        assert_eq!(pairs.matched().collect::<Vec<_>>(), [(0, 3), (1, 4), (2, 5)]);
        assert_eq!(pairs.within(&[2, 0, 5, 3]).collect::<Vec<_>>(), [(2, 5), (0, 3)]);
        assert_eq!((pairs.side(2), pairs.side(3)), (Side::Source, Side::Target));
        assert_eq!(pairs.documents(Side::Target), 3..6);
        assert_eq!([2, 5].map(|document| pairs.line(document)), [3, 3], "places where no line is known");
        assert!(Pairs::aligned(0).fits(0));
    }

    #[test]
    fn partners_that_are_not_mutual_do_not_fit() {
        for partner in [vec![Some(1), Some(0), None], vec![Some(2), None, None], vec![Some(7), None, None]] {
            assert!(!Pairs { source_documents: 2, partner, ..Pairs::default() }.fits(3));
        }
        assert!(Pairs { source_documents: 2, partner: vec![None, Some(2), Some(1)], ..Pairs::default() }.fits(3));
    }
}

//! Task of a corpus: classes of documents, ratings, or pairs of documents of two sides.
//!
//! Cost and memory: one number for each rating, one index for each document of a pair.

pub(super) mod levels;

use std::ops::Range;

use ndarray::{Array1, Array2, Axis};
use serde::{Deserialize, Serialize};

/// Task of a corpus, with its data.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Task {
    /// Classification of documents.
    #[default]
    Classes,
    /// Regression of ratings.
    Ratings(Ratings),
    /// Matching of each document with its counterpart on the other side.
    Pairs(Pairs),
}

/// Task without its data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// Classes of documents.
    #[default]
    Classes,
    /// Ratings of documents.
    Ratings,
    /// Documents and their counterparts.
    Pairs,
}

impl TaskKind {
    /// Name of the quantity to learn.
    pub fn target(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Ratings => "ratings",
            Self::Pairs => "partners",
        }
    }

    /// Name of one group of documents.
    pub fn group(self) -> &'static str {
        match self {
            Self::Classes => "class",
            Self::Ratings => "level",
            Self::Pairs => "side",
        }
    }
}

/// A side of a corpus of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side of the queries.
    Source,
    /// The side of the candidates.
    Target,
}

/// Ratings of every document; B of them, one for each behaviour.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Name of each rating (B).
    pub names: Vec<String>,
    /// The ratings (n × B): finite, and NaN in the rows of documents without a label.
    pub values: Array2<f64>,
}

/// Pairs of documents. Documents of both sides are in one corpus, the source side's first; so are the words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Number of documents of the source side.
    pub source_documents: usize,
    /// Number of words of the source side; 0 before tokenisation.
    pub source_words: usize,
    /// Partner of each document on the other side (n); `partner[partner[i]] == i`.
    pub partner: Vec<Option<usize>>,
    /// Identifiers of the documents where the file has them (n or 0).
    pub ids: Vec<String>,
    /// Line of each document's pair in its file, from 1; of files joined by identifiers that of the source (n or 0).
    pub lines: Vec<usize>,
    /// Score of each document's pair where the file has one, such as the posterior probability of an alignment; NaN where it is
    /// missing (n or 0).
    pub scores: Vec<f64>,
    /// Lines of each document in the text that was aligned, as in `12-13`, where the file names them (n or 0).
    pub spans: Vec<String>,
}

impl Task {
    /// The task without its data.
    pub fn kind(&self) -> TaskKind {
        match self {
            Self::Classes => TaskKind::Classes,
            Self::Ratings(_) => TaskKind::Ratings,
            Self::Pairs(_) => TaskKind::Pairs,
        }
    }

    /// The ratings of a regression task.
    pub fn ratings(&self) -> Option<&Ratings> {
        if let Self::Ratings(ratings) = self { Some(ratings) } else { None }
    }

    /// The pairs of a matching task.
    pub fn pairs(&self) -> Option<&Pairs> {
        if let Self::Pairs(pairs) = self { Some(pairs) } else { None }
    }
}

impl Ratings {
    /// One rating a document.
    pub fn single(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self { names: vec![name.into()], values: Array1::from_vec(values).insert_axis(Axis(1)) }
    }

    /// One rating of a document; `None` if it has no label.
    pub fn of(&self, document: usize, rating: usize) -> Option<f64> {
        self.values.get([document, rating]).copied().filter(|value| !value.is_nan())
    }

    /// The lowest and the highest value of one rating; missing ones are passed over.
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
    /// `count` pairs of documents, document `i` of the source side belonging to document `count + i`.
    pub fn aligned(count: usize) -> Self {
        let partner = (0..2 * count).map(|i| Some((i + count) % (2 * count))).collect();
        Self { source_documents: count, source_words: 0, partner, ..Self::default() }
    }

    /// The side of a document.
    pub fn side(&self, document: usize) -> Side {
        if document < self.source_documents { Side::Source } else { Side::Target }
    }

    /// The documents of a side.
    pub fn documents(&self, side: Side) -> Range<usize> {
        match side {
            Side::Source => 0..self.source_documents,
            Side::Target => self.source_documents..self.partner.len(),
        }
    }

    /// Line of a document's pair in its file, from 1; its place on its side where no line is known.
    pub fn line(&self, document: usize) -> usize {
        let place = || document + 1 - self.documents(self.side(document)).start;
        self.lines.get(document).copied().unwrap_or_else(place)
    }

    /// The source documents that have a partner, with it, ascending.
    pub fn matched(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.partner[..self.source_documents].iter().enumerate().filter_map(|(source, partner)| Some((source, (*partner)?)))
    }

    /// The pairs among documents of a split's part: source and target, in the part's order.
    pub fn within<'a>(&'a self, part: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
        part.iter().filter(|&&document| document < self.source_documents).filter_map(|&i| Some((i, self.partner[i]?)))
    }

    /// Whether partners exist, are mutual, and on opposite sides.
    pub(crate) fn fits(&self, documents: usize) -> bool {
        let mutual = |(i, partner): (usize, &Option<usize>)| {
            partner.is_none_or(|j| self.partner.get(j) == Some(&Some(i)) && self.side(i) != self.side(j))
        };
        let known = |count: usize| count == 0 || count == documents;
        let facts = [self.ids.len(), self.lines.len(), self.scores.len(), self.spans.len()];
        self.partner.len() == documents
            && self.source_documents <= documents
            && facts.into_iter().all(known)
            && self.partner.iter().enumerate().all(mutual)
    }
}

impl Side {
    /// The opposite side.
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

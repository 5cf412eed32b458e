//! Reviewed pairs of documents with their distances, for export.
//!
//! Cost: the distances of reviewed pairs that are not nearest. Memory: the nearest pair of each source document.

use std::{collections::BTreeMap, sync::Arc};

use crate::reviews::category::Category;
use crate::reviews::verdicts::{Review, Reviews, Verdict};
use wordfield_core::{
    corpus::{Dataset, Side},
    model::pairs::{MatchRow, Matcher},
};
use wordfield_output::{Correction, ReviewedPair, ReviewedPairs};

/// Reviews of a corpus and its nearest pairs, for export.
#[derive(Debug)]
pub struct ReviewedMatches {
    data: Arc<Dataset>,
    reviews: Reviews,
    /// Nearest target document of each source document.
    nearest: BTreeMap<usize, MatchRow>,
    /// Squared distance of each reviewed pair whose target is not the nearest.
    distances: BTreeMap<usize, f64>,
}

impl ReviewedMatches {
    /// Combines the reviews of a corpus with the evaluated matches of a model.
    pub fn new(data: Arc<Dataset>, reviews: Reviews, rows: &[MatchRow], fitted: &dyn Matcher) -> Self {
        let nearest: BTreeMap<usize, MatchRow> = rows.iter().map(|row| (row.document, *row)).collect();
        let others: Vec<(usize, usize)> = reviews
            .iter()
            .filter_map(|(source, review)| Some((source, review.verdict?.1)))
            .filter(|(source, target)| nearest.get(source).is_none_or(|row| row.best != *target))
            .collect();
        let side = |side, documents: Vec<usize>| fitted.prepare_stacked(side, &data.weights.select(&documents));
        let from = side(Side::Source, others.iter().map(|pair| pair.0).collect());
        let to = side(Side::Target, others.iter().map(|pair| pair.1).collect());
        let between = |place: usize| fitted.between(&from.select(&[place]), &to.select(&[place]))[[0, 0]];
        let distances = others.iter().enumerate().map(|(place, pair)| (pair.0, between(place))).collect();
        Self { data, reviews, nearest, distances }
    }

    /// Reviewed pairs, and unreviewed nearest pairs up to a squared distance as if accepted.
    pub fn reviewed(&self, accept_below: Option<f64>) -> ReviewedPairs<'_> {
        let classes = &self.data.corpus.classes;
        ReviewedPairs { sides: [&classes[0], &classes[1]], pairs: self.pairs(accept_below), accept_below }
    }

    fn pairs<'a>(&'a self, accept_below: Option<f64>) -> Vec<ReviewedPair<'a>> {
        let reviewed = self.reviews.iter().filter_map(|(source, review)| Some((source, self.pair(source, Some(review))?)));
        let near = |row: &&MatchRow| accept_below.is_some_and(|most| row.best_distance <= most);
        let unreviewed = self.nearest.values().filter(|row| self.reviews.get(row.document).is_none()).filter(near);
        let pairs = reviewed.chain(unreviewed.filter_map(|row| Some((row.document, self.pair(row.document, None)?))));
        // A split pair has an exported row for each of its texts.
        let rows = |(source, pair): (usize, ReviewedPair<'a>)| {
            let rows = Correction::rows(self.reviews.correction(source));
            rows.into_iter().map(move |correction| ReviewedPair { correction, ..pair.clone() })
        };
        pairs.flat_map(rows).collect()
    }

    /// Pair of a source document with its reviewed target, otherwise with its nearest target.
    fn pair<'a>(&'a self, source: usize, review: Option<&'a Review>) -> Option<ReviewedPair<'a>> {
        let (corpus, row) = (&self.data.corpus, self.nearest.get(&source));
        let verdict = review.and_then(|review| review.verdict);
        let target = verdict.map(|verdict| verdict.1).or(row.map(|row| row.best))?;
        let is_nearest = row.is_some_and(|row| row.best == target);
        let title = |document: usize| corpus.titles[document].as_str();
        let text = |document: usize| corpus.texts[document].as_str();
        let distance = if is_nearest { row.map(|row| row.best_distance) } else { self.distances.get(&source).copied() };
        Some(ReviewedPair {
            titles: [title(source), title(target)],
            texts: (!corpus.counted).then(|| [text(source), text(target)]),
            id: corpus.task.pairs().map_or("", |pairs| pairs.id(source)),
            units: corpus.task.pairs().map(|pairs| [pairs.unit(source), pairs.unit(target)]),
            lines: corpus.task.pairs().map(|pairs| [pairs.line(source), pairs.line(target)]),
            distance: distance.unwrap_or(f64::NAN),
            margin: row.map_or(f64::NAN, |row| row.margin),
            accepted: verdict.map(|verdict| verdict.0 == Verdict::Accepted),
            note: review.map_or("", |review| review.note.as_str()),
            category: review.and_then(|review| review.category).map_or("", Category::name),
            suggestion: row.filter(|_| !is_nearest).map(|row| title(row.best)),
            correction: Correction::None,
        })
    }
}

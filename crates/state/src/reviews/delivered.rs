//! Pairs of a file that are handed over, in the order of the file.
//!
//! Cost: one pass over the pairs. Memory: one entry a pair.

use super::{
    category::Category,
    verdicts::{PairVerdict, Reviews},
};
use wordfield_core::{
    corpus::{Dataset, Pairs},
    experiment::PairCheck,
};
use wordfield_output::{Correction, DeliveredPair, Keep, ReviewedPair, ReviewedPairs};

/// Outcome of the delivery for a pair of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The pair is kept with this target document.
    Delivered(usize),
    /// The pair is part of the kept pair before it.
    Merged,
    /// The pair is not delivered.
    Omitted,
}

/// Outcome of every pair, by its source document. A pair that the check has not judged is not below any doubt.
fn outcomes(data: &Dataset, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> Vec<(usize, Outcome)> {
    let matched = data.corpus.task.pairs().into_iter().flat_map(Pairs::matched);
    let unjudged = |source: usize| match keep {
        Keep::NotRejected => true,
        Keep::Accepted => false,
        Keep::Below(most) => check.and_then(|check| check.pair(source)).is_some_and(|pair| pair.doubt < most),
    };
    let mut before = Outcome::Omitted;
    let outcome = |(source, own): (usize, usize)| {
        if reviews.is_merged(source) {
            return (source, if before == Outcome::Omitted { Outcome::Omitted } else { Outcome::Merged });
        }
        before = match reviews.get(source).and_then(|review| PairVerdict::of(review, Some(own))) {
            Some(PairVerdict::Partner(target)) => Outcome::Delivered(target),
            Some(PairVerdict::Accepted) => Outcome::Delivered(own),
            None if unjudged(source) => Outcome::Delivered(own),
            None | Some(PairVerdict::Rejected) => Outcome::Omitted,
        };
        (source, before)
    };
    matched.map(outcome).collect()
}

/// Source and target of every pair that is kept.
pub(crate) fn kept(data: &Dataset, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> Vec<[usize; 2]> {
    let kept = |(source, outcome)| match outcome {
        Outcome::Delivered(target) => Some([source, target]),
        Outcome::Merged | Outcome::Omitted => None,
    };
    outcomes(data, reviews, keep, check).into_iter().filter_map(kept).collect()
}

/// Source documents of the pairs that are not delivered.
pub(crate) fn left(data: &Dataset, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> Vec<usize> {
    let all = outcomes(data, reviews, keep, check).into_iter();
    all.filter(|(_, outcome)| *outcome == Outcome::Omitted).map(|(source, _)| source).collect()
}

/// Number of pairs that are delivered as part of the pair before them.
pub(crate) fn merged(data: &Dataset, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> usize {
    outcomes(data, reviews, keep, check).iter().filter(|(_, outcome)| *outcome == Outcome::Merged).count()
}

/// The kept pairs by lines of their files, with corrected texts where these differ from the documents'.
pub(crate) fn units<'a>(data: &'a Dataset, reviews: &'a Reviews, kept: &[[usize; 2]]) -> Vec<DeliveredPair<'a>> {
    let corpus = &data.corpus;
    let line = |document: usize| corpus.task.pairs().map_or(0, |pairs| pairs.line(document));
    let unit = |&documents: &[usize; 2]| {
        let [line, target] = documents.map(line);
        let changed =
            move |texts: [&'a str; 2]| [0, 1].map(|side| Some(texts[side]).filter(|text| *text != corpus.texts[documents[side]]));
        let unit = move |texts| DeliveredPair { line, target, texts };
        let corrected = Correction::rows(reviews.correction(documents[0]));
        corrected.into_iter().map(move |row| unit(row.texts().map_or([None; 2], changed)))
    };
    kept.iter().flat_map(unit).collect()
}

/// The kept pairs with texts, verdicts and notes.
pub(crate) fn reviewed<'a>(data: &'a Dataset, reviews: &'a Reviews, kept: &[[usize; 2]]) -> ReviewedPairs<'a> {
    let corpus = &data.corpus;
    let pair = |&documents: &[usize; 2]| {
        let review = reviews.get(documents[0]);
        let pair = ReviewedPair {
            titles: documents.map(|document| corpus.titles[document].as_str()),
            lines: corpus.task.pairs().map(|pairs| documents.map(|document| pairs.line(document))),
            accepted: review.and_then(|review| review.verdict).map(|_| true),
            note: review.map_or("", |review| review.note.as_str()),
            category: review.and_then(|review| review.category).map_or("", Category::name),
            ..ReviewedPair::default()
        };
        let own = documents.map(|document| corpus.texts[document].as_str());
        let corrected = Correction::rows(reviews.correction(documents[0]));
        corrected.into_iter().map(move |row| ReviewedPair { texts: Some(row.texts().unwrap_or(own)), ..pair.clone() })
    };
    ReviewedPairs {
        sides: [&corpus.classes[0], &corpus.classes[1]],
        pairs: kept.iter().flat_map(pair).collect(),
        accept_below: Some(f64::INFINITY),
    }
}

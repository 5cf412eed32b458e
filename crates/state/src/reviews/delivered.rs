//! Pairs of a file that are handed over: all but the rejected ones, in the order of the file.
//!
//! Cost: one pass over the pairs. Memory: one entry a pair.

use super::verdicts::{PairVerdict, Reviews};
use wordfield_core::corpus::{Dataset, Pairs};
use wordfield_output::{ReviewedPair, ReviewedPairs};

/// Source and target of every pair that is not rejected.
pub(crate) fn kept(data: &Dataset, reviews: &Reviews) -> Vec<[usize; 2]> {
    let matched = data.corpus.task.pairs().into_iter().flat_map(Pairs::matched);
    let kept = |(source, own): (usize, usize)| match PairVerdict::of(reviews.get(source)?, Some(own)) {
        Some(PairVerdict::Rejected) => None,
        Some(PairVerdict::Partner(target)) => Some([source, target]),
        Some(PairVerdict::Accepted) | None => Some([source, own]),
    };
    matched
        .filter_map(|(source, own)| if reviews.get(source).is_none() { Some([source, own]) } else { kept((source, own)) })
        .collect()
}

/// The kept pairs with texts, verdicts and notes.
pub(crate) fn reviewed<'a>(data: &'a Dataset, reviews: &'a Reviews, kept: &[[usize; 2]]) -> ReviewedPairs<'a> {
    let corpus = &data.corpus;
    let pair = |&documents: &[usize; 2]| {
        let review = reviews.get(documents[0]);
        ReviewedPair {
            titles: documents.map(|document| corpus.titles[document].as_str()),
            texts: Some(documents.map(|document| corpus.texts[document].as_str())),
            lines: corpus.task.pairs().map(|pairs| documents.map(|document| pairs.line(document))),
            accepted: review.and_then(|review| review.verdict).map(|_| true),
            note: review.map_or("", |review| review.note.as_str()),
            ..ReviewedPair::default()
        }
    };
    ReviewedPairs { sides: [&corpus.classes[0], &corpus.classes[1]], pairs: kept.iter().map(pair).collect(), accept_below: None }
}

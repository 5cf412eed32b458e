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
use wordfield_output::{Keep, ReviewedPair, ReviewedPairs};

/// Source and target of every pair that is kept. A pair that the check has not judged is not below any doubt.
pub(crate) fn kept(data: &Dataset, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> Vec<[usize; 2]> {
    let matched = data.corpus.task.pairs().into_iter().flat_map(Pairs::matched);
    let unjudged = |source: usize| match keep {
        Keep::NotRejected => true,
        Keep::Accepted => false,
        Keep::Below(most) => check.and_then(|check| check.pair(source)).is_some_and(|pair| pair.doubt < most),
    };
    let kept = |(source, own): (usize, usize)| match reviews.get(source).and_then(|review| PairVerdict::of(review, Some(own))) {
        Some(PairVerdict::Rejected) => None,
        Some(PairVerdict::Partner(target)) => Some([source, target]),
        Some(PairVerdict::Accepted) => Some([source, own]),
        None => unjudged(source).then_some([source, own]),
    };
    matched.filter_map(kept).collect()
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
            category: review.and_then(|review| review.category).map_or("", Category::name),
            ..ReviewedPair::default()
        }
    };
    ReviewedPairs {
        sides: [&corpus.classes[0], &corpus.classes[1]],
        pairs: kept.iter().map(pair).collect(),
        accept_below: Some(f64::INFINITY),
    }
}

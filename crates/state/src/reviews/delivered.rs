//! Pairs of a file that are delivered in the export of clean pairs, in file order.
//!
//! Cost: one pass over the pairs. Memory: one entry per pair.

use std::collections::BTreeMap;

use super::{
    category::Category,
    verdicts::{Reviews, pair_verdict},
};
use wordfield_core::corpus::{Corpus, Pairs};
use wordfield_output::{Decisions, JudgedPair, Keep, PairReview, PairVerdict};

/// Division of a corpus's pairs into source and target documents that are delivered and sources that are not.
pub(crate) fn decisions(corpus: &Corpus, reviews: &Reviews, keep: Keep, score: impl Fn(usize) -> Option<f64>) -> Decisions {
    let pairs = corpus.task.pairs().into_iter().flat_map(Pairs::matched).map(<[usize; 2]>::from);
    let judged = |source: usize| JudgedPair {
        verdict: reviews.get(source).and_then(|review| pair_verdict(review, corpus.partner(source))),
        correction: reviews.correction(source),
        score: score(source),
    };
    Decisions::of(pairs, judged, keep)
}

/// Reviews and scores of the pairs of a file by their index, which is that of their source document.
pub(crate) fn pair_reviews(
    corpus: &Corpus,
    reviews: &Reviews,
    score: impl Fn(usize) -> Option<f64>,
) -> BTreeMap<usize, PairReview> {
    let review = |source: usize| {
        let review = reviews.get(source).cloned().unwrap_or_default();
        let verdict = pair_verdict(&review, corpus.partner(source)).and_then(|verdict| match verdict {
            PairVerdict::Partner(target) => corpus.partner(target).map(PairVerdict::Partner),
            other => Some(other),
        });
        PairReview {
            verdict,
            note: review.note,
            category: review.category.map_or("", Category::name).to_owned(),
            score: score(source),
            correction: review.correction,
        }
    };
    let sources = corpus.task.pairs().into_iter().flat_map(Pairs::matched).map(|pair| pair.0);
    sources.map(|source| (source, review(source))).filter(|(_, review)| *review != PairReview::default()).collect()
}

//! Pairs of a file that are delivered in the export of clean pairs, in file order.
//!
//! Cost: one pass over the pairs. Memory: one entry per pair.

use super::{
    category::Category,
    verdicts::{PairVerdict, Reviews},
};
use wordfield_core::{
    corpus::{Corpus, Dataset, Pairs},
    experiment::PairCheck,
};
use wordfield_output::{Correction, DeliveredPair, Keep, OmissionCause, ReviewedPair, ReviewedPairs};

/// Division of a file's pairs into exported and omitted ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delivered {
    /// Source and target document of every exported pair.
    pub kept: Vec<[usize; 2]>,
    /// Number of pairs exported as part of the pair before them.
    pub merged: usize,
    /// Source documents of the pairs omitted from the export, each with the cause.
    pub omitted: Vec<(usize, OmissionCause)>,
}

impl Delivered {
    pub(crate) fn of(corpus: &Corpus, reviews: &Reviews, keep: Keep, check: Option<&PairCheck>) -> Self {
        let mut delivered = Self::default();
        let mut before_is_kept = false;
        for (source, own) in corpus.task.pairs().into_iter().flat_map(Pairs::matched) {
            if reviews.is_merged(source) {
                if before_is_kept {
                    delivered.merged += 1;
                } else {
                    delivered.omitted.push((source, OmissionCause::Merged));
                }
                continue;
            }
            let doubt = || check.and_then(|check| check.pair(source)).map(|pair| pair.doubt);
            let target = match reviews.get(source).and_then(|review| PairVerdict::of(review, Some(own))) {
                Some(PairVerdict::Partner(target)) => Ok(target),
                Some(PairVerdict::Accepted) => Ok(own),
                Some(PairVerdict::Rejected) => Err(OmissionCause::Rejected),
                None => keep.omits(doubt()).map_or(Ok(own), Err),
            };
            before_is_kept = target.is_ok();
            match target {
                Ok(target) => delivered.kept.push([source, target]),
                Err(cause) => delivered.omitted.push((source, cause)),
            }
        }
        delivered
    }
}

/// Exported pairs by lines of their files, with corrected texts where they differ from the documents'.
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

/// Exported pairs with texts, verdicts and notes.
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

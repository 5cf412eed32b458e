//! Explanations of words and documents as numbers and sorted lists.
//!
//! Cost of an explanation: a list over all documents or words is one pass, well below a millisecond for 70,000 words.

use ndarray::Array2;
use rayon::prelude::*;

pub use crate::selection::rules::Part;
use wordfield_core::{
    corpus::{Csr, Dataset, Side},
    ldk::Source,
    metric,
    model::{Classified, Shares, Snapshot, WordValues},
    stats::{nearest, squared_distance},
};

/// Number of coordinates above which word distances are computed in parallel.
const LARGE: usize = 1_000_000;

/// Share of one word in a document's decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Index of the word that the share belongs to.
    pub word: usize,
    /// Weight of the word in the document, an entry of `M`.
    pub weight: f64,
    /// Share of the word; for classes, positive favours the pair's first class.
    /// `M_il h(x_l)` if the decision is a mean of a field, otherwise an integrated gradient.
    pub share: f64,
    /// Share of each component of the kernel, in the order of [`Source::ALL`]; all `None` if the map is the only one.
    pub parts: [Option<f64>; Source::COUNT],
}

impl Share {
    /// Creates a word's share of the map alone, without other kernel components.
    pub fn of_map(word: usize, weight: f64, share: f64) -> Self {
        Self { word, weight, share, parts: [None; Source::COUNT] }
    }

    /// Shares of the kernel's components, as in "map +0.31, itself +0.12"; `None` if the map is the only one.
    pub fn by_component(&self) -> Option<String> {
        let part = |(source, part): (Source, Option<f64>)| Some(format!("{} {:+.2}", source.label(), part?));
        let parts: Vec<String> = Source::ALL.into_iter().zip(self.parts).filter_map(part).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Share of every word in a document's decision for one pair, largest first; they sum to the decision.
/// The shares are empty for a document without words, and for decisions that are no functions of words.
pub fn shares(dataset: &Dataset, snapshot: &Snapshot, document: usize, pair: usize) -> Vec<Share> {
    let Some(words) = &snapshot.words else { return Vec::new() };
    let emphasis = snapshot.classified().and_then(|predictions| predictions.emphasis.get(document).copied()).unwrap_or(1.0);
    largest_first(&dataset.weights, document, &words.decision_shares(&dataset.weights, document, emphasis, pair))
}

/// Shares of a document's words as a list, largest first, with the shares of the kernel's components.
pub(crate) fn largest_first(weights: &Csr, document: usize, shares: &Shares) -> Vec<Share> {
    let share = |(entry, ((word, weight), share)): (usize, ((usize, f64), &f64))| {
        let mut one = Share::of_map(word, weight, *share);
        for (source, parts) in &shares.parts {
            one.parts[source.index()] = Some(parts[entry]);
        }
        one
    };
    let mut shares: Vec<Share> = weights.entries(document).zip(&shares.total).enumerate().map(share).collect();
    shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
    shares
}

/// Pair of classes that decided a document, the first of [`deciding_pairs`].
pub fn deciding_pair(dataset: &Dataset, predictions: &Classified, document: usize) -> Option<usize> {
    deciding_pairs(dataset, predictions, document).first().copied()
}

/// Pairs of classes in the order in which they decided a document's predicted class against its rival.
/// The rival is the true class of a wrong prediction, otherwise the class that came next by votes.
///
/// First comes the pair of both, if the predicted class won it. Otherwise the rival lost by its votes:
/// the pairs come first that it lost to classes that the predicted class beat. Of equal pairs, the closest decision comes first.
pub fn deciding_pairs(dataset: &Dataset, predictions: &Classified, document: usize) -> Vec<usize> {
    let (predicted, decisions) = (predictions.predicted[document], predictions.decisions.row(document));
    let votes = predictions.votes(document, dataset.corpus.classes.len());
    let others = (0..votes.len()).filter(|&class| class != predicted);
    let next = others.reduce(|best, class| if votes[class] > votes[best] { class } else { best });
    let rival = dataset.label(document).filter(|&truth| truth != predicted).or(next);
    // Winner and loser of each pair.
    let outcome = |(&(first, second), &decision)| if decision > 0.0 { (first, second) } else { (second, first) };
    let outcomes: Vec<(usize, usize)> = predictions.pairs.iter().zip(&decisions).map(outcome).collect();
    let mut beaten = vec![false; votes.len()];
    outcomes.iter().filter(|(winner, _)| *winner == predicted).for_each(|(_, loser)| beaten[*loser] = true);
    let rank = |&pair: &usize| match outcomes[pair] {
        (winner, loser) if winner == predicted && Some(loser) == rival => 0,
        (winner, loser) if Some(loser) == rival && beaten[winner] => 1,
        (winner, loser) if loser == predicted && Some(winner) == rival => 2,
        (winner, loser) if [winner, loser].iter().any(|&class| class == predicted || Some(class) == rival) => 3,
        _ => 4,
    };
    let mut order: Vec<usize> = (0..outcomes.len()).collect();
    order.sort_by(|a, b| rank(a).cmp(&rank(b)).then(decisions[*a].abs().total_cmp(&decisions[*b].abs())));
    order
}

/// Field value of one class against all others at a word: the mean of its pairs' fields, each signed for the class.
pub fn class_value(words: &WordValues, predictions: &Classified, word: usize, class: usize) -> f64 {
    let mut count = 0.0_f64;
    let mut sum = 0.0;
    for (pair, &(first, second)) in predictions.pairs.iter().enumerate() {
        if first == class || second == class {
            sum += signed(words.values[[word, pair]], first == class);
            count += 1.0;
        }
    }
    sum / count.max(1.0)
}

fn signed(value: f64, first: bool) -> f64 {
    if first { value } else { -value }
}

/// Nearest words to a word in all latent dimensions with their distances, nearest first; empty for an unknown word.
pub fn neighbours(latent: &Array2<f64>, word: usize, count: usize) -> Vec<(usize, f64)> {
    if word >= latent.nrows() {
        return Vec::new();
    }
    let here = latent.row(word);
    let apart = |other: usize| (other, squared_distance(&latent.row(other), &here));
    let others = if latent.len() > LARGE {
        (0..latent.nrows()).into_par_iter().with_min_len(1024).filter(|&other| other != word).map(apart).collect()
    } else {
        (0..latent.nrows()).filter(|&other| other != word).map(apart).collect()
    };
    nearest(others, count).into_iter().map(|(other, squared)| (other, squared.sqrt())).collect()
}

/// Number of documents of each class (rows) with each predicted class (columns) in one part.
pub fn confusion(dataset: &Dataset, predictions: &Classified, part: Part) -> Array2<usize> {
    let classes = |&document: &usize| (dataset.corpus.labels[document], predictions.predicted[document]);
    metric::confusion(part.documents(dataset).iter().map(classes), dataset.corpus.classes.len())
}

/// Index of a word by its spelling, on the document's side if there are sides; the words of each side are sorted by spelling.
pub fn word_index(dataset: &Dataset, word: &str, document: usize) -> Option<usize> {
    let target = dataset.corpus.task.pairs().is_some_and(|pairs| pairs.side(document) == Side::Target);
    let (source, others) = dataset.words.split_at(dataset.source_words);
    let side = if target || dataset.source_words == 0 { others } else { source };
    let first = if target || dataset.source_words == 0 { dataset.source_words } else { 0 };
    side.binary_search_by(|known| known.as_str().cmp(word)).ok().map(|index| first + index)
}

#[cfg(test)]
mod tests;

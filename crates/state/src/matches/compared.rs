//! Comparison of a source document with a candidate target: distance, share of every word, nearest candidates.
//!
//! In the check of pairs, all but the weights for the word field come from the pair's held-out model ([`HeldOutPair`]).
//!
//! Computed on a thread. Cost: one row of distances to the candidates of a part.
//! Memory: one number for every word of that part's target documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    Basis, Between,
    core::memo::Same,
    inspect::explain::Part,
    matches::held_out::{CheckFound, HeldOutPair},
};
use wordfield_core::{
    corpus::{Dataset, Side},
    model::pairs::{self, MatchRow, Matcher, PairShares, Prepared, Witness},
};

/// Maximum number of candidates listed for a source document.
pub const CANDIDATES: usize = 20;

/// Maximum number of documents in a part that a source document is compared with.
const MAX_POOL_DOCUMENTS: usize = 4096;

/// Comparison of a source document with a target document.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Index of the source document compared.
    pub source: usize,
    /// Index of the target document compared.
    pub target: usize,
    /// Squared distance of the two kernel means.
    pub distance: f64,
    /// Target documents nearest to the source with their squared distances, nearest first.
    pub candidates: Vec<(usize, f64)>,
    /// Number of target documents compared, and total number in the part.
    pub among: (usize, usize),
    /// Share of every word in the squared distance, largest first; the shares sum to the distance.
    pub shares: PairShares,
    /// Weights of words in the two documents, for the word field.
    pub between: Option<Between>,
    /// Held-out model of the pair, if the comparison is by that model; otherwise the comparison is by the reviewed model.
    pub held_out: Option<HeldOutPair>,
}

/// Key of a comparison of two documents: the corpus, an evaluation of the model, and the documents.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CompareKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) rows: Same<Vec<MatchRow>>,
    /// Index of the source document.
    pub source: usize,
    /// Index of the target document; `None`: the nearest.
    pub chosen: Option<usize>,
    /// Pair check under review, whose held-out models compare the pairs.
    pub(crate) check: Option<Same<CheckFound>>,
}

/// Inputs of the comparison of two documents.
#[derive(Clone, Debug)]
pub(crate) struct CompareInput {
    pub(crate) key: CompareKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) basis: Arc<Basis>,
    pub(crate) fitted: Arc<dyn Matcher>,
    /// Pair check that the key identifies.
    pub(crate) check: Option<Arc<CheckFound>>,
    /// Candidates of the last comparison, reused for the same part.
    pub(crate) pool: Option<Arc<Pool>>,
}

/// Candidates and comparison; `None` if the model does not know the words of the corpus.
pub(crate) type CompareAnswer = Option<(Arc<Pool>, Arc<Compared>)>;

impl CompareKey {
    /// Whether two keys are of the same documents, of one corpus and check, whatever the model.
    pub(crate) fn is_of_same_pair(&self, other: &Self) -> bool {
        (self.source, self.chosen, &self.dataset, &self.check) == (other.source, other.chosen, &other.dataset, &other.check)
    }
}

impl CompareInput {
    /// Compares the source document with the target document of the key.
    pub(crate) fn compare(&self) -> CompareAnswer {
        let source = self.key.source;
        let known = self.pool.as_ref().filter(|pool| pool.serves(&self.dataset, &self.basis, source));
        let pool = known.map_or_else(|| Arc::new(Pool::of(&self.dataset, &self.basis, source)), Arc::clone);
        let held_out = |target: usize| {
            let pairs = self.dataset.corpus.task.pairs()?;
            self.check.as_ref()?.compared(source, target, self.dataset.corpus.len() - pairs.source_documents)
        };
        let compared = match self.key.chosen.and_then(held_out) {
            Some(held_out) if self.fitted.words().len() == self.dataset.words.len() => {
                let [query, other] = [source, held_out.target].map(|document| alone(&self.dataset, &*self.fitted, document));
                Compared { between: between(&*self.fitted, &query, &other), ..held_out }
            }
            _ => {
                let own = Compared::new(&self.dataset, &*self.fitted, &pool, source, self.key.chosen)?;
                match held_out(own.target) {
                    Some(held_out) => Compared { between: own.between, ..held_out },
                    None => own,
                }
            }
        };
        Some((pool, Arc::new(compared)))
    }
}

/// Candidate targets of one part; of a very large part an even sample that includes the partner.
#[derive(Debug)]
pub(crate) struct Pool {
    dataset: Same<Dataset>,
    part: Option<Part>,
    /// Source document whose partner the sample must include, if candidates are sampled.
    source: Option<usize>,
    all: usize,
    targets: Vec<usize>,
    weights: wordfield_core::corpus::Csr,
}

impl Pool {
    /// Candidate targets in the part of the split that contains a source document.
    pub(crate) fn of(dataset: &Arc<Dataset>, basis: &Basis, source: usize) -> Self {
        let part = basis.parts.get(source).copied().flatten();
        let pairs = dataset.corpus.task.pairs();
        let first = pairs.map_or(0, |pairs| pairs.source_documents);
        let documents: Vec<usize> = (first..dataset.corpus.len()).filter(|&i| basis.parts[i] == part).collect();
        let all = documents.len();
        let partner = dataset.corpus.partner(source);
        let found = pairs::Part::of(dataset, &sample(documents, partner, MAX_POOL_DOCUMENTS));
        let (targets, weights) = (found.targets, found.sides.target);
        Self { dataset: Same::of(dataset), part, source: (all > MAX_POOL_DOCUMENTS).then_some(source), all, targets, weights }
    }

    /// Whether the pool holds the candidates of a source document.
    fn serves(&self, dataset: &Arc<Dataset>, basis: &Basis, source: usize) -> bool {
        self.dataset == Same::of(dataset)
            && basis.parts.get(source).copied().flatten() == self.part
            && self.source.is_none_or(|of| of == source)
    }
}

/// Evenly spaced sample of at most `most` ascending documents, which includes a required one.
fn sample(documents: Vec<usize>, always: Option<usize>, most: usize) -> Vec<usize> {
    if documents.len() <= most {
        return documents;
    }
    let mut some: Vec<usize> = (0..most).map(|place| documents[place * documents.len() / most]).collect();
    if let Some(document) = always
        && let Err(place) = some.binary_search(&document)
    {
        some.insert(place, document);
    }
    some
}

impl Compared {
    /// Compares a source document with the chosen target document, or with its nearest candidate.
    fn new(dataset: &Dataset, fitted: &dyn Matcher, pool: &Pool, source: usize, chosen: Option<usize>) -> Option<Self> {
        if fitted.words().len() != dataset.words.len() {
            return None;
        }
        let candidates = fitted.prepare(Side::Target, pool.weights.clone());
        let query = alone(dataset, fitted, source);
        let near: Vec<(usize, f64)> =
            fitted.candidates(&query, 0, &candidates, CANDIDATES).into_iter().map(|(at, d)| (pool.targets[at], d)).collect();
        let target = chosen.or_else(|| near.first().map(|&(target, _)| target))?;
        let other = alone(dataset, fitted, target);
        let distance = fitted.between(&query, &other)[[0, 0]];
        let mut shares = fitted.explain((&query, 0), (&other, 0)).unwrap_or_default();
        shares.shares.sort_by(|a, b| b.share.abs().total_cmp(&a.share.abs()));
        let between = between(fitted, &query, &other);
        let among = (pool.targets.len(), pool.all);
        Some(Self { among, source, target, distance, candidates: near, shares, between, held_out: None })
    }
}

/// Weights of the words of a source and a target document, for the word field.
fn between(fitted: &dyn Matcher, query: &Prepared, other: &Prepared) -> Option<Between> {
    let Witness { weights, function } = fitted.witness((query, 0), (other, 0))?;
    let side = |word: usize, side: Side| if fitted.side_of(word) == side { weights[word].abs() } else { 0.0 };
    let spread = Array2::from_shape_fn((weights.len(), 2), |(word, column)| {
        side(word, if column == 0 { Side::Source } else { Side::Target })
    });
    Some(Between {
        spread: Arc::new(spread),
        witness: Arc::new(weights),
        function,
        sides: None,
        names: <_>::default(),
        band: None,
    })
}

/// Prepares a single document for comparison with others.
fn alone(dataset: &Dataset, fitted: &dyn Matcher, document: usize) -> Prepared {
    let found = pairs::Part::of(dataset, &[document]);
    if found.sources.is_empty() {
        fitted.prepare(Side::Target, found.sides.target)
    } else {
        fitted.prepare(Side::Source, found.sides.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_even_and_contains_the_required_document() {
        assert_eq!(sample(vec![3, 5, 8], Some(5), 3), [3, 5, 8]);
        let some = sample((100..1100).collect(), Some(777), 10);
        assert_eq!(some, [100, 200, 300, 400, 500, 600, 700, 777, 800, 900, 1000]);
        assert_eq!(sample((0..20).collect(), Some(10), 2), [0, 10]);
    }
}

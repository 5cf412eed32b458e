//! Parameters, datasets and matrices for tests, and checks of word shares.

use std::sync::Arc;

use ndarray::{Array2, ArrayView1, s};
use serde_json::Value;

use crate::{
    corpus::{Builtin, Corpus, Csr, Dataset, Ratings, SplitOptions, Task, VocabularyOptions, Weighting, planted},
    model::{ParamTable, Preset, Snapshot, pairs::Sides, tests::made_up},
};

/// Default parameters with the given settings.
pub(super) fn params<P: ParamTable>(set: &[(&str, &str)]) -> P {
    let mut params = P::preset(Preset::Default, 2);
    params.set_all(set).unwrap();
    params
}

/// The dataset of a corpus with the default options.
pub(super) fn dataset(corpus: Corpus, weighting: Weighting) -> Dataset {
    Dataset::build(Arc::new(corpus), &SplitOptions::default(), &VocabularyOptions::default(), weighting).unwrap()
}

/// A planted corpus under the default weighting of a model.
pub(super) fn planted_for<P: ParamTable>(which: Builtin) -> Dataset {
    dataset(planted(which), params::<P>(&[]).weighting())
}

/// Documents with ratings, given by their words; the first `train` are training documents, the others test documents.
pub(super) fn rated(documents: &[Vec<(String, f64)>], values: Array2<f64>, train: usize) -> Dataset {
    let names = (0..values.ncols()).map(|b| format!("rating {b}")).collect();
    let documents: Vec<_> = documents.iter().map(|words| ("", words.clone())).collect();
    let train: Vec<usize> = (0..train).collect();
    Dataset::clone(&made_up::dataset(Task::Ratings(Ratings { names, values }), &documents, &train, &[]))
}

/// One-word documents with a rating each; an empty word is a document without words.
pub(super) fn rated_words(words: &[&str], ratings: &[f64], train: usize) -> Dataset {
    let document = |word: &&str| if word.is_empty() { vec![] } else { vec![((*word).to_owned(), 1.0)] };
    let values = Array2::from_shape_vec((ratings.len(), 1), ratings.to_vec()).unwrap();
    rated(&words.iter().map(document).collect::<Vec<_>>(), values, train)
}

/// The datasets of a fixture of two ratings, each with the results of scikit-learn.
pub(super) fn regressions(fixture: &str) -> Vec<(Dataset, Value)> {
    let cases: Vec<Value> = serde_json::from_str(fixture).unwrap();
    let read = |case: Value| {
        let (counts, new, ratings) = (matrix(&case["counts"]), matrix(&case["new_counts"]), matrix(&case["ratings"]));
        let words = |row: ArrayView1<'_, f64>| {
            let counted = row.into_iter().enumerate().filter(|(_, count)| **count > 0.0);
            counted.map(|(word, &count)| (format!("word{word:02}"), count)).collect::<Vec<_>>()
        };
        let documents: Vec<_> = counts.outer_iter().chain(new.outer_iter()).map(words).collect();
        let mut values = Array2::zeros((documents.len(), 2));
        values.slice_mut(s![..ratings.nrows(), ..]).assign(&ratings);
        let data = rated(&documents, values, ratings.nrows());
        assert_eq!(data.words.len(), counts.ncols(), "every word is in the vocabulary");
        (data, case["results"].clone())
    };
    cases.into_iter().map(read).collect()
}

/// Word shares sum to the decisions of every pair of classes.
pub(super) fn assert_shares_sum_to_decisions(data: &Dataset, snapshot: &Snapshot) {
    let (words, classified) = (snapshot.words.as_ref().unwrap(), snapshot.classified().unwrap());
    for document in (0..data.corpus.len()).step_by(17).filter(|&i| !data.weights.row(i).0.is_empty()) {
        for pair in 0..classified.pairs.len() {
            let shares: f64 =
                words.decision_shares(&data.weights, document, classified.emphasis[document], pair).total.iter().sum();
            assert!((shares - classified.decisions[[document, pair]]).abs() < 1e-9);
        }
    }
}

/// Intercept and word shares sum to the first rating of every document, which has no deviation.
pub(super) fn assert_shares_sum_to_ratings(data: &Dataset, snapshot: &Snapshot) {
    let (words, rated) = (snapshot.words.as_ref().unwrap(), snapshot.rated().unwrap());
    assert!(rated.deviation.is_none() && snapshot.embedding.is_none());
    for document in (0..data.corpus.len()).step_by(17) {
        let shares: f64 = words.shares_beyond_bias(&data.weights, document, rated.emphasis[document], 0).total.iter().sum();
        assert!((words.bias[0] + shares - rated.mean[[document, 0]]).abs() < 1e-9);
    }
}

/// Matrix from a JSON list of rows.
pub(super) fn matrix(json: &Value) -> Array2<f64> {
    let rows: Vec<Vec<f64>> = serde_json::from_value(json.clone()).unwrap();
    Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
}

/// Documents from a JSON list of rows.
pub(super) fn rows(json: &Value) -> Csr {
    let dense = matrix(json);
    let row = |row: ArrayView1<'_, f64>| row.iter().enumerate().map(|(word, &weight)| (word as u32, weight)).collect();
    Csr::from_rows(dense.ncols(), dense.outer_iter().map(row).collect::<Vec<_>>())
}

/// Pairs of documents with the given weights, one row per pair.
pub(super) fn aligned(source: Csr, target: Csr) -> Sides {
    let partner = (0..source.rows()).map(Some).collect();
    Sides { source, target, partner }
}

/// Distinct names for the given number of words.
pub(super) fn names(words: usize) -> Vec<String> {
    (0..words).map(|word| format!("word{word}")).collect()
}

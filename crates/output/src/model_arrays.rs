//! NumPy arrays of a fitted model and its corpus.
//!
//! | name | content | shape |
//! |---|---|---|
//! | `words` | words | V |
//! | `latent` | positions of the words | V × q |
//! | `source_words` | of pairs: number of words of the source side, which come first | 1 |
//! | `titles` | titles of the documents | n |
//! | `document_positions` | means of the positions of each document's words, by weight | n × q |
//! | `gram` | Gram matrix of the documents, if it is requested and memory suffices | n × n |
//! | `split` | `train`, `dev`, `test`, `unlabelled` or nothing | n |
//! | `classes`, `labels`, `predicted`, `decisions`, `decision_pairs` | names; class of each document (-1: none); decisions of pairs of classes | C, n, n, n × P, P |
//! | `rating_names`, `ratings`, `rating_means`, `rating_deviations` | names; true (NaN: none) and predicted ratings | B, n × B, n × B, n × B |
//! | `match_documents`, `match_nearest`, `match_distances`, `match_margins`, `match_ranks` | of pairs: source document, nearest target document, squared distance, margin, rank of the partner (0: none) | m |

use std::sync::Arc;

use ndarray::{Array1, Array2, CowArray, IxDyn};

use super::{Array, Arrays};
use wordfield_core::{
    corpus::{Dataset, Task},
    memory::Budget,
    model::{Predictions, Snapshot},
};

/// Number of n × n matrices that are in memory while the Gram matrix of all documents is computed.
const COPIES: usize = 3;
/// Class index of a document without a label.
const NO_LABEL: i64 = -1;

/// Fitted model and its corpus, to be exported as NumPy arrays.
pub struct ModelArrays {
    data: Arc<Dataset>,
    snapshot: Arc<Snapshot>,
    gram: Option<Array2<f64>>,
}

impl ModelArrays {
    /// Arrays of a model snapshot over its dataset.
    /// `gram` is the memory budget of the Gram matrix; the text is the reason why the matrix is left out
    /// if it exceeds the budget.
    /// The arrays are undefined if the work is cancelled.
    pub fn of(data: Arc<Dataset>, snapshot: Arc<Snapshot>, gram: Option<Budget>) -> (Self, Option<String>) {
        let documents = data.corpus.len();
        let Some(memory) = gram else { return (Self { data, snapshot, gram: None }, None) };
        match memory.ask_matrix("the kernel matrix of all documents", documents, documents, COPIES) {
            Ok(()) => {
                let gram = Some(snapshot.documents.gather(&data.weights).k);
                (Self { data, snapshot, gram }, None)
            }
            Err(error) => (Self { data, snapshot, gram: None }, Some(error.to_string())),
        }
    }

    /// Named NumPy arrays of the model and its corpus.
    pub fn arrays(&self) -> Arrays<'_> {
        let Self { data, snapshot, gram } = self;
        let mut arrays = Arrays::default().texts("words", data.words.iter().map(String::as_str));
        if let Some(latent) = snapshot.latent() {
            arrays = arrays.numbers("latent", latent.view().into_dyn()).numbers("document_positions", means(data, latent));
        }
        arrays = arrays.texts("titles", data.corpus.titles.iter().map(String::as_str)).texts("split", data.part_names());
        if let Some(gram) = gram {
            arrays = arrays.numbers("gram", gram.view().into_dyn());
        }
        match &data.corpus.task {
            Task::Classes => {
                let label =
                    |document| data.corpus.label(document).and_then(|class| i64::try_from(class).ok()).unwrap_or(NO_LABEL);
                let labels = (0..data.corpus.len()).map(label).collect();
                arrays = arrays
                    .texts("classes", data.corpus.classes.iter().map(String::as_str))
                    .with("labels", Array::Integers(labels));
            }
            Task::Ratings(ratings) => {
                arrays = arrays
                    .texts("rating_names", ratings.names.iter().map(String::as_str))
                    .numbers("ratings", ratings.values.view().into_dyn());
            }
            Task::Pairs(_) => arrays = arrays.integers("source_words", [data.source_words]),
        }
        predictions(&snapshot.predictions, &data.corpus.classes, arrays)
    }
}

/// Weighted mean position of each document's words (n × q); zero for a document without words.
fn means(data: &Dataset, latent: &Array2<f64>) -> CowArray<'static, f64, IxDyn> {
    let mut means = Array2::zeros((data.weights.rows(), latent.ncols()));
    for (document, mut mean) in means.outer_iter_mut().enumerate() {
        for (word, weight) in data.weights.entries(document) {
            mean.scaled_add(weight, &latent.row(word));
        }
    }
    means.into_dyn().into()
}

fn predictions<'a>(predictions: &'a Predictions, classes: &'a [String], arrays: Arrays<'a>) -> Arrays<'a> {
    match predictions {
        Predictions::Classes(found) => arrays
            .integers("predicted", found.predicted.iter().copied())
            .numbers("decisions", found.decisions.view().into_dyn())
            .texts("decision_pairs", found.pairs.iter().map(|&(a, b)| format!("{} | {}", classes[a], classes[b]))),
        Predictions::Ratings(found) => {
            let arrays = arrays.numbers("rating_means", found.mean.view().into_dyn());
            let deviations = found.deviation.as_ref();
            deviations
                .map(|deviations| deviations.view().into_dyn())
                .into_iter()
                .fold(arrays, |arrays, deviations| arrays.numbers("rating_deviations", deviations))
        }
        Predictions::Matches(found) => {
            let rows = &found.rows;
            let column = |of: fn(&wordfield_core::model::pairs::MatchRow) -> f64| -> Array<'a> {
                Array::Numbers(rows.iter().map(of).collect::<Array1<f64>>().into_dyn().into())
            };
            arrays
                .integers("match_documents", rows.iter().map(|row| row.document))
                .integers("match_nearest", rows.iter().map(|row| row.best))
                .with("match_distances", column(|row| row.best_distance))
                .with("match_margins", column(|row| row.margin))
                .integers("match_ranks", rows.iter().map(|row| row.rank.unwrap_or(0)))
        }
    }
}

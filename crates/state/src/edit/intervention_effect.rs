//! Effect of an intervention: values before and after, and documents whose prediction changed.
//!
//! Cost of the effect: one pass over the predictions. Memory: the listed documents.

use crate::inspect::explain;
use wordfield_core::{
    corpus::Dataset,
    model::{Predictions, Scores, Snapshot},
};

/// Maximum number of listed documents whose prediction changed most.
const MAX_DOCUMENTS: usize = 60;

/// Prediction of a document: a class, a rating or a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PredictedValue {
    /// Predicted class of a document.
    Class(usize),
    /// Predicted rating of a document, on the user's scale.
    Rating(f64),
    /// Nearest document in the opposite language for a document.
    Match(usize),
    /// The document has no prediction.
    Nothing,
}

/// Document whose prediction changed by an intervention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangedPrediction {
    /// Index of the document whose prediction changed.
    pub document: usize,
    /// Prediction before the intervention.
    pub was: PredictedValue,
    /// Prediction after the intervention.
    pub is: PredictedValue,
}

/// Objective, scores and field values of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelFigures {
    /// Objective on all words and documents; `None` if it was not measured.
    pub objective: Option<f64>,
    /// Scores of the model on the parts of the split.
    pub scores: Scores,
    /// Field values at the touched word, one per class or rating; empty for models without fields.
    pub field: Vec<f64>,
}

/// Effect of an intervention on a model: values before and after, and changed predictions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InterventionEffect {
    /// Objective, scores and field values before the intervention.
    pub before: ModelFigures,
    /// Objective, scores and field values after the intervention.
    pub after: ModelFigures,
    /// Number of documents whose prediction changed.
    pub count: usize,
    /// Number of documents that have a prediction.
    pub all: usize,
    /// Documents whose prediction changed, largest change first.
    pub changed: Vec<ChangedPrediction>,
}

/// Threshold above which a rating counts as changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ChangeThreshold {
    /// Index of the selected rating.
    pub rating: usize,
    /// Smallest difference of mean ratings that counts as a change.
    pub apart: f64,
}

impl InterventionEffect {
    /// Effect of an intervention: differences between two states of a model, at a word if one was touched.
    pub fn between(
        dataset: &Dataset,
        word: Option<usize>,
        [before, after]: [&Snapshot; 2],
        objectives: [Option<f64>; 2],
        least: ChangeThreshold,
    ) -> Self {
        let mut changed: Vec<ChangedPrediction> = (0..dataset.corpus.len())
            .map(|document| {
                let [was, is] = [before, after].map(|snapshot| predicted_value(snapshot, document, least.rating));
                ChangedPrediction { document, was, is }
            })
            .filter(|changed| changed.was != PredictedValue::Nothing || changed.is != PredictedValue::Nothing)
            .collect();
        let all = changed.len();
        changed.retain(|changed| changed.apart() > least.apart);
        let count = changed.len();
        let order =
            |a: &ChangedPrediction, b: &ChangedPrediction| b.apart().total_cmp(&a.apart()).then(a.document.cmp(&b.document));
        if count > MAX_DOCUMENTS {
            changed.select_nth_unstable_by(MAX_DOCUMENTS, order);
            changed.truncate(MAX_DOCUMENTS);
        }
        changed.sort_unstable_by(order);
        let standing = |snapshot: &Snapshot, objective| {
            let field = word.map_or_else(Vec::new, |word| fields(dataset, snapshot, word));
            ModelFigures { objective, scores: snapshot.scores, field }
        };
        Self { before: standing(before, objectives[0]), after: standing(after, objectives[1]), count, all, changed }
    }
}

impl ChangedPrediction {
    /// Size of a prediction's change: difference of ratings, infinite for another class or match.
    fn apart(&self) -> f64 {
        match (self.was, self.is) {
            (PredictedValue::Rating(was), PredictedValue::Rating(is)) => (was - is).abs(),
            (was, is) if was == is => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        }
    }
}

/// Prediction of a document in a snapshot.
fn predicted_value(snapshot: &Snapshot, document: usize, rating: usize) -> PredictedValue {
    match &snapshot.predictions {
        Predictions::Classes(predictions) => {
            predictions.predicted.get(document).map_or(PredictedValue::Nothing, |&class| PredictedValue::Class(class))
        }
        Predictions::Ratings(predictions) => {
            predictions.mean.get([document, rating]).map_or(PredictedValue::Nothing, |&mean| PredictedValue::Rating(mean))
        }
        Predictions::Matches(predictions) => {
            predictions.row(document).map_or(PredictedValue::Nothing, |row| PredictedValue::Match(row.best))
        }
    }
}

/// Values at a word of the fields of classes or ratings.
fn fields(dataset: &Dataset, snapshot: &Snapshot, word: usize) -> Vec<f64> {
    let Some(words) = snapshot.words.as_ref().filter(|words| word < words.values.nrows()) else { return Vec::new() };
    match &snapshot.predictions {
        Predictions::Classes(predictions) if !predictions.pairs.is_empty() => {
            (0..dataset.corpus.classes.len()).map(|class| explain::class_value(words, predictions, word, class)).collect()
        }
        Predictions::Ratings(_) => words.values.row(word).to_vec(),
        Predictions::Classes(_) | Predictions::Matches(_) => Vec::new(),
    }
}

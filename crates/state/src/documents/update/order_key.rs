//! Key of the order of the table of documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    CheckFilter, CheckSort, ClassesState, Column, MatchListing, Members, NoveltyFound, PairMode, RatingsState, SelectionSet,
    Workspace, core::memo::Same, inspect::explain::Part,
};
use wordfield_core::{
    corpus::Dataset,
    experiment::{LabelCheck, PairCheck},
    model::{Predictions, Snapshot, matching::MatchRow},
};
use wordfield_output::{Reasons, Scores};

/// Inputs of the document order: corpus, predictions, filters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OrderKey {
    dataset: Same<Dataset>,
    predictions: PredictionsKey,
    /// Selection set of the documents, if the list is restricted to it or ordered by the share of selected words.
    among: Option<SelectionSet>,
    /// One-class SMM, if the list is ordered by its decisions.
    novelty: Option<Same<NoveltyFound>>,
    /// Check of labels, if the list is ordered by its doubts.
    labels: Option<Same<LabelCheck>>,
    /// Class, and part of the split, to which the listed documents belong.
    filter: (Option<usize>, Option<Part>),
    /// Documents that pass the filter by text.
    found: Option<Same<Members>>,
}

/// Key of the checked pairs: the check, the findings of rules, and the scores.
type CheckedKey = (Option<Same<PairCheck>>, Option<Same<Reasons>>, Option<Same<Scores>>);

/// Predictions that the order depends on, with the filters.
#[derive(Clone, Debug, PartialEq)]
enum PredictionsKey {
    Classes(Same<Vec<usize>>, ClassesState, Part),
    /// Key for ratings: means change with every snapshot, deviations with every evaluation, and rows no more often.
    Ratings(Same<Array2<f64>>, RatingsState, usize),
    Matches(Same<Vec<MatchRow>>, (MatchListing, u64)),
    /// Key for the pairs of a file; without a check they have the order of the file.
    Checked(CheckedKey, (CheckSort, bool, CheckFilter, u64), Option<usize>),
}

impl OrderKey {
    /// Current order key of a list of documents.
    pub(crate) fn of(workspace: &Workspace, dataset: &Arc<Dataset>, snapshot: &Snapshot) -> Self {
        let (choices, filter, view) = (&workspace.choices, &workspace.documents.filter, &workspace.matches.view);
        let revision = choices.reviews.revision + workspace.matches.other.revision;
        let reviews = if view.sees_reviews(choices.matches) { revision } else { 0 };
        let predictions = match &snapshot.predictions {
            Predictions::Classes(predictions) => {
                PredictionsKey::Classes(Same::of(&predictions.predicted), choices.classes, choices.part)
            }
            Predictions::Ratings(predictions) => PredictionsKey::Ratings(
                Same::of(predictions.deviation.as_ref().unwrap_or(&predictions.mean)),
                choices.ratings,
                choices.layers.rating(),
            ),
            Predictions::Matches(_) if view.mode == PairMode::Check => {
                let scores = workspace.scores().filter(|_| view.check_sort == CheckSort::Score);
                let found = (workspace.check().map(Same::of), workspace.reasons().map(Same::of), scores.map(Same::of));
                let order = (view.check_sort, view.check_reversed, view.check_filter, reviews);
                PredictionsKey::Checked(found, order, workspace.held_pair().map(|held| held.0))
            }
            Predictions::Matches(predictions) => {
                let predictions = view.held.as_ref().map_or(predictions, |held| &held.matched);
                PredictionsKey::Matches(Same::of(&predictions.rows), (choices.matches, reviews))
            }
        };
        let is_by = |column| predictions.is_by(column);
        Self {
            dataset: Same::of(dataset),
            among: (choices.only || is_by(Column::Share)).then(|| choices.selection.clone()),
            novelty: workspace.novelty().filter(|_| is_by(Column::Novelty)).map(Same::of),
            labels: workspace.label_check().filter(|_| is_by(Column::Doubt)).map(Same::of),
            filter: (filter.class, filter.part),
            found: workspace.found_texts().map(Same::of),
            predictions,
        }
    }

    /// Whether another order key differs only in the predictions of a running model.
    pub(crate) fn differs_in_predictions(&self, other: &Self) -> bool {
        use PredictionsKey::{Classes, Ratings};
        let same_view = match (&self.predictions, &other.predictions) {
            (Classes(_, view, part), Classes(_, other, other_part)) => (view, part) == (other, other_part),
            (Ratings(_, view, rating), Ratings(_, other, other_rating)) => (view, rating) == (other, other_rating),
            _ => false,
        };
        let rest = |key: &Self| (key.dataset.clone(), key.among.clone(), key.filter, key.found.clone());
        same_view && rest(self) == rest(other)
    }
}

impl PredictionsKey {
    /// Whether documents with classes or ratings are ordered by a column.
    fn is_by(&self, column: Column) -> bool {
        match self {
            Self::Classes(_, view, _) => view.sort == column,
            Self::Ratings(_, view, _) => view.sort == column,
            Self::Matches(..) | Self::Checked(..) => false,
        }
    }
}

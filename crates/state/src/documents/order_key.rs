//! Key of the order of the table of documents.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    CheckFilter, CheckSort, ClassesState, Column, MatchFilter, MatchPart, MatchSort, MatchView, Members, NoveltyFound, PairMode,
    RatingsState, SelectionSet, TaskState, core::memo::Same, inspect::explain::Part,
};
use wordfield_core::{
    corpus::Dataset,
    experiment::{LearnedErrors, PairCheck},
    model::{Predictions, Snapshot, matching::MatchRow},
};
use wordfield_output::Reasons;

/// Inputs of the document order: corpus, predictions, filters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OrderKey {
    dataset: Same<Dataset>,
    predictions: PredictionsKey,
    /// Selection set of the documents, if the list is restricted to it or ordered by the share of selected words.
    among: Option<SelectionSet>,
    /// One-class SMM, if the list is ordered by its decisions.
    novelty: Option<Same<NoveltyFound>>,
    /// Class, and part of the split, to which the listed documents belong.
    filter: (Option<usize>, Option<Part>),
    /// Documents that pass the filter by text.
    found: Option<Same<Members>>,
}

/// Key of the checked pairs: the check, the reasons against pairs, and what was learned from verdicts.
type CheckedKey = (Option<Same<PairCheck>>, Option<Same<Reasons>>, Option<Same<LearnedErrors>>);

/// Predictions that the order depends on, with the filters.
#[derive(Clone, Debug, PartialEq)]
enum PredictionsKey {
    Classes(Same<Vec<usize>>, ClassesState, Part),
    /// Order of ratings: means change with every snapshot, deviations with every evaluation, and rows no more often.
    Ratings(Same<Array2<f64>>, RatingsState, usize),
    Matches(Same<Vec<MatchRow>>, (MatchSort, bool, MatchFilter, MatchPart, u64)),
    /// Order of the file's pairs, which is that of the file without a check.
    Checked(CheckedKey, (CheckSort, bool, CheckFilter, u64), Option<usize>),
}

/// Check of the pairs, reasons against pairs, and errors learned from verdicts.
type Found<'a> = (Option<&'a Arc<PairCheck>>, Option<&'a Arc<Reasons>>, Option<&'a Arc<LearnedErrors>>);

impl OrderKey {
    /// The current order key; `revision` counts changes of verdicts, `held` keeps its row, `part` and `rating` are selected,
    /// `found` passed the filter; `check`, `reasons` and `learned` are what models, rules and verdicts report on the pairs.
    pub(crate) fn of(
        dataset: &Arc<Dataset>,
        snapshot: &Snapshot,
        (view, pairs): (&TaskState, &MatchView),
        (revision, held): (u64, Option<usize>),
        (part, rating): (Part, usize),
        found: Option<&Arc<Members>>,
        (check, reasons, learned): Found<'_>,
    ) -> Self {
        let predictions = match &snapshot.predictions {
            Predictions::Classes(predictions) => PredictionsKey::Classes(Same::of(&predictions.predicted), view.classes, part),
            Predictions::Ratings(predictions) => PredictionsKey::Ratings(
                Same::of(predictions.deviation.as_ref().unwrap_or(&predictions.mean)),
                view.ratings,
                rating,
            ),
            Predictions::Matches(predictions) => {
                let reviews = if pairs.sees_reviews() { revision } else { 0 };
                if pairs.mode == PairMode::Check {
                    let order = (pairs.check_sort, pairs.check_reversed, pairs.check_filter, reviews);
                    let learned = learned.filter(|_| pairs.check_sort == CheckSort::Learned);
                    PredictionsKey::Checked((check.map(Same::of), reasons.map(Same::of), learned.map(Same::of)), order, held)
                } else {
                    let predictions = pairs.held.as_ref().map_or(predictions, |held| &held.matched);
                    PredictionsKey::Matches(
                        Same::of(&predictions.rows),
                        (pairs.sort, pairs.descending, pairs.filter, pairs.part, reviews),
                    )
                }
            }
        };
        let filter = (view.filter.class, view.filter.part);
        Self { dataset: Same::of(dataset), predictions, among: None, novelty: None, filter, found: found.map(Same::of) }
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

    /// Order key of a document list that is restricted to the selection set or sorted by it.
    pub(crate) fn among(self, chosen: &SelectionSet, only: bool) -> Self {
        Self { among: (only || self.is_by(Column::Share)).then(|| chosen.clone()), ..self }
    }

    /// Order key of a document list that may be ordered by the decisions of a one-class SMM.
    pub(crate) fn by_novelty(self, found: Option<&Arc<NoveltyFound>>) -> Self {
        Self { novelty: found.filter(|_| self.is_by(Column::Novelty)).map(Same::of), ..self }
    }

    /// Whether documents with classes or ratings are ordered by a column.
    fn is_by(&self, column: Column) -> bool {
        match &self.predictions {
            PredictionsKey::Classes(_, view, _) => view.sort == column,
            PredictionsKey::Ratings(_, view, _) => view.sort == column,
            PredictionsKey::Matches(..) | PredictionsKey::Checked(..) => false,
        }
    }
}

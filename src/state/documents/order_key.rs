//! What the order of the documents listed is made from.

use std::sync::Arc;

use ndarray::Array2;

use crate::state::{
    MatchFilter, MatchPart, MatchSort, RatingsState, SelectionSet, TaskState, core::memo::Same, inspect::explain::Part,
};
use crate::{
    corpus::Dataset,
    model::{Predictions, Snapshot, matching::MatchRow},
};

/// What the order depends on: the corpus, what the model says of documents, and what a person asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderKey {
    dataset: Same<Dataset>,
    predictions: PredictionsKey,
    /// The set whose documents alone are listed.
    among: Option<SelectionSet>,
}

/// What the model says, as far as the order needs it, and what was asked for.
#[derive(Clone, Debug, PartialEq)]
enum PredictionsKey {
    Classes(Same<Vec<usize>>, (Option<(usize, usize)>, Part, bool)),
    /// Means move with every snapshot, deviations with every evaluation: rows do not jump about more often than that.
    Ratings(Same<Array2<f64>>, RatingsState, usize),
    Matches(Same<Vec<MatchRow>>, (MatchSort, bool, MatchFilter, MatchPart, u64)),
}

impl OrderKey {
    /// What it depends on as things are: `part` and `rating` are those looked at.
    pub(in crate::state) fn of(dataset: &Arc<Dataset>, snapshot: &Snapshot, view: &TaskState, part: Part, rating: usize) -> Self {
        let predictions = match &snapshot.predictions {
            Predictions::Classes(said) => {
                let view = view.classes;
                PredictionsKey::Classes(Same::of(&said.predicted), (view.cell, part, view.wrong_only))
            }
            Predictions::Ratings(said) => {
                PredictionsKey::Ratings(Same::of(said.deviation.as_ref().unwrap_or(&said.mean)), view.ratings, rating)
            }
            Predictions::Matches(said) => {
                let view = &view.pairs;
                let reviews = if view.sees_reviews() { view.reviews.revision() } else { 0 };
                let said = view.held.as_ref().map_or(said, |held| &held.said);
                PredictionsKey::Matches(Same::of(&said.rows), (view.sort, view.descending, view.filter, view.part, reviews))
            }
        };
        Self { dataset: Same::of(dataset), predictions, among: None }
    }

    /// The same for the documents of a set alone, where it is asked for.
    pub(in crate::state) fn among(self, chosen: &SelectionSet, only: bool) -> Self {
        Self { among: only.then(|| chosen.clone()), ..self }
    }
}

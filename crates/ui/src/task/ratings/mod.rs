//! Views for rated documents: predictions with intervals, and the calibration of the intervals.

mod documents;
mod evaluation;
mod histogram;
mod inspector;
mod scatter;

use egui::Ui;

use super::view::{Shown, Task};
use crate::widgets::choose;
use wordfield_core::{corpus::TaskKind, model::Rated};
use wordfield_state::{Action, ColourBy, Field, FieldOf, rated::RatedDocument};

/// Views of the task of predicting ratings.
pub(super) const TASK: Task = Task {
    kind: TaskKind::Ratings,
    documents: "Documents",
    evaluation: "Predictions",
    groups: histogram::show,
    colours: &[
        (ColourBy::MeanRating, "mean rating"),
        (ColourBy::Field, "posterior mean"),
        (ColourBy::Polarity, "sentiment lexicon"),
        (ColourBy::Class, "level"),
        (ColourBy::Frequency, "document frequency"),
    ],
    view: |shown| {
        let (predictions, rating) = (shown.snapshot.rated()?, shown.workspace.field.layers.rating());
        Some(Box::new(View { shown, predictions, rating }))
    },
};

/// Inputs of the views of rated documents.
struct View<'a> {
    shown: Shown<'a>,
    predictions: &'a Rated,
    /// Index of the shown rating, for documents with several.
    rating: usize,
}

impl<'a> View<'a> {
    /// Name of the rating that is shown.
    fn name(&self) -> &'a str {
        let ratings = self.shown.dataset.corpus.task.ratings();
        ratings.and_then(|ratings| ratings.names.get(self.rating)).map_or("rating", String::as_str)
    }

    /// True and predicted shown rating of a document.
    fn rated(&self, document: usize) -> Option<RatedDocument> {
        RatedDocument::of(self.shown.dataset, self.predictions, document, self.rating)
    }

    /// Draws the drop-down list of the shown rating, if documents have several.
    fn choose_rating(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Some(ratings) = self.shown.dataset.corpus.task.ratings().filter(|ratings| ratings.behaviours() > 1) else { return };
        let names: Vec<(usize, &str)> = ratings.names.iter().map(String::as_str).enumerate().collect();
        if let Some(rating) = choose(ui, "Rating:", 100.0, &self.rating, &names) {
            actions.push(Action::Field(Field::Of(FieldOf::Rating(rating))));
        }
    }
}

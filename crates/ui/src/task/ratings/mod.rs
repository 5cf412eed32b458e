//! Views for rated documents: predictions with intervals, and the calibration of the intervals.

mod documents;
mod evaluation;
mod inspector;
mod scatter;

use egui::{Rect, Role, Sense, Ui, pos2, vec2};

use crate::{
    palette::mark_color,
    task::view::{Shown, Task},
    widgets::{choose, link, named},
};
use wordfield_core::{
    corpus::{Dataset, TaskKind},
    model::Rated,
};
use wordfield_state::{Action, ColourBy, Field, FieldOf, Focus, Look, Workspace, rated::RatedDocument};

/// Views of the task of predicting ratings.
pub(super) const TASK: Task = Task {
    kind: TaskKind::Ratings,
    documents: "Documents",
    evaluation: "Predictions",
    groups: histogram,
    colours: &[
        (ColourBy::MeanRating, "mean rating"),
        (ColourBy::Field, "posterior mean"),
        (ColourBy::Polarity, "sentiment lexicon"),
        (ColourBy::Class, "level"),
        (ColourBy::Frequency, "document frequency"),
    ],
    view: |shown| {
        let (predictions, rating) = (shown.snapshot.rated()?, shown.workspace.choices.layers.rating());
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
        actions.extend(
            choose(ui, "Rating:", 100.0, &self.rating, &names).map(|rating| Action::Field(Field::Of(FieldOf::Rating(rating)))),
        );
    }
}

/// Draws a histogram bar for each level of the first rating; a click selects the level.
fn histogram(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let (Some(basis), Some(ratings)) = (&workspace.corpus.basis, dataset.corpus.task.ratings()) else { return };
    let sizes = &basis.class_sizes;
    let most = sizes.iter().copied().max().unwrap_or(1).max(1) as f32;
    let dark = ui.visuals().dark_mode;
    ui.label(match &ratings.names[..] {
        [one] => format!("documents by {one}"),
        names => format!("documents by {}; other ratings: {}", names[0], names[1..].join(", ")),
    });
    let last = dataset.corpus.classes.len().saturating_sub(1).max(1) as f32;
    for (level, (name, &size)) in dataset.corpus.classes.iter().zip(sizes.iter()).enumerate() {
        ui.horizontal(|ui| {
            let selected = workspace.choices.focus == Focus::Class(level);
            let clicked = ui.allocate_ui(vec2(64.0, ui.spacing().interact_size.y), |ui| {
                ui.set_min_width(64.0);
                link(ui, name.as_str())
            });
            let (rect, bar) =
                ui.allocate_exact_size(vec2((ui.available_width() - 40.0).clamp(20.0, 110.0), 10.0), Sense::click());
            named(&bar, Role::Button, &format!("{size} documents of {name}"));
            let filled = Rect::from_min_max(rect.min, pos2(rect.min.x + rect.width() * size as f32 / most, rect.max.y));
            ui.painter().rect_filled(filled, 2.0, mark_color(2.0 * level as f32 / last - 1.0, dark));
            if selected {
                ui.painter().rect_stroke(rect.expand(2.0), 2.0, ui.visuals().selection.stroke, egui::StrokeKind::Outside);
            }
            ui.weak(size.to_string());
            if clicked.inner.clicked() || bar.clicked() {
                actions.push(Action::Look(Look::Select(if selected { Focus::None } else { Focus::Class(level) })));
            }
        });
    }
}

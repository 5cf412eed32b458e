//! Interventions in the inspector: a word is moved, pinned or excluded, or a document is excluded, with the effect.

use egui::{Context, Grid, Ui};

use super::{
    data_table,
    widgets::{ResponseExt, note, signed, switch},
};
use wordfield_core::model::{LeftOut, Metric, Scores};
use wordfield_state::{Action, EditWords, InterventionEffect, Workspace, changed_predictions};

/// Maximum number of documents listed under an intervention.
const LISTED: usize = 12;

/// Draws the interventions on a word: controls and effects.
pub(crate) fn word(ui: &mut Ui, workspace: &Workspace, word: usize, actions: &mut Vec<Action>) {
    let (touched, all) = (&workspace.choices.touched, workspace.corpus.dataset.as_ref().map_or(0, |dataset| dataset.words.len()));
    ui.horizontal_wrapped(|ui| {
        let hint = "the word keeps its position during training; key P pins all selected words";
        let pinned = switch(ui, touched.is_pinned(word), "pinned", hint);
        actions.extend(pinned.map(|pinned| Action::Edit(EditWords::Pin(touched.pinned_with(word, pinned, all)))));
        exclude_button(ui, workspace, LeftOut::Word(word), "removes this word from all documents", actions);
    });
    if let Some(drag) = workspace.interventions.drag.as_ref().filter(|drag| drag.taken.word == word) {
        ui.strong("Moved");
        ui.horizontal(|ui| {
            let distance: f64 = drag.taken.from.iter().zip(&drag.taken.to).map(|(a, b)| (a - b).powi(2)).sum();
            ui.label(format!("by {:.3}", distance.sqrt()));
            ui.small_button("Restore").on_click(actions, || Action::Edit(EditWords::PutBack));
        });
        match &drag.effect {
            Some(found) => effect_table(ui, workspace, found, "before", "now", actions),
            None => note(ui, "Computing the effect …"),
        }
    }
    exclusion(ui, workspace, LeftOut::Word(word), actions);
}

/// Ends the drag of a word when the pointer is released, even if the word field is no longer visible.
pub(crate) fn let_go(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let held = workspace.interventions.drag.as_ref().is_some_and(|drag| drag.held);
    if held && !ctx.input(|input| input.pointer.any_down()) {
        actions.push(Action::Edit(EditWords::LetGo));
    }
}

/// Draws the interventions on a document: controls and effects.
pub(crate) fn document(ui: &mut Ui, workspace: &Workspace, document: usize, actions: &mut Vec<Action>) {
    exclude_button(ui, workspace, LeftOut::Document(document), "solves the model without this document", actions);
    exclusion(ui, workspace, LeftOut::Document(document), actions);
}

fn exclude_button(ui: &mut Ui, workspace: &Workspace, what: LeftOut, hint: &str, actions: &mut Vec<Action>) {
    let out = workspace.interventions.left.as_ref().is_some_and(|left| left.what == what);
    let hint = format!("{hint}, with fixed word positions; the run itself is not affected");
    let (text, edit) = if out { ("Include again", EditWords::TakeBackIn) } else { ("Exclude", EditWords::LeaveOut(what)) };
    ui.small_button(text).on_hover_text(hint).on_click(actions, || Action::Edit(edit));
}

fn exclusion(ui: &mut Ui, workspace: &Workspace, what: LeftOut, actions: &mut Vec<Action>) {
    let Some(left) = workspace.interventions.left.as_ref().filter(|left| left.what == what) else { return };
    let Some((iteration, found)) = &left.found else {
        ui.strong("Excluded");
        note(ui, "Solving …");
        return;
    };
    ui.strong(format!("Excluded, iteration {iteration}"));
    if let (LeftOut::Document(document), Some(dataset)) = (what, &workspace.corpus.dataset)
        && !dataset.split.train.contains(&document)
    {
        note(ui, "Not a training document: no effect on the model.");
    }
    effect_table(ui, workspace, found, "included", "excluded", actions);
}

/// Draws the effect of an intervention: numbers before and after, and documents whose prediction changes.
fn effect_table(ui: &mut Ui, workspace: &Workspace, found: &InterventionEffect, was: &str, is: &str, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    let metric = workspace.choices.settings.params.kind().info().metric;
    Grid::new(ui.scope_id().with(("effect", is))).num_columns(3).striped(true).show(ui, |ui| {
        for title in ["", was, is] {
            ui.label(title);
        }
        ui.end_row();
        for (name, [was, is]) in rows(workspace, found, metric) {
            ui.label(name);
            ui.monospace(was);
            ui.monospace(is);
            ui.end_row();
        }
    });
    if found.before.objective.is_some() && workspace.choices.settings.params.is_stochastic() {
        note(ui, "Objective over all words; the curve shows the random subset of each iteration.");
    }
    let (count, all) = (found.count, found.all);
    let documents = if all == 1 { "document" } else { "documents" };
    ui.label(format!("{count} of {all} {documents} with another prediction"));
    let table = changed_predictions(dataset, found);
    data_table::lines_of(ui, ("changed-predictions", &table), 0..LISTED, actions);
    if count > LISTED {
        note(ui, format!("and {} more", count - LISTED));
    }
}

/// Rows of an intervention's effect (name, before, after): objective, scores and field values at the word.
fn rows(workspace: &Workspace, found: &InterventionEffect, metric: Metric) -> Vec<(String, [String; 2])> {
    let both = [&found.before, &found.after];
    let mut rows = Vec::new();
    if let [Some(was), Some(is)] = both.map(|state| state.objective) {
        let name = if workspace.choices.settings.params.is_stochastic() { "objective, all words" } else { "objective" };
        rows.push((name.to_owned(), [was, is].map(six_digits)));
    }
    let parts = |Scores { train, dev, test, .. }: Scores| [train, dev, test];
    for (place, part) in ["train", "development", "test"].into_iter().enumerate() {
        if let [Some(was), Some(is)] = both.map(|state| parts(state.scores)[place]) {
            rows.push((format!("{} {part}", metric.name()), [was, is].map(|score| metric.show(score))));
        }
    }
    let Some(basis) = &workspace.corpus.basis else { return rows };
    let names = if basis.rating_names.is_empty() { &basis.class_names } else { &basis.rating_names };
    for (place, (was, is)) in found.before.field.iter().zip(&found.after.field).enumerate() {
        let name = names.get(place).map_or("", String::as_str);
        rows.push((format!("field: {name}"), [was, is].map(|value| signed(*value))));
    }
    rows
}

/// Text of a number with about six significant digits.
pub(super) fn six_digits(value: f64) -> String {
    let digits = (5.0 - value.abs().max(1.0).log10().floor()).clamp(0.0, 5.0) as usize;
    format!("{value:.digits$}")
}

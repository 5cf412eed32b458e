//! Menu "Colour by" of the word field: colouring of the words, and the sentiment lists.

use egui::{Button, TextEdit, Ui};

use crate::{task, widgets::ResponseExt, widgets::labelled};
use wordfield_state::{Action, ColourBy, ColumnColouring, Field, Workspace};

/// Draws the menu "Colour by" with the colourings of the task.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let now = workspace.choices.layers.colour_by;
    for &(by, name) in task::current(workspace).colours {
        ui.selectable_label(now == by, name).on_click(actions, || Action::Field(Field::ColourBy(by)));
    }
    let columns = workspace.corpus.basis.iter().flat_map(|basis| basis.column_colourings.iter()).enumerate();
    for (column, ColumnColouring { name, .. }) in columns {
        let by = ColourBy::Column(column);
        ui.selectable_label(now == by, name).on_click(actions, || Action::Field(Field::ColourBy(by)));
    }
    if now == ColourBy::Polarity {
        ui.separator();
        lexicon(ui, workspace, actions);
    }
}

/// Draws the choice of the two sentiment lists, one file each.
fn lexicon(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let now = if workspace.field.lexicon.is_some() { "your lists" } else { "two short built-in English lists" };
    ui.label(format!("Positive and negative words from {now}. For your own lists: two files, one word per line."));
    let mut fields = workspace.field.lexicon_fields.clone();
    for (field, name) in fields.iter_mut().zip(["file of positive words", "file of negative words"]) {
        labelled(ui, name, TextEdit::singleline(field).desired_width(260.0));
    }
    let whole = fields.iter().all(|field| !field.trim().is_empty());
    if ui.add_enabled(whole, Button::new("Read lists")).clicked() {
        actions.push(Action::Field(Field::ReadLexicon(fields.clone().map(|field| field.trim().into()))));
        ui.close();
    }
    if fields != workspace.field.lexicon_fields {
        actions.push(Action::Field(Field::LexiconFields(fields)));
    }
}

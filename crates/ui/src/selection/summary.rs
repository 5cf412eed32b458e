//! Summary of the current selection in the inspector: size, classes, most distinctive words.

use egui::{Button, CollapsingHeader, Grid, TextWrapMode, Ui};

use super::{act, description};
use crate::{
    palette::mark_color,
    widgets::{ResponseExt, bar, class_label, color, counted, note, switch},
};
use wordfield_state::{
    Action, Choose, Field, Focus, Layer, LinesAction, Look, SelectionSet, SetOperation, StudyAction, Summary, Tab, Workspace,
};

/// Tooltip of the kernel value between two words.
const KERNEL_HINT: &str =
    "kernel between the two words, from their distance and the bandwidth; it averages to the inner product of documents";

/// Draws the summary of the selection if several items are selected.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.choices.selection.count() < 2 {
        return;
    }
    CollapsingHeader::new(description(workspace)).id_salt("chosen").default_open(true).show(ui, |ui| {
        let Some(summary) = workspace.summary() else {
            note(ui, "Counting …");
            return;
        };
        counts(ui, workspace, summary);
        if let Some((distance, kernel)) = workspace.kernel_of_two_words() {
            ui.label(format!("distance {distance:.3}, kernel k(x, x') = {kernel:.3}")).on_hover_text(KERNEL_HINT);
        }
        if let Some((documents, expected)) = workspace.documents_with_all_words() {
            together(ui, workspace, &documents, expected, actions);
        }
        if workspace.has_profile() {
            let hint = "posterior mean and 95 % band along the line through both words";
            let shown = switch(ui, workspace.choices.layers.shows(Layer::Profile), "profile along the line", hint);
            actions.extend(shown.map(|_| Action::Field(Field::Toggle(Layer::Profile))));
        }
        words(ui, workspace, summary, actions);
        ui.horizontal_wrapped(|ui| {
            for (name, hint, todo) in [
                (
                    "List documents",
                    "in the document table",
                    vec![act(Choose::Only(true)), Action::Look(Look::Tab(Tab::Documents))],
                ),
                (
                    "Concordance",
                    "every occurrence of the selected words in context",
                    vec![Action::Look(Look::Tab(Tab::Concordance))],
                ),
                ("Compare", "with another set of documents or words", vec![Action::Look(Look::Tab(Tab::Compare))]),
            ] {
                if ui.small_button(name).on_hover_text(hint).clicked() {
                    actions.extend(todo);
                }
            }
        });
    });
    ui.separator();
}

/// Draws the documents in which all selected words occur together, with links to them and to their lines.
fn together(ui: &mut Ui, workspace: &Workspace, documents: &[u32], expected: f64, actions: &mut Vec<Action>) {
    let text = format!("together in {}, {expected:.1} expected", counted(documents.len(), "document"));
    ui.label(text).on_hover_text("documents that contain all of the words, and how many would if the words were independent");
    if documents.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if ui.small_button("Select these documents").clicked() {
            let all = workspace.corpus.dataset.as_ref().map_or(0, |dataset| dataset.corpus.len());
            let set = SelectionSet::documents(all, documents.iter().map(|&document| document as usize));
            actions.push(act(Choose::Take(SetOperation::Replace, set)));
        }
        if ui.small_button("Their lines").on_hover_text("occurrences of the words in these documents").clicked() {
            actions.push(Action::Study(StudyAction::Lines(LinesAction::AllWords(true))));
            actions.push(Action::Look(Look::Tab(Tab::Concordance)));
        }
    });
}

/// Draws the number of selected documents in each class, and their mean ratings.
fn counts(ui: &mut Ui, workspace: &Workspace, summary: &Summary) {
    let Some(basis) = &workspace.corpus.basis else { return };
    for (name, mean) in basis.rating_names.iter().zip(&summary.ratings) {
        ui.label(format!("mean {name} of the documents: {mean:.2}"));
    }
    let most = summary.classes.iter().copied().max().unwrap_or(0).max(1);
    Grid::new("classes of the set").num_columns(3).show(ui, |ui| {
        for (class, (&count, name)) in summary.classes.iter().zip(basis.class_names.iter()).enumerate() {
            if count > 0 {
                // Levels of a rating have the colours of its scale, as in all views.
                let level = 2.0 * class as f32 / basis.class_names.len().saturating_sub(1).max(1) as f32 - 1.0;
                let rated = !basis.rating_names.is_empty();
                if rated {
                    ui.label(name);
                } else {
                    class_label(ui, class, name);
                }
                ui.label(count.to_string());
                let color = if rated { mark_color(level, ui.visuals().dark_mode) } else { color(ui, class) };
                bar(ui, count as f32 / most as f32, color, 60.0);
                ui.end_row();
            }
        }
    });
}

fn words(ui: &mut Ui, workspace: &Workspace, summary: &Summary, actions: &mut Vec<Action>) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    let common: Vec<(usize, String)> =
        summary.commonest.iter().map(|&(word, count)| (word, format!("in {}", counted(count, "document")))).collect();
    let distinctive: Vec<(usize, String)> = summary.telling.iter().map(|&word| (word, "click to inspect".to_owned())).collect();
    for (title, words) in [("Most distinctive", distinctive), ("Most frequent", common)] {
        if words.is_empty() {
            continue;
        }
        ui.strong(title);
        ui.horizontal_wrapped(|ui| {
            for (word, hint) in words {
                let name = dataset.words[word].as_str();
                let button = ui.add(Button::new(name).frame(false).wrap_mode(TextWrapMode::Extend));
                button.on_hover_text(hint).on_click(actions, || Action::Look(Look::Select(Focus::Word(word))));
            }
        });
    }
}

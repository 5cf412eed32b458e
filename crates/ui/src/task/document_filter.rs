//! Filter of the document table: by text, by class or rating level, and by part of the split.

use egui::{ComboBox, Id, Role, TextEdit, Ui};

use super::view::Shown;
use crate::widgets::named;
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Choose, Workspace, explain::Part};

/// Draws the filter of the document table; it wraps in a narrow pane.
pub(super) fn show(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, basis, .. } = shown;
    text(workspace, ui, actions);
    let now = &workspace.documents.view.filter;
    let mut filter = now.clone();
    let rating = basis.rating_names.first().filter(|_| dataset.corpus.task.kind() == TaskKind::Ratings);
    let name = |class: usize| match rating {
        Some(rating) => format!("{rating} {}", dataset.corpus.classes[class]),
        None => dataset.corpus.classes[class].clone(),
    };
    let all = if rating.is_some() { "all ratings" } else { "all classes" };
    let choices = (0..dataset.corpus.classes.len()).map(|class| (Some(class), name(class)));
    let choices: Vec<(Option<usize>, String)> = std::iter::once((None, all.to_owned())).chain(choices).collect();
    list(ui, "class of the listed documents", &choices, &mut filter.class);
    let parts = Part::ALL.into_iter().filter(|part| !part.documents(dataset).is_empty());
    let parts = parts.map(|part| (Some(part), format!("{} part", part.name())));
    let parts: Vec<(Option<Part>, String)> = std::iter::once((None, "all parts".to_owned())).chain(parts).collect();
    list(ui, "part of the listed documents", &parts, &mut filter.part);
    if filter != *now {
        actions.push(Action::Choose(Choose::Filter(filter)));
    }
}

/// Draws the filter by text only, for lists of pairs.
pub(super) fn text(workspace: &Workspace, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut filter = workspace.documents.view.filter.clone();
    let edit = ui.add(TextEdit::singleline(&mut filter.text).hint_text("filter by text").desired_width(110.0));
    named(&edit, Role::TextInput, "filter documents by text");
    if edit.changed() {
        actions.push(Action::Choose(Choose::Filter(filter)));
    }
}

/// Draws a drop-down list whose label is invisible, for screen readers.
fn list<T: Copy + PartialEq>(ui: &mut Ui, title: &str, choices: &[(T, String)], now: &mut T) {
    let shown = choices.iter().find(|(choice, _)| choice == now).map_or("", |(_, name)| name);
    let combo = ComboBox::from_id_salt(Id::unique(title)).width(100.0).height(360.0).truncate().selected_text(shown);
    let combo = combo.show_ui(ui, |ui| {
        for (choice, name) in choices {
            ui.selectable_value(now, *choice, name);
        }
    });
    named(&combo.response, Role::ComboBox, title);
}

//! Filter of the document table: by text, by class or rating level, and by part of the split.

use egui::{ComboBox, Id, RichText, Role, TextEdit, Ui};

use super::view::Shown;
use crate::widgets::{ResponseExt, drop_down, named};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Choose, Workspace, explain::Part};

/// Draws the filter of the document table; it wraps in a narrow pane.
pub(super) fn show(shown: Shown<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Shown { workspace, dataset, basis, .. } = shown;
    text(workspace, ui, actions);
    let now = &workspace.documents.filter;
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

/// Explanation of the filter by text.
const CONDITIONS: &str = "Words to find in title or text, or a condition on columns of the file, class or text: desk = \"markets\" and date >= \
                          1987-03 and text ~ /oil|opec/. Also: not, or, brackets, in (a, b), is missing; of pairs source.text and \
                          target.text.";

/// Draws the filter by text only, for lists of pairs.
pub(crate) fn text(workspace: &Workspace, ui: &mut Ui, actions: &mut Vec<Action>) {
    let mut filter = workspace.documents.filter.clone();
    // A condition is longer than a word to find.
    let width = if filter.text.chars().count() > 14 { 260.0 } else { 110.0 };
    let edit = ui.add(TextEdit::singleline(&mut filter.text).hint_text("filter by text").desired_width(width));
    named(&edit, Role::TextInput, "filter documents by text");
    let edit = edit.on_hover_text(CONDITIONS);
    edit.on_change(actions, || Action::Choose(Choose::Filter(filter)));
    if let Some(error) = workspace.filter_error() {
        ui.label(RichText::new(format!("{}; {}", error.problem, error.remedy)).color(ui.visuals().error_fg_color));
    }
}

/// Draws a drop-down list whose label is invisible, for screen readers.
fn list<T: Copy + PartialEq>(ui: &mut Ui, title: &str, choices: &[(T, String)], now: &mut T) {
    let list = ComboBox::from_id_salt(Id::unique(title)).width(100.0).height(360.0).truncate();
    let (shown, chosen) = drop_down(ui, list, now, choices);
    named(&shown, Role::ComboBox, title);
    *now = chosen.unwrap_or(*now);
}

//! List of classes with counts, colours and characteristic words; a click selects a class, a click on its disc mutes it.

use egui::{Align, Button, Label, Layout, Role, Sense, Ui, vec2};

use super::text::word_link;
use crate::{
    export,
    style::{Icon, SPACE, icon},
    widgets::{ResponseExt, color, counted, named, note},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, Field, Focus, Look, Workspace};

/// Number of characteristic words listed for a class.
const WORDS: usize = 6;

/// Draws the list of the classes, or of the two languages of pairs.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let Some(basis) = &workspace.corpus.basis else { return };
    ui.horizontal_wrapped(|ui| {
        let unit = if dataset.corpus.task.pairs().is_some() { "side" } else { "class" };
        ui.label(format!("{} of {}", counted(dataset.corpus.labelled(), "document"), plural(basis.class_names.len(), unit)));
        export::button(ui, "characteristic-words", actions);
        if !workspace.choices.muted.is_empty() && ui.small_button("Unmute all").clicked() {
            actions.push(Action::Field(Field::UnmuteAll));
        }
    });
    for (class, name) in basis.class_names.iter().enumerate() {
        row(ui, workspace, (class, name), basis.class_sizes[class], actions);
        if let Some(words) = basis.characteristic.get(class) {
            ui.horizontal_wrapped(|ui| {
                for &word in words.iter().take(WORDS).filter(|&&word| word < dataset.words.len()) {
                    word_link(ui, dataset, word, actions);
                }
            });
        }
    }
}

fn plural(count: usize, unit: &str) -> String {
    match (count, unit) {
        (1, unit) => format!("1 {unit}"),
        (count, "class") => format!("{count} classes"),
        (count, unit) => format!("{count} {unit}s"),
    }
}

/// Draws the row of a class: disc, name, number of documents, solo.
fn row(ui: &mut Ui, workspace: &Workspace, (class, name): (usize, &str), documents: usize, actions: &mut Vec<Action>) {
    let muted = workspace.choices.muted.contains(class);
    ui.horizontal(|ui| {
        let (rect, disc) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::click());
        let color = color(ui, class);
        if muted {
            ui.painter().circle_stroke(rect.center(), 4.5, (1.5, color));
        } else {
            ui.painter().circle_filled(rect.center(), 5.0, color);
        }
        let toggle = if muted { "unmute" } else { "mute" };
        named(&disc, Role::Button, &format!("{toggle} {name} in the list"));
        disc.on_hover_text(format!("{toggle} {name}: dims or restores its words"))
            .on_click(actions, || Action::Field(Field::Mute(class)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Space for the scroll bar, which overlaps the right edge.
            ui.add_space(SPACE[1]);
            let solo = ui.add(Button::new(icon(ui, Icon::Focus).size(13.0)).frame(false));
            named(&solo, Role::Button, &format!("solo {name} in the list"));
            solo.on_hover_text("Solo: mutes all other classes; again to unmute")
                .on_click(actions, || Action::Field(Field::Solo(class)));
            note(ui, documents.to_string());
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let selected = workspace.choices.focus == Focus::Class(class);
                let text = egui::RichText::new(name);
                let text = if selected { text.strong().underline() } else { text };
                let text = if muted { text.weak().strikethrough() } else { text };
                let label = ui.add(Label::new(text).sense(Sense::click()).truncate());
                label
                    .on_hover_text(format!("{name}: {}. Click to select", counted(documents, "document")))
                    .on_click(actions, || Action::Look(Look::Select(if selected { Focus::None } else { Focus::Class(class) })));
            });
        });
    });
}

//! Histogram of the true ratings, in the colours of their levels.

use egui::{Rect, Role, Sense, Ui, pos2, vec2};

use crate::{
    palette::mark_color,
    widgets::{link, named},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, Focus, Look, Workspace};

/// Draws a histogram bar for each level of the first rating; a click selects the level.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
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
            let selected = workspace.selection.focus == Focus::Class(level);
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
            if clicked.inner || bar.clicked() {
                actions.push(Action::Look(Look::Select(if selected { Focus::None } else { Focus::Class(level) })));
            }
        });
    }
}

//! Gram matrix of the sandbox's sets, and the values that the learner assigns to them.

use egui::{Align2, FontId, Rect, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use super::act;
use crate::{
    colour_bar,
    level2_curve::{self, Pairs},
    palette::single_color,
    term,
    widgets::{color, fact_rows, named, note},
};
use wordfield_core::sandbox::Learner;
use wordfield_state::{Action, Layer, SandboxAction, ValueScale, Workspace, glossary};

/// Maximum side of a Gram matrix cell, in points.
const CELL: f32 = 44.0;
/// Height of the level-2 kernel's curve, in points.
const CURVE: f32 = 130.0;
/// Text size of the note on the Gram matrix's colours, in points.
const NOTE: f32 = 11.0;
/// Space for the names of the sets left of the Gram matrix and above it, in points.
const EDGE: f32 = 18.0;

/// Draws the Gram matrix of the sets and the learned values.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
    let title = if model.level2.is_linear() { "Gram matrix S of the sets" } else { "Gram matrix K of the sets" };
    term::strong(ui, workspace, &glossary::GRAM, title, actions);
    let (count, k) = (model.sets.len(), &values.k);
    let cell = ((ui.available_width() - EDGE) / count as f32).min(CELL);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(EDGE + cell * count as f32), Sense::hover());
    let (low, high) = k.iter().fold((0.0_f64, 1e-12_f64), |(low, high), &value| (low.min(value), high.max(value)));
    let possible = model.ldk().range().map(|range| range.map(|end| end as f32));
    let scale = ValueScale::one_sided(possible, [low as f32, high as f32], workspace.choices.layers.shows(Layer::Rescaled));
    let (dark, ink) = (ui.visuals().dark_mode, ui.visuals().strong_text_color());
    let font = FontId::proportional((0.3 * cell).clamp(8.0, 12.0));
    for row in 0..count {
        let name = &model.sets[row].name;
        let middle = EDGE + (row as f32 + 0.5) * cell;
        for at in [vec2(0.5 * EDGE, middle), vec2(middle, 0.5 * EDGE)] {
            ui.painter().text(
                rect.min + at,
                Align2::CENTER_CENTER,
                name.chars().take(2).collect::<String>(),
                font.clone(),
                color(ui, row),
            );
        }
        for column in 0..count {
            let at =
                Rect::from_min_size(rect.min + vec2(EDGE + column as f32 * cell, EDGE + row as f32 * cell), Vec2::splat(cell));
            let value = k[[row, column]];
            ui.painter().rect_filled(at, 0.0, single_color(scale.share(value as f32), dark));
            ui.painter().text(at.center(), Align2::CENTER_CENTER, short(value), font.clone(), ink);
            let response = ui.interact(at, ui.scope_id().with(("cell", row, column)), Sense::click());
            let text = format!("K of {} and {}: {value:.4}", model.sets[row].name, model.sets[column].name);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
            if model.compared == [row, column] {
                ui.painter().rect_stroke(at, 0.0, (1.5, ink), StrokeKind::Inside);
            }
            if response.on_hover_text(format!("{text}; a click compares the two sets")).clicked() && row != column {
                actions.push(act(SandboxAction::Compare([row, column])));
            }
        }
    }
    ui.horizontal(|ui| {
        note(ui, format!("colours from {:.2} to {:.2}", scale.low, scale.high));
        colour_bar::rescale(ui, &scale, NOTE, Some(actions));
    });
    curve(ui, workspace);
    learned(ui, workspace);
}

/// Draws the level-2 kernel's curve with the pairs of sets, unless the kernel is linear.
fn curve(ui: &mut Ui, workspace: &Workspace) {
    let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
    if model.level2.is_linear() || model.level2.is_angle() {
        return;
    }
    let count = model.sets.len();
    let pairs = (0..count).flat_map(|i| (0..=i).map(move |j| [i, j]));
    let points = pairs.map(|pair| [values.s[pair], values.k[pair]]).collect();
    let square = values.s.diag().mean().unwrap_or(0.0);
    level2_curve::show(ui, model.level2, square, &[Pairs { name: "sets", points, color: color(ui, 0) }], CURVE);
}

fn short(value: f64) -> String {
    if value.abs() < 99.95 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// Draws the values of the learned function at the sets.
fn learned(ui: &mut Ui, workspace: &Workspace) {
    let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
    let Some(learned) = &values.learned else { return };
    let title = match model.learner {
        Learner::Gp { .. } => "Posterior mean at the sets (target)",
        _ => "Decision value of the sets (class)",
    };
    ui.strong(title);
    let rows = model.sets.iter().zip(&learned.values).map(|(set, value)| {
        let target = match model.learner {
            Learner::Gp { .. } => format!("{:.2}", set.target),
            _ => if set.target < 0.0 { "-" } else { "+" }.to_owned(),
        };
        (set.name.as_str(), format!("{value:+.3} ({target})"))
    });
    let shown = egui::Grid::new("learned values").num_columns(2).show(ui, |ui| fact_rows(ui, rows));
    named(&shown.response, Role::Label, title);
}

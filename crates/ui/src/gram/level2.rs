//! Plot of the level-2 kernel as a curve next to the Gram matrix, with pairs of documents on the curve.

use egui::{Rect, Ui, UiBuilder, vec2};

use crate::{
    level2_curve::{self, Pairs},
    style::primary_color,
    widgets::note,
};
use wordfield_state::{Basis, GramFound};

/// Minimum width and height of the kernel curve, in points.
const LEAST: (f32, f32) = (200.0, 150.0);
/// Maximum height of the kernel curve, in points.
const HEIGHT: f32 = 260.0;

/// Draws the level-2 kernel's curve into `area`, unless the kernel is linear or the area is too small.
pub(super) fn show(ui: &mut Ui, area: Rect, found: &GramFound, basis: &Basis) {
    let level2 = found.key.ldk.level2;
    if level2.is_linear() || found.pairs.is_empty() || area.width() < LEAST.0 || area.height() < LEAST.1 {
        return;
    }
    let alike = |same: bool| {
        let of = found.pairs.iter().filter(|pair| pair.same.unwrap_or(false) == same);
        of.map(|pair| [f64::from(pair.s), f64::from(pair.k)]).collect::<Vec<_>>()
    };
    let group = basis.task.group();
    let dark = ui.visuals().dark_mode;
    let pairs = [
        Pairs { name: "other", points: alike(false), color: ui.visuals().weak_text_color() },
        Pairs { name: "same", points: alike(true), color: primary_color(dark) },
    ];
    let size = vec2(area.width().min(420.0), area.height());
    ui.scope_builder(UiBuilder::new().max_rect(Rect::from_min_size(area.min, size)), |ui| {
        ui.strong("From inner product to kernel");
        note(ui, format!("Pairs of documents; blue: of the same {group}."));
        level2_curve::show(ui, level2, found.square, &pairs, (area.height() - 60.0).min(HEIGHT));
    });
}

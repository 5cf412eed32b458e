//! Small pieces shared by the views.

use eframe::egui::{self, Color32, Response, RichText, Role, Sense, Ui, WidgetInfo};

use super::palette::{class_color, mark_color};
use crate::state::Basis;

/// A line of small grey text.
pub fn note(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).size(11.5).weak());
}

/// A class's name behind a disc of its colour; clickable.
pub fn class_label(ui: &mut Ui, class: usize, name: &str) -> Response {
    ui.horizontal(|ui| {
        let (rect, disc) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::click());
        ui.painter().circle_filled(rect.center(), 5.0, color(ui, class));
        disc.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("colour of {name}")));
        disc | ui.add(egui::Label::new(name).sense(Sense::click()).extend())
    })
    .inner
}

/// A disc of a colour; drawn, for not every font has one.
pub fn dot(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, color);
}

/// A class's colour on the present ground.
pub fn color(ui: &Ui, class: usize) -> Color32 {
    class_color(class, ui.visuals().dark_mode)
}

/// The colour of a rating: from the lowest, red, over the middle to the highest, blue.
pub fn rating_color(ui: &Ui, basis: &Basis, rating: usize, value: f64) -> Color32 {
    let dark = ui.visuals().dark_mode;
    let Some((low, high)) = basis.rating_ranges.get(rating) else { return mark_color(0.0, dark) };
    mark_color((2.0 * (value - low) / (high - low).max(1e-12) - 1.0) as f32, dark)
}

/// A word or document to click on.
pub fn link(ui: &mut Ui, text: impl Into<String>) -> bool {
    ui.add(egui::Button::new(text.into()).frame(false).truncate()).clicked()
}

/// The accessible name of a control whose drawn text does not say enough.
pub fn named(response: &Response, kind: Role, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(kind, true, name));
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A number with a sign.
pub fn signed(value: f64) -> String {
    format!("{value:+.3}")
}

/// A bar from 0 to 1 in a colour.
pub fn bar(ui: &mut Ui, share: f32, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(60.0, 8.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    ui.painter().rect_filled(filled, 2.0, color);
}

//! The classes, with their colour, marker and number of words; a click selects one, a second click lets go.

use eframe::egui::{Button, Color32, Frame, Margin, Rect, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, pos2, vec2};

use super::marks::Marks;
use crate::{
    state::{Action, Scene, Selection},
    ui::palette::{class_color, class_shape},
};

/// Draws the legend into the upper right corner of `area`; gives its rectangle and what was clicked.
pub fn legend(
    ui: &mut Ui,
    area: Rect,
    scene: &Scene,
    counts: &[usize],
    selection: &Selection,
    marks: &mut Marks,
) -> (Rect, Option<Action>) {
    let dark = ui.visuals().dark_mode;
    let texts: Vec<String> = scene
        .class_names
        .iter()
        .enumerate()
        .map(|(class, name)| format!("{name} ({})", counts.get(class).copied().unwrap_or(0)))
        .collect();
    let font = TextStyle::Button.resolve(ui.style());
    let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), Color32::WHITE).size().x;
    let widest = texts.iter().map(width).fold(0.0, f32::max);
    // Marker, paddings and, when there are many classes, the scroll bar.
    let width = (widest + 56.0).min(0.4 * area.width());
    let corner = Rect::from_min_max(pos2(area.max.x - width - 6.0, area.min.y + 6.0), pos2(area.max.x - 6.0, area.max.y - 6.0));
    let mut action = None;
    let inner = ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| {
        let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.82);
        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
            ScrollArea::vertical().max_height(0.55 * area.height()).show(ui, |ui| {
                for (class, text) in texts.into_iter().enumerate() {
                    ui.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
                        ui.painter().add(marks.single(ui.ctx(), rect, class_shape(class), class_color(class, dark)));
                        let selected = *selection == Selection::Class(class);
                        let row = ui.add(Button::selectable(selected, text).truncate());
                        if row.on_hover_text("The words most characteristic of this class. Click to single them out.").clicked() {
                            let next = if selected { Selection::None } else { Selection::Class(class) };
                            action = Some(Action::Select(next));
                        }
                    });
                }
            });
        })
    });
    (inner.inner.response.rect, action)
}

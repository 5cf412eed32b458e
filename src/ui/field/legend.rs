//! The classes, with their colour, marker and number of words; a click selects one, a second click lets go.

use eframe::egui::{Align, Button, Frame, Layout, Margin, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

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
    let width = (0.4 * area.width()).min(260.0);
    let corner = Rect::from_min_max(pos2(area.max.x - width - 6.0, area.min.y + 6.0), pos2(area.max.x - 6.0, area.max.y - 6.0));
    let mut action = None;
    let builder = UiBuilder::new().max_rect(corner).layout(Layout::top_down(Align::Max));
    let inner = ui.scope_builder(builder, |ui| {
        let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.82);
        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
            ScrollArea::vertical().max_height(0.55 * area.height()).auto_shrink(true).show(ui, |ui| {
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    for (class, name) in scene.class_names.iter().enumerate() {
                        ui.horizontal(|ui| {
                            let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
                            let mark = marks.single(ui.ctx(), rect, class_shape(class), class_color(class, dark));
                            ui.painter().add(mark);
                            let text = format!("{name} ({})", counts.get(class).copied().unwrap_or(0));
                            let selected = *selection == Selection::Class(class);
                            let row = ui.add(Button::selectable(selected, text).truncate());
                            if row.on_hover_text("Words most characteristic of this class. Click to single it out.").clicked() {
                                let next = if selected { Selection::None } else { Selection::Class(class) };
                                action = Some(Action::Select(next));
                            }
                        });
                    }
                });
            });
        })
    });
    (inner.inner.response.rect, action)
}

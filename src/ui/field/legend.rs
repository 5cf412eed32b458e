//! The classes, with their colour, marker and number of words; a click selects one, a second click lets go.
//!
//! A few classes are listed in the picture's corner. Many would cover it and get a strip of their own beside it, in
//! smaller letters, scrolled where the strip is too short. Either can be folded to the markers alone.

use eframe::egui::{
    Button, Color32, FontId, Frame, Margin, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, pos2, vec2,
};

use super::{colours, marks::Marks};
use crate::{
    state::{Action, Look, Scene, Selection},
    ui::palette::class_shape,
};

/// Classes beyond which the legend stands beside the picture.
const BESIDE: usize = 10;
/// Width of a folded legend.
const FOLDED: f32 = 34.0;

/// Whether only markers are shown, and where the legend covers the picture.
#[derive(Default)]
pub struct Legend {
    folded: bool,
    /// Where it lay in the last frame.
    pub rect: Option<Rect>,
}

impl Legend {
    /// What is left of `area` for the picture.
    pub fn picture(&self, ui: &Ui, area: Rect, scene: &Scene) -> Rect {
        if scene.basis.class_names.len() <= BESIDE {
            return area;
        }
        area.with_max_x(area.max.x - self.width(ui, area, scene) - 12.0)
    }

    fn font(ui: &Ui, scene: &Scene) -> FontId {
        let many = scene.basis.class_names.len() > BESIDE;
        (if many { TextStyle::Small } else { TextStyle::Button }).resolve(ui.style())
    }

    fn width(&self, ui: &Ui, area: Rect, scene: &Scene) -> f32 {
        if self.folded {
            return FOLDED;
        }
        let font = Self::font(ui, scene);
        let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), Color32::WHITE).size().x;
        let widest = scene.basis.class_names.iter().map(width).fold(0.0, f32::max);
        // Marker, paddings, the number of words and the scroll bar.
        (widest + 50.0 + 4.0 * font.size).min((0.3 * area.width()).max(160.0))
    }

    /// Draws the legend into the right of `area` and says what was clicked.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        scene: &Scene,
        counts: &[usize],
        selection: &Selection,
        marks: &mut Marks,
    ) -> Option<Action> {
        let beside = scene.basis.class_names.len() > BESIDE;
        let left = area.max.x - self.width(ui, area, scene) - 6.0;
        let corner = Rect::from_min_max(pos2(left, area.min.y + 6.0), area.max - vec2(6.0, 6.0));
        let font = Self::font(ui, scene);
        let mut action = None;
        let inner = ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| {
            let fill = ui.visuals().extreme_bg_color.gamma_multiply(if beside { 0.0 } else { 0.82 });
            Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
                if beside {
                    ui.spacing_mut().interact_size.y = font.size + 5.0;
                    ui.spacing_mut().button_padding.y = 0.0;
                }
                let header = RichText::new(if self.folded { "+" } else { "Legend –" }).font(font.clone());
                let hint = if self.folded { "Show the classes' names" } else { "Fold to the markers" };
                if ui.add(Button::new(header).frame(false)).on_hover_text(hint).clicked() {
                    self.folded = !self.folded;
                }
                let height = if beside { ui.available_height() } else { 0.55 * area.height() };
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    for class in 0..scene.basis.class_names.len() {
                        let count = counts.get(class).copied().unwrap_or(0);
                        if self.row(ui, scene, class, count, *selection, marks, &font) {
                            let selected = *selection == Selection::Class(class);
                            let next = if selected { Selection::None } else { Selection::Class(class) };
                            action = Some(Action::Look(Look::Select(next)));
                        }
                    }
                });
            })
        });
        self.rect = (!beside).then_some(inner.inner.response.rect);
        action
    }

    /// One class; whether it was clicked.
    #[allow(clippy::too_many_arguments)]
    fn row(
        &self,
        ui: &mut Ui,
        scene: &Scene,
        class: usize,
        count: usize,
        selection: Selection,
        marks: &mut Marks,
        font: &FontId,
    ) -> bool {
        let name = &scene.basis.class_names[class];
        let color = colours::class(scene, class, ui.visuals().dark_mode);
        let others = matches!(selection, Selection::Class(of) if of != class);
        let hint = format!("{name}: the {count} words most characteristic of this class. Click to single them out.");
        ui.horizontal(|ui| {
            let (rect, marker) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::click());
            let color = if others { color.gamma_multiply(0.4) } else { color };
            ui.painter().add(marks.single(ui.ctx(), rect, class_shape(class), color));
            super::super::widgets::named(&marker, eframe::egui::Role::Button, &format!("marker of {name}"));
            let mut clicked = marker.on_hover_text(&hint).clicked();
            if !self.folded {
                let text = RichText::new(format!("{name} ({count})")).font(font.clone());
                let text = if others { text.weak() } else { text };
                let row = ui.add(Button::selectable(selection == Selection::Class(class), text).truncate());
                clicked |= row.on_hover_text(&hint).clicked();
            }
            clicked
        })
        .inner
    }
}

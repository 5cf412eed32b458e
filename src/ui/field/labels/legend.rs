//! Legend: classes with colour, marker and number of words. A click selects a class, a second one deselects it. A click on
//! the marker mutes the class; "solo", shown beside the hovered class, mutes all others. Pairs list their two sides, ratings
//! their levels with numbers of documents.
//!
//! Up to [`BESIDE`] classes are listed in a corner of the picture, more in a scrolling column beside it. The legend can be
//! folded to the markers.

use eframe::egui::{
    Button, Color32, FontId, Frame, Margin, Rect, RichText, Role, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2, pos2, vec2,
};

use crate::ui::field::{
    Shown,
    layers::{colours, marks::Marks},
};
use crate::{
    corpus::TaskKind,
    state::{Action, Colouring, Field, Focus, Look, Scene},
    ui::{
        palette::class_shape,
        widgets::{counted, named},
    },
};

/// Number of classes above which the legend is drawn beside the picture.
const BESIDE: usize = 10;
/// Width of a folded legend.
const FOLDED: f32 = 34.0;

/// State of the legend.
#[derive(Default)]
pub struct Legend {
    folded: bool,
    /// Rectangle over the picture in the last frame.
    pub rect: Option<Rect>,
}

impl Legend {
    /// Remaining part of `area` for the picture.
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
        // Marker, padding, number of words, scroll bar.
        (widest + 50.0 + 4.0 * font.size).min((0.3 * area.width()).max(160.0))
    }

    /// Draws the legend into the right part of `area`. Returns the action of a click.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, shown: &Shown<'_>, counts: &[usize], marks: &mut Marks) -> Option<Action> {
        let scene = shown.scene;
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
                action = self.header(ui, shown, &font);
                let height = if beside { ui.available_height() } else { 0.55 * area.height() };
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    let counts = if scene.basis.task == TaskKind::Ratings { &scene.basis.class_sizes[..] } else { counts };
                    for class in 0..scene.basis.class_names.len() {
                        let row = Row { class, count: counts.get(class).copied().unwrap_or(0), folded: self.folded };
                        action = row.show(ui, shown, marks, &font).or(action.take());
                    }
                });
            })
        });
        self.rect = (!beside).then_some(inner.inner.response.rect);
        action
    }

    /// Header with a fold button, and a button that unmutes all classes.
    fn header(&mut self, ui: &mut Ui, shown: &Shown<'_>, font: &FontId) -> Option<Action> {
        let mut action = None;
        ui.horizontal(|ui| {
            let text = RichText::new(if self.folded { "+" } else { "Legend –" }).font(font.clone());
            let hint = if self.folded { "Show names" } else { "Hide names" };
            let fold = ui.add(Button::new(text).frame(false));
            if self.folded {
                named(&fold, Role::Button, hint);
            }
            if fold.on_hover_text(hint).clicked() {
                self.folded = !self.folded;
            }
            let all = Button::new(RichText::new("all").font(font.clone()).underline()).frame(false);
            if !shown.muted.is_empty() && !self.folded && ui.add(all).on_hover_text("Unmute all classes").clicked() {
                action = Some(Action::Field(Field::UnmuteAll));
            }
        });
        action
    }
}

/// Row of a class.
struct Row {
    class: usize,
    count: usize,
    folded: bool,
}

impl Row {
    fn show(&self, ui: &mut Ui, shown: &Shown<'_>, marks: &mut Marks, font: &FontId) -> Option<Action> {
        let (class, name) = (self.class, &shown.scene.basis.class_names[self.class]);
        let muted = shown.muted.contains(class);
        let others = matches!(shown.selection, Focus::Class(of) if of != class);
        ui.horizontal(|ui| {
            let mut action = self.marker(ui, shown, marks, muted || others);
            if self.folded {
                return action;
            }
            let selected = shown.selection == Focus::Class(class);
            let text = RichText::new(format!("{name} ({})", self.count)).font(font.clone());
            let text = if others || muted { text.weak() } else { text };
            let text = if muted { text.strikethrough() } else { text };
            let pointed = ui.scope_id().with(("pointed at", class));
            let solo = ui.data(|memory| memory.get_temp::<bool>(pointed)).unwrap_or_default();
            let space = if solo { 3.2 * font.size } else { 0.0 };
            let row = ui.scope(|ui| {
                ui.set_max_width((ui.available_width() - space).max(20.0));
                ui.add(Button::selectable(selected, text).truncate())
            });
            let words = match (shown.scene.basis.task, self.count) {
                (TaskKind::Classes, count) => format!("{} most characteristic of this class", counted(count, "word")),
                (TaskKind::Pairs, count) => format!("{} of this side", counted(count, "word")),
                (TaskKind::Ratings, count) => {
                    format!("{} with this rating", counted(count, "document"))
                }
            };
            let hint = format!("{name}: {words}. Click to select; click the marker to mute.");
            let mut over = row.inner.has_focus();
            if row.inner.on_hover_text(hint).clicked() {
                let next = if selected { Focus::None } else { Focus::Class(class) };
                action = Some(Action::Look(Look::Select(next)));
            }
            if solo {
                let button = ui.add(Button::new(RichText::new("solo").font(font.clone()).underline()).frame(false));
                named(&button, Role::Button, &format!("solo {name}"));
                // Reachable by Tab too, after the row.
                over |= button.has_focus();
                if button.on_hover_text("Mutes all other classes; again to unmute").clicked() {
                    action = Some(Action::Field(Field::Solo(class)));
                }
            }
            let line = ui.min_rect().with_max_x(ui.max_rect().max.x);
            over |= ui.rect_contains_pointer(line);
            ui.data_mut(|memory| memory.insert_temp(pointed, over));
            action
        })
        .inner
    }

    /// Marker of a class; a click mutes the class.
    fn marker(&self, ui: &mut Ui, shown: &Shown<'_>, marks: &mut Marks, weak: bool) -> Option<Action> {
        let (class, name) = (self.class, &shown.scene.basis.class_names[self.class]);
        let (rect, marker) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::click());
        let color = colours::class(shown.scene, class, ui.visuals().dark_mode);
        let color = if weak { color.gamma_multiply(0.35) } else { color };
        ui.painter().add(marks.single(ui.ctx(), rect, class_shape(class), color));
        let toggle = if shown.muted.contains(class) { "unmute" } else { "mute" };
        named(&marker, Role::Button, &format!("{toggle} {name}"));
        // Words coloured by a value do not have class colours and are not muted.
        let what = if matches!(shown.scene.colouring, Colouring::Classes) { "words and lines" } else { "lines" };
        let hint = format!("{toggle} {name}: {} its {what}", if toggle == "mute" { "dims" } else { "restores" });
        marker.on_hover_text(hint).clicked().then_some(Action::Field(Field::Mute(class)))
    }
}

//! Legend of the word field: classes with colour, marker and number of words; a click selects or deselects a class.
//! A click on the marker mutes the class; "solo", shown at the hovered class, mutes all other classes.
//! Pairs list their sides, ratings their levels with numbers of documents.
//!
//! The legend covers the corner of the picture with the fewest words and lists as many classes as fit; the list scrolls.
//! Up to [`MANY`] classes can be folded to their markers, more to their number.

use egui::{
    Button, Color32, FontId, Frame, Label, Margin, Pos2, Rect, RichText, Role, ScrollArea, Sense, TextStyle, Ui, UiBuilder, Vec2,
    pos2, vec2,
};

use crate::field::{
    Shown,
    layers::{colours, marks::Marks},
};
use crate::{
    palette::class_shape,
    widgets::{counted, named},
};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Field, Focus, Layer, Layers, Look, Scene};

/// Number of classes above which the legend's rows are small.
const MANY: usize = 10;
/// Width of the picture, in points, below which a legend of many classes is folded at first.
const NARROW: f32 = 480.0;
/// Width of a legend that is folded to its markers, in points.
const FOLDED: f32 = 34.0;
/// Number of frames between two searches for the legend's emptiest corner.
const PATIENCE: u32 = 40;

/// Whether the picture needs a legend: words, contours or documents have class colours.
pub(crate) fn is_needed(scene: &Scene, layers: &Layers) -> bool {
    let by_class = scene.basis.column_colours(layers).is_none();
    let coloured = scene.colouring.is_by_class() || layers.shows(Layer::Contours) || by_class && layers.shows(Layer::Documents);
    scene.basis.class_names.len() > 1 && coloured
}

/// State of the word field's legend.
#[derive(Default)]
pub(crate) struct Legend {
    /// Whether the user has folded the legend; `None`: folded if there are many classes in a narrow picture.
    folded: Option<bool>,
    narrow: bool,
    corner: Corner,
    frames: u32,
    /// Class whose row was hovered or had the focus in the last frame.
    pub pointed: Option<usize>,
    /// Rectangle of the legend over the picture in the last frame.
    pub rect: Option<Rect>,
}

/// Corner of the picture for the legend. The caption occupies the fourth corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Corner {
    #[default]
    UpperRight,
    LowerRight,
    LowerLeft,
}

impl Corner {
    const ALL: [Self; 3] = [Self::UpperRight, Self::LowerRight, Self::LowerLeft];

    /// Rectangle of the given size in this corner of an area.
    fn place(self, area: Rect, size: Vec2) -> Rect {
        let min = match self {
            Self::UpperRight => pos2(area.max.x - size.x, area.min.y),
            Self::LowerRight => area.max - size,
            Self::LowerLeft => pos2(area.min.x, area.max.y - size.y),
        };
        Rect::from_min_size(min, size)
    }

    /// Corner with the fewest points below a rectangle of the given size; the current one unless another is much emptier.
    fn emptiest(self, area: Rect, size: Vec2, points: &[Pos2]) -> Self {
        let below = |corner: Self| {
            let rect = corner.place(area, size).expand(6.0);
            points.iter().filter(|at| rect.contains(**at)).count()
        };
        let counts = Self::ALL.map(|corner| (below(corner), corner));
        let least = counts.iter().min_by_key(|(count, _)| *count).copied().unwrap_or((0, self));
        if below(self) > 2 * least.0 + 3 { least.1 } else { self }
    }
}

impl Legend {
    fn is_folded(&self, scene: &Scene) -> bool {
        self.folded.unwrap_or(self.narrow && scene.basis.class_names.len() > MANY)
    }

    fn font(ui: &Ui, scene: &Scene) -> FontId {
        let many = scene.basis.class_names.len() > MANY;
        (if many { TextStyle::Small } else { TextStyle::Button }).resolve(ui.style())
    }

    fn width(&self, ui: &Ui, area: Rect, scene: &Scene) -> f32 {
        let font = Self::font(ui, scene);
        let count = scene.basis.class_names.len();
        if self.is_folded(scene) {
            return if count > MANY { 9.0 * font.size } else { FOLDED };
        }
        let width = |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), Color32::WHITE).size().x;
        let widest = scene.basis.class_names.iter().map(width).fold(0.0, f32::max);
        // The width includes marker, padding, number of words and scroll bar.
        (widest + 50.0 + 4.0 * font.size).min((0.3 * area.width()).max(160.0))
    }

    /// Draws the legend into the corner of `area` with the fewest `words`. Returns the action of a click.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        shown: &Shown<'_>,
        words: &[Pos2],
        (counts, marks): (&[usize], &mut Marks),
    ) -> Option<Action> {
        let scene = shown.scene;
        let many = scene.basis.class_names.len() > MANY;
        let before = self.pointed.take();
        self.narrow = area.width() < NARROW;
        let area = area.shrink(6.0);
        let font = Self::font(ui, scene);
        let folded = self.is_folded(scene);
        let caption = scene.colour_caption().filter(|_| !folded);
        let rows = if folded && many { 1 } else { scene.basis.class_names.len() + 1 + usize::from(caption.is_some()) };
        let row = if many { font.size + 6.0 } else { ui.spacing().interact_size.y + 1.0 };
        let height = (rows as f32 * row + 8.0).min(0.6 * area.height());
        let size = self.rect.map_or(vec2(self.width(ui, area, scene), height), |rect| rect.size());
        self.frames += 1;
        if self.rect.is_none() || self.frames > PATIENCE {
            self.frames = 0;
            self.corner = self.corner.emptiest(area, size, words);
        }
        let place = self.corner.place(area, vec2(self.width(ui, area, scene), height));
        let mut action = None;
        let inner = ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.82);
            Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
                if many {
                    ui.spacing_mut().interact_size.y = font.size + 5.0;
                    ui.spacing_mut().button_padding.y = 0.0;
                }
                action = self.header(ui, shown, &font);
                if folded && many {
                    return;
                }
                let mut above = row;
                if let Some((short, whole)) = caption {
                    ui.add(Label::new(RichText::new(short).font(font.clone()).weak()).truncate()).on_hover_text(whole);
                    above += row;
                }
                ScrollArea::vertical().max_height(height - above).show(ui, |ui| {
                    let counts = if scene.basis.task == TaskKind::Ratings { &scene.basis.class_sizes[..] } else { counts };
                    for class in 0..scene.basis.class_names.len() {
                        let count = counts.get(class).copied().unwrap_or(0);
                        let row = Row { class, count, folded, pointed: before == Some(class) };
                        let (clicked, over) = row.show(ui, shown, marks, &font);
                        action = clicked.or(action.take());
                        self.pointed = self.pointed.or(over.then_some(class));
                    }
                });
            })
        });
        self.rect = Some(inner.inner.response.rect);
        action
    }

    /// Draws the legend's header with a fold button, and a button that unmutes all classes.
    fn header(&mut self, ui: &mut Ui, shown: &Shown<'_>, font: &FontId) -> Option<Action> {
        let mut action = None;
        let (folded, count) = (self.is_folded(shown.scene), shown.scene.basis.class_names.len());
        ui.horizontal(|ui| {
            let text = match (folded, count > MANY) {
                (true, true) => format!("+ {count} classes"),
                (true, false) => "+".to_owned(),
                (false, _) => "Legend –".to_owned(),
            };
            let hint = if folded { "Show names" } else { "Hide names" };
            let fold = ui.add(Button::new(RichText::new(text).font(font.clone())).frame(false));
            if folded {
                named(&fold, Role::Button, hint);
            }
            if fold.on_hover_text(hint).clicked() {
                self.folded = Some(!folded);
            }
            let all = Button::new(RichText::new("all").font(font.clone()).underline()).frame(false);
            if !shown.muted.is_empty() && !folded && ui.add(all).on_hover_text("Unmute all classes").clicked() {
                action = Some(Action::Field(Field::UnmuteAll));
            }
        });
        action
    }
}

/// Row of the legend for one class.
struct Row {
    class: usize,
    count: usize,
    folded: bool,
    /// Whether the row was hovered or had the focus in the last frame.
    pointed: bool,
}

impl Row {
    /// Draws the row. Returns the action of a click, and whether the row is hovered or has the focus.
    fn show(&self, ui: &mut Ui, shown: &Shown<'_>, marks: &mut Marks, font: &FontId) -> (Option<Action>, bool) {
        let (class, name) = (self.class, &shown.scene.basis.class_names[self.class]);
        let muted = shown.muted.contains(class);
        let others = matches!(shown.selection, Focus::Class(of) if of != class);
        ui.horizontal(|ui| {
            let mut action = self.marker(ui, shown, marks, muted || others);
            if self.folded {
                return (action, ui.rect_contains_pointer(ui.min_rect()));
            }
            let selected = shown.selection == Focus::Class(class);
            let text = RichText::new(format!("{name} ({})", self.count)).font(font.clone());
            let text = if others || muted { text.weak() } else { text };
            let text = if muted { text.strikethrough() } else { text };
            let space = if self.pointed { 3.2 * font.size } else { 0.0 };
            let row = ui.scope(|ui| {
                ui.set_max_width((ui.available_width() - space).max(20.0));
                ui.add(Button::selectable(selected, text).truncate())
            });
            let words = match (shown.scene.basis.task, self.count) {
                (TaskKind::Classes, count) => format!("{} of this class", counted(count, "word")),
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
            if self.pointed {
                let button = ui.add(Button::new(RichText::new("solo").font(font.clone()).underline()).frame(false));
                named(&button, Role::Button, &format!("solo {name}"));
                // Tab reaches the solo button after the row.
                over |= button.has_focus();
                if button.on_hover_text("Mutes all other classes; again to unmute").clicked() {
                    action = Some(Action::Field(Field::Solo(class)));
                }
            }
            let line = ui.min_rect().with_max_x(ui.max_rect().max.x);
            over |= ui.rect_contains_pointer(line);
            (action, over)
        })
        .inner
    }

    /// Draws the marker of a class in the legend; a click mutes the class.
    fn marker(&self, ui: &mut Ui, shown: &Shown<'_>, marks: &mut Marks, weak: bool) -> Option<Action> {
        let (class, name) = (self.class, &shown.scene.basis.class_names[self.class]);
        let (rect, marker) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::click());
        let color = colours::class(shown.scene, class, ui.visuals().dark_mode);
        let color = if weak { color.gamma_multiply(0.35) } else { color };
        ui.painter().add(marks.single(ui.ctx(), rect, class_shape(class), color));
        let toggle = if shown.muted.contains(class) { "unmute" } else { "mute" };
        named(&marker, Role::Button, &format!("{toggle} {name}"));
        // Words coloured by a value do not have class colours and are not muted.
        let what = if shown.scene.colouring.is_by_class() { "words and lines" } else { "lines" };
        let hint = format!("{toggle} {name}: {} its {what}", if toggle == "mute" { "dims" } else { "restores" });
        marker.on_hover_text(hint).clicked().then_some(Action::Field(Field::Mute(class)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legend_moves_to_a_much_emptier_corner_only() {
        let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        let size = vec2(100.0, 80.0);
        let words = |right_top: usize, right_bottom: usize, left_bottom: usize| -> Vec<Pos2> {
            let at = |place: Pos2, count: usize| vec![place; count];
            [at(pos2(350.0, 20.0), right_top), at(pos2(350.0, 280.0), right_bottom), at(pos2(20.0, 280.0), left_bottom)].concat()
        };
        let corner = |words: Vec<Pos2>| Corner::UpperRight.emptiest(area, size, &words);
        assert_eq!(corner(words(3, 0, 0)), Corner::UpperRight, "a few words do not move the legend");
        assert_eq!(corner(words(20, 10, 12)), Corner::UpperRight);
        assert_eq!(corner(words(20, 5, 12)), Corner::LowerRight);
        assert_eq!(corner(words(20, 12, 1)), Corner::LowerLeft);
        assert_eq!(corner(Vec::new()), Corner::UpperRight);
    }
}

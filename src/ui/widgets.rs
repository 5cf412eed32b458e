//! Small pieces shared by the views.

use eframe::egui::{
    self, Color32, ComboBox, Grid, Response, RichText, Role, Sense, Ui, WidgetInfo,
    containers::menu::{MenuButton, MenuConfig},
};

use super::palette::{class_color, mark_color};
use crate::state::Basis;

/// A line of small grey text.
pub fn note(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).size(11.5).weak());
}

/// A number that counts when it is finished: with Enter, or when its field is left; or while it is dragged.
pub fn number<N: egui::emath::Numeric>(value: &mut N) -> egui::DragValue<'_> {
    egui::DragValue::new(value).update_while_editing(false)
}

/// Controls whose identity depends on their name alone: notes that come and go above them take no focus away.
pub fn steady<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(egui::UiBuilder::new().scope_id(egui::Id::unique(name)), add).inner
}

/// Whether the window of that name, asked in every frame it is drawn, was not there in the last one.
pub fn just_opened(ctx: &egui::Context, name: &str) -> bool {
    let (id, now) = (egui::Id::unique((name, "drawn in frame")), ctx.cumulative_frame_nr());
    let last = ctx.data(|data| data.get_temp::<u64>(id));
    ctx.data_mut(|data| data.insert_temp(id, now));
    last.is_none_or(|last| last + 1 < now)
}

/// So many of something: "1 document", "12 documents".
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// A place in a row: "1st", "2nd", "11th".
pub fn ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{end}")
}

/// The beginning of a text, on one line.
pub fn beginning(text: &str, characters: usize) -> String {
    let words = text.chars().take(4 * characters).collect::<String>();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut start: String = line.chars().take(characters).collect();
    if start.len() < line.len() || words.len() < text.len() {
        start.push('…');
    }
    start
}

/// A class's name behind a disc of its colour; clickable.
pub fn class_label(ui: &mut Ui, class: usize, name: &str) -> Response {
    class_label_within(ui, class, name, f32::INFINITY)
}

/// The same, cut to a width; then all of it is said on hover.
pub fn class_label_within(ui: &mut Ui, class: usize, name: &str, room: f32) -> Response {
    ui.horizontal(|ui| {
        let text = egui::Label::new(name).sense(Sense::click());
        // In a grid the room of a cell is what it was: it has to be told.
        let text = if room.is_finite() {
            ui.set_max_width(room.max(30.0));
            text.truncate()
        } else {
            text.extend()
        };
        let (rect, disc) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::click());
        ui.painter().circle_filled(rect.center(), 5.0, color(ui, class));
        disc.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("colour of {name}")));
        disc | ui.add(text)
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

/// A list to choose one of behind its label; what was chosen anew.
pub fn choose<T: Clone + PartialEq, N: AsRef<str>>(
    ui: &mut Ui,
    label: &str,
    width: f32,
    now: &T,
    options: &[(T, N)],
) -> Option<T> {
    let id = ui.scope_id().with(label);
    let label = ui.label(label);
    let name = options.iter().find(|(value, _)| value == now).map_or("", |(_, name)| name.as_ref());
    let list = ComboBox::from_id_salt(id).width(width).selected_text(name);
    let shown = list.show_ui(ui, |ui| {
        let mut chosen = None;
        for (value, name) in options {
            if ui.selectable_label(value == now, name.as_ref()).clicked() && value != now {
                chosen = Some(value.clone());
            }
        }
        chosen
    });
    shown.response.labelled_by(label.id);
    shown.inner.flatten()
}

/// Names and values in two columns.
pub fn facts<'a>(ui: &mut Ui, id: &str, rows: impl IntoIterator<Item = (&'a str, String)>) {
    lines(ui, id, 2, 190.0, |ui| fact_rows(ui, rows));
}

/// Names and what belongs to them: in columns where the panel is `wide` enough, else one after the other, broken where the
/// panel ends.
pub fn lines(ui: &mut Ui, id: &str, columns: usize, wide: f32, show: impl FnOnce(&mut Ui)) {
    if ui.available_width() < wide {
        ui.horizontal_wrapped(show);
    } else {
        Grid::new(id).num_columns(columns).show(ui, show);
    }
}

/// Several controls of one row of [`lines`].
pub fn together(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    if ui.layout().main_wrap {
        show(ui);
    } else {
        ui.horizontal(show);
    }
}

/// What follows in a row of [`lines`] is wide: where rows are broken it begins a line of its own.
pub fn below(ui: &mut Ui) {
    if ui.layout().main_wrap {
        ui.end_row();
    }
}

/// Names and values, a row of a grid each.
pub fn fact_rows<'a>(ui: &mut Ui, rows: impl IntoIterator<Item = (&'a str, String)>) {
    for (name, value) in rows {
        ui.label(name);
        ui.label(value);
        ui.end_row();
    }
}

/// Two columns of equal width, however long either's text is; texts keep their letters' distance and buttons their width.
pub fn halves(ui: &mut Ui, mut show: impl FnMut(&mut Ui, usize)) {
    ui.columns(2, |columns| {
        for (place, column) in columns.iter_mut().enumerate() {
            column.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| show(ui, place));
        }
    });
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

/// A bar from 0 to 1 in a colour, so wide.
pub fn bar(ui: &mut Ui, share: f32, color: Color32, width: f32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 8.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    ui.painter().rect_filled(filled, 2.0, color);
}

/// Whether a field was left by Esc, so that what was typed into it is given up.
pub fn given_up(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

/// A menu that stays open while numbers and texts in it are set: an item that ends it closes it.
pub fn form_menu<R>(ui: &mut Ui, text: &str, show: impl FnOnce(&mut Ui) -> R) {
    let config = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(text).config(config).ui(ui, show);
}

/// A text field whose value counts when it is left, but for by Esc.
pub fn text_field(ui: &mut Ui, label: &Response, now: &str, hint: &str) -> Option<String> {
    let id = label.id.with("draft");
    let mut draft = ui.data(|memory| memory.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let response = ui.add(egui::TextEdit::singleline(&mut draft).hint_text(hint).desired_width(280.0)).labelled_by(label.id);
    let entered = response.lost_focus() && !given_up(&response);
    let left = entered.then(|| draft.trim().to_owned()).filter(|draft| draft != now);
    if response.has_focus() {
        ui.data_mut(|memory| memory.insert_temp(id, draft));
    } else {
        ui.data_mut(|memory| memory.remove::<String>(id));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_something_is_not_several() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "document")), ["0 documents", "1 document", "2 documents"]);
    }

    #[test]
    fn places_in_a_row_are_counted_as_one_says_them() {
        let said = [1, 2, 3, 4, 11, 12, 32, 64, 113, 512].map(ordinal);
        assert_eq!(said, ["1st", "2nd", "3rd", "4th", "11th", "12th", "32nd", "64th", "113th", "512th"]);
    }

    #[test]
    fn a_text_s_beginning_is_one_line_and_says_that_it_goes_on() {
        assert_eq!(beginning(" one\n two ", 20), "one two");
        assert_eq!(beginning("one two three", 7), "one two…");
        assert_eq!(beginning("äöü ß", 3), "äöü…");
        assert_eq!(beginning(&" ".repeat(100), 3), "…");
    }
}

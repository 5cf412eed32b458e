//! Small widgets shared by several views.

use egui::{
    self, Align2, Color32, ComboBox, FontId, Grid, Id, Key, ProgressBar, Rect, Response, RichText, Role, Sense, Ui, Vec2, Widget,
    WidgetInfo, WidgetText, Window, vec2,
};
use egui_plot::Plot;

use super::{keys, palette::class_color, style::TEXT};
use wordfield_state::{Lazy, Outcome, Place, Underway, Workspace, explain::Part};

pub(crate) use wordfield_core::stats::grouped;
pub(crate) use wordfield_state::beginning;

/// Actions and focus of a control.
pub(crate) trait ResponseExt {
    /// Adds an action if the control was clicked.
    fn on_click<A>(&self, actions: &mut Vec<A>, action: impl FnOnce() -> A);

    /// Adds an action if the value of the control has changed.
    fn on_change<A>(&self, actions: &mut Vec<A>, action: impl FnOnce() -> A);

    /// Gives the control the keyboard focus when its window opens; `window` names it.
    fn focused_first(self, window: &str) -> Self;
}

impl ResponseExt for Response {
    fn on_click<A>(&self, actions: &mut Vec<A>, action: impl FnOnce() -> A) {
        actions.extend(self.clicked().then(action));
    }

    fn on_change<A>(&self, actions: &mut Vec<A>, action: impl FnOnce() -> A) {
        actions.extend(self.changed().then(action));
    }

    fn focused_first(self, window: &str) -> Self {
        if just_opened(&self.ctx, window) {
            self.request_focus();
        }
        self
    }
}

/// Draws a line of small grey text.
pub(crate) fn note(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).small().weak());
}

/// Draws the description of a picture in its lower left corner; returns its rectangle.
pub(crate) fn picture_caption(ui: &Ui, rect: Rect, text: &str) -> Rect {
    let (font, ink) = (FontId::proportional(TEXT[0]), ui.visuals().weak_text_color());
    let galley = ui.painter().layout(text.to_owned(), font, ink, rect.width() - 16.0);
    let at = rect.left_bottom() + vec2(8.0, -6.0 - galley.size().y);
    let paper = Rect::from_min_size(at, galley.size()).expand2(vec2(4.0, 2.0));
    ui.painter().rect_filled(paper, 3.0, ui.visuals().extreme_bg_color.gamma_multiply(0.88));
    ui.painter().galley(at, galley, ink);
    paper
}

/// Draws a warning that a file would be replaced, or that a path is a folder.
pub(crate) fn tell_place(ui: &mut Ui, place: Place) {
    match place {
        Place::Free => {}
        Place::Folder => note(ui, "This is a folder: add a file name."),
        Place::Taken => _ = ui.colored_label(ui.visuals().warn_fg_color, "The file exists and will be replaced."),
    }
}

/// Draws a control behind its label.
pub(crate) fn labelled(ui: &mut Ui, label: impl Into<WidgetText>, control: impl Widget) -> Response {
    let label = ui.label(label);
    ui.add(control).labelled_by(label.id)
}

/// Draws a check box with a tooltip. Returns its new value after a click.
pub(crate) fn switch(ui: &mut Ui, mut on: bool, name: &str, hint: &str) -> Option<bool> {
    ui.checkbox(&mut on, name).on_hover_text(hint).changed().then_some(on)
}

/// Draws a button that opens the desktop's file dialog.
pub(crate) fn browse(ui: &mut Ui) -> Response {
    ui.button("Browse…").on_hover_text("Opens the file dialog of the desktop")
}

/// Plot that ignores scrolling, dragging and zooming.
pub(crate) fn fixed_plot<'a>(name: &str) -> Plot<'a> {
    Plot::new(name).allow_scroll(false).allow_drag(false).allow_zoom(false).allow_boxed_zoom(false)
}

/// Draws a dialog in the middle of the window, at first `width` points wide.
pub(crate) fn dialog(ctx: &egui::Context, title: &str, width: f32, show: impl FnOnce(&mut Ui)) {
    keys::note_dialog(ctx);
    let window = Window::new(title).collapsible(false).resizable(false).default_width(width);
    window.anchor(Align2::CENTER_CENTER, Vec2::ZERO).show(ctx, show);
}

/// Draws a text in the colour of errors, if there is one.
pub(crate) fn error(ui: &mut Ui, text: Option<impl Into<RichText>>) {
    if let Some(text) = text {
        ui.colored_label(ui.visuals().error_fg_color, text);
    }
}

/// Draws a text in the colour of warnings, if there is one.
pub(crate) fn warning(ui: &mut Ui, text: Option<impl Into<RichText>>) {
    if let Some(text) = text {
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
}

/// Draws the error that the window reports, in a dialog that may have caused it.
pub(crate) fn reported_error(ui: &mut Ui, workspace: &Workspace) {
    error(ui, workspace.message.as_ref().filter(|message| message.error).map(|message| &message.text));
}

/// Draws the progress of a job, and draws the window again until the job ends.
pub(crate) fn job_progress(ui: &mut Ui, job: &Underway, width: f32, name: &str) {
    ui.add(ProgressBar::new(job.share().unwrap_or(0.0)).desired_width(width).text(name));
    ui.ctx().request_repaint_after_secs(0.1);
}

/// Whether a text contains every word of a search, in any case.
pub(crate) fn holds_words(text: &str, search: &str) -> bool {
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Changes a value that the window keeps between frames, and returns it.
pub(crate) fn remembered<T: Clone + Send + Sync + 'static>(
    ui: &mut Ui,
    id: Id,
    initial: T,
    change: impl FnOnce(&mut Ui, &mut T),
) -> T {
    let mut value = ui.data(|data| data.get_temp(id)).unwrap_or(initial);
    change(ui, &mut value);
    ui.data_mut(|data| data.insert_temp(id, value.clone()));
    value
}

/// Number field that reports its value on Enter, on losing the focus, or while it is dragged.
pub(crate) fn number<N: egui::emath::Numeric>(value: &mut N) -> egui::DragValue<'_> {
    egui::DragValue::new(value).update_while_editing(false)
}

/// Draws controls whose ids depend on `name` alone, so that they keep the focus when notes appear above them.
pub(crate) fn steady<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(egui::UiBuilder::new().scope_id(Id::unique(name)), add).inner
}

/// Whether the window with this name is drawn now and was not drawn in the last frame. To be called in every frame.
pub(crate) fn just_opened(ctx: &egui::Context, name: &str) -> bool {
    let (id, now) = (Id::unique((name, "drawn in frame")), ctx.cumulative_frame_nr());
    let last = ctx.data(|data| data.get_temp::<u64>(id));
    ctx.data_mut(|data| data.insert_temp(id, now));
    last.is_none_or(|last| last + 1 < now)
}

/// Text of a count with its noun, as in "1 document" or "12 documents".
pub(crate) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// Text of an ordinal number, as in "1st" or "2nd".
pub(crate) fn ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{end}")
}

/// Draws a class's name behind a disc of its colour; clickable.
pub(crate) fn class_label(ui: &mut Ui, class: usize, name: &str) -> Response {
    class_label_within(ui, class, name, f32::INFINITY)
}

/// Draws a class label truncated to `room` points, with the full name as a tooltip.
pub(crate) fn class_label_within(ui: &mut Ui, class: usize, name: &str, room: f32) -> Response {
    ui.horizontal(|ui| {
        let text = egui::Label::new(name).sense(Sense::click());
        // Grid cells keep the width of the last frame, so the width is set explicitly.
        let text = if room.is_finite() {
            ui.set_max_width(room.max(30.0));
            text.truncate()
        } else {
            text.extend()
        };
        let (rect, disc) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::click());
        ui.painter().circle_filled(rect.center(), 5.0, color(ui, class));
        disc.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("colour of {name}")));
        disc | ui.add(text)
    })
    .inner
}

/// Draws a coloured disc, as a shape because not every font has the glyph.
pub(crate) fn dot(ui: &mut Ui, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, color);
    response
}

/// Colour of a class in the current theme.
pub(crate) fn color(ui: &Ui, class: usize) -> Color32 {
    class_color(class, ui.visuals().dark_mode)
}

/// Shows a tooltip above a row of a list while the row is hovered: below, the tooltip would cover the controls under the list.
pub(crate) fn text_above(row: &Response, text: &str) {
    let mut tooltip = egui::Tooltip::for_enabled(row);
    tooltip.popup = tooltip.popup.align(egui::RectAlign::TOP_START);
    tooltip.show(|ui| ui.label(text));
}

/// Draws a clickable word or document title.
pub(crate) fn link(ui: &mut Ui, text: impl Into<String>) -> Response {
    ui.add(egui::Button::new(text.into()).frame(false).truncate())
}

/// Draws a labelled drop-down list. Returns a newly selected value.
pub(crate) fn choose<T: Clone + PartialEq, N: AsRef<str>>(
    ui: &mut Ui,
    label: &str,
    width: f32,
    now: &T,
    options: &[(T, N)],
) -> Option<T> {
    let response = ui.label(label);
    choose_beside(ui, (label, &response), width, now, options)
}

/// Draws a drop-down list at the right of a label that is already drawn. Returns a newly selected value.
pub(crate) fn choose_beside<T: Clone + PartialEq, N: AsRef<str>>(
    ui: &mut Ui,
    (name, label): (&str, &Response),
    width: f32,
    now: &T,
    options: &[(T, N)],
) -> Option<T> {
    let list = ComboBox::from_id_salt(ui.scope_id().with(name)).width(width);
    let (shown, chosen) = drop_down(ui, list, now, options);
    shown.labelled_by(label.id);
    chosen
}

/// Draws a drop-down list without a label; the caller gives it an accessible name. Returns a newly selected value.
pub(crate) fn drop_down<T: Clone + PartialEq, N: AsRef<str>>(
    ui: &mut Ui,
    list: ComboBox,
    now: &T,
    options: &[(T, N)],
) -> (Response, Option<T>) {
    let name = options.iter().find(|(value, _)| value == now).map_or("", |(_, name)| name.as_ref());
    let shown = list.selected_text(name).show_ui(ui, |ui| {
        let mut chosen = None;
        for (value, name) in options {
            if ui.selectable_label(value == now, name.as_ref()).clicked() && value != now {
                chosen = Some(value.clone());
            }
        }
        chosen
    });
    (shown.response, shown.inner.flatten())
}

/// Draws a drop-down list of the parts of the split, where `None` means all. Returns whether the selection changed.
pub(crate) fn part_choice(ui: &mut Ui, part: &mut Option<Part>) -> bool {
    let parts = Part::ALL.map(|part| (Some(part), part.name()));
    let parts: Vec<(Option<Part>, &str)> = [(None, "all")].into_iter().chain(parts).collect();
    let selected = choose(ui, "part", 80.0, part, &parts);
    selected.is_some_and(|other| std::mem::replace(part, other) != other)
}

/// Draws a computation's progress with a stop button; empty while results of a running model replace each other.
/// Returns whether the button was clicked.
pub(crate) fn computing<K: PartialEq + Clone, V>(ui: &mut Ui, study: &Lazy<K, Outcome<V>>, running: bool) -> bool {
    if study.under_way().is_none() || (running && study.found().is_some()) {
        return false;
    }
    ui.add(ProgressBar::new(0.0).animate(true).desired_width(90.0).text("computing"));
    ui.button("Stop").clicked()
}

/// Draws names and values in two columns.
pub(crate) fn facts<'a>(ui: &mut Ui, id: &str, rows: impl IntoIterator<Item = (&'a str, String)>) {
    lines(ui, id, 2, 190.0, |ui| fact_rows(ui, rows));
}

/// Draws rows of names and controls: in columns if the panel is at least `wide` points wide, otherwise as wrapped text.
pub(crate) fn lines(ui: &mut Ui, id: &str, columns: usize, wide: f32, show: impl FnOnce(&mut Ui)) {
    if ui.available_width() < wide {
        ui.horizontal_wrapped(show);
    } else {
        Grid::new(id).num_columns(columns).show(ui, show);
    }
}

/// Draws several controls in one row of [`lines`].
pub(crate) fn together(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    if ui.layout().main_wrap {
        show(ui);
    } else {
        ui.horizontal(show);
    }
}

/// Starts a new line for a wide control if the rows of [`lines`] are wrapped.
pub(crate) fn below(ui: &mut Ui) {
    if ui.layout().main_wrap {
        ui.end_row();
    }
}

/// Draws names and values, one grid row each.
pub(crate) fn fact_rows<'a>(ui: &mut Ui, rows: impl IntoIterator<Item = (&'a str, String)>) {
    for (name, value) in rows {
        ui.label(name);
        ui.label(value);
        ui.end_row();
    }
}

/// Draws two columns of equal width, whatever their content.
pub(crate) fn halves(ui: &mut Ui, mut show: impl FnMut(&mut Ui, usize)) {
    ui.columns(2, |columns| {
        for (place, column) in columns.iter_mut().enumerate() {
            column.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| show(ui, place));
        }
    });
}

/// Sets the accessible name of a control whose visible text is not sufficient.
pub(crate) fn named(response: &Response, kind: Role, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(kind, true, name));
}

/// Text of a share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats a number with its sign.
pub(crate) fn signed(value: f64) -> String {
    format!("{value:+.3}")
}

/// Draws a horizontal bar for a share from 0 to 1.
pub(crate) fn bar(ui: &mut Ui, share: f32, color: Color32, width: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, 8.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
    let mut filled = rect;
    filled.set_width(rect.width() * share.clamp(0.0, 1.0));
    ui.painter().rect_filled(filled, 2.0, color);
}

/// Whether a text field lost the focus by Esc, which discards its text.
pub(crate) fn escaped(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Escape))
}

/// Whether a text field lost the focus by Enter.
pub(crate) fn entered(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Enter))
}

/// Draws a text field that reports its value on losing the focus, except by Esc.
pub(crate) fn text_field(ui: &mut Ui, label: &Response, now: &str, hint: &str) -> Option<String> {
    let id = label.id.with("draft");
    let mut draft = ui.data(|memory| memory.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let response = ui.add(egui::TextEdit::singleline(&mut draft).hint_text(hint).desired_width(280.0)).labelled_by(label.id);
    let entered = response.lost_focus() && !escaped(&response);
    let changed = entered.then(|| draft.trim().to_owned()).filter(|draft| draft != now);
    if response.has_focus() {
        ui.data_mut(|memory| memory.insert_temp(id, draft));
    } else {
        ui.data_mut(|memory| memory.remove::<String>(id));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_and_plural() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "document")), ["0 documents", "1 document", "2 documents"]);
    }

    #[test]
    fn ordinals_have_their_suffix() {
        let texts = [1, 2, 3, 4, 11, 12, 32, 64, 113, 512].map(ordinal);
        assert_eq!(texts, ["1st", "2nd", "3rd", "4th", "11th", "12th", "32nd", "64th", "113th", "512th"]);
    }

    #[test]
    fn beginning_is_one_line_with_an_ellipsis() {
        assert_eq!(beginning(" one\n two ", 20), "one two");
        assert_eq!(beginning("one two three", 7), "one two…");
        assert_eq!(beginning("äöü ß", 3), "äöü…");
        assert_eq!(beginning(&" ".repeat(100), 3), "…");
    }
}

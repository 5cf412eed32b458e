//! Tab "Concordance": every occurrence of the selected words in context, aligned by keyword.
//! For pairs the tab also shows the partner document's most similar word in context.
//!
//! Cost: only visible rows are laid out.

use std::borrow::Cow;

use egui::{Align2, Color32, FontId, Rect, Response, Role, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::{
    export,
    field::label_color,
    task::document_filter,
    widgets::{ResponseExt, counted, grouped, job_progress, note, switch},
};
use wordfield_state::{Action, Basis, Line, LineOrder, Lines, LinesAction, LinesOf, StudyAction, Workspace};

/// Minimum width for concordance lines of source and target side by side, in points.
const BESIDE: f32 = 900.0;
/// Width of the document titles before concordance lines, in points.
const NAMES: f32 = 130.0;
/// Minimum width for showing document titles next to concordance lines, in points.
const NAMED: f32 = 520.0;
/// Width of the dot with the colour of a document's class, in points.
const DOT: f32 = 14.0;
/// Gap between a document's title and its concordance line, in points.
const GAP: f32 = 10.0;
/// Position of the keyword in its concordance line, as a share of the width.
const MIDDLE: f32 = 0.45;

fn act(action: LinesAction) -> Action {
    Action::Study(StudyAction::Lines(action))
}

/// Draws the tab "Concordance".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let lines = &workspace.concordance;
    let (Some(basis), Some(key)) = (&workspace.corpus.basis, workspace.lines_key()) else {
        ui.centered_and_justified(|ui| ui.label("Select a word to list its occurrences."));
        return;
    };
    if lines.study.pending_key().map_or_else(|| lines.study.is_due(&key), |pending| *pending != key) {
        actions.push(act(LinesAction::List(key.of.clone())));
    }
    head(ui, workspace, basis, &key.of, actions);
    if let Some(problem) = lines.study.problem() {
        ui.label(problem);
    }
    let Some(found) = lines.study.found().filter(|found| found.key == key) else { return };
    summary(ui, found, lines.places().len());
    age(ui, workspace, found, actions);
    rows(ui, workspace, basis, found, actions);
}

/// Draws the selected word, the sort order and the progress of the concordance.
fn head(ui: &mut Ui, workspace: &Workspace, basis: &Basis, of: &LinesOf, actions: &mut Vec<Action>) {
    let lines = &workspace.concordance;
    let name = |word: usize| basis.words.get(word).map_or("", String::as_str);
    let task = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        ui.strong(match of {
            LinesOf::Word(word) => name(*word),
            LinesOf::Words(members) if members.count() == 1 => members.iter().next().map_or("", name),
            LinesOf::Words(_) => "Selected words",
        });
        if matches!(of, LinesOf::Words(members) if members.count() > 1) {
            let together = switch(ui, lines.together, "together", "only documents that contain all of the words");
            actions.extend(together.map(|together| act(LinesAction::AllWords(together))));
        }
        ui.label("sorted by");
        for (order, name) in LineOrder::ALL {
            let name = if order == LineOrder::Class { task.group() } else { name };
            ui.selectable_label(order == lines.order, name).on_click(actions, || act(LinesAction::Order(order)));
        }
        document_filter::text(workspace, ui, actions);
        if !lines.places().is_empty() {
            export::button(ui, "concordance", actions);
        }
        if let Some(underway) = lines.study.under_way() {
            job_progress(ui, underway, 120.0, "reading");
            ui.button("Stop").on_click(actions, || act(LinesAction::Stop));
        }
    });
}

fn summary(ui: &mut Ui, found: &Lines, listed: usize) {
    let [all, read] = found.documents;
    let count = found.lines.len();
    if listed < count {
        note(ui, format!("The filter lists {} of the {}.", grouped(listed), counted(count, "line")));
    }
    note(
        ui,
        if read < all {
            let of = match found.key.of {
                LinesOf::Word(_) => "the word",
                LinesOf::Words(_) if found.key.together => "all selected words",
                LinesOf::Words(_) => "a selected word",
            };
            format!("The first {}, from {read} of the {all} documents that contain {of}.", counted(count, "line"))
        } else {
            let (lines, documents) = (counted(count, "line"), counted(all, "document"));
            format!("{lines} from {documents}. Click a line to open the document.")
        },
    );
}

/// Draws the iteration at which the partners' words were found, and a button to update them.
fn age(ui: &mut Ui, workspace: &Workspace, found: &Lines, actions: &mut Vec<Action>) {
    let Some(iteration) = workspace.lines_iteration(found) else { return };
    ui.horizontal(|ui| {
        note(ui, format!("Beside each line: most similar word of the partner document at iteration {iteration}."));
        let under_way = workspace.concordance.study.under_way().is_some();
        if !under_way && ui.small_button("Update").clicked() {
            actions.push(act(LinesAction::List(found.key.of.clone())));
        }
    });
}

/// Layout of a concordance row in the pane.
struct Layout {
    font: FontId,
    line: f32,
    beside: bool,
    paired: bool,
}

impl Layout {
    fn height(&self) -> f32 {
        if self.paired && !self.beside { 2.0 * self.line } else { self.line }
    }
}

fn rows(ui: &mut Ui, workspace: &Workspace, basis: &Basis, found: &Lines, actions: &mut Vec<Action>) {
    let study = &workspace.concordance;
    let font = TextStyle::Body.resolve(ui.style());
    let line = ui.text_style_height(&TextStyle::Body) + 2.0;
    let paired = found.partners.iter().any(Option::is_some);
    let layout = Layout { font, line, beside: ui.available_width() > BESIDE, paired };
    ui.spacing_mut().item_spacing.y = 2.0;
    export::context(ui, ui.available_rect_before_wrap(), "concordance", actions);
    let places = study.places();
    ScrollArea::vertical().id_salt("lines").auto_shrink(false).show_rows(ui, layout.height(), places.len(), |ui, shown| {
        for &place in places.get(shown).unwrap_or_default() {
            let Some(line) = found.lines.get(place as usize) else { continue };
            let partner = found.partners.get(place as usize).and_then(Option::as_ref);
            let opened = study.opened.as_ref().is_some_and(|(document, at)| (*document, at) == (line.document, &line.at));
            let row = row(ui, workspace, basis, (line, partner), &layout, opened);
            row.on_click(actions, || act(LinesAction::Open(line.document, line.at.clone())));
        }
    });
}

/// Draws a concordance line, with its partner's line at its right or below.
fn row(
    ui: &mut Ui,
    workspace: &Workspace,
    basis: &Basis,
    (line, partner): (&Line, Option<&Line>),
    layout: &Layout,
    opened: bool,
) -> Response {
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), layout.height()), Sense::click());
    let title = workspace.corpus.dataset.as_ref().map_or_else(String::new, |dataset| dataset.corpus.short_title(line.document));
    row.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{}{}{}; {title}", line.left, line.middle, line.right)));
    let visuals = ui.visuals();
    if opened || row.hovered() || row.has_focus() {
        let fill = if opened { visuals.selection.bg_fill.gamma_multiply(0.4) } else { visuals.faint_bg_color };
        ui.painter().rect_filled(rect, 2.0, fill);
    }
    let class = |document: usize| {
        label_color(ui, basis, workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.label(document)))
    };
    let (ink, strong) = (visuals.text_color(), visuals.strong_text_color());
    let first = Rect::from_min_size(rect.min, vec2(rect.width(), layout.line));
    let named = rect.width() > NAMED;
    let (names, text) = first.split_left_right_at_x(rect.min.x + if named { NAMES } else { DOT });
    ui.painter().circle_filled(names.left_center() + vec2(6.0, 0.0), 4.0, class(line.document));
    if named {
        let names = names.with_min_x(names.min.x + DOT).with_max_x(names.max.x - GAP);
        put(ui, names, Align2::LEFT_CENTER, &title, &layout.font, visuals.weak_text_color());
    }
    let (own, others) = match (layout.paired, layout.beside) {
        (false, _) => (text, None),
        (true, true) => {
            let (own, others) = text.split_left_right_at_fraction(0.5);
            (own.with_max_x(own.max.x - 6.0), Some(others.with_min_x(others.min.x + 6.0)))
        }
        (true, false) => (text, Some(text.translate(vec2(0.0, layout.line)))),
    };
    draw(ui, own, line, &layout.font, [ink, strong]);
    if let (Some(rect), Some(partner)) = (others, partner) {
        draw(ui, rect, partner, &layout.font, [visuals.weak_text_color(), class(partner.document)]);
    }
    if named { row } else { row.on_hover_text(title) }
}

/// Draws a keyword with its left and right context.
fn draw(ui: &Ui, rect: Rect, line: &Line, font: &FontId, [ink, strong]: [Color32; 2]) {
    let middle = pos2(rect.min.x + MIDDLE * rect.width(), rect.center().y);
    put(ui, rect.with_max_x(middle.x), Align2::RIGHT_CENTER, &line.left, font, ink);
    let word = put(ui, rect.with_min_x(middle.x), Align2::LEFT_CENTER, &line.middle, font, strong);
    // Bold text is drawn twice, because the window's font has one weight.
    put(ui, rect.with_min_x(middle.x + 0.6), Align2::LEFT_CENTER, &line.middle, font, strong);
    put(ui, rect.with_min_x((word.max.x + 0.6).min(rect.max.x)), Align2::LEFT_CENTER, &line.right, font, ink);
}

/// Draws text on one line, aligned to one edge and truncated at the opposite edge with an ellipsis. Returns its rectangle.
fn put(ui: &Ui, rect: Rect, align: Align2, text: &str, font: &FontId, color: Color32) -> Rect {
    let shown = ui.fonts_mut(|fonts| {
        let width = |c: char| fonts.glyph_width(font, c);
        if align == Align2::RIGHT_CENTER {
            end_within(text, rect.width(), width)
        } else {
            start_within(text, rect.width(), width)
        }
    });
    let place = if align == Align2::RIGHT_CENTER { rect.right_center() } else { rect.left_center() };
    ui.painter().text(place, align, shown, font.clone(), color)
}

/// Longest end of a text that fits after an ellipsis, cut between words if possible.
fn end_within(text: &str, space: f32, width: impl FnMut(char) -> f32) -> Cow<'_, str> {
    let Some(bytes) = fitting_bytes(text.chars().rev(), space, width) else { return Cow::Borrowed(text) };
    let end = &text[text.len() - bytes..];
    Cow::Owned(format!("…{}", end.split_once(' ').map_or(end, |(_, whole)| whole)))
}

/// Longest beginning of a text that fits before an ellipsis, cut between words if possible.
fn start_within(text: &str, space: f32, width: impl FnMut(char) -> f32) -> Cow<'_, str> {
    let Some(bytes) = fitting_bytes(text.chars(), space, width) else { return Cow::Borrowed(text) };
    let start = &text[..bytes];
    Cow::Owned(format!("{}…", start.rsplit_once(' ').map_or(start, |(whole, _)| whole)))
}

/// Number of bytes of a text that fit in front of an ellipsis; `None` if the whole text fits.
fn fitting_bytes(mut letters: impl Iterator<Item = char>, space: f32, mut width: impl FnMut(char) -> f32) -> Option<usize> {
    let ellipsis = width('…');
    let (mut used, mut bytes, mut fitting) = (0.0, 0, 0);
    letters.find_map(|letter| {
        used += width(letter);
        bytes += letter.len_utf8();
        if used + ellipsis <= space {
            fitting = bytes;
        }
        (used > space).then_some(fitting)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_cut_between_words_with_an_ellipsis() {
        let one = |_: char| 1.0;
        assert_eq!(end_within("the old green leaf", 18.0, one), "the old green leaf");
        assert_eq!(end_within("the old green leaf", 12.0, one), "…green leaf");
        assert_eq!(end_within("the old green leaf", 11.0, one), "…leaf");
        assert_eq!(start_within("the old green leaf", 12.0, one), "the old…");
        assert_eq!(start_within("the old green leaf", 0.0, one), "…");
        assert_eq!(end_within("浄土専修念仏", 4.0, one), "…修念仏", "text without spaces is cut anywhere");
        assert_eq!(start_within("浄土専修念仏", 4.0, one), "浄土専…");
    }
}

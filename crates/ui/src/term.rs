//! Glossary term in the window, underlined with dots; a click or Enter opens its card.
//!
//! The card is drawn over the window, whose layout does not change. Esc or a click outside the card closes it.

use egui::{CursorIcon, Key, Label, Popup, PopupCloseBehavior, Response, RichText, Role, Sense, Shape, Ui};

use super::widgets::named;
use wordfield_state::{Action, LessonAction, Workspace, glossary::Term, lesson};

/// Width of a term's card, in points.
const WIDTH: f32 = 340.0;
/// Distance and radius of the dots that underline a term, in points.
const DOTS: (f32, f32) = (3.0, 0.7);

/// Draws a glossary term in plain text.
pub(crate) fn label(
    ui: &mut Ui,
    workspace: &Workspace,
    term: &'static Term,
    text: impl Into<String>,
    actions: &mut Vec<Action>,
) -> Response {
    let text = RichText::new(text).color(ui.visuals().text_color());
    rich(ui, workspace, term, text, actions)
}

/// Draws a glossary term in bold text.
pub(crate) fn strong(
    ui: &mut Ui,
    workspace: &Workspace,
    term: &'static Term,
    text: impl Into<String>,
    actions: &mut Vec<Action>,
) -> Response {
    rich(ui, workspace, term, RichText::new(text).strong(), actions)
}

/// Draws a glossary term in small grey text.
pub(crate) fn note(
    ui: &mut Ui,
    workspace: &Workspace,
    term: &'static Term,
    text: impl Into<String>,
    actions: &mut Vec<Action>,
) -> Response {
    rich(ui, workspace, term, RichText::new(text).small().weak(), actions)
}

fn rich(ui: &mut Ui, workspace: &Workspace, term: &'static Term, text: RichText, actions: &mut Vec<Action>) -> Response {
    let name = text.text().to_owned();
    let response = ui.add(Label::new(text).selectable(false).sense(Sense::click())).on_hover_cursor(CursorIcon::Help);
    named(&response, Role::Button, &name);
    let (rect, color) = (response.rect, ui.visuals().weak_text_color());
    ui.painter().extend(Shape::dotted_line(&[rect.left_bottom(), rect.right_bottom()], color, DOTS.0, DOTS.1));
    // Keyboard users get the focus on the button of the card.
    let by_key = response.clicked() && ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space));
    Popup::from_toggle_button_response(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .width(WIDTH)
        .gap(4.0)
        .accessible_name(term.english().name.as_str())
        .show(|ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 40.0));
            if let Some(view) = card(ui, workspace, term, by_key) {
                actions.extend(view);
                ui.close();
            }
        });
    response
}

/// Draws the card of a term. Returns the actions of the clicked button; with `focus`, the button *Show me* takes the focus.
fn card(ui: &mut Ui, workspace: &Workspace, term: &Term, focus: bool) -> Option<Vec<Action>> {
    explanation(ui, workspace, term);
    let view = Some(term.view(workspace)).filter(|view| !view.is_empty());
    let lesson = lesson(term.lesson).and_then(|lesson| Some((lesson, workspace.lesson.language.lesson(lesson)?)));
    if view.is_none() && lesson.is_none() {
        return None;
    }
    ui.horizontal_wrapped(|ui| {
        let view = view.filter(|_| {
            let button = ui.button("Show me").on_hover_text("sets up a view of this term");
            if focus {
                button.request_focus();
            }
            button.clicked()
        });
        let lesson = lesson.filter(|(_, texts)| {
            ui.button(format!("Read on: {}", texts.title))
                .on_hover_text("a lesson about this term; your work is set aside")
                .clicked()
        });
        view.or(lesson.map(|(lesson, _)| vec![Action::Lesson(LessonAction::Start(lesson, 0))]))
    })
    .inner
}

/// Draws the explanation of a glossary term, with current values.
pub(crate) fn explanation(ui: &mut Ui, workspace: &Workspace, term: &Term) {
    let texts = term.texts(workspace.lesson.language);
    ui.horizontal_wrapped(|ui| {
        ui.strong(texts.name.as_str());
        if !texts.symbol.is_empty() {
            ui.monospace(texts.symbol.as_str());
        }
    });
    ui.label(texts.text.as_str());
    ui.monospace(texts.formula.as_str());
    if let Some(values) = term.values(workspace) {
        ui.label(RichText::new(values).color(ui.visuals().hyperlink_color));
    }
    if !texts.effect.is_empty() {
        ui.label(RichText::new(texts.effect.as_str()).weak());
    }
}

/// Draws a grid of glossary terms with their values, one row each.
pub(crate) fn term_rows<'a>(
    ui: &mut Ui,
    workspace: &Workspace,
    rows: impl IntoIterator<Item = (&'static Term, &'a str, String)>,
    actions: &mut Vec<Action>,
) {
    for (term, name, value) in rows {
        label(ui, workspace, term, name, actions);
        ui.label(value);
        ui.end_row();
    }
}

//! Side column of the tab of word vectors: search, inspected word, word lists, and choice of results.

use egui::{Align, Label, Layout, RichText, Role, TextEdit, Ui};

use super::{act, answers};
use crate::{
    data_table,
    style::{Icon, icon_button},
    widgets::{ResponseExt, beginning, choose, color, counted, dot, grouped, named, note},
};
use wordfield_core::word_space::Match;
use wordfield_state::{Action, SpaceAction, SpaceView, Workspace};

/// Height of the list of found words, in points.
const FOUND: f32 = 130.0;
/// Names of the two word lists.
pub(super) const LISTS: [&str; 2] = ["list A", "list B"];

/// Draws the side column of the tab of word vectors.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    search(ui, workspace, actions);
    ui.separator();
    inspected(ui, workspace, actions);
    for list in 0..2 {
        word_list(ui, workspace, list, actions);
    }
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        for view in SpaceView::ALL {
            let (name, hint) = title(view);
            ui.selectable_label(workspace.word_space.view == view, name)
                .on_hover_text(hint)
                .on_click(actions, || act(SpaceAction::View(view)));
        }
    });
    match workspace.word_space.view {
        SpaceView::Neighbours => answers::neighbours(ui, workspace, actions),
        SpaceView::Analogy => answers::analogy(ui, workspace, actions),
        SpaceView::Axis => answers::axis(ui, workspace, actions),
        SpaceView::Lists => answers::lists(ui, workspace, actions),
        SpaceView::Second => answers::second(ui, workspace, actions),
    }
}

fn title(view: SpaceView) -> (&'static str, &'static str) {
    match view {
        SpaceView::Neighbours => ("Neighbours", "nearest words of the inspected word or of a list"),
        SpaceView::Analogy => ("Analogy", "nearest words of b - a + c: a is to b as c is to them"),
        SpaceView::Axis => ("Axis", "every word on the line from list A to list B"),
        SpaceView::Lists => ("A against B", "whether the two lists differ: MMD and permutation test"),
        SpaceView::Second => ("Second file", "words that differ most between two files"),
    }
}

/// Draws the search field and the words found.
fn search(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    ui.horizontal(|ui| {
        let mut text = state.search.clone();
        let field = ui.add(TextEdit::singleline(&mut text).hint_text("search words").desired_width(130.0));
        named(&field, Role::TextInput, "Search in the vectors");
        field.on_change(actions, || act(SpaceAction::Search(text)));
        let places = [(Match::Beginning, "beginning"), (Match::Anywhere, "anywhere")];
        actions.extend(choose(ui, "at", 90.0, &state.place, &places).map(|place| act(SpaceAction::Match(place))));
    });
    if state.search.trim().is_empty() {
        return;
    }
    let Some(found) = state.found() else { return };
    let listed = found.words.len();
    let more = if listed < found.total { format!(", the first {listed} are listed") } else { String::new() };
    note(ui, format!("{} found{more}", counted(found.total, "word")));
    data_table::show(ui, workspace, "vector-search", FOUND, actions);
}

/// Draws the inspected word, and the word lists to which it belongs.
fn inspected(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let word = state.focus.zip(state.space());
    ui.horizontal_wrapped(|ui| match word {
        Some((word, space)) => {
            ui.label(RichText::new(beginning(space.word(word), 18)).strong());
            note(ui, format!("rank {}, length {:.2}", grouped(word as usize + 1), space.length(word)));
            for list in 0..2 {
                let member = state.lists[list].words.contains(&word);
                let button = ui.selectable_label(member, ["+ A", "+ B"][list]);
                let (verb, side) = (if member { "Remove from" } else { "Add to" }, LISTS[list]);
                named(&button, Role::Button, &format!("{verb} {side}"));
                button.on_hover_text(format!("{verb} {side}")).on_click(actions, || act(SpaceAction::Toggle(list, word)));
            }
        }
        None => note(ui, "No word is inspected: click one, or search for one."),
    });
}

/// Draws a word list as an editable text.
fn word_list(ui: &mut Ui, workspace: &Workspace, list: usize, actions: &mut Vec<Action>) {
    let (of, given) = (&workspace.word_space.lists[list], &workspace.choices.vectors.lists[list]);
    ui.horizontal(|ui| {
        dot(ui, color(ui, list));
        ui.strong(["A", "B"][list]);
        // The button is laid out first, so that the field fills the rest of the row.
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            let filled = !given.is_empty();
            icon_button(ui, filled, Icon::X, &format!("Clear {}", LISTS[list]), "")
                .on_click(actions, || act(SpaceAction::List(list, String::new())));
            let (mut text, width) = (given.clone(), ui.available_width());
            let field =
                TextEdit::multiline(&mut text).desired_rows(1).desired_width(width).hint_text("words, separated by commas");
            let field = ui.add(field).on_hover_text("words with a space or a comma in quotation marks: \"new york\"");
            named(&field, Role::MultilineTextInput, LISTS[list]);
            field.on_change(actions, || act(SpaceAction::List(list, text)));
        });
    });
    // The line of unknown words always exists, so that typing moves no control.
    let unknown = if of.unknown.is_empty() { String::new() } else { format!("; not in the file: {}", of.unknown.join(", ")) };
    let text = RichText::new(format!("{}{unknown}", counted(of.words.len(), "word"))).small().weak();
    ui.add(Label::new(text).truncate());
}

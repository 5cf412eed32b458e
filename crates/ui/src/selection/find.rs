//! Word search: selects words by spelling, as the user types.

use egui::{Context, Id, Key, TextEdit, Ui, Window, vec2};

use super::{act, by};
use crate::{
    data_table,
    widgets::{ResponseExt, counted, escaped, labelled, note},
};
use wordfield_state::{Action, Choose, Find, Rule, SetOperation, Workspace};

/// Maximum height of the table of found words, in points, since the window covers the field.
const HEIGHT: f32 = 280.0;

/// Draws the word search while it is open.
pub(super) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(find) = &workspace.chooser.find else { return };
    let mut open = true;
    let window = Window::new("Find words").open(&mut open).collapsible(false).resizable([true, false]);
    // The window is only as high as its results, because it covers the word field.
    let window = window.default_size(vec2(330.0, 380.0));
    window.default_pos(ctx.content_rect().right_top() + vec2(-660.0, 110.0)).show(ctx, |ui| {
        let closed = field(ui, find, search_requested(ctx, workspace), actions);
        if closed {
            actions.push(act(Choose::Find(None)));
        }
        hits(ui, workspace, actions);
    });
    if !open {
        actions.push(act(Choose::Find(None)));
    }
}

/// Whether the word search was opened, or requested again, since the last frame.
fn search_requested(ctx: &Context, workspace: &Workspace) -> bool {
    let (id, requests) = (Id::unique("search requested"), workspace.chooser.find_requests);
    ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<u64>(id), requests)) != requests
}

/// Draws the search field. Returns whether the search window is to be closed.
fn field(ui: &mut Ui, find: &Find, fresh: bool, actions: &mut Vec<Action>) -> bool {
    let Find { mut text, mut regex } = find.clone();
    let edit = TextEdit::singleline(&mut text).hint_text("Enter selects all matches").desired_width(f32::INFINITY);
    let edit = labelled(ui, "Search words", edit);
    if fresh {
        edit.request_focus();
    }
    let (enter, shift) = ui.input(|input| (input.key_pressed(Key::Enter), input.modifiers.shift));
    if edit.lost_focus() && enter {
        actions.push(by(if shift { SetOperation::Add } else { SetOperation::Replace }, Rule::Hits));
        edit.request_focus();
    }
    let switch = ui.checkbox(&mut regex, "regular expression").on_hover_text("such as ^un.*ed$ or colou?r");
    if edit.changed() || switch.changed() {
        actions.push(act(Choose::Find(Some(Find { text, regex }))));
    }
    escaped(&edit)
}

fn hits(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(hits) = workspace.chooser.hits() else { return };
    if let Some(error) = &hits.error {
        ui.colored_label(ui.visuals().error_fg_color, error);
        return;
    }
    let typed = workspace.chooser.find.as_ref().is_some_and(|find| !find.text.is_empty());
    if !typed {
        note(ui, "Lists every word that contains the text, prefix matches first.");
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(match hits.words.len() {
            0 => "no matches".to_owned(),
            count => counted(count, "word"),
        });
        if hits.words.is_empty() {
            return;
        }
        for (name, how, hint) in [
            ("Select", SetOperation::Replace, "Enter"),
            ("Add", SetOperation::Add, "adds to the current selection; Shift+Enter"),
            ("Subtract", SetOperation::Remove, "removes from the current selection"),
        ] {
            ui.small_button(name).on_hover_text(hint).on_click(actions, || by(how, Rule::Hits));
        }
    });
    if !hits.words.is_empty() {
        data_table::full_height(ui, workspace, "search-hits", HEIGHT, actions);
    }
}

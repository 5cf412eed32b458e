//! Corrections of the open pair: its texts in fields, its corrected texts, and buttons that merge, swap and restore.
//! Further controls: fields for a shift of rows, and proposed blocks of shifted rows.
//!
//! Cost: the texts of the pair laid out in every frame.

use egui::{Button, Id, Key, Modifiers, RichText, Role, ScrollArea, TextEdit, Ui, text_edit::TextEditState};

use crate::widgets::{entered, escaped, grouped, just_opened, labelled, named, note};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, Block, Correct, MatchAction, PairMode, TextEditor, Workspace};

/// Maximum number of proposed blocks of shifted rows that are visible.
const MAX_PROPOSED_BLOCKS: usize = 3;

fn push(actions: &mut Vec<Action>, action: Correct) {
    actions.push(Action::Match(MatchAction::Correct(action)));
}

/// Draws buttons, text fields and corrected texts for the open pair of the check.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let (view, reviews) = (&workspace.matches.view, &workspace.choices.reviews);
    let pairs = dataset.corpus.task.pairs().filter(|_| view.mode == PairMode::Check);
    let Some((pairs, source)) = pairs.zip(workspace.choices.source) else { return };
    if let Some(editor) = &view.editor {
        if editor.source == source {
            fields(ui, editor, actions);
        } else {
            ui.horizontal_wrapped(|ui| {
                note(ui, format!("The texts of {} are being edited: go back to it, or", pairs.name(editor.source)));
                if ui.small_button("Cancel").clicked() {
                    push(actions, Correct::Cancel);
                }
            });
        }
        return;
    }
    let merged = reviews.is_merged(source);
    ui.horizontal_wrapped(|ui| {
        for (text, hint, action) in [
            ("Edit (E)", "both texts in fields", Correct::Edit),
            ("Merge with next (M)", "both texts become one pair", Correct::MergeNext),
            ("Swap targets with next", "each takes the target of the other", Correct::SwapNext),
        ] {
            if ui.add_enabled(!merged, Button::new(text).small()).on_hover_text(hint).clicked() {
                push(actions, action);
            }
        }
        let hint = "the texts of the file, also of what is merged into the pair";
        if reviews.correction(source).is_some() && ui.small_button("Restore texts").on_hover_text(hint).clicked() {
            push(actions, Correct::Restore);
        }
    });
    if merged {
        note(ui, "Merged into the pair before it. The texts below are those of the file.");
    } else if reviews.correction(source).is_some() {
        note(ui, "Corrected texts; doubt, reasons and the texts below are those of the file.");
        part_area(ui, source, |ui| {
            for texts in reviews.texts(source, &dataset.corpus) {
                ui.columns(2, |columns| {
                    for (ui, text) in columns.iter_mut().zip(texts) {
                        ui.label(RichText::new(text).strong());
                    }
                });
                ui.separator();
            }
        });
    }
}

/// Draws a scroll area for texts, which leaves half of the pane free.
fn part_area(ui: &mut Ui, source: usize, show: impl FnOnce(&mut Ui)) {
    let height = 0.5 * ui.available_height();
    ScrollArea::vertical()
        .id_salt(("corrected texts", source))
        .max_height(height.max(60.0))
        .auto_shrink([false, true])
        .show(ui, show);
}

/// Draws the texts of a pair in editable fields.
fn fields(ui: &mut Ui, editor: &TextEditor, actions: &mut Vec<Action>) {
    let id = |part: usize, side: usize| Id::unique(("corrected text", editor.source, part, side));
    let all = || (0..editor.parts.len()).flat_map(|part| [0, 1].map(|side| id(part, side)));
    let focused = all().any(|id| ui.memory(|memory| memory.has_focus(id)));
    let apply = focused && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let (mut left, mut empty) = (false, false);
    part_area(ui, editor.source, |ui| {
        for (part, texts) in editor.parts.iter().enumerate() {
            ui.columns(2, |columns| {
                for (side, ui) in columns.iter_mut().enumerate() {
                    let mut text = texts[side].clone();
                    let field = TextEdit::multiline(&mut text).id(id(part, side)).desired_rows(2).desired_width(f32::INFINITY);
                    let field = ui.add(field);
                    named(
                        &field,
                        Role::MultilineTextInput,
                        &format!("corrected {}, part {}", ["source", "target"][side], part + 1),
                    );
                    if part + side == 0 && just_opened(ui.ctx(), "corrected text") {
                        field.request_focus();
                    }
                    left |= escaped(&field);
                    empty |= text.trim().is_empty();
                    if field.changed() {
                        push(actions, Correct::Type { part, side, text });
                    }
                }
            });
            let button = ui.small_button("Split at both cursors");
            named(&button, Role::Button, &format!("split part {} at both cursors", part + 1));
            if button.on_hover_text("makes two pairs: what stands before the cursors, and what stands after them").clicked() {
                let at = [0, 1].map(|side| cursor(ui, id(part, side)));
                push(actions, Correct::Split { part, at });
            }
        }
    });
    if apply && !empty {
        // The fields close, so that the next key press acts on the list of pairs.
        all().for_each(|id| ui.memory_mut(|memory| memory.surrender_focus(id)));
    }
    ui.horizontal(|ui| {
        if ui.button("Apply (Ctrl+Enter)").on_hover_text("accepts the pair with these texts; the file stays").clicked() || apply {
            push(actions, Correct::Apply);
        }
        if ui.button("Cancel").clicked() || left {
            push(actions, Correct::Cancel);
        }
    });
}

/// Number of characters before the cursor of a text field.
fn cursor(ui: &Ui, field: Id) -> usize {
    let state = TextEditState::load(ui.ctx(), field);
    state.and_then(|state| state.cursor.char_range()).map_or(0, |range| range.primary.index.into())
}

/// Draws the fields for shifting rows, while they are open.
pub(super) fn shift_fields(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(texts) = &workspace.matches.view.shift_fields else { return };
    ui.horizontal_wrapped(|ui| {
        let (mut now, mut changed, mut enter, mut left) = (texts.clone(), false, false, false);
        for (place, (name, hint)) in
            [("Shift lines", "first line"), ("to", "last line"), ("by", "number of pairs to the pair whose target each takes")]
                .into_iter()
                .enumerate()
        {
            let field = labelled(ui, name, TextEdit::singleline(&mut now[place]).desired_width(56.0)).on_hover_text(hint);
            if place == 0 && just_opened(ui.ctx(), "rows to shift") {
                field.request_focus();
            }
            changed |= field.changed();
            left |= escaped(&field);
            enter |= entered(&field);
        }
        if changed {
            push(actions, Correct::ShiftFields(Some(now)));
        }
        let hint = "each source takes the target so many pairs further on; negative: before it";
        if ui.button("Shift").on_hover_text(hint).clicked() || enter {
            push(actions, Correct::ShiftRows);
        }
        if ui.button("Cancel").clicked() || left {
            push(actions, Correct::ShiftFields(None));
        }
    });
}

/// Draws the proposed blocks of rows that fit when shifted.
pub(super) fn blocks(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs());
    let (Some(pairs), Some(standing)) = (pairs, workspace.standing()) else { return };
    for &block in standing.blocks.iter().take(MAX_PROPOSED_BLOCKS) {
        let Block { first, last, by } = block;
        ui.horizontal_wrapped(|ui| {
            let text = format!("Shifted by {by}, {}s {} to {} fit", pairs.noun(), pairs.unit(first), pairs.unit(last));
            ui.colored_label(ui.visuals().warn_fg_color, &text);
            let button = ui.small_button("Apply");
            named(&button, Role::Button, &format!("Apply: {text}"));
            if button.on_hover_text("each source takes the target so many pairs further on; Ctrl+Z takes it back").clicked() {
                push(actions, Correct::Shift(block));
            }
        });
    }
    let more = standing.blocks.len().saturating_sub(MAX_PROPOSED_BLOCKS);
    if more > 0 {
        note(ui, format!("{} more blocks fit when shifted.", grouped(more)));
    }
}

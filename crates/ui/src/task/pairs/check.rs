//! Check of a pairs file: a row for each pair with both texts and its doubt, progress, and partners for a rejected pair.

use egui::{Button, Label, ProgressBar, RichText, TextEdit, Ui};

use super::{View, correction, rules};
use crate::{
    data_table, export,
    task::document_filter,
    widgets::{self, ResponseExt, beginning, counted, entered, escaped, grouped, just_opened, labelled, note},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, CHECKED_AT_ONCE, CheckFilter, Export, Item, MatchAction, PairMode, ReviewerAction, Workspace};

/// Draws the switch between both modes of work on pairs.
pub(super) fn modes(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (mode, name) in PairMode::ALL {
            let hint = match mode {
                PairMode::Check => "does line n belong to line n? Each pair is judged by models that were not trained on it",
                PairMode::Find => "the nearest candidates of each document among all documents of its part",
            };
            let button = Button::selectable(workspace.matches.view.mode == mode, RichText::new(name).strong());
            ui.add(button).on_hover_text(hint).on_click(actions, || Action::Match(MatchAction::Mode(mode)));
        }
    });
}

/// Draws the progress of the check, its filters, and the table of pairs.
pub(super) fn table(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let workspace = view.shown.workspace;
    filters(ui, workspace, actions);
    reviewer(ui, workspace, actions);
    rules::list(ui, workspace, actions);
    progress(ui, workspace, actions);
    if let Some(text) = workspace.check().and_then(|check| check.note.as_ref()) {
        note(ui, text);
    }
    correction::shift_fields(ui, workspace, actions);
    correction::blocks(ui, workspace, actions);
    data_table::listing(ui, workspace, "documents", actions);
}

fn filters(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let view = &workspace.matches.view;
    let counts = workspace.standing().map_or([0, 0], |standing| [standing.corrected, standing.conflicts.len()]);
    ui.horizontal_wrapped(|ui| {
        document_filter::text(workspace, ui, actions);
        for (filter, name) in CheckFilter::ALL {
            let enabled = match filter {
                CheckFilter::Doubtful => workspace.check().is_some(),
                CheckFilter::Reasons => workspace.reasons().is_some(),
                CheckFilter::Conflicts if workspace.matches.other.file.is_none() => continue,
                CheckFilter::TargetConflicts if counts[1] == 0 && view.check_filter != filter => continue,
                CheckFilter::Corrected if counts[0] == 0 && view.check_filter != filter => continue,
                _ => true,
            };
            let button = Button::selectable(view.check_filter == filter, name);
            ui.add_enabled(enabled, button).on_click(actions, || Action::Match(MatchAction::FilterChecked(filter)));
        }
        rules::switch(ui, workspace, actions);
        line(ui, workspace, actions);
        let (all, listed) = (workspace.pair_count().unwrap_or_default(), workspace.documents().len());
        ui.strong(format!("{} of {} checked", grouped(workspace.reviewed_count()), grouped(all)));
        if listed < all {
            ui.weak(format!("{} listed", grouped(listed)));
        }
        for (count, name) in counts.into_iter().zip(["corrected", "in target conflict"]).filter(|(count, _)| *count > 0) {
            ui.weak(format!("{} {name}", grouped(count)));
        }
        if let Some(verdicts) = workspace.scores().and_then(|scores| scores.verdicts) {
            ui.weak(format!("scores calibrated on {verdicts} verdicts"));
        }
        export::button(ui, "documents", actions);
        if workspace.has_pair_files()
            && ui.button("Deliver…").on_hover_text("the clean file, and the rejected pairs (Ctrl+D)").clicked()
        {
            actions.push(Action::Export(Export::Open(Some(Item::CLEAN))));
        }
        ui.add(
            Label::new(RichText::new("Y right, and on to the next unchecked; X wrong; N next, B back, U next unchecked").weak())
                .extend(),
        );
    });
    // The line of the verdicts file is always drawn, so that the first verdict moves no row.
    reviews_file(ui, workspace, "writes them");
}

/// Draws a line with the file of the verdicts, and the way in which an export writes verdicts.
pub(super) fn reviews_file(ui: &mut Ui, workspace: &Workspace, writes: &str) {
    if let Some(file) = workspace.reviews_file() {
        let text = format!("Verdicts are saved in {} as you give them; File › Export… {writes}.", file.display());
        ui.add(Label::new(RichText::new(&text).weak().small()).truncate()).on_hover_text(text);
    }
}

/// Draws the field for another reviewer's file of verdicts, and the agreement.
fn reviewer(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let other = &workspace.matches.other;
    let mut act = |action| actions.push(Action::Reviewer(action));
    if let Some(path) = &other.path_field {
        ui.horizontal_wrapped(|ui| {
            let mut path = path.clone();
            let field = TextEdit::singleline(&mut path).hint_text("reviewed pairs as TSV").desired_width(280.0);
            let field = labelled(ui, "Verdicts of another reviewer", field).focused_first("verdicts of another reviewer");
            if field.changed() {
                act(ReviewerAction::Path(Some(path.clone())));
            }
            let given = !path.trim().is_empty();
            if ui.add_enabled(given, Button::new("Read")).clicked() || entered(&field) && given {
                act(ReviewerAction::Open(path.trim().into()));
            }
            if ui.button("Choose…").clicked() {
                act(ReviewerAction::Ask);
            }
            if ui.button("Cancel").clicked() || escaped(&field) {
                act(ReviewerAction::Path(None));
            }
        });
    }
    let (Some(file), Some(agreement)) = (&other.file, other.agreement()) else { return };
    ui.horizontal_wrapped(|ui| {
        let (both, sentences) = (counted(agreement.pairs, "pair"), agreement.sentences().join("; "));
        note(ui, format!("With {}: {both} judged by both; {sentences}.", file.display()));
        if ui.small_button("Leave out").clicked() {
            act(ReviewerAction::Forget);
        }
    });
}

/// Draws the line-number field of the pairs file, while it is open.
fn line(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(text) = &workspace.matches.view.line_field else { return };
    let mut text = text.clone();
    let field = labelled(ui, "Line", TextEdit::singleline(&mut text).desired_width(56.0));
    if just_opened(ui.ctx(), "line of a pair") {
        field.request_focus();
        return;
    }
    field.on_change(actions, || Action::Match(MatchAction::LineField(Some(text))));
    if escaped(&field) {
        actions.push(Action::Match(MatchAction::LineField(None)));
    } else if field.lost_focus() {
        actions.push(Action::Match(MatchAction::GoToLine));
    }
}

/// Draws the progress of the check with a button to cancel, or the reason why there is no result.
fn progress(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.check_progress().is_none() && workspace.check().is_some() {
        if let Some(model) = workspace.earlier_check() {
            note(ui, format!("Check of an earlier session, model {model}."));
        }
        return;
    }
    let pairs = workspace.pair_count().unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        if let Some(share) = workspace.check_progress() {
            note(ui, "Judging each pair by models that were not trained on it:");
            ui.add(ProgressBar::new(share).desired_width(160.0).show_percentage());
            ui.small_button("Cancel check").on_click(actions, || Action::Match(MatchAction::StopCheck));
            // The progress advances without input, so the window is redrawn regularly.
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
            return;
        }
        widgets::error(ui, workspace.check_problem());
        let size = if pairs > CHECKED_AT_ONCE { " This takes minutes." } else { "" };
        note(ui, format!("The pairs are in the order of the file, not judged yet.{size}"));
        ui.button("Check all pairs").on_click(actions, || Action::Match(MatchAction::StartCheck));
    });
}

/// Draws proposed partners for a rejected pair, most likely first.
pub(super) fn offer(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let (offered, Some(pairs)) = (workspace.offered_partners(), dataset.corpus.task.pairs()) else { return };
    let Some((&first, others)) = offered.split_first() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!("The right one may be {}:", pairs.name(first)));
        let text = format!("Take {} (Enter)", pairs.name(first));
        ui.button(text)
            .on_hover_text(beginning(&dataset.corpus.texts[first], 300))
            .on_click(actions, || Action::Match(MatchAction::TakePartner(first)));
        for &target in others {
            let button = ui.small_button(pairs.name(target));
            button
                .on_hover_text(beginning(&dataset.corpus.texts[target], 300))
                .on_click(actions, || Action::Match(MatchAction::Compare(target)));
        }
    });
    ui.add(Label::new(RichText::new(beginning(&dataset.corpus.texts[first], 160)).weak()).truncate());
}

//! Check of the file's pairs: a row for each pair with both texts and its doubt, progress, and partners offered for a
//! rejected pair.

use egui::{Button, ComboBox, Label, ProgressBar, RichText, Ui};

use super::View;
use crate::{
    data_table, export,
    task::document_filter,
    widgets::{beginning, grouped, note},
};
use wordfield_core::corpus::Dataset;
use wordfield_state::{Action, CHECKED_AT_ONCE, CheckFilter, MatchAction, PairMode, Workspace};

/// Switch between the two jobs on pairs.
pub fn modes(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (mode, name) in PairMode::ALL {
            let hint = match mode {
                PairMode::Check => "does line n belong to line n? Each pair is judged by models that were not trained on it",
                PairMode::Find => "the nearest candidates of each document among all documents of its part",
            };
            let button = Button::selectable(workspace.matches.view.mode == mode, RichText::new(name).strong());
            if ui.add(button).on_hover_text(hint).clicked() {
                actions.push(Action::Match(MatchAction::Mode(mode)));
            }
        }
    });
}

/// Progress, filters, and the table of pairs.
pub fn table(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let workspace = view.shown.workspace;
    filters(ui, workspace, actions);
    progress(ui, workspace, actions);
    data_table::listing(ui, workspace, "documents", actions);
}

fn filters(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let view = &workspace.matches.view;
    ui.horizontal_wrapped(|ui| {
        document_filter::text(workspace, ui, actions);
        for (filter, name) in CheckFilter::ALL {
            let enabled = match filter {
                CheckFilter::Doubtful => workspace.check().is_some(),
                CheckFilter::Reasons => workspace.reasons().is_some(),
                _ => true,
            };
            let button = Button::selectable(view.check_filter == filter, name);
            if ui.add_enabled(enabled, button).clicked() {
                actions.push(Action::Match(MatchAction::FilterChecked(filter)));
            }
        }
        rules(ui, workspace, actions);
        let (all, listed) = (workspace.pair_count().unwrap_or_default(), workspace.documents().len());
        ui.strong(format!("{} of {} checked", grouped(workspace.reviewed_count()), grouped(all)));
        if listed < all {
            ui.weak(format!("{} listed", grouped(listed)));
        }
        export::button(ui, "documents", actions);
        ui.add(
            Label::new(RichText::new("Y right, and on to the next unchecked; X wrong; N next, B back, U next unchecked").weak())
                .extend(),
        );
    });
    // The line is there from the beginning, so that the first verdict moves no row.
    if let Some(file) = workspace.reviews_file() {
        let text = format!("Verdicts are saved in {} as you give them; File › Export… writes them.", file.display());
        ui.add(Label::new(RichText::new(&text).weak().small()).truncate()).on_hover_text(text);
    }
}

/// Filter by a rule that finds something, with the number of pairs of each.
fn rules(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(reasons) = workspace.reasons() else { return };
    let chosen = if let CheckFilter::Rule(rule) = workspace.matches.view.check_filter { Some(rule) } else { None };
    let name = chosen.and_then(|rule| reasons.rules.get(rule)).map_or("rule…", |rule| &rule.0);
    ComboBox::from_id_salt("rule of the listed pairs").selected_text(name).show_ui(ui, |ui| {
        for (rule, (name, is_reason)) in reasons.rules.iter().enumerate() {
            let count = reasons.count(Some(rule));
            let kind = if *is_reason { "" } else { " (hint)" };
            let button = Button::selectable(chosen == Some(rule), format!("{name}{kind}: {}", grouped(count)));
            if ui.add_enabled(count > 0, button).clicked() {
                actions.push(Action::Match(MatchAction::FilterChecked(CheckFilter::Rule(rule))));
            }
        }
    });
}

/// Progress of the check with a button to cancel, or the reason why there is no result.
fn progress(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.check_progress().is_none() && workspace.check().is_some() {
        return;
    }
    let pairs = workspace.pair_count().unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        if let Some(share) = workspace.check_progress() {
            note(ui, "Judging each pair by models that were not trained on it:");
            ui.add(ProgressBar::new(share).desired_width(160.0).show_percentage());
            if ui.small_button("Cancel check").clicked() {
                actions.push(Action::Match(MatchAction::StopCheck));
            }
            // The progress advances without input.
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
            return;
        }
        if let Some(problem) = workspace.check_problem() {
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
        let size = if pairs > CHECKED_AT_ONCE { " This takes minutes." } else { "" };
        note(ui, format!("The pairs are in the order of the file, not judged yet.{size}"));
        if ui.button("Check all pairs").clicked() {
            actions.push(Action::Match(MatchAction::StartCheck));
        }
    });
}

/// Partners offered for a rejected pair, the likeliest first.
pub fn offer(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let (offered, Some(pairs)) = (workspace.offered_partners(), dataset.corpus.task.pairs()) else { return };
    let Some((&first, others)) = offered.split_first() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!("The right one may be line {}:", pairs.line(first)));
        let text = format!("Take line {} (Enter)", pairs.line(first));
        if ui.button(text).on_hover_text(beginning(&dataset.corpus.texts[first], 300)).clicked() {
            actions.push(Action::Match(MatchAction::TakePartner(first)));
        }
        for &target in others {
            let button = ui.small_button(format!("line {}", pairs.line(target)));
            if button.on_hover_text(beginning(&dataset.corpus.texts[target], 300)).clicked() {
                actions.push(Action::Match(MatchAction::Compare(target)));
            }
        }
    });
    ui.add(Label::new(RichText::new(beginning(&dataset.corpus.texts[first], 160)).weak()).truncate());
}

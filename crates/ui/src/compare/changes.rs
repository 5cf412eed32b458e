//! What changed between groups of documents: choice of a column, a strip over the groups, the steps, and the words of one step.

use egui::{Align2, Rect, Role, ScrollArea, Sense, TextStyle, Ui, pos2, vec2};

use crate::{
    data_table, export,
    widgets::{ResponseExt, choose, job_progress, named, note, remembered, warning},
};
use wordfield_core::{corpus::Period, experiment::ChangesFound};
use wordfield_state::{Action, ChangesAction, StudyAction, Workspace};

/// Height of the strip over the groups, in points: documents, discrepancies and names.
const HEIGHTS: [f32; 3] = [34.0, 40.0, 16.0];
/// Height of the table of steps, in points.
const STEPS: f32 = 190.0;
/// Level at which a step counts as a change.
const LEVEL: f64 = 0.05;

fn act(action: ChangesAction) -> Action {
    Action::Study(StudyAction::Changes(action))
}

/// Draws the search for changes between groups of documents.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let columns = workspace.group_columns();
    let Some(first) = columns.first() else {
        note(ui, "The file has no column besides text whose values could be groups: a date, a number, a flag or a name.");
        return;
    };
    let study = &workspace.changes.study;
    ui.horizontal_wrapped(|ui| {
        let (by, period) = choices(ui, &columns, first);
        if let Some(underway) = study.under_way() {
            job_progress(ui, underway, 150.0, "changes");
            ui.button("Stop").on_click(actions, || act(ChangesAction::Stop));
        } else {
            ui.button("Find changes").on_click(actions, || act(ChangesAction::Find(by, period)));
            note(
                ui,
                "compares each group of documents with the next, under a kernel of their words that has not seen the groups",
            );
        }
    });
    warning(ui, study.problem());
    let Some(found) = workspace.found_changes() else { return };
    ui.separator();
    let by = study.answered().map_or("", |key| key.1.as_str());
    let sentences = found.finding(by).sentences;
    let count = sentences.len() - found.sides.len();
    sentences[..count].iter().for_each(|sentence| {
        ui.label(sentence);
    });
    if found.ordered {
        strip(ui, found, workspace.changes.step, actions);
    }
    ScrollArea::vertical().id_salt("changes").auto_shrink(false).show(ui, |ui| {
        export::heading(ui, "Steps; a click lists the words of one", "changes", actions);
        data_table::full_height(ui, workspace, "changes", STEPS, actions);
        let step = workspace.changes.step.min(found.sides.len().saturating_sub(1));
        let [from, to] = found.sides[step].each_ref().map(|side| found.side(side));
        export::heading(
            ui,
            &format!("Words of {from} → {to} by their share of MMD²; a click lists where they stand"),
            "changed-words",
            actions,
        );
        data_table::full_height(ui, workspace, "changed-words", ui.available_height().max(STEPS), actions);
    });
}

/// Draws the choice of the column and of the period of dates.
fn choices(ui: &mut Ui, columns: &[&str], first: &str) -> (String, Option<Period>) {
    let by = remembered(ui, ui.scope_id().with("column"), first.to_owned(), |ui, by| {
        let names: Vec<(String, &str)> = columns.iter().map(|name| ((*name).to_owned(), *name)).collect();
        if !columns.contains(&by.as_str()) {
            first.clone_into(by);
        }
        if let Some(name) = choose(ui, "by the column", 160.0, by, &names) {
            *by = name;
        }
    });
    let period = remembered(ui, ui.scope_id().with("period"), None, |ui, period| {
        let named = Period::ALL.map(|(name, period)| (Some(period), name));
        let names: Vec<(Option<Period>, &str)> = [(None, "as the span suggests")].into_iter().chain(named).collect();
        if let Some(chosen) = choose(ui, "dates by", 160.0, period, &names) {
            *period = chosen;
        }
    });
    (by, period)
}

/// Draws a bar for the documents of each group, and one for the discrepancy of each step, which a click opens.
fn strip(ui: &mut Ui, found: &ChangesFound, open: usize, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let (area, _) = ui.allocate_exact_size(vec2(width, HEIGHTS.iter().sum::<f32>() + 8.0), Sense::hover());
    let cell = width / found.groups.len() as f32;
    let (plain, weak, strong) = (ui.visuals().text_color(), ui.visuals().weak_text_color(), ui.visuals().warn_fg_color);
    let font = TextStyle::Small.resolve(ui.style());
    let most = found.groups.iter().map(|(_, count)| *count).max().unwrap_or(1) as f32;
    let every = ((64.0 / cell).ceil() as usize).max(1);
    for (place, (name, count)) in found.groups.iter().enumerate() {
        let left = area.left() + place as f32 * cell;
        let bottom = area.top() + HEIGHTS[0];
        let height = HEIGHTS[0] * *count as f32 / most;
        let bar = Rect::from_min_max(pos2(left + 1.0, bottom - height), pos2(left + cell - 1.0, bottom));
        ui.painter().rect_filled(bar, 1.0, weak.gamma_multiply(0.6));
        let whole = Rect::from_min_max(pos2(left, area.top()), pos2(left + cell, bottom));
        ui.interact(whole, ui.scope_id().with(("group", place)), Sense::hover())
            .on_hover_text(format!("{name}: {count} documents"));
        if place % every == 0 {
            let at = pos2(left + 0.5 * cell, area.bottom());
            let anchor = if place == 0 { Align2::LEFT_BOTTOM } else { Align2::CENTER_BOTTOM };
            let at = if place == 0 { pos2(left, at.y) } else { at };
            ui.painter().text(at, anchor, name, font.clone(), plain);
        }
    }
    let largest = found.found.steps.iter().map(|step| step.mmd2).fold(f64::MIN_POSITIVE, f64::max);
    for (place, step) in found.found.steps.iter().enumerate() {
        let centre = area.left() + (place + 1) as f32 * cell;
        let top = area.top() + HEIGHTS[0] + 6.0;
        let height = (HEIGHTS[1] * (step.mmd2.max(0.0) / largest) as f32).max(1.5);
        let half = (0.4 * cell).min(14.0);
        let bar = Rect::from_min_max(pos2(centre - half, top + HEIGHTS[1] - height), pos2(centre + half, top + HEIGHTS[1]));
        ui.painter().rect_filled(bar, 1.0, if step.p <= LEVEL { strong } else { weak });
        let whole = Rect::from_min_max(pos2(centre - 0.5 * cell, top), pos2(centre + 0.5 * cell, top + HEIGHTS[1]));
        let response = ui.interact(whole, ui.scope_id().with(("step", place)), Sense::click());
        if place == open || response.hovered() {
            let stroke = ui.visuals().selection.stroke;
            ui.painter().rect_stroke(bar.expand(2.0), 2.0, stroke, egui::StrokeKind::Outside);
        }
        let [from, to] = [&found.groups[place].0, &found.groups[place + 1].0];
        let text = format!("{from} → {to}: MMD² {:.6}, p = {:.4} of all steps", step.mmd2, step.p);
        named(&response, Role::Button, &text);
        response.on_hover_text(text).on_click(actions, || act(ChangesAction::Step(place)));
    }
}

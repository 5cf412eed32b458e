//! Summary of a run in the run bar while its curves are closed: last objective and scores, and the objective as a sparkline.

use egui::{Align, Color32, Label, Layout, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, vec2};

use super::{
    curves::{ScoreLine, score_lines, settled_range},
    names::{objective_name, owner, score_hint, term_of},
};
use crate::{
    style::{Icon, icon},
    term,
    widgets::{dot, named},
};
use wordfield_state::{Action, RunWarning, Workspace};

/// Width of the objective's sparkline, in points.
const WIDTH: f32 = 84.0;
/// Widths of the run's summary in a wide and in a narrow bar, in points.
const WIDE: f32 = 420.0;
const NARROW: f32 = 250.0;
/// Width of a single score in the run bar, in points.
const SINGLE: f32 = 104.0;
/// Maximum number of points of the sparkline.
const POINTS: usize = 64;

/// Draws the sparkline of the objective.
fn objective(ui: &mut Ui, workspace: &Workspace) {
    let curve = &workspace.run.curves.objective;
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, ui.spacing().interact_size.y), Sense::hover());
    let Some([low, high]) = settled_range(curve) else { return };
    let color = ui.visuals().text_color();
    ui.painter().with_clip_rect(rect).add(Shape::line(points(curve, rect, [low, high]), Stroke::new(1.2, color)));
    let text =
        workspace.objective_shown().map_or_else(String::new, |(_, value)| format!("{} {value:.4}", objective_name(workspace)));
    named(&response, Role::Figure, &text);
    response.on_hover_text(text);
}

/// Points of the objective's sparkline, at most [`POINTS`], each the mean of an interval.
fn points(curve: &[[f64; 2]], rect: Rect, [low, high]: [f64; 2]) -> Vec<Pos2> {
    let share = curve.len().div_ceil(POINTS).max(1);
    let means = curve.chunks(share).map(|part| part.iter().map(|point| point[1]).sum::<f64>() / part.len() as f64);
    let last = curve.len().div_ceil(share).saturating_sub(1).max(1) as f32;
    means
        .enumerate()
        .map(|(place, value)| {
            let height = ((value - low) / (high - low)).clamp(0.0, 1.0) as f32;
            rect.lerp_inside(vec2(place as f32 / last, 1.0 - height))
        })
        .collect()
}

/// Draws the scores of the parts, and a warning or the sparkline of the objective, in a right-to-left row.
/// The row has a constant width, so that neither the first evaluation nor a warning moves the timeline.
pub(super) fn summary(ui: &mut Ui, workspace: &Workspace, wide: bool, actions: &mut Vec<Action>) {
    let size = vec2(if wide { WIDE } else { NARROW }, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if owner(ui, workspace) {
            return;
        }
        let warning = workspace.run_warning();
        scores(ui, workspace, wide && warning.is_none(), actions);
        match warning {
            Some(warning) => caution(ui, warning, wide),
            None if wide => objective(ui, workspace),
            None => {}
        }
    });
}

/// Score on one part of the corpus, shown in the run bar.
struct Entry {
    /// Part of the corpus on which the score was computed.
    part: &'static str,
    text: String,
    hint: &'static str,
    color: Color32,
}

/// Measured scores in the order of the parts: training, development, test.
fn entries(ui: &Ui, workspace: &Workspace) -> Vec<Entry> {
    let metric = workspace.choices.settings.params.kind().info().metric;
    let entry = |(part, _, color): ScoreLine<'_>, value: f64| {
        let chose = part == "development" && workspace.choices.settings.early_stop;
        let brief = if part == "development" { "dev" } else { part };
        let text = format!("{brief} {}{}", metric.show(value), if chose { " (chose)" } else { "" });
        Entry { part, text, hint: score_hint(part, chose), color }
    };
    let lines = score_lines(&workspace.run.curves, (ui.visuals().text_color(), ui.visuals().dark_mode));
    lines.into_iter().zip(workspace.scores_shown().parts).filter_map(|(line, value)| Some(entry(line, value?))).collect()
}

/// Draws the first score of [`summary`] with constant width, for a narrow run bar.
pub(super) fn first_score(ui: &mut Ui, workspace: &Workspace) {
    let size = vec2(SINGLE, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        if owner(ui, workspace) {
            return;
        }
        let Some(Entry { part, text, hint, color }) = entries(ui, workspace).pop() else { return };
        dot(ui, color);
        let metric = workspace.choices.settings.params.kind().info().metric;
        ui.add(Label::new(text).truncate()).on_hover_text(format!("{} {part}: {hint}", metric.name()));
    });
}

/// Draws the scores, on demand with the training score. The score that was not used for selection comes first.
fn scores(ui: &mut Ui, workspace: &Workspace, all: bool, actions: &mut Vec<Action>) {
    let listed = entries(ui, workspace);
    for entry in listed.iter().filter(|entry| all || entry.part != "train") {
        ui.label(&entry.text).on_hover_text(entry.hint);
        dot(ui, entry.color);
    }
    if !listed.is_empty() {
        let metric = workspace.choices.settings.params.kind().info().metric;
        term::note(ui, workspace, term_of(metric), metric.name(), actions);
    }
}

/// Draws a warning about the run: in a wide bar a line over the remaining width, in a narrow one an icon.
fn caution(ui: &mut Ui, warning: &RunWarning, wide: bool) {
    let color = ui.visuals().warn_fg_color;
    let drawn = if wide {
        ui.add(Label::new(RichText::new(&warning.brief).color(color)).truncate())
    } else {
        let drawn = ui.label(icon(ui, Icon::TriangleAlert).color(color));
        named(&drawn, Role::Label, &warning.brief);
        drawn
    };
    drawn.on_hover_text(&warning.whole);
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn a_long_curve_is_a_short_line_over_the_whole_width() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 20.0));
        let curve: Vec<[f64; 2]> = (0..1000).map(|i| [f64::from(i), f64::from(i)]).collect();
        let line = points(&curve, rect, [0.0, 1000.0]);
        assert!(line.len() <= POINTS && line[0].x.abs() < 1e-3 && (line[line.len() - 1].x - 100.0).abs() < 1e-3);
        assert!(line.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y > pair[1].y), "it rises");
        assert_eq!(points(&[[0.0, 5.0]], rect, [0.0, 10.0]), [pos2(0.0, 10.0)]);
    }
}

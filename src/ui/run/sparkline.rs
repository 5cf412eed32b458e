//! Objective and scores in the run bar while the curves are closed: the last numbers, and the course in a line of text height.

use eframe::egui::{Align, Label, Layout, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, vec2};

use super::curves::{score_lines, settled_range};
use crate::{
    state::Workspace,
    ui::{
        style::{Icon, icon},
        widgets::{dot, named, note},
    },
};

/// Width of the line.
const WIDTH: f32 = 84.0;
/// Maximum width of a warning.
const WARNING: f32 = 230.0;
/// Number of points of the line.
const POINTS: usize = 64;

/// Draws the course of the objective.
pub fn objective(ui: &mut Ui, workspace: &Workspace) {
    let curve = &workspace.run.curves.objective;
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, ui.spacing().interact_size.y), Sense::hover());
    let Some([low, high]) = settled_range(curve) else { return };
    let color = ui.visuals().text_color();
    ui.painter().with_clip_rect(rect).add(Shape::line(points(curve, rect, [low, high]), Stroke::new(1.2, color)));
    let text = workspace.objective_shown().map_or_else(String::new, |(_, value)| format!("objective {value:.4}"));
    named(&response, Role::Figure, &text);
    response.on_hover_text(text);
}

/// At most [`POINTS`] points of a curve, each the mean of its share.
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

/// Draws the scores of the parts, in a right-to-left row: in a wide bar all of them, in a narrow one and
/// beside a warning without the training score.
pub fn scores(ui: &mut Ui, workspace: &Workspace, wide: bool) {
    let metric = workspace.run.settings.params.kind().info().metric;
    let lines = score_lines(&workspace.run.curves, (ui.visuals().text_color(), ui.visuals().dark_mode));
    let shown = workspace.scores_shown();
    let listed: Vec<_> = lines.iter().zip(shown.parts).filter_map(|(line, value)| Some((line, value?))).collect();
    let warning = workspace.run_warning();
    if let Some(warning) = &warning {
        let color = ui.visuals().warn_fg_color;
        // The timeline keeps its space: in a narrow bar the warning is an icon, in a wide one a line of limited width.
        let drawn = if wide {
            let size = vec2(WARNING, ui.spacing().interact_size.y);
            let text = Label::new(RichText::new(&warning.brief).color(color)).truncate();
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| ui.add(text)).inner
        } else {
            let drawn = ui.label(icon(ui, Icon::TriangleAlert).color(color));
            named(&drawn, Role::Label, &warning.brief);
            drawn
        };
        drawn.on_hover_text(&warning.whole);
    }
    let all = wide && warning.is_none();
    for ((name, _, color), value) in listed.iter().rev().filter(|((name, ..), _)| all || *name != "train") {
        ui.label(format!("{} {}", if *name == "development" { "dev" } else { name }, metric.show(*value)));
        dot(ui, *color);
    }
    if !listed.is_empty() {
        note(ui, metric.name());
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

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

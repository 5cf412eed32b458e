//! Curves of a run: objective and scores over the iterations, in the panel and in print.

use egui::{Color32, Label, RichText, TextStyle, Ui, vec2};
use egui_plot::{AxisHints, HLine, Line, LineStyle, Plot, PlotResponse, PlotUi, Points, VLine};

use super::names::{BASELINE_HINT, decided, objective_name, score_title, term_of, term_of_part};
use crate::{
    axis_marks, data_table,
    figure::printed,
    palette::class_color,
    plot_table, term, timeline,
    widgets::{dot, fixed_plot, note},
};
use wordfield_core::{model::Metric, param::Choices};
use wordfield_state::{Action, Curves, Look, Seek, Workspace, glossary};

/// Names of the plots of objective and scores.
const OBJECTIVE: &str = "objective";
const SCORES: &str = "scores";
/// Width of the vertical axes of printed curves, so that both plots are aligned at the left.
const AXIS: f32 = 54.0;

fn plot<'a>(name: &str, iterations: f64, height: f32) -> Plot<'a> {
    fixed_plot(name)
        .height(height)
        .include_x(0.0)
        .include_x(iterations.max(10.0))
        .grid_spacing(8.0..=90.0)
        .y_grid_spacer(|input| axis_marks::about_four(input.bounds))
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(12.0..=18.0).formatter(|mark, _| axis_marks::text(mark))])
        .y_axis_min_width(40.0)
        .set_margin_fraction(vec2(0.0, 0.06))
}

/// Draws the curve of the objective; a click or drag shows an iteration.
pub(super) fn objective(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let curve = &workspace.run.curves.objective;
    let now = curve.last().map_or(0.0, |point| point[0]);
    let shown = workspace.objective_shown();
    let value = shown.map_or_else(String::new, |(_, value)| format!("{value:.4}"));
    let table = ui.horizontal(|ui| {
        let label = term::label(ui, workspace, &glossary::OBJECTIVE, format!("{} {value}", objective_name(workspace)), actions);
        if workspace.choices.settings.params.is_stochastic() {
            label.on_hover_text("computed on the random subset of words of this iteration");
        }
        let looking = workspace.timeline.at.is_some();
        if let Some((of, _)) = shown.filter(|(of, _)| looking && *of != workspace.shown()) {
            note(ui, format!("iteration {of}"));
        }
        plot_table::switch(ui, OBJECTIVE)
    });
    let color = ui.visuals().strong_text_color();
    let height = ui.available_height().max(40.0);
    if table.inner {
        data_table::show(ui, workspace, "objective", height, actions);
        return;
    }
    let (at, stroke) = timeline::cursor(workspace, ui);
    let drawn = plot("objective", now, height).show(ui, |plot| {
        plot.vline(VLine::new("shown", at).stroke(stroke));
        timeline::range(plot, workspace);
        objective_curve(plot, curve, color);
    });
    let description = shown.map_or_else(String::new, |(of, _)| format!("{value} at iteration {of} of {}", workspace.newest()));
    plot_table::named(&drawn.response, OBJECTIVE, &description);
    scrub(&drawn, workspace, actions);
}

/// Draws the curve of the objective, within the range in which it settles.
fn objective_curve(plot: &mut PlotUi<'_>, curve: &[[f64; 2]], color: Color32) {
    if let Some([low, high]) = settled_range(curve) {
        plot.set_plot_bounds_y(low..=high);
    }
    draw(plot, "objective", curve, color);
}

/// Range of the objective without the initial descent and without single spikes. A constant curve has a margin around it.
pub(super) fn settled_range(curve: &[[f64; 2]]) -> Option<[f64; 2]> {
    /// Inverse of the share of values that may lie outside the range on each side.
    const OUTSIDE: usize = 100;
    let mut values: Vec<f64> = curve[curve.len() / 20..].iter().map(|point| point[1]).collect();
    let newest = *values.last()?;
    values.sort_unstable_by(f64::total_cmp);
    let aside = values.len() / OUTSIDE;
    // The latest value of the objective is always visible.
    let (low, high) = (values[aside].min(newest), values[values.len() - 1 - aside].max(newest));
    let margin = if low < high { 0.06 * (high - low) } else { (0.05 * low.abs()).max(1e-3) };
    Some([low - margin, high + margin])
}

/// Draws the curves of the scores on each part of the corpus; a click or drag shows an iteration.
pub(super) fn scores(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let curves = &workspace.run.curves;
    let metric = workspace.choices.settings.params.kind().info().metric;
    let dark = ui.visuals().dark_mode;
    let lines = score_lines(curves, (ui.visuals().text_color(), dark));
    let (baseline, weak) = (workspace.baseline(), ui.visuals().weak_text_color());
    let table = ui.horizontal_wrapped(|ui| {
        term::label(ui, workspace, term_of(metric), score_title(workspace), actions);
        let shown = workspace.scores_shown();
        if let Some(iteration) = shown.of {
            note(ui, format!("iteration {iteration}"));
        }
        for ((name, _, color), value) in lines.iter().zip(shown.parts).rev() {
            if let Some(value) = value {
                let chose = *name == "development" && workspace.choices.settings.early_stop;
                let text = format!("{name} {}{}", metric.show(value), if chose { " (chose the iteration)" } else { "" });
                dot(ui, *color);
                term::label(ui, workspace, term_of_part(name), text, actions);
            }
        }
        if let Some(text) = decided(curves) {
            note(ui, text);
        }
        if let Some(baseline) = baseline {
            let text = RichText::new(format!("dashed: training mean {}", metric.show(baseline)));
            ui.label(text.small().weak()).on_hover_text(BASELINE_HINT);
        }
        let table = plot_table::switch(ui, SCORES);
        warning(ui, workspace);
        table
    });
    let now = curves.objective.last().map_or(0.0, |point| point[0]);
    let height = ui.available_height().max(40.0);
    if table.inner {
        data_table::show(ui, workspace, "scores", height, actions);
        return;
    }
    let (at, stroke) = timeline::cursor(workspace, ui);
    let drawn = score_plot(&lines, metric, now, height).show(ui, |plot| {
        plot.vline(VLine::new("shown", at).stroke(stroke));
        timeline::range(plot, workspace);
        deciders(plot, curves, weak);
        if let Some(baseline) = baseline {
            plot.hline(HLine::new("training mean", baseline).color(weak).style(LineStyle::dashed_loose()));
        }
        for (name, curve, color) in lines {
            draw(plot, name, curve, color);
        }
    });
    plot_table::named(&drawn.response, SCORES, &format!("{} of the parts over the iterations", metric.name()));
    scrub(&drawn, workspace, actions);
}

/// Draws a dotted line at each iteration where the basis of decisions changed.
fn deciders(plot: &mut PlotUi<'_>, curves: &Curves, color: Color32) {
    for (from, decider) in &curves.deciders {
        let name = format!("decided by {}", decider.choice().label);
        plot.vline(VLine::new(name, *from as f64).color(color).style(LineStyle::dotted_dense()));
    }
}

/// Curve of a score: its name, points and colour.
pub(super) type ScoreLine<'a> = (&'static str, &'a Vec<[f64; 2]>, Color32);

/// Score curves of the training, development and test parts.
pub(super) fn score_lines(curves: &Curves, (ink, dark): (Color32, bool)) -> [ScoreLine<'_>; 3] {
    [
        ("train", &curves.train, ink),
        ("development", &curves.dev, class_color(1, dark)),
        ("test", &curves.test, class_color(0, dark)),
    ]
}

/// Plot of the scores, with an axis that ends at 1 if that is the best value.
fn score_plot<'a>(lines: &[ScoreLine<'_>; 3], metric: Metric, now: f64, height: f32) -> Plot<'a> {
    let panel = plot("scores", now, height);
    let panel = if metric == Metric::Rmse { panel } else { panel.include_y(1.0) };
    // The range of the axis is unknown before the first evaluation.
    let empty = lines.iter().all(|(_, curve, _)| curve.is_empty());
    if empty { panel.include_y(0.0).include_y(1.0) } else { panel }
}

/// Reason why a run has no curves; `None` if it has them.
pub(crate) fn obstacle(workspace: &Workspace) -> Option<String> {
    (workspace.run.curves.objective.len() < 2).then(|| {
        "there is no recorded run: a saved model holds none, so draw the curves of a run in the window while it is open"
            .to_owned()
    })
}

/// Draws the objective above the scores for print.
pub(crate) fn print(ui: &mut Ui, workspace: &Workspace) {
    let curves = &workspace.run.curves;
    let metric = workspace.choices.settings.params.kind().info().metric;
    let now = curves.objective.last().map_or(0.0, |point| point[0]);
    let title = 1.6 * ui.text_style_height(&TextStyle::Body);
    let half = 0.5 * ui.available_height() - title;
    let (ink, dark) = (ui.visuals().strong_text_color(), ui.visuals().dark_mode);
    ui.label("objective");
    printed(plot("objective", now, half)).y_axis_min_width(AXIS).show(ui, |plot| objective_curve(plot, &curves.objective, ink));
    let lines = score_lines(curves, (ink, dark));
    ui.horizontal(|ui| {
        ui.label(score_title(workspace));
        for (name, _, color) in lines.iter().filter(|(_, curve, _)| !curve.is_empty()) {
            ui.add_space(8.0);
            dot(ui, *color);
            ui.label(*name);
        }
        if let Some(text) = decided(curves) {
            note(ui, text);
        }
    });
    let axis = printed(score_plot(&lines, metric, now, half).x_axis_label("iteration")).y_axis_min_width(AXIS);
    axis.show(ui, |plot| {
        deciders(plot, curves, ink);
        for (name, curve, color) in lines {
            draw(plot, name, curve, color);
        }
    });
}

/// Draws the most important problem of the run with its remedy, in the row of the scores; its numbers appear on hover.
fn warning(ui: &mut Ui, workspace: &Workspace) {
    if let Some(warning) = workspace.run_warning() {
        let text = RichText::new(&warning.brief).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).truncate()).on_hover_text(&warning.whole);
    }
}

/// Draws a curve; a stochastic objective is drawn pale behind its running mean.
fn draw(plot: &mut PlotUi<'_>, name: &str, curve: &[[f64; 2]], color: Color32) {
    match curve {
        [] => {}
        [only] => plot.points(Points::new(name, vec![*only]).color(color).radius(3.0)),
        _ => {
            plot.line(Line::new(format!("{name}, raw"), curve.to_vec()).color(color.gamma_multiply(0.35)).width(1.0));
            plot.line(Line::new(name, running_mean(curve, curve.len() / 100)).color(color));
        }
    }
}

/// Running mean of each value and `reach` neighbours on each side; fewer near the ends, always symmetric.
fn running_mean(curve: &[[f64; 2]], reach: usize) -> Vec<[f64; 2]> {
    let mean = |at: usize| {
        let reach = reach.min(at).min(curve.len() - 1 - at);
        let near = &curve[at - reach..=at + reach];
        near.iter().map(|point| point[1]).sum::<f64>() / near.len() as f64
    };
    curve.iter().enumerate().map(|(at, point)| [point[0], mean(at)]).collect()
}

/// Shows the iteration under the pointer on a click or a drag in a curve.
fn scrub<R>(drawn: &PlotResponse<R>, workspace: &Workspace, actions: &mut Vec<Action>) {
    let response = &drawn.response;
    if (response.clicked() || response.dragged())
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let at = drawn.transform.value_from_position(pointer).x.round().max(0.0) as usize;
        if at != workspace.shown() {
            actions.push(Action::Look(Look::Seek(Seek::At(at))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_ignores_spikes_and_has_a_margin() {
        let mut curve: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i), 1.0 + 0.1 * f64::from(i).sin()]).collect();
        curve[200][1] = 1e6;
        let [low, high] = settled_range(&curve).expect("values");
        assert!(low > 0.8 && high < 1.2, "{low} {high}");
        curve[399][1] = 3.0;
        assert!(settled_range(&curve).is_some_and(|[_, high]| high > 3.0), "the latest value is visible");
        let [low, high] = settled_range(&[[120.0, 0.7]]).expect("a value");
        assert!(low > 0.5 && low < 0.7 && high > 0.7 && high < 0.9, "{low} {high}");
        assert_eq!(settled_range(&[]), None);
    }

    #[test]
    fn a_running_mean_keeps_lines_and_smooths_jitter() {
        let line: Vec<[f64; 2]> = (0..50).map(|i| [f64::from(i), 3.0 - 2.0 * f64::from(i)]).collect();
        let same = running_mean(&line, 5);
        assert!(line.iter().zip(&same).all(|(a, b)| (a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-9));
        let jitter: Vec<[f64; 2]> = (0..50).map(|i| [f64::from(i), f64::from(i % 2)]).collect();
        let calm = running_mean(&jitter, 10);
        assert!(calm[12..38].iter().all(|point| (point[1] - 0.5).abs() < 0.03));
        assert!(calm[0].iter().zip(jitter[0]).all(|(a, b)| (a - b).abs() < 1e-12));
        assert_eq!(running_mean(&jitter, 0), jitter);
    }
}

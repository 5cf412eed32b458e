//! Panel "Run": training controls and curves.

use eframe::egui::{Button, Color32, Label, RichText, Ui, vec2};
use egui_plot::{AxisHints, GridMark, Line, Plot, PlotResponse, PlotUi, Points, VLine};

use super::{
    palette::class_color,
    plot_table::{self, PlotTable},
    timeline,
    widgets::{choose, dot, note},
};
use crate::{
    model::Metric,
    state::{Action, Look, Phase, Room, Run, Save, Seek, Workspace},
    train::{Pace, RunState, SECONDS, WATCHED},
};

/// Names of the plots.
const OBJECTIVE: &str = "objective";
const SCORES: &str = "scores";

/// Minimum height of a curve in points; below, only axes would be visible.
const LEAST: f32 = 50.0;

/// Speeds with their names, long and short.
const PACES: [(Pace, &str, &str); 6] = [
    (Pace::Watch, "slow start, then full", "slow start"),
    (Pace::Limit(1.0), "1 iteration/s", "1/s"),
    (Pace::Limit(5.0), "5 iterations/s", "5/s"),
    (Pace::Limit(20.0), "20 iterations/s", "20/s"),
    (Pace::Limit(100.0), "100 iterations/s", "100/s"),
    (Pace::Full, "full", "full"),
];

/// Draws the panel.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    // The content fills the panel: a resizable panel otherwise shrinks to its content.
    ui.set_min_height(ui.available_height());
    ui.horizontal_wrapped(|ui| {
        controls(ui, workspace, actions);
        if workspace.layout.arrangement.room().is_some_and(Room::is_narrow) {
            return timeline::state(ui, workspace);
        }
        ui.separator();
        timeline::state(ui, workspace);
        skip_slow_start(ui, workspace, actions);
    });
    timeline::slider(ui, workspace, actions);
    if ui.available_height() < LEAST {
        return;
    }
    ui.columns(2, |columns| {
        let [left, right] = columns else { return };
        objective(left, workspace, actions);
        scores(right, workspace, actions);
    });
}

fn controls(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let running = matches!(workspace.run.phase, Phase::Run(RunState::Running | RunState::Preparing));
    let enabled = workspace.corpus.dataset.is_some();
    let mut button = |ui: &mut Ui, enabled: bool, text: &str, hint: &str, action: Action| {
        if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
            actions.push(action);
        }
    };
    button(ui, enabled, if running { "Pause" } else { "Play" }, "Space", Action::Run(Run::PlayPause));
    button(ui, workspace.can_go_on(), "Step", "trains one iteration (right arrow)", Action::Run(Run::Step(1)));
    button(ui, enabled, "Restart", "starts again from the initial positions; the seed is under More", Action::Run(Run::Restart));
    // A narrow row leaves rare commands to the menus.
    let narrow = workspace.layout.arrangement.room().is_some_and(Room::is_narrow);
    if narrow {
        let paces = PACES.map(|(pace, _, brief)| (pace, brief));
        return pace(ui, workspace, 50.0, &paces, actions);
    }
    button(ui, workspace.can_go_on(), "Stop", "ends the training; Play continues from here", Action::Run(Run::Stop));
    let hint = "Ctrl+S: saves the trained model, for wordfield predict and for the window";
    button(ui, workspace.run.snapshot.is_some(), "Save model…", hint, Action::Save(Save::Ask));
    pace(ui, workspace, 130.0, &PACES.map(|(pace, name, _)| (pace, name)), actions);
}

/// Speed of the training.
fn pace(ui: &mut Ui, workspace: &Workspace, width: f32, paces: &[(Pace, &str)], actions: &mut Vec<Action>) {
    if let Some(pace) = choose(ui, "speed", width, &workspace.run.pace, paces) {
        actions.push(Action::Run(Run::Pace(pace)));
    }
}

/// Button that ends the slow first iterations. Last in the row, so that its disappearance moves nothing.
fn skip_slow_start(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.is_watched() {
        let hint =
            format!("The first {WATCHED} iterations take {SECONDS} seconds so that they can be watched; continue at full speed");
        if ui.button("Full speed").on_hover_text(hint).clicked() {
            actions.push(Action::Run(Run::Pace(Pace::Full)));
        }
    }
}

fn plot<'a>(name: &str, iterations: f64, height: f32) -> Plot<'a> {
    Plot::new(name)
        .height(height)
        .include_x(0.0)
        .include_x(iterations.max(10.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .grid_spacing(8.0..=90.0)
        .y_grid_spacer(|input| round_marks(input.bounds))
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(12.0..=18.0).formatter(|mark, _| mark_text(mark))])
        .y_axis_min_width(40.0)
        .set_margin_fraction(vec2(0.0, 0.06))
}

/// About four axis marks at 1, 2 or 5 times a power of ten: the powers of ten of `egui_plot` often leave only one visible.
fn round_marks((low, high): (f64, f64)) -> Vec<GridMark> {
    let least = (high - low) / 5.0;
    let power = 10_f64.powf(least.log10().floor());
    let step_size = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|&step| step >= least);
    let Some(step_size) = step_size.filter(|step| step.is_finite() && *step > 0.0) else { return Vec::new() };
    let first = (low / step_size).ceil();
    let mark = |k: u32| GridMark { value: (first + f64::from(k)) * step_size, step_size };
    (0..10).map(mark).take_while(|mark| mark.value <= high).collect()
}

/// Text of a mark, with the digits its step needs.
fn mark_text(mark: GridMark) -> String {
    let digits = (-mark.step_size.log10()).ceil().max(0.0) as usize;
    if digits > 5 || mark.value.abs() >= 1e6 { format!("{:.1e}", mark.value) } else { format!("{:.digits$}", mark.value) }
}

fn objective(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let curve = &workspace.run.curves.objective;
    let now = curve.last().map_or(0.0, |point| point[0]);
    let shown = workspace.objective_shown();
    let value = shown.map_or_else(String::new, |(_, value)| format!("{value:.4}"));
    let table = ui.horizontal(|ui| {
        let label = ui.label(format!("objective {value}"));
        if workspace.run.settings.params.is_stochastic() {
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
        let cell = |row: usize, column: usize| match column {
            0 => curve[row][0].to_string(),
            _ => curve[row][1].to_string(),
        };
        plot_table::table(ui, OBJECTIVE, height, &PlotTable::new(["iteration", "objective"], curve.len(), cell));
        return;
    }
    let (at, stroke) = timeline::cursor(workspace, ui);
    let drawn = plot("objective", now, height).show(ui, |plot| {
        plot.vline(VLine::new("shown", at).stroke(stroke));
        timeline::range(plot, workspace);
        if let Some([low, high]) = settled_range(curve) {
            plot.set_plot_bounds_y(low..=high);
        }
        draw(plot, "objective", curve, color);
    });
    let description = shown.map_or_else(String::new, |(of, _)| format!("{value} at iteration {of} of {}", workspace.newest()));
    plot_table::named(&drawn.response, OBJECTIVE, &description);
    scrub(&drawn, workspace, actions);
}

/// Range of the objective without the initial descent and without single spikes. A constant curve gets a margin.
fn settled_range(curve: &[[f64; 2]]) -> Option<[f64; 2]> {
    /// One in this many values may lie outside, on either side.
    const OUTSIDE: usize = 100;
    let mut values: Vec<f64> = curve[curve.len() / 20..].iter().map(|point| point[1]).collect();
    let newest = *values.last()?;
    values.sort_unstable_by(f64::total_cmp);
    let aside = values.len() / OUTSIDE;
    // The latest value is always visible.
    let (low, high) = (values[aside].min(newest), values[values.len() - 1 - aside].max(newest));
    let margin = if low < high { 0.06 * (high - low) } else { (0.05 * low.abs()).max(1e-3) };
    Some([low - margin, high + margin])
}

/// Title of the scores; for several ratings, which ones and in which unit.
fn score_title(workspace: &Workspace) -> String {
    let metric = workspace.run.settings.params.kind().info().metric;
    let names = workspace.corpus.basis.as_ref().map(|basis| &basis.rating_names[..]).unwrap_or_default();
    match names {
        [first, _, ..] if metric == Metric::Rmse => {
            format!("{} of {} together, in units of {first}", metric.name(), names.join(", "))
        }
        _ => metric.name().to_owned(),
    }
}

fn scores(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let curves = &workspace.run.curves;
    let metric = workspace.run.settings.params.kind().info().metric;
    let dark = ui.visuals().dark_mode;
    let lines = [
        ("train", &curves.train, ui.visuals().text_color()),
        ("development", &curves.dev, class_color(1, dark)),
        ("test", &curves.test, class_color(0, dark)),
    ];
    let table = ui.horizontal_wrapped(|ui| {
        ui.label(score_title(workspace));
        let shown = workspace.scores_shown();
        if let Some(iteration) = shown.of {
            note(ui, format!("iteration {iteration}"));
        }
        for ((name, _, color), value) in lines.iter().zip(shown.parts) {
            if let Some(value) = value {
                dot(ui, *color);
                ui.label(format!("{name} {}", metric.show(value)));
            }
        }
        let table = plot_table::switch(ui, SCORES);
        doubts(ui, workspace);
        table
    });
    let now = curves.objective.last().map_or(0.0, |point| point[0]);
    let height = ui.available_height().max(40.0);
    if table.inner {
        // The three parts are evaluated at the same iterations, unless a part is empty.
        let longest = lines.iter().map(|(_, curve, _)| *curve).max_by_key(|curve| curve.len()).map_or(&[][..], |curve| curve);
        let cell = |row: usize, column: usize| {
            let at = longest[row][0];
            let Some((_, curve, _)) = column.checked_sub(1).map(|part| &lines[part]) else { return at.to_string() };
            let found = curve.binary_search_by(|point| point[0].total_cmp(&at)).ok();
            found.map_or_else(String::new, |place| metric.show(curve[place][1]))
        };
        let columns = ["iteration", "train", "development", "test"];
        plot_table::table(ui, SCORES, height, &PlotTable::new(columns, longest.len(), cell));
        return;
    }
    let (at, stroke) = timeline::cursor(workspace, ui);
    let panel = plot("scores", now, height);
    let panel = if metric == Metric::Rmse { panel } else { panel.include_y(1.0) };
    // Before the first evaluation the range of the axis is unknown.
    let empty = lines.iter().all(|(_, curve, _)| curve.is_empty());
    let panel = if empty { panel.include_y(0.0).include_y(1.0) } else { panel };
    let drawn = panel.show(ui, |plot| {
        plot.vline(VLine::new("shown", at).stroke(stroke));
        timeline::range(plot, workspace);
        for (name, curve, color) in lines {
            draw(plot, name, curve, color);
        }
    });
    plot_table::named(&drawn.response, SCORES, &format!("{} of the parts over the iterations", metric.name()));
    scrub(&drawn, workspace, actions);
}

/// Warning that the scores do not differ from chance, in the row of the scores; the full text shows on hover.
fn doubts(ui: &mut Ui, workspace: &Workspace) {
    if let Some(doubts) = workspace.chance_warning() {
        let text = RichText::new(&doubts.brief).color(ui.visuals().warn_fg_color);
        ui.add(Label::new(text).truncate()).on_hover_text(&doubts.whole);
    }
}

/// A curve. A stochastic objective is drawn pale behind its running mean.
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

/// Mean of each value and `reach` neighbours on each side; fewer near the ends, always symmetric.
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
    fn any_range_has_a_few_round_marks() {
        for (low, high) in [(0.6, 1.36), (330.0, 390.0), (0.9991, 1.0), (-3e6, 5e7), (0.0, 1e-9)] {
            let marks = round_marks((low, high));
            assert!((2..=6).contains(&marks.len()), "{low} to {high}: {marks:?}");
            assert!(marks.iter().all(|mark| (low..=high).contains(&mark.value)));
            let texts: std::collections::HashSet<String> = marks.iter().map(|&mark| mark_text(mark)).collect();
            assert_eq!(texts.len(), marks.len(), "{texts:?}");
        }
        for bounds in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(round_marks(bounds).is_empty(), "{bounds:?}");
        }
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

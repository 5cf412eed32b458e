//! Evaluation of ratings: predicted against true ratings with intervals, calibration of the intervals, residuals.
//!
//! Cost: one pass over the documents of the part per snapshot.

use egui::{Label, RichText, ScrollArea, Ui};
use egui_plot::{Line, LineStyle, PlotBounds, PlotPoints};

use super::{
    View,
    inspector::covered,
    scatter::{DRAWN, Scatter, plot},
};
use crate::{
    data_table, plot_table,
    task::{
        lists::{empty_part, groups, no_documents, parts},
        view::{Evaluation, Shown},
    },
    widgets::{counted, note},
};
use wordfield_core::{metric::RatingIntervals, stats::grouped};
use wordfield_state::{
    Action,
    rated::{Quality, RatedDocument},
};

/// Names of the plots in the evaluation of ratings.
const AGAINST_TRUTH: &str = "predicted against true";
const RESIDUALS: &str = "residuals";
const CALIBRATION: &str = "calibration";

/// Name of the baseline prediction, which needs no text.
const TRAINING_MEAN: &str = "mean of the training ratings";

/// Minimum width for plots side by side, in points.
const WIDE: f32 = 620.0;

impl Evaluation for View<'_> {
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, derived, .. } = self.shown;
        ui.horizontal_wrapped(|ui| {
            parts(ui, workspace, actions);
            self.choose_rating(ui, actions);
        });
        let Some(Quality { rmse, mae, spearman, coverage }) = derived.quality(workspace.choices.part) else {
            return empty_part(ui);
        };
        let documents = derived.rated_documents(workspace.choices.part).len();
        let drawn = if documents > DRAWN { format!(", {DRAWN} of them drawn") } else { String::new() };
        let names = &self.shown.basis.rating_names;
        let of = if names.len() > 1 {
            format!(" of {}", names[workspace.choices.layers.rating().min(names.len() - 1)])
        } else {
            String::new()
        };
        let counted = counted(documents, "document");
        let rank = spearman.map_or_else(String::new, |rank| format!(" · Spearman's correlation {rank:.3}"));
        ui.label(format!("{counted}{drawn} · RMSE{of} {rmse:.3} · MAE {mae:.3}{rank}{}", covered(" · ", coverage)));
        if let Some(intervals) = workspace.rating_intervals() {
            note(ui, bootstrap(&intervals, documents, workspace.choices.part.name()));
        }
        groups(ui, workspace, actions);
        let size = ui.available_size();
        if size.x >= WIDE {
            ui.horizontal_top(|ui| {
                let left = 0.58 * size.x;
                ui.vertical(|ui| {
                    ui.set_width(left);
                    against_truth(self, ui, size.y, actions);
                });
                ui.vertical(|ui| {
                    let half = 0.5 * size.y - 6.0;
                    if coverage.is_some() {
                        calibration(self, ui, half, actions);
                    }
                    residuals(self, ui, half, actions);
                });
            });
        } else {
            ScrollArea::vertical().show(ui, |ui| {
                let height = (0.75 * size.x).max(220.0);
                against_truth(self, ui, height, actions);
                if coverage.is_some() {
                    calibration(self, ui, height, actions);
                }
                residuals(self, ui, height, actions);
            });
        }
    }

    fn obstacle(&self) -> Option<String> {
        let Shown { workspace, derived, .. } = self.shown;
        derived.quality(workspace.choices.part).is_none().then(|| no_documents(workspace))
    }

    fn print(&self, ui: &mut Ui) {
        let name = self.name();
        let labels = [format!("true {name}"), format!("predicted {name}")];
        let height = ui.available_height();
        let scatter = Scatter::new(self, ui, |rated| rated.truth, with_interval).printed(labels);
        points_against_truth(self, ui, scatter, height, &mut Vec::new());
    }
}

/// Text with the bootstrap intervals of the errors, and the documents on which they are computed.
fn bootstrap(intervals: &RatingIntervals, documents: usize, part: &str) -> String {
    let text = |(name, [low, high]): (&str, [f64; 2])| format!("{name} {low:.3} to {high:.3}");
    let RatingIntervals { rmse, mae, spearman } = *intervals;
    let all = [("RMSE", rmse), ("MAE", mae)].into_iter().chain(spearman.map(|rank| ("Spearman's correlation", rank)));
    let all: Vec<String> = all.map(text).collect();
    format!("95 % bootstrap intervals, {} {part} documents: {}", grouped(documents), all.join(", "))
}

/// Draws the title of a plot with its table switch. Returns whether the table is on.
fn plot_title(ui: &mut Ui, title: &str, name: &str) -> bool {
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(title).strong()).truncate());
        plot_table::switch(ui, name)
    })
    .inner
}

fn with_interval(rated: &RatedDocument) -> [f64; 3] {
    let [low, high] = rated.interval().unwrap_or([rated.mean; 2]);
    [low, rated.mean, high]
}

fn against_truth(view: &View, ui: &mut Ui, height: f32, actions: &mut Vec<Action>) {
    let scatter = Scatter::new(view, ui, |rated| rated.truth, with_interval);
    if plot_title(ui, &format!("Predicted against true {}", view.name()), AGAINST_TRUTH) {
        return data_table::show(ui, view.shown.workspace, "predictions", height - 46.0, actions);
    }
    let steps = scatter.has_few_values();
    note(
        ui,
        format!(
            "mean and 95 % interval; dashed: {TRAINING_MEAN}{}; click a point for its document",
            if steps { "; equal ratings are jittered horizontally" } else { "" }
        ),
    );
    points_against_truth(view, ui, scatter, height - 46.0, actions);
}

/// Draws the plot of predicted against true ratings, `height` points high.
fn points_against_truth(view: &View, ui: &mut Ui, mut scatter: Scatter, height: f32, actions: &mut Vec<Action>) {
    let spread =
        view.predictions.deviation.as_ref().map_or(0.0, |deviations| {
            deviations.column(view.rating.min(deviations.ncols() - 1)).iter().copied().fold(0.0, f64::max)
        });
    let steps = scatter.jitter();
    let (low, high) = scatter.across();
    let margin = 0.08 * (high - low).max(1e-6) + if steps { 0.3 } else { 0.0 };
    let (bottom, top) = scatter.upward();
    // Wide intervals are cut, so that the ratings fill the picture.
    let reach = (high - low).max(1e-6);
    let (bottom, top) = (bottom.max(low - reach).min(low - 0.2 * spread), top.min(high + reach).max(high + 0.2 * spread));
    let ink = ui.visuals().weak_text_color();
    let diagonal = Line::new("equal", PlotPoints::from(vec![[low - margin, low - margin], [high + margin, high + margin]]));
    let bounds = PlotBounds::from_min_max([low - margin, bottom], [high + margin, top]);
    let mut lines = vec![diagonal.color(ink)];
    if let Some(&mean) = view.shown.basis.ratings.as_ref().and_then(|ratings| ratings.middle.get(view.rating)) {
        let line = Line::new(TRAINING_MEAN, PlotPoints::from(vec![[low - margin, mean], [high + margin, mean]]));
        lines.push(line.color(ink).style(LineStyle::dashed_dense()));
    }
    scatter.show(ui, AGAINST_TRUTH, height, bounds, lines, actions);
}

fn residuals(view: &View, ui: &mut Ui, height: f32, actions: &mut Vec<Action>) {
    let scatter = Scatter::new(view, ui, |rated| rated.mean, |rated| [rated.residual(); 3]);
    if plot_title(ui, "Residuals", RESIDUALS) {
        return data_table::show(ui, view.shown.workspace, "predictions", height - 46.0, actions);
    }
    note(ui, "true minus predicted, over the prediction");
    let (low, high) = scatter.across();
    let (bottom, top) = scatter.upward();
    let (across, reach) = (0.05 * (high - low).max(1e-6), 1.1 * bottom.abs().max(top.abs()).max(1e-6));
    let zero = Line::new("none", PlotPoints::from(vec![[low - across, 0.0], [high + across, 0.0]]));
    let bounds = PlotBounds::from_min_max([low - across, -reach], [high + across, reach]);
    let ink = ui.visuals().weak_text_color();
    scatter.show(ui, RESIDUALS, height - 46.0, bounds, vec![zero.color(ink)], actions);
}

fn calibration(view: &View, ui: &mut Ui, height: f32, actions: &mut Vec<Action>) {
    let curve = view.shown.derived.calibration(view.shown.workspace.choices.part);
    if plot_title(ui, "Calibration of the intervals", CALIBRATION) {
        data_table::show(ui, view.shown.workspace, "calibration", height - 46.0, actions);
        return;
    }
    note(ui, "observed against nominal coverage; above the diagonal the intervals are too wide");
    let ink = ui.visuals().weak_text_color();
    let strong = ui.visuals().strong_text_color();
    let drawn = plot(CALIBRATION, height - 46.0).show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([-0.02, -0.02], [1.02, 1.02]));
        plot.line(Line::new("nominal", PlotPoints::from(vec![[0.0, 0.0], [1.0, 1.0]])).color(ink));
        plot.line(Line::new("observed", PlotPoints::from(curve.to_vec())).color(strong).width(2.0));
    });
    plot_table::named(&drawn.response, CALIBRATION, "observed against nominal coverage");
}

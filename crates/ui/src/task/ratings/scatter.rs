//! Scatter plot of documents with intervals; a click on a point selects its document.
//!
//! Cost: at most [`DRAWN`] points a frame.

use egui::{Color32, Pos2, Shape, Stroke, Ui};
use egui_plot::{AxisHints, Line, Plot, PlotBounds, PlotPoint};

use super::View;
use crate::widgets::fixed_plot;
use crate::{figure::printed, palette::mark_color, plot_table, widgets::ResponseExt};
use wordfield_state::{Action, Focus, Look, rated::RatedDocument};

/// Maximum distance between the pointer and a point it selects, in screen points.
const HOVER_RADIUS: f32 = 10.0;
/// Maximum number of documents drawn in a scatter plot.
pub(super) const DRAWN: usize = 3000;

/// Plot without zoom and pan, for documents.
pub(super) fn plot<'a>(name: &str, height: f32) -> Plot<'a> {
    fixed_plot(name)
        .height(height.max(60.0))
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .grid_spacing(10.0..=100.0)
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(28.0..=44.0)])
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(12.0..=18.0)])
        .y_axis_min_width(30.0)
}

/// Document as a point of the scatter plot, with its interval.
#[derive(Clone, Copy)]
struct Dot {
    document: usize,
    x: f64,
    /// Lower end, mean and upper end of the document's interval.
    y: [f64; 3],
    color: Color32,
}

/// Scatter plot of documents with intervals.
pub(super) struct Scatter {
    dots: Vec<Dot>,
    selected: Option<usize>,
    ring: Color32,
    /// Titles of the axes in print.
    labels: Option<[String; 2]>,
}

impl Scatter {
    /// Scatter plot of the shown part's documents, each at `x`, with lower end, centre and upper end `y`.
    pub(super) fn new(view: &View, ui: &Ui, x: fn(&RatedDocument) -> f64, y: fn(&RatedDocument) -> [f64; 3]) -> Self {
        let (workspace, dark) = (view.shown.workspace, ui.visuals().dark_mode);
        let found = view.shown.derived.rated_documents(workspace.choices.part);
        let dot = |(document, rated): &(usize, RatedDocument)| Dot {
            document: *document,
            x: x(rated),
            y: y(rated),
            color: mark_color(view.shown.basis.rating_place(view.rating, rated.truth) as f32, dark),
        };
        // Large parts are sampled evenly; the open document is always included.
        let count = found.len().min(DRAWN);
        let chosen = workspace.choices.shown.and_then(|document| found.binary_search_by_key(&document, |(found, _)| *found).ok());
        let places = (0..count).map(|place| place * found.len() / count);
        let chosen = chosen.filter(|_| count < found.len());
        Self {
            dots: places.chain(chosen).map(|place| dot(&found[place])).collect(),
            selected: workspace.choices.shown,
            ring: ui.visuals().strong_text_color(),
            labels: None,
        }
    }

    /// Scatter plot for print, with axis titles and without the open document.
    pub(super) fn printed(self, labels: [String; 2]) -> Self {
        Self { selected: None, labels: Some(labels), ..self }
    }

    /// Whether x has few values, so that documents of equal x are spread.
    pub(super) fn has_few_values(&self) -> bool {
        self.step().is_some()
    }

    /// Smallest difference between x values of the scatter plot, if there are few distinct ones.
    fn step(&self) -> Option<f64> {
        let mut values: Vec<f64> = self.dots.iter().map(|dot| dot.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let few = values.len() <= 12 && values.len() < self.dots.len();
        let step = values.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        few.then_some(if step.is_finite() { step } else { 1.0 })
    }

    /// Spreads documents with equal x horizontally if there are few x values. Returns whether it did.
    pub(super) fn jitter(&mut self) -> bool {
        let Some(step) = self.step() else { return false };
        for dot in &mut self.dots {
            // Fractional parts of multiples of the golden ratio are even, and equal in every frame.
            let share = (dot.document as f64 * 0.618_033_988_749_895).fract();
            dot.x += 0.6 * step * (share - 0.5);
        }
        true
    }

    /// Horizontal range of the scatter plot's points.
    pub(super) fn across(&self) -> (f64, f64) {
        ends(self.dots.iter().map(|dot| dot.x))
    }

    /// Vertical range of the scatter plot's points, with their intervals.
    pub(super) fn upward(&self) -> (f64, f64) {
        ends(self.dots.iter().flat_map(|dot| dot.y))
    }

    /// Draws the scatter plot's points over `lines`, within `bounds`.
    pub(super) fn show(
        self,
        ui: &mut Ui,
        name: &str,
        height: f32,
        bounds: PlotBounds,
        lines: Vec<Line<'_>>,
        actions: &mut Vec<Action>,
    ) {
        let plot = match &self.labels {
            Some([x, y]) => printed(plot(name, height).x_axis_label(x.as_str()).y_axis_label(y.as_str())),
            None => plot(name, height),
        };
        let drawn = plot.show(ui, |plot| {
            plot.set_plot_bounds(bounds);
            for line in lines {
                plot.line(line.width(1.5));
            }
        });
        plot_table::named(&drawn.response, name, &format!("{} documents", self.dots.len()));
        let (response, painter) = (&drawn.response, ui.painter_at(drawn.response.rect));
        let at = |x: f64, y: f64| drawn.transform.position_from_point(&PlotPoint::new(x, y));
        painter.extend(self.shapes(at));
        let Some(pointer) = response.hover_pos() else { return };
        let distance = |dot: &&Dot| at(dot.x, dot.y[1]).distance(pointer);
        let near = self.dots.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(dot) = near.filter(|dot| distance(dot) <= HOVER_RADIUS) else { return };
        painter.circle_stroke(at(dot.x, dot.y[1]), 6.0, Stroke::new(1.5, self.ring));
        response.on_click(actions, || Action::Look(Look::Select(Focus::Document(dot.document))));
    }

    /// Shapes of the scatter plot: intervals, points above them, a ring around the open document.
    fn shapes(&self, at: impl Fn(f64, f64) -> Pos2) -> Vec<Shape> {
        let interval = |dot: &Dot, stroke| Shape::line_segment([at(dot.x, dot.y[0]), at(dot.x, dot.y[2])], stroke);
        let faint = (4.0 / (self.dots.len() as f32).sqrt()).clamp(0.1, 0.5);
        let radius = if self.dots.len() > 400 { 2.0 } else { 2.8 };
        let wide = self.dots.iter().filter(|dot| dot.y[0] < dot.y[2]);
        let mut shapes: Vec<Shape> = wide.map(|dot| interval(dot, Stroke::new(1.0, dot.color.gamma_multiply(faint)))).collect();
        shapes.extend(self.dots.iter().map(|dot| Shape::circle_filled(at(dot.x, dot.y[1]), radius, dot.color)));
        if let Some(dot) = self.dots.iter().find(|dot| Some(dot.document) == self.selected) {
            let stroke = Stroke::new(2.0, self.ring);
            shapes.push(interval(dot, stroke));
            shapes.push(Shape::circle_stroke(at(dot.x, dot.y[1]), 6.0, stroke));
        }
        shapes
    }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

//! The tab "Predictions": predicted against true ratings with their intervals, how well those hold, and what is left over.
//! A click on a point selects its document.
//!
//! Cost: at most [`DRAWN`] points a frame; what is measured counts all documents and is measured once a snapshot.

use eframe::egui::{self, Color32, ComboBox, Shape, Stroke, Ui};
use egui_plot::{AxisHints, Line, Plot, PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotPoints, PlotTransform};

use super::{
    timeline::newest_note,
    widgets::{note, rating_color},
};
use crate::{
    corpus::Dataset,
    model::Rated,
    state::{Action, FieldOf, Selection, Workspace, explain::Part, rated::RatedDocument},
};

/// How near to a point the pointer must be, in screen points.
const REACH: f32 = 10.0;
/// The most documents drawn of a part.
const DRAWN: usize = 3000;
/// Width from which the plots stand beside each other.
const WIDE: f32 = 620.0;

/// Draws the tab.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.rated());
    let (Some(dataset), Some(digest), Some(said)) = (&workspace.dataset, &workspace.digest, said) else {
        ui.centered_and_justified(|ui| ui.label("Predictions appear with the first iteration."));
        return;
    };
    newest_note(ui, workspace);
    let rating = workspace.layers.rating();
    ui.horizontal_wrapped(|ui| {
        for part in Part::ALL {
            if ui.selectable_label(workspace.part == part, part.name()).clicked() {
                actions.push(Action::Part(part));
            }
        }
        ratings(ui, dataset, rating, actions);
    });
    let found = digest.readings(workspace.part);
    let Some((rmse, coverage)) = digest.quality(workspace.part) else {
        note(ui, "This part is empty: give it documents under Data, Words and split.");
        return;
    };
    let drawn = if found.len() > DRAWN { format!(", {DRAWN} of them drawn") } else { String::new() };
    ui.label(format!("{} documents{drawn} · RMSE {rmse:.3} · 95 % intervals hold {:.1} %", found.len(), 100.0 * coverage));
    let calibration = digest.calibration(workspace.part);
    let cloud =
        |ui: &Ui, x: fn(&RatedDocument) -> f64, y: fn(&RatedDocument) -> [f64; 3]| Cloud::new(ui, workspace, rating, found, x, y);
    let size = ui.available_size();
    if size.x >= WIDE {
        ui.horizontal_top(|ui| {
            let left = 0.58 * size.x;
            ui.vertical(|ui| {
                ui.set_width(left);
                truth(ui, dataset, said, rating, cloud(ui, |r| r.truth, with_interval), size.y, actions);
            });
            ui.vertical(|ui| {
                let half = 0.5 * size.y - 6.0;
                calibrated(ui, calibration, half);
                residuals(ui, cloud(ui, |r| r.mean, |r| [r.residual(); 3]), half, actions);
            });
        });
    } else {
        egui::ScrollArea::vertical().show(ui, |ui| {
            let height = (0.75 * size.x).max(220.0);
            truth(ui, dataset, said, rating, cloud(ui, |r| r.truth, with_interval), height, actions);
            calibrated(ui, calibration, height);
            residuals(ui, cloud(ui, |r| r.mean, |r| [r.residual(); 3]), height, actions);
        });
    }
}

fn with_interval(reading: &RatedDocument) -> [f64; 3] {
    let [low, high] = reading.interval();
    [low, reading.mean, high]
}

/// Which rating, where there are several.
pub fn ratings(ui: &mut Ui, dataset: &Dataset, rating: usize, actions: &mut Vec<Action>) {
    let Some(ratings) = dataset.corpus.task.ratings().filter(|ratings| ratings.behaviours() > 1) else { return };
    let label = ui.label("of");
    let now = ratings.names.get(rating).map_or("", String::as_str);
    let combo = ComboBox::from_id_salt("rating").selected_text(now).show_ui(ui, |ui| {
        for (b, name) in ratings.names.iter().enumerate() {
            if ui.selectable_label(b == rating, name).clicked() {
                actions.push(Action::FieldOf(FieldOf::Rating(b)));
            }
        }
    });
    combo.response.labelled_by(label.id);
}

fn truth(ui: &mut Ui, dataset: &Dataset, said: &Rated, rating: usize, mut cloud: Cloud, height: f32, actions: &mut Vec<Action>) {
    let spread = said.deviation.column(rating.min(said.deviation.ncols() - 1)).iter().copied().fold(0.0, f64::max);
    let name = dataset.corpus.task.ratings().and_then(|ratings| ratings.names.get(rating)).map_or("rating", String::as_str);
    ui.strong(format!("Predicted against true {name}"));
    let steps = cloud.jitter();
    note(
        ui,
        format!(
            "mean and 95 % interval{}; click a point for its document",
            if steps { "; equal ratings are spread sideways" } else { "" }
        ),
    );
    let (low, high) = cloud.across();
    let margin = 0.08 * (high - low).max(1e-6) + if steps { 0.3 } else { 0.0 };
    let (bottom, top) = cloud.upward();
    let (bottom, top) = (bottom.min(low - 0.2 * spread), top.max(high + 0.2 * spread));
    let ink = ui.visuals().weak_text_color();
    let diagonal = Line::new("equal", PlotPoints::from(vec![[low - margin, low - margin], [high + margin, high + margin]]));
    let bounds = PlotBounds::from_min_max([low - margin, bottom], [high + margin, top]);
    cloud.show(ui, "predicted against true", height - 46.0, bounds, vec![diagonal.color(ink)], actions);
}

fn residuals(ui: &mut Ui, cloud: Cloud, height: f32, actions: &mut Vec<Action>) {
    ui.strong("Residuals");
    note(ui, "true less predicted, over the prediction");
    let (low, high) = cloud.across();
    let (bottom, top) = cloud.upward();
    let (across, reach) = (0.05 * (high - low).max(1e-6), 1.1 * bottom.abs().max(top.abs()).max(1e-6));
    let zero = Line::new("none", PlotPoints::from(vec![[low - across, 0.0], [high + across, 0.0]]));
    let bounds = PlotBounds::from_min_max([low - across, -reach], [high + across, reach]);
    let ink = ui.visuals().weak_text_color();
    cloud.show(ui, "residuals", height - 46.0, bounds, vec![zero.color(ink)], actions);
}

fn calibrated(ui: &mut Ui, calibration: &[[f64; 2]], height: f32) {
    ui.strong("Calibration of the intervals");
    note(ui, "share of ratings held against the share promised; above the line: too wide");
    let ink = ui.visuals().weak_text_color();
    let strong = ui.visuals().strong_text_color();
    plot("calibration", height - 46.0).show(ui, |plot| {
        plot.set_plot_bounds(PlotBounds::from_min_max([-0.02, -0.02], [1.02, 1.02]));
        plot.line(Line::new("promised", PlotPoints::from(vec![[0.0, 0.0], [1.0, 1.0]])).color(ink));
        plot.line(Line::new("held", PlotPoints::from(calibration.to_vec())).color(strong).width(2.0));
    });
}

fn plot<'a>(name: &str, height: f32) -> Plot<'a> {
    Plot::new(name)
        .height(height.max(60.0))
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .grid_spacing(10.0..=100.0)
        .custom_x_axes(vec![AxisHints::new_x().label_spacing(28.0..=44.0)])
        .custom_y_axes(vec![AxisHints::new_y().label_spacing(12.0..=18.0)])
        .y_axis_min_width(30.0)
}

/// One document in a plot.
#[derive(Clone, Copy)]
struct Dot {
    document: usize,
    x: f64,
    /// Lower end, mean, upper end.
    y: [f64; 3],
    color: Color32,
}

/// The documents of a plot.
struct Cloud {
    base: PlotItemBase,
    dots: Vec<Dot>,
    selected: Option<usize>,
    ring: Color32,
}

impl Cloud {
    fn new(
        ui: &Ui,
        workspace: &Workspace,
        rating: usize,
        found: &[(usize, RatedDocument)],
        x: fn(&RatedDocument) -> f64,
        y: fn(&RatedDocument) -> [f64; 3],
    ) -> Self {
        let ring = ui.visuals().strong_text_color();
        let color = |truth| workspace.basis.as_ref().map_or(ring, |basis| rating_color(ui, basis, rating, truth));
        let dot = |(document, reading): &(usize, RatedDocument)| Dot {
            document: *document,
            x: x(reading),
            y: y(reading),
            color: color(reading.truth),
        };
        // Of very many documents an even sample, and always the one looked at.
        let count = found.len().min(DRAWN);
        let chosen = workspace.document.and_then(|document| found.binary_search_by_key(&document, |(found, _)| *found).ok());
        let places = (0..count).map(|place| place * found.len() / count);
        let chosen = chosen.filter(|_| count < found.len());
        Self {
            base: PlotItemBase::new(String::new()),
            dots: places.chain(chosen).map(|place| dot(&found[place])).collect(),
            selected: workspace.document,
            ring,
        }
    }

    /// Spreads documents of the same x sideways where there are few such values; whether it did.
    fn jitter(&mut self) -> bool {
        let mut values: Vec<f64> = self.dots.iter().map(|dot| dot.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let few = values.len() <= 12 && values.len() < self.dots.len();
        if few {
            let step = values.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
            let step = if step.is_finite() { step } else { 1.0 };
            for dot in &mut self.dots {
                // The fractional parts of multiples of the golden ratio: even, and the same in every frame.
                let share = (dot.document as f64 * 0.618_033_988_749_895).fract();
                dot.x += 0.6 * step * (share - 0.5);
            }
        }
        few
    }

    fn across(&self) -> (f64, f64) {
        ends(self.dots.iter().map(|dot| dot.x))
    }

    fn upward(&self) -> (f64, f64) {
        ends(self.dots.iter().flat_map(|dot| dot.y))
    }

    fn show(self, ui: &mut Ui, name: &str, height: f32, bounds: PlotBounds, lines: Vec<Line<'_>>, actions: &mut Vec<Action>) {
        let dots = self.dots.clone();
        let drawn = plot(name, height).show(ui, |plot| {
            plot.set_plot_bounds(bounds);
            plot.add(self);
            for line in lines {
                plot.line(line.width(1.5));
            }
        });
        let response = &drawn.response;
        let Some(pointer) = response.hover_pos() else { return };
        let at = |dot: &Dot| drawn.transform.position_from_point(&PlotPoint::new(dot.x, dot.y[1]));
        let near = dots.iter().map(|dot| (dot, at(dot).distance(pointer))).min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((dot, _)) = near.filter(|(_, distance)| *distance <= REACH) else { return };
        ui.painter().circle_stroke(at(dot), 6.0, Stroke::new(1.5, ui.visuals().strong_text_color()));
        if response.clicked() {
            actions.push(Action::Select(Selection::Document(dot.document)));
        }
    }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

impl PlotItem for Cloud {
    fn shapes(&self, _ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let at = |x: f64, y: f64| transform.position_from_point(&PlotPoint::new(x, y));
        let faint = (4.0 / (self.dots.len() as f32).sqrt()).clamp(0.1, 0.5);
        for dot in &self.dots {
            if dot.y[0] < dot.y[2] {
                let stroke = Stroke::new(1.0, dot.color.gamma_multiply(faint));
                shapes.push(Shape::line_segment([at(dot.x, dot.y[0]), at(dot.x, dot.y[2])], stroke));
            }
        }
        let radius = if self.dots.len() > 400 { 2.0 } else { 2.8 };
        shapes.extend(self.dots.iter().map(|dot| Shape::circle_filled(at(dot.x, dot.y[1]), radius, dot.color)));
        if let Some(dot) = self.dots.iter().find(|dot| Some(dot.document) == self.selected) {
            let stroke = Stroke::new(2.0, self.ring);
            shapes.push(Shape::line_segment([at(dot.x, dot.y[0]), at(dot.x, dot.y[2])], stroke));
            shapes.push(Shape::circle_stroke(at(dot.x, dot.y[1]), 6.0, stroke));
        }
    }

    fn initialize(&mut self, _x_range: std::ops::RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        Color32::TRANSPARENT
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        PlotBounds::NOTHING
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

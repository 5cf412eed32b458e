//! Plot of a level-2 kernel as a curve of `K` against `S`, with pairs of documents as points.

use egui::{Color32, Ui};
use egui_plot::{Line, PlotPoints, Points};

use super::{plot_table, widgets::fixed_plot};
use wordfield_core::ldk::Level2;

/// Number of points at which the kernel curve is drawn.
const PLACES: usize = 120;

/// Pairs of documents as plot points of one colour: inner product and kernel value.
pub(crate) struct Pairs {
    /// Name of the pairs of documents in the legend.
    pub name: &'static str,
    /// Inner product and kernel value, `(S, K)`, of each pair.
    pub points: Vec<[f64; 2]>,
    /// Colour of the plotted pairs.
    pub color: Color32,
}

/// Draws the level-2 kernel's curve for documents of squared norm `square`, and the pairs as points.
pub(crate) fn show(ui: &mut Ui, level2: Level2, square: f64, pairs: &[Pairs], height: f32) {
    let all = || pairs.iter().flat_map(|pairs| &pairs.points).map(|point| point[0]);
    let (low, high) = all().fold((0.0_f64, square), |(low, high), s| (low.min(s), high.max(s)));
    let curve: Vec<[f64; 2]> = (0..=PLACES)
        .map(|place| low + (high - low) * place as f64 / PLACES as f64)
        .map(|s| [s, level2.value(s, square.max(s), square.max(s))])
        .collect();
    let ink = ui.visuals().strong_text_color();
    let plot = fixed_plot("level-2 kernel").height(height).x_axis_label("inner product S").y_axis_label("kernel K");
    let shown = plot.show(ui, |plot| {
        for pairs in pairs {
            plot.points(Points::new(pairs.name, PlotPoints::from(pairs.points.clone())).radius(2.0).color(pairs.color));
        }
        plot.line(Line::new("level-2 kernel", PlotPoints::from(curve)).color(ink).width(1.5));
    });
    let count = all().count();
    plot_table::named(&shown.response, "Level-2 kernel", &format!("kernel K against inner product S of {count} pairs"));
}

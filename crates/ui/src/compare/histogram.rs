//! Histogram of a permutation test: MMD² over random splits, with the observed value.
//!
//! An observed value far outside would reduce the histogram to a line.
//! The axis then covers the splits only, and a label at its edge shows the observed value.

use egui::{Align2, Color32, Response, RichText, TextStyle, Ui};
use egui_plot::{AxisHints, Bar, BarChart, LineStyle, PlotPoint, Text, VLine};

use crate::{axis_marks, data_table, plot_table, widgets::fixed_plot};
use wordfield_core::metric::MmdTest;
use wordfield_state::{Action, Workspace};

/// Number of bars in the histogram of random splits.
const BARS: usize = 30;
/// Multiple of the splits' range beyond which an observed MMD² is far outside the histogram.
const FAR: f64 = 1.5;

/// Histogram of a permutation test's random splits, with the observed MMD².
struct Histogram {
    /// Smallest and largest MMD² of the random splits.
    range: [f64; 2],
    counts: [usize; BARS],
    observed: f64,
    /// Text with the number of random splits.
    splits: String,
    /// Distance of the observed MMD² from the mean of the random splits, in standard deviations.
    deviations: f64,
}

impl Histogram {
    fn of(test: &MmdTest) -> Self {
        let null = &test.null;
        let range = null.iter().fold([f64::MAX, f64::MIN], |[low, high], &v| [low.min(v), high.max(v)]);
        let mut drawn =
            Self { range, counts: [0; BARS], observed: test.mmd.statistic(), splits: test.splits(), deviations: f64::NAN };
        for value in null {
            drawn.counts[(((value - range[0]) / drawn.width()) as usize).min(BARS - 1)] += 1;
        }
        let many = null.len() as f64;
        let mean = null.iter().sum::<f64>() / many;
        let spread = (null.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / many).sqrt();
        drawn.deviations = (drawn.observed - mean) / spread;
        drawn
    }

    /// Width of a histogram bar, in units of MMD².
    fn width(&self) -> f64 {
        ((self.range[1] - self.range[0]) / BARS as f64).max(1e-300)
    }

    /// Side on which the observed MMD² is far outside the histogram: 1 above, -1 below.
    fn outside(&self) -> Option<f64> {
        let [low, high] = self.range;
        let reach = FAR * (high - low);
        [(1.0, self.observed - high), (-1.0, low - self.observed)].into_iter().find(|(_, far)| *far > reach).map(|(side, _)| side)
    }

    /// Range of the histogram's horizontal axis.
    fn axis(&self) -> [f64; 2] {
        let [low, high] = self.range;
        let reach = (high - low).max(1e-300);
        // The label of a value beyond the edge needs space next to the bars.
        match self.outside() {
            Some(side) if side > 0.0 => [low - 0.05 * reach, high + 0.9 * reach],
            Some(_) => [low - 0.9 * reach, high + 0.05 * reach],
            None => {
                let (low, high) = (low.min(self.observed), high.max(self.observed));
                let margin = (0.04 * (high - low)).max(1e-300);
                [low - margin, high + margin]
            }
        }
    }

    /// Text of the label for an observed value beyond the edge.
    fn label(&self) -> String {
        let far = if self.deviations.is_finite() {
            let (many, side) = (self.deviations.abs(), if self.deviations > 0.0 { "above" } else { "below" });
            format!("\n{many:.0} standard deviations\n{side} the splits' mean")
        } else {
            String::new()
        };
        format!("observed:\n{:.6}{far}", self.observed)
    }
}

/// Draws the histogram of random splits, with its numbers as a table.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, test: &MmdTest, colors: [Color32; 2], actions: &mut Vec<Action>) {
    let drawn = Histogram::of(test);
    let shown = plot(ui, &drawn, 150.0, true, colors);
    let summary = format!("MMD² of {}, and observed; {}", drawn.splits, drawn.label().replace('\n', " "));
    plot_table::named(&shown, "Random splits", &summary);
    ui.collapsing("Random splits as a table", |ui| data_table::show(ui, workspace, "permutations", 160.0, actions));
}

/// Draws the histogram of random splits for print.
pub(crate) fn print(ui: &mut Ui, test: &MmdTest, colors: [Color32; 2]) {
    let height = ui.available_height();
    plot(ui, &Histogram::of(test), height, true, colors);
}

/// Draws the histogram of random splits without its table, `height` points high.
pub(crate) fn plain(ui: &mut Ui, test: &MmdTest, height: f32, colors: [Color32; 2]) {
    let drawn = Histogram::of(test);
    let shown = plot(ui, &drawn, height, false, colors);
    plot_table::named(&shown, "Random splits", &drawn.label().replace('\n', " "));
}

/// Draws the plot of the histogram, `height` points high.
fn plot(ui: &mut Ui, drawn: &Histogram, height: f32, wide: bool, colors: [Color32; 2]) -> Response {
    let width = drawn.width();
    let grey = ui.visuals().weak_text_color();
    let bar = |(place, &count): (usize, &usize)| {
        Bar::new(drawn.range[0] + (place as f64 + 0.5) * width, count as f64).width(0.95 * width).fill(grey)
    };
    let bars = drawn.counts.iter().enumerate().map(bar).collect();
    let highest = drawn.counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let outside = drawn.outside();
    let axis = match outside {
        _ if !wide => "",
        None => "; line: observed",
        Some(_) => "; observed value outside",
    };
    let axis = AxisHints::new_x()
        .label(format!("MMD² of {}{axis}", drawn.splits))
        .label_spacing(24.0..=36.0)
        .tick_label_font(TextStyle::Small.resolve(ui.style()))
        .formatter(|mark, _| axis_marks::text(mark));
    let plot = fixed_plot("random splits")
        .height(height)
        .custom_x_axes(vec![axis])
        .x_grid_spacer(|input| axis_marks::at_least_three(input.bounds));
    let shown = plot.show_grid(false).show(ui, |plot| {
        let [from, to] = drawn.axis();
        plot.set_plot_bounds_x(from..=to);
        plot.set_plot_bounds_y(0.0..=1.08 * highest);
        plot.bar_chart(BarChart::new("random splits", bars).color(grey));
        let Some(side) = outside else {
            plot.vline(VLine::new("the two sets", drawn.observed).color(colors[0]).width(2.5));
            return;
        };
        let reach = to - from;
        let (edge, anchor) = if side > 0.0 { (to, Align2::RIGHT_TOP) } else { (from, Align2::LEFT_TOP) };
        let at = edge - side * 0.012 * reach;
        plot.vline(VLine::new("the two sets, outside", at).color(colors[0]).width(2.5).style(LineStyle::dashed_dense()));
        let text = RichText::new(drawn.label()).color(colors[0]).size(12.0);
        plot.text(Text::new("the two sets", PlotPoint::new(at - side * 0.02 * reach, 1.04 * highest), text).anchor(anchor));
    });
    shown.response
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::metric::Mmd;

    fn drawn(observed: f64) -> Histogram {
        let null = (0..200).map(|i| 1e-3 * (f64::from(i) / 199.0 - 0.5)).collect();
        Histogram::of(&MmdTest { mmd: Mmd { biased: observed, unbiased: Some(observed) }, p: 0.005, exact: false, null })
    }

    #[test]
    fn the_histogram_keeps_its_shape_with_a_distant_observed_value() {
        for observed in [0.0, 4e-4, 1.5e-3, 2e-3, 0.1, 7.0, -0.1] {
            let drawn = drawn(observed);
            let [from, to] = drawn.axis();
            let [low, high] = drawn.range;
            assert!(from < low && high < to, "{observed}");
            assert!(high - low > 0.3 * (to - from), "{observed}: the splits are a line");
            match drawn.outside() {
                None => assert!(from < observed && observed < to, "{observed}"),
                Some(side) => {
                    assert!((observed - high) * side > 0.0 && drawn.label().contains("standard deviations"), "{observed}");
                }
            }
        }
        assert!(drawn(1.5e-3).outside().is_none() && drawn(7.0).outside().is_some());
    }

    #[test]
    fn equal_splits_are_drawn() {
        let null = vec![0.25; 20];
        let drawn = Histogram::of(&MmdTest { mmd: Mmd { biased: 1.0, unbiased: Some(1.0) }, p: 0.05, exact: false, null });
        assert_eq!(drawn.counts.iter().sum::<usize>(), 20);
        assert!(!drawn.label().contains("NaN") && !drawn.label().contains("inf"), "{}", drawn.label());
    }
}

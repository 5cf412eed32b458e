//! Line chart of a study: a panel for each corpus, a line for each method, error bars of one standard deviation.
//!
//! The horizontal axis has the values of the table's columns: a logarithmic scale for positive numbers, else equal steps.

use std::fmt::Write as _;

use super::{
    layout::{CorpusTable, Curves, Layout, title_of},
    unit::{number, title},
};
use crate::figure::svg::escape;

/// Width and height of a panel in the chart, followed by its margins: left, top, right, bottom.
const PANEL_SIZE: [f64; 2] = [300.0, 220.0];
const MARGINS: [f64; 4] = [48.0, 28.0, 14.0, 40.0];
/// Height of a line in the chart's legend.
const LINE: f64 = 15.0;
/// Colour palette of Okabe and Ito (2008), distinguishable with any colour vision.
const COLORS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8b8b3a"];
/// Dash patterns of chart lines, which change after each eight colours.
const DASHES: [&str; 3] = ["", "6 3", "2 2"];

/// Line chart of a study as an SVG file.
pub(super) fn write(layout: &Layout<'_>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in layout.corpora.iter().flat_map(|table| &table.rows) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let [left, top, right, bottom] = MARGINS;
    let step = left + PANEL_SIZE[0] + right;
    let (width, panel) = (step * layout.corpora.len().max(1) as f64, top + PANEL_SIZE[1] + bottom);
    let height = panel + LINE * (names.len() as f64 + 1.0);
    let mut svg = head([width, height]);
    for (place, table) in layout.corpora.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate({} {top})\">", place as f64 * step + left);
        draw(&mut svg, table, layout.across, &names);
        svg.push_str("</g>\n");
    }
    for (place, name) in names.iter().enumerate() {
        let y = panel + LINE * (place as f64 + 0.5);
        let _ = writeln!(svg, "<line x1=\"{left}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\"{}/>", left + 24.0, stroke(place));
        text(&mut svg, [left + 30.0, y + 4.0], "start", name);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Start of an SVG file, with a white background.
pub(super) fn head([width, height]: [f64; 2]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )
}

/// Colour and dash pattern of the chart line of a method.
fn stroke(place: usize) -> String {
    let dash = DASHES[place / COLORS.len() % DASHES.len()];
    format!(" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"{dash}\" fill=\"none\"", COLORS[place % COLORS.len()])
}

/// Writes a text element to the SVG file.
pub(super) fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">");
    escape(svg, text);
    svg.push_str("</text>\n");
}

/// Horizontal positions of the columns of a chart, between 0 and 1.
pub fn places(columns: &[&str]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = columns.iter().map(|column| column.parse().ok().filter(|value: &f64| *value > 0.0)).collect();
    let scaled = numbers.map(|numbers| numbers.into_iter().map(f64::ln).collect::<Vec<_>>());
    let values = scaled.unwrap_or_else(|| (0..columns.len()).map(|place| place as f64).collect());
    let (least, most) = range(values.iter().copied());
    let place = |value: &f64| if most > least { 0.06 + 0.88 * (value - least) / (most - least) } else { 0.5 };
    values.iter().map(place).collect()
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

/// Draws a corpus's panel of the chart, with its upper left corner at the origin.
fn draw(svg: &mut String, table: &CorpusTable<'_>, across: &str, names: &[&str]) {
    let [width, height] = PANEL_SIZE;
    text(svg, [0.0, -10.0], "start", &format!("{}: {}", table.corpus, title(table.metric)));
    let _ = writeln!(svg, "<path d=\"M0 0V{height}H{width}\" stroke=\"#555\" fill=\"none\"/>");
    let Curves { columns, lines } = table.curves();
    let spreads = lines.iter().flat_map(|(_, line)| line.iter().flatten());
    let (least, most) = range(spreads.flat_map(|[mean, sd]| [mean - sd, mean + sd]));
    if least > most {
        return;
    }
    let step = tick_step(most - least);
    let (low, high) = ((least / step).floor() * step, ((most / step).ceil() * step).max((least / step).floor() * step + step));
    let y = |value: f64| height * (1.0 - (value - low) / (high - low));
    for tick in 0..=((high - low) / step).round() as usize {
        let value = low + tick as f64 * step;
        let _ = writeln!(svg, "<line x1=\"0\" x2=\"{width}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#e4e4e4\"/>", y(value));
        text(svg, [-6.0, y(value) + 4.0], "end", &number(table.metric, value));
    }
    let places: Vec<f64> = places(&columns).into_iter().map(|place| place * width).collect();
    for (column, x) in columns.iter().zip(&places) {
        text(svg, [*x, height + 16.0], "middle", title_of(column));
    }
    text(svg, [0.5 * width, height + 31.0], "middle", across);
    for (name, line) in &lines {
        let Some(own) = names.iter().position(|other| other == name) else { continue };
        // Methods are shifted horizontally, so that the error bars of equal means stay apart.
        let shift = 2.5 * (own as f64 - 0.5 * (names.len() - 1) as f64);
        let shift = shift.clamp(-12.0, 12.0);
        let points: Vec<(f64, f64, f64)> =
            line.iter().zip(&places).filter_map(|(spread, x)| spread.map(|[mean, sd]| (x + shift, mean, sd))).collect();
        let line: Vec<String> = points.iter().map(|(x, mean, _)| format!("{x:.1},{:.1}", y(*mean))).collect();
        let _ = writeln!(svg, "<polyline points=\"{}\"{}/>", line.join(" "), stroke(own));
        let color = COLORS[own % COLORS.len()];
        for (x, mean, sd) in points {
            let (from, to) = (y(mean - sd), y(mean + sd));
            let _ = writeln!(svg, "<path d=\"M{x:.1} {from:.1}V{to:.1}\" stroke=\"{color}\" fill=\"none\"/>");
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"2.6\" fill=\"{color}\"/>", y(mean));
        }
    }
}

/// Distance of axis ticks: 1, 2 or 5 times a power of ten, for about five ticks.
fn tick_step(range: f64) -> f64 {
    let raw = (range / 5.0).max(1e-4);
    let power = 10.0_f64.powf(raw.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= raw).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_sizes_have_a_logarithmic_scale() {
        assert!((tick_step(0.13) - 0.05).abs() < 1e-12 && (tick_step(2.0) - 0.5).abs() < 1e-12);
        let found = places(&["10", "100", "1000"]);
        assert!((found[1] - 0.5).abs() < 1e-12 && found[0] < found[1] && found[1] < found[2]);
        let named = places(&["a", "b", "c"]);
        assert!((named[1] - 0.5).abs() < 1e-12);
        assert_eq!(places(&["7"]), [0.5]);
    }
}

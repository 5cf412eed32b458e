//! Heat map of a study: a panel for each corpus and method, a cell for each pair of values of two axes.
//!
//! The colours of a corpus share a scale from its lowest to its highest mean, shown by a bar; each cell shows its number.

use std::fmt::Write as _;

use wordfield_core::study::Row;

use super::{
    chart::{head, text},
    layout::value,
    unit::{number, title},
};

/// Width and height of a heat-map cell, followed by the margins of a panel: left, top, right, bottom.
const CELL: [f64; 2] = [58.0, 26.0];
const MARGINS: [f64; 4] = [70.0, 46.0, 20.0, 44.0];
/// Width of the heat map's colour bar.
const BAR: f64 = 12.0;
/// Colours from the lowest to the highest mean: viridis at five points (van der Walt and Smith 2015).
const COLOR_STOPS: [[f64; 3]; 5] =
    [[68.0, 1.0, 84.0], [59.0, 82.0, 139.0], [33.0, 145.0, 140.0], [94.0, 201.0, 98.0], [253.0, 231.0, 37.0]];

/// Panel of a heat map: the cells of a corpus and method over two axes.
#[derive(Debug)]
pub struct Panel<'a> {
    /// Label of the panel's corpus.
    pub corpus: &'a str,
    /// Label of the panel's method and of its other axes.
    pub name: String,
    /// Values of the horizontal and of the vertical axis.
    pub values: [Vec<&'a str>; 2],
    /// Column and row of each heat-map cell in the panel, and the study row that it shows.
    pub cells: Vec<([usize; 2], &'a Row)>,
}

/// Panels of a heat map, with the values of `across` from left to right and of `down` from top to bottom.
pub fn panels<'a>(rows: &'a [Row], [across, down]: [&str; 2]) -> Vec<Panel<'a>> {
    let mut panels: Vec<Panel<'a>> = Vec::new();
    for row in rows {
        let (corpus, name) = (row.corpus.as_str(), row.title_without(&[across, down]));
        let known = panels.iter().position(|panel| (panel.corpus, &panel.name) == (corpus, &name));
        let known = known.unwrap_or_else(|| {
            panels.push(Panel { corpus, name, values: Default::default(), cells: Vec::new() });
            panels.len() - 1
        });
        let Panel { values: [columns, lines], cells, .. } = &mut panels[known];
        cells.push(([place(columns, value(row, across)), place(lines, value(row, down))], row));
    }
    panels
}

/// Index of a value among those of an axis, to which it is added if it is new.
fn place<'a>(values: &mut Vec<&'a str>, value: &'a str) -> usize {
    values.iter().position(|own| *own == value).unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    })
}

/// Lowest and highest mean of the study rows; two equal numbers without rows.
pub fn range<'a>(rows: impl Iterator<Item = &'a Row>) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) = rows.filter_map(|row| row.mean).fold(ends, |(least, most), mean| (least.min(mean), most.max(mean)));
    if least <= most { (least, most) } else { (0.0, 0.0) }
}

/// Heat map as an SVG file, with the values of `across` from left to right and of `down` from top to bottom.
pub(super) fn write(rows: &[Row], [across, down]: [&str; 2]) -> String {
    let [left, top, right, bottom] = MARGINS;
    let (mut body, mut y, mut width) = (String::new(), 0.0, 0.0_f64);
    for Panel { corpus, name, values: [columns, lines], cells } in panels(rows, [across, down]) {
        let metric = cells[0].1.metric.as_str();
        let size = [CELL[0] * columns.len() as f64, CELL[1] * lines.len() as f64];
        let _ = writeln!(body, "<g transform=\"translate({left} {})\">", y + top);
        text(&mut body, [-left + 8.0, -28.0], "start", &format!("{corpus}, {name}: {}", title(metric)));
        for (place, column) in columns.iter().enumerate() {
            text(&mut body, [CELL[0] * (place as f64 + 0.5), size[1] + 15.0], "middle", column);
        }
        for (place, line) in lines.iter().enumerate() {
            text(&mut body, [-6.0, CELL[1] * (place as f64 + 0.65)], "end", line);
        }
        text(&mut body, [0.5 * size[0], size[1] + 31.0], "middle", across);
        text(&mut body, [-6.0, -8.0], "end", down);
        let ends = range(rows.iter().filter(|row| row.corpus == corpus));
        for (place, row) in &cells {
            cell(&mut body, place.map(|place| place as f64), row, ends);
        }
        bar(&mut body, size, metric, ends);
        body.push_str("</g>\n");
        y += top + size[1] + bottom;
        width = width.max(left + size[0] + 2.0 * BAR + 60.0 + right);
    }
    format!("{}{body}</svg>\n", head([width.max(360.0), y]))
}

/// Draws a cell of the heat map, white if it has no mean.
fn cell(svg: &mut String, [column, line]: [f64; 2], row: &Row, (least, most): (f64, f64)) {
    let [x, y] = [column * CELL[0], line * CELL[1]];
    let share = |mean: f64| if most > least { (mean - least) / (most - least) } else { 0.5 };
    let fill = row.mean.map_or_else(|| "#ffffff".to_owned(), |mean| color(share(mean)));
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"#ffffff\"/>",
        CELL[0], CELL[1]
    );
    let Some(mean) = row.mean else { return };
    let ink = if share(mean) < 0.55 { "#ffffff" } else { "#000000" };
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        x + 0.5 * CELL[0],
        y + 0.65 * CELL[1],
        number(&row.metric, mean)
    );
}

/// Draws the colour bar at the side of a panel, with the ends of its scale.
fn bar(svg: &mut String, [width, height]: [f64; 2], metric: &str, (least, most): (f64, f64)) {
    let (x, steps) = (width + 12.0, 24);
    for step in 0..steps {
        let (y, part) = (height * f64::from(step) / f64::from(steps), height / f64::from(steps));
        let fill = color(1.0 - (f64::from(step) + 0.5) / f64::from(steps));
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y:.2}\" width=\"{BAR}\" height=\"{:.2}\" fill=\"{fill}\"/>", part + 0.3);
    }
    text(svg, [x + BAR + 5.0, 9.0], "start", &number(metric, most));
    text(svg, [x + BAR + 5.0, height.max(20.0)], "start", &number(metric, least));
}

fn color(share: f64) -> String {
    let [red, green, blue] = rgb(share);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Colour of a number between 0 and 1 in the heat map.
pub fn rgb(share: f64) -> [u8; 3] {
    let place = share.clamp(0.0, 1.0) * (COLOR_STOPS.len() - 1) as f64;
    let from = (place.floor() as usize).min(COLOR_STOPS.len() - 2);
    let part = place - from as f64;
    [0, 1, 2].map(|i| (COLOR_STOPS[from][i] + part * (COLOR_STOPS[from + 1][i] - COLOR_STOPS[from][i])).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_the_first_stop_to_the_last() {
        assert_eq!((color(0.0), color(0.5), color(2.0)), ("#440154".into(), "#21918c".into(), "#fde725".into()));
    }
}

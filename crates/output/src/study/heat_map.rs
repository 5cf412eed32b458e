//! Heat map of a study: one panel for each corpus and method, a cell for each pair of values of two axes.
//!
//! The colours of a corpus have one scale, from its least mean to its greatest, which a bar shows; each cell has its number.

use std::{collections::BTreeMap, fmt::Write as _};

use wordfield_core::study::Row;

use super::{
    chart::{head, text},
    layout::value,
    unit::{number, title},
};

/// Size of a cell, and margins of a panel: left, top, right, bottom.
const CELL: [f64; 2] = [58.0, 26.0];
const MARGINS: [f64; 4] = [70.0, 46.0, 20.0, 44.0];
/// Width of the colour bar.
const BAR: f64 = 12.0;
/// Colours from the least to the greatest mean: viridis at five places (van der Walt and Smith 2015).
const STOPS: [[f64; 3]; 5] =
    [[68.0, 1.0, 84.0], [59.0, 82.0, 139.0], [33.0, 145.0, 140.0], [94.0, 201.0, 98.0], [253.0, 231.0, 37.0]];

/// A panel: corpus, and method with its other axes.
type Panel<'a> = (&'a str, String);

/// The heat map with the values of `across` from left to right and of `down` from top to bottom.
pub(super) fn write(rows: &[Row], [across, down]: [&str; 2]) -> String {
    let mut panels: Vec<(Panel<'_>, Vec<&Row>)> = Vec::new();
    for row in rows {
        let panel = (row.corpus.as_str(), name(row, [across, down]));
        match panels.iter_mut().find(|(own, _)| *own == panel) {
            Some((_, own)) => own.push(row),
            None => panels.push((panel, vec![row])),
        }
    }
    let mut ranges: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for row in rows {
        let range = ranges.entry(&row.corpus).or_insert((f64::INFINITY, f64::NEG_INFINITY));
        *range = row.mean.into_iter().fold(*range, |(least, most), mean| (least.min(mean), most.max(mean)));
    }
    let [left, top, right, bottom] = MARGINS;
    let (mut body, mut y, mut width) = (String::new(), 0.0, 0.0_f64);
    for ((corpus, name), rows) in &panels {
        let (columns, lines) = (values(rows, across), values(rows, down));
        let size = [CELL[0] * columns.len() as f64, CELL[1] * lines.len() as f64];
        let _ = writeln!(body, "<g transform=\"translate({left} {})\">", y + top);
        text(&mut body, [-left + 8.0, -28.0], "start", &format!("{corpus}, {name}: {}", title(&rows[0].metric)));
        for (place, column) in columns.iter().enumerate() {
            text(&mut body, [CELL[0] * (place as f64 + 0.5), size[1] + 15.0], "middle", column);
        }
        for (place, line) in lines.iter().enumerate() {
            text(&mut body, [-6.0, CELL[1] * (place as f64 + 0.65)], "end", line);
        }
        text(&mut body, [0.5 * size[0], size[1] + 31.0], "middle", across);
        text(&mut body, [-6.0, -8.0], "end", down);
        let (least, most) = ranges.get(corpus).copied().unwrap_or((0.0, 0.0));
        for row in rows {
            let place = |of: &[&str], axis| of.iter().position(|own| *own == value(row, axis)).unwrap_or_default() as f64;
            cell(&mut body, [place(&columns, across), place(&lines, down)], row, (least, most));
        }
        bar(&mut body, size, &rows[0].metric, (least, most));
        body.push_str("</g>\n");
        y += top + size[1] + bottom;
        width = width.max(left + size[0] + 2.0 * BAR + 60.0 + right);
    }
    format!("{}{body}</svg>\n", head([width.max(360.0), y]))
}

/// A cell: white without a mean.
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

/// The colour bar at the right of a panel, with both ends of its scale.
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

/// Colour of a place on the scale between 0 and 1.
fn color(share: f64) -> String {
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let from = (place.floor() as usize).min(STOPS.len() - 2);
    let part = place - from as f64;
    let channel = |i: usize| (STOPS[from][i] + part * (STOPS[from + 1][i] - STOPS[from][i])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
}

/// Distinct values of an axis in the order of the study.
fn values<'a>(rows: &[&'a Row], axis: &str) -> Vec<&'a str> {
    let mut values = Vec::new();
    for row in rows {
        let own = value(row, axis);
        if !values.contains(&own) {
            values.push(own);
        }
    }
    values
}

/// Label of a row with its axes except two.
fn name(row: &Row, without: [&str; 2]) -> String {
    let train = (!without.contains(&"train") && !row.train.is_empty()).then(|| format!("train {}", row.train));
    let others = row.at.iter().filter(|(key, _)| !without.contains(&key.as_str()));
    let axes = others.map(|(key, value)| format!("{key} {value}"));
    [row.label.clone()].into_iter().chain(train).chain(axes).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_from_the_first_stop_to_the_last() {
        assert_eq!((color(0.0), color(0.5), color(2.0)), ("#440154".into(), "#21918c".into(), "#fde725".into()));
    }
}

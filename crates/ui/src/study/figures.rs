//! Figures of a study: score curves and heat maps.
//! Curves show the score over the first axis with several values, with its spread.
//! Heat maps show the first two axes that a method varies together.
//!
//! The first axis is the training size, further axes are sorted by name. Figures show the numbers of the table.
//! Cost of a frame: a pass over the rows.

use egui::{
    Align, Align2, Color32, Rect, Role, ScrollArea, Sense, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText, pos2, vec2,
};
use egui_plot::{Corner, GridMark, Legend, Line, PlotPoints, Points};

use crate::{
    axis_marks, plot_table,
    widgets::{color, counted, fixed_plot, note},
};
use wordfield_core::study::Row;
use wordfield_output::study::{Curves, Layout, Panel, TRAIN, panels, places, range, rgb, varying};
use wordfield_state::StudyShown;

/// Size of a heat map's cell; at its left the margin of the second axis's values, and the width of a character, in points.
const CELL: [f32; 2] = [64.0, 26.0];
const LEFT: f32 = 16.0;
const CHARACTER: f32 = 6.0;
/// Width of the legend of curves: of its frame and of a character, in points; its largest share of the plot's width.
const LEGEND: [f32; 2] = [44.0, 6.8];
const MOST_LEGEND: f32 = 0.6;

/// Name of a study's axis in figures, as in `training size`.
fn name(axis: &str) -> &str {
    if axis == TRAIN { "training size" } else { axis }
}

/// Text with the number of seeds that the rows average over, as in `3 seeds` or `1 to 3 of 3 seeds`.
fn seeds<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> String {
    let finished = rows.clone().map(Row::finished).filter(|count| *count > 0);
    let (least, most) = (finished.clone().min().unwrap_or(0), finished.max().unwrap_or(0));
    let planned = counted(rows.map(|row| row.seeds.len()).max().unwrap_or(0), "seed");
    match (least == most, planned == counted(most, "seed")) {
        (true, true) => planned,
        (true, false) => format!("{most} of {planned}"),
        (false, _) => format!("{least} to {most} of {planned}"),
    }
}

/// Draws a score curve over the first axis with several values for each method.
pub(super) fn curves(ui: &mut Ui, shown: &StudyShown) {
    let (rows, score) = (&shown.rows, shown.score());
    let axis = varying(rows).first().copied().unwrap_or(TRAIN);
    let layout = Layout::new(rows, axis);
    let Some(table) = layout.corpora.first().filter(|_| rows.iter().any(|row| row.mean.is_some())) else {
        ui.weak("The curves begin with the first finished cell.");
        return;
    };
    let over = seeds(rows.iter());
    note(ui, format!("Mean {score} over {over} by {}; bars: one standard deviation.", name(axis)));
    let Curves { columns, lines } = table.curves();
    let at = places(&columns);
    let titles: Vec<(f64, String)> = at.iter().copied().zip(columns.iter().map(ToString::to_string)).collect();
    let (marks, width) = (titles.clone(), 1.0 / at.len().max(1) as f64);
    let points = |line: Vec<Option<[f64; 2]>>| -> Vec<[f64; 3]> {
        at.iter().zip(line).filter_map(|(&x, spread)| spread.map(|[mean, sd]| [x, mean, sd])).collect()
    };
    let lines: Vec<(&str, Vec<[f64; 3]>)> = lines.into_iter().map(|(name, line)| (name, points(line))).collect();
    let colors: Vec<Color32> = (0..lines.len()).map(|place| color(ui, place)).collect();
    // The legend is at the right of the curves and does not cover them.
    let longest = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as f32;
    let legend = (LEGEND[0] + LEGEND[1] * longest) / ui.available_width().max(1.0);
    let right = 1.0 / (1.0 - f64::from(legend.min(MOST_LEGEND)));
    let drawn = fixed_plot("scores of the study")
        .height(ui.available_height().max(120.0))
        .legend(Legend::default().position(Corner::RightBottom))
        .include_x(0.0)
        .include_x(right)
        .x_axis_label(name(axis))
        .y_axis_label(score.as_str())
        .x_grid_spacer(move |_| marks.iter().map(|&(value, _)| GridMark { value, step_size: width }).collect())
        .x_axis_formatter(move |mark, _| {
            let nearest = titles.iter().min_by(|a, b| (a.0 - mark.value).abs().total_cmp(&(b.0 - mark.value).abs()));
            nearest.map_or_else(String::new, |(_, title)| title.clone())
        })
        .y_axis_formatter(|mark, _| axis_marks::text(mark))
        .show(ui, |plot| {
            for ((name, points), color) in lines.iter().zip(colors) {
                let means: PlotPoints<'_> = points.iter().map(|[x, mean, _]| [*x, *mean]).collect();
                plot.line(Line::new(*name, means).color(color).width(1.6));
                let means: PlotPoints<'_> = points.iter().map(|[x, mean, _]| [*x, *mean]).collect();
                plot.points(Points::new(*name, means).color(color).radius(3.0));
                for [x, mean, sd] in points {
                    plot.line(Line::new(*name, vec![[*x, mean - sd], [*x, mean + sd]]).color(color).width(1.0));
                }
            }
        });
    plot_table::named(
        &drawn.response,
        "scores of the study",
        &format!("mean {score} by {}; the table has its numbers", name(axis)),
    );
}

/// Draws a heat map of the first two axes that a method varies together, for each method that does.
pub(super) fn heat_maps(ui: &mut Ui, shown: &StudyShown) {
    let axes = varying(&shown.rows);
    let pairs = axes.iter().enumerate().flat_map(|(place, &across)| axes[place + 1..].iter().map(move |&down| [across, down]));
    let both = |panel: &Panel<'_>| panel.values.iter().all(|values| values.len() > 1);
    let of = |axes: [&str; 2]| panels(&shown.rows, axes).into_iter().filter(both).collect::<Vec<_>>();
    let Some((axes, all)) = pairs.map(|axes| (axes, of(axes))).find(|(_, all)| !all.is_empty()) else {
        ui.weak("A heat map needs a method with two axes of two values each, for instance training sizes and latent dimensions.");
        return;
    };
    let ends = range(all.iter().flat_map(|panel| panel.cells.iter().map(|(_, row)| *row)));
    let drawn = all.iter().flat_map(|panel| panel.cells.iter().map(|(_, row)| *row));
    let (score, over) = (shown.score(), seeds(drawn));
    note(ui, format!("Mean {score} over {over}. Colours from {:.3} (dark) to {:.3} (light).", ends.0, ends.1));
    ScrollArea::both().id_salt("heat maps").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| all.iter().for_each(|panel| heat_map(ui, panel, axes, ends)));
    });
}

fn heat_map(ui: &mut Ui, panel: &Panel<'_>, [across, down]: [&str; 2], (least, most): (f64, f64)) {
    let Panel { name: title, values: [columns, lines], cells, .. } = panel;
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 1 + down.chars().count();
    let left = LEFT + CHARACTER * longest as f32;
    let size = vec2(left + CELL[0] * columns.len() as f32 + 12.0, CELL[1] * (lines.len() + 2) as f32);
    let title_size = WidgetText::from(title).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body).size();
    // A panel that does not fit at the right of the previous one begins a new line.
    let all = vec2(size.x.max(title_size.x + 4.0), size.y + title_size.y + ui.spacing().item_spacing.y);
    ui.allocate_ui_with_layout(all, egui::Layout::top_down(Align::Min), |ui| {
        ui.strong(title.as_str());
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let spoken = format!("heat map of {title}: {} from left to right, {} from top to bottom", name(across), name(down));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, spoken.as_str()));
        let (painter, ink) = (ui.painter_at(rect), ui.visuals().text_color());
        let font = TextStyle::Small.resolve(ui.style());
        let corner = rect.min + vec2(left, 0.0);
        let text = |at, text: &str, color| painter.text(at, Align2::CENTER_CENTER, text, font.clone(), color);
        for ([column, line], row) in cells {
            let min = corner + vec2(CELL[0] * *column as f32, CELL[1] * *line as f32);
            let cell = Rect::from_min_size(min, CELL.into());
            let Some(mean) = row.mean else {
                painter.rect_filled(cell.shrink(0.5), 0.0, ui.visuals().faint_bg_color);
                continue;
            };
            let share = if most > least { (mean - least) / (most - least) } else { 0.5 };
            let [red, green, blue] = rgb(share);
            painter.rect_filled(cell.shrink(0.5), 0.0, Color32::from_rgb(red, green, blue));
            text(cell.center(), &format!("{mean:.3}"), if share < 0.55 { Color32::WHITE } else { Color32::BLACK });
        }
        for (place, line) in lines.iter().enumerate() {
            text(pos2(rect.left() + 0.5 * left, corner.y + CELL[1] * (place as f32 + 0.5)), &format!("{down} {line}"), ink);
        }
        let below = corner.y + CELL[1] * (lines.len() as f32 + 0.5);
        for (place, &column) in columns.iter().enumerate() {
            text(pos2(corner.x + CELL[0] * (place as f32 + 0.5), below), column, ink);
        }
        text(pos2(corner.x + 0.5 * CELL[0] * columns.len() as f32, below + 0.8 * CELL[1]), name(across), ink);
    });
}

//! Word-by-word kernel matrices of two documents side by side: the identity kernel, and the learned kernel.
//!
//! Cost: one rectangle for each pair of listed words.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, epaint::TextShape, pos2, vec2,
};

use crate::{
    colour_bar::{ColourBar, tick},
    palette::single_color,
};
use wordfield_state::{Basis, WordMatrix};

/// Maximum side of a cell in a word matrix, in points.
const CELL: f32 = 16.0;
/// Space for the words before the rows and above the columns, in points.
const NAMES: f32 = 76.0;
/// Height of the title above a word matrix, in points.
const TITLE: f32 = 34.0;
/// Gap between the two word matrices, in points.
const GAP: f32 = 18.0;
/// Width of the colour bar above the words of the rows, in points.
const BAR: f32 = 62.0;
/// Minimum side of a cell whose word is readable, in points.
const READABLE: f32 = 9.0;

/// Draws both word matrices into `area`, unless it is too small; `colors` are those of the documents.
/// Means are omitted while they would answer the quiz question of a lesson.
pub(super) fn show(ui: &mut Ui, area: Rect, matrix: &WordMatrix, basis: &Basis, colors: [Color32; 2], with_means: bool) {
    let [rows, columns] = matrix.words.each_ref().map(Vec::len);
    if rows == 0 || columns == 0 {
        return;
    }
    let across = 0.5 * (area.width() - GAP - NAMES) / columns as f32;
    let down = (area.height() - NAMES - TITLE) / rows as f32;
    let cell = across.min(down).min(CELL);
    if cell < READABLE {
        return;
    }
    let least = matrix.kernel.iter().copied().fold(0.0, f64::min);
    let most = matrix.kernel.iter().copied().fold(1.0, f64::max);
    let same = |row: usize, column: usize| f64::from(u8::from(matrix.words[0][row].0 == matrix.words[1][column].0));
    let learned = |row: usize, column: usize| (matrix.kernel[[row, column]] - least) / (most - least);
    let names = [0, 1]
        .map(|side| matrix.words[side].iter().map(|of| basis.words.get(of.0).map_or("", String::as_str)).collect::<Vec<_>>());
    let left = area.min + vec2(NAMES, NAMES + TITLE);
    let right = left + vec2(columns as f32 * cell + GAP, 0.0);
    let size = vec2(columns as f32, rows as f32) * cell;
    let title = |ui: &Ui, at: Pos2, name: &str, mean: f64| {
        let text = if with_means { format!("{name}\nmean {mean:.4}") } else { name.to_owned() };
        let (font, ink) = (FontId::proportional(12.0), ui.visuals().text_color());
        ui.painter().text(pos2(at.x, area.min.y), Align2::LEFT_TOP, text, font, ink);
    };
    title(ui, left, "same word: 0 or 1", matrix.common);
    let ends = [Some(least as f32), None, Some(most as f32)];
    let [low, high] = [least, most].map(|end| tick(end as f32, ends));
    title(ui, right, &format!("learned kernel: {low} to {high}"), matrix.inner);
    scale(ui, area.min + vec2(0.0, TITLE), ends);
    cells(ui, Rect::from_min_size(left, size), cell, same);
    cells(ui, Rect::from_min_size(right, size), cell, learned);
    let font = FontId::proportional((0.8 * cell).clamp(8.0, 12.0));
    for (row, name) in names[0].iter().enumerate() {
        let at = pos2(left.x - 4.0, left.y + (row as f32 + 0.5) * cell);
        ui.painter().text(at, Align2::RIGHT_CENTER, short(name), font.clone(), colors[0]);
    }
    for (column, name) in names[1].iter().enumerate() {
        for start in [left, right] {
            let galley = ui.painter().layout_no_wrap(short(name), font.clone(), colors[1]);
            let at = pos2(start.x + (column as f32 + 0.5) * cell - 0.5 * galley.size().y, start.y - 4.0);
            ui.painter().add(TextShape::new(at, galley, colors[1]).with_angle(-std::f32::consts::FRAC_PI_2));
        }
    }
    let response =
        ui.interact(Rect::from_min_max(left, right + size), ui.scope_id().with("words of two documents"), Sense::hover());
    let means = format!(", mean {:.4}; same words alone {:.4}", matrix.inner, matrix.common);
    let text = format!("word-by-word kernel of two documents{}", if with_means { means.as_str() } else { "" });
    response.widget_info(|| WidgetInfo::labeled(Role::Figure, true, &text));
    if let Some(at) = response.hover_pos() {
        let place = |start: Pos2| {
            let cell = (at - start) / cell;
            (cell.x >= 0.0 && cell.y >= 0.0).then_some([cell.y as usize, cell.x as usize])
        };
        let inside = |cell: &[usize; 2]| cell[0] < rows && cell[1] < columns;
        if let Some([row, column]) = place(right).filter(inside).or_else(|| place(left).filter(inside)) {
            let (value, text) = (matrix.kernel[[row, column]], [names[0][row], names[1][column]]);
            response.on_hover_text_at_pointer(format!("k({}, {}) = {value:.4}", text[0], text[1]));
        }
    }
}

/// Draws the colour bar of the learned kernel above the rows. It ends at 0 and 1 unless kernel values lie beyond.
fn scale(ui: &mut Ui, at: Pos2, ends: [Option<f32>; 3]) {
    let dark = ui.visuals().dark_mode;
    let place = Rect::from_min_size(at, vec2(BAR, NAMES));
    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ColourBar::new("learned kernel", ends, &|share| single_color(share, dark)).show(ui, BAR, None);
    });
}

/// Draws the cells of a word matrix, coloured by shares between 0 and 1.
fn cells(ui: &Ui, rect: Rect, cell: f32, share: impl Fn(usize, usize) -> f64) {
    let dark = ui.visuals().dark_mode;
    let [columns, rows] = [rect.width(), rect.height()].map(|side| (side / cell).round() as usize);
    for row in 0..rows {
        for column in 0..columns {
            let at = rect.min + vec2(column as f32, row as f32) * cell;
            ui.painter().rect_filled(
                Rect::from_min_size(at, Vec2::splat(cell)),
                0.0,
                single_color(share(row, column) as f32, dark),
            );
        }
    }
    let stroke: Stroke = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Outside);
}

/// Word, cut to at most eleven letters.
fn short(word: &str) -> String {
    if word.chars().count() <= 11 { word.to_owned() } else { word.chars().take(10).chain(['…']).collect() }
}

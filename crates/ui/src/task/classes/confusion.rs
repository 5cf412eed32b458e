//! Confusion matrix of one part of the corpus, whose cells list their documents on a click and shrink with the pane.
//!
//! Cost: only visible cells are drawn.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, Role, ScrollArea, Sense, Shape, TextStyle, Ui, Vec2, WidgetText,
    epaint::TextShape,
    pos2,
    text::{LayoutJob, TextWrapping},
    vec2,
};
use ndarray::Array2;

use super::View;
use crate::{
    colour_bar::ColourBar,
    task::{
        lists::{empty_part, groups, no_documents, parts},
        view::{Evaluation, Shown},
    },
    term,
    widgets::{ResponseExt, color, counted, named, note, percent},
};
use wordfield_core::experiment::ClassMetrics;
use wordfield_state::{Action, Focus, Look, confused_order, glossary};

/// Minimum and maximum width of a confusion matrix cell, in points.
const CELL: [f32; 2] = [15.0, 104.0];
/// Height of a row of the confusion matrix, in points.
const ROW: f32 = 24.0;
/// Smallest font size of a count in a confusion matrix cell, in points.
const SMALLEST: f32 = 7.0;
/// Approximate ratio of digit width to font size.
const DIGIT: f32 = 0.62;
/// Maximum width of a row's class name in the confusion matrix, in points.
const NAME: f32 = 120.0;
/// Width of the confusion matrix's colour bar, in points.
const BAR: f32 = 160.0;

impl Evaluation for View<'_> {
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        let mut by_confusion = workspace.choices.classes.by_confusion;
        ui.horizontal_wrapped(|ui| {
            parts(ui, workspace, actions);
            let hint = "orders classes so that confused ones are adjacent";
            let group = ui.checkbox(&mut by_confusion, "group confused classes").on_hover_text(hint);
            group.on_change(actions, || Action::Look(Look::ByConfusion(by_confusion)));
        });
        let matrix = derived.confusion(workspace.choices.part);
        let all = matrix.sum();
        if all == 0 {
            return empty_part(ui);
        }
        let correct = matrix.diag().sum();
        let others = derived.class_metrics(workspace.choices.part).map(ClassMetrics::in_words).unwrap_or_default();
        ui.label(format!("{correct} of {all} correct: accuracy {}; {others}", percent(correct as f64 / all as f64)));
        if let Some((found, picture)) =
            workspace.pictures().and_then(|found| Some((found, found.of_part(workspace.choices.part)?)))
        {
            let part = workspace.choices.part.name();
            let at =
                if found.iteration == workspace.shown() { String::new() } else { format!(" at iteration {}", found.iteration) };
            let average = percent(picture.macro_average);
            let text = format!("picture{at}: {}; mean of the classes {average}", picture.sentence(part));
            term::label(ui, workspace, &glossary::PICTURE, text, actions);
        }
        groups(ui, workspace, actions);
        note(ui, "Rows: true class. Columns: predicted class. Click a cell for its documents.");
        let classes = &dataset.corpus.classes;
        let order = if by_confusion { confused_order(matrix) } else { (0..classes.len()).collect() };
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            drawn(ui, matrix, classes, &order, (Sizes::of, actions));
            scale(ui);
        });
    }

    fn obstacle(&self) -> Option<String> {
        let Shown { workspace, derived, .. } = self.shown;
        (derived.confusion(workspace.choices.part).sum() == 0).then(|| no_documents(workspace))
    }

    fn print(&self, ui: &mut Ui) {
        let Shown { workspace, dataset, derived, .. } = self.shown;
        let matrix = derived.confusion(workspace.choices.part);
        let classes = &dataset.corpus.classes;
        let by_confusion = workspace.choices.classes.by_confusion;
        let order = if by_confusion { confused_order(matrix) } else { (0..classes.len()).collect() };
        ui.vertical_centered(|ui| {
            ui.label("rows: true class; columns: predicted class");
            scale(ui);
        });
        drawn(ui, matrix, classes, &order, (Sizes::printed, &mut Vec::new()));
    }
}

/// Geometry of the confusion matrix, in points.
struct Sizes {
    /// Space for class names at the left and above the confusion matrix.
    names: f32,
    above: f32,
    /// Width and height of a cell of the confusion matrix.
    cell: f32,
    row: f32,
    /// Width of the recall at the end of each row of the confusion matrix.
    recall: f32,
    /// Space on the left and on the right of the confusion matrix.
    space: f32,
    /// Smallest font size of a count in a confusion matrix cell.
    smallest: f32,
    /// Whether class names above the columns are rotated.
    rotated: bool,
}

/// Widths of the texts in a confusion matrix.
#[derive(Clone, Copy)]
struct Texts {
    /// Width of the longest class name, in points.
    longest: f32,
    /// Width of the widest recall, in points.
    recall: f32,
    /// Number of digits of the largest count in the confusion matrix.
    digits: usize,
    /// Number of classes in the confusion matrix.
    classes: usize,
}

/// Function that returns the matrix's sizes for the available space and the lengths of its texts.
type SizesFor = fn(Vec2, Texts) -> Sizes;

impl Sizes {
    /// Sizes of the confusion matrix in a pane; rows have a constant height.
    /// A cell has space for the largest count, so a matrix of many classes is wider than a narrow pane and scrolls.
    fn of(Vec2 { x: width, .. }: Vec2, Texts { longest, recall, digits, classes }: Texts) -> Self {
        let names = (longest + 18.0).min(NAME).min(0.25 * width);
        let least = CELL[0].max(DIGIT * digits as f32 * SMALLEST + 3.0);
        let cell = ((width - names - recall) / classes.max(1) as f32).clamp(least, CELL[1].max(least));
        let rotated = longest > cell - 4.0;
        Self {
            names,
            above: if rotated { (longest + 24.0).min(NAME) } else { ROW },
            cell,
            row: ROW,
            recall,
            space: 0.0,
            smallest: SMALLEST,
            rotated,
        }
    }

    /// Sizes of a confusion matrix with square cells that fill a figure.
    fn printed(Vec2 { x: width, y: height }: Vec2, Texts { longest, recall, classes, .. }: Texts) -> Self {
        let names = (longest + 18.0).min(0.35 * width);
        let side = |above: f32| {
            let [across, down] = [width - names - recall, height - above].map(|length| length / classes.max(1) as f32);
            across.min(down)
        };
        let rotated = longest > side(ROW) - 4.0;
        let above = if rotated { (longest + 24.0).min(0.42 * height) } else { ROW };
        let cell = side(above).max(8.0);
        let space = (0.5 * (width - names - recall - classes as f32 * cell)).max(0.0);
        Self { names, above, cell, row: cell, recall, space, smallest: 4.5, rotated }
    }

    fn whole(&self, classes: usize) -> [f32; 2] {
        [self.names + classes as f32 * self.cell + self.recall, self.above + classes as f32 * self.row]
    }
}

/// Draws the confusion matrix with the given sizes.
fn drawn(
    ui: &mut Ui,
    matrix: &Array2<usize>,
    classes: &[String],
    order: &[usize],
    (sizes, actions): (SizesFor, &mut Vec<Action>),
) {
    let font = TextStyle::Body.resolve(ui.style());
    let wide = |name: &String| WidgetText::from(name.as_str()).into_galley(ui, None, f32::INFINITY, TextStyle::Body).size().x;
    let longest = classes.iter().map(wide).fold(0.0, f32::max);
    let recall = wide(&"100.0 %".to_owned()) + 8.0;
    let digits = matrix.iter().max().copied().unwrap_or(0).to_string().len();
    let sizes = sizes(ui.available_size(), Texts { longest, recall, digits, classes: order.len() });
    let [width, height] = sizes.whole(order.len());
    let space = sizes.space;
    let (area, _) = ui.allocate_exact_size(vec2(width + 2.0 * space, height), Sense::hover());
    let area = area.shrink2(vec2(space, 0.0));
    let corner = area.min + vec2(sizes.names, sizes.above);
    for (column, &class) in order.iter().enumerate() {
        let left = corner.x + column as f32 * sizes.cell;
        let head = Rect::from_min_max(pos2(left, area.top()), pos2(left + sizes.cell, corner.y));
        header(ui, head, &sizes, &font, (class, &classes[class]));
    }
    ui.painter().text(pos2(area.right() - 4.0, corner.y - 4.0), Align2::RIGHT_BOTTOM, "recall", font.clone(), ink(ui));
    for (row, &truth) in order.iter().enumerate() {
        let top = corner.y + row as f32 * sizes.row;
        let line = Rect::from_min_max(pos2(area.left(), top), pos2(area.right(), top + sizes.row));
        if !ui.is_rect_visible(line) {
            continue;
        }
        let name = shortened(ui, &classes[truth], &font, sizes.names - 18.0);
        ui.painter().circle_filled(pos2(line.left() + 6.0, line.center().y), 4.5, color(ui, truth));
        ui.painter().galley(pos2(line.left() + 14.0, line.center().y - 0.5 * name.size().y), name, ink(ui));
        let total = matrix.row(truth).sum();
        for (column, &predicted) in order.iter().enumerate() {
            let at = pos2(corner.x + column as f32 * sizes.cell, top);
            let place = Rect::from_min_size(at, vec2(sizes.cell, sizes.row)).shrink(1.0);
            let (count, name) = (matrix[[truth, predicted]], [&classes[truth], &classes[predicted]]);
            if ui.is_rect_visible(place) && cell(ui, place, (truth, predicted), (count, total, sizes.smallest), name) {
                actions.push(Action::Look(Look::Select(Focus::Cell { truth, predicted })));
            }
        }
        if total > 0 {
            let recall = percent(matrix[[truth, truth]] as f64 / total as f64);
            ui.painter().text(pos2(line.right() - 4.0, line.center().y), Align2::RIGHT_CENTER, recall, font.clone(), ink(ui));
        }
    }
}

fn ink(ui: &Ui) -> Color32 {
    ui.visuals().text_color()
}

/// Draws a class name above its column, rotated if the column is narrower than the name.
fn header(ui: &mut Ui, place: Rect, sizes: &Sizes, font: &FontId, (class, name): (usize, &String)) {
    let response = ui.interact(place, ui.scope_id().with(("predicted", class)), Sense::hover());
    named(&response, Role::ColumnHeader, name);
    response.on_hover_text(name);
    let space = if sizes.rotated { sizes.above - 16.0 } else { sizes.cell - 4.0 };
    let galley = shortened(ui, name, font, space);
    let size = galley.size();
    let dot: Pos2 = pos2(place.center().x, place.bottom() - 6.0);
    if sizes.rotated {
        ui.painter().circle_filled(dot, 4.0, color(ui, class));
        let at = pos2(place.center().x - 0.5 * size.y, place.bottom() - 13.0);
        let shape = TextShape::new(at, galley, ink(ui)).with_angle(-std::f32::consts::FRAC_PI_2);
        ui.painter().add(Shape::Text(shape));
    } else {
        ui.painter().galley(place.center() - 0.5 * size, galley, color(ui, class));
    }
}

/// Layout of a name on one line, truncated to `space` points.
fn shortened(ui: &Ui, name: &str, font: &FontId, space: f32) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple_singleline(name.to_owned(), font.clone(), Color32::PLACEHOLDER);
    job.wrap = TextWrapping::truncate_at_width(space.max(8.0));
    ui.painter().layout_job(job)
}

/// Tint of a confusion matrix cell by its share of the row's documents.
fn tint(color: Color32, share: f32) -> Color32 {
    color.gamma_multiply(0.1 + 0.7 * share)
}

/// Draws the colour bar of the cells' tints, in grey, which stands for the colours of all classes; the scale is fixed.
fn scale(ui: &mut Ui) {
    let ink = ink(ui);
    let ends = [Some(0.0), Some(0.5), Some(1.0)];
    ColourBar::new("share of the true class", ends, &|share| tint(ink, share)).show(ui, BAR, None);
}

/// Draws a cell of the confusion matrix, tinted by its share of the row. Returns whether it was clicked.
fn cell(
    ui: &mut Ui,
    place: Rect,
    (truth, predicted): (usize, usize),
    (count, total, smallest): (usize, usize, f32),
    [a, b]: [&String; 2],
) -> bool {
    let response = ui.interact(place, ui.scope_id().with((truth, predicted)), Sense::click());
    let name = format!("{} of {a} predicted as {b}", counted(count, "document"));
    named(&response, Role::Button, &name);
    let share = count as f32 / total.max(1) as f32;
    let fill = if count == 0 { ui.visuals().faint_bg_color } else { tint(color(ui, predicted), share) };
    ui.painter().rect_filled(place, 2.0, fill);
    if response.hovered() || response.has_focus() || truth == predicted {
        let stroke = if response.hovered() || response.has_focus() {
            ui.visuals().selection.stroke
        } else {
            ui.visuals().widgets.inactive.fg_stroke
        };
        ui.painter().rect_stroke(place, 2.0, stroke, egui::StrokeKind::Inside);
    }
    let text = count.to_string();
    let size = (place.width() / (DIGIT * text.len() as f32)).min(13.0);
    if count > 0 && size >= smallest {
        ui.painter().text(
            place.center(),
            Align2::CENTER_CENTER,
            text,
            FontId::proportional(size),
            ui.visuals().strong_text_color(),
        );
    }
    response.on_hover_text(name).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_and_twenty_classes_fit_the_pane() {
        // Size of the centre in a window of 1024 and of 1400 points with both panels open.
        for (width, classes) in [(430.0, 12), (430.0, 18), (780.0, 12), (780.0, 20), (780.0, 30)] {
            let sizes = Sizes::of(vec2(width, 500.0), Texts { longest: 160.0, recall: 52.0, digits: 2, classes });
            assert!(sizes.whole(classes)[0] <= width + 0.5, "{classes} classes in {width}: {}", sizes.whole(classes)[0]);
            assert!(sizes.rotated && sizes.cell >= CELL[0]);
        }
        let few = Sizes::of(vec2(780.0, 500.0), Texts { longest: 40.0, recall: 52.0, digits: 2, classes: 3 });
        assert!(!few.rotated && few.cell <= CELL[1]);
    }

    #[test]
    fn a_cell_has_space_for_its_count_at_any_width() {
        for width in [200.0, 430.0, 780.0] {
            for digits in 1..=6 {
                let sizes = Sizes::of(vec2(width, 500.0), Texts { longest: 160.0, recall: 60.0, digits, classes: 20 });
                // The count is drawn within the cell without its gap of a point on either side.
                let font = (sizes.cell - 2.0) / (DIGIT * digits as f32);
                assert!(font >= sizes.smallest, "{digits} digits in {width}: {font}");
            }
        }
    }

    #[test]
    fn square_cells_fill_a_figure() {
        for (width, height, longest, classes) in [(650.0, 470.0, 40.0, 4), (650.0, 470.0, 160.0, 20), (300.0, 470.0, 90.0, 8)] {
            let sizes = Sizes::printed(vec2(width, height), Texts { longest, recall: 52.0, digits: 3, classes });
            let [across, down] = sizes.whole(classes);
            assert!(across <= width + 0.5 && down <= height + 0.5, "{across} x {down}");
            assert!(across > width - 0.5 || down > height - 0.5, "{across} x {down}");
            assert!((sizes.cell - sizes.row).abs() < 1e-6);
        }
    }
}

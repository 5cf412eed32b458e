//! Documents of numbers drawn as images: the source, with the compared target and the true partner below it.
//!
//! Cost of a frame: a rectangle for each pixel, and a pass over the names of the columns.

use egui::{Color32, Rect, Role, Sense, Ui, WidgetInfo, vec2};
use ndarray::{Array2, Axis, concatenate};

use crate::widgets::note;
use wordfield_core::corpus::Dataset;
use wordfield_state::Compared;

/// Side of a document's image, in points.
const SIDE: f32 = 96.0;

/// Draws the images of the compared documents, if they have any.
pub(super) fn show(ui: &mut Ui, dataset: &Dataset, compared: &Compared) {
    let image = |document: usize| dataset.corpus.image(document);
    let (Some(given), Some(found)) = (image(compared.source), image(compared.target)) else { return };
    let partner = dataset.corpus.partner(compared.source).filter(|partner| *partner != compared.target).and_then(image);
    let with = |below: Array2<f64>| {
        // Halves of different widths cannot be stacked.
        concatenate(Axis(0), &[given.view(), below.view()]).unwrap_or(below)
    };
    ui.horizontal(|ui| {
        let shown =
            [("source", Some(given.clone())), ("with this target", Some(with(found))), ("with its partner", partner.map(with))];
        for (name, image) in shown {
            let Some(image) = image else { continue };
            ui.vertical(|ui| {
                paint(ui, &image, name);
                note(ui, name);
            });
        }
    });
}

/// Draws the pixels of an image, darkest for the least number and lightest for the greatest.
fn paint(ui: &mut Ui, image: &Array2<f64>, name: &str) {
    let (height, width) = image.dim();
    let pixel = SIDE / width as f32;
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, pixel * height as f32), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}: {height} × {width} pixels")));
    let ends = image.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], &value| [least.min(value), most.max(value)]);
    let painter = ui.painter_at(rect);
    for ((row, column), value) in image.indexed_iter() {
        let share = if ends[1] > ends[0] { (value - ends[0]) / (ends[1] - ends[0]) } else { 0.5 };
        let at = rect.min + pixel * vec2(column as f32, row as f32);
        painter.rect_filled(Rect::from_min_size(at, vec2(pixel, pixel)), 0.0, Color32::from_gray((255.0 * share) as u8));
    }
}

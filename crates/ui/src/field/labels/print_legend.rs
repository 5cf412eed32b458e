//! Legend of a printed figure: marker and name of each class, without controls.
//!
//! Inside the picture the legend covers the corner with the fewest words; outside it is a column.

use egui::{Color32, Context, FontId, Painter, Pos2, Rect, StrokeKind, Vec2, pos2, vec2};

use crate::field::layers::{colours, marks::Marks};
use crate::palette::class_shape;
use wordfield_state::Scene;

/// Distance between the border of a printed legend and its content, in points.
const PADDING: f32 = 5.0;
/// Smallest font size of a printed legend, in points.
const SMALLEST: f32 = 5.0;

/// Legend of a printed figure, measured for its layout.
pub(crate) struct PrintLegend<'a> {
    scene: &'a Scene,
    /// Class and text of each row, first the caption of the colours of words.
    rows: Vec<(Option<usize>, &'a str)>,
    font: FontId,
    row: f32,
    /// Width and height of the printed legend, with padding.
    pub size: Vec2,
}

impl<'a> PrintLegend<'a> {
    /// Measures the printed legend; its text becomes smaller if the rows do not fit into `height`.
    pub(crate) fn measure(ctx: &Context, scene: &'a Scene, text: f32, height: f32) -> Self {
        let caption = scene.colour_caption().map(|(short, _)| (None, short));
        let names = scene.basis.class_names.iter().enumerate().map(|(class, name)| (Some(class), name.as_str()));
        let rows: Vec<_> = caption.into_iter().chain(names).collect();
        let fitting = (height - 2.0 * PADDING) / (1.35 * rows.len().max(1) as f32);
        let size = text.min(fitting).max(SMALLEST);
        let font = FontId::proportional(size);
        let width =
            |text: &str| ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font.clone(), Color32::BLACK).size().x);
        let widest = rows.iter().map(|(_, text)| width(text)).fold(0.0, f32::max);
        let row = 1.35 * size;
        let size = vec2(widest + 1.5 * size + 2.0 * PADDING, row * rows.len() as f32 + 2.0 * PADDING);
        Self { scene, rows, font, row, size }
    }

    /// Rectangle in the corner of `area` that covers the fewest points, outside `blocked`.
    pub(crate) fn corner(&self, area: Rect, points: &[Pos2], blocked: Option<Rect>) -> Rect {
        let area = area.shrink(6.0);
        let [right, bottom] = [area.max.x - self.size.x, area.max.y - self.size.y];
        let top = blocked.map_or(area.min.y, |blocked| blocked.max.y + 4.0);
        [pos2(right, top), pos2(area.min.x, area.min.y), pos2(area.min.x, bottom), pos2(right, bottom)]
            .map(|corner| Rect::from_min_size(corner, self.size))
            .into_iter()
            .filter(|rect| blocked.is_none_or(|blocked| !rect.intersects(blocked)))
            .min_by_key(|rect| points.iter().filter(|&&point| rect.contains(point)).count())
            .unwrap_or_else(|| Rect::from_min_size(pos2(right, top), self.size))
    }

    /// Draws the printed legend; over a picture, with a background and a border.
    pub(crate) fn draw(&self, painter: &Painter, rect: Rect, marks: &mut Marks, over: Option<Color32>) {
        if let Some(paper) = over {
            painter.rect(rect, 2.0, paper.gamma_multiply(0.9), (0.6, Color32::from_gray(170)), StrokeKind::Inside);
        }
        let side = self.font.size;
        for (place, &(class, text)) in self.rows.iter().enumerate() {
            let middle = rect.min.y + PADDING + (place as f32 + 0.5) * self.row;
            if let Some(class) = class {
                let mark = Rect::from_center_size(pos2(rect.min.x + PADDING + 0.5 * side, middle), Vec2::splat(0.95 * side));
                painter.add(marks.single(painter.ctx(), mark, class_shape(class), colours::class(self.scene, class, false)));
            }
            let galley = painter.layout_no_wrap(text.to_owned(), self.font.clone(), Color32::BLACK);
            let left = if class.is_some() { 1.5 * side } else { 0.0 };
            painter.galley(pos2(rect.min.x + PADDING + left, middle - 0.5 * galley.size().y), galley, Color32::BLACK);
        }
    }
}

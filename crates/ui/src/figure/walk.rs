//! Conversion of egui's shapes to a drawing that does not depend on the window.
//!
//! Textured squares of a registered marker texture become marks, other textured rectangles images.
//! Every other mesh is painted by the software renderer into an image. Text keeps its characters, with their positions.

use std::sync::Arc;

use egui::{
    Color32, Galley, Pos2, Rect, Shape as Drawn, Stroke, StrokeKind, TextureId, Vec2,
    epaint::{ClippedShape, ColorMode, EllipseShape, Mesh, PathShape, RectShape, TextShape, Vertex},
    pos2,
};
use image::RgbaImage;

use super::{
    marks::MarkerTexture,
    raster::{Raster, Texture, paint},
    runs::text_runs,
};
use wordfield_output::figure::{Bounds, Color, Image, Item, Mark, Paint, Shape, TextRun};

/// Number of vertices of an ellipse and of a curve.
const CORNERS: usize = 48;
/// Maximum distance between the copies of a text that form its halo, in points.
const HALO: f32 = 4.0;

/// Converter from egui's shapes to items of a drawing.
pub(super) struct ShapeConverter<'a> {
    /// Software renderer that holds the textures.
    pub raster: &'a Raster,
    /// Marker texture registered in the context, if any.
    pub markers: Option<&'a MarkerTexture>,
    /// Pixels per point in images of meshes.
    pub scale: f32,
    /// Rectangle of the picture in points.
    pub area: Rect,
    items: Vec<Item>,
    /// Layout of the last text, and the position of its first copy.
    first_copy: Option<(Arc<Galley>, Pos2)>,
}

impl<'a> ShapeConverter<'a> {
    /// Creates a converter of the shapes within `area`.
    pub(super) fn new(raster: &'a Raster, markers: Option<&'a MarkerTexture>, scale: f32, area: Rect) -> Self {
        Self { raster, markers, scale, area, items: Vec::new(), first_copy: None }
    }

    /// Converts the shapes to items of a drawing.
    pub(super) fn walk(mut self, shapes: &[ClippedShape]) -> Vec<Item> {
        for ClippedShape { clip_rect, shape, .. } in shapes {
            let clip = clip_rect.intersect(self.area);
            if clip.is_positive() {
                self.shape(clip, shape);
            }
        }
        self.items
    }

    fn push(&mut self, clip: Rect, shape: Shape) {
        self.items.push(Item { clip: bounds(clip), shape });
    }

    fn shape(&mut self, clip: Rect, shape: &Drawn) {
        if !matches!(shape, Drawn::Text(_) | Drawn::Noop) {
            self.first_copy = None;
        }
        match shape {
            Drawn::Noop | Drawn::Callback(_) => {}
            Drawn::Vec(shapes) => shapes.iter().for_each(|shape| self.shape(clip, shape)),
            Drawn::Circle(circle) => {
                if let Some(paint) = paint_of(circle.fill, circle.stroke) {
                    self.push(clip, Shape::Circle { centre: place(circle.center), radius: circle.radius, paint });
                }
            }
            Drawn::Ellipse(ellipse) => self.ellipse(clip, ellipse),
            Drawn::LineSegment { points, stroke } => self.line(clip, points, *stroke),
            Drawn::Path(path) => self.path(clip, path),
            Drawn::Rect(rect) => self.rect(clip, rect),
            Drawn::Text(text) => self.text(clip, text),
            Drawn::Mesh(mesh) => self.mesh(clip, mesh),
            Drawn::QuadraticBezier(curve) => {
                let points = (0..=CORNERS).map(|step| curve.sample(step as f32 / CORNERS as f32)).collect();
                self.path(clip, &PathShape { points, closed: curve.closed, fill: curve.fill, stroke: curve.stroke.clone() });
            }
            Drawn::CubicBezier(curve) => {
                let points = (0..=CORNERS).map(|step| curve.sample(step as f32 / CORNERS as f32)).collect();
                self.path(clip, &PathShape { points, closed: curve.closed, fill: curve.fill, stroke: curve.stroke.clone() });
            }
            Drawn::Band(band) => {
                let upper = band.points.iter().map(|point| pos2(point.x, point.y.min));
                let lower = band.points.iter().rev().map(|point| pos2(point.x, point.y.max));
                let points: Vec<Pos2> = upper.chain(lower).collect();
                if let Some(paint) = paint_of(band.fill, band.stroke) {
                    self.polygon(clip, &points, true, paint);
                }
            }
        }
    }

    fn polygon(&mut self, clip: Rect, points: &[Pos2], closed: bool, paint: Paint) {
        if points.len() > 1 && points.iter().all(|point| point.x.is_finite() && point.y.is_finite()) {
            let points = points.iter().map(|&point| place(point)).collect();
            self.push(clip, Shape::Path { points, closed, paint });
        }
    }

    fn line(&mut self, clip: Rect, points: &[Pos2; 2], stroke: Stroke) {
        if let Some(paint) = paint_of(Color32::TRANSPARENT, stroke) {
            self.polygon(clip, points, false, paint);
        }
    }

    fn ellipse(&mut self, clip: Rect, ellipse: &EllipseShape) {
        let Some(paint) = paint_of(ellipse.fill, ellipse.stroke) else { return };
        let turn = egui::emath::Rot2::from_angle(ellipse.angle);
        let corner = |step: usize| {
            let angle = std::f32::consts::TAU * step as f32 / CORNERS as f32;
            ellipse.center + turn * (ellipse.radius * Vec2::angled(angle))
        };
        let points: Vec<Pos2> = (0..CORNERS).map(corner).collect();
        self.polygon(clip, &points, true, paint);
    }

    fn path(&mut self, clip: Rect, path: &PathShape) {
        let color = match &path.stroke.color {
            ColorMode::Solid(color) => *color,
            ColorMode::UV(color) => color(path.visual_bounding_rect(), path.points.first().copied().unwrap_or_default()),
        };
        if let Some(paint) = paint_of(path.fill, Stroke::new(path.stroke.width, color)) {
            self.polygon(clip, &path.points, path.closed, paint);
        }
    }

    fn rect(&mut self, clip: Rect, shape: &RectShape) {
        if let Some(brush) = &shape.brush {
            return self.image(clip, shape.rect, brush.uv, (brush.fill_texture_id, shape.fill));
        }
        let move_by = match shape.stroke_kind {
            StrokeKind::Inside => -0.5,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => 0.5,
        };
        let Some(paint) = paint_of(shape.fill, shape.stroke) else { return };
        // Outlines run along the middle of the stroke.
        let rect = if paint.stroke.is_some() { shape.rect.expand(move_by * shape.stroke.width) } else { shape.rect };
        if rect.is_negative() || !rect.is_finite() {
            return;
        }
        let corner = f32::from(shape.corner_radius.average().round() as u8).min(0.5 * rect.size().min_elem());
        self.push(clip, Shape::Rect { bounds: bounds(rect), corner, paint });
    }

    /// Converts a text; copies of one layout around a position are the halo of the last copy.
    fn text(&mut self, clip: Rect, shape: &TextShape) {
        let first =
            self.first_copy.take().filter(|(galley, at)| Arc::ptr_eq(galley, &shape.galley) && at.distance(shape.pos) < HALO);
        let mut runs = text_runs(shape);
        if let Some((_, at)) = &first
            && runs.texts.len() <= self.items.len()
        {
            let copies = self.items.split_off(self.items.len() - runs.texts.len());
            for (run, copy) in runs.texts.iter_mut().zip(copies) {
                if let Shape::Text(TextRun { color, halo, .. }) = copy.shape {
                    let color = halo.map_or(color, |(color, _)| color);
                    run.halo = Some((color, 2.0 * at.distance(shape.pos)));
                }
            }
        }
        let texts = runs.texts.into_iter().map(Shape::Text);
        for shape in runs.below.into_iter().chain(runs.above).chain(texts) {
            self.push(clip, shape);
        }
        self.first_copy = Some((Arc::clone(&shape.galley), first.map_or(shape.pos, |(_, at)| at)));
    }

    fn mesh(&mut self, clip: Rect, mesh: &Mesh) {
        if let Some(markers) = self.markers.filter(|markers| markers.id == mesh.texture_id) {
            let marks: Vec<Mark> = mesh.vertices.chunks_exact(4).filter_map(|square| mark(markers, square)).collect();
            if !marks.is_empty() {
                self.push(clip, Shape::Marks(marks));
            }
            return;
        }
        match (rectangle(mesh), self.raster.texture(mesh.texture_id)) {
            (Some((rect, uv, tint)), Some(_)) if mesh.texture_id != TextureId::default() => {
                self.image(clip, rect, uv, (mesh.texture_id, tint));
            }
            (_, Some(texture)) => self.painted(clip, mesh, texture),
            _ => {}
        }
    }

    /// Converts a part of a texture over a rectangle to an image.
    fn image(&mut self, clip: Rect, rect: Rect, uv: Rect, (id, tint): (TextureId, Color32)) {
        let Some(Texture { image: texture, sharp }) = self.raster.texture(id) else { return };
        let [width, height] = texture.size;
        let (columns, rows) = (part(uv.min.x, uv.max.x, width), part(uv.min.y, uv.max.y, height));
        let size = [columns.len(), rows.len()];
        if size.contains(&0) {
            return;
        }
        let pixel = |row: usize, column: usize| color(tint * texture.pixels[row * width + column]);
        let pixels = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let pixels = pixels.map(|(row, column)| pixel(row, column)).collect();
        let image = Image { size, pixels, sharp: *sharp };
        self.push(clip, Shape::Image { bounds: bounds(rect), image: Arc::new(image) });
    }

    /// Converts a mesh to an image of its bounding rectangle.
    fn painted(&mut self, clip: Rect, mesh: &Mesh, texture: &Texture) {
        let rect = mesh.calc_bounds().intersect(clip);
        let size = (rect.size() * self.scale).ceil();
        if !(rect.is_positive() && size.x.is_finite() && size.x * size.y < 4e7) {
            return;
        }
        let mut moved = mesh.clone();
        moved.translate(-rect.min.to_vec2());
        let mut canvas = RgbaImage::new(size.x as u32, size.y as u32);
        paint(&mut canvas, &moved, texture, Rect::from_min_size(Pos2::ZERO, size), self.scale);
        let pixels = canvas.pixels().map(|pixel| {
            let [r, g, b, a] = pixel.0;
            color(Color32::from_rgba_premultiplied(r, g, b, a))
        });
        let image = Image { size: [size.x as usize, size.y as usize], pixels: pixels.collect(), sharp: false };
        let bounds = bounds(Rect::from_min_size(rect.min, size / self.scale));
        self.push(clip, Shape::Image { bounds, image: Arc::new(image) });
    }
}

/// Range of texels that a share of a texture covers.
fn part(from: f32, to: f32, texels: usize) -> std::ops::Range<usize> {
    let at = |share: f32| ((share * texels as f32).round().max(0.0) as usize).min(texels);
    at(from)..at(to)
}

/// Converts a square of a marker texture to a mark.
fn mark(markers: &MarkerTexture, square: &[Vertex]) -> Option<Mark> {
    let [a, b, c, d] = square else { return None };
    // Corners are ordered differently in different meshes.
    let around = |at: fn(&Vertex) -> Pos2| Rect::from_two_pos(at(a), at(b)).union(Rect::from_two_pos(at(c), at(d)));
    let (uv, rect) = (around(|vertex| vertex.uv), around(|vertex| vertex.pos));
    let symbol = markers.marker_at(uv.center())?;
    let color = color(a.color);
    let seen = rect.is_positive() && rect.is_finite() && color[3] > 0;
    seen.then_some(Mark { symbol, at: place(rect.center()), radius: 0.5 * rect.width(), color })
}

/// Rectangle, texture part and tint of a mesh, if it is a single axis-parallel textured rectangle.
fn rectangle(mesh: &Mesh) -> Option<(Rect, Rect, Color32)> {
    let [a, b, c, d] = mesh.vertices[..] else { return None };
    let rect = Rect::from_two_pos(a.pos, a.pos).union(Rect::from_two_pos(d.pos, c.pos)).union(Rect::from_two_pos(b.pos, b.pos));
    let corner = |vertex: &Vertex| {
        let x = if (vertex.pos.x - rect.min.x).abs() < 1e-3 { rect.min.x } else { rect.max.x };
        let y = if (vertex.pos.y - rect.min.y).abs() < 1e-3 { rect.min.y } else { rect.max.y };
        (vertex.pos - pos2(x, y)).length() < 1e-2
    };
    let [low, high] = [rect.min, rect.max].map(|at| mesh.vertices.iter().find(|vertex| (vertex.pos - at).length() < 1e-2));
    let same = mesh.vertices.iter().all(|vertex| corner(vertex) && vertex.color == a.color);
    let uv = Rect { min: low?.uv, max: high?.uv };
    (same && mesh.indices.len() == 6 && uv.is_positive()).then_some((rect, uv, a.color))
}

fn place(at: Pos2) -> [f32; 2] {
    [at.x, at.y]
}

fn bounds(rect: Rect) -> Bounds {
    [rect.min.x, rect.min.y, rect.max.x, rect.max.y]
}

/// Colour of a drawing, without premultiplied opacity.
pub(super) fn color(color: Color32) -> Color {
    color.to_srgba_unmultiplied()
}

/// Fill and outline of a shape; `None` for an invisible shape.
fn paint_of(fill: Color32, stroke: Stroke) -> Option<Paint> {
    let fill = (fill.a() > 0).then(|| color(fill));
    let stroke = (stroke.width > 0.0 && stroke.color.a() > 0).then(|| (color(stroke.color), stroke.width));
    (fill.is_some() || stroke.is_some()).then_some(Paint { fill, stroke })
}

#[cfg(test)]
mod tests {
    use egui::{Context, FontId, RawInput, vec2};

    use super::*;

    /// Items of shapes that are laid out with the fonts of a context.
    fn walked(make: impl Fn(&Context) -> Vec<Drawn>) -> Vec<Item> {
        let (ctx, mut raster) = (Context::default(), Raster::default());
        let area = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0));
        let mut shapes = Vec::new();
        let mut output = ctx.run_ui(RawInput { screen_rect: Some(area), ..RawInput::default() }, |ui| shapes = make(ui.ctx()));
        raster.update(&mut output.textures_delta);
        let shapes: Vec<ClippedShape> = shapes.into_iter().map(|shape| ClippedShape::new(area, shape)).collect();
        ShapeConverter::new(&raster, None, 2.0, area).walk(&shapes)
    }

    fn label(ctx: &Context, text: &str) -> Arc<Galley> {
        ctx.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), FontId::proportional(10.0), Color32::PLACEHOLDER))
    }

    #[test]
    fn copies_of_a_label_become_its_halo_and_equal_texts_elsewhere_stay() {
        let items = walked(|ctx| {
            let word = label(ctx, "word");
            let at = |x: f32, y: f32, color| Drawn::galley(pos2(x, y), Arc::clone(&word), color);
            let far = at(120.0, 40.0, Color32::BLACK);
            vec![at(11.3, 10.0, Color32::WHITE), at(8.7, 10.0, Color32::WHITE), at(10.0, 10.0, Color32::RED), far]
        });
        let runs: Vec<&TextRun> =
            items.iter().filter_map(|item| if let Shape::Text(run) = &item.shape { Some(run) } else { None }).collect();
        assert_eq!(runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>(), ["word", "word"]);
        let (halo, width) = runs[0].halo.expect("a halo");
        assert!(halo == [255; 4] && (width - 2.6).abs() < 0.01 && runs[0].color == [255, 0, 0, 255]);
        assert!(runs[1].halo.is_none() && runs[1].width() > 15.0 && runs[1].offsets.len() == 5);
    }

    #[test]
    fn a_gradient_becomes_an_image_and_a_border_runs_inside_its_rectangle() {
        let items = walked(|_| {
            let mut mesh = Mesh::default();
            for (x, color) in [(10.0, Color32::RED), (110.0, Color32::BLUE)] {
                mesh.colored_vertex(pos2(x, 10.0), color);
                mesh.colored_vertex(pos2(x, 30.0), color);
            }
            mesh.add_triangle(0, 1, 2);
            mesh.add_triangle(1, 2, 3);
            let rect = Rect::from_min_size(pos2(10.0, 50.0), vec2(20.0, 20.0));
            vec![Drawn::mesh(mesh), Drawn::rect_stroke(rect, 0.0, (2.0, Color32::BLACK), StrokeKind::Inside)]
        });
        let [Shape::Image { bounds, image }, Shape::Rect { bounds: border, .. }] = [&items[0].shape, &items[1].shape] else {
            panic!("{items:?}")
        };
        assert_eq!((bounds.map(|x| x as i32), image.size), ([10, 10, 110, 30], [200, 40]));
        let [left, right] = [image.pixels[20 * 200 + 2], image.pixels[20 * 200 + 197]];
        assert!(left[0] > 240 && left[2] < 15 && right[0] < 15 && right[2] > 240, "{left:?} {right:?}");
        assert_eq!(border.map(|x| x as i32), [11, 51, 29, 69]);
    }
}

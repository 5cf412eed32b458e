//! Word marks of the word field: one mesh of textured squares for all words.
//!
//! The texture contains every marker in white, coloured by the vertices.
//! The mesh is reused between frames and only its vertices are rewritten. Cost: 12 ns a word; memory: 104 bytes a word.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Mesh, Pos2, Rect, Shape, TextureHandle, TextureOptions, epaint::Vertex, pos2, vec2};

use crate::{figure::MarkerTexture, palette::SHAPES};
use wordfield_output::figure::Symbol;

/// Number of texels on each side of a marker's texture.
const TEXELS: usize = 24;

const BLANK: Vertex = Vertex { pos: Pos2::ZERO, uv: Pos2::ZERO, color: Color32::TRANSPARENT };

/// Appearance of a word's mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    /// Colour of the mark, including its opacity.
    pub color: Color32,
    /// Radius of the mark in screen points.
    pub radius: f32,
    /// Index of the marker's shape, below [`SHAPES`].
    pub shape: u8,
}

/// Effect of depth on a word's mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distance {
    /// Factor by which the mark's radius is multiplied.
    pub grow: f32,
    /// Opacity of the mark, out of 255.
    pub opacity: u8,
}

/// Key of a mesh that is reused between frames.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MarkMesh {
    /// Mesh of all words, or of those in front of a slice in space.
    Words,
    /// Mesh of the words behind the slice.
    Behind,
    /// Mesh of the words on the overview map.
    Overview,
    /// Mesh of the document marks.
    Documents,
}

/// Texture of the markers, and meshes of the marks.
#[derive(Default)]
pub(crate) struct Marks {
    atlas: Option<TextureHandle>,
    meshes: [Arc<Mesh>; 4],
}

impl Marks {
    /// Draws a mesh with `marks[i]` at `at[i]`, modified by `distance`, for every `i` in the order of `order`.
    pub(crate) fn draw(
        &mut self,
        ctx: &Context,
        which: MarkMesh,
        area: Rect,
        (at, marks, order): (&[Pos2], &[Mark], &[u32]),
        distance: impl Fn(u32) -> Distance,
    ) -> Shape {
        let atlas = self.texture(ctx).id();
        let reused = &mut self.meshes[which as usize];
        if Arc::get_mut(reused).is_none() {
            *reused = Arc::default();
        }
        if let Some(mesh) = Arc::get_mut(reused) {
            mesh.texture_id = atlas;
            fill(mesh, area, (at, marks, order), distance);
        }
        Shape::Mesh(Arc::clone(reused))
    }

    /// Draws one marker in a rectangle, for the legend.
    pub(crate) fn single(&mut self, ctx: &Context, rect: Rect, shape: usize, color: Color32) -> Shape {
        Shape::image(self.texture(ctx).id(), rect, uv(shape as u8), color)
    }

    fn texture(&mut self, ctx: &Context) -> &TextureHandle {
        self.atlas.get_or_insert_with(|| {
            let texture = ctx.load_texture("word markers", atlas_image(), TextureOptions::LINEAR);
            let markers = (0..SHAPES as u8).map(|shape| (uv(shape), outline(usize::from(shape)))).collect();
            MarkerTexture { id: texture.id(), markers }.register(ctx);
            texture
        })
    }
}

fn fill(mesh: &mut Mesh, area: Rect, (at, marks, order): (&[Pos2], &[Mark], &[u32]), distance: impl Fn(u32) -> Distance) {
    let sight = area.expand(12.0);
    let corners: [Rect; SHAPES] = std::array::from_fn(|shape| uv(shape as u8));
    mesh.vertices.resize(4 * order.len(), BLANK);
    let mut squares = 0;
    let mut free = mesh.vertices.chunks_exact_mut(4);
    for &word in order {
        let (p, mark) = (at[word as usize], marks[word as usize]);
        if !sight.contains(p) {
            continue;
        }
        let Some(square) = free.next() else { break };
        let Distance { grow, opacity } = distance(word);
        let (r, uv, color) = (mark.radius * grow, corners[usize::from(mark.shape) % SHAPES], faded(mark.color, opacity));
        square[0] = Vertex { pos: pos2(p.x - r, p.y - r), uv: uv.min, color };
        square[1] = Vertex { pos: pos2(p.x + r, p.y - r), uv: pos2(uv.max.x, uv.min.y), color };
        square[2] = Vertex { pos: pos2(p.x + r, p.y + r), uv: uv.max, color };
        square[3] = Vertex { pos: pos2(p.x - r, p.y + r), uv: pos2(uv.min.x, uv.max.y), color };
        squares += 1;
    }
    mesh.vertices.truncate(4 * squares);
    mesh.indices.truncate(6 * squares);
    for square in mesh.indices.len() / 6..squares {
        let first = 4 * square as u32;
        mesh.indices.extend_from_slice(&[first, first + 1, first + 2, first, first + 2, first + 3]);
    }
}

/// Multiplies a colour by an opacity out of 255.
fn faded(color: Color32, opacity: u8) -> Color32 {
    if opacity == u8::MAX {
        return color;
    }
    let [r, g, b, a] = color.to_array().map(|c| ((u16::from(c) * u16::from(opacity) + 127) / 255) as u8);
    Color32::from_rgba_premultiplied(r, g, b, a)
}

fn uv(shape: u8) -> Rect {
    let width = 1.0 / SHAPES as f32;
    Rect::from_min_size(pos2(f32::from(shape) * width, 0.0), vec2(width, 1.0))
}

fn atlas_image() -> ColorImage {
    let width = TEXELS * SHAPES;
    let pixels = (0..width * TEXELS)
        .map(|at| {
            let (column, row) = (at % width, at / width);
            let half = TEXELS as f32 / 2.0;
            // The coordinate runs from -1 to 1 within the marker, with an empty border texel.
            let x = ((column % TEXELS) as f32 + 0.5 - half) / (half - 1.5);
            let y = ((row as f32) + 0.5 - half) / (half - 1.5);
            let cover = (0.5 - inside(column / TEXELS, x, y) * (half - 1.5)).clamp(0.0, 1.0);
            Color32::from_white_alpha((255.0 * cover).round() as u8)
        })
        .collect();
    ColorImage::new([width, TEXELS], pixels)
}

/// Approximate signed distance from a point to a marker's outline, negative inside it.
fn inside(shape: usize, x: f32, y: f32) -> f32 {
    let triangle = |y: f32| (0.894 * x.abs() + 0.447 * (y - 0.0) - 0.45).max(-y - 0.95).max(y - 0.8).min(2.0);
    match shape {
        1 => (x.abs() - 0.78).max(y.abs() - 0.78),
        2 => triangle(-y).max(y - 0.8),
        3 => (x.abs() + y.abs() - 1.0) * std::f32::consts::FRAC_1_SQRT_2,
        4 => {
            let bar = |a: f32, b: f32| (a.abs() - 0.3).max(b.abs() - 0.95);
            bar(x, y).min(bar(y, x))
        }
        5 => triangle(y),
        _ => x.hypot(y) - 0.9,
    }
}

/// Outline of a marker, in units of half the square's side, as drawn in the texture.
fn outline(shape: usize) -> Symbol {
    // The outline leaves out the empty border of the texture.
    let scale = (0.5 * TEXELS as f32 - 1.5) / (0.5 * TEXELS as f32);
    let scaled = |points: &[[f32; 2]]| Symbol::Polygon(points.iter().map(|point| point.map(|x| scale * x)).collect());
    match shape {
        1 => scaled(&[[-0.78, -0.78], [0.78, -0.78], [0.78, 0.78], [-0.78, 0.78]]),
        2 => scaled(&[[-0.103, -0.8], [0.103, -0.8], [0.903, 0.8], [-0.903, 0.8]]),
        3 => scaled(&[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]),
        4 => {
            let quarter = [[0.3, -0.95], [0.3, -0.3], [0.95, -0.3]];
            let turned = |[x, y]: [f32; 2], turns: usize| (0..turns).fold([x, y], |[x, y], _| [-y, x]);
            let points: Vec<[f32; 2]> = (0..4).flat_map(|turns| quarter.map(|point| turned(point, turns))).collect();
            scaled(&points)
        }
        5 => scaled(&[[-0.978, -0.95], [0.978, -0.95], [0.103, 0.8], [-0.103, 0.8]]),
        _ => Symbol::Disc(0.9 * scale),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_run_along_the_borders_of_the_markers() {
        let scale = (0.5 * TEXELS as f32 - 1.5) / (0.5 * TEXELS as f32);
        for shape in 0..SHAPES {
            let points = match outline(shape) {
                Symbol::Disc(radius) => vec![[radius, 0.0], [0.0, -radius]],
                Symbol::Polygon(points) => points,
            };
            for [x, y] in points {
                let off = inside(shape, x / scale, y / scale);
                assert!(off.abs() < 0.02, "shape {shape} at {x} {y}: {off}");
            }
        }
    }

    fn mark() -> Mark {
        Mark { color: Color32::RED, radius: 2.0, shape: 1 }
    }

    #[test]
    fn visible_words_become_squares_in_the_given_order() {
        let mut mesh = Mesh::default();
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 100.0));
        let at = [pos2(10.0, 10.0), pos2(500.0, 10.0), pos2(20.0, 20.0), pos2(f32::NAN, 1.0)];
        let near = |_| Distance { grow: 1.0, opacity: 255 };
        fill(&mut mesh, area, (&at, &[mark(); 4], &[2, 1, 0, 3]), near);
        assert_eq!((mesh.vertices.len(), mesh.indices.len()), (8, 12));
        assert_eq!(mesh.vertices[0].pos, pos2(18.0, 18.0));
        fill(&mut mesh, area, (&at, &[mark(); 4], &[0]), |_| Distance { grow: 2.0, opacity: 51 });
        assert_eq!((mesh.vertices[0].pos, mesh.vertices[0].color.to_array()), (pos2(6.0, 6.0), [51, 0, 0, 51]));
        assert_eq!(mesh.indices, [0, 1, 2, 0, 2, 3]);
        assert!(mesh.is_valid());
    }

    #[test]
    fn markers_are_opaque_in_the_middle_and_transparent_at_the_border() {
        let image = atlas_image();
        let width = TEXELS * SHAPES;
        for shape in 0..SHAPES {
            let alpha = |column: usize, row: usize| image.pixels[row * width + shape * TEXELS + column].a();
            assert_eq!(alpha(TEXELS / 2, TEXELS / 2), 255, "shape {shape}");
            for i in 0..TEXELS {
                for (column, row) in [(i, 0), (i, TEXELS - 1), (0, i), (TEXELS - 1, i)] {
                    assert_eq!(alpha(column, row), 0, "shape {shape} leaks into its neighbour");
                }
            }
        }
    }
}

//! Software renderer of shapes, independent of graphics drivers and hardware.
//!
//! Corners are rounded to 1/256 of a pixel, and edges are evaluated in integers with the top-left rule.
//! Triangles that share an edge therefore paint each pixel once. Colours are blended as the window blends them.

use std::collections::HashMap;

use egui::{
    ClippedPrimitive, Color32, ColorImage, Context, ImageData, Pos2, Rect, TextureFilter, TextureId, TexturesDelta,
    epaint::{ClippedShape, Mesh, Primitive, Vertex},
};
use image::RgbaImage;

/// Software renderer with the textures of the window.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
    /// Whether textures marked as sharp are sampled by the nearest texel; otherwise all are sampled linearly.
    sharp: bool,
}

/// Texture of the software renderer, such as the font atlas.
pub struct Texture {
    /// Pixels of the texture as an image.
    pub image: ColorImage,
    /// Whether enlarged texels of the texture have sharp edges.
    pub sharp: bool,
}

impl Raster {
    /// Renderer that preserves the edges of sharp texels.
    pub fn with_sharp_texels() -> Self {
        Self { sharp: true, ..Self::default() }
    }

    /// Takes over new and changed textures of the window.
    pub fn update(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                if let (Some([left, top]), Some(Texture { image: whole, .. })) = (change.pos, self.textures.get_mut(&id)) {
                    let [width, height] = image.size;
                    for row in 0..height {
                        let to = (top + row) * whole.size[0] + left;
                        whole.pixels[to..to + width].copy_from_slice(&image.pixels[row * width..(row + 1) * width]);
                    }
                } else {
                    let sharp = self.sharp && change.options.magnification == TextureFilter::Nearest;
                    self.textures.insert(id, Texture { image: ColorImage::clone(image), sharp });
                }
            }
        }
        delta.clear();
    }

    /// Texture with the given id.
    pub fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.textures.get(&id)
    }

    /// Picture of the given shapes, with `scale` pixels per point.
    ///
    /// # Errors
    /// If the shapes hold a paint callback or name an unknown texture.
    pub fn draw(&self, ctx: &Context, shapes: Vec<ClippedShape>, scale: f32, size: [u32; 2]) -> Result<RgbaImage, String> {
        let mut canvas = RgbaImage::new(size[0], size[1]);
        for ClippedPrimitive { clip_rect, primitive } in ctx.tessellate(shapes, scale) {
            let Primitive::Mesh(mesh) = &primitive else { return Err("a callback cannot be drawn".to_owned()) };
            let texture = self.textures.get(&mesh.texture_id).ok_or("a texture is missing")?;
            paint(&mut canvas, mesh, texture, clip_rect * scale, scale);
        }
        Ok(canvas)
    }
}

/// Paints a mesh, whose positions are in points, on a canvas.
pub(super) fn paint(canvas: &mut RgbaImage, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
    let (width, height) = (i64::from(canvas.width()), i64::from(canvas.height()));
    let within = |x: f32, most: i64| (x.round() as i64).clamp(0, most);
    let (left, right) = (within(clip.min.x, width), within(clip.max.x, width));
    let (top, bottom) = (within(clip.min.y, height), within(clip.max.y, height));
    for corners in mesh.indices.chunks_exact(3) {
        let mut v = [0, 1, 2].map(|k| mesh.vertices[corners[k] as usize]);
        let place = |v: &Vertex| [(v.pos.x * scale * 256.0).round() as i64, (v.pos.y * scale * 256.0).round() as i64];
        // Twice the signed area of a triangle formed by an edge and a point: positive on the inside.
        let side = |a: [i64; 2], b: [i64; 2], p: [i64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let mut p = v.each_ref().map(place);
        if side(p[0], p[1], p[2]) < 0 {
            v.swap(1, 2);
            p.swap(1, 2);
        }
        let area = side(p[0], p[1], p[2]);
        if area == 0 {
            continue;
        }
        let edges = [(p[1], p[2]), (p[2], p[0]), (p[0], p[1])];
        // Pixels whose centres lie on a top or left edge belong to the triangle.
        let owns = edges.map(|(a, b)| (a[1] == b[1] && b[0] > a[0]) || b[1] < a[1]);
        let span = |axis: usize, low: i64, high: i64| {
            let [a, b, c] = p.map(|p| p[axis]);
            let (first, last) = (a.min(b).min(c), a.max(b).max(c));
            first.div_euclid(256).max(low)..(last.div_euclid(256) + 1).min(high)
        };
        for y in span(1, top, bottom) {
            for x in span(0, left, right) {
                let w = edges.map(|(a, b)| side(a, b, [256 * x + 128, 256 * y + 128]));
                if (0..3).all(|k| w[k] > 0 || (w[k] == 0 && owns[k])) {
                    let w = w.map(|w| w as f32 / area as f32);
                    let mix = |f: &dyn Fn(&Vertex) -> f32| f(&v[0]) * w[0] + f(&v[1]) * w[1] + f(&v[2]) * w[2];
                    let texel = read(texture, Pos2::new(mix(&|v| v.uv.x), mix(&|v| v.uv.y)));
                    let color = [0, 1, 2, 3].map(|k| mix(&|v| f32::from(v.color.to_array()[k])) * texel[k] / 255.0);
                    let pixel = canvas.get_pixel_mut(x as u32, y as u32);
                    for k in 0..4 {
                        let below = f32::from(pixel.0[k]) * (1.0 - color[3] / 255.0);
                        pixel.0[k] = (color[k] + below).round().clamp(0.0, 255.0) as u8;
                    }
                }
            }
        }
    }
}

/// Bilinear sample of the texture at a position, or its nearest texel; each channel is in 0..=255.
fn read(Texture { image: texture, sharp }: &Texture, at: Pos2) -> [f32; 4] {
    let [width, height] = texture.size;
    if *sharp {
        let near = |x: f32, size: usize| ((x * size as f32).max(0.0) as usize).min(size - 1);
        return Color32::to_array(&texture.pixels[near(at.y, height) * width + near(at.x, width)]).map(f32::from);
    }
    let split = |x: f32, size: usize| {
        let x = (x * size as f32 - 0.5).clamp(0.0, (size - 1) as f32);
        (x as usize, (x as usize + 1).min(size - 1), x.fract())
    };
    let ((left, right, s), (top, bottom, t)) = (split(at.x, width), split(at.y, height));
    let texel = |x: usize, y: usize| Color32::to_array(&texture.pixels[y * width + x]).map(f32::from);
    let (a, b, c, d) = (texel(left, top), texel(right, top), texel(left, bottom), texel(right, bottom));
    [0, 1, 2, 3].map(|k| (a[k] * (1.0 - s) + b[k] * s) * (1.0 - t) + (c[k] * (1.0 - s) + d[k] * s) * t)
}

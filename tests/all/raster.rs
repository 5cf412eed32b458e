//! The software renderer of figures as renderer of a test window.

use eframe::egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;

/// Renderer with the textures of a test window.
#[derive(Default)]
pub(crate) struct Raster(wordfield_ui::figure::Raster);

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.update(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        self.0.draw(ctx, output.shapes.clone(), scale, [size.x, size.y].map(|length| length.round() as u32))
    }
}

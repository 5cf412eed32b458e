//! The surface behind the points as an image with contour lines.
//!
//! Cost: a surface on [`CELLS`]² cells when sets, kernels or theme change; the texture is reused otherwise.

use std::sync::Arc;

use eframe::egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

use crate::{
    kernel::Grid,
    ldk::Embedding,
    sandbox::{Learner, REACH, Sandbox, Surface, Values},
    ui::{
        field::{Line, Raster, level_lines},
        palette::{class_color, ground_color, side_color, single_color},
    },
};

/// Cells on each side of the image.
const CELLS: usize = 96;
/// Shares of the highest value at which contour lines are drawn.
const LEVELS: [f32; 3] = [0.5, 0.1, -0.5];

/// Image of a surface and its contour lines.
#[derive(Default)]
pub struct SurfacePicture {
    of: Option<(Arc<Values>, Surface, bool)>,
    texture: Option<TextureHandle>,
    /// Contour lines at shares of the largest value, with their share.
    pub lines: Vec<(f32, Vec<Line>)>,
    /// Largest absolute value.
    pub most: f32,
    /// Values and their colours, top row first; `None` if nothing is drawn.
    pub drawn: Option<(Raster, Vec<Color32>)>,
}

impl SurfacePicture {
    /// The texture of a sandbox's surface; `None` if nothing is drawn.
    pub fn update(&mut self, ctx: &Context, sandbox: &Sandbox, values: &Arc<Values>, dark: bool) -> Option<&TextureHandle> {
        let same = |(of, surface, theme): &(Arc<Values>, Surface, bool)| {
            Arc::ptr_eq(of, values) && *surface == sandbox.surface && *theme == dark
        };
        if !self.of.as_ref().is_some_and(same) {
            self.of = Some((Arc::clone(values), sandbox.surface, dark));
            self.draw(ctx, sandbox, values, dark);
        }
        self.texture.as_ref()
    }

    fn draw(&mut self, ctx: &Context, sandbox: &Sandbox, values: &Values, dark: bool) {
        let grid = Grid { left: -REACH, bottom: -REACH, width: 2.0 * REACH, height: 2.0 * REACH, columns: CELLS, rows: CELLS };
        let Some(field) = sandbox.surface.on_grid(sandbox, values, &grid) else {
            (self.texture, self.drawn, self.most) = (None, None, 0.0);
            self.lines.clear();
            return;
        };
        let middle = sandbox.surface.middle(sandbox) as f32;
        let raster = Raster { grid, values: field.into_iter().map(|value| value - middle).collect() };
        let highest = raster.values.iter().filter(|value| value.is_finite()).fold(1e-12_f32, |most, value| most.max(value.abs()));
        // The Gaussian kernel around a point always has the height 1, also between two cells.
        let unit = matches!((sandbox.surface, sandbox.embedding), (Surface::Kernel { .. }, Embedding::Rbf { .. }));
        self.most = if unit { 1.0 } else { highest };
        let signed = sandbox.surface.is_signed(sandbox);
        let sides = side_colors(sandbox, dark);
        let color = |value: f32| match (signed, sandbox.learner, sandbox.surface) {
            (true, Learner::Gp { .. }, Surface::Learned) => ground_color(value / self.most, dark),
            (true, ..) => side_color(value / self.most, sides, dark),
            (false, ..) => single_color(value / self.most, dark),
        };
        let at = |cell: usize| raster.values[(CELLS - 1 - cell / CELLS) * CELLS + cell % CELLS];
        let image = ColorImage::new([CELLS, CELLS], (0..CELLS * CELLS).map(|cell| color(at(cell))).collect());
        let colors = image.pixels.clone();
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::LINEAR),
            None => self.texture = Some(ctx.load_texture("sandbox surface", image, TextureOptions::LINEAR)),
        }
        let levels: &[f32] = if signed { &[0.0, LEVELS[0], LEVELS[2]] } else { &LEVELS[..2] };
        self.lines = levels.iter().map(|&share| (share, level_lines(&raster, share * self.most))).collect();
        self.drawn = Some((raster, colors));
    }
}

/// Colours of the positive and the negative side.
fn side_colors(sandbox: &Sandbox, dark: bool) -> [Color32; 2] {
    let [a, b] = sandbox.compared;
    match sandbox.surface {
        Surface::Witness => [class_color(a, dark), class_color(b, dark)],
        Surface::Kernel { set, .. } | Surface::Mean(set) => [class_color(set, dark), Color32::GRAY],
        _ => {
            // The sides of a decision have the colours of the first set on each side.
            let first = |positive: bool| sandbox.sets.iter().position(|set| (set.target >= 0.0) == positive);
            [true, false].map(|side| first(side).map_or(Color32::GRAY, |set| class_color(set, dark)))
        }
    }
}

//! Picture of the sandbox's surface behind the points: an image with contour lines.
//!
//! Cost: a surface on [`CELLS`]² cells when sets, kernels or theme change; the texture is reused otherwise.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

use crate::{
    field::{Line, Raster, level_lines},
    palette::{class_color, ground_color, ratio_color, side_color, single_color},
};
use wordfield_core::{
    kernel::Grid,
    ldk::Embedding,
    sandbox::{Learner, MAX_COORDINATE, Sandbox, Surface, Values},
};
use wordfield_state::ValueScale;

/// Number of cells on each side of the surface's image.
const CELLS: usize = 96;
/// Least ratio to the band that has the full colour.
const LEAST_RATIO: f32 = 2.0;
/// Shares of the highest value at which the surface's contour lines are drawn.
const LEVELS: [f32; 3] = [0.5, 0.1, -0.5];

/// Drawing style of the sandbox's surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SurfaceLook {
    /// Half width of the band by which a test is divided; `None` if the surface is no test.
    pub band: Option<f32>,
    /// Whether the colours end at the largest shown value, not at the largest possible one.
    pub rescaled: bool,
    /// Whether the window's theme is dark.
    pub dark: bool,
}

/// Image of the sandbox's surface, with its contour lines.
#[derive(Default)]
pub(super) struct SurfacePicture {
    of: Option<(Arc<Values>, Surface, SurfaceLook)>,
    texture: Option<TextureHandle>,
    /// Contour lines with their levels, given as distances from the middle value.
    pub lines: Vec<(f32, Vec<Line>)>,
    /// Largest distance of a value from the middle, or the height of a kernel function.
    pub most: f32,
    /// Scale that assigns the colours to the surface's values.
    pub scale: Option<ValueScale>,
    /// Values of the surface and their colours, top row first; `None` without a surface.
    pub drawn: Option<(Raster, Vec<Color32>)>,
}

impl SurfacePicture {
    /// Texture of the sandbox's surface; `None` without a surface.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        sandbox: &Sandbox,
        values: &Arc<Values>,
        look: SurfaceLook,
    ) -> Option<&TextureHandle> {
        let same = |(of, surface, drawn): &(Arc<Values>, Surface, SurfaceLook)| {
            Arc::ptr_eq(of, values) && *surface == sandbox.surface && *drawn == look
        };
        if !self.of.as_ref().is_some_and(same) {
            self.of = Some((Arc::clone(values), sandbox.surface, look));
            self.draw(ctx, sandbox, values, look);
        }
        self.texture.as_ref()
    }

    fn draw(&mut self, ctx: &Context, sandbox: &Sandbox, values: &Values, look: SurfaceLook) {
        let grid = Grid {
            left: -MAX_COORDINATE,
            bottom: -MAX_COORDINATE,
            width: 2.0 * MAX_COORDINATE,
            height: 2.0 * MAX_COORDINATE,
            columns: CELLS,
            rows: CELLS,
        };
        // A test without its band is not drawn.
        let tested = sandbox.surface != Surface::Ratio || look.band.is_some();
        let Some(mut field) = sandbox.surface.on_grid(sandbox, values, &grid).filter(|_| tested) else {
            (self.texture, self.drawn, self.most, self.scale) = (None, None, 0.0, None);
            self.lines.clear();
            return;
        };
        if let Some(among) = sandbox.surface.among_points(sandbox, values, &grid) {
            field.iter_mut().zip(among).filter(|(_, among)| !among).for_each(|(value, _)| *value = f32::NAN);
        }
        let (middle, unit) = (sandbox.surface.middle(sandbox) as f32, look.band.unwrap_or(1.0));
        let raster = Raster { grid, values: field.into_iter().map(|value| value / unit - middle).collect() };
        let highest = raster.values.iter().filter(|value| value.is_finite()).fold(1e-12_f32, |most, value| most.max(value.abs()));
        // A Gaussian kernel around a point always has the height 1, also between two cells.
        let unit = matches!((sandbox.surface, sandbox.embedding), (Surface::Kernel { .. }, Embedding::Rbf { .. }));
        self.most = if unit { 1.0 } else { highest };
        let signed = sandbox.surface.is_signed(sandbox);
        let possible = match sandbox.surface {
            Surface::Ratio => Some([-LEAST_RATIO, LEAST_RATIO]),
            surface => surface.possible_values(sandbox).map(|range| range.map(|end| end as f32)),
        };
        let scale = if signed {
            let wide = possible.map(|[low, high]| [low.min(middle - highest), high.max(middle + highest)]);
            ValueScale::two_sided(wide, middle, self.most, look.rescaled)
        } else {
            ValueScale::one_sided(possible, [0.0, self.most], look.rescaled)
        };
        let at = |cell: usize| raster.values[(CELLS - 1 - cell / CELLS) * CELLS + cell % CELLS];
        let color = |value: f32| color(sandbox, &scale, look, value);
        let colors: Vec<Color32> = (0..CELLS * CELLS).map(|cell| color(at(cell))).collect();
        let image = ColorImage::new([CELLS, CELLS], colors.clone());
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::LINEAR),
            None => self.texture = Some(ctx.load_texture("sandbox surface", image, TextureOptions::LINEAR)),
        }
        let levels = levels(sandbox, signed, self.most).into_iter();
        self.lines = levels.map(|level| (level, level_lines(&raster, level))).collect();
        (self.drawn, self.scale) = (Some((raster, colors)), Some(scale));
    }
}

/// Levels of the contour lines, as distances from the middle: 0 and the margins of a decision or the ends of the band, otherwise
/// shares of the highest value.
fn levels(sandbox: &Sandbox, signed: bool, most: f32) -> Vec<f32> {
    match (sandbox.surface, sandbox.learner) {
        (Surface::Learned, Learner::Svm { .. }) | (Surface::Ratio, _) => vec![0.0, 1.0, -1.0],
        _ if signed => vec![0.0, LEVELS[0] * most, LEVELS[2] * most],
        _ => LEVELS[..2].iter().map(|share| share * most).collect(),
    }
}

/// Colour of a value of the surface; `value` is the distance from the middle of a diverging scale.
pub(super) fn color(sandbox: &Sandbox, scale: &ValueScale, look: SurfaceLook, value: f32) -> Color32 {
    let place = scale.place(value);
    match (sandbox.surface.is_signed(sandbox), sandbox.learner, sandbox.surface) {
        (true, Learner::Gp { .. }, Surface::Learned) => ground_color(place, look.dark),
        (true, _, Surface::Ratio) => ratio_color(value, scale.high, side_colors(sandbox, look.dark), look.dark),
        (true, ..) => side_color(place, side_colors(sandbox, look.dark), look.dark),
        (false, ..) => single_color(scale.share(value), look.dark),
    }
}

/// Colours for the surface's positive and negative values.
fn side_colors(sandbox: &Sandbox, dark: bool) -> [Color32; 2] {
    let [a, b] = sandbox.compared;
    match sandbox.surface {
        Surface::Witness | Surface::Ratio => [class_color(a, dark), class_color(b, dark)],
        Surface::Kernel { set, .. } | Surface::Mean(set) => [class_color(set, dark), Color32::GRAY],
        _ => {
            // Each side of a decision has the colour of the first set on this side.
            let first = |positive: bool| sandbox.sets.iter().position(|set| (set.target >= 0.0) == positive);
            [true, false].map(|side| first(side).map_or(Color32::GRAY, |set| class_color(set, dark)))
        }
    }
}

//! Figures for print: a view is drawn once more without a window, in print style, and its shapes become a drawing.
//!
//! [`render`] runs the drawing code of a row of [`VIEWS`] in a fresh context of the chosen size: light, without controls and
//! pointer. The layout has the proportions of the window: its body text has the chosen font size in print. A view that draws
//! many marks with one mesh registers its marker texture ([`MarkerTexture`]).
//!
//! Cost: a few frames of the view. Memory: the drawing, and for a PNG picture four bytes a pixel.

mod fonts;
mod marks;
mod raster;
mod runs;
mod style;
mod views;
mod walk;

use eframe::egui::{CentralPanel, Context, Frame, Margin, Panel, RawInput, Rect, Ui, ViewportId, epaint::ClippedShape, vec2};

use self::{fonts::FoundFonts, walk::Walker};
pub use self::{
    marks::MarkerTexture,
    raster::Raster,
    style::printed,
    views::{FigureView, VIEWS},
};
use crate::{
    output::figure::{Drawing, Image, pdf, svg},
    state::Workspace,
};

/// Frames until sizes and label places have settled.
const FRAMES: usize = 4;
/// Font size of the layout, in its units.
const BODY: f32 = 13.0;
/// Millimetres and points of an inch.
const INCH: [f32; 2] = [25.4, 72.0];
/// Maximum number of pixels of a PNG picture.
const MOST_PIXELS: f32 = 1e8;

/// Place of a legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegendPlace {
    /// Inside with few entries, beside with many.
    #[default]
    Auto,
    /// In a corner of the picture.
    Inside,
    /// In a column beside the picture.
    Beside,
    /// No legend.
    None,
}

impl LegendPlace {
    /// Whether the legend is beside the picture, for a legend with many or few entries.
    pub fn is_beside(self, many: bool) -> bool {
        self == Self::Beside || self == Self::Auto && many
    }
}

/// Options of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureOptions {
    /// Width and height in millimetres.
    pub size_mm: [f32; 2],
    /// Font size in points.
    pub font_pt: f32,
    /// Pixels per inch of a PNG picture.
    pub dpi: f32,
    /// Place of the legend.
    pub legend: LegendPlace,
    /// Whether a line below the figure names corpus, model and settings.
    pub caption: bool,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self { size_mm: [160.0, 120.0], font_pt: 9.0, dpi: 300.0, legend: LegendPlace::Auto, caption: false }
    }
}

/// Reason why there is no figure, with a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// The view has no content.
    #[error("{0}")]
    Unavailable(String),
    /// An option is outside its range.
    #[error("the {name} of a figure is {value}: choose {range}")]
    Option {
        /// Name of the option.
        name: &'static str,
        /// Its value.
        value: String,
        /// Allowed values.
        range: &'static str,
    },
    /// The picture cannot be made.
    #[error("{0}")]
    Picture(String),
}

/// A figure, ready to be written.
pub struct Figure {
    /// The shapes of the figure.
    pub drawing: Drawing,
    ctx: Context,
    shapes: Vec<ClippedShape>,
    raster: Raster,
    scale: f32,
    pixels: [u32; 2],
}

impl FigureOptions {
    /// Refuses options outside their ranges.
    ///
    /// # Errors
    /// Names the option and its range.
    pub fn check(&self) -> Result<(), FigureError> {
        let option = |name, value: String, range| Err(FigureError::Option { name, value, range });
        let size = format!("{}x{} mm", self.size_mm[0], self.size_mm[1]);
        if !self.size_mm.iter().all(|length| (10.0..=2000.0).contains(length)) {
            return option("size", size, "a width and a height from 10 to 2000 mm");
        }
        if !(2.0..=72.0).contains(&self.font_pt) {
            return option("font size", format!("{} pt", self.font_pt), "2 to 72 pt");
        }
        if !(30.0..=2400.0).contains(&self.dpi) {
            return option("resolution", format!("{} dpi", self.dpi), "30 to 2400 dpi");
        }
        if self.size_mm.iter().map(|length| length / self.font_pt).fold(f32::INFINITY, f32::min) < 2.5 {
            return option("size", format!("{size} with a font of {} pt", self.font_pt), "a larger size or a smaller font");
        }
        Ok(())
    }

    /// Width and height in pixels.
    pub fn pixels(&self) -> [u32; 2] {
        self.size_mm.map(|length| (f64::from(length) / 25.4 * f64::from(self.dpi)).round() as u32)
    }
}

/// Draws a view of a workspace as a figure.
///
/// # Errors
/// If the view has no content or an option is outside its range.
pub fn render(workspace: &Workspace, view: &FigureView, options: &FigureOptions) -> Result<Figure, FigureError> {
    options.check()?;
    if let Some(reason) = (view.obstacle)(workspace) {
        return Err(FigureError::Unavailable(reason));
    }
    let unit = options.font_pt / BODY;
    let [width, height] = options.size_mm.map(|length| length / INCH[0] * INCH[1] / unit);
    let scale = options.dpi / INCH[1] * unit;
    let area = Rect::from_min_size(eframe::egui::Pos2::ZERO, vec2(width, height));
    let (ctx, mut raster) = (Context::default(), Raster::with_sharp_texels());
    let fonts = FoundFonts::install(&ctx);
    style::apply(&ctx);
    let mut draw = (view.start)();
    let mut shapes = Vec::new();
    for frame in 0..FRAMES {
        let mut input =
            RawInput { screen_rect: Some(area), max_texture_side: Some(8192), time: Some(frame as f64), ..RawInput::default() };
        input.viewports.entry(ViewportId::ROOT).or_default().native_pixels_per_point = Some(scale);
        let mut output = ctx.run_ui(input, |ui| page(ui, workspace, options, &mut draw));
        raster.update(&mut output.textures_delta);
        shapes = output.shapes;
    }
    let markers = MarkerTexture::of(&ctx);
    let drawing = Drawing {
        title: format!("{} of {}", view.title, workspace.corpus.dataset.as_ref().map_or("", |dataset| &dataset.corpus.name)),
        size: [width, height],
        unit,
        symbols: markers.iter().flat_map(|markers| markers.markers.iter().map(|(_, symbol)| symbol.clone())).collect(),
        items: Walker::new(&raster, markers.as_ref(), scale.max(2.0), area).walk(&shapes),
        faces: fonts.faces(),
    };
    Ok(Figure { drawing, ctx, shapes, raster, scale, pixels: options.pixels() })
}

/// Paper, caption and view.
fn page(ui: &mut Ui, workspace: &Workspace, options: &FigureOptions, draw: &mut views::Draw) {
    ui.painter().rect_filled(ui.max_rect().expand(20.0), 0.0, eframe::egui::Color32::WHITE);
    if options.caption {
        let frame = Frame::new().inner_margin(Margin { left: 6, right: 8, top: 5, bottom: 2 });
        Panel::bottom("caption").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.label(eframe::egui::RichText::new(style::caption(workspace)).size(0.85 * BODY));
        });
    }
    // Numbers at the ends of an axis reach beyond the plot.
    let frame = Frame::new().inner_margin(Margin { left: 6, right: 8, top: 8, bottom: 2 });
    CentralPanel::default().frame(frame).show(ui, |ui| draw(ui, workspace, options));
}

impl Figure {
    /// The figure as Scalable Vector Graphics.
    pub fn svg(&self) -> Vec<u8> {
        svg::write(&self.drawing).into_bytes()
    }

    /// The figure as a PDF document of one page.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::write(&self.drawing)
    }

    /// The figure as a PNG picture.
    ///
    /// # Errors
    /// If the picture has too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        let [width, height] = self.pixels;
        if width as f32 * height as f32 > MOST_PIXELS {
            let value = format!("{width} x {height} pixels");
            return Err(FigureError::Option { name: "picture", value, range: "a smaller size or fewer dpi" });
        }
        let picture = self.raster.draw(&self.ctx, self.shapes.clone(), self.scale, self.pixels).map_err(FigureError::Picture)?;
        let pixels = picture.pixels().map(|pixel| over_white(pixel.0)).collect();
        let image = Image { size: [width as usize, height as usize], pixels, sharp: false };
        image.png().map_err(FigureError::Picture)
    }
}

/// A premultiplied colour over white paper.
fn over_white([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    let [r, g, b] = [r, g, b].map(|c| c.saturating_add(255 - a));
    [r, g, b, 255]
}

//! Figures for print: a view is drawn once more without a window, in print style, and its shapes are converted to a drawing.
//!
//! [`render`] runs the drawing code of a row of [`VIEWS`] in a fresh context of the chosen size,
//! in the light theme and without controls and pointer.
//! The layout has the proportions of the window: its body text has the chosen font size in print.
//! A view that draws many marks with one mesh registers its marker texture ([`MarkerTexture`]).
//!
//! Cost: a few frames of the view. Memory: the drawing, and for a PNG picture four bytes a pixel.

pub mod dialog;

mod animation;
mod fonts;
mod marks;
mod raster;
mod runs;
mod style;
mod views;
mod walk;

use egui::{CentralPanel, Context, Frame, Margin, Panel, RawInput, Rect, Ui, ViewportId, epaint::ClippedShape, vec2};

pub use self::{
    animation::Animation,
    marks::MarkerTexture,
    raster::Raster,
    style::printed,
    views::{FigureView, VIEWS},
};
use self::{fonts::FallbackFonts, walk::ShapeConverter};
use crate::field::WordField;
use wordfield_output::figure::{Drawing, FigureOptions, FileFormat, Image, OptionError, pdf, svg};
use wordfield_state::Workspace;

/// Number of frames drawn so that sizes and label positions settle.
const FRAMES: usize = 4;
/// Font size of the figure's layout, in layout units.
const BODY: f32 = 13.0;
/// Millimetres per inch, and points per inch.
const INCH: [f32; 2] = [25.4, 72.0];
/// Maximum number of pixels in a PNG picture.
const MOST_PIXELS: f32 = 1e8;

/// Reason why there is no figure, with a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// Error: the view of the figure has no content.
    #[error("{0}")]
    Unavailable(String),
    /// Error: an option of the figure is outside its range.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Error: the picture of the figure cannot be rendered.
    #[error("{0}")]
    Picture(String),
}

/// Figure that is ready to be written to a file.
pub struct Figure {
    /// Drawing that contains the shapes of the figure.
    pub drawing: Drawing,
    stage: Stage,
}

/// Drawing context without a window, with the shapes drawn last.
struct Stage {
    ctx: Context,
    fonts: std::sync::Arc<FallbackFonts>,
    raster: Raster,
    shapes: Vec<ClippedShape>,
    area: Rect,
    scale: f32,
    pixels: [u32; 2],
    time: f64,
}

/// Renders a view of a workspace as a figure.
///
/// # Errors
/// If the view has no content or an option is outside its range.
pub fn render(workspace: &Workspace, view: &FigureView, options: &FigureOptions) -> Result<Figure, FigureError> {
    options.check()?;
    if let Some(reason) = (view.obstacle)(workspace) {
        return Err(FigureError::Unavailable(reason));
    }
    let mut stage = Stage::new(options);
    stage.run(workspace, options, FRAMES, &mut (view.start)());
    let Stage { ctx, fonts, raster, shapes, area, scale, .. } = &stage;
    let markers = MarkerTexture::of(ctx);
    let drawing = Drawing {
        title: format!("{} of {}", view.title, workspace.corpus.dataset.as_ref().map_or("", |dataset| &dataset.corpus.name)),
        size: area.size().into(),
        unit: options.font_pt / BODY,
        symbols: markers.iter().flat_map(|markers| markers.markers.iter().map(|(_, symbol)| symbol.clone())).collect(),
        items: ShapeConverter::new(raster, markers.as_ref(), scale.max(2.0), *area).walk(shapes),
        faces: fonts.faces(),
    };
    Ok(Figure { drawing, stage })
}

impl Stage {
    /// Empty drawing context with the size of a figure.
    fn new(options: &FigureOptions) -> Self {
        let unit = options.font_pt / BODY;
        let [width, height] = options.size_mm.map(|length| length / INCH[0] * INCH[1] / unit);
        let ctx = Context::default();
        let fonts = FallbackFonts::install(&ctx);
        style::apply(&ctx);
        Self {
            ctx,
            fonts,
            raster: Raster::with_sharp_texels(),
            shapes: Vec::new(),
            area: Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height)),
            scale: options.dpi / INCH[1] * unit,
            pixels: options.pixels(),
            time: 0.0,
        }
    }

    /// Draws several frames of a view, until its layout has settled.
    fn run(&mut self, workspace: &Workspace, options: &FigureOptions, frames: usize, draw: Draw<'_>) {
        for _ in 0..frames {
            let mut input = RawInput {
                screen_rect: Some(self.area),
                max_texture_side: Some(8192),
                time: Some(self.time),
                ..RawInput::default()
            };
            input.viewports.entry(ViewportId::ROOT).or_default().native_pixels_per_point = Some(self.scale);
            let mut output = self.ctx.run_ui(input, |ui| page(ui, workspace, options, draw));
            self.raster.update(&mut output.textures_delta);
            self.shapes = output.shapes;
            self.time += 1.0;
        }
    }

    /// Image of the frame drawn last.
    fn image(&self) -> Result<Image, FigureError> {
        let [width, height] = self.pixels;
        if width as f32 * height as f32 > MOST_PIXELS {
            let value = format!("{width} x {height} pixels");
            return Err(OptionError { name: "picture", value, range: "a smaller size or fewer dpi" }.into());
        }
        let picture = self.raster.draw(&self.ctx, self.shapes.clone(), self.scale, self.pixels).map_err(FigureError::Picture)?;
        let pixels = picture.pixels().map(|pixel| over_white(pixel.0)).collect();
        Ok(Image { size: [width as usize, height as usize], pixels, sharp: false })
    }
}

/// Function that draws a view into the remaining space.
type Draw<'a> = &'a mut dyn FnMut(&mut Ui, &Workspace, &FigureOptions);

/// Draws a figure's page: paper, caption and view.
fn page(ui: &mut Ui, workspace: &Workspace, options: &FigureOptions, draw: Draw<'_>) {
    ui.painter().rect_filled(ui.max_rect().expand(20.0), 0.0, egui::Color32::WHITE);
    if options.caption {
        let frame = Frame::new().inner_margin(Margin { left: 6, right: 8, top: 5, bottom: 2 });
        Panel::bottom("caption").frame(frame).show_separator_line(false).show(ui, |ui| {
            // The words of the picture are placed when it is drawn: its own caption is that of the last frame.
            let own = ui.data(|data| data.get_temp::<String>(egui::Id::unique(WordField::CAPTION)));
            ui.label(egui::RichText::new(style::caption(workspace, own)).size(0.85 * BODY));
        });
    }
    // The margin leaves space for the numbers at an axis's ends, which reach beyond the plot.
    let frame = Frame::new().inner_margin(Margin { left: 6, right: 8, top: 8, bottom: 2 });
    CentralPanel::default().frame(frame).show(ui, |ui| draw(ui, workspace, options));
}

impl Figure {
    /// Bytes of the figure as Scalable Vector Graphics (SVG).
    pub fn svg(&self) -> Vec<u8> {
        svg::write(&self.drawing).into_bytes()
    }

    /// Bytes of the figure as a PDF document of one page.
    pub fn pdf(&self) -> Vec<u8> {
        pdf::write(&self.drawing)
    }

    /// Bytes of the figure as a file in a given format.
    ///
    /// # Errors
    /// If a PNG picture would have too many pixels.
    pub fn file(&self, format: FileFormat) -> Result<Vec<u8>, FigureError> {
        Ok(match format {
            FileFormat::Svg => self.svg(),
            FileFormat::Pdf => self.pdf(),
            FileFormat::Png => self.png()?,
        })
    }

    /// Bytes of the figure as a PNG picture.
    ///
    /// # Errors
    /// If the PNG picture would have too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, FigureError> {
        self.image()?.png().map_err(FigureError::Picture)
    }

    /// Image of the figure in pixels.
    ///
    /// # Errors
    /// If the image would have too many pixels.
    pub fn image(&self) -> Result<Image, FigureError> {
        self.stage.image()
    }
}

/// Opaque colour of a premultiplied colour over white paper.
fn over_white([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    let [r, g, b] = [r, g, b].map(|c| c.saturating_add(255 - a));
    [r, g, b, 255]
}

//! Figures for print: a display list that does not depend on the window, written as SVG or PDF.
//!
//! A [`Drawing`] holds shapes in the order in which they are painted.
//! Positions are in units of its layout, with the origin in the upper left corner and y downwards;
//! [`Drawing::unit`] is the length of a unit in print.
//! Colours are red, green, blue and opacity, each of 255, not premultiplied.
//! Memory: 24 bytes a mark, and the shapes.

pub mod pdf;
pub mod svg;

mod options;

use std::{fmt, ops::Range, sync::Arc};

pub use options::{FigureOptions, FileFormat, LegendPlace, OptionError, VisiblePart};

/// Colour as red, green, blue and opacity, each from 0 to 255.
pub type Color = [u8; 4];

/// Rectangle as left, top, right, bottom.
pub type Bounds = [f32; 4];

/// Figure as a list of shapes in painting order.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Title in the metadata of the figure.
    pub title: String,
    /// Width and height of the figure in units.
    pub size: [f32; 2],
    /// Length of the figure's unit, in points of 1/72 inch.
    pub unit: f32,
    /// Outlines of the symbols of marks, in units of a mark's radius.
    pub symbols: Vec<Symbol>,
    /// Shapes of the figure, each with its clip rectangle.
    pub items: Vec<Item>,
    /// Fonts of the figure, in the order in which they are searched for a character.
    pub faces: Vec<Face>,
}

/// Shape of a figure with its clip rectangle.
#[derive(Clone, Debug)]
pub struct Item {
    /// Clip rectangle, outside which the shape is not drawn.
    pub clip: Bounds,
    /// Drawn shape: circle, rectangle, path, text, image or marks.
    pub shape: Shape,
}

/// Shape of a figure: circle, rectangle, path, text, image or marks.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Circle of a figure.
    Circle {
        /// Centre of the circle.
        centre: [f32; 2],
        /// Radius of the circle.
        radius: f32,
        /// Fill and outline of the circle.
        paint: Paint,
    },
    /// Axis-parallel rectangle of a figure.
    Rect {
        /// Left, top, right and bottom of the rectangle.
        bounds: Bounds,
        /// Radius of the rectangle's rounded corners.
        corner: f32,
        /// Fill and outline of the rectangle.
        paint: Paint,
    },
    /// Polygon or open line of a figure, with several segments.
    Path {
        /// Corners of the polygon or line.
        points: Vec<[f32; 2]>,
        /// Whether the last corner is connected to the first, as in a polygon.
        closed: bool,
        /// Fill and outline of the polygon or line.
        paint: Paint,
    },
    /// Line of text in a figure, in one size and colour.
    Text(TextRun),
    /// Image stretched over a rectangle of a figure.
    Image {
        /// Left, top, right and bottom of the rectangle that the image fills.
        bounds: Bounds,
        /// Pixels of the image.
        image: Arc<Image>,
    },
    /// Marks of a figure, such as the symbols of many words.
    Marks(Vec<Mark>),
}

/// Fill and outline of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// Colour of a shape's interior.
    pub fill: Option<Color>,
    /// Colour and width of a shape's outline.
    pub stroke: Option<(Color, f32)>,
}

/// Single line of text, with the position of each character.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// Characters of the text, without control characters.
    pub text: String,
    /// Start of the text's baseline.
    pub at: [f32; 2],
    /// Distance of each character from the start of the text, followed by the width of the text.
    pub offsets: Vec<f32>,
    /// Font size of the text.
    pub size: f32,
    /// Rotation of the text about its start, in radians clockwise.
    pub angle: f32,
    /// Colour of the text's letters.
    pub color: Color,
    /// Colour and width of the outline behind the letters (halo).
    pub halo: Option<(Color, f32)>,
    /// Font family of the text.
    pub family: Family,
}

/// Font family: proportional or monospaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Family {
    /// Proportional fonts, whose letters have different widths.
    #[default]
    Proportional,
    /// Monospaced fonts, whose letters have the same width.
    Monospace,
}

/// Pixels of an image, top row first.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Number of columns and rows of pixels.
    pub size: [usize; 2],
    /// Colours of the pixels, top row first.
    pub pixels: Vec<Color>,
    /// Whether enlarged pixels of the image have sharp edges.
    pub sharp: bool,
}

/// Mark of a figure: symbol, centre, size and colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Index of the mark's symbol in the list of symbols.
    pub symbol: u8,
    /// Centre of the mark.
    pub at: [f32; 2],
    /// Radius of the mark, half of its size.
    pub radius: f32,
    /// Colour of the mark.
    pub color: Color,
}

/// Outline of a mark, in units of its radius.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbol {
    /// Symbol: a circle with the given radius.
    Disc(f32),
    /// Symbol: a polygon with the given corners.
    Polygon(Vec<[f32; 2]>),
}

/// Shared bytes of a font file.
pub type FontBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Font in which text of a figure was laid out.
#[derive(Clone)]
pub struct Face {
    /// Name of the font.
    pub name: String,
    /// Font families that the font belongs to.
    pub families: Vec<Family>,
    /// Bytes of the font file.
    pub bytes: FontBytes,
    /// Index of the font within its file, which may be a collection.
    pub index: u32,
    /// Factor by which the font size is multiplied for this font.
    pub scale: f32,
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Face({}, {})", self.name, self.index)
    }
}

impl TextRun {
    /// Width of the text run.
    pub fn width(&self) -> f32 {
        self.offsets.last().copied().unwrap_or(0.0)
    }

    /// Distance of a range of characters from the start of the text, and the width of the range.
    pub fn span(&self, chars: &Range<usize>) -> (f32, f32) {
        let at = |char: usize| self.offsets.get(char).copied().unwrap_or_else(|| self.width());
        (at(chars.start), at(chars.end) - at(chars.start))
    }
}

impl Drawing {
    /// Number of marks in the figure.
    pub fn marks(&self) -> usize {
        self.items.iter().map(|item| if let Shape::Marks(marks) = &item.shape { marks.len() } else { 0 }).sum()
    }

    /// All texts of the figure in painting order.
    pub fn texts(&self) -> impl Iterator<Item = &TextRun> {
        self.items.iter().filter_map(|item| if let Shape::Text(run) = &item.shape { Some(run) } else { None })
    }

    /// Width and height of the figure in points of 1/72 inch.
    pub fn points(&self) -> [f32; 2] {
        self.size.map(|length| length * self.unit)
    }
}

impl Image {
    /// Image encoded as a PNG file.
    ///
    /// # Errors
    /// Returns an error if the image is too large for the format.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let [width, height] = self.size.map(|length| length as u32);
        let (color, format) = (image::ExtendedColorType::Rgba8, image::ImageFormat::Png);
        image::write_buffer_with_format(&mut bytes, self.pixels.as_flattened(), width, height, color, format)
            .map_err(|error| format!("the picture cannot be encoded ({error})"))?;
        Ok(bytes.into_inner())
    }
}

/// Whether two rectangles are identical.
fn identical(a: &Bounds, b: &Bounds) -> bool {
    a.map(f32::to_bits) == b.map(f32::to_bits)
}

/// Formats a number with at most two digits after the point and no trailing zeros.
fn number(value: f32) -> String {
    let mut text = String::new();
    push_number(&mut text, value);
    text
}

/// Appends a number to the text, with at most two digits after the point.
fn push_number(text: &mut String, value: f32) {
    use fmt::Write as _;
    let hundredths = (f64::from(value) * 100.0).round();
    let hundredths = if hundredths.is_finite() { hundredths.clamp(-1e12, 1e12) as i64 } else { 0 };
    if hundredths < 0 {
        text.push('-');
    }
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    // Writing to a string cannot fail.
    let _ = match rest {
        0 => write!(text, "{whole}"),
        _ if rest % 10 == 0 => write!(text, "{whole}.{}", rest / 10),
        _ => write!(text, "{whole}.{rest:02}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_two_decimals() {
        for (value, text) in [(0.0, "0"), (-0.001, "0"), (1.0, "1"), (-1.5, "-1.5"), (2.049, "2.05"), (1234.567, "1234.57")] {
            assert_eq!(number(value), text);
        }
        assert_eq!(number(f32::NAN), "0");
        assert_eq!(number(-0.05), "-0.05");
    }
}

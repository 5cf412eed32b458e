//! Options of a figure for print: size, font, resolution, legend, caption and file format.

use std::path::Path;

/// File format of a figure: PDF, SVG or PNG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileFormat {
    /// Figure format PDF, the Portable Document Format.
    #[default]
    Pdf,
    /// Figure format SVG, Scalable Vector Graphics.
    Svg,
    /// Figure format PNG, Portable Network Graphics.
    Png,
}

impl FileFormat {
    /// All file formats of figures with their extensions.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Pdf, "pdf"), (Self::Svg, "svg"), (Self::Png, "png")];

    /// File format for the extension of a file name, if there is one.
    pub fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        Self::ALL.iter().find(|(_, name)| *name == ending).map(|(format, _)| *format)
    }

    /// File extension of the format.
    pub fn ending(self) -> &'static str {
        Self::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, ending)| ending)
    }
}

/// Error: an option of a figure is outside its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the {name} of a figure is {value}: choose {range}")]
pub struct OptionError {
    /// Name of the refused figure option.
    pub name: &'static str,
    /// Refused value of the figure option.
    pub value: String,
    /// Allowed values of the figure option.
    pub range: &'static str,
}

/// Position of a figure's legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegendPlace {
    /// Legend inside the picture for few entries, at its side for many.
    #[default]
    Auto,
    /// Legend in a corner of the picture.
    Inside,
    /// Legend in a column at the side of the picture.
    Beside,
    /// Figure without a legend.
    None,
}

impl LegendPlace {
    /// Whether the legend is drawn at the side of the picture; `many`: it has many entries.
    pub fn is_beside(self, many: bool) -> bool {
        self == Self::Beside || self == Self::Auto && many
    }
}

/// Part of the word map that a figure shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VisiblePart {
    /// Rectangle of the plane, for a map in two dimensions.
    Plane {
        /// Centre of the visible rectangle.
        centre: [f64; 2],
        /// Width and height of the visible rectangle.
        size: [f64; 2],
    },
    /// View of a map in three dimensions, seen from a direction.
    Space {
        /// Rotation about the third axis and elevation of the view, in radians.
        rotation: [f64; 2],
        /// Centre of the view, and viewing distance relative to that which shows all words; `None`: all words.
        target: Option<([f64; 3], f64)>,
    },
}

/// Options of a figure for print.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureOptions {
    /// Width and height of the figure in millimetres.
    pub size_mm: [f32; 2],
    /// Font size of the figure in points.
    pub font_pt: f32,
    /// Pixels per inch of a PNG picture.
    pub dpi: f32,
    /// Position of the figure's legend.
    pub legend: LegendPlace,
    /// Whether a line below the figure names the corpus, the model and its settings.
    pub caption: bool,
    /// Part of the word map in the figure; `None` for all words.
    pub part: Option<VisiblePart>,
}

impl Default for FigureOptions {
    fn default() -> Self {
        Self { size_mm: [160.0, 120.0], font_pt: 9.0, dpi: 300.0, legend: LegendPlace::Auto, caption: false, part: None }
    }
}

impl FigureOptions {
    /// Refuses figure options outside their ranges.
    ///
    /// # Errors
    /// Returns an error that names the option and its range.
    pub fn check(&self) -> Result<(), OptionError> {
        let option = |name, value: String, range| Err(OptionError { name, value, range });
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

    /// Width and height of the figure in pixels.
    pub fn pixels(&self) -> [u32; 2] {
        self.size_mm.map(|length| (f64::from(length) / 25.4 * f64::from(self.dpi)).round() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_name_decides_the_format() {
        for (format, ending) in FileFormat::ALL {
            assert_eq!(FileFormat::of(Path::new(&format!("a.b.{}", ending.to_uppercase()))), Some(format));
            assert_eq!(format.ending(), ending);
        }
        assert_eq!(FileFormat::of(Path::new("svg")), None);
    }
}

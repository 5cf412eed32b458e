//! The dialog that exports a figure: its choices, preview and progress.

use std::{path::Path, sync::Arc};

use wordfield_output::figure::{FigureOptions, FileFormat, Image, VisiblePart};

/// Exported view and its path.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureChoice {
    /// Key of the view.
    pub view: &'static str,
    /// Size, font, resolution, legend, caption.
    pub options: FigureOptions,
    /// File format.
    pub format: FileFormat,
    /// Text of the path field.
    pub path: String,
}

/// The dialog that exports a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDialog {
    /// Chosen view, format and options.
    pub choice: FigureChoice,
    /// Part of the word field that is visible in the window; `None`: all words.
    pub seen: Option<VisiblePart>,
    /// Preview of the last drawn choices, or the reason for its absence.
    pub preview: Option<Result<Arc<Image>, String>>,
    /// Choices that are drawn on a thread.
    pub(crate) drawing: Option<FigureChoice>,
    /// Choices of the preview.
    pub(crate) drawn: Option<FigureChoice>,
    /// Whether the file is being written.
    pub busy: bool,
    /// Reason why the last file was not written.
    pub problem: Option<String>,
}

impl FigureChoice {
    /// Whether another choice has the same preview.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        self.view == other.view && self.options == FigureOptions { dpi: self.options.dpi, ..other.options.clone() }
    }

    /// The same choice with another format, and the end of the path to match.
    #[must_use]
    pub fn in_format(self, format: FileFormat) -> Self {
        let path = Path::new(self.path.trim());
        let path =
            if path.file_name().is_some() { path.with_extension(format.ending()).display().to_string() } else { self.path };
        Self { format, path, ..self }
    }
}

impl FigureDialog {
    /// Whether the preview differs from the choices or is being drawn.
    pub fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }
}

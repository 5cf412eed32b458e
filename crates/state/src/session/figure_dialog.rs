//! Dialog that exports a figure: the user's choices, a preview and progress.

use std::{path::Path, sync::Arc};

use wordfield_output::figure::{FigureOptions, FileFormat, Image, VisiblePart};

/// User's choices for an exported figure: view, options, format and path.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureChoice {
    /// Key of the exported view.
    pub view: &'static str,
    /// Options of the figure: size, font, resolution, legend, caption.
    pub options: FigureOptions,
    /// File format of the figure.
    pub format: FileFormat,
    /// Text of the path field of the figure.
    pub path: String,
}

/// The dialog that exports a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDialog {
    /// Chosen view, format, options and path of the figure.
    pub choice: FigureChoice,
    /// Part of the word field that is visible in the window; `None`: all words.
    pub seen: Option<VisiblePart>,
    /// Last preview of the figure, or the reason why it could not be drawn.
    pub preview: Option<Result<Arc<Image>, String>>,
    /// Choices of the figure whose preview is being drawn on a thread.
    pub drawing: Option<FigureChoice>,
    /// Choices of the figure that the preview shows.
    pub(crate) drawn: Option<FigureChoice>,
    /// Whether the figure file is being written.
    pub busy: bool,
    /// Reason why the last figure file was not written, if writing failed.
    pub problem: Option<String>,
}

impl FigureChoice {
    /// Whether the preview of the figure is the same for another choice.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        self.view == other.view && self.options == FigureOptions { dpi: self.options.dpi, ..other.options.clone() }
    }

    /// Figure choice in another format, with the matching extension of the path.
    #[must_use]
    pub fn in_format(self, format: FileFormat) -> Self {
        let path = Path::new(self.path.trim());
        let path =
            if path.file_name().is_some() { path.with_extension(format.ending()).display().to_string() } else { self.path };
        Self { format, path, ..self }
    }
}

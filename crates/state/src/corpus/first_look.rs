//! Choices in the preview of files, in addition to the reading options.

use std::{path::PathBuf, sync::Arc};

use crate::{CorpusState, Loading, OpenedModel};
use wordfield_core::corpus::{Preview, ReadOptions, TextChoice};

/// Choices in the preview of files, in addition to the reading options.
#[derive(Debug, Default)]
pub struct FirstLook {
    /// Whether the user set the text options; they are then kept when the column, format or file changes.
    pub(crate) cut_chosen: bool,
    /// Text options of the command line, for source and target side.
    pub(crate) text_choices: [TextChoice; 2],
    /// Saved model whose training documents are being opened.
    pub model: Option<Arc<OpenedModel>>,
    /// Text of the path field for an additional file.
    pub path_field: String,
    /// Whether the previewed files are two texts with different numbers of lines, which can be aligned.
    pub unaligned: bool,
    /// Last preview that succeeded, with its files: after a failed choice its columns can be chosen again.
    pub(crate) last: Option<(Vec<PathBuf>, Preview)>,
}

impl FirstLook {
    /// Last successful preview of the given files, with the columns of the current options.
    pub fn last_choices(&self, paths: &[PathBuf], options: &ReadOptions) -> Option<Preview> {
        let (of, preview) = self.last.as_ref()?;
        let same = of == paths && options.format.is_none_or(|format| format == preview.format);
        let chosen = |columns: &[String], last: &[String]| if columns.is_empty() { last.to_vec() } else { columns.to_vec() };
        same.then(|| Preview {
            task: options.task.unwrap_or(preview.task),
            text_columns: chosen(&options.text_columns, &preview.text_columns),
            target_columns: chosen(&options.target_columns, &preview.target_columns),
            label_column: options.label_column.clone().or_else(|| preview.label_column.clone()),
            ..preview.clone()
        })
    }
}

/// Inputs for showing the preview again if reading fails.
#[derive(Debug)]
pub struct PreviewInputs {
    /// Files to preview with reading options; for a saved model alone, the options stored in it.
    pub(crate) files: Option<(Vec<PathBuf>, ReadOptions)>,
    /// Text options of the command line, for source and target side.
    pub(crate) text_choices: [TextChoice; 2],
    /// Saved model for which the documents are opened.
    pub(crate) model: Option<Arc<OpenedModel>>,
}

impl CorpusState {
    /// Reason why the previewed files cannot be read yet, and the remedy.
    pub fn obstacle(&self) -> Option<&'static str> {
        match &self.loading {
            _ if self.first_look.unaligned => Some("The texts differ in their number of lines: align them."),
            Loading::Preview { preview: Err(_), .. } => {
                Some("The file cannot be read with these options: choose another format, encoding or file.")
            }
            Loading::Preview { preview: Ok(preview), .. } if preview.is_one_side() => {
                Some("This is one side of pairs: add the file of the other side.")
            }
            Loading::Preview { preview: Ok(preview), .. } if preview.documents.is_empty() => {
                Some("No documents found: choose the columns, another format or another file.")
            }
            Loading::Preview { preview: Ok(_), .. } => None,
            Loading::Idle | Loading::Looking { .. } | Loading::Reading { .. } => Some("The preview is being made."),
        }
    }
}

//! What a person did in the first look at files, beside how they are read.

use std::{path::PathBuf, sync::Arc};

use crate::corpus::{Preview, ReadOptions, TextChoice};
use crate::state::OpenedModel;

/// What a person did in the first look at files, beside how they are read.
#[derive(Debug, Default)]
pub struct FirstLook {
    /// Whether they said how texts are cut into words: another column, form or file then changes nothing of it.
    pub(in crate::state) cut_chosen: bool,
    /// What was said of cutting on the command line, of both sides.
    pub(in crate::state) said: [TextChoice; 2],
    /// The saved model whose documents are looked for.
    pub model: Option<Arc<OpenedModel>>,
    /// What stands in the field for another file.
    pub path_field: String,
}

/// What is looked at again where reading it comes to nothing.
#[derive(Debug)]
pub struct Again {
    /// The files and how to read them; of a saved model alone, where it says they were.
    pub(in crate::state) files: Option<(Vec<PathBuf>, ReadOptions)>,
    /// What was said of cutting on the command line.
    pub(in crate::state) said: [TextChoice; 2],
    /// The saved model whose documents they are to be.
    pub(in crate::state) model: Option<Arc<OpenedModel>>,
}

/// Why what is looked at cannot be read yet, and what to do.
pub fn obstacle(preview: Option<&Result<Preview, String>>) -> Option<&'static str> {
    match preview {
        None => Some("The file is still being looked at."),
        Some(Err(_)) => Some("It cannot be read like this: choose another form, encoding or file."),
        Some(Ok(preview)) if preview.is_one_side() => Some("This is one side of pairs: add the file of the other side."),
        Some(Ok(preview)) if preview.documents.is_empty() => {
            Some("No document is seen yet: choose the columns, another form or another file.")
        }
        Some(Ok(_)) => None,
    }
}

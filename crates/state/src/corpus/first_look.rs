//! Choices in the preview of files, in addition to the reading options.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{CorpusState, Loading, OpenedModel, explain::Part};
use wordfield_core::corpus::{Preview, ReadOptions, SplitOptions, TaskKind, TextChoice};

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
    /// Whether files named test or development are divided like the others instead of being parts of the split.
    pub pooled: bool,
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

/// Part of the split that a file's name states: training unless one of its words is test or development.
pub fn part_named(path: &Path) -> Part {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let of = |names: &[&str]| name.split(|c: char| !c.is_alphabetic()).any(|word| names.contains(&word));
    let parts = [(Part::Test, &["test"][..]), (Part::Dev, &["dev", "development", "valid", "validation"])];
    parts.into_iter().find(|(_, names)| of(names)).map_or(Part::Train, |(part, _)| part)
}

/// Numbers of files that are named development and test, if others are left to train on.
/// `None` for pairs, whose files are sides, and for folders.
fn parts_of(paths: &[PathBuf], task: Option<TaskKind>) -> Option<[usize; 2]> {
    let count = |part: Part| paths.iter().filter(|path| part_named(path) == part).count();
    let [train, dev, test] = Part::ALL.map(count);
    let files = task != Some(TaskKind::Pairs) && paths.iter().all(|path| path.extension().is_some());
    (files && train > 0 && test > 0).then_some([dev, test])
}

/// Makes files named development and test these parts of the split; false, without a change, where none are named so.
/// A split by file takes the last files as its parts.
pub(crate) fn split_by_name(paths: &mut [PathBuf], task: Option<TaskKind>, split: &mut SplitOptions) -> bool {
    let Some([dev, test]) = parts_of(paths, task) else { return false };
    paths.sort_by_key(|path| part_named(path) as usize);
    (split.dev_files, split.test_files) = (dev, test);
    true
}

impl CorpusState {
    /// Numbers of previewed files that are named development and test, if others are left to train on.
    pub fn parts_named(&self) -> Option<[usize; 2]> {
        let Loading::Preview { paths, preview: Ok(preview), .. } = &self.loading else { return None };
        parts_of(paths, Some(preview.task))
    }

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

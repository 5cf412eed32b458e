//! Steps of opening documents, models and sessions.

use std::{path::PathBuf, sync::Arc};

use crate::{LoadedData, OpenedModel, OpenedSession, ReadProblem, Recovery, StartOptions};
use wordfield_core::corpus::{Builtin, Preview, ReadOptions};

/// Steps of opening a corpus, from a path to its documents.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Open {
    /// Open the data given on the command line.
    Start(Box<StartOptions>),
    /// Read a built-in corpus.
    Builtin(Builtin),
    /// Open a file dialog for documents or a model.
    AskForFile,
    /// Preview files before reading them.
    Files(Vec<PathBuf>),
    /// Open an entry of the recent files, by its index, with its earlier reading options.
    Recent(usize),
    /// Empty the list of recent files.
    ForgetRecent,
    /// Preview the files again with other reading options.
    ReadAs(ReadOptions),
    /// Open a dialog for a file to add to the preview.
    AskForOther,
    /// Set the text of the path field for an additional file.
    OtherPath(String),
    /// Add files to the preview: the second side of pairs, or more files of the same kind.
    Add(Vec<PathBuf>),
    /// Remove a file, by its index, from the preview.
    LeaveOut(usize),
    /// Swap source and target files in the preview.
    Swap,
    /// Make the previewed files named test or development the parts of the split, or divide all documents together.
    SplitByFile(bool),
    /// Read the previewed files.
    ReadAll,
    /// Read the files outside its own folder that the waiting session names.
    ReadNamed,
    /// Report unsaved work of an earlier window that can be restored.
    Recoverable(Recovery),
    /// Restore the unsaved work of an earlier window.
    Recover,
    /// Remove the unsaved work of an earlier window.
    DiscardRecovery,
    /// Leave the preview of files, or cancel reading.
    Cancel,
    /// Set the text of the path field for opening files.
    PathField(String),
    /// The desktop has no file dialog: the path field takes the focus.
    NoDialog,
    /// The path field for opening files has the focus.
    PathFocused,
    /// Deliver the result of an opening job.
    Answer(u64, Answer),
}

/// Result of an opening job: a preview, a corpus, or another kind of file.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Answer {
    /// Preview of the opened files, or the reason why it failed.
    Preview(Result<Preview, ReadProblem>),
    /// The opened file is a saved model.
    Model(Result<Arc<OpenedModel>, String>),
    /// Corpus that was read, or the reason why it cannot be read.
    Corpus(Result<LoadedData, ReadProblem>),
    /// Session in the opened file, or the reason why it cannot be read.
    Session(Result<Arc<OpenedSession>, String>),
    /// The opened file holds word vectors.
    WordVectors(PathBuf),
}

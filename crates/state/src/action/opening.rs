//! Steps of opening documents, models and sessions.

use std::{path::PathBuf, sync::Arc};

use crate::{LoadedData, OpenedModel, OpenedSession, Recovery, Refusal, StartOptions};
use wordfield_core::corpus::{Builtin, Preview, ReadOptions};

/// Steps from a path to a corpus.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Open {
    /// Start with the data of the command line.
    Start(Box<StartOptions>),
    /// Read a built-in corpus.
    Builtin(Builtin),
    /// Open a file dialog.
    AskForFile,
    /// Preview files before reading them.
    Files(Vec<PathBuf>),
    /// Open the recent files at an index of their list, read as before.
    Recent(usize),
    /// Empty the list of recent files.
    ForgetRecent,
    /// Repeat the preview with other reading options.
    ReadAs(ReadOptions),
    /// Open a dialog for a file to add to the preview.
    AskForOther,
    /// Text of the path field for an additional file.
    OtherPath(String),
    /// Add files to the preview: the other side of a lone one, or more of the same kind.
    Add(Vec<PathBuf>),
    /// Remove one of the files from the preview.
    LeaveOut(usize),
    /// Swap source and target.
    Swap,
    /// Read the previewed files.
    ReadAll,
    /// Read the files that the waiting session names outside its folder.
    ReadNamed,
    /// Work of an earlier window was found.
    Recoverable(Recovery),
    /// Restore that work.
    Recover,
    /// Remove that work.
    DiscardRecovery,
    /// Leave the preview, or cancel reading.
    Cancel,
    /// Text of the path field.
    PathField(String),
    /// The desktop has no file dialog: the path field takes the focus.
    NoDialog,
    /// The path field has the focus.
    PathFocused,
    /// Result of an opening job.
    Answer(u64, Answer),
}

/// Result of an opening job.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Answer {
    /// A preview of files.
    Preview(Result<Preview, Refusal>),
    /// The file is a saved model.
    Model(Result<Arc<OpenedModel>, String>),
    /// A corpus is ready.
    Corpus(Result<LoadedData, Refusal>),
    /// The file is a session.
    Session(Result<Arc<OpenedSession>, String>),
    /// The file holds word vectors.
    WordVectors(PathBuf),
}

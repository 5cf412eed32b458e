//! Session file as the window reads and writes it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{ColourBy, Focus, Layer, RunRecord, Tab, Viewpoint};
use wordfield_core::{model::LeftOut, sandbox::Sandbox};
use wordfield_session::Session;

/// View of a session: tab, layers, colours, selection, timeline position, table of runs and sandbox.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionView {
    /// The selected tab of the window.
    pub tab: Tab,
    /// Visible layers of the word field.
    pub layers: Option<Vec<Layer>>,
    /// Colouring of words in the word field.
    pub colour_by: ColourBy,
    /// Viewpoint of the word field: plane or space.
    pub viewpoint: Viewpoint,
    /// Subject of the inspector.
    pub focus: Focus,
    /// The document shown under the table of documents.
    pub document: Option<usize>,
    /// Whether the table lists only documents of the selection set.
    pub only: bool,
    /// Classes muted in the word field.
    pub muted: Vec<usize>,
    /// Labels of documents that the user corrected or accepted.
    pub corrected: Arc<BTreeMap<usize, String>>,
    /// The word or document that is left out of the model.
    pub left_out: Option<LeftOut>,
    /// Text of the document that the user typed.
    pub typed: String,
    /// Earlier iteration shown by the timeline, if any.
    pub at: Option<usize>,
    /// Records of the table of runs, oldest first, without the current run.
    pub records: Vec<Arc<RunRecord>>,
    /// Point sets of the sandbox, if they were changed.
    pub sandbox: Option<Arc<Sandbox>>,
}

/// Session with the file from which it was read.
#[derive(Clone, Debug)]
pub struct OpenedSession {
    /// Path of the session file.
    pub file: PathBuf,
    /// Content of the session file.
    pub session: Session<SessionView>,
    /// Files that the session names outside its folder, which are read with the user's consent only.
    pub elsewhere: Vec<PathBuf>,
}

impl OpenedSession {
    /// Reads a session file; copied documents are written below `own`, a folder of the program.
    /// Reading a session may take seconds for a long run, so it happens on a thread.
    ///
    /// # Errors
    /// If the file is not a session or is damaged, or its copied documents cannot be written.
    pub fn read(file: &Path, own: Option<&Path>) -> Result<Self, String> {
        let mut session = wordfield_session::read::<SessionView>(file).map_err(|error| error.to_string())?;
        if session.corpus.copied {
            let own = own.ok_or("This system has no folder for the session's documents: set XDG_DATA_HOME.")?;
            let into = own.join("documents").join(format!("{:08x}", session.corpus.fingerprint));
            session.unpack(file, &into).map_err(|error| error.to_string())?;
        }
        Ok(Self { file: file.to_owned(), elsewhere: session.named_elsewhere(file), session })
    }
}

/// Unsaved work of an earlier window that ended without closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// Path of the file with the unsaved work.
    pub file: PathBuf,
    /// Description of the unsaved work: "tea.tsv, iteration 420".
    pub description: String,
}

impl Recovery {
    /// Describes the unsaved work in a file; `None` if it cannot be read.
    pub fn of(file: &Path) -> Option<Self> {
        let session = wordfield_session::read_outline::<SessionView>(file).ok()?;
        let end = session.runs.last().filter(|_| session.current).map(|run| format!(", iteration {}", run.end));
        let description = format!("{}{}", session.corpus.name, end.unwrap_or_default());
        Some(Self { file: file.to_owned(), description })
    }
}

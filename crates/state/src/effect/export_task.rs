//! An export that a thread carries out.

use std::{
    fmt::{self, Debug, Formatter},
    path::PathBuf,
    sync::Arc,
};

use crate::{Running, Workspace};
use wordfield_core::{cancel, project::Inputs};
use wordfield_output::{ExportError, Exporter, Frames, Kind, Sink};

type Write = dyn Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync;

/// Contents of an export, shared with the workspace.
#[derive(Clone)]
pub enum Writer {
    /// A function that writes them in a format.
    Function(Arc<Write>),
    /// The recorded run of a copy of the shown state, which the window draws.
    Animation(Arc<Workspace>),
}

impl Writer {
    pub(crate) fn new(write: impl Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync + 'static) -> Self {
        Self::Function(Arc::new(write))
    }
}

impl Debug for Writer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function(_) => "Function",
            Self::Animation(_) => "Animation",
        })
    }
}

/// Contents, format and place of an export.
#[derive(Clone, Debug)]
pub struct ExportTask {
    /// Tag of the answer.
    pub job: u64,
    /// Writes the contents.
    pub writer: Writer,
    /// The format.
    pub format: &'static Exporter,
    /// The main file.
    pub path: PathBuf,
    /// Files of the corpus, which are never overwritten.
    pub inputs: Vec<PathBuf>,
    /// Progress and cancellation.
    pub running: Running,
}

impl ExportTask {
    /// Writes the files; `animate` draws the recorded run of a workspace. Returns the number of bytes written.
    ///
    /// # Errors
    /// The problem and its remedy.
    pub fn run(&self, animate: impl FnOnce(&Arc<Workspace>) -> Box<dyn Frames>) -> Result<u64, String> {
        let inputs = Inputs::new(self.inputs.iter().map(PathBuf::as_path));
        let written = cancel::with(&self.running.cancel, || {
            let sink = Sink::new(&self.path, &inputs, Arc::clone(&self.running.written))?;
            match &self.writer {
                Writer::Function(write) => write(self.format, sink),
                Writer::Animation(workspace) => <dyn Frames>::write(&*animate(workspace), self.format, sink),
            }
        });
        written.map_err(|error| error.to_string())?;
        Ok(self.running.bytes())
    }
}

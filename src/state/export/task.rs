//! An export that a thread carries out.

use std::{
    fmt::{self, Debug, Formatter},
    fs,
    path::PathBuf,
    sync::Arc,
};

use crate::{
    cancel,
    output::{ExportError, Exporter, Sink},
    project::Inputs,
    state::export::export_state::Running,
};

type Write = dyn Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync;

/// Writes the contents of an item, which it shares with the workspace, in a format.
#[derive(Clone)]
pub struct Writer(Arc<Write>);

impl Writer {
    pub(in crate::state) fn new(
        write: impl Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(write))
    }
}

impl Debug for Writer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
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
    /// Writes the files. Returns the size of the main file in bytes.
    ///
    /// # Errors
    /// The problem and its remedy.
    pub fn run(&self) -> Result<u64, String> {
        let inputs = Inputs::new(self.inputs.iter().map(PathBuf::as_path));
        let written = cancel::with(&self.running.cancel, || {
            let sink = Sink::new(&self.path, &inputs, Arc::clone(&self.running.written))?;
            (self.writer.0)(self.format, sink)
        });
        written.map_err(|error| error.to_string())?;
        Ok(fs::metadata(&self.path).map_or(0, |file| file.len()))
    }
}

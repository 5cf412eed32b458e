//! Common part of commands that compute a result about a saved model's documents and write it as text and JSON.

use std::{
    iter,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::bail;
use serde_json::Value;

use super::{Ending, documents::DocumentArgs, interrupt, output, places};
use wordfield_core::{
    cancel::{self, CancelFlag},
    corpus::{Cancel, Dataset, TaskKind},
    model::Snapshot,
    project::{load_model, write_report},
};

/// Result of a command, as text and as JSON.
pub(super) struct Found {
    pub text: String,
    pub value: Value,
}

/// Computes a result, writes it to `json` and prints it, to standard error if the JSON goes to standard output. `find` returns
/// `None` if it was cancelled.
pub(super) fn run(
    json: Option<&Path>,
    find: impl FnOnce(&CancelFlag, &Cancel) -> anyhow::Result<Option<Found>>,
) -> anyhow::Result<Ending> {
    let flag = CancelFlag::new();
    let cancel = interrupt::listen({
        let flag = flag.clone();
        move || flag.raise()
    })?;
    let found = match cancel::with(&flag, || find(&flag, &cancel)) {
        Err(_) | Ok(None) if cancel.is_cancelled() => return Ok(Ending::Interrupted),
        outcome => outcome?,
    };
    let Some(Found { text, value }) = found else { return Ok(Ending::Interrupted) };
    if let Some(path) = json {
        write_report(path, &value)?;
    }
    output::summary(&text, &[json])?;
    Ok(Ending::Done)
}

/// Saved model opened with its documents.
pub(super) struct Opened {
    pub data: Arc<Dataset>,
    pub snapshot: Snapshot,
}

impl Opened {
    /// Opens a saved model of documents without sides, after checking the output paths.
    pub(super) fn of(
        model: &Path,
        documents: &DocumentArgs,
        outputs: &[(&str, Option<&Path>)],
        cancel: &Cancel,
    ) -> anyhow::Result<Self> {
        let saved = load_model(model)?;
        if saved.kind().info().task == TaskKind::Pairs {
            bail!("{}: holds {}: name a model of classes or ratings", model.display(), saved.kind().info().title);
        }
        let corpus = documents.paths(&saved, model);
        let read: Vec<&Path> = iter::once(model).chain(corpus.iter().map(PathBuf::as_path)).collect();
        places::check(outputs, &read)?;
        let data = documents.dataset(&saved, model, cancel)?;
        let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, documents.memory())?.snapshot();
        Ok(Self { data, snapshot })
    }

    /// Whether the kernel between documents has learned word positions.
    pub(super) fn is_learned(&self) -> bool {
        self.snapshot.documents.x.ncols() > 0
    }

    /// Name of the kernel between documents, with a remark if it is not the model's own kernel.
    pub(super) fn kernel(&self) -> String {
        let name = self.snapshot.documents.ldk.name();
        if self.snapshot.owns_kernel { name } else { format!("{name} (not the model's own)") }
    }
}

//! Common part of commands that compute a result about a saved model's documents and write it as text and JSON.

use std::{path::Path, sync::Arc};

use anyhow::bail;

use super::{
    Usage,
    documents::DocumentArgs,
    interrupt::{self, unless_cancelled},
    output,
};
use wordfield_core::{
    cancel::{self, CancelFlag},
    corpus::{Cancel, Corpus, Dataset, TaskKind},
    finding::Finding,
    model::Snapshot,
    project::{load_model, write_report},
};

/// Computes a result, writes it to `json` and prints it, to standard error if the JSON goes to standard output.
/// An error of `find` counts as the interruption if the user has interrupted.
pub(super) fn run(json: Option<&Path>, find: impl FnOnce(&CancelFlag, &Cancel) -> anyhow::Result<Finding>) -> anyhow::Result<()> {
    let (cancel, flag) = interrupt::listen()?;
    let Finding { sentences, value } = unless_cancelled(&cancel, cancel::with(&flag, || find(&flag, &cancel)))?;
    if let Some(path) = json {
        write_report(path, &value)?;
    }
    output::summary(&sentences.join("\n"), &[json])?;
    Ok(())
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
        documents.check_outputs(&saved, model, outputs)?;
        let data = documents.dataset(&saved, model, cancel)?;
        let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, documents.memory())?.snapshot();
        Ok(Self { data, snapshot })
    }
}

/// Index of the class that an option names.
pub(super) fn class(corpus: &Corpus, option: &str, name: &str) -> Result<usize, Usage> {
    let known = || format!("{option} {name}: there is no such class; the classes are {}", corpus.classes.join(", "));
    corpus.classes.iter().position(|class| class == name).ok_or_else(|| Usage(known()))
}

/// Name of a document's class; empty if it has none.
pub(super) fn class_name(data: &Dataset, document: usize) -> &str {
    data.label(document).map_or("", |class| data.corpus.classes[class].as_str())
}

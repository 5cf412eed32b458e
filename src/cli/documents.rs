//! Corpus of a saved model: the named files, or those on which the model was trained.

use std::{
    iter,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{anyhow, bail};
use clap::Args;

use super::{
    corpus::{FileArgs, LabelArgs, RatingArgs},
    output, places,
};
use wordfield_core::{
    corpus::{Builtin, Cancel, Dataset, Origin, ReadOptions, SplitOptions, TaskKind},
    memory::Budget,
    project::{Fit, SavedModel},
};

/// Arguments about the documents of a model.
#[derive(Args, Debug)]
pub(super) struct DocumentArgs {
    /// Files of the corpus [default: those the model was trained on]
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Reading")]
    corpus: Vec<PathBuf>,
    /// Memory that the kernel matrix and the model may take, as in 6G [default: half of what there is]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Budget>,
    #[command(flatten)]
    read: FileArgs,
    #[command(flatten)]
    label: LabelArgs,
    #[command(flatten)]
    rating: RatingArgs,
}

impl DocumentArgs {
    /// Whether files of the corpus are named.
    pub(super) fn is_given(&self) -> bool {
        !self.corpus.is_empty()
    }

    /// Whether reading options are set without files to read.
    pub(super) fn reads_unnamed(&self) -> bool {
        self.corpus.is_empty() && self.options(None) != ReadOptions::default()
    }

    /// Memory that the kernel matrix and the model may use.
    pub(super) fn memory(&self) -> Budget {
        self.memory.unwrap_or_default()
    }

    /// Paths of the corpus's files, read or belonging to the model.
    pub(super) fn paths(&self, saved: &SavedModel, model: &Path) -> Vec<PathBuf> {
        let mut paths = self.corpus.clone();
        paths.extend(self.read.options(None).vocabulary);
        paths.extend(saved.named_beside(model));
        paths
    }

    /// Checks the output paths of a command against the model and the files of its corpus.
    pub(super) fn check_outputs(
        &self,
        saved: &SavedModel,
        model: &Path,
        outputs: &[(&str, Option<&Path>)],
    ) -> anyhow::Result<()> {
        let corpus = self.paths(saved, model);
        let read: Vec<&Path> = iter::once(model).chain(corpus.iter().map(PathBuf::as_path)).collect();
        places::check(outputs, &read)
    }

    /// Reading options set by the arguments.
    fn options(&self, task: Option<TaskKind>) -> ReadOptions {
        self.read.labelled(&self.label, &self.rating, task)
    }

    /// Dataset of the corpus over the model's words, with the model's split if it is the corpus of its training.
    pub(super) fn dataset(&self, saved: &SavedModel, model: &Path, cancel: &Cancel) -> anyhow::Result<Arc<Dataset>> {
        let origin = if self.is_given() {
            let known = saved.read_options_of(&self.corpus).filter(|_| self.options(None) == ReadOptions::default());
            let options = known.cloned().unwrap_or_else(|| self.options(Some(saved.kind().info().task)));
            Some(Origin::files(&self.corpus, &options))
        } else {
            saved.check_named_files(model)?;
            let builtin = || Builtin::ALL.into_iter().find(|which| which.name() == saved.corpus).map(Origin::Builtin);
            saved.trained_on.as_ref().and_then(|trained_on| trained_on.origin.clone()).or_else(builtin)
        };
        let model = model.display();
        let Some(origin) = origin else {
            bail!("{model}: does not name the files it was trained on: name them with --corpus");
        };
        let lexicon = &saved.lexicon;
        let target = lexicon.target_options.as_ref().unwrap_or(&lexicon.text_options);
        let corpus = origin.read(&lexicon.text_options, target, cancel).map_err(|error| {
            let remedy = if self.is_given() { "" } else { "; name the files of the corpus with --corpus" };
            anyhow!("{error}{remedy}")
        })?;
        let fit = saved.fits(&corpus).map_err(|problem| anyhow!("{model}: {problem}: name the corpus it was trained on"))?;
        let (data, _) = saved.dataset(Arc::new(corpus), fit, &SplitOptions::default())?;
        if fit != Fit::Same {
            data.notes.first().iter().for_each(output::note);
        }
        Ok(Arc::new(data))
    }
}

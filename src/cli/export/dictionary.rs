//! The learned dictionary of a model of pairs, and its precision against a reference.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::{Job, What};
use crate::cli::output;
use wordfield_core::{
    cancel,
    corpus::{Cancel, Dataset, read_word_pairs},
    model::{
        FittedRef, ModelError,
        pairs::{Dictionary, ReferencePrecision},
    },
    project::SavedModel,
};
use wordfield_output::{Exporter, Kind, Sink, WordPairs};

pub(super) const DICTIONARY: What = What {
    name: "dictionary",
    help: "The learned dictionary of a model of pairs",
    is_own: Exporter::is_of::<WordPairs>,
    given: |args| args.dictionary.file().map(|_| "--precision-against"),
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let words = entries(job.saved, &data, job.model)?;
    job.args.dictionary.report(job.saved, job.cancel)?;
    let unwritable = words.unwritable();
    if job.exporter.is_of::<WordPairs>() && unwritable > 0 {
        output::note(format_args!("{unwritable} entries with white space in a word are left out."));
    }
    Ok(WordPairs::write(&words, job.exporter, sink)?)
}

/// Arguments about the dictionary.
#[derive(Args, Debug)]
pub(super) struct DictionaryArgs {
    /// Report how often a model's nearest words are those of this dictionary: a source and a target word in each line
    #[arg(long, value_name = "FILE")]
    precision_against: Option<PathBuf>,
}

impl DictionaryArgs {
    /// The reference, if one is named.
    pub fn file(&self) -> Option<&Path> {
        self.precision_against.as_deref()
    }

    /// Prints the precision against the reference, if one is named.
    fn report(&self, saved: &SavedModel, cancel: &Cancel) -> anyhow::Result<()> {
        let (Some(file), FittedRef::Matcher(fitted)) = (self.file(), saved.fitted.fitted_ref()) else { return Ok(()) };
        let found = ReferencePrecision::of(fitted, &read_word_pairs(file, cancel)?);
        if cancel::requested() {
            return Err(ModelError::Cancelled.into());
        }
        let percent = |share: Option<f64>| share.map_or("not defined".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        output::say(format_args!(
            "{} of {} entries of {} are known, for {} source words; precision @1 {}, @5 {}",
            found.known,
            found.pairs,
            file.display(),
            found.words,
            percent(found.one),
            percent(found.five)
        ));
        Ok(())
    }
}

/// The nearest target word of every source word, most relevant first.
fn entries<'a>(saved: &'a SavedModel, data: &'a Dataset, model: &Path) -> anyhow::Result<WordPairs<'a>> {
    let (FittedRef::Matcher(fitted), Some(latent)) = (saved.fitted.fitted_ref(), saved.fitted.positions()) else {
        let (model, title) = (model.display(), saved.kind().info().title);
        bail!("{model}: holds {title}, which has no dictionary: give a model of pairs with word positions");
    };
    let dictionary = Dictionary::of(data, fitted, saved.iterations);
    if cancel::requested() {
        return Err(ModelError::Cancelled.into());
    }
    let classes = &data.corpus.classes;
    Ok(WordPairs::of([&classes[0], &classes[1]], saved.fitted.words(), latent, &dictionary.entries))
}

//! Export of the dictionary learned by a model of pairs: terms with examples, and precision against a reference.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::{ExportContents, Job};
use crate::cli::{Usage, output};
use wordfield_core::{
    cancel,
    corpus::{Cancel, Dataset, read_word_pairs},
    model::{
        FittedRef, ModelError,
        pairs::{Dictionary, ReferencePrecision},
    },
    project::SavedModel,
};
use wordfield_output::{Exporter, Sink, WordPairs};

pub(super) const DICTIONARY: ExportContents = ExportContents {
    name: "dictionary",
    help: "The learned dictionary of a model of pairs",
    is_own: Exporter::is_of::<WordPairs>,
    given: |args| args.dictionary.given(),
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let data = job.dataset()?;
    let words = entries(job, &data)?;
    job.args.dictionary.report(job.saved, job.cancel)?;
    let unwritable = words.unwritable();
    if job.exporter.is_of::<WordPairs>() && unwritable > 0 {
        output::note(format_args!("{unwritable} entries with white space in a word are left out."));
    }
    job.write::<WordPairs>(&words, sink)
}

/// Arguments about the dictionary.
#[derive(Args, Debug)]
pub(super) struct DictionaryArgs {
    /// Only words that are each other's nearest; TBX holds these alone
    #[arg(long)]
    mutual: bool,
    /// Only words that occur together in so many training pairs
    #[arg(long, value_name = "N")]
    min_count: Option<usize>,
    /// At most so many entries, the most relevant first
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Add so many training pairs with both words to each entry, the shortest first, if there are
    #[arg(long, value_name = "K")]
    examples: Option<usize>,
    /// Report how often a model's nearest words are those of this dictionary: a source and a target word in each line
    #[arg(long, value_name = "FILE")]
    pub(super) precision_against: Option<PathBuf>,
}

impl DictionaryArgs {
    /// Name of the first dictionary option that the user gave.
    fn given(&self) -> Option<&'static str> {
        let given = [
            (self.mutual, "--mutual"),
            (self.min_count.is_some(), "--min-count"),
            (self.most.is_some(), "--most"),
            (self.examples.is_some(), "--examples"),
            (self.precision_against.is_some(), "--precision-against"),
        ];
        given.into_iter().find(|option| option.0).map(|option| option.1)
    }

    /// Prints the precision of the dictionary against the reference, if one is named.
    fn report(&self, saved: &SavedModel, cancel: &Cancel) -> anyhow::Result<()> {
        let (Some(file), FittedRef::Matcher(fitted)) = (self.precision_against.as_deref(), saved.fitted.fitted_ref()) else {
            return Ok(());
        };
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

/// Chosen entries of the dictionary, each a source word with the nearest target word, the most relevant first.
fn entries<'a>(job: &Job<'_>, data: &'a Dataset) -> anyhow::Result<WordPairs<'a>> {
    let Job { saved, model, exporter, .. } = *job;
    let args = &job.args.dictionary;
    let (FittedRef::Matcher(fitted), Some(latent)) = (saved.fitted.fitted_ref(), saved.fitted.positions()) else {
        let (model, title) = (model.display(), saved.kind().info().title);
        bail!("{model}: holds {title}, which has no dictionary: give a model of pairs with word positions");
    };
    if args.examples.is_some() && exporter.name == "muse" {
        bail!(Usage("--examples: MUSE holds words alone: leave it out, or choose tbx or a table format such as csv".to_owned()));
    }
    if args.examples.is_some() && data.corpus.counted {
        bail!(Usage("--examples: the corpus holds counts of words and no texts: leave it out".to_owned()));
    }
    let mut entries = Dictionary::of(data, fitted, saved.iterations).entries;
    let (mutual, least) = (args.mutual || exporter.name == "tbx", args.min_count.unwrap_or_default());
    entries.retain(|entry| (entry.mutual || !mutual) && entry.together as usize >= least);
    entries.truncate(args.most.unwrap_or(usize::MAX));
    let words = WordPairs::of(data, latent, &entries, args.examples.unwrap_or_default());
    if cancel::requested() {
        return Err(ModelError::Cancelled.into());
    }
    Ok(words)
}

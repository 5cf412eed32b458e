//! Stop words for models of earlier versions, which contain only the name of the stop-word file.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::Usage;
use wordfield_core::corpus::{Lexicon, Side};

/// Stop words the model was trained with.
#[derive(Args, Debug, Default)]
pub(super) struct StopWordArgs {
    /// The file of stop words the model was trained with, one a line; only for models saved by earlier versions, which do
    /// not hold these words
    #[arg(long, value_name = "FILE")]
    stop_words: Option<PathBuf>,
}

/// Stop words of the target side.
#[derive(Args, Debug, Default)]
pub(super) struct TargetStopWordArgs {
    /// The same for the target side
    #[arg(long, value_name = "FILE")]
    target_stop_words: Option<PathBuf>,
}

impl StopWordArgs {
    /// Path of the stop word file, if one is named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.stop_words.as_deref()
    }

    /// Gives the model the stop words that it lacks.
    pub(super) fn supply(&self, lexicon: &mut Lexicon) -> anyhow::Result<()> {
        supply(lexicon, Side::Source, "--stop-words", self.file())
    }
}

impl TargetStopWordArgs {
    /// Path of the target side's stop word file, if one is named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.target_stop_words.as_deref()
    }

    /// Gives the model the target side's stop words that it lacks.
    pub(super) fn supply(&self, lexicon: &mut Lexicon) -> anyhow::Result<()> {
        supply(lexicon, Side::Target, "--target-stop-words", self.file())
    }
}

fn supply(lexicon: &mut Lexicon, side: Side, option: &str, file: Option<&Path>) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    if !lexicon.lacks_stop_words(side) {
        bail!(Usage(format!("{option} {}: the model leaves out words of its own: leave out {option}", file.display())));
    }
    Ok(lexicon.supply_stop_words(side, file)?)
}

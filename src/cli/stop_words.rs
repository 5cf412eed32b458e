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
    pub(super) stop_words: Option<PathBuf>,
}

/// Gives the model the stop words of a side that it lacks, from the file that the option of that side names.
pub(super) fn supply(lexicon: &mut Lexicon, side: Side, file: Option<&Path>) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    if !lexicon.lacks_stop_words(side) {
        let option = if side == Side::Source { "--stop-words" } else { "--target-stop-words" };
        bail!(Usage(format!("{option} {}: the model leaves out words of its own: leave out {option}", file.display())));
    }
    Ok(lexicon.supply_stop_words(side, file)?)
}

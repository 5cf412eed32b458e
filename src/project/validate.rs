//! Whether the parts of a saved model fit one another: a checksum says that bytes are as they were written, not that
//! they make a model.

use super::SavedModel;
use crate::corpus::Lexicon;

/// What does not fit together, if anything.
pub(super) fn problem(saved: &SavedModel) -> Option<&'static str> {
    let Lexicon { words, idf, source_words, .. } = &saved.lexicon;
    if words != saved.fitted.words() || idf.len() != words.len() {
        return Some("its two lists of words differ");
    }
    if *source_words != saved.fitted.source_words() || *source_words > words.len() {
        return Some("its words are not those of its two sides");
    }
    saved.fitted.problem()
}

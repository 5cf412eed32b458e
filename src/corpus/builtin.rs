//! The corpus inside the binary, so that the first picture needs no file.

use super::Corpus;

/// The built-in corpus, cut into words.
pub fn builtin() -> Corpus {
    todo!()
}

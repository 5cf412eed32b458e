//! Text split into words: tokenisation, languages, stop words, stemming, and the sentiment lexicon.

mod language;
mod options;
mod sentiment;
mod tokens;

pub use language::Language;
pub use options::{Separator, TEXT_OPTIONS, TextChoice, TextOptions, TextRow, TextSlot};
pub use sentiment::{Polarity, SentimentLexicon};
pub use tokens::{StopList, StopWords, Tokenizer};

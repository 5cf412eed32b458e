//! How text is split into words: languages, stop words, stemming, and lists of words.

mod choice;
mod language;
mod sentiment;
mod tokens;

pub use choice::TextChoice;
pub use language::Language;
pub use sentiment::{Polarity, SentimentLexicon};
pub use tokens::{StopList, StopWords, TextOptions, Tokenizer};

//! Text as words: tokenisation, languages, stop words, stemming, and the sentiment lexicon.

mod choice;
mod language;
mod sentiment;
mod tokens;

pub use choice::TextChoice;
pub use language::Language;
pub use sentiment::{Polarity, SentimentLexicon};
pub use tokens::{StopList, StopWords, TextOptions, Tokenizer};

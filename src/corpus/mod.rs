//! A file becomes bags of words.
//!
//! The way of the data: [`read()`] opens and sniffs files and gives a [`RawCorpus`] (labels, ratings or pairs, and texts
//! as found);
//! [`Corpus::build`] cuts texts into words; [`Dataset::build`] draws the split, measures the vocabulary on its
//! training part and weights the counts into the matrix `M` that everything else computes with.

mod align;
mod bag;
mod builtin;
mod bytes;
mod collector;
mod columns;
mod csr;
mod dataset;
mod documents;
mod encoding;
mod error;
mod levels;
mod lexicon;
mod number;
mod open;
mod origin;
mod raw;
mod read;
mod reader_arff;
mod reader_folder;
mod reader_jsonl;
mod reader_libsvm;
mod reader_lines;
mod reader_table;
mod reader_tmx;
mod recognised;
mod sentiment;
mod sniff;
mod split;
mod split_pairs;
mod stop_words;
mod task;
mod text_choice;
mod tokens;
mod vocabulary;
mod weighting;
mod xml;

pub use align::read_side;
pub use builtin::{Builtin, builtin};
pub use csr::Csr;
pub use dataset::Dataset;
pub use documents::Corpus;
pub use error::{BuildError, CorpusError, FormError, PairError};
pub use lexicon::Lexicon;
pub use origin::Origin;
pub use raw::{Body, Format, Preview, RawCorpus, RawDocument, ReadOptions};
pub use read::{Cancel, preview, preview_all, read, read_pairs};
pub use sentiment::{Polarity, SentimentLexicon};
pub use split::{Size, Split, SplitOptions};
pub use task::{Pairs, Ratings, Side, Task, TaskKind};
pub use text_choice::TextChoice;
pub use tokens::{Stemmer, StopWords, TextOptions, Tokenizer};
pub use vocabulary::{Threshold, VocabularyOptions};
pub use weighting::Weighting;

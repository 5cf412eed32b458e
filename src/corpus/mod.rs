//! A file becomes bags of words.
//!
//! The way of the data: [`read()`] opens and sniffs files and gives a [`RawCorpus`] (labels, ratings or pairs, and texts
//! as found);
//! [`Corpus::build`] cuts texts into words; [`Dataset::build`] draws the split, measures the vocabulary on its
//! training part and weights the counts into the matrix `M` that everything else computes with.
//!
//! A file imports only what stands before it here: names and numbers (`limits`, `cancel`, `shown`, `language`, `levels`,
//! `rating`, `column_names`, `csr`, `task`, `true_path`), what is read (`error`, `raw`), files as text (`bytes`, `encoding`,
//! `open`, `xml`), how text is cut (`tokens`, `origin`), what a file holds (`looks`, `collector`, `columns`, `recognised`), a
//! reader for each form with `sniff` among them, one file (`one_file`), several (`join`, `align`, `unlabelled`, `read`), and
//! what is made of them (`bag`, `documents`, the built-in ones, word lists, `vectors`, `weighting`, `vocabulary`, `split`,
//! `dataset`).

mod align;
mod bag;
mod builtin;
mod bytes;
mod called;
mod cancel;
mod collector;
mod column_names;
mod columns;
mod concordance;
mod csr;
mod dataset;
mod documents;
mod encoding;
mod error;
mod join;
mod known_again;
mod language;
mod levels;
mod lexicon;
mod limits;
mod looks;
mod one_file;
mod open;
mod origin;
mod rating;
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
mod shown;
mod sniff;
mod split;
mod split_pairs;
mod task;
mod text_choice;
mod tokens;
mod true_path;
mod unlabelled;
mod vectors;
mod vocabulary;
mod weighting;
mod xml;

pub use align::read_side;
pub use builtin::builtin;
pub use cancel::Cancel;
pub use concordance::occurrences;
pub use csr::Csr;
pub use dataset::Dataset;
pub use documents::Corpus;
pub use error::{BuildError, CorpusError, FormError, PairError, VectorError};
pub use language::Language;
pub use lexicon::Lexicon;
pub use limits::Limits;
pub use origin::{Builtin, Origin};
pub use raw::{Body, Format, Preview, RawCorpus, RawDocument, ReadOptions};
pub use read::{preview, preview_all, read, read_pairs};
pub use sentiment::{Polarity, SentimentLexicon};
pub use split::{Size, Split, SplitOptions};
pub use task::{Pairs, Ratings, Side, Task, TaskKind};
pub use text_choice::TextChoice;
pub use tokens::{StopWords, TextOptions, Tokenizer};
pub use unlabelled::read_unlabelled;
pub use vectors::{VectorFile, VectorFiles, VectorTable, WordVectors};
pub use vocabulary::{Threshold, VocabularyOptions};
pub use weighting::Weighting;

//! Corpus and dataset: turns files into bags of words.
//!
//! Data flow: [`read()`] opens and sniffs files and gives a [`RawCorpus`] (labels, ratings or pairs, and texts as found);
//! [`Corpus::build`] cuts texts into words; [`Dataset::build`] draws the split, measures the vocabulary on its training part
//! and weights the counts into the matrix `M` that everything else computes with.
//!
//! Import order: a folder imports only folders listed before it:
//!
//! | folder | content |
//! |---|---|
//! | `cancel`, `limits`, `printable`, `csr` | progress and cancellation, bounds of memory, text safe to print, the sparse matrix |
//! | `task/` | classes, ratings or pairs, and levels of ratings |
//! | `error` | errors with file, line and remedy |
//! | `file/` | files as text: gzip, encodings, lines, XML |
//! | `rows/` | tables as rows with named columns, whatever their file |
//! | `text/` | texts split into words: languages, stop words, word lists |
//! | `format/` | file formats as a table of readers, documents as read, options of reading |
//! | `column/`, `filter/` | columns besides text and label, typed; filters of documents by columns and texts |
//! | `read/` | one or several files, or two sides of pairs, as one corpus |
//! | `documents/` | the corpus: documents as word counts, built-in corpora, titles, concordance |
//! | `vectors/` | word vectors from files |
//! | `dataset/` | split, vocabulary, weighting: the matrix `M` |

mod cancel;
mod column;
mod csr;
mod dataset;
mod documents;
mod error;
mod file;
mod filter;
mod format;
mod limits;
mod printable;
mod read;
mod rows;
mod task;
mod text;
mod vectors;

pub use cancel::Cancel;
pub use column::{Column, ColumnKind, Columns, Fields, Header, Period, Series};
pub use csr::Csr;
pub use dataset::{
    ClassWithLostWords, Dataset, Lexicon, Size, Split, SplitOptions, Threshold, VocabularyOptions, Weighting, WordSpread,
    word_classes, word_spreads,
};
pub(crate) use documents::numbered;
pub use documents::{Builtin, Corpus, Origin, builtin, occurrences};
pub use error::{CorpusError, ErrorKind, Place};
pub(crate) use file::bytes::failure;
pub use file::{FileText, TextEdit, TextPart, companions::companions, list::read_list, source::read_text, xml::is_xml};
pub use filter::{Filter, FilterError, Records, groups};
pub(crate) use format::folder::leads_up;
pub use format::{
    Body, Format, FormatInfo, LeftOut, LeftOutCause, NamedColumn, PairFiles, PairUnit, Preview, RawCorpus, RawDocument,
    ReadOptions, TransUnit, Variant, is_sandbox,
};
pub use limits::Limits;
pub use printable::printable_lines;
pub use read::{
    corpus_name, preview, preview_all, read, read_pair_files, read_pairs, read_side, read_unlabelled, read_word_pairs, side_names,
};
pub use rows::{Cell, Dialect, Row, read_rows};
pub use task::{Pairs, Ratings, Side, Task, TaskKind};
pub use text::{
    Language, Polarity, SentimentLexicon, Separator, StopList, StopWords, TEXT_OPTIONS, TextChoice, TextOptions, TextRow,
    TextSlot, Tokenizer,
};
pub use vectors::{ENGLISH, ROWS, VectorFile, VectorFiles, VectorRows, VectorTable, WordVectors, holds_word_vectors, is_english};

#[cfg(test)]
pub use documents::planted;

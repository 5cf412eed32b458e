//! Export of all files that the program writes: tables, word vectors, arrays, text pairs and figures.
//!
//! A [`Table`] has typed columns whose cells are computed when they are read.
//! The window draws and copies the same table that an export writes.
//! A [`ExportKind`] of contents lists its formats, each a row of name, title,
//! readers and the function that writes it to a [`Sink`].
//! The files of a sink appear when all of them are complete, and never over an input.
//!
//! To add a format, add a file with its function and a row to its kind;
//! to add a kind, add a file with its type and its `impl` of [`ExportKind`], and a row to the list of [`exporters`].
//!
//! Cost: one pass over the contents.
//! Memory: buffers of the files; formats that need their whole content first (XLSX, Parquet, NPZ) say so.

pub mod answers;
pub mod figure;
pub mod study;

mod aligned;
mod arrays;
mod dictionary;
mod documents;
mod error;
mod exporter;
mod frames;
mod labels;
mod model_arrays;
mod pairs;
mod rule_files;
mod sandbox_text;
mod score;
mod sink;
mod table;
mod tbx;
mod vectors;
mod words;

pub use aligned::{AlignedCounts, AlignedLines};
pub use arrays::{Array, Arrays};
pub use dictionary::{Example, WordPair, WordPairs};
pub use documents::{documents, with_columns, with_decisions, with_texts};
pub use error::ExportError;
pub use exporter::{AsTable, ExportKind, Exporter, Format, exporter, exporters, proposed_name};
pub use frames::{EachFrame, Frames};
pub use labels::{checked_labels, reasons};
pub use model_arrays::ModelArrays;
pub use pairs::{
    Account, Agreement, Correction, Decisions, DeliveredPair, Delivery, FittedVerdicts, JudgedPair, Kappa, Keep, KnownPair,
    KnownPairs, OmissionCause, Omitted, OmittedUnits, PairKey, PairReview, PairTexts, PairUnits, PairVerdict, Reasons,
    ReviewedPair, ReviewedPairs, Stale, StaleVerdict, TargetKey, UnitError, VerdictError, VerdictRow, VerdictTable,
    checked_pairs, read_verdicts,
};
pub use rule_files::{RulesError, read_dismissed, read_rules};
pub use sandbox_text::SandboxText;
pub use score::Scores;
pub use sink::{Sink, Written};
pub use study::StudyFormat;
pub use table::{Cell, Cells, Column, Look, Mark, Place, Rows, Table, Tone, by_key, csv, json, tsv};
pub use vectors::{Vectors, axis_name};
pub use words::{with_spread, with_word_counts};

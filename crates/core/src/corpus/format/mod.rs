//! Corpus file formats, as a table of readers.
//!
//! A new format is a file with `impl Reader`, its `mod` line, and one row of the table below.
//! Recognition, preview, command line, help and error messages follow from the row.

mod arff;
pub(super) mod collector;
mod column_names;
mod column_profile;
mod columns;
mod conllu;
mod documents;
pub(super) mod folder;
mod jsonl;
mod libsvm;
mod lines;
mod numbers;
mod raw;
mod reader;
pub(super) mod recognised;
mod remarks;
pub(super) mod sniff;
mod table;
mod tmx;
mod trans_units;
mod word_counts;
mod xliff;

use serde::{Deserialize, Serialize};

pub use raw::{Body, LeftOut, LeftOutCause, PairFiles, PairUnit, Preview, RawCorpus, RawDocument, ReadOptions};
pub(super) use reader::Reader;
pub use reader::{FormatInfo, NamedColumn};
pub use sniff::is_sandbox;
pub use trans_units::{TransUnit, Variant};

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident => $reader:expr;)*) => {
        /// File formats of corpora: one row each, in the order of the window's list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Format {
            $($(#[$doc])* $name,)*
        }

        impl Format {
            /// All file formats.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Reader of the file format.
            pub(super) fn reader(self) -> &'static dyn Reader {
                match self {
                    $(Self::$name => &$reader,)*
                }
            }
        }
    };
}

// File formats are recognised from the last row to the first, so a special one is listed below a general one.
formats! {
    /// Format: lines `label<TAB>text`, one document a line.
    Lines => lines::CLASSES;
    /// Format: lines `rating<TAB>title<TAB>text`, one document a line; further fields are ignored.
    Rated => lines::RATED;
    /// Format: lines `id<TAB>title<TAB>text` or `id<TAB>text`, one side of pairs.
    Identified => lines::IDENTIFIED;
    /// Format: one text a line, one side of pairs.
    Plain => lines::PLAIN;
    /// Format: lines `text<TAB>text`, one pair a line.
    Parallel => lines::PARALLEL;
    /// Format: lines `words<TAB>tags`, one pair a line.
    Tagged => lines::TAGGED;
    /// Format: comma-separated values with a header.
    Csv => table::CSV;
    /// Format: tab-separated values with a header.
    Tsv => table::TSV;
    /// Format: word counts in long form, a row for each document and word.
    WordCounts => word_counts::WordCounts;
    /// Format: LIBSVM lines `label index:value …`, one document a line, words named by a vocabulary file.
    LibSvm => libsvm::LibSvm;
    /// Format: rows of numbers, one document a line, with or without a class in front, or one side of pairs.
    Numbers => numbers::Numbers;
    /// Format: JSON Lines, one JSON object a line.
    JsonLines => jsonl::JsonLines;
    /// Format: CoNLL-U, words of parsed sentences with lemmas and parts of speech.
    Conllu => conllu::Conllu;
    /// Format: TMX translation memory, one pair a unit.
    Tmx => tmx::Tmx;
    /// Format: XLIFF translation file, 1.2 or 2.0, one pair a unit or segment.
    Xliff => xliff::Xliff;
    /// Format: ARFF file of words and tags, one pair a row.
    Arff => arff::Arff;
    /// Format: a folder for each class, a text file for each document.
    Folder => folder::Folder;
}

impl Format {
    /// Name, help and properties of the file format.
    pub fn info(self) -> &'static FormatInfo {
        self.reader().info()
    }

    /// Names of the file formats that satisfy a condition, for messages.
    pub fn names(condition: impl Fn(&FormatInfo) -> bool) -> String {
        Self::ALL
            .iter()
            .map(|format| format.info())
            .filter(|info| condition(info))
            .map(|info| info.name)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_serialised_names() {
        for &format in Format::ALL {
            let serialised = serde_json::to_value(format).expect("a name");
            assert_eq!(serialised, format.info().key, "{format:?}");
            assert!(!format.info().name.is_empty() && !format.info().help.is_empty() && !format.info().tasks.is_empty());
        }
        assert_eq!(Format::names(|info| info.uses_vocabulary), "LIBSVM lines, ARFF of words and tags");
    }
}

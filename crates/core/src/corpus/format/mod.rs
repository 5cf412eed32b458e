//! File formats, as a table of readers.
//!
//! A new format is a file with `impl Reader`, its `mod` line, and one row of the table below: recognition, preview, command
//! line, help and error messages follow from the row.

mod arff;
pub(super) mod collector;
mod column_names;
mod column_profile;
mod columns;
mod conllu;
pub(super) mod folder;
mod jsonl;
mod libsvm;
mod lines;
mod numbers;
mod rating;
mod raw;
mod reader;
pub(super) mod recognised;
pub(super) mod sniff;
mod table;
mod tmx;
mod word_counts;
mod xliff;

use serde::{Deserialize, Serialize};

pub use raw::{Body, Preview, RawCorpus, RawDocument, ReadOptions};
pub(super) use reader::Reader;
pub use reader::{FormatInfo, NamedColumn};
pub use sniff::is_sandbox;
pub use xliff::XliffParts;

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident => $reader:expr;)*) => {
        /// The formats of files; a row each, in the order of the window's list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Format {
            $($(#[$doc])* $name,)*
        }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The reader of the format.
            pub(super) fn reader(self) -> &'static dyn Reader {
                match self {
                    $(Self::$name => &$reader,)*
                }
            }
        }
    };
}

// Formats are recognised from the last row to the first, so a special format is listed below a general one.
formats! {
    /// `label<TAB>text`, one document a line.
    Lines => lines::CLASSES;
    /// `rating<TAB>title<TAB>text`, one document a line; further fields are ignored.
    Rated => lines::RATED;
    /// `id<TAB>title<TAB>text` or `id<TAB>text`: one side of pairs.
    Identified => lines::IDENTIFIED;
    /// One text a line: one side of pairs.
    Plain => lines::PLAIN;
    /// `text<TAB>text`, one pair a line.
    Parallel => lines::PARALLEL;
    /// `words<TAB>tags`, one pair a line.
    Tagged => lines::TAGGED;
    /// Comma-separated values with a header.
    Csv => table::CSV;
    /// Tab-separated values with a header.
    Tsv => table::TSV;
    /// Word counts in long form: a row for each document and word.
    WordCounts => word_counts::WordCounts;
    /// `label index:value …`, one document a line, words named by a vocabulary file.
    LibSvm => libsvm::LibSvm;
    /// Numbers, one document a line, with or without a class in front, or one side of pairs.
    Numbers => numbers::Numbers;
    /// One JSON object a line.
    JsonLines => jsonl::JsonLines;
    /// Words of analysed sentences with lemmas and parts of speech.
    Conllu => conllu::Conllu;
    /// A TMX translation memory, one pair a unit.
    Tmx => tmx::Tmx;
    /// An XLIFF translation file, 1.2 or 2.0, one pair a unit or segment.
    Xliff => xliff::Xliff;
    /// An ARFF file of words and tags, one pair a row.
    Arff => arff::Arff;
    /// A folder for each class, a text file for each document.
    Folder => folder::Folder;
}

impl Format {
    /// Name, help and properties of the format.
    pub fn info(self) -> &'static FormatInfo {
        self.reader().info()
    }

    /// Names of the formats that satisfy a condition, for messages.
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

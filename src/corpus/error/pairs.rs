//! What can be wrong with files of pairs: sides that do not fit, translation memories, words and tags.
//!
//! Cost and memory: made once, when reading stops.

use std::path::PathBuf;

use super::list;

/// What can be wrong with files of pairs.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// Two files of different lengths.
    #[error(
        "{} holds {sources} documents and {} {targets}, and they have no identifiers to join them by; line for line they must \
         belong together: add what is missing, or remove what is too much",
        source_file.display(),
        target_file.display()
    )]
    Lengths {
        /// The source file.
        source_file: PathBuf,
        /// Its number of documents.
        sources: usize,
        /// The target file.
        target_file: PathBuf,
        /// Its number of documents.
        targets: usize,
    },
    /// A document without an identifier where the order does not tell what belongs together.
    #[error(
        "{}:{line}: there is no identifier, and the two files are not of one order and length; give every document an \
         identifier, or bring both files into the same order",
        file.display()
    )]
    NoId {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
    },
    /// An identifier that stands twice where the order does not tell what belongs together.
    #[error(
        "{}:{line}: the identifier \"{id}\" stands on line {first} already, and the two files are not of one order and \
         length; give every document an identifier of its own, or bring both files into the same order",
        file.display()
    )]
    RepeatedId {
        /// The file.
        file: PathBuf,
        /// The second line.
        line: usize,
        /// The first line.
        first: usize,
        /// The identifier.
        id: String,
    },
    /// No document of one file has its partner in the other.
    #[error(
        "{}: none of its identifiers (such as \"{id}\") stands in {}; choose two files that belong together",
        file.display(),
        other.display()
    )]
    NoCommonId {
        /// The source file.
        file: PathBuf,
        /// The target file.
        other: PathBuf,
        /// The source's first identifier.
        id: String,
    },
    /// One side of a pair alone.
    #[error(
        "{}: the lines have identifiers and neither classes nor ratings, so this is one side of pairs; open it together \
         with the file of the other side, or choose the form \"class, tab, text\"",
        file.display()
    )]
    OneSide {
        /// The file.
        file: PathBuf,
    },
    /// A form that cannot be a side.
    #[error("{}: this form holds no single side of pairs; give lines of text, CSV, TSV or JSON Lines for each side", file.display())]
    NoSide {
        /// The file.
        file: PathBuf,
    },
    /// No pair has text on both sides.
    #[error("{}: no pair has text on both sides; choose files whose lines belong together", file.display())]
    NoPairs {
        /// The file, the first where there are several.
        file: PathBuf,
    },
    /// A file that is no XML.
    #[error("{}:{line}: this is not well-formed XML ({reason}); export or download the file again", file.display())]
    NotXml {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The parser's words.
        reason: String,
    },
    /// A translation memory without a unit.
    #[error("{}: there is no translation unit (<tu>) in it; choose a TMX file that holds some", file.display())]
    NoUnits {
        /// The file.
        file: PathBuf,
    },
    /// A variant without a language.
    #[error("{}:{line}: the variant (<tuv>) names no language; add xml:lang to it", file.display())]
    NoLanguage {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
    },
    /// A translation memory of one language.
    #[error("{}: no translation unit has two languages (there is {}); choose a TMX file with translations", file.display(), list(have))]
    OneLanguage {
        /// The file.
        file: PathBuf,
        /// The languages there are.
        have: Vec<String>,
    },
    /// A chosen language that is not there.
    #[error("{}: there is no language \"{language}\"; choose two among {}", file.display(), list(have))]
    UnknownLanguage {
        /// The file.
        file: PathBuf,
        /// The language as chosen.
        language: String,
        /// The languages there are.
        have: Vec<String>,
    },
    /// A line of an ARFF header that says nothing known.
    #[error("{}:{line}: \"{text}\" is no line of an ARFF header; write `@attribute name {{0,1}}`, then `@data`", file.display())]
    BadAttribute {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The line's beginning.
        text: String,
    },
    /// An attribute named twice.
    #[error("{}:{line}: the attribute \"{name}\" is named twice; rename one of the two", file.display())]
    RepeatedAttribute {
        /// The file.
        file: PathBuf,
        /// The second line.
        line: usize,
        /// The name.
        name: String,
    },
    /// A header without data.
    #[error("{}: there is no @data in it; download or copy the file again", file.display())]
    NoData {
        /// The file.
        file: PathBuf,
    },
    /// A row that does not fit the header.
    #[error(
        "{}:{line}: \"{entry}\" does not fit the {attributes} attributes; write `{{index value, …}}` with indices from 0 and \
         values of 0 or more, or one value for each attribute",
        file.display()
    )]
    BadRow {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The entry, or the row's beginning.
        entry: String,
        /// Attributes of the header.
        attributes: usize,
    },
    /// Tags that could not be told from words.
    #[error(
        "{}: it is not clear which attributes are tags; put Mulan's list of labels beside it as {}, or choose it as the \
         vocabulary file",
        file.display(),
        xml.display()
    )]
    NoTags {
        /// The file.
        file: PathBuf,
        /// Where the list is looked for.
        xml: PathBuf,
    },
    /// A tag that is no attribute.
    #[error("{}: the label \"{tag}\" is no attribute of {}; use the two files that belong together", file.display(), arff.display())]
    UnknownTag {
        /// The XML file.
        file: PathBuf,
        /// The tag.
        tag: String,
        /// The ARFF file.
        arff: PathBuf,
    },
}

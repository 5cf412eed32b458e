//! What can be wrong with a file: each error names the file, the line where there is one, and the remedy.
//!
//! Cost and memory: made once, when reading or building stops; lists of columns are shown in full up to twenty.

use std::path::PathBuf;

/// What can be wrong with a file or with the choices made for it.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// Reading was cancelled by the user.
    #[error("reading was cancelled")]
    Cancelled,

    // Opening.
    /// No file was named.
    #[error("no file was named; give at least one file or folder")]
    NoFiles,
    /// There is no such file.
    #[error("{}: there is no such file or folder; check the path", file.display())]
    NotFound {
        /// The path as given.
        file: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: cannot be read ({reason}); check its permissions and that the disk is still there", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// The file holds nothing.
    #[error("{}: the file is empty; choose a file with one document a line", file.display())]
    EmptyFile {
        /// The file.
        file: PathBuf,
    },
    /// The file is not text.
    #[error(
        "{}: this is not text ({reason}); convert it to plain text, CSV or JSON Lines (gzip is read as it is)",
        file.display()
    )]
    Binary {
        /// The file.
        file: PathBuf,
        /// What gave it away.
        reason: &'static str,
    },
    /// A compressed file ends too early.
    #[error(
        "{}: the gzip file is cut off after line {line}; download or copy it again, or unpack what is there with \
         `gzip -dc` and open that",
        file.display()
    )]
    TruncatedGzip {
        /// The file.
        file: PathBuf,
        /// The last whole line read.
        line: usize,
    },
    /// A compressed file is damaged.
    #[error("{}: the gzip file is damaged after line {line} ({reason}); download or copy it again", file.display())]
    DamagedGzip {
        /// The file.
        file: PathBuf,
        /// The last whole line read.
        line: usize,
        /// The decoder's words.
        reason: String,
    },
    /// A line no document can have.
    #[error(
        "{}:{line}: the line is longer than {limit_mib} MiB; put one document on a line, or choose the right format",
        file.display()
    )]
    LineTooLong {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// A file of one document that is too long.
    #[error("{}: the document is longer than {limit_mib} MiB; cut it up, or choose the right format", file.display())]
    DocumentTooLong {
        /// The file.
        file: PathBuf,
        /// The limit, in MiB.
        limit_mib: usize,
    },
    /// More text than is kept.
    #[error("{}: there is more than {limit_gib} GiB of text; open a part of it", file.display())]
    TooMuchText {
        /// The file at which the limit was passed.
        file: PathBuf,
        /// The limit, in GiB.
        limit_gib: usize,
    },
    /// A file without a document.
    #[error("{}: there is no document in it; choose a file with one document a line", file.display())]
    NoDocumentIn {
        /// The file, the first where there are several.
        file: PathBuf,
    },
    /// No such encoding.
    #[error(
        "there is no character encoding named \"{name}\"; use a name such as \"utf-8\", \"windows-1252\", \
         \"shift_jis\", \"gbk\" or \"utf-16le\", or leave it empty to have it recognised"
    )]
    UnknownEncoding {
        /// The name as given.
        name: String,
    },
    /// Bytes that are none of the named encoding.
    #[error(
        "{}:{line}: the bytes are not {encoding}; name another encoding, or leave it empty to have it recognised",
        file.display()
    )]
    WrongEncoding {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The encoding's name.
        encoding: &'static str,
    },
    /// A folder where a file was meant, or the other way round.
    #[error("{}: {problem}", file.display())]
    WrongKind {
        /// The path.
        file: PathBuf,
        /// What is wrong and what to do.
        problem: &'static str,
    },

    // Lines.
    /// A line without a tab.
    #[error(
        "{}:{line}: there is no tab between class and text (\"{beginning}\"); write `class<TAB>text` on every line, \
         or choose another format",
        file.display()
    )]
    NoTab {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The line's beginning.
        beginning: String,
    },
    /// A document without a class.
    #[error("{}:{line}: the class is empty; name a class for every document, or remove the line", file.display())]
    EmptyLabel {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
    },

    // Tables.
    /// Two columns of the same name.
    #[error(
        "{}:1: the header names the column \"{column}\" twice; rename one of the two, so that it is clear which is meant",
        file.display()
    )]
    DuplicateColumn {
        /// The file.
        file: PathBuf,
        /// The column's name.
        column: String,
    },
    /// A chosen column that is not there.
    #[error(
        "{}:{line}: there is no column \"{column}\"; choose among {}",
        file.display(),
        list(have)
    )]
    UnknownColumn {
        /// The file.
        file: PathBuf,
        /// The line that shows it.
        line: usize,
        /// The column's name as chosen.
        column: String,
        /// The columns there are.
        have: Vec<String>,
    },
    /// The columns could not be guessed.
    #[error(
        "{}:1: it is not clear which column holds the {what}; choose it among {}",
        file.display(),
        list(have)
    )]
    UnclearColumn {
        /// The file.
        file: PathBuf,
        /// "class" or "text".
        what: &'static str,
        /// The columns there are.
        have: Vec<String>,
    },
    /// A row of the wrong length.
    #[error(
        "{}:{line}: the row has {have} fields, the header {wanted}; check the quotes and the separator of that row",
        file.display()
    )]
    RowLength {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// Fields of the header.
        wanted: usize,
        /// Fields of the row.
        have: usize,
    },
    /// A quoted field that never ends.
    #[error(
        "{}:{line}: a quoted field begins here and does not end; close the quotation mark, or write it twice inside a \
         quoted field",
        file.display()
    )]
    OpenQuote {
        /// The file.
        file: PathBuf,
        /// The line where the row begins.
        line: usize,
    },

    // JSON Lines.
    /// A line that is not a JSON object.
    #[error(
        "{}:{line}: the line is not a JSON object ({reason}); write one object like {{\"label\": …, \"text\": …}} on \
         every line",
        file.display()
    )]
    NotAnObject {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What it is instead.
        reason: String,
    },
    /// An object without a field.
    #[error(
        "{}:{line}: the object has no field \"{field}\"; add it, or choose among {}",
        file.display(),
        list(have)
    )]
    MissingField {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The field's name.
        field: String,
        /// The fields there are.
        have: Vec<String>,
    },
    /// A field that holds no text.
    #[error(
        "{}:{line}: the field \"{field}\" holds {kind}; it must hold a string, a number or a list of strings",
        file.display()
    )]
    FieldType {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The field's name.
        field: String,
        /// What it holds.
        kind: &'static str,
    },

    // LIBSVM.
    /// No vocabulary file was named or found.
    #[error(
        "{}: a LIBSVM file needs the words its indices stand for; choose a vocabulary file with one word a line, \
         the first line being index 1",
        file.display()
    )]
    NoVocabulary {
        /// The LIBSVM file.
        file: PathBuf,
    },
    /// An entry that is not `index:value`.
    #[error(
        "{}:{line}: \"{entry}\" is not `index:value` with a whole index from 1 and a value of 0 or more; correct the \
         entry, or choose another format",
        file.display()
    )]
    BadEntry {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The entry.
        entry: String,
    },
    /// An index without a word.
    #[error(
        "{}:{line}: the index {index} has no word: {} holds {words}; choose the vocabulary file that belongs to this \
         file (its first line is index 1)",
        file.display(),
        vocabulary.display()
    )]
    IndexOutside {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The index.
        index: u64,
        /// The vocabulary file.
        vocabulary: PathBuf,
        /// Its number of words.
        words: usize,
    },
    /// The same word twice in a vocabulary file.
    #[error("{}:{line}: the word \"{word}\" stands on line {first} already; every word may stand once", file.display())]
    RepeatedWord {
        /// The vocabulary file.
        file: PathBuf,
        /// The second line.
        line: usize,
        /// The first line.
        first: usize,
        /// The word.
        word: String,
    },

    // Folders.
    /// A folder without class folders.
    #[error(
        "{}: there is no class folder in this folder; put the documents of each class into a folder of that class's \
         name, one text file a document",
        file.display()
    )]
    NoClassFolders {
        /// The folder.
        file: PathBuf,
    },

    // Building a data set.
    /// Nothing to learn from.
    #[error("there is no document; choose a file that holds documents")]
    NoDocuments,
    /// All documents are of one class.
    #[error(
        "all {documents} documents are of the class \"{class}\"; two classes are needed: add documents of another \
         class, or choose another class column"
    )]
    OneClass {
        /// The class.
        class: String,
        /// Number of documents.
        documents: usize,
    },
    /// A split that asks for more documents than there are.
    #[error("the split asks for {wanted} {of} and there are {have}; make the training, development or test part smaller")]
    SplitTooLarge {
        /// Documents or pairs asked for.
        wanted: usize,
        /// Documents or pairs there are.
        have: usize,
        /// "documents" or "pairs".
        of: &'static str,
    },
    /// A given split that names a document without a partner.
    #[error("the given split names document {index}, which has no counterpart on the other side; leave it out of the split")]
    SplitUnpaired {
        /// The index.
        index: usize,
    },
    /// A given split that puts the two documents of a pair into two parts.
    #[error(
        "the given split puts document {index} and its counterpart, document {partner}, into different parts; name each \
         pair in one part only"
    )]
    SplitTorn {
        /// The source document.
        index: usize,
        /// Its partner.
        partner: usize,
    },
    /// Ratings that are not one row for each document.
    #[error("there are {documents} documents and {rows} rows of ratings; give every document its ratings")]
    Unrated {
        /// Documents.
        documents: usize,
        /// Rows of ratings.
        rows: usize,
    },
    /// A rating that is no finite number.
    #[error("{title}: the rating is not a finite number; write a number, or remove the document")]
    RatingNotFinite {
        /// Where the document came from.
        title: String,
    },
    /// Partners that are not each other's.
    #[error("the partners of the {documents} documents are not each other's; give each document at most one counterpart")]
    PartnersDiffer {
        /// Documents.
        documents: usize,
    },
    /// A size that is no size.
    #[error("the {part} part's share is {share}; a share lies between 0 and 1")]
    BadShare {
        /// "training", "development" or "test".
        part: &'static str,
        /// The share as given.
        share: f64,
    },
    /// A given split that names a document which is not there.
    #[error("the given split names document {index} and there are {have}; use the split of this very corpus")]
    SplitIndex {
        /// The index.
        index: usize,
        /// Documents there are.
        have: usize,
    },
    /// A given split with a document in two parts.
    #[error("the given split holds document {index} twice; a document may stand in one part, once")]
    SplitOverlap {
        /// The index.
        index: usize,
    },
    /// A training part without two classes.
    #[error(
        "the training part ({documents} documents) holds {classes} class; make it larger, stratify it, or take another \
         seed"
    )]
    TrainingClasses {
        /// Classes of the training part.
        classes: usize,
        /// Documents of the training part.
        documents: usize,
    },
    /// No word is left.
    #[error(
        "no word occurs in at least {threshold} of the {documents} training documents{}; lower the document-frequency \
         threshold or the minimum word length, or keep stop words",
        if side.is_empty() { String::new() } else { format!(" of \"{side}\"") }
    )]
    EmptyVocabulary {
        /// The fewest documents asked for.
        threshold: usize,
        /// Training documents.
        documents: usize,
        /// The side of a corpus of pairs, else empty.
        side: String,
    },
    /// A stop-word file that cannot be read.
    #[error("{}: the stop-word file cannot be read ({reason}); choose a UTF-8 file with one word a line", file.display())]
    StopWordFile {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

/// "a, b, c", the first twenty.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 20;
    if names.is_empty() {
        return "none (there is no column)".to_owned();
    }
    let text = names.iter().take(SHOWN).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{text} and {} more", names.len() - SHOWN) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..25).map(|i| format!("c{i}")).collect();
        assert!(list(&names).ends_with("\"c19\" and 5 more"));
        assert_eq!(list(&names[..2]), "\"c0\", \"c1\"");
    }

    #[test]
    fn building_errors_name_their_remedy() {
        let error = CorpusError::SplitTooLarge { wanted: 9, have: 4, of: "documents" }.to_string();
        assert!(error.contains("asks for 9") && error.contains("there are 4") && error.contains("smaller"), "{error}");
        let error = CorpusError::OneClass { class: "spam".into(), documents: 3 }.to_string();
        assert!(error.contains("\"spam\"") && error.contains("two classes are needed"), "{error}");
    }
}

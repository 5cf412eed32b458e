//! What can be wrong with the form of a file of single documents: lines, tables, JSON Lines, LIBSVM, class folders.
//!
//! Cost and memory: made once, when reading stops; lists of columns are shown in full up to twenty.

use std::path::PathBuf;

use super::{
    super::limits::{COLUMNS, LABEL},
    list,
};

/// What can be wrong with the form of a file of documents.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
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
    /// A class whose name is no name.
    #[error(
        "{}:{line}: the class has {characters} characters (\"{beginning}\") and may have {LABEL}; is it the text? Choose \
         another column or form, or shorten it",
        file.display()
    )]
    LongLabel {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// Its length.
        characters: usize,
        /// Its beginning.
        beginning: String,
    },
    /// A line with too few fields.
    #[error("{}:{line}: the line has {have} fields; write `{form}` on every line, or choose another format", file.display())]
    Fields {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// Fields of the line.
        have: usize,
        /// What a line is.
        form: &'static str,
    },

    // Ratings.
    /// No document has a rating.
    #[error("{}: no document has a {column}; choose another column, write numbers there, or ask for classes", file.display())]
    NoRating {
        /// The file, the first where there are several.
        file: PathBuf,
        /// What the rating is called.
        column: String,
    },
    /// A rating on another scale than those before it.
    #[error(
        "{}:{line}: the {column} \"{found}\" is not out of {scale} as those before it; write all of them on one scale",
        file.display()
    )]
    OtherScale {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What the rating is called.
        column: String,
        /// What stands there.
        found: String,
        /// The scale of those before it.
        scale: f64,
    },
    /// A rating that is no number.
    #[error(
        "{}:{line}: the {column} \"{found}\" is not a finite number; write one such as 4, 4.5 or 4/5, leave it empty where it \
         is missing, or ask for classes",
        file.display()
    )]
    BadRating {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What the rating is called.
        column: String,
        /// What stands there.
        found: String,
    },

    // Tables.
    /// More columns than a table of texts has.
    #[error(
        "{}:1: the header has {have} columns and may have {COLUMNS}; if this is no table of texts, choose another form, else \
         cut it",
        file.display()
    )]
    TooManyColumns {
        /// The file.
        file: PathBuf,
        /// Columns of the header.
        have: usize,
    },
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
        /// "class", "rating", "text" or "text of each side".
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

    // Word lists.
    /// A list without a word.
    #[error("{}: there is no word in it; choose a file with one word a line", file.display())]
    NoWords {
        /// The file.
        file: PathBuf,
    },
    /// A line of running text in a list of words.
    #[error("{}:{line}: \"{text}\" is no word; choose a file with one word a line", file.display())]
    NotAWord {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// The line's beginning.
        text: String,
    },
}

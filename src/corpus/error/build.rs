//! What can be wrong with the choices made for a corpus: splits, vocabularies, ratings and partners that do not fit.
//!
//! Cost and memory: made once, when building stops.

/// What can be wrong when documents become a data set.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
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
    /// Word vectors that are not one row of numbers for each word.
    #[error(
        "there are {rows} word vectors and {words} words, or a vector is not finite; read the vectors for the words of \
         this very data set"
    )]
    VectorsOfOtherWords {
        /// Rows of vectors.
        rows: usize,
        /// Words of the data set.
        words: usize,
    },
    /// A stop-word file that cannot be read.
    #[error("{reason}; choose a text file with one word a line as stop words, or name a language such as german")]
    StopWordFile {
        /// What went wrong, with the file's name.
        reason: String,
    },
    /// A saved model that names its stop-word file and lacks the words.
    #[error(
        "the model was saved without its stop words, which were in {}: name that file with --stop-words, in the window as \
         the words to leave out, or train and save the model again", file.display()
    )]
    StopWordsMissing {
        /// The file the model names.
        file: std::path::PathBuf,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn building_errors_name_their_remedy() {
        let error = BuildError::SplitTooLarge { wanted: 9, have: 4, of: "documents" }.to_string();
        assert!(error.contains("asks for 9") && error.contains("there are 4") && error.contains("smaller"), "{error}");
        let error = BuildError::OneClass { class: "spam".into(), documents: 3 }.to_string();
        assert!(error.contains("\"spam\"") && error.contains("two classes are needed"), "{error}");
    }
}

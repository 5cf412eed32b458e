//! The corpus inside the binary, so that the first picture needs no file.
//!
//! Cost: some milliseconds to cut 420 short documents into words; memory: 120 kB in the binary.

use super::{Body, Corpus, Format, RawCorpus, RawDocument, Task, TextOptions};

/// One document a line, `class<TAB>words`; made by `scripts/make_sample_data.py`.
const TEXT: &str = include_str!("../../sample_data/corpus.txt");

/// The built-in corpus, cut into words.
///
/// # Panics
/// Never: the text is part of the program, and a test reads it.
pub fn builtin() -> Corpus {
    let documents = TEXT
        .lines()
        .enumerate()
        .filter_map(|(index, line)| {
            let (label, text) = line.split_once('\t')?;
            Some(RawDocument {
                title: format!("built-in:{}", index + 1),
                label: label.to_owned(),
                body: Body::Text(text.to_owned()),
            })
        })
        .collect();
    let raw = RawCorpus {
        name: "built-in corpus".to_owned(),
        format: Format::Lines,
        task: Task::Classes,
        documents,
        notes: Vec::new(),
    };
    Corpus::build(raw, &TextOptions::default()).expect("the built-in corpus has documents of four classes")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::{Dataset, SplitOptions, VocabularyOptions, Weighting};

    #[test]
    fn has_four_even_classes_and_no_empty_document() {
        let corpus = builtin();
        assert_eq!(corpus.classes, ["astronomy", "cooking", "gardening", "music"]);
        assert_eq!(corpus.class_sizes(), [105; 4]);
        assert_eq!(corpus.len(), TEXT.lines().count(), "a line without a tab");
        assert!((0..corpus.len()).all(|document| corpus.counts.row_sum(document) >= 25.0));
        assert!(corpus.notes.is_empty(), "{:?}", corpus.notes);
    }

    #[test]
    fn makes_a_dataset_with_the_default_options() {
        let dataset =
            Dataset::build(Arc::new(builtin()), &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default())
                .expect("a dataset");
        assert_eq!((dataset.split.train.len(), dataset.split.dev.len(), dataset.split.test.len()), (210, 42, 168));
        assert!((400..700).contains(&dataset.words.len()), "{} words", dataset.words.len());
    }
}

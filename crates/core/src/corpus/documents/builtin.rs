//! Built-in corpora inside the binary, one for each task, so that the program can start without a file.
//!
//! `sample_data/README.md` names their sources and licences.
//! Cost: some tens of milliseconds to tokenise a few hundred short documents.
//! Memory: 630 kB in the binary.

use crate::corpus::{Body, Builtin, Corpus, Fields, Format, Origin, Pairs, Ratings, RawCorpus, RawDocument, Task};

/// Built-in corpus of topics, lines `class<TAB>text`, written for this program.
const TOPICS: &str = include_str!("../../../sample_data/corpus.txt");
/// Built-in reviews, lines `rating<TAB>title<TAB>text`, the title possibly empty; made by `scripts/make_sample_data`.
const REVIEWS: &str = include_str!("../../../sample_data/reviews.tsv");
/// Built-in pairs, lines `id<TAB>title<TAB>text`, line for line of the same pair; made by `scripts/make_sample_data`.
const PAIRS: [(&str, &str); 2] =
    [("en", include_str!("../../../sample_data/pairs.en.tsv")), ("ja", include_str!("../../../sample_data/pairs.ja.tsv"))];

impl Builtin {
    fn raw(self) -> RawCorpus {
        let (documents, task) = match self {
            Self::Topics => (topics(), Task::Classes),
            Self::Reviews => {
                let (ratings, documents) = reviews();
                (documents, Task::Ratings(Ratings::single("rating", ratings)))
            }
            Self::Pairs => {
                let (ids, documents): (Vec<_>, Vec<_>) = PAIRS.into_iter().flat_map(|(side, text)| pairs(side, text)).unzip();
                let pairs = Pairs { ids, ..Pairs::aligned(documents.len() / 2) };
                (documents, Task::Pairs(pairs))
            }
        };
        RawCorpus {
            name: self.name().to_owned(),
            format: Format::Lines,
            task,
            documents,
            unlabelled: 0,
            files: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Returns a built-in corpus, tokenised.
///
/// # Panics
/// Never panics on valid builds: the texts are part of the program, and tests read them.
pub fn builtin(which: Builtin) -> Corpus {
    let [text, target] = which.text_options();
    let corpus = Corpus::build_sides(which.raw(), &text, &target).expect("the built-in corpora are complete");
    corpus.with_origin(Origin::Builtin(which))
}

fn topics() -> Vec<RawDocument> {
    let document = |(index, line): (usize, &str)| {
        let (label, text) = line.split_once('\t')?;
        let title = format!("built-in:{}", index + 1);
        Some(RawDocument { title, label: label.to_owned(), body: Body::Text(text.to_owned()), fields: Fields::default() })
    };
    TOPICS.lines().enumerate().filter_map(document).collect()
}

fn reviews() -> (Vec<f64>, Vec<RawDocument>) {
    let document = |(index, line): (usize, &str)| {
        let (rating, rest) = line.split_once('\t')?;
        let (title, text) = rest.split_once('\t')?;
        let (title, body) = match title.trim() {
            "" => (format!("built-in:{}", index + 1), text.to_owned()),
            title => (title.to_owned(), format!("{title}\n{text}")),
        };
        Some((
            rating.parse::<f64>().ok()?,
            RawDocument { title, label: rating.to_owned(), body: Body::Text(body), fields: Fields::default() },
        ))
    };
    REVIEWS.lines().enumerate().filter_map(document).unzip()
}

fn pairs(side: &'static str, text: &'static str) -> impl Iterator<Item = (String, RawDocument)> {
    text.lines().filter_map(move |line| {
        let (id, rest) = line.split_once('\t')?;
        let (title, text) = rest.split_once('\t')?;
        let body = Body::Text(format!("{title}\n{text}"));
        Some((
            id.to_owned(),
            RawDocument { title: format!("{id} {title}"), label: side.to_owned(), body, fields: Fields::default() },
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::{Dataset, SplitOptions, VocabularyOptions, Weighting};

    fn dataset(which: Builtin) -> Dataset {
        let corpus = Arc::new(builtin(which));
        Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default()).expect("a dataset")
    }

    #[test]
    fn topics_are_four_even_classes_without_an_empty_document() {
        let corpus = builtin(Builtin::Topics);
        assert_eq!(corpus.classes, ["astronomy", "cooking", "gardening", "music"]);
        assert_eq!(corpus.class_sizes(), [66; 4]);
        assert_eq!(corpus.len(), TOPICS.lines().count(), "a line without a tab");
        assert!(corpus.texts.iter().all(|text| (30..=80).contains(&text.split_whitespace().count())));
        assert!((0..corpus.len()).all(|document| corpus.counts.row_sum(document) >= 15.0));
        assert!(corpus.notes.is_empty(), "{:?}", corpus.notes);
        let dataset = dataset(Builtin::Topics);
        assert_eq!((dataset.split.train.len(), dataset.split.dev.len(), dataset.split.test.len()), (132, 26, 106));
        assert!((500..800).contains(&dataset.words.len()), "{} words", dataset.words.len());
        assert_eq!(dataset.source_words, 0);
    }

    #[test]
    fn reviews_are_rated_one_to_five() {
        let corpus = builtin(Builtin::Reviews);
        assert_eq!(corpus.len(), REVIEWS.lines().count(), "a line of another form");
        assert_eq!(corpus.classes, ["1", "2", "3", "4", "5"]);
        assert_eq!(corpus.class_sizes(), [25, 72, 124, 222, 515]);
        let ratings = corpus.task.ratings().expect("ratings");
        assert!((0..corpus.len()).all(|i| corpus.classes[corpus.labels[i]] == ratings.values[[i, 0]].to_string()));
        assert!(corpus.notes.is_empty(), "{:?}", corpus.notes);
        let words = dataset(Builtin::Reviews).words;
        assert!(
            words.contains(&"disappointed".to_owned())
                && words.contains(&"flattering".to_owned())
                && !words.contains(&"the".to_owned())
        );
    }

    #[test]
    fn pairs_are_aligned() {
        let corpus = builtin(Builtin::Pairs);
        let lines = PAIRS[0].1.lines().count();
        assert_eq!((corpus.len(), corpus.class_sizes()), (2 * lines, vec![lines; 2]), "a line of another form");
        assert_eq!(corpus.classes, ["en", "ja"]);
        let pairs = corpus.task.pairs().expect("pairs");
        for (source, target) in pairs.matched() {
            assert_eq!(pairs.ids[source], pairs.ids[target]);
        }
        assert_eq!(
            (corpus.titles[0].as_str(), corpus.titles[lines].as_str()),
            ("RLW00012 Kansai Railway Company", "RLW00012 関西鉄道")
        );
        assert!(corpus.notes.is_empty(), "{:?}", corpus.notes);
        let dataset = dataset(Builtin::Pairs);
        assert_eq!((dataset.split.train.len(), dataset.split.dev.len()), (294, 58));
        let (source, target) = dataset.words.split_at(dataset.source_words);
        assert!((500..900).contains(&source.len()) && (500..900).contains(&target.len()), "{} {}", source.len(), target.len());
        assert!(source.contains(&"temple".to_owned()) && target.contains(&"寺".to_owned()));
    }
}

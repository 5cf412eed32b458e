//! A corpus cut into words, and a dataset: the corpus seen through a split, a vocabulary and a weighting.
//!
//! Memory: a corpus keeps every text once and 12 bytes for each distinct word of a document; a dataset adds two
//! sparse matrices over its vocabulary.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use ndarray::Array2;
use rayon::prelude::*;

use super::{
    Body, CorpusError, Csr, RawCorpus, RawDocument, Split, SplitOptions, TextOptions, Tokenizer, VocabularyOptions, Weighting,
    weighting::inverse_document_frequency,
};

/// Documents as counts over every word that occurs, whatever its frequency.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// A short name for the window's title.
    pub name: String,
    /// Class names in alphabetical order.
    pub classes: Vec<String>,
    /// The class of each document, an index into `classes` (n).
    pub labels: Vec<usize>,
    /// Where each document came from (n).
    pub titles: Vec<String>,
    /// The text of each document as read, or its words joined (n).
    pub texts: Vec<String>,
    /// Every word that occurs, in alphabetical order (L).
    pub lexicon: Vec<String>,
    /// Word counts (n × L).
    pub counts: Csr,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
    /// How texts were cut into words: needed again for new documents.
    pub text_options: TextOptions,
}

/// A corpus seen through a split, a vocabulary and a weighting: what models train on.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The whole corpus.
    pub corpus: Arc<Corpus>,
    /// Which documents train, tune and test.
    pub split: Split,
    /// The words kept (V), alphabetical.
    pub words: Vec<String>,
    /// The index of each kept word in the corpus's lexicon (V).
    pub lexicon_ids: Vec<u32>,
    /// Counts of the kept words in every document (n × V).
    pub counts: Csr,
    /// The matrix `M`: weighted counts, rows summing to one or empty (n × V), T 3.5.
    pub weights: Csr,
    /// The weighting that made `weights` from `counts`.
    pub weighting: Weighting,
    /// In how many training documents each word occurs (V).
    pub document_frequency: Vec<u32>,
    /// How often each word occurs in each class's training documents (V × classes).
    pub class_counts: Array2<f64>,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
}

impl Corpus {
    /// Cuts every document into words, documents in parallel.
    ///
    /// Words that came counted ([`Body::Words`]) are taken as they are. Documents without a word stay, as empty rows.
    ///
    /// # Errors
    /// When there is no document, fewer than two classes, or the file of stop words cannot be read.
    pub fn build(raw: RawCorpus, options: &TextOptions) -> Result<Self, CorpusError> {
        let RawCorpus { name, documents, mut notes, .. } = raw;
        let Some(first) = documents.first() else { return Err(CorpusError::NoDocuments) };
        if documents.iter().all(|document| document.label == first.label) {
            return Err(CorpusError::OneClass { class: first.label.clone(), documents: documents.len() });
        }
        let bags = bags(&documents, &Tokenizer::new(options)?);
        let mut lexicon: Vec<&str> =
            bags.iter().flatten().map(|(word, _)| word.as_str()).collect::<HashSet<_>>().into_iter().collect();
        lexicon.par_sort_unstable();
        let lexicon: Vec<String> = lexicon.into_iter().map(str::to_owned).collect();
        let ids: HashMap<&str, u32> = lexicon.iter().enumerate().map(|(id, word)| (word.as_str(), id as u32)).collect();
        let rows: Vec<Vec<(u32, f64)>> =
            bags.par_iter().map(|bag| bag.iter().map(|(word, count)| (ids[word.as_str()], *count)).collect()).collect();
        let counts = Csr::from_rows(lexicon.len(), rows);

        let classes: Vec<String> =
            documents.iter().map(|document| &document.label).collect::<BTreeSet<_>>().into_iter().cloned().collect();
        let labels =
            documents.iter().map(|document| classes.binary_search(&document.label).unwrap_or_else(|before| before)).collect();
        let (titles, texts) = documents.into_iter().map(|document| (document.title, text(document.body))).unzip();
        let corpus =
            Self { name, classes, labels, titles, texts, lexicon, counts, notes: Vec::new(), text_options: options.clone() };
        notes.extend(corpus.remarks());
        Ok(Self { notes, ..corpus })
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Number of documents of each class (classes).
    pub fn class_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.classes.len()];
        for &label in &self.labels {
            sizes[label] += 1;
        }
        sizes
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        // The readers tell of documents without text.
        let wordless = (0..self.len()).filter(|&i| self.counts.row(i).0.is_empty() && !self.texts[i].trim().is_empty()).count();
        if wordless > 0 {
            remarks.push(format!("{} text but no word after the filters; kept, as documents without words.", holds(wordless)));
        }
        for (class, size) in self.classes.iter().zip(self.class_sizes()) {
            if size == 1 {
                remarks.push(format!(
                    "The class \"{class}\" has one document: it goes to the training part, so the class is not tested."
                ));
            }
        }
        remarks
    }
}

impl Dataset {
    /// Draws the split, keeps the words frequent enough in its training part, and weights the counts.
    ///
    /// Nothing is measured on other documents than the training part's. A document that holds none of the words kept is
    /// an empty row.
    ///
    /// # Errors
    /// When the split does not fit the corpus, its training part lacks a second class, or no word is left.
    pub fn build(
        corpus: Arc<Corpus>,
        split: &SplitOptions,
        vocabulary: &VocabularyOptions,
        weighting: Weighting,
    ) -> Result<Self, CorpusError> {
        let split = split.draw(&corpus.labels, corpus.classes.len())?;
        let training = split.train.len();
        let classes = split.train.iter().map(|&document| corpus.labels[document]).collect::<BTreeSet<_>>().len();
        if classes < 2 {
            return Err(CorpusError::TrainingClasses { classes, documents: training });
        }
        let mut frequency = vec![0; corpus.lexicon.len()];
        for &document in &split.train {
            for &word in corpus.counts.row(document).0 {
                frequency[word as usize] += 1;
            }
        }
        let lexicon_ids = vocabulary.choose(&frequency, training)?;
        let words = lexicon_ids.iter().map(|&id| corpus.lexicon[id as usize].clone()).collect();
        let document_frequency: Vec<u32> = lexicon_ids.iter().map(|&id| frequency[id as usize]).collect();
        let counts = keep(&corpus.counts, &lexicon_ids);
        let mut class_counts = Array2::zeros((lexicon_ids.len(), corpus.classes.len()));
        for &document in &split.train {
            for (word, count) in counts.entries(document) {
                class_counts[[word, corpus.labels[document]]] += count;
            }
        }
        let weights = weighting.apply(&counts, &inverse_document_frequency(&document_frequency, training));
        let mut dataset = Self {
            notes: corpus.notes.clone(),
            corpus,
            split,
            words,
            lexicon_ids,
            counts,
            weights,
            weighting,
            document_frequency,
            class_counts,
        };
        let remarks = dataset.remarks(&frequency, vocabulary);
        dataset.notes.extend(remarks);
        Ok(dataset)
    }

    /// The same documents and words under another weighting.
    #[must_use]
    pub fn reweighted(&self, weighting: Weighting) -> Self {
        let weights = weighting.apply(&self.counts, &self.idf());
        Self { weights, weighting, ..self.clone() }
    }

    /// `ln(training documents / document frequency)` of every word (V).
    pub fn idf(&self) -> Vec<f64> {
        inverse_document_frequency(&self.document_frequency, self.split.train.len())
    }

    fn remarks(&self, frequency: &[u32], vocabulary: &VocabularyOptions) -> Vec<String> {
        let mut remarks = Vec::new();
        let training = self.split.train.len();
        let unseen = frequency.iter().filter(|&&documents| documents == 0).count();
        let threshold = vocabulary.threshold.documents(training);
        let rare = frequency.iter().filter(|&&documents| documents > 0 && (documents as usize) < threshold).count();
        if rare > 0 {
            remarks.push(format!(
                "{} in fewer than {threshold} of the {training} training documents and left out.",
                are(rare, "word is", "words are")
            ));
        }
        if unseen > 0 {
            remarks.push(format!("{} in no training document and left out.", are(unseen, "word is", "words are")));
        }
        let over = frequency.len() - unseen - rare - self.words.len();
        if over > 0 {
            remarks.push(format!(
                "{} left out, beyond the {} most frequent.",
                are(over, "further word is", "further words are"),
                self.words.len()
            ));
        }
        let emptied = (0..self.corpus.len())
            .filter(|&i| self.counts.row(i).0.is_empty() && !self.corpus.counts.row(i).0.is_empty())
            .count();
        if emptied > 0 {
            remarks.push(format!("{} none of the words kept and count as empty.", holds(emptied)));
        }
        let mut trained = vec![false; self.corpus.classes.len()];
        for &document in &self.split.train {
            trained[self.corpus.labels[document]] = true;
        }
        for (class, _) in self.corpus.classes.iter().zip(trained).filter(|(_, trained)| !trained) {
            remarks.push(format!("No training document is of the class \"{class}\": it is never predicted."));
        }
        remarks
    }
}

fn are(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

fn holds(documents: usize) -> String {
    are(documents, "document holds", "documents hold")
}

/// The columns `ids` (ascending) of `counts`, renumbered.
fn keep(counts: &Csr, ids: &[u32]) -> Csr {
    let mut place = vec![None; counts.cols()];
    for (to, &from) in ids.iter().enumerate() {
        place[from as usize] = Some(to as u32);
    }
    Csr::from_rows(
        ids.len(),
        (0..counts.rows())
            .map(|row| counts.entries(row).filter_map(|(word, count)| place[word].map(|word| (word, count))).collect()),
    )
}

/// The words of each document with their counts.
pub(super) fn bags(documents: &[RawDocument], tokenizer: &Tokenizer) -> Vec<Vec<(String, f64)>> {
    documents
        .par_iter()
        .map(|document| match &document.body {
            Body::Text(text) => {
                let mut words = tokenizer.words(text);
                words.sort_unstable();
                let mut bag: Vec<(String, f64)> = Vec::new();
                for word in words {
                    match bag.last_mut() {
                        Some((last, count)) if *last == word => *count += 1.0,
                        _ => bag.push((word, 1.0)),
                    }
                }
                bag
            }
            Body::Words(words) => words.iter().filter(|(_, count)| count.is_finite() && *count > 0.0).cloned().collect(),
        })
        .collect()
}

fn text(body: Body) -> String {
    match body {
        Body::Text(text) => text,
        Body::Words(words) => words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" "),
    }
}

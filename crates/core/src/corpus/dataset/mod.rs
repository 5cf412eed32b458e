//! Dataset: a corpus together with a split, a vocabulary and a weighting.
//!
//! Cost: a few passes over the word counts. Memory: two sparse matrices over the vocabulary.

mod class_words;
mod lexicon;
mod remarks;
mod split;
mod split_by_file;
mod split_pairs;
mod unlabelled;
mod vocabulary;
mod weighting;

use std::{borrow::Cow, cmp::Reverse, collections::BTreeSet, ops::Range, sync::Arc};

use ndarray::Array2;

use crate::corpus::{Corpus, CorpusError, Csr, Task, TextOptions, VectorTable, WordVectors, printable::holds};
use weighting::inverse_document_frequency;

pub use class_words::{ClassWithLostWords, WordSpread, word_classes, word_spreads};
pub use lexicon::Lexicon;
pub use split::{Size, Split, SplitOptions};
pub use vocabulary::{Threshold, VocabularyOptions};
pub use weighting::Weighting;

/// Dataset: training data of models, from a corpus with a split, a vocabulary and a weighting.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Corpus that the dataset is built from.
    pub corpus: Arc<Corpus>,
    /// Split of the documents into training, development and test part.
    pub split: Split,
    /// Words of the vocabulary (V), alphabetical within each side.
    pub words: Vec<String>,
    /// Number of `words` of the source side; 0 unless the corpus consists of paired documents.
    pub source_words: usize,
    /// Counts of the vocabulary's words in every document (n × V).
    pub counts: Csr,
    /// Weight matrix `M`: weighted counts, each row of norm one unless raw or empty (n × V), T 3.5.
    pub weights: Csr,
    /// Weighting that turned `counts` into `weights`.
    pub weighting: Weighting,
    /// Number of training documents that contain each word (V).
    pub document_frequency: Vec<u32>,
    /// Inverse document frequency `ln(training documents / document frequency)` of each word, counted on the word's side,
    /// or as a saved model has it (V).
    pub idf: Vec<f64>,
    /// Occurrences of each word in the training documents of each class, without negative numbers (V × classes).
    pub class_counts: Array2<f64>,
    /// Classes that lost most of their own words to the vocabulary; empty unless documents have classes.
    pub cut_classes: Vec<ClassWithLostWords>,
    /// Word vectors read from files, if there are any (V × d).
    pub vectors: Option<Arc<WordVectors>>,
    /// Remarks on the dataset for the user, one sentence each.
    pub notes: Vec<String>,
}

impl Dataset {
    /// Builds a dataset: draws the split, keeps words frequent in its training part or in one class of it, and weights counts.
    ///
    /// Vocabulary and frequencies are measured on the training part alone.
    /// A document without a kept word is an empty row.
    /// In a corpus of pairs the split is drawn on pairs, each part lists its source documents,
    /// then their partners in the same order.
    /// In that case vocabulary and document frequencies are separate for each side.
    ///
    /// # Errors
    /// Returns an error if the split does not fit the corpus, the training part of a corpus of classes has fewer than two,
    /// no word is left, or the weighting gives every word weight zero.
    pub fn build(
        corpus: Arc<Corpus>,
        split: &SplitOptions,
        vocabulary: &VocabularyOptions,
        weighting: Weighting,
    ) -> Result<Self, CorpusError> {
        let split = split.draw_for(&corpus)?;
        let classes = split.train.iter().map(|&document| corpus.labels[document]).collect::<BTreeSet<_>>().len();
        if corpus.task == Task::Classes && classes < 2 {
            let problem = format!("the training part ({} documents) holds {classes} class", split.train.len());
            return Err(CorpusError::dataset(problem, "make it larger, stratify it, or use another seed"));
        }
        let mut frequency = vec![0; corpus.lexicon.len()];
        for &document in &split.train {
            for &word in corpus.counts.row(document).0 {
                frequency[word as usize] += 1;
            }
        }
        let (task, training) = (corpus.task.kind(), training_documents_per_side(&corpus, &split));
        let mut enough = vocabulary.reached(task, &frequency, training);
        if let Some(threshold) = vocabulary.class_threshold(task) {
            class_words::mark(&corpus, &split.train, threshold, &mut enough);
        }
        let mut lexicon_ids: Vec<u32> = Vec::new();
        let mut source_words = 0;
        for (side, range) in sides(&corpus) {
            source_words = lexicon_ids.len();
            let first = range.start as u32;
            let kept = vocabulary.choose(&frequency[range.clone()], &enough[range]);
            if kept.is_empty() {
                return Err(vocabulary.empty(task, training, side));
            }
            lexicon_ids.extend(kept.into_iter().map(|id| first + id));
        }
        let words: Vec<String> = lexicon_ids.iter().map(|&id| corpus.lexicon[id as usize].clone()).collect();
        let document_frequency: Vec<u32> = lexicon_ids.iter().map(|&id| frequency[id as usize]).collect();
        let idf = inverse_document_frequency(&document_frequency, training);
        check_idf(weighting, &idf, &corpus.counts)?;
        let mut dataset = Self::weigh(corpus, split, (words, source_words), &lexicon_ids, (weighting, idf));
        let remarks = dataset.remarks((&frequency, &enough), &lexicon_ids, vocabulary);
        dataset.notes.extend(remarks);
        Ok(dataset)
    }

    /// Name of the part (training, development, test) of each document, empty for a document in none (n).
    pub fn part_names(&self) -> Vec<&'static str> {
        let (split, mut names) = (&self.split, vec![""; self.corpus.len()]);
        let parts = [("train", &split.train), ("dev", &split.dev), ("test", &split.test), ("unlabelled", &split.unlabelled)];
        for (name, documents) in parts {
            for &document in documents {
                names[document] = name;
            }
        }
        names
    }

    /// Builds a dataset over the words and weighting of a saved model, in its order: unknown words are ignored,
    /// and words that do not occur have empty columns.
    ///
    /// # Errors
    /// Returns an error if the split does not fit the corpus, or a number is negative and the weighting needs counts.
    pub fn over(corpus: Arc<Corpus>, split: &SplitOptions, lexicon: &Lexicon) -> Result<Self, CorpusError> {
        lexicon.weighting.check_signs(&corpus.counts)?;
        let split = split.draw_for(&corpus)?;
        let (words, source_words) = (lexicon.words.clone(), lexicon.source_words.min(lexicon.words.len()));
        let places = lexicon.lexicon_indices_in(&corpus);
        let idf = lexicon.idf.clone();
        let mut dataset = Self::weigh(corpus, split, (words, source_words), &places, (lexicon.weighting, idf));
        let empty = (0..dataset.corpus.len()).filter(|&i| dataset.counts.row(i).0.is_empty()).count();
        if empty > 0 {
            dataset.notes.push(format!("{} none of the words the model knows and count as empty.", holds(empty)));
        }
        Ok(dataset)
    }

    /// Builds the dataset over the words with the given indices in the corpus's lexicon.
    fn weigh(
        corpus: Arc<Corpus>,
        split: Split,
        (words, source_words): (Vec<String>, usize),
        places: &[u32],
        (weighting, idf): (Weighting, Vec<f64>),
    ) -> Self {
        let counts = keep(&corpus.counts, places);
        let mut class_counts = Array2::zeros((words.len(), corpus.classes.len()));
        let mut document_frequency = vec![0; words.len()];
        for &document in &split.train {
            for (word, count) in counts.entries(document) {
                class_counts[[word, corpus.labels[document]]] += count.max(0.0);
                document_frequency[word] += 1;
            }
        }
        let weights = weighting.apply(&counts, &idf);
        let classes = corpus.task == Task::Classes;
        let cut_classes = if classes { class_words::cut(&corpus, &split.train, places) } else { Vec::new() };
        let notes = corpus.notes.clone();
        let vectors = None;
        Self {
            corpus,
            split,
            words,
            source_words,
            counts,
            weights,
            weighting,
            document_frequency,
            idf,
            class_counts,
            cut_classes,
            vectors,
            notes,
        }
    }

    /// Adds vectors of the words to the dataset.
    ///
    /// # Errors
    /// Returns an error if there is not one row of finite numbers for each word.
    pub fn with_vectors(mut self, vectors: Arc<WordVectors>) -> Result<Self, CorpusError> {
        let (rows, words) = (vectors.x.nrows(), self.words.len());
        if rows != words || vectors.known.len() != words || !vectors.x.iter().all(|x| x.is_finite()) {
            let problem = format!("there are {rows} word vectors and {words} words, or a vector is not finite");
            return Err(CorpusError::dataset(problem, "read the vectors for the words of this very dataset"));
        }
        self.vectors = Some(vectors);
        Ok(self)
    }

    /// Copy of the dataset under another weighting.
    #[must_use]
    pub fn reweighted(&self, weighting: Weighting) -> Self {
        let weights = weighting.apply(&self.counts, &self.idf);
        Self { weights, weighting, ..self.clone() }
    }

    /// The dataset under the given weighting; borrowed if the weighting is unchanged.
    pub fn in_weighting(&self, weighting: Weighting) -> Cow<'_, Self> {
        if self.weighting == weighting { Cow::Borrowed(self) } else { Cow::Owned(self.reweighted(weighting)) }
    }

    /// Adds word vectors from files to the dataset, and notes on words that have none.
    ///
    /// # Errors
    /// Returns an error if no word of the corpus, or of a side of it, has a vector.
    pub fn with_vectors_from(mut self, table: &VectorTable) -> Result<Self, CorpusError> {
        let names = sides(&self.corpus).iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>();
        let (first, last) = (names.first().cloned().unwrap_or_default(), names.last().cloned().unwrap_or_default());
        let vectors = table.vectors_of(&self.words, self.source_words, [&first, &last])?;
        self.notes.extend(table.notes());
        self.notes.extend(self.without_vector(&vectors.known, [&first, &last]));
        self.with_vectors(Arc::new(vectors))
    }

    /// Notes for the user on words without a vector, one for each side, naming the most frequent.
    fn without_vector(&self, known: &[bool], names: [&str; 2]) -> Vec<String> {
        const NAMED: usize = 10;
        let options = [&self.corpus.text_options, self.corpus.target_options.as_ref().unwrap_or(&self.corpus.text_options)];
        let ranges = [0..self.source_words, self.source_words..self.words.len()];
        let of = |((range, name), options): ((Range<usize>, &str), &TextOptions)| {
            let all = range.len();
            let mut unknown: Vec<usize> = range.filter(|&word| !known[word]).collect();
            unknown.sort_by_key(|&word| Reverse(self.document_frequency[word]));
            let named: Vec<&str> = unknown.iter().take(NAMED).map(|&word| self.words[word].as_str()).collect();
            let side = if name.is_empty() { String::new() } else { format!(" of \"{name}\"") };
            let have = if unknown.len() == 1 { "has" } else { "have" };
            let among = if unknown.len() > NAMED { "among them" } else { "namely" };
            let stems = if options.stemmer.is_some() { "; words are stemmed, and vectors are of whole words" } else { "" };
            (!unknown.is_empty())
                .then(|| format!("{} of {all} words{side} {have} no vector, {among} {}{stems}.", unknown.len(), named.join(", ")))
        };
        ranges.into_iter().zip(names).zip(options).filter_map(of).collect()
    }

    /// Class, rating level or side of a document; `None` without a label and in the unlabelled part, where labels are not read.
    pub fn label(&self, document: usize) -> Option<usize> {
        self.corpus.label(document).filter(|_| !self.split.is_unlabelled(document))
    }

    /// Documents that contain a word of the vocabulary, in ascending order.
    pub fn worded(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.corpus.len()).filter(|&document| !self.weights.row(document).0.is_empty())
    }

    /// Number of training documents, of one side if documents are paired: the total for document frequencies.
    pub fn training_units(&self) -> usize {
        training_documents_per_side(&self.corpus, &self.split)
    }
}

impl Lexicon {
    /// Copies the words and weighting of a dataset.
    pub fn of(dataset: &Dataset) -> Self {
        Self {
            words: dataset.words.clone(),
            source_words: dataset.source_words,
            weighting: dataset.weighting,
            idf: dataset.idf.clone(),
            text_options: dataset.corpus.text_options.clone(),
            target_options: dataset.corpus.target_options.clone(),
        }
    }
}

/// Names of a corpus's sides with their ranges of words in the lexicon; one unnamed side unless documents are paired.
fn sides(corpus: &Corpus) -> Vec<(&str, Range<usize>)> {
    let words = corpus.lexicon.len();
    match &corpus.task {
        Task::Pairs(pairs) => {
            vec![(&corpus.classes[0], 0..pairs.source_words), (&corpus.classes[1], pairs.source_words..words)]
        }
        _ => vec![("", 0..words)],
    }
}

/// Returns an error if every word has weight zero under the weighting.
fn check_idf(weighting: Weighting, idf: &[f64], counts: &Csr) -> Result<(), CorpusError> {
    if weighting.uses_idf() && idf.iter().all(|&idf| idf <= 0.0) {
        weighting.check_signs(counts)?;
        let problem = "the weighting tf-idf gives every word weight zero: each of them occurs in every training document";
        return Err(CorpusError::dataset(problem, "use the weighting sqrt or count, or train on more documents"));
    }
    Ok(())
}

/// Number of training documents, of one side if documents are paired.
fn training_documents_per_side(corpus: &Corpus, split: &Split) -> usize {
    if corpus.task.pairs().is_some() { split.train.len() / 2 } else { split.train.len() }
}

/// Selects the columns `ids` of `counts` and renumbers them; a column that does not exist is empty.
fn keep(counts: &Csr, ids: &[u32]) -> Csr {
    let mut place = vec![None; counts.cols()];
    for (to, &from) in ids.iter().enumerate() {
        if let Some(place) = place.get_mut(from as usize) {
            *place = Some(to as u32);
        }
    }
    Csr::from_rows(
        ids.len(),
        (0..counts.rows())
            .map(|row| counts.entries(row).filter_map(|(word, count)| place[word].map(|word| (word, count))).collect()),
    )
}

//! Health of a run as text: the most important problem of its scores, with the remedy.
//!
//! Checks, most important first: scores at chance level, few words kept, few training documents,
//! classes whose words were left out, a training score far better than the others.
//! Cost: one pass over the training documents, once per snapshot.

use crate::{Derived, RunWarning, inspect::chance_warning};
use wordfield_core::{
    corpus::{ClassWithLostWords, Csr, Dataset, TaskKind},
    model::{Scores, Snapshot},
};

/// Minimum number of training documents in each class, below which a warning is shown.
const FEW_OF_A_CLASS: usize = 10;
/// Minimum number of rated training documents or training pairs, below which a warning is shown.
const FEW_UNITS: usize = 50;
/// Minimum median number of vocabulary words in a training document, below which a warning is shown.
const FEW_WORDS: usize = 3;
/// Share of training documents without a vocabulary word from which a warning is shown.
const WORDLESS: f64 = 0.1;
/// Difference of accuracies between training and test part from which a classifier fits the training part too closely.
const ACCURACY_GAP: f64 = 0.25;
/// Gap between parts in the share of partners ranked first from which a matching overfits; a test part has many more candidates.
const PRECISION_GAP: f64 = 0.5;
/// Quotient of the errors of test and training part from which a regression fits the training part too closely.
const ERROR_RATIO: f64 = 2.0;
/// Number of latent dimensions below which more dimensions are recommended for finding partners.
const FEW_DIMENSIONS: usize = 10;
/// Share of documents used for training below which more training documents are recommended.
const MOST_USED: f64 = 0.7;

impl RunWarning {
    /// Creates a warning from a sentence with problem and remedy, and the numbers behind the sentence.
    fn new(brief: &str, numbers: &str) -> Self {
        Self { brief: brief.to_owned(), whole: format!("{brief} ({numbers})") }
    }
}

impl Derived {
    /// Warning about the most important problem of the run, if there is one.
    pub(crate) fn warning(&self) -> Option<&RunWarning> {
        self.warning
            .get_or_init(|| {
                let (dataset, snapshot) = (&*self.dataset, &*self.snapshot);
                chance_warning::of(self, dataset, snapshot)
                    .or_else(|| few_words(dataset))
                    .or_else(|| few_documents(dataset))
                    .or_else(|| cut_classes(dataset))
                    .or_else(|| overfit(dataset, snapshot))
            })
            .as_ref()
    }
}

/// Warning that documents lost most of their words to the frequency threshold, if they did.
fn few_words(dataset: &Dataset) -> Option<RunWarning> {
    let train = &dataset.split.train;
    let of = |counts: &Csr, document: usize| counts.row(document).0.len();
    let (kept, all) = (|document| of(&dataset.counts, document), |document| of(&dataset.corpus.counts, document));
    let count = |test: &dyn Fn(usize) -> bool| train.iter().filter(|&&document| test(document)).count();
    let emptied = count(&|document| kept(document) == 0 && all(document) > 0);
    // More than half of the documents keep few words, and at least half had enough of them.
    let few = 2 * count(&|document| kept(document) < FEW_WORDS) > train.len();
    let scarce = few && 2 * count(&|document| all(document) >= 2 * FEW_WORDS) >= train.len();
    (!train.is_empty() && (scarce || emptied as f64 >= WORDLESS * train.len() as f64)).then(|| {
        let [median, before] = [median(train, kept), median(train, all)];
        let numbers = format!(
            "Training documents keep {median} of {before} different words in the middle, {emptied} of {} keep none: see Data, \
             Vocabulary and split.",
            train.len()
        );
        RunWarning::new("Few words kept: lower the document frequency that a word needs.", &numbers)
    })
}

/// Warning if classes lost most of their own words to the vocabulary; the class that lost the largest share is named first.
fn cut_classes(dataset: &Dataset) -> Option<RunWarning> {
    let share = |class: &&ClassWithLostWords| class.kept as f64 / class.own as f64;
    let worst = dataset.cut_classes.iter().min_by(|a, b| share(a).total_cmp(&share(b)))?;
    let describe = |class: &ClassWithLostWords| class.describe(&dataset.corpus.classes);
    let others = dataset.cut_classes.iter().filter(|class| *class != worst);
    let others = others.map(|class| format!(" Also {}.", describe(class))).collect::<Vec<_>>().concat();
    let numbers = format!(
        "Own words occur mostly in the class, in 5 % of its {} training documents at least; see Data, Vocabulary and split.{others}",
        worst.documents
    );
    let brief = format!("The {}: keep words that are frequent within one class.", describe(worst));
    Some(RunWarning::new(&brief, &numbers))
}

/// Median of a number over documents; 0 without documents.
fn median(documents: &[usize], number: impl Fn(usize) -> usize) -> usize {
    let mut numbers: Vec<usize> = documents.iter().map(|&document| number(document)).collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

/// Number of training documents or pairs, and total number of documents or pairs.
fn units(dataset: &Dataset) -> (usize, usize) {
    (dataset.training_units(), dataset.corpus.units())
}

/// Remedy for too few training documents.
fn more_documents(dataset: &Dataset) -> &'static str {
    let (used, all) = units(dataset);
    if (used as f64) < MOST_USED * all as f64 { "train on more of the documents" } else { "add documents" }
}

/// Sentence on the used documents: "132 of 264 documents are used for training."
fn used(dataset: &Dataset) -> String {
    let (used, all) = units(dataset);
    let what = if dataset.corpus.task.pairs().is_some() { "pairs" } else { "documents" };
    format!("{used} of {all} {what} are used for training.")
}

fn few_documents(dataset: &Dataset) -> Option<RunWarning> {
    let (count, _) = units(dataset);
    let few = match dataset.corpus.task.kind() {
        TaskKind::Classes => count < FEW_OF_A_CLASS * dataset.corpus.classes.len(),
        TaskKind::Ratings | TaskKind::Pairs => count < FEW_UNITS,
    };
    few.then(|| RunWarning::new(&format!("Few training documents: {}.", more_documents(dataset)), &used(dataset)))
}

/// Warning if the training score is far better than that of the test part, or of the development part without a test part.
fn overfit(dataset: &Dataset, snapshot: &Snapshot) -> Option<RunWarning> {
    let Scores { train, dev, test, .. } = snapshot.scores;
    let (train, part, other) = match (train, test, dev) {
        (Some(train), Some(test), _) => (train, "test", test),
        (Some(train), None, Some(dev)) => (train, "development", dev),
        _ => return None,
    };
    let task = dataset.corpus.task.kind();
    let far = match task {
        TaskKind::Classes => train - other >= ACCURACY_GAP,
        TaskKind::Pairs => train - other >= PRECISION_GAP,
        TaskKind::Ratings => other >= ERROR_RATIO * train,
    };
    if !far {
        return None;
    }
    let dimensions = snapshot.latent().map_or(usize::MAX, |latent| latent.ncols());
    let remedy = match task {
        TaskKind::Pairs if dimensions < FEW_DIMENSIONS => "use more dimensions, such as q = 300".to_owned(),
        _ => format!("{} or raise rho", more_documents(dataset)),
    };
    let show = |score: f64| {
        if task == TaskKind::Ratings { format!("{score:.3}") } else { format!("{:.1} %", 100.0 * score) }
    };
    let numbers = format!("Training part {}, {part} part {}. {}", show(train), show(other), used(dataset));
    let brief = if task == TaskKind::Ratings { "Training error far below" } else { "Training far above" };
    Some(RunWarning::new(&format!("{brief} {part}: {remedy}."), &numbers))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Size, SplitOptions, Threshold, VocabularyOptions},
        model::{Params, Preset},
    };
    use wordfield_testing::planted;

    fn dataset(which: Builtin, train: usize, most: Option<usize>) -> Arc<Dataset> {
        let split = SplitOptions { train: Size::Count(train), ..SplitOptions::default() };
        let words = VocabularyOptions { max_words: most, ..VocabularyOptions::reaching(Threshold::Documents(2)) };
        let corpus = Arc::new(planted(which));
        Arc::new(Dataset::build(corpus, &split, &words, wordfield_core::corpus::Weighting::default()).expect("a dataset"))
    }

    /// A snapshot of an untrained model with these scores.
    fn scored(data: &Arc<Dataset>, train: f64, test: f64) -> Snapshot {
        let params = Params::preset(wordfield_core::model::ModelKind::of(data.corpus.task.kind()), Preset::Default, 2);
        let model = params.start(Arc::clone(data)).expect("a model");
        Snapshot { scores: Scores::of(Some(train), None, Some(test)), ..model.snapshot() }
    }

    #[test]
    fn a_vocabulary_that_empties_documents_is_named() {
        assert_eq!(few_words(&dataset(Builtin::Topics, 200, None)), None);
        let warning = few_words(&dataset(Builtin::Topics, 200, Some(3))).expect("few words");
        assert!(warning.brief.contains("lower the document frequency"), "{warning:?}");
    }

    #[test]
    fn classes_that_lost_their_words_are_named() {
        assert_eq!(cut_classes(&dataset(Builtin::Topics, 200, None)), None);
        let cut = dataset(Builtin::Topics, 200, Some(3));
        let warning = cut_classes(&cut).expect("classes without their words");
        let worst = cut.cut_classes.iter().map(|class| class.kept).min().expect("a class");
        assert!(warning.brief.contains(&format!("\" keeps {worst} of its ")), "{warning:?}");
        assert!(warning.brief.contains("frequent within one class"), "{warning:?}");
        let named = cut.cut_classes.iter().filter(|class| warning.whole.contains(&cut.corpus.classes[class.class])).count();
        assert_eq!(named, cut.cut_classes.len(), "{warning:?}");
    }

    #[test]
    fn few_training_documents_are_named_with_their_number() {
        assert_eq!(few_documents(&dataset(Builtin::Topics, 40, None)), None);
        let warning = few_documents(&dataset(Builtin::Topics, 39, None)).expect("few documents");
        assert!(warning.brief.contains("train on more") && warning.whole.contains("39 of 420"), "{warning:?}");
        assert!(few_documents(&dataset(Builtin::Pairs, 49, None)).is_some());
    }

    #[test]
    fn a_training_score_far_above_the_test_score_is_named() {
        let data = dataset(Builtin::Topics, 200, None);
        let warning = overfit(&data, &scored(&data, 0.97, 0.56)).expect("a gap");
        assert!(warning.brief.contains("rho") && warning.whole.contains("97.0 %") && warning.whole.contains("56.0 %"));
        assert_eq!(overfit(&data, &scored(&data, 0.97, 0.85)), None);
        let data = dataset(Builtin::Pairs, 150, None);
        let warning = overfit(&data, &scored(&data, 1.0, 0.2)).expect("a gap");
        assert!(warning.brief.contains("q = 300"), "{warning:?}");
        let data = dataset(Builtin::Reviews, 150, None);
        assert!(overfit(&data, &scored(&data, 0.4, 0.9)).is_some() && overfit(&data, &scored(&data, 0.5, 0.9)).is_none());
        let warning = overfit(&data, &scored(&data, 0.4, 0.9)).expect("a gap");
        assert!(warning.brief.starts_with("Training error far below test"), "a small error is a good one: {warning:?}");
    }
}

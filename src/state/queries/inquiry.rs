//! Sums of the model's that what is looked at needs: asked of a thread, one of a kind at a time, so that no frame waits.
//!
//! While one is under way, what is wanted may change as often as it likes: the next is asked when the answer is there.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use crate::state::{
    Hits, Neighbours, Ranking, Summary,
    chooser::axis::AxisKey,
    chooser::find::FindKey,
    chooser::summary::{SummaryKey, SummaryQuestion},
    compare::two_runs::{RunDifference, RunsKey, RunsQuestion},
    core::asked::Asked,
    core::memo::Same,
    edit::typed::{Asking, TypedAnalysis, TypedKey},
    inspect::neighbours::NeighboursKey,
    inspect::one_more::{OccurrenceEffect, Usual},
    matches::compared::{CompareKey, Compared, Pool, Question},
    matches::dictionary::{Dictionary, DictionaryKey, DictionaryQuestion},
    queries::studies::{StudyAnswer, StudyQuestion},
};
use crate::{
    corpus::Dataset,
    model::{Regressor, Snapshot, WordValues},
};

/// A question, with all that its answer is made from.
#[derive(Clone, Debug)]
pub enum Inquiry {
    /// Two documents of a matching.
    Documents(Box<Question>),
    /// A word of a rating model.
    Word(Box<WordQuestion>),
    /// The dictionary of a matching.
    Dictionary(Box<DictionaryQuestion>),
    /// Two runs.
    Runs(Box<RunsQuestion>),
    /// Something a tab compares or lists.
    Study(StudyQuestion),
    /// A document that is typed.
    Typed(Box<Asking>),
    /// The words that hold what is typed.
    Find(FindKey, Arc<Dataset>),
    /// All words along an axis, by their positions.
    Axis(AxisKey, Arc<Array2<f64>>),
    /// The set at work in numbers.
    Summary(SummaryQuestion),
    /// The words nearest to one of a state.
    Neighbours(NeighboursKey, Arc<Snapshot>),
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Of two documents; nothing where the machine does not know the corpus's words.
    Documents(CompareKey, Option<(Arc<Pool>, Arc<Compared>)>),
    /// Of a word.
    Word(WordKey, Option<WordFinding>),
    /// Every entry of a dictionary.
    Dictionary(DictionaryKey, Option<Arc<Dictionary>>),
    /// Of two runs; nothing where they cannot be compared.
    Runs(RunsKey, Option<Arc<RunDifference>>),
    /// What a tab compares or lists.
    Study(StudyAnswer),
    /// Of a document that is typed.
    Typed(TypedKey, Option<Arc<TypedAnalysis>>),
    /// The words that hold what is typed.
    Find(FindKey, Option<Arc<Hits>>),
    /// All words along an axis.
    Axis(AxisKey, Option<Arc<Ranking>>),
    /// The set at work in numbers.
    Summary(SummaryKey, Option<Arc<Summary>>),
    /// The words nearest to one.
    Neighbours(NeighboursKey, Option<Arc<Neighbours>>),
}

/// What is asked of a word: the machine, and the word.
pub type WordKey = (Same<dyn Regressor>, usize);

/// What is asked of a word, with all that its answer is made from.
#[derive(Clone, Debug)]
pub struct WordQuestion {
    pub(in crate::state) key: WordKey,
    pub(in crate::state) fitted: Arc<dyn Regressor>,
    /// The position of the word, of a model with positions.
    pub(in crate::state) place: Option<Vec<f64>>,
    pub(in crate::state) dataset: Arc<Dataset>,
    pub(in crate::state) values: WordValues,
    pub(in crate::state) usual: Usual,
}

/// What a rating machine says of a word, for each rating (B).
#[derive(Clone, Debug, PartialEq)]
pub struct WordFinding {
    /// The posterior's standard deviation of the field at the word's place.
    pub deviation: Vec<f64>,
    /// The word's value by itself, beyond the field at its place.
    pub private: Vec<f64>,
    /// What one more occurrence adds to documents of usual length.
    pub adds: Vec<f64>,
    /// What of that is the word's own, beyond the field at its place.
    pub own: Vec<f64>,
}

/// What was asked of the run at hand. The next begins it anew, so that a late answer is one nobody asked for.
#[derive(Debug, Default)]
pub struct AskedOfRun {
    pub(in crate::state) documents: Asked<CompareKey>,
    pub(in crate::state) live: Asked<CompareKey>,
    pub(in crate::state) word: Asked<WordKey>,
    /// The word that was asked of, and what was found.
    pub(in crate::state) word_finding: Option<(usize, WordFinding)>,
    pub(in crate::state) dictionary: Asked<DictionaryKey>,
    pub(in crate::state) typed: Asked<TypedKey>,
    pub(in crate::state) neighbours: Asked<NeighboursKey>,
}

impl Inquiry {
    /// Works the answer out, which takes a while.
    pub fn answer(self) -> Finding {
        match self {
            Self::Documents(question) => {
                let found = question.answer();
                Finding::Documents(question.key, found)
            }
            Self::Runs(question) => {
                let found = question.answer();
                Finding::Runs(question.key, found)
            }
            Self::Word(question) => {
                let found = WordFinding::new(&question);
                Finding::Word(question.key, found)
            }
            Self::Dictionary(question) => {
                let found = question.answer();
                Finding::Dictionary(question.key, Some(found))
            }
            Self::Study(question) => Finding::Study(question.answer()),
            Self::Typed(asking) => {
                let reading = asking.answer();
                Finding::Typed(asking.key, Some(Arc::new(reading)))
            }
            Self::Find(key, dataset) => {
                let hits = key.0.hits(&dataset);
                Finding::Find(key, Some(Arc::new(hits)))
            }
            Self::Axis(key, latent) => {
                let ranking = Ranking::of(&latent, key.0, key.1);
                Finding::Axis(key, Some(Arc::new(ranking)))
            }
            Self::Summary(question) => {
                let summary = question.answer();
                Finding::Summary(question.key, Some(Arc::new(summary)))
            }
            Self::Neighbours(key, snapshot) => {
                let found = Neighbours::new(key.clone(), &snapshot);
                Finding::Neighbours(key, Some(Arc::new(found)))
            }
        }
    }

    /// The answer where none can be worked out; a study says why.
    pub fn without_answer(&self, why: &str) -> Finding {
        match self {
            Self::Documents(question) => Finding::Documents(question.key.clone(), None),
            Self::Word(question) => Finding::Word(question.key.clone(), None),
            Self::Dictionary(question) => Finding::Dictionary(question.key.clone(), None),
            Self::Runs(question) => Finding::Runs(question.key.clone(), None),
            Self::Study(question) => Finding::Study(question.without_answer(why)),
            Self::Typed(asking) => Finding::Typed(asking.key.clone(), None),
            Self::Find(key, _) => Finding::Find(key.clone(), None),
            Self::Axis(key, _) => Finding::Axis(key.clone(), None),
            Self::Summary(question) => Finding::Summary(question.key.clone(), None),
            Self::Neighbours(key, _) => Finding::Neighbours(key.clone(), None),
        }
    }
}

impl WordFinding {
    fn new(question: &WordQuestion) -> Option<Self> {
        let WordQuestion { key: (_, word), fitted, place, dataset, values, usual } = question;
        let place = place.as_ref().map(|place| ndarray::Array1::from(place.clone()).insert_axis(Axis(0)));
        let deviation = place.and_then(|place| fitted.deviation_at(&place));
        let private = fitted.private_values();
        let of_word = |values: Option<&Array2<f64>>, row: usize| values.map_or_else(Vec::new, |values| values.row(row).to_vec());
        let one_more = OccurrenceEffect::of(dataset, &**fitted, values, usual, &[*word]);
        private.as_ref().is_none_or(|private| *word < private.nrows()).then(|| Self {
            deviation: of_word(deviation.as_ref(), 0),
            private: of_word(private.as_ref(), *word),
            adds: one_more.all.row(0).to_vec(),
            own: one_more.own.row(0).to_vec(),
        })
    }
}

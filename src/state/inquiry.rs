//! Sums of the model's that what is looked at needs: asked of a thread, one of a kind at a time, so that no frame waits.
//!
//! While one is under way, what is wanted may change as often as it likes: the next is asked when the answer is there.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Selection, Workspace,
    compared::{self, CompareKey, Compared, Pool},
    memo::Same,
};
use crate::{
    corpus::Dataset,
    model::{Matched, Rated, gp::GpModel},
};

/// A question, with all that its answer is made from.
#[derive(Clone, Debug)]
pub enum Inquiry {
    /// Two documents of a matching.
    Documents(Box<compared::Question>),
    /// A word of a rating model.
    Word(WordKey, Arc<GpModel>, Vec<f64>),
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Of two documents; nothing where the machine does not know the corpus's words.
    Documents(CompareKey, Option<(Arc<Pool>, Arc<Compared>)>),
    /// Of a word.
    Word(WordKey, Option<WordFinding>),
}

/// What is asked of a word: the machine, and the word.
pub type WordKey = (Same<GpModel>, usize);

/// What a rating machine says of a word, for each rating (B).
#[derive(Clone, Debug, PartialEq)]
pub struct WordFinding {
    /// The posterior's standard deviation of the field at the word's place.
    pub deviation: Vec<f64>,
    /// The word's value by itself, beyond the field at its place.
    pub private: Vec<f64>,
}

/// The last question of a kind and the last answer to one.
#[derive(Clone, Debug)]
pub struct Asked<K> {
    under_way: bool,
    answered: Option<K>,
}

impl<K> Default for Asked<K> {
    fn default() -> Self {
        Self { under_way: false, answered: None }
    }
}

impl<K: PartialEq> Asked<K> {
    /// Whether a question is to be asked now: it has no answer yet, and no other is under way.
    fn is_due(&mut self, key: &K) -> bool {
        let due = !self.under_way && self.answered.as_ref() != Some(key);
        self.under_way |= due;
        due
    }

    fn answer(&mut self, key: K) {
        *self = Self { under_way: false, answered: Some(key) };
    }
}

impl Inquiry {
    /// Works the answer out, which takes a while.
    pub fn answer(self) -> Finding {
        match self {
            Self::Documents(question) => {
                let found = question.answer();
                Finding::Documents(question.key, found)
            }
            Self::Word(key, machine, place) => {
                let found = WordFinding::new(&machine, key.1, place);
                Finding::Word(key, found)
            }
        }
    }

    /// The answer where none can be worked out.
    pub fn without_answer(&self) -> Finding {
        match self {
            Self::Documents(question) => Finding::Documents(question.key.clone(), None),
            Self::Word(key, ..) => Finding::Word(key.clone(), None),
        }
    }
}

impl WordFinding {
    fn new(machine: &GpModel, word: usize, place: Vec<f64>) -> Option<Self> {
        let place = ndarray::Array1::from(place).insert_axis(Axis(0));
        let private = machine.private_values();
        (word < private.nrows())
            .then(|| Self { deviation: machine.deviation_at(&place).row(0).to_vec(), private: private.row(word).to_vec() })
    }
}

/// What is to be asked now.
pub(super) fn due(workspace: &mut Workspace) -> Vec<Inquiry> {
    let (documents, word) = (wanted_documents(workspace), wanted_word(workspace));
    let documents = documents.filter(|question| workspace.asked_documents.is_due(&question.key));
    let word = word.filter(|(key, ..)| workspace.asked_word.is_due(key));
    let word = word.map(|(key, machine, place)| Inquiry::Word(key, machine, place));
    documents.map(|question| Inquiry::Documents(Box::new(question))).into_iter().chain(word).collect()
}

fn wanted_documents(workspace: &Workspace) -> Option<compared::Question> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.dataset.as_ref()?, workspace.basis.as_ref()?);
    let predictions: &Matched = workspace.snapshot.as_ref()?.matched()?;
    let view = &workspace.view.pairs;
    let key =
        CompareKey { dataset: Same::of(dataset), rows: Same::of(&predictions.rows), source: view.source?, chosen: view.chosen };
    Some(compared::Question {
        key,
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        machine: Arc::clone(&predictions.machine),
        pool: view.pool.clone(),
    })
}

fn wanted_word(workspace: &Workspace) -> Option<(WordKey, Arc<GpModel>, Vec<f64>)> {
    let Selection::Word(word) = workspace.selection else { return None };
    let snapshot = workspace.snapshot.as_ref()?;
    let predictions: &Rated = snapshot.rated()?;
    let machine = predictions.machine.as_ref()?;
    let place = (word < snapshot.latent.nrows()).then(|| snapshot.latent.row(word).to_vec())?;
    Some(((Same::of(machine), word), Arc::clone(machine), place))
}

/// Takes an answer in; one to a question nobody asks any more is dropped.
pub(super) fn found(workspace: &mut Workspace, finding: Finding) {
    match finding {
        Finding::Documents(key, found) => {
            workspace.asked_documents.answer(key.clone());
            let of_corpus = workspace.dataset.as_ref().is_some_and(|dataset| Same::of(dataset) == key.dataset);
            let Some((pool, compared)) = found.filter(|_| of_corpus) else { return };
            workspace.view.pairs.pool = Some(pool);
            if (workspace.view.pairs.source, workspace.view.pairs.chosen) == (Some(key.source), key.chosen) {
                workspace.show_compared(compared);
            }
        }
        Finding::Word(key, found) => {
            workspace.asked_word.answer(key.clone());
            workspace.word_finding = found.map(|found| (key.1, found));
        }
    }
}

impl Workspace {
    /// What the rating machine says of the word looked at, once it is worked out.
    pub fn word_finding(&self) -> Option<&WordFinding> {
        let (word, found) = self.word_finding.as_ref()?;
        (self.selection == Selection::Word(*word)).then_some(found)
    }
}

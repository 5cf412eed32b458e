//! What the tabs that compare and list have asked for and found, and the gestures on them.

use super::{
    sets::{SetOf, SetsFound, SetsKey, SetsQuestion},
    study::{Outcome, Study},
};

/// What the tabs that compare and list have asked for and found. A new corpus begins it anew.
#[derive(Debug, Default)]
pub struct Studies {
    /// Two sets against each other.
    pub sets: SetsStudy,
}

/// Two sets against each other.
#[derive(Debug)]
pub struct SetsStudy {
    /// The sets chosen.
    pub pair: [SetOf; 2],
    /// Random splits the discrepancy is compared with.
    pub permutations: usize,
    /// What is asked and found.
    pub study: Study<SetsKey, SetsFound>,
}

impl Default for SetsStudy {
    fn default() -> Self {
        Self { pair: [SetOf::Class(0), SetOf::Class(1)], permutations: 999, study: Study::default() }
    }
}

/// A gesture in a tab that compares or lists.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// On two sets.
    Sets(SetsAction),
}

/// A gesture on two sets.
#[derive(Clone, Debug)]
pub enum SetsAction {
    /// The first set (0) or the second (1) is this.
    Choose(usize, SetOf),
    /// So many random splits.
    Permutations(usize),
    /// Compare them as the words lie now.
    Compare,
    /// Break the comparison off.
    Stop,
    /// Draw the witness in the word field.
    Draw,
}

/// A question of one of the tabs.
#[derive(Clone, Debug)]
pub enum StudyQuestion {
    /// Two sets.
    Sets(Box<SetsQuestion>),
}

/// The answer to one.
#[derive(Clone, Debug)]
pub enum StudyAnswer {
    /// Two sets.
    Sets(SetsKey, Outcome<SetsFound>),
}

impl StudyQuestion {
    /// Works the answer out, which takes a while.
    pub fn answer(&self) -> StudyAnswer {
        match self {
            Self::Sets(question) => {
                let (key, outcome) = question.answer();
                StudyAnswer::Sets(key, outcome)
            }
        }
    }

    /// The answer where none can be worked out.
    pub fn without_answer(&self) -> StudyAnswer {
        match self {
            Self::Sets(question) => StudyAnswer::Sets(question.key.clone(), None),
        }
    }
}

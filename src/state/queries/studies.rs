//! What the tabs that compare and list have asked for and found, and the gestures on them.

use crate::state::{
    GramAction, LinesAction, Outcome, SetsAction,
    compare::sets::{SetsFound, SetsKey, SetsQuestion},
    concordance::concordance::{Lines, LinesKey, LinesQuestion},
    gram::gram::{GramFound, GramKey, GramQuestion},
};

/// A gesture in a tab that compares or lists.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// On two sets.
    Sets(SetsAction),
    /// On the Gram matrix.
    Gram(GramAction),
    /// On the concordance.
    Lines(LinesAction),
}

/// A question of one of the tabs.
#[derive(Clone, Debug)]
pub enum StudyQuestion {
    /// Two sets.
    Sets(Box<SetsQuestion>),
    /// A Gram matrix.
    Gram(Box<GramQuestion>),
    /// A concordance.
    Lines(Box<LinesQuestion>),
}

/// The answer to one.
#[derive(Clone, Debug)]
pub enum StudyAnswer {
    /// Two sets.
    Sets(SetsKey, Outcome<SetsFound>),
    /// A Gram matrix.
    Gram(GramKey, Outcome<GramFound>),
    /// A concordance.
    Lines(LinesKey, Outcome<Lines>),
}

impl StudyQuestion {
    /// Works the answer out, which takes a while.
    pub fn answer(&self) -> StudyAnswer {
        match self {
            Self::Sets(question) => {
                let (key, outcome) = question.answer();
                StudyAnswer::Sets(key, outcome)
            }
            Self::Gram(question) => {
                let (key, outcome) = question.answer();
                StudyAnswer::Gram(key, outcome)
            }
            Self::Lines(question) => {
                let (key, outcome) = question.answer();
                StudyAnswer::Lines(key, outcome)
            }
        }
    }

    /// The answer where none can be worked out: why.
    pub fn without_answer(&self, why: &str) -> StudyAnswer {
        match self {
            Self::Sets(question) => StudyAnswer::Sets(question.key.clone(), Some(Err(why.to_owned()))),
            Self::Gram(question) => StudyAnswer::Gram(question.key.clone(), Some(Err(why.to_owned()))),
            Self::Lines(question) => StudyAnswer::Lines(question.key.clone(), Some(Err(why.to_owned()))),
        }
    }
}

//! What the tabs that compare and list have asked for and found, and the gestures on them.

use std::ops::Range;

use crate::state::{
    compare::sets::{SetOf, SetsFound, SetsKey, SetsQuestion},
    concordance::concordance::{LineOrder, Lines, LinesKey, LinesOf, LinesQuestion},
    core::study::{Outcome, Study},
    gram::gram::{GramFound, GramKey, GramLook, GramQuestion},
};

/// What the tabs that compare and list have asked for and found. A new corpus begins it anew.
#[derive(Debug, Default)]
pub struct Studies {
    /// Two sets against each other.
    pub sets: SetsStudy,
    /// The Gram matrix.
    pub gram: GramStudy,
    /// The concordance.
    pub lines: LinesStudy,
}

/// The Gram matrix.
#[derive(Debug, Default)]
pub struct GramStudy {
    /// What is drawn.
    pub look: GramLook,
    /// The two documents of the cell looked at.
    pub cell: Option<[usize; 2]>,
    /// What is asked and found.
    pub study: Study<GramKey, GramFound>,
}

/// The concordance.
#[derive(Debug, Default)]
pub struct LinesStudy {
    /// The words last asked for, which stay while other things are looked at.
    pub of: Option<LinesOf>,
    /// The order of the lines.
    pub order: LineOrder,
    /// The places of the lines in that order.
    pub places: Vec<u32>,
    /// The occurrence opened: the document, and bytes of its text.
    pub opened: Option<(usize, Range<usize>)>,
    /// What is asked and found.
    pub study: Study<LinesKey, Lines>,
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
    /// On the Gram matrix.
    Gram(GramAction),
    /// On the concordance.
    Lines(LinesAction),
}

/// A gesture on the Gram matrix.
#[derive(Clone, Copy, Debug)]
pub enum GramAction {
    /// Draw this.
    Look(GramLook),
    /// Make it of the words as they lie now.
    Make,
    /// Break that off.
    Stop,
    /// Look at the cell of two documents.
    Cell([usize; 2]),
    /// Open the two documents of a cell as distributions.
    Open([usize; 2]),
}

/// A gesture on the concordance.
#[derive(Clone, Debug)]
pub enum LinesAction {
    /// List the lines of these words.
    List(LinesOf),
    /// Break that off.
    Stop,
    /// In this order.
    Order(LineOrder),
    /// Open the document of an occurrence there.
    Open(usize, Range<usize>),
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

//! What a person did and may want back: the state of everything that can be undone, before and after each gesture.
//!
//! An entry is undone by putting back what it changed and nothing else, so that what came meanwhile from a trainer or a
//! thread stays. What belongs to one gesture, as the values a slider passes through, is one entry until the pointer is let
//! go or something else is done. Memory: [`UndoList::LIMIT`] entries of some kilobytes; sets and verdicts are shared.

use std::{collections::BTreeMap, collections::VecDeque, sync::Arc};

use crate::state::{
    ClassesState, Focus, Layers, MatchFilter, MatchPart, MatchSort, Members, NamedSets, RatingsState, Review, SelectionSet,
    SetOf, Settings, Tool, WordMove, inspect::explain::Part,
};

/// Everything of a workspace that a person changes and can have back.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoState {
    /// What is looked at: the inspector's subject, the document shown, the two documents compared.
    pub(in crate::state) focus: (Focus, Option<usize>, Option<usize>, Option<usize>),
    /// The set at work.
    pub(in crate::state) chosen: SelectionSet,
    /// The sets kept.
    pub(in crate::state) named: NamedSets,
    /// The hyper-parameters as they are shown.
    pub(in crate::state) settings: Settings,
    /// Layers and colours.
    pub(in crate::state) layers: Layers,
    /// What dragging does.
    pub(in crate::state) tool: Tool,
    /// Classes whose words stand back.
    pub(in crate::state) muted: Members,
    /// What hands did to words of the run at hand.
    pub(in crate::state) touched: Touched,
    /// Which documents are listed, and how.
    pub(in crate::state) listing: Listing,
    /// The two sets compared, and by how many splits.
    pub(in crate::state) compared: ([SetOf; 2], usize),
    /// What is said of matches.
    pub(in crate::state) reviews: Arc<BTreeMap<usize, Review>>,
}

/// What hands did to the words of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched {
    /// The run.
    pub(in crate::state) run: u64,
    /// Words that stay where they are.
    pub(in crate::state) pinned: Arc<Members>,
    /// Words dragged, the newest last.
    pub(in crate::state) moves: Arc<Vec<WordMove>>,
}

/// Which documents are listed, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    pub(in crate::state) part: Part,
    pub(in crate::state) chosen_only: bool,
    pub(in crate::state) classes: ClassesState,
    pub(in crate::state) ratings: RatingsState,
    pub(in crate::state) pairs: (MatchSort, bool, MatchFilter, MatchPart),
}

/// What a gesture was on. The same again, before the pointer is let go, goes on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A hyper-parameter.
    Parameter(&'static str),
    /// The remark on a match.
    Note(usize),
    /// A word in the hand.
    Drag(usize),
    /// The slice of space that is moved.
    Slice,
    /// Something that is done at once.
    Once,
}

/// What can be undone, or done again.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is, for the menu.
    pub name: String,
    pub(in crate::state) gesture: Gesture,
    pub(in crate::state) before: UndoState,
    pub(in crate::state) after: UndoState,
}

/// What was done and what was undone, the latest last.
#[derive(Clone, Debug, Default)]
pub struct UndoList {
    past: VecDeque<Entry>,
    future: Vec<Entry>,
    /// Whether the latest entry may go on.
    open: bool,
}

impl UndoList {
    /// Entries kept at most.
    pub const LIMIT: usize = 200;

    /// What would be undone next.
    pub fn undoes(&self) -> Option<&str> {
        self.past.back().map(|entry| entry.name.as_str())
    }

    /// What would be done again next.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.name.as_str())
    }

    /// Whether a gesture may go on.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// What is done next is another gesture.
    pub(in crate::state) fn let_go(&mut self) {
        self.open = false;
    }

    /// Forgets everything: it was about other words.
    pub(in crate::state) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes note of something done.
    pub(in crate::state) fn push(&mut self, entry: Entry) {
        self.future.clear();
        let goes_on = self.open && entry.gesture != Gesture::Once;
        self.open = entry.gesture != Gesture::Once;
        if let Some(last) = self.past.back_mut().filter(|last| goes_on && last.gesture == entry.gesture) {
            (last.after, last.name) = (entry.after, entry.name);
            if last.before == last.after {
                self.past.pop_back();
            }
            return;
        }
        if self.past.len() == Self::LIMIT {
            self.past.pop_front();
        }
        self.past.push_back(entry);
    }

    /// The entry that would go: back, or again.
    pub(in crate::state) fn next(&self, back: bool) -> Option<&Entry> {
        if back { self.past.back() } else { self.future.last() }
    }

    /// What is to be undone; from now on it can be done again.
    pub(in crate::state) fn back(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.past.pop_back()?;
        self.future.push(entry.clone());
        Some(entry)
    }

    /// What is to be done again.
    pub(in crate::state) fn again(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.future.pop()?;
        self.past.push_back(entry.clone());
        Some(entry)
    }
}

//! Undo and redo: a list of the undoable state before and after each gesture.
//!
//! Undo restores only the values that an entry changed, so that later results of a trainer or thread are kept. Values of
//! one gesture, such as those of a slider, form one entry until the pointer is released or another action follows. Memory:
//! [`UndoList::LIMIT`] entries of some kilobytes; sets and verdicts are shared.

pub(super) mod update;

use std::{collections::BTreeMap, collections::VecDeque, path::PathBuf, sync::Arc};

use crate::{
    ClassesState, Focus, Layers, MatchFilter, MatchPart, MatchSort, Members, NamedSets, RatingsState, Review, Same, SelectionSet,
    SetOf, Settings, SpaceChoice, Tool, WordMove, inspect::explain::Part,
};
use wordfield_core::sandbox::Sandbox;
use wordfield_rules::{Dismissed, RuleSet};

/// Undoable part of the workspace, stored before and after each gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoState {
    /// Focus, shown document, and the two compared documents.
    pub(crate) focus: (Focus, Option<usize>, Option<usize>, Option<usize>),
    /// Selection set before or after the gesture.
    pub(crate) chosen: SelectionSet,
    /// Named sets of words or documents.
    pub(crate) named: NamedSets,
    /// Hyper-parameters as shown, including pending changes.
    pub(crate) settings: Settings,
    /// Layers and colours of the word field.
    pub(crate) layers: Layers,
    /// Tool of the word field: the effect of dragging.
    pub(crate) tool: Tool,
    /// Classes muted in the word field.
    pub(crate) muted: Members,
    /// Interventions in the current run that can be undone.
    pub(crate) touched: RunInterventions,
    /// Filters and order of the lists of documents.
    pub(crate) listing: Listing,
    /// Compared sets, number of random splits, and whether seen documents are left out.
    pub(crate) compared: ([SetOf; 2], usize, bool),
    /// Verdicts on matches.
    pub(crate) reviews: Arc<BTreeMap<usize, Review>>,
    /// Dismissed reasons against pairs.
    pub(crate) dismissed: Arc<Dismissed>,
    /// Rules with the thresholds and switches of the window, the rules as they were read, and their file.
    pub(crate) rules: (Same<RuleSet>, Same<RuleSet>, Option<PathBuf>),
    /// Sandbox: point sets and kernels.
    pub(crate) sandbox: Arc<Sandbox>,
    /// Chosen words of a file of word vectors.
    pub(crate) vectors: SpaceChoice,
}

/// Pinned and moved words of the current run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunInterventions {
    /// Number of the run to which pins and moves belong.
    pub(crate) run: u64,
    /// Words whose positions are pinned.
    pub(crate) pinned: Arc<Members>,
    /// Moves of dragged words that can be undone, newest last.
    pub(crate) moves: Arc<Vec<WordMove>>,
}

/// Filters and order of the lists of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    pub(crate) part: Part,
    pub(crate) chosen_only: bool,
    pub(crate) classes: ClassesState,
    pub(crate) ratings: RatingsState,
    pub(crate) pairs: (MatchSort, bool, MatchFilter, MatchPart),
}

/// Subject of a gesture; actions on the same subject continue the gesture until the pointer is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Change of a hyper-parameter.
    Parameter(&'static str),
    /// Edit of the note on a match.
    Note(usize),
    /// Change of the threshold of the rule against pairs with this index.
    Threshold(usize),
    /// Drag of the word with this index.
    Drag(usize),
    /// Move of the slice of space.
    Slice,
    /// Change in the sandbox.
    Sandbox,
    /// Typing of words for a file of word vectors.
    Vectors,
    /// An action that is complete in itself.
    Once,
}

/// Entry of the undo list: the state before and after a gesture.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the undo entry in the menu.
    pub name: String,
    pub(crate) gesture: Gesture,
    pub(crate) before: UndoState,
    pub(crate) after: UndoState,
}

/// Undo list: entries to undo and entries to redo, latest last.
#[derive(Clone, Debug, Default)]
pub struct UndoList {
    past: VecDeque<Entry>,
    future: Vec<Entry>,
    /// Whether the next action may continue the latest undo entry.
    open: bool,
    /// Number of undo steps made, undone and redone.
    steps: u64,
}

impl UndoList {
    /// Maximum number of entries in the undo list.
    pub const LIMIT: usize = 200;

    /// Name of the entry that would be undone next.
    pub fn undoes(&self) -> Option<&str> {
        self.past.back().map(|entry| entry.name.as_str())
    }

    /// Number of undo steps made, undone and redone.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Name of the entry that would be redone next.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.name.as_str())
    }

    /// Whether the next action may continue the current gesture.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Ends the current gesture, so that the next action is a new undo entry.
    pub(crate) fn let_go(&mut self) {
        self.open = false;
    }

    /// Removes all entries from the undo list, because they belong to other words.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an entry to the undo list.
    pub(crate) fn push(&mut self, entry: Entry) {
        self.steps += 1;
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

    /// Undo entry that would be undone or redone next.
    pub(crate) fn next(&self, back: bool) -> Option<&Entry> {
        if back { self.past.back() } else { self.future.last() }
    }

    /// Moves the last undo entry to the redo list and returns it.
    pub(crate) fn back(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.past.pop_back()?;
        self.steps += 1;
        self.future.push(entry.clone());
        Some(entry)
    }

    /// Moves the last undone entry back to the undo list and returns it.
    pub(crate) fn again(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.future.pop()?;
        self.steps += 1;
        self.past.push_back(entry.clone());
        Some(entry)
    }
}

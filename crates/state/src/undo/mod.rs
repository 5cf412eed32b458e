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

/// The undoable part of the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoState {
    /// Focus, shown document, and the two compared documents.
    pub(crate) focus: (Focus, Option<usize>, Option<usize>, Option<usize>),
    /// The selection set.
    pub(crate) chosen: SelectionSet,
    /// The named sets.
    pub(crate) named: NamedSets,
    /// The shown hyper-parameters.
    pub(crate) settings: Settings,
    /// Layers and colours.
    pub(crate) layers: Layers,
    /// Effect of dragging.
    pub(crate) tool: Tool,
    /// Muted classes.
    pub(crate) muted: Members,
    /// Interventions in the current run.
    pub(crate) touched: Touched,
    /// Filters and order of lists.
    pub(crate) listing: Listing,
    /// The two compared sets, the number of splits, and whether seen documents are left out.
    pub(crate) compared: ([SetOf; 2], usize, bool),
    /// Verdicts on matches.
    pub(crate) reviews: Arc<BTreeMap<usize, Review>>,
    /// Dismissed reasons.
    pub(crate) dismissed: Arc<Dismissed>,
    /// Rules with the thresholds and switches of the window, the rules as they were read, and their file.
    pub(crate) rules: (Same<RuleSet>, Same<RuleSet>, Option<PathBuf>),
    /// Point sets and kernels of the sandbox.
    pub(crate) sandbox: Arc<Sandbox>,
    /// Chosen words of a file of word vectors.
    pub(crate) vectors: SpaceChoice,
}

/// Pinned and moved words of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Touched {
    /// Number of the run.
    pub(crate) run: u64,
    /// Pinned words.
    pub(crate) pinned: Arc<Members>,
    /// Dragged words, the newest last.
    pub(crate) moves: Arc<Vec<WordMove>>,
}

/// Filters and order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    pub(crate) part: Part,
    pub(crate) chosen_only: bool,
    pub(crate) classes: ClassesState,
    pub(crate) ratings: RatingsState,
    pub(crate) pairs: (MatchSort, bool, MatchFilter, MatchPart),
}

/// Subject of a gesture. The same subject before the pointer is released continues the gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A hyper-parameter.
    Parameter(&'static str),
    /// The note of a match.
    Note(usize),
    /// The threshold of the rule at this place.
    Threshold(usize),
    /// A dragged word.
    Drag(usize),
    /// The slice of space.
    Slice,
    /// Gesture in the sandbox.
    Sandbox,
    /// Typed words of a file of word vectors.
    Vectors,
    /// An action complete in itself.
    Once,
}

/// An entry of the undo list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name in the menu.
    pub name: String,
    pub(crate) gesture: Gesture,
    pub(crate) before: UndoState,
    pub(crate) after: UndoState,
}

/// Undoable and redoable entries, the latest last.
#[derive(Clone, Debug, Default)]
pub struct UndoList {
    past: VecDeque<Entry>,
    future: Vec<Entry>,
    /// Whether the latest entry may be continued.
    open: bool,
    /// Number of steps done, undone and redone.
    steps: u64,
}

impl UndoList {
    /// Maximum number of entries.
    pub const LIMIT: usize = 200;

    /// Name of the entry that undo reverts.
    pub fn undoes(&self) -> Option<&str> {
        self.past.back().map(|entry| entry.name.as_str())
    }

    /// Number of steps done, undone and redone.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Name of the entry that redo applies.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.name.as_str())
    }

    /// Whether a gesture may be continued.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Ends the current gesture.
    pub(crate) fn let_go(&mut self) {
        self.open = false;
    }

    /// Removes all entries: they belong to other words.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an entry.
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

    /// The entry that would be undone or redone.
    pub(crate) fn next(&self, back: bool) -> Option<&Entry> {
        if back { self.past.back() } else { self.future.last() }
    }

    /// Moves the last entry to the redo list and returns it.
    pub(crate) fn back(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.past.pop_back()?;
        self.steps += 1;
        self.future.push(entry.clone());
        Some(entry)
    }

    /// Moves the last undone entry back and returns it.
    pub(crate) fn again(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.future.pop()?;
        self.steps += 1;
        self.past.push_back(entry.clone());
        Some(entry)
    }
}

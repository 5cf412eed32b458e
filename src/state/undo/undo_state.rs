//! The undo list: the undoable state before and after each gesture.
//!
//! An entry is undone by putting back what it changed and nothing else, so that what came meanwhile from a trainer or a
//! thread stays. What belongs to one gesture, as the values a slider passes through, is one entry until the pointer is let
//! go or something else is done. Memory: [`UndoList::LIMIT`] entries of some kilobytes; sets and verdicts are shared.

use std::{collections::BTreeMap, collections::VecDeque, sync::Arc};

use crate::state::{
    ClassesState, Focus, Layers, MatchFilter, MatchPart, MatchSort, Members, NamedSets, RatingsState, Review, SelectionSet,
    SetOf, Settings, Tool, WordMove, inspect::explain::Part,
};

/// The undoable part of the workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoState {
    /// Focus, document shown, and the two documents compared.
    pub(in crate::state) focus: (Focus, Option<usize>, Option<usize>, Option<usize>),
    /// The selection set.
    pub(in crate::state) chosen: SelectionSet,
    /// The named sets.
    pub(in crate::state) named: NamedSets,
    /// The hyper-parameters as they are shown.
    pub(in crate::state) settings: Settings,
    /// Layers and colours.
    pub(in crate::state) layers: Layers,
    /// Effect of dragging.
    pub(in crate::state) tool: Tool,
    /// Muted classes.
    pub(in crate::state) muted: Members,
    /// Interventions in the current run.
    pub(in crate::state) touched: Touched,
    /// Which documents are listed, and how.
    pub(in crate::state) listing: Listing,
    /// The two sets compared, and by how many splits.
    pub(in crate::state) compared: ([SetOf; 2], usize),
    /// Verdicts on matches.
    pub(in crate::state) reviews: Arc<BTreeMap<usize, Review>>,
}

/// Pinned and moved words of a run.
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

/// An entry of the undo list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name in the menu.
    pub name: String,
    pub(in crate::state) gesture: Gesture,
    pub(in crate::state) before: UndoState,
    pub(in crate::state) after: UndoState,
}

/// Undoable and redoable entries, the latest last.
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

    /// Name of the entry that undo reverts.
    pub fn undoes(&self) -> Option<&str> {
        self.past.back().map(|entry| entry.name.as_str())
    }

    /// Name of the entry that redo applies.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.name.as_str())
    }

    /// Whether a gesture may go on.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Ends the current gesture.
    pub(in crate::state) fn let_go(&mut self) {
        self.open = false;
    }

    /// Forgets everything: it was about other words.
    pub(in crate::state) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an entry.
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

    /// Moves the last entry to the redo list and returns it.
    pub(in crate::state) fn back(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.past.pop_back()?;
        self.future.push(entry.clone());
        Some(entry)
    }

    /// Moves the last undone entry back and returns it.
    pub(in crate::state) fn again(&mut self) -> Option<Entry> {
        self.open = false;
        let entry = self.future.pop()?;
        self.past.push_back(entry.clone());
        Some(entry)
    }
}

//! Undo and redo: a list of the choices before and after each gesture.
//!
//! Undo restores only the choices that an entry changed, so that later results of a trainer or thread are kept.
//! Values of one gesture, such as those of a slider, form one entry until the pointer is released or another action follows.
//! Memory: [`UndoList::LIMIT`] entries of some kilobytes.

pub(super) mod update;

use std::collections::VecDeque;

use crate::Choices;

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

/// Entry of the undo list: the choices before and after a gesture.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the undo entry in the menu.
    pub name: String,
    pub(crate) gesture: Gesture,
    pub(crate) before: Choices,
    pub(crate) after: Choices,
}

/// Undo list: entries to undo and entries to redo, latest last.
#[derive(Clone, Debug, Default)]
pub struct UndoList {
    past: VecDeque<Entry>,
    future: Vec<Entry>,
    /// Whether the next action may continue the latest undo entry.
    pub open: bool,
    /// Revision of the undo list: number of entries added, undone and redone.
    pub(crate) steps: u64,
}

impl UndoList {
    /// Maximum number of entries in the undo list.
    pub const LIMIT: usize = 200;

    /// Name of the entry that would be undone next.
    pub fn undoes(&self) -> Option<&str> {
        self.past.back().map(|entry| entry.name.as_str())
    }

    /// Name of the entry that would be redone next.
    pub fn redoes(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.name.as_str())
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

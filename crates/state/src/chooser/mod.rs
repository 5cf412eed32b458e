//! Windows that choose words: text search, semantic axis, and the summary of the selection set.

pub(super) mod axis;
pub(super) mod find;
pub(super) mod linked;
pub(super) mod summary;
pub(super) mod update {
    pub(crate) mod choose;
    pub(crate) mod jobs;
}

pub use axis::{Axis, AxisProjection, Ranking};
pub use find::{Find, Hits};
pub use linked::LinkedMembers;
pub use summary::Summary;

use std::sync::Arc;

use self::{axis::AxisKey, find::FindKey, linked::LinkedKey, summary::SummaryKey};
use crate::{Lazy, Memo};

/// State of the windows that choose words: open windows, typed text, results.
#[derive(Debug, Default)]
pub struct Chooser {
    /// The open word search, if any.
    pub find: Option<Find>,
    /// Number of requests to open the word search; each one moves the focus into it.
    pub find_requests: u64,
    /// The open semantic axis with its two words, if any.
    pub axis: Option<Axis>,
    /// Whether the list of named sets is shown.
    pub sets: bool,
    /// Index of the named set whose name is being edited.
    pub naming: Option<usize>,
    pub(crate) linked: Memo<LinkedKey, Option<Arc<LinkedMembers>>>,
    pub(crate) hits: Lazy<FindKey, Arc<Hits>>,
    pub(crate) ranking: Lazy<AxisKey, Arc<Ranking>>,
    pub(crate) summary: Lazy<SummaryKey, Arc<Summary>>,
}

impl Chooser {
    /// Result of the last word search, possibly for an earlier text.
    pub fn hits(&self) -> Option<&Arc<Hits>> {
        self.find.as_ref().and(self.hits.last()).map(|(_, hits)| hits)
    }

    /// Whether the result of the word search belongs to the current text.
    pub fn is_found(&self) -> bool {
        let typed = self.find.as_ref();
        self.hits.last().is_some_and(|(key, _)| Some(&key.0) == typed)
    }

    /// Ranking of words along the axis, possibly for earlier positions.
    pub fn ranking(&self) -> Option<&Arc<Ranking>> {
        let axis = self.axis?;
        self.ranking.last().filter(|(key, _)| (key.0, key.1) == (axis.first, axis.second)).map(|(_, ranking)| ranking)
    }

    /// Opens the word search, or focuses the open one.
    pub(crate) fn search(&mut self) {
        self.find.get_or_insert_default();
        self.find_requests += 1;
    }

    /// Clears results of word searches after a change of the vocabulary; typed texts and open windows are kept.
    pub(crate) fn forget(&mut self) {
        *self = Self { find: self.find.take(), sets: self.sets, find_requests: self.find_requests, ..Self::default() };
    }
}

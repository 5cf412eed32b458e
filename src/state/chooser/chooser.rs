//! The ways to choose that have a window of their own: the search, the semantic axis, the kept sets; and what they found.

use std::sync::Arc;

use crate::state::{
    Axis, Find, Hits, Linked, Memo, Ranking, Summary, chooser::axis::AxisKey, chooser::find::FindKey, chooser::linked::LinkedKey,
    chooser::summary::SummaryKey, core::asked::Asked,
};

/// What is open, what is typed, what is found.
#[derive(Debug, Default)]
pub struct Chooser {
    /// The search, while it is open.
    pub find: Option<Find>,
    /// How often the search was asked for: each time it wants the focus.
    pub asked: u64,
    /// The two words of the axis, while it is open.
    pub axis: Option<Axis>,
    /// Whether the kept sets are listed.
    pub sets: bool,
    pub(in crate::state) linked: Memo<LinkedKey, Option<Arc<Linked>>>,
    pub(in crate::state) asked_find: Asked<FindKey>,
    pub(in crate::state) hits: Option<(FindKey, Arc<Hits>)>,
    pub(in crate::state) asked_axis: Asked<AxisKey>,
    pub(in crate::state) ranking: Option<(AxisKey, Arc<Ranking>)>,
    pub(in crate::state) asked_summary: Asked<SummaryKey>,
    pub(in crate::state) summary: Option<(SummaryKey, Arc<Summary>)>,
}

impl Chooser {
    /// What the search last found, which may be of what was typed a moment ago.
    pub fn hits(&self) -> Option<&Arc<Hits>> {
        self.find.as_ref().and(self.hits.as_ref()).map(|(_, hits)| hits)
    }

    /// Whether what is found is of what is typed now.
    pub fn is_found(&self) -> bool {
        let typed = self.find.as_ref();
        self.hits.as_ref().is_some_and(|(key, _)| Some(&key.0) == typed)
    }

    /// The words along the axis, which may be of positions a moment ago.
    pub fn ranking(&self) -> Option<&Arc<Ranking>> {
        let axis = self.axis?;
        self.ranking.as_ref().filter(|(key, _)| (key.0, key.1) == (axis.first, axis.second)).map(|(_, ranking)| ranking)
    }

    /// Opens the search, or goes back to the one that is open.
    pub(in crate::state) fn search(&mut self) {
        self.find.get_or_insert_default();
        self.asked += 1;
    }

    /// Forgets what was asked and found: it was about other words. What is typed and open stays.
    pub(in crate::state) fn forget(&mut self) {
        *self = Self { find: self.find.take(), sets: self.sets, asked: self.asked, ..Self::default() };
    }
}

//! A query of the tab with its last answer.

use crate::core::query::{PendingQuery, Query};

/// A pending query and the answer received last, with its key.
#[derive(Debug)]
pub struct Slot<Q: Query> {
    pub(crate) pending: PendingQuery<Q>,
    last: Option<(Q::Key, Q::Answer)>,
}

impl<Q: Query> Default for Slot<Q> {
    fn default() -> Self {
        Self { pending: PendingQuery::default(), last: None }
    }
}

impl<Q: Query> Slot<Q> {
    /// Stores an answer.
    pub(crate) fn set(&mut self, key: Q::Key, answer: Q::Answer) {
        self.last = Some((key, answer));
    }

    /// The last answer, and whether it belongs to `key`.
    pub(crate) fn answer(&self, key: Option<&Q::Key>) -> Option<(&Q::Answer, bool)> {
        let (of, answer) = self.last.as_ref()?;
        Some((answer, Some(of) == key))
    }

    /// The answer to `key`.
    pub(crate) fn to(&self, key: &Q::Key) -> Option<&Q::Answer> {
        self.answer(Some(key)).filter(|(_, now)| *now).map(|(answer, _)| answer)
    }

    /// The last answer with its key.
    pub(crate) fn last(&self) -> Option<&(Q::Key, Q::Answer)> {
        self.last.as_ref()
    }

    /// The answer without its query.
    pub(crate) fn printed(&self) -> Self {
        Self { last: self.last.clone(), ..Self::default() }
    }
}

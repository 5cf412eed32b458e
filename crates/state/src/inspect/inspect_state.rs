//! Values read from the shown snapshot.

use std::sync::Arc;

use crate::{
    Derived, Memo, Neighbours, Slot, WordQuery,
    inspect::{
        derived::{DerivedKey, Evaluation, EvaluationKey},
        neighbours::NeighboursQuery,
    },
};

/// Values read from the shown snapshot, recomputed when it changes.
#[derive(Debug, Default)]
pub struct InspectState {
    pub(crate) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(crate) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(crate) neighbours: Option<Arc<Neighbours>>,
    pub(crate) neighbours_query: Slot<NeighboursQuery>,
    /// Values of the word in focus under a rating model.
    pub(crate) word: Slot<WordQuery>,
}

impl InspectState {
    /// Drops the queries of the run before.
    pub(crate) fn begin_run(&mut self) {
        (self.neighbours_query, self.word) = (Slot::default(), Slot::default());
    }
}

//! Values read from the shown snapshot.

use std::sync::Arc;

use crate::state::{
    Derived, Memo, Neighbours,
    inspect::derived::{DerivedKey, Evaluation, EvaluationKey},
};

/// Values read from the shown snapshot, recomputed when it changes.
#[derive(Debug, Default)]
pub struct InspectState {
    pub(in crate::state) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(in crate::state) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(in crate::state) neighbours: Option<Arc<Neighbours>>,
}

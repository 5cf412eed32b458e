//! Values read from the shown snapshot.

use std::sync::Arc;

use crate::{
    Derived, Memo, Neighbours,
    inspect::derived::{DerivedKey, Evaluation, EvaluationKey},
};

/// Values read from the shown snapshot, recomputed when it changes.
#[derive(Debug, Default)]
pub struct InspectState {
    pub(crate) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(crate) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(crate) neighbours: Option<Arc<Neighbours>>,
}

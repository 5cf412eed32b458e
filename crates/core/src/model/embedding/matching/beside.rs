//! Training pairs in the kernel's fixed components, computed once for the current weights.
//!
//! Cost: canonical directions or given vectors once; the documents' rows with each change of a weight;
//! their inner products once if every iteration uses all pairs, else those of each batch.
//! Memory: `(n_s + n_t) (D + nnz / n)`, and `n_s × n_t` of an iteration.

use std::sync::Arc;

use super::{MatchParams, Sides};
use crate::{
    corpus::{Csr, Dataset},
    ldk::{Alike, Components, SidesComponents},
    memory::Budget,
    model::start::{ComponentVectors, VectorInputs},
};

/// Training documents of both sides in the kernel's fixed components.
#[derive(Clone, Debug)]
pub(super) struct TrainingComponents {
    /// Fixed components of the sum kernel.
    pub components: Arc<Components>,
    /// Source and target training documents in the kernel's fixed components.
    pub sides: Arc<SidesComponents>,
    /// Whether documents are scaled to unit length.
    unit: bool,
}

/// Cache of the training documents in the kernel's fixed components under the current weights.
#[derive(Debug)]
pub(super) struct ComponentCache {
    data: Option<Arc<Dataset>>,
    budget: Budget,
    vectors: ComponentVectors,
    current: Option<TrainingComponents>,
}

impl ComponentCache {
    /// Creates the cache for a dataset, whose given vectors are used if there are any, and the memory for canonical directions.
    pub(super) fn new(data: Option<Arc<Dataset>>, budget: Budget) -> Self {
        Self { data, budget, vectors: ComponentVectors::default(), current: None }
    }

    /// Training documents in the fixed components under the parameters' weights; `None` if the map is the only component.
    pub(super) fn at(&mut self, params: &MatchParams, (sides, alike): (&Sides, &Arc<Alike>)) -> Option<TrainingComponents> {
        let components = self.vectors.weighed(VectorInputs::Pairs((sides, self.budget), alike, self.data.as_deref()), params);
        let unit = params.has_unit_length();
        let is_current = |current: &TrainingComponents, components: &Arc<Components>| {
            Arc::ptr_eq(&current.components, components) && current.unit == unit
        };
        self.current = components.map(|components| match self.current.take() {
            Some(current) if is_current(&current, &components) => current,
            _ => {
                let (first, words) = (sides.source.cols(), sides.source.cols() + sides.target.cols());
                let rows = |m: &Csr, first| Arc::new(components.rows(&m.within(first, words), unit));
                let sides = Arc::new(SidesComponents::new(rows(&sides.source, 0), rows(&sides.target, first)));
                TrainingComponents { components, sides, unit }
            }
        });
        self.current.clone()
    }

    /// Training documents in the kernel's fixed components, as last requested from the cache.
    pub(super) fn current(&self) -> Option<&TrainingComponents> {
        self.current.as_ref()
    }
}

//! Documents of a corpus in the components beside the map, computed once for the current weights.
//!
//! Cost: that of [`Components`], once for each change of a weight. Memory: the rows of all documents, and one n × n matrix of
//! the training documents if `K` is complete.

use std::sync::Arc;

use super::EmbeddingParams;
use crate::{
    corpus::{Csr, Dataset},
    ldk::{Beside, Components, Ldk, TrainBeside},
    model::start::{ComponentVectors, VectorInputs},
};

/// Documents in the components beside the map.
#[derive(Clone, Debug)]
pub(in crate::model) struct CorpusBeside {
    /// The components.
    pub components: Arc<Components>,
    /// All documents of the corpus.
    pub all: Arc<Beside>,
    /// The training documents.
    pub train: Arc<TrainBeside>,
    /// Whether documents have unit length.
    unit: bool,
}

/// The documents under the current weights.
#[derive(Debug, Default)]
pub(in crate::model) struct BesideCache {
    vectors: ComponentVectors,
    current: Option<Arc<CorpusBeside>>,
}

impl CorpusBeside {
    /// `ldk` with these components.
    pub fn within(this: Option<&Arc<Self>>, mut ldk: Ldk) -> Ldk {
        ldk.components = this.map(|this| Arc::clone(&this.components));
        ldk
    }
}

impl BesideCache {
    /// The components under the weights of the parameters; `None` if the map is the only one.
    pub fn components(&mut self, data: &Dataset, params: &EmbeddingParams) -> Option<Arc<Components>> {
        self.vectors.weighed(VectorInputs::OneSide(data), params)
    }

    /// The documents under the weights of the parameters; `None` if the map is the only component. `train` are the training
    /// documents in their order; `whole` requests the constant part of their kernel.
    pub fn at(&mut self, data: &Dataset, params: &EmbeddingParams, train: &Csr, whole: bool) -> Option<Arc<CorpusBeside>> {
        let components = self.components(data, params);
        let unit = params.has_unit_length();
        let is_current = |current: &Arc<CorpusBeside>, components: &Arc<Components>| {
            Arc::ptr_eq(&current.components, components) && current.unit == unit
        };
        self.current = components.map(|components| match self.current.take() {
            Some(current) if is_current(&current, &components) => current,
            _ => {
                let all = Arc::new(components.rows(&data.weights, unit));
                let train = Arc::new(TrainBeside::new(Arc::new(components.rows(train, unit)), whole));
                Arc::new(CorpusBeside { components, all, train, unit })
            }
        });
        self.current.clone()
    }

    /// The documents as last requested.
    pub fn current(&self) -> Option<&Arc<CorpusBeside>> {
        self.current.as_ref()
    }

    /// All documents of the corpus under these components, if they are the current ones.
    pub fn all(&self, components: Option<&Arc<Components>>) -> Option<Arc<Beside>> {
        let current =
            self.current.as_ref().filter(|current| components.is_some_and(|of| Arc::ptr_eq(&current.components, of)))?;
        Some(Arc::clone(&current.all))
    }
}

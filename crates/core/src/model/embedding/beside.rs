//! Documents of a corpus in the kernel's fixed components, computed once for the current weights.
//!
//! Cost: that of [`Components`], once for each change of a weight.
//! Memory: the rows of all documents, and one n × n matrix of the training documents where their complete `K` is computed.

use std::sync::Arc;

use super::EmbeddingParams;
use crate::{
    corpus::{Csr, Dataset},
    ldk::{Components, FixedComponents, Ldk, Source, TrainComponents},
    model::start::{ComponentVectors, VectorInputs},
};

/// All documents of a corpus in the kernel's fixed components.
#[derive(Clone, Debug)]
pub(in crate::model) struct CorpusComponents {
    /// Fixed components of the sum kernel.
    pub components: Arc<Components>,
    /// All documents of the corpus in the kernel's fixed components.
    pub all: Arc<FixedComponents>,
    /// Training documents in the kernel's fixed components.
    pub train: Arc<TrainComponents>,
    /// Whether documents are scaled to unit length.
    unit: bool,
}

/// Cache of the documents in the kernel's fixed components under the current weights.
#[derive(Debug, Default)]
pub(in crate::model) struct ComponentCache {
    vectors: ComponentVectors,
    current: Option<Arc<CorpusComponents>>,
}

impl CorpusComponents {
    /// Documents in the kernel's fixed components without the map; `train` are the training documents in their order.
    pub(super) fn without_map(&self, data: &Dataset, train: &Csr) -> Self {
        let components = Arc::new(Components { map: 0.0, ..(*self.components).clone() });
        let rows = |m: &Csr| Arc::new(components.rows(m, self.unit));
        Self { all: rows(&data.weights), train: Arc::new(TrainComponents::new(rows(train))), unit: self.unit, components }
    }

    /// Adds the fixed components to the kernel `ldk`.
    pub(super) fn within(this: Option<&Arc<Self>>, mut ldk: Ldk) -> Ldk {
        ldk.components = this.map(|this| Arc::clone(&this.components));
        ldk
    }
}

impl ComponentCache {
    /// Components of the kernel under the weights of the parameters; `None` if the map is the only component.
    pub(super) fn components(&mut self, data: &Dataset, params: &EmbeddingParams) -> Option<Arc<Components>> {
        self.vectors.weighed(VectorInputs::OneSide(data), params)
    }

    /// Multiplies the weights of kernel components by learned factors.
    pub(super) fn multiply(&mut self, factors: Vec<(Source, f64)>) {
        self.vectors.factors = factors;
    }

    /// Documents in the fixed components under the parameters' weights; `None` if the map is the only component.
    /// `train` are the training documents in their order.
    pub(super) fn at(&mut self, data: &Dataset, params: &EmbeddingParams, train: &Csr) -> Option<Arc<CorpusComponents>> {
        let components = self.components(data, params);
        let unit = params.has_unit_length();
        let is_current = |current: &Arc<CorpusComponents>, components: &Arc<Components>| {
            Arc::ptr_eq(&current.components, components) && current.unit == unit
        };
        self.current = components.map(|components| match self.current.take() {
            Some(current) if is_current(&current, &components) => current,
            _ => {
                let all = Arc::new(components.rows(&data.weights, unit));
                let train = Arc::new(TrainComponents::new(Arc::new(components.rows(train, unit))));
                Arc::new(CorpusComponents { components, all, train, unit })
            }
        });
        self.current.clone()
    }

    /// Documents in the kernel's fixed components, as last requested from the cache.
    #[cfg(test)]
    pub(super) fn current(&self) -> Option<&Arc<CorpusComponents>> {
        self.current.as_ref()
    }

    /// All documents of the corpus, rows of `m`, in the components of a fitted model, which may differ from the current ones.
    pub(super) fn rows_of(&self, ldk: &Ldk, m: &Csr) -> Option<Arc<FixedComponents>> {
        let components = ldk.components.as_ref()?;
        let current = self.current.as_ref().filter(|current| Arc::ptr_eq(&current.components, components));
        current.map(|current| Arc::clone(&current.all)).or_else(|| ldk.beside(m))
    }
}

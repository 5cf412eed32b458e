//! The kernel between documents as a snapshot's model judges by it, for everything that compares documents besides the model.

use std::sync::Arc;

use super::{Params, Snapshot, kernels::Kernels};
use crate::ldk::{CorpusKernel, Ldk};

impl Snapshot {
    /// The kernel that judges documents, of a model trained with these parameters.
    pub fn ldk(&self, params: &Params) -> Ldk {
        if let Some(function) = &self.function {
            return function.ldk;
        }
        if let Some(predictions) = self.matched() {
            return predictions.fitted.ldk();
        }
        if let Some(fitted) = self.rated().and_then(|predictions| predictions.fitted.as_ref()) {
            return fitted.ldk();
        }
        let embedding = self.embedding;
        let given = match params {
            Params::Smm(params) => params.ldk(),
            Params::Gp(params) => params.ldk(Kernels { embedding, level2: params.level2 }),
            Params::Matching(params) => params.ldk(),
            Params::Knn(params) => params.ldk(),
        };
        Ldk { embedding, ..given }
    }

    /// The same over the words where they lie.
    pub fn together(&self, params: &Params) -> CorpusKernel {
        let alike = self.matched().map(|predictions| Arc::clone(predictions.fitted.alike()));
        CorpusKernel { ldk: self.ldk(params), x: Arc::clone(&self.latent), alike }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Preset},
    };

    #[test]
    fn a_snapshot_judges_as_its_parameters_say() {
        for (kind, which, settings) in [
            (ModelKind::Smm, Builtin::Topics, &[("private", "2"), ("normalise", "true")][..]),
            (ModelKind::Smm, Builtin::Topics, &[("level2", "ngd"), ("gamma", "0.5")]),
            (ModelKind::Gp, Builtin::Reviews, &[("level2", "rbf"), ("zeta", "3")]),
            (ModelKind::Matching, Builtin::Pairs, &[("private", "2")]),
        ] {
            let mut params = Params::preset(kind, Preset::Paper, 2);
            params.set_all(settings).expect("settings");
            let data = Dataset::build(
                Arc::new(builtin(which)),
                &SplitOptions::default(),
                &VocabularyOptions::default(),
                params.weighting(),
            );
            let data = Arc::new(data.expect("a dataset"));
            let mut model = params.clone().start(data).expect("a model");
            for step in 0..2 {
                let ldk = model.snapshot().ldk(&params);
                for (key, text) in settings {
                    let shown = match *key {
                        "private" => (ldk.private - 2.0).abs() < 1e-12,
                        "normalise" => ldk.unit_length,
                        "gamma" => ldk.embedding.gamma() == Some(0.5),
                        "zeta" => ldk.level2 == crate::ldk::Level2::Rbf { zeta: 3.0 },
                        _ => !ldk.level2.is_linear(),
                    };
                    assert!(shown, "{kind:?} after {step} steps: {key} = {text}, {ldk:?}");
                }
                model.step().expect("a step");
            }
        }
    }
}

//! Out-of-fold test of two classes: its key, obstacle, start and answer.

use std::sync::Arc;

use crate::{
    Effect, HalvesKey, Same, SetOf, Underway, Workspace,
    compare::halves,
    core::job::{At, start_study},
};
use wordfield_core::experiment::HalvesUnavailable;

/// Starts the test out of fold of the two chosen classes.
pub(crate) fn test(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.halves_key().filter(|_| workspace.halves_obstacle().is_none())?;
    let dataset = Arc::clone(workspace.corpus.dataset.as_ref()?);
    let memory = workspace.session.memory;
    let of = key.clone();
    let work = move |underway: &Underway| halves::test(&of, &dataset, memory, underway);
    let at: At<_, _> = |workspace| &mut workspace.compare.sets.halves;
    Some(Effect::Run(start_study(workspace, "test out of fold", at, key, work, |_| ())))
}

impl Workspace {
    /// Key of the test of the two chosen sets out of fold; `None` unless they are two classes and a model is trained.
    pub fn halves_key(&self) -> Option<HalvesKey> {
        let [SetOf::Class(one), SetOf::Class(other)] = self.choices.compared.pair else { return None };
        let dataset = self.corpus.dataset.as_ref().filter(|_| one != other && self.run.snapshot.is_some())?;
        Some(HalvesKey {
            dataset: Same::of(dataset),
            params: self.choices.settings.params.clone(),
            vocabulary: self.corpus.loaded_options.vocabulary,
            classes: [one, other],
            permutations: self.choices.compared.permutations,
            iterations: self.shown(),
        })
    }

    /// Reason why the current model cannot be trained on each half of the documents.
    pub fn halves_obstacle(&self) -> Option<HalvesUnavailable> {
        let kernel = self.corpus_kernel()?;
        HalvesUnavailable::of(&self.choices.settings.params, kernel.x.ncols() > 0, kernel.ldk.components.as_deref())
    }
}

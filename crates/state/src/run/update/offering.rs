//! Basis of decisions on classes, and the offer to let the components decide with the map.

use std::sync::Arc;

use crate::{
    Run, Workspace,
    core::memo::Same,
    core::update::{SlotOf, ViewQuery},
    run::offer::{OfferKey, OfferQuery, Offered},
};
use wordfield_core::{
    model::{DecideBy, LiveChange, smm::Offer},
    param::{Choices, Value},
    train::Frame,
};

impl Workspace {
    /// Basis of decisions of classes with components beside the map; `None` for other models, in a search and in a lesson.
    pub fn decider(&self) -> Option<DecideBy> {
        let dataset = self.corpus.dataset.as_ref().filter(|_| !self.is_searching() && self.lesson.open.is_none())?;
        DecideBy::of(&self.run.settings.params, dataset)
    }

    /// The last measured gain of map and components over the map alone, which decides.
    pub fn offer(&self) -> Option<&Offer> {
        let Offered { key, offer, .. } = self.run.offered.as_ref().filter(|_| self.decider() == Some(DecideBy::Map))?;
        let current = (key.run, &key.params) == (self.run.id, &self.run.settings.params);
        offer.as_deref().filter(|_| current)
    }
}

impl Run {
    /// The change of a running model after which this decides.
    pub fn decide_by(decider: DecideBy) -> Self {
        Self::Change(LiveChange { key: "decide_by", value: Value::Choice(decider.key()) })
    }
}

/// Marks a change of the basis of decisions in the curves.
pub(crate) fn changed(workspace: &mut Workspace, change: LiveChange) {
    let dataset = workspace.corpus.dataset.as_ref().filter(|_| change.key == "decide_by");
    if let Some(decider) = dataset.and_then(|dataset| DecideBy::of(&workspace.run.settings.params, dataset)) {
        let newest = workspace.newest();
        workspace.run.curves.decided_by(newest, decider);
    }
}

/// The recorded point of the last evaluation, or of the restored iteration.
fn evaluated(workspace: &Workspace) -> Option<Arc<Frame>> {
    let iteration = workspace.kept().or(workspace.run.curves.evaluated).filter(|iteration| *iteration > 0)?;
    workspace.timeline.history.as_ref()?.up_to(iteration)
}

impl ViewQuery for OfferQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.run.offer;

    fn build(workspace: &Workspace) -> Option<Self> {
        let (key, frame) = (Self::wanted(workspace)?, evaluated(workspace)?);
        Some(Self { key, dataset: Arc::clone(workspace.corpus.dataset.as_ref()?), frame })
    }

    fn wanted(workspace: &Workspace) -> Option<OfferKey> {
        workspace.decider().filter(|decider| *decider == DecideBy::Map)?;
        let key = OfferKey {
            run: workspace.run.id,
            dataset: Same::of(workspace.corpus.dataset.as_ref()?),
            params: workspace.run.settings.params.clone(),
            iteration: evaluated(workspace)?.iteration,
        };
        let last = workspace.run.offered.as_ref().filter(|last| workspace.is_running() && key.continues(&last.key));
        last.is_none_or(|last| key.iteration >= last.next).then_some(key)
    }

    fn show(workspace: &mut Workspace, key: OfferKey, offer: Option<Arc<Offer>>) {
        workspace.run.offered = Some(Offered::at(workspace.newest(), key, offer));
    }
}

#[cfg(test)]
#[path = "offering_tests.rs"]
mod tests;

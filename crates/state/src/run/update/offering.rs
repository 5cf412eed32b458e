//! Basis of decisions about classes, and offers to let components and English vectors decide with the map.

use std::sync::Arc;

use crate::{
    Run, Workspace,
    core::memo::Same,
    core::update::{SlotOf, ViewQuery},
    run::offer::{LatestOffers, OfferKey, OfferQuery, Offers},
};
use wordfield_core::{
    model::{DecideBy, LiveChange, smm::ComponentGain},
    param::{Choices, Value},
    train::Frame,
};

impl Workspace {
    /// What decides on classes with components beside the map; `None` for other models, in a search and in a lesson.
    pub fn decider(&self) -> Option<DecideBy> {
        let dataset = self.corpus.dataset.as_ref().filter(|_| !self.is_searching() && self.lesson.open.is_none())?;
        DecideBy::of(&self.run.settings.params, dataset)
    }

    /// Last measured gain of components, while the map alone decides.
    pub fn offer(&self) -> Option<&ComponentGain> {
        self.offers()?.combined.as_ref().filter(|_| self.decider() == Some(DecideBy::Map))
    }

    /// Last measured gain of the built-in English word vectors.
    pub fn english_offer(&self) -> Option<&ComponentGain> {
        self.offers()?.english.as_ref()
    }

    /// Gains last measured for this run with its parameters.
    fn offers(&self) -> Option<&Offers> {
        let LatestOffers { key, offers, .. } = self.run.offered.as_ref()?;
        let current = (key.run, &key.params) == (self.run.id, &self.run.settings.params);
        current.then_some(&**offers)
    }
}

impl Run {
    /// Change of a running model to another decider, the map alone or with components.
    pub fn decide_by(decider: DecideBy) -> Self {
        Self::Change(LiveChange { key: "decide_by", value: Value::Choice(decider.key()) })
    }
}

/// Marks a change of the decider, the map alone or with components, in the curves.
pub(crate) fn changed(workspace: &mut Workspace, change: LiveChange) {
    let dataset = workspace.corpus.dataset.as_ref().filter(|_| change.key == "decide_by");
    if let Some(decider) = dataset.and_then(|dataset| DecideBy::of(&workspace.run.settings.params, dataset)) {
        let newest = workspace.newest();
        workspace.run.curves.decided_by(newest, decider);
    }
}

/// Recorded point of the run's last evaluation, or of its restored iteration.
fn evaluated(workspace: &Workspace) -> Option<Arc<Frame>> {
    let iteration = workspace.restored_iteration().or(workspace.run.curves.evaluated).filter(|iteration| *iteration > 0)?;
    workspace.timeline.history.as_ref()?.up_to(iteration)
}

impl ViewQuery for OfferQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.run.offer;

    fn build(workspace: &Workspace) -> Option<Self> {
        let (key, frame) = (Self::wanted(workspace)?, evaluated(workspace)?);
        Some(Self { key, dataset: Arc::clone(workspace.corpus.dataset.as_ref()?), frame })
    }

    fn wanted(workspace: &Workspace) -> Option<OfferKey> {
        let (decider, dataset) = (workspace.decider()?, workspace.corpus.dataset.as_ref()?);
        let english = dataset.vectors.is_none() && workspace.corpus.basis.as_ref().is_some_and(|basis| basis.english);
        if decider == DecideBy::Combined && !english {
            return None;
        }
        let key = OfferKey {
            run: workspace.run.id,
            dataset: Same::of(dataset),
            params: workspace.run.settings.params.clone(),
            iteration: evaluated(workspace)?.iteration,
            english,
            decider,
        };
        let last = workspace.run.offered.as_ref().filter(|last| workspace.is_running() && key.continues(&last.key));
        last.is_none_or(|last| key.iteration >= last.next).then_some(key)
    }

    fn show(workspace: &mut Workspace, key: OfferKey, offers: Arc<Offers>) {
        workspace.run.offered = Some(LatestOffers::at(workspace.newest(), key, offers));
    }
}

#[cfg(test)]
#[path = "offering_tests.rs"]
mod tests;

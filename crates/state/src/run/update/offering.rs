//! Basis of decisions about classes, and offers of components and English vectors that contribute to decisions.

use std::sync::Arc;

use crate::{
    Job, Run, Underway, Workspace,
    core::{job::start_then, memo::Same},
    run::offer::{LatestOffers, OfferKey, Offers},
};
use wordfield_core::{
    model::{DecideBy, LiveChange, smm::ComponentGain},
    param::{Choices, Value},
    train::Frame,
};

impl Workspace {
    /// Basis of decisions on classes: map, components or both. `None` for other models, in a search and in a lesson.
    pub fn decider(&self) -> Option<DecideBy> {
        let dataset = self.corpus.dataset.as_ref().filter(|_| !self.is_searching() && self.lesson.open.is_none())?;
        DecideBy::of(&self.choices.settings.params, dataset)
    }

    /// Last measured gain of components, while the map alone decides.
    pub fn offer(&self) -> Option<&ComponentGain> {
        self.offers()?.combined.as_ref().filter(|_| self.decider() == Some(DecideBy::Map))
    }

    /// Whether the run was evaluated again after a gain was measured, or shows another iteration.
    pub fn is_old(&self, offer: &ComponentGain) -> bool {
        evaluated(self).is_some_and(|frame| frame.iteration != offer.iteration)
    }

    /// Last measured gain of the built-in English word vectors.
    pub fn english_offer(&self) -> Option<&ComponentGain> {
        self.offers()?.english.as_ref()
    }

    /// Gains last measured for this run with its parameters.
    fn offers(&self) -> Option<&Offers> {
        let LatestOffers { key, offers, .. } = self.run.offered.as_ref()?;
        let current = (key.run, &key.params) == (self.run.id, &self.choices.settings.params);
        current.then_some(&**offers)
    }
}

impl Run {
    /// Live change of the basis of decisions: the map alone or with components.
    pub fn decide_by(decider: DecideBy) -> Self {
        Self::Change(LiveChange { key: "decide_by", value: Value::Choice(decider.key()) })
    }
}

/// Marks a change of the basis of decisions, the map alone or with components, in the curves.
pub(crate) fn changed(workspace: &mut Workspace, change: LiveChange) {
    let dataset = workspace.corpus.dataset.as_ref().filter(|_| change.key == "decide_by");
    if let Some(decider) = dataset.and_then(|dataset| DecideBy::of(&workspace.choices.settings.params, dataset)) {
        let newest = workspace.newest();
        workspace.run.curves.decided_by(newest, decider);
    }
}

/// Recorded point of the run's last evaluation, or of its restored iteration.
fn evaluated(workspace: &Workspace) -> Option<Arc<Frame>> {
    let iteration = workspace.restored_iteration().or(workspace.run.curves.evaluated).filter(|iteration| *iteration > 0)?;
    workspace.timeline.history.as_ref()?.up_to(iteration)
}

/// Starts the measurement of gains at an evaluation of the run, after the end of a running measurement.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = wanted(workspace)?;
    workspace.run.offer.due_unless(&key, |_| true)?;
    let (of, dataset) = (key.clone(), Arc::clone(workspace.corpus.dataset.as_ref()?));
    let frame = evaluated(workspace)?;
    let work = move |_: &Underway| Some(Arc::new(Offers::at(&of, &dataset, &frame)));
    Some(
        start_then(
            workspace,
            "offer",
            |workspace| &mut workspace.run.offer,
            key,
            work,
            |workspace, key, offers| {
                workspace.run.offered = Some(LatestOffers::at(workspace.newest(), key, offers));
            },
        )
        .long(),
    )
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
        params: workspace.choices.settings.params.clone(),
        iteration: evaluated(workspace)?.iteration,
        english,
        decider,
    };
    let last = workspace.run.offered.as_ref().filter(|last| workspace.is_running() && key.continues(&last.key));
    last.is_none_or(|last| key.iteration >= last.next).then_some(key)
}

#[cfg(test)]
mod tests;

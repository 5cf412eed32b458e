//! Gestures in the tabs that compare and list: what they ask of a thread, and what becomes of the answers.

use std::sync::Arc;

use super::{
    Chosen, Effect, FieldOf, Inquiry, Layer, SetOf, SetsAction, SetsKey, SetsQuestion, StudyAction, StudyAnswer, StudyQuestion,
    Tab, Workspace, memo::Same,
};
use crate::ldk::Together;

/// Applies a gesture.
pub(super) fn apply(workspace: &mut Workspace, action: StudyAction) -> Vec<Effect> {
    match action {
        StudyAction::Sets(action) => on_sets(workspace, action),
    }
}

/// Takes an answer in.
pub(super) fn answered(workspace: &mut Workspace, answer: StudyAnswer) {
    match answer {
        StudyAnswer::Sets(key, outcome) => {
            workspace.studies.sets.study.answer(key, outcome);
            if workspace.layers.field_of == FieldOf::Sets {
                workspace.redraw();
            }
        }
    }
}

fn on_sets(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
    let sets = &mut workspace.studies.sets;
    match action {
        SetsAction::Choose(place, set) => {
            if let Some(slot) = sets.pair.get_mut(place) {
                *slot = set;
            }
        }
        SetsAction::Permutations(permutations) => sets.permutations = permutations.clamp(1, 99_999),
        SetsAction::Compare => return compare(workspace).into_iter().collect(),
        SetsAction::Stop => sets.study.stop(),
        SetsAction::Draw => {
            workspace.layers = workspace.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
            workspace.tab = Tab::Field;
            workspace.redraw();
        }
    }
    Vec::new()
}

fn compare(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.sets_key()?;
    let (dataset, basis, together) =
        (Arc::clone(workspace.dataset.as_ref()?), Arc::clone(workspace.basis.as_ref()?), workspace.together()?);
    let underway = workspace.studies.sets.study.ask(key.clone());
    let (word_class, iteration) = (Arc::clone(&basis.word_class), workspace.shown());
    let question = SetsQuestion { key, dataset, together, word_class, iteration, underway };
    Some(Effect::Inquire(Inquiry::Study(StudyQuestion::Sets(Box::new(question)))))
}

impl Workspace {
    /// The kernel that judges documents over the words where they are shown.
    pub fn together(&self) -> Option<Together> {
        let snapshot = self.snapshot.as_ref()?;
        let mut together = snapshot.together(&self.settings.params);
        if let (Some(scene), Some(_)) = (&self.scene, self.timeline.at)
            && scene.latent.dim() == snapshot.latent.dim()
        {
            together.x = Arc::clone(&scene.latent);
        }
        Some(together)
    }

    /// What the two sets chosen are compared by as the words lie now.
    pub fn sets_key(&self) -> Option<SetsKey> {
        let (dataset, together) = (self.dataset.as_ref()?, self.together()?);
        let sets = &self.studies.sets;
        let chosen = sets.pair.contains(&SetOf::Chosen).then(|| self.chosen.clone());
        Some(SetsKey {
            dataset: Same::of(dataset),
            latent: Same::of(&together.x),
            ldk: together.ldk,
            sets: sets.pair.clone(),
            chosen: chosen.filter(|chosen| *chosen != Chosen::Nothing),
            permutations: sets.permutations,
        })
    }
}

#[cfg(test)]
#[path = "studying_tests.rs"]
mod tests;

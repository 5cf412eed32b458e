//! Comparison of two sets: its actions and its job.

use std::sync::Arc;

use crate::{
    Effect, FieldOf, Layer, Same, SelectionSet, SetOf, SetsAction, SetsKey, Tab, Underway, Workspace,
    compare::sets::SetsInput,
    core::job::{At, start_study},
};

/// Applies an action on the comparison of two sets.
pub(crate) fn apply(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
    let (sets, compared) = (&mut workspace.compare.sets, &mut workspace.choices.compared);
    match action {
        SetsAction::Choose(place, set) => {
            if let Some(slot) = compared.pair.get_mut(place) {
                *slot = set;
            }
        }
        SetsAction::Permutations(permutations) => compared.permutations = permutations.clamp(1, 99_999),
        SetsAction::Unseen(unseen) => compared.unseen = unseen,
        SetsAction::Compare => return compare(workspace).into_iter().collect(),
        SetsAction::Stop => sets.study.stop(),
        SetsAction::TestHalves => return super::halves::test(workspace).into_iter().collect(),
        SetsAction::StopHalves => sets.halves.stop(),
        SetsAction::Draw => {
            workspace.choices.layers = workspace.choices.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
            workspace.layout.tab = Tab::Field;
            workspace.redraw();
        }
    }
    Vec::new()
}

/// Starts the comparison of the chosen sets.
pub(crate) fn compare(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.sets_key()?;
    let (dataset, basis, together) = (
        Arc::clone(workspace.corpus.dataset.as_ref()?),
        Arc::clone(workspace.corpus.basis.as_ref()?),
        workspace.corpus_kernel()?,
    );
    let (word_class, iteration) = (Arc::clone(&basis.word_class), workspace.shown());
    let input = SetsInput { key: key.clone(), dataset, together, word_class, iteration };
    let work = move |underway: &Underway| input.compare(underway).transpose();
    let at: At<_, _> = |workspace| &mut workspace.compare.sets.study;
    Some(Effect::Run(start_study(workspace, "comparison of sets", at, key, work, |workspace| {
        if workspace.choices.layers.field_of == FieldOf::Sets {
            workspace.redraw();
        }
    })))
}

impl Workspace {
    /// Key of the comparison of two sets at the current positions.
    pub fn sets_key(&self) -> Option<SetsKey> {
        let (dataset, together) = (self.corpus.dataset.as_ref()?, self.corpus_kernel()?);
        let compared = &self.choices.compared;
        let members = compared.pair.each_ref().map(|set| match set {
            SetOf::Selected => self.choices.selection.clone(),
            SetOf::Named(name) => self.choices.named.under(name).cloned().unwrap_or_default(),
            _ => SelectionSet::Empty,
        });
        Some(SetsKey {
            dataset: Same::of(dataset),
            latent: Same::of(&together.x),
            ldk: together.ldk,
            sets: compared.pair.clone(),
            members,
            permutations: compared.permutations,
            unseen: compared.unseen,
        })
    }
}

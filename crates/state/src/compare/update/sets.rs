//! Comparison of two sets: its actions, query and answer.

use std::sync::Arc;

use crate::{
    Effect, FieldOf, Layer, Outcome, QueryTask, Same, SelectionSet, SetOf, SetsAction, SetsFound, SetsKey, SetsQuery, Tab,
    Workspace,
};

/// Applies an action on the comparison of two sets.
pub(crate) fn apply(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
    let sets = &mut workspace.compare.sets;
    match action {
        SetsAction::Choose(place, set) => {
            if let Some(slot) = sets.pair.get_mut(place) {
                *slot = set;
            }
        }
        SetsAction::Permutations(permutations) => sets.permutations = permutations.clamp(1, 99_999),
        SetsAction::Unseen(unseen) => sets.unseen = unseen,
        SetsAction::Compare => return compare(workspace).into_iter().collect(),
        SetsAction::Stop => sets.study.stop(),
        SetsAction::TestHalves => return super::halves::test(workspace).into_iter().collect(),
        SetsAction::StopHalves => sets.halves.stop(),
        SetsAction::Draw => {
            workspace.field.layers = workspace.field.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
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
    let underway = workspace.compare.sets.study.start(key.clone());
    let cancel = underway.flag.clone();
    let (word_class, iteration) = (Arc::clone(&basis.word_class), workspace.shown());
    let question = SetsQuery { key, dataset, together, word_class, iteration, underway };
    Some(Effect::Ask(QueryTask::new(question, cancel, receive)))
}

fn receive(workspace: &mut Workspace, key: SetsKey, answer: Result<Outcome<SetsFound>, String>) {
    workspace.compare.sets.study.end(key, answer);
    if workspace.field.layers.field_of == FieldOf::Sets {
        workspace.redraw();
    }
}

impl Workspace {
    /// Key of the comparison of two sets at the current positions.
    pub fn sets_key(&self) -> Option<SetsKey> {
        let (dataset, together) = (self.corpus.dataset.as_ref()?, self.corpus_kernel()?);
        let sets = &self.compare.sets;
        let members = sets.pair.each_ref().map(|set| match set {
            SetOf::Selected => self.selection.set.clone(),
            SetOf::Named(name) => self.selection.named.under(name).cloned().unwrap_or_default(),
            _ => SelectionSet::Empty,
        });
        Some(SetsKey {
            dataset: Same::of(dataset),
            latent: Same::of(&together.x),
            ldk: together.ldk,
            sets: sets.pair.clone(),
            members,
            permutations: sets.permutations,
            unseen: sets.unseen,
        })
    }
}

//! Gram matrix: its actions, query and answer.

use std::sync::Arc;

use crate::{
    Effect, FieldOf, Focus, GramAction, GramFound, GramKey, GramLook, GramQuery, Layer, Look, Outcome, QueryTask, Same, SetOf,
    Workspace, compare::update::sets, documents::update::look,
};

/// Applies an action on the Gram matrix.
pub(crate) fn apply(workspace: &mut Workspace, action: GramAction) -> Vec<Effect> {
    let gram = &mut workspace.gram;
    match action {
        GramAction::Look(look) => gram.look = look,
        GramAction::Make => return make(workspace).into_iter().collect(),
        GramAction::Stop => gram.study.stop(),
        GramAction::Cell(cell) => gram.cell = Some(cell),
        GramAction::Open(cell) => {
            gram.cell = Some(cell);
            look::apply(workspace, Look::Select(Focus::Document(cell[0])));
            if cell[0] != cell[1] {
                workspace.compare.sets.pair = cell.map(SetOf::Document);
                workspace.field.layers = workspace.field.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
                return sets::compare(workspace).into_iter().collect();
            }
        }
    }
    Vec::new()
}

fn make(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.gram_key()?;
    let (dataset, basis) = (Arc::clone(workspace.corpus.dataset.as_ref()?), Arc::clone(workspace.corpus.basis.as_ref()?));
    let mut together = workspace.corpus_kernel()?;
    together.ldk = key.ldk.clone();
    let cancel = workspace.gram.study.start(key.clone()).flag.clone();
    let question = GramQuery { key, dataset, together, basis, iteration: workspace.shown() };
    Some(Effect::Ask(QueryTask::new(question, cancel, receive)))
}

fn receive(workspace: &mut Workspace, key: GramKey, answer: Result<Outcome<GramFound>, String>) {
    workspace.gram.study.end(key, answer);
}

impl Workspace {
    /// Key of the Gram matrix at the current positions.
    pub fn gram_key(&self) -> Option<GramKey> {
        let (dataset, together) = (self.corpus.dataset.as_ref()?, self.corpus_kernel()?);
        // Without positions all embedding kernels compare documents as bags of words.
        let positions = together.x.ncols() > 0;
        let embedding = self.gram.look.embedding.filter(|_| positions);
        let look = GramLook { embedding, ..self.gram.look };
        Some(GramKey { dataset: Same::of(dataset), latent: Same::of(&together.x), ldk: look.over(together.ldk), look })
    }
}

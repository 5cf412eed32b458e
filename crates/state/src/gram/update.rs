//! Gram matrix: its actions and its job.

use std::sync::Arc;

use crate::{
    Effect, FieldOf, Focus, GramAction, GramKey, GramLook, Layer, Look, Same, SetOf, Underway, Workspace, compare::update::sets,
    core::job::start_study, documents::update::look, gram::matrix::GramInput,
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
                workspace.choices.compared.pair = cell.map(SetOf::Document);
                workspace.choices.layers = workspace.choices.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
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
    let input = GramInput { key: key.clone(), dataset, together, basis, iteration: workspace.shown() };
    let work = move |_: &Underway| Some(input.draw());
    Some(Effect::Run(start_study(workspace, "Gram matrix", |workspace| &mut workspace.gram.study, key, work, |_| ())))
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

//! Actions on the comparison and list tabs: their queries and answers.

use std::sync::Arc;

use crate::{
    Effect, FieldOf, Focus, GramAction, GramFound, GramKey, GramQuery, Layer, Lines, LinesAction, LinesKey, LinesOf, LinesQuery,
    Look, Outcome, QueryTask, SelectionSet, SetOf, SetsAction, SetsFound, SetsKey, SetsQuery, StudyAction, Tab, Workspace,
    core::memo::Same, selection::update::look,
};
use wordfield_core::ldk::CorpusKernel;

/// Applies an action.
pub(crate) fn apply(workspace: &mut Workspace, action: StudyAction) -> Vec<Effect> {
    match action {
        StudyAction::Sets(action) => on_sets(workspace, action),
        StudyAction::Gram(action) => on_gram(workspace, action),
        StudyAction::Lines(action) => on_lines(workspace, action),
    }
}

fn receive_sets(workspace: &mut Workspace, key: SetsKey, answer: Result<Outcome<SetsFound>, String>) {
    workspace.compare.sets.study.answer(key, answer.unwrap_or_else(|problem| Some(Err(problem))));
    if workspace.field.layers.field_of == FieldOf::Sets {
        workspace.redraw();
    }
}

fn receive_gram(workspace: &mut Workspace, key: GramKey, answer: Result<Outcome<GramFound>, String>) {
    workspace.gram.study.answer(key, answer.unwrap_or_else(|problem| Some(Err(problem))));
}

fn receive_lines(workspace: &mut Workspace, key: LinesKey, answer: Result<Outcome<Lines>, String>) {
    workspace.concordance.study.answer(key, answer.unwrap_or_else(|problem| Some(Err(problem))));
    order_lines(workspace);
}

fn on_gram(workspace: &mut Workspace, action: GramAction) -> Vec<Effect> {
    let gram = &mut workspace.gram;
    match action {
        GramAction::Look(look) => gram.look = look,
        GramAction::Make => return make_gram(workspace).into_iter().collect(),
        GramAction::Stop => gram.study.stop(),
        GramAction::Cell(cell) => gram.cell = Some(cell),
        GramAction::Open(cell) => {
            gram.cell = Some(cell);
            look::apply(workspace, Look::Select(Focus::Document(cell[0])));
            if cell[0] != cell[1] {
                workspace.compare.sets.pair = cell.map(SetOf::Document);
                workspace.field.layers = workspace.field.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
                return compare(workspace).into_iter().collect();
            }
        }
    }
    Vec::new()
}

fn make_gram(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.gram_key()?;
    let (dataset, basis) = (Arc::clone(workspace.corpus.dataset.as_ref()?), Arc::clone(workspace.corpus.basis.as_ref()?));
    let mut together = workspace.corpus_kernel()?;
    together.ldk = key.ldk.clone();
    let cancel = workspace.gram.study.ask(key.clone()).flag.clone();
    let (parts, iteration) = (Arc::clone(&basis.parts), workspace.shown());
    let question = GramQuery { key, dataset, together, parts, iteration };
    Some(Effect::Ask(QueryTask::new(question, cancel, receive_gram)))
}

fn on_lines(workspace: &mut Workspace, action: LinesAction) -> Vec<Effect> {
    match action {
        LinesAction::List(of) => {
            workspace.concordance.of = Some(of);
            return list_lines(workspace).into_iter().collect();
        }
        LinesAction::Stop => workspace.concordance.study.stop(),
        LinesAction::Together(together) => workspace.concordance.together = together,
        LinesAction::Order(order) => {
            workspace.concordance.order = order;
            order_lines(workspace);
        }
        LinesAction::Open(document, at) => {
            look::apply(workspace, Look::Select(Focus::Document(document)));
            workspace.concordance.opened = Some((document, at));
            workspace.layout.tab = Tab::Documents;
        }
    }
    Vec::new()
}

fn list_lines(workspace: &mut Workspace) -> Option<Effect> {
    let (dataset, basis) = (Arc::clone(workspace.corpus.dataset.as_ref()?), workspace.corpus.basis.as_ref()?);
    let (of, together) = (workspace.concordance.of.clone()?, workspace.concordance.together);
    let key = LinesKey::new(&dataset, of, together);
    let holders = Arc::clone(&basis.holders);
    let latent = workspace.corpus_kernel().map(|together| (workspace.shown(), together.x));
    let underway = workspace.concordance.study.ask(key.clone());
    let cancel = underway.flag.clone();
    let question = LinesQuery { key, dataset, holders, latent, underway };
    Some(Effect::Ask(QueryTask::new(question, cancel, receive_lines)))
}

/// Sorts the lines in the selected order.
fn order_lines(workspace: &mut Workspace) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    let lines = &mut workspace.concordance;
    lines.places = lines.study.found().map(|found| found.ordered(lines.order, &dataset.corpus)).unwrap_or_default();
}

fn on_sets(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
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
        SetsAction::Draw => {
            workspace.field.layers = workspace.field.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
            workspace.layout.tab = Tab::Field;
            workspace.redraw();
        }
    }
    Vec::new()
}

fn compare(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.sets_key()?;
    let (dataset, basis, together) = (
        Arc::clone(workspace.corpus.dataset.as_ref()?),
        Arc::clone(workspace.corpus.basis.as_ref()?),
        workspace.corpus_kernel()?,
    );
    let underway = workspace.compare.sets.study.ask(key.clone());
    let cancel = underway.flag.clone();
    let (word_class, iteration) = (Arc::clone(&basis.word_class), workspace.shown());
    let question = SetsQuery { key, dataset, together, word_class, iteration, underway };
    Some(Effect::Ask(QueryTask::new(question, cancel, receive_sets)))
}

impl Workspace {
    /// The kernel between documents over the shown word positions.
    pub fn corpus_kernel(&self) -> Option<CorpusKernel> {
        let snapshot = self.run.snapshot.as_ref()?;
        let mut together = snapshot.documents.clone();
        if let (Some(scene), Some(_)) = (&self.field.scene, self.timeline.at)
            && Some(scene.latent.dim()) == snapshot.latent().map(|latent| latent.dim())
        {
            together.x = Arc::clone(&scene.latent);
        }
        Some(together)
    }

    /// Key of the Gram matrix at the current positions.
    pub fn gram_key(&self) -> Option<GramKey> {
        let (dataset, together) = (self.corpus.dataset.as_ref()?, self.corpus_kernel()?);
        // Without positions all word kernels compare documents as bags of words.
        let positions = together.x.ncols() > 0;
        let embedding = self.gram.look.embedding.filter(|_| positions);
        let look = crate::GramLook { embedding, ..self.gram.look };
        Some(GramKey { dataset: Same::of(dataset), latent: Same::of(&together.x), ldk: look.over(together.ldk), look })
    }

    /// Words of the concordance: selected, else in focus, else the earlier ones.
    pub fn lines_of(&self) -> Option<LinesOf> {
        match (&self.selection.set, self.selection.focus) {
            // The selection of the word in focus alone is the word, so that its lines are read once.
            (SelectionSet::Words(members), Focus::Word(word)) if members.contains(word) && members.count() == 1 => {
                Some(LinesOf::Word(word))
            }
            (SelectionSet::Words(members), _) if !members.is_empty() => Some(LinesOf::Words(Arc::clone(members))),
            (_, Focus::Word(word)) => Some(LinesOf::Word(word)),
            _ => self.concordance.of.clone(),
        }
    }

    /// The iteration of the partners' words, if the positions have changed since.
    pub fn lines_iteration(&self, found: &Lines) -> Option<usize> {
        let (iteration, latent) = found.partners_at.as_ref()?;
        (Same::of(&self.corpus_kernel()?.x) != *latent).then_some(*iteration)
    }

    /// Key of the concordance.
    pub fn lines_key(&self) -> Option<LinesKey> {
        Some(LinesKey::new(self.corpus.dataset.as_ref()?, self.lines_of()?, self.concordance.together))
    }

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

#[cfg(test)]
#[path = "studying_tests.rs"]
mod tests;

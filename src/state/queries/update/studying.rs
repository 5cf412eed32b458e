//! Gestures in the tabs that compare and list: what they ask of a thread, and what becomes of the answers.

use std::sync::Arc;

use crate::ldk::CorpusKernel;
use crate::state::{
    Chosen, Effect, FieldOf, GramAction, GramKey, GramQuestion, Inquiry, Layer, Lines, LinesAction, LinesKey, LinesOf,
    LinesQuestion, Look, Selection, SetOf, SetsAction, SetsKey, SetsQuestion, StudyAction, StudyAnswer, StudyQuestion, Tab,
    Workspace, core::memo::Same, selection::update::look,
};

/// Applies a gesture.
pub(in crate::state) fn apply(workspace: &mut Workspace, action: StudyAction) -> Vec<Effect> {
    match action {
        StudyAction::Sets(action) => on_sets(workspace, action),
        StudyAction::Gram(action) => on_gram(workspace, action),
        StudyAction::Lines(action) => on_lines(workspace, action),
    }
}

/// Takes an answer in.
pub(in crate::state) fn answered(workspace: &mut Workspace, answer: StudyAnswer) {
    match answer {
        StudyAnswer::Sets(key, outcome) => {
            workspace.studies.sets.study.answer(key, outcome);
            if workspace.layers.field_of == FieldOf::Sets {
                workspace.redraw();
            }
        }
        StudyAnswer::Gram(key, outcome) => workspace.studies.gram.study.answer(key, outcome),
        StudyAnswer::Lines(key, outcome) => {
            workspace.studies.lines.study.answer(key, outcome);
            order_lines(workspace);
        }
    }
}

fn asked(question: StudyQuestion) -> Effect {
    Effect::Inquire(Inquiry::Study(question))
}

fn on_gram(workspace: &mut Workspace, action: GramAction) -> Vec<Effect> {
    let gram = &mut workspace.studies.gram;
    match action {
        GramAction::Look(look) => gram.look = look,
        GramAction::Make => return make_gram(workspace).into_iter().collect(),
        GramAction::Stop => gram.study.stop(),
        GramAction::Cell(cell) => gram.cell = Some(cell),
        GramAction::Open(cell) => {
            gram.cell = Some(cell);
            look::apply(workspace, Look::Select(Selection::Document(cell[0])));
            if cell[0] != cell[1] {
                workspace.studies.sets.pair = cell.map(SetOf::Document);
                workspace.layers = workspace.layers.with_field(FieldOf::Sets).with(Layer::Contours, true);
                return compare(workspace).into_iter().collect();
            }
        }
    }
    Vec::new()
}

fn make_gram(workspace: &mut Workspace) -> Option<Effect> {
    let key = workspace.gram_key()?;
    let (dataset, basis) = (Arc::clone(workspace.dataset.as_ref()?), Arc::clone(workspace.basis.as_ref()?));
    let mut together = workspace.together()?;
    together.ldk = key.ldk;
    let underway = workspace.studies.gram.study.ask(key.clone());
    let (parts, iteration) = (Arc::clone(&basis.parts), workspace.shown());
    let question = GramQuestion { key, dataset, together, parts, iteration, underway };
    Some(asked(StudyQuestion::Gram(Box::new(question))))
}

fn on_lines(workspace: &mut Workspace, action: LinesAction) -> Vec<Effect> {
    match action {
        LinesAction::List(of) => {
            workspace.studies.lines.of = Some(of);
            return list_lines(workspace).into_iter().collect();
        }
        LinesAction::Stop => workspace.studies.lines.study.stop(),
        LinesAction::Order(order) => {
            workspace.studies.lines.order = order;
            order_lines(workspace);
        }
        LinesAction::Open(document, at) => {
            look::apply(workspace, Look::Select(Selection::Document(document)));
            workspace.studies.lines.opened = Some((document, at));
            workspace.tab = Tab::Documents;
        }
    }
    Vec::new()
}

fn list_lines(workspace: &mut Workspace) -> Option<Effect> {
    let (dataset, basis) = (Arc::clone(workspace.dataset.as_ref()?), workspace.basis.as_ref()?);
    let key = LinesKey { dataset: Same::of(&dataset), of: workspace.studies.lines.of.clone()? };
    let holders = Arc::clone(&basis.holders);
    let latent = workspace.together().map(|together| (workspace.shown(), together.x));
    let underway = workspace.studies.lines.study.ask(key.clone());
    let question = LinesQuestion { key, dataset, holders, latent, underway };
    Some(asked(StudyQuestion::Lines(Box::new(question))))
}

/// Puts the lines found into the order chosen.
fn order_lines(workspace: &mut Workspace) {
    let Some(dataset) = &workspace.dataset else { return };
    let lines = &mut workspace.studies.lines;
    lines.places = lines.study.found().map(|found| found.ordered(lines.order, &dataset.corpus.labels)).unwrap_or_default();
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
    Some(asked(StudyQuestion::Sets(Box::new(question))))
}

impl Workspace {
    /// The kernel that judges documents over the words where they are shown.
    pub fn together(&self) -> Option<CorpusKernel> {
        let snapshot = self.snapshot.as_ref()?;
        let mut together = snapshot.together(&self.settings.params);
        if let (Some(scene), Some(_)) = (&self.scene, self.timeline.at)
            && scene.latent.dim() == snapshot.latent.dim()
        {
            together.x = Arc::clone(&scene.latent);
        }
        Some(together)
    }

    /// What the Gram matrix is made from as the words lie now.
    pub fn gram_key(&self) -> Option<GramKey> {
        let (dataset, together, look) = (self.dataset.as_ref()?, self.together()?, self.studies.gram.look);
        Some(GramKey { dataset: Same::of(dataset), latent: Same::of(&together.x), ldk: look.over(together.ldk), look })
    }

    /// The words whose lines are to be listed: those at work, else the one looked at, else those before.
    pub fn lines_of(&self) -> Option<LinesOf> {
        match (&self.chosen, self.selection) {
            (Chosen::Words(members), _) if !members.is_empty() => Some(LinesOf::Words(Arc::clone(members))),
            (_, Selection::Word(word)) => Some(LinesOf::Word(word)),
            _ => self.studies.lines.of.clone(),
        }
    }

    /// The iteration by which the partners' words were told, where words lie elsewhere now.
    pub fn lines_told_at(&self, found: &Lines) -> Option<usize> {
        let (iteration, latent) = found.told.as_ref()?;
        (Same::of(&self.together()?.x) != *latent).then_some(*iteration)
    }

    /// What the concordance is made from.
    pub fn lines_key(&self) -> Option<LinesKey> {
        Some(LinesKey { dataset: Same::of(self.dataset.as_ref()?), of: self.lines_of()? })
    }

    /// What the two sets chosen are compared by as the words lie now.
    pub fn sets_key(&self) -> Option<SetsKey> {
        let (dataset, together) = (self.dataset.as_ref()?, self.together()?);
        let sets = &self.studies.sets;
        let members = sets.pair.each_ref().map(|set| match set {
            SetOf::Chosen => self.chosen.clone(),
            SetOf::Named(name) => self.named.under(name).cloned().unwrap_or_default(),
            _ => Chosen::Nothing,
        });
        Some(SetsKey {
            dataset: Same::of(dataset),
            latent: Same::of(&together.x),
            ldk: together.ldk,
            sets: sets.pair.clone(),
            members,
            permutations: sets.permutations,
        })
    }
}

#[cfg(test)]
#[path = "studying_tests.rs"]
mod tests;

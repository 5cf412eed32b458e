//! Check of labels: start and answer; judgements of documents, and their corrections.

use std::sync::Arc;

use crate::{
    Action, Column, Effect, Focus, LabelAction, LabelsKey, Look, Same, StudyAction, Tab, Underway, Workspace,
    core::job::{At, start_study},
};
use wordfield_core::{
    corpus::TaskKind,
    experiment::{
        CheckProgress, CheckedLabel, DataRecipe, LabelCheck, LabelCheckError, LabelOptions, PredictedLabel, check_labels,
        label_recipe,
    },
};

/// Applies an action on labels.
pub(crate) fn apply(workspace: &mut Workspace, action: LabelAction) -> Vec<Effect> {
    match action {
        LabelAction::Check => return check(workspace),
        LabelAction::Stop => workspace.labels.check.stop(),
        LabelAction::Correct(document, label) => {
            let corrected = Arc::make_mut(&mut workspace.choices.corrected);
            match label {
                Some(label) => corrected.insert(document, label),
                None => corrected.remove(&document),
            };
        }
    }
    Vec::new()
}

/// Starts the check of the labels; its answer lists the most doubtful first.
fn check(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(key) = workspace.labels_key() else { return Vec::new() };
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|data| Arc::clone(&data.corpus)) else { return Vec::new() };
    let options = LabelOptions { memory: workspace.session.memory, ..LabelOptions::new(corpus.task.kind(), 0) };
    let recipe = label_recipe(DataRecipe { vocabulary: key.1, ..DataRecipe::default() });
    let work = move |underway: &Underway| {
        let mut observe = |CheckProgress { done, folds, .. }: CheckProgress| underway.set(done, folds);
        match check_labels(&corpus, &recipe, &options, &underway.flag, &mut observe) {
            Err(LabelCheckError::Cancelled) => None,
            outcome => Some(outcome.map_err(|problem| problem.to_string())),
        }
    };
    let at: At<_, _> = |workspace| &mut workspace.labels.check;
    let first = |workspace: &mut Workspace| {
        (workspace.choices.classes.sort, workspace.choices.classes.descending) = (Column::Doubt, true);
        (workspace.choices.ratings.sort, workspace.choices.ratings.descending) = (Column::Doubt, true);
    };
    vec![Effect::Run(start_study(workspace, "check of labels", at, key, work, first))]
}

impl Workspace {
    /// Key of the check of the open corpus's labels; `None` if it has none.
    fn labels_key(&self) -> Option<LabelsKey> {
        let data = self.corpus.dataset.as_ref().filter(|data| data.corpus.task.kind() != TaskKind::Pairs)?;
        Some((Same::of(&data.corpus), self.corpus.loaded_options.vocabulary))
    }

    /// Check of the open corpus's labels, once it is made.
    pub fn label_check(&self) -> Option<&Arc<LabelCheck>> {
        self.labels.check.to(&self.labels_key()?)?.as_ref().ok()
    }

    /// Judgement of a document's class, or of the rating that is shown; `None` without one.
    pub fn checked_label(&self, document: usize) -> Option<&CheckedLabel> {
        let rating = self.choices.layers.rating();
        let of = |label: &&CheckedLabel| !matches!(label.predicted, PredictedLabel::Rating(own, _) if own != rating);
        self.label_check()?.of(document).iter().find(of)
    }

    /// Whether labels are reviewed: they are checked, and their list is visible with a document open.
    pub fn reviews_labels(&self) -> bool {
        self.layout.tab == Tab::Documents && self.choices.shown.is_some() && self.label_check().is_some()
    }

    /// Actions that correct the label of the open document, and open the next one of the list.
    pub fn correct_label(&self, label: impl Into<String>) -> Vec<Action> {
        let Some(document) = self.choices.shown else { return Vec::new() };
        let listed = self.documents();
        let place = listed.iter().position(|&other| other == document);
        let next = place.and_then(|place| listed.get(place + 1));
        let correct = Action::Study(StudyAction::Labels(LabelAction::Correct(document, Some(label.into()))));
        let open = next.map(|&next| Action::Look(Look::Select(Focus::Document(next))));
        [correct].into_iter().chain(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Undo, headless, update::tests::training};
    use wordfield_core::{
        memory::Budget,
        model::{ModelKind, Params, Preset},
    };

    fn act(workspace: &mut Workspace, action: Action) {
        headless::act(workspace, action, Budget::default()).expect("an effect");
    }

    /// A workspace with a model of the built-in topics.
    fn trained() -> Workspace {
        let mut workspace = training();
        let params = Params::preset(ModelKind::NaiveBayes, Preset::Default, 2);
        let mut model = params.start(Arc::clone(workspace.corpus.dataset.as_ref().expect("a dataset"))).expect("a model");
        model.step().expect("a step");
        model.ensure_evaluated();
        act(&mut workspace, Action::Trainer(1, crate::TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
        workspace
    }

    #[test]
    fn doubtful_labels_come_first_and_are_corrected_with_undo() {
        let mut workspace = trained();
        assert!(workspace.label_check().is_none());
        let action = |action| Action::Study(StudyAction::Labels(action));
        act(&mut workspace, action(LabelAction::Check));
        let check = Arc::clone(workspace.label_check().expect("a check"));
        let listed = workspace.documents().to_vec();
        let doubt = |document: usize| check.of(document)[0].doubt;
        assert!(listed.is_sorted_by(|&a, &b| doubt(a) >= doubt(b)), "the most doubtful first");
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        act(&mut workspace, Action::Look(Look::Select(Focus::Document(listed[0]))));
        assert!(workspace.reviews_labels());
        for action in workspace.correct_label("other") {
            act(&mut workspace, action);
        }
        assert_eq!(workspace.choices.corrected.get(&listed[0]).map(String::as_str), Some("other"));
        assert_eq!(workspace.choices.shown, Some(listed[1]), "the next document is open");
        let has = |title: &str| {
            let table = workspace.table("documents").expect("documents");
            table.columns.iter().any(|column| column.title == title)
        };
        assert!(has("doubt") && has("corrected"));
        assert_eq!(workspace.table("corrected-labels").map(|table| table.len()), Some(1));
        act(&mut workspace, Action::Undo(Undo::Undo));
        act(&mut workspace, Action::Undo(Undo::Undo));
        assert!(workspace.choices.corrected.is_empty() && workspace.table("corrected-labels").is_none());
    }
}

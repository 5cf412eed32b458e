//! Search for changes between groups of documents: start, answer, and the listed step and word.

use std::sync::Arc;

use crate::{
    ChangesAction, Effect, LinesAction, LinesOf, Same, Tab, Underway, Workspace, concordance,
    core::job::{At, start_study},
};
use wordfield_core::{
    corpus::{ColumnKind, Period, TaskKind, Threshold},
    experiment::{ChangeOptions, ChangesError, ChangesFound, find_changes},
};

/// Applies an action on the search for changes.
pub(crate) fn apply(workspace: &mut Workspace, action: ChangesAction) -> Vec<Effect> {
    match action {
        ChangesAction::Find(by, period) => return find(workspace, by, period).into_iter().collect(),
        ChangesAction::Stop => workspace.changes.study.stop(),
        ChangesAction::Step(step) => workspace.changes.step = step,
        ChangesAction::Word(word) => {
            let name = workspace.found_changes().and_then(|found| found.words.get(word).cloned()).unwrap_or_default();
            let known = workspace.corpus.dataset.as_ref().and_then(|data| data.words.binary_search(&name).ok());
            workspace.layout.tab = if known.is_some() { Tab::Concordance } else { Tab::Documents };
            if let Some(known) = known {
                return concordance::update::apply(workspace, LinesAction::List(LinesOf::Word(known)));
            }
            workspace.documents.filter.text = name;
        }
    }
    Vec::new()
}

fn find(workspace: &mut Workspace, by: String, period: Option<Period>) -> Option<Effect> {
    let corpus = Arc::clone(&workspace.corpus.dataset.as_ref()?.corpus);
    let key = (Same::of(&corpus), by.clone(), period);
    let options = ChangeOptions { by, period, splits: None, seed: 0, threshold: Threshold::Documents(2) };
    let work = move |underway: &Underway| match find_changes(&corpus, &options, &underway.flag) {
        Err(ChangesError::Cancelled) => None,
        outcome => Some(outcome.map_err(|problem| problem.to_string())),
    };
    let at: At<_, _> = |workspace| &mut workspace.changes.study;
    Some(Effect::Run(start_study(workspace, "changes", at, key, work, |workspace| {
        let study = &mut workspace.changes;
        // The words of the clearest change are listed first.
        let clearest = study.study.found().and_then(|found| {
            let steps = found.found.steps.iter().enumerate();
            steps.min_by(|(_, a), (_, b)| a.p.total_cmp(&b.p).then(b.mmd2.total_cmp(&a.mmd2))).map(|(place, _)| place)
        });
        study.step = clearest.unwrap_or(0);
    })))
}

impl Workspace {
    /// Names of the columns whose values are groups of documents: all but those of texts.
    pub fn group_columns(&self) -> Vec<&str> {
        let corpus = self.corpus.dataset.as_ref().map(|data| &data.corpus);
        let corpus = corpus.filter(|corpus| corpus.task.kind() != TaskKind::Pairs);
        let columns = corpus.into_iter().flat_map(|corpus| corpus.columns.iter());
        columns.filter(|column| column.kind() != ColumnKind::Text).map(|column| column.name.as_str()).collect()
    }

    /// What changed between groups of documents of the open corpus, once it is found.
    pub fn found_changes(&self) -> Option<&Arc<ChangesFound>> {
        let corpus = Same::of(&self.corpus.dataset.as_ref()?.corpus);
        self.changes.study.found().filter(|_| self.changes.study.answered().is_some_and(|key| key.0 == corpus))
    }
}

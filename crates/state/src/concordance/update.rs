//! Concordance: its actions and its job.

use std::sync::Arc;

use crate::{
    Effect, Focus, Lines, LinesAction, LinesKey, LinesOf, Look, Same, SelectionSet, Tab, Underway, Workspace,
    concordance::lines::{LinesInput, holders},
    core::job::{At, start_study},
    documents::update::look,
};

/// Maximum number of words that a concordance lists together.
const WORDS: usize = 5;

/// Applies an action on the concordance.
pub(crate) fn apply(workspace: &mut Workspace, action: LinesAction) -> Vec<Effect> {
    match action {
        LinesAction::List(of) => {
            workspace.concordance.of = Some(of);
            return list(workspace).into_iter().collect();
        }
        LinesAction::Stop => workspace.concordance.study.stop(),
        LinesAction::AllWords(together) => workspace.concordance.together = together,
        LinesAction::Order(order) => workspace.concordance.order = order,
        LinesAction::Open(document, at) => {
            look::apply(workspace, Look::Select(Focus::Document(document)));
            workspace.concordance.opened = Some((document, at));
            workspace.layout.tab = Tab::Documents;
        }
    }
    Vec::new()
}

fn list(workspace: &mut Workspace) -> Option<Effect> {
    let (dataset, basis) = (Arc::clone(workspace.corpus.dataset.as_ref()?), workspace.corpus.basis.as_ref()?);
    let (of, together) = (workspace.concordance.of.clone()?, workspace.concordance.together);
    let key = LinesKey::new(&dataset, of, together);
    let holders = Arc::clone(&basis.holders);
    let latent = workspace.corpus_kernel().map(|together| (workspace.shown(), together.x));
    let input = LinesInput { key: key.clone(), dataset, holders, latent };
    let work = move |underway: &Underway| Some(input.list(underway));
    let at: At<_, _> = |workspace| &mut workspace.concordance.study;
    Some(Effect::Run(start_study(workspace, "concordance", at, key, work, |_| ())))
}

/// Lists the lines in the chosen order whose document, or its partner, passes the filter of the documents.
pub(crate) fn refresh(workspace: &mut Workspace) {
    let passing = workspace.found_texts().map(Arc::clone);
    let lines = &mut workspace.concordance;
    let (Some(dataset), Some(found)) = (&workspace.corpus.dataset, lines.study.found()) else {
        lines.places.forget();
        return;
    };
    let corpus = &dataset.corpus;
    lines.places.of((Same::of(found), lines.order, passing.as_ref().map(Same::of)), || {
        let mut places = found.ordered(lines.order, corpus);
        if let Some(passing) = passing {
            let document = |place: u32| found.lines[place as usize].document;
            let passes =
                |document| passing.contains(document) || corpus.partner(document).is_some_and(|other| passing.contains(other));
            places.retain(|&place| passes(document(place)));
        }
        places
    });
}

impl Workspace {
    /// Words for the concordance: the selected ones, otherwise the one in focus, otherwise those listed before.
    pub fn lines_of(&self) -> Option<LinesOf> {
        match (&self.choices.selection, self.choices.focus) {
            // A selection of only the word in focus counts as the word, so that its lines are read once.
            (SelectionSet::Words(members), Focus::Word(word)) if members.contains(word) && members.count() == 1 => {
                Some(LinesOf::Word(word))
            }
            (SelectionSet::Words(members), _) if !members.is_empty() => Some(LinesOf::Words(Arc::clone(members))),
            (_, Focus::Word(word)) => Some(LinesOf::Word(word)),
            _ => self.concordance.of.clone(),
        }
    }

    /// Iteration at which words of partner documents were chosen, if positions have changed since.
    pub fn lines_iteration(&self, found: &Lines) -> Option<usize> {
        let (iteration, latent) = found.partners_at.as_ref()?;
        (Same::of(&self.corpus_kernel()?.x) != *latent).then_some(*iteration)
    }

    /// Key of the concordance of the current words.
    pub fn lines_key(&self) -> Option<LinesKey> {
        Some(LinesKey::new(self.corpus.dataset.as_ref()?, self.lines_of()?, self.concordance.together))
    }

    /// Documents that contain every one of two to five selected words, and the number expected if the words were independent.
    /// Cost: for each document of the rarest word, a binary search in the documents of each further word.
    pub fn documents_with_all_words(&self) -> Option<(Vec<u32>, f64)> {
        let (SelectionSet::Words(words), Some(basis)) = (&self.choices.selection, &self.corpus.basis) else { return None };
        let words: Vec<usize> = words.iter().take(WORDS + 1).collect();
        let dataset = self.corpus.dataset.as_ref()?;
        // Words of both sides of pairs, source and target, never occur in the same document.
        let sides = words.iter().filter(|&&word| word < dataset.source_words).count();
        if !(2..=WORDS).contains(&words.len()) || (sides > 0 && sides < words.len()) {
            return None;
        }
        let sides = if dataset.source_words > 0 { 2.0 } else { 1.0 };
        let all = dataset.corpus.len().max(1) as f64 / sides;
        let shares = words.iter().map(|&word| basis.holders.row(word).0.len() as f64 / all);
        Some((holders(&basis.holders, &words, true), all * shares.product::<f64>()))
    }
}

use super::*;
use crate::{
    Action, Axis, Effect, Find, Look, SetOperation, TrainerUpdate,
    update::{
        tests::{snapshot, training},
        update,
    },
};

fn trained() -> Workspace {
    let mut workspace = training();
    let first = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(first)));
    workspace
}

fn choose(workspace: &mut Workspace, choose: Choose) {
    update(workspace, Action::Choose(choose));
}

fn click(workspace: &mut Workspace, selection: Focus) {
    update(workspace, Action::Look(Look::Select(selection)));
}

fn words(workspace: &Workspace, places: &[usize]) -> SelectionSet {
    SelectionSet::words(workspace.corpus.dataset.as_ref().expect("a dataset").words.len(), places.iter().copied())
}

#[test]
fn a_click_selects_one_word_unless_it_is_a_member() {
    let mut workspace = trained();
    click(&mut workspace, Focus::Word(3));
    assert_eq!(workspace.choices.selection, words(&workspace, &[3]));
    let several = words(&workspace, &[1, 2, 3]);
    choose(&mut workspace, Choose::Set(several.clone()));
    assert_eq!(workspace.choices.focus, Focus::Word(3), "what is looked at is still a member");
    click(&mut workspace, Focus::Word(1));
    assert_eq!((workspace.choices.focus, &workspace.choices.selection), (Focus::Word(1), &several));
    let holder = workspace.corpus.basis.as_ref().expect("a basis").holders.row(2).0[0] as usize;
    click(&mut workspace, Focus::Document(holder));
    assert_eq!(workspace.choices.selection, several, "a document that holds a member is one of the set's");
    click(&mut workspace, Focus::Word(40));
    assert_eq!(workspace.choices.selection, words(&workspace, &[40]));
    click(&mut workspace, Focus::None);
    assert_eq!(workspace.choices.selection, SelectionSet::Empty);
}

#[test]
fn set_operations_change_the_set_and_the_focus() {
    let mut workspace = trained();
    let take = |workspace: &mut Workspace, how, places: &[usize]| {
        let others = words(workspace, places);
        choose(workspace, Choose::Take(how, others));
        workspace.choices.selection.members().map(|members| members.iter().collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(take(&mut workspace, SetOperation::Replace, &[1, 2]), [1, 2]);
    assert_eq!(take(&mut workspace, SetOperation::Add, &[5]), [1, 2, 5]);
    assert_eq!(take(&mut workspace, SetOperation::Toggle, &[1]), [2, 5]);
    assert_eq!(take(&mut workspace, SetOperation::Remove, &[2]), [5]);
    assert_eq!(workspace.choices.focus, Focus::Word(5), "the only member is looked at");
    choose(&mut workspace, Choose::Invert);
    let all = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    assert_eq!((workspace.choices.selection.count(), workspace.choices.focus), (all - 1, Focus::None));
    choose(&mut workspace, Choose::Clear);
    assert_eq!(workspace.choices.selection, SelectionSet::Empty);
}

#[test]
fn a_set_highlights_its_words_and_lists_its_documents() {
    let mut workspace = trained();
    click(&mut workspace, Focus::Word(3));
    assert!(workspace.lit().is_none(), "one word looked at is shown with its neighbours");
    let several = words(&workspace, &[3, 8]);
    choose(&mut workspace, Choose::Set(several.clone()));
    assert_eq!(workspace.lit().map(|lit| lit.iter().collect::<Vec<_>>()), Some(vec![3, 8]));
    let all = workspace.documents().len();
    choose(&mut workspace, Choose::Only(true));
    let linked = workspace.linked().expect("a set").documents.clone();
    assert!(workspace.documents().len() < all);
    let mut listed = workspace.documents().to_vec();
    listed.sort_unstable();
    assert_eq!(listed, linked.iter().collect::<Vec<_>>());
    choose(&mut workspace, Choose::Clear);
    assert_eq!(workspace.documents().len(), all, "without a set all are listed");
}

#[test]
fn rules_select_their_members() {
    let mut workspace = trained();
    let (data, basis) = (workspace.corpus.dataset.clone().expect("a dataset"), workspace.corpus.basis.clone().expect("a basis"));
    let places = |workspace: &Workspace, rule| {
        let chosen = members_of(workspace, rule).expect("a rule that holds here");
        chosen.members().map(|members| members.iter().collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(places(&workspace, Rule::Words).len(), data.words.len());
    assert!(places(&workspace, Rule::WordsOf(2)).iter().all(|&word| basis.word_class[word] == 2));
    assert!(places(&workspace, Rule::DocumentsOf(1)).iter().all(|&document| data.corpus.labels[document] == 1));
    assert_eq!(places(&workspace, Rule::Part(explain::Part::Train)).len(), data.split.train.len());
    assert_eq!(places(&workspace, Rule::Predicted(0)).len(), data.corpus.len(), "the model says 0 of all");
    assert_eq!(places(&workspace, Rule::Wrong).len(), data.corpus.labels.iter().filter(|&&label| label != 0).count());
    assert_eq!(places(&workspace, Rule::WordsIn(4)).len(), data.counts.row(4).0.len());
    assert_eq!(places(&workspace, Rule::Nearest { word: 7, count: 5 }).len(), 6);
    assert_eq!(places(&workspace, Rule::Within { word: 7, radius: 0.1 }).len(), data.words.len(), "all lie in one place");
    assert_eq!(members_of(&workspace, Rule::Rated { rating: 0, low: 0.0, high: 9.0 }), None);
    click(&mut workspace, Focus::Document(4));
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::WordsThere));
    assert_eq!(workspace.choices.selection, members_of(&workspace, Rule::WordsIn(4)).expect("words"));
    choose(&mut workspace, Choose::Keep("of four".to_owned()));
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::DocumentsThere));
    assert!(matches!(&workspace.choices.selection, SelectionSet::Documents(found) if found.contains(4)));
    choose(&mut workspace, Choose::By(SetOperation::Within, Rule::Wrong));
    assert!(
        workspace.choices.selection.members().is_some_and(|found| found.iter().all(|document| data.corpus.labels[document] != 0))
    );
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::NamedSet(0)));
    assert_eq!(workspace.choices.selection.count(), data.counts.row(4).0.len());
}

/// Applies an action and the answers of its jobs.
fn act(workspace: &mut Workspace, action: Action) {
    let mut effects = update(workspace, action);
    while let Some(effect) = effects.pop() {
        if let Effect::Run(query) = effect {
            effects.extend(update(workspace, query.answer()));
        }
    }
}

#[test]
fn a_typed_search_runs_on_a_thread_and_selects_all_hits() {
    let mut workspace = trained();
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let typed = |text: &str| Choose::Find(Some(Find { text: text.to_owned(), regex: false }));
    act(&mut workspace, Action::Choose(typed("ba")));
    let hits = workspace.chooser.hits().expect("hits").words.clone();
    assert!(workspace.chooser.is_found() && !hits.is_empty());
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::Hits));
    assert_eq!(workspace.choices.selection, words(&workspace, &hits));
    // Until the answer arrives, the displayed hits belong to the earlier text; selecting uses the current text.
    update(&mut workspace, Action::Choose(typed("or")));
    assert!(!workspace.chooser.is_found());
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::Hits));
    let holds = |word: usize| data.words[word].contains("or");
    assert!(workspace.choices.selection.members().is_some_and(|found| found.iter().all(holds)));
    choose(&mut workspace, Choose::Find(None));
    assert!(workspace.chooser.hits().is_none());
}

#[test]
fn words_beyond_a_threshold_are_selected_at_either_end() {
    let mut workspace = trained();
    let mut later = (*snapshot(&workspace, 4)).clone();
    Arc::make_mut(&mut later.embedding.as_mut().unwrap().latent)
        .column_mut(0)
        .iter_mut()
        .enumerate()
        .for_each(|(word, x)| *x = word as f64);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(Arc::new(later))));
    act(&mut workspace, Action::Choose(Choose::Axis(Some(Axis { first: 10, second: 20, limit: 2.0 }))));
    assert_eq!(
        workspace.chooser.ranking().map(|ranking| ranking.0.len()),
        workspace.corpus.dataset.as_ref().map(|data| data.words.len())
    );
    choose(&mut workspace, Choose::By(SetOperation::Replace, Rule::Beyond { second: false, limit: 2.0 }));
    assert_eq!(workspace.choices.selection, words(&workspace, &[0, 1, 2, 3, 4, 5]));
    choose(&mut workspace, Choose::By(SetOperation::Within, Rule::Beyond { second: true, limit: 1.0 }));
    assert_eq!(workspace.choices.selection, SelectionSet::Empty);
}

#[test]
fn a_set_is_summarised_on_a_thread() {
    let mut workspace = trained();
    let set = words(&workspace, &[3, 8, 9]);
    act(&mut workspace, Action::Choose(Choose::Set(set)));
    assert_eq!(workspace.summary().map(|summary| summary.words), Some(3));
    choose(&mut workspace, Choose::Invert);
    assert!(workspace.summary().is_none(), "that was of another set");
}

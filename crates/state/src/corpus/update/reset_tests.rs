//! Tests that the state of a corpus or a run is reset together with the corpus or run.

use super::*;
use crate::{
    Action, Choose, DataOptions, EditWords, Job, LinesAction, Look, Run, SelectionSet, SetOf, SetsAction, StudyAction, Tab,
    TrainerUpdate, Typing, update,
    update::tests::{snapshot, training},
};
use wordfield_core::{
    corpus::{Dataset, SplitOptions, VocabularyOptions, Weighting, builtin},
    model::{ModelKind, Params, Preset},
    train::History,
};

/// A dataset of a built-in corpus with at most this number of words.
fn ready(which: Builtin, words: Option<usize>, weighting: Weighting) -> LoadedData {
    let vocabulary = VocabularyOptions { max_words: words, ..VocabularyOptions::default() };
    let data = DataOptions { vocabulary, ..DataOptions::default() };
    let corpus = Arc::new(builtin(which));
    let dataset = Dataset::build(corpus, &SplitOptions::default(), &data.vocabulary, weighting).expect("a dataset");
    LoadedData::new(dataset, data)
}

fn arrive(workspace: &mut Workspace, ready: LoadedData) {
    let job = workspace.corpus.job;
    update(workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(ready)))));
}

/// A workspace with a corpus and a model after a few recorded iterations.
fn trained(which: Builtin, kind: ModelKind) -> Workspace {
    let mut workspace = Workspace::default();
    workspace.choices.settings.params = Params::preset(kind, Preset::Default, 2);
    let weighting = workspace.choices.settings.params.weighting();
    arrive(&mut workspace, ready(which, None, weighting));
    go_on(&mut workspace);
    workspace
}

fn go_on(workspace: &mut Workspace) {
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let mut model = workspace.choices.settings.params.clone().start(dataset).expect("a model");
    let (run, history) = (workspace.run.id, Arc::new(History::new(1 << 24)));
    update(workspace, Action::Trainer(run, TrainerUpdate::Recorded(Arc::clone(&history))));
    for iteration in 1..=6 {
        model.step().expect("a step");
        history.record(iteration, model.latent().unwrap(), || model.mark());
    }
    model.restore_best();
    update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
}

/// Dataset of the current corpus with a smaller vocabulary.
fn fewer(workspace: &mut Workspace, words: Option<usize>) {
    let (corpus, weighting) = {
        let dataset = workspace.corpus.dataset.as_ref().expect("a dataset");
        (Arc::clone(&dataset.corpus), dataset.weighting)
    };
    let vocabulary = VocabularyOptions { max_words: words, ..VocabularyOptions::default() };
    let dataset = Dataset::build(corpus, &SplitOptions::default(), &vocabulary, weighting).expect("a dataset");
    arrive(workspace, LoadedData::new(dataset, DataOptions { vocabulary, ..DataOptions::default() }));
}

fn queries(effects: Vec<Effect>) -> Vec<Job> {
    effects.into_iter().filter_map(|effect| if let Effect::Run(query) = effect { Some(query) } else { None }).collect()
}

#[test]
fn the_analysis_of_a_typed_text_is_reset_with_its_corpus() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    let text = workspace.corpus.dataset.as_ref().expect("a dataset").corpus.texts[0].clone();
    update(&mut workspace, Action::Edit(EditWords::Type(Typing::Text(text))));
    let tasks = queries(update(&mut workspace, Action::Edit(EditWords::Type(Typing::Open(true)))));
    let answer = || tasks[0].clone().answer();
    update(&mut workspace, answer());
    assert!(workspace.interventions.typed.analysis.is_some());
    fewer(&mut workspace, Some(20));
    assert!(workspace.interventions.typed.analysis.is_none() && workspace.interventions.typed.open, "its words are not these");
    update(&mut workspace, answer());
    assert!(workspace.interventions.typed.analysis.is_none(), "of words that are gone");
}

#[test]
fn a_run_kept_under_another_weighting_keeps_its_parameters() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    let before = workspace.choices.settings.params.clone();
    let other = if before.weighting() == Weighting::Count { Weighting::TfIdf } else { Weighting::Count };
    update(&mut workspace, Action::Run(Run::Weighting(other)));
    arrive(&mut workspace, ready(Builtin::Topics, None, other));
    assert_eq!(workspace.choices.settings.params.weighting(), other);
    assert_eq!(workspace.run.earlier.get(1).map(|kept| kept.params.clone()), Some(before));
}

#[test]
fn the_values_of_a_word_are_reset_with_their_run() {
    let mut workspace = trained(Builtin::Reviews, ModelKind::Gp);
    let tasks = queries(update(&mut workspace, Action::Look(Look::Select(Focus::Word(5)))));
    let answer = || tasks.iter().find(|query| query.is("word")).expect("a question").clone().answer();
    update(&mut workspace, answer());
    assert!(workspace.word_answer().is_some());
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!((workspace.choices.focus, workspace.word_answer()), (Focus::Word(5), None));
    update(&mut workspace, answer());
    assert_eq!(workspace.word_answer(), None, "of the run before");
}

#[test]
fn lines_and_studies_are_reset_with_their_words() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    let last = workspace.corpus.dataset.as_ref().expect("a dataset").words.len() - 1;
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(last))));
    let of = workspace.lines_of().expect("a word");
    update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::List(of))));
    let underway = Arc::clone(workspace.concordance.study.under_way().expect("a question"));
    fewer(&mut workspace, Some(20));
    assert_eq!(workspace.lines_of(), None, "there is no such word");
    assert!(underway.flag.is_raised());
    go_on(&mut workspace);
    update(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    let underway = Arc::clone(workspace.compare.sets.study.under_way().expect("a question"));
    arrive(&mut workspace, ready(Builtin::Pairs, None, Weighting::default()));
    assert!(underway.flag.is_raised(), "another corpus breaks a comparison off");
}

#[test]
fn a_comparison_uses_the_current_content_of_a_named_set() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    let words = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    let keep = |workspace: &mut Workspace, places: std::ops::Range<usize>| {
        let all = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
        update(workspace, Action::Choose(Choose::Set(SelectionSet::words(all, places))));
        update(workspace, Action::Choose(Choose::Keep("mine".to_owned())));
    };
    let compare = |workspace: &mut Workspace| {
        let tasks = queries(update(workspace, Action::Study(StudyAction::Sets(SetsAction::Compare))));
        let question = tasks.into_iter().find(|job| job.is("comparison of sets")).expect("a question");
        update(workspace, question.answer());
        let study = &workspace.compare.sets.study;
        study.found().map(|found| found.sizes[0]).ok_or_else(|| study.problem().expect("why").to_owned())
    };
    keep(&mut workspace, 0..30);
    for (place, set) in [SetOf::Named("mine".to_owned()), SetOf::Others].into_iter().enumerate() {
        update(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Choose(place, set))));
    }
    update(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Permutations(50))));
    assert_eq!(compare(&mut workspace), Ok(30));
    keep(&mut workspace, 0..12);
    assert_eq!(compare(&mut workspace), Ok(12), "saved again under its name");
    update(&mut workspace, Action::Choose(Choose::Rename(0, "ours".to_owned())));
    assert_eq!(workspace.choices.compared.pair[0], SetOf::Named("ours".to_owned()));
    assert_eq!(compare(&mut workspace), Ok(12));
    fewer(&mut workspace, Some(words / 2));
    go_on(&mut workspace);
    let left = workspace.choices.named.under("ours").expect("the set").count();
    assert!(left > 0 && left < 12, "{left}");
    assert_eq!(compare(&mut workspace), Ok(left), "over the current words");
    update(&mut workspace, Action::Choose(Choose::Remove(0)));
    assert!(compare(&mut workspace).expect_err("none").contains("ours: no set of this name"));
}

#[test]
fn sets_are_stored_until_their_texts_and_words_return() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    let all = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    update(&mut workspace, Action::Choose(Choose::Set(SelectionSet::words(all, 0..40))));
    update(&mut workspace, Action::Choose(Choose::Keep("forty".to_owned())));
    let documents = SelectionSet::documents(workspace.corpus.dataset.as_ref().expect("a dataset").corpus.len(), [1, 5]);
    update(&mut workspace, Action::Choose(Choose::Set(documents)));
    update(&mut workspace, Action::Choose(Choose::Keep("two".to_owned())));
    let kept = workspace.choices.named.clone();
    let weighting = workspace.corpus.dataset.as_ref().expect("a dataset").weighting;
    fewer(&mut workspace, Some(all / 3));
    assert!(workspace.choices.named.get(0).is_some_and(|set| set.set.count() < 40 && set.set.count() + set.missing() == 40));
    fewer(&mut workspace, None);
    assert_eq!(workspace.choices.named, kept, "fewer words in between lose none");
    // Corpus with the same texts, read and tokenised again.
    arrive(&mut workspace, ready(Builtin::Topics, None, weighting));
    assert_eq!(workspace.choices.named, kept);
    arrive(&mut workspace, ready(Builtin::Pairs, None, Weighting::default()));
    assert!(workspace.choices.named.is_empty(), "of other texts");
    arrive(&mut workspace, ready(Builtin::Topics, None, weighting));
    assert_eq!(workspace.choices.named, kept, "another corpus in between loses none");
}

#[test]
fn two_runs_are_compared_again_after_a_change_without_an_iteration() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm);
    update(&mut workspace, Action::Run(Run::Restart));
    go_on(&mut workspace);
    let of_runs = |effects| queries(effects).into_iter().find(|job| job.is("two runs"));
    let first = of_runs(update(&mut workspace, Action::Look(Look::Tab(Tab::Compare)))).expect("a question");
    update(&mut workspace, first.answer());
    assert!(workspace.compare.runs.apart.is_some());
    let mut moved = (**workspace.run.latest.as_ref().expect("a state")).clone();
    Arc::make_mut(&mut moved.embedding.as_mut().unwrap().latent)[[3, 0]] += 5.0;
    let run = workspace.run.id;
    let again = of_runs(update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(moved)))));
    let answer = again.expect("its words lie elsewhere, at the same iteration").answer();
    update(&mut workspace, Action::Time(crate::Time::Forget(1)));
    update(&mut workspace, answer);
    assert!(workspace.compare.runs.apart.is_none(), "one of them was let go");
}

#[test]
fn named_sets_survive_other_words_but_selection_and_undo_do_not() {
    let mut workspace = training();
    let first = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(first)));
    let few = SelectionSet::words(workspace.corpus.dataset.as_ref().expect("a dataset").words.len(), [1, 2]);
    let spelled: Vec<String> =
        [1, 2].iter().map(|&word| workspace.corpus.dataset.as_ref().expect("a dataset").words[word].clone()).collect();
    update(&mut workspace, Action::Choose(Choose::Set(few)));
    update(&mut workspace, Action::Choose(Choose::Keep("two".to_owned())));
    let mut data = (*workspace.corpus.dataset.clone().expect("a dataset")).clone();
    data.words.insert(0, "aaa".to_owned());
    let texts = workspace.reviews.texts.expect("their number");
    over_another(&mut workspace, &data, texts);
    let kept = workspace.choices.named.get(0).expect("the set").set.clone();
    let members = kept.members().expect("words").iter().map(|word| data.words[word].clone()).collect::<Vec<_>>();
    assert_eq!((members, &workspace.choices.selection, workspace.undo.undoes()), (spelled, &SelectionSet::Empty, None));
}

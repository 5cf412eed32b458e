use super::*;
use crate::{
    corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
    model::{Kind, Params, Preset},
    state::{Action, Answer, DataOptions, Members, News, Open, Ready, SetsFound, explain::Part, update},
};

/// A built-in corpus after a few iterations under these settings.
fn trained(which: Builtin, kind: Kind, settings: &[(&str, &str)]) -> Workspace {
    let mut params = Params::preset(kind, Preset::Default, 2);
    params.set_all(settings).expect("settings");
    let (split, vocabulary) = (SplitOptions::default(), VocabularyOptions::default());
    let dataset = Dataset::build(Arc::new(builtin(which)), &split, &vocabulary, params.weighting()).expect("a dataset");
    let mut workspace = Workspace::default();
    workspace.settings.params = params;
    let ready = Ready::new(dataset, DataOptions::default());
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
    let data = workspace.dataset.clone().expect("a dataset");
    let mut model = workspace.settings.params.clone().start(data).expect("a model");
    for _ in 0..20 {
        model.step().expect("a step");
    }
    let run = workspace.run;
    update(&mut workspace, Action::News(run, News::Snapshot(Arc::new(model.snapshot()))));
    workspace
}

fn act(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
    update(workspace, Action::Study(StudyAction::Sets(action)))
}

/// Compares two sets and takes the answer in.
fn compared(workspace: &mut Workspace, pair: [SetOf; 2]) -> Result<Arc<SetsFound>, String> {
    for (place, set) in pair.into_iter().enumerate() {
        act(workspace, SetsAction::Choose(place, set));
    }
    act(workspace, SetsAction::Permutations(199));
    let effects = act(workspace, SetsAction::Compare);
    let [Effect::Inquire(inquiry)] = &effects[..] else { panic!("{effects:?}") };
    assert!(workspace.studies.sets.study.under_way().is_some());
    update(workspace, Action::Found(inquiry.clone().answer()));
    let study = &workspace.studies.sets.study;
    assert!(study.under_way().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
    study.found().cloned().ok_or_else(|| study.problem().expect("why").to_owned())
}

#[test]
fn classes_differ_and_shares_sum_to_by_how_much_under_linear_and_other_kernels() {
    for settings in [&[("private", "2")][..], &[("level2", "ngd")]] {
        let mut workspace = trained(Builtin::Topics, Kind::Smm, settings);
        let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
        assert!(found.test.p < 0.02 && found.test.mmd.unbiased.is_some_and(|mmd| mmd > 0.0), "{:?}", found.test.p);
        let of = workspace.dataset.as_ref().expect("a dataset").corpus.labels.iter().filter(|&&label| label == 1).count();
        assert_eq!(found.sizes[1], of);
        let whole = found.integrated.is_none_or(|counts| counts == found.used);
        // An angle is steep where a document meets itself, and makes noise of rounding.
        let near = if found.integrated.is_some() { 0.01 } else { 1e-6 };
        assert!(whole && (found.shared - found.test.mmd.biased).abs() < near, "{} {:?}", found.shared, found.test.mmd);
        let sums = found.between.spread.sum_axis(ndarray::Axis(0));
        assert!(sums.iter().all(|sum| *sum > 0.0) && found.between.sides == Some([0, 1]));
    }
}

#[test]
fn the_witness_of_two_sets_is_drawn_until_another_field_is_asked_for() {
    let mut workspace = trained(Builtin::Topics, Kind::Smm, &[]);
    let found = compared(&mut workspace, [SetOf::Class(2), SetOf::Others]).expect("a class and the rest");
    act(&mut workspace, SetsAction::Draw);
    let scene = workspace.scene.clone().expect("a scene");
    assert!(scene.witness().is_some_and(|witness| Arc::ptr_eq(witness, &found.between.witness)));
    assert_eq!((scene.class_of_density(0), workspace.tab), (2, Tab::Field));
    assert!(scene.fields().contains(&FieldOf::Sets));
    update(&mut workspace, Action::Field(crate::state::Field::Of(FieldOf::Class(0))));
    assert!(workspace.scene.as_ref().is_some_and(|scene| scene.witness().is_none()));
}

#[test]
fn any_sets_can_be_compared_and_what_cannot_says_why() {
    let mut workspace = trained(Builtin::Topics, Kind::Smm, &[]);
    let dataset = workspace.dataset.clone().expect("a dataset");
    let some = |all, places: std::ops::Range<usize>| Arc::new(Members::of(all, places));
    workspace.chosen = Chosen::Words(some(dataset.words.len(), 0..30));
    let words = compared(&mut workspace, [SetOf::Chosen, SetOf::Others]).expect("words");
    assert!(words.words && words.sizes == [30, dataset.words.len() - 30]);
    assert!((words.shared - words.test.mmd.biased).abs() < 1e-9);
    let mixed = compared(&mut workspace, [SetOf::Chosen, SetOf::Part(Part::Test)]);
    assert!(mixed.expect_err("words and documents").contains("words are compared with words"));

    workspace.chosen = Chosen::Documents(some(dataset.corpus.len(), 0..5));
    let named = SetOf::Named("mine".to_owned(), Chosen::Documents(some(dataset.corpus.len(), 3..20)));
    let found = compared(&mut workspace, [SetOf::Chosen, named]).expect("documents");
    assert_eq!((found.common, found.sizes), (2, [3, 15]));
    let parts = compared(&mut workspace, [SetOf::Part(Part::Train), SetOf::Part(Part::Test)]).expect("parts");
    assert!(parts.test.p > 0.001, "parts of a random split need not differ: {}", parts.test.p);
    let single = compared(&mut workspace, [SetOf::Document(0), SetOf::Document(7)]).expect("two documents");
    assert!(single.test.mmd.unbiased.is_none() && single.test.mmd.biased > 0.0);
    let within = compared(&mut workspace, [SetOf::Document(0), SetOf::Class(dataset.corpus.labels[0])]);
    assert!(within.expect_err("nothing left").contains("in the other set too"));
}

#[test]
fn sides_of_pairs_and_levels_of_ratings_are_sets_too() {
    let mut workspace = trained(Builtin::Pairs, Kind::Matching, &[("private", "2")]);
    let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two sides");
    assert!((found.shared - found.test.mmd.biased).abs() < 1e-9, "words spelled alike are counted on both sides");
    let mut workspace = trained(Builtin::Reviews, Kind::Gp, &[]);
    let last = workspace.classes() - 1;
    let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(last)]).expect("two levels");
    assert!(found.test.p < 0.05, "{}", found.test.p);
}

#[test]
fn a_comparison_that_is_stopped_brings_nothing_and_is_not_asked_again_by_itself() {
    let mut workspace = trained(Builtin::Topics, Kind::Smm, &[]);
    let effects = act(&mut workspace, SetsAction::Compare);
    let [Effect::Inquire(inquiry)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, SetsAction::Stop);
    update(&mut workspace, Action::Found(inquiry.clone().answer()));
    let study = &workspace.studies.sets.study;
    assert!(study.found().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
}

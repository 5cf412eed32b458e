//! Tests of the tabs for comparisons, the Gram matrix and lists.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::*;
use crate::{FieldOf, Lane, Members, SelectionSet, SetOf, SetsAction, SetsFound};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{SplitOptions, VocabularyOptions},
    experiment::{HalvesOptions, HalvesUnavailable, test_two_halves},
    model::ComputedOn,
};

/// A built-in corpus after a few iterations with these settings.
pub(super) fn trained(which: Builtin, kind: ModelKind, settings: &[(&str, &str)]) -> Workspace {
    trained_on(builtin(which), kind, settings)
}

/// A corpus after a few iterations with these settings.
fn trained_on(corpus: Corpus, kind: ModelKind, settings: &[(&str, &str)]) -> Workspace {
    let mut params = Params::preset(kind, Preset::Default, 2);
    params.set_all(settings).expect("settings");
    let (split, vocabulary) = (SplitOptions::default(), VocabularyOptions::default());
    let dataset = Dataset::build(Arc::new(corpus), &split, &vocabulary, params.weighting()).expect("a dataset");
    let mut workspace = Workspace::default();
    workspace.choices.settings.params = params;
    let ready = LoadedData::new(dataset, DataOptions::default());
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let mut model = workspace.choices.settings.params.clone().start(data).expect("a model");
    for _ in 0..20 {
        model.step().expect("a step");
    }
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
    workspace
}

fn act(workspace: &mut Workspace, action: SetsAction) -> Vec<Effect> {
    update(workspace, Action::Study(StudyAction::Sets(action)))
}

/// Compares two sets and applies the answer.
fn compared(workspace: &mut Workspace, pair: [SetOf; 2]) -> Result<Arc<SetsFound>, String> {
    for (place, set) in pair.into_iter().enumerate() {
        act(workspace, SetsAction::Choose(place, set));
    }
    act(workspace, SetsAction::Permutations(199));
    let effects = act(workspace, SetsAction::Compare);
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    assert!(workspace.compare.sets.study.under_way().is_some());
    update(workspace, query.clone().answer());
    let study = &workspace.compare.sets.study;
    assert!(study.under_way().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
    study.found().cloned().ok_or_else(|| study.problem().expect("why").to_owned())
}

#[test]
fn a_field_of_ratings_names_what_its_values_are() {
    for (settings, part) in [(("level2", "rbf"), ""), (("normalise", "true"), ", the map's part")] {
        let workspace = trained(Builtin::Reviews, ModelKind::Gp, &[settings]);
        let scene = workspace.field.scene.as_ref().expect("a scene");
        let rating = &scene.basis.rating_names[0];
        assert_eq!(scene.field_name(FieldOf::Rating(0)), format!("posterior mean of {rating}{part}"));
    }
}

#[test]
fn topics_are_listed_with_their_most_probable_words_and_their_shares_of_a_document() {
    let set = [("topic_tuning", "fixed"), ("topics", "7"), ("tuning", "fixed"), ("c", "1")];
    let mut workspace = trained(Builtin::Topics, ModelKind::MedLda, &set);
    let snapshot = workspace.run.snapshot.clone().expect("a snapshot");
    let topics = snapshot.fitted().expect("a model").topics().expect("topics");
    let listed = workspace.inspect.topics.value().expect("summaries");
    assert_eq!(listed.len(), 7);
    assert!((listed.iter().map(|topic| topic.share).sum::<f64>() - 1.0).abs() < 1e-12);
    let probabilities = topics.probabilities();
    for (topic, column) in listed.iter().zip(probabilities.columns()) {
        let [words] = &topic.words[..] else { panic!("one vocabulary") };
        let least = words.iter().map(|&word| column[word]).fold(f64::INFINITY, f64::min);
        assert!(words.len() == 10 && words.is_sorted_by(|&a, &b| column[a] >= column[b]));
        assert_eq!(column.iter().filter(|&&probability| probability > least).count(), 9);
    }
    assert!(workspace.table("document-topics").is_none(), "no document is in focus");
    update(&mut workspace, Action::Look(Look::Select(Focus::Document(5))));
    let shares = workspace.inspect.document_topics.value().expect("shares").clone();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && shares.iter().all(|&share| share >= 0.0));
    let most = (0..7).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).expect("a topic");
    let table = workspace.table("document-topics").expect("a table");
    assert_eq!((table.len(), table.cell(0, 0)), (7, wordfield_output::Cell::Integer(i64::try_from(most).expect("a topic") + 1)));
}

#[test]
fn shares_sum_to_the_discrepancy_of_classes_under_any_kernel() {
    for settings in [&[("private", "2")][..], &[("level2", "ngd")]] {
        let mut workspace = trained(Builtin::Topics, ModelKind::Smm, settings);
        let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
        assert!(found.test.p < 0.02 && found.test.mmd.unbiased.is_some_and(|mmd| mmd > 0.0), "{:?}", found.test.p);
        let of = workspace.corpus.dataset.as_ref().expect("a dataset").corpus.labels.iter().filter(|&&label| label == 1).count();
        assert_eq!(found.sizes[1], of);
        let whole = found.integrated.is_none_or(|counts| counts == found.used.map(|used| used.min(100)));
        // Shares by integrated gradients belong to a sample of the documents.
        let near = if found.integrated.is_some() { 0.01 } else { 1e-6 };
        assert!(whole && (found.shared - found.test.mmd.biased).abs() < near, "{} {:?}", found.shared, found.test.mmd);
        let sums = found.between.spread.sum_axis(ndarray::Axis(0));
        assert!(sums.iter().all(|sum| *sum > 0.0) && found.between.sides == Some([0, 1]));
    }
}

#[test]
fn the_witness_of_two_sets_is_drawn_until_another_field_is_selected() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let found = compared(&mut workspace, [SetOf::Class(2), SetOf::Others]).expect("a class and the rest");
    act(&mut workspace, SetsAction::Draw);
    let scene = workspace.field.scene.clone().expect("a scene");
    assert!(scene.witness().is_some_and(|witness| Arc::ptr_eq(witness, &found.between.witness)));
    assert_eq!((scene.class_of_density(0), workspace.layout.tab), (2, Tab::Field));
    assert!(scene.fields().contains(&FieldOf::Sets));
    update(&mut workspace, Action::Field(Field::Of(FieldOf::Class(0))));
    assert!(workspace.field.scene.as_ref().is_some_and(|scene| scene.witness().is_none()));
}

#[test]
fn a_test_is_computed_on_documents_whose_labels_the_kernel_has_not_seen() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let classes = [SetOf::Class(0), SetOf::Class(1)];
    let of_test = |class: usize| dataset.split.test.iter().filter(|&&i| dataset.corpus.labels[i] == class).count();
    let found = compared(&mut workspace, classes.clone()).expect("two classes");
    assert_eq!((found.on, found.used), (ComputedOn::TestPart, [of_test(0), of_test(1)]));
    act(&mut workspace, SetsAction::Unseen(false));
    let all = compared(&mut workspace, classes).expect("two classes");
    assert!(all.on == ComputedOn::Seen && all.used == all.sizes, "in sample on request");
    act(&mut workspace, SetsAction::Unseen(true));
    let train = compared(&mut workspace, [SetOf::Part(Part::Train), SetOf::Part(Part::Test)]).expect("parts");
    assert_eq!(train.on, ComputedOn::Seen, "one set has no document of the test part");
    let words = Arc::new(Members::of(dataset.words.len(), 0..30));
    workspace.choices.selection = SelectionSet::Words(words);
    assert_eq!(compared(&mut workspace, [SetOf::Selected, SetOf::Others]).expect("words").on, ComputedOn::Seen);
}

#[test]
fn random_labels_are_rejected_as_often_as_the_level_says_on_unseen_documents_only() {
    let draws = 200;
    let (mut unseen, mut in_sample) = (0, 0);
    for seed in 0..draws {
        let mut corpus = builtin(Builtin::Topics);
        corpus.labels.shuffle(&mut StdRng::seed_from_u64(seed));
        let mut workspace = trained_on(corpus, ModelKind::Smm, &[]);
        let mut rejected = |only: bool| {
            act(&mut workspace, SetsAction::Unseen(only));
            let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
            assert_eq!(found.on.is_test(), only);
            usize::from(found.test.p <= 0.05)
        };
        unseen += rejected(true);
        in_sample += rejected(false);
    }
    assert!((4..=16).contains(&unseen), "5 % ± 3: {unseen} of {draws}");
    assert!(in_sample > 100, "in sample the kernel finds the labels it was given: {in_sample}");
}

#[test]
fn two_classes_are_tested_out_of_fold_as_by_the_command() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    act(&mut workspace, SetsAction::Unseen(false));
    let classes = [SetOf::Class(0), SetOf::Class(2)];
    assert_eq!(compared(&mut workspace, classes).expect("two classes").on, ComputedOn::Seen);
    let effects = act(&mut workspace, SetsAction::TestHalves);
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    assert!(query.lane == Lane::Long && workspace.compare.sets.halves.under_way().is_some());
    update(&mut workspace, query.clone().answer());
    let key = workspace.halves_key().expect("a key");
    let found = workspace.compare.sets.halves.found().cloned().expect("a result");
    assert!(found.answers(&key) && found.key == key && key.iterations == workspace.shown());
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let params = workspace.choices.settings.params.clone();
    let options = HalvesOptions { splits: 199, ..HalvesOptions::new(params, key.iterations) };
    let command = test_two_halves(&dataset, [0, 2], &options, &CancelFlag::new(), &mut |_| {}).expect("a test");
    assert_eq!(found.halves, command);
    let names = [0, 2].map(|class: usize| dataset.corpus.classes[class].as_str());
    assert_eq!(found.lines(&dataset), command.finding(names, dataset.corpus.task.kind()).sentences);
    // A test of other classes or another number of splits has another key; the iteration is not part of the key.
    act(&mut workspace, SetsAction::Permutations(999));
    assert!(!found.answers(&workspace.halves_key().expect("a key")));
    act(&mut workspace, SetsAction::Permutations(199));
    act(&mut workspace, SetsAction::Choose(1, SetOf::Class(1)));
    assert!(!found.answers(&workspace.halves_key().expect("a key")));
    act(&mut workspace, SetsAction::Choose(1, SetOf::Others));
    assert!(workspace.halves_key().is_none() && act(&mut workspace, SetsAction::TestHalves).is_empty());
}

#[test]
fn a_stopped_test_out_of_fold_has_no_result_and_a_kernel_that_is_not_learned_none_either() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let effects = act(&mut workspace, SetsAction::TestHalves);
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, SetsAction::StopHalves);
    assert!(query.is_cancelled());
    update(&mut workspace, query.clone().answer());
    let halves = &workspace.compare.sets.halves;
    assert!(halves.found().is_none() && halves.problem().is_none() && halves.under_way().is_none());
    let mut workspace = trained(Builtin::Topics, ModelKind::Knn, &[]);
    assert_eq!(workspace.halves_obstacle(), Some(HalvesUnavailable::NotLearned));
    assert!(act(&mut workspace, SetsAction::TestHalves).is_empty());
}

/// Largest witness at a word, and the half width of its band.
fn witness_and_band(workspace: &Workspace, found: &SetsFound) -> (f64, Option<f32>) {
    let scene = workspace.field.scene.as_ref().expect("a scene");
    let weights = found.between.witness.to_vec();
    let weights = Array2::from_shape_vec((weights.len(), 1), weights).expect("a column");
    let values = scene.embedding.sums().product(scene.latent.view(), scene.latent.view(), weights.view());
    (values.iter().fold(0.0, |most, value| most.max(value.abs())), found.between.band)
}

#[test]
fn the_witness_of_a_difference_leaves_the_band_that_chance_stays_in() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
    let (largest, band) = witness_and_band(&workspace, &found);
    assert!(found.test.p <= 0.05 && largest > f64::from(band.expect("a test")), "{largest} within {band:?}");
    let [low, high] = workspace
        .field
        .scene
        .as_ref()
        .expect("a scene")
        .embedding
        .witness_limit(&found.between.spread)
        .map_or([f64::NEG_INFINITY, f64::INFINITY], |limit| [-limit, limit]);
    assert!((low..=high).contains(&largest));
    act(&mut workspace, SetsAction::Draw);
    let scene = workspace.field.scene.clone().expect("a scene");
    assert_eq!((scene.band(FieldOf::Sets), scene.band(FieldOf::Class(0))), (band, None));
    act(&mut workspace, SetsAction::Unseen(false));
    let all = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
    assert_eq!(all.between.band, None, "without a test there is no band");
    // Labels are random, so the witness of unseen documents leaves the band in few of many draws.
    let draws = 40;
    let outside = (0..draws).filter(|&seed| {
        let mut corpus = builtin(Builtin::Topics);
        corpus.labels.shuffle(&mut StdRng::seed_from_u64(seed));
        let mut workspace = trained_on(corpus, ModelKind::Smm, &[]);
        let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two classes");
        let (largest, band) = witness_and_band(&workspace, &found);
        largest > f64::from(band.expect("a test"))
    });
    // Of 40 draws at 5 %, 9 or more have a probability of one in a thousand.
    let outside = outside.count();
    assert!(outside < 9, "{outside} of {draws}");
}

#[test]
fn any_sets_can_be_compared_or_refused_with_the_reason() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let some = |all, places: std::ops::Range<usize>| Arc::new(Members::of(all, places));
    workspace.choices.selection = SelectionSet::Words(some(dataset.words.len(), 0..30));
    let words = compared(&mut workspace, [SetOf::Selected, SetOf::Others]).expect("words");
    assert!(words.words && words.sizes == [30, dataset.words.len() - 30]);
    assert!((words.shared - words.test.mmd.biased).abs() < 1e-9);
    let mixed = compared(&mut workspace, [SetOf::Selected, SetOf::Part(Part::Test)]);
    assert!(mixed.expect_err("words and documents").contains("words are compared with words"));

    workspace.choices.selection = SelectionSet::Documents(some(dataset.corpus.len(), 0..5));
    let named = SetOf::Named("mine".to_owned());
    workspace.choices.named.keep("mine", &SelectionSet::Documents(some(dataset.corpus.len(), 3..20)));
    let found = compared(&mut workspace, [SetOf::Selected, named]).expect("documents");
    assert_eq!((found.common, found.sizes), (2, [3, 15]));
    let parts = compared(&mut workspace, [SetOf::Part(Part::Train), SetOf::Part(Part::Test)]).expect("parts");
    assert!(parts.test.p > 0.001, "parts of a random split need not differ: {}", parts.test.p);
    let single = compared(&mut workspace, [SetOf::Document(0), SetOf::Document(7)]).expect("two documents");
    assert!(single.test.mmd.unbiased.is_none() && single.test.mmd.biased > 0.0);
    let within = compared(&mut workspace, [SetOf::Document(0), SetOf::Class(dataset.corpus.labels[0])]);
    assert!(within.expect_err("nothing left").contains("contained in the other set"));
}

#[test]
fn sides_of_pairs_and_levels_of_ratings_are_sets_too() {
    let mut workspace = trained(Builtin::Pairs, ModelKind::Matching, &[("private", "2")]);
    let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(1)]).expect("two sides");
    assert!((found.shared - found.test.mmd.biased).abs() < 1e-9, "words spelled alike are counted on both sides");
    let mut workspace = trained(Builtin::Reviews, ModelKind::Gp, &[]);
    let last = workspace.classes() - 1;
    let found = compared(&mut workspace, [SetOf::Class(0), SetOf::Class(last)]).expect("two levels");
    assert!(found.test.p < 0.05, "{}", found.test.p);
}

#[test]
fn a_cancelled_comparison_has_no_result_and_is_not_repeated() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let effects = act(&mut workspace, SetsAction::Compare);
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, SetsAction::Stop);
    update(&mut workspace, query.clone().answer());
    let study = &workspace.compare.sets.study;
    assert!(study.found().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
}

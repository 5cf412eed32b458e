//! Tests of the tabs that compare and list.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::*;
use crate::{
    FieldOf, GramAction, GramFound, GramLook, GramOrder, LineOrder, Lines, LinesAction, LinesOf, Members, SelectionSet, SetOf,
    SetsAction, SetsFound,
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::{SplitOptions, VocabularyOptions},
    experiment::{HalvesObstacle, HalvesOptions, test_two_halves},
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
    workspace.run.settings.params = params;
    let ready = LoadedData::new(dataset, DataOptions::default());
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let mut model = workspace.run.settings.params.clone().start(data).expect("a model");
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
    let [Effect::Ask(query)] = &effects[..] else { panic!("{effects:?}") };
    assert!(workspace.compare.sets.study.under_way().is_some());
    update(workspace, Action::Answered(query.clone().answer()));
    let study = &workspace.compare.sets.study;
    assert!(study.under_way().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
    study.found().cloned().ok_or_else(|| study.problem().expect("why").to_owned())
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
    workspace.selection.set = SelectionSet::Words(words);
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
    let [Effect::Ask(query)] = &effects[..] else { panic!("{effects:?}") };
    assert!(query.is_long() && workspace.compare.sets.halves.under_way().is_some());
    update(&mut workspace, Action::Answered(query.clone().answer()));
    let key = workspace.halves_key().expect("a key");
    let found = workspace.compare.sets.halves.found().cloned().expect("a result");
    assert!(found.answers(&key) && found.key == key && key.iterations == workspace.shown());
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let params = workspace.run.settings.params.clone();
    let options = HalvesOptions { splits: 199, ..HalvesOptions::new(params, key.iterations) };
    let command = test_two_halves(&dataset, [0, 2], &options, &CancelFlag::new(), &mut |_| {}).expect("a test");
    assert_eq!(found.halves, command);
    let names = [0, 2].map(|class: usize| dataset.corpus.classes[class].as_str());
    assert_eq!(found.lines(&dataset), command.in_words(names, dataset.corpus.task.kind()));
    // Other classes or another number of splits are another test; another iteration is not.
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
    let [Effect::Ask(query)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, SetsAction::StopHalves);
    assert!(query.is_cancelled());
    update(&mut workspace, Action::Answered(query.clone().answer()));
    let halves = &workspace.compare.sets.halves;
    assert!(halves.found().is_none() && halves.problem().is_none() && halves.under_way().is_none());
    let mut workspace = trained(Builtin::Topics, ModelKind::Knn, &[]);
    assert_eq!(workspace.halves_obstacle(), Some(HalvesObstacle::NotLearned));
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
    // Labels at random: in few of many draws the witness of unseen documents leaves the band.
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
    workspace.selection.set = SelectionSet::Words(some(dataset.words.len(), 0..30));
    let words = compared(&mut workspace, [SetOf::Selected, SetOf::Others]).expect("words");
    assert!(words.words && words.sizes == [30, dataset.words.len() - 30]);
    assert!((words.shared - words.test.mmd.biased).abs() < 1e-9);
    let mixed = compared(&mut workspace, [SetOf::Selected, SetOf::Part(Part::Test)]);
    assert!(mixed.expect_err("words and documents").contains("words are compared with words"));

    workspace.selection.set = SelectionSet::Documents(some(dataset.corpus.len(), 0..5));
    let named = SetOf::Named("mine".to_owned());
    workspace.selection.named.keep("mine", &SelectionSet::Documents(some(dataset.corpus.len(), 3..20)));
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
    let [Effect::Ask(query)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, SetsAction::Stop);
    update(&mut workspace, Action::Answered(query.clone().answer()));
    let study = &workspace.compare.sets.study;
    assert!(study.found().is_none() && !study.is_due(&workspace.sets_key().expect("a key")));
}

fn gram(workspace: &mut Workspace, look: GramLook) -> Arc<GramFound> {
    let act = |workspace: &mut Workspace, action| update(workspace, Action::Study(StudyAction::Gram(action)));
    act(workspace, GramAction::Look(look));
    let effects = act(workspace, GramAction::Make);
    let [Effect::Ask(query)] = &effects[..] else { panic!("{effects:?}") };
    update(workspace, Action::Answered(query.clone().answer()));
    workspace.gram.study.found().cloned().expect("a matrix")
}

#[test]
fn the_matrix_has_the_kernel_in_the_selected_order() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[("private", "2")]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let labels = &dataset.corpus.labels;
    let by_class = gram(&mut workspace, GramLook::default());
    assert!(by_class.documents.is_sorted_by_key(|&document| labels[document]));
    assert_eq!(by_class.runs.len(), dataset.corpus.classes.len());
    let snapshot = workspace.run.snapshot.clone().expect("a snapshot");
    let (ldk, m) = (snapshot.documents.ldk.clone(), dataset.weights.select(&by_class.documents));
    let lengths = ldk.lengths(&m, snapshot.latent().unwrap());
    let known = ldk.cross((&m, &lengths), (&m, &lengths), snapshot.latent().unwrap());
    assert!(by_class.k.iter().zip(&known).all(|(found, known)| (f64::from(*found) - known).abs() < 1e-5));
    assert!(by_class.range[0] < by_class.range[1]);
    let [within, across] = [by_class.class_means[[0, 0]], by_class.class_means[[0, 1]]];
    assert!(within > across, "documents of a class are alike: {within} {across}");

    let by_cluster = gram(&mut workspace, GramLook { order: GramOrder::Cluster, ..GramLook::default() });
    let place = |document: &usize| by_class.place(*document).expect("the same documents");
    let (first, last) = (&by_cluster.documents[0], &by_cluster.documents[1]);
    assert!((by_cluster.k[[0, 1]] - by_class.k[[place(first), place(last)]]).abs() < 1e-6);
    let neighbours = |found: &GramFound| (1..found.documents.len()).map(|i| found.k[[i - 1, i]]).sum::<f32>();
    assert!(neighbours(&by_cluster) > neighbours(&by_class), "like stands next to like");
    let test = gram(&mut workspace, GramLook { part: Some(Part::Test), ..GramLook::default() });
    assert_eq!(test.documents.len(), dataset.split.test.len());
    let angle = gram(&mut workspace, GramLook { level2: Some(wordfield_core::ldk::Level2::Ngd), ..GramLook::default() });
    assert!((angle.k[[0, 0]] - std::f32::consts::PI).abs() < 1e-4, "another kernel, for looking only");
}

#[test]
fn every_order_of_ratings_and_pairs_is_a_permutation() {
    for (which, kind) in [(Builtin::Reviews, ModelKind::Gp), (Builtin::Pairs, ModelKind::Matching)] {
        let mut workspace = trained(which, kind, &[]);
        let all = workspace.corpus.dataset.as_ref().expect("a dataset").corpus.len();
        for (order, name) in GramOrder::ALL {
            let mut documents = gram(&mut workspace, GramLook { order, ..GramLook::default() }).documents.clone();
            documents.sort_unstable();
            documents.dedup();
            assert_eq!(documents.len(), all, "{kind:?} by {name}");
        }
    }
}

#[test]
fn a_cell_opens_both_documents_and_draws_their_witness() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let effects = update(&mut workspace, Action::Study(StudyAction::Gram(GramAction::Open([3, 90]))));
    let query = effects.iter().find_map(|effect| if let Effect::Ask(query) = effect { Some(query) } else { None });
    update(&mut workspace, Action::Answered(query.expect("a comparison").clone().answer()));
    assert_eq!((workspace.selection.focus, workspace.gram.cell), (Focus::Document(3), Some([3, 90])));
    let (found, scene) = (workspace.compare.sets.study.found().expect("found"), workspace.field.scene.as_ref().expect("a scene"));
    assert_eq!(found.key.sets, [SetOf::Document(3), SetOf::Document(90)]);
    assert!(scene.witness().is_some_and(|witness| Arc::ptr_eq(witness, &found.between.witness)));
}

fn lines(workspace: &mut Workspace, of: LinesOf) -> Result<Arc<Lines>, String> {
    let effects = update(workspace, Action::Study(StudyAction::Lines(LinesAction::List(of))));
    let query = effects.iter().find_map(|effect| if let Effect::Ask(query) = effect { Some(query) } else { None });
    update(workspace, Action::Answered(query.expect("a question").clone().answer()));
    let study = &workspace.concordance.study;
    study.found().cloned().ok_or_else(|| study.problem().expect("why").to_owned())
}

#[test]
fn every_occurrence_of_a_word_has_a_line() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let most = (0..dataset.words.len()).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
    let other = (most + 1) % dataset.words.len();
    for of in [LinesOf::Word(most), LinesOf::Words(Arc::new(Members::of(dataset.words.len(), [most, other])))] {
        let words = of.words();
        let found = lines(&mut workspace, of).expect("lines");
        let counted: f64 = (0..dataset.corpus.len())
            .flat_map(|i| dataset.counts.entries(i).collect::<Vec<_>>())
            .filter(|(word, _)| words.contains(word))
            .map(|(_, count)| count)
            .sum();
        assert_eq!(found.lines.len(), counted as usize, "as many lines as the counts say");
        for line in &found.lines {
            let text = &dataset.corpus.texts[line.document];
            assert_eq!(
                (&text[line.at.clone()], line.middle.to_lowercase()),
                (line.middle.as_str(), dataset.words[line.word].clone())
            );
        }
    }
    for (order, _) in LineOrder::ALL {
        update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::Order(order))));
        let study = &workspace.concordance;
        let found = study.study.found().expect("lines");
        let mut places = study.places.clone();
        let shown = |place: &u32| &found.lines[*place as usize];
        match order {
            LineOrder::Class => assert!(places.is_sorted_by_key(|place| dataset.corpus.labels[shown(place).document])),
            LineOrder::Word => assert!(places.is_sorted_by_key(|place| shown(place).middle.to_lowercase())),
            _ => {}
        }
        places.sort_unstable();
        assert_eq!(places, (0..found.lines.len() as u32).collect::<Vec<_>>());
    }
}

#[test]
fn an_occurrence_opens_its_document_and_the_words_stay_listed() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(4))));
    let of = workspace.lines_of().expect("a word");
    let found = lines(&mut workspace, of.clone()).expect("lines");
    let line = &found.lines[0];
    update(&mut workspace, Action::Study(StudyAction::Lines(LinesAction::Open(line.document, line.at.clone()))));
    assert_eq!((workspace.selection.focus, workspace.layout.tab), (Focus::Document(line.document), Tab::Documents));
    assert_eq!(workspace.concordance.opened, Some((line.document, line.at.clone())));
    assert_eq!(workspace.lines_of(), Some(of), "a document looked at does not empty the list");
}

#[test]
fn the_line_of_a_pair_includes_the_partner_s_most_similar_word() {
    let mut workspace = trained(Builtin::Pairs, ModelKind::Matching, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let x = workspace.run.snapshot.as_ref().expect("a snapshot").latent().unwrap().clone();
    let word = (0..dataset.source_words).max_by_key(|&word| dataset.document_frequency[word]).expect("a word");
    let found = lines(&mut workspace, LinesOf::Word(word)).expect("lines");
    let pairs = dataset.corpus.task.pairs().expect("pairs");
    let apart = |other: usize| (&x.row(word) - &x.row(other)).mapv(|d| d * d).sum();
    let mut seen = 0;
    for (line, partner) in found.lines.iter().zip(&found.partners) {
        let Some(partner) = partner else { continue };
        assert_eq!(pairs.partner[line.document], Some(partner.document));
        assert!(dataset.counts.entries(partner.document).all(|(other, _)| apart(other) >= apart(partner.word)));
        seen += 1;
    }
    assert!(seen > 0 && found.lines.len() == found.partners.len());
    assert_eq!(workspace.lines_iteration(&found), None);
    let mut moved = (**workspace.run.latest.as_ref().expect("a snapshot")).clone();
    Arc::make_mut(&mut moved.embedding.as_mut().unwrap().latent).mapv_inplace(|x| -x);
    moved.documents.x = Arc::clone(&moved.embedding.as_ref().unwrap().latent);
    moved.iteration += 30;
    let run = workspace.run.id;
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(moved))));
    assert_eq!(workspace.lines_iteration(&found), Some(20), "of words as they lay then");
    let found = lines(&mut workspace, LinesOf::Word(word)).expect("lines");
    assert_eq!(workspace.lines_iteration(&found), None, "listed again");
}

#[test]
fn counted_words_have_no_lines_and_a_message() {
    let mut workspace = trained(Builtin::Topics, ModelKind::Smm, &[]);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let corpus = Corpus { counted: true, ..(*dataset.corpus).clone() };
    workspace.corpus.dataset = Some(Arc::new(Dataset { corpus: Arc::new(corpus), ..(*dataset).clone() }));
    assert!(lines(&mut workspace, LinesOf::Word(0)).expect_err("no text").contains("word counts only"));
}

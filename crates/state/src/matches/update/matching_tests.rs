use ndarray::Array2;

use super::*;
use crate::{
    Action, Answer, Effect, EntryFilter, FieldOf, Job, LoadedData, Look, MatchFilter, MatchPart, MatchSort, Neighbours, Open,
    Reviews, Run, TrainerUpdate, Undo, Verdict, inspect::explain::Part, update,
};
use wordfield_core::{
    corpus::{Builtin, Dataset, VocabularyOptions, builtin},
    model::{
        FittedModel, Matched, ModelKind, Params, Predictions, Preset, Snapshot,
        pairs::{MatchRow, Matcher},
    },
};

/// Applies an action and the answers of its jobs.
pub(crate) fn act(workspace: &mut Workspace, action: Action) {
    let mut effects = update(workspace, action);
    while let Some(effect) = effects.pop() {
        if let Effect::Run(query) = effect {
            effects.extend(update(workspace, query.answer()));
        }
    }
}

/// A workspace with the built-in pairs after some iterations and one evaluation.
pub(crate) fn trained() -> Workspace {
    let params = Params::preset(ModelKind::Matching, Preset::Default, 2);
    let corpus = Arc::new(builtin(Builtin::Pairs));
    let dataset = Dataset::build(
        corpus,
        &wordfield_core::corpus::SplitOptions::default(),
        &VocabularyOptions::default(),
        params.weighting(),
    )
    .expect("a dataset");
    let mut workspace = Workspace::default();
    let ready = LoadedData::new(dataset, crate::DataOptions::default());
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
    let data = workspace.corpus.dataset.clone().expect("a dataset");
    let mut model = workspace.choices.settings.params.clone().start(data).expect("a model");
    for _ in 0..10 {
        model.step().expect("a step");
    }
    let run = workspace.run.id;
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Find)));
    act(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
    workspace
}

pub(crate) fn rows(workspace: &Workspace) -> Vec<MatchRow> {
    let predictions = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).expect("matches");
    workspace.documents().iter().map(|&document| *predictions.row(document).expect("a row")).collect()
}

#[test]
fn in_the_check_a_document_is_compared_with_its_partner_in_the_file() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    assert_eq!(workspace.documents().len(), 294, "pairs of all parts");
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(26))));
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    let verdict = |workspace: &Workspace| workspace.choices.reviews.get(26).and_then(|review| review.verdict);
    assert_eq!(verdict(&workspace), Some((Verdict::Rejected, 320)));
    let offered = workspace.offered_partners();
    assert!(!offered.is_empty() && !offered.contains(&320), "nearest candidates, before there is a check");
    act(&mut workspace, Action::Match(MatchAction::Note("moved".to_owned())));
    act(&mut workspace, Action::Match(MatchAction::TakePartner(offered[0])));
    assert_eq!(verdict(&workspace), Some((Verdict::Accepted, offered[0])));
    assert_eq!(workspace.choices.reviews.get(26).map(|review| review.note.as_str()), Some("moved"));
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_ne!(verdict(&workspace), Some((Verdict::Accepted, offered[0])), "undone");
}

#[test]
fn a_source_document_is_compared_with_its_nearest_candidate() {
    let mut workspace = trained();
    let row = rows(&workspace)[0];
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(row.document))));
    let compared = workspace.matches.view.compared.clone().expect("a comparison");
    assert_eq!((compared.source, compared.target), (row.document, row.best));
    assert!((compared.candidates[0].1 - row.best_distance).abs() < 1e-9);
    let sum: f64 = compared.shares.shares.iter().map(|share| share.share).sum();
    assert!((sum - compared.distance).abs() < 1e-9, "{sum} {}", compared.distance);
    let scene = workspace.field.scene.as_ref().expect("a scene");
    assert!(scene.witness().is_some_and(|witness| Arc::ptr_eq(witness, &compared.between.as_ref().unwrap().witness)));
    assert_eq!(workspace.choices.layers.field_of, FieldOf::Witness { source: row.document, target: row.best });
}

#[test]
fn a_target_document_is_compared_with_its_source() {
    let mut workspace = trained();
    let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs().cloned()).expect("pairs");
    let target = pairs.source_documents + 3;
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(target))));
    let compared = workspace.matches.view.compared.clone().expect("a comparison");
    assert_eq!((Some(compared.source), compared.target), (pairs.partner[target], target));
}

#[test]
fn lists_are_sorted_both_ways_and_filtered() {
    let mut workspace = trained();
    let all = rows(&workspace).len();
    act(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Margin)));
    assert!(rows(&workspace).is_sorted_by(|a, b| a.margin <= b.margin));
    act(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Margin)));
    assert!(rows(&workspace).is_sorted_by(|a, b| a.margin >= b.margin));
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Wrong)));
    assert!(rows(&workspace).iter().all(|row| row.rank > Some(1)));
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::LowMargin)));
    assert!(rows(&workspace).len() <= all / 4 + 1);
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::All)));
    act(&mut workspace, Action::Match(MatchAction::OfPart(MatchPart::Of(Part::Test))));
    let parts = &workspace.corpus.basis.as_ref().expect("a basis").parts;
    assert!(rows(&workspace).iter().all(|row| parts[row.document] == Some(Part::Test)));
}

#[test]
fn next_and_previous_stop_at_the_ends_of_the_list() {
    let mut workspace = trained();
    let rows = rows(&workspace);
    let at = |workspace: &Workspace| workspace.matches.view.compared.as_ref().map(|compared| compared.source);
    for row in rows.iter().take(3) {
        act(&mut workspace, Action::Match(MatchAction::Next));
        assert_eq!(at(&workspace), Some(row.document));
    }
    for _ in 0..5 {
        act(&mut workspace, Action::Match(MatchAction::Previous));
    }
    assert_eq!(at(&workspace), Some(rows[0].document));
}

#[test]
fn a_verdict_removes_a_match_from_the_unreviewed_and_undo_restores_it() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Unreviewed)));
    let before = rows(&workspace).len();
    act(&mut workspace, Action::Match(MatchAction::Next));
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert_eq!(rows(&workspace).len(), before - 1);
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(rows(&workspace).len(), before);
    act(&mut workspace, Action::Undo(Undo::Redo));
    assert_eq!(rows(&workspace).len(), before - 1);
}

#[test]
fn precision_is_the_share_of_ranks_up_to_r_over_the_part() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::OfPart(MatchPart::All)));
    let derived = workspace.derived().expect("one");
    let parts = &workspace.corpus.basis.as_ref().expect("a basis").parts;
    for part in Part::ALL {
        let rows: Vec<MatchRow> = rows(&workspace).into_iter().filter(|row| parts[row.document] == Some(part)).collect();
        let precision = derived.precision(part).expect("pairs");
        assert_eq!(precision.pairs, rows.len());
        for (at, (there, back)) in precision.there.iter().zip(&precision.back).enumerate() {
            let share = |rank: fn(&MatchRow) -> Option<usize>| {
                rows.iter().filter(|row| rank(row).is_some_and(|rank| rank <= at + 1)).count() as f64 / rows.len() as f64
            };
            assert!((there - share(|row| row.rank)).abs() < 1e-12 && (back - share(|row| row.reverse_rank)).abs() < 1e-12);
        }
    }
}

#[test]
fn the_list_is_rebuilt_only_where_it_changes() {
    let mut workspace = trained();
    let list = |workspace: &Workspace| workspace.documents.order.value().cloned().unwrap_or_default();
    let before = list(&workspace);
    let remade = |workspace: &mut Workspace, action: Action| {
        let before = list(workspace);
        act(workspace, action);
        !Arc::ptr_eq(&before, &list(workspace))
    };
    assert!(!before.is_empty());
    assert!(!remade(&mut workspace, Action::Look(Look::Select(Focus::Word(3)))));
    assert!(!remade(&mut workspace, Action::Match(MatchAction::Next)));
    assert!(!remade(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted))));
    let (run, snapshot) = (workspace.run.id, workspace.run.snapshot.clone().expect("a snapshot"));
    let later = Snapshot { iteration: snapshot.iteration + 1, ..(*snapshot).clone() };
    assert!(!remade(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(later)))), "the same rows");
    assert!(remade(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Unreviewed))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Rank))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::OfPart(MatchPart::Of(Part::Dev)))));
    assert!(remade(&mut workspace, Action::Run(Run::Restart)) && list(&workspace).is_empty());
}

#[test]
fn the_dictionary_is_computed_once_per_evaluation_and_filtered() {
    let mut workspace = trained();
    let predictions = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).cloned().expect("matches");
    let (dictionary, shown) = workspace.dictionary().map(|(known, shown)| (known.clone(), shown.to_vec())).expect("one");
    for entry in &dictionary.entries {
        assert_eq!(predictions.fitted.nearest_words(entry.word, Side::Target, 1)[0].0, entry.other);
    }
    assert!(dictionary.entries.len() > 100 && shown.len() == dictionary.entries.len());
    let (run, snapshot) = (workspace.run.id, workspace.run.snapshot.clone().expect("a snapshot"));
    let later = Snapshot { iteration: dictionary.iteration + 1, ..(*snapshot).clone() };
    act(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(later))));
    assert_eq!(workspace.dictionary().map(|(known, _)| known.iteration), Some(dictionary.iteration), "the same evaluation");
    act(&mut workspace, Action::Match(MatchAction::Entries(EntryFilter::Mutual)));
    let (known, shown) = workspace.dictionary().expect("one");
    assert!(!shown.is_empty() && shown.iter().all(|&place| known.entries[place].mutual));
    act(&mut workspace, Action::Open(Open::Builtin(Builtin::Topics)));
    let ready = LoadedData::new(other_words(), crate::DataOptions::default());
    let job = workspace.corpus.job;
    act(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(ready)))));
    assert!(workspace.dictionary().is_none(), "it was of other words");
}

fn other_words() -> Dataset {
    let weighting = Params::preset(ModelKind::Smm, Preset::Default, 2).weighting();
    Dataset::build(
        Arc::new(builtin(Builtin::Topics)),
        &wordfield_core::corpus::SplitOptions::default(),
        &VocabularyOptions::default(),
        weighting,
    )
    .expect("a dataset")
}

#[test]
fn neighbours_of_the_focus_are_found_on_both_sides() {
    let mut workspace = trained();
    for word in [2, 40] {
        act(&mut workspace, Action::Look(Look::Select(Focus::Word(word))));
        let predictions = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).expect("matches");
        let (near, side) = (workspace.neighbours().expect("neighbours"), predictions.fitted.side_of(word));
        assert_eq!(near.own, predictions.fitted.nearest_words(word, side, near.own.len()));
        assert_eq!(near.other, predictions.fitted.nearest_words(word, side.other(), near.other.len()));
    }
    act(&mut workspace, Action::Look(Look::Select(Focus::None)));
    assert!(workspace.neighbours().is_none());
}

#[test]
fn neighbours_among_many_coordinates_are_searched_on_a_thread() {
    let mut workspace = trained();
    let snapshot = Arc::clone(workspace.run.snapshot.as_ref().expect("a snapshot"));
    let words = snapshot.latent().unwrap().nrows();
    let q = Neighbours::AT_ONCE / words + 1;
    let latent = Arc::new(Array2::from_shape_fn((words, q), |(word, axis)| ((word * 7919 + axis * 31) % 997) as f64));
    let Predictions::Matches(predictions) = &snapshot.predictions else { panic!("matches") };
    let mut model =
        workspace.choices.settings.params.clone().start(workspace.corpus.dataset.clone().expect("a dataset")).expect("a model");
    let FittedModel::Matching(mut fitted) = model.trained() else { panic!("a matching") };
    fitted.latent = Arc::clone(&latent);
    let fitted = Arc::new(fitted);
    let predictions = Predictions::Matches(Matched { fitted: Arc::clone(&fitted) as Arc<dyn Matcher>, ..predictions.clone() });
    let (run, large) = (workspace.run.id, Snapshot { predictions, ..Snapshot::clone(&snapshot).with_latent(latent) });
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(large))));
    let query_tasks = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Run(task) if task.is("neighbours") => Some(task),
            _ => None,
        })
    };
    let first = query_tasks(update(&mut workspace, Action::Look(Look::Select(Focus::Word(2))))).expect("a question");
    assert!(workspace.neighbours().is_none());
    let second = query_tasks(update(&mut workspace, Action::Look(Look::Select(Focus::Word(40))))).expect("another word");
    assert!(first.is_cancelled() && query_tasks(update(&mut workspace, first.answer())).is_none());
    assert!(workspace.neighbours().is_none(), "an answer about another word");
    update(&mut workspace, second.answer());
    let near = workspace.neighbours().expect("neighbours");
    assert_eq!(near.own, fitted.nearest_words(40, fitted.side_of(40), near.own.len()));
}

#[test]
fn saved_reviews_are_restored_by_title() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Next));
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    act(&mut workspace, Action::Match(MatchAction::Note("too short".into())));
    let corpus = Arc::clone(&workspace.corpus.dataset.as_ref().expect("a dataset").corpus);
    let saved = workspace.choices.reviews.to_save(&corpus);
    let before: Vec<_> = workspace.choices.reviews.iter().map(|(source, review)| (source, review.clone())).collect();
    let mut reviews = Reviews::default();
    assert_eq!(reviews.take_in(&saved, &corpus), [1, 0]);
    let after: Vec<_> = reviews.iter().map(|(source, review)| (source, review.clone())).collect();
    assert_eq!(before, after);
    let strange =
        wordfield_core::project::MatchReview { source_title: "no such document".into(), note: "x".into(), ..saved[0].clone() };
    assert_eq!(reviews.take_in(&[strange], &corpus), [0, 0]);
}

#[test]
fn a_saved_model_without_reviews_reports_its_scores() {
    let mut workspace = trained();
    let job = workspace.corpus.job;
    act(&mut workspace, Action::Open(Open::Answer(job, Answer::Model(Err("m.json: ends too early".into())))));
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("ends too early")));
}

/// Jobs among the effects of an action, not run.
fn query_tasks(workspace: &mut Workspace, action: Action) -> Vec<Job> {
    let query = |effect| match effect {
        Effect::Run(task) if task.is("comparison") => Some(task),
        _ => None,
    };
    update(workspace, action).into_iter().filter_map(query).collect()
}

#[test]
fn a_comparison_of_other_documents_cancels_the_running_one() {
    let mut workspace = trained();
    let rows = rows(&workspace);
    let look = |place: usize| Action::Look(Look::Select(Focus::Document(rows[place].document)));
    let mut tasks = query_tasks(&mut workspace, look(0));
    assert!(tasks.len() == 1 && workspace.matches.view.compared.is_none(), "nothing is summed within update");
    for place in 1..4 {
        tasks.extend(query_tasks(&mut workspace, look(place)));
    }
    assert_eq!(tasks.iter().map(Job::is_cancelled).collect::<Vec<_>>(), [true, true, true, false]);
    assert!(query_tasks(&mut workspace, tasks[0].answer()).is_empty());
    assert!(workspace.matches.view.compared.is_none(), "the first is out of focus");
    assert!(query_tasks(&mut workspace, tasks[3].answer()).is_empty());
    assert_eq!(workspace.matches.view.compared.as_ref().map(|compared| compared.source), Some(rows[3].document));
}

#[test]
fn a_verdict_is_never_on_a_pair_that_is_still_being_compared() {
    let mut workspace = trained();
    let rows = rows(&workspace);
    act(&mut workspace, Action::Look(Look::Select(Focus::Document(rows[0].document))));
    let pending = query_tasks(&mut workspace, Action::Look(Look::Select(Focus::Document(rows[1].document))));
    update(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert_eq!(workspace.choices.reviews.iter().count(), 0, "the pair in sight is another");
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.starts_with("No verdict")));
    for query in pending {
        update(&mut workspace, query.answer());
    }
    update(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    assert!(workspace.choices.reviews.get(rows[1].document).is_some());
}

#[test]
fn a_query_without_an_answer_is_not_repeated_but_others_start() {
    let mut workspace = trained();
    let rows = rows(&workspace);
    let mut first = query_tasks(&mut workspace, Action::Look(Look::Select(Focus::Document(rows[0].document))));
    let nothing = first.remove(0).failure("broken".to_owned());
    assert!(query_tasks(&mut workspace, nothing).is_empty());
    assert_eq!(query_tasks(&mut workspace, Action::Look(Look::Select(Focus::Document(rows[1].document)))).len(), 1);
}
